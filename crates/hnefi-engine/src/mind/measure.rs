//! The features of a position.

use hnefi_rules::{BySide, Piece, Position, Reach, Referee, Side, Square};

use super::features::*;
use super::seals::{CROWDS, Seals};
use crate::board::squares::{Words, each_square};
use crate::board::terrain::Terrain;

/// What is done with each feature that a position has.
pub(crate) trait Tally {
    /// A feature is there so many times.
    fn add(&mut self, feature: usize, times: i32);

    /// The soldiers stand on their squares; gives how many attackers and how many defenders there are.
    fn soldiers(&mut self, measure: &Measure, position: &Position, king: Square) -> (u32, u32);
}

type Lanes = [u16; 16];

/// The men on the board; the king is one of the defenders.
struct Men<const N: usize> {
    attackers: Words<N>,
    defenders: Words<N>,
    king: Words<N>,
}

/// All corners are sealed by so many attackers.
const SEALING: u32 = 12;

/// A king who has at most so many squares left is held fast, and counts as one with so many attackers within two steps and three.
const CELL: u32 = 9;
const HELD_FAST: (u32, u32) = (9, 14);

/// With at most so many defenders left the king may be shut in though not all corners are sealed.
const THIN: u32 = 6;

/// What a rule set makes of the features of a position.
pub(crate) struct Measure {
    pub(crate) terrain: Terrain,
    seals: Seals,
    /// The class of every square.
    classes: [u8; 256],
    /// For so many soldiers of each side that are left, how many parts of a full army they are.
    parts_left: BySide<[u8; 256]>,
}

impl Measure {
    pub(crate) fn new(referee: &Referee) -> Measure {
        let start = referee.ruleset().start();
        let size = start.size();
        let soldiers = |piece| start.pieces().filter(|&(_, p)| p == piece).count();
        let soldiers = BySide { attackers: soldiers(Piece::Attacker), defenders: soldiers(Piece::Defender) };
        let parts = |full: usize, parts: usize| {
            // An army may be larger in a position that somebody set up.
            std::array::from_fn(|left| ((left * parts + full / 2) / full.max(1)).min(parts) as u8)
        };
        let mut classes = [0; 256];
        for square in start.squares() {
            classes[square.index()] = class(size, square.file(), square.rank()) as u8;
        }
        let parts_left = BySide { attackers: parts(soldiers.attackers, 24), defenders: parts(soldiers.defenders, 12) };
        Measure { terrain: Terrain::new(referee), seals: Seals::new(), classes, parts_left }
    }

    /// Tells the features of a position, whose eight mirror images have the same ones.
    #[inline(always)]
    pub(crate) fn tell(&self, position: &Position, tally: &mut impl Tally) {
        let Some(king) = position.king() else { return };
        if self.terrain.size <= 12 {
            measured::<3>(self, position, king, tally);
        } else {
            measured::<4>(self, position, king, tally);
        }
    }

    /// The class of a square; squares that are images of each other share one.
    #[inline(always)]
    pub(crate) fn class(&self, square: Square) -> usize {
        self.classes[square.index() & 255].into()
    }

    /// How much of a full army so many soldiers are, in twelfths of the defenders or in twenty-fourths of the attackers.
    #[inline(always)]
    fn part_left(&self, side: Side, soldiers: u32) -> usize {
        self.parts_left[side][soldiers as usize & 255].into()
    }
}

