//! A server in this process, browsers that visit it, and pages that keep to the protocol.

#![allow(dead_code, reason = "examples need a part of it")]

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hnefi_web::{Addresses, AppState, Limits, answer};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// So long a test waits for what must come. It is no measure of speed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A server in this process.
pub(crate) struct Server {
    pub(crate) address: String,
    pub(crate) state: AppState,
    pub(crate) folder: tempfile::TempDir,
}

impl Server {
    pub(crate) async fn start() -> Server {
        Server::start_with(Addresses::default()).await
    }

    pub(crate) async fn start_with(addresses: Addresses) -> Server {
        Server::start_on(tempfile::tempdir().unwrap(), addresses, Limits::default()).await
    }

    /// A server on which games may become so long.
    pub(crate) async fn start_limited(games: hnefi_live::Limits) -> Server {
        let limits = Limits { games, ..Limits::default() };
        Server::start_on(tempfile::tempdir().unwrap(), Addresses::default(), limits).await
    }

    /// A server with the games of a folder.
    pub(crate) async fn start_on(folder: tempfile::TempDir, addresses: Addresses, limits: Limits) -> Server {
        let state = AppState::open(folder.path(), &hnefi_store::Place::Folder(folder.path().into()), addresses, limits)
            .await
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(answer(listener.into(), state.clone()));
        Server { address, state, folder }
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.address)
    }

    /// Changes the database behind the server's back.
    pub(crate) async fn tamper(&self, sql: &'static str) {
        let options = SqliteConnectOptions::new().filename(self.folder.path().join("hnefi.db"));
        let mut connection = options.connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

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

/// A page that keeps to the protocol: it cuts its plies to `since` and appends.
pub(crate) struct Page {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) state: Value,
    pub(crate) plies: Vec<Value>,
}

impl Page {
    /// Says hello with what the page shows, and waits for the state.
    pub(crate) async fn hello(&mut self) {
        let version = self.state["version"].as_u64().unwrap_or(0);
        self.send(json!({"type": "hello", "plies": self.plies.len(), "version": version})).await;
        self.until("state", |_| true).await;
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message, or the reason why the server closed.
    pub(crate) async fn next(&mut self) -> Result<Value, Option<CloseFrame>> {
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let message = tokio::time::timeout_at(until, self.socket.next()).await.expect("the server says something");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "state" {
                        self.take(&message);
                    }
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    fn take(&mut self, state: &Value) {
        let since = state["since"].as_u64().unwrap() as usize;
        assert!(since <= self.plies.len(), "the server counts on {since} plies, and the page has {}", self.plies.len());
        self.plies.truncate(since);
        self.plies.extend(state["plies"].as_array().unwrap().iter().cloned());
        self.state = state.clone();
    }

    /// Waits for a message of a type that fulfils a wish.
    pub(crate) async fn until(&mut self, kind: &str, wish: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.next().await {
                Ok(message) if message["type"] == kind && wish(&message) => return message,
                Ok(_) => {}
                Err(reason) => panic!("closed while waiting for {kind}: {reason:?}"),
            }
        }
    }

    /// Waits until the page shows a state that fulfils a wish, if it does not yet.
    pub(crate) async fn until_state(&mut self, wish: impl Fn(&Value) -> bool) {
        while !wish(&self.state) {
            self.until("state", |_| true).await;
        }
    }

    /// Waits until the page shows so many plies.
    pub(crate) async fn until_plies(&mut self, plies: usize) {
        while self.plies.len() != plies || self.state.is_null() {
            self.until("state", |_| true).await;
        }
    }

    /// Waits until the server closes, and gives the code and the reason.
    pub(crate) async fn closed(&mut self) -> (u16, String) {
        loop {
            match self.next().await {
                Ok(_) => {}
                Err(Some(frame)) => return (frame.code.into(), frame.reason.to_string()),
                Err(None) => panic!("the line broke without a reason"),
            }
        }
    }

    /// Sends a move with an id of its own.
    pub(crate) async fn send_move(&mut self, id: &str, ply: usize, mv: &str) {
        let (from, to) = mv.split_once('-').unwrap();
        self.send(json!({"type": "move", "id": id, "ply": ply, "from": from, "to": to})).await;
    }

    /// Plays a move, and waits until it is confirmed.
    pub(crate) async fn play(&mut self, mv: &str) {
        let ply = self.plies.len();
        self.send_move(&format!("{mv}/{ply}"), ply, mv).await;
        self.until_plies(ply + 1).await;
        assert_eq!(self.plies[ply]["move"], mv);
    }

    /// Plays the legal move of a number, counted round.
    pub(crate) async fn play_any(&mut self, number: usize) {
        let legal = self.state["legal"].as_object().unwrap();
        let moves: Vec<String> = legal
            .iter()
            .flat_map(|(from, tos)| {
                tos.as_array().unwrap().iter().map(move |to| format!("{from}-{}", to.as_str().unwrap()))
            })
            .collect();
        assert!(!moves.is_empty(), "{}", self.state);
        let mv = moves[number % moves.len()].clone();
        self.play(&mv).await;
    }

    /// Whether something may be done now.
    pub(crate) fn may(&self, action: &str) -> bool {
        self.state["actions"].as_array().unwrap().iter().any(|a| a == action)
    }

    /// The path of a link on this page.
    pub(crate) fn link(&self, name: &str) -> String {
        let url =
            self.state["links"][name].as_str().unwrap_or_else(|| panic!("no link {name}: {}", self.state["links"]));
        let path = url.split_once("://").map_or(url, |(_, rest)| &rest[rest.find('/').unwrap()..]);
        path.to_owned()
    }
}

/// Two people in a game that one has made and the other has joined: the attackers' and the defenders' page,
/// and the two browsers.
pub(crate) async fn two_people(server: &Server, rules: &str) -> (Page, Page, Browser, Browser) {
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let game = anna.make_game(&format!("rules={rules}&mode=friend&side=attackers")).await;
    let annas = anna.open(&game).await;
    let reply = bo.post(&annas.link("join"), "").await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    let bos = bo.open(&game).await;
    (annas, bos, anna, bo)
}

/// Two people in one more game with so much time: the attackers' and the defenders' page.
pub(crate) async fn game_with_time(anna: &mut Browser, bo: &mut Browser, clock: &str) -> (String, Page, Page) {
    let id = anna.make_game(&format!("rules=fetlar-2018&mode=friend&side=attackers&clock={clock}")).await;
    let annas = anna.open(&id).await;
    assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
    let bos = bo.open(&id).await;
    (id, annas, bos)
}

/// A program that acts for somebody with a token.
pub(crate) struct Program {
    pub(crate) browser: Browser,
    pub(crate) token: String,
}

pub(crate) const PASSWORD: &str = "a+long+walk+by+the+sea";

/// Somebody who signs up and stays logged in.
pub(crate) async fn sign_up(server: &Server, name: &str) -> Browser {
    let mut browser = server.browser();
    let reply = browser.post("/sign-up", &format!("name={name}&password={PASSWORD}")).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    browser
}

/// Makes a token on somebody's page. `scopes` is the rest of the form.
pub(crate) async fn make_token(browser: &mut Browser, scopes: &str) -> String {
    let reply = browser.post("/account/tokens", &format!("label=engine&password={PASSWORD}{scopes}")).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let (_, rest) = reply.body.split_once("<code>").unwrap();
    rest.split('<').next().unwrap().to_owned()
}

impl Program {
    /// A program with all scopes, of a member who signs up for it.
    pub(crate) async fn of(server: &Server, name: &str) -> Program {
        let mut browser = sign_up(server, name).await;
        let token = make_token(&mut browser, "&challenge=yes&play=yes").await;
        Program { browser: server.browser(), token }
    }

