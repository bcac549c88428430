//! `hnefi admin`: what who runs a server does to accounts, from beside the running server. Whoever may write in the folder of the games
//! may do it; a connection to the server gives no such right.

use std::process::ExitCode;

use hnefi_live::PersonName;
use hnefi_store::{Account, Store, StoreError, now_ms};
use hnefi_words::Words;

use super::Done;
use super::admin_ratings;
use super::serve::data_or_default;
use crate::args::{AdminArgs, AdminCommand};
use crate::error::Error;
use crate::output::Output;

/// Does it, and says what was done.
pub(crate) fn admin(out: &mut Output, args: AdminArgs) -> Done {
    let data = data_or_default(args.data)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (lines, code) = runtime.block_on(async {
        let store = Store::beside(&data).await.map_err(|error| Error::Failed(error.to_string()))?;
        let done = run(&store, args.command).await;
        store.close().await;
        done
    })?;
    for line in lines {
        out.line(line)?;
    }
    Ok(code)
}

/// The lines to say, and how the program ends.
async fn run(store: &Store, command: AdminCommand) -> Result<(Vec<String>, ExitCode), Error> {
    let said =
        |id: &str, account: &Account| Ok(vec![Words::english().format(id, &[("name", account.name.as_str().into())])]);
    let lines: Result<Vec<String>, Error> = match command {
        AdminCommand::Ratings { command } => return admin_ratings::ratings(store, command).await,
        AdminCommand::Accounts => Ok(store.accounts().await.map_err(failed)?.iter().map(row).collect()),
        AdminCommand::Appoint { name } => {
            let account = named(store, &name).await?;
            store.set_administrator(&account.person, true, now_ms()).await.map_err(failed)?;
            said("cli-admin-appointed", &account)
        }
        AdminCommand::Dismiss { name } => {
            let account = named(store, &name).await?;
            store.set_administrator(&account.person, false, now_ms()).await.map_err(failed)?;
            said("cli-admin-dismissed", &account)
        }
        AdminCommand::Close { name, why } => {
            let account = named(store, &name).await?;
            store.close_account(&account.person, &why, now_ms()).await.map_err(failed)?;
            said("cli-admin-closed", &account)
        }
        AdminCommand::Reopen { name, why } => {
            let account = named(store, &name).await?;
            store.reopen_account(&account.person, &why, now_ms()).await.map_err(failed)?;
            said("cli-admin-reopened", &account)
        }
    };
    Ok((lines?, ExitCode::SUCCESS))
}

/// An account in the list: its name, and what is special about it.
fn row(account: &Account) -> String {
    let words = Words::english();
    let mut marks = Vec::new();
    if account.administrator {
        marks.push(words.text("cli-admin-administrator"));
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
