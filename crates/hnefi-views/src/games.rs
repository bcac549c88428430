//! The games that everybody may watch or find.

use std::sync::Arc;

use askama::Template;
use hnefi_rules::{Ending, Ruleset, Setup, Side, community, leaflets};
use hnefi_words::{Words, isolated};

use crate::diagram::Diagram;
use crate::filters;

/// The games that are played now, and the finished ones that fit what is asked for.
///
/// ```
/// use hnefi_views::games::GamesPage;
/// let build = hnefi_views::Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// let page = hnefi_views::render(&GamesPage::default(), &build).unwrap();
/// assert!(page.contains("No game to find is finished yet."));
/// ```
#[derive(Clone, Debug, Default, Template)]
#[template(path = "games.html")]
pub struct GamesPage {
    /// What was typed as a player.
    pub player: String,
    /// The id of the side that he is to have played.
    pub side: String,
    /// What was typed as his opponent.
    pub against: String,
    /// The id of the rule set that is asked for.
    pub rules: String,
    /// The id of the ending that is asked for.
    pub ending: String,
    /// The id of the side that is to have won, or `nobody`.
    pub winner: String,
    /// The first day that is asked for, such as `2026-11-23`.
    pub since: String,
    /// The last day.
    pub until: String,
    /// The position that is to have stood on the board, as an address has it: its rows, and the id of the side to move.
    pub position: Option<(String, String)>,
    /// The same, as a board.
    pub board: Option<Setup>,
    /// Why nothing is looked for.
    pub fault: Option<String>,
    /// The games that are played now, if the page shows them.
    pub running: Option<Vec<ListedGame>>,
    /// The score between the two who are asked for, in words.
    pub score: Option<String>,
    /// The finished ones.
    pub found: Vec<ListedGame>,
    /// The address of all that is asked for as a text, in each format, with what the format is called.
    pub texts: Vec<(String, String)>,
    /// The address of those before them.
    pub more: Option<String>,
}

/// A game that everybody may watch or find.
#[derive(Clone, Debug)]
pub struct ListedGame {
    /// Its id.
    pub id: String,
    /// What the attackers' player is called.
    pub attackers: String,
    /// What the defenders' player is called.
    pub defenders: String,
    /// The name of its rule set.
    pub ruleset_name: String,
    /// How it stands or ended, in words.
    pub says: String,
    /// How many plies were played.
    pub plies: u32,
    /// When something last happened, in words; empty for a game that is played now.
    pub when: String,
    /// After how many plies the position stood that was looked for.
    pub ply: Option<u32>,
}

/// Something to choose.
struct Choice {
    id: String,
    name: String,
    chosen: bool,
}

impl ListedGame {
    fn players(&self) -> String {
        let (attackers, defenders) = (isolated(&self.attackers), isolated(&self.defenders));
        let values = [("attackers", attackers.into()), ("defenders", defenders.into())];
        Words::english().format("games-players", &values)
    }

    fn plies_words(&self) -> String {
        Words::english().format("games-plies", &[("plies", i64::from(self.plies).into())])
    }

    fn ply_words(&self) -> String {
        let ply = self.ply.unwrap_or_default();
        Words::english().format("games-at-ply", &[("ply", i64::from(ply).into())])
    }

    /// How a game ended, in words: by the id of the ending, and who won.
    pub fn result(ending: &str, winner: Option<Side>) -> String {
        let words = Words::english();
        let how = words.format("games-how", &[("ending", ending.into())]);
        let winner = winner.map_or("nobody", Side::id);
        words.format("games-says", &[("winner", winner.into()), ("how", how.into())])
    }
}

impl GamesPage {
    fn groups(&self) -> [(&'static str, Vec<Choice>); 2] {
        let choice = |rules: &Arc<Ruleset>| Choice {
            id: rules.id().to_owned(),
            name: rules.name().to_owned(),
            chosen: rules.id() == self.rules,
        };
        [
            ("house-new-leaflets", leaflets().iter().map(choice).collect()),
            ("house-new-community", community().iter().map(choice).collect()),
        ]
    }

    fn endings(&self) -> Vec<Choice> {
        let words = Words::english();
        let mut ids: Vec<&str> = Ending::ALL.iter().map(|ending| ending.id()).collect();
        ids.dedup();
        let name = |id: &str| words.format("games-how", &[("ending", id.into())]);
        ids.into_iter().map(|id| Choice { id: id.to_owned(), name: name(id), chosen: id == self.ending }).collect()
    }

    fn sides(&self) -> Vec<Choice> {
        let words = Words::english();
        let name = |side: Side| words.format("games-side", &[("side", side.into())]);
        let choice = |side: Side| Choice { id: side.id().to_owned(), name: name(side), chosen: side.id() == self.side };
        Side::ALL.into_iter().map(choice).collect()
    }

    fn winners(&self) -> Vec<Choice> {
        let words = Words::english();
        let side = |side: Side| (side.id(), words.format("games-winner-side", &[("side", side.into())]));
        let nobody = ("nobody", words.text("games-winner-nobody"));
        let all = [side(Side::Attackers), side(Side::Defenders), nobody];
        all.into_iter().map(|(id, name)| Choice { id: id.to_owned(), name, chosen: id == self.winner }).collect()
    }

    /// Whether anything is asked for.
    fn is_asked(&self) -> bool {
        let texts = [&self.player, &self.against, &self.side, &self.rules, &self.ending, &self.winner];
        let days = [&self.since, &self.until];
        self.position.is_some() || texts.into_iter().chain(days).any(|text| !text.is_empty())
    }

    fn drawn(&self) -> Option<String> {
        self.board.as_ref().map(|setup| Diagram::new(setup).plain().svg())
    }
}
