//! One game of a text: the board, the moves, and what the referee says.
use std::sync::Arc;

use hnefi_formats::{GameTree, Judged, Node, Note, Place, ReadFault, Remark, Remarks, Said};
use hnefi_rules::{Game, Intent, Ruleset, leaflets};
use hnefi_wire::Refused;
use hnefi_wire::house;
use hnefi_words::Words;
use serde::Serialize;

use super::at_the_table::{table_query, times_stood};
use super::candidates::{Candidate, candidates};
use super::found::{FoundGame, Trouble};
use super::score::{Item, is_faulty, pretty, score, turn};
use super::verdict::Verdict;
use crate::diagram::Diagram;

/// One game, or one position, as the page shows it.
#[derive(Clone, Debug)]
pub(super) struct GameView {
    pub(super) title: String,
    /// Whether there is nothing but a position.
    pub(super) alone: bool,
    /// Whether there is nothing but a rule set.
    pub(super) only_rules: bool,
    pub(super) tags: Vec<(String, String)>,
    /// Its name, and the address of the page about it.
    pub(super) ruleset: Option<(String, String)>,
    /// The board as the text gives it, where no rule set says how to play on it.
    pub(super) preview: String,
    /// What is to be said of the choice of the rule set.
    pub(super) rules_note: String,
    /// The rule sets that could be meant, and those that are less likely.
    pub(super) candidates: [Vec<Candidate>; 2],
    pub(super) troubles: Vec<Trouble>,
    /// What was understood otherwise than it was written.
    pub(super) notes: Vec<Trouble>,
    pub(super) end: End,
    pub(super) board: Option<BoardView>,
}

/// How a game ended.
#[derive(Clone, Debug, Default)]
pub(super) struct End {
    /// In a few words, for a list.
    pub(super) says: String,
    /// What the record says and what the board says, where these are not the same.
    pub(super) beside: Option<(String, String)>,
    /// Whether both cannot be true.
    pub(super) wrong: bool,
}

/// The board with its moves.
#[derive(Clone, Debug)]
pub(super) struct BoardView {
    pub(super) svg: String,
    /// What happened last, or how the first position stands.
    pub(super) status: String,
    pub(super) comment: String,
    /// What was not played, or otherwise, at any place.
    pub(super) verdicts: Vec<Verdict>,
    pub(super) items: Vec<Item>,
    /// The number of the game, counted from 1, for the buttons.
    pub(super) game: usize,
    pub(super) at: usize,
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
    /// Whether it is house rules.
    pub(super) rules_are_house: bool,
    /// The address of the position at the table.
    pub(super) table: String,
}

/// A game for the page's script.
#[derive(Serialize)]
struct State {
    size: u8,
    throne: bool,
    corners: bool,
    game: usize,
    at: usize,
    /// The address of the table, to be continued by that of a place.
    table: String,
    nodes: Vec<NodeState>,
}

/// A place in the game for the page's script.
#[derive(Serialize)]
struct NodeState {
    parent: usize,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// The move that was not played.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<String>,
    position: String,
    turn: &'static str,
    /// How the address of the table goes on.
    table: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    over: bool,
    says: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip)]
    refused: Option<Refused>,
}

