//! A whole game reviewed, for programs and as the same game with what was found.

pub(crate) mod messages;

use hnefi_analysis::{Effort, Found, Mistake, Review, Trial, Verdict};
use hnefi_formats::{GameTree, Remarks};
use hnefi_rules::{BySide, Game, Side};
use hnefi_words::Words;
use serde::Serialize;

use crate::{
    AskError, At, ReviewAnswer, ReviewQuestion, SideWord, Study, StudyQuestion, TryAnswer, TryQuestion, Wanted, intent,
};

/// What a whole game shows, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Reviewed {
    /// The chances at every position, from the first on, in thousandths; null where nothing was found yet.
    pub chances: Vec<Option<[u32; 3]>>,
    /// Every move whose chances are known before and after it.
    pub changes: Vec<ChangeState>,
    /// How accurate both sides were, of 100.
    pub accuracy: AccuracyState,
}

/// How a move changed the chances.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeState {
    /// Its number, from 1.
    pub ply: usize,
    /// Who made it.
    pub side: SideWord,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The chances before it.
    pub before: [u32; 3],
    /// The chances after it.
    pub after: [u32; 3],
    /// The points that it lost, in thousandths.
    pub lost: u32,
    /// Of a mistake, what there is to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<MistakeState>,
}

/// A mistake.
#[derive(Clone, Debug, Serialize)]
pub struct MistakeState {
    /// `inaccuracy`, `mistake` or `blunder`.
    pub grade: &'static str,
    /// Whether it makes an exercise: it cost much, and a better move is known.
    pub exercise: bool,
    /// What was wrong with it, and what was better.
    pub sentence: String,
    /// What was better, and how it would have gone on; empty where that is not known.
    pub better: Vec<String>,
    /// How the other side answers best, and how it goes on.
    pub answer: Vec<String>,
}

/// How accurate both sides were, of 100; null where none of a side's moves counts.
#[derive(Clone, Debug, Serialize)]
pub struct AccuracyState {
    /// The attackers.
    pub attackers: Option<u32>,
    /// The defenders.
    pub defenders: Option<u32>,
}

impl From<&BySide<Option<f64>>> for AccuracyState {
    fn from(accuracy: &BySide<Option<f64>>) -> AccuracyState {
        let whole = |accuracy: Option<f64>| accuracy.map(|accuracy| accuracy.round() as u32);
        AccuracyState { attackers: whole(accuracy.attackers), defenders: whole(accuracy.defenders) }
    }
}

impl From<&Mistake> for MistakeState {
    fn from(mistake: &Mistake) -> MistakeState {
        let line = |line: &[hnefi_rules::Move]| line.iter().map(ToString::to_string).collect();
        MistakeState {
            grade: mistake.grade.id(),
            exercise: mistake.is_exercise(),
            sentence: Words::english().mistake(mistake),
            better: mistake.better.as_ref().map(|better| line(&better.line)).unwrap_or_default(),
            answer: line(&mistake.answer),
        }
    }
}

impl From<&Review> for Reviewed {
    fn from(review: &Review) -> Reviewed {
        let mistake = |ply: usize| review.mistakes.iter().find(|mistake| mistake.change.ply == ply);
        let changes = review.changes.iter().map(|change| ChangeState {
            ply: change.ply,
            side: change.side.into(),
            mv: change.mv.to_string(),
            before: change.before,
            after: change.after,
            lost: (1_000.0 * change.lost).round() as u32,
            mistake: mistake(change.ply).map(MistakeState::from),
        });
        Reviewed {
            chances: review.chances.clone(),
            changes: changes.collect(),
            accuracy: AccuracyState::from(&review.accuracy),
        }
    }
}

/// So many moves of a better line become a variation.
const VARIATION: usize = 6;

/// Reviews a line of a tree, and writes what was found into it: at every position the chances, at every mistake a sentence and the better
/// line as a variation, and before the first move how accurate both sides were. What was written there by an earlier review goes.
///
/// ```
/// use hnefi_analysis::Found;
/// use hnefi_formats::{Content, read_any, write_tag_list};
/// let Content::Games(games) = read_any("copenhagen, d1-d4, f4-i4\n").unwrap().content else { panic!("no games") };
/// let mut tree = games[0].play(None).unwrap();
/// let found = |chances, best: &str| Some(Found { chances, pv: vec![best.into()], ..Found::default() });
/// let found = [found([500, 200, 300], "d1-d3"), found([300, 200, 500], "f4-i4"), found([280, 200, 520], "h1-h4")];
/// hnefi_wire::annotate(&mut tree, &[1, 2], &found);
/// let text = write_tag_list(&tree).text;
/// assert!(text.contains("{Blunder: d1–d4 "), "{text}");
/// assert!(text.contains("d1–d3. [%chances 300,200,500]} (1. d1-d3)"), "{text}");
/// hnefi_wire::annotate(&mut tree, &[1, 2], &found);
/// assert_eq!(write_tag_list(&tree).text, text, "nothing stands there twice");
/// ```
pub fn annotate(tree: &mut GameTree, line: &[usize], found: &[Option<Found>]) -> Review {
    let words = Words::english();
    let game: Game = tree.game(line);
    let review = Review::of(&game, found);
    let places: Vec<usize> = std::iter::once(0).chain(line.iter().copied()).collect();
    for (at, (chances, &place)) in review.chances.iter().zip(&places).enumerate() {
        let Some(chances) = chances else { continue };
        let mistake = review.mistakes.iter().find(|mistake| mistake.change.ply == at);
        let says = match mistake {
            Some(mistake) => words.graded_mistake(mistake),
            None if at == 0 && !review.changes.is_empty() => words.accuracy(&review),
            None => String::new(),
        };
        let mv = tree.node(place).ply().map(|ply| ply.played.mv.intent());
        let comment = &mut tree.nodes_mut()[place].comment;
        let mut remarks = Remarks::read(comment);
        let mut lines: Vec<&str> = remarks.words.lines().filter(|line| !words.is_review(line, mv)).collect();
        lines.extend(Some(says.as_str()).filter(|says| !says.is_empty()));
        remarks.words = lines.join("\n");
        remarks.chances = Some(chances.map(|part| part as u16));
        *comment = remarks.to_string();
        let better = mistake.and_then(|mistake| mistake.better.as_ref());
        let mut after = places[at.saturating_sub(1)];
        for mv in better.iter().flat_map(|better| better.line.iter().take(VARIATION)) {
            match tree.play_at(after, mv.intent()) {
                Ok(next) => after = next,
                Err(_) => break,
            }
        }
    }
    review
}

