//! One example: a board, what is done on it, and what is expected under each rule set.

use std::sync::Arc;

use hnefi_formats::read_diagram;
use hnefi_rules::{Clause, Clauses, Ending, Intent, Ruleset, Setup, Side, leaflets, ruleset};

use crate::judge::list;
use crate::{Asked, Expected, FastJudge, Found, Step, judge};

/// One example of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its name, once in the chapter.
    pub id: String,
    /// The line of the file on which it begins, counted from 1.
    pub line: usize,
    /// The rule sets under which it is played.
    pub rules: Vec<String>,
    /// A line for people under the diagram.
    pub caption: Option<String>,
    /// The questions and points that it shows.
    pub clauses: Vec<Clause>,
    /// The side to move; `None` for the side that the rule set lets begin.
    pub turn: Option<Side>,
    /// Whether it begins at the start position of the rule set; `before` then holds that of the first one.
    pub from_start: bool,
    /// The board before the first step.
    pub before: Setup,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What is expected, for some of the rule sets each; every rule set is in exactly one.
    pub cases: Vec<Case>,
    pub(crate) afters: Vec<(Vec<String>, Setup)>,
}

/// What is expected under some rule sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The rule sets.
    pub rules: Vec<String>,
    /// What is expected.
    pub expected: Expected,
}

impl Example {
    /// What is expected under a rule set; `None` if the example is not played under it.
    pub fn case(&self, rules: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.rules.iter().any(|id| id == rules))
    }

    /// The board afterwards under a rule set; `None` where nothing is moved.
    pub fn after(&self, rules: &str) -> Option<&Setup> {
        self.afters.iter().find(|(ids, _)| ids.iter().any(|id| id == rules)).map(|(_, setup)| setup)
    }

    /// The side to move at the beginning under a rule set.
    pub fn turn(&self, ruleset: &Ruleset) -> Side {
        self.turn.unwrap_or_else(|| ruleset.first())
    }

    /// The moves among the steps, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Intent> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Move { intent, .. } => Some(*intent),
            _ => None,
        })
    }

    /// Plays the example under a rule set and tells what happened.
    pub fn play(&self, ruleset: &Arc<Ruleset>) -> Found {
        let asked = self.case(ruleset.id()).map(|case| case.expected.asked()).unwrap_or_default();
        let board = if self.from_start { ruleset.start() } else { &self.before };
        judge(self, board, self.turn(ruleset), &asked, &mut FastJudge::new(ruleset))
    }

    /// Plays the example under a rule set and says, a sentence each, what was expected and not found.
    pub fn check(&self, ruleset: &Arc<Ruleset>) -> Vec<String> {
        match self.case(ruleset.id()) {
            None => vec![format!("{} is not played under {}", self.id, ruleset.id())],
            Some(case) => {
                let found = self.play(ruleset);
                let mut problems = case.expected.compare(&found);
                if problems.is_empty() && found.after.as_ref() != self.after(ruleset.id()) {
                    problems
                        .push("the board afterwards is not the one that is drawn; run the bless command".to_owned());
                }
                problems
            }
        }
    }
}

impl Expected {
    /// About which pieces the referee must be asked.
    pub fn asked(&self) -> Asked {
        Asked {
            why: self.why.iter().map(|line| line.square).collect(),
            stuck: self.stuck.is_some(),
            reaches: self.reaches.iter().map(|line| line.from).collect(),
        }
    }

