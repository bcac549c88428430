//! Every example comes out alike in all eight mirror images of the board.

use hnefi_chapters::{Asked, Example, Fallen, FastJudge, Found, Step, judge};
use hnefi_rules::{Intent, Partner, Setup, Square, ruleset};

/// One of the eight ways to lay the board on itself: perhaps file and rank swap, then each may run the other way.
#[derive(Clone, Copy, Debug)]
struct Image(u8);

impl Image {
    fn square(self, square: Square, size: u8) -> Square {
        let (file, rank) = (square.file(), square.rank());
        let (file, rank) = if self.0 & 4 == 0 { (file, rank) } else { (rank, file) };
        let file = if self.0 & 1 == 0 { file } else { size - 1 - file };
        let rank = if self.0 & 2 == 0 { rank } else { size - 1 - rank };
        Square::new(file, rank).expect("an image lies on the board")
    }

    fn setup(self, setup: &Setup) -> Setup {
        let mut image = Setup::empty(setup.size()).expect("the board has its size");
        for (square, piece) in setup.pieces() {
            image.set(self.square(square, setup.size()), Some(piece));
        }
        image
    }

    fn step(self, step: &Step, size: u8) -> Step {
        let at = |square| self.square(square, size);
        match step {
            Step::Move { intent, captures } => Step::Move {
                intent: Intent { from: at(intent.from), to: at(intent.to) },
                captures: sorted(captures.iter().map(|&square| at(square)).collect()),
            },
            other => other.clone(),
        }
    }

    fn example(self, example: &Example) -> Example {
        let size = example.before.size();
        let mut image = example.clone();
        image.steps = example.steps.iter().map(|step| self.step(step, size)).collect();
        image
    }

    fn found(self, found: &Found, size: u8) -> Found {
        let at = |square| self.square(square, size);
        let mut image = found.clone();
        image.after = found.after.as_ref().map(|setup| self.setup(setup));
        image.stuck = found.stuck.as_ref().map(|stuck| sorted(stuck.iter().map(|&square| at(square)).collect()));
        image.captures = found
            .captures
            .iter()
            .map(|fallen| Fallen {
                square: at(fallen.square),
                by: match fallen.by {
                    Partner::Piece(square, piece) => Partner::Piece(at(square), piece),
                    Partner::Corner(square) => Partner::Corner(at(square)),
                    other => other,
                },
                clauses: fallen.clauses,
            })
            .collect();
        image.captures.sort_by_key(|fallen| fallen.square.file_then_rank());
        if let Some(refusal) = &mut image.refusal {
            refusal.square = refusal.square.map(at);
        }
        image.problems.sort();
        image
    }
}

fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort_by_key(|square| square.file_then_rank());
    squares
}

#[test]
fn every_example_comes_out_alike_in_every_mirror_image() {
    let asked = Asked { why: Vec::new(), stuck: true, reaches: Vec::new() };
    let chapters = hnefi_chapters::chapters().chain([hnefi_chapters::comparison()]);
    let mut played = 0;
    for example in chapters.flat_map(|chapter| chapter.examples()) {
        for ruleset in example.rules.iter().map(|id| ruleset(id).expect("a chapter names rule sets only")) {
            let board = if example.from_start { ruleset.start() } else { &example.before };
            let turn = example.turn(ruleset);
            let found = judge(example, board, turn, &asked, &mut FastJudge::new(ruleset));
            for image in (0..8).map(Image) {
                let mirrored = image.example(example);
                let mut there = judge(&mirrored, &image.setup(board), turn, &asked, &mut FastJudge::new(ruleset));
                there.problems.sort();
                let wanted = image.found(&found, board.size());
                assert_eq!(there, wanted, "{} under {} in {image:?}", example.id, ruleset.id());
                played += 1;
            }
        }
    }
    assert!(played >= 8 * 5 * 12, "only {played} mirror images were played");
}
