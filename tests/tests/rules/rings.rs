//! Rings on random boards, judged by both referees under either answer that lets a ring win.

use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{
    Ending, Move, Piece, Played, Position, Question, Referee, Ruleset, Setup, Side, Square, ruleset, rulesets,
};
use hnefi_tests::{Duel, Symmetry, house, scenes, slow, thin};

/// The referees under a rule set with either answer.
struct Rings {
    closed: Duel,
    unbreakable: Duel,
}

impl Rings {
    fn new(ruleset: &Ruleset) -> Rings {
        let with = |word| {
            let changed = Arc::new(ruleset.with(Question::Encirclement, word).unwrap());
            Duel::named(&changed, format!("{} with encirclement {word}", ruleset.id()))
        };
        Rings { closed: with("closed"), unbreakable: with("unbreakable") }
    }

    /// Judges every move of the attackers in a position, and tells what kinds of ring they closed or just did not.
    /// Whether a move completes a ring the referee says without making all of them.
    fn judge(&self, position: &Position, mut saw: impl FnMut(&'static str)) {
        for duel in [&self.closed, &self.unbreakable] {
            a_move_that_closes(duel.fast(), position);
        }
        for &mv in &self.closed.fast().moves(position) {
            self.closed.compare_play(position, mv);
            self.unbreakable.compare_play(position, mv);
            let played = self.closed.fast().play(position, mv);
            let ends = |ending| played.ending.is_some_and(|outcome| outcome.reason == ending);
            let unbreakable = self.unbreakable.fast().advance(position, mv).ending == Some(Ending::Encirclement);
            assert!(!unbreakable || ends(Ending::Encirclement), "unbreakable, yet not closed: {:?}", played.position);
            if ends(Ending::Encirclement) {
                kinds(self.closed.fast(), position, &played).into_iter().for_each(&mut saw);
                saw(match (unbreakable, self.closed.slow().with_time(&board(&played)).is_empty()) {
                    (true, _) => "unbreakable",
                    (false, true) => "no move to spare",
                    (false, false) => "could be broken",
                });
            } else if played.ending.is_none() && near(&played.position) {
                saw("not quite closed");
            }
        }
    }
}

/// Compares the move that completes a ring, which the referee finds from where it ends, with a look at all moves.
fn a_move_that_closes(referee: &Referee, position: &Position) -> bool {
    let closes = |&mv: &Move| referee.advance(position, mv).ending == Some(Ending::Encirclement);
    let any = referee.moves(position).iter().any(closes);
    let found = referee.closing_move(position);
    assert_eq!(found.is_some(), any, "{}: {found:?} in {position:?}", referee.ruleset().id());
    assert!(found.as_ref().is_none_or(closes), "{found:?} closes nothing in {position:?}");
    assert_eq!(referee.closing_move(&position.with_turn(Side::Defenders)), found, "{position:?}");
    any
}

fn board(played: &Played) -> slow::Board {
    slow::Board::from_setup(&played.position.setup(), played.position.turn())
}

/// What is notable about a closed ring.
fn kinds(referee: &Referee, before: &Position, played: &Played) -> Vec<&'static str> {
    let position = &played.position;
    let parts = parts(position);
    let stands = |square: &Square| position.piece(*square).is_some();
    let mut kinds = vec!["closed"];
    let mut note = |is: bool, kind| kinds.extend(is.then_some(kind));
    note(position.men(Side::Defenders) == 1, "the king alone");
    note(parts.len() > 1, "several parts");
    note(!played.captures.is_empty(), "by a capture");
    note(parts.iter().flatten().any(|&square| square == referee.throne()), "the throne inside");
    note(
        parts.iter().flatten().any(|&square| square == referee.throne() && !stands(&square)),
        "the empty throne inside",
    );
    note(!parts.iter().flatten().any(|square| !stands(square)), "no room inside");
    let on_edge =
        |(square, piece)| piece == Piece::Attacker && referee.is_edge(square) && beside(position, square, &parts);
    note(position.pieces().any(on_edge), "on the edge");
    note(referee.is_encircled(&before.with_turn(Side::Defenders)), "closed before");
    kinds
}