#[inline(always)]
fn measured<const N: usize>(measure: &Measure, position: &Position, king: Square, tally: &mut impl Tally) {
    let terrain = &measure.terrain;
    let attackers = position.rows(Side::Attackers);
    let defenders = position.rows(Side::Defenders);

    let (a, d) = tally.soldiers(measure, position, king);
    tally.add(ATTACKERS_LEFT.at(measure.part_left(Side::Attackers, a)), 1);
    tally.add(DEFENDERS_LEFT.at(measure.part_left(Side::Defenders, d)), 1);
    tally.add(KING_ON.at(measure.class(king)), 1);
    let turn = position.turn();
    tally.add(MOVE.at(0), if turn == Side::Attackers { 1 } else { -1 });

    let mut sealed = 0;
    if terrain.by_corner {
        for corner in measure.seals.of(attackers, terrain.size.into()) {
            tally.add(CORNERS.at(corner.into()), 1);
            sealed += i32::from(corner < CROWDS);
        }
        tally.add(CORNERS_SEALED.at(sealed as usize), 1);
    }
    tally.add(KING_ATTACKERS.at(PATTERN[round(attackers, king)].into()), 1);
    tally.add(KING_DEFENDERS.at(PATTERN[round(defenders, king)].into()), 1);
    let out = king_ways(terrain, position, king, tally);

    let open = lane_ends(terrain, position, tally);
    // A king who comes out to the edge is in no ring, and nor is he behind men who stand outermost on many lanes.
    let maybe_ring = !out && open <= MANY_OPEN;
    let men = Men { attackers: Words::<N>::of(attackers), defenders: Words::of(defenders), king: Words::one(king) };
    if maybe_ring {
        ring(terrain, &men, tally);
    }
    let held_fast =
        (sealed == 4 || (terrain.by_corner && d <= THIN)) && shut_in(terrain, position, &men, king, (a, d), tally);
    // Whoever holds the king fast need not come nearer.
    let (near, far) = if held_fast { HELD_FAST } else { hunters(attackers, king) };
    tally.add(HUNTERS.at(near as usize), 1);
    tally.add(HUNTERS_FAR.at(far as usize), 1);

    // A board is the same by files as by ranks.
    let ground = Words::<N>::of(&terrain.board.without(&terrain.corners).0);
    let by_rank = men.defenders.without(men.king).along_ranks(ground.without(men.attackers).without(men.defenders));
    let (attackers, defenders) =
        (Words::<N>::of(position.columns(Side::Attackers)), Words::of(position.columns(Side::Defenders)));
    let king = Words::one(Square::new(king.rank(), king.file()).unwrap_or(king));
    let by_file = defenders.without(king).along_ranks(ground.without(attackers).without(defenders));
    tally.add(REACH.at((by_rank + by_file) as usize / 5), 1);
}

/// How many attackers stand within two steps of the king, and within three.
#[inline(always)]
fn hunters(attackers: &Lanes, king: Square) -> (u32, u32) {
    const NEAR: u64 = 0x0000_3e3e_3e3e_3e00;
    let mut far = 0u64;
    for step in 0..7 {
        // From three ranks below the king on, of which some may be no ranks of the board.
        let rank = (usize::from(king.rank()) + step).wrapping_sub(3);
        let row = attackers.get(rank).copied().unwrap_or(0);
        far |= u64::from((u32::from(row) << 3 >> king.file()) & 0x7f) << (8 * step);
    }
    ((far & NEAR).count_ones(), far.count_ones())
}

/// Tells how far the king is shut in, where he can come to no corner; gives whether he is held fast while defenders are outside.
#[inline(never)]
fn shut_in<const N: usize>(
    terrain: &Terrain,
    position: &Position,
    men: &Men<N>,
    king: Square,
    (a, d): (u32, u32),
    tally: &mut impl Tally,
) -> bool {
    let board = Words::of(&terrain.board.0);
    let Some(room) = men.king.flooded_until(&board.without(men.attackers), &Words::of(&terrain.corners.0)) else {
        return false;
    };
    tally.add(SEALED_SPARE.at(a.saturating_sub(SEALING) as usize), 1);
    tally.add(SEALED_DEFENDERS.at(d as usize), 1);
    tally.add(SEALED_ROOM.at(room.count() as usize / 5), 1);
    // What lies between two attackers who stand across from each other, and whatever an attacker stands beside.
    let a = men.attackers;
    let (left, right, up, down) = (a.left(), a.right(), a.up(), a.down());
    let across = left.and(right).or(up.and(down)).or(left.up().and(right.down())).or(left.down().and(right.up()));
    let beside = left.or(right).or(up).or(down);
    for (closed, group) in [(across, SEALED_PEN), (beside, SEALED_FOLD)] {
        let free = board.without(a).without(closed);
        let pen = men.king.flooded_until(&free, &Words([0; N])).unwrap_or(room);
        tally.add(group.at(pen.count() as usize / 5), 1);
    }
    tally.add(SEALED_ROAM.at(roam(terrain, position, king) as usize / 5), 1);
    let outside = men.defenders.without(room);
    let held_fast = room.count() <= CELL && !outside.is_empty();
    if held_fast {
        let attackers = position.rows(Side::Attackers);
        // The one whom the attackers stand nearest to falls first.
        let mut chase = 0;
        each_square(&outside.squares(), |square| chase = chase.max(nearness(attackers, square)));
        tally.add(SEALED_CHASE.at(chase as usize / 4), 1);
    }
    held_fast
}

