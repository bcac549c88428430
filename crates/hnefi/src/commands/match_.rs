//! `hnefi match`: which of two engines is stronger. `docs/bench/match.md` says what the figures mean.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use hnefi_match::{
    Contender, Elo, Kept, Limit, Match, MatchError, MatchRecordError, Openings, Progress, Score, Sprt, Tally, Verdict,
};
use hnefi_rules::{Referee, Side};
use hnefi_uci::{Failure, split_command};
use hnefi_words::Words;

use super::Done;
use crate::args::MatchArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, Style, harmless, say_beside};
use crate::progress::{ProgressLine, hours};
use crate::signals;

/// So many pairs are asked whether their openings differ; more would take seconds.
const LOOKED_AT: usize = 10_000;

/// Plays a match and says what it showed.
pub(crate) fn match_(out: &mut Output, args: &MatchArgs) -> Done {
    let planned = plan(args)?;
    if planned.limits.iter().any(|limit| matches!(limit, Limit::Nodes(_))) {
        let pairs = planned.pairs.min(LOOKED_AT);
        let different = planned.openings.different(pairs, &planned.referee);
        if different < pairs {
            let values = [("openings", different.into()), ("pairs", pairs.to_string().into())];
            say_beside(&Words::english().format("cli-match-repeats", &values));
        }
    }
    for contender in planned.misled().filter(|contender| !is_started_with(contender, &args.rules)) {
        let values = [("name", harmless(&contender.name).into()), ("id", planned.referee.ruleset().id().into())];
        say_beside(
            &Words::english()
                .format("cli-match-misled", &[&values[..], &[("file", args.rules.as_str().into())]].concat()),
        );
    }
    signals::end_engines_too();
    let (mut line, mut played) = (ProgressLine::new(), 0);
    let tally = planned.run(args.record.as_deref(), &mut |progress| {
        played = progress.played;
        show(&mut line, planned.sprt, &progress);
    });
    line.end();
    let tally = tally.map_err(|error| match &error {
        MatchError::Record(MatchRecordError::File { error: cause, .. }) => Error::caused(error.to_string(), cause),
        MatchError::SameName(_) | MatchError::NoAgreement(_) => Error::Input(error.to_string()),
        // An engine that has played was named well.
        MatchError::Contender {
            failure: Failure::NotStarted(_) | Failure::Variant(_) | Failure::Option(_), ..
        } if played == 0 => Error::Input(error.to_string()),
        _ => Error::Failed(error.to_string()),
    })?;
    if args.json {
        out.line(json(&planned, &tally).to_string())?;
    } else {
        report(out, &planned, &tally)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the command line of an engine names this file, too.
fn is_started_with(contender: &Contender, file: &str) -> bool {
    contender.command.as_deref().and_then(split_command).is_some_and(|words| words.iter().any(|word| word == file))
}

/// What was typed, as a match.
fn plan(args: &MatchArgs) -> Result<Match, Error> {
    let input = |error: &dyn std::error::Error| Error::Input(error.to_string());
    let referee = Arc::new(Referee::new(chosen::rules_option(Some(&args.rules))?));
    let contender = |text: &str, name: &Option<String>, options: &[(String, String)]| {
        let mut contender = Contender::of(text).map_err(|error| input(&error))?;
        contender.options = args.option.iter().chain(options).cloned().collect();
        if let Some(name) = name {
            contender.name.clone_from(name);
        }
        Ok::<_, Error>(contender)
    };
    let first = contender(&args.first, &args.first_name, &args.first_option)?;
    let mut second = contender(&args.second, &args.second_name, &args.second_option)?;
    if first.name == second.name && args.second_name.is_none() {
        second.name.push_str("-2");
    }
    let clocks = args.clock.iter().map(|clock| Limit::clock(clock).map_err(|error| input(&error)));
    let limits: Vec<Limit> = (args.nodes.iter().map(|&nodes| Ok(Limit::Nodes(nodes))))
        .chain(args.movetime.iter().map(|&time| Ok(Limit::MoveTime(Duration::from_millis(time)))))
        .chain(clocks)
        .collect::<Result<_, _>>()?;
    let limits = match limits[..] {
        [limit] => [limit; 2],
        [first, second] => [first, second],
        _ => return Err(Error::input("cli-match-limits", &[])),
    };
    let openings = match &args.openings {
        Some(path) => match path.to_str().and_then(Kept::from_id) {
            Some(kept) => Openings::kept(kept, &referee),
            None => Openings::read(path, &referee),
        }
        .map_err(|error| input(&error))?,
        None => Openings::Drawn { plies: args.random_plies as usize, seed: args.seed },
    };
    if args.move_cap as usize <= openings.longest() {
        let values = [("cap", args.move_cap.to_string().into()), ("longest", openings.longest().to_string().into())];
        return Err(Error::input("cli-match-cap", &values));
    }
    let sprt = match args.sprt {
        Some((elo0, elo1)) => Some(Sprt::new(elo0, elo1, args.alpha, args.beta).map_err(|error| input(&error))?),
        None => None,
    };
    Ok(Match {
        referee,
        contenders: [first, second],
        limits,
        margin: Duration::from_millis(args.margin),
        silence: Duration::from_secs(args.silence),
        greeting: Duration::from_secs(args.silence),
        openings,
        pairs: args.pairs as usize,
        concurrency: args.concurrency as usize,
        move_cap: args.move_cap as usize,
        agree: args.agree,
        sprt,
    })
}

/// Shows what the engines remarked, and how far the match has got.
fn show(line: &mut ProgressLine, sprt: Option<Sprt>, progress: &Progress<'_>) {
    for (name, said) in progress.remarks {
        let said = [("name", harmless(name).into()), ("said", harmless(said).into())];
        say_beside(&Words::english().format("cli-match-remark", &said));
    }
    if progress.played > 0 {
        line.show(|| told(sprt, progress));
    }
}

/// How far the match has got.
fn told(sprt: Option<Sprt>, progress: &Progress<'_>) -> String {
    let score = progress.tally.score();
    let (done, left) = (score.games(), progress.games.saturating_sub(score.games()));
    let rest = progress.elapsed.as_secs_f64() / progress.played as f64 * left as f64;
    let ratio = sprt.map(|sprt| format!("{:+.2}", sprt.ratio(&progress.tally.pairs)));
    let id = if ratio.is_some() { "cli-match-progress-test" } else { "cli-match-progress" };
    Words::english().format(
        id,
        &[
            ("done", done.to_string().into()),
            ("games", progress.games.to_string().into()),
            ("won", score.won.to_string().into()),
            ("drawn", score.drawn.to_string().into()),
            ("lost", score.lost.to_string().into()),
            ("elo", progress.tally.elo().as_ref().map_or_else(|| "?".to_owned(), interval).into()),
            ("ratio", ratio.unwrap_or_default().into()),
            ("rest", hours(rest).into()),
        ],
    )
}

fn signed(number: f64) -> String {
    match number {
        n if n == f64::INFINITY => "+∞".to_owned(),
        n if n == f64::NEG_INFINITY => "-∞".to_owned(),
        n => format!("{n:+.1}"),
    }
}

fn interval(elo: &Elo) -> String {
    format!("{} [{}, {}]", signed(elo.difference), signed(elo.low), signed(elo.high))
}

fn ratio(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    format!("{:+.2} ({low:.2}, {high:.2})", sprt.ratio(&tally.pairs))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// The result for people.
fn report(out: &mut Output, played: &Match, tally: &Tally) -> Result<(), Error> {
    let words = Words::english();
    let [first, second] = played.contenders.each_ref().map(|contender| harmless(&contender.name));
    let head = words.format(
        "cli-match-head",
        &[
            ("first", first.as_str().into()),
            ("second", second.as_str().into()),
            ("ruleset", played.referee.ruleset().name().into()),
            ("limit", played.limit().into()),
        ],
    );
    out.line(out.styled(Style::Strong, head))?;
    let columns = ["cli-match-won", "cli-match-drawn", "cli-match-lost", "cli-match-points", "cli-match-elo"];
    let [won, drawn, lost, points, elo] = columns.map(|id| words.text(id));
    out.line(format!("{:<24}{won:>6}{drawn:>7}{lost:>6}{points:>9}  {elo}", ""))?;
    let rows: [(&str, Score, Option<Elo>); 4] = [
        ("cli-match-together", tally.score(), tally.elo()),
        ("cli-match-attacking", tally.by_side.attackers, tally.elo_as(Side::Attackers)),
        ("cli-match-defending", tally.by_side.defenders, tally.elo_as(Side::Defenders)),
        ("cli-match-attackers", tally.attackers(), tally.attackers_elo()),
    ];
    for (id, score, elo) in rows {
        let name = words.format(id, &[("first", first.as_str().into())]);
        let elo = elo.as_ref().map_or_else(|| "-".to_owned(), interval);
        let Score { won, drawn, lost } = score;
        out.line(format!("{name:<24}{won:>6}{drawn:>7}{lost:>6}{:>9}  {elo}", percent(score.share())))?;
    }
    let pairs = tally.pairs.map(|n| n.to_string()).join(" ");
    out.line(words.format(
        "cli-match-pairs",
        &[
            ("pairs", pairs.into()),
            ("decisive", percent(tally.decisive_pairs()).into()),
            ("draws", percent(tally.draw_rate()).into()),
        ],
    ))?;
    out.line(words.format("cli-match-endings", &[("endings", counts(&tally.reasons).into())]))?;
    for (name, faults) in [first, second].iter().zip(&tally.faults) {
        if !faults.is_empty() {
            let line =
                words.format("cli-match-faults", &[("name", name.as_str().into()), ("faults", counts(faults).into())]);
            out.line(out.styled(Style::Wrong, line))?;
        }
    }
    if let Some(sprt) = &played.sprt {
        let (elo0, elo1) = sprt.hypotheses();
        let verdict = match sprt.verdict(&tally.pairs) {
            Verdict::GoesOn => "cli-match-goes-on",
            Verdict::AcceptsElo0 => "cli-match-accepts-0",
            Verdict::AcceptsElo1 => "cli-match-accepts-1",
        };
        let values = [("elo0", elo0.to_string().into()), ("elo1", elo1.to_string().into())];
        let verdict = words.format(verdict, &values);
        out.line(words.format(
            "cli-match-sprt",
            &[
                ("elo0", elo0.to_string().into()),
                ("elo1", elo1.to_string().into()),
                ("ratio", ratio(sprt, tally).into()),
                ("verdict", verdict.into()),
            ],
        ))?;
    }
    Ok(())
}

fn counts(reasons: &BTreeMap<String, u64>) -> String {
    let list: Vec<String> = reasons.iter().map(|(reason, count)| format!("{} {count}", harmless(reason))).collect();
    if list.is_empty() { "-".to_owned() } else { list.join(", ") }
}

/// The result for programs.
fn json(played: &Match, tally: &Tally) -> serde_json::Value {
    // JSON knows no infinity: a score of nothing or everything has no Elo there.
    let elo =
        |elo: Option<Elo>| elo.map(|e| serde_json::json!({"difference": e.difference, "low": e.low, "high": e.high}));
    let score = |s: Score, e: Option<Elo>| serde_json::json!({"won": s.won, "drawn": s.drawn, "lost": s.lost, "share": s.share(), "elo": elo(e)});
    let [first, second] = &played.contenders;
    serde_json::json!({
        "first": first.name,
        "second": second.name,
        "rules": played.referee.ruleset().id(),
        "limit": played.limit(),
        "together": score(tally.score(), tally.elo()),
        "as_attackers": score(tally.by_side.attackers, tally.elo_as(Side::Attackers)),
        "as_defenders": score(tally.by_side.defenders, tally.elo_as(Side::Defenders)),
        "attackers": score(tally.attackers(), tally.attackers_elo()),
        "pairs": tally.pairs,
        "decisive_pairs": tally.decisive_pairs(),
        "draw_rate": tally.draw_rate(),
        "endings": tally.reasons,
        "faults": {"first": tally.faults[0], "second": tally.faults[1]},
        "sprt": played.sprt.map(|sprt| serde_json::json!({
            "elo0": sprt.hypotheses().0,
            "elo1": sprt.hypotheses().1,
            "ratio": sprt.ratio(&tally.pairs),
            "bounds": [sprt.bounds().0, sprt.bounds().1],
            "accepts": match sprt.verdict(&tally.pairs) {
                Verdict::GoesOn => None,
                Verdict::AcceptsElo0 => Some("elo0"),
                Verdict::AcceptsElo1 => Some("elo1"),
            },
        })),
    })
}
