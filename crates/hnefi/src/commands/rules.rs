//! `hnefi rules`: the rule sets, one of them in full, or where several differ.
//! `docs/formats/rules.md` describes the JSON.

use std::process::ExitCode;
use std::sync::Arc;

use hnefi_formats::answers::{
    ComparedAnswer, ComparedClause, ComparedPoint, ComparisonAnswer, DifferenceAnswer, PointAnswer, QuestionAnswer,
    RulesSummary, RulesetAnswer, StartAnswer,
};
use hnefi_rules::{Clause, Grade, Point, Question, Ruleset, community, leaflets, rulesets};
use hnefi_words::Words;
use serde::Serialize;

use super::Done;
use crate::args::RulesArgs;
use crate::error::Error;
use crate::output::{Output, Style};
use crate::{board, chosen};

/// Lists the rule sets, shows one, or compares several.
pub(crate) fn rules(out: &mut Output, args: &RulesArgs) -> Done {
    let mut named = args.rules.iter().map(|text| chosen::ruleset(text)).collect::<Result<Vec<_>, _>>()?;
    match (args.compare, &named[..]) {
        (true, _) => {
            if named.is_empty() {
                named = leaflets().to_vec();
            } else if let [only] = &named[..] {
                // One alone is compared with what it started from, or with all the others.
                let own = only.made_from().cloned();
                let rest: Vec<_> = leaflets().iter().filter(|r| r.id() != only.id()).cloned().collect();
                named.splice(0..0, own.map_or(Vec::new(), |base| vec![base]));
                if named.len() == 1 {
                    named.extend(rest);
                }
            }
            compare(out, &named, args.json)?;
        }
        (false, []) => list(out, args.json)?,
        (false, [one]) => show(out, one, args.json)?,
        (false, _) => return Err(Error::input("cli-error-two-files", &[])),
    }
    Ok(ExitCode::SUCCESS)
}

fn list(out: &mut Output, json: bool) -> std::io::Result<()> {
    if json {
        return print(out, &rulesets().map(|r| RulesSummary::from(&**r)).collect::<Vec<_>>());
    }
    let words = Words::english();
    for (title, rulesets) in [("cli-rules-leaflets", leaflets()), ("cli-rules-community", community())] {
        out.line(out.styled(Style::Strong, words.text(title)))?;
        out.line("")?;
        for ruleset in rulesets {
            let id = out.styled(Style::Strong, format!("{:<16}", ruleset.id()));
            let (size, side) = (ruleset.size(), ruleset.first());
            let board = words.format("cli-rules-board", &[("size", size.into()), ("side", words.side(side).into())]);
            out.line(format!("{id} {} ({board})", ruleset.name()))?;
            head(out, ruleset, 17)?;
            out.line("")?;
        }
    }
    out.wrapped(0, &words.text("cli-rules-more"))
}

/// Who published a rule set and how it begins, or from what its house rules started.
fn head(out: &mut Output, ruleset: &Ruleset, indent: usize) -> std::io::Result<()> {
    let words = Words::english();
    if !ruleset.publisher().is_empty() {
        out.wrapped(indent, &words.format("cli-rules-by", &[("publisher", ruleset.publisher().into())]))?;
    }
    if !ruleset.opening_words().is_empty() {
        out.wrapped(indent, &words.format("cli-rules-begins", &[("words", ruleset.opening_words().into())]))?;
    }
    match ruleset.made_from() {
        Some(base) => out.wrapped(indent, &words.format("cli-rules-house", &[("base", base.name().into())])),
        None if !ruleset.is_published() => out.wrapped(indent, &words.text("cli-rules-house-own")),
        None => Ok(()),
    }
}

/// The questions that a house rule answers otherwise than the rule set it started from.
fn changed(ruleset: &Ruleset) -> Vec<Question> {
    ruleset.made_from().map_or(Vec::new(), |base| ruleset.differences(base))
}

/// Writes a rule set in full.
pub(crate) fn show(out: &mut Output, ruleset: &Arc<Ruleset>, json: bool) -> std::io::Result<()> {
    let words = Words::english();
    let changed = changed(ruleset);
    if json {
        let answers = Question::ALL.iter().map(|&question| {
            let clause = words.clause(ruleset, question.into());
            let answer = ruleset.answers().word(question);
            QuestionAnswer {
                id: question.id(),
                question: words.question(question),
                answer,
                says: words.answer(question, answer),
                grade: clause.grade.id(),
                section: clause.section,
                clause: clause.text,
            }
        });
        let points = Point::ALL.iter().map(|&point| {
            let clause = words.clause(ruleset, point.into());
            PointAnswer {
                id: point.id(),
                title: words.point(point),
                grade: clause.grade.id(),
                section: clause.section,
                clause: clause.text,
            }
        });
        let answer = RulesetAnswer {
            summary: RulesSummary::from(&**ruleset),
            base: ruleset.made_from().map(|base| base.id().to_owned()),
            start: StartAnswer::from(&**ruleset),
            answers: answers.collect(),
            points: points.collect(),
            changed: changed.iter().map(|q| q.id()).collect(),
        };
        return print(out, &answer);
    }
    out.line(out.styled(Style::Strong, ruleset.name()))?;
    head(out, ruleset, 2)?;
    if let Some(base) = ruleset.made_from() {
        let count = changed.len();
        out.wrapped(2, &words.format("cli-rules-changed", &[("count", count.into()), ("base", base.name().into())]))?;
        if ruleset.start() != base.start() {
            out.wrapped(2, &words.text("cli-rules-changed-start"))?;
        }
    }
    out.line(format!("\n{}", out.styled(Style::Strong, words.text("cli-rules-start"))))?;
    board::draw(out, ruleset.start(), Some(ruleset), None)?;
    out.wrapped(2, &words.format("cli-rules-to-move", &[("side", ruleset.first().into())]))?;
    out.line(format!("\n{}", out.styled(Style::Strong, words.text("cli-rules-answers"))))?;
    for &question in Question::ALL {
        let answer = words.answer(question, ruleset.answers().word(question));
        let mark = if changed.contains(&question) { "*" } else { " " };
        let asked = words.question(question);
        let title = out.styled(Style::Strong, &asked);
        if out.fits(&format!("{mark} {asked} {answer}")) {
            out.line(format!("{mark} {title} {answer}"))?;
        } else {
            out.line(format!("{mark} {title}"))?;
            out.wrapped(4, &answer)?;
        }
        clause(out, ruleset, question.into())?;
    }
    out.line(format!("\n{}", out.styled(Style::Strong, words.text("cli-rules-points"))))?;
    for &point in Point::ALL {
        out.line(format!("  {}", out.styled(Style::Strong, words.point(point))))?;
        clause(out, ruleset, point.into())?;
    }
    Ok(())
}

