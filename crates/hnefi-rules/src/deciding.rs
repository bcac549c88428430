//! Which clauses decide a ruling: those whose answer, turned over alone, would make the referee rule otherwise.

use std::sync::Arc;

use crate::{
    Answers, Capture, Clause, Counted, Direction, Ending, FirstMove, Game, Ground, Intent, Move, Outcome, Partner,
    Point, Position, Question, Reason, Referee, Repeat, Side, Square,
};

/// What somebody asks the referee about a position: what a move would do, or how the position stands.
///
/// ```
/// use hnefi_rules::{Clause, Effect, Game, Inquiry, Intent, Question, Referee, Setup, Side, leaflet};
/// use std::sync::Arc;
/// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
/// let setup = Setup::from_rows("/11/11/11/11/11/3K7/11/11/8t2/11/11/").unwrap();
/// let position = referee.position(&setup, Side::Defenders).unwrap();
/// let game = Game::from_position(Arc::new(referee), position);
/// let back = Intent { from: "d6".parse().unwrap(), to: "f6".parse().unwrap() };
/// let back = Inquiry { intent: Some(back), times: 1 };
/// let deciding = game.deciding(back);
/// assert_eq!(deciding[0].clause, Clause::Question(Question::KingThrone));
/// assert_eq!(deciding[0].effect, Effect::Allows);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// The move; `None` to ask about the position as it stands.
    pub intent: Option<Intent>,
    /// How many times the position has stood, this time included; with a move, the one after it. 1 where nobody counted.
    pub times: usize,
}

/// What a referee rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Why the move is refused; `None` where it is allowed, or none was asked about.
    pub refusal: Option<Reason>,
    /// Where the pieces stood that it captures, by file, then rank.
    pub captures: Vec<Square>,
    /// How the game is over.
    pub outcome: Option<Outcome>,
    /// Whether the count of a repeated position does not suffice to say what the rule set makes of it.
    pub hangs: bool,
    /// Of the start position: the side that begins.
    pub begins: Option<Side>,
    /// Of a position: the grounds on which a draw can be claimed and is proved.
    pub claims: Vec<Ground>,
}

impl Ruling {
    /// Whether another ruling comes to the same for who plays: two refusals do, whatever their reasons.
    pub fn is_like(&self, other: &Ruling) -> bool {
        match (self.refusal, other.refusal) {
            (Some(_), Some(_)) => true,
            (None, None) => self == other,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

/// A clause that decides a ruling, and what it does there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deciding {
    /// The clause.
    pub clause: Clause,
    /// What it does.
    pub effect: Effect,
}

/// What a clause does to a ruling that would be otherwise without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The move is refused.
    Refuses,
    /// The move is allowed.
    Allows,
    /// The pieces on these squares are captured.
    Captures(Vec<Square>),
    /// The pieces on these squares, as they stand after the move, are not captured.
    Spares(Vec<Square>),
    /// The game is over.
    Ends(Outcome),
    /// The game is not over in this way.
    GoesOn(Outcome),
    /// A count does not suffice to say whether the game is over.
    Hangs,
    /// A side begins.
    Begins(Side),
    /// A draw can be claimed on a ground that is proved.
    Grants(Ground),
    /// A draw cannot be claimed on a ground, though it is proved.
    Denies(Ground),
}

/// How far pieces go: all but the shortest moves need that answer, so it is named where no other decides.
const REACH: [Question; 2] = [Question::KingReach, Question::SoldiersReach];

impl Game {
    /// What the referee of this game rules.
    pub fn ruling(&self, asked: Inquiry) -> Ruling {
        match asked.intent {
            None => self.ruling_on_position(asked.times),
            Some(intent) => self.ruling_on_move(intent, asked.times),
        }
    }

    /// What a referee with other answers would rule.
    pub fn ruling_under(&self, answers: Answers, asked: Inquiry) -> Ruling {
        let referee = Arc::new(Referee::answering(self.referee().ruleset().clone(), answers));
        self.under(referee).ruling(asked)
    }

