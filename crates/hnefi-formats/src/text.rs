//! A game as text for people: tags, numbered moves, the result.
//!
//! ```text
//! [Rules "fetlar-2018"]
//! [Result "attackers"]
//! [Ending "resignation"]
//!
//! 1. d1-d4 f4-i4
//! 2. h1-h4xi4
//! ```
//!
//! Written: `docs/formats/text.md` describes every tag. A house rule is written as its base and what it
//! changes, so that the text can be read back anywhere.
//!
//! Tolerated when read: tags in any order, unknown tags, blank lines anywhere, comments in braces, move
//! numbers left out or wrong, `…` or `...` where the first side does not move, a result after the moves, and
//! everything that is tolerated in a move.

use std::sync::Arc;

use hnefi_rules::{
    Ending, Game, Ground, Outcome, Question, Referee, Refusal, RowsError, Ruleset, Setup, SetupErrors, Side, leaflet,
};

use crate::{Mismatch, MoveError, Place, WrittenMove, read_move, write_move};

/// A game as text: what was written, nothing of it checked by a referee.
///
/// ```
/// use hnefi_formats::GameText;
/// let text = GameText::read("[Rules \"fetlar-2018\"]\n\n1. d1-d4 f4-i4\n2. h1-h4xi4 *\n").unwrap();
/// assert_eq!(text.tag("Rules"), Some("fetlar-2018"));
/// let error = text.replay(text.ruleset().unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 4: the move captures nothing");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The tags in order, name and value.
    pub tags: Vec<(String, String)>,
    /// The moves, each with its place.
    pub moves: Vec<(Place, WrittenMove)>,
}

/// What is wrong with a game as text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct TextError {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: TextFault,
}

/// What is wrong at a place in a game as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// A tag has another form than `[Name "value"]`.
    #[error("a tag is written [Name \"value\"]")]
    Tag,
    /// A comment is not closed.
    #[error("this comment is not closed with a brace")]
    Comment,
    /// The text names no rule set.
    #[error("the tag Rules is missing, which names the rule set")]
    NoRules,
    /// The rule set is none of this program's, and there is no tag `Base` to start from.
    #[error("there is no rule set `{0}`")]
    UnknownRules(String),
    /// A tag `House` changes no question that exists, or gives an answer that it does not know.
    #[error("`{0}` is no house rule: write a question and its answer, as in no-move=loss")]
    House(String),
    /// The position cannot be read.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// A side is none.
    #[error("`{0}` is no side: write attackers or defenders")]
    Side(String),
    /// The position cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// A move cannot be read.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// What was written of a move is not what happened.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The result or the ending is another one than the moves give, or none that can be.
    #[error("`{0}` is not how this game ends")]
    Result(String),
}

const RULES: &str = "Rules";
const BASE: &str = "Base";
const HOUSE: &str = "House";
const START: &str = "Start";
const POSITION: &str = "Position";
const TURN: &str = "Turn";
const RESULT: &str = "Result";
const ENDING: &str = "Ending";

impl GameText {
    /// Writes a game. `tags` come first: who played, when, and whatever else belongs to it. The rest (rules,
    /// first position where it is not the start, result) is added.
    pub fn write(game: &Game, tags: &[(&str, &str)]) -> String {
        let ruleset = game.referee().ruleset();
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace(|c: char| c.is_control(), " ").replace('"', "'");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        for (name, value) in tags {
            tag(name, value);
        }
        tag(RULES, ruleset.id());
        if let Some(base) = ruleset.base().and_then(leaflet) {
            tag(BASE, base.id());
            if ruleset.start() != base.start() {
                tag(START, &ruleset.start().to_rows());
            }
            for question in ruleset.differences(base) {
                tag(HOUSE, &format!("{}={}", question.id(), ruleset.answers().word(question)));
            }
        }
        let start = game.start();
        if start.setup() != *ruleset.start() || start.turn() != ruleset.first() {
            tag(POSITION, &start.rows_text());
            tag(TURN, start.turn().id());
        }
        tag(RESULT, result_word(game.outcome()));
        match game.outcome().map(|outcome| outcome.reason) {
            None => {}
            Some(Ending::Claim(ground)) => tag(ENDING, &format!("claim {}", ground.id())),
            Some(ending) => tag(ENDING, ending.id()),
        }
        text.push('\n');
        let begun_by_second = start.turn() != ruleset.first();
        let moves: Vec<String> = game.plies().map(|ply| write_move(&ply.played)).collect();
        let places = std::iter::repeat_n("...".to_owned(), usize::from(begun_by_second)).chain(moves);
        for (index, written) in places.enumerate() {
            if index % 2 == 0 {
                text.push_str(&format!("{}{}. {written}", if index == 0 { "" } else { "\n" }, index / 2 + 1));
            } else {
                text.push_str(&format!(" {written}"));
            }
        }
        if game.plies().next().is_some() {
            text.push('\n');
        }
        text
    }

