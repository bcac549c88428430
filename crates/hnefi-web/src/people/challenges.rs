//! Challenges that wait for a passkey's answer.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hnefi_live::PersonId;
use hnefi_live::PersonName;
use tokio::time::Instant;
use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration};

use crate::server::secret;

/// For how long an answer is waited for.
const WAITS: Duration = Duration::from_secs(5 * 60);
/// How many challenges may wait.
const MOST: usize = 5_000;

/// The challenges that wait, each under a token that only who was asked knows.
#[derive(Debug, Default)]
pub(crate) struct Challenges(Mutex<HashMap<String, (Instant, Challenge)>>);

/// What was asked.
#[derive(Clone, Debug)]
pub(super) enum Challenge {
    /// To make a passkey for a member.
    Add(PersonId, PasskeyRegistration),
    /// To make a passkey for somebody who is to become a member of this name.
    SignUp(PersonId, PersonName, PasskeyRegistration),
    /// To prove who one is.
    LogIn(DiscoverableAuthentication),
}

impl Challenge {
    /// Whether another one is worth nothing once this one is asked.
    fn replaces(&self, other: &Challenge) -> bool {
        self.maker().is_some_and(|maker| other.maker() == Some(maker))
    }

    /// Who is asked to make a passkey.
    fn maker(&self) -> Option<&PersonId> {
        match self {
            Challenge::Add(person, _) | Challenge::SignUp(person, ..) => Some(person),
            Challenge::LogIn(_) => None,
        }
    }
}

impl Challenges {
    /// Keeps a challenge until it is answered, and gives its token. One to make a passkey takes the place of who is asked's last one, and where too many
    /// wait the oldest goes: nobody keeps others from being asked.
    pub(super) fn ask(&self, challenge: Challenge) -> String {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        waiting.retain(|_, (until, other)| *until > now && !challenge.replaces(other));
        if waiting.len() >= MOST
            && let Some(oldest) = waiting.iter().min_by_key(|(_, (until, _))| *until).map(|(token, _)| token.clone())
        {
            waiting.remove(&oldest);
        }
        let token = secret::visitor_token();
        waiting.insert(token.clone(), (now + WAITS, challenge));
        token
    }

    /// The challenge of a token, which is worth nothing afterwards.
    pub(super) fn answered(&self, token: &str) -> Option<Challenge> {
        let (until, challenge) = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(token)?;
        (until > Instant::now()).then_some(challenge)
    }
}