    /// Says, a sentence each, what is expected and was not found.
    pub fn compare(&self, found: &Found) -> Vec<String> {
        if let Some(stumble) = &found.stumble {
            return vec![stumble.clone()];
        }
        let mut problems = Vec::new();
        let mut differ = |what: &str, expected: String, found: String| {
            if expected != found {
                problems.push(format!("{what}: expected {expected}, found {found}"));
            }
        };
        let codes = |codes: &[String]| if codes.is_empty() { "none".to_owned() } else { codes.join(", ") };
        differ("reasons against the set-up", codes(&self.problems), codes(&found.problems));
        let refusal = |refusal: &Option<crate::CodedRefusal>, with_square: bool| match refusal {
            None => "none".to_owned(),
            Some(r) => match r.square.filter(|_| with_square) {
                Some(square) => format!("{} {square}", r.code),
                None => r.code.clone(),
            },
        };
        let with_square = self.refusal.as_ref().is_some_and(|r| r.square.is_some());
        differ("refusal", refusal(&self.refusal, with_square), refusal(&found.refusal, with_square));
        let captures = |fallen: &[crate::Fallen]| match fallen {
            [] => "nothing".to_owned(),
            _ => fallen.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        differ("captures", captures(&self.captures), captures(&found.captures));
        let clauses = |clauses: &Clauses| clauses.iter().map(Clause::id).collect::<Vec<_>>().join(" and ");
        for fallen in self.captures.iter().filter(|fallen| !fallen.clauses.is_empty()) {
            let other = found.captures.iter().find(|other| other.square == fallen.square && !other.clauses.is_empty());
            if let Some(other) = other {
                let what = format!("the clauses for {}", fallen.square);
                differ(&what, clauses(&fallen.clauses), clauses(&other.clauses));
            }
        }
        let outcome = |outcome: Option<hnefi_rules::Outcome>| match outcome {
            None => "the game goes on".to_owned(),
            Some(outcome) => {
                let reason = match outcome.reason {
                    Ending::Claim(ground) => format!("claim {}", ground.id()),
                    reason => reason.id().to_owned(),
                };
                match outcome.winner {
                    None => format!("draw: {reason}"),
                    Some(side) => format!("{side} win: {reason}"),
                }
            }
        };
        differ("ending", outcome(self.outcome), outcome(found.outcome));
        for line in &self.why {
            let answer = found.why.iter().find(|(square, ..)| *square == line.square);
            let (word, clause) =
                answer.map_or(("nobody was asked", None), |(_, word, clause)| (word.as_str(), *clause));
            let write = |word: &str, clause: Option<Clause>| match clause {
                Some(clause) if line.clause.is_some() => format!("{word} under {}", clause.id()),
                _ => word.to_owned(),
            };
            differ(&format!("why {}", line.square), write(&line.word, line.clause), write(word, clause));
        }
        if let Some(stuck) = &self.stuck {
            differ("stuck", list(stuck), found.stuck.as_deref().map_or_else(|| "not asked".to_owned(), list));
        }
        for line in &self.reaches {
            let to = found.reaches.iter().find(|(from, _)| *from == line.from).map(|(_, to)| list(to));
            differ(&format!("{} reaches", line.from), list(&line.to), to.unwrap_or_else(|| "not asked".to_owned()));
        }
        problems
    }
}

/// One `key: value` of a block with the indented lines under it.
pub(crate) struct Entry<'a> {
    /// The line on which it begins, counted from 0 in the block.
    pub(crate) line: usize,
    pub(crate) key: &'a str,
    pub(crate) names: &'a str,
    pub(crate) value: &'a str,
    pub(crate) under: Vec<&'a str>,
}

/// Splits a block into its entries.
///
/// # Errors
/// The line, counted from 0 in the block, and a sentence.
pub(crate) fn entries(body: &str) -> Result<Vec<Entry<'_>>, (usize, String)> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for (line, text) in body.lines().enumerate() {
        if text.trim().is_empty() {
            continue;
        }
        if text.starts_with([' ', '\t']) {
            let entry = entries.last_mut().ok_or((line, "an indented line has nothing above it".to_owned()))?;
            entry.under.push(text.trim());
            continue;
        }
        let (head, value) =
            text.split_once(':').ok_or((line, format!("`{text}` lacks a colon after its first word")))?;
        let (key, names) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
        entries.push(Entry { line, key, names: names.trim(), value: value.trim(), under: Vec::new() });
    }
    Ok(entries)
}

/// Reads the body of a block. `line` is that of the fence, counted from 1; `chapter` names the rule set
/// where the block does not.
///
/// # Errors
/// The line in the file and a sentence.
pub(crate) fn read(chapter: &str, line: usize, body: &str) -> Result<Example, (usize, String)> {
    let entries = entries(body).map_err(|(at, message)| (line + 1 + at, message))?;
    let value = |key: &str| entries.iter().find(|e| e.key == key);
    let fence = |message: &str| (line, message.to_owned());
    let id = value("id").map(|e| e.value.to_owned()).ok_or_else(|| fence("an example lacks its `id:` line"))?;
    if id.is_empty() || !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
        return Err(fence("an example's id is made of lower-case letters, digits and hyphens"));
    }
    let rules = match value("rules") {
        Some(entry) => read_rules(entry.value).map_err(|m| (line + 1 + entry.line, m))?,
        None if ruleset(chapter).is_some() => vec![chapter.to_owned()],
        None => return Err((line, format!("example {id} lacks its `rules:` line"))),
    };
    let mut example = Example {
        id,
        line,
        rules,
        caption: None,
        clauses: Vec::new(),
        turn: None,
        from_start: false,
        before: leaflets()[0].start().clone(),
        steps: Vec::new(),
        cases: Vec::new(),
        afters: Vec::new(),
    };
    let mut board_seen = false;
    for entry in &entries {
        fill(&mut example, entry, &mut board_seen).map_err(|Fault { below, message }| {
            let named = format!("example {}: {message}", example.id);
            (line + 1 + entry.line + below, named)
        })?;
    }
    let id = &example.id;
    if !board_seen {
        return Err((line, format!("example {id} lacks its `board:`")));
    }
    if example.turn.is_none() && !example.from_start {
        return Err((line, format!("example {id} lacks its `turn:` line")));
    }
    settle_cases(&mut example).map_err(|message| (line, format!("example {}: {message}", example.id)))?;
    Ok(example)
}

