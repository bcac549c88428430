//! A text with many games: a line for each, a page at a time.

use std::collections::HashMap;
use std::sync::Arc;

use hnefi_rules::{Referee, Ruleset};
use hnefi_words::Words;

use super::found::{Found, FoundGame, FoundRules};
use super::tree::Tree;
use super::view::{begin, end_of, tree_fault};
use super::{Asked, rules_of};

/// How many games stand on a page of the list.
const A_PAGE: usize = 50;
/// How many moves are judged for one page, so that no text keeps the server busy.
const MOST_JUDGED: usize = 60_000;

/// A page of the games in a text.
#[derive(Clone, Debug)]
pub(super) struct GameList {
    pub(super) rows: Vec<Row>,
    /// The numbers of the first and last game here, counted from 1.
    pub(super) first: usize,
    pub(super) last: usize,
    /// How many there are.
    pub(super) total: usize,
    /// How many of them something is wrong with.
    pub(super) faulty: usize,
    /// How many were looked at, if not all were.
    pub(super) judged: Option<usize>,
    /// The pages before and after this one.
    pub(super) previous: Option<usize>,
    pub(super) next: Option<usize>,
    /// How many more games the text has than are looked at.
    pub(super) more: usize,
}

/// A game in the list.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Its number, counted from 1.
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) ruleset: String,
    pub(super) plies: usize,
    /// How it ended.
    pub(super) end: String,
    /// What is wrong with it, if anything is.
    pub(super) fault: String,
    /// Whether it is the one that is shown.
    pub(super) shown: bool,
}

impl GameList {
    pub(super) fn new(
        found: &Found,
        chosen: Option<&Arc<Ruleset>>,
        asked: &Asked,
        shown: Option<usize>,
    ) -> GameList {
        let total = found.games.len();
        let pages = total.div_ceil(A_PAGE);
        let page = asked.page.parse().unwrap_or_else(|_| shown.map_or(1, |game| game / A_PAGE + 1)).clamp(1, pages.max(1));
        let here = (page - 1) * A_PAGE..(page * A_PAGE).min(total);
        let mut referees = HashMap::new();
        let mut left = MOST_JUDGED;
        let mut judge = |game: &FoundGame| {
            let enough = game.moves.len() <= left;
            left = left.saturating_sub(game.moves.len());
            enough.then(|| Judgement::new(game, chosen, &mut referees))
        };
        // Those that are shown come first, in case that it is too much for all.
        let rows: Vec<Row> = here
            .clone()
            .map(|index| {
                let judged = judge(&found.games[index]);
                row(&found.games[index], index, chosen, judged, shown == Some(index))
            })
            .collect();
        let mut faulty = rows.iter().filter(|row| !row.fault.is_empty()).count();
        let mut looked_at = rows.len();
        for index in (0..here.start).chain(here.end..total) {
            let Some(judged) = judge(&found.games[index]) else { continue };
            looked_at += 1;
            faulty += usize::from(!judged.fault.is_empty());
        }
        GameList {
            rows,
            first: here.start + 1,
            last: here.end,
            total,
            faulty,
            judged: (looked_at < total).then_some(looked_at),
            previous: (page > 1).then(|| page - 1),
            next: (page < pages).then_some(page + 1),
            more: found.more_games,
        }
    }
}

impl GameList {
    pub(super) fn title(&self) -> String {
        Words::english().format("import-list", &[("count", (self.total + self.more).into())])
    }

    /// What is shown of them, and how many have a problem.
    pub(super) fn summary(&self) -> String {
        let words = Words::english();
        let mut lines = vec![match (self.judged, self.faulty) {
            (None, 0) => words.text("import-list-good"),
            (None, faulty) => words.format("import-list-faulty", &[("count", faulty.into())]),
            (Some(judged), faulty) => {
                words.format("import-list-judged", &[("judged", judged.into()), ("count", faulty.into())])
            }
        }];
        if self.rows.len() < self.total {
            lines.push(
                words.format("import-list-part", &[("first", self.first.into()), ("last", self.last.into())]),
            );
        }
        if self.more > 0 {
            lines.push(words.format("import-list-more", &[("total", self.total.into()), ("count", self.more.into())]));
        }
        lines.join(" ")
    }
}

impl Row {
    pub(super) fn title(&self) -> String {
        match self.name.trim() {
            "" => Words::english().format("import-row", &[("number", self.number.into())]),
            name => name.to_owned(),
        }
    }

    pub(super) fn plies_words(&self) -> String {
        Words::english().format("import-plies", &[("count", self.plies.into())])
    }
}

/// What the referee makes of a game.
struct Judgement {
    plies: usize,
    end: String,
    fault: String,
}

impl Judgement {
    fn new(
        game: &FoundGame,
        chosen: Option<&Arc<Ruleset>>,
        referees: &mut HashMap<String, Arc<Referee>>,
    ) -> Judgement {
        let none = |fault: String| Judgement { plies: 0, end: String::new(), fault };
        if let Some(trouble) = game.troubles.first() {
            return none(trouble.says.clone());
        }
        let Some(ruleset) = rules_of(game, chosen) else {
            return none(match &game.rules {
                FoundRules::Unknown(name) => {
                    Words::english().format("import-rules-unknown", &[("name", name.as_str().into())])
                }
                _ => Words::english().text("import-rules-silent-short"),
            });
        };
        let referee = referees.entry(ruleset.id().to_owned()).or_insert_with(|| Arc::new(Referee::new(ruleset.clone())));
        // Two rule sets of one name are still two.
        let referee = match **referee.ruleset() == *ruleset {
            true => referee.clone(),
            false => Arc::new(Referee::new(ruleset.clone())),
        };
        let position = match begin(game, &referee) {
            Ok(position) => position,
            Err(problems) => return none(problems.join(" ")),
        };
        let tree = Tree::play(referee, position, &game.moves);
        let line = tree.line(0);
        let plies = line.iter().filter(|&&number| tree.nodes[number].judged.ply().is_some()).count();
        let fault = tree.faulty().next().map(|number| tree_fault(&tree, number)).unwrap_or_default();
        let end = end_of(game, &tree);
        let fault = if fault.is_empty() && end.wrong { end.beside } else { fault };
        Judgement { plies, end: end.says, fault }
    }
}

fn row(
    game: &FoundGame,
    index: usize,
    chosen: Option<&Arc<Ruleset>>,
    judged: Option<Judgement>,
    shown: bool,
) -> Row {
    let words = Words::english();
    let unjudged = || Judgement { plies: 0, end: words.text("import-not-judged"), fault: String::new() };
    let judged = judged.unwrap_or_else(unjudged);
    Row {
        number: index + 1,
        name: game.name.chars().take(60).collect(),
        ruleset: rules_of(game, chosen).map_or_else(String::new, |ruleset| ruleset.name().to_owned()),
        plies: judged.plies,
        end: judged.end,
        fault: judged.fault,
        shown,
    }
}
