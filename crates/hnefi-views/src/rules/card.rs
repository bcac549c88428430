//! A rule set at a glance: by what one knows it, and what sets it apart.
use hnefi_rules::{Clause, Grade, Hostility, KingCapture, Piece, Question, Ruleset, Setup, SoldiersThrone, Square};
use hnefi_words::Words;

use crate::diagram::{Diagram, Mark};

/// A leaflet at a glance. Every line comes from the answers of its rule file.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) publisher: String,
    pub(crate) opening_words: String,
    pub(crate) pictures: Vec<Picture>,
    pub(crate) lines: Vec<String>,
    /// Whether there is a sheet to print.
    pub(crate) has_sheet: bool,
}

/// A small diagram with what it shows.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) svg: String,
    pub(crate) caption: String,
}

impl Card {
    pub(crate) fn new(ruleset: &Ruleset) -> Card {
        Card {
            id: ruleset.id().to_owned(),
            name: ruleset.name().to_owned(),
            publisher: ruleset.publisher().to_owned(),
            opening_words: ruleset.opening_words().to_owned(),
            pictures: vec![king_picture(ruleset), crossing_picture(ruleset), throne_picture(ruleset)],
            lines: lines(ruleset),
            has_sheet: hnefi_chapters::sheet(ruleset.id()).is_some(),
        }
    }
}

/// A rule set of the community at a glance: its board, and what is special about it.
#[derive(Clone, Debug)]
pub(crate) struct CommunityCard {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) publisher: String,
    pub(crate) start: String,
    pub(crate) lines: Vec<String>,
}

impl CommunityCard {
    pub(crate) fn new(ruleset: &Ruleset) -> CommunityCard {
        let asked = [
            Question::FirstMove,
            Question::Escape,
            Question::KingOpen,
            Question::SoldiersReach,
            Question::KingReach,
            Question::KingArms,
            Question::Shieldwall,
            Question::ExitFort,
            Question::Encirclement,
        ];
        CommunityCard {
            id: ruleset.id().to_owned(),
            name: ruleset.name().to_owned(),
            publisher: ruleset.publisher().to_owned(),
            start: Diagram::start(ruleset).plain().svg(),
            lines: std::iter::once(board_words(ruleset)).chain(lines_of(ruleset, &asked)).collect(),
        }
    }
}

/// The board and what stands on it, as "11 by 11: 24 attackers, 12 defenders and the king".
pub(crate) fn board_words(ruleset: &Ruleset) -> String {
    let count = |wanted| ruleset.start().pieces().filter(|&(_, piece)| piece == wanted).count();
    let values = [
        ("size", u32::from(ruleset.size()).into()),
        ("attackers", count(Piece::Attacker).into()),
        ("defenders", count(Piece::Defender).into()),
    ];
    Words::english().format("card-board", &values)
}

/// What captures the king in the open.
fn king_picture(ruleset: &Ruleset) -> Picture {
    let two = ruleset.answers().king_open == KingCapture::Two;
    let around: &[(u8, u8)] = if two { &[(2, 7), (4, 7)] } else { &[(2, 7), (4, 7), (3, 8), (3, 6)] };
    let mut pieces: Vec<_> = around.iter().map(|&square| (square, Piece::Attacker)).collect();
    pieces.push(((3, 7), Piece::King));
    let setup = setup(&pieces);
    let svg = Diagram::new(&setup).part(1..=5, 6..=8).svg();
    Picture { svg, caption: caption("card-king", ruleset, Question::KingOpen) }
}

/// Whether a soldier passes over the empty throne.
fn crossing_picture(ruleset: &Ruleset) -> Picture {
    let setup = setup(&[((3, 5), Piece::Attacker)]);
    let passes = ruleset.answers().soldiers_throne == SoldiersThrone::Pass;
    let mark = |at, mark| square(at).map(|square| (square, mark));
    let marks = if passes {
        [mark((4, 5), Mark::Open), mark((6, 5), Mark::Open), mark((7, 5), Mark::Open)]
    } else {
        [mark((4, 5), Mark::Open), mark((6, 5), Mark::Closed), mark((7, 5), Mark::Closed)]
    };
    let svg = Diagram::new(&setup).part(3..=7, 4..=6).marks(marks.into_iter().flatten().collect()).svg();
    Picture { svg, caption: caption("card-crossing", ruleset, Question::SoldiersThrone) }
}

/// Whether a soldier falls against the empty throne.
fn throne_picture(ruleset: &Ruleset) -> Picture {
    let setup = setup(&[((3, 5), Piece::Attacker), ((4, 5), Piece::Defender)]);
    let falls = ruleset.answers().empty_throne_defenders == Hostility::Hostile;
    let captured = if falls { square((4, 5)).into_iter().collect() } else { Vec::new() };
    let svg = Diagram::new(&setup).part(2..=6, 4..=6).captured(captured).svg();
    Picture { svg, caption: caption("card-throne", ruleset, Question::EmptyThroneDefenders) }
}

fn caption(id: &str, ruleset: &Ruleset, question: Question) -> String {
    Words::english().text(&format!("{id}-{}", ruleset.answers().word(question)))
}

/// What else sets it apart, a sentence each, with the grade where the leaflet does not say it.
fn lines(ruleset: &Ruleset) -> Vec<String> {
    let asked = [
        Question::KingOnEdge,
        Question::SoldierTrap,
        Question::OccupiedThroneDefenders,
        Question::Repetition,
        Question::Claims,
    ];
    lines_of(ruleset, &asked)
}

fn lines_of(ruleset: &Ruleset, asked: &[Question]) -> Vec<String> {
    let words = Words::english();
    asked
        .iter()
        .filter_map(|&question| {
            let id = format!("card-{}-{}", question.id(), ruleset.answers().word(question));
            if !words.has(&id) {
                return None;
            }
            let source = ruleset.source(Clause::Question(question));
            let text = words.text(&id);
            Some(match source.grade {
                Grade::Text => text,
                grade => words.format("card-graded", &[("text", text.into()), ("grade", words.grade(grade).into())]),
            })
        })
        .collect()
}

fn setup(pieces: &[((u8, u8), Piece)]) -> Setup {
    let mut setup = hnefi_rules::leaflets()[0].start().clone();
    for square in setup.squares() {
        setup.set(square, None);
    }
    for &(at, piece) in pieces {
        if let Some(square) = square(at) {
            setup.set(square, Some(piece));
        }
    }
    setup
}

fn square((file, rank): (u8, u8)) -> Option<Square> {
    Square::new(file, rank)
}
