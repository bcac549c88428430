//! A game that is kept in a browser, while it is open: the same room as on the server.
//!
//! A change is told first, and shown when the page says that it is stored; if it cannot be, the page opens the game anew.

use std::sync::Arc;

use hnefi_clock::Reading;
use hnefi_live::{
    Arrangement, Change, Duty, Effect, Found, Limits, MatchLength, Moment, NewGame, OfferKind, PersonId, Room, Seat,
    Viewer,
};
use hnefi_rules::{BySide, Side};
use hnefi_views::game::{GameArticle, message, ply_json};
use hnefi_wire::kept::{Kept, KeptRow};
use hnefi_wire::{
    AskError, At, ClientMessage, Goto, Incoming, Links, RefusedId, Refusing, Seen, ServerMessage, Shown, State, View,
    at_ply, read_act, wrong,
};
use serde_json::{Value, json};

use crate::Host;

/// The number of the only page that looks on.
const PAGE: u64 = 1;

/// A game that is kept in a browser, while it is open.
pub struct LocalGame {
    host: Arc<dyn Host>,
    room: Room,
    view: View,
    seen: Seen,
}

/// Who plays at this browser.
pub(crate) fn person() -> PersonId {
    PersonId::new("here")
}

/// Makes a game, to be kept and then opened.
pub(crate) fn begin(
    id: String,
    at_ms: i64,
    at: &At,
    mode: &str,
    side: Option<&str>,
    level: Option<u8>,
    games: Option<u32>,
) -> Result<Kept, AskError> {
    let me = || Seat::Person { person: person(), moves: 0 };
    let mut seats = BySide { attackers: me(), defenders: me() };
    let arrangement = match Arrangement::from_id(mode) {
        Some(arrangement @ (Arrangement::Screen | Arrangement::Computer)) => arrangement,
        Some(Arrangement::Friend) | None => return Err(wrong("mode", mode)),
    };
    if arrangement == Arrangement::Computer {
        let side = side.unwrap_or_default();
        let side: Side = side.parse().map_err(|_| wrong("side", side))?;
        let level = level.filter(|level| (1..=8).contains(level));
        seats[!side] = Seat::Computer { level: level.ok_or_else(|| wrong("level", ""))? };
    }
    let length = |games: u32| MatchLength::from_games(games).ok_or_else(|| wrong("games", &games.to_string()));
    let new = NewGame {
        match_id: id.clone(),
        id,
        made_ms: at_ms,
        match_game: 1,
        swapped: false,
        match_length: games.map(length).transpose()?,
        clock: None,
        game: at.game()?,
        arrangement,
        seats,
    };
    Ok(Kept::of(&new))
}

impl LocalGame {
    /// Opens a game as it was kept, and tells the page what it has not seen of it. The text is what is on its page, as HTML.
    pub(crate) fn open(
        host: Arc<dyn Host>,
        kept: &Kept,
        at_ms: i64,
        seen: Seen,
    ) -> Result<(LocalGame, String), AskError> {
        let room = Room::new(kept.stored(&person()).map_err(AskError::Wrong)?, Limits::default());
        let view = View::of(room.game(), ply_json);
        let mut game = LocalGame { host, room, view, seen };
        game.room.handle_enter(Moment::new(at_ms, ""), PAGE, Viewer::Person(person()));
        let article = GameArticle::of(&game.state()).html();
        game.carry_out();
        Ok((game, article.map_err(|error| AskError::Wrong(error.to_string()))?))
    }

    /// Does what the page says.
    pub(crate) fn say(&mut self, moment: Moment<'_>, incoming: Incoming) {
        let id = match &incoming.message {
            ClientMessage::Move { id, .. } => Some(id.clone()),
            _ => None,
        };
        if let Err(Refusing { refused, resend }) = self.do_say(moment, incoming) {
            self.tell(&ServerMessage::Refused(RefusedId { id, refused }));
            if resend {
                self.show();
            }
        }
    }

    fn do_say(&mut self, moment: Moment<'_>, incoming: Incoming) -> Result<(), Refusing> {
        let viewer = Viewer::Person(person());
        match incoming.message {
            ClientMessage::Ping => self.tell(&ServerMessage::Pong),
            ClientMessage::Hello { plies, version } => {
                self.seen = Seen { plies, version };
                self.show();
            }
            ClientMessage::Why { square, mv, ply } => {
                let why = hnefi_wire::why(self.room.game(), square.as_deref(), mv.as_deref(), ply)?;
                self.tell(&ServerMessage::Why(why));
            }
            ClientMessage::Hint => {
                self.room.may_have_hint(&viewer).map_err(|error| Refusing::of(error, self.room.game()))?;
                self.search(json!({ "ask": "hint", "at": At::of(self.room.game()), "game": self.room.id() }));
            }
            ClientMessage::Prove { ply } => {
                if self.room.log().plies() < ply {
                    return Err(Refusing::stale());
                }
                self.room.may_have_proof(&viewer).map_err(|error| Refusing::of(error, self.room.game()))?;
                self.search(json!({ "ask": "prove", "at": At::of(&at_ply(self.room.game(), ply as usize)) }));
            }
            message => {
                let Some(act) = read_act(message)? else { return Ok(()) };
                let seat = incoming.seat.map(Side::from);
                let done = self.room.handle_act(moment, &viewer, seat, act);
                match done.map_err(|error| Refusing::of(error, self.room.game()))? {
                    Some(change) => self.append(&change),
                    None => self.show(),
                }
            }
        }
        Ok(())
    }

