//! The arithmetic on rows of whole numbers, written so that a compiler makes vectors of it.
//!
//! Each function is compiled for every instruction set that `pulp` knows of, and the machine at hand chooses. All of them
//! give the same numbers: additions wrap, and nothing is rounded on the way.
//!
//! The hidden layer is cut into tiles that fit into a processor's registers. All that happens to a tile happens at once.

/// So many sums are worked on at once.
pub(crate) const TILE: usize = 64;

/// One tile of a row of weights or of sums.
pub(crate) type Tile = [i16; TILE];

#[inline(always)]
fn add(sums: &mut Tile, row: &Tile) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(weight);
    }
}

#[inline(always)]
fn subtract(sums: &mut Tile, row: &Tile) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(weight);
    }
}

#[inline(always)]
fn add_times(sums: &mut Tile, row: &Tile, times: i16) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(weight.wrapping_mul(times));
    }
}

/// Some men leave a tile of sums and others come. The rows of the men's weights are so many tiles each, of which this is
/// the one numbered `tile`.
#[inline(always)]
pub(crate) fn change(sums: &mut Tile, men: &[Tile], tiles: usize, tile: usize, gone: &[usize], come: &[usize]) {
    if gone.is_empty() && come.is_empty() {
        return;
    }
    let mut changed = *sums;
    for &man in gone {
        subtract(&mut changed, &men[man * tiles + tile]);
    }
    for &man in come {
        add(&mut changed, &men[man * tiles + tile]);
    }
    *sums = changed;
}

/// A tile of sums with what the measures add to it, for this once.
#[inline(always)]
pub(crate) fn measured(sums: &Tile, rows: &[Tile], tiles: usize, tile: usize, measures: &[(u16, i16)]) -> Tile {
    let mut whole = *sums;
    for &(measure, times) in measures {
        add_times(&mut whole, &rows[usize::from(measure) * tiles + tile], times);
    }
    whole
}

/// The sums of a tile brought into 0 to 255 and squared, times the weights of an output.
#[inline(always)]
pub(crate) fn output(sums: &Tile, weights: &Tile) -> i32 {
    let mut total = 0i32;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let sum = sum.clamp(0, 255);
        // A weight is between -127 and 127, so that this product still is one of sixteen bits.
        total = total.wrapping_add(i32::from(sum) * i32::from(sum.wrapping_mul(weight)));
    }
    total
}
