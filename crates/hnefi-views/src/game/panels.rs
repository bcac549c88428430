//! What a game page says of its game round the board.

use askama::Template;
use hnefi_rules::Side;
use hnefi_wire::{AbsentState, OfferState, Player, SideWord, State, called};
use hnefi_words::{Words, isolated};
use serde_json::json;

use crate::clause::ClauseLine;
use crate::filters;

/// The parts of a game page that a state fills.
#[derive(Template)]
#[template(path = "game-panels.html")]
pub(super) struct Panels<'a> {
    state: &'a State,
    status: String,
    /// The score of the match, where there is one to speak of.
    score: &'a str,
    names: [(&'static str, Named); 2],
    /// What may be done, under the board.
    actions: Vec<Action>,
    /// What begins another game.
    again: Vec<Action>,
    /// What ends this one.
    endings: Vec<Action>,
    reply: Option<Reply>,
    /// Who has left the game, for who may claim it.
    absent: Option<&'a AbsentState>,
}

/// Who plays a side: a sentence in which a member's name leads to his page.
struct Named {
    before: String,
    /// The name, and the address of the page.
    member: Option<(String, String)>,
    after: String,
}

/// A button, and what is asked once more before it does what nobody gets back.
struct Action {
    id: String,
    label: String,
    /// What the page says when it is pressed, as JSON; before that, perhaps, the question.
    say: String,
    sure: Option<Sure>,
    firm: bool,
}

struct Sure {
    says: String,
    yes: String,
    no: String,
}

/// What can be said to an offer that stands.
enum Reply {
    /// Who was asked accepts or declines: labels, and what the page says.
    Asked { accept: (String, String), decline: (String, String) },
    /// Who asked takes it back.
    Waits { withdraw: String },
}

/// What stands first under the board.
const ORDER: [&str; 3] = ["take-back", "hint", "prove"];
/// The same when the game is over: what takes something away comes last.
const ORDER_AFTER: [&str; 3] = ["hint", "prove", "take-back"];
/// What begins another game.
const AGAIN: [&str; 2] = ["rematch", "same-sides"];

impl<'a> Panels<'a> {
    pub(super) fn of(state: &'a State) -> Panels<'a> {
        let scored = state.match_state.game > 1 || state.match_state.of.is_some();
        let order = if state.outcome.is_some() { ORDER_AFTER } else { ORDER };
        // Time is given at the clock.
        let actions = state.actions.iter().filter(|id| *id != "give-time");
        let (again, rest): (Vec<_>, Vec<_>) = actions.partition(|id| AGAIN.contains(&id.as_str()));
        let (mut under, endings): (Vec<_>, Vec<_>) = rest.into_iter().partition(|id| order.contains(&id.as_str()));
        under.sort_by_key(|id| order.iter().position(|known| known == id));
        let all = |ids: Vec<&String>| ids.into_iter().map(|id| Action::of(id, state)).collect();
        Panels {
            state,
            status: status(state),
            score: if scored { &state.match_state.says } else { "" },
            names: Side::ALL.map(|side| (side.id(), name(state, side))),
            actions: all(under),
            again: all(again),
            endings: all(endings),
            absent: absent(state),
            reply: state.offer.as_ref().and_then(|offer| Reply::of(offer, state)),
        }
    }
}

/// Who has left, where it is the other side of who looks on.
fn absent(state: &State) -> Option<&AbsentState> {
    let absent = state.clock.as_ref()?.absent.as_ref()?;
    matches!(*state.you.as_slice(), [side] if side != absent.side).then_some(absent)
}

fn status(state: &State) -> String {
    let words = Words::english();
    let values = [("status", state.status.as_str().into())];
    match (&state.outcome, state.you.as_slice()) {
        (Some(outcome), _) => outcome.says.clone(),
        (None, _) if state.thinking => words.format("play-thinking", &values),
        (None, [side]) if *side == state.turn => words.format("play-your-move", &values),
        (None, _) => state.status.clone(),
    }
}

/// Who plays a side.
fn name(state: &State, side: Side) -> Named {
    let words = Words::english();
    let player = if side == Side::Attackers { &state.players.attackers } else { &state.players.defenders };
    let own = state.you.contains(&side.into());
    let text = |id: &str| Named { before: words.text(id), member: None, after: String::new() };
    let (id, name, page) = match player {
        _ if state.you.len() == 2 => return text("play-player-here"),
        Player::Person { name: Some(name), page, bot, .. } if own => {
            ("play-player-named-you", called(name, *bot), page)
        }
        _ if own => return text("play-player-you"),
        Player::Computer { level, name } => {
            let values = [("level", level.to_string().into()), ("name", name.as_str().into())];
            return Named { before: words.format("play-player-computer", &values), ..text("play-player-here") };
        }
        Player::Open => return text("play-player-open"),
        Player::Former => return text("former-member"),
        Player::Person { name: Some(name), online: true, page, bot } => {
            ("play-player-named-online", called(name, *bot), page)
        }
        Player::Person { name: Some(name), online: false, page, bot } => {
            ("play-player-named-away", called(name, *bot), page)
        }
        Player::Person { name: None, online: true, .. } => return text("play-player-online"),
        Player::Person { name: None, online: false, .. } => return text("play-player-away"),
    };
    let isolated = isolated(&name);
    let says = words.format(id, &[("name", isolated.as_str().into())]);
    match (page, says.split_once(&isolated)) {
        (Some(page), Some((before, after))) => {
            Named { before: before.to_owned(), member: Some((isolated, page.clone())), after: after.to_owned() }
        }
        _ => Named { before: says, member: None, after: String::new() },
    }
}

/// Whether a person decides alone what happens: on one screen, or against the computer.
fn is_alone(state: &State) -> bool {
    let computer = |player: &Player| matches!(player, Player::Computer { .. });
    state.you.len() == 2 || computer(&state.players.attackers) || computer(&state.players.defenders)
}

impl Action {
    fn of(id: &str, state: &State) -> Action {
        let words = Words::english();
        let side: Side = match *state.you.as_slice() {
            [side] => side.into(),
            _ => state.turn.into(),
        };
        let ground = id.strip_prefix("claim:");
        let label = match (id, ground) {
            (_, Some(ground)) => format!("play-claim-{ground}"),
            ("rematch", _) if state.match_state.goes_on => "play-rematch-next".to_owned(),
            ("take-back" | "rematch" | "same-sides", _) if !is_alone(state) => format!("play-{id}-ask"),
            _ => format!("play-{id}"),
        };
        let say = match (id, ground) {
            (_, Some(ground)) => json!({ "type": "offer", "kind": "claim", "ground": ground }),
            ("resign", _) => json!({ "type": "resign", "as": side.id() }),
            ("offer-draw", _) => json!({ "type": "offer", "kind": "draw" }),
            ("hint" | "prove", _) => json!({ "type": id }),
            _ => json!({ "type": "offer", "kind": id }),
        };
        let sure = match id {
            "resign" => Some(format!("play-resign-sure-{}", side.id())),
            "take-back" if state.outcome.is_some() => Some("play-take-back-sure".to_owned()),
            _ => None,
        };
        let sure = sure.map(|says| Sure {
            says: words.text(&says),
            yes: words.text(&format!("play-{id}-yes")),
            no: words.text(&format!("play-{id}-no")),
        });
        Action { id: id.to_owned(), label: words.text(&label), say: say.to_string(), sure, firm: id == AGAIN[0] }
    }
}

impl Reply {
    fn of(offer: &OfferState, state: &State) -> Option<Reply> {
        let words = Words::english();
        let by = Side::from(offer.by);
        let answer = |accept: bool| json!({ "type": "answer", "accept": accept, "as": (!by).id() }).to_string();
        let kind = offer.kind;
        if offer.answer {
            // Between the games of a match nothing is offered: one says that he is ready.
            let next = kind == "rematch" && state.match_state.goes_on;
            let accept = if next { "clock-ready" } else { &format!("play-accept-{kind}") };
            let accept = (words.text(accept), answer(true));
            let decline = (words.text(&format!("play-decline-{kind}")), answer(false));
            return Some(Reply::Asked { accept, decline });
        }
        let mine = state.you.contains(&SideWord::from(by));
        mine.then(|| Reply::Waits { withdraw: json!({ "type": "withdraw", "as": by.id() }).to_string() })
    }
}
