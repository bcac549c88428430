//! How somebody plays who does not see everything: he looks few moves ahead, misses moves along long lanes, likes to take at
//! once, and has a plan of his own that he follows through the game.

use hnefi_rules::{Advanced, Game, Move, Position, Referee, Side, Square};

use crate::board::terrain::Terrain;
use crate::board::threats::{can_win, has_lane};
use crate::mind::Mind;
use crate::score::WIN;
use crate::search::control::Control;
use crate::search::found::Found;

/// How somebody sees a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// How many plies he looks ahead, his own move among them.
    pub(crate) ahead: u32,
    /// He always sees a move of at most so many squares,
    pub(crate) near: u8,
    /// and of a hundred longer ones so many.
    pub(crate) far: u8,
    /// Of a hundred moves of the attackers that leave the king no way out of the next one, he sees so many.
    pub(crate) nets: u8,
    /// How much more a piece that he takes at once is worth to him, in hundredths of an attacker.
    pub(crate) eager: i32,
    /// How much his plan is worth to him, in hundredths of an attacker for a step.
    pub(crate) plan: i32,
    /// Of two moves that differ by so much, in hundredths of an attacker, he plays the worse one half as often.
    pub(crate) unsure: i32,
}

/// What somebody is after, throughout a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// To come close to the king with one's own pieces.
    King,
    /// To come to the corners or edges where the king escapes.
    Goals,
    /// To take what can be taken.
    Take,
    /// To leave the king nowhere to go. Attackers are after nothing else once few soldiers guard him.
    Close,
}

/// What he does not see stays unseen for so many plies.
const BLIND_FOR: usize = 4;

/// How much less it seems worth to take one's own last move back, in hundredths of an attacker.
const IMPATIENCE: i32 = 60;

/// So much less than a win at once a move is worth that wins with the next one, in hundredths of an attacker.
const NET: i32 = 1000;

/// Somebody who looks at a position.
pub(crate) struct Eye<'a, M: Mind> {
    pub(crate) referee: &'a Referee,
    pub(crate) terrain: &'a Terrain,
    pub(crate) mind: &'a M,
    pub(crate) control: &'a Control<'a>,
    pub(crate) sight: Sight,
    /// Who he is: the same number means the same plan and the same blind spots.
    pub(crate) person: u64,
}

