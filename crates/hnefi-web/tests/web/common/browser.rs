//! A browser without a screen.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::{PASSWORD, PATIENCE, Page};

/// A browser: it keeps its cookies.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) address: String,
    /// By which name it asks for the server; `None` for its address.
    pub(crate) host: Option<String>,
    /// As it sends them.
    pub(crate) cookie: Option<String>,
    /// From where it connects; `None` for wherever the system says.
    pub(crate) from: Option<IpAddr>,
}

/// A connection, perhaps from another address of this machine.
pub(crate) async fn dial(address: &str, from: Option<IpAddr>) -> std::io::Result<TcpStream> {
    let to = address.parse().map_err(std::io::Error::other)?;
    let socket = TcpSocket::new_v4()?;
    if let Some(from) = from {
        socket.bind(SocketAddr::new(from, 0))?;
    }
    socket.connect(to).await
}

/// What a server answered.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

impl Browser {
    pub(crate) fn new(address: &str) -> Browser {
        Browser { address: address.to_owned(), host: None, cookie: None, from: None }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        self.ask("GET", path, &[], "").await
    }

    /// Posts a form as a page of this server does.
    pub(crate) async fn post(&mut self, path: &str, form: &str) -> Reply {
        let origin = format!("http://{}", self.host.as_ref().unwrap_or(&self.address));
        let headers = [("Origin", origin.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
        self.ask("POST", path, &headers, form).await
    }

    pub(crate) async fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
            self.host.as_ref().unwrap_or(&self.address)
        );
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if let Some(cookie) = &self.cookie {
            text += &format!("Cookie: {cookie}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        let mut stream = dial(&self.address, self.from).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        // A server that refuses a body may hang up before it has read it.
        let _ = stream.write_all(body.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
        let reply = parse(&String::from_utf8_lossy(&answer));
        for (_, cookie) in reply.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie")) {
            self.take_cookie(cookie);
        }
        reply
    }

    fn take_cookie(&mut self, cookie: &str) {
        let set = cookie.split(';').next().unwrap_or_default();
        let name = |cookie: &str| cookie.split('=').next().unwrap_or_default().to_owned();
        let before = self.cookie.take().unwrap_or_default();
        let mut all: Vec<&str> = before.split("; ").filter(|one| !one.is_empty() && name(one) != name(set)).collect();
        if !cookie.contains("Max-Age=0") {
            all.push(set);
        }
        self.cookie = (!all.is_empty()).then(|| all.join("; "));
    }

    /// The value of a cookie.
    pub(crate) fn cookie_named(&self, name: &str) -> Option<&str> {
        self.cookie.as_deref()?.split("; ").find_map(|one| one.strip_prefix(name)?.strip_prefix('='))
    }

    /// Signs up and stays logged in: the page with the recovery codes.
    pub(crate) async fn sign_up(&mut self, name: &str) -> Reply {
        let reply = self.post("/sign-up", &format!("name={name}&password={PASSWORD}")).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply
    }

    /// Makes a game and gives its id.
    pub(crate) async fn make_game(&mut self, form: &str) -> String {
        let reply = self.post("/games", form).await;
        assert_eq!(reply.status, 303, "{}", reply.body);
        reply.header("location").unwrap().strip_prefix("/game/").unwrap().to_owned()
    }

    /// Waits until the text of a game shows so many plies. No page is open meanwhile.
    pub(crate) async fn until_text_has(&mut self, game: &str, plies: usize) -> String {
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let text = self.get(&format!("/game/{game}/text")).await.body;
            let moves = text.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace);
            if moves.filter(|word| word.contains('-') && word.len() <= 12).count() >= plies {
                return text;
            }
            assert!(tokio::time::Instant::now() < until, "{text}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Opens the page of a game.
    pub(crate) async fn open(&self, game: &str) -> Page {
        let mut page = self.connect(&format!("/ws/game/{game}")).await.unwrap();
        page.hello().await;
        page
    }

    /// Opens a socket, as a page of this server does.
    pub(crate) async fn connect(&self, path: &str) -> Result<Page, tungstenite::Error> {
        self.connect_from(path, Some(&format!("http://{}", self.address))).await
    }

    pub(crate) async fn connect_from(&self, path: &str, origin: Option<&str>) -> Result<Page, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        }
        let stream = MaybeTlsStream::Plain(dial(&self.address, self.from).await?);
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(Page { socket, state: Value::Null, plies: Vec::new() })
    }
}

fn parse(answer: &str) -> Reply {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let header = |line: &str| line.split_once(": ").map(|(n, v)| (n.to_owned(), v.to_owned()));
    let headers: Vec<_> = lines.filter_map(header).collect();
    let chunked =
        headers.iter().any(|(name, value)| name.eq_ignore_ascii_case("transfer-encoding") && value == "chunked");
    let body = if chunked { in_one(body) } else { body.to_owned() };
    Reply { status: status.unwrap_or(0), headers, body }
}

/// A body that came in chunks.
fn in_one(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let Some((chunk, rest)) =
            usize::from_str_radix(length, 16).ok().and_then(|length| rest.split_at_checked(length))
        else {
            break;
        };
        body += chunk;
        chunks = rest.strip_prefix("\r\n").unwrap_or(rest);
    }
    body
}
