//! How games are played.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

use hnefi_rules::{Piece, Ruleset, Side};
use serde::{Deserialize, Serialize};

use crate::Starts;

/// How games are played: everything but the rule set and the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Where chance begins.
    pub seed: u64,
    /// How many positions a side looks at for a move.
    pub nodes: u32,
    /// From where games begin.
    pub starts: Starts,
    /// In so many of a thousand plies chance plays instead of the engine.
    pub chance: u32,
    /// When a game is given up; `None` for never.
    pub give_up: Option<GiveUp>,
    /// So many of a hundred games are played to their end on the board, whatever the search says.
    pub to_the_end: u32,
    /// After so many plies without a capture a game is a draw; `None` for never.
    #[serde(default)]
    pub quiet: Option<u16>,
    /// After so many plies, those of the opening included, a game is a draw.
    pub plies: u16,
}

/// When a game is given up: when the score was clear for so many plies, one after the other.
///
/// As text: what is clear for the attackers, for the defenders, and the plies: `900/600:8`.
///
/// ```
/// use hnefi_selfplay::GiveUp;
/// let give_up: GiveUp = "900/600:8".parse().unwrap();
/// assert_eq!((give_up.attackers, give_up.defenders, give_up.plies), (900, 600, 8));
/// assert!("900:8".parse::<GiveUp>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GiveUp {
    /// From so many hundredths the attackers win.
    pub attackers: i16,
    /// From so many hundredths the defenders win.
    pub defenders: i16,
    /// For how many plies.
    pub plies: u16,
}

/// Why settings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// Something between two commas that is no start.
    #[error(
        "`{0}` is no start: write KIND[+N-M[~MARGIN]][/LESS]=SHARE with commas between them, such as `start+2-8=1,book+0-2=2,defenders-3-6+2-8/2=5`; the kinds are start, book, drawn, defenders-N-M, attackers-N-M and sealed-N-M. Plies and men are at most 100, MARGIN and LESS 1000"
    )]
    Start(String),
    /// More starts than a shard keeps.
    #[error("there are at most 200 starts")]
    TooManyStarts,
    /// Nothing that says when a game is given up.
    #[error(
        "`{0}` does not say when a game is given up: write two scores up to 29000 and a number of plies, such as `900/600:8`, or `never`"
    )]
    GiveUp(String),
}

impl Settings {
    /// What suits a rule set: 2,000 positions a move, and starts from which the attackers get a fair share.
    ///
    /// ```
    /// use hnefi_rules::ruleset;
    /// use hnefi_selfplay::Settings;
    /// let settings = Settings::of(ruleset("brandubh").unwrap());
    /// assert_eq!((settings.seed, settings.nodes), (1, 2000));
    /// ```
    pub fn of(ruleset: &Ruleset) -> Settings {
        let measured = STARTS.iter().find(|(id, _)| *id == ruleset.id()).map(|&(_, starts)| starts.to_owned());
        let half = ruleset.start().pieces().filter(|&(_, piece)| piece == Piece::Defender).count() / 2;
        let starts = measured.unwrap_or_else(|| format!("{ELSEWHERE},defenders-1-{}+0-8=2", half.max(1)));
        Settings {
            seed: 1,
            nodes: 2000,
            starts: starts.parse().expect("starts"),
            chance: 20,
            give_up: None,
            quiet: None,
            to_the_end: 10,
            plies: 240,
        }
    }
}

/// Starts from which the attackers get a fair share; `docs/bench/selfplay.md` has what they got.
const STARTS: [(&str, &str); 13] = [
    ("fetlar-2018", DEFENDERS_AHEAD),
    ("copenhagen", DEFENDERS_AHEAD),
    (
        "nestorgames",
        "start+0-6=1,book+0-3=2,drawn+0-4=1,start+0-6/-8=3,drawn+0-4/-8=2,attackers-1-5+0-4=3,attackers-3-6+0-4/-4=3",
    ),
    ("brandubh", "start+0-6=1,book+0-3=1,drawn+0-3=1,start+0-6/8=3,defenders-2-3+0-4=3,defenders-1-2+0-4/4=3"),
    ("tablut-linnaeus", ATTACKERS_A_LITTLE_AHEAD),
    ("tablut-saami", ATTACKERS_A_LITTLE_AHEAD),
    ("sea-battle", LEVEL),
    ("magpie", LEVEL),
    ("tawlbwrdd", ATTACKERS_AHEAD),
    ("historical-11", ATTACKERS_AHEAD),
    ("parlett-13", ATTACKERS_AHEAD),
    ("tablut-15", ATTACKERS_AHEAD),
    ("ard-ri", "start+0-8/-16=2,attackers-2-6+0-6=4,attackers-4-8+0-4=3,drawn+0-4/-16=2,drawn+0-4=1"),
];

/// Where the defenders win most games.
const DEFENDERS_AHEAD: &str =
    "start+0-6=1,book+0-3=2,drawn+0-4=2,book+0-3/8=3,drawn+0-4/8=3,start+0-6/16=2,defenders-3-8+0-4/8=3";

/// Where neither side is much ahead.
const LEVEL: &str =
    "start+0-8=3,drawn+0-4=3,book+0-3=2,start+0-8/-4=1,start+0-8/4=1,attackers-1-3+0-4=1,defenders-1-2+0-4=1";

/// Where the attackers are a little ahead.
const ATTACKERS_A_LITTLE_AHEAD: &str =
    "start+0-8=3,drawn+0-4=3,book+0-3=2,start+0-8/-4=2,start+0-8/4=1,attackers-1-4+0-4=2,defenders-1-2+0-4=1";

/// Where the attackers win most games.
const ATTACKERS_AHEAD: &str = "start+0-8=2,drawn+0-4=3,book+0-3=2,start+0-8/-8=3,drawn+0-4/-4=2,attackers-2-6+0-4=3";

/// The starts of a rule set for which nothing was measured, beside those with up to half of the defenders less. House rules have
/// no kept openings.
const ELSEWHERE: &str = "start+0-10=3,start+0-10/8=3,start+0-10/-8=1";

impl GiveUp {
    /// The side for which a score is clear.
    pub(crate) fn side(self, score: i16) -> Option<Side> {
        match score {
            score if score >= self.attackers => Some(Side::Attackers),
            score if score <= -self.defenders => Some(Side::Defenders),
            _ => None,
        }
    }
}

impl Display for GiveUp {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}:{}", self.attackers, self.defenders, self.plies)
    }
}

impl FromStr for GiveUp {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<GiveUp, SettingsError> {
        let read = || {
            let (scores, plies) = text.trim().split_once(':')?;
            let (attackers, defenders) = scores.split_once('/')?;
            let score = |text: &str| text.parse().ok().filter(|score| (1..=29_000).contains(score));
            let plies = plies.parse().ok().filter(|&plies| plies > 0)?;
            Some(GiveUp { attackers: score(attackers)?, defenders: score(defenders)?, plies })
        };
        read().ok_or_else(|| SettingsError::GiveUp(text.to_owned()))
    }
}

impl TryFrom<String> for GiveUp {
    type Error = SettingsError;

    fn try_from(text: String) -> Result<GiveUp, SettingsError> {
        text.parse()
    }
}

impl From<GiveUp> for String {
    fn from(give_up: GiveUp) -> String {
        give_up.to_string()
    }
}
