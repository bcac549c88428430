//! An analysis: a text that holds a game with its variations, and a place in it. Every change makes another text.

pub(crate) mod messages;

use std::sync::Arc;

use hnefi_formats::{
    Content, GameTree, Judged, MAX_MOVES, MAX_TEXT, Mark, Place, ReadError, ReadFault, ReadRules, Remarks, Said,
    WrittenGame, read_any, write_tag_list,
};
use hnefi_live::ActError;
use hnefi_rules::{Game, Intent, Ruleset, leaflets};
use hnefi_words::Words;

use crate::house::name_of;
use crate::{
    AskError, At, PositionAnswer, Refused, Refusing, RulesName, StudyAnswer, StudyEdit, StudyQuestion, intent,
    ruleset_of, wrong,
};

/// An analysis with its tree, and the place that is shown.
///
/// ```
/// use hnefi_wire::Study;
/// let question = r#"{"text":"copenhagen, d1-d4, f4-i4","path":["d1-d4"],"edit":{"do":"play","move":"f4-f3"}}"#;
/// let answer = Study::of(serde_json::from_str(question).unwrap()).unwrap().answer();
/// assert_eq!(answer.path, ["d1-d4", "f4-f3"]);
/// assert!(answer.text.ends_with("1. d1-d4 f4-i4 (1. ... f4-f3)\n"));
///
/// // Who has resigned, has lost at the end of what was played.
/// let text = r#"{"text":"[Rules \"copenhagen\"]\n[Result \"attackers\"]\n\n1. d1-d4","path":["d1-d4"]}"#;
/// let resigned = Study::of(serde_json::from_str(text).unwrap()).unwrap().answer();
/// assert_eq!(resigned.says, "The attackers won.");
///
/// // A comment that arrives twice draws what it says once.
/// let text = r#"{"text":"[Rules \"copenhagen\"]\n\n{Here [%csl Ba1]}","path":[],"edit":{"do":"comment","text":"Here [%csl Ba1]"}}"#;
/// let drawn = Study::of(serde_json::from_str(text).unwrap()).unwrap().answer();
/// assert_eq!((drawn.comment.as_str(), drawn.marks), ("Here", vec!["Ba1".to_owned()]));
/// ```
#[derive(Clone, Debug)]
pub struct Study {
    /// The tree.
    pub tree: GameTree,
    /// The number of the place.
    pub at: usize,
    refused: Option<Refused>,
    notes: Vec<String>,
}

impl Study {
    /// What a question asks about, after the change that it asks for.
    ///
    /// # Errors
    /// When the text cannot be read, or the change cannot be made.
    pub fn of(question: StudyQuestion) -> Result<Study, AskError> {
        let StudyQuestion { text, path, edit, .. } = question;
        match edit {
            Some(StudyEdit::Read { text, rules, game }) => {
                let rules = (!rules.is_empty()).then(|| ruleset_of(&rules)).transpose()?;
                Study::read(&text, game, rules)?.go(&path)
            }
            Some(StudyEdit::Start { at }) => {
                let tree = GameTree::of(&at.game()?);
                let last = tree.nodes().len() - 1;
                Ok(Study { tree, at: last, refused: None, notes: Vec::new() })
            }
            edit => {
                let mut study = Study::read(&text, 0, None)?.go(&path)?;
                if let Some(edit) = edit {
                    study.change(edit)?;
                }
                Ok(study)
            }
        }?
        .without_unplayed()
    }

    /// What could not be played was told, and is not kept.
    fn without_unplayed(self) -> Result<Study, AskError> {
        if self.tree.unplayed() == 0 {
            return Ok(self);
        }
        let plain = Study::read(&write_tag_list(&self.tree).text, 0, None)?.go(&self.path(self.at))?;
        Ok(Study { notes: self.notes, refused: self.refused, ..plain })
    }

