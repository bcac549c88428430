//! Sending a request on to the node that has to answer it.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::io::copy_bidirectional;
use tokio::time::{Instant, sleep, timeout};

use super::Nodes;
use super::accept::Hello;
use crate::game::LARGEST_KEPT;
use crate::server::Problem;
use crate::server::client::Peer;
use crate::server::state::AppState;

/// How a node that was asked by another one says which one to ask instead.
const ASK: HeaderName = HeaderName::from_static("hnefi-node");
/// How long it is looked anew which node has to answer: longer than a node that is gone takes to be taken over.
pub(super) const LOOKS_FOR: Duration = Duration::from_secs(8);
/// How long is waited between two looks.
pub(super) const PAUSE: Duration = Duration::from_millis(250);
/// How long another node may take to begin its answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a socket that is sent on may take to open.
const OPENING: Duration = Duration::from_secs(10);

/// Which node has to answer, beside an answer that says that this one cannot; `None` for whichever will be the keeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved(pub(crate) Option<i64>);

/// Why another node has not answered.
pub(super) enum Unanswered {
    /// It was not asked: nothing was done.
    NotAsked,
    /// It answered that another node has to.
    Moved,
    /// Nobody knows whether it did something.
    Unsure,
}

/// Has the keeper answer.
pub(crate) async fn at_keeper(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let nodes = app.games.nodes.clone();
    let Some(keeper) = nodes.other_keeper() else { return next.run(request).await };
    if Peer::of(request.extensions()).sent_on {
        return answer_instead(Problem::Moved(keeper).into_response());
    }
    let saved = match Saved::of(request).await {
        Ok(saved) => saved,
        Err(problem) => return problem.into_response(),
    };
    let until = Instant::now() + LOOKS_FOR;
    loop {
        // It may be this one by now.
        match nodes.other_keeper() {
            None => return next.run(saved.again()).await,
            Some(Some(keeper)) => match nodes.send(&saved, keeper).await {
                Ok(response) => return response,
                Err(Unanswered::Unsure) if !saved.is_safe() => return Problem::Unsure.into_response(),
                Err(_) => {}
            },
            Some(None) => {}
        }
        if nodes.reached() == Some(false) || Instant::now() > until {
            return Problem::Moved(None).into_response();
        }
        sleep(PAUSE).await;
    }
}

/// Has the node answer that serves the game which a request is about, where this one does not.
pub(crate) async fn elsewhere(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let nodes = app.games.nodes.clone();
    if !nodes.are_several() {
        return next.run(request).await;
    }
    let is_sent_on = Peer::of(request.extensions()).sent_on;
    let saved = match Saved::of(request).await {
        Ok(saved) => saved,
        Err(problem) => return problem.into_response(),
    };
    let until = Instant::now() + LOOKS_FOR;
    loop {
        let response = next.clone().run(saved.again()).await;
        let Some(Moved(node)) = response.extensions().get().copied() else { return response };
        if is_sent_on {
            return answer_instead(response);
        }
        if let Some(node) = node {
            match nodes.send(&saved, node).await {
                Ok(response) => return response,
                Err(Unanswered::Unsure) if !saved.is_safe() => return Problem::Unsure.into_response(),
                Err(_) => {}
            }
        }
        if nodes.reached() == Some(false) || Instant::now() > until {
            return response;
        }
        sleep(PAUSE).await;
    }
}

/// An answer that tells the node which asked which one to ask instead.
fn answer_instead(mut response: Response) -> Response {
    if let Some(Moved(node)) = response.extensions().get().copied() {
        let node = node.map_or(HeaderValue::from_static("keeper"), HeaderValue::from);
        response.headers_mut().insert(ASK, node);
    }
    response
}

/// A request that can be made again.
struct Saved {
    head: Parts,
    body: Bytes,
}

impl Saved {
    async fn of(request: Request) -> Result<Saved, Problem> {
        let (head, body) = request.into_parts();
        let body = to_bytes(body, LARGEST_KEPT).await.map_err(|_| Problem::TooLarge)?;
        Ok(Saved { head, body })
    }

    /// The same request again, for this node. Only one of them can become a socket.
    fn again(&self) -> Request {
        Request::from_parts(self.head.clone(), Body::from(self.body.clone()))
    }

    /// Whether it changes nothing, so that it may be made twice.
    fn is_safe(&self) -> bool {
        self.head.method.is_safe()
    }

    /// The same request for another node.
    fn request(&self) -> Request<Body> {
        let mut request = Request::new(Body::from(self.body.clone()));
        *request.method_mut() = self.head.method.clone();
        *request.headers_mut() = self.head.headers.clone();
        if let (None, Some(authority)) = (self.head.headers.get(HOST), self.head.uri.authority())
            && let Ok(host) = HeaderValue::from_str(authority.as_str())
        {
            request.headers_mut().insert(HOST, host);
        }
        let path = self.head.uri.path_and_query().map_or("/", |path| path.as_str());
        *request.uri_mut() = path.parse().unwrap_or_default();
        request
    }
}

impl Nodes {
    /// Sends a request to a node, and gives the answer as it begins.
    async fn send(&self, saved: &Saved, node: i64) -> Result<Response, Unanswered> {
        let not_asked = |error: &dyn std::fmt::Display| {
            tracing::debug!(node, %error, "a request could not be sent on");
            Unanswered::NotAsked
        };
        let shared = self.0.as_ref().ok_or(Unanswered::NotAsked)?;
        let peer = Peer::of(&saved.head.extensions);
        let hello = serde_json::to_vec(&Hello::Http { ip: peer.ip }).map_err(|error| not_asked(&error))?;
        let tunnel = shared.bus.dial(node, &hello).await.map_err(|error| not_asked(&error))?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(tunnel)).await.map_err(|error| not_asked(&error))?;
        tokio::spawn(connection.with_upgrades());
        let unsure = |error: &dyn std::fmt::Display| {
            tracing::debug!(node, %error, "what became of a request that was sent on is not known");
            Unanswered::Unsure
        };
        let asked = timeout(PATIENCE, sender.send_request(saved.request())).await;
        let mut response = asked.map_err(|error| unsure(&error))?.map_err(|error| unsure(&error))?;
        if response.headers().contains_key(ASK) {
            return Err(Unanswered::Moved);
        }
        if response.status() == StatusCode::SWITCHING_PROTOCOLS
            && let Some(mine) = saved.head.extensions.get::<OnUpgrade>().cloned()
        {
            let theirs = hyper::upgrade::on(&mut response);
            tokio::spawn(async move {
                let (Ok(Ok(mine)), Ok(Ok(theirs))) = (timeout(OPENING, mine).await, timeout(OPENING, theirs).await)
                else {
                    return;
                };
                let (mut mine, mut theirs) = (TokioIo::new(mine), TokioIo::new(theirs));
                let ended = copy_bidirectional(&mut mine, &mut theirs).await;
                tracing::debug!(?ended, "a socket that was sent on has closed");
                drop(peer);
            });
        }
        Ok(response.map(Body::new))
    }
}
