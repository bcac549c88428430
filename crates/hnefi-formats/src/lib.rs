//! Text formats: moves, diagrams, positions, recorded games.
//!
//! Readers are liberal and writers strict; what a reader tolerates is listed at the top of its module. The
//! rows of a position (`/3ttttt3/…/`) are read and written by [`Setup`](hnefi_rules::Setup) itself.
//!
//! ```
//! use hnefi_formats::{read_diagram, read_move, read_position, write_diagram};
//!
//! // **Read**, the first of the five steps of a move: text to intent.
//! let written = read_move("d1-d4xd5/f4").unwrap();
//! assert_eq!(written.intent.to_string(), "d1-d4");
//! assert_eq!(written.captures.unwrap().len(), 2);
//!
//! let (setup, turn) = read_position("/1t5/7/7/3K3/7/7/6T/ defenders").unwrap();
//! assert_eq!(turn.unwrap().id(), "defenders");
//! assert_eq!(read_diagram(&write_diagram(&setup)).unwrap(), setup);
//! ```

mod diagram;
mod moves;
mod place;
mod position;
mod record;
mod replay;
mod text;

pub use diagram::{DiagramError, DiagramFault, read_diagram, write_diagram};
pub use moves::{Mismatch, MoveError, MoveFault, PieceLetter, WrittenMove, read_move, write_move};
pub use place::Place;
pub use position::{PositionError, read_position, write_position};
pub use record::{Record, RecordId, RecordedResult, read_record};
pub use replay::{OutcomeRecord, PlyRecord, RecordError, RecordFault, ReplayedRecord, replay_record};
pub use text::{GameText, TextError, TextFault};
