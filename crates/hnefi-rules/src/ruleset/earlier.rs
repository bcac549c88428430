//! Rule files of format 1, which did not know shieldwalls, forts and rings.

use super::file::{FileIn, SourcedIn};

const NEW: [&str; 3] = ["shieldwall", "exit-fort", "encirclement"];

/// Says in today's words what a file of format 1 meant.
pub(super) fn from_format_1(file: &mut FileIn) {
    if let Some(mut ring) = file.points.remove("encirclement") {
        ring.is.get_or_insert_with(|| "none".into());
        file.answers.entry("encirclement".into()).or_insert(ring);
    }
    if file.base.is_none() || file.complete {
        for question in NEW {
            file.answers.entry(question.into()).or_insert_with(|| SourcedIn {
                is: Some("none".into()),
                grade: Some("default".into()),
                section: Some(String::new()),
                clause: Some(String::new()),
            });
        }
    }
    if let Some(answer) = file.answers.get_mut("king-beside-throne")
        && answer.is.as_deref() == Some("safe")
    {
        answer.is = Some("four".into());
    }
}
