//! What is said beside a game: who may say what, and who hears it.
//!
//! Players and watchers have a room each. Watchers never hear the players; players hear the watchers when the game is over.

use std::collections::BTreeMap;
use std::sync::Arc;

use hnefi_live::{Against, Greeting, PersonId, SaidWords, Saying, TalkError, TalkRoom, Viewer};
use hnefi_rules::Side;
use hnefi_store::{Ignoring, NewLine, SaidLine, StoreError, Talk, now_ms};
use hnefi_wire::{Refused, SideWord, TalkLine, TalkRights, TalkState, called};
use hnefi_words::Words;
use tokio::sync::watch;

use super::open_game::{OpenGame, OpenGames, Refusing};
use crate::nodes::Told;
use crate::server::date::day;
use crate::server::state::AppState;

/// What is said beside an open game.
#[derive(Debug, Default)]
pub(crate) struct OpenTalk {
    /// What is stored of it; `None` until somebody listens, and after each change.
    known: tokio::sync::Mutex<Option<Arc<Talk>>>,
    changed: watch::Sender<Change>,
}

/// Counts what changed.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    /// Changes of any kind.
    all: u64,
    /// Those after which everything is to be told again.
    anew: u64,
}

/// A page that listens.
#[derive(Debug)]
pub(crate) struct Listening {
    /// Who listens, where he is known.
    person: Option<PersonId>,
    /// Whom he does not want to hear.
    ignored: BTreeMap<PersonId, Ignoring>,
    changed: watch::Receiver<Change>,
    /// What it was told: up to which line, after how many changes of the second kind.
    told: Option<(u64, u64)>,
}

impl Listening {
    /// Waits until there is something to tell.
    pub(crate) async fn changed(&mut self) {
        if self.told.is_some() && self.changed.changed().await.is_err() {
            std::future::pending().await
        }
    }
}

impl OpenTalk {
    async fn change(&self, anew: bool) {
        *self.known.lock().await = None;
        self.changed.send_modify(|change| {
            change.all += 1;
            change.anew += u64::from(anew);
        });
    }
}

impl OpenGames {
    /// Who may say or hear what has changed for somebody: tells it to all who listen anywhere.
    pub(crate) async fn talk_anew(&self) {
        self.nodes.tell(Told::TalkAnew);
        self.talk_anew_here().await;
    }

    /// The same to those who listen through this node.
    pub(crate) async fn talk_anew_here(&self) {
        for open in self.all_open() {
            open.talk.change(true).await;
        }
    }
}

impl OpenGame {
    /// Listens from now on.
    pub(crate) fn listen(&self, person: Option<PersonId>) -> Listening {
        Listening { person, ignored: BTreeMap::new(), changed: self.talk.changed.subscribe(), told: None }
    }

    /// Tells everything again to who listens, because the game is over or somebody has sat down. It is told later: here the game is
    /// locked.
    pub(crate) fn tell_anew(self: &Arc<Self>) {
        let open_game = self.clone();
        tokio::spawn(async move { open_game.talk.change(true).await });
    }

    /// Says something beside the game.
    pub(crate) async fn say(
        self: &Arc<Self>,
        app: &AppState,
        (viewer, person): (&Viewer, Option<&PersonId>),
        saying: Saying,
    ) -> Result<(), Refusing> {
        let may = self.rights(app, viewer, person).await?;
        let (Some(room), Some(person)) = (may.room.and_then(TalkRoom::from_id), person) else {
            let says = may.why.unwrap_or_else(|| Words::english().text("refused-talk-nobody"));
            return Err(refused("talk-not-here", says));
        };
        if matches!(saying, Saying::Words(_)) && !may.words {
            return Err(refused("talk-no-words", may.why.unwrap_or_default()));
        }
        if !app.rates.talk(person) {
            return Err(Refusing::plain("refused-talk-fast"));
        }
        let line = NewLine { game: self.id.clone(), room, person: person.clone(), saying, at_ms: now_ms() };
        match self.games.store.say(line).await {
            Err(StoreError::TalkClosed) => return Err(Refusing::plain("refused-talk-closed")),
            Err(StoreError::TalkFull) => return Err(Refusing::plain("refused-talk-full")),
            said => said?,
        }
        self.talk.change(false).await;
        Ok(())
    }

