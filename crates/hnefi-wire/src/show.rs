//! **Show**: what a page is told about a game.

use std::collections::BTreeMap;

use hnefi_clock::Reading;
use hnefi_engine::Level;
use hnefi_live::{Action, Log, MatchLength, MatchResult, OfferKind, Room, Seat, ShownAs, Sides, Viewer};
use hnefi_rules::{BySide, Ending, Game, Offer, Side};
use hnefi_words::Words;

use crate::answers::cited;
use crate::proofs::{claim_proof, outcome_proof};
use crate::{
    Both, ClockState, ConditionalState, Links, MatchState, OfferState, OutcomeState, Player, SideWord, Start, State,
    View,
};

/// What a page shows already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Seen {
    /// How many plies.
    pub plies: u32,
    /// At which version.
    pub version: u64,
}

impl Seen {
    /// What a page shows that was told everything.
    pub fn all(log: &Log) -> Seen {
        Seen { plies: log.plies(), version: log.version() }
    }
}

/// What there is to show of a game.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The game with its people.
    pub room: &'a Room,
    /// The game in words.
    pub view: &'a View,
    /// How the players are shown.
    pub names: &'a BySide<ShownAs>,
    /// How far the running time has come.
    pub now: Reading,
}

impl Shown<'_> {
    /// **Show**: all that a page shows, without the plies that it has seen.
    pub fn state(self, viewer: &Viewer, links: Links, seen: Seen) -> State {
        let Shown { room, view, .. } = self;
        let (log, game) = (room.log(), room.game());
        let ruleset = game.referee().ruleset();
        let you = room.sides_of(viewer);
        let since = log.unchanged(seen.plies, seen.version);
        let may_move = log.turn().is_some_and(|turn| you.contains(&turn));
        State {
            game: room.id().to_owned(),
            version: log.version(),
            rules: view.rules.clone(),
            size: ruleset.size(),
            throne: ruleset.has_throne(),
            corners: ruleset.has_corners(),
            players: Both { attackers: self.player(Side::Attackers), defenders: self.player(Side::Defenders) },
            start: Start { position: game.start().rows_text(), turn: game.start().turn().into() },
            since,
            plies: view.plies_from(since),
            turn: game.position().turn().into(),
            thinking: room.asked().is_some(),
            legal: if may_move { legal_of(game) } else { BTreeMap::new() },
            repeats: if may_move { repeats_of(game) } else { BTreeMap::new() },
            status: Words::english().status(game),
            notices: notices(room),
            outcome: outcome(log),
            clock: ClockState::of(room, self.now, since as usize),
            conditional: ConditionalState::of(room, viewer),
            offer: log.pending().map(|(by, offer)| match room.gathers_until() {
                Some(_) => ready_state(game, by, offer, &you),
                None => offer_state(game, by, offer, &you),
            }),
            actions: room.actions(viewer).into_iter().map(action_word).collect(),
            match_state: match_state(room, &you),
            links,
            next: room.next().map(str::to_owned),
            you: you.into_iter().map(SideWord::from).collect(),
        }
    }

    fn player(self, side: Side) -> Player {
        match &self.room.seats()[side] {
            Seat::Person { .. } => match &self.names[side] {
                ShownAs::Former => Player::Former,
                shown => Player::Person {
                    online: self.room.is_online(side),
                    name: shown.name().map(|name| name.as_str().to_owned()),
                    page: shown.page(),
                    bot: shown.is_bot(),
                },
            },
            Seat::Computer { level } => Player::Computer { level: *level, name: level_name(*level) },
            Seat::Open => Player::Open,
        }
    }
}

/// How the game ended, with a result or without.
fn outcome(log: &Log) -> Option<OutcomeState> {
    let game = log.game();
    if log.is_broken_off() {
        return Some(OutcomeState::broken_off());
    }
    if log.is_aborted() {
        // Whose move it was did not make it.
        return Some(OutcomeState::aborted(game.position().turn()));
    }
    OutcomeState::of(game)
        .map(|state| OutcomeState { proof: game.outcome().and_then(|outcome| outcome_proof(game, outcome)), ..state })
}

