//! What the referee proves: claims, and forced wins.

use hnefi_engine::{Cancel, Verdict, prove_in};
use hnefi_rules::{Ending, Game, Ground, Happening, Offer, Outcome, Side};
use hnefi_words::{WhyWords, Words};

use crate::analysis::steps;
use crate::{PROOF_BUDGET, ProofState, WhyState};

/// Whether a side's claim is proved, in words; `None` for a ground that no proof is about.
pub(crate) fn claim_proof(game: &Game, by: Side, ground: Ground) -> Option<ProofState> {
    if ground == Ground::NoProgress {
        return None;
    }
    let proof = game.referee().prove_claim(game.position(), ground);
    let WhyWords { title, lines, .. } =
        Words::english().claim(ground, Some(by), proof.as_ref(), game.referee().ruleset());
    Some(ProofState { proved: proof.is_some(), title, lines })
}

/// What proves the claim that ended a game.
pub(crate) fn outcome_proof(game: &Game, outcome: Outcome) -> Option<ProofState> {
    let Ending::Claim(ground) = outcome.reason else { return None };
    let by = game.happenings().iter().rev().find_map(|happening| match happening {
        Happening::Offered { by, offer: Offer::Claim(claimed) } if *claimed == ground => Some(*by),
        _ => None,
    });
    claim_proof(game, by.unwrap_or(Side::Defenders), ground).filter(|proof| proof.proved)
}

/// Whether a side wins by force in a game as it stands, and if not, what holds for good.
pub fn forced_win(game: &Game, cancel: &Cancel) -> WhyState {
    let (words, turn) = (Words::english(), game.position().turn());
    let (mut lines, mut looked_at_all) = (Vec::new(), true);
    for side in [turn, !turn] {
        let answer = match prove_in(game, side, PROOF_BUDGET, cancel) {
            Verdict::Proven { line, plies } => {
                let why = WhyState::of(String::new(), words.forced_win(side, turn, &line, plies), Vec::new());
                return WhyState { steps: steps(game, &line), ..why };
            }
            verdict => {
                looked_at_all &= verdict == Verdict::NotForced;
                words.no_forced_win(side, verdict == Verdict::NotForced)
            }
        };
        lines.push(format!("{}.", answer.title));
    }
    if game.outcome().is_none() {
        lines.extend(words.holds(game.referee(), game.position()));
    }
    if !looked_at_all {
        lines.push(words.text("proof-unknown"));
    }
    let title = words.text(if looked_at_all { "proof-nothing-title" } else { "proof-open-title" });
    WhyState::of(String::new(), WhyWords { title, lines, clauses: Vec::new() }, Vec::new())
}
