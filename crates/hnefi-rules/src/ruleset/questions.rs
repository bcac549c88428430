//! The questions that a rule set answers, and the answers that each may have.
//!
//! A new question is one entry in this table: its key, and the type of its answers. Every rule file without an answer to
//! it is then refused with its name. What an answer does is told where it is asked for: in the referee, in the words, and in
//! the formats that can write it. There every answer is matched by its name, so that a new one does not compile until somebody
//! has said what it does.

/// Declares an answer type: each value, its word in rule files, words by which files of earlier days mean the same, and
/// what it means.
macro_rules! answer_types {
    ($($(#[$doc:meta])* $Type:ident { $($(#[$vdoc:meta])* $Value:ident = $word:literal $(| $earlier:literal)*),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Type { $($(#[$vdoc])* $Value),+ }

        impl AnswerWord for $Type {
            const WORDS: &'static [&'static str] = &[$($word),+];
            fn word(self) -> &'static str {
                match self { $($Type::$Value => $word),+ }
            }
            fn from_word(word: &str) -> Option<Self> {
                match word { $($word $(| $earlier)* => Some($Type::$Value),)+ _ => None }
            }
        }
    )+};
}

/// An answer that a rule file can spell.
pub(crate) trait AnswerWord: Copy + Sized {
    /// Every word that answers the question, in the order of the type.
    const WORDS: &'static [&'static str];
    /// The word of this answer.
    fn word(self) -> &'static str;
    /// The answer of a word, of today or of earlier days.
    fn from_word(word: &str) -> Option<Self>;
}