    /// A player closes the talk, or opens it again.
    pub(super) async fn close_talk(
        self: &Arc<Self>,
        app: &AppState,
        viewer: &Viewer,
        closed: bool,
    ) -> Result<(), Refusing> {
        let Viewer::Person(person) = viewer else { return Err(Refusing::plain("refused-not-your-seat")) };
        if !self.rights(app, viewer, Some(person)).await?.closes {
            return Err(Refusing::plain("refused-talk-closed"));
        }
        match closed {
            true => self.games.store.close_talk(&self.id, person, now_ms()).await?,
            false => self.games.store.open_talk(&self.id, person).await?,
        }
        self.talk.change(true).await;
        Ok(())
    }

    /// What a page is told that has not heard it yet; `None` for nothing.
    pub(crate) async fn talk_state(
        self: &Arc<Self>,
        app: &AppState,
        viewer: &Viewer,
        listening: &mut Listening,
    ) -> Result<Option<TalkState>, StoreError> {
        let change = *listening.changed.borrow_and_update();
        let talk = self.stored_talk().await?;
        let since = listening.told.filter(|(_, anew)| *anew == change.anew).map_or(0, |(line, _)| line);
        let first = since == 0 && listening.told.is_none_or(|(_, anew)| anew != change.anew);
        let is_over = self.lock().await?.room.log().is_over();
        if let (true, Some(person)) = (first, &listening.person) {
            listening.ignored = app.store.ignored_by(person).await?;
        }
        let room = |room: TalkRoom| match viewer {
            Viewer::Watcher => room == TalkRoom::Watchers,
            Viewer::Person(_) => room == TalkRoom::Players || is_over,
        };
        let hears = |line: &&SaidLine| room(line.room) && !listening.ignored.contains_key(&line.person);
        let new = talk.lines.iter().filter(|line| line.number > since).filter(hears);
        let lines: Vec<TalkLine> = new.map(|line| told(line, listening.person.as_ref())).collect();
        let may = match first {
            true => Some(self.rights(app, viewer, listening.person.as_ref()).await?),
            false => None,
        };
        listening.told = Some((talk.lines.last().map_or(since, |line| line.number), change.anew));
        Ok((may.is_some() || !lines.is_empty()).then_some(TalkState { since, lines, may }))
    }

    async fn stored_talk(&self) -> Result<Arc<Talk>, StoreError> {
        let mut known = self.talk.known.lock().await;
        if let Some(talk) = known.as_ref() {
            return Ok(talk.clone());
        }
        let talk = Arc::new(self.games.store.talk(&self.id).await?);
        *known = Some(talk.clone());
        Ok(talk)
    }

