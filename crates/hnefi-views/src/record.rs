//! What somebody's games add up to, as people read it.

use hnefi_rules::{Side, ruleset};
use hnefi_words::Words;

use crate::address;

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

/// What somebody got under a rule set, by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRow {
    /// The name of the rule set.
    pub rules: String,
    /// The address of these games.
    pub games: Option<String>,
    /// What he got as attackers.
    pub attackers: Results,
    /// What he got as defenders.
    pub defenders: Results,
}

/// What somebody got against another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentRow {
    /// What the other is called.
    pub name: String,
    /// The address of the other's page.
    pub page: String,
    /// The address of these games.
    pub games: String,
    /// What he got.
    pub results: Results,
}

/// What somebody's finished games add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// By rule set, house rules last and together.
    pub rules: Vec<RecordRow>,
    /// Against whom he played most, these first.
    pub opponents: Vec<OpponentRow>,
}

impl Results {
    /// "3–1–2": won, drawn, lost; a dash where nothing was played.
    pub fn says(&self) -> String {
        match self.games() {
            0 => "–".to_owned(),
            _ => format!("{}–{}–{}", self.won, self.drawn, self.lost),
        }
    }

    /// How many games there are.
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The points of both sides, as a score is written: "3½ – 1½".
    ///
    /// ```
    /// use hnefi_views::record::Results;
    /// assert_eq!(Results { won: 3, drawn: 1, lost: 1 }.score(), "3½ – 1½");
    /// assert_eq!(Results { won: 0, drawn: 1, lost: 2 }.score(), "½ – 2½");
    /// ```
    pub fn score(&self) -> String {
        let points = |won: u32| match (won + self.drawn / 2, self.drawn % 2) {
            (0, 1) => "½".to_owned(),
            (whole, 1) => format!("{whole}½"),
            (whole, _) => whole.to_string(),
        };
        format!("{} – {}", points(self.won), points(self.lost))
    }
}

impl std::ops::AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

impl Record {
    /// The record of somebody called `name`, from what he got under each rule set on each side, in the order in which it is given.
    ///
    /// ```
    /// use hnefi_rules::Side;
    /// use hnefi_views::record::{Record, Results};
    /// let won = Results { won: 2, ..Results::default() };
    /// let record = Record::of("Ann", [("brandubh", Side::Attackers, won), ("brandubh", Side::Defenders, won), ("mine", Side::Attackers, won)]);
    /// let rows: Vec<_> = record.rules.iter().map(|row| (row.rules.as_str(), row.attackers.says(), row.defenders.says())).collect();
    /// assert_eq!(rows[0], ("Brandubh", "2–0–0".to_owned(), "2–0–0".to_owned()));
    /// assert_eq!(rows[1], ("House rules", "2–0–0".to_owned(), "–".to_owned()));
    /// ```
    pub fn of<'a>(name: &str, rows: impl IntoIterator<Item = (&'a str, Side, Results)>) -> Record {
        let mut rules: Vec<RecordRow> = Vec::new();
        let mut house: Option<RecordRow> = None;
        for (id, side, results) in rows {
            let row = match ruleset(id) {
                None => house.get_or_insert_with(|| RecordRow::new(Words::english().text("record-house"), None)),
                Some(known) => {
                    let at = rules.iter().position(|row| row.rules == known.name()).unwrap_or_else(|| {
                        let games = address("/games", &[("player", name), ("rules", id)]);
                        rules.push(RecordRow::new(known.name().to_owned(), Some(games)));
                        rules.len() - 1
                    });
                    &mut rules[at]
                }
            };
            match side {
                Side::Attackers => row.attackers += results,
                Side::Defenders => row.defenders += results,
            }
        }
        rules.extend(house);
        Record { rules, opponents: Vec::new() }
    }

    /// All rule sets together, if there are several.
    pub(crate) fn all(&self) -> Option<RecordRow> {
        let mut all = RecordRow::new(Words::english().text("record-all"), None);
        for row in &self.rules {
            all.attackers += row.attackers;
            all.defenders += row.defenders;
        }
        (self.rules.len() > 1).then_some(all)
    }
}

impl RecordRow {
    fn new(rules: String, games: Option<String>) -> RecordRow {
        RecordRow { rules, games, attackers: Results::default(), defenders: Results::default() }
    }

    pub(crate) fn both(&self) -> Results {
        let mut both = self.attackers;
        both += self.defenders;
        both
    }
}

impl OpponentRow {
    /// What somebody called `name` got against another.
    pub fn new(name: &str, other: &str, page: String, results: Results) -> OpponentRow {
        let games = address("/games", &[("player", name), ("against", other)]);
        OpponentRow { name: other.to_owned(), page, games, results }
    }

    pub(crate) fn games_words(&self) -> String {
        Words::english().format("record-count", &[("games", i64::from(self.results.games()).into())])
    }
}
