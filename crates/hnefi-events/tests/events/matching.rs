//! The cheapest pairs are the cheapest: beside all ways to pair a few, and by proof for many.

use hnefi_events::cheapest_pairs;

/// The least that pairing all of these costs, by trying all ways.
fn least(people: &[usize], cost: &dyn Fn(usize, usize) -> i128) -> i128 {
    let Some((&one, rest)) = people.split_first() else { return 0 };
    let with = |at: usize| {
        let left: Vec<usize> = rest.iter().copied().filter(|&other| other != rest[at]).collect();
        cost(one, rest[at]) + least(&left, cost)
    };
    (0..rest.len()).map(with).min().unwrap_or(0)
}

fn costs(people: usize, most: i128, random: &mut fastrand::Rng) -> Vec<i128> {
    (0..people * people).map(|_| i128::from(random.u64(0..=most as u64)) - most / 4).collect()
}

fn check(people: usize, costs: &[i128], what: &str) -> i128 {
    let cost = |one: usize, other: usize| costs[one * people + other];
    let matching = cheapest_pairs(people, cost);
    for (one, &other) in matching.mates.iter().enumerate() {
        assert!(other != one && matching.mates[other] == one, "{what}: {:?}", matching.mates);
    }
    assert!(matching.proof.holds(people, cost, matching.cost), "{what}: the proof fails");
    assert!(!matching.proof.holds(people, cost, matching.cost + 1), "{what}: the proof proves too much");
    matching.cost
}

#[test]
fn a_few_are_paired_as_cheaply_as_by_trying_all_ways() {
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..6000 {
        let people = 2 * random.usize(0..=4);
        // Few different costs make many circles without gaps.
        let most = [1, 2, 3, 8, 100][round % 5];
        let costs = costs(people, most, &mut random);
        let all: Vec<usize> = (0..people).collect();
        let least = least(&all, &|one, other| costs[one * people + other]);
        assert_eq!(check(people, &costs, &format!("round {round}")), least, "round {round}: {costs:?}");
    }
}

#[test]
fn many_are_paired_with_proof() {
    let mut random = fastrand::Rng::with_seed(2);
    for round in 0..300 {
        let people = 2 * random.usize(5..=30);
        let most = [1, 2, 5, 40, 1 << 60][round % 5];
        check(people, &costs(people, most, &mut random), &format!("round {round}"));
    }
}

#[test]
fn people_in_clusters_are_paired_with_proof() {
    let mut random = fastrand::Rng::with_seed(3);
    for round in 0..200 {
        let people = 2 * random.usize(4..=40);
        let size = 3 + 2 * random.usize(0..4);
        // In a cluster of an odd number somebody must go out, through nested clusters.
        let near = |one: usize, other: usize| {
            let (mut one, mut other, mut cost) = (one, other, 0);
            while one != other {
                (one, other, cost) = (one / size, other / size, cost * 7 + 10);
            }
            cost
        };
        let costs: Vec<i128> =
            (0..people * people).map(|place| near(place / people, place % people) + random.i128(0..3)).collect();
        check(people, &costs, &format!("round {round}"));
    }
}
