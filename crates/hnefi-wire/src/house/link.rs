//! House rules as one word, for an address that holds all of them. `docs/formats/house-link.md` describes it.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use hnefi_rules::{Question, Setup, ruleset};
use sha2::{Digest, Sha256};

use super::HouseRules;

/// What every code of this form begins with.
const VERSION: u8 = b'1';
/// The longest code that is read. A board of 15 by 15 and every answer changed take some 1,500.
const LONGEST: usize = 3000;
/// How many bytes of the hash keep a code from being read wrongly.
const CHECK: usize = 3;

/// Why a code cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkError {
    /// It has more letters than any house rules need.
    TooLong,
    /// It is no code at all, or one of a later program.
    Unknown,
    /// Letters are missing or changed.
    Broken,
    /// It names a rule set, question or answer that this program does not have, or rows that are no board.
    Meaningless,
}

impl LinkError {
    /// The id of the sentence that tells it.
    pub const fn words(self) -> &'static str {
        match self {
            LinkError::TooLong => "problem-link-too-long",
            LinkError::Unknown => "problem-link-unknown",
            LinkError::Broken => "problem-link-broken",
            LinkError::Meaningless => "problem-link-meaningless",
        }
    }
}

impl HouseRules {
    /// The house rules as one word, always the same for the same.
    pub fn code(&self) -> String {
        let mut bytes = self.text().into_bytes();
        let check: [u8; 32] = Sha256::digest(&bytes).into();
        bytes.extend_from_slice(&check[..CHECK]);
        let mut code = String::from(char::from(VERSION));
        code.push_str(&BASE64URL_NOPAD.encode(&bytes));
        code
    }

    /// Reads what [`HouseRules::code`] wrote.
    pub fn from_code(code: &str) -> Result<HouseRules, LinkError> {
        if code.len() > LONGEST {
            return Err(LinkError::TooLong);
        }
        let letters = code.as_bytes().strip_prefix(&[VERSION]).ok_or(LinkError::Unknown)?;
        let bytes = BASE64URL_NOPAD.decode(letters).map_err(|_| LinkError::Broken)?;
        let (text, check) = bytes.split_at_checked(bytes.len().wrapping_sub(CHECK)).ok_or(LinkError::Broken)?;
        let hash: [u8; 32] = Sha256::digest(text).into();
        if check != &hash[..CHECK] {
            return Err(LinkError::Broken);
        }
        let text = std::str::from_utf8(text).map_err(|_| LinkError::Broken)?;
        HouseRules::from_text(text).ok_or(LinkError::Meaningless)
    }

    /// An id that other house rules hardly have, for rule files.
    pub fn id(&self) -> String {
        let hash: [u8; 32] = Sha256::digest(self.text().as_bytes()).into();
        format!("house-{}", HEXLOWER.encode(&hash[..6]))
    }

    /// Base, name, changed answers in the order of the questions, and the rows if they are not the base's.
    fn text(&self) -> String {
        let mut lines = vec![self.base.id().to_owned(), self.name.trim().to_owned()];
        lines.extend(self.changed().map(|question| format!("{}={}", question.id(), self.answers.word(question))));
        if self.moves_start() {
            lines.push(self.start.to_rows());
        }
        lines.join("\n")
    }

