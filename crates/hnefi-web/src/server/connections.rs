//! Connections: how many there may be, and how long one may take to say what it wants.

use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::Request;
use hnefi_words::Words;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Sleep, sleep};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::client::{Network, Peer};
use super::doors::{Door, Place};
use super::state::AppState;

/// How long a head, and then a body, may take to arrive, and how long a client may read nothing of an answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// How many connections one network may have: a museum's visitors share an address.
const A_NETWORK: usize = 1000;
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 32 * 1024;

/// Answers all that comes to a listener until the server stops, and then what has begun already.
pub async fn answer(listener: Arc<TcpListener>, state: AppState) {
    let router = super::app(state.clone());
    let (alive, mut ended) = mpsc::channel::<()>(1);
    let mut stopping = state.stopping.subscribe();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stopping) => break,
        };
        match accepted {
            Ok((stream, from)) => {
                let place = place(&state, from.ip());
                if place.is_none() {
                    refuse(&stream);
                    continue;
                }
                let _ = stream.set_nodelay(true);
                let (alive, stopping) = (alive.clone(), state.stopping.subscribe());
                let conversation =
                    converse(stream, Peer { ip: from.ip(), place, sent_on: false }, router.clone(), stopping);
                tokio::spawn(async move {
                    conversation.await;
                    drop(alive);
                });
            }
            Err(error) => {
                // Out of descriptors, most likely: others must end before one can begin.
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop((listener, alive));
    // Nobody sends: it ends when the last connection has dropped its sender.
    ended.recv().await;
}

/// Refuses whoever comes, as one comes after the other.
pub(super) async fn refuse_all(listener: &TcpListener) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => refuse(&stream),
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

fn place(state: &AppState, from: IpAddr) -> Option<Arc<Place>> {
    let all = (Door::Connection, state.limits.connections);
    // A proxy's connections are many people's; their sockets are counted when they say whose they are.
    let is_proxy = state.addresses.proxies.iter().any(|proxy| proxy.includes(from));
    let network = (Door::ConnectionFrom(Network::from(from)), if is_proxy { usize::MAX } else { A_NETWORK });
    state.doors.enter(&[all, network]).map(Arc::new)
}

fn refuse(stream: &TcpStream) {
    tracing::debug!("no place for one more connection");
    let says = Words::english().text("problem-full-message");
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 15\r\nConnection: close\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\r\n{says}",
        says.len()
    );
    // Nobody waits for who cannot take it at once.
    let _ = stream.try_write(answer.as_bytes());
}

/// Answers what comes through one connection, until it closes or takes too long.
pub(crate) async fn converse<I: AsyncRead + AsyncWrite + Send + 'static>(
    stream: I,
    peer: Peer,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(PATIENCE));
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(|body| Body::new(TimedBody { body, until: Box::pin(sleep(PATIENCE)) }));
        request.extensions_mut().insert(peer.clone());
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}

/// Waits until the server stops.
pub(crate) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // The sender lives as long as the server.
    let _ = stopping.wait_for(|&stopping| stopping).await;
}

