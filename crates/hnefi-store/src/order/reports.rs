//! What people report to the moderators.

use hnefi_live::{PersonId, ShownAs};

use super::OrderWrite;
use crate::db::{Connection, Row, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// How long a report is kept after it was answered, in days.
pub const REPORTS_KEPT_DAYS: i64 = 180;

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// Moves that an engine or somebody else has found.
    Cheating,
    /// Insults in the talk.
    Insult,
    /// A name that insults.
    Name,
    /// Games that are left.
    Leaving,
    /// Anything else.
    Other,
}

/// A report that somebody makes.
#[derive(Clone, Debug)]
pub struct NewReport {
    /// Who makes it.
    pub reporter: PersonId,
    /// About whom.
    pub about: PersonId,
    /// In which game, if in one.
    pub game: Option<String>,
    /// About what.
    pub kind: ReportKind,
    /// In his own words.
    pub words: String,
    /// What the other one had said beside the game, a line each.
    pub said: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A report as it is stored.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its number.
    pub number: u64,
    /// What was reported.
    pub made: NewReport,
    /// How who made it is shown.
    pub reporter_shown: ShownAs,
    /// How the other one is shown.
    pub about_shown: ShownAs,
    /// When it was answered, if it was, in milliseconds since 1970.
    pub done_ms: Option<i64>,
    /// What was answered.
    pub answer: Option<String>,
}

/// The answer to a report.
#[derive(Debug)]
pub(crate) struct Answer {
    actor: Option<PersonId>,
    number: u64,
    words: String,
    at_ms: i64,
}

impl ReportKind {
    /// All kinds, in the order in which forms offer them.
    pub const ALL: [ReportKind; 5] =
        [ReportKind::Cheating, ReportKind::Insult, ReportKind::Name, ReportKind::Leaving, ReportKind::Other];

    /// The word for this kind in the database and on forms.
    ///
    /// ```
    /// use hnefi_store::ReportKind;
    /// assert!(ReportKind::ALL.iter().all(|kind| ReportKind::from_id(kind.id()) == Some(*kind)));
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            ReportKind::Cheating => "cheating",
            ReportKind::Insult => "insult",
            ReportKind::Name => "name",
            ReportKind::Leaving => "leaving",
            ReportKind::Other => "other",
        }
    }

    /// The kind of a word.
    pub fn from_id(id: &str) -> Option<ReportKind> {
        ReportKind::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

/// Reports with those whom they name, in so far as this holds.
macro_rules! reports {
    ($which:literal) => {
        concat!(
            "select report.*, one.name as one_name, one.left_ms as one_left, mine.person as one_member, \
             other.name as other_name, other.left_ms as other_left, his.person as other_member from report \
             join person one on one.id = report.reporter left join account mine on mine.person = report.reporter \
             join person other on other.id = report.about left join account his on his.person = report.about where ",
            $which
        )
    };
}

impl Store {
    /// Whether a game is named in a report.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_reported(&self, game: &str) -> Result<bool, StoreError> {
        Ok(!self.readers.fetch("select number from report where game = $1", params![game]).await?.is_empty())
    }

    /// Tells the moderators of somebody.
    ///
    /// # Errors
    /// [`StoreError::Reported`] when who makes it has an open report of this kind about that one and game; an error of the database
    /// when there is no such person.
    pub async fn report(&self, report: NewReport) -> Result<(), StoreError> {
        self.writer.write(Write::Order(OrderWrite::Report(report))).await
    }

    /// The reports that are not answered yet, the oldest first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn open_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        let sql = reports!("report.done_ms is null order by report.at_ms, report.number limit $1");
        self.readers.fetch(sql, params![limit]).await?.iter().map(report).collect()
    }

    /// The reports about a person, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reports_about(&self, person: &PersonId) -> Result<Vec<Report>, StoreError> {
        let sql = reports!("report.about = $1 order by report.number desc");
        self.readers.fetch(sql, params![person.as_str()]).await?.iter().map(report).collect()
    }

    /// The reports that a person has made, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reports_by(&self, person: &PersonId) -> Result<Vec<Report>, StoreError> {
        let sql = reports!("report.reporter = $1 order by report.number desc");
        self.readers.fetch(sql, params![person.as_str()]).await?.iter().map(report).collect()
    }

    /// Answers a report: who made it reads the answer. `actor` is who does so; `None` for who does it beside the server.
    ///
    /// # Errors
    /// [`StoreError::NoReport`] when no open report has this number; [`StoreError::NotAllowed`] when it is about the actor, or he is
    /// no moderator.
    pub async fn answer_report(
        &self,
        actor: Option<&PersonId>,
        number: u64,
        words: &str,
        at_ms: i64,
    ) -> Result<(), StoreError> {
        let answer = Answer { actor: actor.cloned(), number, words: words.to_owned(), at_ms };
        self.writer.write(Write::Order(OrderWrite::Answer(answer))).await
    }
}

