//! Whatever happens in whatever order, a clock rises only by what is meant to raise it, and the same rows give the same clocks.

use fastrand::Rng;
use hnefi_clock::{Clock, Clocks, Control, FIRST_MOVE_MS, GAP_MS, GRACE_MS, LagQuota, Stamp, Uptime};
use hnefi_rules::Side;

/// Something that is done to a clock, as a row would have it.
#[derive(Clone, Copy, Debug)]
enum Row {
    Press(Stamp),
    Give(Side, u32),
    Back(usize, i64),
}

/// A clock with what it showed after each ply.
#[derive(Clone, Debug, PartialEq)]
struct Game {
    clock: Clock,
    after: Vec<Clocks>,
}

impl Game {
    fn new(control: Control, start: i64) -> Game {
        let mut clock = Clock::new(control);
        let after = vec![clock.clocks()];
        clock.start(Side::Attackers, start);
        Game { clock, after }
    }

    fn turn(&self) -> Side {
        if self.after.len() % 2 == 1 { Side::Attackers } else { Side::Defenders }
    }

    /// Does what a row says, and gives the row as it is stored.
    fn happen(&mut self, row: Row) -> Row {
        match row {
            Row::Press(stamp) => {
                let lag_ms = self.clock.lag_given(self.turn(), stamp);
                self.clock.press(self.turn(), stamp);
                self.after.push(self.clock.clocks());
                Row::Press(Stamp { lag_ms, ..stamp })
            }
            Row::Give(side, ms) => {
                self.clock.give(side, ms);
                row
            }
            Row::Back(plies, at_ms) => {
                self.after.truncate(plies + 1);
                let turn = self.turn();
                self.clock.back_to(self.after[plies], turn, at_ms);
                row
            }
        }
    }
}

fn random_control(rng: &mut Rng) -> Control {
    match rng.u8(..4) {
        0 => Control::days(rng.u32(1..=14)).unwrap(),
        _ => Control::fischer(rng.u32(1..=3), rng.u32(..=10)).unwrap(),
    }
}

#[test]
fn a_clock_rises_only_by_increment_lag_within_the_quota_or_a_gift() {
    let mut rng = Rng::with_seed(19);
    let (mut pressed, mut lagged, mut fallen) = (0, 0, 0);
    for _ in 0..600 {
        let control = random_control(&mut rng);
        let mut now = rng.i64(0..1_000_000);
        let mut game = Game::new(control, now);
        let (mut rows, start) = (Vec::new(), now);
        for _ in 0..60 {
            now += if rng.u8(..10) == 0 { rng.i64(0..70_000) } else { rng.i64(0..6_000) };
            let before = game.clone();
            let left = |game: &Game, side| i64::from(game.clock.left(side, now));
            let mover = game.turn();
            let row = match rng.u8(..12) {
                0 if before.clock.may_give(!mover, 15_000) => Row::Give(!mover, 15_000),
                1 if game.after.len() > 2 => Row::Back(game.after.len() - 3, now),
                _ => Row::Press(Stamp { at_ms: now, lag_ms: rng.u32(..5_000) }),
            };
            if let Row::Press(stamp) = row
                && game.clock.has_fallen(stamp)
            {
                fallen += 1;
                assert!(game.clock.falls_at().unwrap() - i64::from(LagQuota::MOST_MS) <= now);
                break;
            }
            let stored = game.happen(row);
            rows.push(stored);
            for side in Side::ALL {
                let rise = left(&game, side) - left(&before, side);
                let most = match stored {
                    Row::Press(stamp) if side == mover => {
                        pressed += 1;
                        lagged += u32::from(stamp.lag_ms > 0);
                        assert!(stamp.lag_ms <= LagQuota::MOST_MS);
                        match control {
                            Control::Fischer { .. } => i64::from(control.increment_ms() + stamp.lag_ms),
                            Control::Days(_) => i64::from(control.base_ms()),
                        }
                    }
                    Row::Give(to, ms) if side == to => i64::from(ms),
                    Row::Press(_) | Row::Give(..) => 0,
                    Row::Back(plies, _) => {
                        assert_eq!(game.clock.clocks(), before.after[plies], "as they were after that ply");
                        continue;
                    }
                };
                assert!(rise <= most, "{control}: {side:?} rose by {rise}, and {most} was the most: {stored:?}");
                assert!(left(&game, side) >= 0);
            }
        }
        // The rows alone give every clock back.
        let mut again = Game::new(control, start);
        for &row in &rows {
            again.happen(row);
        }
        assert_eq!(again, game);
    }
    assert!(pressed > 10_000 && lagged > 1_000 && fallen > 20, "{pressed} {lagged} {fallen}");
}

#[test]
fn feigned_lag_gains_what_everybody_may_gain_and_no_more() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..200 {
        let moves = rng.u32(1..200);
        let mut quota = LagQuota::default();
        let given: u32 = (0..moves).map(|_| quota.take(rng.u32(..=u32::MAX))).sum();
        assert!(given <= LagQuota::FULL_MS + moves * LagQuota::REFILL_MS);
    }
    // Who never lags has as much in store as at the beginning, and not more.
    let mut quota = LagQuota::default();
    (0..100).for_each(|_| assert_eq!(quota.take(0), 0));
    assert_eq!(quota, LagQuota::default());
}

