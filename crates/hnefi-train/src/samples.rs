//! The positions that teach, packed.

use crate::MaterialError;

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
    /// What the end of its game says of it.
    pub end: End,
    /// What a search thought of it, in hundredths, seen by the attackers; beyond 16,000 either way it decides the game.
    pub score: i16,
    /// The number of the source of the score: what judged under which rule set. Scores of one source mean the same.
    pub source: u8,
}

/// What the end of a game says of a position in it. Who won: 0 the attackers, 1 nobody, 2 the defenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Little, since the sides were not of the same strength.
    Nothing,
    /// Something, beside the score.
    Beside(u8),
    /// The same; the sooner it comes, the more it counts.
    Soon(Far),
    /// All there is to learn, since the score is the same wherever the men stand; the sooner it comes, the more it counts.
    Alone(Far),
}

/// An end of a game, and how far it is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Far {
    /// Who won.
    pub won: u8,
    /// How many plies are left.
    pub left: u32,
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
    end: End,
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
    /// # Errors
    /// [`MaterialError::Full`] where there would be 2^32 men or measures in all. Nothing was added then.
    pub fn push(&mut self, sample: &Sample<'_>) -> Result<(), MaterialError> {
        let men = until(self.men.len(), sample.men.len())?;
        let measures = until(self.measures.len(), sample.measures.len())?;
        self.men.extend_from_slice(sample.men);
        self.measures.extend_from_slice(sample.measures);
        let Sample { turn, bucket, end, score, source, .. } = *sample;
        self.heads.push(Head { men, measures, turn, bucket, end, score, source });
        Ok(())
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
            end: head.end,
            score: head.score,
            source: head.source,
        }
    }
}

/// How long a list is when some more are added.
fn until(length: usize, more: usize) -> Result<u32, MaterialError> {
    length.checked_add(more).and_then(|until| u32::try_from(until).ok()).ok_or(MaterialError::Full)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_inputs_are_refused() {
        assert_eq!(until(3, 4).unwrap(), 7);
        assert_eq!(until(u32::MAX as usize - 1, 1).unwrap(), u32::MAX);
        for (length, more) in [(u32::MAX as usize, 1), (usize::MAX, 1)] {
            let error = until(length, more).unwrap_err();
            assert!(error.to_string().contains("take fewer shards"), "{error}");
        }
    }
}
