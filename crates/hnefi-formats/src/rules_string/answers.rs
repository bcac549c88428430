//! What a rules string can say, and the answers that it gives to the questions of a rule set.

use hnefi_rules::{
    Answers, Corners, Encirclement, Escape, ExitFort, FirstMove, Hostility, KingArms, KingBesideThrone, KingThrone,
    OccupiedThrone, Question, Reach, Repetition, Ruleset, Shieldwall, SoldiersThrone,
};

use super::keys::Pieces;
use crate::Loss;

/// Everything that a rules string can say of rules that can be played here. Two strings with the same sayings
/// describe the same rules, however they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sayings {
    pub(super) edge_escape: bool,
    pub(super) surrounding: bool,
    pub(super) attackers_first: bool,
    pub(super) repetition: char,
    pub(super) king_arms: char,
    pub(super) king_strength: char,
    pub(super) soldiers_slow: bool,
    pub(super) king_slow: bool,
    /// The corners, if there are any.
    pub(super) corners: Option<CornerSayings>,
    /// The throne, if there is one.
    pub(super) throne: Option<ThroneSayings>,
    pub(super) shieldwall: char,
    pub(super) any_flank: bool,
    pub(super) exit_fort: bool,
    pub(super) linnaean: bool,
}

/// What a rules string says of the corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CornerSayings {
    pub(super) hostile: Pieces,
    /// Who may stop there, which takes being let in.
    pub(super) stop: Pieces,
}

/// What a rules string says of the throne.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThroneSayings {
    /// To whose soldiers it is hostile with a piece on it.
    pub(super) hostile: (bool, bool),
    pub(super) hostile_empty: Pieces,
    pub(super) pass: Pieces,
    /// Who may stop there, which takes being let in; the king: after he has left it.
    pub(super) stop: Pieces,
}

/// The questions about which a rules string says nothing, with what OpenTafl does, or what comes closest to nothing.
pub(super) const UNSAID: [(Question, &str); 4] = [
    (Question::SoldierTrap, "none"),
    (Question::NoMove, "loss"),
    (Question::Agreement, "allowed"),
    (Question::Claims, "none"),
];

/// An answer that a rules string gives to a question, and the key that gives it if the answer is only the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) question: Question,
    pub(super) word: &'static str,
    pub(super) nearest: Option<&'static str>,
}

impl Sayings {
    /// The answers to all questions but those of [`UNSAID`].
    pub(super) fn answers(&self) -> Vec<Given> {
        let mut given = Vec::with_capacity(Question::ALL.len());
        let mut say = |question, word, nearest| given.push(Given { question, word, nearest });
        let hostile = |is: bool| if is { "hostile" } else { "harmless" };
        let reach = |slow: bool| if slow { "one" } else { "any" };
        say(Question::FirstMove, if self.attackers_first { "attackers" } else { "defenders" }, None);
        say(Question::SoldiersReach, reach(self.soldiers_slow), None);
        say(Question::KingReach, reach(self.king_slow), None);
        let throne = self.throne.unwrap_or(ThroneSayings {
            hostile: (false, false),
            hostile_empty: Pieces::NONE,
            pass: Pieces::ALL,
            stop: Pieces::ALL,
        });
        let soldiers = match (throne.pass.attackers, throne.stop.attackers) {
            (false, _) => "blocked",
            (true, false) => "pass",
            (true, true) => "stop",
        };
        say(Question::SoldiersThrone, soldiers, None);
        let king = match (throne.pass.king, throne.stop.king) {
            (false, _) => "barred",
            (true, false) => "passes",
            (true, true) => "returns",
        };
        say(Question::KingThrone, king, None);
        let open = CornerSayings { hostile: Pieces::NONE, stop: Pieces::ALL };
        let corners = self.corners.unwrap_or(open);
        let shut_out = (!corners.stop.king).then_some("cors");
        say(Question::Corners, if corners.stop.attackers { "open" } else { "king-only" }, shut_out);
        say(Question::EmptyThroneAttackers, hostile(throne.hostile_empty.attackers), None);
        say(Question::EmptyThroneDefenders, hostile(throne.hostile_empty.defenders), None);
        say(Question::OccupiedThroneAttackers, hostile(throne.hostile.0), None);
        let occupied = match (throne.hostile.1, self.linnaean && self.throne.is_some()) {
            (true, _) => "hostile",
            (false, true) => "boxed",
            (false, false) => "harmless",
        };
        say(Question::OccupiedThroneDefenders, occupied, None);
        say(Question::CornersAttackers, hostile(corners.hostile.attackers), None);
        say(Question::CornersDefenders, hostile(corners.hostile.defenders), None);
        let arms = match self.king_arms {
            'y' => "armed",
            'h' => "hammer",
            'a' => "anvil",
            _ => "unarmed",
        };
        say(Question::KingArms, arms, None);
        for king in self.king(throne, corners) {
            say(king.question, king.word, king.nearest);
        }
        let weak_wall = self.shieldwall == 'w' && (corners.hostile.attackers || corners.hostile.defenders);
        let wall = match self.shieldwall {
            'n' => ("none", None),
            _ if self.any_flank => ("captured", Some("swf")),
            _ => ("captured", weak_wall.then_some("sw")),
        };
        say(Question::Shieldwall, wall.0, wall.1);
        say(Question::Escape, if self.edge_escape { "edge" } else { "corner" }, None);
        say(Question::ExitFort, if self.exit_fort { "defenders-win" } else { "none" }, None);
        say(Question::Encirclement, if self.surrounding { "attackers-win" } else { "none" }, None);
        let repetition = match self.repetition {
            'd' => ("third-position-draw", None),
            'l' => ("third-position-mover-loses", None),
            'i' => ("none", None),
            // The side that completes the third occurrence wins: whoever drives the other to and fro loses.
            _ => ("aggressor-loses", Some("tfr")),
        };
        say(Question::Repetition, repetition.0, repetition.1);
        given
    }

