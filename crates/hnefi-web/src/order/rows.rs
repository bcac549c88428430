//! Rows of lists: what was done to somebody, what he has reported, whom he ignores.

use hnefi_live::PersonId;
use hnefi_store::{Done, Ignoring, Report, StoreError};
use hnefi_views::order::{DoneRow, IgnoredRow, ReportRow};
use hnefi_words::Words;

use super::target::called;
use crate::server::date::day;
use crate::server::state::AppState;

/// What was done, as people read it.
pub(crate) fn done_rows(done: &[Done]) -> Vec<DoneRow> {
    done.iter()
        .map(|done| {
            let until = done.until_ms.map(day);
            let values =
                [("game", done.game.clone().unwrap_or_default().into()), ("until", until.unwrap_or_default().into())];
            DoneRow {
                when: day(done.at_ms),
                what: Words::english().format(&format!("done-{}", done.act), &values),
                why: done.why.clone(),
                game: done.game.clone(),
                person: done.person.as_str().to_owned(),
                actor: done.actor.as_ref().map(|actor| actor.as_str().to_owned()),
            }
        })
        .collect()
}

/// Reports, as moderators and those who made them read them.
pub(crate) fn report_rows(reports: Vec<Report>) -> Vec<ReportRow> {
    let row = |report: Report| ReportRow {
        number: report.number,
        when: day(report.made.at_ms),
        kind: Words::english().text(&format!("report-kind-{}", report.made.kind.id())),
        about: called(&report.about_shown),
        about_id: report.made.about.as_str().to_owned(),
        reporter: called(&report.reporter_shown),
        reporter_id: report.made.reporter.as_str().to_owned(),
        game: report.made.game,
        words: report.made.words,
        said: report.made.said.lines().map(str::to_owned).collect(),
        answer: report.answer,
        done: report.done_ms.map(day),
    };
    reports.into_iter().map(row).collect()
}

/// Whom somebody ignores: members, by their names. A guest whom nobody can name is forgotten with his session.
pub(crate) async fn ignored_rows(app: &AppState, person: &PersonId) -> Result<Vec<IgnoredRow>, StoreError> {
    let mut rows = Vec::new();
    for (other, how) in app.store.ignored_by(person).await? {
        if let Some(account) = app.store.account(&other).await? {
            rows.push(IgnoredRow { name: account.name.as_str().to_owned(), blocked: how == Ignoring::Block });
        }
    }
    Ok(rows)
}
