//! Rule files of format 1, which did not know shieldwalls, forts and rings.

use super::file::{FileIn, SourcedIn};

const NEW: [&str; 3] = ["shieldwall", "exit-fort", "encirclement"];

/// Says in today's words what a file of format 1 meant.
pub(super) fn from_format_1(file: &mut FileIn) {
    if let Some(mut ring) = file.points.remove("encirclement") {
        ring.is.get_or_insert_with(|| "none".into());
        file.answers.entry("encirclement".into()).or_insert(ring);
    }
    if file.base.is_none() || file.complete {
        for question in NEW {
            file.answers.entry(question.into()).or_insert_with(|| SourcedIn {
                is: Some("none".into()),
                grade: Some("default".into()),
                section: Some(String::new()),
                clause: Some(String::new()),
            });
        }
    }
    if let Some(answer) = file.answers.get_mut("king-beside-throne")
        && answer.is.as_deref() == Some("safe")
    {
        answer.is = Some("four".into());
    }
}

#[cfg(test)]
mod tests {
    use crate::{Grade, Question, Ruleset, leaflets};

    /// A leaflet's file as format 1 wrote it.
    fn as_format_1(ruleset: &Ruleset) -> String {
        let mut file: toml::Table = ruleset.to_toml().parse().unwrap();
        file["format"] = 1.into();
        let answers = file["answers"].as_table_mut().unwrap();
        answers.remove("shieldwall");
        answers.remove("exit-fort");
        let mut ring = answers.remove("encirclement").unwrap();
        ring.as_table_mut().unwrap().remove("is");
        file["points"].as_table_mut().unwrap().insert("encirclement".into(), ring);
        file.to_string()
    }

    #[test]
    fn every_leaflet_of_format_1_reads_and_means_the_same() {
        for leaflet in leaflets() {
            let text = as_format_1(leaflet);
            let earlier = Ruleset::from_toml(&text).unwrap();
            assert_eq!(earlier.answers(), leaflet.answers());
            assert_eq!(earlier.source(Question::Encirclement), leaflet.source(Question::Encirclement));
            assert_eq!(earlier.source(Question::Shieldwall).grade, Grade::Default);
            let of_today = text.replace("format = 1", "format = 2");
            assert!(Ruleset::from_toml(&of_today).is_err());
        }
    }

    #[test]
    fn a_king_whom_nothing_captured_beside_the_throne_needs_four_now() {
        let house = |format: u32, word: &str| {
            Ruleset::from_toml(&format!(
                "format = {format}\nid = \"house\"\nname = \"House\"\nbase = \"fetlar-2018\"\n\
                 answers.king-beside-throne.is = \"{word}\""
            ))
        };
        assert_eq!(house(1, "safe").unwrap().answers(), house(2, "four").unwrap().answers());
        assert!(house(2, "safe").is_err());
    }

    #[test]
    fn a_ring_that_won_had_to_be_unbreakable() {
        let then = crate::ruleset("copenhagen").unwrap().with(Question::Encirclement, "unbreakable").unwrap();
        let written = then.to_toml().replace("\"unbreakable\"", "\"attackers-win\"");
        assert_ne!(written, then.to_toml());
        assert_eq!(Ruleset::from_toml(&written).unwrap(), then);
        assert!(!Question::Encirclement.words().contains(&"attackers-win"));
        let house = "format = 2\nid = \"ours\"\nname = \"Ours\"\nbase = \"fetlar-2018\"\n\
                     answers.encirclement.is = \"attackers-win\"";
        assert_eq!(Ruleset::from_toml(house).unwrap().answers().word(Question::Encirclement), "unbreakable");
    }

    #[test]
    fn rules_that_came_with_a_game_are_read_though_they_make_no_game() {
        let won_at_once = "/11/11/11/11/11/5K5/11/11/11/t4t4t/11/";
        let mut file: toml::Table = as_format_1(&leaflets()[0]).parse().unwrap();
        file["start"]["is"] = won_at_once.into();
        for (question, word) in [("escape", "edge"), ("first-move", "defenders")] {
            file["answers"][question]["is"] = word.into();
        }
        assert!(Ruleset::from_toml(&file.to_string()).is_ok());
        file["start"]["is"] = "/K10/11/11/11/11/11/11/11/11/t4t4t/11/".into();
        assert!(Ruleset::from_toml(&file.to_string()).is_err());
        file["start"]["is"] = won_at_once.into();
        file["complete"] = false.into();
        assert!(Ruleset::from_toml(&file.to_string()).is_err());
    }
}