/// What is wrong with an entry, and how many lines below its first one.
struct Fault {
    below: usize,
    message: String,
}

impl From<String> for Fault {
    fn from(message: String) -> Fault {
        Fault { below: 0, message }
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        message.to_owned().into()
    }
}

fn board(entry: &Entry<'_>) -> Result<Setup, Fault> {
    read_diagram(&entry.under.join("\n"))
        .map_err(|error| Fault { below: error.place.line, message: error.fault.to_string() })
}

fn fill(example: &mut Example, entry: &Entry<'_>, board_seen: &mut bool) -> Result<(), Fault> {
    match entry.key {
        "id" | "rules" => {}
        "caption" => example.caption = Some(entry.value.to_owned()),
        "clause" => {
            for id in entry.value.split(',').map(str::trim) {
                let clause = Clause::from_id(id).ok_or_else(|| format!("`{id}` is neither a question nor a point"))?;
                example.clauses.push(clause);
            }
        }
        "turn" => example.turn = Some(entry.value.parse::<Side>().map_err(|e| e.to_string())?),
        "board" => {
            *board_seen = true;
            if entry.value == "start" {
                example.from_start = true;
                let first = ruleset(&example.rules[0]).ok_or("it names no rule set")?;
                example.before = first.start().clone();
            } else {
                example.before = board(entry)?;
            }
        }
        "play" => {
            for text in std::iter::once(entry.value).chain(entry.under.iter().copied()) {
                for step in text.split(',').map(str::trim).filter(|step| !step.is_empty()) {
                    example.steps.push(Step::read(step)?);
                }
            }
        }
        "expect" => {
            if !*board_seen {
                return Err("`expect:` comes after `board:`".into());
            }
            let rules = if entry.names.is_empty() { Vec::new() } else { read_rules(entry.names)? };
            let mut expected = Expected::default();
            for text in std::iter::once(entry.value).chain(entry.under.iter().copied()) {
                expected.read(text, &example.before)?;
            }
            example.cases.push(Case { rules, expected });
        }
        "after" => {
            let rules = if entry.names.is_empty() { example.rules.clone() } else { read_rules(entry.names)? };
            example.afters.push((rules, board(entry)?));
        }
        other => return Err(format!("`{other}` begins no line of an example").into()),
    }
    Ok(())
}

fn read_rules(text: &str) -> Result<Vec<String>, String> {
    if text == "all" {
        return Ok(leaflets().iter().map(|r| r.id().to_owned()).collect());
    }
    text.split(',')
        .map(str::trim)
        .map(|id| match ruleset(id) {
            Some(_) => Ok(id.to_owned()),
            None => Err(format!("`{id}` is no rule set")),
        })
        .collect()
}

/// Gives every rule set exactly one case; the one without names takes those that are left.
fn settle_cases(example: &mut Example) -> Result<(), String> {
    let named: Vec<String> = example.cases.iter().flat_map(|case| case.rules.clone()).collect();
    for (index, id) in named.iter().enumerate() {
        if !example.rules.contains(id) {
            return Err(format!("`expect {id}:` names a rule set under which it is not played"));
        }
        if named[..index].contains(id) {
            return Err(format!("two lines say what is expected under {id}"));
        }
    }
    let left: Vec<String> = example.rules.iter().filter(|id| !named.contains(id)).cloned().collect();
    let mut unnamed = example.cases.iter_mut().filter(|case| case.rules.is_empty());
    match (unnamed.next(), left.is_empty()) {
        (Some(case), false) => case.rules = left,
        (Some(_), true) => return Err("`expect:` without names is left with no rule set".to_owned()),
        (None, false) => return Err(format!("nothing says what is expected under {}", left.join(", "))),
        (None, true) => {}
    }
    if unnamed.next().is_some() {
        return Err("two lines `expect:` have no names; put both into one, with a semicolon".to_owned());
    }
    Ok(())
}
