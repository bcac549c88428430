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

/// Whether a name is one that nobody may take: an office, one or several, in any of its words or over some of them, or a word by which
/// pages speak of somebody without a name. What looks like one is one. A capital letter begins a word, too.
///
/// ```
/// use hnefi_people::is_reserved;
/// let reserved = |name: &str| is_reserved(&name.parse().unwrap());
/// assert!(reserved("Hnefi Staff") && reserved("HnefiTeam") && reserved("Αdmin") && reserved("A former member"));
/// assert!(!reserved("Anna King") && !reserved("Rooty"));
/// ```
pub fn is_reserved(name: &PersonName) -> bool {
    let whole = NameKeys::of(name);
    if OFFICES.iter().chain(&WORDS).any(|word| whole.all().any(|own| own == key(word))) {
        return true;
    }
    let offices: Vec<String> = OFFICES.iter().flat_map(|office| [key(office), key(&format!("{office}s"))]).collect();
    let parts = parts(name.as_str());
    let runs = (0..parts.len()).flat_map(|from| (from + 1..=parts.len()).map(move |to| (from, to)));
    runs.map(|(from, to)| parts[from..to].concat())
        .any(|run| offices.contains(&key(&run.to_lowercase())) || offices.contains(&key(&run)))
}

/// The words of a name: what is between spaces, hyphens and apostrophes, and in that what begins with a capital letter.
fn parts(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let is_small = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|letter| letter.is_lowercase());
    let mut parts = vec![String::new()];
    for (at, &letter) in letters.iter().enumerate() {
        let separates = matches!(letter, ' ' | '-' | '’');
        let begins = letter.is_uppercase() && (is_small(at.checked_sub(1)) || is_small(Some(at + 1)));
        if separates || begins {
            parts.push(String::new());
        }
        if let (false, Some(part)) = (separates, parts.last_mut()) {
            part.push(letter);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offices_and_the_words_of_pages_are_reserved_and_names_are_not() {
        for reserved in [
            "admin",
            "ADMIN",
            "Ad-min",
            "Аdmin",
            "The Moderator",
            "Hnefi",
            "computer",
            "Nobody",
            "form er member",
            "The Ad-min",
            "Ad-min Bo",
            "Sys-tem Bo",
            "Bo A d m i n",
            "Admins",
            "Moderators",
            "HnefiTeam",
            "HNEFITeam",
            "TheAdMin",
        ] {
            assert!(is_reserved(&reserved.parse().unwrap()), "{reserved}");
        }
        for free in [
            "Anna",
            "Bo",
            "Rootham",
            "Serverin",
            "Moder",
            "Guesta",
            "King",
            "Maddie",
            "Sir Verin",
            "Anna-Lena",
            "McKing",
        ] {
            assert!(!is_reserved(&free.parse().unwrap()), "{free}");
        }
    }
}
