//! What a rules string can say, and the answers that it gives to the questions of a rule set.

use hnefi_rules::{
    Agreement, Answers, Claims, Corners, Encirclement, Escape, ExitFort, FirstMove, Hostility, KingArms,
    KingBesideThrone, KingCapture, KingExposure, KingThrone, NoMove, OccupiedThrone, Question, Reach, Repetition,
    Ruleset, Shieldwall, SoldiersThrone, Trap,
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

/// What captures the king, by where he stands.
struct King {
    open: KingCapture,
    on_throne: KingCapture,
    beside_throne: KingBesideThrone,
    on_edge: KingExposure,
    beside_corner: KingExposure,
}

/// The questions about which a rules string says nothing. They are answered by what OpenTafl does, or what comes closest to
/// nothing.
pub(super) const UNSAID: [Question; 4] =
    [Question::SoldierTrap, Question::NoMove, Question::Agreement, Question::Claims];

impl Sayings {
    /// The answers that the sayings give, and to [`UNSAID`] those that are taken instead.
    pub(super) fn answers(&self) -> Answers {
        let hostile = |is: bool| if is { Hostility::Hostile } else { Hostility::Harmless };
        let reach = |slow: bool| if slow { Reach::One } else { Reach::Any };
        let throne = self.throne.unwrap_or(ThroneSayings {
            hostile: (false, false),
            hostile_empty: Pieces::NONE,
            pass: Pieces::ALL,
            stop: Pieces::ALL,
        });
        let corners = self.corners.unwrap_or(CornerSayings { hostile: Pieces::NONE, stop: Pieces::ALL });
        let king = self.king(throne, corners);
        Answers {
            first_move: if self.attackers_first { FirstMove::Attackers } else { FirstMove::Defenders },
            soldiers_reach: reach(self.soldiers_slow),
            king_reach: reach(self.king_slow),
            soldiers_throne: match (throne.pass.attackers, throne.stop.attackers) {
                (false, _) => SoldiersThrone::Blocked,
                (true, false) => SoldiersThrone::Pass,
                (true, true) => SoldiersThrone::Stop,
            },
            king_throne: match (throne.pass.king, throne.stop.king) {
                (false, _) => KingThrone::Barred,
                (true, false) => KingThrone::Passes,
                (true, true) => KingThrone::Returns,
            },
            corners: if corners.stop.attackers { Corners::Open } else { Corners::KingOnly },
            empty_throne_attackers: hostile(throne.hostile_empty.attackers),
            empty_throne_defenders: hostile(throne.hostile_empty.defenders),
            occupied_throne_attackers: hostile(throne.hostile.0),
            occupied_throne_defenders: match (throne.hostile.1, self.linnaean && self.throne.is_some()) {
                (true, _) => OccupiedThrone::Hostile,
                (false, true) => OccupiedThrone::Boxed,
                (false, false) => OccupiedThrone::Harmless,
            },
            corners_attackers: hostile(corners.hostile.attackers),
            corners_defenders: hostile(corners.hostile.defenders),
            king_arms: match self.king_arms {
                'y' => KingArms::Armed,
                'h' => KingArms::Hammer,
                'a' => KingArms::Anvil,
                _ => KingArms::Unarmed,
            },
            king_open: king.open,
            king_on_throne: king.on_throne,
            king_beside_throne: king.beside_throne,
            king_on_edge: king.on_edge,
            king_beside_corner: king.beside_corner,
            soldier_trap: Trap::None,
            shieldwall: if self.shieldwall == 'n' { Shieldwall::None } else { Shieldwall::Captured },
            escape: if self.edge_escape { Escape::Edge } else { Escape::Corner },
            exit_fort: if self.exit_fort { ExitFort::DefendersWin } else { ExitFort::None },
            encirclement: if self.surrounding { Encirclement::Closed } else { Encirclement::None },
            no_move: NoMove::Loss,
            repetition: match self.repetition {
                'd' => Repetition::ThirdPosition,
                'l' => Repetition::MoverLoses,
                'i' => Repetition::None,
                // The side that completes the third occurrence wins: whoever drives the other to and fro loses.
                _ => Repetition::AggressorLoses,
            },
            agreement: Agreement::Allowed,
            claims: Claims::None,
        }
    }

    /// The key whose saying no answer to a question holds exactly, where the answer is only the nearest.
    pub(super) fn nearest(&self, question: Question) -> Option<&'static str> {
        let corners = self.corners.unwrap_or(CornerSayings { hostile: Pieces::NONE, stop: Pieces::ALL });
        match question {
            Question::Corners => (!corners.stop.king).then_some("cors"),
            Question::KingBesideThrone => {
                // A hostile empty throne would take a weak king with a single attacker.
                let weak = !matches!(self.king_strength, 's' | 'm' | 'c');
                (weak && self.throne.is_some_and(|throne| throne.hostile_empty.king)).then_some("cenhe")
            }
            // Without a hostile corner only men could take him there.
            Question::KingBesideCorner => {
                (self.king_strength != 's' && !self.edge_escape && !corners.hostile.king).then_some("corh")
            }
            Question::Shieldwall => {
                let hostile = corners.hostile.attackers || corners.hostile.defenders;
                match self.shieldwall {
                    'n' => None,
                    _ if self.any_flank => Some("swf"),
                    strength => (strength == 'w' && hostile).then_some("sw"),
                }
            }
            Question::Repetition => (self.answers().repetition == Repetition::AggressorLoses).then_some("tfr"),
            _ => None,
        }
    }

    /// How the king falls.
    fn king(&self, throne: ThroneSayings, corners: CornerSayings) -> King {
        // On an edge where he escapes he cannot stand; where he escapes by the corners, sandwiches reach him there.
        let at_edge = |exposure| if self.edge_escape { KingExposure::Safe } else { exposure };
        let at_corner = |exposure| if corners.hostile.king { at_edge(exposure) } else { KingExposure::Safe };
        let beside_throne = if throne.hostile_empty.king { KingBesideThrone::Three } else { KingBesideThrone::Four };
        match self.king_strength {
            's' => King {
                open: KingCapture::Four,
                on_throne: KingCapture::Four,
                beside_throne,
                on_edge: KingExposure::Safe,
                beside_corner: KingExposure::Safe,
            },
            'm' => King {
                open: KingCapture::Four,
                on_throne: KingCapture::Four,
                beside_throne,
                on_edge: at_edge(KingExposure::Surrounded),
                beside_corner: at_corner(KingExposure::Surrounded),
            },
            strength => {
                let by_throne = strength == 'c' && self.throne.is_some();
                King {
                    open: KingCapture::Two,
                    on_throne: if by_throne { KingCapture::Four } else { KingCapture::Two },
                    beside_throne: if by_throne { KingBesideThrone::Three } else { KingBesideThrone::Two },
                    on_edge: at_edge(KingExposure::Sandwich),
                    beside_corner: at_corner(KingExposure::Sandwich),
                }
            }
        }
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
            surrounding: answers.encirclement != Encirclement::None,
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
            let differing = sayings.answers().differences(answers);
            differing.into_iter().filter(|&q| !UNSAID.contains(&q) && matters(q, answers)).count()
        };
        let thrones: &[bool] = if throne == nothing && !linnaean { &[false, true] } else { &[true] };
        let all = ['s', 'c', 'w', 'm'].into_iter().flat_map(|ks| thrones.iter().map(move |&throne| (ks, throne)));
        all.map(|(ks, throne)| sayings(ks, throne)).min_by_key(wrong).expect("there are strengths")
    }

    /// The answers of a rule set that these sayings do not give.
    pub(super) fn losses(&self, ruleset: &Ruleset) -> Vec<Loss> {
        let (answers, said) = (ruleset.answers(), self.answers());
        let lost = |question: Question| {
            let instead = match UNSAID.contains(&question) {
                true => None,
                false => Some(self.key_of(question).unwrap_or_else(|| said.word(question).to_owned())),
            };
            Loss::Answer { question, answer: answers.word(question), instead }
        };
        said.differences(answers).into_iter().filter(|&question| matters(question, answers)).map(lost).collect()
    }

    /// The key that stands for an answer that is not said exactly.
    fn key_of(&self, question: Question) -> Option<String> {
        match question {
            Question::Repetition => Some(format!("tfr:{}", self.repetition)),
            Question::Encirclement => Some(format!("surf:{}", if self.surrounding { 'y' } else { 'n' })),
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
