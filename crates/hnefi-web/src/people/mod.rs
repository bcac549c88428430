//! Accounts: logging in and signing up, one's own account, and the pages of members.

mod account;
mod begin;
mod changes;
mod data;
mod log_in;
mod member;
mod new_name;
mod recover;
mod sign_up;

use axum::Router;
use axum::routing::{get, post};

use crate::server::state::AppState;

/// The routes of accounts.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/log-in", get(log_in::page).post(log_in::log_in))
        .route("/log-out", post(log_in::log_out))
        .route("/sign-up", get(sign_up::page).post(sign_up::sign_up))
        .route("/recover", get(recover::page).post(recover::recover))
        .route("/account", get(account::page))
        .route("/account/end", post(changes::end))
        .route("/account/name", post(changes::name))
        .route("/account/password", post(changes::password))
        .route("/account/codes", post(changes::codes))
        .route("/account/delete", post(changes::delete))
        .route("/account/data", get(data::data))
        .route("/@/{name}", get(member::page))
}