    fn ruling_on_move(&self, intent: Intent, times: usize) -> Ruling {
        let mut game = self.clone();
        let mut ruling = Ruling::nothing();
        match game.play(intent) {
            Err(refusal) => ruling.refusal = Some(refusal.reason),
            Ok(ply) => {
                ruling.captures = ply.played.captures.iter().map(|capture| capture.square).collect();
                ruling.outcome = ply.outcome;
            }
        }
        if ruling.refusal.is_none() {
            ruling.count(game.referee(), times, game.position().turn());
        }
        ruling
    }

    fn ruling_on_position(&self, times: usize) -> Ruling {
        let (referee, position) = (self.referee(), self.position());
        let enclosed = |side| referee.enclosed(position, side).map(|ending| Outcome::win(side, ending));
        let stands = Side::ALL.into_iter().find_map(enclosed);
        // A ring or a fort that is set up comes before a side without a move, as it does when a move makes both.
        let outcome = match self.happenings().is_empty() {
            true => stands.or(self.outcome()),
            false => self.outcome().or(stands),
        };
        let starts = position.setup() == *referee.ruleset().start();
        let mut ruling = Ruling {
            outcome,
            begins: starts.then_some(match referee.answers.first_move {
                FirstMove::Attackers => Side::Attackers,
                FirstMove::Defenders => Side::Defenders,
            }),
            ..Ruling::nothing()
        };
        ruling.count(referee, times, position.turn());
        if ruling.outcome.is_none() {
            let proved = |ground: &&Ground| referee.prove_claim(position, **ground).is_some();
            ruling.claims = self.grounds().iter().filter(proved).copied().collect();
        }
        ruling
    }

    /// The clauses that decide a ruling, those that a player argues about most first.
    ///
    /// An answer decides if turning it over alone makes the referee rule otherwise. Of the points that no answer changes,
    /// those are named on which the ruling rests. How far a piece goes is named where nothing else decides.
    pub fn deciding(&self, asked: Inquiry) -> Vec<Deciding> {
        let own = self.ruling(asked);
        let mut all = Vec::new();
        let mut name = |clause: Clause, effect: Effect| {
            if !all.iter().any(|known: &Deciding| known.clause == clause) {
                all.push(Deciding { clause, effect });
            }
        };
        if let Some(reason) = own.refusal
            && let Some(clause) = reason.clause()
        {
            name(clause, Effect::Refuses);
        }
        let points = asked.intent.filter(|_| own.refusal.is_none()).map(|intent| self.points(intent));
        for Deciding { clause, effect } in points.into_iter().flatten() {
            name(clause, effect);
        }
        if let Some(outcome) = own.outcome
            && let Some(clause) = outcome.reason.clause()
        {
            name(clause, Effect::Ends(outcome));
        }
        let mut turned = self.turned_over(asked, &own);
        turned.sort_by_key(|(question, effect)| match effect {
            // Who counts how often a position stood asks about that.
            _ if *question == Question::Repetition && asked.times > 1 => 0,
            Effect::Refuses => 1,
            Effect::Ends(_) | Effect::GoesOn(_) | Effect::Hangs => 2,
            _ if *question == Question::Claims => 2,
            Effect::Captures(_) => 3,
            Effect::Spares(_) => 4,
            Effect::Allows => 5,
            Effect::Begins(_) | Effect::Grants(_) | Effect::Denies(_) => 6,
        });
        let (reach, others): (Vec<_>, Vec<_>) = turned.into_iter().partition(|(q, _)| REACH.contains(q));
        for (question, effect) in others {
            name(question.into(), effect);
        }
        let pair = asked.intent.map(|intent| self.spared_pair(intent)).filter(|pair| !pair.is_empty());
        if let Some(pair) = pair.map(Effect::Spares).filter(|pair| all.iter().all(|known| known.effect != *pair)) {
            all.push(Deciding { clause: Point::SeveralAtOnce.into(), effect: pair });
        }
        if all.is_empty() && asked.intent.is_some_and(|intent| self.spares_all(intent)) {
            all.push(Deciding { clause: Point::Compulsion.into(), effect: Effect::Allows });
        }
        for (question, effect) in reach {
            if all.is_empty() {
                all.push(Deciding { clause: question.into(), effect });
            }
        }
        all
    }

