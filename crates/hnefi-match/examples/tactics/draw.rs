//! Drawing the set.

use std::path::PathBuf;
use std::sync::Arc;

use hnefi_engine::{Budget, Cancel, Engine, EngineOptions, Level, ProofBudget, Verdict, prove};
use hnefi_formats::{Record, RecordId, read_move, read_record};
use hnefi_match::wins_within;
use hnefi_rules::{Game, Position, Referee, Side, ruleset};

use crate::{RULES, Source, Tactic};

/// Wins in so many moves are looked for.
const MOVES: std::ops::RangeInclusive<u32> = 2..=6;

/// What a proof may cost.
const PROOF: ProofBudget = ProofBudget { nodes: 60_000, table_mb: 8 };
const NODES: u64 = 120_000;

/// After so many games under a rule set, a place for which no win of its length was found is open to the other
/// lengths; after ten times as many, it stays empty.
const GAMES: u64 = 150;

/// So far from the end of a game a forced win may begin, in plies.
const TAIL: usize = 15;

/// Writes the set to the standard output, a position a line.
pub(crate) fn draw(seed: u64) -> Result<(), String> {
    let archive = std::env::var_os("HNEFI_GAMES").map(PathBuf::from);
    if archive.is_none() {
        eprintln!("HNEFI_GAMES names no folder of recorded games: every game is self-played");
    }
    for (index, id) in RULES.iter().enumerate() {
        let ruleset = ruleset(id).ok_or_else(|| format!("there is no rule set {id}"))?;
        let mut wanted = Wanted::new(Arc::new(Referee::new(ruleset.clone())));
        let mut chance = fastrand::Rng::with_seed(seed ^ ((index as u64) << 32));
        let people = match &archive {
            Some(folder) => records(&folder.join(format!("{id}-11x11.jsonl")))?,
            None => Vec::new(),
        };
        wanted.draw(people, &mut chance)?;
    }
    Ok(())
}

/// The games of a file; none where there is no such file.
fn records(path: &PathBuf) -> Result<Vec<Record>, String> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().filter_map(|line| read_record(line).ok()).collect())
}

/// What is wanted under a rule set: sides and numbers of moves, one position each.
struct Wanted {
    referee: Arc<Referee>,
    left: Vec<(Side, u32)>,
    games: u64,
    tried: u64,
}

impl Wanted {
    fn new(referee: Arc<Referee>) -> Wanted {
        let left = Side::ALL.into_iter().flat_map(|side| MOVES.map(move |moves| (side, moves))).collect();
        Wanted { referee, left, games: 0, tried: 0 }
    }

    fn draw(&mut self, mut people: Vec<Record>, chance: &mut fastrand::Rng) -> Result<(), String> {
        chance.shuffle(&mut people);
        // Half of what is wanted comes from games between people where there are such games.
        for record in &people {
            if self.left.len() <= 5 {
                break;
            }
            let (game, plies) = replayed(record, &self.referee);
            let name = record.id.as_ref().map(RecordId::to_string).unwrap_or_default();
            self.look_through(&game, plies, chance, |plies| Source::People { game: name.clone(), plies })?;
        }
        let between = self.tried;
        while !self.left.is_empty() && self.games < 10 * GAMES {
            let seed = chance.u64(..1 << 53);
            let (game, plies) = self_played(&self.referee, seed);
            self.look_through(&game, plies, chance, |plies| Source::Own { seed, plies })?;
        }
        eprintln!(
            "{}: {} games, {} positions tried ({between} of games between people), wanting: {:?}",
            self.referee.ruleset().id(),
            self.games,
            self.tried,
            self.left
        );
        Ok(())
    }

    /// Takes at most one position of a game.
    fn look_through(
        &mut self,
        game: &[Position],
        plies: usize,
        chance: &mut fastrand::Rng,
        source: impl Fn(usize) -> Source,
    ) -> Result<(), String> {
        self.games += 1;
        let mut places: Vec<usize> = (plies.saturating_sub(TAIL)..plies).collect();
        chance.shuffle(&mut places);
        for at in places {
            let position = &game[at];
            let side = position.turn();
            if !self.left.iter().any(|(wanted, _)| *wanted == side) {
                continue;
            }
            self.tried += 1;
            let Some(moves) = self.forced(position) else { continue };
            let Some(index) = self.place(side, moves) else { continue };
            self.left.remove(index);
            let rules = self.referee.ruleset().id().to_owned();
            let tactic =
                Tactic { rules, rows: position.rows_text(), turn: side.id().to_owned(), moves, source: source(at) };
            println!("{}", serde_json::to_string(&tactic).map_err(|error| error.to_string())?);
            return Ok(());
        }
        Ok(())
    }

    /// The place that such a position takes.
    fn place(&self, side: Side, moves: u32) -> Option<usize> {
        let exact = self.left.iter().position(|wanted| *wanted == (side, moves));
        exact.or_else(|| self.left.iter().position(|wanted| wanted.0 == side && self.games > GAMES))
    }

    /// In how many moves the side to move wins, if both searches for proofs find it.
    fn forced(&self, position: &Position) -> Option<u32> {
        let side = position.turn();
        if wins_within(&self.referee, position, side, 1, &mut NODES.clone()) != Some(false) {
            return None;
        }
        if !matches!(prove(&self.referee, position, side, PROOF, &Cancel::new()), Verdict::Proven { .. }) {
            return None;
        }
        let least = |n: &u32| wins_within(&self.referee, position, side, 2 * n - 1, &mut NODES.clone()) == Some(true);
        MOVES.into_iter().find(least)
    }
}

/// The positions of a recorded game, as far as it can be played, and how many plies it has.
fn replayed(record: &Record, referee: &Arc<Referee>) -> (Vec<Position>, usize) {
    let mut game = Game::new(referee.clone());
    let mut positions = vec![*game.position()];
    for text in &record.moves {
        let Some(mv) = read_move(text).ok().and_then(|written| game.legal(written.intent).ok()) else { break };
        game.play(mv).unwrap();
        positions.push(*game.position());
    }
    let plies = positions.len() - 1;
    (positions, plies)
}

/// A game between unequal players, so that either side wins by what the other one overlooks.
fn self_played(referee: &Arc<Referee>, seed: u64) -> (Vec<Position>, usize) {
    let mut chance = fastrand::Rng::with_seed(seed);
    let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 4, seed: Some(seed) });
    let strong = if chance.bool() { Side::Attackers } else { Side::Defenders };
    let mut game = Game::new(referee.clone());
    let mut positions = vec![*game.position()];
    let opening = chance.usize(4..12);
    while game.outcome().is_none() && positions.len() < 100 {
        let side = game.position().turn();
        let at_random = positions.len() <= opening || (side != strong && chance.u8(..8) == 0);
        let moves = game.moves();
        let budget = Budget::of_nodes(if side == strong { 2_000 } else { 300 });
        let level = if side == strong { Level::FULL } else { Level::ALL[2] };
        let chosen = match at_random {
            true => Some(moves[chance.usize(..moves.len())]),
            false => engine.choose_within(&game, level, budget, &Cancel::new()).map(|choice| choice.mv),
        };
        let Some(mv) = chosen else { break };
        game.play(mv).unwrap();
        positions.push(*game.position());
    }
    let plies = positions.len() - 1;
    (positions, plies)
}
