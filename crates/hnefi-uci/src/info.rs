//! What an engine tells of its search: `info depth 7 score cp 31 nodes 4210 pv d1d4 …`.

use std::time::Duration;

use hnefi_engine::{Chances, Choice, Score};
use hnefi_rules::{Move, Side};

/// How good an engine says the position is, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// In hundredths of whatever the engine counts in.
    Hundredths(i32),
    /// It wins in so many moves of its own.
    Win(u32),
    /// It loses in so many moves of its own.
    Loss(u32),
}

/// One line of what an engine tells of its search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// How deep it searched.
    pub depth: Option<u32>,
    /// How good it finds the position.
    pub score: Option<Said>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
    /// Which of several lines this is, from 1.
    pub line: Option<u32>,
    /// What it expects both sides to play, as it wrote it.
    pub pv: Vec<String>,
}

impl Info {
    /// Reads a line that begins with `info`; what is unknown or wrong in it is passed over.
    ///
    /// ```
    /// use hnefi_uci::{Info, Said};
    /// let info = Info::read("info score cp 12 winrate 51.0% nodes 400 speed 90 pv d1d4 f4i4").unwrap();
    /// assert_eq!((info.score, info.nodes), (Some(Said::Hundredths(12)), Some(400)));
    /// assert_eq!(info.pv, ["d1d4", "f4i4"]);
    /// assert_eq!(Info::read("bestmove d1d4"), None);
    /// ```
    pub fn read(line: &str) -> Option<Info> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => info.depth = words.next().and_then(|n| n.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|n| n.parse().ok()),
                "multipv" => info.line = words.next().and_then(|n| n.parse().ok()),
                "score" => {
                    let kind = words.next();
                    let number: Option<i32> = words.next().and_then(|n| n.parse().ok());
                    info.score = match (kind, number) {
                        (Some("cp"), Some(n)) => Some(Said::Hundredths(n)),
                        (Some("mate"), Some(n)) if n > 0 => Some(Said::Win(n.unsigned_abs())),
                        (Some("mate"), Some(n)) => Some(Said::Loss(n.unsigned_abs())),
                        _ => None,
                    };
                }
                "pv" => {
                    info.pv = words.map(str::to_owned).collect();
                    break;
                }
                _ => {}
            }
        }
        Some(info)
    }
}

impl From<Score> for Said {
    /// Plies become moves of the side to move: a win in three plies is one in two moves.
    fn from(score: Score) -> Said {
        match (score.forced_win(), score.forced_loss()) {
            (Some(plies), _) => Said::Win(plies.div_ceil(2).max(1)),
            (_, Some(plies)) => Said::Loss(plies.div_ceil(2).max(1)),
            _ => Said::Hundredths(score.hundredths()),
        }
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Said::Hundredths(n) => write!(f, "cp {n}"),
            Said::Win(n) => write!(f, "mate {n}"),
            Said::Loss(n) => write!(f, "mate -{n}"),
        }
    }
}

/// A move as engines write it: without a hyphen.
pub(crate) fn written(mv: Move) -> String {
    format!("{}{}", mv.from(), mv.to())
}

/// What our engine tells of a line that it found. `line` is its number where there are several; `chances` come with the side that
/// they are told to; `hash_full` is how full the table is, in thousandths.
pub(crate) fn told(
    choice: &Choice,
    line: Option<usize>,
    chances: Option<(Chances, Side)>,
    hash_full: u32,
    elapsed: Duration,
) -> String {
    let per_second = choice.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    let line = line.map_or_else(String::new, |line| format!(" multipv {line}"));
    let chances = chances.map_or_else(String::new, |(chances, side)| {
        let [attackers, drawn, defenders] = chances.thousandths();
        let (won, lost) = if side == Side::Attackers { (attackers, defenders) } else { (defenders, attackers) };
        format!(" wdl {won} {drawn} {lost}")
    });
    let pv: Vec<String> = choice.pv.iter().map(|&mv| written(mv)).collect();
    format!(
        "info depth {} seldepth {}{line} score {}{chances} nodes {} nps {per_second:.0} hashfull {hash_full} time {} pv {}",
        choice.depth,
        choice.deepest,
        Said::from(choice.score),
        choice.nodes,
        elapsed.as_millis(),
        pv.join(" ")
    )
}