impl GameView {
    pub(super) fn new(found: &FoundGame, chosen: Option<&Arc<Ruleset>>, index: usize, number: usize) -> GameView {
        let words = Words::english();
        let written = found.read.as_ref().ok();
        let alone = written.is_none_or(|game| game.moves.is_empty());
        let title = match found.name() {
            name if name.trim().is_empty() => {
                words.text(if alone { "import-position-title" } else { "import-game-title" })
            }
            name => name,
        };
        let tags = written.iter().flat_map(|game| &game.tags).take(40);
        let mut view = GameView {
            title,
            alone,
            only_rules: alone && written.is_some_and(|game| game.position.is_none() && game.rules.is_some()),
            tags: tags.map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
            ruleset: None,
            preview: String::new(),
            rules_note: String::new(),
            candidates: Default::default(),
            troubles: Vec::new(),
            notes: Vec::new(),
            end: End::default(),
            board: None,
        };
        view.notes.extend(found.notes.iter().map(|note| note_view(found, note, found.rules(chosen).as_deref())));
        let game = match &found.read {
            Ok(game) => game,
            Err(error) => {
                view.troubles.push(found.trouble(error, None));
                return view;
            }
        };
        if let Some((_, setup)) = &game.position {
            view.preview = Diagram::new(setup).svg();
        }
        let Some(rules) = found.rules(chosen) else {
            match &game.rules {
                Some(Err(error)) => view.troubles.push(found.trouble(error, None)),
                _ => view.rules_note = words.text("import-rules-silent"),
            }
            view.candidates = candidates(found);
            return view;
        };
        if let (Some(_), Some(Ok(own))) = (chosen, &game.rules)
            && *own.ruleset != *rules
        {
            let values = [("chosen", rules.name().into()), ("own", own.ruleset.name().into())];
            view.rules_note = words.format("import-rules-overridden", &values);
        }
        view.ruleset = Some((rules.name().to_owned(), house::address(&rules)));
        if view.only_rules {
            rules.name().clone_into(&mut view.title);
        }
        let tree = match game.play(chosen.cloned()) {
            Ok(tree) => tree,
            Err(error) => {
                view.troubles.push(found.trouble(&error, Some(&rules)));
                if matches!(error.fault, ReadFault::Setup(..)) {
                    view.candidates = candidates(found);
                }
                return view;
            }
        };
        view.troubles.extend(troubles(found, &tree));
        let notes = tree.notes.iter().filter(|note| {
            // These are told beside the move and the result.
            !matches!(note.remark, Remark::Captures { .. } | Remark::Piece { .. } | Remark::Result { .. })
        });
        view.notes.extend(notes.map(|note| note_view(found, note, Some(&rules))));
        view.end = End::of(&tree);
        let number = if number < tree.nodes().len() { number } else { 0 };
        view.board = Some(BoardView::new(&tree, index + 1, number));
        view
    }
}

impl BoardView {
    fn new(tree: &GameTree, game: usize, at: usize) -> BoardView {
        let rules = tree.ruleset();
        let name = house::name_of(rules);
        let times = times_stood(tree);
        let mut nodes: Vec<NodeState> = (0..times.len()).map(|number| NodeState::new(tree, number, &times)).collect();
        let verdicts = nodes.iter_mut().enumerate();
        let verdicts =
            verdicts.filter_map(|(number, node)| Some(Verdict::new(number, &node.refused.take()?))).collect();
        let mut state = State {
            size: rules.size(),
            throne: rules.has_throne(),
            corners: rules.has_corners(),
            game,
            at,
            table: format!("/table?rules={name}"),
            nodes,
        };
        let state_json = serde_json::to_string(&state).unwrap_or_default();
        let here = state.nodes.swap_remove(at);
        let node = tree.node(at);
        BoardView {
            svg: Diagram::new(&tree.position(at).setup())
                .under(rules.answers())
                .arrived(node.ply().map(|ply| ply.played.mv.intent()))
                .moved(tried(node))
                .svg(),
            status: here.says,
            comment: here.comment,
            verdicts,
            items: score(tree),
            game,
            at,
            back: node.parent,
            forward: onward(tree, at).unwrap_or(at),
            last: std::iter::successors(Some(at), |&number| onward(tree, number)).last().unwrap_or(at),
            state_json,
            table: state.table + &here.table,
            position: here.position,
            turn: here.turn,
            over: here.over,
            rules: name,
            rules_are_house: !rules.is_published(),
        }
    }

    /// What is to be said of the move at the place that is shown.
    pub(super) fn verdict(&self) -> Option<&Verdict> {
        self.verdicts.iter().find(|verdict| verdict.number == self.at)
    }
}

impl NodeState {
    fn new(tree: &GameTree, number: usize, times: &[u32]) -> NodeState {
        let (words, rules) = (Words::english(), tree.ruleset());
        let node = tree.node(number);
        let position = tree.position(number);
        let told = |id: &'static str| {
            let (count, second) = turn(tree, node.depth);
            let text: String = node.text.chars().take(40).collect();
            let mv = format!("{count}.{} {}", if second { " …" } else { "" }, pretty(&text));
            words.format(id, &[("move", mv.into())])
        };
        let mut state = NodeState {
            parent: node.parent,
            mv: node.ply().map(|ply| ply.played.mv.intent().to_string()),
            tried: tried(node).map(|intent| intent.to_string()),
            position: position.rows_text(),
            turn: position.turn().id(),
            table: table_query(tree, number, times),
            over: false,
            says: String::new(),
            comment: Remarks::read(&node.comment).words,
            refused: None,
        };
        match &node.judged {
            Judged::Start => {
                let game = Game::from_position(tree.referee().clone(), *tree.start());
                state.over = game.outcome().is_some();
                state.says = words.status(&game);
            }
            Judged::Played(ply, mismatch) => {
                state.over = ply.outcome.is_some();
                state.says = words.ply(ply, rules);
                state.refused = mismatch.as_ref().map(|mismatch| Refused {
                    code: mismatch.code().to_owned(),
                    message: words.mismatch(mismatch, rules),
                    clause: None,
                });
            }
            Judged::Unread(error) => {
                state.says = told("import-not-played");
                let message = words.move_error(error);
                state.refused = Some(Refused { code: "unreadable-move".to_owned(), message, clause: None });
            }
            Judged::Refused(refusal) => {
                let after = after(tree, number);
                state.says = told("import-refused");
                if after > 0 {
                    let more = words.format("import-after", &[("count", after.into())]);
                    state.says = format!("{} {more}", state.says);
                }
                state.refused = Some(Refused::by_referee(refusal, rules, String::new()));
            }
            Judged::Unreached => state.says = told("import-unreached"),
        }
        state
    }
}

