//! A rule set: the board, the start, and one graded answer to every question.

mod earlier;
mod embedded;
mod file;
mod questions;
mod sense;

pub use embedded::{community, leaflet, leaflets, referees, ruleset, rulesets};
pub use file::{FORMAT, RulesetError};
pub use questions::{
    Agreement, Answers, Claims, Corners, Encirclement, Escape, ExitFort, FirstMove, Hostility, KingArms,
    KingBesideThrone, KingCapture, KingExposure, KingThrone, NoMove, OccupiedThrone, Point, Question, Reach,
    Repetition, Shieldwall, SoldiersThrone, Trap,
};
pub use sense::Senseless;

use crate::{Setup, Side};

/// How well an answer is founded. People who play are always shown it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// The leaflet says it.
    Text,
    /// The leaflet implies it, or its other sentences or its authors' known practice fill a gap.
    Reading,
    /// The leaflet is silent; the answer is our own choice.
    Default,
    /// A house rule that somebody made.
    House,
}

impl Grade {
    /// The word for this grade in rule files: `text`, `reading`, `default` or `house`.
    pub const fn id(self) -> &'static str {
        match self {
            Grade::Text => "text",
            Grade::Reading => "reading",
            Grade::Default => "default",
            Grade::House => "house",
        }
    }

    fn from_id(id: &str) -> Option<Grade> {
        [Grade::Text, Grade::Reading, Grade::Default, Grade::House].into_iter().find(|g| g.id() == id)
    }
}

/// Where an answer comes from: its grade, the section of the leaflet, and the clause in our own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// How well it is founded.
    pub grade: Grade,
    /// The heading or number under which the leaflet has it; empty where the leaflet is silent.
    pub section: String,
    /// What it says, in our own words.
    pub clause: String,
}

/// Anything a rule file gives a source for: an answer that could be another, or a point common to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clause {
    /// A question with its answer.
    Question(Question),
    /// A point on which all rule sets agree.
    Point(Point),
}

impl Clause {
    /// The key in rule files.
    pub const fn id(self) -> &'static str {
        match self {
            Clause::Question(q) => q.id(),
            Clause::Point(p) => p.id(),
        }
    }

    /// The question or point of a key.
    pub fn from_id(id: &str) -> Option<Clause> {
        Question::from_id(id).map(Clause::Question).or_else(|| Point::from_id(id).map(Clause::Point))
    }

    /// The other questions of whose answers the words of this clause may speak: what is said about a fort, for
    /// instance, that corners are the only way to win.
    ///
    /// ```
    /// use hnefi_rules::{Clause, Point, Question};
    /// assert_eq!(Clause::from(Point::NoAttackersLeft).speaks_of(), [Question::NoMove]);
    /// assert!(Clause::from(Point::Straight).speaks_of().is_empty());
    /// ```
    pub const fn speaks_of(self) -> &'static [Question] {
        use Question as Q;
        match self {
            Clause::Question(Q::OccupiedThroneAttackers) => &[Q::KingArms],
            Clause::Question(Q::CornersAttackers | Q::CornersDefenders) => &[Q::Corners],
            Clause::Question(Q::KingOnThrone) => &[Q::KingOpen],
            Clause::Question(Q::KingBesideThrone) => &[Q::EmptyThroneAttackers],
            Clause::Question(Q::KingOnEdge) => &[Q::KingOpen, Q::Escape],
            Clause::Question(Q::KingBesideCorner) => &[Q::KingOpen, Q::KingOnEdge, Q::Escape],
            Clause::Question(Q::SoldierTrap) => &[Q::Shieldwall],
            Clause::Question(Q::Shieldwall) => &[Q::SoldierTrap],
            Clause::Question(Q::ExitFort) => &[Q::Escape],
            Clause::Question(Q::Encirclement) => &[Q::SoldierTrap, Q::NoMove],
            Clause::Point(Point::ThroneStop) => &[Q::SoldiersThrone, Q::KingThrone],
            Clause::Point(Point::SeveralAtOnce) => &[Q::SoldierTrap, Q::Shieldwall],
            Clause::Point(Point::NoAttackersLeft) => &[Q::NoMove],
            Clause::Point(Point::SetUp) => {
                &[Q::SoldiersThrone, Q::Corners, Q::Escape, Q::ExitFort, Q::Encirclement, Q::NoMove]
            }
            Clause::Question(_) | Clause::Point(_) => &[],
        }
    }
}

impl From<Question> for Clause {
    fn from(question: Question) -> Clause {
        Clause::Question(question)
    }
}

impl From<Point> for Clause {
    fn from(point: Point) -> Clause {
        Clause::Point(point)
    }
}

/// A rule set with its sources, as read from a file.
///
/// Two rule sets are equal when everything in them is, names and sources included.
///
/// ```
/// use hnefi_rules::{Grade, Question, leaflet};
/// let nestorgames = leaflet("nestorgames").unwrap();
/// assert_eq!(nestorgames.answers().word(Question::SoldiersThrone), "blocked");
/// assert_eq!(nestorgames.source(Question::SoldiersThrone).grade, Grade::Text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) publisher: String,
    pub(crate) opening_words: String,
    pub(crate) base: Option<String>,
    pub(crate) start: Setup,
    pub(crate) answers: Answers,
    pub(crate) answer_sources: Vec<Source>,
    pub(crate) point_sources: Vec<Source>,
    pub(crate) start_source: Source,
}

impl Ruleset {
    /// The id, such as `fetlar-2018`: lower-case letters, digits and hyphens, at most 40.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name that people read.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who published it; empty for a house rule.
    pub fn publisher(&self) -> &str {
        &self.publisher
    }

    /// The few words by which somebody recognises the leaflet in the box; empty for a house rule.
    pub fn opening_words(&self) -> &str {
        &self.opening_words
    }

