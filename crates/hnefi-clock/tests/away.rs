//! Days away: never more than may be, and clocks that stand still lose nothing.

use fastrand::Rng;
use hnefi_clock::{AwayBook, Clock, Stamp};
use hnefi_rules::Side;

const DAY: i64 = 24 * 60 * 60_000;

#[test]
fn nobody_is_away_for_more_than_21_days_in_any_365() {
    let mut rng = Rng::with_seed(21);
    let mut most = 0;
    for _ in 0..200 {
        let (mut book, mut now) = (AwayBook::default(), rng.i64(0..DAY));
        for _ in 0..60 {
            let longest = if rng.u8(..4) == 0 { 120 } else { 4 };
            now += rng.i64(0..DAY * longest);
            let (before, left) = (book.clone(), book.left(now));
            assert!(left <= AwayBook::A_YEAR);
            match rng.u8(..4) {
                0 => {
                    let was = before.now(now);
                    let ended = book.end(now);
                    assert_eq!(ended.is_some(), was.is_some());
                    assert!(book.now(now).is_none());
                    let counted = |book: &AwayBook| book.times().iter().map(|away| away.days).sum::<u32>();
                    assert!(counted(&book) <= counted(&before), "who comes back early gives days back");
                }
                _ => {
                    let days = rng.u32(0..24);
                    let taken = book.take(now, days);
                    assert_eq!(taken.is_ok(), (1..=left).contains(&days));
                    match taken {
                        Ok(away) => assert_eq!((book.now(now), book.left(now)), (Some(away), left - days)),
                        Err(error) => assert_eq!((error.left, &book), (left, &before)),
                    }
                }
            }
        }
        // Days away in the 365 days up to any day on which somebody was away.
        let days: Vec<i64> = book
            .times()
            .iter()
            .flat_map(|away| (0..i64::from(away.days)).map(|day| away.from_ms + day * DAY))
            .collect();
        for &last in &days {
            let away = days.iter().filter(|&&day| day <= last && day > last - 365 * DAY).count();
            most = most.max(away);
            assert!(away <= AwayBook::A_YEAR as usize, "{away} days: {book:?}");
        }
    }
    assert_eq!(most, AwayBook::A_YEAR as usize, "all of them can be had");
}

#[test]
fn the_days_come_back_a_year_after_they_were_taken() {
    let mut book = AwayBook::default();
    book.take(0, 21).unwrap();
    for (day, left) in [(30, 0), (364, 0), (365, 21), (366, 21)] {
        assert_eq!(book.left(day * DAY), left, "after {day} days");
    }
    let mut book = AwayBook::default();
    book.take(0, 1).unwrap();
    book.take(100 * DAY, 20).unwrap();
    assert_eq!((book.left(365 * DAY), book.left(465 * DAY)), (1, 21));
}

#[test]
fn clocks_that_stand_still_lose_nothing_however_often() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..200 {
        let mut clock = Clock::new("3d".parse().unwrap());
        clock.start(Side::Attackers, 0);
        let (mut now, mut stood, mut thought) = (0, false, 0);
        for _ in 0..20 {
            let wait = rng.i64(0..3_000_000);
            now += wait;
            thought += if stood { 0 } else { wait };
            let side = clock.running().unwrap();
            assert_eq!(i64::from(clock.left(side, now)), 3 * DAY - thought);
            assert_eq!(clock.falls_at(), (!stood).then(|| now - thought + 3 * DAY));
            match rng.u8(..4) {
                0 => {
                    clock.press(side, Stamp::at(now));
                    thought = 0;
                }
                1 => {
                    clock.stand(now);
                    stood = true;
                }
                _ => {
                    clock.go_on(now);
                    stood = false;
                }
            }
            assert_eq!(clock.stands(), stood);
            assert!(!stood || !clock.has_fallen(Stamp::at(now + 100 * DAY)), "no flag falls meanwhile");
        }
    }
}
