//! A program with a token, and the streams that it reads.

use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::{Browser, PASSWORD, PATIENCE, Reply, Server, dial, sign_up};

/// A program that acts for somebody with a token.
pub(crate) struct Program {
    pub(crate) browser: Browser,
    pub(crate) token: String,
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

/// Makes a token on somebody's page. `scopes` is the rest of the form.
pub(crate) async fn make_token(browser: &mut Browser, scopes: &str) -> String {
    let reply = browser.post("/account/tokens", &format!("label=engine&password={PASSWORD}{scopes}")).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let (_, rest) = reply.body.split_once("<code>").unwrap();
    rest.split('<').next().unwrap().to_owned()
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
