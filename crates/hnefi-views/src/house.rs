//! House rules: where to start, the editor, and the page behind a link that holds them.
use askama::Template;
use hnefi_rules::{Question, Ruleset, Side, community, leaflets};
use hnefi_wire::house::{Change, Fault, HouseRules, LONGEST_NAME};
use hnefi_wire::{AskError, HouseAnswer, HouseQuestion};
use hnefi_words::{ClauseWords, Words};

use crate::diagram::Diagram;
use crate::drawn::html;
use crate::filters;
use crate::rules::clauses::{ClauseRow, rows};
use crate::{Base, Choices, Drawn, Subject, Unfold};

/// Where house rules may start from.
#[derive(Clone, Debug, Template)]
#[template(path = "house-new.html")]
pub struct NewHousePage {
    groups: [(&'static str, Vec<BaseChoice>); 2],
}

/// A rule set to start from.
#[derive(Clone, Debug)]
struct BaseChoice {
    id: String,
    name: String,
    size: u8,
}

/// The page on which house rules begin.
pub fn begin() -> NewHousePage {
    let choice = |base: &std::sync::Arc<Ruleset>| BaseChoice {
        id: base.id().into(),
        name: base.name().into(),
        size: base.size(),
    };
    NewHousePage {
        groups: [
            ("house-new-leaflets", leaflets().iter().map(choice).collect()),
            ("house-new-community", community().iter().map(choice).collect()),
        ],
    }
}

/// House rules that somebody shares: what differs, the board, and how to play.
#[derive(Clone, Debug, Template)]
#[template(path = "house.html")]
pub struct HousePage {
    unfold: Unfold,
    code: String,
    title: String,
    base_id: String,
    base_name: String,
    base_address: String,
    changes: Vec<Change>,
    start_words: String,
    diagram: String,
    defenders_begin: bool,
    faults: Vec<Fault>,
    clauses: Vec<ClauseRow>,
    choices: Choices,
    link: String,
    local_only: bool,
}

impl HousePage {
    /// The page of house rules, with links that begin with `base`. The `choices` stand ready. What cannot be played
    /// says why.
    pub fn new(house: &HouseRules, base: &Base, choices: Choices) -> HousePage {
        let rules = house.ruleset();
        let about = Words::english().format("house-differs", &[("ruleset", house.base.name().into())]);
        let about = format!("{about} {}", house.differences().join(" "));
        HousePage {
            unfold: Unfold::new(base, house.title(), &about, &Subject::new(&house.start, &house.answers)),
            code: house.code(),
            title: house.title(),
            base_id: house.base.id().to_owned(),
            base_name: house.base.name().to_owned(),
            base_address: format!("/rules/{}", house.base.id()),
            changes: house.changes(),
            start_words: house.start_words(),
            diagram: Diagram::new(&house.start).under(&house.answers).svg(),
            defenders_begin: rules.as_ref().is_ok_and(|rules| rules.first() == Side::Defenders),
            clauses: rules.as_ref().map(|rules| rows(rules)).unwrap_or_default(),
            faults: rules.err().unwrap_or_default(),
            choices,
            link: format!("{}/house/{}", base.url, house.code()),
            local_only: base.local_only,
        }
    }

    /// Whether these house rules make a game.
    pub fn is_playable(&self) -> bool {
        self.faults.is_empty()
    }
}

/// The editor.
#[derive(Clone, Debug, Template)]
#[template(path = "house-edit.html")]
pub struct HouseEditPage {
    answer: HouseAnswer,
    name: String,
    unnamed: String,
    most: usize,
    base_id: String,
    base_name: String,
    rows_text: String,
    diagram: String,
    groups: Vec<Group>,
    sizes: Vec<(u8, bool)>,
    state_json: String,
}

/// Questions about one thing.
#[derive(Clone, Debug)]
struct Group {
    title: &'static str,
    questions: Vec<QuestionChoice>,
}

/// A question with all its answers.
#[derive(Clone, Debug)]
struct QuestionChoice {
    id: &'static str,
    title: String,
    changed: bool,
    answers: Vec<AnswerChoice>,
    clause: ClauseWords,
}

/// An answer that may be chosen.
#[derive(Clone, Debug)]
struct AnswerChoice {
    word: &'static str,
    text: String,
    chosen: bool,
    of_base: bool,
}

impl HouseEditPage {
    /// The editor for these rules, sensible or not.
    pub fn new(house: &HouseRules) -> HouseEditPage {
        let mut groups: Vec<Group> = Vec::new();
        for &question in Question::ALL {
            let (title, asked) = (group(question), QuestionChoice::new(house, question));
            match groups.iter_mut().find(|group| group.title == title) {
                Some(group) => group.questions.push(asked),
                None => groups.push(Group { title, questions: vec![asked] }),
            }
        }
        let state = serde_json::json!({
            "base": house.base.id(),
            "size": house.start.size(),
            "throne": house.answers.has_throne(),
            "corners": house.answers.has_corners(),
            "position": house.start.to_rows(),
            "base_position": house.base.start().to_rows(),
        });
        HouseEditPage {
            answer: HouseAnswer::of(house),
            name: house.name.clone(),
            unnamed: HouseRules { name: String::new(), ..house.clone() }.title(),
            most: LONGEST_NAME,
            base_id: house.base.id().to_owned(),
            base_name: house.base.name().to_owned(),
            rows_text: house.start.to_rows(),
            diagram: Diagram::new(&house.start).under(&house.answers).svg(),
            groups,
            sizes: (7..=15).step_by(2).map(|size| (size, size == house.start.size())).collect(),
            state_json: state.to_string(),
        }
    }
}

/// The parts of the editor's page that say it.
#[derive(Template)]
#[template(path = "house-checked.html")]
struct CheckedParts<'a> {
    answer: &'a HouseAnswer,
    base_name: &'a str,
}

/// What the rules crate says to house rules as the editor holds them, and how its page writes it.
///
/// ```
/// let question = r#"{"base":"copenhagen","answers":{"no-move":"draw"}}"#;
/// let checked = hnefi_views::house::check(&serde_json::from_str(question).unwrap()).unwrap();
/// assert!(checked.said.playable && checked.html.contains(r#"id="house-said""#));
/// ```
///
/// # Errors
/// When a rule set, a question or an answer is unknown, or the rows are no board.
pub fn check(question: &HouseQuestion) -> Result<Drawn<HouseAnswer>, AskError> {
    let house = question.house()?;
    let answer = HouseAnswer::of(&house);
    let parts = CheckedParts { answer: &answer, base_name: house.base.name() };
    Ok(Drawn { html: html(&parts), said: answer })
}

/// What is wrong at a place, as one text; empty if nothing is.
fn fault(answer: &HouseAnswer, place: &str) -> String {
    let here = answer.faults.iter().filter(|fault| fault.place == place);
    here.map(|fault| fault.says.as_str()).collect::<Vec<_>>().join(" ")
}

impl QuestionChoice {
    fn new(house: &HouseRules, question: Question) -> QuestionChoice {
        let words = Words::english();
        let (is, was) = (house.answers.word(question), house.base.answers().word(question));
        QuestionChoice {
            id: question.id(),
            title: words.question(question),
            changed: is != was,
            answers: question
                .words()
                .iter()
                .map(|&word| AnswerChoice {
                    word,
                    text: words.answer(question, word),
                    chosen: word == is,
                    of_base: word == was,
                })
                .collect(),
            clause: words.clause(house.base, question.into()),
        }
    }
}

/// Under which heading a question is asked.
fn group(question: Question) -> &'static str {
    match question {
        Question::FirstMove
        | Question::SoldiersReach
        | Question::KingReach
        | Question::SoldiersThrone
        | Question::KingThrone
        | Question::Corners => "house-group-moving",
        Question::EmptyThroneAttackers
        | Question::EmptyThroneDefenders
        | Question::OccupiedThroneAttackers
        | Question::OccupiedThroneDefenders
        | Question::CornersAttackers
        | Question::CornersDefenders => "house-group-hostile",
        Question::KingArms | Question::SoldierTrap | Question::Shieldwall => "house-group-captures",
        Question::KingOpen
        | Question::KingOnThrone
        | Question::KingBesideThrone
        | Question::KingOnEdge
        | Question::KingBesideCorner => "house-group-king",
        Question::Escape | Question::ExitFort | Question::Encirclement | Question::NoMove => "house-group-ends",
        Question::Repetition | Question::Agreement | Question::Claims => "house-group-draws",
    }
}
