//! `hnefi admin`: what who runs a server does to accounts, from beside the running server. Whoever may write in the database of the games
//! may do it; a connection to the server gives no such right.

use std::path::Path;
use std::process::ExitCode;

use hnefi_live::{PersonId, PersonName, ShownAs};
use hnefi_store::{Account, Measure, Moderation, Report, Store, StoreError, now_ms};
use hnefi_words::Words;

use super::Done;
use super::backup::folder;
use super::serve::{data_or_default, place};
use super::{admin_event, admin_move, admin_ratings};
use crate::args::{AdminArgs, AdminCommand};
use crate::error::Error;
use crate::output::{Output, harmless};

/// How many reports are listed.
const MOST_REPORTS: u32 = 1_000;

/// Does it, and says what was done.
pub(crate) fn admin(out: &mut Output, args: AdminArgs) -> Done {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if let AdminCommand::MoveDatabase { from, to } = &args.command {
        for line in runtime.block_on(admin_move::move_games(from, to))? {
            out.line(harmless(&line))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let data = data_or_default(args.place.data)?;
    let place = place(&data, args.place.database.as_deref())?;
    let (lines, code) = runtime.block_on(async {
        let store = Store::beside(&place).await.map_err(|error| folder(&error))?;
        let done = run(&store, &data, args.command).await;
        store.close().await;
        done
    })?;
    for line in lines {
        // Names and reports were written by members.
        out.line(harmless(&line))?;
    }
    Ok(code)
}

/// The lines to say, and how the program ends.
async fn run(store: &Store, data: &Path, command: AdminCommand) -> Result<(Vec<String>, ExitCode), Error> {
    let says = |id: &str, name: &str| Ok(vec![Words::english().format(id, &[("name", name.into())])]);
    let said = |id: &str, account: &Account| says(id, account.name.as_str());
    let lines: Result<Vec<String>, Error> = match command {
        // It works on no store that is open.
        AdminCommand::MoveDatabase { from, to } => admin_move::move_games(&from, &to).await,
        AdminCommand::Ratings { command } => return admin_ratings::ratings(store, command).await,
        AdminCommand::Event { command } => return admin_event::event(store, data, command).await,
        AdminCommand::Accounts => Ok(store.accounts().await.map_err(failed)?.iter().map(row).collect()),
        AdminCommand::Appoint { name, moderator: false } => {
            let account = named(store, &name).await?;
            store.set_administrator(&account.person, true, now_ms()).await.map_err(failed)?;
            said("cli-admin-appointed", &account)
        }
        AdminCommand::Dismiss { name, moderator: false } => {
            let account = named(store, &name).await?;
            store.set_administrator(&account.person, false, now_ms()).await.map_err(failed)?;
            said("cli-admin-dismissed", &account)
        }
        AdminCommand::Appoint { name, .. } => {
            said("cli-admin-appointed-moderator", &does(store, &name, Measure::Appoint, "").await?)
        }
        AdminCommand::Dismiss { name, .. } => {
            said("cli-admin-dismissed-moderator", &does(store, &name, Measure::Dismiss, "").await?)
        }
        AdminCommand::Warn { name, why } => {
            says("cli-admin-warned", &does_to_anybody(store, &name, Measure::Warn, &why).await?)
        }
        AdminCommand::Silence { name, days: 0, why } => {
            says("cli-admin-speaks", &does_to_anybody(store, &name, Measure::EndSilence, &why).await?)
        }
        AdminCommand::Silence { name, days, why } => {
            let measure = Measure::Silence { until_ms: after_days(days) };
            says("cli-admin-silenced", &does_to_anybody(store, &name, measure, &why).await?)
        }
        AdminCommand::TurnAway { name, days: 0, why } => {
            says("cli-admin-let-in", &does_to_anybody(store, &name, Measure::LetIn, &why).await?)
        }
        AdminCommand::TurnAway { name, days, why } => {
            let measure = Measure::TurnAway { until_ms: after_days(days) };
            says("cli-admin-turned-away", &does_to_anybody(store, &name, measure, &why).await?)
        }
        AdminCommand::Rename { name, to, why } => {
            let new: PersonName = to.parse().map_err(|_| Error::input("cli-admin-no-name", &[("name", to.into())]))?;
            said("cli-admin-renamed", &does(store, &name, Measure::Rename(new), &why).await?)
        }
        AdminCommand::Close { name, why } => said("cli-admin-closed", &does(store, &name, Measure::Close, &why).await?),
        AdminCommand::Reopen { name, why } => {
            said("cli-admin-reopened", &does(store, &name, Measure::Reopen, &why).await?)
        }
        AdminCommand::Reports => {
            let reports = store.open_reports(MOST_REPORTS).await.map_err(failed)?;
            Ok(reports.iter().flat_map(report_lines).collect())
        }
        AdminCommand::Answer { number, say } => {
            let values = [("number", number.to_string().into())];
            match store.answer_report(None, number, &say, now_ms()).await {
                Err(StoreError::NoReport) => Err(Error::input("cli-admin-no-report", &values)),
                answered => {
                    answered.map_err(failed)?;
                    Ok(vec![Words::english().format("cli-admin-answered", &values)])
                }
            }
        }
    };
    Ok((lines?, ExitCode::SUCCESS))
}

/// Does something to the account of a name, and gives the account as it was before.
pub(super) async fn does(store: &Store, name: &str, measure: Measure, why: &str) -> Result<Account, Error> {
    let account = named(store, name).await?;
    let (person, why) = (account.person.clone(), why.to_owned());
    match store.moderate(Moderation { actor: None, person, measure, why, at_ms: now_ms() }).await {
        Err(StoreError::NameTaken) => Err(Error::input("cli-admin-name-taken", &[])),
        done => done.map_err(failed).map(|()| account),
    }
}

/// Does something to a member or a guest, given by name or number, and tells what he is called.
async fn does_to_anybody(store: &Store, text: &str, measure: Measure, why: &str) -> Result<String, Error> {
    let member = match text.parse::<PersonName>() {
        Ok(name) => store.account_named(&name).await.map_err(failed)?,
        Err(_) => None,
    };
    let (person, called) = match member {
        Some(account) => (account.person, account.name.to_string()),
        None => (PersonId::new(text), text.to_owned()),
    };
    match store.moderate(Moderation { actor: None, person, measure, why: why.to_owned(), at_ms: now_ms() }).await {
        Err(StoreError::NoAccount) => Err(Error::input("cli-admin-no-person", &[("name", text.into())])),
        done => done.map_err(failed).map(|()| called),
    }
}

/// When so many days are over, in milliseconds since 1970.
fn after_days(days: i64) -> i64 {
    now_ms() + days * 24 * 60 * 60 * 1000
}

/// A report in the list: what it is about, then what was written and what had been said.
fn report_lines(report: &Report) -> Vec<String> {
    let words = Words::english();
    let called = |shown: &ShownAs| shown.name().map_or_else(|| words.text("lobby-guest"), ToString::to_string);
    let made = &report.made;
    let about = match &report.about_shown {
        ShownAs::Member(name) | ShownAs::Bot(name) => name.to_string(),
        // A guest is known to commands by his number alone.
        shown => {
            let values = [("name", called(shown).into()), ("number", made.about.as_str().into())];
            words.format("cli-admin-of-number", &values)
        }
    };
    let values = [
        ("number", report.number.to_string().into()),
        ("kind", words.text(&format!("report-kind-{}", made.kind.id())).into()),
        ("about", about.into()),
        ("reporter", called(&report.reporter_shown).into()),
        ("game", made.game.clone().unwrap_or_else(|| "-".to_owned()).into()),
    ];
    let own = made.words.lines().map(|line| format!("    {line}"));
    let said = made.said.lines().map(|line| format!("    > {line}"));
    std::iter::once(words.format("cli-admin-report", &values)).chain(own).chain(said).collect()
}

/// An account in the list: its name, and what is special about it.
fn row(account: &Account) -> String {
    let words = Words::english();
    let mut marks = Vec::new();
    if account.administrator {
        marks.push(words.text("cli-admin-administrator"));
    }
    if account.moderator {
        marks.push(words.text("cli-admin-is-moderator"));
    }
    if account.closed_ms.is_some() {
        marks.push(words.text("cli-admin-is-closed"));
    }
    match marks.is_empty() {
        true => account.name.to_string(),
        false => format!("{} ({})", account.name, marks.join(", ")),
    }
}

async fn named(store: &Store, name: &str) -> Result<Account, Error> {
    let nobody = || Error::input("cli-admin-nobody", &[("name", name.into())]);
    let name: PersonName = name.parse().map_err(|_| nobody())?;
    store.account_named(&name).await.map_err(failed)?.ok_or_else(nobody)
}

pub(super) fn failed(error: StoreError) -> Error {
    Error::Failed(error.to_string())
}