    /// The questions on whose answers alone the ruling hangs, with what the answer does.
    fn turned_over(&self, asked: Inquiry, own: &Ruling) -> Vec<(Question, Effect)> {
        let answers = self.referee().answers;
        let effect = |&question: &Question| {
            let others = question.words().iter().filter(|word| **word != answers.word(question));
            let effects =
                others.filter_map(|word| own.effect_against(&self.ruling_under(answers.with(question, word)?, asked)));
            effects.into_iter().next().map(|effect| (question, effect))
        };
        Question::ALL.iter().filter_map(effect).collect()
    }

    /// The points and clauses on which what a legal move does rests.
    fn points(&self, intent: Intent) -> Vec<Deciding> {
        let mut game = self.clone();
        let Ok(ply) = game.play(intent) else { return Vec::new() };
        let (captures, outcome) = (ply.played.captures.clone(), ply.outcome);
        let (referee, after) = (self.referee(), game.position());
        let mut all = Vec::new();
        let fell: Vec<Square> = captures.iter().map(|capture| capture.square).collect();
        for clause in captures.iter().flat_map(|capture| capture.clauses.iter()) {
            let by = |capture: &&Capture| capture.clauses.contains(clause);
            let effect = match outcome.filter(|_| clause == Point::KingTaken.into()) {
                Some(outcome) => Effect::Ends(outcome),
                None => Effect::Captures(captures.iter().filter(by).map(|capture| capture.square).collect()),
            };
            all.push(Deciding { clause, effect });
        }
        if captures.iter().filter(|capture| capture.by != Partner::Shieldwall).count() > 1 {
            all.push(Deciding { clause: Point::SeveralAtOnce.into(), effect: Effect::Captures(fell.clone()) });
        }
        if !fell.is_empty() && after.men(Side::Attackers) == 0 {
            let effect = outcome.map_or(Effect::Captures(fell), Effect::Ends);
            all.push(Deciding { clause: Point::NoAttackersLeft.into(), effect });
        }
        let escaped = outcome.is_some_and(|outcome| outcome.reason == Ending::KingEscaped);
        if !escaped && referee.stands_struck(after, intent.to) {
            all.push(Deciding { clause: Point::SafeBetween.into(), effect: Effect::Spares(vec![intent.to]) });
        }
        all
    }

    /// Whether a legal move captures nothing although another one would.
    fn spares_all(&self, intent: Intent) -> bool {
        let captures = |mv: Move| !self.referee().play(self.position(), mv).captures.is_empty();
        self.legal(intent).is_ok_and(|mv| !captures(mv)) && self.moves().into_iter().any(captures)
    }

    /// Two enemies side by side whom a legal move leaves standing between the piece that moved and a partner of it.
    fn spared_pair(&self, intent: Intent) -> Vec<Square> {
        let mut game = self.clone();
        match game.play(intent) {
            Ok(_) => self.referee().pair_beside(game.position(), intent.to),
            Err(_) => Vec::new(),
        }
    }

    /// The questions that make another rule set for the same board rule otherwise than this one: those whose answer alone
    /// brings this referee to rule as the other does; else those that make a difference to one of them; else none.
    ///
    /// ```
    /// use hnefi_rules::{Game, Inquiry, Intent, Question, Referee, Setup, Side, leaflet};
    /// use std::sync::Arc;
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// // A defender goes from b6 over the empty throne.
    /// let setup = Setup::from_rows("/11/11/3K7/11/11/1T9/11/11/10t/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Defenders).unwrap();
    /// let game = Game::from_position(Arc::new(referee), position);
    /// let over = Intent { from: "b6".parse().unwrap(), to: "h6".parse().unwrap() };
    /// let asked = Inquiry { intent: Some(over), times: 1 };
    /// let nestorgames = *leaflet("nestorgames").unwrap().answers();
    /// assert_eq!(game.parting(nestorgames, asked), [Question::SoldiersThrone]);
    /// ```
    pub fn parting(&self, other: Answers, asked: Inquiry) -> Vec<Question> {
        let own = self.referee().answers;
        let differing = own.differences(&other);
        let (here, there) = (self.ruling(asked), self.ruling_under(other, asked));
        let rules = |answers: Option<Answers>| answers.map(|answers| self.ruling_under(answers, asked));
        let suffices =
            |q: &&Question| rules(own.with(**q, other.word(**q))).is_some_and(|ruling| ruling.is_like(&there));
        let alone: Vec<Question> = differing.iter().filter(suffices).copied().collect();
        if !alone.is_empty() {
            return alone;
        }
        let matters = |q: &Question| {
            rules(own.with(*q, other.word(*q))).is_some_and(|ruling| !ruling.is_like(&here))
                || rules(other.with(*q, own.word(*q))).is_some_and(|ruling| !ruling.is_like(&there))
        };
        differing.into_iter().filter(matters).collect()
    }
}

impl Ruling {
    fn nothing() -> Ruling {
        Ruling { refusal: None, captures: Vec::new(), outcome: None, hangs: false, begins: None, claims: Vec::new() }
    }

