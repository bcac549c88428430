//! Why a piece still stands, and why a move is refused: the questions that people argue about.

use std::sync::Arc;

use hnefi_rules::{
    Capture, Clause, Direction, KingArms, KingBesideThrone, KingCapture, KingExposure, KingPlace, Neighbour,
    OccupiedThrone, Piece, Question, Refusal, Ruleset, Shieldwall, Standing, Trap, Why, WhyNot, leaflets,
};

use crate::capture::is_occupied;
use crate::{ClauseWords, Value, Words};

/// The answer to a "why", ready to be shown: the question, sentences that answer it, the clauses that decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyWords {
    /// The question: "Why does the defender on d5 still stand?"
    pub title: String,
    /// The answer, a sentence or two to a line, the weightiest first. Never empty.
    pub lines: Vec<String>,
    /// The clauses that decide, the weightiest first.
    pub clauses: Vec<ClauseWords>,
}

impl Words {
    /// Why a piece still stands: which side is open, which square is not hostile and where else it would be,
    /// that it moved in by itself, what the king needs.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, Side, leaflet};
    /// use hnefi_words::Words;
    /// let ruleset = leaflet("regency-chess").unwrap();
    /// let referee = Referee::new(ruleset.clone());
    /// // An attacker on f5 between a defender on f4 and the empty throne.
    /// let setup = Setup::from_rows("/11/K10/11/5T5/5t5/11/11/11/11/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Attackers).unwrap();
    /// let answer = referee.why_not(&position, "f5".parse().unwrap(), None, &[]).unwrap();
    /// assert_eq!(
    ///     Words::english().why_not(&answer, ruleset).lines,
    ///     ["The defender on f4 is below it, but the opposite side is open: \
    ///       the empty throne is not hostile to attackers under Regency Chess."],
    /// );
    /// ```
    pub fn why_not(&self, why: &WhyNot, ruleset: &Ruleset) -> WhyWords {
        let teller = Teller { words: self, why, ruleset };
        let title = if matches!(why.why, Why::Falls(_)) { "why-title-falls" } else { "why-title" };
        WhyWords {
            title: teller.say(title, vec![("square", why.square.into())]),
            lines: teller.lines(),
            clauses: why.clauses.iter().map(|&clause| self.clause(ruleset, clause)).collect(),
        }
    }

    /// Why a move is refused, with its clause. `allowed_by` are other rule sets that allow it.
    pub fn why_refused(&self, refusal: &Refusal, ruleset: &Ruleset, allowed_by: &[Arc<Ruleset>]) -> WhyWords {
        let mv = self.intent(refusal.intent);
        let mut lines = vec![self.refusal(refusal, ruleset)];
        if !allowed_by.is_empty() {
            lines.push(self.format("why-refused-elsewhere", &[("rulesets", self.rulesets(allowed_by).into())]));
        }
        WhyWords {
            title: self.format("why-refused-title", &[("move", mv.into())]),
            lines,
            clauses: refusal.reason.clause().map(|clause| self.clause(ruleset, clause)).into_iter().collect(),
        }
    }
}

/// One answer in the telling.
struct Teller<'a> {
    words: &'a Words,
    why: &'a WhyNot,
    ruleset: &'a Ruleset,
}

