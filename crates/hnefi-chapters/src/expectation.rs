//! What an example expects of its last step.

use hnefi_rules::{Clause, Clauses, Ending, Ground, Outcome, Partner, Piece, Setup, Side, Square};

/// What an example expects of its last step under some rule sets. What it does not expect must not happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The board cannot be played: the codes of every reason.
    pub problems: Vec<String>,
    /// The last step is refused.
    pub refusal: Option<CodedRefusal>,
    /// What the last move captures, by file, then rank.
    pub captures: Vec<Fallen>,
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// Why pieces still stand.
    pub why: Vec<WhyLine>,
    /// The pieces of the side to move that cannot move.
    pub stuck: Option<Vec<Square>>,
    /// Where pieces can go.
    pub reaches: Vec<Reaches>,
}

/// A refusal: its code, and the square at fault where the example names one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodedRefusal {
    /// The code of the reason, such as `throne-closed` or `no-claim`.
    pub code: String,
    /// The square at fault.
    pub square: Option<Square>,
}

/// A captured piece and what it fell against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fallen {
    /// Where it stood.
    pub square: Square,
    /// What it fell against.
    pub by: Partner,
    /// The clauses that decide it; none where the example or the judge does not name them.
    pub clauses: Clauses,
}

/// Why a piece still stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyLine {
    /// Where it stands.
    pub square: Square,
    /// The word of the reason, such as `open` or `moved-in`.
    pub word: String,
    /// The weightiest clause, where the example names it.
    pub clause: Option<Clause>,
}

/// Where a piece can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaches {
    /// Where it stands.
    pub from: Square,
    /// Every square that it can move to, by file, then rank.
    pub to: Vec<Square>,
}

impl Expected {
    /// Adds what one line of an example expects.
    pub(crate) fn read(&mut self, text: &str, board: &Setup) -> Result<(), String> {
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            self.read_part(part, board)?;
        }
        Ok(())
    }

    fn read_part(&mut self, part: &str, board: &Setup) -> Result<(), String> {
        if part == "goes on" || part == "captures nothing" {
            return Ok(());
        }
        if let Some(list) = part.strip_prefix("captures ") {
            for item in list.split(',') {
                self.captures.push(read_fallen(item.trim(), board)?);
            }
            self.captures.sort_by_key(|fallen| fallen.square.file_then_rank());
        } else if let Some(code) = part.strip_prefix("set-up refused ") {
            self.problems.push(code.trim().to_owned());
        } else if let Some(refusal) = part.strip_prefix("refused ") {
            let (code, at) = refusal.trim().split_once(' ').map_or((refusal.trim(), None), |(c, s)| (c, Some(s)));
            self.refusal = Some(CodedRefusal { code: code.to_owned(), square: at.map(square).transpose()? });
        } else if let Some(list) = part.strip_prefix("stuck ") {
            self.stuck = Some(squares(list)?);
        } else if let Some(rest) = part.strip_prefix("why ") {
            self.why.push(read_why(rest)?);
        } else if let Some((from, to)) = part.split_once(" reaches ") {
            self.reaches.push(Reaches { from: square(from)?, to: squares(to)? });
        } else if let Some((who, reason)) = part.split_once(':') {
            self.outcome = Some(read_outcome(who.trim(), reason.trim())?);
        } else {
            return Err(format!(
                "`{part}` expects nothing that is known: write captures, refused, set-up refused, attackers win:, \
                 defenders win:, draw:, goes on, why, stuck, or reaches"
            ));
        }
        Ok(())
    }
}

fn square(text: &str) -> Result<Square, String> {
    text.trim().parse::<Square>().map_err(|e| e.to_string())
}

fn squares(list: &str) -> Result<Vec<Square>, String> {
    if list.trim() == "nothing" {
        return Ok(Vec::new());
    }
    let mut squares = list.split(',').map(square).collect::<Result<Vec<_>, _>>()?;
    squares.sort_by_key(|s| s.file_then_rank());
    Ok(squares)
}

fn read_fallen(text: &str, board: &Setup) -> Result<Fallen, String> {
    let (text, clauses) = match text.split_once(" under ") {
        None => (text, Clauses::default()),
        Some((text, ids)) => (text, ids.split(" and ").map(clause).collect::<Result<Clauses, String>>()?),
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let piece = |word: &str| [Piece::Attacker, Piece::Defender, Piece::King].into_iter().find(|p| p.id() == word);
    let (at, by) = match words[..] {
        [at, "against", "throne"] => (at, Partner::Throne(board.throne())),
        [at, "against", "three-and-throne"] => (at, Partner::ThreeAndThrone(board.throne())),
        [at, "against", "trap"] => (at, Partner::Trap),
        [at, "against", "shieldwall"] => (at, Partner::Shieldwall),
        [at, "against", "four-sides"] => (at, Partner::FourSides),
        [at, "against", "corner", corner] => (at, Partner::Corner(square(corner)?)),
        [at, "against", word, beside] if piece(word).is_some() => {
            (at, Partner::Piece(square(beside)?, piece(word).unwrap_or(Piece::Attacker)))
        }
        _ => {
            return Err(format!(
                "`{text}` is no capture: write the square and what it falls against, such as \
                 `e6 against attacker d6`, `b1 against corner a1 under corners-defenders`, `e6 against throne`, `… trap`, `… shieldwall`, \
                 `… four-sides`, `… three-and-throne`"
            ));
        }
    };
    Ok(Fallen { square: square(at)?, by, clauses })
}

fn read_why(text: &str) -> Result<WhyLine, String> {
    let (at, rest) = text.split_once(':').ok_or_else(|| format!("`why {text}` lacks its colon: `why e6: open`"))?;
    let (word, clause) = match rest.split_once(" under ") {
        None => (rest, None),
        Some((word, id)) => (word, Some(clause(id)?)),
    };
    Ok(WhyLine { square: square(at)?, word: word.trim().to_owned(), clause })
}

fn clause(id: &str) -> Result<Clause, String> {
    let id = id.trim();
    Clause::from_id(id).ok_or_else(|| format!("`{id}` is neither a question nor a point"))
}

fn read_outcome(who: &str, reason: &str) -> Result<Outcome, String> {
    const PLAIN: [Ending; 10] = [
        Ending::KingCaptured,
        Ending::KingEscaped,
        Ending::ExitFort,
        Ending::Encirclement,
        Ending::NoLegalMove,
        Ending::Repetition,
        Ending::Agreement,
        Ending::Resignation,
        Ending::Time,
        Ending::Abandoned,
    ];
    let winner = match who {
        "draw" => None,
        "attackers win" => Some(Side::Attackers),
        "defenders win" => Some(Side::Defenders),
        _ => return Err(format!("`{who}` is no result: write `attackers win`, `defenders win` or `draw`")),
    };
    let ending = match reason.strip_prefix("claim ") {
        Some(ground) => Ground::from_id(ground.trim()).map(Ending::Claim),
        None => PLAIN.into_iter().find(|ending| ending.id() == reason),
    };
    Ok(Outcome { winner, reason: ending.ok_or_else(|| format!("`{reason}` is no way to end a game"))? })
}
