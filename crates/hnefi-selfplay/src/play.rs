//! One game of the engine against itself.

use hnefi_engine::{Analysis, Budget, Cancel, Choice, Engine, Level};
use hnefi_rules::{Game, Move, Side};

use crate::played::{Place, Played, PlyRecord, Why, is_forced};
use crate::recipe::{Begun, Recipe};

/// So often another beginning is drawn where the first search sees its end already.
const DRAWS: u32 = 30;

/// So many positions are looked at for each move that may begin a game. It is the same for all games, so that those of a number
/// begin alike whatever their players look at.
const NEAR: u64 = 2000;

impl Recipe {
    /// Plays the game of a number; `None` if it was cancelled. It depends on the recipe and the number alone, whatever the
    /// engine played before, as long as the engine has one thread, judges as the recipe says, uses the same ideas, and has a table
    /// of the same size: `hnefi selfplay` plays with 2 mebibytes, and [`Run`](crate::Run) without [`Idea::Standstill`](hnefi_engine::Idea::Standstill).
    pub fn play(&self, engine: &Engine, number: u32, cancel: &Cancel) -> Option<Played> {
        let settings = self.settings();
        let mut chance =
            fastrand::Rng::with_seed(settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number));
        engine.forget();
        let to_the_end = chance.u32(..100) < settings.to_the_end;
        let start = settings.starts.draw(&mut chance);
        let nodes = self.nodes(start);
        let player = Player { engine, nodes, cancel };
        let (Begun { opening, setup, mut game }, first) = self.open(&player, start, &mut chance)?;
        let start = start as u8;

        let unsearched =
            |mv: Move| PlyRecord { mv: mv.intent(), score: None, by_chance: false, takes: false, threat: false };
        let mut plies: Vec<PlyRecord> = game.plies().map(|ply| unsearched(ply.played.mv)).collect();
        let mut clear = Clear::default();
        let mut quiet = 0;
        let mut first = Some(first);
        let (winner, why) = loop {
            if plies.len() >= usize::from(settings.plies) {
                break (None, Why::Cap);
            }
            let choice = match first.take() {
                Some(choice) => choice,
                None => player.choose(&game)?,
            };
            let position = *game.position();
            let turn = position.turn();
            let seen = choice.score.hundredths() as i16;
            let score = if turn == Side::Attackers { seen } else { -seen };
            let by_chance = chance.u32(..1000) < settings.chance;
            let ends = !to_the_end && is_forced(score);
            let mv = if by_chance && !ends {
                let moves = game.moves();
                moves[chance.usize(..moves.len())]
            } else {
                choice.mv
            };
            plies.push(PlyRecord {
                mv: mv.intent(),
                score: Some(score),
                by_chance: by_chance && !ends,
                takes: !self.referee.advance(&position, choice.mv).taken.is_empty(),
                threat: self.referee.threatens(game.position(), !turn),
            });
            if ends {
                break (Some(if score > 0 { Side::Attackers } else { Side::Defenders }), Why::Forced);
            }
            if let Some(give_up) = settings.give_up.filter(|_| !to_the_end)
                && let Some(winner) = clear.after(give_up.side(score), give_up.plies)
            {
                break (Some(winner), Why::GivenUp);
            }
            let ply = game.play(mv).expect("a legal move");
            if let Some(outcome) = ply.outcome {
                break (outcome.winner, Why::Board(outcome.reason));
            }
            quiet = if ply.played.captures.is_empty() { quiet + 1 } else { 0 };
            if !to_the_end && settings.quiet.is_some_and(|plies| quiet >= plies) {
                break (None, Why::Quiet);
            }
        };
        let (turn, place) = (self.turn(), Place::nowhere());
        Some(Played { number, start, opening, setup, turn, nodes, to_the_end, plies, winner, why, place })
    }

    /// How many positions each side looks at for a move: the attackers, then the defenders.
    fn nodes(&self, start: usize) -> [u32; 2] {
        let (nodes, less) = (self.settings().nodes, self.settings().starts.kinds()[start].less);
        let fewer = (nodes / u32::from(less.unsigned_abs())).max(1);
        if less < 0 { [fewer, nodes] } else { [nodes, fewer] }
    }

    /// A beginning, and what the first search says of it. Where it sees the end, another one of its kind is drawn.
    fn open(&self, player: &Player<'_>, start: usize, chance: &mut fastrand::Rng) -> Option<(Begun, Choice)> {
        for draw in 0.. {
            let near = |game: &Game, margin, chance: &mut fastrand::Rng| player.near(game, margin, chance);
            let begun = self.begin(start, draw, chance, near);
            if player.cancel.is_cancelled() {
                return None;
            }
            let Some(begun) = begun else { continue };
            let choice = player.choose(&begun.game)?;
            if draw >= DRAWS || !is_forced(choice.score.hundredths() as i16) {
                return Some((begun, choice));
            }
        }
        None
    }
}

/// An engine, and what it may spend.
struct Player<'a> {
    engine: &'a Engine,
    nodes: [u32; 2],
    cancel: &'a Cancel,
}

impl Player<'_> {
    fn choose(&self, game: &Game) -> Option<Choice> {
        let nodes = self.nodes[usize::from(game.position().turn() == Side::Defenders)];
        let budget = Budget::of_nodes(nodes.into());
        let choice = self.engine.choose_within(game, Level::FULL, budget, self.cancel)?;
        // What is found after that may be anything.
        (!self.cancel.is_cancelled()).then_some(choice)
    }

    /// One of the moves that are at most so many hundredths worse than the best, by chance.
    fn near(&self, game: &Game, margin: u16, chance: &mut fastrand::Rng) -> Option<Move> {
        let budget = Budget::of_nodes(NEAR);
        let search = |among: &[Move]| {
            let analysis = Analysis { level: Level::FULL, budget, lines: 1, among };
            self.engine.analyse(game, &analysis, self.cancel, &mut |_, _| {})
        };
        let best = search(&[])?;
        let least = best.score.hundredths() - i32::from(margin);
        let mut moves: Vec<Move> = game.moves().into_iter().collect();
        chance.shuffle(&mut moves);
        for mv in moves {
            if mv == best.mv || search(&[mv])?.score.hundredths() >= least {
                return Some(mv);
            }
        }
        Some(best.mv)
    }
}

/// For how long the score has been clear for one side.
#[derive(Default)]
pub(crate) struct Clear {
    side: Option<Side>,
    plies: u16,
}

impl Clear {
    /// The side for which it has been clear for so many plies, after one more.
    pub(crate) fn after(&mut self, side: Option<Side>, plies: u16) -> Option<Side> {
        self.plies = if side == self.side { self.plies.saturating_add(1) } else { 1 };
        self.side = side;
        self.side.filter(|_| self.plies >= plies)
    }
}
