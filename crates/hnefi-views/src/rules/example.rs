//! An example of a chapter as people see it: the board, the move, and what the referee says to it.
use std::sync::Arc;

use hnefi_chapters::{Example, Step};
use hnefi_rules::{Game, Intent, Referee, Ruleset, Setup, Square, leaflets, ruleset};
use hnefi_words::Words;

use crate::diagram::{Diagram, Mark};

/// An example, ready to be shown.
#[derive(Clone, Debug)]
pub(super) struct ExampleView {
    pub(super) id: String,
    pub(super) caption: String,
    /// The board before the first step, with the way of a single move.
    pub(super) before: String,
    /// What happens, for the rule sets under which the same happens.
    pub(super) cases: Vec<CaseView>,
    /// The example on the page At the table.
    pub(super) table: String,
}

/// What happens under some rule sets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CaseView {
    /// Their names, where the example is played under more than one.
    pub(super) names: String,
    /// What the referee says, a sentence each.
    pub(super) lines: Vec<String>,
    /// The board afterwards, where it differs from that before.
    pub(super) after: Option<String>,
}

/// What one rule set makes of an example.
struct Played {
    lines: Vec<String>,
    after: Option<Setup>,
    last: Option<Intent>,
    captured: Vec<Square>,
    refused: bool,
}

impl ExampleView {
    pub(super) fn new(example: &Example) -> ExampleView {
        let rulesets: Vec<&Arc<Ruleset>> = example.rules.iter().filter_map(|id| ruleset(id)).collect();
        let mut groups: Vec<(Vec<&str>, Played)> = Vec::new();
        for ruleset in &rulesets {
            let played = Played::new(example, ruleset);
            match groups.iter_mut().find(|(_, other)| other.lines == played.lines && other.after == played.after) {
                Some((names, _)) => names.push(ruleset.name()),
                None => groups.push((vec![ruleset.name()], played)),
            }
        }
        let moves: Vec<Intent> = example.moves().collect();
        let single = if let [only] = moves[..] { Some(only) } else { None };
        let board = before(example, rulesets.first().copied());
        let answers = rulesets.first().map_or(leaflets()[0].answers(), |ruleset| ruleset.answers());
        let mut drawing = Diagram::new(&board).under(answers).moved(single).marks(marks(example));
        // Crossed out on the first board only where that holds under every rule set shown.
        if let (Some(_), [(_, played)]) = (single, &groups[..]) {
            drawing = drawing.captured(if played.refused { Vec::new() } else { played.captured.clone() });
        }
        let shared = rulesets.len() > 1;
        ExampleView {
            id: example.id.clone(),
            caption: example.caption.clone().unwrap_or_default(),
            before: drawing.svg(),
            table: table_address(example, &board, rulesets.first().copied(), single),
            cases: groups
                .into_iter()
                .map(|(names, played)| CaseView {
                    names: if shared { Words::english().list(&names) } else { String::new() },
                    after: played
                        .after
                        .filter(|after| *after != board)
                        .map(|after| Diagram::new(&after).under(answers).arrived(played.last).svg()),
                    lines: played.lines,
                })
                .collect(),
        }
    }
}

fn before(example: &Example, ruleset: Option<&Arc<Ruleset>>) -> Setup {
    match ruleset {
        Some(ruleset) if example.from_start => ruleset.start().clone(),
        _ => example.before.clone(),
    }
}

fn marks(example: &Example) -> Vec<(Square, Mark)> {
    let expected = example.cases.iter().map(|case| &case.expected);
    expected.flat_map(|expected| &expected.reaches).flat_map(|line| &line.to).map(|&to| (to, Mark::Open)).collect()
}

fn table_address(example: &Example, board: &Setup, ruleset: Option<&Arc<Ruleset>>, single: Option<Intent>) -> String {
    let (id, turn) = match ruleset {
        Some(ruleset) => (ruleset.id(), example.turn(ruleset).id()),
        None => ("fetlar-2018", "attackers"),
    };
    let intent = single.map(|intent| format!("&move={intent}")).unwrap_or_default();
    format!("/table?rules={id}&position={}&turn={turn}{intent}", board.to_rows())
}