    /// Reads a game.
    ///
    /// # Errors
    /// A [`TextError`] that names line and column.
    pub fn read(text: &str) -> Result<GameText, TextError> {
        let mut game = GameText::default();
        let mut comment: Option<Place> = None;
        for (index, line) in text.lines().enumerate() {
            let place = |at: usize| Place { line: index + 1, column: line[..at].chars().count() + 1 };
            let trimmed = line.trim();
            if comment.is_none() && trimmed.starts_with('[') {
                let at = line.len() - line.trim_start().len();
                game.tags.push(read_tag(trimmed).ok_or(TextError { place: place(at), fault: TextFault::Tag })?);
                continue;
            }
            let mut at = 0;
            while at < line.len() {
                let rest = &line[at..];
                if comment.is_some() {
                    let Some(end) = rest.find('}') else { break };
                    at += end + 1;
                    comment = None;
                    continue;
                }
                let skip = rest.len() - rest.trim_start().len();
                if skip > 0 {
                    at += skip;
                    continue;
                }
                if rest.starts_with('{') {
                    comment = Some(place(at));
                    at += 1;
                    continue;
                }
                let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
                game.word(&rest[..end], place(at))?;
                at += end;
            }
        }
        match comment {
            Some(place) => Err(TextError { place, fault: TextFault::Comment }),
            None => Ok(game),
        }
    }

    /// A word of the moves: a number, a result or a move.
    fn word(&mut self, word: &str, place: Place) -> Result<(), TextError> {
        let is_result = matches!(word, "*" | "attackers" | "defenders" | "draw");
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let numbered = word[digits..].starts_with(['.', '…']) || digits == word.len();
        let written = if numbered { word[digits..].trim_start_matches(['.', '…']) } else { word };
        let written = written.trim_start_matches(['.', '…']);
        if is_result || written.is_empty() {
            return Ok(());
        }
        let column = place.column + word.chars().count() - written.chars().count();
        let place = Place { column, ..place };
        match read_move(written) {
            Ok(written) => {
                self.moves.push((place, written));
                Ok(())
            }
            Err(error) => {
                let place = Place { column: place.column + error.column - 1, ..place };
                Err(TextError { place, fault: error.into() })
            }
        }
    }

    /// The value of a tag, the first of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The rule set that the tags name: a leaflet, or one with house rules.
    ///
    /// # Errors
    /// A [`TextError`] that names what is missing or unknown.
    pub fn ruleset(&self) -> Result<Arc<Ruleset>, TextError> {
        let fail = |fault| TextError { place: Place { line: 1, column: 1 }, fault };
        let id = self.tag(RULES).ok_or_else(|| fail(TextFault::NoRules))?;
        let base = match (leaflet(id), self.tag(BASE)) {
            (_, Some(base)) => leaflet(base).ok_or_else(|| fail(TextFault::UnknownRules(base.to_owned())))?,
            (Some(leaflet), None) => return Ok(leaflet.clone()),
            (None, None) => return Err(fail(TextFault::UnknownRules(id.to_owned()))),
        };
        let mut file = format!("format = 1\nid = {id:?}\nname = {id:?}\nbase = {:?}\n", base.id());
        if let Some(rows) = self.tag(START) {
            Setup::from_rows(rows).map_err(|error| fail(error.into()))?;
            file.push_str(&format!("[start]\nis = {:?}\n", rows.trim()));
        }
        for (_, change) in self.tags.iter().filter(|(name, _)| name == HOUSE) {
            let known = change
                .split_once('=')
                .and_then(|(question, word)| Some((Question::from_id(question)?, word)))
                .filter(|(question, word)| question.words().contains(word));
            let (question, word) = known.ok_or_else(|| fail(TextFault::House(change.clone())))?;
            file.push_str(&format!("[answers.{}]\nis = {word:?}\n", question.id()));
        }
        Ruleset::from_toml(&file).map(Arc::new).map_err(|_| fail(TextFault::UnknownRules(id.to_owned())))
    }

