//! What the evaluation looks at: groups of features, each feature with one weight.

/// A row of features that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name in a file of weights.
    pub name: &'static str,
    /// How many features there are.
    pub len: usize,
    pub(crate) first: usize,
}

macro_rules! groups {
    ($($(#[doc = $doc:literal])* $constant:ident $name:literal $len:expr;)*) => {
        #[derive(Clone, Copy)]
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Place { $($constant),* }
        const LENGTHS: &[usize] = &[$($len),*];
        $($(#[doc = $doc])* pub(crate) const $constant: Group =
            Group { name: $name, len: $len, first: before(Place::$constant as usize) };)*
        /// Every group of features, in the order of the features' numbers.
        pub(crate) const GROUPS: &[Group] = &[$($constant),*];
    };
}

const fn before(group: usize) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < group {
        sum += LENGTHS[at];
        at += 1;
    }
    sum
}

groups! {
    /// Attackers by the class of their square.
    ATTACKERS_ON "attackers-on" CLASSES;
    /// Defenders by the class of their square.
    DEFENDERS_ON "defenders-on" CLASSES;
    /// The class of the king's square.
    KING_ON "king-on" CLASSES;
    /// How many attackers are left, in parts of a full army.
    ATTACKERS_LEFT "attackers-left" 25;
    /// How many defenders are left, in parts of a full army.
    DEFENDERS_LEFT "defenders-left" 13;
    /// To how many squares the king can move.
    KING_MOVES "king-moves" 21;
    /// From how many sides the edge is open to the king in two moves, lane by lane.
    KING_EDGES "king-edges" 17;
    /// How many goals the king can reach in two moves.
    KING_GOALS "king-goals" 5;
    /// On how many squares the king can be in two moves that lie in the clear beside a goal.
    KING_NEARS "king-nears" 9;
    /// Attackers round the king, by pattern.
    KING_ATTACKERS "king-attackers" PATTERNS;
    /// Defenders round the king, by pattern.
    KING_DEFENDERS "king-defenders" PATTERNS;
    /// Corners by how many attackers are missing to seal them, and by how many stand on the sixteen squares there.
    CORNERS "corners" 20;
    /// How many corners are sealed.
    CORNERS_SEALED "corners-sealed" 5;
    /// How many ends of lanes are open: looking in from there, a defender or the king is met before an attacker.
    LANES_OPEN "lanes-open" 45;
    /// How many ends of lanes are empty: nobody is met.
    LANES_EMPTY "lanes-empty" 23;
    /// The size of the region that the king's side is shut in, when no defender stands outside it.
    RING "ring" RINGS;
    /// The size of the region that the king is shut in, when defenders stand outside it.
    RING_BESET "ring-beset" RINGS;
    /// How many attackers a closed ring can do without: those that do not stand beside or obliquely beside its region.
    RING_SPARE "ring-spare" 9;
    /// Where the king can come to no corner: how many attackers are left beyond those that seal all of them.
    SEALED_SPARE "sealed-spare" 13;
    /// Where the king can come to no corner: how many defenders are left.
    SEALED_DEFENDERS "sealed-defenders" 13;
    /// Where the king can come to no corner: the size of the region that he is shut in, in fives.
    SEALED_ROOM "sealed-room" 25;
    /// The same, if attackers with a gap of a square between them stood in a closed chain.
    SEALED_PEN "sealed-pen" 25;
    /// The same, if attackers with a wider gap between them did.
    SEALED_FOLD "sealed-fold" 25;
    /// Where the king can come to no corner: on how many squares he can be in at most two moves, in fives.
    SEALED_ROAM "sealed-roam" 21;
    /// Where the king is shut in closely and defenders stand outside: how near the attackers stand to one of them, each by the
    /// steps that he is nearer than eight, together in fours.
    SEALED_CHASE "sealed-chase" 25;
    /// How many attackers stand within two steps of the king, oblique ones too.
    HUNTERS "hunters" 13;
    /// How many attackers stand within three steps of the king, oblique ones too.
    HUNTERS_FAR "hunters-far" 17;
    /// To how many squares of a rank and to how many of a file defenders can move, the king not counted, in fives.
    REACH "reach" 32;
    /// To be on move.
    MOVE "move" 1;
}

/// The number of features.
pub(crate) const FEATURES: usize = before(LENGTHS.len());

/// Squares that are images of each other under the board's symmetry are of one class.
pub(crate) const CLASSES: usize = 21;

/// Patterns of the eight squares round the king that are no images of each other.
pub(crate) const PATTERNS: usize = 51;

/// Sizes of regions that are told apart.
pub(crate) const RINGS: usize = 16;

impl Group {
    /// The number of a feature of this group; those beyond the last one count as the last one.
    #[inline(always)]
    pub(crate) const fn at(self, index: usize) -> usize {
        self.first + if index < self.len { index } else { self.len - 1 }
    }
}

/// The class of each of the squares of a board, file and rank from 0, as a board with eleven of each has it.
pub(crate) fn class(size: u8, file: u8, rank: u8) -> usize {
    // How far from the edge, so that the outermost squares and the middle always mean the same.
    let steps: &[usize] = match size {
        7 => &[0, 1, 3, 5],
        9 => &[0, 1, 2, 4, 5],
        11 => &[0, 1, 2, 3, 4, 5],
        13 => &[0, 1, 2, 3, 4, 4, 5],
        _ => &[0, 1, 2, 3, 3, 4, 4, 5],
    };
    let step = |at: u8| steps[usize::from(at.min(size - 1 - at)).min(steps.len() - 1)];
    let (near, far) = (step(file).min(step(rank)), step(file).max(step(rank)));
    far * (far + 1) / 2 + near
}

/// The class of each pattern of the eight squares round one: three bits for the rank above, two for left and
/// right, three for the rank below, each from the left.
pub(crate) static PATTERN: [u8; 256] = patterns();

const fn patterns() -> [u8; 256] {
    // Where each bit goes by a quarter turn, and by a reflection from left to right.
    const TURNED: [u8; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
    const FLIPPED: [u8; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
    let mut class = [u8::MAX; 256];
    let (mut next, mut pattern) = (0, 0);
    while pattern < 256 {
        if class[pattern] == u8::MAX {
            let (mut image, mut number) = (pattern, 0);
            while number < 8 {
                class[image] = next;
                image = moved(image, &TURNED);
                number += 1;
                if number == 4 {
                    image = moved(image, &FLIPPED);
                }
            }
            next += 1;
        }
        pattern += 1;
    }
    assert!(next as usize == PATTERNS);
    class
}

const fn moved(pattern: usize, to: &[u8; 8]) -> usize {
    let (mut image, mut bit) = (0, 0);
    while bit < 8 {
        if pattern >> bit & 1 != 0 {
            image |= 1 << to[bit];
        }
        bit += 1;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_of_squares_is_used_on_eleven_by_eleven_and_no_other_anywhere() {
        for size in [7, 9, 11, 13, 15] {
            let mut used = [false; CLASSES];
            for file in 0..size {
                for rank in 0..size {
                    used[class(size, file, rank)] = true;
                    assert_eq!(class(size, file, rank), class(size, rank, size - 1 - file));
                }
            }
            assert!(size != 11 || used.iter().all(|&u| u));
        }
    }
}
