//! Who somebody is, wherever he sits.

use std::fmt;

use crate::PersonName;

/// Who somebody is: a name that the server gave, the same on every visit, and no secret.
///
/// ```
/// use hnefi_live::{PersonId, Seat};
/// let ann = PersonId::new("ann");
/// assert!(Seat::Person { person: ann.clone(), moves: 0 }.is_held_by(&ann));
/// assert!(!Seat::Open.is_held_by(&ann));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PersonId(String);

impl PersonId {
    /// The person of an id.
    pub fn new(id: impl Into<String>) -> PersonId {
        PersonId(id.into())
    }

    /// The id as the database keeps it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How somebody is shown to others.
///
/// ```
/// use hnefi_live::ShownAs;
/// let anna = ShownAs::Member("Anna".parse().unwrap());
/// assert_eq!(anna.name().unwrap().as_str(), "Anna");
/// assert_eq!(ShownAs::Former.name(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ShownAs {
    /// Without a name: he has not said one.
    #[default]
    Nameless,
    /// A guest, by the name that he goes by here.
    Guest(PersonName),
    /// A member, by the name that is his alone.
    Member(PersonName),
    /// A member that is a program.
    Bot(PersonName),
    /// Somebody who had an account and deleted it.
    Former,
}

impl ShownAs {
    /// What he is called.
    pub fn name(&self) -> Option<&PersonName> {
        match self {
            ShownAs::Guest(name) | ShownAs::Member(name) | ShownAs::Bot(name) => Some(name),
            ShownAs::Nameless | ShownAs::Former => None,
        }
    }

    /// Whether a program plays.
    ///
    /// ```
    /// use hnefi_live::ShownAs;
    /// assert!(ShownAs::Bot("Engine".parse().unwrap()).is_bot() && !ShownAs::Nameless.is_bot());
    /// ```
    pub fn is_bot(&self) -> bool {
        matches!(self, ShownAs::Bot(_))
    }

    /// The path of his page, as a link has it: a member has one.
    pub fn page(&self) -> Option<String> {
        match self {
            ShownAs::Member(name) | ShownAs::Bot(name) => Some(name.page()),
            ShownAs::Nameless | ShownAs::Guest(_) | ShownAs::Former => None,
        }
    }
}
