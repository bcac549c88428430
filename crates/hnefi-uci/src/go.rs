//! What `go` asks for, and how long a move may take.

use std::time::Duration;

use hnefi_engine::{Allowance, Budget, Level};
use hnefi_formats::read_move;
use hnefi_rules::{BySide, Intent, Side};

use crate::CommandError;

/// What `go` asks for. What is not given is not limited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The greatest number of positions.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clocks of the side that moves first under the rule set, and of the other one.
    pub first_second: [Clock; 2],
    /// Clocks that were given by side; they count more.
    pub by_side: BySide<Clock>,
    /// How many moves remain until the clock is wound up.
    pub moves_to_go: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search on the other side's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The moves to choose among; all where there are none. Whether they are legal was not asked yet.
    pub search_moves: Vec<Intent>,
    /// Words among them that are no moves.
    pub no_moves: Vec<String>,
    /// Words that mean nothing here. They are passed over, as the protocol asks.
    pub unknown: Vec<String>,
}

/// The words that mean something after `go`; the moves after `searchmoves` end at each.
const KNOWN: [&str; 16] = [
    "infinite",
    "ponder",
    "depth",
    "mate",
    "nodes",
    "movestogo",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "atime",
    "dtime",
    "ainc",
    "dinc",
    "searchmoves",
];

/// What a player has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Option<Duration>,
    /// What each move adds.
    pub increment: Duration,
}

impl Go {
    /// Reads what follows `go`.
    pub(crate) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, CommandError> {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "depth" => go.depth = Some(number(word, words.next())?.clamp(1, 1_000) as u32),
                "mate" => go.depth = Some((2 * number(word, words.next())?.clamp(1, 500)) as u32 - 1),
                "nodes" => go.nodes = Some(number(word, words.next())?.max(1)),
                // Some write 0 where the clock is never wound up.
                "movestogo" => {
                    go.moves_to_go = Some(number(word, words.next())?.min(1_000) as u32).filter(|&moves| moves > 0);
                }
                "movetime" => go.move_time = Some(time(word, words.next())?),
                "wtime" => go.first_second[0].left = Some(time(word, words.next())?),
                "btime" => go.first_second[1].left = Some(time(word, words.next())?),
                "winc" => go.first_second[0].increment = time(word, words.next())?,
                "binc" => go.first_second[1].increment = time(word, words.next())?,
                "atime" => go.by_side.attackers.left = Some(time(word, words.next())?),
                "dtime" => go.by_side.defenders.left = Some(time(word, words.next())?),
                "ainc" => go.by_side.attackers.increment = time(word, words.next())?,
                "dinc" => go.by_side.defenders.increment = time(word, words.next())?,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| !KNOWN.contains(word)) {
                        match read_move(word) {
                            Ok(written) => go.search_moves.push(written.intent),
                            Err(_) => go.no_moves.push(short(word)),
                        }
                    }
                }
                other => go.unknown.push(short(other)),
            }
        }
        Ok(go)
    }

    /// The clock of a side, under a rule set in which `first` moves first.
    pub fn clock(&self, side: Side, first: Side) -> Clock {
        let named = self.by_side[side];
        let turn = self.first_second[usize::from(side != first)];
        let increment = if named.increment.is_zero() { turn.increment } else { named.increment };
        Clock { left: named.left.or(turn.left), increment }
    }

    /// How much a search may spend. `overhead` is what gets lost on the way to the opponent.
    pub(crate) fn budget(&self, level: Level, clock: Clock, overhead: Duration) -> Budget {
        let own = level.budget();
        let bare = !self.infinite && !self.ponder && self.depth.is_none() && self.nodes.is_none();
        let time = self.time(clock, overhead);
        Budget {
            depth: self.depth.unwrap_or(u32::MAX).min(own.depth),
            nodes: self.nodes.unwrap_or(u64::MAX).min(own.nodes),
            time: if self.infinite || self.ponder { None } else { time.or(own.time.filter(|_| bare)) },
        }
    }

    /// How long a move may take, if there is a limit to that.
    pub(crate) fn time(&self, clock: Clock, overhead: Duration) -> Option<Allowance> {
        let fixed = self.move_time.map(|time| Allowance::all_of(time.saturating_sub(overhead.min(time / 4))));
        let share = clock.left.map(|left| self.share(left, clock.increment, overhead));
        fixed.into_iter().chain(share).min_by_key(|time| time.hard)
    }

    /// What one move may take of a clock. It never takes more than a third of what is left, and a reserve is
    /// kept for whatever makes the machine slow for a moment; what is gone from it is saved up again.
    fn share(&self, left: Duration, increment: Duration, overhead: Duration) -> Allowance {
        let usable = left.saturating_sub(overhead);
        let free = left.saturating_sub(reserve(overhead));
        let to_come = moves_to_come(left, increment);
        let moves = self.moves_to_go.unwrap_or(to_come).min(to_come);
        if moves == 1 {
            let hard = usable * 3 / 4;
            // A soft limit below the hard one lets a search end sooner that has long been sure, or that has one move alone.
            return Allowance { soft: hard.saturating_sub(Duration::from_millis(1)), hard };
        }
        let added = if free.is_zero() { increment / 4 } else { increment * 3 / 4 };
        let share = (free / moves + added).min(usable / 3);
        // A depth that was begun just before the soft limit takes about as long again.
        let hard = (share * 5 / 2).min(free / 4 + added).max(share).min(usable / 3);
        Allowance { soft: share / 2, hard }
    }
}

