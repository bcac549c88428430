//! **Show**: what a page is told about a game of this server, with the links that it gives.
use hnefi_live::{LinkKind, Seat, Viewer};
use hnefi_rules::Side;
use hnefi_views::Base;
use hnefi_wire::{Links, Seen, Shown, State};

use super::{Live, OpenGame, away};

impl OpenGame {
    /// All that a page shows, without the plies that it has seen.
    pub(crate) fn state(&self, live: &Live, viewer: &Viewer, base: &Base, seen: Seen) -> State {
        self.shown(live, viewer, self.links(live, viewer, base), seen)
    }

    /// The same for a program: without links, which would give seats away.
    pub(crate) fn bare_state(&self, live: &Live, viewer: &Viewer, seen: Seen) -> State {
        self.shown(live, viewer, Links::default(), seen)
    }

    fn shown(&self, live: &Live, viewer: &Viewer, links: Links, seen: Seen) -> State {
        let Live { room, view, names, .. } = live;
        let mut state = Shown { room, view, names, now: self.now() }.state(viewer, links, seen);
        state.notices.extend(away::notices(live, viewer));
        state
    }

    fn links(&self, live: &Live, viewer: &Viewer, base: &Base) -> Links {
        let secret = |kind, side, moves| self.games.secrets.link(kind, &self.id, side, moves);
        let mut links = Links { local_only: base.local_only, ..Links::default() };
        links.watch = Some(base.link(LinkKind::Watch, &secret(LinkKind::Watch, None, 0)));
        let mine = live.room.sides_of(viewer);
        for side in Side::ALL {
            match &live.room.seats()[side] {
                Seat::Open if !mine.is_empty() => {
                    let secret = secret(LinkKind::Join, Some(side), 0);
                    links.join = Some(base.link(LinkKind::Join, &secret));
                    links.join_qr = Some(format!("/join/{secret}/qr.svg"));
                }
                Seat::Person { moves, .. } if mine.first() == Some(&side) && !live.room.seats_stay() => {
                    let secret = secret(LinkKind::Seat, Some(side), *moves);
                    links.seat = Some(base.link(LinkKind::Seat, &secret));
                    links.seat_qr = Some(format!("/seat/{secret}/qr.svg"));
                }
                Seat::Person { .. } | Seat::Open | Seat::Computer { .. } => {}
            }
        }
        links
    }
}
