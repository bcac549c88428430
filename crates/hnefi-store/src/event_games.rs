//! Events that are played on the server: who of an event is who, and which games are whose pairings.

use hnefi_live::{NewGame, PersonId, ShownAs};

use crate::db::{Connection, Row, params};
use crate::events::EventWrite;
use crate::persons::shown;
use crate::rows::GameRow;
use crate::write::{Write, make_game, make_links};
use crate::{Link, ListedEvent, Store, StoreError, Summary, Terms, events, replay};

/// A player of an event who is somebody on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPlayer {
    /// The number in the log of the event, counted from 1.
    pub player: u32,
    /// Who it is.
    pub person: PersonId,
    /// How he is shown.
    pub shown: ShownAs,
    /// Whether his account has been deleted or closed: then nothing waits for him.
    pub gone: bool,
}

/// Where in an event something is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventPlace {
    /// The round, counted from 1.
    pub round: u32,
    /// The board, counted from 1 in each round.
    pub board: u32,
    /// The game of the pairing that is the first of the match, counted from 1.
    pub first_game: u32,
}

/// What is played for a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventMatch {
    /// Where.
    pub place: EventPlace,
    /// The games of it that have been made, one or two, the first first. What the two play afterwards as a rematch is none of them.
    pub games: Vec<Summary>,
}

/// The first game of what is played for a pairing, to be made.
#[derive(Debug)]
pub(crate) struct Play {
    event: String,
    place: EventPlace,
    game: GameRow,
    links: Vec<Link>,
}

impl Store {
    /// Makes the first game of what is played for a pairing, on terms, with the links that lead to it.
    ///
    /// # Errors
    /// [`StoreError::Known`] when there is one for this pairing already; [`StoreError::NoEvent`] when there is no such event; those of
    /// [`Store::make`].
    pub async fn make_of_event(
        &self,
        event: &str,
        place: EventPlace,
        game: &NewGame,
        links: &[Link],
        terms: Terms,
    ) -> Result<(), StoreError> {
        let play = Play { event: event.to_owned(), place, game: terms.row(game), links: links.to_vec() };
        self.writer.write(Write::Event(EventWrite::Play(Box::new(play)))).await
    }

    /// What is played for the pairings of an event, by round, board and game.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn event_matches(&self, event: &str) -> Result<Vec<EventMatch>, StoreError> {
        let sql = "select * from event_match where event = $1 order by round, board, first_game";
        let places = self.readers.fetch(sql, params![event]).await?;
        let sql = "select game.*, seat.* from event_match join game on game.match_id = event_match.match_id \
                   join seat on seat.game = game.id where event_match.event = $1 \
                   and game.match_game <= coalesce(game.match_length, 1) order by game.match_game, game.id, seat.side";
        let games = replay::summaries(&self.readers.fetch(sql, params![event]).await?)?;
        let found = |row: &Row| {
            let id: String = row.get("match_id")?;
            let games = games.iter().filter(|game| game.match_id == id).cloned().collect();
            Ok(EventMatch { place: place(row)?, games })
        };
        places.iter().map(found).collect()
    }

    /// How many rows the log of an event has, and how many games have been made for it; `None` if there is none of this id.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn event_stamp(&self, event: &str) -> Result<Option<(u64, u64)>, StoreError> {
        let sql = "select version, (select count(*) from event_match join game on game.match_id = event_match.match_id \
                   where event_match.event = event.id and game.match_game <= coalesce(game.match_length, 1)) as games \
                   from event where id = $1";
        let rows = self.readers.fetch(sql, params![event]).await?;
        let stamp =
            |row: &Row| Ok((row.get::<i64>("version")?.unsigned_abs(), row.get::<i64>("games")?.unsigned_abs()));
        rows.first().map(stamp).transpose()
    }

    /// The event for which a game is played, and where in it; `None` where it is of no event. The place is that of the match's first game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn event_of(&self, game: &str) -> Result<Option<(ListedEvent, EventPlace)>, StoreError> {
        let sql = "select event.*, event_match.event, event_match.round, event_match.board, event_match.first_game from game \
                   join event_match on event_match.match_id = game.match_id \
                   join event on event.id = event_match.event where game.id = $1";
        let rows = self.readers.fetch(sql, params![game]).await?;
        rows.first().map(|row| Ok((events::listed(row)?, place(row)?))).transpose()
    }

    /// The ids of the events on the server that are in another state than this one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn online_events_but(&self, state: &str) -> Result<Vec<String>, StoreError> {
        let sql = "select id from event where online = 1 and state <> $1 order by id";
        self.readers.fetch(sql, params![state]).await?.iter().map(|row| Ok(row.get("id")?)).collect()
    }

    /// The events in which a person plays or has played, that in which something was done last first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn events_with(&self, person: &PersonId, limit: u32) -> Result<Vec<ListedEvent>, StoreError> {
        let sql = "select event.* from event join event_player on event_player.event = event.id \
                   where event_player.person = $1 order by event.touched_ms desc, event.id limit $2";
        self.readers.fetch(sql, params![person.as_str(), limit]).await?.iter().map(events::listed).collect()
    }

    /// Who of an event is who.
    pub(crate) async fn event_players(&self, event: &str) -> Result<Vec<EventPlayer>, StoreError> {
        let sql = "select event_player.*, name, left_ms, account.person as member, bot_ms, closed_ms from event_player \
                   join person on person.id = event_player.person left join account on account.person = person.id \
                   where event = $1 order by player";
        self.readers.fetch(sql, params![event]).await?.iter().map(player).collect()
    }
}

