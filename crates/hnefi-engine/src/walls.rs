//! Walls that can never be broken, proved without looking ahead.
//!
//! A soldier falls only between two partners. If on each of its two lines one neighbour is a square that no
//! enemy ever enters and that is not hostile by itself, it stands for as long as its side leaves it there.
//! A wall of such soldiers closes a region for good, and the region in turn protects the soldiers. Both are
//! found together: all soldiers of the side are taken for firm at first, and those that are not drop out
//! until nothing changes.

use hnefi_rules::{Position, Side, Square};

use crate::squares::Squares;
use crate::terrain::Terrain;

/// Whether the king stands behind such a wall with room to move to and fro: then no play of the attackers
/// can ever capture him or leave the defenders without a move.
pub(crate) fn king_is_out_of_reach(terrain: &Terrain, position: &Position) -> bool {
    let Some(king) = position.king().filter(|_| terrain.walls_stand) else { return false };
    let king_at = Squares::of(std::iter::once(king));
    let attackers = terrain.men(position, Side::Attackers);
    let soldiers = terrain.men(position, Side::Defenders).without(&king_at);
    let Some(pocket) = settle(terrain, &soldiers, |firm| {
        let pocket = king_at.flooded(&terrain.board.without(firm));
        pocket.and(&attackers).is_empty().then_some((pocket, pocket))
    }) else {
        return false;
    };
    let empty = pocket.and(&terrain.king_ground).without(&soldiers).without(&king_at);
    !king_at.beside().and(&empty).is_empty()
}

/// Whether such walls of attackers keep every defender from every square on which the king would escape: then
/// the defenders can never win, while the attackers have other men to move.
pub(crate) fn escapes_are_closed(terrain: &Terrain, position: &Position) -> bool {
    if !terrain.walls_stand {
        return false;
    }
    let attackers = terrain.men(position, Side::Attackers);
    let defenders = terrain.men(position, Side::Defenders);
    let mut walls = Squares::EMPTY;
    let closed = settle(terrain, &attackers, |firm| {
        walls = *firm;
        let ground = defenders.flooded(&terrain.board.without(firm));
        ground.and(&terrain.goals).is_empty().then_some((ground, terrain.board.without(&ground).without(firm)))
    });
    // The wall need not move while others can.
    closed.is_some() && !attackers.without(&walls).is_empty()
}

/// Drops soldiers that could be captured until the rest are firm. `close` gives for a set of firm soldiers the
/// closed region and the squares that no enemy enters, or nothing when the wall does not close.
fn settle(
    terrain: &Terrain,
    soldiers: &Squares,
    mut close: impl FnMut(&Squares) -> Option<(Squares, Squares)>,
) -> Option<Squares> {
    let mut firm = *soldiers;
    loop {
        let (region, calm) = close(&firm)?;
        // Corners and throne may be hostile by themselves.
        let mut hostile = terrain.corners;
        hostile.0[usize::from(terrain.throne.rank())] |= 1 << terrain.throne.file();
        let calm = calm.without(&hostile).or(&firm);
        let stands = |square: Square| {
            let (file, rank) = (i16::from(square.file()), i16::from(square.rank()));
            let holds = |file: i16, rank: i16| {
                let inside = |n: i16| (0..i16::from(terrain.size)).contains(&n);
                !inside(file)
                    || !inside(rank)
                    || Square::new(file as u8, rank as u8).is_some_and(|square| calm.has(square))
            };
            (holds(file - 1, rank) || holds(file + 1, rank)) && (holds(file, rank - 1) || holds(file, rank + 1))
        };
        let left = Squares::of(firm.squares().filter(|&square| stands(square)));
        if left == firm {
            return Some(region);
        }
        firm = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hnefi_rules::{Referee, Setup, leaflet};

    fn position(rows: &str) -> (Terrain, Position) {
        let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
        let setup = Setup::from_rows(rows).unwrap();
        (Terrain::new(&referee), referee.position(&setup, Side::Attackers).unwrap())
    }

    #[test]
    fn a_fort_at_the_edge_keeps_the_king_for_good() {
        let (terrain, fort) = position("/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/");
        assert!(king_is_out_of_reach(&terrain, &fort));
    }

    #[test]
    fn a_fort_that_can_be_struck_is_none() {
        // The man on e3 has open squares on both sides and an enemy may come; with d3 beside him he stands.
        let (terrain, open) = position("/3T1T5/3TKT5/4T6/t9t/11/11/11/11/11/11/3ttt5/");
        assert!(!king_is_out_of_reach(&terrain, &open));
        let (terrain, firm) = position("/3T1T5/3TKT5/3TT6/t9t/11/11/11/11/11/11/3ttt5/");
        assert!(king_is_out_of_reach(&terrain, &firm));
        // Here the king fills his fort, and must leave it when nobody else can move.
        let (terrain, full) = position("/4TKT4/4TTT4/11/t9t/11/11/11/11/11/11/3ttt5/");
        assert!(!king_is_out_of_reach(&terrain, &full));
    }

    #[test]
    fn three_men_across_each_corner_close_it_for_good() {
        let rows = "/2t5t2/1t7t1/t9t/11/5t5/4TKT4/11/11/t9t/1t7t1/2t5t2/";
        let (terrain, closed) = position(rows);
        assert!(escapes_are_closed(&terrain, &closed));
        // One man less, and the king slips through.
        let (terrain, leaking) = position(&rows.replacen("1t7t1", "9t1", 1));
        assert!(!escapes_are_closed(&terrain, &leaking));
        // A defender behind the wall breaks it.
        let (terrain, betrayed) = position(&rows.replacen("2t5t2", "1Tt5t2", 1));
        assert!(!escapes_are_closed(&terrain, &betrayed));
    }
}