    fn from_text(text: &str) -> Option<HouseRules> {
        let mut lines = text.split('\n');
        let mut house = HouseRules::from_base(ruleset(lines.next()?)?);
        house.name = lines.next()?.to_owned();
        for line in lines {
            if line.starts_with('/') {
                house.start = Setup::from_rows(line).ok()?;
            } else {
                let (question, word) = line.split_once('=')?;
                house.answers = house.answers.with(Question::from_id(question)?, word)?;
            }
        }
        Some(house)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hnefi_rules::{Game, Piece, Referee, Ruleset, rulesets};

    use super::*;
    use crate::house::{address, name_of, named};
    use crate::{At, RulesName, Study, StudyEdit, StudyQuestion, other_referees};

    fn random(dice: &mut fastrand::Rng) -> HouseRules {
        let all: Vec<_> = rulesets().collect();
        let mut house = HouseRules::from_base(all[dice.usize(..all.len())]);
        for _ in 0..dice.usize(..8) {
            let question = Question::ALL[dice.usize(..Question::ALL.len())];
            let words = question.words();
            house.answers = house.answers.with(question, words[dice.usize(..words.len())]).unwrap();
        }
        if dice.bool() {
            let size = [7, 9, 11, 13, 15][dice.usize(..5)];
            house.start = Setup::empty(size).unwrap();
            for square in house.start.squares() {
                let piece = [None, None, Some(Piece::Attacker), Some(Piece::Defender), Some(Piece::King)];
                house.start.set(square, piece[dice.usize(..5)]);
            }
        }
        let letters = ['a', 'Z', ' ', '"', '\\', '<', '&', 'é', '王', '=', '/', '\u{1f451}', '\''];
        house.name = (0..dice.usize(..20)).map(|_| letters[dice.usize(..letters.len())]).collect();
        house.name = house.name.trim().to_owned();
        house
    }

    #[test]
    fn every_rule_set_and_random_house_rules_come_back() {
        for base in rulesets() {
            let house = HouseRules::from_base(base);
            assert_eq!(HouseRules::from_code(&house.code()).unwrap(), house);
            assert_eq!(house.ruleset().unwrap(), *base);
            let renamed = HouseRules { name: "As we play it".to_owned(), ..house };
            let rules = renamed.ruleset().unwrap();
            assert_eq!((rules.name(), rules.base()), ("As we play it", Some(base.id())));
            assert_eq!((rules.answers(), rules.start()), (base.answers(), base.start()));
            assert_eq!(HouseRules::of(&rules), renamed);
        }
        let mut dice = fastrand::Rng::with_seed(7);
        let (mut played, mut longest) = (0, 0);
        for _ in 0..2000 {
            let house = random(&mut dice);
            let code = house.code();
            longest = longest.max(code.len());
            assert!(code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'), "{code}");
            assert_eq!(HouseRules::from_code(&code).as_ref(), Ok(&house), "{code}");
            if let Ok(rules) = house.ruleset() {
                played += 1;
                assert_eq!((rules.answers(), rules.start()), (&house.answers, &house.start));
                assert!(house.name.is_empty() || HouseRules::of(&rules).code() == code);
                // As the store keeps it, and as a file brings it back.
                let stored = Ruleset::from_toml(&rules.to_toml()).unwrap();
                assert_eq!(stored, *rules);
                assert_eq!(HouseRules::of(&stored), HouseRules::of(&rules));
            } else {
                assert!(house.ruleset().unwrap_err().iter().all(|fault| !fault.says.is_empty()));
            }
        }
        assert!(played > 300, "only {played} of them make a game");
        assert!(longest < LONGEST);
    }

    /// As a rule file that was written out in full, with one answer changed in it.
    #[test]
    fn changed_rules_that_kept_a_published_id_are_house_rules() {
        let published = ruleset("copenhagen").unwrap();
        let changed = published.with(Question::NoMove, "draw").unwrap();
        let changed = Ruleset::from_toml(&changed.to_toml()).unwrap();
        assert_eq!((changed.id(), changed.base()), ("copenhagen", None));
        assert!(published.is_published() && !changed.is_published());
        let read = named(&name_of(&changed)).unwrap();
        assert_eq!((read.answers(), read.start()), (changed.answers(), changed.start()));
        assert_eq!(read.base(), Some("copenhagen"));
        assert!(address(&changed).starts_with("/house/1"), "{}", address(&changed));
        let told = RulesName::of(&changed).house.unwrap();
        assert_eq!((told.base.as_str(), told.differs.len()), ("Copenhagen", 1));

        // They are compared with the published ones.
        let others = other_referees(&changed);
        assert_eq!(others.iter().map(|other| other.ruleset().id()).collect::<Vec<_>>(), ["copenhagen"]);
        let voices = hnefi_disputes::voices(Some(&Arc::new(changed.clone())));
        assert_eq!(voices.iter().filter(|voice| voice.id() == "copenhagen").count(), 2);

        // Whoever asks about a position asks by the changed rules, on the board for analysis, too.
        let at = At::of(&Game::new(Arc::new(Referee::new(Arc::new(changed.clone())))));
        assert_eq!(**at.game().unwrap().referee().ruleset(), changed);
        let begun = StudyQuestion { edit: Some(StudyEdit::Start { at }), ..StudyQuestion::default() };
        let begun = Study::of(begun).unwrap().answer();
        let again = Study::of(StudyQuestion { text: begun.text, ..StudyQuestion::default() }).unwrap().answer();
        for at in [begun.at, again.at] {
            assert_eq!(at.game().unwrap().referee().ruleset().answers(), changed.answers());
        }
    }

    #[test]
    fn rules_whose_clauses_were_worded_otherwise_are_the_published_ones() {
        let published = ruleset("copenhagen").unwrap();
        let earlier = Ruleset::from_toml(&published.to_toml().replace("The attackers begin.", "Attackers begin."));
        let earlier = earlier.unwrap();
        assert_ne!(earlier, **published);
        assert!(earlier.is_published());
        assert_eq!((name_of(&earlier).as_str(), address(&earlier).as_str()), ("copenhagen", "/rules/copenhagen"));
    }

    #[test]
    fn the_largest_house_rules_fit() {
        let mut house = HouseRules::from_base(ruleset("fetlar-2018").unwrap());
        for &question in Question::ALL {
            let other = question.words().iter().filter(|word| **word != house.answers.word(question));
            let longest = other.max_by_key(|word| word.len()).unwrap();
            house.answers = house.answers.with(question, longest).unwrap();
        }
        house.start = Setup::empty(15).unwrap();
        for square in house.start.squares() {
            house.start.set(square, Some(Piece::Attacker));
        }
        house.name = "\u{1f451}".repeat(super::super::LONGEST_NAME);
        let code = house.code();
        assert!(code.len() < LONGEST, "{}", code.len());
        assert_eq!(HouseRules::from_code(&code).unwrap(), house);
    }

    /// A link of earlier days, when a ring that won was one that nobody can break.
    #[test]
    fn a_code_with_an_earlier_word_is_read() {
        let mut bytes = b"fetlar-2018\nOurs\nencirclement=attackers-win\nno-move=loss".to_vec();
        let hash: [u8; 32] = Sha256::digest(&bytes).into();
        bytes.extend_from_slice(&hash[..CHECK]);
        let house = HouseRules::from_code(&format!("1{}", BASE64URL_NOPAD.encode(&bytes))).unwrap();
        assert_eq!(house.answers.word(Question::Encirclement), "unbreakable");
        assert_eq!(house.answers.word(Question::NoMove), "loss");
        assert_eq!(HouseRules::from_code(&house.code()).unwrap(), house);
    }

    #[test]
    fn a_broken_code_is_refused() {
        let mut house = HouseRules::from_base(ruleset("copenhagen").unwrap());
        house.name = "Ours".to_owned();
        house.answers = house.answers.with(Question::NoMove, "draw").unwrap();
        let code = house.code();
        for end in 0..code.len() {
            assert!(HouseRules::from_code(&code[..end]).is_err(), "cut to {end}");
        }
        for at in 0..code.len() {
            let mut other = code.clone().into_bytes();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            assert!(HouseRules::from_code(std::str::from_utf8(&other).unwrap()).is_err(), "changed at {at}");
        }
        assert_eq!(HouseRules::from_code(&"1".repeat(4000)), Err(LinkError::TooLong));
        assert_eq!(HouseRules::from_code("2AAAA"), Err(LinkError::Unknown));
        assert_eq!(HouseRules::from_code(""), Err(LinkError::Unknown));
        for text in [
            "",
            "x",
            "copenhagen",
            "nowhere\n",
            "copenhagen\n\nno-move",
            "copenhagen\n\nno-move=perhaps",
            "copenhagen\n\nsong=sung",
            "copenhagen\n\n/3/",
            "copenhagen\n\n/99999999999999999999/",
        ] {
            let mut bytes = text.as_bytes().to_vec();
            let hash: [u8; 32] = Sha256::digest(&bytes).into();
            bytes.extend_from_slice(&hash[..CHECK]);
            assert_eq!(
                HouseRules::from_code(&format!("1{}", BASE64URL_NOPAD.encode(&bytes))),
                Err(LinkError::Meaningless),
                "{text:?}"
            );
        }
        let mut dice = fastrand::Rng::with_seed(3);
        for _ in 0..5000 {
            let garbage: String = (0..dice.usize(..40)).map(|_| dice.char('!'..'~')).collect();
            assert!(HouseRules::from_code(&format!("1{garbage}")).is_err());
        }
    }
}
