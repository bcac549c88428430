//! The ideas of the search, each of which can be switched off to see what it is worth.

/// An idea that makes the search look less where there is little to see, or more where there is much.
///
/// The engine uses all of them. To switch one off in a match against itself tells what it is worth;
/// `docs/bench/search.md` in the source has the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Idea {
    /// Null move pruning: if a pass would do, a move will.
    NullMove,
    /// Late move reductions: late quiet moves are searched less deeply at first.
    LateMoveReductions,
    /// Late move pruning: near the end of a line, late quiet moves are not tried at all.
    LateMovePruning,
    /// Futility pruning: near the end of a line, quiet moves are not tried where the evaluation is far below what is needed.
    Futility,
    /// Reverse futility: near the end of a line, a position far above what is needed is good enough as it stands.
    ReverseFutility,
    /// Razoring: near the end of a line, a position far below what is needed is only looked at for what is sharp.
    Razoring,
    /// Singular extensions: a move that alone holds the position is searched deeper.
    Singular,
    /// An answer to a threat to win at once costs no depth.
    Threats,
    /// Internal iterative reductions: a position without a move in the table is searched less deeply.
    InternalIterativeReductions,
    /// History pruning: quiet moves that were refuted again and again are not tried near the end of a line.
    HistoryPruning,
    /// Continuation history: quiet moves are ranked by what went before them.
    ContinuationHistory,
    /// The quiet search asks and fills the table.
    QuietTable,
    /// Quiet moves whose man falls at once are searched less deeply.
    Exchange,
    /// What a search learnt about moves helps the next one of the same game.
    Memory,
    /// What threatens to win at once is answered on the squares where it can be.
    AnswerSquares,
    /// At the root, what was hard to refute before comes before the rest.
    RootOrder,
    /// Proofs beside the search: that the side to move wins, and that the best move loses.
    Proofs,
    /// A lead counts less the longer nothing was taken.
    Standstill,
}

impl Idea {
    /// Every idea.
    pub const ALL: [Idea; 18] = [
        Idea::NullMove,
        Idea::LateMoveReductions,
        Idea::LateMovePruning,
        Idea::Futility,
        Idea::ReverseFutility,
        Idea::Razoring,
        Idea::Singular,
        Idea::Threats,
        Idea::InternalIterativeReductions,
        Idea::HistoryPruning,
        Idea::ContinuationHistory,
        Idea::QuietTable,
        Idea::Exchange,
        Idea::Memory,
        Idea::AnswerSquares,
        Idea::RootOrder,
        Idea::Proofs,
        Idea::Standstill,
    ];

    /// The word for this idea in options.
    pub const fn id(self) -> &'static str {
        match self {
            Idea::NullMove => "null-move",
            Idea::LateMoveReductions => "late-move-reductions",
            Idea::LateMovePruning => "late-move-pruning",
            Idea::Futility => "futility",
            Idea::ReverseFutility => "reverse-futility",
            Idea::Razoring => "razoring",
            Idea::Singular => "singular",
            Idea::Threats => "threats",
            Idea::InternalIterativeReductions => "internal-iterative-reductions",
            Idea::HistoryPruning => "history-pruning",
            Idea::ContinuationHistory => "continuation-history",
            Idea::QuietTable => "quiet-table",
            Idea::Exchange => "exchange",
            Idea::Memory => "memory",
            Idea::AnswerSquares => "answer-squares",
            Idea::RootOrder => "root-order",
            Idea::Proofs => "proofs",
            Idea::Standstill => "standstill",
        }
    }

    /// The idea of a word.
    pub fn from_id(id: &str) -> Option<Idea> {
        Idea::ALL.into_iter().find(|idea| idea.id() == id)
    }
}

/// A set of ideas.
///
/// ```
/// use hnefi_engine::{Idea, Ideas};
/// let all = Ideas::ALL;
/// assert!(all.has(Idea::NullMove) && !all.without(Idea::NullMove).has(Idea::NullMove));
/// assert_eq!(Idea::from_id("null-move"), Some(Idea::NullMove));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ideas(u32);

impl Ideas {
    /// Every idea.
    pub const ALL: Ideas = Ideas((1 << Idea::ALL.len()) - 1);

    /// Whether an idea is in the set.
    #[inline(always)]
    pub const fn has(self, idea: Idea) -> bool {
        self.0 >> idea as u32 & 1 != 0
    }

    /// The set without an idea.
    pub const fn without(self, idea: Idea) -> Ideas {
        Ideas(self.0 & !(1 << idea as u32))
    }
}
