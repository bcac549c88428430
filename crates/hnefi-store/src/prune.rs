//! What nobody needs any more goes.
//!
//! A game goes when 30 days after it was made nothing has happened in it. What holds it: an entry in its log; a
//! friend who has joined it; its place in a match, for a rematch is agreed between people who sit there already.
//! A session goes a year and a month after it was last seen, longer than its cookie lives, or a month after it ended;
//! and with its last session a person who holds no seat and has no account. The name of a deleted account is free again after
//! 90 days, and a device is forgotten on which nobody has logged in for a year and a month. What was said beside a game goes after
//! 90 days, when somebody was away after 400, a report 180 days after it was answered. Letters go that nobody sends any more, and links that were mailed after a
//! day.

use crate::accounts::NAME_HELD_DAYS;
use crate::away;
use crate::db::{Connection, params};
use crate::mail;
use crate::order::{PLACES_KEPT_DAYS, REPORTS_KEPT_DAYS};
use crate::persons::DAY_MS;
use crate::talk::TALK_KEPT_DAYS;
use crate::write::Write;
use crate::{Store, StoreError};

/// How long a game may wait for its first move, in days.
const WAITS: i64 = 30;
/// How long a session is kept that nobody uses, in days.
const UNSEEN: i64 = 395;
/// How long a session is kept that has ended, in days.
const ENDED: i64 = 30;

impl Store {
    /// Takes away what nobody needs any more: games never begun, sessions out of use, persons without either, and
    /// rule sets of no game. To be called once a day, with the time in milliseconds since 1970.
    ///
    /// # Errors
    /// When the database fails; nothing has gone then.
    pub async fn prune(&self, now_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Prune { now_ms }).await
    }
}

/// The games that nothing holds.
macro_rules! never_begun {
    () => {
        "(select id from game where version = 0 and match_game = 1 and made_ms < $1 and not (arrangement = 'friend' \
         and (select count(*) from seat where seat.game = game.id and person is not null) = 2))"
    };
}

pub(crate) async fn prune(to: &mut Connection, now_ms: i64) -> Result<(), StoreError> {
    let made_before = now_ms - WAITS * DAY_MS;
    for sql in [
        concat!("delete from link where game in ", never_begun!()),
        // The seats of a game tell whether it goes, so it is marked before they do.
        concat!("update game set version = -1 where id in ", never_begun!()),
    ] {
        to.execute(sql, params![made_before]).await?;
    }
    for sql in [
        "delete from talk where game in (select id from game where version = -1)",
        "delete from talk_closed where game in (select id from game where version = -1)",
        "delete from seat where game in (select id from game where version = -1)",
        "delete from game where version = -1",
        "delete from ruleset where digest not in (select ruleset from game)",
    ] {
        to.execute(sql, params![]).await?;
    }
    let sql = "delete from session where seen_ms < $1 or ended_ms < $2";
    to.execute(sql, params![now_ms - UNSEEN * DAY_MS, now_ms - ENDED * DAY_MS]).await?;
    let sql = "delete from push where session not in (select token from session where ended_ms is null)";
    to.execute(sql, params![]).await?;
    let sql = "delete from known_device where seen_ms < $1";
    to.execute(sql, params![now_ms - UNSEEN * DAY_MS]).await?;
    let sql = "delete from account_name where person is null and old_ms < $1";
    to.execute(sql, params![now_ms - NAME_HELD_DAYS * DAY_MS]).await?;
    let played_before = now_ms - PLACES_KEPT_DAYS * DAY_MS;
    to.execute("delete from played_from where at_ms < $1", params![played_before]).await?;
    let answered_before = now_ms - REPORTS_KEPT_DAYS * DAY_MS;
    to.execute("delete from report where done_ms < $1", params![answered_before]).await?;
    away::prune(to, now_ms).await?;
    mail::prune(to, now_ms).await?;
    let said_before = now_ms - TALK_KEPT_DAYS * DAY_MS;
    to.execute("delete from talk where at_ms < $1", params![said_before]).await?;
    let sql = "delete from talk_closed where at_ms < $1 and game in (select id from game where to_move is null)";
    to.execute(sql, params![said_before]).await?;
    // Who was made just now has not sat down yet.
    let sql = "delete from ignored where exists (select 1 from person where (person.id = ignored.person or person.id = ignored.other) \
               and not exists (select 1 from session where session.person = person.id) \
               and not exists (select 1 from account where account.person = person.id))";
    to.execute(sql, params![]).await?;
    for sql in [
        "delete from dodge where not exists (select 1 from session where session.person = dodge.person) \
         and not exists (select 1 from account where account.person = dodge.person) \
         and not exists (select 1 from seat where seat.person = dodge.person)",
        "delete from warning where not exists (select 1 from session where session.person = warning.person) \
         and not exists (select 1 from account where account.person = warning.person) \
         and not exists (select 1 from seat where seat.person = warning.person)",
        "delete from event_organiser where not exists (select 1 from session where session.person = event_organiser.person) \
         and not exists (select 1 from account where account.person = event_organiser.person)",
        "delete from event_player where not exists (select 1 from session where session.person = event_player.person) \
         and not exists (select 1 from account where account.person = event_player.person)",
    ] {
        to.execute(sql, params![]).await?;
    }
    let sql = "delete from person where made_ms < $1 and not exists (select 1 from session where session.person = person.id) \
               and not exists (select 1 from seat where seat.person = person.id) \
               and not exists (select 1 from account where account.person = person.id) \
               and not exists (select 1 from away where away.person = person.id) \
               and not exists (select 1 from talk where talk.person = person.id) \
               and not exists (select 1 from talk_closed where talk_closed.person = person.id) \
               and not exists (select 1 from played_from where played_from.person = person.id) \
               and not exists (select 1 from report where report.reporter = person.id or report.about = person.id) \
               and not exists (select 1 from seek where seek.person = person.id or seek.challenged = person.id)";
    to.execute(sql, params![made_before]).await?;
    Ok(())
}
