//! `hnefi shards`: what shards hold, and their positions one a line. `docs/formats/shards.md` describes both.

use std::process::ExitCode;

use hnefi_rules::{JUDGE, Position, Side};
use hnefi_selfplay::{Count, Header, Played, PlyRecord, Shards, Trust};
use hnefi_words::Words;
use serde::Serialize;

use super::Done;
use crate::args::ShardsArgs;
use crate::error::Error;
use crate::output::{Output, Style, harmless, say_beside};

/// Reads shards.
pub(crate) fn shards(out: &mut Output, args: &ShardsArgs) -> Done {
    let shards = Shards::of(&args.shards)?;
    remarks(&shards);
    if args.positions {
        shards.check_judge()?;
        for game in shards.games() {
            positions(out, &shards, &game?)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    for (path, found) in shards.ruled_otherwise() {
        let values = [
            ("path", harmless(&path.display().to_string()).into()),
            ("found", found.to_string().into()),
            ("judge", JUDGE.to_string().into()),
        ];
        say_beside(&Words::english().format("cli-shards-judge", &values));
    }
    // Games that were played otherwise are counted apart.
    let mut counts: Vec<(&Header, Count)> = Vec::new();
    for game in shards.games() {
        let game = game?;
        let header = shards.header(&game);
        let same = |known: &Header| std::ptr::eq(known, header) || known.is_alike(header);
        let at = counts.iter().position(|(known, _)| same(known)).unwrap_or_else(|| {
            counts.push((header, Count::default()));
            counts.len() - 1
        });
        counts[at].1.add(&game, &header.settings);
    }
    if counts.is_empty() {
        for (path, _) in shards.headers() {
            let path = harmless(&path.display().to_string());
            out.line(Words::english().format("cli-no-games", &[("path", path.into())]))?;
        }
    }
    for (header, count) in &counts {
        let values = [
            ("rules", harmless(&header.rules).into()),
            ("games", count.games().to_string().into()),
            ("positions", count.positions.to_string().into()),
            ("nodes", header.settings.nodes.to_string().into()),
            ("mind", harmless(&header.mind).into()),
        ];
        let head = Words::english().format("cli-shards-head", &values);
        out.line(out.styled(Style::Strong, head))?;
        count_lines(out, count)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is told beside the answer: what lies there twice, and what was not written to its end.
pub(crate) fn remarks(shards: &Shards) {
    let words = Words::english();
    for repeated in shards.repeated() {
        let values = [
            ("games", repeated.games.into()),
            ("again", harmless(&repeated.again.display().to_string()).into()),
            ("first", harmless(&repeated.first.display().to_string()).into()),
        ];
        say_beside(&words.format("cli-shards-repeated", &values));
    }
    for (path, offset) in shards.torn() {
        let values = [("path", harmless(&path.display().to_string()).into()), ("offset", offset.to_string().into())];
        say_beside(&words.format("cli-shards-torn", &values));
    }
}

/// What games add up to, as a table.
pub(crate) fn count_lines(out: &mut Output, count: &Count) -> Result<(), Error> {
    let words = Words::english();
    let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    let columns = ["cli-match-won", "cli-match-drawn", "cli-match-lost", "cli-match-points"];
    let [won, drawn, lost, points] = columns.map(|id| words.text(id));
    out.line(format!("{:<24}{won:>8}{drawn:>8}{lost:>8}{points:>9}", words.text("cli-selfplay-attackers")))?;
    let all = words.text("cli-selfplay-all");
    let rows = count.starts.iter().map(|(start, results)| (start.as_str(), *results));
    for (name, results @ [won, drawn, lost]) in rows.chain([(all.as_str(), count.results)]) {
        let points = share(Count { results, ..Count::default() }.share());
        out.line(format!("{name:<24}{won:>8}{drawn:>8}{lost:>8}{points:>9}"))?;
    }
    let ended: Vec<String> = count.ended.iter().map(|(why, games)| format!("{why} {games}")).collect();
    out.line(words.format("cli-match-endings", &[("endings", ended.join(", ").into())]))?;
    for (id, Trust { judged, right }) in
        [("cli-selfplay-forced", count.forced), ("cli-selfplay-given-up", count.given_up)]
    {
        if judged > 0 {
            out.line(words.format(id, &[("judged", judged.to_string().into()), ("right", right.to_string().into())]))?;
        }
    }
    Ok(())
}

/// A position, for programs.
#[derive(Serialize)]
struct Line<'a> {
    rules: &'a str,
    seed: u64,
    game: u32,
    start: String,
    nodes: [u32; 2],
    ending: &'static str,
    ply: usize,
    position: String,
    side: &'a str,
    #[serde(rename = "move")]
    mv: String,
    score: Option<i16>,
    result: f32,
    chance: bool,
    takes: bool,
    threat: bool,
}

/// Writes the positions of a game, one a line.
fn positions(out: &mut Output, shards: &Shards, game: &Played) -> Result<(), Error> {
    let header = shards.header(game);
    let start = header.settings.starts.kinds()[usize::from(game.start)].to_string();
    let mut written = Ok(());
    let mut ply = 0;
    let mut show = |position: &Position, record: &PlyRecord, game: &Played| {
        if written.is_err() {
            return;
        }
        let line = Line {
            rules: &header.rules,
            seed: header.settings.seed,
            game: game.number,
            start: start.clone(),
            nodes: game.nodes,
            ending: game.why.id(),
            ply,
            position: position.rows_text(),
            side: if position.turn() == Side::Attackers { "attackers" } else { "defenders" },
            mv: record.mv.to_string(),
            score: record.score,
            result: game.result(),
            chance: record.by_chance,
            takes: record.takes,
            threat: record.threat,
        };
        ply += 1;
        written = serde_json::to_string(&line)
            .map_err(|error| Error::Failed(error.to_string()))
            .and_then(|line| Ok(out.line(line)?));
    };
    game.replay(shards.referee(game), &mut show)?;
    written
}
