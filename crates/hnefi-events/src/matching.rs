//! The cheapest way to put an even number of people into pairs, with a proof that it is.
//!
//! Edmonds' blossom algorithm in its primal-dual form, on complete graphs with whole numbers, in time O(n³): Z. Galil, *Efficient
//! algorithms for finding maximum matching in graphs*, ACM Computing Surveys 18 (1986).

mod search;

/// The cheapest way to put people into pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    /// With whom each is paired.
    pub mates: Vec<usize>,
    /// What all pairs cost together.
    pub cost: i128,
    /// Why it cannot be done for less.
    pub proof: Proof,
}

/// Why pairs cannot be had for less: prices that nobody can undercut.
///
/// Everybody has a price. Inside of a group of an odd number of people prices are lowered by the rebate of the group, for each of the
/// pairs that can be inside, so for (members − 1) / 2 at most. If two prices, less the rebates of all groups that hold both, are never more than four times what
/// the pair costs, then four times the cost of any way to pair everybody is at least the sum of all prices, less all rebates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The price of each.
    pub prices: Vec<i128>,
    /// Groups of an odd number of people, with the rebate of each, which is never negative.
    pub groups: Vec<(Vec<usize>, i128)>,
}

/// The cheapest way to put `people`, an even number, into pairs, where `cost` says what a pair costs; it is asked with the smaller number first.
///
/// The same costs give the same pairs. Costs are to be less than 2¹²⁰ on either side of 0, for all pairs together.
///
/// # Panics
/// For an odd number of people.
///
/// ```
/// use hnefi_events::cheapest_pairs;
/// // 0 likes 1 best, but then 2 and 3 would have to meet.
/// let cost = |one, other| match (one, other) { (0, 1) => 1, (2, 3) => 50, _ => 20 };
/// let matching = cheapest_pairs(4, cost);
/// assert_eq!((matching.mates[0], matching.cost), (2, 40));
/// assert!(matching.proof.holds(4, cost, 40));
/// ```
pub fn cheapest_pairs(people: usize, cost: impl Fn(usize, usize) -> i128) -> Matching {
    assert!(people.is_multiple_of(2), "{people} people cannot all be in pairs");
    let ask = |one: usize, other: usize| if one == other { 0 } else { cost(one.min(other), one.max(other)) };
    let (mates, proof) = search::Search::new(people, ask).run();
    let cost = (0..people).filter(|&one| one < mates[one]).map(|one| ask(one, mates[one])).sum();
    Matching { mates, cost, proof }
}

impl Proof {
    /// Whether this proves that `people` cannot be paired for less than `least`.
    pub fn holds(&self, people: usize, cost: impl Fn(usize, usize) -> i128, least: i128) -> bool {
        let sound = |(members, rebate): &(Vec<usize>, i128)| *rebate >= 0 && members.len() % 2 == 1;
        if self.prices.len() != people || !self.groups.iter().all(sound) {
            return false;
        }
        let mut rebates = vec![0; people * people];
        for (members, rebate) in &self.groups {
            for &one in members {
                for &other in members {
                    rebates[one * people + other] += rebate;
                }
            }
        }
        let fair = |one: usize, other: usize| {
            self.prices[one] + self.prices[other] - rebates[one * people + other] <= 4 * cost(one, other)
        };
        let pairs_inside = |members: &[usize]| (members.len() as i128 - 1) / 2;
        let given: i128 = self.groups.iter().map(|(members, rebate)| rebate * pairs_inside(members)).sum();
        (0..people).all(|one| (one + 1..people).all(|other| fair(one, other)))
            && self.prices.iter().sum::<i128>() - given >= 4 * least
    }
}