impl<M: Mind> Eye<'_, M> {
    /// The move that he plays among some.
    pub(crate) fn choose(&self, game: &Game, moves: &[Move], chance: &mut fastrand::Rng) -> Option<Found> {
        let position = game.position();
        let now = mix(self.person, (game.plies().count() / BLIND_FOR) as u64);
        let mut look = Look { eye: self, state: self.mind.begin(position), now };
        let seen: Vec<Move> = moves.iter().copied().filter(|&mv| look.sees(mv)).collect();
        let moves = if seen.is_empty() { moves } else { &seen[..] };
        let plan = if self.is_hunted(position) { Plan::Close } else { self.plan(position.turn()) };
        let last = game.plies().rev().nth(1).map(|ply| ply.played.mv);
        let mut felt = Vec::with_capacity(moves.len());
        for &mv in moves {
            let next = self.referee.advance(position, mv);
            if position.turn() == Side::Attackers && look.sees_nets(mv) && self.is_net(&next) {
                felt.push((mv, WIN - 3, WIN - NET));
                continue;
            }
            let score = look.after(position, mv, &next, self.sight.ahead, (-WIN, WIN));
            if self.control.is_stopped() && !felt.is_empty() {
                break;
            }
            let takes = next.taken.len() as i32 * self.sight.eager;
            let follows = self.sight.plan * self.towards(position, mv, &next, plan);
            let undoes = last.is_some_and(|last| last.from() == mv.to() && last.to() == mv.from());
            let wish = takes + follows - if undoes { IMPATIENCE } else { 0 };
            felt.push((mv, score, if score.abs() < WIN { score + wish } else { score }));
        }
        let best = felt.iter().map(|&(_, _, felt)| felt).max()?;
        let weights = felt.iter().map(|&(_, _, felt)| weight(best - felt, self.sight.unsure));
        let drawn = draw(weights, chance);
        let (mv, score, _) = felt[drawn];
        Some(Found { score: score.clamp(2 - WIN, WIN - 1), depth: self.sight.ahead, line: vec![mv] })
    }

    /// Whether the attackers win with their next move, whatever the defenders do against what they have just played.
    fn is_net(&self, next: &Advanced) -> bool {
        let position = &next.position;
        if next.ending.is_some() || has_lane(self.referee, self.terrain, position) {
            return false;
        }
        let answers = self.referee.moves(position);
        // Who has no move at all is looked at as everything else is: the rules say what that means.
        !answers.is_empty()
            && answers.into_iter().all(|answer| {
                let after = self.referee.advance(position, answer);
                after.ending.is_none() && can_win(self.referee, self.terrain, &after.position)
            })
    }

    fn plan(&self, side: Side) -> Plan {
        let plans = match side {
            Side::Attackers => [Plan::King, Plan::Goals, Plan::Take],
            // They have no king to hunt: most of them run.
            Side::Defenders => [Plan::Goals, Plan::Take, Plan::Goals],
        };
        plans[(mix(self.person, 1) % 3) as usize]
    }

    /// Whether it is the attackers' move, and at most a third of the defenders' soldiers are left.
    fn is_hunted(&self, position: &Position) -> bool {
        let soldiers = |position: &Position| position.men(Side::Defenders).saturating_sub(1);
        position.turn() == Side::Attackers && 3 * soldiers(position) <= soldiers(&self.referee.start())
    }

    /// How many steps a move goes towards what he is after.
    fn towards(&self, position: &Position, mv: Move, next: &Advanced, plan: Plan) -> i32 {
        let Some(king) = position.king() else { return 0 };
        let closer = |to: &dyn Fn(Square) -> i32| to(mv.from()) - to(mv.to());
        match plan {
            Plan::Take => next.taken.len() as i32,
            Plan::King => closer(&|square| steps(square, king)).clamp(-2, 2),
            Plan::Close => {
                let ways = self.referee.moves(&next.position).into_iter().filter(|mv| mv.from() == king).count();
                closer(&|square| steps(square, king)).clamp(-2, 2) - 3 * ways as i32
            }
            // Soldiers of the defenders open no way by standing on the edge themselves.
            Plan::Goals if position.turn() == Side::Defenders && mv.from() != king => 0,
            Plan::Goals => closer(&|square| self.to_goal(square)).clamp(-2, 2),
        }
    }

    /// How many steps it is from a square to where the king escapes.
    fn to_goal(&self, square: Square) -> i32 {
        let last = i32::from(self.referee.ruleset().size()) - 1;
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (file, rank) = (file.min(last - file), rank.min(last - rank));
        if self.terrain.by_corner { file + rank } else { file.min(rank) }
    }
}

/// A look at a position.
struct Look<'a, 'e, M: Mind> {
    eye: &'a Eye<'e, M>,
    state: M::State,
    now: u64,
}

impl<M: Mind> Look<'_, '_, M> {
    /// Whether he sees a move at all.
    fn sees(&self, mv: Move) -> bool {
        let Sight { near, far, .. } = self.eye.sight;
        steps(mv.from(), mv.to()) <= i32::from(near) || notices(self.now, mv, far)
    }

    /// Whether he would see that a move leaves the king no way out of the next one.
    fn sees_nets(&self, mv: Move) -> bool {
        notices(!self.now, mv, self.eye.sight.nets)
    }

