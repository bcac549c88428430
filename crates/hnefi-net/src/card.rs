//! What is told of a net beside its weights.

use serde::{Deserialize, Serialize};

/// What a net was made for and from, kept in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Card {
    /// The net's name.
    pub name: String,
    /// The ids of the rule sets whose games taught it.
    pub rules: Vec<String>,
    /// Which of its line it is: each was taught by games of the one before. The first is 0 or 1.
    pub generation: u32,
    /// The net with whose weights it began; empty where it began with chance.
    pub from: String,
    /// How many positions taught it.
    pub positions: u64,
    /// How often it saw each of them.
    pub epochs: u32,
    /// The mean loss on games that it was not taught by, in nats a position: the cross-entropy to what it was to say of them, which mixes
    /// how games ended with what scores stood for.
    pub loss: f64,
    /// The same loss for whoever knows only how often each side wins.
    pub blind_loss: f64,
    /// A net's odds are told as scores in hundredths: so many for each natural unit of log odds.
    pub scale: i32,
    /// For tenths of what the net expects of the attackers' points, from 0 to 1, how many positions fell there of games that did not teach it and whose
    /// ends say something, and what the attackers got in these games.
    pub calibration: Vec<(u64, f64)>,
    /// What matches showed of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strength: Vec<Strength>,
    /// The seed of the training.
    pub seed: u64,
    /// What the inputs are, so that a net is not fed with others than those it learnt from.
    pub inputs: String,
}

/// What a match showed of a net.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The id of the rule set.
    pub rules: String,
    /// Against whom, in a word.
    pub against: String,
    /// What both could spend on a move or a game, in words.
    pub limit: String,
    /// How many games.
    pub games: u64,
    /// The share of the points that the engine with this net got, from 0 to 1.
    pub points: f64,
    /// The difference in Elo points, and the ends of the interval in which it lies with 95 %; `None` where one of them is not finite.
    pub elo: Option<[f64; 3]>,
}

impl Default for Card {
    /// A card that says nothing, with a scale of 200.
    fn default() -> Card {
        Card {
            name: String::new(),
            rules: Vec::new(),
            generation: 0,
            from: String::new(),
            positions: 0,
            epochs: 0,
            loss: 0.0,
            blind_loss: 0.0,
            scale: 200,
            calibration: Vec::new(),
            strength: Vec::new(),
            seed: 0,
            inputs: String::new(),
        }
    }
}