    /// Plays the game under a rule set, and ends it as the tags say if it does not end on the board.
    ///
    /// # Errors
    /// The first [`TextError`].
    pub fn replay(&self, ruleset: Arc<Ruleset>) -> Result<Game, TextError> {
        let head = |fault| TextError { place: Place { line: 1, column: 1 }, fault };
        let referee = Arc::new(Referee::new(ruleset.clone()));
        let turn = match self.tag(TURN) {
            None => ruleset.first(),
            Some(word) => word.parse().map_err(|_| head(TextFault::Side(word.to_owned())))?,
        };
        let setup = match self.tag(POSITION) {
            None => ruleset.start().clone(),
            Some(rows) => Setup::from_rows(rows).map_err(|e| head(e.into()))?,
        };
        let position = referee.position(&setup, turn).map_err(|e| head(e.into()))?;
        let mut game = Game::from_position(referee, position);
        for (place, written) in &self.moves {
            let fail = |fault| TextError { place: *place, fault };
            let mv = game.legal(written.intent).map_err(|e| fail(e.into()))?;
            let played = &game.play(mv).played;
            written.check(played).map_err(|e| fail(e.into()))?;
        }
        self.end(&mut game).map_err(head)?;
        Ok(game)
    }

    /// Ends a game off the board, where the tags say that it ended so.
    fn end(&self, game: &mut Game) -> Result<(), TextFault> {
        let wrong = |word: &str| TextFault::Result(word.to_owned());
        let Some(result) = self.tag(RESULT) else { return Ok(()) };
        if game.outcome().is_some() {
            return if result_word(game.outcome()) == result { Ok(()) } else { Err(wrong(result)) };
        }
        let winner = match result {
            "*" => return Ok(()),
            "draw" => None,
            side => Some(side.parse::<Side>().map_err(|_| wrong(side))?),
        };
        let word = self.tag(ENDING).unwrap_or(if winner.is_some() { "resignation" } else { "agreement" });
        let reason = match (word, winner) {
            ("agreement", None) => Ending::Agreement,
            ("resignation", Some(_)) => Ending::Resignation,
            ("time", _) => Ending::Time,
            ("abandoned", _) => Ending::Abandoned,
            (claim, None) => {
                let ground = claim.strip_prefix("claim ").and_then(Ground::from_id);
                Ending::Claim(ground.ok_or_else(|| wrong(word))?)
            }
            _ => return Err(wrong(word)),
        };
        game.end(Outcome { winner, reason }).map_err(|_| wrong(word))
    }
}

fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome { winner: None, .. }) => "draw",
        Some(Outcome { winner: Some(side), .. }) => side.id(),
    }
}

