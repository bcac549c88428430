//! What people do in a game: move, resign, offer, answer, withdraw.

use std::sync::Arc;

use hnefi_live::{Entry, Event, EventError, OfferKind};
use hnefi_rules::{Game, GameError, Ground, Intent, Move, Offer, Ruleset, Side, Square};
use hnefi_store::{StoreError, now_ms};
use hnefi_words::Words;

use super::live::Against;
use super::{Live, Locked, Room, Viewer, next_game, proofs, questions};
use crate::game::answers::Refused;
use crate::game::messages::ClientMessage;

/// The longest id that a client may give its move, in bytes.
const LONGEST_ID: usize = 64;

/// What follows when something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The room shows it to everybody.
    Shown,
    /// Nothing changed, but who asked may not know how the game stands.
    Resend,
}

/// What follows when something is refused.
#[derive(Debug)]
pub(crate) struct Refusing {
    /// What to say.
    pub(crate) refused: Refused,
    /// Whether who asked may not know how the game stands.
    pub(crate) resend: bool,
    /// Whether the log may hold something else than the memory.
    reload: bool,
}

impl Refusing {
    pub(crate) fn plain(words: &str) -> Refusing {
        Refused::plain(words).into()
    }

    pub(super) fn stale() -> Refusing {
        Refusing { resend: true, ..Refusing::plain("refused-stale") }
    }

    fn game_error(error: GameError, ruleset: &Ruleset) -> Refusing {
        let message = Words::english().game_error(error, ruleset);
        Refused { code: error.code().to_owned(), message, clause: None }.into()
    }
}

impl From<Refused> for Refusing {
    fn from(refused: Refused) -> Refusing {
        Refusing { refused, resend: false, reload: false }
    }
}

impl From<StoreError> for Refusing {
    fn from(error: StoreError) -> Refusing {
        match error {
            StoreError::Stale { .. } => Refusing { reload: true, ..Refusing::stale() },
            error => {
                tracing::error!(%error, "the store failed");
                Refusing { reload: true, resend: true, ..Refusing::plain("refused-server-error") }
            }
        }
    }
}

impl Room {
    /// Does what a page asks for, if it is something that changes the game.
    pub(crate) async fn act(
        self: &Arc<Self>,
        viewer: &Viewer,
        seat: Option<Side>,
        message: ClientMessage,
    ) -> Result<Answer, Refusing> {
        let acted = match message {
            ClientMessage::Move { id, ply, from, to } => self.submit(viewer, seat, id, ply, (&from, &to)).await,
            ClientMessage::Resign => self.resign(viewer, seat).await,
            ClientMessage::Offer { kind, ground } => self.offer(viewer, seat, &kind, ground.as_deref()).await,
            ClientMessage::Answer { accept } => self.answer(viewer, seat, accept).await,
            ClientMessage::Withdraw => self.withdraw(viewer, seat).await,
            ClientMessage::Hello { .. }
            | ClientMessage::Why { .. }
            | ClientMessage::Hint
            | ClientMessage::Prove { .. }
            | ClientMessage::Ping => Ok(Answer::Resend),
        };
        if matches!(&acted, Err(refusing) if refusing.reload) {
            self.forget().await;
        }
        acted
    }

    async fn submit(
        self: &Arc<Self>,
        viewer: &Viewer,
        seat: Option<Side>,
        id: String,
        ply: u32,
        (from, to): (&str, &str),
    ) -> Result<Answer, Refusing> {
        if id.is_empty() || id.len() > LONGEST_ID {
            return Err(Refusing::plain("refused-move-id"));
        }
        let intent = read(from, to)?;
        let mut live = self.lock().await?;
        if live.log.has_client_id(&id) {
            return Ok(Answer::Resend);
        }
        let side = speaker(&live, viewer, seat)?;
        if ply as usize != live.plies().len() {
            return Err(Refusing::stale());
        }
        let mv = legal(&live, side, intent)?;
        self.play(&mut live, mv, Some(id)).await?;
        Ok(Answer::Shown)
    }

    /// **Play** and **append**: the move changes the game, its row goes into the log, both or neither, and
    /// after the commit the room shows it.
    pub(crate) async fn play(
        self: &Arc<Self>,
        live: &mut Locked<'_>,
        mv: Move,
        client_id: Option<String>,
    ) -> Result<(), Refusing> {
        tracing::debug!(game = self.id, %mv, "play");
        self.append(live, Event::Ply { mv, client_id }).await
    }