    /// What a rule set says to a position that has stood so many times.
    fn count(&mut self, referee: &Referee, times: usize, turn: Side) {
        if self.outcome.is_some() {
            return;
        }
        match referee.judge_count(times, turn) {
            Counted::ByMoves => self.hangs = true,
            Counted::Ruled(Repeat::Forbidden) => self.refusal = Some(Reason::Repeats),
            Counted::Ruled(repeat) => self.outcome = repeat.outcome(),
        }
    }

    /// What makes this ruling another than one that a turned-over answer brings about.
    fn effect_against(&self, turned: &Ruling) -> Option<Effect> {
        let without = |these: &[Square], those: &[Square]| -> Vec<Square> {
            these.iter().copied().filter(|square| !those.contains(square)).collect()
        };
        match (self.refusal, turned.refusal) {
            (Some(_), Some(_)) => return None,
            (Some(_), None) => return Some(Effect::Refuses),
            (None, Some(_)) => return Some(Effect::Allows),
            (None, None) => {}
        }
        let (spared, taken) = (without(&turned.captures, &self.captures), without(&self.captures, &turned.captures));
        match (self.outcome, turned.outcome) {
            _ if !spared.is_empty() => Some(Effect::Spares(spared)),
            _ if !taken.is_empty() => Some(Effect::Captures(taken)),
            (Some(own), Some(other)) if own.reason != other.reason => Some(Effect::GoesOn(other)),
            (Some(own), other) if Some(own) != other => Some(Effect::Ends(own)),
            (None, Some(other)) if !self.hangs => Some(Effect::GoesOn(other)),
            _ if self.hangs != turned.hangs => self.hangs.then_some(Effect::Hangs),
            (None, None) if self.claims != turned.claims => {
                let only = |here: &[Ground], there: &[Ground]| here.iter().find(|g| !there.contains(g)).copied();
                only(&self.claims, &turned.claims)
                    .map(Effect::Grants)
                    .or_else(|| only(&turned.claims, &self.claims).map(Effect::Denies))
            }
            _ => self.begins.filter(|_| self.begins != turned.begins).map(Effect::Begins),
        }
    }
}

impl Referee {
    /// Whether the piece on a square stands where some enemy beside it would have captured it by arriving last.
    fn stands_struck(&self, position: &Position, square: Square) -> bool {
        let Some(piece) = position.piece(square) else { return false };
        let strikers = self.possible_strikers(position, square, piece);
        strikers.into_iter().any(|to| self.strike_on(position, to, square).is_some())
    }

    /// Two enemy soldiers side by side between the piece on `to` and a partner of it: the sandwich that takes one takes
    /// neither of them.
    fn pair_beside(&self, position: &Position, to: Square) -> Vec<Square> {
        let Some(side) = position.piece(to).map(|piece| !piece.side()) else { return Vec::new() };
        let is_soldier = |square: Square| position.piece(square).is_some_and(|p| p == crate::Piece::soldier_of(side));
        let pair = |direction: Direction| {
            let first = to.step(direction, self.size).filter(|&square| is_soldier(square))?;
            let second = first.step(direction, self.size).filter(|&square| is_soldier(square))?;
            let end = second.step(direction, self.size)?;
            let closes = self.is_partner(position, end, side) || self.is_hostile(position, end, second, side);
            closes.then_some([first, second])
        };
        let mut pair = Direction::ALL.into_iter().find_map(pair).map(Vec::from).unwrap_or_default();
        pair.sort_by_key(|square| square.file_then_rank());
        pair
    }
}
