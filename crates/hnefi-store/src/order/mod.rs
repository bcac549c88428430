//! Order in the club: whom people ignore, what they report, and what moderators do.

mod dodges;
mod ignored;
mod moderation;
mod play;
mod reports;
mod restraint;

pub use dodges::{Dodged, Dodges};
pub use ignored::Ignoring;
pub use moderation::{Done, Measure, Moderation, Warning};
pub use play::{Agreement, EndedSo, JudgedGame, PLACES_KEPT_DAYS};
pub use reports::{NewReport, REPORTS_KEPT_DAYS, Report, ReportKind};

pub use restraint::Restraint;

pub(crate) use dodges::note as dodged;
pub(crate) use moderation::noted;

use crate::StoreError;
use crate::db::{Connection, Row};

/// Something to write about order.
#[derive(Debug)]
pub(crate) enum OrderWrite {
    Ignore(ignored::Ignore),
    Report(NewReport),
    Answer(reports::Answer),
    Moderate(Moderation),
    Judged(JudgedGame),
    PlayedFrom { game: String, person: hnefi_live::PersonId, place: String, at_ms: i64 },
    Read { person: hnefi_live::PersonId, at_ms: i64 },
}

impl OrderWrite {
    /// Whether a game may count no more afterwards.
    pub(crate) fn may_annul(&self) -> bool {
        matches!(
            self,
            OrderWrite::Moderate(Moderation { measure: Measure::Annul { .. } | Measure::AnnulSince { .. }, .. })
        )
    }
}

pub(crate) async fn write(to: &mut Connection, write: &OrderWrite) -> Result<(), StoreError> {
    match write {
        OrderWrite::Ignore(ignore) => ignored::write(to, ignore).await,
        OrderWrite::Report(report) => reports::write(to, report).await,
        OrderWrite::Answer(answer) => reports::answer(to, answer).await,
        OrderWrite::Moderate(moderation) => moderation::write(to, moderation).await,
        OrderWrite::Judged(judged) => play::keep(to, judged).await,
        OrderWrite::PlayedFrom { game, person, place, at_ms } => play::place(to, (game, person, place), *at_ms).await,
        OrderWrite::Read { person, at_ms } => moderation::read(to, person, *at_ms).await,
    }
}

fn number(row: &Row, column: &str) -> Result<u32, StoreError> {
    Ok(u32::try_from(row.get::<i64>(column)?).unwrap_or(u32::MAX))
}
