//! Accounts: logging in and signing up, one's own account, and the pages of members.

mod account;
mod address;
mod away;
mod begin;
mod challenges;
mod changes;
mod data;
mod log_in;
mod member;
mod new_name;
mod passkeys;
mod recover;
mod relying;
mod reset;
mod sign_up;
mod tokens;

use axum::Router;
use axum::routing::{get, post};

use crate::server::state::AppState;

pub(crate) use begin::path;
pub(crate) use challenges::Challenges;
pub(crate) use member::results;

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
        .route("/reset", get(reset::page).post(reset::ask))
        .route("/reset/{secret}", get(reset::choose).post(reset::set))
        .route("/account/mail", post(address::set))
        .route("/account/mail/remove", post(address::remove))
        .route("/account/mail/daily", post(address::daily))
        .route("/account/away", post(away::go))
        .route("/account/back", post(away::back))
        .route("/account/delete", post(changes::delete))
        .route("/account/tokens", post(tokens::make))
        .route("/account/tokens/end", post(tokens::end))
        .route("/account/bot", post(tokens::become_bot))
        .route("/account/data", get(data::data))
        .route("/account/passkeys/remove", post(passkeys::remove))
        .route("/passkeys/add", post(passkeys::add))
        .route("/passkeys/added", post(passkeys::added))
        .route("/passkeys/sign-up", post(passkeys::sign_up))
        .route("/passkeys/signed-up", post(passkeys::signed_up))
        .route("/passkeys/log-in", post(passkeys::log_in))
        .route("/passkeys/logged-in", post(passkeys::logged_in))
        .route("/@/{name}", get(member::page))
}
