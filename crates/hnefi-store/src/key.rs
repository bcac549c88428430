//! A number for a position, by which it is found.

use hnefi_rules::{Piece, Setup, Side, Square};
use sha2::{Digest, Sha256};

/// The number of a position: the same for the eight images of a board, turned and mirrored, and for nothing else that
/// anybody will meet. It is stored, and never changes.
///
/// ```
/// use hnefi_rules::{Setup, Side};
/// use hnefi_store::position_key;
/// let board = Setup::from_rows("/t6/7/7/3K3/7/7/7/").unwrap();
/// let turned = Setup::from_rows("/6t/7/7/3K3/7/7/7/").unwrap();
/// let key = position_key(&board, Side::Attackers);
/// assert_eq!(position_key(&turned, Side::Attackers), key);
/// assert_ne!(position_key(&board, Side::Defenders), key);
/// ```
pub fn position_key(setup: &Setup, turn: Side) -> i64 {
    let image = (0..8).map(|image| seen(setup, image)).min().unwrap_or_default();
    let mut digest = Sha256::new();
    digest.update([setup.size(), u8::from(turn == Side::Defenders)]);
    digest.update(image);
    let digest = digest.finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(first)
}

/// The squares of a board by rank and file, looked at in one of eight ways.
fn seen(setup: &Setup, image: u8) -> Vec<u8> {
    let last = setup.size() - 1;
    let flip = |at: u8, whether: bool| if whether { last - at } else { at };
    let at = |rank: u8, file: u8| {
        let (file, rank) = if image & 4 != 0 { (rank, file) } else { (file, rank) };
        Square::new(flip(file, image & 1 != 0), flip(rank, image & 2 != 0))
    };
    let squares = (0..=last).flat_map(|rank| (0..=last).map(move |file| (rank, file)));
    squares
        .map(|(rank, file)| match at(rank, file).and_then(|square| setup.piece(square)) {
            None => 0,
            Some(Piece::Attacker) => 1,
            Some(Piece::Defender) => 2,
            Some(Piece::King) => 3,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_eight_and_count_as_one() {
        let rows = "/t1T3t/2K4/7/7/5T1/7/1t5/";
        let setup = Setup::from_rows(rows).unwrap();
        let images: std::collections::BTreeSet<_> = (0..8).map(|image| seen(&setup, image)).collect();
        assert_eq!(images.len(), 8, "a board without a symmetry");
        let key = position_key(&setup, Side::Attackers);
        for image in images {
            let mut other = Setup::empty(7).unwrap();
            for (number, piece) in image.iter().enumerate() {
                let piece =
                    [None, Some(Piece::Attacker), Some(Piece::Defender), Some(Piece::King)][usize::from(*piece)];
                other.set(Square::new(number as u8 % 7, number as u8 / 7).unwrap(), piece);
            }
            assert_eq!(position_key(&other, Side::Attackers), key);
        }
        let mut moved = setup.clone();
        moved.set(Square::new(3, 3).unwrap(), Some(Piece::Attacker));
        assert_ne!(position_key(&moved, Side::Attackers), key);
    }

    #[test]
    fn numbers_are_what_they_were() {
        let start = hnefi_rules::Referee::new(hnefi_rules::leaflet("fetlar-2018").unwrap().clone()).start();
        assert_eq!(position_key(&start.setup(), start.turn()), -2381651384305394863);
    }
}
