//! Several servers, the **nodes**, on one database: which of them may write, and what.
//!
//! Everything here is pure: it is told the rows and the time, and says what follows. The server calls it inside its
//! transactions, under the lock that all writing transactions take one after the other, with the rows and the clock of
//! the database as they are there.
//!
//! - A [`Node`] is the row of one node: its **epoch** (a number from a sequence, so a younger node has a greater one), the
//!   end of its **lease**, and how far its running time had come. A lease that has ended is never renewed: the node starts
//!   anew under another epoch.
//! - A [`Roll`] is all the rows at one time. It says whether a node may write, who the **keeper** is, whose games are to be
//!   taken over, and to whom a game belongs.
//! - A [`GameTime`] turns the running time that all nodes count together into the time of one game, from which every gap is
//!   left out in which nobody served it.
//!
//! ```
//! use hnefi_nodes::{GameTime, LEASE_MS, Roll, Standing};
//!
//! let mut roll = Roll::default();
//! for epoch in [1, 2] {
//!     let node = roll.join(epoch, 0).unwrap();
//!     roll.nodes.push(node);
//! }
//! assert_eq!(roll.keeper(), Some(1));
//!
//! // Node 1 is silent, node 2 renews its lease in time.
//! roll.now_ms = LEASE_MS - 1;
//! roll.nodes[1] = roll.renew(2, 2_900).unwrap();
//! roll.now_ms = LEASE_MS;
//! assert!(!roll.may_write(1) && roll.may_write(2));
//! assert_eq!(roll.renew(1, 3_000), None);
//!
//! // What belonged to node 1 is taken over, as of when it was last known to run.
//! assert_eq!(roll.standing(Some(1), 2), Standing::Ended(1));
//! let ended = roll.ended().next().unwrap();
//! let time = GameTime::default().taken_over(ended.clock_ms, None, 3_000);
//! assert_eq!(time.at(3_000), ended.clock_ms);
//! roll.nodes.retain(|node| node.epoch != 1);
//! assert_eq!(roll.keeper(), Some(2));
//! ```

mod game_time;
mod node;
mod roll;

pub use game_time::{GameTime, WAIT_MS};
pub use node::{LEASE_MS, Node, RENEW_MS};
pub use roll::{Roll, Standing};
