//! Ratings, and what a side is worth, as people read them.

use askama::Template;
use hnefi_ratings::{Advantage, List, Rating};
use hnefi_words::Words;

use crate::filters;
use crate::rating_graph::rating_graph;

/// What the sides of a rule set are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorthRow {
    /// As a sentence.
    pub says: String,
}

impl WorthRow {
    /// "Under Copenhagen the defenders are worth 41 ± 12 points.", at a time in milliseconds since 1970.
    ///
    /// ```
    /// use hnefi_ratings::Advantage;
    /// use hnefi_views::ratings::WorthRow;
    /// let known = Advantage { millionths: -41_300_000, deviation_millionths: 6_100_000, ..Advantage::new(0) };
    /// assert_eq!(WorthRow::new("Copenhagen", &known, 0).says, "Under Copenhagen the defenders are worth 41 ± 12 points.");
    /// ```
    pub fn new(rules: &str, advantage: &Advantage, at_ms: i64) -> WorthRow {
        let words = Words::english();
        let margin = format!("{:.0}", advantage.margin(at_ms));
        let points = format!("{:.0}", advantage.points().abs());
        let says = match advantage.side() {
            None => words.format("lobby-worth-even", &[("rules", rules.into()), ("margin", margin.into())]),
            Some(side) => words.format(
                "lobby-worth-row",
                &[("rules", rules.into()), ("side", side.into()), ("points", points.into()), ("margin", margin.into())],
            ),
        };
        WorthRow { says }
    }
}

/// A rating as people read it: "1620", with a question mark where it is provisional at this time, in milliseconds since 1970.
///
/// ```
/// use hnefi_ratings::Rating;
/// use hnefi_views::ratings::rating_words;
/// assert_eq!(rating_words(&Rating::new(0), 0), "1500?");
/// assert_eq!(rating_words(&Rating { deviation_millionths: 60_000_000, ..Rating::new(0) }, 0), "1500");
/// ```
pub fn rating_words(rating: &Rating, at_ms: i64) -> String {
    format!("{:.0}{}", rating.points(), if rating.is_provisional(at_ms) { "?" } else { "" })
}

/// What a list is called, such as "9×9, slow".
///
/// ```
/// assert_eq!(hnefi_views::ratings::list_words("nine slow people".parse().unwrap()), "9×9, slow");
/// assert_eq!(hnefi_views::ratings::list_words("nine slow bots".parse().unwrap()), "9×9, slow, bots");
/// ```
pub fn list_words(list: List) -> String {
    let (family, speed, pool) = (list.family.id(), list.speed.id(), list.pool.id());
    let values = [("family", family.into()), ("speed", speed.into()), ("pool", pool.into())];
    Words::english().format("rating-list", &values)
}

/// The best players, list by list.
///
/// ```
/// use hnefi_views::ratings::BestPage;
/// let build = hnefi_views::Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// assert!(hnefi_views::render(&BestPage::default(), &build).unwrap().contains("Nobody is ranked yet"));
/// ```
#[derive(Clone, Debug, Default, Template)]
#[template(path = "players.html")]
pub struct BestPage {
    /// The lists in which somebody is ranked.
    pub lists: Vec<BestList>,
    /// What the sides of rule sets are worth.
    pub worth: Vec<WorthRow>,
}

/// The best of a list.
#[derive(Clone, Debug)]
pub struct BestList {
    /// What the list is called.
    pub list: String,
    /// The best first.
    pub players: Vec<BestRow>,
}

/// A player in a list of the best.
#[derive(Clone, Debug)]
pub struct BestRow {
    /// What he is called.
    pub name: String,
    /// The address of his page.
    pub page: String,
    /// His rating with its margin.
    pub rating: String,
    /// On how many games it rests.
    pub games: String,
}

/// The rating of a person in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingRow {
    /// The list, such as "9×9, slow".
    pub list: String,
    /// The rating with its margin.
    pub rating: String,
    /// On how many games it rests.
    pub games: String,
    /// How it went, as an SVG; `None` before the second game.
    pub graph: Option<String>,
}

impl RatingRow {
    /// The row at a time in milliseconds since 1970.
    ///
    /// ```
    /// use hnefi_ratings::Rating;
    /// use hnefi_views::ratings::RatingRow;
    /// let rating = Rating { deviation_millionths: 50_000_000, games: 40, ..Rating::new(0) };
    /// let row = RatingRow::new("nine slow people".parse().unwrap(), &rating, 0);
    /// assert_eq!([row.list, row.rating, row.games], ["9×9, slow", "1500 ± 98", "40 rated games"]);
    /// assert_eq!(row.graph, None);
    /// ```
    pub fn new(list: List, rating: &Rating, at_ms: i64) -> RatingRow {
        let words = Words::english();
        let id = if rating.is_provisional(at_ms) { "rating-row-provisional" } else { "rating-row" };
        let points = format!("{:.0}", rating.points());
        let margin = format!("{:.0}", rating.margin(at_ms));
        RatingRow {
            graph: None,
            list: list_words(list),
            rating: words.format(id, &[("points", points.into()), ("margin", margin.into())]),
            games: words.format("rating-games", &[("games", rating.games.into())]),
        }
    }

    /// The row with how the rating went: after each game, the first one first, and the days of the first and the last.
    ///
    /// ```
    /// use hnefi_ratings::Rating;
    /// use hnefi_views::ratings::RatingRow;
    /// let rating = Rating::new(0);
    /// let row = RatingRow::new("nine slow people".parse().unwrap(), &rating, 0);
    /// assert!(row.with_graph(&[rating, rating], ["1 May 2026", "3 May 2026"]).graph.unwrap().contains("3 May 2026"));
    /// ```
    pub fn with_graph(self, history: &[Rating], days: [&str; 2]) -> RatingRow {
        let said = Words::english().format("rating-graph", &[("list", self.list.clone().into())]);
        RatingRow { graph: rating_graph(&said, history, days), ..self }
    }
}
