//! A game as a chess-like list: tags, numbered moves, comments and variations.
//!
//! ```text
//! [Attackers "Anna"]
//! [Rules "copenhagen"]
//! [Result "attackers"]
//!
//! 1. d1-d4 f4-i4 {A bold move.} (1. ... f4-f3)
//! 2. h1-h4xi4
//! ```
//!
//! Written: `docs/formats/tag-list.md` describes every tag. Comments stand in braces after their move,
//! variations in parentheses after the move that they replace.
//!
//! Tolerated when read: several games after one another; tags in any order, unknown ones, none at all; a name
//! of the field for a rule set, or a rules string; `Variant` for `Rules`, `Termination` for `Ending`, `FEN`
//! for `Position`; comments from a semicolon to the end of the line; move numbers left out or wrong; `…` or
//! `...` where a side does not move; `$1` and other numbers of chess annotation; a result after the moves, also
//! `1-0` (which says nothing here, since nobody knows who counts as the first); `---` for a resignation; and
//! everything that is tolerated in a move.

mod write;

use hnefi_rules::{Setup, Side};

use crate::limits::bounded;
use crate::named::{ruleset_named, short};
use crate::scan::{Scanner, remark};
use crate::{
    FoundMove, House, MAX_GAMES, MAX_MOVES, Place, ReadError, ReadFault, ReadRules, RecordFault, RecordId, Said, Tag,
    WrittenGame, WrittenResult, read_move,
};

pub use write::write_tag_list;

const FORM: &str = "[Name \"value\"]";

/// Reads every game of a text: a game as text for people, or several as chess-like lists.
///
/// ```
/// use hnefi_formats::read_tag_list;
/// let games = read_tag_list("[Rules \"fetlar-2018\"]\n\n1. d1-d4 f4-i4\n2. h1-h4xi4 *\n").unwrap();
/// assert_eq!(games[0].ruleset().unwrap().id(), "fetlar-2018");
/// let error = games[0].replay(None).unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 4: the move captures nothing");
/// ```
///
/// # Errors
/// A [`ReadError`] that names line and column. A move that cannot be read is kept, with its error.
pub fn read_tag_list(text: &str) -> Result<Vec<WrittenGame>, ReadError> {
    bounded(text)?;
    let mut games = Vec::new();
    let mut scanner = Scanner::new(text);
    loop {
        scanner.skip_white();
        if scanner.peek().is_none() && !games.is_empty() {
            return Ok(games);
        }
        if games.len() == MAX_GAMES {
            return Err(ReadError::new(scanner.place(), ReadFault::TooMany(MAX_GAMES)));
        }
        games.push(Reader::default().game(&mut scanner)?);
    }
}

/// A game that is being read.
#[derive(Default)]
struct Reader {
    game: WrittenGame,
    tags: Vec<(Place, Tag)>,
    /// The number of the move that the next one follows.
    at: usize,
    /// The moves that go on when the variations at hand are closed.
    open: Vec<(Place, usize)>,
    /// A comment that stands before the first move of a variation.
    before: String,
    /// Whether a variation has just been opened.
    fresh: bool,
    /// Whether the first side is said not to have moved first.
    skipped: bool,
}