#[test]
fn lag_gives_back_no_more_than_the_move_took() {
    let mut clock = Clock::new("1+0".parse().unwrap());
    clock.start(Side::Attackers, 0);
    clock.press(Side::Attackers, Stamp::at(1_000));
    clock.press(Side::Defenders, Stamp::at(2_000));
    let feigned = Stamp { at_ms: 2_010, lag_ms: 400 };
    assert_eq!(clock.lag_given(Side::Attackers, feigned), 10);
    assert_eq!(clock.press(Side::Attackers, feigned), 0);
    assert_eq!(clock.left(Side::Attackers, 2_010), 60_000);
}

#[test]
fn first_moves_have_time_of_their_own_and_then_the_clocks_run() {
    let mut clock = Clock::new("1+10".parse().unwrap());
    assert_eq!((clock.falls_at(), clock.running()), (None, None));
    clock.start(Side::Attackers, 5_000);
    clock.start(Side::Defenders, 9_000);
    assert_eq!((clock.running(), clock.started_ms()), (Some(Side::Attackers), Some(5_000)));
    assert_eq!(clock.first_left(15_000), Some(FIRST_MOVE_MS - 10_000));
    assert_eq!(clock.left(Side::Attackers, 15_000), 60_000);
    clock.press(Side::Attackers, Stamp::at(15_000));
    assert!(clock.is_first(Side::Defenders) && !clock.may_give(Side::Defenders, 15_000));
    clock.press(Side::Defenders, Stamp::at(16_000));
    assert_eq!(clock.first_left(17_000), None);
    assert_eq!(clock.left(Side::Attackers, 17_000), 59_000);
    assert!(clock.may_give(Side::Attackers, 15_000));
    assert!(!clock.has_fallen(Stamp::at(75_999)) && clock.has_fallen(Stamp::at(76_000)));
    assert!(!clock.has_fallen(Stamp { at_ms: 76_500, lag_ms: 600 }), "it was in time where he sits");
    assert_eq!(clock.falls_at(), Some(77_000));
    clock.stop(40_000);
    assert_eq!((clock.left(Side::Attackers, 90_000), clock.running()), (36_000, None));
}

#[test]
fn every_move_has_its_full_days() {
    let day = 24 * 60 * 60_000;
    let mut clock = Clock::new("2d".parse().unwrap());
    clock.start(Side::Attackers, 0);
    assert_eq!((clock.falls_at(), clock.first_left(1)), (Some(2 * day), None));
    clock.press(Side::Attackers, Stamp { at_ms: day, lag_ms: 500 });
    assert_eq!((clock.left(Side::Attackers, day), clock.falls_at()), (2 * day as u32, Some(3 * day)));
    assert!(!clock.may_give(Side::Defenders, 15_000));
}

#[test]
fn a_move_before_the_clocks_go_costs_nothing() {
    let mut clock = Clock::new("1+5".parse().unwrap());
    assert_eq!(clock.press(Side::Attackers, Stamp::at(90_000)), 0);
    clock.start(Side::Defenders, 100_000);
    assert!(!clock.is_first(Side::Attackers) && clock.is_first(Side::Defenders));
    assert_eq!(clock.left(Side::Attackers, 100_000), 60_000);
}

#[test]
fn the_running_time_never_goes_back_and_leaves_out_what_the_server_was_away() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..500 {
        let (mut mono, begins) = (rng.i64(0..1_000), rng.i64(0..1_000_000));
        let grace = rng.bool();
        let start = mono;
        let mut uptime = Uptime::new(begins, mono, grace);
        let (mut last, mut gaps) = (begins, 0);
        for _ in 0..40 {
            mono += if rng.u8(..8) == 0 { rng.i64(0..100_000) } else { rng.i64(0..=GAP_MS) };
            let reading = uptime.read(mono);
            assert!(reading.at_ms >= last);
            assert!(reading.at_ms - last <= GAP_MS, "no step is longer than what is no gap");
            assert!(!grace || mono - start > GRACE_MS || reading.at_ms == begins, "clocks wait after a start");
            assert_eq!(reading.gap_ms == 0, reading.gap_ms <= GAP_MS);
            gaps += reading.gap_ms;
            last = reading.at_ms;
        }
        if !grace {
            assert_eq!(last - begins, mono - start - gaps, "all else is counted");
        }
    }
}

#[test]
fn every_control_reads_back() {
    let mut controls: Vec<Control> = (1..=14).map(|days| Control::days(days).unwrap()).collect();
    for minutes in 1..=60 {
        controls.extend((0..=60).map(|increment| Control::fischer(minutes, increment).unwrap()));
    }
    for control in controls {
        assert_eq!(control.to_string().parse(), Ok(control));
    }
    assert_eq!((Control::fischer(0, 5), Control::fischer(61, 0), Control::fischer(1, 61)), (None, None, None));
    assert_eq!((Control::days(0), Control::days(15)), (None, None));
}