impl End {
    /// How a game ended on the board, beside what its record says.
    pub(super) fn of(tree: &GameTree) -> End {
        let (words, rules) = (Words::english(), tree.ruleset());
        let outcome = tree.outcome();
        let board = outcome.map_or_else(|| words.text("import-no-end"), |outcome| words.outcome(&outcome, rules));
        let said = tree.result.as_ref().map(|result| result.said);
        let recorded = match said {
            Some(Said::Win(side)) => words.format("import-record-won", &[("side", side.into())]),
            Some(Said::Draw) => words.text("import-record-drawn"),
            Some(Said::Open) => words.text("import-record-open"),
            Some(Said::Unclear) | None => String::new(),
        };
        let same = match (outcome, said) {
            (_, None | Some(Said::Unclear)) | (None, Some(Said::Open)) => true,
            (outcome, Some(said)) => Said::from(outcome) == said,
        };
        // Without an end on the board somebody may have resigned, or both agreed.
        let wrong = !same && outcome.is_some();
        let says = if outcome.is_some() || recorded.is_empty() { board.clone() } else { recorded.clone() };
        End { says, beside: (!same).then_some((recorded, board)), wrong }
    }
}

/// What is wrong with the moves of a game, in the order of the text.
pub(super) fn troubles(found: &FoundGame, tree: &GameTree) -> impl Iterator<Item = Trouble> {
    tree.nodes().iter().filter(|node| is_faulty(node)).map(|node| Trouble {
        place: found.place(node.rejection().map_or(node.place, |rejection| rejection.place)),
        says: fault(tree, node),
    })
}

/// What is wrong with a move, as a sentence.
pub(super) fn fault(tree: &GameTree, node: &Node) -> String {
    let (words, rules) = (Words::english(), tree.ruleset());
    match &node.judged {
        Judged::Played(_, Some(mismatch)) => words.mismatch(mismatch, rules),
        Judged::Unread(error) => words.move_error(error),
        Judged::Refused(refusal) => words.format(
            "example-refused",
            &[("move", words.intent(refusal.intent).into()), ("reason", words.refusal(refusal, rules).into())],
        ),
        Judged::Start | Judged::Played(_, None) | Judged::Unreached => String::new(),
    }
}

/// A move that was refused, for drawing.
pub(super) fn tried(node: &Node) -> Option<Intent> {
    if let Judged::Refused(refusal) = &node.judged { Some(refusal.intent) } else { None }
}

/// The next move of the main line. One that could not be played leads nowhere.
fn onward(tree: &GameTree, number: usize) -> Option<usize> {
    let node = tree.node(number);
    if number > 0 && node.ply().is_none() { None } else { node.next.first().copied() }
}

/// How many moves come after one in the text, variations included.
fn after(tree: &GameTree, number: usize) -> usize {
    let mut waiting = tree.node(number).next.clone();
    let mut count = 0;
    while let Some(next) = waiting.pop() {
        count += 1;
        waiting.extend(&tree.node(next).next);
    }
    count
}

/// A remark in words; one that is about no place has the line 0.
fn note_view(found: &FoundGame, note: &Note, rules: Option<&Ruleset>) -> Trouble {
    let place = note.place.map_or(Place { line: 0, column: 0 }, |place| found.place(place));
    // The page leads to the place, so the sentence need not name it.
    let note = Note { place: None, ..note.clone() };
    Trouble { place, says: Words::english().note(&note, rules.unwrap_or(&leaflets()[0])) }
}
