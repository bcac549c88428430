//! The page of the best players.

use axum::extract::State;
use axum::response::Response;
use hnefi_ratings::List;
use hnefi_store::now_ms;
use hnefi_views::ratings::{BestList, BestPage, BestRow, RatingRow, list_words};

use crate::server::state::AppState;
use crate::server::{Problem, html};

/// So many are in a list.
const BEST: u32 = 20;

/// The page.
pub(super) async fn page(State(app): State<AppState>) -> Result<Response, Problem> {
    let mut page = BestPage { worth: crate::lobby::worth(&app.store).await?, ..BestPage::default() };
    for list in List::all() {
        let mut players = Vec::new();
        for (person, rating) in app.store.best(list, now_ms(), BEST).await? {
            // Who has left meanwhile is in no list.
            let Some(account) = app.store.account(&person).await? else { continue };
            let row = RatingRow::new(list, &rating, now_ms());
            let name = hnefi_wire::called(account.name.as_str(), account.bot_ms.is_some());
            players.push(BestRow { page: account.name.page(), name, rating: row.rating, games: row.games });
        }
        if !players.is_empty() {
            page.lists.push(BestList { list: list_words(list), players });
        }
    }
    Ok(html(&page))
}
