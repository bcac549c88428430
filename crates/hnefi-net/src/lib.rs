//! Small nets that judge positions.
//!
//! A [`Net`] takes two kinds of inputs: **men**, one for each kind of piece on each square, of which a few change with a
//! move, and **measures**, counted for every position anew. The sums of the men's weights are kept in an
//! [`Accumulator`] from one position to the next. Out come the odds that the attackers win, that nobody does, and that the
//! defenders win, from heads of their own for each side to move and for how many men are left.
//!
//! All arithmetic is with whole numbers, so that every machine gets the same score. This crate knows nothing of boards:
//! what an input stands for is the engine's affair.
//!
//! ```
//! use hnefi_net::{Card, Change, Head, Net, Shape, Weights};
//!
//! // A net of two inputs that likes the attackers the more the first one is there.
//! let shape = Shape { men: 2, measures: 1, hidden: 64, buckets: 1 };
//! let mut weights = Weights::zero(shape);
//! weights.men[0] = 1.0;
//! weights.out[0] = 1.5;
//! let net = Net::new(&weights, Card::default()).unwrap();
//!
//! let mut sums = net.accumulator();
//! let head = Head { turn: 0, bucket: 0 };
//! assert_eq!(net.score(&mut sums, Change::default(), &[], head), 0);
//! assert!(net.score(&mut sums, Change { gone: &[], come: &[0] }, &[], head) > 100);
//! net.change(&mut sums, Change { gone: &[0], come: &[] });
//! assert_eq!(sums, net.accumulator());
//! ```

mod card;
mod chances;
mod file;
mod kernels;
mod net;
mod shape;
#[cfg(test)]
mod tests;
mod weights;

pub use card::{Card, Strength};
pub use chances::Chances;
pub use file::NetError;
pub use net::{Accumulator, Change, Head, Net};
pub use shape::Shape;
pub use weights::Weights;
