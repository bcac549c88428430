//! Inputs: noise, and good texts with a few things wrong with them.

use fastrand::Rng;

/// How many inputs were read and how many refused.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) read: usize,
    pub(crate) refused: usize,
}

/// Texts that can be read.
pub(crate) fn texts(good: &[&str]) -> Vec<String> {
    good.iter().map(|&text| text.to_owned()).collect()
}

/// Feeds so many inputs to a reader that says whether it could read them, and prints the one that panics.
/// At least one in a hundred must have been read, and as many refused: otherwise the inputs try nothing.
pub(crate) fn feed(seed: u64, inputs: usize, good: &[String], mut read: impl FnMut(&str) -> bool) -> Tally {
    let mut rng = Rng::with_seed(seed);
    let mut tally = Tally::default();
    let mut try_one = |text: &str| {
        let _guard = Guard(text);
        let fits = read(text);
        tally.read += usize::from(fits);
        tally.refused += usize::from(!fits);
        fits
    };
    for text in monsters() {
        try_one(&text);
    }
    for text in good {
        assert!(try_one(text), "refused, though nothing is wrong with it: {text:?}");
    }
    for _ in 0..inputs {
        let text = if rng.u8(..10) == 0 { noise(&mut rng) } else { mutated(good, &mut rng) };
        try_one(&text);
    }
    assert!(tally.read * 100 >= inputs && tally.refused * 100 >= inputs, "{tally:?}");
    tally
}

/// Prints the input during whose reading a panic began.
struct Guard<'a>(&'a str);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let shown: String = self.0.chars().take(4_000).collect();
            eprintln!("the input was {shown:?}");
        }
    }
}

/// Texts that are long, deep, or made of letters that nobody expects.
fn monsters() -> Vec<String> {
    let mut texts = vec![String::new(), "\0".into(), "\u{feff}".into(), "\u{202e}d1-d4".into(), "é".repeat(300)];
    for piece in
        ["[", "{", "/", "9", "a", "x", "[[", "{\"a\":", "a.", "\"", "\n", "\r", " ", "🙂", "1. ", "> ", "`", "- "]
    {
        texts.push(piece.repeat(5_000));
    }
    texts.push("99999999999999999999999999999999999999".into());
    texts.push("/11".repeat(4_000));
    texts
}

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCTKX0123456789-–/×x,.:;'\"`[]{}()=#!?*+ \t\n\r\\\0é🙂\u{301}";

fn letter(rng: &mut Rng) -> char {
    if rng.u8(..12) == 0 {
        rng.char(..)
    } else {
        let at = rng.usize(..LETTERS.chars().count());
        LETTERS.chars().nth(at).unwrap_or('a')
    }
}

fn noise(rng: &mut Rng) -> String {
    let length = rng.usize(..60);
    (0..length).map(|_| letter(rng)).collect()
}

/// A good text with up to four things done to it.
fn mutated(good: &[String], rng: &mut Rng) -> String {
    let mut letters: Vec<char> = good[rng.usize(..good.len())].chars().collect();
    for _ in 0..rng.usize(..=4) {
        let at = rng.usize(..=letters.len());
        let to = (at + 1 + rng.usize(..8)).min(letters.len());
        match rng.u8(..8) {
            0 if at < letters.len() => letters[at] = letter(rng),
            1 => letters.insert(at, letter(rng)),
            2 => drop(letters.drain(at..to)),
            3 => letters.truncate(at),
            4 => {
                let again = letters[at..to].to_vec();
                letters.splice(at..at, again);
            }
            5 if at < letters.len() => {
                let other = rng.usize(..letters.len());
                letters.swap(at, other);
            }
            6 => {
                // The rest of another text.
                let other: Vec<char> = good[rng.usize(..good.len())].chars().collect();
                let from = rng.usize(..=other.len());
                letters.splice(at.., other[from..].iter().copied());
            }
            _ if at < letters.len() => {
                // A number or a capital turned into its neighbour keeps more texts readable than noise does.
                letters[at] = match letters[at] {
                    '0'..='8' | 'a'..='y' | 'A'..='Y' => (letters[at] as u8 + 1) as char,
                    other => other,
                };
            }
            _ => {}
        }
    }
    letters.into_iter().collect()
}
