//! The server on which a bot plays: its stream, and what is asked of it.

use std::io::{BufRead, BufReader};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use serde_json::Value as Json;
use ureq::Agent;
use ureq::http::{HeaderValue, Response, Uri};

use crate::error::Error;
use crate::output::harmless;

/// How long an answer may take, and connecting.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many lines wait to be read.
const WAITING: usize = 64;

/// A server, with the token by which it knows the bot.
#[derive(Clone)]
pub(super) struct Server {
    url: String,
    bearer: String,
    agent: Agent,
}

/// Why something that was asked was not done.
#[derive(Debug)]
pub(super) enum Asked {
    /// The server refuses it.
    Refused {
        /// The status of the answer.
        status: u16,
        /// For programs.
        code: String,
        /// For people.
        message: String,
        /// After how many seconds to come again, where it says so.
        wait: Option<u64>,
    },
    /// It cannot be reached.
    Lost(String),
}

impl Asked {
    pub(super) fn says(&self) -> String {
        match self {
            Asked::Refused { message, .. } => message.clone(),
            Asked::Lost(why) => why.clone(),
        }
    }

    /// Whether it is worth asking the same again, and after how long.
    pub(super) fn again(&self) -> Option<Duration> {
        match self {
            // So it says of an act that it could not store, or that comes too soon after others.
            Asked::Refused { code, .. } if ["server-error", "too-soon"].contains(&code.as_str()) => {
                Some(Duration::from_secs(1))
            }
            Asked::Refused { status: 408 | 429 | 500..=599, wait, .. } => Some(Duration::from_secs(wait.unwrap_or(1))),
            Asked::Refused { .. } => None,
            Asked::Lost(_) => Some(Duration::from_millis(500)),
        }
    }
}

impl Server {
    /// A server by its address, which begins with `http://` or `https://`.
    pub(super) fn new(url: &str, token: &str) -> Result<Server, Error> {
        let is_address = |url: &Uri| matches!(url.scheme_str(), Some("http" | "https")) && url.host().is_some();
        if !url.parse::<Uri>().is_ok_and(|url| is_address(&url)) {
            return Err(Error::input("programs-bot-no-address", &[("url", harmless(url).into())]));
        }
        let bearer = format!("Bearer {token}");
        if token.is_empty() || HeaderValue::from_str(&bearer).is_err() {
            return Err(Error::input("programs-bot-bad-token", &[]));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .user_agent(concat!("hnefi-bot/", env!("CARGO_PKG_VERSION")));
        Ok(Server { url: url.trim_end_matches('/').to_owned(), bearer, agent: config.build().new_agent() })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Reads something.
    pub(super) fn get(&self, path: &str) -> Result<Json, Asked> {
        let request = self.agent.get(format!("{}{path}", self.url)).header("Authorization", &self.bearer);
        let text = checked(request.call())?.body_mut().read_to_string();
        let text = text.map_err(|error| Asked::Lost(error.to_string()))?;
        Ok(serde_json::from_str(&text).unwrap_or(Json::Null))
    }

    /// Asks something, and gives the answer.
    pub(super) fn post(&self, path: &str, body: &Json) -> Result<Json, Asked> {
        let request = self.agent.post(format!("{}{path}", self.url)).header("Authorization", &self.bearer);
        let sent = if body.is_null() { request.send_empty() } else { request.send(body.to_string()) };
        let mut response = checked(sent)?;
        let text = response.body_mut().read_to_string().map_err(|error| Asked::Lost(error.to_string()))?;
        Ok(serde_json::from_str(&text).unwrap_or(Json::Null))
    }

    /// The lines of the stream, as they come. The channel closes when the line does.
    pub(super) fn stream(&self) -> Result<Receiver<String>, Asked> {
        let request = self.agent.get(format!("{}/api/stream", self.url)).header("Authorization", &self.bearer);
        let response = checked(request.call())?;
        let (sender, receiver) = sync_channel(WAITING);
        // Reading cannot be given up; who listens no more leaves it to its thread.
        std::thread::spawn(move || {
            let mut lines = BufReader::new(response.into_body().into_reader()).lines();
            while let Some(Ok(line)) = lines.next() {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(receiver)
    }
}

fn checked(sent: Result<Response<ureq::Body>, ureq::Error>) -> Result<Response<ureq::Body>, Asked> {
    let mut response = sent.map_err(|error| Asked::Lost(error.to_string()))?;
    if response.status().is_success() {
        return Ok(response);
    }
    let wait = response.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
    let status = response.status().as_u16();
    let text = response.body_mut().read_to_string().unwrap_or_default();
    let answer: Json = serde_json::from_str(&text).unwrap_or(Json::Null);
    let field = |name: &str| answer["error"][name].as_str().map(str::to_owned);
    Err(Asked::Refused {
        status,
        code: field("code").unwrap_or_default(),
        message: field("message").unwrap_or_else(|| format!("HTTP {status}")),
        wait,
    })
}
