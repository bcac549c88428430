//! The file of a net.
//!
//! `HNEFINET`, the version (u16), the shape (four u16: men, measures, hidden, buckets), the length of the card (u32), the card as
//! JSON with spaces after it up to a multiple of 1,024 bytes of the file, the weights in the order of [`Weights`](crate::Weights) (i16 but for the last two lists, which are i32), and the CRC-32 of all
//! before it. Numbers have their least byte first.

use crate::kernels::{TILE, Tile};
use crate::net::Net;
use crate::{Card, Shape};

const MAGIC: &[u8; 8] = b"HNEFINET";
const VERSION: u16 = 1;

/// Why bytes are no net.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetError {
    /// The file does not begin like one.
    #[error("this is no file of a net: it does not begin with HNEFINET")]
    NoNet,
    /// The file is of a version that this program does not read.
    #[error("the net's file is of version {0}; this program reads version 1")]
    Version(u16),
    /// The file ends too early or goes on too long.
    #[error("the net's file has {found} bytes and should have {wanted}")]
    Length {
        /// The bytes that the file says that it has.
        wanted: usize,
        /// The bytes that are there.
        found: usize,
    },
    /// The sum over the file is wrong.
    #[error("the net's file is damaged: its checksum is wrong")]
    Damaged,
    /// No net has such a shape.
    #[error(
        "no net can have {} men, {} measures, {} sums and {} buckets: there are 1 to 4096 men, at most 4096 measures, 64 to 1024 sums in steps of 64, and 1 to 32 buckets",
        .0.men, .0.measures, .0.hidden, .0.buckets
    )]
    Shape(Shape),
    /// A list of weights does not have the length that the shape says.
    #[error("a net of {} men, {} measures, {} sums and {} buckets has other numbers of weights", .0.men, .0.measures, .0.hidden, .0.buckets)]
    Weights(Shape),
    /// The card is not readable.
    #[error("the net's card cannot be read: {0}")]
    Card(#[from] serde_json::Error),
    /// An output's weight is greater than the arithmetic allows.
    #[error("a weight of the net's outputs is {0}; it must be between -127 and 127")]
    Weight(i16),
    /// A number that an output adds is greater than the arithmetic allows.
    #[error("a net's output adds {0}; it must be between -{WIDEST} and {WIDEST}")]
    Wide(i32),
    /// The card's scale is none.
    #[error("the net's scale is {0}; it must be between 1 and {SCALE_MOST}")]
    Scale(i32),
}

/// The greatest number that an output adds by itself or for a measure, either way.
pub(crate) const WIDEST: i32 = 1 << 24;

/// The greatest scale.
pub(crate) const SCALE_MOST: i32 = 10_000;

/// The weights begin at a multiple of so many bytes: spaces follow the card. Brotli makes nets smaller that begin so.
const ALIGNED: usize = 1024;

const HEAD: usize = 8 + 2 + 8 + 4;

impl Net {
    /// The net as a file.
    ///
    /// # Errors
    /// A card that cannot be written as JSON.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetError> {
        let mut card = serde_json::to_vec(&self.card)?;
        card.resize((HEAD + card.len()).next_multiple_of(ALIGNED) - HEAD, b' ');
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        for number in [self.shape.men, self.shape.measures, self.shape.hidden, self.shape.buckets] {
            bytes.extend((number as u16).to_le_bytes());
        }
        bytes.extend((card.len() as u32).to_le_bytes());
        bytes.extend(card);
        bytes.extend(self.weight_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// What tells the net from those that judge otherwise, whatever else their cards say: the CRC-32 of its weights as the file has
    /// them, its scale as an i32, and the name of its inputs.
    ///
    /// ```
    /// # use hnefi_net::{Card, Net, Shape, Weights};
    /// # let weights = Weights::zero(Shape { men: 363, measures: 10, hidden: 64, buckets: 1 });
    /// let net = Net::new(&weights, Card::default())?;
    /// let renamed = Net::new(&weights, Card { name: "other".to_owned(), ..Card::default() })?;
    /// let rescaled = Net::new(&weights, Card { scale: 100, ..Card::default() })?;
    /// assert_eq!(renamed.digest(), net.digest());
    /// assert_ne!(rescaled.digest(), net.digest());
    /// # Ok::<(), hnefi_net::NetError>(())
    /// ```
    pub fn digest(&self) -> u32 {
        let mut bytes = self.weight_bytes();
        bytes.extend(self.card.scale.to_le_bytes());
        bytes.extend(self.card.inputs.bytes());
        crc32fast::hash(&bytes)
    }

    fn weight_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for list in [&self.men, &self.measures, &self.bias, &self.out] {
            bytes.extend(list.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        }
        for list in [&self.out_bias, &self.straight] {
            bytes.extend(list.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes
    }

    /// Reads a net's file.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetError::NoNet);
        }
        let short = |wanted| NetError::Length { wanted, found: bytes.len() };
        let head = bytes.get(8..HEAD).ok_or(short(HEAD))?;
        let number = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        if number(0) != VERSION {
            return Err(NetError::Version(number(0)));
        }
        let [men, measures, hidden, buckets] = [2, 4, 6, 8].map(|at| usize::from(number(at)));
        let shape = Shape { men, measures, hidden, buckets };
        if !shape.is_sound() {
            return Err(NetError::Shape(shape));
        }
        let card_len = u32::from_le_bytes([head[10], head[11], head[12], head[13]]) as usize;
        let lengths = shape.lengths();
        let wide: usize = lengths[4..].iter().sum();
        // The length of the card is the file's word: with it the sum may be beyond what a machine of 32 bits counts.
        let wanted = (HEAD + 2 * lengths[..4].iter().sum::<usize>() + 4 * wide + 4).saturating_add(card_len);
        if bytes.len() != wanted {
            return Err(short(wanted));
        }
        let (body, sum) = bytes.split_at(wanted - 4);
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(NetError::Damaged);
        }
        let card: Card = serde_json::from_slice(&body[HEAD..HEAD + card_len])?;
        let mut rest = &body[HEAD + card_len..];
        let mut take = |length: usize, width: usize| {
            let (list, after) = rest.split_at(length * width);
            rest = after;
            list
        };
        let mut small = |length: usize| -> Box<[Tile]> {
            let (tiles, _) = take(length, 2).as_chunks::<2>().0.as_chunks::<TILE>();
            tiles.iter().map(|tile| tile.map(i16::from_le_bytes)).collect()
        };
        let [men, measures, bias, out] = [0, 1, 2, 3].map(|list| small(lengths[list]));
        let mut wide = |length: usize| -> Box<[[i32; Shape::OUTPUTS]]> {
            let (threes, _) = take(length, 4).as_chunks::<4>().0.as_chunks::<{ Shape::OUTPUTS }>();
            threes.iter().map(|three| three.map(i32::from_le_bytes)).collect()
        };
        let [out_bias, straight] = [4, 5].map(|list| wide(lengths[list]));
        if let Some(&weight) = out.as_flattened().iter().find(|weight| weight.unsigned_abs() > 127) {
            return Err(NetError::Weight(weight));
        }
        let mut all = out_bias.as_flattened().iter().chain(straight.as_flattened());
        if let Some(&weight) = all.find(|weight| weight.unsigned_abs() > WIDEST.unsigned_abs()) {
            return Err(NetError::Wide(weight));
        }
        if !(1..=SCALE_MOST).contains(&card.scale) {
            return Err(NetError::Scale(card.scale));
        }
        Ok(Net { shape, card, men, measures, bias, out, out_bias, straight })
    }
}
