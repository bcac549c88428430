//! What is told on standard error of the games of a text.

use hnefi_words::Words;

use crate::output::{Output, harmless, say_beside};

/// Tells something in the words of a message, with the number of the game where there are several.
pub(crate) fn told(out: &mut Output, id: &str, number: Option<usize>, text: &str) {
    let words = Words::english();
    // What was written before stays before it.
    let _ = out.flush();
    let text = match number {
        None => text.to_owned(),
        Some(number) => words.format("cli-convert-game", &[("number", number.into()), ("text", text.into())]),
    };
    say_beside(&harmless(&words.format(id, &[("text", text.into())])));
}
