//! The computer's own judgement of offers and claims.

use hnefi_rules::{Game, Ground, KingExposure, Offer, Position, Side};

use super::choice::Analysis;
use super::session::Session;
use crate::board::path::Path;
use crate::board::squares::Squares;
use crate::board::terrain::Terrain;
use crate::mind::Mind;
use crate::search::prepared::Prepared;
use crate::{Budget, Cancel, Level, Score};

/// The scores, seen by the computer and compared with the start of the rule set, up to which it would rather take a draw.
/// Few rule sets are level at the start, and whoever sits down to play wants to play.
const WORSE: i32 = -150;
const EVEN: i32 = 60;

/// Where no more than the least of a lead counts, the score up to which it would rather take a draw.
const FADED: i32 = 120;

/// Before so many plies from the rule set's own start, nobody has lost yet whose loss isn't seen to its end.
const OPENING: usize = 20;

/// After so many plies without a capture, a game in which nobody is better may be called a draw.
const LONG: usize = 30;

impl Session<'_> {
    /// Whether the computer agrees to what the other side offers.
    pub(super) fn judges<M: Mind>(
        &self,
        game: &Game,
        prepared: &Prepared<M>,
        offer: Offer,
        side: Side,
        cancel: &Cancel,
    ) -> bool {
        if game.outcome().is_some() || cancel.is_cancelled() {
            return false;
        }
        let terrain = &prepared.terrain;
        let ground = match offer {
            Offer::TakeBack => return true,
            Offer::Draw => None,
            Offer::Claim(ground) => Some(ground),
        };
        if ground.is_some_and(|ground| !is_seen(ground, terrain, game)) {
            return false;
        }
        if ground.is_some() && cannot_win(side, game) {
            return true;
        }
        let Some(score) = self.score_for(game, prepared, side, cancel) else { return false };
        if score.forced_win().is_some() {
            return false;
        }
        let better = score.hundredths() - start_for(game, prepared, side);
        let quiet = Path::of(game).quiet_plies();
        let begun =
            game.plies().len() >= OPENING || *game.start() != game.referee().start() || score.forced_loss().is_some();
        // Once the lead itself has faded, the start is no measure any more.
        let faded = self
            .engine
            .standstill(game)
            .is_some_and(|standstill| score.hundredths() <= if standstill.is_complete() { FADED } else { EVEN });
        let fruitless = quiet >= LONG && (better <= EVEN || faded || cannot_win(side, game));
        match ground {
            None => fruitless || (better <= WORSE && begun),
            Some(Ground::KingAtSide) => quiet >= LONG && stayed(game, |p| king_at_side(terrain, p)),
            Some(Ground::KingShutIn) => quiet >= LONG && stayed(game, |p| king_shut_in(terrain, p)),
            Some(Ground::NoProgress) => fruitless || comes_back(game),
        }
    }

    /// The score of the position for a side, whoever is to move.
    fn score_for<M: Mind>(&self, game: &Game, prepared: &Prepared<M>, side: Side, cancel: &Cancel) -> Option<Score> {
        let budget = Budget::of_nodes(200_000);
        let analysis = Analysis { level: Level::FULL, budget, lines: 1, among: &[] };
        let choice = self.choose_telling(game, prepared, &analysis, &self.engine.control(budget, cancel), None)?;
        Some(if game.position().turn() == side { choice.score } else { -choice.score })
    }
}

/// What the start of the rule set is worth for a side, without searching on.
fn start_for<M: Mind>(game: &Game, prepared: &Prepared<M>, side: Side) -> i32 {
    let score = prepared.attackers_score(&game.referee().start());
    if side == Side::Attackers { score } else { -score }
}

/// Whether the board shows what a claim says.
fn is_seen(ground: Ground, terrain: &Terrain, game: &Game) -> bool {
    let position = game.position();
    match ground {
        Ground::KingAtSide => {
            let safe = game.referee().ruleset().answers().king_on_edge == KingExposure::Safe;
            safe && king_at_side(terrain, position)
        }
        Ground::KingShutIn => king_shut_in(terrain, position),
        Ground::NoProgress => true,
    }
}

fn king_at_side(terrain: &Terrain, position: &Position) -> bool {
    position.king().is_some_and(|king| terrain.edge.has(king))
}

/// Whether attackers stand between the king and every escape, as the board is.
fn king_shut_in(terrain: &Terrain, position: &Position) -> bool {
    let Some(king) = position.king() else { return false };
    let open = terrain.board.without(&terrain.men(position, Side::Attackers));
    Squares::of(std::iter::once(king)).flooded(&open).and(&terrain.goals).is_empty()
}

/// Whether it is proved that a side can never win against the other's steadiness.
fn cannot_win(side: Side, game: &Game) -> bool {
    game.referee().hold(game.position(), !side).is_some()
}

/// Whether the last positions of a long siege all show the same thing.
fn stayed(game: &Game, shows: impl Fn(&Position) -> bool) -> bool {
    game.plies().rev().take(LONG / 2).all(|ply| shows(&ply.played.position))
}

/// Whether the position arose twice before.
fn comes_back(game: &Game) -> bool {
    let now = game.position();
    let earlier = game.plies().map(|ply| &ply.played.position).chain(std::iter::once(game.start()));
    earlier.filter(|&position| position == now).count() >= 3
}
