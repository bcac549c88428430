//! House rules: a rule set of this program with answers changed, and perhaps another start position.
//!
//! A [`HouseRules`] is what an editor holds, sensible or not. Whether it can be played is for the rules crate to
//! say: [`HouseRules::ruleset`] asks it. All of it travels in a link, see [`HouseRules::code`].

mod check;
mod link;
pub(crate) mod messages;

use std::fmt::Write as _;
use std::sync::Arc;

use hnefi_rules::{Answers, Question, Ruleset, RulesetError, Senseless, Setup, SetupError, ruleset, rulesets};
use hnefi_words::{Words, capital};

pub use check::{LONGEST_NAME_READ, read};
pub use link::LinkError;

/// The longest rule file that is read, in bytes. A complete one has some 9,000.
pub const LONGEST_FILE: usize = 32 * 1024;
/// The longest name of a house rule, in characters.
pub const LONGEST_NAME: usize = 80;

/// House rules as somebody is making them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseRules {
    /// The rule set that they start from.
    pub base: &'static Arc<Ruleset>,
    /// The name that their maker gave them; may be empty.
    pub name: String,
    /// All answers, changed or not.
    pub answers: Answers,
    /// The start position.
    pub start: Setup,
}

/// Something that keeps house rules from being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: `name`, `start`, or `answers.` with the id of a question.
    pub place: String,
    /// The squares that it is about.
    pub squares: Vec<String>,
    /// What is wrong, as a sentence.
    pub says: String,
}

/// An answer that differs from the base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The id of the question.
    pub id: &'static str,
    /// The question.
    pub title: String,
    /// The answer of the base.
    pub was: String,
    /// The answer of the house.
    pub is: String,
}

impl HouseRules {
    /// The rules of a rule set of this program, unchanged.
    pub fn from_base(base: &'static Arc<Ruleset>) -> HouseRules {
        HouseRules { base, name: String::new(), answers: *base.answers(), start: base.start().clone() }
    }

    /// A rule set as house rules. One that names no base of this program starts from the one that it is most
    /// like. Clauses in other words than the base's are not kept.
    pub fn of(rules: &Ruleset) -> HouseRules {
        let differing = |base: &Ruleset| base.differences(rules).len() + 3 * usize::from(base.start() != rules.start());
        let nearest = || rulesets().min_by_key(|base| differing(base)).unwrap_or(&hnefi_rules::leaflets()[0]);
        let base = rules.made_from().unwrap_or_else(nearest);
        let name = if rules.name() == base.name() { String::new() } else { rules.name().to_owned() };
        HouseRules { base, name, answers: *rules.answers(), start: rules.start().clone() }
    }

    /// The name to show: the maker's, or one made of the base's.
    pub fn title(&self) -> String {
        match self.name.trim() {
            "" => Words::english().format("house-unnamed", &[("ruleset", self.base.name().into())]),
            name => name.to_owned(),
        }
    }

    /// The questions that are answered otherwise than the base answers them.
    pub fn changed(&self) -> impl Iterator<Item = Question> {
        let (own, base) = (self.answers, self.base.answers());
        Question::ALL.iter().copied().filter(move |&question| own.word(question) != base.word(question))
    }

    /// The same in words.
    pub fn changes(&self) -> Vec<Change> {
        let words = Words::english();
        self.changed()
            .map(|question| Change {
                id: question.id(),
                title: words.question(question),
                was: words.answer(question, self.base.answers().word(question)),
                is: capital(&words.answer(question, self.answers.word(question))),
            })
            .collect()
    }

    /// Everything that differs from the base, a sentence each.
    pub fn differences(&self) -> Vec<String> {
        let words = Words::english();
        let mut lines: Vec<String> = Vec::new();
        lines.extend(Some(self.start_words()).filter(|line| !line.is_empty()));
        lines.extend(self.changes().into_iter().map(|change| {
            let Change { title, was, is, .. } = change;
            let base = self.base.name();
            let values = [("question", title.into()), ("is", is.into()), ("was", was.into()), ("base", base.into())];
            words.format("house-change", &values)
        }));
        lines
    }

    /// Whether the pieces start elsewhere than the base's.
    pub fn moves_start(&self) -> bool {
        self.start != *self.base.start()
    }

    /// Whether nothing differs from the base.
    pub fn is_base(&self) -> bool {
        self.changed().next().is_none() && !self.moves_start()
    }

    /// How the start position differs, as a sentence; empty where it does not.
    pub fn start_words(&self) -> String {
        if !self.moves_start() {
            return String::new();
        }
        let words = Words::english();
        let count = |wanted| self.start.pieces().filter(|&(_, piece)| piece == wanted).count();
        words.format(
            "house-start-differs",
            &[
                ("size", u32::from(self.start.size()).into()),
                ("attackers", count(hnefi_rules::Piece::Attacker).into()),
                ("defenders", count(hnefi_rules::Piece::Defender).into()),
            ],
        )
    }

