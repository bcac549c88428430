//! `hnefi disputes`: the questions that tables ask, and what each rule set answers.
//! `docs/formats/disputes.md` describes the JSON.

use std::process::ExitCode;

use hnefi_disputes::{Dispute, Entry, Group, Theme, search, voices};
use hnefi_formats::answers::{ClauseAnswer, DisputeAnswer, DisputeGroup, DisputeVoice};
use hnefi_rules::Intent;
use hnefi_words::Words;

use super::Done;
use crate::args::DisputesArgs;
use crate::error::Error;
use crate::output::{Output, Style};
use crate::{board, chosen};

/// Lists the disputes, or shows those that fit the words.
pub(crate) fn disputes(out: &mut Output, args: &DisputesArgs) -> Done {
    let words = Words::english();
    let own = args.rules.as_deref().map(chosen::ruleset).transpose()?;
    let typed = args.words.join(" ");
    let found = search(words, &typed);
    if found.is_empty() {
        return Err(Error::input("cli-disputes-none", &[("words", (&typed).into())]));
    }
    let voices = voices(own.as_ref());
    let entries = || found.iter().map(|dispute| Entry::new(words, dispute, &voices));
    if args.json {
        let answers: Vec<DisputeAnswer> = entries().map(answer).collect();
        out.line(serde_json::to_string(&answers).expect("texts and lists always fit JSON"))?;
    } else if typed.trim().is_empty() {
        list(out, &found)?;
    } else {
        for (index, entry) in entries().enumerate() {
            if index > 0 {
                out.line("")?;
            }
            show(out, &entry)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn list(out: &mut Output, found: &[&Dispute]) -> std::io::Result<()> {
    let words = Words::english();
    for theme in Theme::ALL {
        out.line(out.styled(Style::Strong, theme.title(words)))?;
        for dispute in found.iter().filter(|dispute| dispute.theme() == theme) {
            out.hanging("  ", 4, &dispute.question(words))?;
        }
        out.line("")?;
    }
    out.wrapped(0, &words.text("cli-disputes-more"))
}

fn show(out: &mut Output, entry: &Entry) -> std::io::Result<()> {
    let words = Words::english();
    out.wrapped_in(Style::Strong, &entry.question)?;
    let first = &entry.groups[0].ruling;
    board::draw(out, &first.board, None, first.single())?;
    if first.moves.len() > 1 {
        let moves: Vec<String> = first.moves.iter().map(Intent::to_string).collect();
        out.wrapped(2, &words.format("disputes-line", &[("moves", moves.join(" ").into())]))?;
    }
    for group in &entry.groups {
        out.line("")?;
        out.wrapped(2, &out.styled(Style::Strong, format!("{}.", group.answer)))?;
        // What is said of another board than the one shown would point at the wrong squares.
        if group.ruling.board == first.board {
            out.wrapped(2, &group.ruling.says.join(" "))?;
        }
        for voice in &group.voices {
            let clause = &voice.clause;
            let grade = match clause.section.is_empty() {
                true => clause.grade_words.clone(),
                false => words.format(
                    "cli-rules-grade",
                    &[("grade", (&clause.grade_words).into()), ("section", (&clause.section).into())],
                ),
            };
            out.hanging("    ", 6, &format!("{}: {} [{grade}]", voice.ruleset.name(), clause.text))?;
        }
    }
    Ok(())
}

fn answer(entry: Entry) -> DisputeAnswer {
    DisputeAnswer {
        id: entry.dispute.id(),
        question: entry.question,
        clauses: entry.dispute.clauses().iter().map(|clause| clause.id()).collect(),
        answers: entry.groups.into_iter().map(group).collect(),
    }
}

fn group(group: Group) -> DisputeGroup {
    let Group { answer, ruling, voices } = group;
    let voice = |voice: hnefi_disputes::Voice| DisputeVoice {
        rules: voice.ruleset.id().to_owned(),
        clause: ClauseAnswer::from(voice.clause),
    };
    DisputeGroup {
        answer,
        ruling: ruling.verdict.id(),
        position: ruling.board.to_rows(),
        turn: ruling.turn.id(),
        moves: ruling.moves.iter().map(Intent::to_string).collect(),
        says: ruling.says,
        rules: voices.into_iter().map(voice).collect(),
    }
}