/// What is kept of a clock: so much that a few slow moves do not lose the game, and not so much that a long way to the
/// opponent leaves no time to think.
fn reserve(overhead: Duration) -> Duration {
    (overhead * 12).min((overhead * 2).max(Duration::from_millis(240)))
}

/// How many moves of one's own are taken to be to come, however long the game has been. Where each adds much to what is
/// left, there is time for all of them anyway, and the rest is better spent early.
fn moves_to_come(left: Duration, increment: Duration) -> u32 {
    let left = left.as_millis().max(1);
    let fed = (increment.as_millis() * 100).min(left);
    25 - (11 * fed / left) as u32
}

fn number(word: &str, value: Option<&str>) -> Result<u64, CommandError> {
    let fail = || CommandError::Number { word: short(word), value: short(value.unwrap_or("")) };
    let value = value.ok_or_else(fail)?;
    // A clock that ran below zero is written so by some programs.
    if value.strip_prefix('-').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())) {
        return Ok(0);
    }
    value.parse().map_err(|_| fail())
}

fn time(word: &str, value: Option<&str>) -> Result<Duration, CommandError> {
    // A year is long enough, and can be added to any moment.
    number(word, value).map(|ms| Duration::from_millis(ms.min(31_536_000_000)))
}

pub(crate) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::read(text.split_whitespace()).unwrap()
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn w_is_the_side_that_moves_first() {
        let go = go("wtime 1000 btime 2000 winc 10 binc 20");
        assert_eq!(go.clock(Side::Attackers, Side::Attackers), Clock { left: Some(ms(1000)), increment: ms(10) });
        assert_eq!(go.clock(Side::Attackers, Side::Defenders), Clock { left: Some(ms(2000)), increment: ms(20) });
        let named = super::tests::go("wtime 1000 btime 2000 atime 7 dinc 3");
        assert_eq!(named.clock(Side::Attackers, Side::Defenders).left, Some(ms(7)));
        assert_eq!(named.clock(Side::Defenders, Side::Attackers), Clock { left: Some(ms(2000)), increment: ms(3) });
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        for left in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for increment in [0, 10, 100, 10_000] {
                for moves in ["", " movestogo 1", " movestogo 40"] {
                    let go = go(&format!("wtime {left} winc {increment}{moves}"));
                    let clock = go.clock(Side::Attackers, Side::Attackers);
                    let time = go.time(clock, ms(20)).unwrap();
                    assert!(time.soft <= time.hard, "{left} {increment}{moves}: {time:?}");
                    let most = ms(left).saturating_sub(ms(20)) * 3 / 4;
                    assert!(time.hard <= most, "{left} {increment}{moves}: {time:?}");
                }
            }
        }
        let far = go("wtime 60000").time(Clock { left: Some(ms(60_000)), ..Clock::default() }, ms(5_000)).unwrap();
        assert!(far.soft >= ms(500), "a long way to the opponent leaves time to think: {far:?}");
        assert_eq!(go("wtime 60000 movestogo 0"), go("wtime 60000"));
        assert_eq!(go("movetime 100").time(Clock::default(), ms(20)), Some(Allowance::all_of(ms(80))));
        assert_eq!(go("movetime 4").time(Clock::default(), ms(20)), Some(Allowance::all_of(ms(3))));
        assert_eq!(go("depth 3").time(Clock::default(), ms(20)), None);
    }

    #[test]
    fn a_clock_that_is_fed_is_spent_sooner() {
        for (left, increment, moves) in [
            (60_000, 0, 25),
            (60_000, 300, 20),
            (60_000, 600, 14),
            (2_000, 20, 14),
            (2_000, 5_000, 14),
            (0, 0, 25),
            (0, 10, 14),
        ] {
            assert_eq!(moves_to_come(ms(left), ms(increment)), moves, "{left} + {increment}");
        }
        let soft = |text| go(text).time(go(text).clock(Side::Attackers, Side::Attackers), ms(20)).unwrap().soft;
        assert_eq!(soft("wtime 60240"), ms(1_200));
        assert_eq!(soft("wtime 60240 movestogo 40"), ms(1_200), "no more moves are saved for than are likely to come");
        assert_eq!(soft("wtime 60240 movestogo 10"), ms(3_000));
        assert!(soft("wtime 60240 winc 800") > ms(2_000));
    }

    #[test]
    fn a_reserve_stays_however_long_each_move_takes() {
        for (base, increment) in [(1_000, 10), (10_000, 100), (100, 10)] {
            let mut left = ms(base);
            for _ in 0..500 {
                let go = go(&format!("wtime {} winc {increment}", left.as_millis()));
                let time = go.time(go.clock(Side::Attackers, Side::Attackers), ms(20)).unwrap();
                let after = left - time.hard + ms(increment);
                assert!(after >= left.min(reserve(ms(20))), "{base}+{increment}: {left:?} and {time:?}");
                left = after;
            }
        }
    }

    #[test]
    fn a_level_keeps_its_own_limits() {
        let level = Level::ALL[4];
        let budget = go("depth 9 nodes 1000000").budget(level, Clock::default(), ms(0));
        assert_eq!(budget, Budget { depth: 9, time: None, ..level.budget() });
        assert_eq!(go("").budget(level, Clock::default(), ms(0)), level.budget());
        let full = go("infinite").budget(Level::FULL, Clock::default(), ms(0));
        assert_eq!((full.nodes, full.time), (u64::MAX, None));
    }

    #[test]
    fn moves_to_choose_among_end_where_something_else_begins() {
        let go = go("searchmoves d1d4 h1-h4 depth 2 e2e4");
        assert_eq!(go.search_moves.iter().map(Intent::to_string).collect::<Vec<_>>(), ["d1-d4", "h1-h4"]);
        assert_eq!((go.depth, go.unknown), (Some(2), vec!["e2e4".to_owned()]));
        for word in KNOWN.into_iter().filter(|&word| word != "searchmoves") {
            let go = super::tests::go(&format!("searchmoves d1d4 e2 {word} 7"));
            assert_eq!((go.search_moves.len(), go.no_moves), (1, vec!["e2".to_owned()]), "{word}");
        }
    }

    #[test]
    fn what_is_no_number_is_named() {
        let fail = |text: &str| Go::read(text.split_whitespace()).unwrap_err().to_string();
        assert_eq!(fail("depth"), "`depth` needs a number after it");
        assert_eq!(fail("nodes many"), "`many` is no number for `nodes`");
        assert_eq!(go("quickly depth 3 please").unknown, ["quickly", "please"]);
        assert_eq!(go("quickly depth 3 please").depth, Some(3));
        assert_eq!(go("wtime -40").first_second[0].left, Some(ms(0)));
        assert!(fail("wtime -").contains("no number"));
    }
}
