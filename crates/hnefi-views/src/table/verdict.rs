//! The referee's answer at the table, as the page writes it.

use askama::Template;
use hnefi_rules::Side;
use hnefi_wire::{AskError, At, Decided, TableAnswer, TableQuestion, table_answer};
use hnefi_words::Words;

use crate::clause::ClauseLine;
use crate::drawn::html;
use crate::{Drawn, filters};

/// Answers a question about a position, and writes the answer for the page.
///
/// ```
/// let question = r#"{"rules":"brandubh","position":"/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/","turn":"attackers","move":"d1-c1"}"#;
/// let drawn = hnefi_views::table::answer(serde_json::from_str(question).unwrap()).unwrap();
/// assert!(drawn.said.mv.unwrap().allowed && drawn.html.contains(r#"<div id="verdict">"#));
/// ```
///
/// # Errors
/// When it cannot be read.
pub fn answer(question: TableQuestion) -> Result<Drawn<TableAnswer>, AskError> {
    let turn = question.turn.into();
    let said = table_answer(question)?;
    Ok(Drawn { html: html(&Verdict::of(&said, turn)), said })
}

/// What each rule set says of the last move of a game, and how a page writes that.
///
/// ```
/// let at = hnefi_wire::At { rules: "fetlar-2018".to_owned(), ..Default::default() };
/// assert!(hnefi_views::table::rulings(&at).unwrap().html.contains("All of these say the same"));
/// ```
///
/// # Errors
/// When what is said to have been played cannot be.
pub fn rulings(at: &At) -> Result<Drawn<TableAnswer>, AskError> {
    let said = hnefi_wire::rulings(at)?;
    Ok(Drawn { html: html(&Rulings { answer: &said }), said })
}

/// The rule sets by what they say.
#[derive(Template)]
#[template(path = "rulings.html")]
struct Rulings<'a> {
    answer: &'a TableAnswer,
}

/// The parts of the page that say it.
#[derive(Template)]
#[template(path = "table-verdict.html")]
struct Verdict<'a> {
    answer: &'a TableAnswer,
    /// What the move does.
    tried: Option<String>,
    /// What decides, each with what it does or a clause of its own.
    told: Vec<&'a Decided>,
    /// What adds nothing to the sentences, and is folded away.
    further: Vec<&'a Decided>,
    /// How many moves there are, where nothing is tried and nothing has ended.
    ready: Option<String>,
}

impl<'a> Verdict<'a> {
    fn of(answer: &'a TableAnswer, turn: Side) -> Verdict<'a> {
        let words = Words::english();
        let adds = |(at, decided): &(usize, &'a Decided)| *at == 0 || !decided.says.is_empty();
        let (told, further): (Vec<_>, Vec<_>) = answer.decided.iter().enumerate().partition(adds);
        let alone = |decided: Vec<(usize, &'a Decided)>| decided.into_iter().map(|(_, decided)| decided).collect();
        let tried = answer.mv.as_ref().filter(|tried| tried.allowed).map(|tried| {
            let nothing = tried.captures.is_empty() && tried.outcome.is_none();
            let nothing = nothing.then(|| words.text("table-nothing-captured"));
            [Some(tried.says.clone()), nothing].into_iter().flatten().collect::<Vec<_>>().join(" ")
        });
        let ready = (answer.mv.is_none() && answer.outcome.is_none()).then(|| {
            let count: usize = answer.legal.values().map(Vec::len).sum();
            let side = words.text(if turn == Side::Attackers { "play-attackers" } else { "play-defenders" });
            words.format("table-ready", &[("count", count.into()), ("side", side.into())])
        });
        Verdict { answer, tried, told: alone(told), further: alone(further), ready }
    }
}