answer_types! {
    /// Who makes the first move.
    FirstMove {
        /// The attackers begin.
        Attackers = "attackers",
        /// The defenders begin.
        Defenders = "defenders",
    }
    /// How far a piece may go in one move.
    Reach {
        /// Any number of empty squares in a straight line, like a rook.
        Any = "any",
        /// One square.
        One = "one",
    }
    /// What the empty throne is to a soldier who moves.
    SoldiersThrone {
        /// He may pass over it and may not stop on it.
        Pass = "pass",
        /// It is closed to him like a wall.
        Blocked = "blocked",
        /// It is a square like any other: he may pass over it and stop on it.
        Stop = "stop",
    }
    /// Whether the king may come back to the throne that he left.
    KingThrone {
        /// He may stop on it and pass over it.
        Returns = "returns",
        /// He may pass over it and not stop on it.
        Passes = "passes",
        /// It is closed to him once he has left it.
        Barred = "barred",
    }
    /// Who may stop on a corner.
    Corners {
        /// The king alone.
        KingOnly = "king-only",
        /// Everybody.
        Open = "open",
    }
    /// Whether a special square stands in for an enemy when a soldier beside it is sandwiched.
    Hostility {
        /// It is a partner in the sandwich by itself.
        Hostile = "hostile",
        /// It is no partner. (A king who stands on it may still be one, as a piece.)
        Harmless = "harmless",
    }
    /// Whether the throne with the king on it stands in for an attacker when a defender beside it is
    /// sandwiched.
    OccupiedThrone {
        /// It is a partner in the sandwich by itself.
        Hostile = "hostile",
        /// It is no partner.
        Harmless = "harmless",
        /// It is a partner when the king is boxed in: attackers stand on his three other sides.
        Boxed = "boxed",
    }
    /// Whether the king takes part in captures.
    KingArms {
        /// He captures as hammer and as anvil.
        Armed = "armed",
        /// He takes part in no capture.
        Unarmed = "unarmed",
        /// He captures as hammer, by his own move, and is nobody's anvil.
        Hammer = "hammer",
        /// He is the anvil of other men's captures, and his own move captures nothing.
        Anvil = "anvil",
    }
    /// What captures the king where he has four ordinary neighbours.
    KingCapture {
        /// Attackers on all four sides.
        Four = "four",
        /// Attackers on two opposite sides.
        Two = "two",
    }
    /// What captures the king beside the empty throne.
    KingBesideThrone {
        /// Attackers on the three other sides; the empty throne counts as the fourth.
        Three = "three",
        /// Attackers on all four sides: the throne counts only while an attacker stands on it. Where no
        /// soldier may stop there, nothing captures the king beside it.
        Four = "four",
        /// Attackers on two opposite sides: the throne counts only while an attacker stands on it.
        Two = "two",
    }
    /// What captures the king where the board ends.
    KingExposure {
        /// Nothing.
        Safe = "safe",
        /// A sandwich of attackers, or of an attacker and a corner; or a trap in which every neighbour
        /// is an attacker, a corner or the edge.
        Exposed = "exposed",
        /// A sandwich of attackers, or of an attacker and a corner.
        Sandwich = "sandwich",
        /// A trap in which every neighbour is an attacker, a corner or the edge.
        Surrounded = "surrounded",
    }
    /// Whether a soldier falls who is shut in on every side by enemies, throne, corners and edge.
    Trap {
        /// There is no such capture.
        None = "none",
        /// He is captured when the last neighbour moves in.
        Captured = "captured",
    }
    /// Whether a row of pieces on the edge falls together.
    Shieldwall {
        /// There is no such capture.
        None = "none",
        /// Two or more pieces side by side on the edge are captured when an enemy stands in front of every
        /// one of them, and an enemy or a hostile corner at both ends, the last of them by the move just
        /// made. A king in the row is not captured.
        Captured = "captured",
    }
    /// Where the king must land to win.
    Escape {
        /// On a corner.
        Corner = "corner",
        /// On any square of the edge.
        Edge = "edge",
    }
    /// Whether the king wins on the edge in a fort that cannot be broken.
    ExitFort {
        /// He does not.
        None = "none",
        /// The defenders win when they complete it.
        DefendersWin = "defenders-win",
    }
    /// Whether the attackers win when king and defenders are ringed in together.
    Encirclement {
        /// They do not.
        None = "none",
        /// They win with the move that closes the ring: from no defender, nor from the king, does a way from square to
        /// neighbouring square lead to the edge on which no attacker stands. What could be captured does not matter.
        Closed = "closed",
        /// They win with the move after which nobody inside can ever reach the edge, not even by captures, while some
        /// attacker who is not needed for that can move.
        Unbreakable = "unbreakable" | "attackers-win",
    }
    /// What happens when the side to move has no move.
    NoMove {
        /// The game is drawn.
        Draw = "draw",
        /// That side loses.
        Loss = "loss",
    }
    /// What repetition does. A position is the same when the same pieces stand on the same squares and the
    /// same side is to move.
    Repetition {
        /// The third occurrence of a position is a draw.
        ThirdPosition = "third-position-draw",
        /// The same sequence of moves, played three times running, is a draw.
        Sequence = "sequence-draw",
        /// The third occurrence of a position is a win for the attackers: the defenders lose by it, whoever
        /// completes it.
        AttackersWin = "third-position-attackers-win",
        /// The third occurrence of a position is lost by the side whose move completes it.
        MoverLoses = "third-position-mover-loses",
        /// A move that makes a position occur for the third time is illegal.
        Forbidden = "third-position-forbidden",
        /// A move of the defenders that makes any earlier position occur again is illegal.
        DefendersForbidden = "defenders-never-repeat",
        /// The third occurrence of a position is lost by the aggressor, and drawn where nobody is.
        AggressorLoses = "aggressor-loses",
        /// A move of the aggressor that makes a position occur for the third time is illegal.
        AggressorDeviates = "aggressor-deviates",
        /// Nothing.
        None = "none",
    }
    /// Whether the players may agree on a draw.
    Agreement {
        /// They may.
        Allowed = "allowed",
        /// They may not.
        None = "none",
    }
    /// The draws that one player may claim and the other side grants or denies.
    Claims {
        /// None.
        None = "none",
        /// That neither side makes progress.
        NoProgress = "no-progress",
        /// That the king is out of the attackers' reach: at the side where he cannot be brought to where
        /// he can be taken, or shut in where he reaches no corner and no attacker reaches him.
        KingOutOfReach = "king-out-of-reach",
    }
}

