//! Mail, through a mail server of our own: it takes what it is sent, and the tests read it and follow its links.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{Browser, PASSWORD, PATIENCE, Server};
use hnefi_web::{Addresses, Limits, MailSettings};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

const BASE: &str = "https://tafl.example";
/// So long nothing comes that must not. It is many looks long.
const QUIET: Duration = Duration::from_millis(600);

/// A mail as it came.
#[derive(Clone, Debug)]
struct Mail {
    to: Vec<String>,
    head: Vec<(String, String)>,
    text: String,
}

/// A mail server: it keeps what it is sent, and answers what it is told to.
#[derive(Clone)]
struct Post {
    address: String,
    got: Arc<Mutex<Vec<Mail>>>,
    /// What it answers to the next ones for whom there is mail; then it takes all.
    answers: Arc<Mutex<Vec<&'static str>>>,
}

impl Post {
    async fn start() -> Post {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let post = Post { address, got: Arc::default(), answers: Arc::default() };
        let here = post.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(here.clone().take(stream));
            }
        });
        post
    }

    /// Speaks with one client until it says good-bye.
    async fn take(self, stream: TcpStream) -> Option<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 post\r\n").await.ok()?;
        let mut to = Vec::new();
        while let Some(line) = lines.next_line().await.ok()? {
            let answer = match line.split([' ', ':']).next().unwrap_or_default() {
                "EHLO" => "250 post",
                "RCPT" => {
                    to.push(line.split(['<', '>']).nth(1)?.to_owned());
                    self.answers.lock().unwrap().pop().unwrap_or("250 ok")
                }
                "DATA" => {
                    write.write_all(b"354 go on\r\n").await.ok()?;
                    let mut text = String::new();
                    loop {
                        let line = lines.next_line().await.ok()??;
                        if line == "." {
                            break;
                        }
                        text += line.strip_prefix('.').unwrap_or(&line);
                        text += "\n";
                    }
                    self.got.lock().unwrap().push(read_mail(std::mem::take(&mut to), &text));
                    "250 taken"
                }
                "QUIT" => return write.write_all(b"221 bye\r\n").await.ok(),
                _ => "250 ok",
            };
            write.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
        }
        None
    }

    fn addresses(&self) -> Addresses {
        let settings = MailSettings::new(&format!("smtp://{}", self.address), "Hnefi <hnefi@tafl.example>", BASE);
        let mail = Some(settings.unwrap().looking_every(Duration::from_millis(20)));
        Addresses { mail, ..Addresses::default() }
    }

    fn count(&self) -> usize {
        self.got.lock().unwrap().len()
    }

    /// Waits for a mail of this number, counted from 1.
    async fn mail(&self, number: usize) -> Mail {
        let until = tokio::time::Instant::now() + PATIENCE;
        while self.count() < number {
            assert!(tokio::time::Instant::now() < until, "mail {number} has not come: {:?}", self.got.lock().unwrap());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.got.lock().unwrap()[number - 1].clone()
    }
}

fn read_mail(to: Vec<String>, text: &str) -> Mail {
    let (head, body) = text.split_once("\n\n").unwrap();
    let unfolded = head.replace("\n ", " ").replace("\n\t", " ");
    let head: Vec<(String, String)> =
        unfolded.lines().filter_map(|line| line.split_once(": ")).map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
    let mut mail = Mail { to, head, text: body.to_owned() };
    match mail.header("Content-Transfer-Encoding") {
        "7bit" | "8bit" => {}
        "quoted-printable" => mail.text = unquoted(body),
        other => panic!("{other} is read by nobody here"),
    }
    mail
}

/// Quoted-printable, as RFC 2045 has it.
fn unquoted(text: &str) -> String {
    let mut bytes = Vec::new();
    let text = text.replace("=\n", "");
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        if let (b'=', Some(digits)) = (first, more.get(..2)) {
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap());
            rest = &more[2..];
        } else {
            bytes.push(*first);
            rest = more;
        }
    }
    String::from_utf8(bytes).unwrap()
}

impl Mail {
    fn header(&self, name: &str) -> &str {
        self.head.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }

