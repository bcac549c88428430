//! Names that nobody may take.

use hnefi_live::PersonName;

use crate::NameKeys;
use crate::keys::key;

/// What nobody is called who does not hold the office, not even as a part of a name.
const OFFICES: [&str; 14] = [
    "admin",
    "administrator",
    "hnefi",
    "hnefatafl",
    "moderator",
    "moderation",
    "official",
    "operator",
    "referee",
    "root",
    "server",
    "staff",
    "support",
    "system",
];

/// What pages say of somebody who has no name, or of no person at all.
const WORDS: [&str; 25] = [
    "account",
    "anonymous",
    "attacker",
    "attackers",
    "bot",
    "computer",
    "defender",
    "defenders",
    "deleted",
    "draw",
    "former member",
    "a former member",
    "guest",
    "me",
    "member",
    "mod",
    "nobody",
    "null",
    "player",
    "somebody",
    "team",
    "the attackers",
    "the computer",
    "the defenders",
    "you",
];

/// Whether a name is one that nobody may take: an office, in any of its words, or a word by which pages speak of somebody
/// without a name. What looks like one is one.
///
/// ```
/// use hnefi_people::is_reserved;
/// let reserved = |name: &str| is_reserved(&name.parse().unwrap());
/// assert!(reserved("Hnefi Staff") && reserved("Αdmin") && reserved("A former member"));
/// assert!(!reserved("Anna King") && !reserved("Rooty"));
/// ```
pub fn is_reserved(name: &PersonName) -> bool {
    let like = |text: &str, word: &str| key(&text.to_lowercase()) == key(word) || key(text) == key(word);
    let parts = || name.as_str().split([' ', '-', '’']);
    let whole = NameKeys::of(name);
    OFFICES.iter().any(|office| parts().any(|part| like(part, office)))
        || OFFICES.iter().chain(&WORDS).any(|word| whole.all().any(|own| own == key(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offices_and_the_words_of_pages_are_reserved_and_names_are_not() {
        for reserved in
            ["admin", "ADMIN", "Ad-min", "Аdmin", "The Moderator", "Hnefi", "computer", "Nobody", "form er member"]
        {
            assert!(is_reserved(&reserved.parse().unwrap()), "{reserved}");
        }
        for free in ["Anna", "Bo", "Rootham", "Serverin", "Moder", "Guesta", "King", "Maddie"] {
            assert!(!is_reserved(&free.parse().unwrap()), "{free}");
        }
    }
}
