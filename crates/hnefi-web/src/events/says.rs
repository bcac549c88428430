//! Points, results, pairings and tie-breaks in words.

use hnefi_events::{
    Bye, ByeKind, Form, Game, GameId, GameResult, GamesEach, Pairing, Penalties, Plan, PlanPart, PlayerNo, Refusal,
    Round, Standing, TieBreak, Why,
};
use hnefi_live::SaidWords;
use hnefi_rules::Side;
use hnefi_words::{Value, Words, isolated};
use jiff::Timestamp;

use super::log::Held;
use super::wish::Refused;

/// A message with the names and numbers in it.
pub(super) fn say(id: &str, values: &[(&str, Value<'_>)]) -> String {
    Words::english().format(id, values)
}

pub(super) fn text(id: &str) -> String {
    Words::english().text(id)
}

/// Half points as people write them: `0`, `½`, `3½`.
pub(super) fn halves(halves: u32) -> String {
    quarters(halves * 2)
}

/// Quarters of a point as people write them.
pub(super) fn quarters(quarters: u32) -> String {
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match quarters / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

/// A moment for programs, and in words by Greenwich.
pub(super) fn moment(at_ms: i64) -> (String, String) {
    let at = Timestamp::from_millisecond(at_ms).unwrap_or_default();
    (at.strftime("%Y-%m-%dT%H:%MZ").to_string(), at.strftime("%-d %B %Y, %H:%M UTC").to_string())
}

/// What a player is called, in a sentence.
pub(super) fn called(held: &Held, player: PlayerNo) -> String {
    isolated(held.name(player))
}

/// Which game, as forms have it: `1.3.2` for the second game at the third table of the first round.
pub(super) fn game_id(id: GameId) -> String {
    format!("{}.{}.{}", id.round, id.table, id.game)
}

/// The id of a result, as forms have it.
pub(super) fn result_id(result: GameResult) -> &'static str {
    match result {
        GameResult::Attackers => "attackers",
        GameResult::Defenders => "defenders",
        GameResult::Draw => "draw",
        GameResult::AttackersForfeit => "attackers-forfeit",
        GameResult::DefendersForfeit => "defenders-forfeit",
        GameResult::BothForfeit => "both-forfeit",
    }
}

/// The result of an id.
pub(super) fn result_of(id: &str) -> Option<GameResult> {
    GameResult::ALL.into_iter().find(|result| result_id(*result) == id)
}

/// How a game ended: "Anna won with the attackers".
pub(super) fn result(held: &Held, game: &Game, result: GameResult) -> String {
    let with = |id: &str, side: Side| say(id, &[("name", called(held, game.player(side)).into())]);
    match result {
        GameResult::Attackers => with("event-won-attackers", Side::Attackers),
        GameResult::Defenders => with("event-won-defenders", Side::Defenders),
        GameResult::Draw => text("event-draw-long"),
        GameResult::AttackersForfeit => with("event-away", Side::Attackers),
        GameResult::DefendersForfeit => with("event-away", Side::Defenders),
        GameResult::BothForfeit => text("event-away-both"),
    }
}

/// What both sides got: "1 – 0", and whether somebody did not play.
pub(super) fn score(held: &Held, game: &Game, result_: GameResult) -> String {
    let score = format!("{} – {}", halves(result_.halves(Side::Attackers)), halves(result_.halves(Side::Defenders)));
    match result_.is_played() {
        true => score,
        false => format!("{score} ({})", result(held, game, result_)),
    }
}

/// What a round is called: "Round 2", or "Final".
pub(super) fn round_title(round: &Round) -> String {
    let of = round.pairings.iter().find_map(|pairing| match pairing.why {
        Why::Bracket { of, third_place: false, .. } => Some(of),
        _ => None,
    });
    match of {
        Some(2) => text("event-final"),
        Some(4) => text("event-semifinals"),
        Some(8) => text("event-quarterfinals"),
        Some(of) => say("event-last", &[("count", of.into())]),
        None => say("event-round", &[("round", round.number.into())]),
    }
}

/// The form in a line.
pub(super) fn form(plan: &Plan) -> String {
    let form = match plan.form {
        Form::Swiss { rounds: Some(rounds) } => say("event-form-swiss-rounds", &[("rounds", rounds.into())]),
        Form::Swiss { rounds: None } => text("event-form-swiss"),
        Form::RoundRobin { cycles: 1 } => text("event-form-round-robin"),
        Form::RoundRobin { .. } => text("event-form-round-robin-twice"),
        Form::KnockOut { .. } => text("event-form-knock-out"),
        Form::Groups { groups, .. } => say("event-form-groups", &[("groups", groups.into())]),
    };
    let id = if plan.games == GamesEach::Two { "event-form-two" } else { "event-form-one" };
    say(id, &[("form", form.into())])
}

/// What the form is, in sentences.
pub(super) fn form_about(plan: &Plan) -> Vec<String> {
    let (about, third) = match plan.form {
        Form::Swiss { .. } => (text("event-about-swiss"), false),
        Form::RoundRobin { .. } => (text("event-about-round-robin"), false),
        Form::KnockOut { third_place } => (text("event-about-knock-out"), third_place),
        Form::Groups { qualify: 1, third_place, .. } => (text("event-about-groups-one"), third_place),
        Form::Groups { qualify, third_place, .. } => {
            (say("event-about-groups", &[("qualify", qualify.into())]), third_place)
        }
    };
    let mut all = vec![about];
    if third {
        all.push(text("event-about-third"));
    }
    all.push(text(if plan.games == GamesEach::Two { "event-about-two" } else { "event-about-one" }));
    all.push(text("event-about-points"));
    if plan.late_entry_till > 1 {
        all.push(text("event-about-late"));
    }
    all
}

/// The id of a tie-break, as forms and words have it.
pub(super) fn break_id(tie_break: TieBreak) -> &'static str {
    match tie_break {
        TieBreak::DirectEncounter => "direct-encounter",
        TieBreak::SonnebornBerger => "sonneborn-berger",
        TieBreak::Buchholz => "buchholz",
        TieBreak::BuchholzCut => "buchholz-cut",
        TieBreak::Wins => "wins",
        TieBreak::WinsAsAttackers => "wins-as-attackers",
    }
}

/// The name of a tie-break.
pub(super) fn break_name(tie_break: TieBreak) -> String {
    text(&format!("event-break-{}", break_id(tie_break)))
}

/// Its name where there is little room.
pub(super) fn break_short(tie_break: TieBreak) -> String {
    text(&format!("event-short-{}", break_id(tie_break)))
}

/// What it is.
pub(super) fn break_about(tie_break: TieBreak) -> String {
    text(&format!("event-what-{}", break_id(tie_break)))
}

/// Why a player is before the next one, where points do not say it.
pub(super) fn before(held: &Held, first: &Standing, second: &Standing) -> Option<String> {
    if first.halves != second.halves || first.place == second.place {
        return None;
    }
    let pairs = first.tie_breaks.iter().zip(&second.tie_breaks);
    let (one, other) = pairs.into_iter().find(|(one, other)| one.quarters != other.quarters)?;
    let value = |quarters_: Option<u32>| quarters_.map_or_else(|| "–".to_owned(), quarters);
    Some(say(
        "event-before",
        &[
            ("first", called(held, first.player).into()),
            ("second", called(held, second.player).into()),
            ("name", break_name(one.tie_break).into()),
            ("one", value(one.quarters).into()),
            ("other", value(other.quarters).into()),
        ],
    ))
}

/// That players share a place.
pub(super) fn shared(held: &Held, all: &[&Standing]) -> String {
    let names: Vec<String> = all.iter().map(|standing| called(held, standing.player)).collect();
    say("event-shared", &[("names", Words::english().list(&names).into())])
}

/// Why two players meet.
pub(super) fn why(round: &Round, pairing: &Pairing) -> String {
    match pairing.why {
        Why::Table { group: None, round } => say("event-why-table", &[("round", round.into())]),
        Why::Table { group: Some(group), round } => {
            say("event-why-table-group", &[("group", group.into()), ("round", round.into())])
        }
        Why::Swiss(_) if round.number == 1 => text("event-why-first"),
        Why::Swiss(Penalties { again: 1.., .. }) => text("event-why-swiss-again"),
        Why::Swiss(Penalties { score: 0, .. }) => text("event-why-swiss-same"),
        Why::Swiss(Penalties { score, .. }) => say("event-why-swiss-near", &[("points", halves(score.isqrt()).into())]),
        Why::Bracket { third_place: true, .. } => text("event-why-third"),
        Why::Bracket { of: 2, .. } => text("event-why-final"),
        Why::Bracket { of, number, .. } => say("event-why-bracket", &[("of", of.into()), ("number", number.into())]),
        Why::Wished | Why::ByHand => text("event-why-by-hand"),
    }
}

/// Why a player has no game, in a sentence.
pub(super) fn bye(held: &Held, bye: &Bye) -> String {
    let why = match (bye.kind, bye.why) {
        (ByeKind::Wished, _) | (_, Why::Wished) => text("event-why-bye-wished"),
        (_, Why::Swiss(Penalties { again: 0, .. })) => text("event-why-bye-fewest"),
        (_, Why::Swiss(_)) => text("event-why-bye-again"),
        (_, Why::Bracket { .. }) => text("event-why-bye-bracket"),
        (_, Why::Table { .. } | Why::ByHand) => text("event-why-bye-table"),
    };
    say("event-bye", &[("name", called(held, bye.player).into()), ("why", why.into())])
}

/// How many places there can be.
pub(super) fn places(least: i64, most: i64) -> String {
    let field = text("event-new-places");
    say("event-fault-number", &[("field", field.into()), ("least", least.into()), ("most", most.into())])
}

/// Why something was not done.
pub(super) fn refused(refused: &Refused) -> String {
    let refusal = match refused {
        Refused::Typed(says) => return says.clone(),
        Refused::Event(refusal) => refusal,
    };
    match refusal {
        Refusal::Full { most } => say("event-refused-full", &[("most", (*most).into())]),
        Refusal::NoPlace { places } => say("event-refused-places", &[("places", (*places).into())]),
        Refusal::Taken { taken } => say("event-refused-taken", &[("taken", (*taken).into())]),
        Refusal::Plan { what: PlanPart::Places, least, most, .. } => places(*least, *most),
        Refusal::TooFew { here, least } => {
            say("event-refused-few", &[("here", (*here).into()), ("least", (*least).into())])
        }
        Refusal::Begun => text("event-refused-begun"),
        Refusal::NotBegun => text("event-refused-not-begun"),
        Refusal::Finished => text("event-refused-finished"),
        Refusal::TooLate(round) => say("event-refused-late", &[("round", (*round).into())]),
        Refusal::NotHere(_) => text("event-refused-not-here"),
        Refusal::Here(_) => text("event-refused-here"),
        Refusal::Form => text("event-refused-form"),
        Refusal::RoundOpen(round) => say("event-refused-open", &[("round", (*round).into())]),
        Refusal::NoRound => text("event-refused-no-round"),
        Refusal::NoMoreRounds(rounds) => say("event-refused-no-more", &[("rounds", (*rounds).into())]),
        Refusal::Ended(_) => text("event-refused-ended"),
        Refusal::BuiltUpon(round) => say("event-refused-built", &[("round", (*round).into())]),
        Refusal::Text(_) => say("event-refused-reason", &[("most", SaidWords::LONGEST.into())]),
        _ => text("event-refused-act"),
    }
}
