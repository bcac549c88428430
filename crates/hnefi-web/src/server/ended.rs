//! Sessions that have ended, told to the sockets that were opened with them.

use std::sync::Arc;

use hnefi_live::PersonId;
use tokio::sync::broadcast;

use crate::nodes::{Nodes, Told};

/// How many ends a socket may be behind before it is closed to be on the safe side.
const BEHIND: usize = 64;

/// Where ends of sessions are told.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    here: broadcast::Sender<Ended>,
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

/// Waits for the end of one session.
#[derive(Debug)]
pub(crate) struct Watch {
    person: PersonId,
    token: Arc<str>,
    ends: broadcast::Receiver<Ended>,
}

impl Ends {
    /// Tells the other nodes as well.
    pub(crate) fn new(nodes: Nodes) -> Ends {
        Ends { here: broadcast::Sender::new(BEHIND), nodes }
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
        Watch { person: person.clone(), token: token.into(), ends: self.here.subscribe() }
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
            match self.ends.recv().await {
                Ok(Ended::Session(token)) if token == self.token => return,
                Ok(Ended::Person(person, keep)) if person == self.person && keep.as_ref() != Some(&self.token) => {
                    return;
                }
                Ok(Ended::Session(_) | Ended::Person(..)) => {}
                Err(broadcast::error::RecvError::Lagged(_)) => return,
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}
