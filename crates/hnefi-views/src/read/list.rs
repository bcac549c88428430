//! A text with many games: a line for each, a page at a time.
use std::sync::Arc;

use hnefi_rules::Ruleset;
use hnefi_words::Words;

use super::found::{Found, FoundGame};
use super::page::Asked;
use super::view::{End, troubles};

/// How many games stand on a page of the list.
const A_PAGE: usize = 50;
/// How many moves are judged for one page, so that no text keeps the server busy.
const MOST_JUDGED: usize = 150_000;
/// As how many moves a game counts besides its own: its referee has to be made ready.
const A_GAME: usize = 10;

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
    pub(super) fn new(found: &Found, chosen: Option<&Arc<Ruleset>>, asked: &Asked, shown: Option<usize>) -> GameList {
        let total = found.games.len();
        let pages = total.div_ceil(A_PAGE);
        let page =
            asked.page.parse().unwrap_or_else(|_| shown.map_or(1, |game| game / A_PAGE + 1)).clamp(1, pages.max(1));
        let here = (page - 1) * A_PAGE..(page * A_PAGE).min(total);
        let mut left = MOST_JUDGED;
        let mut judge = |game: &FoundGame| {
            let moves = game.read.as_ref().map_or(0, |game| game.moves.len()) + A_GAME;
            let enough = moves <= left;
            left = left.saturating_sub(moves);
            enough.then(|| Judgement::new(game, chosen))
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
            more: found.more,
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
            let values = [
                ("count", (self.last + 1 - self.first).into()),
                ("first", self.first.into()),
                ("last", self.last.into()),
            ];
            lines.push(words.format("import-list-part", &values));
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
    fn new(found: &FoundGame, chosen: Option<&Arc<Ruleset>>) -> Judgement {
        let words = Words::english();
        let none = |fault: String| Judgement { plies: 0, end: String::new(), fault };
        let game = match &found.read {
            Ok(game) => game,
            Err(error) => return none(found.trouble(error, None).says),
        };
        let rules = found.rules(chosen);
        if rules.is_none() && !matches!(game.rules, Some(Err(_))) {
            return none(words.text("import-rules-silent-short"));
        }
        let tree = match game.play(chosen.cloned()) {
            Ok(tree) => tree,
            Err(error) => return none(found.trouble(&error, rules.as_deref()).says),
        };
        let plies = tree.main_line().into_iter().filter(|&number| tree.node(number).ply().is_some()).count();
        let end = End::of(&tree);
        let wrong = match &end.beside {
            Some((record, board)) if end.wrong => words.format(
                "import-result-beside",
                &[("record", record.as_str().into()), ("board", board.as_str().into())],
            ),
            _ => String::new(),
        };
        let fault = troubles(found, &tree).next().map_or(wrong, |trouble| trouble.says);
        Judgement { plies, end: end.says, fault }
    }
}

fn row(found: &FoundGame, index: usize, chosen: Option<&Arc<Ruleset>>, judged: Option<Judgement>, shown: bool) -> Row {
    let unjudged = || Judgement { plies: 0, end: Words::english().text("import-not-judged"), fault: String::new() };
    let judged = judged.unwrap_or_else(unjudged);
    Row {
        number: index + 1,
        name: found.name(),
        ruleset: found.rules(chosen).map_or_else(String::new, |ruleset| ruleset.name().to_owned()),
        plies: judged.plies,
        end: judged.end,
        fault: judged.fault,
        shown,
    }
}
