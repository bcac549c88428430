//! Forts and rings put to the test by force: whatever the other side plays, nobody breaks what the referee has
//! declared unbreakable.
//!
//! The games go on under the same rule set without forts, rings and repetition. The side that has won keeps to
//! what the decision records promise: only the king steps to and fro, or only one attacker far away does.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Ending, Intent, Move, Position, Question, Referee, Ruleset, Side, Square, ruleset};
use hnefi_tests::{house, scenes, slow};

/// A rule set with forts and rings and its twin without, in which play goes on.
struct Twins {
    judging: Referee,
    playing: Referee,
    slow: slow::Referee,
}

impl Twins {
    fn new(ruleset: &Ruleset) -> Twins {
        let with = |words: [(Question, &str); 3]| {
            let set =
                |ruleset: Ruleset, (question, word)| ruleset.with(question, word).expect("a word of the question");
            Referee::new(Arc::new(words.into_iter().fold(ruleset.clone(), set)))
        };
        let forts = [(Question::ExitFort, "defenders-win"), (Question::Encirclement, "unbreakable")];
        let none = [(Question::ExitFort, "none"), (Question::Encirclement, "none"), (Question::Repetition, "none")];
        let judging = with([forts[0], forts[1], (Question::Repetition, "none")]);
        Twins { slow: slow::Referee::new(judging.ruleset()), judging, playing: with(none) }
    }

    /// Every position that some move of a random scene makes an ended game by fort or ring.
    fn won(&self, rng: &mut Rng) -> Vec<(Ending, Position)> {
        let (setup, turn) = scenes::scene(self.judging.ruleset().size(), rng);
        let Ok(position) = self.judging.position(&setup, turn) else { return Vec::new() };
        let ends = |mv: &Move| {
            let advanced = self.judging.advance(&position, *mv);
            let ending = advanced.ending.filter(|ending| matches!(ending, Ending::ExitFort | Ending::Encirclement));
            ending.map(|ending| (ending, advanced.position))
        };
        self.judging.moves(&position).iter().filter_map(ends).collect()
    }

    /// What the winner plays: the square that he steps from and the neighbouring or next square that he steps to.
    fn shuttles(&self, ending: Ending, position: &Position) -> Vec<(Square, Square)> {
        let side = if ending == Ending::ExitFort { Side::Defenders } else { Side::Attackers };
        let theirs = position.with_turn(side);
        let steps = |from: Square, to: Square| from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank());
        let mut shuttles: Vec<(Square, Square)> = Vec::new();
        for mv in self.playing.moves(&theirs) {
            let shorter = shuttles.iter().position(|&(from, _)| from == mv.from());
            match shorter {
                Some(at) if steps(mv.from(), mv.to()) < steps(mv.from(), shuttles[at].1) => {
                    shuttles[at] = (mv.from(), mv.to());
                }
                Some(_) => {}
                None => shuttles.push((mv.from(), mv.to())),
            }
        }
        match ending {
            Ending::ExitFort => shuttles.retain(|&(from, _)| position.king() == Some(from)),
            _ => {
                let with_time = self.slow.with_time(&slow::Board::from_setup(&position.setup(), Side::Defenders));
                shuttles.retain(|(from, _)| with_time.contains(from));
            }
        }
        shuttles
    }

    /// Plays the winner's shuttle from a square to the other; panics if he cannot.
    fn hold(&self, position: &Position, (from, to): (Square, Square), start: &Position) -> Option<Position> {
        let mv = self.playing.legal(position, Intent { from, to });
        let mv = mv.unwrap_or_else(|refusal| panic!("{refusal} in {position:?}, won in {start:?}"));
        let advanced = self.playing.advance(position, mv);
        // A king who steps on a corner has won in another way.
        advanced.ending.is_none().then_some(advanced.position)
    }

    /// Lets the loser make a move; panics if it breaks what was declared unbreakable.
    fn attack(&self, ending: Ending, position: &Position, mv: Move, start: &Position) -> Position {
        let advanced = self.playing.advance(position, mv);
        let next = advanced.position;
        let broken = advanced.ending.is_some()
            || ending == Ending::Encirclement
                && next.pieces().any(|(square, piece)| piece.side() == Side::Defenders && self.playing.is_edge(square));
        assert!(!broken, "{mv} leads to {next:?} ({:?}), won in {start:?}", advanced.ending);
        next
    }
}

