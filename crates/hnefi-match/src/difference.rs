//! Where the headers of two files differ.

use serde::Serialize;
use serde_json::{Map, Value};

/// What differs first between two headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderDifference {
    /// The key, after those that it stands under, such as `first.files.EvalFile`.
    pub key: String,
    /// How it is in the file.
    pub there: String,
    /// How it is now.
    pub here: String,
}

impl HeaderDifference {
    /// What differs first between the header of a file and another one, if anything does. `read` has the keys of the file as they were read: one that
    /// this program does not know differs as well. Of two rule sets the first line that differs is told.
    ///
    /// ```
    /// use hnefi_match::HeaderDifference;
    /// use serde_json::{Map, json};
    /// let header = |nodes: u32| json!({"rules": "brandubh", "first": {"options": {"nodes": nodes}}});
    /// let found = HeaderDifference::between(&header(60), &Map::new(), &header(61)).unwrap();
    /// assert_eq!((&*found.key, &*found.there, &*found.here), ("first.options.nodes", "60", "61"));
    /// assert_eq!(HeaderDifference::between(&header(60), &Map::new(), &header(60)), None);
    /// ```
    pub fn between<H: Serialize>(there: &H, read: &Map<String, Value>, here: &H) -> Option<HeaderDifference> {
        let keys = |header: &H| match serde_json::to_value(header) {
            Ok(Value::Object(keys)) => keys,
            _ => Map::new(),
        };
        let mut found = keys(there);
        for (key, value) in read {
            found.entry(key).or_insert_with(|| value.clone());
        }
        of_objects(&found, &keys(here))
    }

    fn under(self, key: &str) -> HeaderDifference {
        HeaderDifference { key: format!("{key}.{}", self.key), ..self }
    }
}

fn of_objects(there: &Map<String, Value>, here: &Map<String, Value>) -> Option<HeaderDifference> {
    let only_here = here.keys().filter(|key| !there.contains_key(*key));
    let key = there.keys().chain(only_here).find(|key| there.get(*key) != here.get(*key))?;
    let [there, here] = [there.get(key), here.get(key)];
    if let (Some(Value::Object(there)), Some(Value::Object(here))) = (there, here) {
        return of_objects(there, here).map(|found| found.under(key));
    }
    let (there, here) = match (there.and_then(Value::as_str), here.and_then(Value::as_str)) {
        (Some(there), Some(here)) if key == "ruleset" => of_rule_files(there, here),
        (there, here) if key == "ruleset" => (of_one_ruleset(there), of_one_ruleset(here)),
        _ => (short(there), short(here)),
    };
    Some(HeaderDifference { key: key.clone(), there, here })
}

/// A header names the rule set of a file by its text, and one of the program's own by its id alone.
fn of_one_ruleset(text: Option<&str>) -> String {
    text.map_or("the program's own", |_| "that of a file").to_owned()
}

fn short(value: Option<&Value>) -> String {
    match value.map(Value::to_string) {
        None => "nothing".to_owned(),
        Some(text) if text.chars().count() > 200 => "a longer text".to_owned(),
        Some(text) => text,
    }
}

/// The first line in which two rule files differ, as it is in each, after the heading that it stands under; a file that ends before has `nothing` there.
fn of_rule_files(there: &str, here: &str) -> (String, String) {
    let (mut there, mut here) = (there.lines(), here.lines());
    let mut heading = "";
    loop {
        match (there.next(), here.next()) {
            (Some(line), Some(same)) if line == same => {
                if line.starts_with('[') {
                    heading = line;
                }
            }
            (None, None) => return Default::default(),
            lines => {
                let told = |line: Option<&str>| format!("{heading} {}", line.unwrap_or("nothing")).trim().to_owned();
                return (told(lines.0), told(lines.1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_that_differs_is_told() {
        let there = "[answers.throne]\nis = \"hostile\"\n[answers.no-move]\nis = \"loss\"\n";
        let (told, other) = of_rule_files(there, &there.replace("loss", "draw"));
        assert_eq!((&*told, &*other), ("[answers.no-move] is = \"loss\"", "[answers.no-move] is = \"draw\""));
        let (told, other) = of_rule_files("[answers.throne]", there);
        assert_eq!((&*told, &*other), ("[answers.throne] nothing", "[answers.throne] is = \"hostile\""));
    }
}
