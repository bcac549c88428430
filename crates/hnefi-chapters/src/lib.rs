//! The rules chapters: Markdown whose examples are played.
//!
//! A chapter is read by people on the web and on paper, and run by the tests. Its prose is Markdown; its
//! examples are fenced blocks of the kind `tafl`: a board, a move, and what is expected of it.
//!
//! ````
//! use hnefi_chapters::{Block, Chapter};
//! let text = "\
//! ### Capture
//!
//! Two enemies on opposite sides capture a soldier.
//!
//! ```tafl
//! id: sandwich
//! turn: attackers
//! board:
//!   11 x . . . . . . . . . x
//!   10 . . . . . . . . . . .
//!    9 . . . . . . . . . . .
//!    8 . . . t T . . . t . .
//!    7 . . . . . . . . . . .
//!    6 . . . . . + . . . . .
//!    5 . . . . . . . . . . .
//!    4 . . . . . . . . . . .
//!    3 . . K . . . . . . . .
//!    2 . . . . . . . . . . .
//!    1 x . . . . . . . . . x
//!      a b c d e f g h i j k
//! play: i8-f8
//! expect: captures e8 against attacker d8
//! ```
//! ";
//! let chapter = Chapter::parse("fetlar-2018", text).unwrap();
//! let [Block::Heading { .. }, Block::Prose(html), Block::Example(example)] = &chapter.blocks[..] else { panic!() };
//! assert!(html.starts_with("<p>Two enemies"));
//! let fetlar = hnefi_rules::leaflet("fetlar-2018").unwrap();
//! let expected = &example.case("fetlar-2018").unwrap().expected;
//! assert!(expected.compare(&example.play(fetlar)).is_empty());
//! ````
//!
//! # An example, line by line
//!
//! | line | what it says |
//! |---|---|
//! | `id: WORD` | its name, once in the chapter |
//! | `rules: A, B` or `rules: all` | the rule sets under which it is played, `all` being the leaflets; a rule set's own chapter need not say it |
//! | `caption: TEXT` | a line for people under the diagram |
//! | `clause: A, B` | the questions and points of the rule files that it shows |
//! | `turn: SIDE` | who moves first; left out only with `board: start` |
//! | `board: start` or a diagram | where it begins; rank 11 on top, `t` `T` `K`, `.` empty, `+` empty throne, `x` empty corner |
//! | `play: STEP, STEP` | moves (`d1-d4`, or `d1-d4xd5/f4`) and what players say (`defenders offer a draw`, `attackers accept`, `attackers claim king-at-side`, `defenders decline`, `attackers resign`) |
//! | `expect: …` | what the last step does, under every rule set that no other line names |
//! | `expect A, B: …` | the same for these rule sets |
//! | `after:` or `after A, B:` and a diagram | the board afterwards, drawn by the bless command |
//!
//! What is expected is parts with `;` between them, and everything that is not expected must not happen:
//!
//! | part | meaning |
//! |---|---|
//! | `captures e6 against attacker d6, g6 against corner k6` | all that the last move captures, and what each falls against |
//! | `captures c1 against shieldwall, d1 against shieldwall` | pieces that fall together on the edge; likewise `throne`, `trap`, `four-sides`, `three-and-throne` |
//! | `captures b1 against corner a1 under corners-defenders` | with the clauses that decide it, joined by `and` where they are several |
//! | `captures nothing` | it is legal and captures nothing |
//! | `refused CODE [SQUARE]` | the last step is refused: `refused blocked e5`, `refused repeats`, `refused no-claim`, `refused claim-untrue f6` |
//! | `set-up refused CODE` | the board cannot be played |
//! | `attackers win: CODE`, `defenders win: CODE`, `draw: CODE` | the game is over: `king-captured`, `king-escaped`, `exit-fort`, `encirclement`, `no-legal-move`, `repetition`, `agreement`, `resignation`; `draw: claim GROUND` for a claim |
//! | `goes on` | it is not over; this is also expected where no ending is named |
//! | `why e6: WORD [under CLAUSE]` | why the piece on e6 still stands |
//! | `stuck a6, f1` | the pieces of the side to move that cannot move, all of them |
//! | `c4 reaches a4, b4` | where the piece on c4 can go, all of it |
//!
//! A move before the last one writes what it captures (`xd5`); without that it must capture nothing.

mod blocks;
mod chapter;
mod example;
mod expectation;
mod judge;
mod library;
mod redraw;
mod step;

pub use blocks::Block;
pub use chapter::{Chapter, ChapterError};
pub use example::{Case, Example};
pub use expectation::{CodedRefusal, Expected, Fallen, Reaches, WhyLine};
pub use judge::{Asked, FastJudge, Found, Judge, judge};
pub use library::{chapter, chapters, comparison, definition, definitions, sheet, sheets};
pub use redraw::redraw;
pub use step::Step;
