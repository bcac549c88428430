//! **Show**: what a page is told about a game.

use std::collections::BTreeMap;

use hnefi_engine::Level;
use hnefi_live::{Action, LinkKind, Log, MatchLength, MatchResult, OfferKind, Room, Seat, Sides, Viewer};
use hnefi_rules::{Ending, Game, Offer, Side};
use hnefi_words::Words;

use super::proofs::{claim_proof, outcome_proof};
use super::{Live, OpenGame};
use crate::game::answers::cited;
use crate::game::messages::SideWord;
use crate::game::state::{Both, Links, MatchState, OfferState, OutcomeState, Player, Start, State};
use crate::server::base::Base;

/// What a page shows already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// How many plies.
    pub(crate) plies: u32,
    /// At which version.
    pub(crate) version: u64,
}

impl Seen {
    /// What a page shows that was told everything.
    pub(crate) fn all(live: &Live) -> Seen {
        Seen { plies: live.room.log().plies(), version: live.room.log().version() }
    }
}

impl OpenGame {
    /// All that a page shows, without the plies that it has seen.
    pub(crate) fn state(&self, live: &Live, viewer: &Viewer, base: &Base, seen: Seen) -> State {
        let (room, ruleset) = (&live.room, live.ruleset());
        let (log, game) = (room.log(), room.game());
        let you = room.sides_of(viewer);
        let since = log.unchanged(seen.plies, seen.version);
        let may_move = log.turn().is_some_and(|turn| you.contains(&turn));
        State {
            game: self.id.clone(),
            version: log.version(),
            rules: live.view.rules.clone(),
            size: ruleset.size(),
            throne: ruleset.has_throne(),
            corners: ruleset.has_corners(),
            players: Both { attackers: player(live, Side::Attackers), defenders: player(live, Side::Defenders) },
            start: Start { position: game.start().rows_text(), turn: game.start().turn().into() },
            since,
            plies: live.view.plies_from(since),
            turn: game.position().turn().into(),
            thinking: room.asked().is_some(),
            legal: if may_move { legal_of(game) } else { BTreeMap::new() },
            repeats: if may_move { repeats_of(game) } else { BTreeMap::new() },
            status: Words::english().status(game),
            notices: notices(room),
            outcome: outcome(log),
            offer: log.pending().map(|(by, offer)| offer_state(game, by, offer, &you)),
            actions: room.actions(viewer).into_iter().map(action_word).collect(),
            match_state: match_state(room, &you),
            links: self.links(live, viewer, base),
            next: room.next().map(str::to_owned),
            you: you.into_iter().map(SideWord::from).collect(),
        }
    }

    fn links(&self, live: &Live, viewer: &Viewer, base: &Base) -> Links {
        let secret = |kind, side, moves| self.games.secrets.link(kind, &self.id, side, moves);
        let mut links = Links { local_only: base.local_only, ..Links::default() };
        links.watch = Some(base.link(LinkKind::Watch, &secret(LinkKind::Watch, None, 0)));
        let mine = live.room.sides_of(viewer);
        for side in Side::ALL {
            match &live.room.seats()[side] {
                Seat::Open if !mine.is_empty() => {
                    let secret = secret(LinkKind::Join, Some(side), 0);
                    links.join = Some(base.link(LinkKind::Join, &secret));
                    links.join_qr = Some(format!("/join/{secret}/qr.svg"));
                }
                Seat::Person { moves, .. } if mine.first() == Some(&side) => {
                    let secret = secret(LinkKind::Seat, Some(side), *moves);
                    links.seat = Some(base.link(LinkKind::Seat, &secret));
                    links.seat_qr = Some(format!("/seat/{secret}/qr.svg"));
                }
                Seat::Person { .. } | Seat::Open | Seat::Computer { .. } => {}
            }
        }
        links
    }
}

fn player(live: &Live, side: Side) -> Player {
    match &live.room.seats()[side] {
        Seat::Person { .. } => Player::Person {
            online: live.room.is_online(side),
            name: live.names[side].as_ref().map(|name| name.as_str().to_owned()),
        },
        Seat::Computer { level } => Player::Computer { level: *level, name: level_name(*level) },
        Seat::Open => Player::Open,
    }
}

/// How the game ended, with a result or without.
fn outcome(log: &Log) -> Option<OutcomeState> {
    let game = log.game();
    if log.is_broken_off() {
        return Some(OutcomeState::broken_off());
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
        Action::OfferDraw => "offer-draw".to_owned(),
        Action::Claim(ground) => format!("claim:{}", ground.id()),
        Action::TakeBack => "take-back".to_owned(),
        Action::Rematch(sides) => OfferKind::Rematch(sides).id().to_owned(),
        Action::Hint => "hint".to_owned(),
        Action::Prove => "prove".to_owned(),
    }
}

/// The name of a level as people read it.
pub(crate) fn level_name(level: u8) -> String {
    let id = Level::new(level).map_or("full-strength", Level::id);
    let words = Words::english();
    words.format("level-name", &[("level", id.into())])
}

/// The squares to which each piece of the side to move may go.
pub(crate) fn legal_of(game: &Game) -> BTreeMap<String, Vec<String>> {
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
    }
}

/// The side of who plays one alone.
fn one(you: &[Side]) -> Option<Side> {
    match *you {
        [side] => Some(side),
        _ => None,
    }
}