    /// How the king falls.
    fn king(&self, throne: ThroneSayings, corners: CornerSayings) -> [Given; 5] {
        // On an edge where he escapes he cannot stand; where he escapes by the corners, sandwiches reach him there.
        let edge = if self.edge_escape { "safe" } else { "sandwich" };
        let corner_takes = corners.hostile.king && !self.edge_escape;
        let beside = |is_three| if is_three { "three" } else { "four" };
        let at_corner = |word: &'static str| match (corner_takes, self.edge_escape) {
            (true, _) => (word, None),
            (false, true) => ("safe", None),
            // Without a hostile corner only men could take him there.
            (false, false) => ("safe", Some("corh")),
        };
        let (open, on_throne, beside_throne, on_edge, beside_corner) = match self.king_strength {
            's' => ("four", "four", (beside(throne.hostile_empty.king), None), "safe", ("safe", None)),
            'm' => {
                let on_edge = if self.edge_escape { "safe" } else { "surrounded" };
                ("four", "four", (beside(throne.hostile_empty.king), None), on_edge, at_corner("surrounded"))
            }
            'c' if self.throne.is_some() => ("two", "four", ("three", None), edge, at_corner("sandwich")),
            // A hostile empty throne would take a weak king with a single attacker.
            _ => {
                let nearest = throne.hostile_empty.king.then_some("cenhe");
                ("two", "two", ("two", nearest), edge, at_corner("sandwich"))
            }
        };
        let plain = |question, word| Given { question, word, nearest: None };
        [
            plain(Question::KingOpen, open),
            plain(Question::KingOnThrone, on_throne),
            Given { question: Question::KingBesideThrone, word: beside_throne.0, nearest: beside_throne.1 },
            plain(Question::KingOnEdge, on_edge),
            Given { question: Question::KingBesideCorner, word: beside_corner.0, nearest: beside_corner.1 },
        ]
    }

    /// What comes closest to a rule set.
    pub(super) fn of(ruleset: &Ruleset) -> Sayings {
        let answers = ruleset.answers();
        let hostile_to = |answer: Hostility| answer == Hostility::Hostile;
        let edge_escape = answers.escape == Escape::Edge;
        let hostile = Pieces {
            attackers: hostile_to(answers.corners_attackers),
            defenders: hostile_to(answers.corners_defenders),
            king: false,
        };
        let open = answers.corners == Corners::Open;
        let no_corners = open && edge_escape && hostile == Pieces::NONE;
        let corners = CornerSayings {
            hostile: Pieces { king: hostile.attackers || hostile.defenders, ..hostile },
            stop: Pieces { attackers: open, defenders: open, king: true },
        };
        let takes_king = answers.king_beside_throne == KingBesideThrone::Three;
        let pass = answers.soldiers_throne != SoldiersThrone::Blocked;
        let stop = answers.soldiers_throne == SoldiersThrone::Stop;
        let linnaean = answers.occupied_throne_defenders == OccupiedThrone::Boxed;
        let throne = ThroneSayings {
            hostile: (
                hostile_to(answers.occupied_throne_attackers),
                answers.occupied_throne_defenders == OccupiedThrone::Hostile,
            ),
            hostile_empty: Pieces {
                attackers: hostile_to(answers.empty_throne_attackers),
                defenders: hostile_to(answers.empty_throne_defenders),
                king: takes_king,
            },
            pass: Pieces { attackers: pass, defenders: pass, king: answers.king_throne != KingThrone::Barred },
            stop: Pieces { attackers: stop, defenders: stop, king: answers.king_throne == KingThrone::Returns },
        };
        let nothing = ThroneSayings {
            hostile: (false, false),
            hostile_empty: Pieces::NONE,
            pass: Pieces::ALL,
            stop: Pieces::ALL,
        };
        let sayings = |king_strength: char, with_throne: bool| Sayings {
            edge_escape,
            surrounding: answers.encirclement == Encirclement::AttackersWin,
            attackers_first: answers.first_move == FirstMove::Attackers,
            repetition: repetition(answers.repetition),
            king_arms: match answers.king_arms {
                KingArms::Armed => 'y',
                KingArms::Hammer => 'h',
                KingArms::Anvil => 'a',
                KingArms::Unarmed => 'n',
            },
            king_strength,
            soldiers_slow: answers.soldiers_reach == Reach::One,
            king_slow: answers.king_reach == Reach::One,
            corners: (!no_corners).then_some(corners),
            throne: with_throne.then_some(throne),
            shieldwall: if answers.shieldwall == Shieldwall::Captured { 's' } else { 'n' },
            any_flank: false,
            exit_fort: answers.exit_fort == ExitFort::DefendersWin,
            linnaean,
        };
        // The strength that misses fewest answers, with a throne only where it makes a difference.
        let wrong = |sayings: &Sayings| {
            sayings
                .answers()
                .iter()
                .filter(|given| matters(given.question, answers) && answers.word(given.question) != given.word)
                .count()
        };
        let thrones: &[bool] = if throne == nothing && !linnaean { &[false, true] } else { &[true] };
        let all = ['s', 'c', 'w', 'm'].into_iter().flat_map(|ks| thrones.iter().map(move |&throne| (ks, throne)));
        all.map(|(ks, throne)| sayings(ks, throne)).min_by_key(wrong).expect("there are strengths")
    }

    /// The answers of a rule set that these sayings do not give.
    pub(super) fn losses(&self, ruleset: &Ruleset) -> Vec<Loss> {
        let answers = ruleset.answers();
        let said = self.answers();
        let lost = |&question: &Question| {
            let answer = answers.word(question);
            let given = said.iter().find(|given| given.question == question);
            let instead = match given {
                Some(given) if given.word == answer || !matters(question, answers) => return None,
                Some(given) => Some(self.key_of(question).unwrap_or_else(|| given.word.to_owned())),
                None if UNSAID.contains(&(question, answer)) => return None,
                None => None,
            };
            Some(Loss::Answer { question, answer, instead })
        };
        Question::ALL.iter().filter_map(lost).collect()
    }

    /// The key that stands for an answer that is not said exactly.
    fn key_of(&self, question: Question) -> Option<String> {
        match question {
            Question::Repetition => Some(format!("tfr:{}", self.repetition)),
            Question::KingOpen
            | Question::KingOnThrone
            | Question::KingBesideThrone
            | Question::KingOnEdge
            | Question::KingBesideCorner => Some(format!("ks:{}", self.king_strength)),
            _ => None,
        }
    }
}

/// Whether an answer can make a difference: on an edge where he escapes, a king is never captured.
fn matters(question: Question, answers: &Answers) -> bool {
    let at_edge = matches!(question, Question::KingOnEdge | Question::KingBesideCorner);
    !(at_edge && answers.escape == Escape::Edge)
}

/// The letter that comes closest to what a rule set says of repetition.
fn repetition(answer: Repetition) -> char {
    match answer {
        Repetition::MoverLoses | Repetition::Forbidden | Repetition::DefendersForbidden => 'l',
        Repetition::AttackersWin | Repetition::AggressorLoses | Repetition::AggressorDeviates => 'w',
        Repetition::None => 'i',
        Repetition::ThirdPosition | Repetition::Sequence => 'd',
    }
}