    /// The path of the link in it that begins so.
    fn link(&self, path: &str) -> String {
        let start = format!("{BASE}{path}");
        let word = self.text.split_whitespace().find(|word| word.starts_with(&start));
        word.unwrap_or_else(|| panic!("no {path} in {}", self.text)).strip_prefix(BASE).unwrap().to_owned()
    }
}

/// A member with a confirmed address, to which the mail of this number went.
async fn member(server: &Server, post: &Post, name: &str, number: usize) -> Browser {
    let mut browser = server.browser();
    browser.sign_up(name).await;
    let form = format!("address={}@mail.example&password={PASSWORD}", name.to_lowercase());
    assert_eq!(browser.post("/account/mail", &form).await.status, 303);
    let link = post.mail(number).await.link("/mail/confirm/");
    let reply = browser.post(&link, "").await;
    assert!(reply.status == 200 && reply.body.contains("is confirmed"), "{}", reply.body);
    browser
}

async fn forgotten(server: &Server, who: &str) -> (u16, String) {
    let reply = server.browser().post("/reset", &format!("who={who}")).await;
    (reply.status, reply.body)
}

#[tokio::test]
async fn an_address_is_confirmed_before_anything_else_goes_there_and_removed_at_once() {
    let post = Post::start().await;
    let server = Server::start_with(post.addresses()).await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    assert!(anna.get("/account").await.body.contains("id=\"mail-section\""));
    for (form, status) in [
        ("address=anna@mail.example&password=wrong".to_owned(), 401),
        (format!("address=anna&password={PASSWORD}"), 400),
        (format!("address=anna@mail.example%0d%0aBcc:+eve@mail.example&password={PASSWORD}"), 400),
        (format!("address=anna@mail.example,eve@mail.example&password={PASSWORD}"), 400),
        (format!("address={}@mail.example&password={PASSWORD}", "a".repeat(300)), 400),
    ] {
        assert_eq!(anna.post("/account/mail", &form).await.status, status, "{form}");
    }
    let form = format!("address=anna@mail.example&password={PASSWORD}");
    assert_eq!(anna.post("/account/mail", &form).await.status, 303);
    let mail = post.mail(1).await;
    assert_eq!((&mail.to[..], mail.header("To")), (&["anna@mail.example".to_owned()][..], "anna@mail.example"));
    assert_eq!(mail.header("Subject"), "Hnefi: confirm your mail address");
    assert!(mail.text.starts_with("Hello Anna,\n\nsomebody who"), "{}", mail.text);
    assert!(mail.header("Content-Type").starts_with("text/plain"));
    // Nothing else goes there, and nothing can be switched on.
    assert_eq!(forgotten(&server, "Anna").await.0, 200);
    assert_eq!(anna.post("/account/mail/daily", "daily=yes").await.status, 303);
    let page = anna.get("/account").await.body;
    assert!(page.contains("not confirmed yet") && !page.contains("name=\"daily\""), "{page}");
    // Whoever only looks at the link does not use it up.
    let link = mail.link("/mail/confirm/");
    for _ in 0..2 {
        assert!(server.browser().get(&link).await.body.contains("It is mine"));
    }
    assert!(server.browser().post(&link, "").await.body.contains("is confirmed"));
    assert_eq!(anna.post(&link, "").await.status, 404, "it works once");
    assert!(anna.get("/account").await.body.contains("· confirmed"));
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.count(), 1, "who was not confirmed is sent no link to set a password");

    assert_eq!(anna.post("/account/mail/remove", "").await.status, 303);
    assert!(!anna.get("/account").await.body.contains("anna@mail.example"));
    assert_eq!(forgotten(&server, "Anna").await.0, 200);
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.count(), 1);
}

