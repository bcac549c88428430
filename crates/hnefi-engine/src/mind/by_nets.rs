//! The evaluation by two nets: one for whole games, and one for endgames.

use hnefi_net::{Chances, Net};
use hnefi_rules::Position;

use super::by_net::Sums;
use super::{ByNet, Mind, Stage};

/// The evaluation by a net for whole games, and by another one where few defenders are left.
///
/// Where the attackers are ahead, a net that has learnt how games end finds nearly all positions equally good, and so does not
/// know how to win. One that has learnt how soon they end does: so the net for endgames leads the way to them, too.
///
/// ```
/// use hnefi_engine::{ByNet, ByNets, Mind, Stage, shipped_nets};
/// use hnefi_rules::{Referee, Setup, Side, ruleset};
///
/// let referee = Referee::new(ruleset("copenhagen").unwrap().clone());
/// let by = |stage| {
///     let judges = |family: &&str| *family == "corner-four-siege";
///     let net = shipped_nets().iter().find(|net| net.stage == stage && net.size == 11 && net.families.iter().any(judges));
///     ByNet::new(&referee, net.unwrap().net.clone()).unwrap()
/// };
/// let both = ByNets::new(by(Stage::Game), by(Stage::Endgame));
///
/// // All corners are sealed, and one defender is left.
/// let few = Setup::from_rows("/2t5t2/1t7t1/t8tt/5t5/7K3/t8T1/11/t1t8/5t4t/1t6tt1/3t4t2/").unwrap();
/// let few = referee.position(&few, Side::Attackers).unwrap();
/// let score = |mind: &ByNet| mind.attackers_score(&mut mind.begin(&few), &few);
/// assert_eq!(both.attackers_score(&mut both.begin(&few), &few), score(&by(Stage::Endgame)));
/// // The start has more.
/// let start = referee.start();
/// let game = by(Stage::Game);
/// assert_eq!(both.attackers_score(&mut both.begin(&start), &start), game.attackers_score(&mut game.begin(&start), &start));
/// ```
pub struct ByNets {
    game: ByNet,
    endgame: ByNet,
}

/// From this score of the net for whole games on the other one counts as well, and so much above it as much as the first.
const AHEAD: i32 = 100;
const RAMP: i32 = 100;

/// An endgame is nearer to the win than what comes before it: with one defender more than an endgame has the score is less by
/// so much, and by so much again for each further one.
const NOT_YET: i32 = 30;
const EACH: i32 = 15;

/// The score of a position with so many defenders more than an endgame has, of which the nets say this.
fn led_on(game: i32, endgame: i32, more: i32) -> i32 {
    let far = (game + endgame) / 2 - NOT_YET - EACH * (more - 1);
    game + (far - game) * (game - AHEAD).clamp(0, RAMP) / RAMP
}

/// What a thread carries for [`ByNets`] and [`OwnMind`](super::OwnMind): the sums of either net, begun where it judges its first
/// position.
#[derive(Default)]
pub struct TwoSums {
    pub(super) game: Option<Sums>,
    endgame: Option<Sums>,
}

/// What a net says, whose sums are begun where it judges its first position.
#[inline(never)]
pub(super) fn score(mind: &ByNet, sums: &mut Option<Sums>, position: &Position) -> i32 {
    mind.attackers_score(sums.get_or_insert_with(|| mind.begin(position)), position)
}

impl ByNets {
    /// The evaluation by these nets.
    pub fn new(game: ByNet, endgame: ByNet) -> ByNets {
        ByNets { game, endgame }
    }

    /// What the nets say of a position with so many defenders more than an endgame has. They see the same, so it is measured once.
    #[inline(never)]
    fn both(&self, state: &mut TwoSums, position: &Position, more: i32) -> i32 {
        let measures = self.game.measured(position);
        let sums = state.game.get_or_insert_with(|| self.game.begin(position));
        let game = self.game.score_by(sums, position, &measures);
        if game <= AHEAD {
            return game;
        }
        let sums = state.endgame.get_or_insert_with(|| self.endgame.begin(position));
        led_on(game, self.endgame.score_by(sums, position, &measures), more)
    }

    /// The net for whole games, and that for endgames.
    pub fn nets(&self) -> [&Net; 2] {
        [self.game.net(), self.endgame.net()]
    }
}

impl Mind for ByNets {
    type State = TwoSums;

    fn begin(&self, _: &Position) -> TwoSums {
        TwoSums::default()
    }

    #[inline]
    fn attackers_score(&self, state: &mut TwoSums, position: &Position) -> i32 {
        let more = Stage::beyond_endgames(position);
        if more <= 0 {
            return score(&self.endgame, &mut state.endgame, position);
        }
        self.both(state, position, more)
    }

    /// What the net expects that judges the position. How the other one leads on from there says nothing of chances.
    fn chances(&self, position: &Position, score: i32) -> Chances {
        if Stage::Endgame.has(position) {
            return self.endgame.chances(position, score);
        }
        let alone = self.game.attackers_score(&mut self.game.begin(position), position);
        let led = self.attackers_score(&mut self.begin(position), position);
        self.game.chances(position, score - (led - alone))
    }

    fn margins(&self) -> i32 {
        self.game.margins()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_for_endgames_has_its_say_little_by_little() {
        for endgame in [-200, 0, 250, 900] {
            assert_eq!(led_on(AHEAD, endgame, 1), AHEAD);
            let scores: Vec<i32> = (AHEAD..=AHEAD + 2 * RAMP).map(|game| led_on(game, endgame, 3)).collect();
            assert!(scores.windows(2).all(|two| (two[1] - two[0]).abs() <= 6), "{endgame}: {scores:?}");
        }
        assert_eq!(led_on(150, 350, 1), 185);
        assert_eq!(led_on(400, 500, 1), 420);
        assert!(
            (1..10).all(|more| led_on(400, 500, more) > led_on(400, 500, more + 1)),
            "who falls brings the win nearer"
        );
    }
}
