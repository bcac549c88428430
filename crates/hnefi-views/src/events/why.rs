//! Why somebody did not meet somebody else in a round.

use askama::Template;

use crate::filters;

/// The page that tells why two players did not meet.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "event-why.html")]
pub struct WhyNotPage {
    /// The id of the event.
    pub id: String,
    /// What the event is called.
    pub name: String,
    /// What the round is called.
    pub round_title: String,
    /// Its number.
    pub round: u32,
    /// Who was to be paired in it.
    pub players: Vec<WhyNotPlayer>,
    /// Whether somebody had to be without a game.
    pub bye: bool,
    /// The number of the one that is asked about.
    pub one: u32,
    /// The number of the other; 0 for no game.
    pub other: u32,
    /// What is to be said.
    pub answer: Option<WhyNotAnswer>,
}

/// Somebody who was to be paired.
#[derive(Clone, Debug)]
pub struct WhyNotPlayer {
    /// The number.
    pub number: u32,
    /// The name.
    pub name: String,
}

/// Why not.
#[derive(Clone, Debug, Default)]
pub struct WhyNotAnswer {
    /// Why, in sentences.
    pub says: Vec<String>,
    /// What the round has paid, and what it would have; empty where the sentences say it all.
    pub rows: Vec<WhyNotRow>,
}

/// A penalty.
#[derive(Clone, Debug)]
pub struct WhyNotRow {
    /// Which, in words.
    pub name: String,
    /// What the round has paid.
    pub paid: u32,
    /// What it would have paid.
    pub instead: u32,
    /// Whether it decides.
    pub decides: bool,
}