    /// **Append**: one row for one event; after the commit the room shows it.
    pub(crate) async fn append(self: &Arc<Self>, live: &mut Locked<'_>, event: Event) -> Result<(), Refusing> {
        let appended = self.rooms.store.append(&self.id, &mut live.log, Entry { at_ms: now_ms(), event }).await;
        self.appended(live, appended)
    }

    fn appended(self: &Arc<Self>, live: &mut Locked<'_>, appended: Result<(), StoreError>) -> Result<(), Refusing> {
        match appended {
            Ok(()) | Err(StoreError::Duplicate { .. }) => {}
            Err(StoreError::Event(error)) => return Err(refuse(error, live)),
            Err(error) => return Err(error.into()),
        }
        tracing::debug!(game = self.id, version = live.log.version(), "append");
        live.describe_plies();
        self.show(live);
        Ok(())
    }

    async fn resign(self: &Arc<Self>, viewer: &Viewer, seat: Option<Side>) -> Result<Answer, Refusing> {
        let mut live = self.lock().await?;
        let by = speaker(&live, viewer, seat)?;
        somebody_plays(&live)?;
        self.append(&mut live, Event::Resigned { by }).await?;
        Ok(Answer::Shown)
    }

    async fn offer(
        self: &Arc<Self>,
        viewer: &Viewer,
        seat: Option<Side>,
        kind: &str,
        ground: Option<&str>,
    ) -> Result<Answer, Refusing> {
        let offer = match (kind, ground.and_then(Ground::from_id)) {
            ("draw", _) => OfferKind::Game(Offer::Draw),
            ("claim", Some(ground)) => OfferKind::Game(Offer::Claim(ground)),
            ("take-back", _) => OfferKind::Game(Offer::TakeBack),
            ("rematch", _) => OfferKind::Rematch,
            _ => return Err(Refusing::plain("refused-unknown-offer")),
        };
        let mut live = self.lock().await?;
        let by = speaker(&live, viewer, seat)?;
        // Both may press at once: who offers what the other side has just offered accepts it.
        if live.log.pending() == Some((!by, offer)) && live.against() == Against::Person {
            match offer {
                OfferKind::Game(Offer::Draw) => {
                    self.append(&mut live, Event::Accepted { by }).await?;
                    return Ok(Answer::Shown);
                }
                OfferKind::Rematch => {
                    self.begin_rematch(&mut live, by).await?;
                    return Ok(Answer::Shown);
                }
                OfferKind::Game(Offer::Claim(_) | Offer::TakeBack) => {}
            }
        }
        match offer {
            OfferKind::Game(Offer::TakeBack) => self.offer_take_back(&mut live, by).await?,
            OfferKind::Game(_) => {
                somebody_plays(&live)?;
                self.append(&mut live, Event::Offered { by, offer }).await?;
                // What is proved, and takes nothing from the other side, needs nobody's consent.
                if let OfferKind::Game(Offer::Claim(ground)) = offer
                    && proofs::is_settled(live.log.game(), by, ground)
                {
                    self.append(&mut live, Event::Accepted { by: !by }).await?;
                }
            }
            OfferKind::Rematch => self.offer_rematch(&mut live, by).await?,
        }
        Ok(Answer::Shown)
    }

    /// A person is asked; otherwise nobody minds, and the move is taken back at once.
    async fn offer_take_back(self: &Arc<Self>, live: &mut Locked<'_>, by: Side) -> Result<(), Refusing> {
        if live.next.is_some() {
            return Err(Refusing::plain("refused-match-went-on"));
        }
        let event = match live.against() {
            Against::Person => Event::Offered { by, offer: OfferKind::Game(Offer::TakeBack) },
            Against::Computer | Against::Nobody => Event::TakenBack { by },
            // Who shares a screen takes back what was played last, whoever played it.
            Against::SameScreen => Event::TakenBack { by: last_side(live.log.game()).unwrap_or(by) },
        };
        self.append(live, event).await
    }

    /// A person is asked; otherwise the next game begins at once.
    async fn offer_rematch(self: &Arc<Self>, live: &mut Locked<'_>, by: Side) -> Result<(), Refusing> {
        if live.next.is_some() {
            return Err(Refusing::plain("refused-match-went-on"));
        }
        somebody_plays(live)?;
        self.append(live, Event::Offered { by, offer: OfferKind::Rematch }).await?;
        match live.against() {
            Against::Computer | Against::SameScreen => self.begin_rematch(live, !by).await,
            Against::Person | Against::Nobody => Ok(()),
        }
    }