    fn read(text: &str, game: usize, rules: Option<Arc<Ruleset>>) -> Result<Study, AskError> {
        let document = read_any(text).map_err(|error| unread(&error))?;
        let mut notes = Vec::new();
        let mut written = match document.content {
            Content::Games(mut games) => {
                let count = games.len();
                let index = game.max(1) - 1;
                if index >= count {
                    return Err(wrong("game", &game.to_string()));
                }
                if count > 1 && game == 0 {
                    notes.push(Words::english().format("analyse-many-games", &[("count", count.into())]));
                }
                games.swap_remove(index)
            }
            Content::Position(position) => {
                notes.extend(position.notes.iter().map(|note| Words::english().note(note, &leaflets()[0])));
                let turn = position.turn.map(|turn| (Place::START, turn));
                WrittenGame { position: Some((Place::START, position.setup)), turn, ..WrittenGame::default() }
            }
            Content::Rules(rules) => WrittenGame { rules: Some(Ok(rules)), ..WrittenGame::default() },
        };
        if let (None, Some(ruleset)) = (&written.rules, rules) {
            written.rules = Some(Ok(ReadRules { ruleset, notes: Vec::new() }));
        }
        let tree = written.play(None).map_err(|error| unread(&error))?;
        let mut study = Study { tree, at: 0, refused: None, notes };
        study.tell();
        Ok(study)
    }

    /// Tells what was understood otherwise than it was written, and what cannot be kept.
    fn tell(&mut self) {
        let (words, rules) = (Words::english(), self.tree.ruleset());
        self.notes.extend(self.tree.notes.iter().map(|note| words.note(note, rules)));
        self.notes.extend(self.tree.rejections().map(|error| words.read_error(&error, rules)));
        self.notes.extend(write_tag_list(&self.tree).losses.iter().map(|loss| words.loss(loss)));
    }

    /// Goes to the place to which moves lead, as far as they are there.
    fn go(mut self, path: &[String]) -> Result<Study, AskError> {
        let path: Vec<Intent> = path.iter().map(|mv| intent(mv)).collect::<Result<_, _>>()?;
        self.at = self.tree.find(&path).0;
        Ok(self)
    }

    fn change(&mut self, edit: StudyEdit) -> Result<(), AskError> {
        match edit {
            StudyEdit::Play { mv, then } => {
                for mv in [mv].iter().chain(&then) {
                    match self.tree.play_at(self.at, intent(mv)?) {
                        Ok(number) => self.at = number,
                        Err(refusal) => {
                            self.refused = Some(Refusing::of(ActError::Illegal(refusal), &self.game()).refused);
                            break;
                        }
                    }
                }
            }
            StudyEdit::Promote { main: false } => drop(self.tree.promote(self.at)),
            StudyEdit::Promote { main: true } => self.tree.promote_to_main(self.at),
            StudyEdit::Delete => self.at = self.tree.delete(self.at),
            StudyEdit::Comment { text } => self.remark(|remarks| {
                // A command that somebody types draws, too; a comment that arrives twice draws it once.
                let typed = Remarks::read(text.trim());
                remarks.words = typed.words;
                for mark in typed.marks {
                    if !remarks.marks.contains(&mark) {
                        remarks.toggle(mark);
                    }
                }
            }),
            StudyEdit::Mark { mark } => {
                let read: Mark = mark.parse().map_err(|_| wrong("mark", &mark))?;
                let size = self.tree.ruleset().size();
                let is_on_board = |square: hnefi_rules::Square| square.file() < size && square.rank() < size;
                if !is_on_board(read.from) || !read.to.is_none_or(is_on_board) || read.to == Some(read.from) {
                    return Err(wrong("mark", &mark));
                }
                self.remark(|remarks| remarks.toggle(read));
            }
            StudyEdit::Unmark => self.remark(|remarks| remarks.marks.clear()),
            StudyEdit::Rules { rules } => {
                let ruleset = ruleset_of(&rules)?;
                let path: Vec<String> = self.path(self.at);
                let tree = self.tree.under(&ruleset).map_err(|error| unread(&error))?;
                *self = Study { tree, at: 0, refused: None, notes: Vec::new() }.go(&path)?;
                self.tell_refused();
            }
            StudyEdit::Start { .. } | StudyEdit::Read { .. } => {}
        }
        let fault = |fault| Err(unread(&ReadError { place: Place::START, fault }));
        match write_tag_list(&self.tree).text.chars().count() {
            _ if self.tree.nodes().len() > MAX_MOVES + 1 => fault(ReadFault::TooMany(MAX_MOVES)),
            length if length > MAX_TEXT => fault(ReadFault::TooLong(MAX_TEXT)),
            _ => Ok(()),
        }
    }

