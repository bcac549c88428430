//! A game as OpenTafl saves it, a file whose name ends in `.otg`.
//!
//! ```text
//! [attackers:Anna]
//! [rules:dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y start:/…/]
//!
//! 1. d1-d4 f4-i4
//! [|A bold move.]
//!
//! 1b.1.1a. ..... f4-f3
//! ```
//!
//! A comment in brackets follows its turn, with a bar between what is said of its moves. `3b.3.1a.` is turn 1 of
//! the third variation that replaces the second move of turn 3; variations of variations lengthen the number.
//!
//! Commands in comments, such as `[%cal Gd1d4]`, stand between round brackets, since square ones end a comment.
//!
//! Written: tags, rules last; a line and its comment for each turn, a variation after the turn that it leaves.
//! `.....` stands for the move that a variation, or a game begun by the second side, lacks. A first position is
//! the tag `position`; the tag `turn`, which OpenTafl does not know, names the side that moves first in it where it
//! is not the one of the rules.
//!
//! Tolerated when read: tags in any order, unknown ones, also over several lines; no rules, if a rule set is given
//! otherwise; a missing or empty comment; a comment with fewer or more parts than its turn has moves (the last move
//! keeps what is left); more than two moves on a line; moves without numbers; a turn over several lines; `---` for
//! a resignation; marks after a move, which decide nothing; the `hint` marks of puzzles, as part of the comment; and
//! everything that is tolerated in a move. Jumps and berserk moves are refused: no rule set here has them.

mod address;
mod write;

use self::address::Address;
use crate::marks::square_brackets;
use crate::named::{is_tag_name, short};
use crate::scan::{Scanner, comment, remark};
use crate::{
    FoundMove, MAX_MOVES, Place, ReadError, ReadFault, RecordId, Said, Tag, WrittenGame, WrittenResult, read_move,
};

pub use write::write_otg;

const FORM: &str = "[name:value]";

/// Reads a game.
pub(crate) fn read(text: &str) -> Result<WrittenGame, ReadError> {
    let mut scanner = Scanner::new(text);
    let mut reader = Reader::default();
    reader.tags(&mut scanner)?;
    reader.moves(&mut scanner)?;
    Ok(reader.game)
}

#[derive(Default)]
struct Reader {
    game: WrittenGame,
    /// The number of every move by its address.
    numbers: std::collections::HashMap<Address, usize>,
    /// The moves of the turn at hand, to which the next comment belongs.
    turn: Vec<usize>,
    /// The address of the next move.
    next: Address,
    /// The number of the move that it follows.
    after: usize,
}

impl Reader {
    fn tags(&mut self, scanner: &mut Scanner<'_>) -> Result<(), ReadError> {
        let mut rules = None;
        loop {
            scanner.skip_white();
            let place = scanner.place();
            if scanner.peek() != Some('[') {
                break;
            }
            let inner = bracketed(scanner, place)?;
            let form = || ReadError::new(place, ReadFault::Tag(FORM));
            let (name, value) = inner.split_once(':').ok_or_else(form)?;
            let name = name.trim();
            if !is_tag_name(name) {
                return Err(form());
            }
            // Where the value begins: a tag's name is on the line of its bracket.
            let value_place = place.right(inner[..inner.len() - value.len()].chars().count() + 1);
            match name.to_ascii_lowercase().as_str() {
                "rules" => rules = Some((value_place, value)),
                "position" => {
                    let read = crate::rows::read(value.trim());
                    let read = read.map_err(|error| ReadError { place: value_place, ..error })?;
                    self.game.position = Some((value_place, read.setup));
                }
                "turn" => {
                    let side = value.trim().to_lowercase().parse();
                    let side = side.map_err(|_| ReadError::new(value_place, ReadFault::Side(short(value))))?;
                    self.game.turn = Some((value_place, side));
                }
                "result" => {
                    let said = Said::read(value).unwrap_or(Said::Unclear);
                    self.game.result = Some(WrittenResult { place: value_place, text: short(value.trim()), said });
                }
                "id" => self.game.id = Some(RecordId::from_tag(value.trim())),
                "termination" => self.game.termination = Some(value.trim().to_owned()),
                "start-comment" | "starting-comment" => self.game.comment = comment(&square_brackets(value)),
                _ => self.game.tags.push(Tag { name: name.to_owned(), value: comment(value) }),
            }
        }
        self.game.rules = rules.map(|(place, text)| crate::rules_string::read_rules_string_at(text, place));
        Ok(())
    }

