//! Order in the club: reports, warnings, and the pages of moderators.

use askama::Template;
use hnefi_words::Words;

use crate::filters;

/// The page on which somebody is reported.
///
/// ```
/// use hnefi_views::order::ReportPage;
/// let build = hnefi_views::Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// let page = ReportPage { who: "Eve".to_owned(), name: "Eve".to_owned(), ..ReportPage::default() };
/// assert!(hnefi_views::render(&page, &build).unwrap().contains("Report Eve"));
/// ```
#[derive(Clone, Debug, Default, Template)]
#[template(path = "report.html")]
pub struct ReportPage {
    /// What who is reported is called.
    pub who: String,
    /// His name, if he is a member and was named.
    pub name: String,
    /// The game.
    pub game: String,
    /// The side that he plays in it, where he was not named.
    pub side: String,
    /// The id of the kind that is picked.
    pub kind: String,
    /// What was typed.
    pub words: String,
    /// What was wrong with it.
    pub fault: Option<String>,
    /// Whether it was sent just now.
    pub sent: bool,
    /// The number of who is reported, for a visitor who looks after the club.
    pub moderated: Option<String>,
    /// The most characters.
    pub longest: usize,
}

/// The page with warnings that somebody has not read.
#[derive(Clone, Debug, Template)]
#[template(path = "warning.html")]
pub struct WarningPage {
    /// The day of each, and what for.
    pub warnings: Vec<(String, String)>,
    /// Where to go afterwards.
    pub to: String,
}

/// The page of those who look after the club: what was reported, and what was done.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "moderation.html")]
pub struct ModerationPage {
    /// The open reports.
    pub reports: Vec<ReportRow>,
    /// What was done lately.
    pub log: Vec<DoneRow>,
}

/// The page of a person for those who look after the club.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "moderation-person.html")]
pub struct PersonPage {
    /// The number of the person.
    pub id: String,
    /// What he is called.
    pub name: String,
    /// The address of his page, if he is a member.
    pub page: Option<String>,
    /// Since when he is a member, as a date.
    pub since: Option<String>,
    /// Whether he runs the server.
    pub administrator: bool,
    /// Whether he is a moderator.
    pub moderator: bool,
    /// Since when his account is closed, as a date.
    pub closed: Option<String>,
    /// Until when he is silent, as a date.
    pub silent: Option<String>,
    /// Until when he is turned away, as a date.
    pub away: Option<String>,
    /// Whether he has an account.
    pub member: bool,
    /// What was reported of him.
    pub reports: Vec<ReportRow>,
    /// What was done to him.
    pub log: Vec<DoneRow>,
    /// Whether who looks may do something to him.
    pub may: bool,
    /// Whether who looks decides who is a moderator.
    pub appoints: bool,
    /// Whether something was done just now.
    pub done: bool,
    /// What was wrong with what was asked for.
    pub fault: Option<String>,
    /// The reason that was typed.
    pub why: String,
    /// The most characters of a reason.
    pub longest: usize,
}

/// How somebody plays, for those who look after the club.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "moderation-play.html")]
pub struct PlayPage {
    /// The number of the person.
    pub id: String,
    /// What he is called.
    pub name: String,
    /// How many rated games were not compared yet.
    pub waiting: usize,
    /// Whether some are being compared.
    pub at_work: bool,
    /// How the moves agree with the engine's, by list.
    pub agreements: Vec<AgreementRow>,
    /// How long moves took, by phase.
    pub phases: Vec<PhaseRow>,
    /// With whom he played from one address.
    pub near: Vec<NearRow>,
    /// How games ended.
    pub endings: Vec<EndingRow>,
    /// How often he got away from games without playing them.
    pub dodges: Vec<DodgeRow>,
    /// How many games against people that is of.
    pub games: u32,
    /// How many players of like rating there are to compare with.
    pub others: usize,
    /// How many games each of them has played at least.
    pub least: u32,
    /// For how long he has to wait now before he seeks again, in minutes.
    pub waits: u32,
    /// How many positions the engine looks at before each move.
    pub nodes: u64,
}