    /// What somebody may say.
    async fn rights(
        self: &Arc<Self>,
        app: &AppState,
        viewer: &Viewer,
        person: Option<&PersonId>,
    ) -> Result<TalkRights, StoreError> {
        let why = |id: &str| Some(Words::english().text(id));
        let (against, players) = {
            let live = self.lock().await?;
            (live.room.against(), live.room.seats().clone())
        };
        let Some(person) = person else {
            return Ok(TalkRights { why: why("talk-why-account"), ..TalkRights::default() });
        };
        let account = app.store.account(person).await?.filter(|account| account.closed_ms.is_none());
        let silenced = app.store.restraint(person).await?.and_then(|restraint| restraint.silenced_ms);
        let silent = match silenced.filter(|until| *until > now_ms()) {
            Some(until) => Some(silent_words(app, person, account.is_some(), until).await?),
            None => None,
        };
        let account = account.is_some();
        let room = match viewer {
            Viewer::Person(_) if against != Against::Person => None,
            Viewer::Person(_) => Some(TalkRoom::Players),
            Viewer::Watcher if account => Some(TalkRoom::Watchers),
            Viewer::Watcher => None,
        };
        let mut blocked = false;
        for other in Side::ALL.into_iter().filter_map(|side| players[side].person()).filter(|other| *other != person) {
            blocked |= app.store.ignored_by(other).await?.get(person) == Some(&Ignoring::Block);
        }
        let closed = self.stored_talk().await?.closed.clone();
        let rights = TalkRights {
            room: room.map(TalkRoom::id),
            words: account,
            why: None,
            closed: closed.is_some(),
            closes: room == Some(TalkRoom::Players) && closed.as_ref().is_none_or(|by| by == person),
        };
        Ok(match room {
            None if against == Against::Nobody => TalkRights { why: why("talk-why-alone"), ..rights },
            None => TalkRights { why: why("talk-why-account"), ..rights },
            Some(_) if closed.is_some() => {
                let id = if rights.closes { "talk-why-closed-own" } else { "talk-why-closed" };
                TalkRights { room: None, words: false, why: why(id), ..rights }
            }
            Some(_) if silent.is_some() => TalkRights { room: None, words: false, why: silent, ..rights },
            Some(TalkRoom::Players) if blocked => {
                TalkRights { room: None, words: false, why: why("talk-why-blocked"), ..rights }
            }
            Some(_) if !account => TalkRights { why: why("talk-why-words"), ..rights },
            Some(_) => rights,
        })
    }
}

/// What somebody is told who is silenced. A member reads the reason on his account, and a guest here.
async fn silent_words(app: &AppState, person: &PersonId, account: bool, until: i64) -> Result<String, StoreError> {
    let words = Words::english();
    if account {
        return Ok(words.format("talk-why-silent", &[("when", day(until).into())]));
    }
    let done = app.store.done_to(person).await?;
    let why = done.into_iter().find(|done| done.act == "silence").map(|done| done.why).unwrap_or_default();
    Ok(words.format("talk-why-silent-guest", &[("when", day(until).into()), ("why", why.into())]))
}

/// What a page wants to say.
pub(crate) fn saying(greeting: Option<&str>, words: Option<&str>) -> Result<Saying, Refusing> {
    if let Some(greeting) = greeting {
        let known = Greeting::from_id(greeting).map(Saying::Greeting);
        return known.ok_or_else(|| Refusing::plain("refused-talk-greeting"));
    }
    let words: Result<SaidWords, TalkError> = words.unwrap_or_default().parse();
    words.map(Saying::Words).map_err(|error| match error {
        TalkError::Empty => Refusing::plain("refused-talk-empty"),
        TalkError::TooLong(has) => {
            let values = [("most", SaidWords::LONGEST.into()), ("has", has.into())];
            refused("talk-long", Words::english().format("refused-talk-long", &values))
        }
    })
}

fn refused(code: &str, message: String) -> Refusing {
    Refused { code: code.to_owned(), message, clause: None }.into()
}

/// A line as somebody hears it.
fn told(line: &SaidLine, listener: Option<&PersonId>) -> TalkLine {
    let (greeting, says) = match &line.saying {
        Saying::Greeting(greeting) => {
            (Some(greeting.id()), Words::english().text(&format!("greeting-{}", greeting.id())))
        }
        Saying::Words(words) => (None, words.as_str().to_owned()),
    };
    TalkLine {
        number: line.number,
        room: line.room.id(),
        name: line.shown.name().map(|name| called(name.as_str(), line.shown.is_bot())),
        page: line.shown.page(),
        side: line.side.map(|side: Side| SideWord::from(side)),
        you: listener == Some(&line.person),
        greeting,
        says,
    }
}