/// A body that must have arrived by a certain time.
struct TimedBody {
    body: Incoming,
    until: Pin<Box<Sleep>>,
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(frame) => Poll::Ready(frame.map(|frame| frame.map_err(Into::into))),
            Poll::Pending => {
                self.until.as_mut().poll(cx).map(|()| Some(Err("the body took too long to arrive".into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use axum::http::header::{COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
    use futures_util::{SinkExt, StreamExt};
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::{Instant, pause, timeout};
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::client::IntoClientRequest;
    use tokio_tungstenite::{WebSocketStream, client_async};

    use super::super::state::{Addresses, Limits};
    use super::*;

    async fn state() -> (tempfile::TempDir, AppState) {
        let folder = tempfile::tempdir().unwrap();
        let state = AppState::open(
            folder.path(),
            &hnefi_store::Place::Folder(folder.path().into()),
            Addresses::default(),
            Limits::default(),
        )
        .await
        .unwrap();
        (folder, state)
    }

    fn connect(state: &AppState) -> DuplexStream {
        let (here, there) = duplex(64 * 1024);
        let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let router = crate::server::app(state.clone());
        tokio::spawn(converse(there, Peer { ip, place: None, sent_on: false }, router, state.stopping.subscribe()));
        here
    }

    /// A page that has connected, but has not said hello.
    async fn page(state: &AppState) -> WebSocketStream<DuplexStream> {
        let request = Request::post("/games")
            .header(HOST, "localhost")
            .header(ORIGIN, "http://localhost")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from("rules=fetlar-2018&mode=screen"))
            .unwrap();
        let made = crate::server::app(state.clone()).oneshot(request).await.unwrap();
        let header = |name| made.headers()[name].to_str().unwrap().split(';').next().unwrap().to_owned();
        let address = format!("ws://localhost/ws{}", header(LOCATION));
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert(COOKIE, header(SET_COOKIE).parse().unwrap());
        request.headers_mut().insert(ORIGIN, "http://localhost".parse().unwrap());
        client_async(request, connect(state)).await.unwrap().0
    }

    async fn hello(page: &mut WebSocketStream<DuplexStream>) {
        page.send(Message::text(r#"{"type":"hello","plies":0,"version":0}"#)).await.unwrap();
        assert!(page.next().await.unwrap().unwrap().is_text());
    }

    #[tokio::test]
    async fn a_head_that_never_ends_is_not_waited_for() {
        let (_folder, state) = state().await;
        pause();
        for head in ["", "GET / HTTP/1.1\r\nHost: localhost\r\n", "GET /assets/x/y HTTP/1.1\r\nHost: localhost\r\n\r\n"]
        {
            let (begun, mut client) = (Instant::now(), connect(&state));
            client.write_all(head.as_bytes()).await.unwrap();
            client.read_to_end(&mut Vec::new()).await.unwrap();
            assert_eq!(begun.elapsed().as_secs(), 15, "{head}");
        }
    }

    #[tokio::test]
    async fn a_body_that_drips_is_not_waited_for() {
        let (_folder, state) = state().await;
        pause();
        let (begun, client) = (Instant::now(), connect(&state));
        let (mut reads, mut writes) = tokio::io::split(client);
        writes.write_all(b"POST /api/table HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n").await.unwrap();
        let dripping = async {
            while writes.write_all(b"{").await.is_ok() {
                sleep(Duration::from_secs(4)).await;
            }
        };
        let mut answer = Vec::new();
        tokio::select! {
            () = dripping => {}
            read = reads.read_to_end(&mut answer) => drop(read),
        }
        assert!((15..20).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
        assert!(String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 400"));
    }

    #[tokio::test]
    async fn an_answer_that_nobody_reads_is_not_held() {
        let (_folder, state) = state().await;
        pause();
        let (begun, mut client) = (Instant::now(), connect(&state));
        client.write_all(b"GET /rules/fetlar-2018 HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
        sleep(Duration::from_secs(14)).await;
        assert!(client.write_all(b"\r\n").await.is_ok());
        sleep(Duration::from_secs(2)).await;
        assert!(client.write_all(b"\r\n").await.is_err(), "after {:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn a_socket_that_never_says_hello_ends() {
        let (_folder, state) = state().await;
        let begun = Instant::now();
        let mut page = page(&state).await;
        pause();
        let paused = Instant::now();
        let frame = loop {
            match page.next().await.unwrap().unwrap() {
                Message::Close(frame) => break frame.unwrap(),
                message => assert!(message.is_ping(), "{message}"),
            }
        };
        assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1008, "you did not say hello in time"));
        assert!(paused.elapsed() < Duration::from_secs(16) && begun.elapsed() >= Duration::from_secs(15));
    }

    #[tokio::test]
    async fn a_socket_that_says_nothing_ends() {
        let (_folder, state) = state().await;
        let mut silent = page(&state).await;
        let begun = Instant::now();
        hello(&mut silent).await;
        pause();
        let paused = Instant::now();
        // Read past the protocol, which would answer pings.
        let mut line = silent.into_inner();
        let closing = loop {
            let mut head = [0; 2];
            line.read_exact(&mut head).await.unwrap();
            let mut rest = vec![0; usize::from(head[1])];
            line.read_exact(&mut rest).await.unwrap();
            match head[0] & 0x0f {
                8 => break u16::from_be_bytes([rest[0], rest[1]]),
                9 => {}
                other => panic!("a frame of type {other}"),
            }
        };
        assert_eq!(closing, 1001);
        assert!(paused.elapsed() < Duration::from_secs(26) && begun.elapsed() >= Duration::from_secs(25));
    }

    #[tokio::test]
    async fn a_socket_that_only_pongs_stays() {
        let (_folder, state) = state().await;
        let mut ponging = page(&state).await;
        hello(&mut ponging).await;
        pause();
        let listening = async {
            while let Some(Ok(message)) = ponging.next().await {
                assert!(!message.is_close(), "{message}");
            }
        };
        assert!(timeout(Duration::from_secs(120), listening).await.is_err(), "it pongs, and yet the server closed");
    }
}