/// What people should know of this game besides.
fn notices(room: &Room) -> Vec<String> {
    let (words, limits) = (Words::english(), room.limits());
    let mut notices = Vec::new();
    if let Some(ruled) = room.log().ruled_otherwise() {
        notices.push(words.format("notice-ruled-otherwise", &[("move", (ruled.ply + 1).into())]));
    }
    notices.extend(words.repeated(room.game()));
    if let Some(by) = room.log().forfeited() {
        notices.push(words.format("clock-forfeited", &[("side", by.into())]));
    }
    let away_ms = room.log().timed().map_or(0, |timed| timed.downtime_ms());
    if away_ms > 0 && !room.log().is_over() {
        notices.push(words.format("clock-downtime", &[("time", words.time(away_ms).into())]));
    }
    if room.is_paced() {
        let id = if room.game().allows_agreement() { "notice-long-draw" } else { "notice-long" };
        let values = [("length", room.log().version().into()), ("end", limits.broken_off_at.into())];
        notices.push(words.format(id, &values));
    }
    notices
}

fn action_word(action: Action) -> String {
    match action {
        Action::Resign => "resign".to_owned(),
        Action::GiveTime => "give-time".to_owned(),
        Action::OfferDraw => "offer-draw".to_owned(),
        Action::Claim(ground) => format!("claim:{}", ground.id()),
        Action::TakeBack => "take-back".to_owned(),
        Action::Rematch(sides) => OfferKind::Rematch(sides).id().to_owned(),
        Action::Hint => "hint".to_owned(),
        Action::Prove => "prove".to_owned(),
    }
}

/// What somebody is called as people read it: a program is marked wherever its name is shown.
///
/// ```
/// assert_eq!(hnefi_wire::called("Anna", false), "Anna");
/// assert_eq!(hnefi_wire::called("Engine", true), "Engine (bot)");
/// ```
pub fn called(name: &str, bot: bool) -> String {
    match bot {
        true => Words::english().format("programs-marked", &[("name", name.into())]),
        false => name.to_owned(),
    }
}

/// The name of a level as people read it.
pub fn level_name(level: u8) -> String {
    let id = Level::new(level).map_or("full-strength", Level::id);
    let words = Words::english();
    words.format("level-name", &[("level", id.into())])
}

/// The squares to which each piece of the side to move may go.
pub fn legal_of(game: &Game) -> BTreeMap<String, Vec<String>> {
    let mut legal = BTreeMap::<String, Vec<String>>::new();
    for mv in &game.moves() {
        legal.entry(mv.from().to_string()).or_default().push(mv.to().to_string());
    }
    legal
}

/// The moves that bring back an earlier position, and how many times that will have stood then.
fn repeats_of(game: &Game) -> BTreeMap<String, usize> {
    game.repeating().into_iter().map(|(mv, times)| (mv.to_string(), times)).collect()
}

/// Between two games of a match nothing is offered: one says that he is ready.
fn ready_state(game: &Game, by: Side, offer: OfferKind, you: &[Side]) -> OfferState {
    let says = Words::english().format("clock-offer-next", &[("side", by.into())]);
    OfferState { says, ..offer_state(game, by, offer, you) }
}

fn offer_state(game: &Game, by: Side, offer: OfferKind, you: &[Side]) -> OfferState {
    let words = Words::english();
    let (kind, ground, says) = match offer {
        OfferKind::Rematch(sides) => {
            let text = match sides {
                Sides::Swapped => "offer-rematch",
                Sides::Same => "offer-same-sides",
            };
            (offer.id(), None, words.format(text, &[("side", by.into())]))
        }
        OfferKind::Game(offer) => {
            let (kind, ground) = match offer {
                Offer::Draw => ("draw", None),
                Offer::Claim(ground) => ("claim", Some(ground.id())),
                Offer::TakeBack => ("take-back", None),
            };
            (kind, ground, words.offer(by, offer))
        }
    };
    let (clause, proof) = match offer {
        OfferKind::Game(Offer::Claim(ground)) => (Ending::Claim(ground).clause(), claim_proof(game, by, ground)),
        _ => (None, None),
    };
    let clause = clause.map(|clause| cited(game.referee().ruleset(), clause, String::new()));
    OfferState { by: by.into(), kind, ground, says, answer: you.contains(&!by), clause, proof }
}

fn match_state(room: &Room, you: &[Side]) -> MatchState {
    let score = room.score();
    let points = |side: Side| f64::from(score.points[side]) / 2.0;
    MatchState {
        game: score.game,
        of: score.length.map(MatchLength::games),
        goes_on: score.length.is_some() && !score.is_last(),
        result: score.result().map(|result| match result {
            MatchResult::Won(side) => side.id(),
            MatchResult::Drawn => "draw",
        }),
        attackers: points(Side::Attackers),
        defenders: points(Side::Defenders),
        says: Words::english().score(&score, one(you)),
        other: room.other().filter(|_| !you.is_empty()).map(str::to_owned),
    }
}

/// The side of who plays one alone.
fn one(you: &[Side]) -> Option<Side> {
    match *you {
        [side] => Some(side),
        _ => None,
    }
}