    /// Tells which moves another rule set refuses, and how many are gone with them.
    fn tell_refused(&mut self) {
        let (words, rules) = (Words::english(), self.tree.ruleset().clone());
        for node in self.tree.nodes() {
            if let Judged::Refused(refusal) = &node.judged {
                let half = node.depth - 1 + usize::from(self.tree.start().turn() != rules.first());
                let dots = if half.is_multiple_of(2) { "." } else { "…" };
                let values = [
                    ("move", words.intent(refusal.intent).into()),
                    ("number", format!("{}{dots}", half / 2 + 1).into()),
                    ("reason", words.refusal(refusal, &rules).into()),
                ];
                self.notes.push(words.format("analyse-rules-refuse", &values));
            }
        }
        let gone = self.tree.unplayed();
        if gone > 0 {
            self.notes.push(words.format("analyse-rules-gone", &[("count", gone.into())]));
        }
    }

    fn remark(&mut self, change: impl FnOnce(&mut Remarks)) {
        let comment = &mut self.tree.nodes_mut()[self.at].comment;
        let mut remarks = Remarks::read(comment);
        change(&mut remarks);
        *comment = remarks.to_string();
    }

    /// The game up to the place.
    pub fn game(&self) -> Game {
        self.tree.game(&self.tree.way(self.at))
    }

    fn path(&self, number: usize) -> Vec<String> {
        self.moves(&self.tree.way(number))
    }

    fn moves(&self, numbers: &[usize]) -> Vec<String> {
        numbers.iter().filter_map(|&number| Some(self.tree.node(number).ply()?.played.mv.to_string())).collect()
    }

    /// How the game stands; at the end of the main line also how it ended off the board, as the text records it.
    fn says(&self, game: &Game) -> String {
        let words = Words::english();
        let status = words.status(game);
        let recorded = match self.tree.result.as_ref().map(|result| result.said) {
            Some(Said::Win(side)) => words.format("import-record-won", &[("side", side.into())]),
            Some(Said::Draw) => words.text("import-record-drawn"),
            _ => return status,
        };
        let is_end = self.at == self.tree.main_line().last().copied().unwrap_or(0);
        if is_end && game.outcome().is_none() { recorded } else { status }
    }

    /// What a page is told, without the tree as HTML.
    pub fn answer(&self) -> StudyAnswer {
        let tree = &self.tree;
        let (ruleset, game, node) = (tree.ruleset(), self.game(), tree.node(self.at));
        let remarks = Remarks::read(&node.comment);
        let at = At::of(&game);
        let tag = |name: &str| tree.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
        let players: Vec<&str> =
            ["attackers", "defenders"].iter().filter_map(|name| Some(tag(name)?.value.as_str())).collect();
        let event = || ["event", "title"].iter().find_map(|name| Some(tag(name)?.value.clone()));
        let title = if players.len() == 2 { Some(players.join(" – ")) } else { event() };
        StudyAnswer {
            text: write_tag_list(tree).text,
            path: at.moves.clone(),
            shown: PositionAnswer::of(&game),
            says: self.says(&game),
            line: self.moves(&tree.line(self.at)),
            next: self.moves(&tree.played_after(self.at)),
            variation: tree.way(self.at).into_iter().any(|number| tree.is_variation(number)),
            comment: remarks.words,
            marks: remarks.marks.iter().map(Mark::to_string).collect(),
            rules: RulesName::of(ruleset),
            rules_code: name_of(ruleset),
            title: title.unwrap_or_default().chars().filter(|c| !c.is_control()).take(100).collect(),
            size: ruleset.size(),
            throne: ruleset.has_throne(),
            corners: ruleset.has_corners(),
            refused: self.refused.clone(),
            notes: self.notes.clone(),
            html: String::new(),
            said: String::new(),
            captured: String::new(),
            at,
        }
    }
}

/// Why a text is no analysis, with its place.
fn unread(error: &ReadError) -> AskError {
    AskError::Wrong(Words::english().read_error(error, &leaflets()[0]))
}
