//! A game as bytes.

use hnefi_rules::{Ending, Intent, Setup, Side, Square};

use crate::played::{Place, Played, PlyRecord, Why};

/// The endings on the board by their byte.
const ENDINGS: [Ending; 6] = [
    Ending::KingCaptured,
    Ending::KingEscaped,
    Ending::ExitFort,
    Ending::Encirclement,
    Ending::NoLegalMove,
    Ending::Repetition,
];

const FORCED: u8 = 16;
const GIVEN_UP: u8 = 17;
const CAP: u8 = 18;
const QUIET: u8 = 19;

/// Says that there is no number.
const NO_OPENING: u16 = u16::MAX;
const NO_SCORE: i16 = i16::MIN;

const BY_CHANCE: u8 = 1;
const TAKES: u8 = 2;
const THREAT: u8 = 4;

/// The bytes of a ply.
const PLY: usize = 5;

fn code(why: Why) -> u8 {
    match why {
        Why::Board(ending) => {
            ENDINGS.iter().position(|&e| e == ending).expect("an ending that a move brings about") as u8
        }
        Why::Forced => FORCED,
        Why::GivenUp => GIVEN_UP,
        Why::Cap => CAP,
        Why::Quiet => QUIET,
    }
}

fn why(code: u8) -> Option<Why> {
    match code {
        FORCED => Some(Why::Forced),
        GIVEN_UP => Some(Why::GivenUp),
        CAP => Some(Why::Cap),
        QUIET => Some(Why::Quiet),
        _ => ENDINGS.get(usize::from(code)).map(|&ending| Why::Board(ending)),
    }
}

/// What a block holds for a game.
pub(crate) fn bytes(game: &Played) -> Vec<u8> {
    let rows = game.setup.as_ref().map(Setup::to_rows).unwrap_or_default();
    let mut bytes = Vec::with_capacity(24 + rows.len() + PLY * game.plies.len());
    bytes.extend(game.number.to_le_bytes());
    bytes.push(game.start);
    bytes.extend(game.opening.unwrap_or(NO_OPENING).to_le_bytes());
    bytes.push(u8::from(game.turn == Side::Defenders));
    bytes.push(u8::from(game.to_the_end));
    bytes.push((2.0 * game.result()) as u8);
    bytes.push(code(game.why));
    game.nodes.iter().for_each(|nodes| bytes.extend(nodes.to_le_bytes()));
    bytes.push(rows.len() as u8);
    bytes.extend(rows.as_bytes());
    bytes.extend((game.plies.len() as u16).to_le_bytes());
    for ply in &game.plies {
        bytes.push(ply.mv.from.index() as u8);
        bytes.push(ply.mv.to.index() as u8);
        bytes.extend(ply.score.unwrap_or(NO_SCORE).to_le_bytes());
        let flag = |is: bool, flag: u8| if is { flag } else { 0 };
        bytes.push(flag(ply.by_chance, BY_CHANCE) | flag(ply.takes, TAKES) | flag(ply.threat, THREAT));
    }
    bytes
}

/// The game that a block holds, or what is wrong with it.
pub(crate) fn game(bytes: &[u8], place: Place) -> Result<Played, String> {
    let mut rest = Rest(bytes);
    let number = u32::from_le_bytes(rest.take()?);
    let [start] = rest.take()?;
    let opening = Some(u16::from_le_bytes(rest.take()?)).filter(|&opening| opening != NO_OPENING);
    let [turn, to_the_end, result, code] = rest.take()?;
    let turn = match turn {
        0 => Side::Attackers,
        1 => Side::Defenders,
        other => return Err(format!("{other} is no side")),
    };
    let to_the_end = match to_the_end {
        0 => false,
        1 => true,
        other => return Err(format!("{other} does not say whether the game was played to its end")),
    };
    let winner = match result {
        0 => Some(Side::Defenders),
        1 => None,
        2 => Some(Side::Attackers),
        other => return Err(format!("{other} is no result")),
    };
    let why = why(code).ok_or_else(|| format!("{code} says no way in which games end"))?;
    let nodes = [u32::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?)];
    let [length] = rest.take()?;
    let rows = rest.some(usize::from(length))?;
    let setup = match std::str::from_utf8(rows) {
        Ok("") => None,
        Ok(rows) => Some(Setup::from_rows(rows).map_err(|error| error.to_string())?),
        Err(error) => return Err(error.to_string()),
    };
    let count = usize::from(u16::from_le_bytes(rest.take()?));
    let mut plies = Vec::with_capacity(count);
    for _ in 0..count {
        let [from, to, low, high, flags] = rest.take::<PLY>()?;
        let square = |byte: u8| Square::new(byte & 15, byte >> 4).ok_or_else(|| format!("{byte} is no square"));
        if flags > BY_CHANCE | TAKES | THREAT {
            return Err(format!("{flags} are no flags"));
        }
        plies.push(PlyRecord {
            mv: Intent { from: square(from)?, to: square(to)? },
            score: Some(i16::from_le_bytes([low, high])).filter(|&score| score != NO_SCORE),
            by_chance: flags & BY_CHANCE != 0,
            takes: flags & TAKES != 0,
            threat: flags & THREAT != 0,
        });
    }
    if !rest.0.is_empty() {
        return Err(format!("{} bytes too many in game {number}", rest.0.len()));
    }
    Ok(Played { number, start, opening, setup, turn, nodes, to_the_end, plies, winner, why, place })
}

/// The bytes that were not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn some(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (some, rest) = self.0.split_at_checked(length).ok_or("a game ends too soon")?;
        self.0 = rest;
        Ok(some)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        Ok(self.some(N)?.try_into().expect("as many bytes as were asked for"))
    }
}