    /// The rule file: the base, and what differs from it.
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "format = {}\nid = \"{}\"\nname = {}\nbase = \"{}\"\n",
            hnefi_rules::FORMAT,
            self.id(),
            quoted(&self.title()),
            self.base.id()
        );
        if self.moves_start() {
            let _ = write!(text, "\n[start]\nis = \"{}\"\n", self.start.to_rows());
        }
        for question in self.changed() {
            let _ = write!(text, "\n[answers.{}]\nis = \"{}\"\n", question.id(), self.answers.word(question));
        }
        text
    }

    /// A name for the rule file, without its ending: the letters and digits of the title that any system
    /// takes, or the id where there are none.
    pub fn file_name(&self) -> String {
        let title = self.title().to_ascii_lowercase();
        let words: Vec<&str> =
            title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
        if words.is_empty() { self.id() } else { words.join("-") }
    }

    /// The rule set, if it makes a game.
    ///
    /// # Errors
    /// Everything that is wrong with it; never empty.
    pub fn ruleset(&self) -> Result<Arc<Ruleset>, Vec<Fault>> {
        if self.is_base() && self.name.trim().is_empty() {
            return Ok(self.base.clone());
        }
        let faults: Vec<Fault> = self.name_fault().into_iter().chain(self.start_faults()).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        Ruleset::from_toml(&self.to_toml()).map(Arc::new).map_err(|error| vec![self.fault(&error)])
    }

    fn name_fault(&self) -> Option<Fault> {
        let id = if self.name.chars().count() > LONGEST_NAME {
            "house-name-long"
        } else if self.name.chars().any(is_unseen) {
            "house-name-unseen"
        } else {
            return None;
        };
        let says = Words::english().format(id, &[("most", LONGEST_NAME.into())]);
        Some(Fault { place: "name".to_owned(), squares: Vec::new(), says })
    }

    /// What is wrong with the board by itself: all of it, not only what comes first.
    fn start_faults(&self) -> Vec<Fault> {
        let fault = |problem: SetupError| Fault {
            place: "start".to_owned(),
            squares: squares(problem),
            says: Words::english().setup_error(&problem, self.base),
        };
        self.start.problems(&self.answers).into_iter().map(fault).collect()
    }

    fn fault(&self, error: &RulesetError) -> Fault {
        let place = match error {
            RulesetError::Text { key, .. } if key == "name" => "name".to_owned(),
            RulesetError::Senseless(Senseless::Start(_) | Senseless::FirstCannotMove(_)) => "start".to_owned(),
            RulesetError::Answer { question, .. } => format!("answers.{}", question.id()),
            _ => "start".to_owned(),
        };
        Fault { place, squares: Vec::new(), says: Words::english().ruleset_error(error) }
    }
}

/// The rule set that a form or an address names: by the id of one of this program's, or by the code of house
/// rules.
pub fn named(name: &str) -> Result<Arc<Ruleset>, Unknown> {
    if let Some(known) = ruleset(name) {
        return Ok(known.clone());
    }
    let house = HouseRules::from_code(name).map_err(Unknown::Link)?;
    house.ruleset().map_err(Unknown::Faults)
}

/// Why a name gives no rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// It is neither the id of a rule set nor the code of house rules.
    Link(LinkError),
    /// It is the code of house rules that make no game.
    Faults(Vec<Fault>),
}

/// The path of the page about a rule set: its chapter, or the page of the house rules.
///
/// ```
/// use hnefi_rules::leaflet;
/// assert_eq!(hnefi_wire::house::address(leaflet("fetlar-2018").unwrap()), "/rules/fetlar-2018");
/// ```
pub fn address(rules: &Ruleset) -> String {
    match rules.is_published() {
        true => format!("/rules/{}", rules.id()),
        false => format!("/house/{}", HouseRules::of(rules).code()),
    }
}

/// By what name an address or a form speaks of a rule set, as [`named`] reads it: its id, or the code of house rules.
pub fn name_of(rules: &Ruleset) -> String {
    match rules.is_published() {
        true => rules.id().to_owned(),
        false => HouseRules::of(rules).code(),
    }
}

fn squares(problem: SetupError) -> Vec<String> {
    match problem {
        SetupError::NoKing | SetupError::Size { .. } => Vec::new(),
        SetupError::TwoKings(first, second) => vec![first.to_string(), second.to_string()],
        SetupError::KingOnCorner(square)
        | SetupError::KingOnEdge(square)
        | SetupError::SoldierOnThrone(square)
        | SetupError::SoldierOnCorner(square) => vec![square.to_string()],
    }
}

/// Whether a letter cannot be seen, or turns the text round it: a name with such letters could pass for
/// another one.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// A text between quotes, as TOML reads it.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
