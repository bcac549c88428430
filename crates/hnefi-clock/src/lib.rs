//! The clocks of a game, as a pure state machine.
//!
//! A [`Control`] says how much time there is. A [`Clock`] is what each side has left and whose time runs; it is told the
//! time, and asked when a flag falls. All times are milliseconds of the **running time** of a server ([`Uptime`]): a
//! count that never goes back, and stands still while the server does not run. So nobody pays for what the server was
//! away, and whoever puts a game's rows together, each with its [`Stamp`], has the same clocks to the millisecond.
//!
//! ```
//! use hnefi_clock::{Clock, Control, Stamp};
//! use hnefi_rules::Side::{Attackers, Defenders};
//!
//! let mut clock = Clock::new("10+5".parse::<Control>().unwrap());
//! clock.start(Attackers, 1_000);
//! // The first move of each side has 30 seconds of its own.
//! assert_eq!(clock.falls_at().map(|ms| ms > 31_000), Some(true));
//! clock.press(Attackers, Stamp::at(9_000));
//! clock.press(Defenders, Stamp::at(12_000));
//! assert_eq!(clock.left(Attackers, 12_000), 600_000);
//! // Then its clock runs, and each move adds 5 seconds.
//! clock.press(Attackers, Stamp::at(20_000));
//! assert_eq!(clock.left(Attackers, 20_000), 600_000 - 8_000 + 5_000);
//! ```

mod away;
mod clock;
mod control;
mod lag;
mod uptime;

pub use away::{Away, AwayBook, AwayError};
pub use clock::{Clock, Clocks, FIRST_MOVE_MS, LONGEST_MS, Stamp};
pub use control::{Control, ControlError};
pub use lag::LagQuota;
pub use uptime::{GAP_MS, GRACE_MS, Reading, Uptime};
