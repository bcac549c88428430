//! What decides between players with the same points.

use serde::{Deserialize, Serialize};

use crate::Form;

/// What decides between players with the same points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The points from the games against the others with the same points, if all of them have met.
    DirectEncounter,
    /// The points of each opponent, times what was scored against him.
    SonnebornBerger,
    /// The points of all opponents.
    Buchholz,
    /// The points of all opponents but the one with fewest.
    BuchholzCut,
    /// The games won.
    Wins,
    /// The games won with the attackers.
    WinsAsAttackers,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [TieBreak; 6] = [
        TieBreak::DirectEncounter,
        TieBreak::SonnebornBerger,
        TieBreak::Buchholz,
        TieBreak::BuchholzCut,
        TieBreak::Wins,
        TieBreak::WinsAsAttackers,
    ];

    /// What is usual in a form: where not everybody meets everybody, whom one has met tells most.
    pub fn usual(form: Form) -> Vec<TieBreak> {
        match form {
            Form::Swiss { .. } => vec![
                TieBreak::Buchholz,
                TieBreak::DirectEncounter,
                TieBreak::SonnebornBerger,
                TieBreak::WinsAsAttackers,
            ],
            Form::RoundRobin { .. } | Form::KnockOut { .. } | Form::Groups { .. } => {
                vec![TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::WinsAsAttackers]
            }
        }
    }
}
