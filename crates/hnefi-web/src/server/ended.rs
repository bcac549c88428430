//! Sessions that have ended, told to the sockets that were opened with them.

use std::sync::Arc;
use std::time::Duration;

use hnefi_live::PersonId;
use hnefi_store::Store;
use tokio::sync::broadcast;
use tokio::time::{Instant, sleep_until};

use crate::nodes::{Nodes, Told};

/// How many ends a socket may be behind before it is closed to be on the safe side.
const BEHIND: usize = 64;
/// How often it is looked whether a session goes on: its end may have been told before anybody listened, or on another node and lost.
const LOOKS: Duration = Duration::from_secs(60);

/// Where ends of sessions are told.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    here: broadcast::Sender<Ended>,
    store: Store,
    /// Who has sockets of the same people.
    nodes: Nodes,
}

/// What has ended.
#[derive(Clone, Debug)]
pub(crate) enum Ended {
    /// One session, by the SHA-256 of its token.
    Session(Arc<str>),
    /// All sessions of a person, but perhaps one.
    Person(PersonId, Option<Arc<str>>),
}

/// Waits for the end of one session, or of a program's token.
#[derive(Debug)]
pub(crate) struct Watch {
    person: PersonId,
    token: Arc<str>,
    ends: broadcast::Receiver<Ended>,
    store: Store,
    /// When it is looked next whether it goes on.
    look_at: Instant,
}

impl Ends {
    /// Tells the other nodes as well.
    pub(crate) fn new(store: Store, nodes: Nodes) -> Ends {
        Ends { here: broadcast::Sender::new(BEHIND), store, nodes }
    }

    /// Something has ended elsewhere.
    pub(crate) fn heard(&self, ended: Ended) {
        // Nobody may be there to hear it.
        let _ = self.here.send(ended);
    }

    /// A session has ended, by the SHA-256 of its token.
    pub(crate) fn session(&self, token: &str) {
        self.heard(Ended::Session(token.into()));
        self.nodes.tell(Told::SessionEnded { token: token.to_owned() });
    }

    /// All sessions of a person have ended, but perhaps one.
    pub(crate) fn person(&self, person: &PersonId, keep: Option<&str>) {
        self.heard(Ended::Person(person.clone(), keep.map(Arc::from)));
        let keep = keep.map(str::to_owned);
        self.nodes.tell(Told::SessionsEnded { person: person.as_str().to_owned(), keep });
    }

    /// Waits for the end of a session.
    pub(crate) fn watch(&self, person: &PersonId, token: &str) -> Watch {
        Watch {
            person: person.clone(),
            token: token.into(),
            ends: self.here.subscribe(),
            store: self.store.clone(),
            look_at: Instant::now(),
        }
    }
}

/// Returns when a session has ended, or may have; never without one.
pub(crate) async fn ended(session: &mut Option<Watch>) {
    match session {
        Some(session) => session.ended().await,
        None => std::future::pending().await,
    }
}

impl Watch {
    /// Returns when the session has ended, or may have.
    pub(crate) async fn ended(&mut self) {
        loop {
            tokio::select! {
                ended = self.ends.recv() => match ended {
                    Ok(Ended::Session(token)) if token == self.token => return,
                    Ok(Ended::Person(person, keep)) if person == self.person && keep.as_ref() != Some(&self.token) => {
                        return;
                    }
                    Ok(Ended::Session(_) | Ended::Person(..)) => {}
                    Err(broadcast::error::RecvError::Lagged(_)) => return,
                    Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
                },
                () = sleep_until(self.look_at) => {
                    if !self.goes_on().await {
                        return;
                    }
                    self.look_at = Instant::now() + LOOKS;
                }
            }
        }
    }

    /// Whether it goes on, as far as can be read now.
    async fn goes_on(&self) -> bool {
        let session = self.store.session(&self.token).await;
        let has_ended = matches!(session, Ok(None)) && matches!(self.store.token(&self.token).await, Ok(None));
        !has_ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_end_that_was_not_heard_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("hnefi.db")).await.unwrap();
        let anna = PersonId::new("anna");
        store.make_person(&anna, "token", 0).await.unwrap();
        let ends = Ends::new(store.clone(), Nodes::default());
        let mut watch = ends.watch(&anna, "token");
        assert!(watch.goes_on().await);
        store.end_session("token", 1).await.unwrap();
        watch.ended().await;
        store.close().await;
    }
}