fn clause(out: &mut Output, ruleset: &Ruleset, clause: Clause) -> std::io::Result<()> {
    let words = Words::english();
    let clause = words.clause(ruleset, clause);
    out.wrapped(6, &clause.text)?;
    let grade = match clause.section.is_empty() {
        true => clause.grade_words,
        false => {
            words.format("cli-rules-grade", &[("grade", clause.grade_words.into()), ("section", clause.section.into())])
        }
    };
    out.line(format!("      {}", out.styled(Style::Faint, format!("[{grade}]"))))
}

fn compare(out: &mut Output, rulesets: &[Arc<Ruleset>], json: bool) -> std::io::Result<()> {
    let words = Words::english();
    let first = &rulesets[0];
    let differ: Vec<Question> = Question::ALL
        .iter()
        .copied()
        .filter(|&q| rulesets.iter().any(|r| r.answers().word(q) != first.answers().word(q)))
        .collect();
    // They change no game, so they are no questions; a table wants to know who speaks of them all the same.
    let spoken: Vec<Point> = [Point::Match, Point::HouseRules]
        .into_iter()
        .filter(|&point| rulesets.iter().any(|r| r.source(point).grade != Grade::Default))
        .collect();
    let start_differs = rulesets.iter().any(|r| r.start() != first.start());
    if json {
        let differences = differ.iter().map(|&question| DifferenceAnswer {
            id: question.id(),
            question: words.question(question),
            answers: rulesets
                .iter()
                .map(|ruleset| {
                    let answer = ruleset.answers().word(question);
                    let grade = ruleset.source(question).grade.id();
                    ComparedAnswer {
                        rules: ruleset.id().to_owned(),
                        answer,
                        says: words.answer(question, answer),
                        grade,
                    }
                })
                .collect(),
        });
        let points = spoken.iter().map(|&point| ComparedPoint {
            id: point.id(),
            title: words.point(point),
            clauses: rulesets
                .iter()
                .map(|ruleset| {
                    let source = ruleset.source(point);
                    ComparedClause {
                        rules: ruleset.id().to_owned(),
                        clause: source.clause.clone(),
                        grade: source.grade.id(),
                    }
                })
                .collect(),
        });
        let answer = ComparisonAnswer {
            rules: rulesets.iter().map(|r| RulesSummary::from(&**r)).collect(),
            differences: differences.collect(),
            points: points.collect(),
            start_differs,
        };
        return print(out, &answer);
    }
    let width = rulesets.iter().map(|r| r.name().chars().count()).max().unwrap_or(0);
    for (index, &question) in differ.iter().enumerate() {
        if index > 0 {
            out.line("")?;
        }
        out.line(out.styled(Style::Strong, words.question(question)))?;
        for ruleset in rulesets {
            let answer = words.answer(question, ruleset.answers().word(question));
            let grade = words.grade_under(ruleset.source(question).grade, ruleset);
            let name = format!("  {:<width$}  ", ruleset.name());
            out.hanging(&name, width + 4, &format!("{answer} [{grade}]"))?;
        }
    }
    for &point in &spoken {
        out.line("")?;
        out.line(out.styled(Style::Strong, words.point(point)))?;
        for ruleset in rulesets {
            let clause = words.clause(ruleset, point.into());
            let name = format!("  {:<width$}  ", ruleset.name());
            out.hanging(&name, width + 4, &format!("{} [{}]", clause.text, clause.grade_words))?;
        }
    }
    if start_differs {
        if !differ.is_empty() || !spoken.is_empty() {
            out.line("")?;
        }
        out.line(words.text("cli-rules-start-differs"))?;
    } else if differ.is_empty() {
        out.line(words.text("cli-rules-same"))?;
    }
    Ok(())
}

fn print(out: &mut Output, answer: &impl Serialize) -> std::io::Result<()> {
    out.line(serde_json::to_string(answer).expect("texts and lists always fit JSON"))
}