    pub(super) async fn begin_rematch(self: &Arc<Self>, live: &mut Locked<'_>, by: Side) -> Result<(), Refusing> {
        let next = next_game(&self.rooms.secrets, live);
        let accepted = Entry { at_ms: now_ms(), event: Event::Accepted { by } };
        let appended = self.rooms.store.append_rematch(&self.id, &mut live.log, accepted, &next).await;
        if appended.is_ok() {
            live.next = Some(next.id);
        }
        self.appended(live, appended)
    }

    async fn answer(self: &Arc<Self>, viewer: &Viewer, seat: Option<Side>, accept: bool) -> Result<Answer, Refusing> {
        let mut live = self.lock().await?;
        let (from, offer) = pending(&live)?;
        let by = speaker(&live, viewer, seat.or(Some(!from)))?;
        if by == from {
            return Err(Refusing::game_error(GameError::NoOffer, live.ruleset()));
        }
        match (accept, offer) {
            (false, _) => self.append(&mut live, Event::Dropped { by }).await?,
            (true, OfferKind::Game(_)) => self.append(&mut live, Event::Accepted { by }).await?,
            (true, OfferKind::Rematch) => self.begin_rematch(&mut live, by).await?,
        }
        Ok(Answer::Shown)
    }

    async fn withdraw(self: &Arc<Self>, viewer: &Viewer, seat: Option<Side>) -> Result<Answer, Refusing> {
        let mut live = self.lock().await?;
        let (from, _) = pending(&live)?;
        let by = speaker(&live, viewer, seat.or(Some(from)))?;
        if by != from {
            return Err(Refusing::game_error(GameError::NoOffer, live.ruleset()));
        }
        self.append(&mut live, Event::Dropped { by }).await?;
        Ok(Answer::Shown)
    }
}

/// **Read**: two squares as text become an intent.
pub(crate) fn read(from: &str, to: &str) -> Result<Intent, Refused> {
    let square = |text: &str| {
        text.parse::<Square>().map_err(|error| Refused {
            code: "unreadable".to_owned(),
            message: Words::english().square_error(&error),
            clause: None,
        })
    };
    let intent = Intent { from: square(from)?, to: square(to)? };
    tracing::debug!(%intent, "read");
    Ok(intent)
}

/// **Legal**: an intent of one side becomes a move, or a reason why it is none.
fn legal(live: &Live, side: Side, intent: Intent) -> Result<Move, Refusing> {
    let game = live.log.game();
    if game.turn().is_some_and(|turn| turn != side) {
        return Err(Refusing::plain("refused-not-your-turn"));
    }
    let mv = game.legal(intent).map_err(|refusal| {
        let others = questions::allowed_elsewhere(game.position(), intent, &live.other_referees());
        let others = questions::allowed_words(&others);
        Refused::by_referee(&refusal, live.ruleset(), others)
    })?;
    tracing::debug!(%mv, "legal");
    Ok(mv)
}

/// The side for which somebody speaks.
fn speaker(live: &Live, viewer: &Viewer, seat: Option<Side>) -> Result<Side, Refusing> {
    let sides = live.sides_of(viewer);
    match (seat, &sides[..]) {
        (Some(side), sides) if sides.contains(&side) => Ok(side),
        (Some(_), _) | (None, []) => Err(Refusing::plain("refused-not-your-seat")),
        (None, &[side]) => Ok(side),
        (None, _) => Ok(live.log.game().position().turn()),
    }
}

fn somebody_plays(live: &Live) -> Result<(), Refusing> {
    match live.against() {
        Against::Nobody => Err(Refusing::plain("refused-nobody-yet")),
        _ => Ok(()),
    }
}

fn pending(live: &Live) -> Result<(Side, OfferKind), Refusing> {
    live.log.pending().ok_or_else(|| Refusing::game_error(GameError::NoOffer, live.ruleset()))
}

/// The side that moved last.
pub(super) fn last_side(game: &Game) -> Option<Side> {
    game.plies().next_back().map(|ply| ply.side())
}

fn refuse(error: EventError, live: &Live) -> Refusing {
    match error {
        EventError::Refused(refusal) => Refused::by_referee(&refusal, live.ruleset(), String::new()).into(),
        EventError::Game(error) => Refusing::game_error(error, live.ruleset()),
        EventError::NotOver => Refusing::plain("refused-not-over"),
        EventError::BrokenOff => Refusing::plain("refused-broken-off"),
    }
}
