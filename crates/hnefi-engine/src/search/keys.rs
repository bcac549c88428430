//! Under which keys the table keeps what was found.

use hnefi_rules::{Game, Position, Repetition, Side, Trail};

use crate::board::path::come;
use crate::search::standstill::stage;

/// Changes the keys of what is found for the defenders.
const FOR_DEFENDERS: u64 = 0xd1b5_4a32_d192_ed03;

/// Scatters the hash of a position that is spent, so that two keys do not meet by chance.
const SPENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Keeps apart what was found when a lead counted more.
const STANDSTILL: u64 = 0xa24b_aed4_963e_e407;

/// What makes positions into keys of the table. Apart from each other are kept what was found by different rule sets, on
/// behalf of different sides (a draw is worth a little less to the side that thinks), in games where other positions
/// are spent (a forced win that goes over one of these is none), and in games that have come to a standstill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    game: u64,
    thinks: u64,
}

impl Keys {
    /// The keys for a search of a game on behalf of a side, by the salt of the game's rule set.
    pub(crate) fn new(game: &Game, salt: u64, thinks: Side) -> Keys {
        let trail = Trail::of(game);
        let standstill = stage(&trail).wrapping_mul(STANDSTILL);
        Keys { game: salt ^ spent(&trail) ^ standstill, thinks: 0 }.on_behalf_of(thinks)
    }

    /// The same for a search on behalf of this side.
    pub(crate) fn on_behalf_of(self, thinks: Side) -> Keys {
        let thinks = match thinks {
            Side::Attackers => 0,
            Side::Defenders => FOR_DEFENDERS,
        };
        Keys { thinks, ..self }
    }

    /// The key of a position.
    #[inline(always)]
    pub(crate) fn of(self, position: &Position) -> u64 {
        position.hash() ^ self.game ^ self.thinks
    }
}

/// A number for the positions that have come twice since the last capture, at whose third time most rules on repetition
/// ask; 0 where there are none.
fn spent(trail: &Trail) -> u64 {
    if trail.rule() == Repetition::None {
        return 0;
    }
    let hashes = trail.hashes();
    let since_capture = &hashes[hashes.len().saturating_sub(trail.quiet_plies() + 1)..];
    come(since_capture.iter().copied(), 2).fold(0, |all, hash| all ^ hash.wrapping_mul(SPENT))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hnefi_rules::{Intent, Referee, Setup, ruleset};

    use super::*;

    const CLOSING: &str = "/11/t10/6t4/5t5/4t1t2t1/3T2tt3/6tKt2/5t1t1t1/4t6/11/11/";

    fn game(moves: &str) -> Game {
        let referee = Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone()));
        let position = referee.position(&Setup::from_rows(CLOSING).unwrap(), Side::Attackers).unwrap();
        let mut game = Game::from_position(referee, position);
        moves.split_whitespace().for_each(|mv| play(&mut game, mv));
        game
    }

    fn play(game: &mut Game, mv: &str) {
        let (from, to) = mv.split_once('-').unwrap();
        let mv = game.legal(Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
        game.play(mv).unwrap();
    }

    fn keys(game: &Game) -> Keys {
        Keys::new(game, 1, Side::Attackers)
    }

    #[test]
    fn games_share_what_is_known_unless_other_positions_are_spent_in_them() {
        let fresh = keys(&game(""));
        assert_eq!(keys(&game("a2-b2 d6-d5 b2-a2")), fresh, "nothing has come twice");
        let once_more = keys(&game("a2-b2 d6-d5 b2-a2 d5-d6"));
        assert_ne!(once_more, fresh);
        assert_ne!(keys(&game("a2-b2 d6-d5 b2-a2 d5-d6 a2-b2 d6-d5")), once_more);
        assert_eq!(
            keys(&game("a2-c2 d6-d5 c2-b2 d5-d4 b2-a2 d4-d5 a2-b2 d5-d4")),
            keys(&game("a2-d2 d6-d7 d2-c2 d7-d5 c2-b2 d5-d4 b2-a2 d4-d5 a2-b2 d5-d4")),
            "whatever else has come once"
        );
        assert_ne!(fresh.on_behalf_of(Side::Defenders), fresh);
        assert_eq!(fresh.on_behalf_of(Side::Defenders).on_behalf_of(Side::Attackers), fresh);
    }

    #[test]
    fn after_a_capture_nothing_is_spent() {
        let twice = "a2-b2 d6-d5 b2-a2 d5-d6 a2-b2 d6-e6";
        assert_ne!(keys(&game(twice)), keys(&game("")));
        assert_eq!(keys(&game(&format!("{twice} e9-e7"))), keys(&game("")), "the soldier on e6 is taken");
    }
}
