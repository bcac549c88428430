//! Berger tables: who meets whom when everybody meets everybody.

/// Who meets whom in a round of a round robin, by Berger's tables as FIDE publishes them: numbers from 1, the attackers first.
///
/// Rounds count from 0, and there are [`berger_rounds`] of them. With an odd number of players who would meet the number after the last one has
/// no game.
///
/// ```
/// use hnefi_events::berger;
/// assert_eq!(berger(4, 0), [(1, 4), (2, 3)]);
/// assert_eq!(berger(4, 1), [(4, 3), (1, 2)]);
/// // 3 has no game: there is no 4.
/// assert_eq!(berger(3, 1), [(1, 2)]);
/// assert_eq!(berger(1, 0), []);
/// ```
pub fn berger(players: u32, round: u32) -> Vec<(u32, u32)> {
    let even = players + players % 2;
    if players < 2 {
        return Vec::new();
    }
    // All but the last number sit in a circle, which turns by half of them every round.
    let circle = even - 1;
    let turned = u64::from(round) * u64::from(even / 2) % u64::from(circle);
    let seat = |step: u32| (turned as u32 + step) % circle + 1;
    let first = seat(0);
    let with_last = if (round % circle).is_multiple_of(2) { (first, even) } else { (even, first) };
    let others = (1..even / 2).map(|step| (seat(step), seat(circle - step)));
    std::iter::once(with_last).chain(others).filter(|&(one, other)| one.max(other) <= players).collect()
}

/// How many rounds a round robin of so many players has.
///
/// ```
/// use hnefi_events::berger_rounds;
/// assert_eq!([0, 1, 2, 5, 6].map(berger_rounds), [0, 0, 1, 5, 5]);
/// ```
pub const fn berger_rounds(players: u32) -> u32 {
    if players < 2 { 0 } else { players + players % 2 - 1 }
}