#[tokio::test]
async fn a_link_sets_a_new_password_once_and_within_an_hour_and_logs_out_everywhere() {
    let post = Post::start().await;
    let server = Server::start_with(post.addresses()).await;
    let mut anna = member(&server, &post, "Anna", 1).await;
    assert_eq!(forgotten(&server, "anna").await.0, 200);
    let link = post.mail(2).await.link("/reset/");
    let mut phone = server.browser();
    assert!(phone.get(&link).await.body.contains("Set the new password"));
    assert_eq!(phone.post(&link, "password=short").await.status, 400, "a bad password does not use it up");
    let set = "password=another+walk+by+the+sea";
    let reply = phone.post(&link, set).await;
    assert_eq!((reply.status, reply.header("location")), (303, Some("/account")));
    assert_eq!(phone.get("/account").await.status, 200);
    assert_eq!(anna.get("/account").await.status, 303, "her other devices are logged out");
    assert_eq!(phone.post(&link, set).await.status, 404, "it works once");
    assert_eq!(phone.get(&link).await.status, 404);
    let old = format!("name=Anna&password={PASSWORD}");
    assert_eq!(server.browser().post("/log-in", &old).await.status, 401);
    let new = "name=Anna&password=another+walk+by+the+sea";
    assert_eq!(server.browser().post("/log-in", new).await.status, 303);

    // By the address, whatever its case; and after an hour it is too late.
    assert_eq!(forgotten(&server, "ANNA@mail.example").await.0, 200);
    let late = post.mail(3).await.link("/reset/");
    assert_eq!(phone.get(&late).await.status, 200);
    server.tamper("update mail_link set made_ms = made_ms - 3600000").await;
    assert_eq!(phone.get(&late).await.status, 404);
    assert_eq!(phone.post(&late, set).await.status, 404);
    // Who has a link from before his account was closed is told so.
    assert_eq!(forgotten(&server, "Anna").await.0, 200);
    let link = post.mail(4).await.link("/reset/");
    server.tamper("update account set closed_ms = 1; update session set ended_ms = 1").await;
    let mut closed = server.browser();
    let reply = closed.post(&link, set).await;
    assert!(reply.status == 403 && reply.body.contains("This account is closed"), "{}", reply.body);
    assert_eq!(closed.get("/account").await.status, 303, "nobody is logged in");
    // No link for an address that has been removed, and none of another purpose.
    let confirm = server.browser().get(&late.replace("/reset/", "/mail/confirm/")).await;
    assert_eq!(confirm.status, 404);
}

#[tokio::test]
async fn nobody_learns_whose_names_and_addresses_there_are_and_nobody_is_sent_links_without_end() {
    let post = Post::start().await;
    let server = Server::start_without_refill(post.addresses()).await;
    member(&server, &post, "Anna", 1).await;
    server.browser().sign_up("Bo").await;
    let answer = forgotten(&server, "Anna").await;
    assert_eq!(answer.0, 200);
    post.mail(2).await;
    for who in ["Bo", "Nobody", "anna@mail.example", "nobody@mail.example", "", "%01%0d%0a"] {
        assert_eq!(forgotten(&server, who).await, answer, "{who}");
    }
    post.mail(3).await;
    assert_eq!(forgotten(&server, "Anna").await, answer);
    post.mail(4).await;
    for _ in 0..2 {
        assert_eq!(forgotten(&server, "Anna").await, answer);
    }
    assert_eq!(forgotten(&server, "Anna").await.0, 429, "ten at once from one network");
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.count(), 4, "three links an hour, all to her");
    assert!(post.got.lock().unwrap().iter().all(|mail| mail.to == ["anna@mail.example"]));
}

