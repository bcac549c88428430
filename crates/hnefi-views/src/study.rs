//! What is answered about an analysis: the place, and the tree of moves as HTML; or a file.

use askama::Template;
use hnefi_formats::{Format, GameTree};
use hnefi_wire::{AskError, Study, StudyAnswer, StudyQuestion, wrong};
use hnefi_words::Words;
use serde::Serialize;

use crate::clause::ClauseLine;
use crate::game::Captured;
use crate::read::export::write;
use crate::read::score::{Item, score};

/// What is answered about an analysis.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Studied {
    /// It at a place.
    Answer(Box<StudyAnswer>),
    /// It as a file.
    File(StudyFile),
}

/// An analysis as a file.
#[derive(Clone, Debug, Serialize)]
pub struct StudyFile {
    /// What it holds.
    pub text: String,
    /// Its name.
    pub name: String,
    /// What did not get into it, a sentence each.
    pub losses: Vec<String>,
}

/// Answers a question about an analysis.
///
/// ```
/// use hnefi_views::study::{Studied, answer};
/// let question = r#"{"text":"copenhagen, d1-d4, f4-i4","path":["d1-d4"]}"#;
/// let Studied::Answer(answer) = answer(serde_json::from_str(question).unwrap()).unwrap() else { panic!("a file") };
/// assert!(answer.html.contains(r#"data-move="f4-i4""#));
/// ```
///
/// # Errors
/// When the text cannot be read, or the change cannot be made.
pub fn answer(mut question: StudyQuestion) -> Result<Studied, AskError> {
    let format = question.write.take();
    let study = Study::of(question)?;
    match format {
        None => {
            let html = Tree { tree: &study.tree, items: score(&study.tree) }.render();
            let html = html.map_err(|error| AskError::Wrong(error.to_string()))?;
            let answer = study.answer();
            let said = crate::drawn::html(&Said { answer: &answer });
            let captured = crate::drawn::html(&Fallen::at(&answer));
            Ok(Studied::Answer(Box::new(StudyAnswer { html, said, captured, ..answer })))
        }
        Some(id) => {
            let format = Format::from_id(&id).ok_or_else(|| wrong("write", &id))?;
            let (rules, position) = (study.tree.ruleset(), study.tree.position(study.at));
            let written = write(format, &study.tree, position);
            Ok(Studied::File(StudyFile {
                name: format!("hnefi-{}.{}", rules.id(), format.ending()),
                losses: written.losses.iter().map(|loss| Words::english().loss(loss)).collect(),
                text: written.text,
            }))
        }
    }
}

/// What was refused, and what else is to be said.
#[derive(Debug, Template)]
#[template(path = "study-said.html")]
struct Said<'a> {
    answer: &'a StudyAnswer,
}

/// What the last move captured, and by which clause the game ended.
#[derive(Template)]
#[template(path = "study-fallen.html")]
struct Fallen<'a> {
    captured: Option<Captured<'a>>,
    ended: Option<ClauseLine<'a>>,
}

impl Fallen<'_> {
    fn at(answer: &StudyAnswer) -> Fallen<'_> {
        let ended = answer.shown.outcome.as_ref().and_then(|outcome| outcome.clause.as_deref());
        Fallen { captured: answer.shown.ply.as_ref().map(Captured::by), ended: ended.map(ClauseLine::cited) }
    }
}

#[derive(Debug, Template)]
#[template(path = "study-tree.html")]
struct Tree<'a> {
    tree: &'a GameTree,
    items: Vec<Item>,
}

impl Tree<'_> {
    fn parent(&self, number: &usize) -> usize {
        self.tree.node(*number).parent
    }

    fn mv(&self, number: &usize) -> String {
        self.tree.node(*number).ply().map(|ply| ply.played.mv.to_string()).unwrap_or_default()
    }
}