/// Declares the questions: the field of [`Answers`], the [`Question`], its id, and its answer type.
macro_rules! questions {
    ($($(#[$doc:meta])* $field:ident $Variant:ident $id:literal $Type:ident;)+) => {
        /// One answer to every question: all that the referee needs to know besides the board.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Answers { $($(#[$doc])* pub $field: $Type),+ }

        /// A question that every rule set answers.
        ///
        /// ```
        /// use hnefi_rules::Question;
        /// assert_eq!(Question::from_id("no-move"), Some(Question::NoMove));
        /// assert_eq!(Question::NoMove.words(), ["draw", "loss"]);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Question { $($(#[$doc])* $Variant),+ }

        impl Question {
            /// Every question, in the order in which a rule file is read best.
            pub const ALL: &'static [Question] = &[$(Question::$Variant),+];

            /// The key of this question in rule files.
            pub const fn id(self) -> &'static str {
                match self { $(Question::$Variant => $id),+ }
            }

            /// The question of a key.
            pub fn from_id(id: &str) -> Option<Question> {
                match id { $($id => Some(Question::$Variant),)+ _ => None }
            }

            /// Every word that answers this question.
            pub fn words(self) -> &'static [&'static str] {
                match self { $(Question::$Variant => $Type::WORDS),+ }
            }
        }

        impl Answers {
            /// The word with which these answers reply to a question.
            pub fn word(&self, question: Question) -> &'static str {
                match question { $(Question::$Variant => self.$field.word()),+ }
            }

            /// The questions to which other answers reply otherwise.
            ///
            /// ```
            /// use hnefi_rules::{Question, Repetition, leaflets};
            /// let fetlar = *leaflets()[0].answers();
            /// let other = hnefi_rules::Answers { repetition: Repetition::Forbidden, ..fetlar };
            /// assert_eq!(fetlar.differences(&other), [Question::Repetition]);
            /// ```
            pub fn differences(&self, other: &Answers) -> Vec<Question> {
                let mut differing = Vec::new();
                $(if self.$field != other.$field { differing.push(Question::$Variant); })+
                differing
            }

            /// The same answers with one of them changed; `None` if `word` does not answer the question. A word that rule
            /// files used earlier is known as well.
            ///
            /// ```
            /// use hnefi_rules::{Question, leaflets};
            /// let fetlar = leaflets()[0].answers();
            /// let changed = fetlar.with(Question::NoMove, "loss").unwrap();
            /// assert_eq!(changed.word(Question::NoMove), "loss");
            /// assert_eq!(fetlar.with(Question::NoMove, "perhaps"), None);
            /// ```
            pub fn with(mut self, question: Question, word: &str) -> Option<Answers> {
                match question { $(Question::$Variant => self.$field = $Type::from_word(word)?),+ }
                Some(self)
            }

            /// Builds the answers from a word for each question.
            pub(crate) fn read<E>(mut word_of: impl FnMut(Question) -> Result<String, E>, wrong: impl Fn(Question, String) -> E) -> Result<Answers, E> {
                Ok(Answers { $($field: {
                    let word = word_of(Question::$Variant)?;
                    match $Type::from_word(&word) { Some(answer) => answer, None => return Err(wrong(Question::$Variant, word)) }
                }),+ })
            }
        }
    };
}

