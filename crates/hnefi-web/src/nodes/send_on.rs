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
use tokio::time::{sleep, timeout};

use super::Nodes;
use super::accept::Hello;
use crate::game::LARGEST_KEPT;
use crate::server::Problem;
use crate::server::client::Peer;
use crate::server::state::AppState;

/// How a node that was asked by another one says which one to ask instead.
const ASK: HeaderName = HeaderName::from_static("hnefi-node");
/// How often it is looked anew which node has to answer.
const TRIES: usize = 4;
/// How long is waited between two looks, for a node that is gone to be taken over, or for a keeper.
const PAUSE: Duration = Duration::from_millis(500);
/// How long another node may take to begin its answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a socket that is sent on may take to open.
const OPENING: Duration = Duration::from_secs(10);

/// Which node has to answer, beside an answer that says that this one cannot; `None` for whichever will be the keeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved(pub(crate) Option<i64>);

/// Has the keeper answer.
pub(crate) async fn at_keeper(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let nodes = app.games.nodes.clone();
    let Some(keeper) = nodes.other_keeper() else { return next.run(request).await };
    if Peer::of(request.extensions()).sent_on {
        return answer_instead(Problem::Moved(keeper).into_response());
    }
    match Saved::of(request).await {
        Ok((saved, _)) => nodes.send_on(&saved, keeper).await,
        Err(problem) => problem.into_response(),
    }
}

/// Has the node answer that serves the game which a request is about, where this one does not.
pub(crate) async fn elsewhere(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let nodes = app.games.nodes.clone();
    if !nodes.are_several() {
        return next.run(request).await;
    }
    let is_sent_on = Peer::of(request.extensions()).sent_on;
    let (saved, request) = match Saved::of(request).await {
        Ok(saved) => saved,
        Err(problem) => return problem.into_response(),
    };
    let response = next.run(request).await;
    match response.extensions().get::<Moved>().copied() {
        None => response,
        Some(_) if is_sent_on => answer_instead(response),
        Some(Moved(node)) => nodes.send_on(&saved, node).await,
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
    /// The same request twice. Only one of them can become a socket.
    async fn of(request: Request) -> Result<(Saved, Request), Problem> {
        let (head, body) = request.into_parts();
        let body = to_bytes(body, LARGEST_KEPT).await.map_err(|_| Problem::TooLarge)?;
        let request = Request::from_parts(head.clone(), Body::from(body.clone()));
        Ok((Saved { head, body }, request))
    }

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
    /// Has another node answer, or the keeper.
    async fn send_on(&self, saved: &Saved, first: Option<i64>) -> Response {
        let mut to = first;
        for tried in 0..TRIES {
            if tried > 0 {
                sleep(PAUSE).await;
            }
            let Some(node) = to else {
                to = self.keeper_now();
                continue;
            };
            match self.send(saved, node).await {
                Ok(response) => match response.headers().get(ASK).and_then(|ask| ask.to_str().ok()) {
                    None => return response,
                    Some(ask) => to = ask.parse().ok().or_else(|| self.keeper_now()),
                },
                Err(error) => {
                    tracing::debug!(node, error, "a request could not be sent on");
                    if first.is_none() || self.keeper_now() != Some(node) {
                        to = first.and(to).or_else(|| self.keeper_now());
                    }
                }
            }
        }
        Problem::Moved(to).into_response()
    }

    fn keeper_now(&self) -> Option<i64> {
        *self.0.as_ref()?.keeper.borrow()
    }

    /// Sends a request to a node, and gives the answer as it begins.
    async fn send(&self, saved: &Saved, node: i64) -> Result<Response, String> {
        let Some(shared) = &self.0 else { return Err("there are no other nodes".to_owned()) };
        let peer = Peer::of(&saved.head.extensions);
        let hello = serde_json::to_vec(&Hello::Http { ip: peer.ip }).map_err(|error| error.to_string())?;
        let tunnel = shared.bus.dial(node, &hello).await.map_err(|error| error.to_string())?;
        let asked = timeout(PATIENCE, async {
            let (mut sender, connection) = http1::handshake(TokioIo::new(tunnel)).await?;
            tokio::spawn(connection.with_upgrades());
            sender.send_request(saved.request()).await
        });
        let mut response = asked.await.map_err(|_| "no answer".to_owned())?.map_err(|error| error.to_string())?;
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