#[tokio::test]
async fn one_mail_a_day_says_what_waits_to_who_wants_it_until_its_link_is_used() {
    let post = Post::start().await;
    let server = Server::start_with(post.addresses()).await;
    let mut anna = member(&server, &post, "Anna", 1).await;
    let mut bo = server.browser();
    let id = bo.make_game("rules=fetlar-2018&mode=friend&side=attackers&name=Bo&clock=2d").await;
    let mut bos = bo.open(&id).await;
    assert_eq!(anna.post(&bos.link("join"), "").await.status, 303);
    bos.play("d1-d4").await;
    // As if it had waited for two hours.
    server.tamper("update game set touched_ms = touched_ms - 7200000").await;
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.count(), 1, "she has not asked for it");
    assert_eq!(anna.post("/account/mail/daily", "daily=yes").await.status, 303);
    let mail = post.mail(2).await;
    assert_eq!(mail.header("Subject"), "Hnefi: a game waits for your move");
    assert!(mail.text.contains("- Fetlar 2018, against Bo: 1 day 23 h left\n"), "{}", mail.text);
    assert_eq!(mail.link("/game/"), format!("/game/{id}"));
    assert_eq!(mail.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let stop = mail.link("/mail/stop/");
    assert_eq!(mail.header("List-Unsubscribe"), format!("<{BASE}{stop}>"));

    // Once: not again the same day, nor the next one when nothing is new, nor when nothing waits.
    tokio::time::sleep(QUIET).await;
    server.tamper("update mail_address set told_ms = told_ms - 90000000 where 1 = 1; update game set touched_ms = touched_ms - 90000000").await;
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.count(), 2);
    let mut annas = anna.open(&id).await;
    annas.play("f4-e4").await;
    server.tamper("update game set touched_ms = touched_ms - 7200000").await;
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.count(), 2, "it is not her move");
    bos.until_plies(2).await;
    bos.play("e1-e3").await;
    server.tamper("update game set touched_ms = touched_ms - 7200000").await;
    post.mail(3).await;

    // The program of a mail service ends it, without a page of this server.
    assert_eq!(server.browser().ask("POST", &format!("{stop}x"), &[], "").await.status, 404);
    assert!(anna.get("/account").await.body.contains("value=\"yes\" checked"));
    assert!(server.browser().get(&stop).await.body.contains("Stop it"));
    assert!(anna.get("/account").await.body.contains("value=\"yes\" checked"), "looking does nothing");
    assert_eq!(server.browser().ask("POST", &stop, &[], "List-Unsubscribe=One-Click").await.status, 200);
    assert!(!anna.get("/account").await.body.contains("value=\"yes\" checked"));
    annas.until_plies(3).await;
    server.tamper("update mail_address set told_ms = 0").await;
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.count(), 3);
}

#[tokio::test]
async fn a_mail_that_cannot_be_sent_is_tried_again_also_after_a_restart_and_given_up_in_the_end() {
    let post = Post::start().await;
    post.answers.lock().unwrap().extend(["250 ok", "451 later", "451 later"]);
    let server = Server::start_with(post.addresses()).await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    let form = format!("address=anna@mail.example&password={PASSWORD}");
    assert_eq!(anna.post("/account/mail", &form).await.status, 303, "nobody waits for the mail server");
    let tried = async |times: usize| {
        let until = tokio::time::Instant::now() + PATIENCE;
        while post.answers.lock().unwrap().len() > 3 - times {
            assert!(tokio::time::Instant::now() < until, "it is not tried");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tried(1).await;
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.answers.lock().unwrap().len(), 2, "not again at once");
    // As if the wait were over.
    server.tamper("update letter set due_ms = 0").await;
    tried(2).await;
    server.state.stop(PATIENCE).await;
    let server = Server::start_on(server.folder, post.addresses(), Limits::default()).await;
    anna.address = server.browser().address;
    server.tamper("update letter set due_ms = 0").await;
    let link = post.mail(1).await.link("/mail/confirm/");
    assert!(anna.post(&link, "").await.body.contains("is confirmed"));

    // What is refused for good, or waits for too long, is given up.
    post.answers.lock().unwrap().extend(["550 nobody"]);
    assert_eq!(forgotten(&server, "Anna").await.0, 200);
    tried(3).await;
    tokio::time::sleep(QUIET).await;
    assert_eq!(post.count(), 1);
    post.answers.lock().unwrap().extend(["250 ok", "451 later"]);
    assert_eq!(forgotten(&server, "Anna").await.0, 200);
    tried(2).await;
    tokio::time::sleep(QUIET).await;
    server.tamper("update letter set due_ms = 0, made_ms = made_ms - 4000000").await;
    tokio::time::sleep(QUIET).await;
    assert_eq!((post.count(), post.answers.lock().unwrap().len()), (1, 1), "it is tried no more");
}

#[tokio::test]
async fn without_a_mail_server_the_pages_say_what_there_is_instead() {
    let server = Server::start().await;
    let mut anna = server.browser();
    anna.sign_up("Anna").await;
    assert!(!anna.get("/account").await.body.contains("mail-section"));
    let form = format!("address=anna@mail.example&password={PASSWORD}");
    assert_eq!(anna.post("/account/mail", &form).await.status, 404);
    let page = server.browser().get("/reset").await.body;
    assert!(
        page.contains("This server sends no mail. A recovery code") && page.contains("href=\"/recover\""),
        "{page}"
    );
    assert!(server.browser().get("/recover").await.body.contains("a recovery code is the only way"));
    assert_eq!(forgotten(&server, "Anna").await.0, 404);
}