impl Played {
    fn new(example: &Example, ruleset: &Arc<Ruleset>) -> Played {
        let words = Words::english();
        let referee = Arc::new(Referee::new(ruleset.clone()));
        let board = before(example, Some(ruleset));
        let mut played = Played { lines: Vec::new(), after: None, last: None, captured: Vec::new(), refused: false };
        let position = match referee.position(&board, example.turn(ruleset)) {
            Ok(position) => position,
            Err(errors) => {
                played.lines = words.setup_errors(&errors, ruleset);
                return played;
            }
        };
        let mut game = Game::from_position(referee.clone(), position);
        if let (Some(outcome), true) = (game.outcome(), example.steps.is_empty()) {
            played.lines.push(words.outcome(&outcome, ruleset));
        }
        let moves = example.moves().count();
        for step in &example.steps {
            played.step(step, &mut game, ruleset, moves);
        }
        if moves > 0 && !played.refused {
            played.after = Some(game.position().setup());
        }
        played.ask(example, &game, ruleset);
        played
    }

    fn step(&mut self, step: &Step, game: &mut Game, ruleset: &Ruleset, moves: usize) {
        let words = Words::english();
        let result = match step {
            Step::Move { intent, .. } => match game.play(*intent) {
                Ok(ply) => {
                    self.last = Some(*intent);
                    self.captured = ply.played.captures.iter().map(|capture| capture.square).collect();
                    // Of a long way of moves only the last one, and those that capture, are told.
                    if moves <= 4 || !ply.played.captures.is_empty() || ply.outcome.is_some() {
                        let line = words.ply(ply, ruleset);
                        self.lines.push(line);
                    }
                    Ok(())
                }
                Err(refusal) => {
                    self.refused = true;
                    self.lines.push(words.format(
                        "example-refused",
                        &[("move", words.intent(*intent).into()), ("reason", words.refusal(&refusal, ruleset).into())],
                    ));
                    Ok(())
                }
            },
            Step::Offer { by, offer } => {
                let result = game.offer(*by, *offer);
                if result.is_ok() {
                    self.lines.push(words.offer(*by, *offer));
                }
                result
            }
            Step::Accept { by } => {
                self.lines.push(words.format("example-accepts", &[("side", (*by).into())]));
                game.accept(*by)
            }
            Step::Decline { by } => {
                self.lines.push(words.format("example-declines", &[("side", (*by).into())]));
                game.drop_offer(*by)
            }
            Step::Resign { by } => {
                self.lines.push(words.format("example-resigns", &[("side", (*by).into())]));
                game.resign(*by)
            }
        };
        match (result, step) {
            (Err(error), _) => self.lines.push(words.game_error(error, ruleset)),
            (Ok(()), Step::Accept { .. } | Step::Resign { .. }) => {
                self.lines.extend(game.outcome().map(|outcome| words.outcome(&outcome, ruleset)));
            }
            _ => {}
        }
    }

    /// What the example asks besides: why pieces stand, which are stuck.
    fn ask(&mut self, example: &Example, game: &Game, ruleset: &Ruleset) {
        let words = Words::english();
        let Some(case) = example.case(ruleset.id()) else { return };
        for line in &case.expected.why {
            let answer = game.referee().why_not(game.position(), line.square, self.last, &[]);
            if let Some(answer) = answer {
                let said = words.why_not(&answer, ruleset);
                self.lines.push(format!("{} {}", said.title, said.lines.join(" ")));
            }
        }
        if let Some(stuck) = &case.expected.stuck {
            let squares: Vec<String> = stuck.iter().map(Square::to_string).collect();
            let side = game.turn().unwrap_or(hnefi_rules::Side::Attackers);
            self.lines.push(
                words.format("example-stuck", &[("side", side.into()), ("squares", words.list(&squares).into())]),
            );
        }
        for line in &case.expected.reaches {
            let squares: Vec<String> = line.to.iter().map(Square::to_string).collect();
            self.lines.push(words.format(
                "example-reaches",
                &[
                    ("square", line.from.into()),
                    ("count", squares.len().into()),
                    ("squares", words.list(&squares).into()),
                ],
            ));
        }
    }
}