questions! {
    /// Who makes the first move?
    first_move FirstMove "first-move" FirstMove;
    /// How far does a soldier go in one move?
    soldiers_reach SoldiersReach "soldiers-reach" Reach;
    /// How far does the king go in one move?
    king_reach KingReach "king-reach" Reach;
    /// May a soldier pass over the empty throne?
    soldiers_throne SoldiersThrone "soldiers-throne" SoldiersThrone;
    /// May the king come back to the throne?
    king_throne KingThrone "king-throne" KingThrone;
    /// Who may stop on a corner?
    corners Corners "corners" Corners;
    /// Is the empty throne hostile to attackers?
    empty_throne_attackers EmptyThroneAttackers "empty-throne-attackers" Hostility;
    /// Is the empty throne hostile to defenders?
    empty_throne_defenders EmptyThroneDefenders "empty-throne-defenders" Hostility;
    /// Is the throne with the king on it, by itself, hostile to attackers?
    occupied_throne_attackers OccupiedThroneAttackers "occupied-throne-attackers" Hostility;
    /// Is the throne with the king on it hostile to defenders?
    occupied_throne_defenders OccupiedThroneDefenders "occupied-throne-defenders" OccupiedThrone;
    /// Is a corner hostile to attackers?
    corners_attackers CornersAttackers "corners-attackers" Hostility;
    /// Is a corner hostile to defenders?
    corners_defenders CornersDefenders "corners-defenders" Hostility;
    /// Does the king take part in captures?
    king_arms KingArms "king-arms" KingArms;
    /// What captures the king in the open?
    king_open KingOpen "king-open" KingCapture;
    /// What captures the king on the throne?
    king_on_throne KingOnThrone "king-on-throne" KingCapture;
    /// What captures the king beside the empty throne?
    king_beside_throne KingBesideThrone "king-beside-throne" KingBesideThrone;
    /// What captures the king on the edge?
    king_on_edge KingOnEdge "king-on-edge" KingExposure;
    /// What captures the king beside a corner?
    king_beside_corner KingBesideCorner "king-beside-corner" KingExposure;
    /// Does a soldier fall who is shut in on every side?
    soldier_trap SoldierTrap "soldier-trap" Trap;
    /// Does a row of pieces on the edge fall together?
    shieldwall Shieldwall "shieldwall" Shieldwall;
    /// Where does the king escape?
    escape Escape "escape" Escape;
    /// Does the king win in a fort on the edge that cannot be broken?
    exit_fort ExitFort "exit-fort" ExitFort;
    /// Do the attackers win by ringing everybody in?
    encirclement Encirclement "encirclement" Encirclement;
    /// What happens when the side to move cannot move?
    no_move NoMove "no-move" NoMove;
    /// What does repetition do?
    repetition Repetition "repetition" Repetition;
    /// May the players agree on a draw?
    agreement Agreement "agreement" Agreement;
    /// Which draws may a player claim?
    claims Claims "claims" Claims;
}

/// Declares the points on which all rule sets act alike but give different sources.
macro_rules! points {
    ($($(#[$doc:meta])* $Variant:ident $id:literal;)+) => {
        /// A point that no answer changes; a rule file gives its grade and clause.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Point { $($(#[$doc])* $Variant),+ }

        impl Point {
            /// Every point, in the order in which a rule file is read best.
            pub const ALL: &'static [Point] = &[$(Point::$Variant),+];

            /// The key of this point in rule files.
            pub const fn id(self) -> &'static str {
                match self { $(Point::$Variant => $id),+ }
            }

            /// The point of a key.
            pub fn from_id(id: &str) -> Option<Point> {
                match id { $($id => Some(Point::$Variant),)+ _ => None }
            }
        }
    };
}

points! {
    /// The sides take turns; each moves one of its own pieces and may not pass.
    Turns "turns";
    /// A piece moves in a straight line along its row or column.
    Straight "straight";
    /// A piece neither jumps over nor lands on another.
    Blocked "blocked";
    /// Who may stop on the throne.
    ThroneStop "throne-stop";
    /// A soldier falls between two partners on opposite sides.
    Sandwich "sandwich";
    /// A piece that moves between two enemies is safe.
    SafeBetween "safe-between";
    /// One move may capture up to three, each by its own sandwich; two in a line between one pair are safe.
    SeveralAtOnce "several-at-once";
    /// Nobody has to choose a capturing move, but all that a move captures is captured.
    Compulsion "compulsion";
    /// The attackers win when the king is captured.
    KingTaken "king-taken";
    /// Nothing special happens when all attackers are gone.
    NoAttackersLeft "no-attackers-left";
    /// What the leaflet says of playing several games.
    Match "match";
    /// What the leaflet says of changing its rules.
    HouseRules "house-rules";
    /// Which set-up positions can be played.
    SetUp "set-up";
}
