//! **Show**: what a page is told about a game.

use std::collections::BTreeMap;

use hnefi_engine::Level;
use hnefi_live::{LinkKind, OfferKind, Seat};
use hnefi_rules::{BySide, Ending, Game, Ground, Offer, Side};
use hnefi_words::Words;

use super::live::Against;
use super::proofs::{claim_proof, outcome_proof};
use super::{Live, Room, Viewer};
use crate::game::answers::ClauseState;
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
        Seen { plies: live.plies().len() as u32, version: live.log.version() }
    }
}

impl Room {
    /// All that a page shows, without the plies that it has seen.
    pub(crate) fn state(&self, live: &Live, viewer: &Viewer, base: &Base, seen: Seen) -> State {
        let (game, ruleset) = (live.log.game(), live.ruleset());
        let you = live.sides_of(viewer);
        let since = live.log.unchanged(seen.plies, seen.version);
        State {
            game: self.id.clone(),
            version: live.log.version(),
            rules: live.rules.clone(),
            size: ruleset.size(),
            throne: ruleset.has_throne(),
            corners: ruleset.has_corners(),
            players: Both { attackers: player(live, Side::Attackers), defenders: player(live, Side::Defenders) },
            start: Start { position: game.start().rows_text(), turn: game.start().turn().into() },
            since,
            plies: live.plies().iter().skip(since as usize).cloned().collect(),
            turn: game.position().turn().into(),
            thinking: live.thinking.is_some(),
            legal: legal_moves(game, &you),
            status: Words::english().status(game),
            outcome: game.outcome().map(|outcome| OutcomeState {
                proof: outcome_proof(game, outcome),
                ..OutcomeState::of(&outcome, ruleset)
            }),
            offer: live.log.pending().map(|(by, offer)| offer_state(game, by, offer, &you)),
            actions: actions(live, &you),
            match_state: match_state(live, &you),
            links: self.links(live, viewer, base),
            next: live.next.clone(),
            you: you.into_iter().map(SideWord::from).collect(),
        }
    }

    fn links(&self, live: &Live, viewer: &Viewer, base: &Base) -> Links {
        let secret = |kind, side, moves| self.rooms.secrets.link(kind, &self.id, side, moves);
        let mut links = Links { local_only: base.local_only, ..Links::default() };
        links.watch = Some(base.link(LinkKind::Watch, &secret(LinkKind::Watch, None, 0)));
        let mine = live.sides_of(viewer);
        for side in Side::ALL {
            match &live.seats[side] {
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
    match &live.seats[side] {
        Seat::Person { .. } => Player::Person { online: live.is_online(side) },
        Seat::Computer { level } => Player::Computer { level: *level, name: level_name(*level) },
        Seat::Open => Player::Open,
    }
}

/// The name of a level as people read it.
pub(crate) fn level_name(level: u8) -> String {
    let id = Level::new(level).map_or("full-strength", Level::id);
    let words = Words::english();
    words.format("level-name", &[("level", id.into())])
}

/// The legal moves of the side to move, if somebody holds its seat.
fn legal_moves(game: &Game, you: &[Side]) -> BTreeMap<String, Vec<String>> {
    let yours = game.turn().is_some_and(|turn| you.contains(&turn));
    if yours { legal_of(game) } else { BTreeMap::new() }
}

/// The squares to which each piece of the side to move may go.
pub(crate) fn legal_of(game: &Game) -> BTreeMap<String, Vec<String>> {
    let mut legal = BTreeMap::<String, Vec<String>>::new();
    for mv in &game.moves() {
        legal.entry(mv.from().to_string()).or_default().push(mv.to().to_string());
    }
    legal
}

fn offer_state(game: &Game, by: Side, offer: OfferKind, you: &[Side]) -> OfferState {
    let words = Words::english();
    let (kind, ground, says) = match offer {
        OfferKind::Rematch => ("rematch", None, words.format("offer-rematch", &[("side", by.into())])),
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
    let clause = clause.map(|clause| Box::new(ClauseState::of(game.referee().ruleset(), clause, String::new())));
    OfferState { by: by.into(), kind, ground, says, answer: you.contains(&!by), clause, proof }
}

/// What somebody may do besides moving.
fn actions(live: &Live, you: &[Side]) -> Vec<String> {
    let (game, against) = (live.log.game(), live.against());
    let mut actions = Vec::new();
    if you.is_empty() {
        return actions;
    }
    let free = live.log.pending().is_none();
    let running = game.outcome().is_none();
    if running && against != Against::Nobody {
        actions.push("resign".to_owned());
        if free && game.allows_agreement() {
            actions.push("offer-draw".to_owned());
        }
        if free {
            actions.extend(game.grounds().iter().map(|ground: &Ground| format!("claim:{}", ground.id())));
        }
    }
    let moved = match against {
        Against::SameScreen => game.plies().next().is_some(),
        _ => you.iter().any(|&side| game.has_moved(side)),
    };
    // Between two people a finished game stays as it is.
    let take_back = match against {
        Against::Person => running && free,
        Against::Computer | Against::Nobody | Against::SameScreen => live.next.is_none(),
    };
    if moved && take_back {
        actions.push("take-back".to_owned());
    }
    if !running && free && live.next.is_none() && against != Against::Nobody {
        actions.push("rematch".to_owned());
    }
    // A hint against another person would be unfair to him.
    let fair = matches!(against, Against::Computer | Against::SameScreen);
    if fair && game.turn().is_some_and(|turn| you.contains(&turn)) {
        actions.push("hint".to_owned());
    }
    // So would be a proof, while the game goes on.
    if fair || !running {
        actions.push("prove".to_owned());
    }
    actions
}

fn match_state(live: &Live, you: &[Side]) -> MatchState {
    let mut halves: BySide<u32> = live.other_points;
    match live.log.game().outcome() {
        None => {}
        Some(outcome) => match outcome.winner {
            Some(winner) => halves[winner] += 2,
            None => {
                halves.attackers += 1;
                halves.defenders += 1;
            }
        },
    }
    let points = |side: Side| f64::from(halves[side]) / 2.0;
    MatchState {
        game: live.match_game,
        attackers: points(Side::Attackers),
        defenders: points(Side::Defenders),
        says: match_words(live, you, halves),
    }
}

fn match_words(live: &Live, you: &[Side], halves: BySide<u32>) -> String {
    let words = Words::english();
    if live.match_game == 1 && halves == BySide::default() {
        return words.format("match-game", &[("game", live.match_game.into())]);
    }
    let points = |side: Side| match (halves[side] / 2, halves[side] % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    };
    let (id, first, second) = match *you {
        [side] => ("match-score-you", side, !side),
        _ => ("match-score", Side::Attackers, Side::Defenders),
    };
    let values = [("game", live.match_game.into()), ("first", points(first).into()), ("second", points(second).into())];
    words.format(id, &values)
}