    /// The same under a bot's account.
    pub(crate) async fn bot(server: &Server, name: &str) -> Program {
        let mut browser = sign_up(server, name).await;
        let reply = browser.post("/account/bot", &format!("password={PASSWORD}")).await;
        assert_eq!(reply.status, 303, "{}", reply.body);
        let token = make_token(&mut browser, "&challenge=yes&play=yes").await;
        Program { browser: server.browser(), token }
    }

    /// Asks, and gives the status and the answer.
    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let reply = self.reply(method, path, body).await;
        (reply.status, serde_json::from_str(&reply.body).unwrap_or(Value::Null))
    }

    pub(crate) async fn reply(&mut self, method: &str, path: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.browser.ask(method, path, &headers, &body).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> Value {
        let (status, answer) = self.ask("GET", path, Value::Null).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    /// Challenges somebody, and gives the id of the challenge.
    pub(crate) async fn challenge(&mut self, seek: Value) -> String {
        let (status, answer) = self.ask("POST", "/api/lobby/seeks", seek).await;
        assert_eq!(status, 201, "{answer}");
        answer["seek"].as_str().unwrap().to_owned()
    }

    /// Accepts a challenge, and gives the id of the game.
    pub(crate) async fn accept(&mut self, seek: &str) -> String {
        let (status, answer) = self.ask("POST", &format!("/api/lobby/seeks/{seek}/accept"), Value::Null).await;
        assert_eq!(status, 201, "{answer}");
        answer["game"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn act(&mut self, game: &str, act: Value) -> (u16, Value) {
        self.ask("POST", &format!("/api/games/{game}/acts"), act).await
    }

    pub(crate) async fn stream(&self) -> Lines {
        Lines::open(&self.browser.address, "/api/stream", Some(&self.token)).await
    }
}

/// A stream that a program reads, line by line.
pub(crate) struct Lines(tokio::io::BufReader<TcpStream>);

impl Lines {
    pub(crate) async fn open(address: &str, path: &str, token: Option<&str>) -> Lines {
        let mut stream = dial(address, None).await.unwrap();
        let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: gzip, br\r\n{token}\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        Lines(tokio::io::BufReader::new(stream))
    }

    /// The next line of the answer as it comes over the wire; `None` at its end.
    pub(crate) async fn raw(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = tokio::io::AsyncBufReadExt::read_line(&mut self.0, &mut line);
        // A line that is cut off has no line after it.
        let read = tokio::time::timeout(PATIENCE, read).await.expect("the stream says something");
        read.is_ok_and(|read| read > 0).then_some(line)
    }

    /// The next line that says something.
    pub(crate) async fn text(&mut self) -> Option<String> {
        loop {
            let line = self.raw().await?;
            if line.starts_with('{') {
                return Some(line);
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Option<Value> {
        self.text().await.map(|line| serde_json::from_str(&line).unwrap())
    }

    /// The next line of a type to which something applies.
    pub(crate) async fn until(&mut self, kind: &str, wish: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.next().await.unwrap_or_else(|| panic!("the stream ended before {kind}"));
            if line["type"] == kind && wish(&line) {
                return line;
            }
        }
    }
}
