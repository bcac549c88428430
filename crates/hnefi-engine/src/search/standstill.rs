//! Games in which nothing has been taken for long.

use hnefi_rules::{BySide, Game, Position, Side, Trail};

use crate::Chances;

/// So many plies without a capture say nothing yet.
const PATIENCE: usize = 20;
/// Each ply after them takes one part of so many from a lead, until the least is left.
const WHOLE: i32 = 128;
const LEAST: i32 = 16;
/// While so many parts are lost, what was found is still good enough.
const STEP: i32 = 16;

/// A game in which nothing has been taken for long: a lead in it is worth less and less, since it has not helped. It counts
/// whole again where the side that is behind has lost somebody; to lose somebody oneself is no progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standstill {
    men: BySide<u32>,
    /// What counts of a lead.
    share: i32,
}

impl Standstill {
    /// Whether a game has come to a standstill, and how far.
    pub(crate) fn of(game: &Game) -> Option<Standstill> {
        let share = share(&Trail::of(game));
        let men = |side| game.position().men(side);
        let men = BySide { attackers: men(Side::Attackers), defenders: men(Side::Defenders) };
        (share < WHOLE).then_some(Standstill { men, share })
    }

    /// Whether no more than the least of a lead counts.
    pub(crate) fn is_complete(self) -> bool {
        self.share == LEAST
    }

    /// What is left of the score of a position for its side to move.
    #[inline]
    pub(crate) fn fade(self, score: i32, position: &Position) -> i32 {
        let behind = if score > 0 { !position.turn() } else { position.turn() };
        if position.men(behind) < self.men[behind] { score } else { score * self.share / WHOLE }
    }

    /// The chances of as many points for both sides with more draws: who holds for so long seldom loses.
    pub(crate) fn drawn_out(self, chances: Chances) -> Chances {
        let Chances { attackers, draw, defenders } = chances;
        let less = attackers.min(defenders) * (1.0 - self.share as f32 / WHOLE as f32);
        Chances { attackers: attackers - less, draw: draw + 2.0 * less, defenders: defenders - less }
    }
}

/// A number for what counts of a lead, the same for some plies: 0 where all does.
pub(crate) fn stage(trail: &Trail) -> u64 {
    ((WHOLE - share(trail) + STEP - 1) / STEP) as u64
}

fn share(trail: &Trail) -> i32 {
    let beyond = trail.quiet_plies().saturating_sub(PATIENCE);
    WHOLE - beyond.min((WHOLE - LEAST) as usize) as i32
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hnefi_rules::{Intent, Referee, Setup, leaflet};

    use super::*;

    /// An attacker walks along the edge, and the king in the middle, so that no position comes three times.
    fn walk(plies: usize) -> Game {
        const ROWS: &str = "/11/t10/11/11/11/5K5/11/11/11/t10/11/";
        let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
        let position = referee.position(&Setup::from_rows(ROWS).unwrap(), Side::Attackers).unwrap();
        let mut game = Game::from_position(referee, position);
        let mut at = ["a2".to_owned(), "f6".to_owned()];
        for ply in 0..plies {
            let (side, turn) = (ply % 2, ply / 2);
            let to = match side {
                0 => ["a3", "a4", "a5", "a6", "a7", "a8", "a2"][turn % 7],
                _ => ["f7", "f8", "g8", "g7", "g6", "f6"][turn % 6],
            };
            let from = std::mem::replace(&mut at[side], to.to_owned());
            let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
            let mv = game.legal(intent).unwrap_or_else(|_| panic!("ply {ply}: {intent}"));
            assert!(game.play(mv).unwrap().outcome.is_none(), "ply {ply}: {intent}");
        }
        game
    }

    #[test]
    fn a_lead_fades_ply_by_ply_until_an_eighth_is_left() {
        let share = |plies| share(&Trail::of(&walk(plies)));
        assert_eq!([0, 20, 21, 52, 84, 132, 133, 160].map(share), [128, 128, 127, 96, 64, 16, 16, 16]);
        assert_eq!(Standstill::of(&walk(20)), None);
        let complete = [84, 131, 132].map(|plies| Standstill::of(&walk(plies)).is_some_and(Standstill::is_complete));
        assert_eq!(complete, [false, false, true]);
        let game = walk(84);
        let standstill = Standstill::of(&game).unwrap();
        assert_eq!([400, 0, -400].map(|score| standstill.fade(score, game.position())), [200, 0, -200]);
    }

    #[test]
    fn what_was_found_is_kept_for_some_plies() {
        let stage = |plies| stage(&Trail::of(&walk(plies)));
        assert_eq!([0, 20, 21, 36, 37, 52, 132, 160].map(stage), [0, 0, 1, 1, 2, 2, 7, 7]);
    }

    #[test]
    fn a_lead_counts_whole_where_the_side_behind_has_lost_somebody() {
        let game = walk(84);
        let standstill = Standstill::of(&game).unwrap();
        let fade = |rows: &str, turn| {
            let position = game.referee().position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
            [400, -400].map(|score| standstill.fade(score, &position))
        };
        let one_attacker = "/11/11/11/11/11/5K5/11/11/11/t10/11/";
        assert_eq!(fade(one_attacker, Side::Attackers), [200, -400]);
        assert_eq!(fade(one_attacker, Side::Defenders), [400, -200]);
    }

    #[test]
    fn a_standstill_makes_draws_of_the_wins_of_both_sides() {
        let chances = Chances { attackers: 0.5, draw: 0.25, defenders: 0.25 };
        let left = Standstill { men: BySide { attackers: 16, defenders: 4 }, share: 64 }.drawn_out(chances);
        assert_eq!(left, Chances { attackers: 0.375, draw: 0.5, defenders: 0.125 });
    }
}
