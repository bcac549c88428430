//! What a search found of a position.

use hnefi_rules::Intent;
use serde::{Deserialize, Serialize};

/// What a search found of a position, as `analyse` tells it. Keys that are not there are empty.
///
/// ```
/// use hnefi_analysis::Found;
/// let found: Found = serde_json::from_str(r#"{"depth":6,"chances":[310,420,270],"pv":["d1-d4","f4-i4"]}"#).unwrap();
/// assert_eq!(found.line()[1].to_string(), "f4-i4");
/// assert!(!found.is_settled());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Found {
    /// How many plies deep the search went throughout.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How good the position is for the side to move, in hundredths of an attacker.
    pub score: i32,
    /// In how many plies the side to move wins by force, if the search saw that.
    pub win_in: Option<u32>,
    /// In how many plies it loses by force.
    pub loss_in: Option<u32>,
    /// How likely each end of the game is, in thousandths: the attackers win, nobody does, the defenders win.
    pub chances: [u32; 3],
    /// What both sides are expected to play, such as `d1-d4`.
    pub pv: Vec<String>,
}

impl Found {
    /// What both sides are expected to play, up to the first that is no move.
    pub fn line(&self) -> Vec<Intent> {
        let read = |text: &String| {
            let (from, to) = text.split_once('-')?;
            Some(Intent { from: from.parse().ok()?, to: to.parse().ok()? })
        };
        self.pv.iter().map_while(read).collect()
    }

    /// Whether the search saw how the game ends by force, so that looking longer changes nothing.
    pub const fn is_settled(&self) -> bool {
        self.win_in.is_some() || self.loss_in.is_some()
    }
}