    /// The id of the rule set from which a house rule started.
    pub fn base(&self) -> Option<&str> {
        self.base.as_deref()
    }

    /// The number of files and ranks, 7 to 15.
    pub fn size(&self) -> u8 {
        self.start.size()
    }

    /// The start position.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The side that moves first.
    pub fn first(&self) -> Side {
        match self.answers.first_move {
            FirstMove::Attackers => Side::Attackers,
            FirstMove::Defenders => Side::Defenders,
        }
    }

    /// Whether the central square is other than an ordinary one under these rules: see [`Answers::has_throne`].
    ///
    /// ```
    /// use hnefi_rules::ruleset;
    /// assert!(ruleset("tablut-saami").unwrap().has_throne());
    /// assert!(!ruleset("sea-battle").unwrap().has_throne());
    /// ```
    pub fn has_throne(&self) -> bool {
        self.answers.has_throne()
    }

    /// Whether the corners are other than ordinary squares under these rules: see [`Answers::has_corners`].
    ///
    /// ```
    /// use hnefi_rules::ruleset;
    /// assert!(ruleset("brandubh").unwrap().has_corners());
    /// assert!(!ruleset("tablut-saami").unwrap().has_corners());
    /// ```
    pub fn has_corners(&self) -> bool {
        self.answers.has_corners()
    }

    /// The answers to all questions.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Where an answer or a point comes from.
    pub fn source(&self, clause: impl Into<Clause>) -> &Source {
        match clause.into() {
            Clause::Question(q) => &self.answer_sources[q as usize],
            Clause::Point(p) => &self.point_sources[p as usize],
        }
    }

    /// Whether the words that stand under a clause are those of the rule set this one was made from, and speak of an
    /// answer that is another one here, so that they may be untrue.
    ///
    /// ```
    /// use hnefi_rules::{Point, Question, leaflet};
    /// let house = leaflet("fetlar-2018").unwrap().with(Question::NoMove, "loss").unwrap();
    /// assert!(house.is_outdated(Point::NoAttackersLeft), "without pieces the attackers cannot move, and that is a draw");
    /// assert!(!house.is_outdated(Point::Straight));
    /// ```
    pub fn is_outdated(&self, clause: impl Into<Clause>) -> bool {
        let clause = clause.into();
        self.made_from().is_some_and(|base| {
            self.source(clause) == base.source(clause)
                && clause.speaks_of().iter().any(|&question| self.answers.word(question) != base.answers.word(question))
        })
    }

    /// Where the start position comes from.
    pub fn start_source(&self) -> &Source {
        &self.start_source
    }

    /// Whether both are the same rules by id, answers and start. A rule file may keep an id and change an answer; and
    /// the words of clauses may be those of an earlier program.
    ///
    /// ```
    /// use hnefi_rules::{Question, ruleset};
    /// let copenhagen = ruleset("copenhagen").unwrap();
    /// assert!(copenhagen.is_same(copenhagen));
    /// assert!(!copenhagen.is_same(&copenhagen.with(Question::NoMove, "draw").unwrap()));
    /// ```
    pub fn is_same(&self, other: &Ruleset) -> bool {
        self.id == other.id && self.answers == other.answers && self.start == other.start
    }

    /// The questions that this rule set answers otherwise than `other`.
    ///
    /// ```
    /// use hnefi_rules::{Question, leaflet};
    /// let fetlar = leaflet("fetlar-2018").unwrap();
    /// let viking = leaflet("viking-game").unwrap();
    /// assert_eq!(fetlar.differences(viking), [Question::Repetition, Question::Claims]);
    /// ```
    pub fn differences(&self, other: &Ruleset) -> Vec<Question> {
        self.answers.differences(&other.answers)
    }

    /// The questions whose answers are house rules: graded so, or other than the base has them.
    pub fn changed(&self) -> Vec<Question> {
        let differing = self.made_from().map(|base| self.differences(base)).unwrap_or_default();
        Question::ALL
            .iter()
            .copied()
            .filter(|&q| self.source(q).grade == Grade::House || differing.contains(&q))
            .collect()
    }

    /// This rule set with one answer changed, as a house rule without a clause of its own; `None` if
    /// `word` does not answer the question. An answer that stays the same keeps its source.
    pub fn with(&self, question: Question, word: &str) -> Option<Ruleset> {
        let answers = self.answers.with(question, word)?;
        let mut changed = self.clone();
        if answers != self.answers {
            changed.answers = answers;
            changed.answer_sources[question as usize] = Source::house();
        }
        Some(changed)
    }
}

impl Answers {
    /// Whether the central square is other than an ordinary one under some answer, and so worth a mark on a
    /// board.
    pub fn has_throne(&self) -> bool {
        let hostile = [self.empty_throne_attackers, self.empty_throne_defenders, self.occupied_throne_attackers];
        self.soldiers_throne != SoldiersThrone::Stop
            || self.king_throne != KingThrone::Returns
            || hostile.contains(&Hostility::Hostile)
            || self.occupied_throne_defenders != OccupiedThrone::Harmless
            || self.king_on_throne != self.king_open
            || !matches!(
                (self.king_beside_throne, self.king_open),
                (KingBesideThrone::Four, KingCapture::Four) | (KingBesideThrone::Two, KingCapture::Two)
            )
    }

    /// Whether the corners are other than ordinary squares under some answer, and so worth a mark on a board.
    pub fn has_corners(&self) -> bool {
        self.escape == Escape::Corner
            || self.corners == Corners::KingOnly
            || [self.corners_attackers, self.corners_defenders].contains(&Hostility::Hostile)
    }
}

impl Source {
    pub(crate) fn house() -> Source {
        Source { grade: Grade::House, section: String::new(), clause: String::new() }
    }
}
