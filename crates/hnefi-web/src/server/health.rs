//! Whether the server can do its work.

use axum::extract::State;

use super::Problem;
use super::state::AppState;

/// Whether the server can do its work.
pub(super) async fn health(State(app): State<AppState>) -> Result<&'static str, Problem> {
    app.store.check().await?;
    Ok("ok\n")
}
