//! `hnefi prove`: whether a side wins by force, what holds for good, and which claims are proved.
//! `docs/formats/prove.md` describes the JSON.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use hnefi_engine::{Cancel, ProofBudget, Verdict, prove_in};
use hnefi_formats::answers::OutcomeAnswer;
use hnefi_formats::{read_tag_list, replay_game, replay_record, replay_record_under};
use hnefi_rules::{
    ClaimProof, Game, Ground, Hold, Referee, Refutation, Ruleset, Setup, Side, leaflets, ruleset as ruleset_of,
};
use hnefi_words::{WhyWords, Words};
use serde::Serialize;

use super::Done;
use super::replay::{error_words, text_error};
use super::why::show_clauses;
use crate::args::ProveArgs;
use crate::board;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, Style};

/// The size of the proof search's table in mebibytes.
const TABLE_MB: usize = 64;

/// Says what is proved of a position, or of a game after some ply.
pub(crate) fn prove(out: &mut Output, args: &ProveArgs) -> Done {
    let game = match &args.game {
        Some(path) => recorded(path, args.at.rules.as_deref(), args.ply)?,
        None => {
            let ruleset = chosen::rules_option(args.at.rules.as_deref())?;
            let (referee, position) = chosen::position(&args.at, &ruleset, None)?;
            Game::from_position(referee, position)
        }
    };
    let proved = Proved::of(&game, args);
    if args.json {
        out.line(proved.to_json(&game))?;
    } else {
        proved.show(out, &game)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A recorded game as it stood after so many plies, or at its end.
fn recorded(path: &Path, rules: Option<&str>, ply: Option<usize>) -> Result<Game, Error> {
    let forced = rules.map(chosen::ruleset).transpose()?;
    let referee = |ruleset: Arc<Ruleset>| Arc::new(Referee::new(ruleset));
    let text = chosen::read_text(path)?;
    let nothing = || Error::input("cli-error-no-game", &[]);
    let replayed = if text.trim_start().starts_with('[') {
        let fail = |error| Error::Failed(text_error(&error));
        let games = read_tag_list(&text).map_err(fail)?;
        let game = games.first().ok_or_else(nothing)?;
        let ruleset = forced.map_or_else(|| game.ruleset().map_err(fail), Ok)?;
        replay_game(game, referee(ruleset)).map_err(fail)?
    } else {
        let line = text.trim().lines().next().unwrap_or_default();
        match forced {
            Some(forced) => replay_record_under(line, &referee(forced)),
            None => replay_record(line, |id| ruleset_of(id?).cloned().map(referee)),
        }
    };
    let count = replayed.plies.len();
    let (Some(ruleset), Some((rows, turn))) = (&replayed.ruleset, &replayed.start) else {
        let fault = replayed.error.as_ref().map(|error| Error::Failed(error_words(error, &leaflets()[0])));
        return Err(fault.unwrap_or_else(nothing));
    };
    if let Some(error) = replayed.error.as_ref().filter(|_| ply.is_none_or(|ply| ply > count)) {
        return Err(Error::Failed(error_words(error, ruleset)));
    }
    let wanted = ply.unwrap_or(count);
    if wanted > count {
        return Err(Error::input("cli-error-ply", &[("ply", wanted.into()), ("plies", count.into())]));
    }
    let referee = referee(ruleset.clone());
    let setup = Setup::from_rows(rows).map_err(|error| Error::Input(Words::english().rows_error(&error)))?;
    let position = referee.position(&setup, *turn).map_err(|_| nothing())?;
    let mut game = Game::from_position(referee, position);
    for ply in &replayed.plies[..wanted] {
        game.play(ply.ply.played.mv.intent()).map_err(|_| nothing())?;
    }
    Ok(game)
}

/// What is proved of a game as it stands.
struct Proved {
    wins: Vec<(Side, Verdict)>,
    holds: Vec<(Side, Hold)>,
    claims: Vec<Claim>,
}

/// A claim that the rule set knows, with what proves or refutes it.
struct Claim {
    ground: Ground,
    proof: Option<ClaimProof>,
    refutation: Option<Refutation>,
}

impl Claim {
    fn words(&self, ruleset: &Ruleset) -> WhyWords {
        let words = Words::english();
        match self.refutation {
            Some(refutation) => words.claim_refuted(refutation, ruleset),
            None => words.claim(self.ground, None, self.proof.as_ref(), ruleset),
        }
    }
}

impl Proved {
    fn of(game: &Game, args: &ProveArgs) -> Proved {
        let (referee, position) = (game.referee(), game.position());
        let turn = position.turn();
        let asked = args.winner.map_or(vec![turn, !turn], |winner| vec![winner]);
        // Of a game that is over only what it came to is told.
        let sides = match game.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if args.winner.is_none() => vec![winner],
            _ => asked,
        };
        let mut wins: Vec<(Side, Verdict)> = Vec::new();
        for side in sides {
            // Of two sides only one wins.
            if !wins.iter().any(|(_, verdict)| matches!(verdict, Verdict::Proven { .. })) {
                let budget = ProofBudget { nodes: args.nodes, table_mb: TABLE_MB };
                wins.push((side, prove_in(game, side, budget, &Cancel::new())));
            }
        }
        let over = game.outcome().is_some();
        let holds = Side::ALL.into_iter().filter(|_| !over).filter_map(|s| Some((s, referee.hold(position, s)?)));
        let grounds = game.grounds().iter().filter(|&&ground| !over && ground != Ground::NoProgress);
        let claims = grounds.map(|&ground| Claim {
            ground,
            proof: referee.prove_claim(position, ground),
            refutation: referee.refute_claim(position, ground),
        });
        Proved { wins, holds: holds.collect(), claims: claims.collect() }
    }

    /// The answers in words: forced wins, then claims, or where there are none what holds.
    fn words(&self, game: &Game) -> (Vec<WhyWords>, Vec<String>) {
        let (words, ruleset, turn) = (Words::english(), game.referee().ruleset(), game.position().turn());
        let mut answers: Vec<WhyWords> = self.wins.iter().map(|(side, verdict)| said(*side, turn, verdict)).collect();
        answers.extend(self.claims.iter().map(|claim| claim.words(ruleset)));
        let holds = if self.claims.is_empty() { words.holds(game.referee(), game.position()) } else { Vec::new() };
        (answers, holds)
    }

    fn show(&self, out: &mut Output, game: &Game) -> Result<(), Error> {
        board::draw(out, &game.position().setup(), Some(game.referee().ruleset()), None)?;
        let (answers, holds) = self.words(game);
        for answer in &answers {
            out.line("")?;
            out.line(out.styled(Style::Strong, &answer.title))?;
            for line in &answer.lines {
                out.wrapped(2, line)?;
            }
        }
        // Every claim stands on the same clause.
        let clauses = answers.iter().map(|answer| &answer.clauses).find(|clauses| !clauses.is_empty());
        if let Some(clauses) = clauses {
            show_clauses(out, clauses, game.referee().ruleset())?;
        }
        if !holds.is_empty() && game.outcome().is_none() {
            out.line("")?;
            for line in &holds {
                out.wrapped(0, line)?;
            }
        }
        Ok(())
    }

    fn to_json(&self, game: &Game) -> String {
        let (words, ruleset, position) = (Words::english(), game.referee().ruleset(), game.position());
        let wins = self.wins.iter().map(|(side, verdict)| WinOut {
            side: side.id(),
            verdict: match verdict {
                Verdict::Proven { .. } => "proved",
                Verdict::NotForced => "not-forced",
                Verdict::Unknown => "unknown",
            },
            plies: match verdict {
                Verdict::Proven { plies, .. } => Some(*plies),
                _ => None,
            },
            line: match verdict {
                Verdict::Proven { line, .. } => line.iter().map(ToString::to_string).collect(),
                _ => Vec::new(),
            },
        });
        let holds = self.holds.iter().map(|(side, hold)| HoldOut { side: side.id(), lines: words.hold(hold, ruleset) });
        let claims = self.claims.iter().map(|claim| {
            let WhyWords { title, lines, .. } = claim.words(ruleset);
            let settles = |side: &Side| claim.proof.as_ref().is_some_and(|proof| proof.settles_for(*side));
            ClaimOut {
                ground: claim.ground.id(),
                proved: claim.proof.is_some(),
                refuted: claim.refutation.map(|refutation| refutation.square().to_string()),
                settles_for: Side::ALL.into_iter().filter(settles).map(Side::id).collect(),
                title,
                lines,
            }
        });
        let out = ProvedOut {
            rules: ruleset.id(),
            position: position.rows_text(),
            turn: position.turn().id(),
            outcome: game.outcome().map(OutcomeAnswer::from),
            wins: wins.collect(),
            holds: holds.collect(),
            claims: claims.collect(),
        };
        serde_json::to_string(&out).expect("texts and lists always fit JSON")
    }
}

/// A verdict on a forced win in words.
pub(super) fn said(side: Side, turn: Side, verdict: &Verdict) -> WhyWords {
    let words = Words::english();
    match verdict {
        Verdict::Proven { line, plies } => words.forced_win(side, turn, line, *plies),
        Verdict::NotForced => words.no_forced_win(side, true),
        Verdict::Unknown => words.no_forced_win(side, false),
    }
}

#[derive(Serialize)]
struct ProvedOut<'a> {
    rules: &'a str,
    position: String,
    turn: &'static str,
    outcome: Option<OutcomeAnswer>,
    wins: Vec<WinOut>,
    holds: Vec<HoldOut>,
    claims: Vec<ClaimOut>,
}

#[derive(Serialize)]
struct WinOut {
    side: &'static str,
    verdict: &'static str,
    plies: Option<u32>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct HoldOut {
    side: &'static str,
    lines: Vec<String>,
}

#[derive(Serialize)]
struct ClaimOut {
    ground: &'static str,
    proved: bool,
    refuted: Option<String>,
    settles_for: Vec<&'static str>,
    title: String,
    lines: Vec<String>,
}