/// What a line of an analysis shows by what was found of it, but for its HTML; and the review itself, with the game.
///
/// ```
/// use hnefi_wire::review;
/// let question = r#"{"text":"brandubh, d1-c1, d3-c3"}"#;
/// let (answer, _, game) = review(&serde_json::from_str(question).unwrap()).unwrap();
/// assert_eq!((answer.at.moves.len(), answer.wanted.len(), game.plies().len()), (2, 3, 2));
/// assert!(!answer.closer && answer.text.is_empty());
/// ```
///
/// # Errors
/// When the text cannot be read.
pub fn review(question: &ReviewQuestion) -> Result<(ReviewAnswer, Review, Game), AskError> {
    let ReviewQuestion { text, path, found } = question;
    let asked = StudyQuestion { text: text.clone(), path: path.clone(), ..StudyQuestion::default() };
    let mut study = Study::of(asked)?;
    let line = study.tree.line(study.at);
    let game = study.tree.game(&line);
    let effort = Effort::of(line.len());
    let known = |at: usize| found.get(at).is_some_and(Option::is_some);
    let last = line.len() + usize::from(game.outcome().is_none());
    let unknown: Vec<usize> = (0..last).filter(|&at| !known(at)).collect();
    let first = Review::of(&game, found);
    let (closer, positions) = match unknown.is_empty() {
        true => (true, first.doubtful(found, effort.closer)),
        false => (false, unknown),
    };
    let nodes = if closer { effort.closer } else { effort.first };
    let wanted: Vec<Wanted> = positions.into_iter().map(|ply| Wanted { ply, nodes }).collect();
    let mut text = String::new();
    if wanted.is_empty() {
        annotate(&mut study.tree, &line, found);
        text = hnefi_formats::write_tag_list(&study.tree).text;
    }
    let reviewed = Reviewed::from(&first);
    let answer = ReviewAnswer { at: At::of(&game), closer, wanted, reviewed, html: String::new(), text };
    Ok((answer, first, game))
}

/// How a move does that is tried in the place of a mistake.
///
/// # Errors
/// When what is tried is no move.
pub fn tried(question: &TryQuestion) -> Result<TryAnswer, AskError> {
    let TryQuestion { side, mv, before, played, after } = question;
    let side = Side::from(*side);
    let trial = Trial::of(side, intent(mv)?, before, played, after);
    let line = match trial.verdict {
        Verdict::Best => before.pv.clone(),
        _ => std::iter::once(mv.clone()).chain(after.pv.iter().cloned()).collect(),
    };
    let says = Words::english().trial(&trial);
    Ok(TryAnswer { verdict: trial.verdict.id(), solved: trial.verdict.is_solved(), says, line })
}

#[cfg(test)]
mod tests {
    use hnefi_formats::{Content, read_any, write_tag_list};

    use super::*;

    #[test]
    fn what_somebody_said_himself_is_no_earlier_review() {
        let text = "[Rules \"copenhagen\"]\n\n{Accuracy: my own}\n1. d1-d4 {Blunder: I was tired.} f4-i4\n";
        let Content::Games(games) = read_any(text).unwrap().content else { panic!("no games") };
        let mut tree = games[0].play(None).unwrap();
        let found = |chances, best: &str| Some(Found { chances, pv: vec![best.into()], ..Found::default() });
        let found = [found([500, 200, 300], "d1-d3"), found([300, 200, 500], "f4-i4"), found([280, 200, 520], "h1-h4")];
        for _ in 0..2 {
            annotate(&mut tree, &[1, 2], &found);
            let text = write_tag_list(&tree).text;
            assert!(text.contains("{Accuracy: my own") && text.contains("{Blunder: I was tired."), "{text}");
            assert_eq!((text.matches("Accuracy:").count(), text.matches("Blunder:").count()), (2, 2), "{text}");
        }
    }
}