    /// The computer has found something.
    pub(crate) fn found(&mut self, moment: Moment<'_>, version: u64, mv: Option<&str>, agrees: Option<bool>) {
        let legal = |text: &str| self.room.game().legal(hnefi_wire::intent(text).ok()?).ok();
        let found = match (mv.and_then(legal), agrees) {
            (Some(mv), _) => Found::Move(mv),
            (None, Some(agrees)) => Found::Agrees(agrees),
            (None, None) => Found::Nothing,
        };
        match self.room.handle_found(moment, version, found) {
            Ok(Some(change)) => self.append(&change),
            Ok(None) | Err(_) => self.carry_out(),
        }
    }

    /// Time has passed.
    pub(crate) fn time(&mut self, at_ms: i64) {
        // A game that a browser keeps has no clocks: time changes nothing in it.
        self.room.handle_time(Moment::new(at_ms, ""));
        self.carry_out();
    }

    /// **Append**: tells what is to be stored, whole or not at all.
    fn append(&self, change: &Change) {
        let rows: Vec<KeptRow> = change.entries.iter().map(KeptRow::of).collect();
        let next = change.next.as_ref().map(Kept::of);
        self.tell_of(
            "append",
            json!({
                "seen": change.seen,
                "entries": rows,
                "winner": change.status.winner.map(Side::id),
                "ending": change.status.ending,
                "plies": change.status.plies,
                "to_move": change.status.to_move.map(Side::id),
                "next": next,
            }),
        );
    }

    /// What was told is stored.
    pub(crate) fn stored(&mut self) {
        self.view.update(self.room.game());
        self.carry_out();
    }

    fn carry_out(&mut self) {
        while let Some(effect) = self.room.poll_effect() {
            match effect {
                Effect::Show => self.show(),
                Effect::Stop => self.tell_of("stop", json!(true)),
                Effect::WakeAt(at_ms) => self.tell_of("wake_at", json!(at_ms)),
                Effect::FlagAt(_) => {}
                Effect::Ask(task) => {
                    let at = At::of(self.room.game());
                    let game = self.room.id();
                    self.search(match task.duty {
                        Duty::Move { level } => json!({ "ask": "duty", "at": at, "game": game, "level": level }),
                        Duty::Answer { side, offer } => {
                            json!({ "ask": "duty", "at": at, "game": game, "side": side.id(), "offer": offer.id() })
                        }
                    });
                }
            }
        }
    }

    fn state(&self) -> State {
        let LocalGame { room, view, .. } = self;
        let shown = Shown { room, view, names: &BySide::default(), now: Reading::default() };
        shown.state(&Viewer::Person(person()), Links::default(), self.seen)
    }

    /// **Show**: tells the page what it has not seen.
    fn show(&mut self) {
        let state = self.state();
        let went_on = self.room.next().map(str::to_owned).filter(|_| (1..state.version).contains(&self.seen.version));
        self.seen = Seen::all(self.room.log());
        self.tell(&ServerMessage::State(Box::new(state)));
        if let Some(game) = went_on {
            self.tell(&ServerMessage::Goto(Goto { game, watch: None }));
        }
    }

    /// Asks for a search, which the page gives to whoever searches; the version says about which state of the game it is.
    fn search(&self, ask: Value) {
        self.tell_of("search", json!({ "version": self.room.log().version(), "ask": ask }));
    }

    fn tell(&self, said: &ServerMessage) {
        self.tell_of("message", serde_json::to_value(message(said)).unwrap_or_default());
    }

    fn tell_of(&self, what: &str, value: Value) {
        self.host.tell(&json!({ "game": self.room.id(), what: value }).to_string());
    }
}

/// What a computer's seat owes, from the words of a question.
pub(crate) fn duty(level: Option<u8>, side: Option<&str>, offer: Option<&str>) -> Result<Duty, AskError> {
    match (level, side, offer) {
        (Some(level), None, None) => Ok(Duty::Move { level }),
        (None, Some(side), Some(offer)) => Ok(Duty::Answer {
            side: side.parse().map_err(|_| wrong("side", side))?,
            offer: OfferKind::from_id(offer).ok_or_else(|| wrong("offer", offer))?,
        }),
        _ => Err(wrong("duty", "")),
    }
}