/// On how many squares the king can be in at most two moves, his own one counted.
#[inline(never)]
fn roam(terrain: &Terrain, position: &Position, king: Square) -> u32 {
    let men = |of: fn(&Position, Side) -> &Lanes, lane: u8| {
        let lane = usize::from(lane & 15);
        of(position, Side::Attackers)[lane] | of(position, Side::Defenders)[lane] | terrain.outside
    };
    let along = |rank: u8, file: u8| slide(men(Position::rows, rank), file);
    let across = |file: u8, rank: u8| slide(men(Position::columns, file), rank);
    let (row, column) = (along(king.rank(), king.file()), across(king.file(), king.rank()));
    let mut reached = [0u16; 16];
    for rank in (0u8..16).filter(|rank| column >> rank & 1 != 0) {
        reached[usize::from(rank)] = along(rank, king.file()) | 1 << king.file();
    }
    reached[usize::from(king.rank())] |= row | 1 << king.file();
    for file in (0u8..16).filter(|file| row >> file & 1 != 0) {
        let ranks = across(file, king.rank());
        for rank in (0u8..16).filter(|rank| ranks >> rank & 1 != 0) {
            reached[usize::from(rank)] |= 1 << file;
        }
    }
    reached.iter().map(|rank: &u16| rank.count_ones()).sum()
}

/// By how many steps, oblique ones too, each attacker is nearer to a square than eight, all together.
#[inline(never)]
fn nearness(attackers: &Lanes, square: Square) -> u32 {
    let mut near = 0;
    for (rank, &row) in (0u8..).zip(attackers) {
        let mut row = row;
        while row != 0 {
            let steps = rank.abs_diff(square.rank()).max((row.trailing_zeros() as u8).abs_diff(square.file()));
            near += u32::from(8u8.saturating_sub(steps));
            row &= row - 1;
        }
    }
    near
}

/// With more lanes open than this no ring is looked for.
const MANY_OPEN: u32 = 8;

/// Tells where the king can go, and where he can go from there; gives whether he can be on the edge in two moves.
#[inline(always)]
fn king_ways(terrain: &Terrain, position: &Position, king: Square, tally: &mut impl Tally) -> bool {
    let (file, rank) = (king.file(), king.rank());
    let (fi, ri) = (usize::from(file & 15), usize::from(rank & 15));
    let rows = [position.rows(Side::Attackers), position.rows(Side::Defenders)];
    let columns = [position.columns(Side::Attackers), position.columns(Side::Defenders)];
    let in_row = |rank: usize| rows[0][rank & 15] | rows[1][rank & 15];
    let in_column = |file: usize| columns[0][file & 15] | columns[1][file & 15];
    let outside = terrain.outside;
    let (barred_row, barred_column) = terrain.barred(king);
    let mut row = slide(in_row(ri) | outside | barred_row, file);
    let mut column = slide(in_column(fi) | outside | barred_column, rank);
    if terrain.king_reach == Reach::One {
        row &= 1 << (file + 1) | (1 << file) >> 1;
        column &= 1 << (rank + 1) | (1 << rank) >> 1;
    }
    let moves = (u32::from(row) | u32::from(column) << 16).count_ones();
    tally.add(KING_MOVES.at(moves as usize), 1);

    // From which squares beside his way he sees the edge, one bit for each file or rank that he turns off on.
    let last = terrain.size - 1;
    let (up, down) = clear(&columns, row, rank, last);
    let (right, left) = clear(&rows, column, file, last);
    // From where he stands he comes to the edge in one move, and turns off in the second.
    let here_up = column >> last & 1 != 0 && rank != last;
    let here_down = column & 1 != 0 && rank != 0;
    let here_right = row >> last & 1 != 0 && file != last;
    let here_left = row & 1 != 0 && file != 0;
    let sides = [
        (up, here_up, last, true),
        (down, here_down, 0, true),
        (right, here_right, last, false),
        (left, here_left, 0, false),
    ];
    let (mut edges, mut here_edges, mut goals) = (0, 0, 0);
    // The squares of all four sides are kept side by side, to be counted at once.
    let (mut low_nears, mut high_nears) = (0, 0);
    for (way, here, edge, by_row) in sides {
        edges = edges << 16 | u64::from(way);
        here_edges += u32::from(here);
        if terrain.by_corner && (way != 0 || here) {
            let (at, lane) = if by_row { (fi, in_row(edge.into())) } else { (ri, in_column(edge.into())) };
            let (low, high) = open_to_corners(lane, last);
            goals += u32::from(low >> at & u16::from(here)) + u32::from(high >> at & u16::from(here));
            low_nears = low_nears << 16 | u64::from(way & low);
            high_nears = high_nears << 16 | u64::from(way & high);
        }
    }
    let (ways, nears) = (edges.count_ones(), low_nears.count_ones() + high_nears.count_ones());
    let edges = ways + here_edges;
    let goals = if terrain.by_corner { goals } else { ways };
    tally.add(KING_EDGES.at(edges as usize), 1);
    tally.add(KING_GOALS.at(goals as usize), 1);
    tally.add(KING_NEARS.at(nears as usize), 1);
    edges > 0
}

