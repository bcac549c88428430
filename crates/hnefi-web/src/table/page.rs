//! At the table: a board to set up by tapping, beside a wooden one. All that it shows is in its address.
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use hnefi_views::table::{Address, TablePage};

use crate::game::choices;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, base, html};

pub(super) async fn table(
    State(app): State<AppState>,
    Query(address): Query<Address>,
    asks: MaybePerson,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let base = base::of(&app.addresses, &headers);
    let page = TablePage::new(&address, &base, choices::ready(&app, &asks).await?);
    let mut response = html(&page);
    if page.is_wrong() && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::BAD_REQUEST;
    }
    Ok(response)
}