fn read_tag(line: &str) -> Option<(String, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let fits = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    (fits && !value.contains('"')).then(|| (name.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hnefi_rules::{Happening, Offer};

    /// Whether two games went alike on the board and ended alike; what was offered in between is not written.
    fn alike(a: &Game, b: &Game) -> bool {
        let plies = |game: &Game| -> Vec<Happening> {
            game.happenings().iter().filter(|h| matches!(h, Happening::Ply(_) | Happening::Ended(_))).cloned().collect()
        };
        a.start() == b.start() && plies(a) == plies(b) && a.outcome() == b.outcome()
    }

    fn play(game: &mut Game, moves: &[&str]) {
        for mv in moves {
            let mv = game.legal(read_move(mv).unwrap().intent).unwrap();
            game.play(mv);
        }
    }

    fn new(id: &str) -> Game {
        Game::new(Arc::new(Referee::new(leaflet(id).unwrap().clone())))
    }

    #[track_caller]
    fn there_and_back(game: &Game) -> String {
        let written = GameText::write(game, &[("Attackers", "Anna \"the axe\"")]);
        let text = GameText::read(&written).unwrap();
        let back = text.replay(text.ruleset().unwrap()).unwrap_or_else(|e| panic!("{e}\n{written}"));
        assert!(alike(&back, game), "\n{written}");
        assert_eq!(GameText::write(&back, &[("Attackers", "Anna 'the axe'")]), written);
        written
    }

    #[test]
    fn written_and_read_back() {
        let mut game = new("fetlar-2018");
        assert_eq!(
            there_and_back(&game),
            "[Attackers \"Anna 'the axe'\"]\n[Rules \"fetlar-2018\"]\n[Result \"*\"]\n\n"
        );
        play(&mut game, &["d1-d4", "f4-i4", "h1-h3"]);
        game.offer(Side::Attackers, Offer::Draw).unwrap();
        game.drop_offer(Side::Defenders).unwrap();
        game.resign(Side::Defenders).unwrap();
        assert_eq!(
            there_and_back(&game),
            "[Attackers \"Anna 'the axe'\"]\n[Rules \"fetlar-2018\"]\n[Result \"attackers\"]\n\
             [Ending \"resignation\"]\n\n1. d1-d4 f4-i4\n2. h1-h3\n"
        );
    }

    #[test]
    fn off_the_board_endings_come_back() {
        for outcome in [
            Outcome::draw(Ending::Agreement),
            Outcome::draw(Ending::Claim(Ground::KingAtSide)),
            Outcome::win(Side::Attackers, Ending::Time),
            Outcome::draw(Ending::Abandoned),
        ] {
            let mut game = new("fetlar-2018");
            game.end(outcome).unwrap();
            there_and_back(&game);
        }
    }

    #[test]
    fn a_set_up_position_and_a_house_rule_come_back() {
        let house = Ruleset::from_toml(
            "format = 1\nid = \"mine\"\nname = \"Mine\"\nbase = \"nestorgames\"\n[answers.no-move]\nis = \"loss\"\n",
        )
        .unwrap();
        let referee = Arc::new(Referee::new(Arc::new(house)));
        let setup = Setup::from_rows("/11/9t1/11/4t6/11/11/11/1T9/11/11/3K7/").unwrap();
        let position = referee.position(&setup, Side::Defenders).unwrap();
        let mut game = Game::from_position(referee, position);
        play(&mut game, &["b8-b1", "j2-j4", "d11-a11"]);
        let written = there_and_back(&game);
        assert!(written.contains("[Rules \"mine\"]\n[Base \"nestorgames\"]\n[House \"no-move=loss\"]\n[Position \""));
        assert!(written.ends_with("[Ending \"king-escaped\"]\n\n1. ... b8-b1\n2. j2-j4 d11-a11\n"), "{written}");
    }

    #[test]
    fn a_house_start_comes_back() {
        let house = Ruleset::from_toml(
            "format = 1\nid = \"small\"\nname = \"Small\"\nbase = \"fetlar-2018\"\n\
             [start]\nis = \"/2t4/1t5/3T3/t2KT2/7/7/2t4/\"\n",
        )
        .unwrap();
        let mut game = Game::new(Arc::new(Referee::new(Arc::new(house))));
        play(&mut game, &["c1-d1"]);
        let written = there_and_back(&game);
        assert!(written.contains("[Start \"/2t4/1t5/3T3/t2KT2/7/7/2t4/\"]\n[Result"), "{written}");
    }

    #[test]
    fn liberal_reading() {
        let text = "\n[rules \"fetlar-2018\"]\n[Site \"a kitchen\"]\n\n1.d1-d4 {a comment\nover two lines} f4i4 2…\n H1-H3 *\n";
        let text = GameText::read(text).unwrap();
        let game = text.replay(text.ruleset().unwrap()).unwrap();
        let moves: Vec<String> = game.plies().map(|p| p.played.mv.to_string()).collect();
        assert_eq!(moves, ["d1-d4", "f4-i4", "h1-h3"]);
    }

    #[track_caller]
    fn refuse(text: &str, line: usize, column: usize, message: &str) {
        let read = GameText::read(text).and_then(|text| text.replay(text.ruleset()?));
        let error = read.unwrap_err();
        assert_eq!(error.place, Place { line, column }, "{error}");
        assert!(error.fault.to_string().contains(message), "{error}");
    }

    #[test]
    fn faults_name_line_and_column() {
        let head = "[Rules \"fetlar-2018\"]\n";
        refuse("1. d1-d4", 1, 1, "Rules is missing");
        refuse("[Rules \"chess\"]", 1, 1, "no rule set `chess`");
        refuse("[Rules fetlar-2018]", 1, 1, "a tag is written");
        refuse(&format!("{head}\n1. d1-d4 f4-\n"), 3, 13, "must follow f4");
        refuse(&format!("{head}\n1. d1-d4 d5-d6\n"), 3, 10, "nothing stands on d5");
        refuse(&format!("{head}\n1. d1-d4 {{ open\n"), 3, 10, "not closed");
        refuse(&format!("{head}\n1. d1-d4xd5\n"), 3, 4, "captures nothing");
        refuse(&format!("{head}[Result \"white\"]\n"), 1, 1, "`white` is not how");
        refuse(&format!("{head}[Position \"11/11\"]\n"), 1, 1, "rank 1");
        refuse(&format!("{head}[Base \"fetlar-2018\"]\n[House \"no-move=maybe\"]\n"), 1, 1, "no house rule");
    }
}
