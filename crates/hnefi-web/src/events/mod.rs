//! Events: their pages, what those who run them do, what is printed, and what is taken along.

mod folder;
mod form;
pub(crate) mod keeper;
mod lists;
mod log;
mod me;
mod online;
mod page;
mod print;
mod records;
mod run;
mod says;
mod show;
mod taken;
mod told;
mod typed;
mod why;
mod wish;

use axum::Router;
use axum::routing::{get, post};
use tokio::sync::Semaphore;

use crate::server::Problem;
use crate::server::state::AppState;

pub use folder::{ExportError, Exported, export_event, import_event};

/// The routes under `/events`.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/events", get(lists::page))
        .route("/events/new", get(lists::new_page).post(lists::make))
        .route("/events/{id}", get(page::page))
        .route("/events/{id}/live", get(page::live))
        .route("/events/{id}/me", post(me::act))
        .route("/events/{id}/version", get(page::version))
        .route("/events/{id}/screen", get(page::screen))
        .route("/events/{id}/qr.svg", get(page::qr))
        .route("/events/{id}/why", get(why::page))
        .route("/events/{id}/ask", get(page::ask))
        .route("/events/{id}/ask.svg", get(page::ask_qr))
        .route("/events/{id}/results.csv", get(page::results))
        .route("/events/{id}/table.csv", get(page::table))
        .route("/events/{id}/event.json", get(page::json))
        .route("/events/{id}/print/{what}", get(print::page))
        .route("/events/{id}/run", get(run::page).post(run::act))
        .route("/events/{id}/organisers", post(run::new_link))
        .route("/events/{id}/organisers/{secret}", get(run::join_page).post(run::join))
}

/// Does something with an event on a thread of its own, one after the other: pairing hundreds takes a third of a second, in which moves are not to wait.
async fn apart<T: Send + 'static>(
    mut held: log::Held,
    work: impl FnOnce(&mut log::Held) -> T + Send + 'static,
) -> Result<(log::Held, T), Problem> {
    static ONE: Semaphore = Semaphore::const_new(1);
    let turn = ONE.acquire().await.map_err(|error| Problem::Internal(error.to_string()))?;
    let work = move || {
        let (outcome, _turn) = (work(&mut held), turn);
        (held, outcome)
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| Problem::Internal(error.to_string()))
}

/// An event with its log.
async fn held(app: &AppState, id: &str) -> Result<log::Held, Problem> {
    let stored = app.store.event(id).await?.ok_or(Problem::NoPage)?;
    log::Held::read(&stored).map_err(|fault| Problem::Internal(format!("event {id}: {fault}")))
}
