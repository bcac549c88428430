//! What a name looks like.

use hnefi_live::PersonName;
use unicode_security::skeleton;

/// What a name looks like, as keys: of two names that share one, people mistake the first for the second.
///
/// A key is the skeleton of Unicode's confusables (UTS 39) in small letters, without spaces, hyphens and apostrophes. A name has
/// one as it is written and one in small letters, because letters look alike in one case and not in the other: `Iris` with a
/// capital I looks like `lris` with a small l, and is the same name as `iris`.
///
/// ```
/// use hnefi_people::NameKeys;
/// let keys = |name: &str| NameKeys::of(&name.parse().unwrap());
/// assert!(keys("Iris").looks_like(&keys("lris")));
/// assert!(keys("Iris").looks_like(&keys("iris")));
/// assert!(!keys("Lila").looks_like(&keys("Ilia")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameKeys {
    small: String,
    written: String,
}

impl NameKeys {
    /// The keys of a name.
    pub fn of(name: &PersonName) -> NameKeys {
        NameKeys { small: key(&name.as_str().to_lowercase()), written: key(name.as_str()) }
    }

    /// The key of the name in small letters, by which it is looked up.
    pub fn small(&self) -> &str {
        &self.small
    }

    /// The key of the name as it is written, which may be the same.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// All keys, each once.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let written = Some(self.written.as_str()).filter(|written| *written != self.small);
        std::iter::once(self.small.as_str()).chain(written)
    }

    /// Whether a name with these keys could be mistaken for one with the others.
    pub fn looks_like(&self, other: &NameKeys) -> bool {
        self.all().any(|key| other.all().any(|theirs| key == theirs))
    }
}

/// The skeleton of a text in small letters, of nothing but letters and their marks.
pub(crate) fn key(text: &str) -> String {
    let seen = skeleton(text).filter(|letter| !matches!(letter, ' ' | '-' | '\'' | '’' | '`' | '‐'));
    seen.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &str, other: &str) -> bool {
        NameKeys::of(&one.parse().unwrap()).looks_like(&NameKeys::of(&other.parse().unwrap()))
    }

    #[test]
    fn names_that_people_mistake_for_each_other_share_a_key() {
        for (one, other) in [
            ("Anna", "anna"),
            ("Anna", "ANNA"),
            ("Anna", "Аnna"),
            ("Anna", "Αnna"),
            ("scope", "ѕсоре"),
            ("Bjorn", "Bjom"),
            ("Iris", "lris"),
            ("Anna Maria", "AnnaMaria"),
            ("Anna-Maria", "Anna Maria"),
            ("O'Neill", "ONeill"),
            ("Åse", "A\u{30a}se"),
            ("Odin", "Οdin"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn names_that_differ_to_the_eye_do_not() {
        for (one, other) in [("Anna", "Hanna"), ("Lila", "Ilia"), ("Åse", "Ase"), ("Bo", "Ba"), ("Олег", "Ольга")]
        {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
