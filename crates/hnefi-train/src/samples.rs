//! The positions that teach, packed.

/// A position that teaches: what a net sees of it, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<'a> {
    /// The numbers of its men.
    pub men: &'a [u16],
    /// The numbers of its measures, each with how often it is there.
    pub measures: &'a [(u16, i16)],
    /// 0 when the attackers are to move, 1 when the defenders are.
    pub turn: u8,
    /// The bucket of its men.
    pub bucket: u8,
    /// Who won the game: 0 the attackers, 1 nobody, 2 the defenders. `None` where that says little of the position, since
    /// the sides were not of the same strength.
    pub result: Option<u8>,
    /// What a search thought of it, in hundredths, seen by the attackers.
    pub score: i16,
    /// The number of the source of the score: what judged under which rule set. Scores of one source mean the same.
    pub source: u8,
}

/// Positions that teach, one after the other in a few long lists: some 150 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    men: Vec<u16>,
    measures: Vec<(u16, i16)>,
    heads: Vec<Head>,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    men: u32,
    measures: u32,
    turn: u8,
    bucket: u8,
    result: Option<u8>,
    score: i16,
    source: u8,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Adds one.
    ///
    /// # Panics
    /// When there are 2^32 men or measures in all.
    pub fn push(&mut self, sample: &Sample<'_>) {
        self.men.extend_from_slice(sample.men);
        self.measures.extend_from_slice(sample.measures);
        let end = |length: usize| u32::try_from(length).expect("fewer than 2^32 inputs");
        let Sample { turn, bucket, result, score, source, .. } = *sample;
        self.heads.push(Head {
            men: end(self.men.len()),
            measures: end(self.measures.len()),
            turn,
            bucket,
            result,
            score,
            source,
        });
    }

    /// One of them.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let head = self.heads[index];
        let (men, measures) =
            index.checked_sub(1).map_or((0, 0), |before| (self.heads[before].men, self.heads[before].measures));
        Sample {
            men: &self.men[men as usize..head.men as usize],
            measures: &self.measures[measures as usize..head.measures as usize],
            turn: head.turn,
            bucket: head.bucket,
            result: head.result,
            score: head.score,
            source: head.source,
        }
    }
}
