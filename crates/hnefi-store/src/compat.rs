//! The store as it was spoken to before one act was one change.

use hnefi_live::{
    Arrangement, Change, Entry, Event, LinkKind, Log, NewGame as Made, PersonId, Seat, SeatChange, Seats,
};
use hnefi_rules::{BySide, Game, Side};

use crate::rows::ChangeRow;
use crate::write::Write;
use crate::{Link, LinkTarget, Store, StoreError, now_ms};

/// A seat of a game to be made, with the links that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeat {
    /// Who plays.
    pub seat: Seat,
    /// The links that give this seat.
    pub links: Vec<NewLink>,
}

impl NewSeat {
    /// An open seat without a link.
    pub fn open() -> NewSeat {
        NewSeat { seat: Seat::Open, links: Vec::new() }
    }
}

/// A link to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLink {
    /// SHA-256 of its secret, in hexadecimal.
    pub secret: String,
    /// What it gives.
    pub kind: LinkKind,
}

impl NewLink {
    fn to(&self, game: &str, side: Option<Side>) -> Link {
        Link { secret: self.secret.clone(), to: LinkTarget { game: game.to_owned(), kind: self.kind, side } }
    }
}

/// A game to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id, which nobody else may have.
    pub id: String,
    /// The match that it belongs to: the id of the first game.
    pub match_id: String,
    /// Which game of the match it is, counted from 1.
    pub match_game: u32,
    /// The rule set and the first position. Nothing may have happened in it.
    pub game: Game,
    /// Who plays.
    pub seats: BySide<NewSeat>,
    /// The link for watchers, if there is one.
    pub watch: Option<NewLink>,
}

impl NewGame {
    /// The first game of a match, without a link for watchers.
    pub fn first(id: &str, game: Game, seats: BySide<NewSeat>) -> NewGame {
        NewGame { id: id.to_owned(), match_id: id.to_owned(), match_game: 1, game, seats, watch: None }
    }

    fn made(&self, made_ms: i64) -> (Made, Vec<Link>) {
        let seats =
            Seats { attackers: self.seats.attackers.seat.clone(), defenders: self.seats.defenders.seat.clone() };
        let arrangement = match (&seats.attackers, &seats.defenders) {
            (Seat::Computer { .. }, _) | (_, Seat::Computer { .. }) => Arrangement::Computer,
            (Seat::Person { person: one, .. }, Seat::Person { person: other, .. }) if one == other => {
                Arrangement::Screen
            }
            _ => Arrangement::Friend,
        };
        let of_seats = Side::ALL
            .into_iter()
            .flat_map(|side| self.seats[side].links.iter().map(move |link| link.to(&self.id, Some(side))));
        let links = of_seats.chain(self.watch.iter().map(|link| link.to(&self.id, None))).collect();
        let made = Made {
            id: self.id.clone(),
            made_ms,
            match_id: self.match_id.clone(),
            match_game: self.match_game,
            game: self.game.clone(),
            arrangement,
            seats,
        };
        (made, links)
    }
}

impl Store {
    /// Makes a game.
    ///
    /// # Errors
    /// When the id, a link or the place in the match is taken already, or the database fails.
    pub async fn make_game(&self, game: &NewGame) -> Result<(), StoreError> {
        let (made, links) = game.made(now_ms());
        self.make(&made, &links).await
    }

    /// **Append**: adds one row to the log of a game and applies it to `log`, both or neither. Returns
    /// after the commit.
    ///
    /// # Errors
    /// [`StoreError::Event`] when it cannot happen now, [`StoreError::Duplicate`] when the client id of a move
    /// is known already, [`StoreError::Stale`] when the log has rows that `log` has not seen.
    pub async fn append(&self, game: &str, log: &mut Log, entry: Entry) -> Result<(), StoreError> {
        self.append_and(game, log, entry, None).await
    }

    /// Accepts a rematch: appends the row that says so, and makes the next game, both or neither.
    ///
    /// # Errors
    /// Those of [`Store::append`] and of [`Store::make_game`].
    pub async fn append_rematch(
        &self,
        game: &str,
        log: &mut Log,
        entry: Entry,
        next: &NewGame,
    ) -> Result<(), StoreError> {
        self.append_and(game, log, entry, Some(next)).await
    }

    async fn append_and(
        &self,
        game: &str,
        log: &mut Log,
        entry: Entry,
        next: Option<&NewGame>,
    ) -> Result<(), StoreError> {
        if let Event::Ply { client_id: Some(client_id), .. } = &entry.event
            && log.has_client_id(client_id)
        {
            return Err(StoreError::Duplicate { game: game.to_owned(), client_id: client_id.clone() });
        }
        let mut after = log.clone();
        let made_ms = entry.at_ms;
        let written = after.append(entry)?;
        let (next, links) = next.map(|next| next.made(made_ms)).unzip();
        let change = Change { entries: vec![written], next, ..Change::none(game, &after, log.version()) };
        self.commit(&change, &links.unwrap_or_default()).await?;
        *log = after;
        Ok(())
    }

    /// Gives the open seat of a side to a person, with a link by which he can move it.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if the seat is not open.
    pub async fn join(&self, game: &str, side: Side, person: &PersonId, link: NewLink) -> Result<(), StoreError> {
        let after = Seat::Person { person: person.clone(), moves: 0 };
        self.seat(game, SeatChange { side, before: Seat::Open, after }, link).await
    }

    /// Moves a person's seat to another person. Its links are forgotten, and `link` takes their place.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if `from` does not hold the seat any more, or has moved it meanwhile.
    pub async fn move_seat(
        &self,
        game: &str,
        side: Side,
        from: &Seat,
        to: &PersonId,
        link: NewLink,
    ) -> Result<(), StoreError> {
        let Seat::Person { moves, .. } = from else { return Err(StoreError::Taken) };
        let after = Seat::Person { person: to.clone(), moves: moves + 1 };
        self.seat(game, SeatChange { side, before: from.clone(), after }, link).await
    }

    async fn seat(&self, game: &str, change: SeatChange, link: NewLink) -> Result<(), StoreError> {
        let links = vec![link.to(game, Some(change.side))];
        let standing = self.summary(game).await?.ok_or_else(|| StoreError::NoGame(game.to_owned()))?.standing;
        let change = ChangeRow {
            game: game.to_owned(),
            seen: None,
            entries: Vec::new(),
            standing,
            seats: vec![change],
            next: None,
            due: None,
            links,
        };
        self.writer.write(Write::Commit(Box::new(change))).await
    }
}
