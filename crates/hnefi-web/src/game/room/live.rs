//! The game of a room as it stands in memory.

use std::collections::HashMap;
use std::sync::Arc;

use hnefi_live::{Log, PersonId, Seat, Seats};
use hnefi_rules::{BySide, Referee, Ruleset, Side, leaflets, ruleset};
use hnefi_store::{Store, StoreError, Summary};

use super::computer::Thinking;
use crate::game::state::{PlyState, RulesName};
use crate::house;

/// A game with who plays it and who looks on.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) log: Log,
    pub(crate) seats: Seats,
    pub(crate) match_id: String,
    pub(crate) match_game: u32,
    /// The points of the earlier and later games of the match, in halves, for who plays each side now.
    pub(crate) other_points: BySide<u32>,
    /// The game in which the match goes on.
    pub(crate) next: Option<String>,
    /// The rule set as pages show it.
    pub(crate) rules: RulesName,
    /// The plies as pages show them.
    plies: Vec<Arc<PlyState>>,
    /// The pages that are connected, by the number of their socket.
    sockets: HashMap<u64, Viewer>,
    pub(crate) thinking: Option<Thinking>,
}

/// Who looks at a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// A person.
    Person(PersonId),
    /// Somebody with the link for watchers.
    Watcher,
}

/// Against whom somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Against {
    /// Another person.
    Person,
    /// The computer.
    Computer,
    /// Nobody has joined yet.
    Nobody,
    /// The same person plays both sides on one screen.
    SameScreen,
}

impl Against {
    /// Against whom the holder of one seat plays, given both: whoever looks, one of the seats is a person's.
    pub(crate) fn of(seats: &Seats) -> Against {
        match (&seats.attackers, &seats.defenders) {
            (Seat::Computer { .. }, _) | (_, Seat::Computer { .. }) => Against::Computer,
            (Seat::Open, _) | (_, Seat::Open) => Against::Nobody,
            (Seat::Person { person: one, .. }, Seat::Person { person: other, .. }) if one == other => {
                Against::SameScreen
            }
            (Seat::Person { .. }, Seat::Person { .. }) => Against::Person,
        }
    }
}

impl Live {
    /// Loads a game.
    pub(crate) async fn load(store: &Store, game: &str) -> Result<Live, StoreError> {
        let no_game = || StoreError::NoGame(game.to_owned());
        let log = store.load(game).await?.ok_or_else(no_game)?;
        let summary = store.summary(game).await?.ok_or_else(no_game)?;
        let games = store.games_of_match(&summary.match_id).await?;
        let others: Vec<&Summary> = games.iter().filter(|other| other.id != game).collect();
        let next = others.iter().find(|other| other.match_game == summary.match_game + 1);
        let mut live = Live {
            rules: RulesName::of(log.game().referee().ruleset()),
            log,
            other_points: points(&others, summary.match_game),
            next: next.map(|next| next.id.clone()),
            seats: summary.seats,
            match_id: summary.match_id,
            match_game: summary.match_game,
            plies: Vec::new(),
            sockets: HashMap::new(),
            thinking: None,
        };
        live.describe_plies();
        Ok(live)
    }

    /// The rule set.
    pub(crate) fn ruleset(&self) -> &Arc<Ruleset> {
        self.log.game().referee().ruleset()
    }

    /// Against whom a holder of a seat plays.
    pub(crate) fn against(&self) -> Against {
        Against::of(&self.seats)
    }

    /// The seats that somebody holds.
    pub(crate) fn sides_of(&self, viewer: &Viewer) -> Vec<Side> {
        match viewer {
            Viewer::Watcher => Vec::new(),
            Viewer::Person(person) => {
                Side::ALL.into_iter().filter(|&side| self.seats[side].is_held_by(person)).collect()
            }
        }
    }

    /// The plies as pages show them.
    pub(crate) fn plies(&self) -> &[Arc<PlyState>] {
        &self.plies
    }

    /// Puts the plies that are new into words, and drops those that were taken back.
    pub(crate) fn describe_plies(&mut self) {
        let game = self.log.game();
        let ruleset = game.referee().ruleset();
        let same = |(shown, ply): &(&Arc<PlyState>, &hnefi_rules::Ply)| shown.mv == ply.played.mv.to_string();
        // A ply that was taken back may have been played again in another position, so only what no move
        // taken back has touched is kept: the common beginning.
        let kept = self.plies.iter().zip(game.plies()).take_while(same).count();
        self.plies.truncate(kept);
        self.plies.extend(game.plies().skip(kept).map(|ply| Arc::new(PlyState::of(ply, ruleset))));
    }

    /// Notes that a socket is connected.
    pub(crate) fn enter(&mut self, socket: u64, viewer: Viewer) {
        self.sockets.insert(socket, viewer);
    }

    /// Notes that a socket is gone.
    pub(crate) fn leave(&mut self, socket: u64) {
        self.sockets.remove(&socket);
    }

    /// Whether anybody looks on.
    pub(crate) fn has_sockets(&self) -> bool {
        !self.sockets.is_empty()
    }

    /// Whether a page of the person on a side is connected.
    pub(crate) fn is_online(&self, side: Side) -> bool {
        let present = |viewer: &Viewer| match viewer {
            Viewer::Person(person) => self.seats[side].is_held_by(person),
            Viewer::Watcher => false,
        };
        self.sockets.values().any(present)
    }

    /// Takes the sockets over from what was in memory before.
    pub(crate) fn keep_sockets(&mut self, old: Live) {
        self.sockets = old.sockets;
    }

    /// Referees for the rule sets with which that of this game is compared.
    pub(crate) fn other_referees(&self) -> Vec<Arc<Referee>> {
        other_referees(self.ruleset())
    }
}

/// Referees for the rule sets with which one is compared: the base of house rules, else the other leaflets, if
/// they have a board of this size.
pub(crate) fn other_referees(own: &Ruleset) -> Vec<Arc<Referee>> {
    let base = own.base().and_then(ruleset).filter(|_| !house::is_known(own));
    let others = match base {
        Some(base) => std::slice::from_ref(base),
        None => leaflets(),
    };
    let fits = |other: &&Arc<Ruleset>| other.id() != own.id() && other.size() == own.size();
    others.iter().filter(fits).map(|other| Arc::new(Referee::new(other.clone()))).collect()
}

/// The points of other games of a match, in halves, for who plays each side in game `number`.
fn points(games: &[&Summary], number: u32) -> BySide<u32> {
    let mut points = BySide::default();
    for game in games {
        // The players swap sides after every game.
        let same_sides = game.match_game.abs_diff(number).is_multiple_of(2);
        match (game.standing.winner, &game.standing.ending) {
            (Some(winner), _) if same_sides => points[winner] += 2,
            (Some(winner), _) => points[!winner] += 2,
            (None, Some(_)) => {
                points.attackers += 1;
                points.defenders += 1;
            }
            (None, None) => {}
        }
    }
    points
}
