//! A text read from left to right, with the place of every character.

use crate::Place;

/// Reads a text character by character.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Scanner<'a> {
        Scanner::from(text, Place::START)
    }

    /// Reads a text that stands at a place in another.
    pub(crate) fn from(text: &'a str, place: Place) -> Scanner<'a> {
        Scanner { rest: text, place }
    }

    /// Where the next character stands.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// What is not read yet.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        if letter == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    /// Reads on while the characters fit.
    pub(crate) fn take_while(&mut self, mut fits: impl FnMut(char) -> bool) -> &'a str {
        let begun = self.rest;
        while self.peek().is_some_and(&mut fits) {
            self.bump();
        }
        &begun[..begun.len() - self.rest.len()]
    }

    pub(crate) fn skip_white(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reads what stands between the character at hand and the one that closes it; `None` if nothing does.
    pub(crate) fn enclosed(&mut self, close: char) -> Option<&'a str> {
        self.bump();
        let inner = self.take_while(|c| c != close);
        self.bump().map(|_| inner)
    }
}

/// A comment as it is kept: without white space round it, its lines ended by line feeds.
pub(crate) fn comment(text: &str) -> String {
    let text = text.trim();
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

/// Adds a comment to those that stand there already.
pub(crate) fn remark(comments: &mut String, text: &str) {
    let text = comment(text);
    if !text.is_empty() {
        if !comments.is_empty() {
            comments.push('\n');
        }
        comments.push_str(&text);
    }
}
