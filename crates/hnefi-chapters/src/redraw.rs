//! Drawing the boards afterwards: the bless command without its files.

use hnefi_formats::write_diagram;
use hnefi_rules::{Setup, ruleset};

use crate::example::entries;
use crate::{Chapter, ChapterError, Example, chapter};

/// The text of a chapter with the boards afterwards drawn anew. Expectations stay as people wrote them.
///
/// # Errors
/// What [`Chapter::parse`] refuses; an example that fails is drawn as it was played.
pub fn redraw(name: &str, text: &str) -> Result<String, ChapterError> {
    // Stale diagrams may be what is wrong, so they go before the chapter is read.
    let bare = rewrite(text, |_| String::new());
    let chapter = Chapter::parse(name, &bare)?;
    let mut examples = chapter.examples();
    Ok(rewrite(&bare, |_| examples.next().map(drawn).unwrap_or_default()))
}

/// Replaces what follows the last line before `after` in every example.
fn rewrite(text: &str, mut tail: impl FnMut(usize) -> String) -> String {
    let mut new = String::new();
    let mut copied = 0;
    for (line, body) in chapter::fences(text) {
        let inside = &text[body.clone()];
        let keep = entries(inside)
            .ok()
            .and_then(|entries| entries.into_iter().find(|e| e.key == "after").map(|e| e.line))
            .map_or(inside.len(), |line| inside.split_inclusive('\n').take(line).map(str::len).sum());
        new.push_str(&text[copied..body.start + keep]);
        new.push_str(&tail(line));
        copied = body.end;
    }
    new.push_str(&text[copied..]);
    new
}

/// The `after` lines of an example.
fn drawn(example: &Example) -> String {
    let mut boards: Vec<(Vec<&str>, Setup)> = Vec::new();
    for id in &example.rules {
        let Some(board) = ruleset(id).and_then(|ruleset| example.play(ruleset).after) else { continue };
        match boards.iter_mut().find(|(_, drawn)| *drawn == board) {
            Some((ids, _)) => ids.push(id),
            None => boards.push((vec![id], board)),
        }
    }
    let mut text = String::new();
    for (ids, board) in boards {
        let names = if ids.len() == example.rules.len() { String::new() } else { format!(" {}", ids.join(", ")) };
        text.push_str(&format!("after{names}:\n"));
        for line in write_diagram(&board).lines() {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}
