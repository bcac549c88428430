//! Finding a dispute by the words that a table uses for it.

use hnefi_words::Words;

use crate::{DISPUTES, Dispute};

/// How much a word of the question counts against one among its other words, or in the titles of its clauses.
const QUESTION: u32 = 3;
const SYNONYM: u32 = 2;
const TITLE: u32 = 1;
/// How much a word that is there counts against one that begins so.
const WHOLE: u32 = 4;
const BEGUN: u32 = 2;
/// How many slips a word may have: from so many letters on.
const ONE_SLIP: usize = 4;
const TWO_SLIPS: usize = 8;
/// More letters than any question needs; what comes after them is not read.
const LONGEST: usize = 200;

/// The disputes that fit what somebody typed, the best first; all of them where nothing was typed. Capitals, hyphens and
/// spaces do not matter, little words do not count, and a word that fits nowhere may have a slip or two. Where nothing fits all words, what
/// fits the most of them, more than half, is found.
///
/// ```
/// use hnefi_disputes::{DISPUTES, search};
/// let words = hnefi_words::Words::english();
/// assert_eq!(search(words, "stalemate?")[0].id(), "no-move");
/// assert_eq!(search(words, "repitition")[0].id(), "repetition");
/// assert_eq!(search(words, "capture two")[0].id(), "two-at-once");
/// assert_eq!(search(words, "").len(), DISPUTES.len());
/// assert_eq!(search(words, "the king on a motorway beside the throne")[0].id(), "king-beside-throne");
/// assert!(search(words, "motorway").is_empty());
/// ```
pub fn search(words: &Words, typed: &str) -> Vec<&'static Dispute> {
    let typed: String = typed.chars().take(LONGEST).collect();
    let all = fold(&typed);
    let little = fold(&words.text("disputes-little-words"));
    let mut asked: Vec<&String> = all.iter().filter(|word| !little.contains(word)).collect();
    if asked.is_empty() {
        asked = all.iter().collect();
    }
    let pages: Vec<Page> = DISPUTES.iter().map(|dispute| Page::new(words, dispute)).collect();
    let joined: Vec<String> = asked.windows(2).map(|pair| format!("{}{}", pair[0], pair[1])).collect();
    // A word may stand for itself, or with its neighbour for a word that others write as one.
    let forms: Vec<Vec<&str>> = (0..asked.len())
        .map(|at| {
            let before = at.checked_sub(1).and_then(|at| joined.get(at));
            [Some(asked[at]), before, joined.get(at)].into_iter().flatten().map(String::as_str).collect()
        })
        .collect();
    let plain = |forms: &[&str], page: &Page| forms.iter().map(|form| page.fits(form)).max().unwrap_or(0);
    let slips: Vec<bool> = forms.iter().map(|forms| pages.iter().all(|page| plain(forms, page) == 0)).collect();
    let mut found: Vec<(usize, u32, &Dispute)> = Vec::new();
    for page in &pages {
        let fits = forms.iter().zip(&slips).map(|(forms, &slips)| match slips {
            false => plain(forms, page),
            true => forms.iter().map(|form| page.nearly(form)).max().unwrap_or(0),
        });
        let fits: Vec<u32> = fits.collect();
        let fitting = fits.iter().filter(|&&fit| fit > 0).count();
        if fits.is_empty() || 2 * fitting > fits.len() {
            // Words that stand beside each other there, too, count once more.
            let beside: u32 = joined.iter().map(|pair| page.fits(pair)).sum();
            found.push((fitting, fits.iter().sum::<u32>() + beside, page.dispute));
        }
    }
    let most = found.iter().map(|&(fitting, ..)| fitting).max();
    found.retain(|&(fitting, ..)| Some(fitting) == most);
    found.sort_by_key(|&(_, fit, _)| std::cmp::Reverse(fit));
    found.into_iter().map(|(.., dispute)| dispute).collect()
}

/// The words of a dispute and how much each counts.
struct Page {
    dispute: &'static Dispute,
    words: Vec<(u32, String)>,
}

impl Page {
    fn new(words: &Words, dispute: &'static Dispute) -> Page {
        let mut page = Page { dispute, words: Vec::new() };
        page.add(QUESTION, &dispute.question(words));
        for synonym in dispute.synonyms(words).split(',') {
            page.add(SYNONYM, synonym);
        }
        for &clause in dispute.clauses {
            page.add(TITLE, &words.clause_title(clause));
        }
        page
    }

    /// Takes in the words of a text, and each two neighbours as one.
    fn add(&mut self, weight: u32, text: &str) {
        let words = fold(text);
        self.words.extend(words.windows(2).map(|pair| (weight, format!("{}{}", pair[0], pair[1]))));
        self.words.extend(words.into_iter().map(|word| (weight, word)));
    }

    /// How well a word fits; 0 where it does not.
    fn fits(&self, asked: &str) -> u32 {
        let fit = |word: &str| match word.strip_prefix(asked) {
            Some("") => WHOLE,
            Some(_) if asked.chars().count() > 1 => BEGUN,
            _ => 0,
        };
        self.words.iter().map(|(weight, word)| weight * fit(word)).max().unwrap_or(0)
    }

    /// The same for a word with a slip or two.
    fn nearly(&self, asked: &str) -> u32 {
        let letters = asked.chars().count();
        let most = usize::from(letters >= ONE_SLIP) + usize::from(letters >= TWO_SLIPS);
        let near = |word: &str| most > 0 && slips(asked, word) <= most;
        self.words.iter().filter(|(_, word)| near(word)).map(|(weight, _)| *weight).max().unwrap_or(0)
    }
}

/// The words of a text in small letters, without what stands between them.
fn fold(text: &str) -> Vec<String> {
    let text = text.replace(['’', '\''], "").to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// How many letters must be changed, added, left out or swapped with their neighbour to make one word the other.
fn slips(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        assert_eq!(slips("hammer", "hammer"), 0);
        assert_eq!(slips("hamer", "hammer"), 1);
        assert_eq!(slips("theer", "there"), 1);
        assert_eq!(slips("king", "ring"), 1);
        assert_eq!(slips("", "fort"), 4);
    }

    #[test]
    fn words_are_folded() {
        assert_eq!(fold("Who’s the Shield-Wall?"), ["whos", "the", "shield", "wall"]);
    }
}