    /// How good a move looks to who makes it, when so many plies, it among them, are looked at.
    fn after(&mut self, position: &Position, mv: Move, next: &Advanced, ahead: u32, window: (i32, i32)) -> i32 {
        if next.ending.is_some() {
            return WIN;
        }
        self.eye.mind.made(&mut self.state, position, mv, next);
        let (low, high) = window;
        let score = -self.stands(&next.position, ahead - 1, (-high, -low));
        self.eye.mind.unmade(&mut self.state);
        score
    }

    /// How good a position looks to the side to move.
    fn stands(&mut self, position: &Position, ahead: u32, (mut low, high): (i32, i32)) -> i32 {
        self.eye.control.spend(1);
        if let Some(outcome) = self.eye.referee.stalled(position) {
            return outcome.winner.map_or(0, |winner| if winner == position.turn() { WIN } else { -WIN });
        }
        let still = self.eye.mind.score(&mut self.state, position);
        if ahead == 0 || self.eye.control.is_stopped() {
            return still;
        }
        let mut moves: Vec<(Move, Advanced)> = Vec::new();
        for mv in self.eye.referee.moves(position) {
            if self.sees(mv) {
                moves.push((mv, self.eye.referee.advance(position, mv)));
            }
        }
        if moves.is_empty() {
            return still;
        }
        // What takes and what ends the game first: it cuts most.
        moves.sort_by_key(|(_, next)| (next.ending.is_none(), std::cmp::Reverse(next.taken.len())));
        let mut best = -WIN;
        for (mv, next) in moves {
            best = best.max(self.after(position, mv, &next, ahead, (low, high)));
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        best
    }
}

/// How many steps lie between two squares, along ranks and files.
fn steps(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file())) + i32::from(a.rank().abs_diff(b.rank()))
}

/// Whether who notices so many of a hundred moves notices this one, as things are now.
fn notices(now: u64, mv: Move, of_hundred: u8) -> bool {
    let way = (mv.from().index() << 8 | mv.to().index()) as u64;
    mix(now, way) % 100 < u64::from(of_hundred)
}

