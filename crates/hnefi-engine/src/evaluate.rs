//! How good a position looks without searching on.

use hnefi_rules::{Position, Side};

use crate::squares::Squares;
use crate::terrain::Terrain;
use crate::threats::attackers_beside;

/// Judges positions for the search. Another mind is another value of this kind.
pub(crate) trait Evaluate: Sync {
    /// How good a position is for the attackers, in hundredths of an attacker, well below a forced end.
    ///
    /// The eight mirror images of a position must get the same number.
    fn attackers_score(&self, terrain: &Terrain, position: &Position) -> i32;

    /// The same for the side to move.
    fn score(&self, terrain: &Terrain, position: &Position) -> i32 {
        let score = self.attackers_score(terrain, position);
        if position.turn() == Side::Attackers { score } else { -score }
    }
}

/// The evaluation written by hand.
///
/// The sides want different things. The attackers win by sealing what the king could escape through, then
/// closing a ring and drawing it tight; single captures matter less. The defenders win by keeping ways
/// open. So the attackers are paid for squares that the king and his men cannot reach, the defenders for
/// those that the king can reach, and soon.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ByHand;

const ATTACKER: i32 = 100;
const DEFENDER: i32 = 160;
/// For so many sealed gates.
const SEALED: [i32; 5] = [0, 90, 200, 330, 650];
/// For an attacker on a guard square of a gate that is still open.
const GUARD: [i32; 4] = [0, 18, 45, 60];
/// For a square of the edge that the king's men cannot reach.
const EDGE_CLOSED: i32 = 4;
/// For a ring round the king that no defender outside can open alone.
const RING: i32 = 350;
/// For each square that the ring takes from the king's side.
const RING_TIGHT: i32 = 6;
/// For each square that the king reaches in one move.
const KING_NEAR: i32 = 5;
/// For each square that the king reaches in two moves and not in one.
const KING_FAR: i32 = 1;
/// For goals that the king reaches in two moves: the first, and each further one.
const GOAL_NEAR: (i32, i32) = (40, 50);
/// For goals that the king reaches in three moves, each.
const GOAL_FAR: i32 = 12;
/// For attackers beside a king who falls to four.
const BESIDE_STRONG: [i32; 5] = [0, 6, 22, 70, 70];
/// For attackers beside a king who falls to two.
const BESIDE_FRAIL: [i32; 5] = [0, 45, 60, 80, 100];
/// What the other terms come to at the start and soon after it.
const START: i32 = 120;
/// To be on move.
const MOVE: i32 = 8;

impl Evaluate for ByHand {
    fn attackers_score(&self, terrain: &Terrain, position: &Position) -> i32 {
        let Some(king) = position.king() else { return 0 };
        let attackers = terrain.men(position, Side::Attackers);
        let defenders = terrain.men(position, Side::Defenders);
        let king_at = Squares::of(std::iter::once(king));

        // Both armies at full strength count as even, so that a draw is worth what the start is worth.
        let mut score = (attackers.count() - terrain.soldiers.attackers) * ATTACKER
            - (defenders.count() - 1 - terrain.soldiers.defenders) * DEFENDER
            - START;
        score += king_ways(terrain, &king_at, &attackers.or(&defenders));
        score += enclosure(terrain, &king_at, &attackers, &defenders);
        let beside = attackers_beside(terrain, position, king) as usize;
        score += if terrain.frail_king { BESIDE_FRAIL[beside] } else { BESIDE_STRONG[beside] };
        score + if position.turn() == Side::Attackers { MOVE } else { -MOVE }
    }
}

/// What the king's ways out are worth as the board stands, seen by the attackers.
fn king_ways(terrain: &Terrain, king: &Squares, taken: &Squares) -> i32 {
    let free = terrain.king_ground.without(taken);
    let near = terrain.spread(king, &free);
    let far = terrain.spread(&near, &free);
    let farther = terrain.spread(&far, &free);
    let reached = near.count() - 1;
    let mut score = -reached * KING_NEAR - (far.count() - reached - 1) * KING_FAR;
    let goals = far.and(&terrain.goals).count().min(4);
    if goals > 0 {
        score -= GOAL_NEAR.0 + (goals - 1) * GOAL_NEAR.1;
    }
    score -= (farther.and(&terrain.goals).count().min(4) - goals) * GOAL_FAR;
    score
}

/// What the attackers have closed off, seen by the attackers.
fn enclosure(terrain: &Terrain, king: &Squares, attackers: &Squares, defenders: &Squares) -> i32 {
    let open = terrain.board.without(attackers);
    let kings = king.flooded(&open);
    let others = defenders.without(&kings);
    // Defenders who stand outside the king's ring may break it or hold a gate from within.
    let all = if others.is_empty() { kings } else { others.flooded(&open).or(&kings) };

    let mut score = 0;
    let mut sealed = 0;
    for (gate, guards) in terrain.gates.iter().zip(&terrain.guards) {
        if all.and(gate).is_empty() {
            sealed += 1;
        } else {
            score += GUARD[guards.and(attackers).count().min(3) as usize];
        }
    }
    score += SEALED[sealed];
    score += terrain.edge.without(&all).count() * EDGE_CLOSED;
    if kings.and(&terrain.edge).is_empty() {
        let outside = terrain.board.count() - kings.count();
        let worth = RING + outside * RING_TIGHT;
        // Each defender outside may open the ring again.
        score += worth / (1 + others.count().min(3));
    }
    score
}