/// The squares to which the defenders can walk past the attackers, part by part.
fn parts(position: &Position) -> Vec<Vec<Square>> {
    let mut parts: Vec<Vec<Square>> = Vec::new();
    for (start, _) in position.pieces().filter(|(_, piece)| piece.side() == Side::Defenders) {
        if parts.iter().flatten().any(|&square| square == start) {
            continue;
        }
        let (mut part, mut next) = (vec![start], 0);
        while let Some(&from) = part.get(next) {
            next += 1;
            for to in neighbours(position, from) {
                if position.piece(to) != Some(Piece::Attacker) && !part.contains(&to) {
                    part.push(to);
                }
            }
        }
        parts.push(part);
    }
    parts
}

fn neighbours(position: &Position, square: Square) -> impl Iterator<Item = Square> {
    let size = position.size();
    hnefi_rules::Direction::ALL.into_iter().filter_map(move |direction| square.step(direction, size))
}

fn beside(position: &Position, square: Square, parts: &[Vec<Square>]) -> bool {
    neighbours(position, square).any(|next| parts.iter().flatten().any(|&inside| inside == next))
}

/// Whether king and most defenders are shut in, but not all.
fn near(position: &Position) -> bool {
    let last = position.size() - 1;
    let on_edge = |s: &Square| s.file() == 0 || s.rank() == 0 || s.file() == last || s.rank() == last;
    let parts = parts(position);
    let shut = parts.iter().filter(|part| !part.iter().any(on_edge)).count();
    shut > 0 && shut < parts.len()
}

#[test]
fn both_referees_see_the_same_rings() {
    let scale: usize = std::env::var("HNEFI_PLIES").map_or(1, |text| text.parse().expect("HNEFI_PLIES is a number"));
    let mut rng = Rng::with_seed(41);
    let mut seen: BTreeMap<&'static str, usize> = BTreeMap::new();
    for id in ["copenhagen", "tablut-saami", "sea-battle", "brandubh", "parlett-13"] {
        let rings = Rings::new(ruleset(id).unwrap());
        let referee = rings.closed.fast();
        let mut judged = 0;
        while judged < 250 * scale {
            let (setup, _) = scenes::scene(referee.ruleset().size(), &mut rng);
            let Ok(position) = referee.position(&setup, Side::Attackers) else { continue };
            judged += 1;
            rings.judge(&position, |kind| *seen.entry(kind).or_default() += 1);
        }
    }
    println!("{seen:?}");
    for kind in [
        "closed",
        "unbreakable",
        "no move to spare",
        "could be broken",
        "not quite closed",
        "the king alone",
        "several parts",
        "by a capture",
        "the throne inside",
        "the empty throne inside",
        "no room inside",
        "on the edge",
        "closed before",
    ] {
        assert!(seen.get(kind).is_some_and(|&count| count >= 5), "too little of {kind}: {seen:?}");
    }
}

/// Two ways lead out, over f3 and over g4, and cross on f5, where h5-f5 closes both.
#[test]
fn a_move_that_closes_two_ways_where_they_cross_is_found() {
    let referee = Referee::new(ruleset("sea-battle").unwrap().clone());
    let crossing = Setup::from_rows("/9/5ttt1/4t1K1t/4t3t/7tt/6t1t/7t1/9/9/").unwrap();
    for symmetry in Symmetry::all() {
        let position = referee.position(&symmetry.setup(&crossing), Side::Attackers).unwrap();
        assert!(a_move_that_closes(&referee, &position), "{position:?}");
    }
}

/// Whatever one answer is changed, on scenes and thin boards.
#[test]
fn the_move_that_closes_a_ring_is_found() {
    let mut rng = Rng::with_seed(42);
    let (mut found, mut not) = (0, 0);
    for ruleset in rulesets() {
        for word in ["closed", "unbreakable"] {
            let with_ring = Arc::new(ruleset.with(Question::Encirclement, word).unwrap());
            let changed =
                house::turned_over_from(&with_ring).filter(|(_, question, _)| *question != Question::Encirclement);
            for changed in changed.map(|(ruleset, ..)| ruleset).chain([with_ring.clone()]) {
                let referee = Referee::new(changed);
                for round in 0..8 {
                    let (setup, _) = match round {
                        0 => (thin::setup(referee.ruleset().size(), &mut rng), Side::Attackers),
                        _ => scenes::scene(referee.ruleset().size(), &mut rng),
                    };
                    let Ok(position) = referee.position(&setup, Side::Attackers) else { continue };
                    *if a_move_that_closes(&referee, &position) { &mut found } else { &mut not } += 1;
                }
            }
        }
    }
    assert!(found > 500 && not > 5_000, "{found} and {not}");
}