/// Mixes two numbers so that nobody sees how.
fn mix(a: u64, b: u64) -> u64 {
    let mut x = a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// How often a move is played that is worse than the best by so much: half as often for every `unsure`. In whole numbers, so
/// that every machine draws alike.
fn weight(worse: i32, unsure: i32) -> u64 {
    const WHOLE: u64 = 1 << 32;
    if unsure == 0 {
        return if worse == 0 { WHOLE } else { 0 };
    }
    let (halves, rest) = (worse / unsure, worse % unsure);
    if halves >= 24 {
        return 0;
    }
    let upper = WHOLE >> halves;
    // Between two halves, in a straight line.
    upper - upper / 2 * rest as u64 / unsure as u64
}

/// The number of a weight, drawn by chance.
fn draw(weights: impl Iterator<Item = u64> + Clone, chance: &mut fastrand::Rng) -> usize {
    let mut at = chance.u64(..weights.clone().sum::<u64>().max(1));
    for (number, weight) in weights.enumerate() {
        match at.checked_sub(weight) {
            Some(rest) => at = rest,
            None => return number,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hnefi_rules::{Intent, Setup, ruleset};

    use super::*;
    use crate::mind::OwnMind;
    use crate::search::prepared::Prepared;
    use crate::{Budget, Cancel, Engine, EngineOptions, Level, MindChoice};

    fn engine(seed: u64) -> Engine {
        Engine::of_mind(EngineOptions { threads: 1, hash_mb: 1, seed: Some(seed) }, MindChoice::Hand)
    }

    /// What somebody plays who sees so much, asked with as many seeds.
    fn plays(game: &Game, sight: Sight, seeds: u64) -> Vec<String> {
        let play = |seed: u64| {
            let engine = engine(seed);
            let prepared = Prepared::new(game.referee(), OwnMind::new(game.referee(), &MindChoice::Hand));
            let cancel = Cancel::new();
            let control = engine.control(Budget::of_nodes(u64::MAX), &cancel);
            let moves: Vec<Move> = game.moves().into_iter().collect();
            let (referee, terrain, mind) = (&**game.referee(), &prepared.terrain, &prepared.mind);
            let eye = Eye { referee, terrain, mind, control: &control, sight, person: seed };
            let found = eye.choose(game, &moves, &mut fastrand::Rng::with_seed(seed)).expect("a move");
            found.line[0].to_string()
        };
        (0..seeds).map(play).collect()
    }

    const SHARP: Sight = Sight { ahead: 2, near: 30, far: 100, nets: 100, eager: 0, plan: 0, unsure: 0 };

    #[test]
    fn who_sees_only_what_is_near_makes_no_long_move() {
        let start = Game::new(Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone())));
        let near = Sight { near: 2, far: 0, unsure: 30, ..SHARP };
        let length = |mv: &String| {
            let (from, to) = mv.split_once('-').unwrap();
            steps(from.parse().unwrap(), to.parse().unwrap())
        };
        assert!(plays(&start, near, 20).iter().all(|mv| length(mv) <= 2));
        assert!(plays(&start, Sight { far: 100, ..near }, 20).iter().any(|mv| length(mv) > 2));
    }

    #[test]
    fn who_sees_nets_draws_one_around_the_king() {
        let referee = Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()));
        let rows = "/2t8/1T5t3/t5t1t2/4tttK1t1/2T3ttt2/6t1t1t/10t/t3t2t3/11/2t1T3t2/11/";
        let position = referee.position(&Setup::from_rows(rows).unwrap(), Side::Attackers).unwrap();
        let game = Game::from_position(referee.clone(), position);
        let netted = |mv: &String| {
            let (from, to) = mv.split_once('-').unwrap();
            let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
            let mut game = game.clone();
            game.play(game.legal(intent).unwrap()).unwrap();
            game.moves().into_iter().all(|answer| {
                let mut game = game.clone();
                game.play(answer).unwrap();
                referee.capture_of_king(game.position()).is_some()
            })
        };
        let sharp = plays(&game, SHARP, 5);
        assert!(sharp.iter().all(netted), "{sharp:?}");
        let blind = plays(&game, Sight { nets: 0, unsure: 30, ..SHARP }, 20);
        assert!(!blind.iter().all(netted), "{blind:?}");
        // Some see it later: those who do not see everything.
        let some = plays(&game, Sight { nets: 50, unsure: 30, ..SHARP }, 20);
        let seen = some.iter().filter(|mv| netted(mv)).count();
        assert!((1..20).contains(&seen), "{some:?}");
    }

    #[test]
    fn the_same_person_plays_the_same_and_another_one_otherwise() {
        let start = Game::new(Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone())));
        let first = |seed: u64| {
            let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(seed) });
            engine.choose(&start, Level::ALL[1], &Cancel::new()).unwrap().mv
        };
        assert_eq!(first(5), first(5));
        let different: std::collections::BTreeSet<_> = (0..12).map(|seed| first(seed).to_string()).collect();
        assert!(different.len() > 3, "{different:?}");
    }

    #[test]
    fn no_level_but_the_last_asks_what_time_it_is() {
        assert!(Level::ALL[..7].iter().all(|level| level.budget().time.is_none() && level.budget().nodes < 1_000_000));
        assert!(Level::FULL.budget().time.is_some());
    }

    #[test]
    fn worse_moves_are_drawn_half_as_often_for_every_step() {
        assert_eq!(weight(0, 20), 1 << 32);
        assert_eq!(weight(20, 20), 1 << 31);
        assert_eq!(weight(30, 20), 3 << 29);
        assert_eq!((weight(1, 0), weight(600, 20)), (0, 0));
        let mut chance = fastrand::Rng::with_seed(1);
        let mut drawn = [0; 3];
        for _ in 0..7_000 {
            drawn[draw([4, 2, 1].into_iter(), &mut chance)] += 1;
        }
        assert!(drawn[0] > 3_700 && drawn[1] > 1_800 && drawn[2] > 850, "{drawn:?}");
    }
}
