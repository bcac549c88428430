//! The clocks as a page shows them.

use hnefi_clock::{Control, Reading};
use hnefi_live::Room;
use hnefi_rules::Side;
use hnefi_words::Words;
use serde::Serialize;

use crate::SideWord;

/// The clocks of a game at the moment at which this was said. All times are in milliseconds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// How much time there is: `10+5`, `2d`.
    pub control: String,
    /// The same in words.
    pub says: String,
    /// What the attackers have left.
    pub attackers: u32,
    /// What the defenders have left.
    pub defenders: u32,
    /// Whose time runs.
    pub running: Option<SideWord>,
    /// Whether both clocks stand still, because somebody is away.
    pub stands: bool,
    /// Who is away.
    pub away: Vec<AwayState>,
    /// What is left of the time that a first move has for itself, while that runs.
    pub first_ms: Option<u32>,
    /// In how long the time goes on, where it stands still for a while.
    pub waits_ms: i64,
    /// Below how much a clock is low.
    pub low_ms: u32,
    /// In how long the next game of the match begins at the latest; `None` where it does not by itself.
    pub next_ms: Option<i64>,
    /// What the plies took, from number `since` on.
    pub took: Vec<u32>,
    /// Who has left the game.
    pub absent: Option<AbsentState>,
}

/// Somebody who is away for some days.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AwayState {
    /// Which side he plays.
    pub side: SideWord,
    /// Until when at the latest, in milliseconds since 1970.
    pub until_ms: i64,
}

/// Somebody who has left a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AbsentState {
    /// Who.
    pub side: SideWord,
    /// In how long the other one may claim the game.
    pub claim_ms: i64,
    /// That he has left, in words.
    pub says: String,
}

impl ClockState {
    pub(crate) fn of(room: &Room, now: Reading, since: usize) -> Option<ClockState> {
        let timed = room.log().timed()?;
        let clock = timed.clock();
        let begins_ms = clock.running().and(clock.started_ms()).map_or(0, |started| (started - now.at_ms).max(0));
        let absent = |(side, claim_ms): (Side, i64)| AbsentState {
            side: side.into(),
            claim_ms,
            says: Words::english().format("clock-gone", &[("side", side.into())]),
        };
        let away = |side: Side| Some(AwayState { side: side.into(), until_ms: timed.away_ms(side)? });
        Some(ClockState {
            control: clock.control().to_string(),
            says: control_words(clock.control()),
            attackers: clock.left(Side::Attackers, now.at_ms),
            defenders: clock.left(Side::Defenders, now.at_ms),
            running: clock.running().map(SideWord::from),
            stands: clock.stands(),
            away: Side::ALL.into_iter().filter_map(away).collect(),
            first_ms: clock.first_left(now.at_ms),
            waits_ms: now.resumes_in_ms + begins_ms,
            low_ms: low_ms(clock.control()),
            next_ms: room.gathers_until().map(|until| (until - now.at_ms).max(0)),
            took: timed.spent().get(since..).unwrap_or_default().to_vec(),
            absent: room.absent(now.at_ms).map(absent),
        })
    }
}

/// Below how much a clock is low: an eighth of its time, from ten seconds to a minute; of days, an hour.
fn low_ms(control: Control) -> u32 {
    match control {
        Control::Fischer { .. } => (control.base_ms() / 8).clamp(10_000, 60_000),
        Control::Days(_) => 60 * 60_000,
    }
}

/// How much time there is, in words.
///
/// ```
/// use hnefi_wire::control_words;
/// assert_eq!(control_words("10+5".parse().unwrap()), "10 min + 5 s a move");
/// assert_eq!(control_words("1d".parse().unwrap()), "1 day a move");
/// ```
pub fn control_words(control: Control) -> String {
    let words = Words::english();
    match control {
        Control::Fischer { minutes, increment_s: 0 } => {
            words.format("clock-control-plain", &[("minutes", minutes.into())])
        }
        Control::Fischer { minutes, increment_s } => {
            words.format("clock-control-live", &[("minutes", minutes.into()), ("seconds", increment_s.into())])
        }
        Control::Days(days) => words.format("clock-control-days", &[("days", days.into())]),
    }
}