/// The squares of an edge that only empty squares part from the corner at its lower end, and at its upper end.
#[inline(always)]
fn open_to_corners(men: u16, last: u8) -> (u16, u16) {
    let low = (men & men.wrapping_neg()).wrapping_sub(1);
    let high = if men == 0 { u16::MAX } else { u16::MAX << (15 - men.leading_zeros()) << 1 };
    let board = (1u32 << (last + 1)) as u16;
    (low & board.wrapping_sub(1), high & board.wrapping_sub(1))
}

/// Of the lanes in `of`: those that are empty above `at`, and those that are empty below it. At the end of a
/// lane there is nothing beyond to go to.
#[inline(always)]
fn clear(lanes: &[&Lanes; 2], of: u16, at: u8, last: u8) -> (u16, u16) {
    let above = if at == last { 0 } else { (!1u32 << at) as u16 };
    let below = ((1u32 << at) - 1) as u16;
    let (mut up, mut down, mut left) = (0, 0, of);
    while left != 0 {
        let (lane, bit) = (left.trailing_zeros() as usize & 15, left & left.wrapping_neg());
        let men = lanes[0][lane] | lanes[1][lane];
        up |= if men & above == 0 { bit } else { 0 };
        down |= if men & below == 0 { bit } else { 0 };
        left ^= bit;
    }
    (if above == 0 { 0 } else { up }, if below == 0 { 0 } else { down })
}

/// The squares that a piece on bit `at` reaches in a lane in which `stops` cannot be entered.
#[inline(always)]
fn slide(stops: u16, at: u8) -> u16 {
    let above = stops & (!1 << at);
    let up = (above & above.wrapping_neg()).wrapping_sub(2 << at);
    let here = 1u32 << at;
    let below = (u32::from(stops) & (here - 1)) << 1 | 1;
    let down = here - (1 << (31 - below.leading_zeros()));
    up | down as u16
}

/// The eight squares round one as eight bits.
#[inline(always)]
fn round(men: &Lanes, square: Square) -> usize {
    let rank = usize::from(square.rank());
    let three = |rank: usize| usize::from((men[rank & 15] << 1) >> square.file() & 7);
    let here = three(rank);
    three(rank + 1) << 5 | (here & 4) << 2 | (here & 1) << 3 | three(rank.wrapping_sub(1))
}

/// Tells who stands outermost on the lanes, and gives on how many of their ends it is a defender.
#[inline(always)]
fn lane_ends(terrain: &Terrain, position: &Position, tally: &mut impl Tally) -> u32 {
    let (mut open, mut empty) = (0u16, 0u16);
    let sides = [
        (position.rows(Side::Attackers), position.rows(Side::Defenders)),
        (position.columns(Side::Attackers), position.columns(Side::Defenders)),
    ];
    // No lane has sixteen squares, so that all numbers are the same with a sign, which compares faster.
    let below_lowest = |men: u16| ((men ^ men.wrapping_sub(1)) >> 1) as i16;
    for (attackers, defenders) in sides {
        for i in 0..16 {
            let (a, d) = (attackers[i], defenders[i]);
            open += u16::from(d as i16 > a as i16) + u16::from(below_lowest(d) < below_lowest(a));
            empty += u16::from(a | d == 0);
        }
    }
    let (open, empty) = (usize::from(open), usize::from(empty) - 2 * (16 - usize::from(terrain.size)));
    tally.add(LANES_OPEN.at(open), 1);
    tally.add(LANES_EMPTY.at(empty), 1);
    open as u32
}

/// Tells of the region that the king is shut in, if he is.
#[inline(never)]
fn ring<const N: usize>(terrain: &Terrain, men: &Men<N>, tally: &mut impl Tally) {
    let open = Words::of(&terrain.board.0).without(men.attackers);
    let Some(region) = men.king.flooded_until(&open, &Words::of(&terrain.edge.0)) else { return };
    let size = region.count() as usize * 20 / usize::from(terrain.size).pow(2);
    if !men.defenders.without(region).is_empty() {
        tally.add(RING_BESET.at(size), 1);
        return;
    }
    tally.add(RING.at(size), 1);
    let wide = region.or(region.left()).or(region.right());
    let spare = men.attackers.without(wide.or(wide.up()).or(wide.down())).count();
    tally.add(RING_SPARE.at(spare as usize), 1);
}
