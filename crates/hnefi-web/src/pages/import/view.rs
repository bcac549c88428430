//! One game of a text: the board, the moves, and what the referee says.

use std::sync::Arc;

use hnefi_rules::{Game, Position, Referee, Ruleset, ruleset, rulesets};
use hnefi_words::Words;
use serde::Serialize;

use super::found::{FoundGame, FoundResult, FoundRules, Trouble};
use super::rules_of;
use super::score::{Item, pretty, score, turn};
use super::tree::{Judged, Tree};
use crate::diagram::Diagram;
use crate::house::House;
use crate::wire::Refused;

/// How many rule sets are tried when a text names none.
const MOST_TRIED: usize = 40;

/// One game, or one position, as the page shows it.
#[derive(Clone, Debug)]
pub(super) struct GameView {
    pub(super) title: String,
    /// Whether there is nothing but a position.
    pub(super) alone: bool,
    pub(super) tags: Vec<(String, String)>,
    /// Its name, and the address of the page about it.
    pub(super) ruleset: Option<(String, String)>,
    /// What is to be said of the choice of the rule set.
    pub(super) rules_note: String,
    /// The rule sets that could be meant.
    pub(super) candidates: Vec<Candidate>,
    pub(super) troubles: Vec<Trouble>,
    /// The result that the record gives beside what the board says, where these are not the same.
    pub(super) beside: String,
    /// Whether both cannot be true.
    pub(super) beside_wrong: bool,
    pub(super) board: Option<BoardView>,
}

/// A rule set under which a game could have been played.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) id: String,
    pub(super) name: String,
    /// How far the game goes under it.
    pub(super) says: String,
    /// Whether nothing speaks against it.
    pub(super) fits: bool,
}