fn player(row: &Row) -> Result<EventPlayer, StoreError> {
    let (left, closed): (Option<i64>, Option<i64>) = (row.get("left_ms")?, row.get("closed_ms")?);
    Ok(EventPlayer {
        player: number(row, "player")?,
        person: PersonId::new(row.get::<String>("person")?),
        shown: shown(row)?,
        gone: left.is_some() || closed.is_some(),
    })
}

fn place(row: &Row) -> Result<EventPlace, StoreError> {
    let [round, board, first_game] = ["round", "board", "first_game"].map(|name| number(row, name));
    Ok(EventPlace { round: round?, board: board?, first_game: first_game? })
}

fn number(row: &Row, name: &str) -> Result<u32, StoreError> {
    let value: i64 = row.get(name)?;
    let event: String = row.get("event")?;
    u32::try_from(value).map_err(|_| StoreError::corrupt(&event, format!("an event: {name} is {value}")))
}

/// These players of an event are these people.
pub(crate) async fn enter(to: &mut Connection, event: &str, players: &[(u32, PersonId)]) -> Result<(), StoreError> {
    for (player, person) in players {
        let sql = "insert into event_player (event, player, person) values ($1, $2, $3)";
        to.execute(sql, params![event, i64::from(*player), person.as_str()]).await?;
    }
    Ok(())
}

/// Makes the first game of what is played for a pairing, if there is none.
pub(crate) async fn play(to: &mut Connection, play: &Play) -> Result<(), StoreError> {
    let Play { event, place, game, links } = play;
    if to.fetch("select id from event where id = $1", params![event]).await?.is_empty() {
        return Err(StoreError::NoEvent(event.to_owned()));
    }
    let [round, board, first] = [place.round, place.board, place.first_game].map(i64::from);
    let sql = "insert into event_match (event, round, board, first_game, match_id) values ($1, $2, $3, $4, $5) \
               on conflict (event, round, board, first_game) do nothing";
    if to.execute(sql, params![event, round, board, first, &game.match_id]).await? == 0 {
        return Err(StoreError::Known(game.id.clone()));
    }
    make_game(to, game).await?;
    make_links(to, links).await
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hnefi_live::{Arrangement, MatchLength, Seat, Seats};
    use hnefi_rules::{Game, Referee, leaflet};

    use super::*;
    use crate::{EventChange, EventEntry, EventHead, Place};

    const TERMS: Terms = Terms { rated: None, listed: true, no_away: true, no_take_back: true };

    fn game(match_id: &str, number: u32, length: Option<MatchLength>) -> NewGame {
        NewGame {
            id: format!("{match_id}-{number}"),
            made_ms: 0,
            match_id: match_id.to_owned(),
            match_game: number,
            swapped: number.is_multiple_of(2),
            match_length: length,
            clock: None,
            game: Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()))),
            arrangement: Arrangement::Friend,
            seats: Seats { attackers: Seat::Open, defenders: Seat::Open },
        }
    }

    #[tokio::test]
    async fn a_rematch_is_no_game_of_the_pairing() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(Place::Folder(folder.path().to_owned())).await.unwrap();
        let entries = vec![EventEntry { at_ms: 0, person: None, act: "act".to_owned() }];
        let change =
            EventChange { event: "e".to_owned(), seen: 0, entries, players: Vec::new(), head: EventHead::default() };
        store.make_event(change, None).await.unwrap();
        for (board, length) in [(1, None), (2, Some(MatchLength::Two))] {
            let (place, id) = (EventPlace { round: 1, board, first_game: 1 }, format!("match-{board}"));
            store.make_of_event("e", place, &game(&id, 1, length), &[], TERMS).await.unwrap();
            for number in 2..=4 {
                store.make(&game(&id, number, length), &[]).await.unwrap();
            }
        }
        let matches = store.event_matches("e").await.unwrap();
        let ids = |one: &EventMatch| one.games.iter().map(|game| game.id.clone()).collect::<Vec<_>>();
        let games: Vec<_> = matches.iter().map(ids).collect();
        assert_eq!(games, [vec!["match-1-1"], vec!["match-2-1", "match-2-2"]]);
        assert_eq!(store.event_stamp("e").await.unwrap(), Some((1, 3)));
    }
}
