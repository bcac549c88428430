//! Many finished games as one file, written while it is sent: a text, or an archive where a format has one game a file.

use std::collections::VecDeque;

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use hnefi_formats::{Format, GameTree, RecordId, Tag, write_commas, write_json_line, write_otg, write_tag_list};
use hnefi_live::ShownAs;
use hnefi_rules::BySide;
use hnefi_store::{FoundGame, StoreError, Summary, Wanted};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::routes::player;
use crate::server::Problem;
use crate::server::client::Network;
use crate::server::doors::{Door, Place};
use crate::server::state::AppState;

/// The formats of games.
pub(super) const FORMATS: [Format; 4] = [Format::TagList, Format::JsonLines, Format::Commas, Format::Otg];

/// No file has more games: readers take no more.
const MOST: usize = 20_000;
/// What a tar archive is made of, in bytes.
const BLOCK: usize = 512;
/// So many games are looked up at once.
const AT_ONCE: u32 = 50;
/// How many of these files are written at the same time: for everybody, and for one network.
const PLACES: (usize, usize) = (4, 1);

/// The games that are still to come.
struct Left {
    app: AppState,
    wanted: Wanted,
    format: Format,
    found: VecDeque<FoundGame>,
    /// Whether there may be more than those that were looked up.
    more: bool,
    written: usize,
    /// Whether the end is written, too.
    ended: bool,
    _place: Place,
}

/// All finished games that are wanted, the one that came into the archive last first.
pub(super) fn texts(app: AppState, network: Network, wanted: Wanted, format: Format) -> Result<Response, Problem> {
    let doors = [(Door::Texts, PLACES.0), (Door::TextsFrom(network), PLACES.1)];
    let place = app.doors.enter(&doors).ok_or(Problem::TooMany)?;
    let left =
        Left { app, wanted, format, found: VecDeque::new(), more: true, written: 0, ended: false, _place: place };
    let body = Body::from_stream(unfold(left, |mut left| async move {
        let part = left.next().await.transpose()?;
        Some((part, left))
    }));
    let kind = match format {
        Format::JsonLines => "application/x-ndjson",
        Format::Otg => "application/x-tar",
        _ => "text/plain; charset=utf-8",
    };
    let ending = if format == Format::Otg { "tar" } else { format.ending() };
    let name = format!("attachment; filename=\"hnefi-games.{ending}\"");
    let name = HeaderValue::from_str(&name).map_err(|error| Problem::Internal(error.to_string()))?;
    let kind = HeaderValue::from_static(kind);
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], body).into_response())
}

impl Left {
    /// The next part of the file: a game, and after the last one what an archive ends with; then `None`.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        if let Some(game) = self.next_game().await? {
            return Ok(Some(game));
        }
        let ends = self.format == Format::Otg && !std::mem::replace(&mut self.ended, true);
        Ok(ends.then(|| vec![0; 2 * BLOCK]))
    }

    /// The next game; `None` after the last.
    async fn next_game(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        loop {
            if self.written == MOST {
                return Ok(None);
            }
            let Some(found) = self.found.pop_front() else {
                if !self.more {
                    return Ok(None);
                }
                let found = self.app.store.find(&self.wanted, AT_ONCE).await?;
                self.more = found.len() == AT_ONCE as usize;
                self.wanted.before = found.last().map(|last| last.number).or(self.wanted.before);
                self.found.extend(found);
                continue;
            };
            let Some(log) = self.app.store.load(&found.game.id).await? else { continue };
            let names = self.app.store.names_in(&found.game.id).await?;
            let mut tree = GameTree::of(log.game());
            tree.id = Some(RecordId::from_tag(&found.game.id));
            tree.tags = tags(&found.game, &names, found.ended_ms);
            self.written += 1;
            let mut text = match self.format {
                Format::JsonLines => write_json_line(&tree),
                Format::Commas => write_commas(&tree),
                Format::Otg => write_otg(&tree),
                _ => write_tag_list(&tree),
            }
            .text;
            if !text.ends_with('\n') {
                text.push('\n');
            }
            if self.format == Format::TagList {
                text.push('\n');
            }
            return Ok(Some(match self.format {
                Format::Otg => in_archive(&found.game.id, &text, found.ended_ms)?,
                _ => text.into_bytes(),
            }));
        }
    }
}

/// The part of a tar archive that holds a game: its head, and its text in full blocks.
fn in_archive(id: &str, text: &str, ended_ms: i64) -> Result<Vec<u8>, StoreError> {
    let mut head = tar::Header::new_ustar();
    let unwritable = |error: std::io::Error| StoreError::corrupt(id, error);
    head.set_path(format!("hnefi-games/{id}.{}", Format::Otg.ending())).map_err(unwritable)?;
    head.set_size(text.len() as u64);
    head.set_mode(0o644);
    head.set_mtime(u64::try_from(ended_ms / 1000).unwrap_or_default());
    head.set_cksum();
    let mut part = head.as_bytes().to_vec();
    part.extend(text.as_bytes());
    part.resize(part.len().next_multiple_of(BLOCK), 0);
    Ok(part)
}

/// Who played, and when it ended, by Greenwich.
fn tags(game: &Summary, names: &BySide<ShownAs>, ended_ms: i64) -> Vec<Tag> {
    let date = Timestamp::from_millisecond(ended_ms).unwrap_or_default().to_zoned(TimeZone::UTC).date();
    let tag = |name: &str, value: String| Tag { name: name.to_owned(), value };
    vec![
        tag("Attackers", player(&game.seats.attackers, &names.attackers)),
        tag("Defenders", player(&game.seats.defenders, &names.defenders)),
        tag("Date", date.to_string()),
    ]
}