/// The board with its moves.
#[derive(Clone, Debug)]
pub(super) struct BoardView {
    pub(super) svg: String,
    /// What happened last, or how the first position stands.
    pub(super) status: String,
    pub(super) comment: String,
    /// Why the move at this place was not played.
    pub(super) refusal: String,
    pub(super) clause: Option<(String, String, &'static str)>,
    pub(super) items: Vec<Item>,
    /// The number of the game, counted from 1, for the buttons.
    pub(super) game: usize,
    pub(super) at: usize,
    pub(super) first: usize,
    pub(super) back: usize,
    pub(super) forward: usize,
    pub(super) last: usize,
    pub(super) state_json: String,
    pub(super) position: String,
    pub(super) turn: &'static str,
    /// Whether the game is over here.
    pub(super) over: bool,
    /// The id of the rule set, or the house rules as one word.
    pub(super) rules: String,
    /// The address of the position at the table.
    pub(super) table: String,
}

/// A place in the game, for the page's script.
#[derive(Serialize)]
struct State {
    size: u8,
    game: usize,
    at: usize,
    nodes: Vec<NodeState>,
}

#[derive(Serialize)]
struct NodeState {
    parent: usize,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    position: String,
    turn: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    over: bool,
    says: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused>,
}

impl GameView {
    pub(super) fn new(found: &FoundGame, chosen: Option<&Arc<Ruleset>>, index: usize, number: usize) -> GameView {
        let words = Words::english();
        let title = match found.name.trim() {
            "" => words.text(if found.moves.is_empty() { "import-position-title" } else { "import-game-title" }),
            name => name.chars().take(120).collect(),
        };
        let mut view = GameView {
            title,
            alone: found.moves.is_empty(),
            tags: found.tags.iter().take(40).cloned().collect(),
            ruleset: None,
            rules_note: String::new(),
            candidates: Vec::new(),
            troubles: found.troubles.clone(),
            beside: String::new(),
            beside_wrong: false,
            board: None,
        };
        let Some(rules) = rules_of(found, chosen) else {
            view.rules_note = match &found.rules {
                FoundRules::Unknown(name) => words.format("import-rules-unknown", &[("name", name.as_str().into())]),
                _ => words.text("import-rules-silent"),
            };
            view.candidates = candidates(found);
            return view;
        };
        if let (Some(_), FoundRules::Known(own)) = (chosen, &found.rules)
            && **own != *rules
        {
            let values = [("chosen", rules.name().into()), ("own", own.name().into())];
            view.rules_note = words.format("import-rules-overridden", &values);
        }
        let address = match is_own(&rules) {
            true => format!("/rules/{}", rules.id()),
            false => format!("/house/{}", House::of(&rules).code()),
        };
        view.ruleset = Some((rules.name().to_owned(), address));
        let referee = Arc::new(Referee::new(rules.clone()));
        let position = match begin(found, &referee) {
            Ok(position) => position,
            Err(problems) => {
                view.troubles.extend(problems.into_iter().map(|says| Trouble { place: found.place, says }));
                return view;
            }
        };
        let tree = Tree::play(referee, position, &found.moves);
        let number = if number < tree.nodes.len() { number } else { 0 };
        for faulty in tree.faulty() {
            view.troubles.push(Trouble { place: found.moves[faulty - 1].place, says: tree_fault(&tree, faulty) });
        }
        let end = end_of(found, &tree);
        (view.beside, view.beside_wrong) = (end.beside, end.wrong);
        view.board = Some(BoardView::new(found, &tree, index + 1, number));
        view
    }
}

impl BoardView {
    fn new(found: &FoundGame, tree: &Tree, game: usize, at: usize) -> BoardView {
        let words = Words::english();
        let rules = tree.referee.ruleset();
        let name = if is_own(rules) { rules.id().to_owned() } else { House::of(rules).code() };
        let nodes: Vec<NodeState> = (0..tree.nodes.len()).map(|number| state_of(found, tree, number)).collect();
        let mut state = State { size: rules.size(), game, at, nodes };
        let state_json = serde_json::to_string(&state).unwrap_or_default();
        let here = state.nodes.swap_remove(at);
        let setup = tree.setup(at);
        let arrived = tree.nodes[at].judged.ply().map(|ply| ply.played.mv.intent());
        let line = tree.line(at);
        let (refusal, clause) = match here.refused {
            None => (String::new(), None),
            Some(refused) => {
                let clause = refused.clause.map(|clause| {
                    let section = match clause.section.as_str() {
                        "" => words.text("clause-silent"),
                        section => words.format("clause-section", &[("section", section.into())]),
                    };
                    (clause.text, format!("{} · {section}", clause.grade_words), clause.grade)
                });
                (refused.message, clause)
            }
        };
        let table = format!("/table?rules={name}&position={}&turn={}", here.position, here.turn);
        BoardView {
            svg: Diagram::new(&setup).arrived(arrived).svg(),
            status: here.says,
            comment: here.comment,
            refusal,
            clause,
            items: score(tree, &found.moves, &found.comment),
            game,
            at,
            first: 0,
            back: tree.nodes[at].parent,
            forward: tree.nodes[at].next.first().copied().unwrap_or(at),
            last: line.last().copied().unwrap_or(at),
            state_json,
            position: here.position,
            turn: here.turn,
            over: here.over,
            rules: name,
            table,
        }
    }
}

fn state_of(found: &FoundGame, tree: &Tree, number: usize) -> NodeState {
    let (words, rules) = (Words::english(), tree.referee.ruleset());
    let node = &tree.nodes[number];
    let position = tree.position(number);
    let label = |text: &str| {
        let (count, second) = turn(tree, node.depth);
        format!("{count}.{} {}", if second { " …" } else { "" }, pretty(text))
    };
    let (says, refused, over) = match &node.judged {
        Judged::Start => {
            let game = Game::from_position(tree.referee.clone(), tree.start);
            (words.status(&game), None, game.outcome().is_some())
        }
        Judged::Played(ply, mismatch) => {
            let refused = mismatch.as_ref().map(|mismatch| Refused {
                code: mismatch.code().to_owned(),
                message: words.mismatch(mismatch, rules),
                clause: None,
            });
            (words.ply(ply, rules), refused, ply.outcome.is_some())
        }
        Judged::Unread(error) => {
            let refused =
                Refused { code: "unreadable-move".to_owned(), message: words.move_error(error), clause: None };
            (words.format("import-not-played", &[("move", label(&found.moves[number - 1].text).into())]), Some(refused), true)
        }
        Judged::Refused(refusal) => {
            let others = tree.after(number);
            let mut says =
                words.format("import-refused", &[("move", label(&refusal.intent.to_string()).into())]);
            if others > 0 {
                says = format!("{says} {}", words.format("import-after", &[("count", others.into())]));
            }
            (says, Some(Refused::by_referee(refusal, rules, String::new())), false)
        }
        Judged::Unreached => {
            (words.format("import-unreached", &[("move", label(&found.moves[number - 1].text).into())]), None, true)
        }
    };
    let comment = match number {
        0 => found.comment.clone(),
        number => found.moves[number - 1].comment.clone(),
    };
    NodeState {
        parent: node.parent,
        mv: node.judged.ply().map(|ply| ply.played.mv.intent().to_string()),
        position: position.rows_text(),
        turn: position.turn().id(),
        over,
        says,
        comment,
        refused,
    }
}

/// Whether a rule set is one of this program's, word for word.
fn is_own(rules: &Ruleset) -> bool {
    ruleset(rules.id()).is_some_and(|known| **known == *rules)
}

/// The first position of a game, or everything that speaks against it.
pub(super) fn begin(found: &FoundGame, referee: &Referee) -> Result<Position, Vec<String>> {
    let rules = referee.ruleset();
    let setup = found.setup.as_ref().unwrap_or(rules.start());
    let turn = found.turn.unwrap_or(rules.first());
    referee.position(setup, turn).map_err(|errors| Words::english().setup_errors(&errors, rules))
}

/// What is wrong with a move, as a sentence.
pub(super) fn tree_fault(tree: &Tree, number: usize) -> String {
    let (words, rules) = (Words::english(), tree.referee.ruleset());
    match &tree.nodes[number].judged {
        Judged::Played(_, Some(mismatch)) => words.mismatch(mismatch, rules),
        Judged::Unread(error) => words.move_error(error),
        Judged::Refused(refusal) => words.format(
            "example-refused",
            &[("move", words.intent(refusal.intent).into()), ("reason", words.refusal(refusal, rules).into())],
        ),
        _ => String::new(),
    }
}

/// How a game ended.
pub(super) struct End {
    /// In a few words, for a list.
    pub(super) says: String,
    /// What the record says beside what the board says, where these are not the same.
    pub(super) beside: String,
    /// Whether both cannot be true.
    pub(super) wrong: bool,
}

/// How a game ended on the board, beside what its record says.
pub(super) fn end_of(found: &FoundGame, tree: &Tree) -> End {
    let (words, rules) = (Words::english(), tree.referee.ruleset());
    let outcome = tree.game(&tree.line(0)).outcome();
    let board = outcome.map_or_else(|| words.text("import-no-end"), |outcome| words.outcome(&outcome, rules));
    let recorded = found.result.map(|result| match result {
        FoundResult::Won(side) => words.format("import-record-won", &[("side", side.into())]),
        FoundResult::Drawn => words.text("import-record-drawn"),
        FoundResult::Open => words.text("import-record-open"),
    });
    let same = match (outcome, found.result) {
        (_, None) | (None, Some(FoundResult::Open)) => true,
        (Some(outcome), Some(FoundResult::Won(side))) => outcome.winner == Some(side),
        (Some(outcome), Some(FoundResult::Drawn)) => outcome.winner.is_none(),
        _ => false,
    };
    // Without an end on the board somebody may have resigned, or both agreed.
    let wrong = !same && outcome.is_some();
    let says = if outcome.is_some() { board.clone() } else { recorded.clone().unwrap_or_else(|| board.clone()) };
    let beside = match recorded {
        Some(recorded) if !same => {
            words.format("import-result-beside", &[("recorded", recorded.into()), ("board", board.into())])
        }
        _ => String::new(),
    };
    End { says, beside, wrong }
}

/// The rule sets under which a game could have been played, those that fit first.
fn candidates(found: &FoundGame) -> Vec<Candidate> {
    let words = Words::english();
    let mut candidates: Vec<(usize, Candidate)> = rulesets()
        .take(MOST_TRIED)
        .filter_map(|rules| {
            let referee = Arc::new(Referee::new(rules.clone()));
            let position = begin(found, &referee).ok()?;
            let tree = Tree::play(referee, position, &found.moves);
            let line = tree.line(0);
            let played = line.iter().take_while(|&&number| matches!(tree.nodes[number].judged, Judged::Played(_, None)));
            let (played, faulty) = (played.count(), tree.faulty().next());
            let says = match faulty {
                _ if found.moves.is_empty() => String::new(),
                None => words.text("import-candidate-fits"),
                Some(number) => words.format(
                    "import-candidate-until",
                    &[("count", played.into()), ("reason", tree_fault(&tree, number).into())],
                ),
            };
            let candidate =
                Candidate { id: rules.id().to_owned(), name: rules.name().to_owned(), says, fits: faulty.is_none() };
            Some((played, candidate))
        })
        .collect();
    candidates.sort_by_key(|(played, candidate)| (!candidate.fits, std::cmp::Reverse(*played)));
    candidates.into_iter().map(|(_, candidate)| candidate).collect()
}
