//! Order in the club: whom people ignore, what they report, and what moderators do about it.

mod ignore;
mod judging;
mod moderate;
mod phases;
mod play;
mod report;
mod rows;
mod target;
mod turned_away;
mod warned;
mod warning;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use judging::Judging;
pub(crate) use moderate::{followed, is_moderator};
pub(crate) use rows::{done_rows, ignored_rows, report_rows};
pub(crate) use turned_away::{TurnedAway, asker_turned_away, turned_away};
pub(crate) use warned::{Warned, warning_first};

use crate::server::state::AppState;

/// The routes of order.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/ignore", post(ignore::ignore))
        .route("/report", get(report::page).post(report::report))
        .route("/warning", get(warning::page).post(warning::read))
        .route("/moderation", get(moderate::page))
        .route("/moderation/reports/{number}", post(moderate::answer))
        .route("/moderation/person/{id}/play", get(play::page).post(play::judge))
        .route("/moderation/person/{id}", get(moderate::person).post(moderate::measure))
}