impl Reader {
    fn game(mut self, scanner: &mut Scanner<'_>) -> Result<WrittenGame, ReadError> {
        // The tags since the last gap between tags: how many stand before them, and where they begin.
        let mut apart: Option<(usize, Scanner<'_>)> = None;
        // The line of the last tag, if nothing but white space has stood after it.
        let mut last_tag = None;
        loop {
            scanner.skip_white();
            let place = scanner.place();
            let Some(letter) = scanner.peek() else { break };
            let tag_line = last_tag.take();
            match letter {
                '[' if self.open.is_empty() => {
                    // A tag after the moves, or after what ends them, begins another game.
                    let game = &self.game;
                    if !game.moves.is_empty() || game.result.is_some() || game.termination.is_some() {
                        break;
                    }
                    if !self.tags.is_empty() && tag_line.is_none_or(|line| place.line > line + 1) {
                        apart = Some((self.tags.len(), scanner.clone()));
                    }
                    let tag = tag(scanner).ok_or(ReadError::new(place, ReadFault::Tag(FORM)))?;
                    // So do tags of which one stands before a gap already: that game has no moves.
                    if let Some((before, from)) = &apart
                        && is_again(&tag, &self.tags[..*before])
                    {
                        *scanner = from.clone();
                        self.tags.truncate(*before);
                        break;
                    }
                    last_tag = Some(place.line);
                    self.tags.push((place, tag));
                }
                '{' => {
                    let text = scanner.enclosed('}').ok_or(ReadError::new(place, ReadFault::Unclosed('{')))?;
                    self.remark(text);
                }
                ';' => {
                    scanner.bump();
                    let text = scanner.take_while(|c| c != '\n');
                    self.remark(text);
                }
                '(' => {
                    scanner.bump();
                    let last = self.at.checked_sub(1).and_then(|index| self.game.moves.get(index));
                    let last = last.ok_or_else(|| ReadError::new(place, ReadFault::Address("(".to_owned())))?;
                    self.open.push((place, self.at));
                    self.at = last.parent;
                    self.fresh = true;
                }
                ')' => {
                    scanner.bump();
                    let (_, at) = self.open.pop().ok_or_else(|| ReadError::new(place, stray(")")))?;
                    self.before.clear();
                    self.fresh = false;
                    self.at = at;
                }
                _ => {
                    let word = scanner.take_while(|c| !c.is_whitespace() && !matches!(c, '{' | '(' | ')' | ';' | '['));
                    if word.is_empty() {
                        return Err(ReadError::new(place, stray(&letter.to_string())));
                    }
                    self.word(word, place)?;
                }
            }
        }
        if let Some((place, _)) = self.open.first() {
            return Err(ReadError::new(*place, ReadFault::Unclosed('(')));
        }
        self.finish()
    }

    fn remark(&mut self, text: &str) {
        let comments = match self.at.checked_sub(1) {
            _ if self.fresh => &mut self.before,
            Some(index) => &mut self.game.moves[index].comment,
            None => &mut self.game.comment,
        };
        remark(comments, text);
    }

    /// A word of the moves: a number, a result, or a move, perhaps with its number.
    fn word(&mut self, word: &str, place: Place) -> Result<(), ReadError> {
        if word.starts_with('$') && word[1..].bytes().all(|b| b.is_ascii_digit()) {
            self.game.marks += 1;
            return Ok(());
        }
        if matches!(word, "*" | "attackers" | "defenders" | "draw" | "1-0" | "0-1" | "1/2-1/2" | "½-½") {
            let said = Said::read(word).unwrap_or(Said::Open);
            // What stands in a tag counts before what stands after the moves.
            let result = WrittenResult { place, text: word.to_owned(), said };
            self.game.result.get_or_insert(result);
            return Ok(());
        }
        if word == "---" {
            self.game.termination.get_or_insert_with(|| "resignation".to_owned());
            return Ok(());
        }
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = unnumbered.is_empty() || unnumbered.starts_with(['.', '…']);
        let bare = if numbered { unnumbered } else { word };
        let written = bare.trim_start_matches(['.', '…']);
        if bare.len() - written.len() > 1 && self.game.moves.is_empty() {
            self.skipped = true;
        }
        if written.is_empty() {
            return Ok(());
        }
        let place = place.right(word.chars().count() - written.chars().count());
        if self.game.moves.len() == MAX_MOVES {
            return Err(ReadError::new(place, ReadFault::TooMany(MAX_MOVES)));
        }
        let comment = std::mem::take(&mut self.before);
        self.fresh = false;
        let read = read_move(written);
        self.game.moves.push(FoundMove { parent: self.at, place, text: short(written), read, comment });
        self.at = self.game.moves.len();
        Ok(())
    }

    /// Takes what the tags say of rules, position, turn and result.
    fn finish(mut self) -> Result<WrittenGame, ReadError> {
        let mut named: Option<(Place, String)> = None;
        let mut variant = None;
        let mut changed = Vec::new();
        let mut result = None;
        for (place, tag) in std::mem::take(&mut self.tags) {
            let value = tag.value.trim();
            match tag.name.to_ascii_lowercase().as_str() {
                "rules" if named.is_none() => named = Some((place, value.to_owned())),
                "variant" | "game" => {
                    variant = variant.or_else(|| ruleset_named(value, None));
                    self.game.tags.push(tag);
                }
                "base" | "called" | "start" | "house" => changed.push((place, tag)),
                "position" | "fen" => {
                    let (setup, turn) = position(value).map_err(|fault| ReadError::new(place, fault))?;
                    self.game.position = Some((place, setup));
                    self.game.turn = self.game.turn.or(turn.map(|turn| (place, turn)));
                }
                "turn" => {
                    let side = value.to_lowercase().parse();
                    let side = side.map_err(|_| ReadError::new(place, ReadFault::Side(short(value))))?;
                    self.game.turn = Some((place, side));
                }
                "result" => {
                    let said = Said::read(value).unwrap_or(Said::Unclear);
                    result = Some(WrittenResult { place, text: short(value), said });
                }
                "id" => self.game.id = Some(RecordId::from_tag(&tag.value)),
                "ending" | "termination" => self.game.termination = Some(value.to_owned()),
                _ => self.game.tags.push(tag),
            }
        }
        // They say something of rules that are named with a base.
        let is_house = named.is_some() && changed.iter().any(|(_, tag)| tag.name.eq_ignore_ascii_case("base"));
        if !is_house {
            self.game.tags.extend(changed.drain(..).map(|(_, tag)| tag));
        }
        let values = |name: &str| -> Vec<String> {
            let is_it = |tag: &&Tag| tag.name.eq_ignore_ascii_case(name);
            changed.iter().map(|(_, tag)| tag).filter(is_it).map(|tag| tag.value.trim().to_owned()).collect()
        };
        let [base, called, start] = ["base", "called", "start"].map(|name| values(name).pop());
        let house = base.map(|base| (House { base, name: called, start, ..House::default() }, values("house")));
        self.game.result = result.or(self.game.result);
        self.game.rules = match (named, variant) {
            (Some((place, name)), _) => Some(rules(place, &name, house)),
            (None, variant) => variant.map(|known| Ok(ReadRules::known(known))),
        };
        if self.skipped
            && self.game.turn.is_none()
            && let Some(Ok(rules)) = &self.game.rules
        {
            self.game.turn = Some((Place::START, !rules.ruleset.first()));
        }
        Ok(self.game)
    }
}

/// Whether a tag that a game has once stands among others.
fn is_again(tag: &Tag, others: &[(Place, Tag)]) -> bool {
    let same = |(_, other): &(Place, Tag)| other.name.eq_ignore_ascii_case(&tag.name);
    !tag.name.eq_ignore_ascii_case("house") && others.iter().any(same)
}

fn stray(text: &str) -> ReadFault {
    ReadFault::Stray(short(text))
}

/// A tag, from its bracket to the one that closes it.
fn tag(scanner: &mut Scanner<'_>) -> Option<Tag> {
    scanner.bump();
    let blank = |c: char| c == ' ' || c == '\t';
    scanner.take_while(blank);
    let name = scanner.take_while(|c| c.is_alphanumeric() || c == '-' || c == '_');
    scanner.take_while(blank);
    if name.is_empty() || scanner.peek() != Some('"') {
        return None;
    }
    scanner.bump();
    let mut value = String::new();
    loop {
        match scanner.bump()? {
            '"' => break,
            '\n' => return None,
            '\\' if matches!(scanner.peek(), Some('"' | '\\')) => value.extend(scanner.bump()),
            letter => value.push(letter),
        }
    }
    scanner.take_while(blank);
    (scanner.bump() == Some(']')).then(|| Tag { name: name.to_owned(), value })
}

/// A position in a tag: rows, or the way of TaflZero.
fn position(text: &str) -> Result<(Setup, Option<Side>), ReadFault> {
    let read = if text.starts_with('/') || text.contains(['t', 'T']) {
        crate::rows::read(text)
    } else {
        crate::taflzero::read(text)
    };
    read.map(|position| (position.setup, position.turn)).map_err(|error| error.fault)
}

/// The rule set of a game: an id or a name, a rules string, or a house rule with its base.
fn rules(place: Place, name: &str, house: Option<(House, Vec<String>)>) -> Result<ReadRules, ReadError> {
    let Some((mut house, changes)) = house else {
        if name.starts_with("dim:") {
            // The value begins behind the name of the tag.
            return crate::rules_string::read_rules_string(name).map_err(|e| ReadError { place, ..e });
        }
        let known = ruleset_named(name, None);
        let known = known.ok_or_else(|| ReadError::new(place, RecordFault::UnknownRules(short(name))))?;
        return Ok(ReadRules::known(known));
    };
    let changed = changes.iter().try_for_each(|change| house.change(change));
    let ruleset = changed.and_then(|()| house.ruleset(name)).map_err(|fault| ReadError::new(place, fault))?;
    Ok(ReadRules { ruleset, notes: Vec::new() })
}
