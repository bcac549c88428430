//! A dispute as people see it.
use std::sync::Arc;

use hnefi_disputes::{Dispute, Entry, Group, Judged, Ruling, Voice};
use hnefi_rules::{Grade, Ruleset};
use hnefi_wire::house;
use hnefi_words::Words;

use super::page::name;
use crate::diagram::Diagram;

/// A dispute, ready to be shown.
#[derive(Clone, Debug)]
pub(super) struct DisputeView {
    pub(super) id: &'static str,
    pub(super) question: String,
    pub(super) open: bool,
    /// The example, with its move.
    pub(super) board: String,
    /// What is played, where that is more than a move.
    pub(super) line: String,
    pub(super) groups: Vec<GroupView>,
    /// The example on the page At the table.
    pub(super) table: String,
}

/// An answer, and who gives it.
#[derive(Clone, Debug)]
pub(super) struct GroupView {
    pub(super) answer: String,
    /// Who, as one text.
    pub(super) names: String,
    /// The same with the grade of those of whom it is not the text, as the sheet has it.
    pub(super) graded: String,
    /// What the referee says to the board that is shown; empty where he was asked on another one.
    pub(super) says: String,
    pub(super) voices: Vec<VoiceView>,
    /// Whether it is the answer of the rule set that was asked for.
    pub(super) own: bool,
}

/// Who says so, and where.
#[derive(Clone, Debug)]
pub(super) struct VoiceView {
    pub(super) name: String,
    pub(super) address: String,
    pub(super) clause: String,
    pub(super) section: String,
    pub(super) grade: &'static str,
    pub(super) grade_words: String,
}

impl DisputeView {
    pub(super) fn new(
        dispute: &'static Dispute,
        voices: &[Arc<Ruleset>],
        own: Option<&Arc<Ruleset>>,
        open: bool,
    ) -> DisputeView {
        let words = Words::english();
        let entry = Entry::new(words, dispute, voices);
        let first = &entry.groups[0];
        let rules = &first.voices[0].ruleset;
        let line = match first.ruling.moves.len() {
            0 | 1 => String::new(),
            _ => {
                let moves: Vec<String> = first.ruling.moves.iter().map(|&intent| words.intent(intent)).collect();
                words.format("disputes-line", &[("moves", moves.join(", ").into())])
            }
        };
        // Crossed out only where it falls for everybody, or for the one who asks.
        let told = entry.groups.len() == 1 || own.is_some();
        DisputeView {
            id: dispute.id(),
            question: entry.question,
            open,
            board: board(&first.ruling, rules, told),
            line,
            table: table(&first.ruling, rules),
            groups: entry.groups.iter().map(|group| GroupView::new(group, &first.ruling, own)).collect(),
        }
    }
}

fn board(ruling: &Ruling, rules: &Ruleset, told: bool) -> String {
    let captured = if told { ruling.captured.clone() } else { Vec::new() };
    let single = ruling.single();
    let captured = if single.is_some() { captured } else { Vec::new() };
    Diagram::new(&ruling.board).under(rules.answers()).moved(single).captured(captured).svg()
}

/// The example at the table: the judged move on the board before it, with how often that has stood; else the board alone.
fn table(ruling: &Ruling, rules: &Ruleset) -> String {
    let page = format!("/table?rules={}", name(rules));
    match &ruling.judged {
        None => format!("{page}&position={}&turn={}", ruling.board.to_rows(), ruling.turn.id()),
        Some(Judged { board, turn, intent, times }) => {
            let times = if *times > 1 { format!("&times={times}") } else { String::new() };
            format!("{page}&position={}&turn={}&move={intent}{times}", board.to_rows(), turn.id())
        }
    }
}

impl GroupView {
    fn new(group: &Group, shown: &Ruling, own: Option<&Arc<Ruleset>>) -> GroupView {
        let words = Words::english();
        let names: Vec<&str> = group.voices.iter().map(|voice| voice.ruleset.name()).collect();
        let graded = |voice: &Voice| match voice.clause.grade {
            Grade::Text => voice.ruleset.name().to_owned(),
            _ => {
                let values = [("ruleset", voice.ruleset.name().into()), ("grade", (&voice.clause.grade_words).into())];
                words.format("disputes-graded", &values)
            }
        };
        GroupView {
            answer: group.answer.clone(),
            names: words.list(&names),
            graded: words.list(&group.voices.iter().map(graded).collect::<Vec<_>>()),
            says: if group.ruling.board == shown.board { group.ruling.says.join(" ") } else { String::new() },
            voices: group.voices.iter().map(VoiceView::new).collect(),
            own: own.is_some_and(|own| group.voices.iter().any(|voice| voice.ruleset.is_same(own))),
        }
    }
}

impl VoiceView {
    fn new(voice: &Voice) -> VoiceView {
        VoiceView {
            name: voice.ruleset.name().to_owned(),
            address: format!("{}#clause-{}", house::address(&voice.ruleset), voice.clause.id),
            clause: voice.clause.text.clone(),
            section: voice.clause.section.clone(),
            grade: voice.clause.grade.id(),
            grade_words: voice.clause.grade_words.clone(),
        }
    }
}