/// How moves agree with the engine's.
#[derive(Clone, Debug)]
pub struct AgreementRow {
    /// The list.
    pub list: String,
    /// In how many games moves were compared.
    pub games: u32,
    /// How often the first choice was played, in percent, and what a move lost, in hundredths of a point; `None` where none was compared.
    pub own: Option<(String, String)>,
    /// How many players of like rating there are to compare with.
    pub others: usize,
    /// The lowest and the highest share among them, in percent.
    pub range: Option<(String, String)>,
}

/// How long moves took in a phase of the game, in seconds.
#[derive(Clone, Debug)]
pub struct PhaseRow {
    /// The phase.
    pub phase: String,
    /// How many moves.
    pub moves: usize,
    /// The median.
    pub median: String,
    /// A quarter took less.
    pub low: String,
    /// A quarter took more.
    pub high: String,
    /// How far the quarters lie apart, in medians.
    pub spread: String,
}

/// Somebody who played from the same address.
#[derive(Clone, Debug)]
pub struct NearRow {
    /// His number.
    pub id: String,
    /// What he is called, if he has a name.
    pub name: Option<String>,
    /// In how many games.
    pub games: u32,
}

/// How games ended.
#[derive(Clone, Debug)]
pub struct EndingRow {
    /// How.
    pub how: String,
    /// How many.
    pub games: u32,
    /// How many he lost so.
    pub lost: u32,
}

/// How often somebody got away from games in one way.
#[derive(Clone, Debug)]
pub struct DodgeRow {
    /// How.
    pub how: String,
    /// How often.
    pub times: u32,
    /// How often in a hundred games; `None` where there were no games.
    pub share: Option<String>,
    /// The lowest and the highest share among players of like rating.
    pub range: Option<(String, String)>,
}

/// A report in a list.
#[derive(Clone, Debug)]
pub struct ReportRow {
    /// Its number.
    pub number: u64,
    /// Its day.
    pub when: String,
    /// What it is about, in words.
    pub kind: String,
    /// What who was reported is called.
    pub about: String,
    /// His number.
    pub about_id: String,
    /// What who made it is called.
    pub reporter: String,
    /// His number.
    pub reporter_id: String,
    /// The id of the game, if it names one.
    pub game: Option<String>,
    /// In own words.
    pub words: String,
    /// What had been said beside the game.
    pub said: Vec<String>,
    /// The answer, if there is one.
    pub answer: Option<String>,
    /// The day of the answer.
    pub done: Option<String>,
}

/// Something that was done to somebody.
#[derive(Clone, Debug)]
pub struct DoneRow {
    /// Its day.
    pub when: String,
    /// What, in words.
    pub what: String,
    /// Why.
    pub why: String,
    /// The id of the game, if it was in one.
    pub game: Option<String>,
    /// The number of who it was done to.
    pub person: String,
    /// The number of who did it; `None` for beside the server.
    pub actor: Option<String>,
}

/// Somebody whom one ignores.
#[derive(Clone, Debug)]
pub struct IgnoredRow {
    /// What he is called.
    pub name: String,
    /// Whether he is blocked, and not only muted.
    pub blocked: bool,
}

/// What one's own account says of order.
#[derive(Clone, Debug, Default)]
pub struct OwnOrder {
    /// What was done to one.
    pub done: Vec<DoneRow>,
    /// What one has reported.
    pub reports: Vec<ReportRow>,
    /// Whom one ignores.
    pub ignored: Vec<IgnoredRow>,
    /// Whether one looks after the club.
    pub moderates: bool,
}

/// What a visitor can do about the member of a page.
#[derive(Clone, Debug, Default)]
pub struct MemberOrder {
    /// Whether the visitor ignores him: `mute` or `block`; empty for not.
    pub how: &'static str,
    /// The number of the member, for a visitor who looks after the club.
    pub moderated: Option<String>,
}

impl ReportPage {
    fn kinds(&self) -> Vec<(&'static str, String, bool)> {
        let all = ["cheating", "insult", "name", "leaving", "other"];
        all.map(|kind| (kind, Words::english().text(&format!("report-kind-{kind}")), kind == self.kind)).into()
    }

    fn words_about(&self) -> String {
        Words::english().format("report-words-about", &[("most", self.longest.into())])
    }
}
