//! What a whole game shows, as HTML: the graph of the chances, the mistakes, the accuracy.

use askama::Template;
use hnefi_analysis::{Grade, Mistake, Reason, Review, points};
use hnefi_rules::{Game, Side};
use hnefi_wire::{AskError, ReviewAnswer, ReviewQuestion};
use hnefi_words::Words;

use crate::filters;

/// Answers a question about a whole game.
///
/// ```
/// let found = r#"{"chances":[500,200,300],"pv":["d1-b1"]}"#;
/// let question = format!(r#"{{"text":"brandubh, d1-c1, d3-c3","found":[{found},{found},{found}]}}"#);
/// let answer = hnefi_views::review::answer(&serde_json::from_str(&question).unwrap()).unwrap();
/// assert!(answer.html.contains("<svg"), "{}", answer.html);
/// assert_eq!(answer.reviewed.changes.len(), 2);
/// ```
///
/// # Errors
/// When the text cannot be read.
pub fn answer(question: &ReviewQuestion) -> Result<ReviewAnswer, AskError> {
    let (answer, review, game) = hnefi_wire::review(question)?;
    let page = ReviewPart { review: &review, game: &game, done: answer.wanted.is_empty() };
    let html = page.render().map_err(|error| AskError::Wrong(error.to_string()))?;
    Ok(ReviewAnswer { html, ..answer })
}

#[derive(Debug, Template)]
#[template(path = "review.html")]
struct ReviewPart<'a> {
    review: &'a Review,
    game: &'a Game,
    done: bool,
}

/// A row of the table of chances.
struct Row {
    ply: usize,
    mv: String,
    percents: [u32; 3],
    grade: Option<&'static str>,
}

/// The height of the graph; its width is a unit a ply.
const HEIGHT: u32 = 100;

impl ReviewPart<'_> {
    fn plies(&self) -> usize {
        self.review.chances.len().saturating_sub(1)
    }

    fn accuracy(&self) -> String {
        Words::english().accuracy(self.review)
    }

    /// The outlines of what lies below a curve: the attackers' chances, or those and the draws. One a run of positions that are known.
    fn areas(&self, with_draws: bool) -> Vec<String> {
        let height = |chances: &[u32; 3]| {
            let part = chances[0] + if with_draws { chances[1] } else { 0 };
            f64::from(HEIGHT) * (1.0 - f64::from(part) / 1_000.0)
        };
        let mut areas = Vec::new();
        let mut run: Vec<(usize, f64)> = Vec::new();
        let known = self.review.chances.iter().enumerate().map(|(at, chances)| (at, chances.as_ref().map(height)));
        for (at, height) in known.chain([(usize::MAX, None)]) {
            match height {
                Some(height) => run.push((at, height)),
                None => areas.extend(outline(&std::mem::take(&mut run))),
            }
        }
        areas
    }

    fn mistakes(&self) -> &[Mistake] {
        &self.review.mistakes
    }

    fn sentence(&self, mistake: &Mistake) -> String {
        Words::english().mistake(mistake)
    }

    fn grade(&self, grade: &Grade) -> String {
        Words::english().format("review-grade", &[("grade", grade.id().into())])
    }

    /// “62 % to 41 %”, the chances of who made the mistake, where the sentence does not tell them.
    fn fall(&self, mistake: &Mistake) -> String {
        if let Reason::Chances { .. } = mistake.reason {
            return String::new();
        }
        let [before, after] = [mistake.change.before, mistake.change.after].map(|c| percent(points(c, mistake.side())));
        let values = [("side", mistake.side().into()), ("before", before.into()), ("after", after.into())];
        Words::english().format("review-fall", &values)
    }

    /// “12. f4–f3”, as the moves of a game are counted.
    fn numbered(&self, ply: &usize) -> String {
        let mv = self.game.ply(ply - 1).map(|ply| Words::english().intent(ply.played.mv.intent()));
        let second = usize::from(self.game.start().turn() != self.game.referee().ruleset().first());
        let half = ply - 1 + second;
        let dots = if half.is_multiple_of(2) { "." } else { "…" };
        format!("{}{dots} {}", half / 2 + 1, mv.unwrap_or_default())
    }

    fn rows(&self) -> Vec<Row> {
        let row = |(ply, chances): (usize, &Option<[u32; 3]>)| {
            let mistake = self.review.mistakes.iter().find(|mistake| mistake.change.ply == ply);
            Some(Row {
                ply,
                mv: if ply == 0 { Words::english().text("review-start") } else { self.numbered(&ply) },
                percents: chances.as_ref()?.map(|part| percent(f64::from(part) / 1_000.0)),
                grade: mistake.map(|mistake| mistake.grade.id()),
            })
        };
        self.review.chances.iter().enumerate().filter_map(row).collect()
    }

    /// How many mistakes of a side are exercises: those that cost much, where a better move is known.
    fn exercises(&self, side: Side) -> usize {
        self.review.mistakes.iter().filter(|mistake| mistake.side() == side && mistake.is_exercise()).count()
    }

    fn attackers(&self) -> usize {
        self.exercises(Side::Attackers)
    }

    fn defenders(&self) -> usize {
        self.exercises(Side::Defenders)
    }

    /// What makes each grade, a sentence each.
    fn thresholds(&self) -> Vec<String> {
        let sentence = |grade: Grade| {
            let (part, least) = grade.part();
            let values = [
                ("grade", grade.id().into()),
                ("threshold", percent(grade.threshold()).into()),
                ("part", percent(part).into()),
                ("least", percent(least).into()),
            ];
            Words::english().format("review-threshold-grade", &values)
        };
        Grade::ALL.into_iter().map(sentence).collect()
    }
}

fn percent(part: f64) -> u32 {
    (100.0 * part).round() as u32
}

/// The outline of what lies below a run of heights; a single one is as wide as half a ply on both sides.
fn outline(run: &[(usize, f64)]) -> Option<String> {
    let (&(first, _), &(last, _)) = (run.first()?, run.last()?);
    let [from, to] = if first == last { [first as f64 - 0.5, first as f64 + 0.5] } else { [first as f64, last as f64] };
    let mut path = format!("M{from} {HEIGHT}");
    for (at, height) in run {
        match run.len() {
            1 => path.push_str(&format!("V{height:.1}H{to}")),
            _ => path.push_str(&format!("L{at} {height:.1}")),
        }
    }
    path.push_str(&format!("L{to} {HEIGHT}Z"));
    Some(path)
}
