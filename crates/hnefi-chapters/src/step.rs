//! One thing that somebody does in an example.

use hnefi_rules::{Ground, Intent, Offer, Side, Square};

/// One thing that somebody does in an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A side moves.
    Move {
        /// From where to where.
        intent: Intent,
        /// What it captures, where the step writes it.
        captures: Vec<Square>,
    },
    /// A side offers a draw or claims one.
    Offer {
        /// Who.
        by: Side,
        /// What.
        offer: Offer,
    },
    /// A side agrees to what the other one offers or claims.
    Accept {
        /// Who.
        by: Side,
    },
    /// A side declines what the other one offers or claims, and the game goes on.
    Decline {
        /// Who.
        by: Side,
    },
    /// A side resigns.
    Resign {
        /// Who.
        by: Side,
    },
}

impl Step {
    /// Reads one step as an example writes it.
    pub(crate) fn read(text: &str) -> Result<Step, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let side = |word: &str| word.parse::<Side>().map_err(|e| e.to_string());
        match words[..] {
            [mv] => read_move(mv),
            [by, "offer", "a", "draw"] => Ok(Step::Offer { by: side(by)?, offer: Offer::Draw }),
            [by, "claim", ground] => {
                let ground = Ground::from_id(ground).ok_or_else(|| format!("`{ground}` is no ground for a claim"))?;
                Ok(Step::Offer { by: side(by)?, offer: Offer::Claim(ground) })
            }
            [by, "accept"] => Ok(Step::Accept { by: side(by)? }),
            [by, "decline"] => Ok(Step::Decline { by: side(by)? }),
            [by, "resign"] => Ok(Step::Resign { by: side(by)? }),
            _ => Err(format!(
                "`{text}` is no step: write a move such as d1-d4, or `attackers offer a draw`, \
                 `attackers claim king-at-side`, `defenders accept`, `defenders decline`, `defenders resign`"
            )),
        }
    }
}

/// A move and what it captures, without a piece's letter.
fn read_move(text: &str) -> Result<Step, String> {
    let written = hnefi_formats::read_move(text).map_err(|error| error.to_string())?;
    if written.piece.is_some() {
        return Err(format!("`{text}` names its piece; write the two squares only"));
    }
    Ok(Step::Move { intent: written.intent, captures: written.captures.unwrap_or_default() })
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Move { intent, captures } => {
                write!(f, "{intent}")?;
                for (i, square) in captures.iter().enumerate() {
                    write!(f, "{}{square}", if i == 0 { "x" } else { "/" })?;
                }
                Ok(())
            }
            Step::Offer { by, offer: Offer::Draw } => write!(f, "{by} offer a draw"),
            Step::Offer { by, offer: Offer::Claim(ground) } => write!(f, "{by} claim {}", ground.id()),
            Step::Offer { by, offer: Offer::TakeBack } => write!(f, "{by} ask to take back"),
            Step::Accept { by } => write!(f, "{by} accept"),
            Step::Decline { by } => write!(f, "{by} decline"),
            Step::Resign { by } => write!(f, "{by} resign"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_read_as_they_are_written() {
        for text in
            ["d1-d4", "d1-d4xd5/f4", "attackers offer a draw", "defenders claim king-shut-in", "defenders accept"]
        {
            assert_eq!(Step::read(text).unwrap().to_string(), text);
        }
        assert!(Step::read("d1-z9").unwrap_err().contains("no move"));
        assert!(Step::read("attackers claim victory").unwrap_err().contains("victory"));
        assert!(Step::read("nobody accept").unwrap_err().contains("nobody"));
    }
}