    fn moves(&mut self, scanner: &mut Scanner<'_>) -> Result<(), ReadError> {
        self.next = Address::first();
        loop {
            scanner.skip_white();
            let place = scanner.place();
            match scanner.peek() {
                None => return Ok(()),
                Some('[') => {
                    let inner = bracketed(scanner, place)?;
                    self.comment(inner);
                }
                Some(']' | '|') => return Err(ReadError::new(place, ReadFault::Stray(short(scanner.rest())))),
                Some(_) => {
                    let word = scanner.take_while(|c| !c.is_whitespace() && c != '[' && c != ']');
                    self.word(word, place)?;
                }
            }
        }
    }

    fn word(&mut self, word: &str, place: Place) -> Result<(), ReadError> {
        if word.chars().all(|c| c == '.' || c == '…') {
            self.skip();
            return Ok(());
        }
        if let Some(address) = Address::read(word) {
            return self.go_to(address, word, place);
        }
        if let Some((number, mv)) = word.rsplit_once('.')
            && let Some(address) = Address::read(&word[..=number.len()])
        {
            self.go_to(address, word, place)?;
            return self.word(mv, place.right(number.chars().count() + 1));
        }
        if word == "---" {
            self.game.termination.get_or_insert_with(|| "resignation".to_owned());
            return Ok(());
        }
        if self.game.moves.len() == MAX_MOVES {
            return Err(ReadError::new(place, ReadFault::TooMany(MAX_MOVES)));
        }
        let read = read_move(word);
        self.game.moves.push(FoundMove { parent: self.after, place, text: short(word), read, comment: String::new() });
        let number = self.game.moves.len();
        self.numbers.entry(self.next.clone()).or_insert(number);
        self.turn.push(number);
        self.after = number;
        self.next.advance();
        Ok(())
    }

    /// A move that is not there: the side that would make it does not move first.
    fn skip(&mut self) {
        if self.game.moves.is_empty()
            && self.game.turn.is_none()
            && let Some(Ok(rules)) = &self.game.rules
        {
            self.game.turn = Some((Place::START, !rules.ruleset.first()));
        }
        self.next.advance();
    }

    /// A number: the turn goes on, or a variation begins or goes on.
    fn go_to(&mut self, address: Address, word: &str, place: Place) -> Result<(), ReadError> {
        self.turn.clear();
        let unknown = || ReadError::new(place, ReadFault::Address(short(word)));
        if address.is_main() {
            // After a variation the main line goes on where it stopped; its numbers may be wrong.
            if !self.next.is_main() {
                self.after = self.line_end(0);
            }
            self.next = address;
            return Ok(());
        }
        if let Some(before) = address.before()
            && let Some(&number) = self.numbers.get(&before)
        {
            // The variation goes on.
            self.after = number;
        } else {
            // It begins: what it replaces must be there.
            let replaced = address.leaves().ok_or_else(unknown)?;
            let number = *self.numbers.get(&replaced).ok_or_else(unknown)?;
            self.after = self.game.moves[number - 1].parent;
        }
        self.next = address;
        Ok(())
    }

    /// The last move of the line that goes on from a place.
    fn line_end(&self, from: usize) -> usize {
        // A move's number is greater than that of the one before, so one pass finds the first of each.
        let mut end = from;
        for (index, found) in self.game.moves.iter().enumerate() {
            if found.parent == end {
                end = index + 1;
            }
        }
        end
    }

    fn comment(&mut self, inner: &str) {
        let parts = inner.split('|');
        let count = self.turn.len();
        if count == 0 {
            // A comment that follows no turn belongs to what came last.
            let comments = match self.after.checked_sub(1) {
                Some(index) => &mut self.game.moves[index].comment,
                None => &mut self.game.comment,
            };
            parts.for_each(|part| remark(comments, &square_brackets(part)));
            return;
        }
        for (index, part) in parts.enumerate() {
            let number = self.turn[index.min(count - 1)];
            remark(&mut self.game.moves[number - 1].comment, &square_brackets(part));
        }
    }
}

/// What stands in brackets. A bracket that opens before the first is closed shows that it was forgotten.
fn bracketed<'a>(scanner: &mut Scanner<'a>, place: Place) -> Result<&'a str, ReadError> {
    let inner = scanner.enclosed(']').filter(|inner| !inner.contains('['));
    inner.ok_or(ReadError::new(place, ReadFault::Unclosed('[')))
}
