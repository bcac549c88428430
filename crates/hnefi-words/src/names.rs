//! Sides, pieces, moves and offers by name.

use std::sync::Arc;

use hnefi_rules::{Agreement, Direction, GameError, Ground, Intent, Offer, Piece, Refutation, Ruleset, Side, Square};

use crate::Words;

/// A name in a sentence: whichever way its letters run, those around it keep theirs.
///
/// ```
/// assert_eq!(hnefi_words::isolated("Astrid"), "\u{2068}Astrid\u{2069}");
/// ```
pub fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

impl Words {
    /// How long something took, in the largest of seconds, minutes and hours of which there are at least two, rounded up.
    ///
    /// ```
    /// let words = hnefi_words::Words::english();
    /// assert_eq!(words.time(400), "1 second");
    /// assert_eq!(words.time(119_000), "119 seconds");
    /// assert_eq!(words.time(5_742_000), "96 minutes");
    /// assert_eq!(words.time(7_200_001), "3 hours");
    /// ```
    pub fn time(&self, ms: u64) -> String {
        const MINUTE: u64 = 60_000;
        let (id, count) = match ms {
            ..=119_999 => ("time-seconds", ms.div_ceil(1_000)),
            120_000..=7_199_999 => ("time-minutes", ms.div_ceil(MINUTE)),
            _ => ("time-hours", ms.div_ceil(60 * MINUTE)),
        };
        self.format(id, &[("count", i64::try_from(count).unwrap_or(i64::MAX).into())])
    }

    /// "attackers" or "defenders".
    pub fn side(&self, side: Side) -> String {
        self.format("side", &[("side", side.into())])
    }

    /// "Attackers" or "Defenders", to begin a line.
    pub fn side_start(&self, side: Side) -> String {
        self.format("side-start", &[("side", side.into())])
    }

    /// "the attackers" or "the defenders".
    pub fn side_the(&self, side: Side) -> String {
        self.format("side-the", &[("side", side.into())])
    }

    /// "attacker", "defender" or "king".
    pub fn piece(&self, piece: Piece) -> String {
        self.format("piece", &[("piece", piece.into())])
    }

    /// "Attacker", "Defender" or "King", to begin a line.
    pub fn piece_start(&self, piece: Piece) -> String {
        self.format("piece-start", &[("piece", piece.into())])
    }

    /// "the defender on d5".
    pub fn piece_on(&self, piece: Piece, square: Square) -> String {
        self.format("piece-on", &[("piece", piece.into()), ("square", square.into())])
    }

    /// "The defender on d5", to begin a sentence.
    pub fn piece_on_start(&self, piece: Piece, square: Square) -> String {
        self.format("piece-on-start", &[("piece", piece.into()), ("square", square.into())])
    }

    /// "above", "to the right", "below" or "to the left".
    pub fn direction(&self, direction: Direction) -> String {
        self.format("direction", &[("direction", direction.into())])
    }

    /// A move as people read it: "d1–d4".
    pub fn intent(&self, intent: Intent) -> String {
        self.format("move", &[("from", intent.from.into()), ("to", intent.to.into())])
    }

    /// The names of several rule sets as one list.
    pub fn rulesets(&self, rulesets: &[Arc<Ruleset>]) -> String {
        self.list(&rulesets.iter().map(|r| r.name()).collect::<Vec<_>>())
    }

    /// The ground of a claim, as the end of a sentence.
    pub fn ground(&self, ground: Ground) -> String {
        self.format("ground", &[("ground", ground.into())])
    }

    /// What one side offers, as a sentence: "The attackers offer a draw."
    pub fn offer(&self, by: Side, offer: Offer) -> String {
        let id = match offer {
            Offer::Draw => "offer-draw",
            Offer::Claim(_) => "offer-claim",
            Offer::TakeBack => "offer-take-back",
        };
        self.format(id, &[("side", by.into()), ("ground", ground_word(offer).into())])
    }

    /// An offer as something to do: "offer a draw".
    pub fn offer_name(&self, offer: Offer) -> String {
        let id = match offer {
            Offer::Draw => "offer-name-draw",
            Offer::Claim(_) => "offer-name-claim",
            Offer::TakeBack => "offer-name-take-back",
        };
        self.format(id, &[("ground", ground_word(offer).into())])
    }

    /// Why something other than a move could not happen.
    pub fn game_error(&self, error: GameError, ruleset: &Ruleset) -> String {
        if let GameError::Untrue(refutation) = error {
            let way_on = ruleset.answers().agreement == Agreement::Allowed;
            let values = [("refutation", self.refutation(refutation).into()), ("draw", way_on.into())];
            return self.format("game-error-claim-untrue", &values);
        }
        let outcome = match error {
            GameError::Over(outcome) => self.outcome(&outcome, ruleset),
            _ => String::new(),
        };
        let ground = match error {
            GameError::NoClaim(ground) => ground.id(),
            _ => "",
        };
        self.format(
            &format!("game-error-{}", error.code()),
            &[("outcome", outcome.into()), ("ruleset", ruleset.name().into()), ("ground", ground.into())],
        )
    }

    /// What on the board refutes a claim, as a sentence with its squares.
    pub fn refutation(&self, refutation: Refutation) -> String {
        let (id, king) = match refutation {
            Refutation::NotAtSide { king } => ("refutation-not-at-side", king),
            Refutation::Escapes { king, .. } => ("refutation-escapes", king),
        };
        self.format(id, &[("king", king.into()), ("square", refutation.square().into())])
    }
}

fn ground_word(offer: Offer) -> &'static str {
    match offer {
        Offer::Claim(ground) => ground.id(),
        _ => "",
    }
}
