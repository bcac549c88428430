//! A dispute with the answers of several rule sets.

use std::sync::Arc;

use hnefi_rules::{Referee, Ruleset, leaflets, referees, ruleset};
use hnefi_words::{ClauseWords, Words};

use crate::{Dispute, Ruling};

/// A dispute with what several rule sets answer.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Which.
    pub dispute: &'static Dispute,
    /// The question as players ask it.
    pub question: String,
    /// The answers, in the order in which the rule sets first give them.
    pub groups: Vec<Group>,
}

/// An answer, and who gives it.
#[derive(Clone, Debug)]
pub struct Group {
    /// The answer, without a full stop.
    pub answer: String,
    /// What the referee says to the example under the first of them.
    pub ruling: Ruling,
    /// Who says so.
    pub voices: Vec<Voice>,
}

/// A rule set that gives an answer, and on what that rests.
#[derive(Clone, Debug)]
pub struct Voice {
    /// The rule set.
    pub ruleset: Arc<Ruleset>,
    /// The clause to cite.
    pub clause: ClauseWords,
}

impl Entry {
    /// A dispute under rule sets, grouped by what they answer.
    pub fn new(words: &Words, dispute: &'static Dispute, rulesets: &[Arc<Ruleset>]) -> Entry {
        let mut groups: Vec<Group> = Vec::new();
        for ruleset in rulesets {
            let ruling = Ruling::new(words, dispute, &referee(ruleset));
            let answer = dispute.answer(words, ruleset, &ruling);
            let clause = words.clause(ruleset, dispute.clauses[0]);
            let voice = Voice { ruleset: ruleset.clone(), clause };
            match groups.iter_mut().find(|group| group.answer == answer) {
                Some(group) => group.voices.push(voice),
                None => groups.push(Group { answer, ruling, voices: vec![voice] }),
            }
        }
        Entry { dispute, question: dispute.question(words), groups }
    }
}

/// The rule sets whose answers stand in a book: the five leaflets and Copenhagen. With one of its own, that one first.
///
/// ```
/// use hnefi_rules::ruleset;
/// assert_eq!(hnefi_disputes::voices(None).len(), 6);
/// let brandubh = hnefi_disputes::voices(ruleset("brandubh"));
/// assert_eq!((brandubh.len(), brandubh[0].id()), (7, "brandubh"));
/// assert_eq!(hnefi_disputes::voices(ruleset("nestorgames")).len(), 6);
/// ```
pub fn voices(own: Option<&Arc<Ruleset>>) -> Vec<Arc<Ruleset>> {
    let usual = leaflets().iter().chain(ruleset("copenhagen"));
    let others = usual.filter(|other| own.is_none_or(|own| !own.is_same(other)));
    own.into_iter().chain(others).cloned().collect()
}

fn referee(ruleset: &Arc<Ruleset>) -> Arc<Referee> {
    let known = referees().iter().find(|referee| Arc::ptr_eq(referee.ruleset(), ruleset));
    known.cloned().unwrap_or_else(|| Arc::new(Referee::new(ruleset.clone())))
}
