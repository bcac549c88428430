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

pub mod answers;
mod commas;
mod diagram;
mod document;
mod drawing;
mod ending;
mod fault;
mod format;
mod house;
mod json_lines;
mod limits;
mod marks;
mod moves;
mod named;
mod note;
mod otg;
mod place;
mod position;
mod record;
mod record_fault;
mod replay;
mod replayed;
mod rows;
mod rules_string;
mod scan;
mod taflzero;
mod tag_list;
mod tree;
mod written_game;

pub use commas::write_commas;
pub use diagram::{
    DiagramError, DiagramFault, read_diagram, read_diagram_to_move, write_diagram, write_diagram_to_move,
};
pub use document::{Content, Document, ReadPosition, read_any, read_as};
pub use fault::{KeyProblem, ReadError, ReadFault};
pub use format::{Format, Kind};
pub use house::House;
pub use json_lines::write_json_line;
pub use limits::{MAX_GAMES, MAX_MOVES, MAX_TEXT};
pub use marks::{Colour, Mark, MarkError, Remarks};
pub use moves::{Mismatch, MoveError, MoveFault, PieceLetter, WrittenMove, read_move, write_move};
pub use note::{Loss, Note, Remark, Written};
pub use otg::write_otg;
pub use place::Place;
pub use position::{PositionError, read_position, write_position};
pub use record::{Record, RecordId, RecordedResult, read_record};
pub use record_fault::{RecordError, RecordFault};
pub use replay::{replay_game, replay_record, replay_record_under};
pub use replayed::{PlyRecord, ReplayedRecord};
pub use rules_string::write_rules_string;
pub use taflzero::write_taflzero;
pub use tag_list::{read_tag_list, write_tag_list};
pub use tree::{GameTree, Judged, Node};
pub use written_game::{FoundMove, ReadRules, Said, Tag, WrittenGame, WrittenResult};