impl Teller<'_> {
    fn lines(&self) -> Vec<String> {
        let king = self.why.piece == Piece::King;
        let mut lines = match self.why.why {
            Why::Open => self.open(),
            Why::MovedIn if king => vec![self.say("why-king-moved-in", vec![])],
            Why::NotStruck if king => vec![self.say("why-king-not-struck", vec![])],
            Why::LastMoveUnknown if king => vec![self.say("why-king-unknown", vec![])],
            Why::MovedIn => self.closed_in("why-moved-in", "why-row-moved-in"),
            Why::NotStruck => self.closed_in("why-not-struck", "why-row-not-struck"),
            Why::LastMoveUnknown => self.closed_in("why-unknown", "why-row-unknown"),
            Why::Falls(capture) => self.falls(&capture),
            Why::KingNeedsMore(place) => self.king_needs(place),
            Why::KingSafe(place) => vec![self.say(&format!("why-{}-safe", place.question().id()), vec![])],
        };
        lines.extend(self.elsewhere());
        lines
    }

    /// A message that may use the piece, its side and the rule set besides what is given.
    fn say<'v>(&self, id: &str, mut values: Vec<(&'v str, Value<'v>)>) -> String {
        let victims = if self.why.piece == Piece::King { "king" } else { self.why.piece.side().id() };
        values.extend([
            ("piece", self.why.piece.into()),
            ("victims", victims.into()),
            ("ruleset", self.ruleset.name().to_owned().into()),
        ]);
        self.words.format(id, &values)
    }

    /// Why a soldier with no complete sandwich or trap round him stands.
    fn open(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.why.clauses.first() == Some(&Clause::Question(Question::SoldierTrap)) {
            lines.push(self.say("why-shut-in", vec![]));
        }
        if self.pairs().any(|(a, b)| self.closes(a) && self.closes(b)) {
            lines.push(self.between("why-anvil-square"));
        }
        lines.extend(self.half_open());
        if lines.is_empty() {
            lines.push(self.say("why-open-nothing", vec![]));
        }
        if self.ruleset.answers().soldier_trap == Trap::Captured {
            lines.extend(self.trap_open());
        }
        lines.extend(self.row_open());
        lines
    }

    /// What a row on the edge would need to fall, where the piece stands in one.
    fn row_open(&self) -> Option<String> {
        if self.ruleset.answers().shieldwall == Shieldwall::None {
            return None;
        }
        let (beyond, front) = self.pairs().find(|(side, _)| side.standing == Standing::Edge)?;
        let in_row = |side: &Neighbour| side.direction != front.direction && side.direction != beyond.direction;
        let comrade = self.why.sides.iter().any(|s| in_row(s) && matches!(s.standing, Standing::Comrade(_)));
        comrade.then(|| match front.standing {
            Standing::Enemy(_) => self.say("why-row-open", vec![]),
            _ => self.say("why-row-front", vec![("other", self.standing(front).into())]),
        })
    }

    /// Why a piece that is closed in was not captured: between two partners, or in a row on the edge.
    fn closed_in(&self, between: &str, in_row: &str) -> Vec<String> {
        let pair = self.pairs().any(|(a, b)| self.counts(a) && self.counts(b));
        let shut = self.why.sides.iter().all(|s| self.counts(s) || s.standing == Standing::Edge);
        let arms = self.ruleset.answers().king_arms;
        if !pair && !shut && self.ruleset.answers().shieldwall == Shieldwall::Captured {
            let by_arms = self.why.clauses.first() == Some(&Clause::Question(Question::KingArms));
            return match arms {
                KingArms::Hammer if by_arms => vec![self.say("why-row-hammer-king", vec![])],
                KingArms::Anvil if by_arms => vec![self.say("why-row-anvil-king", vec![])],
                _ => vec![self.say(in_row, vec![])],
            };
        }
        // Only where he is needed for it does it matter how the king may capture.
        let without_king = self.pairs().any(|(a, b)| [a, b].iter().all(|s| self.closes(s) && !self.is_king(s)));
        let with_king = self.why.sides.iter().any(|s| self.is_king(s)) && !without_king && self.why.why != Why::MovedIn;
        match arms {
            KingArms::Hammer if with_king => vec![self.between("why-hammer-king")],
            KingArms::Anvil if with_king && shut && self.ruleset.answers().soldier_trap == Trap::Captured => {
                vec![self.between("why-anvil-king-shut")]
            }
            KingArms::Anvil if with_king => vec![self.between("why-anvil-king")],
            _ => vec![self.between(between)],
        }
    }

    /// Whether the enemy king stands on a side.
    fn is_king(&self, side: &Neighbour) -> bool {
        matches!(side.standing, Standing::Enemy(Piece::King) | Standing::Unarmed)
    }

    /// Whether a side may take part in a capture: a partner, or a king who captures by his own move alone.
    fn counts(&self, side: &Neighbour) -> bool {
        let hammer = self.ruleset.answers().king_arms == KingArms::Hammer && side.standing == Standing::Unarmed;
        self.closes(side) || hammer
    }

    /// A line for each pair of opposite sides with a partner on one of them only.
    fn half_open(&self) -> Vec<String> {
        self.pairs()
            .filter(|(side, opposite)| self.closes(side) && !self.closes(opposite))
            .map(|(side, opposite)| {
                let (partner, other) = (self.partner_start(side), self.standing(opposite));
                self.say(
                    "why-open-side",
                    vec![("partner", partner.into()), ("direction", side.direction.into()), ("other", other.into())],
                )
            })
            .collect()
    }

    /// Each side with the one opposite, both ways round.
    fn pairs(&self) -> impl Iterator<Item = (&Neighbour, &Neighbour)> {
        let side = |direction: Direction| self.why.sides.iter().find(move |s| s.direction == direction);
        self.why.sides.iter().filter_map(move |s| Some((s, side(s.direction.opposite())?)))
    }

    fn closes(&self, side: &Neighbour) -> bool {
        side.standing.is_partner()
    }

    /// That a trap needs one side more, where it needs just that.
    fn trap_open(&self) -> Option<String> {
        let open =
            |side: &&Neighbour| matches!(side.standing, Standing::Empty | Standing::Comrade(_) | Standing::Unarmed);
        let mut sides = self.why.sides.iter().filter(open);
        let (last, more) = (sides.next()?, sides.next());
        more.is_none().then(|| self.say("why-trap-open", vec![("other", self.standing(last).into())]))
    }

    /// A message about the partners between which the piece stands.
    fn between(&self, id: &str) -> String {
        let complete =
            |s: &&Neighbour| self.counts(s) && self.pairs().any(|(a, b)| a.direction == s.direction && self.counts(b));
        let mut partners: Vec<&Neighbour> = self.why.sides.iter().filter(complete).collect();
        if partners.is_empty() {
            partners = self.why.sides.iter().filter(|s| self.counts(s)).collect();
        }
        self.say(id, vec![("partners", self.partners(&partners).into())])
    }

    /// Several partners within a sentence: "the attackers on b4 and d4", "the attacker on b1 and the corner a1".
    fn partners(&self, partners: &[&Neighbour]) -> String {
        let mut squares: Vec<_> = partners.iter().filter_map(|s| s.square).collect();
        squares.sort_by_key(|s| s.file_then_rank());
        let soldier = Piece::soldier_of(!self.why.piece.side());
        if partners.len() > 1 && partners.iter().all(|s| s.standing == Standing::Enemy(soldier)) {
            let squares: Vec<String> = squares.iter().map(|s| s.to_string()).collect();
            let squares = self.words.list(&squares);
            return self.words.format("pieces-on", &[("piece", soldier.into()), ("squares", squares.into())]);
        }
        self.words.list(&partners.iter().map(|s| self.partner(s)).collect::<Vec<_>>())
    }

    fn falls(&self, capture: &Capture) -> Vec<String> {
        let id = if self.why.piece == Piece::King { "why-king-falls" } else { "why-falls" };
        vec![self.words.capture(capture, self.ruleset), self.say(id, vec![])]
    }

    /// What captures the king where he stands, and what is missing.
    fn king_needs(&self, place: KingPlace) -> Vec<String> {
        let answers = self.ruleset.answers();
        let question = place.question();
        let rule = self.say(&format!("why-{}-{}", question.id(), answers.word(question)), vec![]);
        let exposed = |how: KingExposure| match how {
            KingExposure::Exposed => (true, true),
            KingExposure::Sandwich => (true, false),
            KingExposure::Surrounded | KingExposure::Safe => (false, false),
        };
        let (pair_suffices, may_be_shut_in) = match place {
            KingPlace::Open => (answers.king_open == KingCapture::Two, false),
            KingPlace::OnThrone => (answers.king_on_throne == KingCapture::Two, false),
            KingPlace::BesideThrone => (answers.king_beside_throne == KingBesideThrone::Two, false),
            KingPlace::OnEdge => exposed(answers.king_on_edge),
            KingPlace::BesideCorner => exposed(answers.king_beside_corner),
        };
        let attackers = self.why.sides.iter().filter(|s| matches!(s.standing, Standing::Enemy(_))).count();
        let mut lines = vec![rule];
        if pair_suffices {
            let half = self.half_open();
            if attackers == 0 {
                lines.push(self.say("why-king-attackers", vec![("count", attackers.into())]));
            } else {
                lines.extend(half);
                if may_be_shut_in {
                    lines.extend(self.trap_open());
                }
            }
        } else {
            lines.push(self.say("why-king-attackers", vec![("count", attackers.into())]));
            // Only a king who may stand on the edge is ever asked about there, and there it closes a side.
            let open = |s: &&Neighbour| !self.closes(s) && s.standing != Standing::Edge;
            let open: Vec<String> = self.why.sides.iter().filter(open).map(|s| self.standing(s)).collect();
            if attackers > 0 && !open.is_empty() {
                let (count, sides) = (open.len(), self.words.list(&open));
                lines.push(self.say("why-king-open-sides", vec![("count", count.into()), ("sides", sides.into())]));
            }
        }
        lines
    }

    /// Which other rule sets would have captured the piece, and which of them because they hold a throne or
    /// corner hostile that is harmless here.
    fn elsewhere(&self) -> Vec<String> {
        let matters = |side: &&Neighbour| {
            !side.hostile_elsewhere.is_empty()
                && (self.why.piece == Piece::King
                    || self.pairs().any(|(a, b)| a.direction == side.direction && self.closes(b)))
        };
        let mut told = false;
        let mut lines = Vec::new();
        for side in self.why.sides.iter().filter(matters) {
            let Standing::Harmless(question) = side.standing else { continue };
            let id = format!("why-hostile-elsewhere-{}", special(question));
            let line = self.say(&id, vec![("rulesets", self.others(&side.hostile_elsewhere).into())]);
            if side.hostile_elsewhere == self.why.elsewhere {
                told = true;
                lines.push(self.say("why-there", vec![("line", line.into())]));
            } else {
                lines.push(line);
            }
        }
        if !told && !self.why.elsewhere.is_empty() {
            let id = if self.why.piece == Piece::King { "why-king-elsewhere" } else { "why-elsewhere" };
            lines.push(self.say(id, vec![("rulesets", self.others(&self.why.elsewhere).into())]));
        }
        lines
    }

    /// Other rule sets by name, or as all the others at once.
    fn others(&self, rulesets: &[Arc<Ruleset>]) -> String {
        let is_leaflet = |r: &&Arc<Ruleset>| leaflets().iter().any(|leaflet| leaflet.id() == r.id());
        let others = leaflets().iter().filter(|leaflet| !leaflet.is_same(self.ruleset)).count();
        if rulesets.iter().filter(is_leaflet).count() < others {
            return self.words.rulesets(rulesets);
        }
        let all = if others == leaflets().len() { "why-others-leaflets" } else { "why-others-all" };
        let rest = rulesets.iter().filter(|r| !is_leaflet(r)).map(|r| r.name().to_owned());
        self.words.list(&std::iter::once(self.words.text(all)).chain(rest).collect::<Vec<_>>())
    }

    /// A side that is no partner, as part of a sentence.
    fn standing(&self, side: &Neighbour) -> String {
        let mut values: Vec<(&str, Value<'_>)> = vec![("direction", side.direction.into())];
        values.extend(side.square.map(|square| ("square", square.into())));
        let id = match side.standing {
            Standing::Edge => "why-side-edge".to_owned(),
            Standing::Empty => "why-side-empty".to_owned(),
            Standing::Comrade(Piece::King) => "why-side-comrade-king".to_owned(),
            Standing::Comrade(_) => "why-side-comrade".to_owned(),
            Standing::Unarmed if self.ruleset.answers().king_arms == KingArms::Hammer => "why-side-hammer".to_owned(),
            Standing::Unarmed => "why-side-unarmed".to_owned(),
            Standing::Harmless(Question::OccupiedThroneDefenders)
                if self.ruleset.answers().occupied_throne_defenders == OccupiedThrone::Boxed =>
            {
                "why-side-boxed".to_owned()
            }
            Standing::Harmless(question) => format!("why-side-harmless-{}", special(question)),
            Standing::Enemy(_) | Standing::Hostile(_) => return self.partner(side),
        };
        self.say(&id, values)
    }

    /// A side that is a partner, within a sentence: "the attacker on d6", "the corner a1".
    fn partner(&self, side: &Neighbour) -> String {
        self.partner_as(side, "", Words::piece_on)
    }

    /// The same to begin a sentence.
    fn partner_start(&self, side: &Neighbour) -> String {
        self.partner_as(side, "-start", Words::piece_on_start)
    }

    fn partner_as(
        &self,
        side: &Neighbour,
        form: &str,
        piece_on: impl Fn(&Words, Piece, hnefi_rules::Square) -> String,
    ) -> String {
        let Some(square) = side.square else { return String::new() };
        match side.standing {
            Standing::Hostile(question) => {
                self.say(&format!("why-partner-{}{form}", special(question)), vec![("square", square.into())])
            }
            Standing::Enemy(piece) => piece_on(self.words, piece, square),
            Standing::Unarmed => piece_on(self.words, Piece::King, square),
            _ => String::new(),
        }
    }
}

/// Which special square a question speaks of, as part of a message's id.
fn special(question: Question) -> &'static str {
    match question {
        Question::CornersAttackers | Question::CornersDefenders | Question::KingBesideCorner => "corner",
        question if is_occupied(question.into()) => "throne-occupied",
        _ => "throne-empty",
    }
}