pub(super) async fn write(to: &mut Connection, report: &NewReport) -> Result<(), StoreError> {
    let NewReport { reporter, about, game, kind, words, said, at_ms } = report;
    let sql = "select number from report where reporter = $1 and about = $2 and kind = $3 \
               and coalesce(game, '') = $4 and done_ms is null";
    let (game, kind) = (game.as_deref(), kind.id());
    let same = params![reporter.as_str(), about.as_str(), kind, game.unwrap_or_default()];
    if !to.fetch(sql, same).await?.is_empty() {
        return Err(StoreError::Reported);
    }
    let sql = "insert into report (number, reporter, about, game, kind, words, said, at_ms) \
               select coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7 from report";
    to.execute(sql, params![reporter.as_str(), about.as_str(), game, kind, words, said, *at_ms]).await?;
    Ok(())
}

pub(super) async fn answer(to: &mut Connection, answer: &Answer) -> Result<(), StoreError> {
    let Answer { actor, number, words, at_ms } = answer;
    let number = i64::try_from(*number).unwrap_or(i64::MAX);
    let sql = "select about from report where number = $1 and done_ms is null";
    let rows = to.fetch(sql, params![number]).await?;
    let about: String = rows.first().ok_or(StoreError::NoReport)?.get("about")?;
    super::moderation::may_moderate(to, actor.as_ref(), &PersonId::new(about)).await?;
    let sql = "update report set done_ms = $1, answer = $2, actor = $3 where number = $4";
    to.execute(sql, params![*at_ms, words, actor.as_ref().map(PersonId::as_str), number]).await?;
    Ok(())
}

fn report(row: &Row) -> Result<Report, StoreError> {
    let (number, kind): (i64, String) = (row.get("number")?, row.get("kind")?);
    let (reporter, about): (String, String) = (row.get("reporter")?, row.get("about")?);
    let shown = |who: &str| -> Result<ShownAs, StoreError> {
        let name: Option<String> = row.get(&format!("{who}_name"))?;
        let (left, member): (Option<i64>, Option<String>) =
            (row.get(&format!("{who}_left"))?, row.get(&format!("{who}_member"))?);
        Ok(match name.and_then(|name| name.parse().ok()) {
            _ if left.is_some() => ShownAs::Former,
            Some(name) if member.is_some() => ShownAs::Member(name),
            Some(name) => ShownAs::Guest(name),
            None => ShownAs::Nameless,
        })
    };
    Ok(Report {
        number: number.unsigned_abs(),
        reporter_shown: shown("one")?,
        about_shown: shown("other")?,
        done_ms: row.get("done_ms")?,
        answer: row.get("answer")?,
        made: NewReport {
            reporter: PersonId::new(reporter),
            about: PersonId::new(about),
            game: row.get("game")?,
            kind: ReportKind::from_id(&kind).unwrap_or(ReportKind::Other),
            words: row.get("words")?,
            said: row.get("said")?,
            at_ms: row.get("at_ms")?,
        },
    })
}
