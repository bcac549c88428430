//! What a program may do that acts for somebody.

use std::fmt;
use std::str::FromStr;

/// One thing that a program may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// To see what concerns one. Every token may.
    Read,
    /// To challenge, and to accept and decline.
    Challenge,
    /// To play: moves, offers, resigning, claims.
    Play,
}

/// What a token lets a program do: always to read, and perhaps more. As text, `read challenge play`.
///
/// ```
/// use hnefi_people::{Scope, Scopes};
/// let scopes: Scopes = "play".parse().unwrap();
/// assert!(scopes.has(Scope::Read) && scopes.has(Scope::Play) && !scopes.has(Scope::Challenge));
/// assert_eq!(scopes.to_string(), "read play");
/// assert!("play everything".parse::<Scopes>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes {
    challenge: bool,
    play: bool,
}

/// A word that is no scope.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no scope: there are read, challenge and play")]
pub struct ScopeError(String);

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Challenge, Scope::Play];

    /// Its id.
    ///
    /// ```
    /// assert_eq!(hnefi_people::Scope::Play.id(), "play");
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Challenge => "challenge",
            Scope::Play => "play",
        }
    }
}

impl Scopes {
    /// Whether a program may do something.
    pub fn has(self, scope: Scope) -> bool {
        match scope {
            Scope::Read => true,
            Scope::Challenge => self.challenge,
            Scope::Play => self.play,
        }
    }

    /// All that a program may do.
    ///
    /// ```
    /// use hnefi_people::{Scope, Scopes};
    /// assert_eq!(Scopes::default().iter().collect::<Vec<_>>(), [Scope::Read]);
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |&scope| self.has(scope))
    }

    /// The same with one more.
    ///
    /// ```
    /// use hnefi_people::{Scope, Scopes};
    /// assert_eq!(Scopes::default().with(Scope::Challenge).to_string(), "read challenge");
    /// ```
    #[must_use]
    pub fn with(self, scope: Scope) -> Scopes {
        match scope {
            Scope::Read => self,
            Scope::Challenge => Scopes { challenge: true, ..self },
            Scope::Play => Scopes { play: true, ..self },
        }
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Scope::id).collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for Scopes {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Scopes, ScopeError> {
        text.split_whitespace().try_fold(Scopes::default(), |scopes, word| {
            let scope = Scope::ALL.into_iter().find(|scope| scope.id() == word);
            Ok(scopes.with(scope.ok_or_else(|| ScopeError(word.chars().take(20).collect()))?))
        })
    }
}