/// Random and greedy losers against the holding winner for so many plies.
fn by_chance(twins: &Twins, won: &[(Ending, Position)], plies: usize, rng: &mut Rng) -> usize {
    let mut played = 0;
    for &(ending, start) in won {
        let shuttles = twins.shuttles(ending, &start);
        assert!(!shuttles.is_empty(), "the winner of {start:?} cannot move");
        let (mut here, mut there) = shuttles[rng.usize(..shuttles.len())];
        let greedy = rng.bool();
        let mut position = start;
        for _ in 0..plies / 2 {
            let moves = twins.playing.moves(&position);
            if moves.is_empty() {
                break;
            }
            let any = moves[rng.usize(..moves.len())];
            let capture = |mv: &&Move| greedy && !twins.playing.advance(&position, **mv).taken.is_empty();
            let mv = moves.iter().find(capture).copied().unwrap_or(any);
            position = twins.attack(ending, &position, mv, &start);
            let Some(held) = twins.hold(&position, (here, there), &start) else { break };
            position = held;
            (here, there) = (there, here);
            played += 2;
        }
    }
    played
}

/// Every line of so many moves of the loser.
fn by_force(
    twins: &Twins,
    ending: Ending,
    position: &Position,
    shuttle: (Square, Square),
    depth: u32,
    start: &Position,
) -> u64 {
    let mut lines = 0;
    for &mv in &twins.playing.moves(position) {
        let next = twins.attack(ending, position, mv, start);
        lines += 1;
        if depth > 1
            && let Some(held) = twins.hold(&next, shuttle, start)
        {
            lines += by_force(twins, ending, &held, (shuttle.1, shuttle.0), depth - 1, start);
        }
    }
    lines
}

#[test]
fn nobody_breaks_a_fort_or_a_ring_by_chance() {
    let mut rng = Rng::with_seed(31);
    let (mut forts, mut rings, mut plies) = (0, 0, 0);
    let copenhagen = Twins::new(ruleset("copenhagen").unwrap());
    let mut made_up = None;
    // As in the random comparison, for a longer run.
    let scale = std::env::var("HNEFI_PLIES").map_or(1, |text| text.parse().expect("HNEFI_PLIES is a number"));
    while forts < 1_000 * scale || rings < 1_000 * scale {
        // Made-up rule sets have every kind of capture and hostility.
        if made_up.is_none() || rng.u8(..30) == 0 {
            made_up = house::random(&mut rng).ok().map(|ruleset| Twins::new(&ruleset));
        }
        for twins in [Some(&copenhagen), made_up.as_ref()].into_iter().flatten() {
            let mut won = twins.won(&mut rng);
            won.truncate(3);
            forts += won.iter().filter(|(ending, _)| *ending == Ending::ExitFort).count();
            rings += won.iter().filter(|(ending, _)| *ending == Ending::Encirclement).count();
            plies += by_chance(twins, &won, 120, &mut rng);
        }
    }
    println!("{forts} forts and {rings} rings stood for {plies} plies");
    assert!(plies > 40_000);
}

#[test]
fn nobody_breaks_a_small_fort_or_ring_by_force() {
    let small = r#"
        format = 2
        id = "small"
        name = "Small"
        base = "copenhagen"
        board = 7
        start.is = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    "#;
    let twins = Twins::new(&Ruleset::from_toml(small).unwrap());
    let mut rng = Rng::with_seed(32);
    let (mut forts, mut rings, mut lines) = (0, 0, 0);
    while forts < 60 || rings < 60 {
        for (ending, position) in twins.won(&mut rng).into_iter().take(1) {
            let count = if ending == Ending::ExitFort { &mut forts } else { &mut rings };
            let shuttle = twins.shuttles(ending, &position)[0];
            if *count < 60 && twins.playing.moves(&position).len() <= 25 {
                *count += 1;
                lines += by_force(&twins, ending, &position, shuttle, 3, &position);
            }
        }
    }
    println!("{forts} forts and {rings} rings stood in {lines} lines");
    assert!(lines > 10_000);
}
