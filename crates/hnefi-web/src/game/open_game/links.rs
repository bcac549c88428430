//! The links to seats and to the sight of a game, made when games are made and seats change hands.

use hnefi_live::{Change, LinkKind, NewGame, Seat};
use hnefi_rules::Side;
use hnefi_store::{Link, LinkTarget};

use crate::server::secret::{self, Secrets};

/// The links of a new game: to its open seats, for the other devices of who sits already, and for watchers.
pub(crate) fn of_game(secrets: &Secrets, game: &NewGame) -> Vec<Link> {
    let seats = Side::ALL.into_iter().filter_map(|side| of_seat(secrets, &game.id, side, &game.seats[side]));
    seats.chain([link(secrets, &game.id, LinkKind::Watch, None, 0)]).collect()
}

/// The links that a change makes.
pub(super) fn of_change(secrets: &Secrets, change: &Change) -> Vec<Link> {
    let seats = change.seats.iter().filter_map(|seat| of_seat(secrets, &change.game, seat.side, &seat.after));
    let next = change.next.iter().flat_map(|next| of_game(secrets, next));
    seats.chain(next).collect()
}

fn of_seat(secrets: &Secrets, game: &str, side: Side, seat: &Seat) -> Option<Link> {
    match seat {
        Seat::Person { moves, .. } => Some(link(secrets, game, LinkKind::Seat, Some(side), *moves)),
        Seat::Open => Some(link(secrets, game, LinkKind::Join, Some(side), 0)),
        Seat::Computer { .. } => None,
    }
}

fn link(secrets: &Secrets, game: &str, kind: LinkKind, side: Option<Side>, moves: u32) -> Link {
    let secret = secret::hash(&secrets.link(kind, game, side, moves));
    Link { secret, to: LinkTarget { game: game.to_owned(), kind, side } }
}
