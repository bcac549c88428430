//! Links unfold: what programs that draw previews are told, and the pictures that they get.

use crate::common::{Browser, PATIENCE, Server, dial, two_people};
use hnefi_web::Addresses;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const WIDTH: usize = 1200;
const HEIGHT: usize = 630;

const WOOD: [u8; 3] = [0xe4, 0xcd, 0xa2];
const IRON: [u8; 3] = [0x2b, 0x2e, 0x33];
const BONE: [u8; 3] = [0xfd, 0xf8, 0xec];
const CROSS: [u8; 3] = [0x7a, 0x35, 0x19];

/// What is written in a tag of a page, as a program reads it.
fn tag(page: &str, name: &str) -> Option<String> {
    let start = page.find(&format!("{name}\" content=\""))? + name.len() + "\" content=\"".len();
    let content = &page[start..start + page[start..].find('"')?];
    Some(content.replace("&#38;", "&").replace("&#39;", "'"))
}

/// The address of the picture on a page, without the server.
fn picture_of(page: &str) -> String {
    let address = tag(page, "og:image").unwrap_or_else(|| panic!("no picture: {page}"));
    let rest = address.split_once("://").unwrap().1;
    rest[rest.find('/').unwrap()..].to_owned()
}

/// The head of an answer, and its bytes.
async fn fetch(server: &Server, path: &str) -> (String, Vec<u8>) {
    let mut stream = dial(&server.address, None).await.unwrap();
    let text = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    (String::from_utf8_lossy(&answer[..end]).into_owned(), answer[end + 4..].to_vec())
}

/// A picture of a board with so many squares to a side.
struct Seen {
    pixels: Vec<u8>,
    size: f32,
}

impl Seen {
    async fn of(server: &Server, path: &str, size: u8) -> Seen {
        let (head, body) = fetch(server, path).await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("image/png") && head.contains("max-age=86400"), "{head}");
        assert!(body.len() < 100_000, "{} bytes", body.len());
        let mut reader = png::Decoder::new(std::io::Cursor::new(body)).read_info().unwrap();
        assert_eq!((reader.info().width as usize, reader.info().height as usize), (WIDTH, HEIGHT));
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        Seen { pixels, size: f32::from(size) }
    }

    /// The colour at a place in a square, in parts of it from its middle.
    fn at(&self, square: &str, right: f32, down: f32) -> [u8; 3] {
        let square: hnefi_rules::Square = square.parse().unwrap();
        let unit = (HEIGHT as f32 - 52.0) / self.size;
        let x = WIDTH as f32 / 2.0 + (f32::from(square.file()) + 0.5 - self.size / 2.0 + right) * unit;
        let y = HEIGHT as f32 / 2.0 - (f32::from(square.rank()) + 0.5 - self.size / 2.0 - down) * unit;
        let start = (y as usize * WIDTH + x as usize) * 3;
        self.pixels[start..start + 3].try_into().unwrap()
    }

    fn middle(&self, square: &str) -> [u8; 3] {
        self.at(square, 0.0, 0.0)
    }
}

#[tokio::test]
async fn a_picture_shows_the_position_and_the_last_move() {
    let server = Server::start().await;
    let seen = Seen::of(&server, "/picture.png?position=/3t3/7/7/2TK3/7/7/7/&move=d3-d1&throne=yes", 7).await;
    assert_eq!(seen.middle("d1"), IRON);
    assert_eq!(seen.middle("c4"), BONE);
    assert_eq!(seen.middle("d4"), CROSS);
    assert_eq!(seen.middle("b2"), WOOD);
    assert_ne!(seen.middle("d3"), WOOD, "the last move is tinted");
    assert_ne!(seen.at("d4", 0.45, 0.45), WOOD, "the throne is marked");
    assert_eq!(seen.at("a1", 0.3, 0.1), WOOD, "the corners are not");
}

/// What the program draws is kept under a tag that is made of its bytes.
#[tokio::test]
async fn who_holds_a_picture_is_told_that_it_is_the_same() {
    let server = Server::start().await;
    let mut tags = std::collections::HashSet::new();
    let paths = [
        "/icons/180.png",
        "/icons/192.png",
        "/icons/maskable-512.png",
        "/picture.png?position=/3t3/7/7/2TK3/7/7/7/",
        "/picture.png?position=/2t4/7/7/2TK3/7/7/7/",
    ];
    for path in paths {
        let mut eve = server.browser();
        let first = eve.get(path).await;
        assert_eq!((first.status, first.header("content-type")), (200, Some("image/png")), "{path}");
        let tag = first.header("etag").unwrap().to_owned();
        let again = eve.ask("GET", path, &[("If-None-Match", &tag)], "").await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(eve.ask("GET", path, &[("If-None-Match", "\"older\"")], "").await.status, 200, "{path}");
        assert!(tags.insert(tag), "{path} has a tag of its own");
    }
}

#[tokio::test]
async fn an_address_that_shows_no_board_says_why() {
    let server = Server::start().await;
    let mut eve = server.browser();
    for (query, says) in [
        ("", "row"),
        ("position=zzz", "row"),
        ("position=/7/7/7/7/7/7/7/&move=zzz", "zzz"),
        ("position=/7/7/7/7/7/7/7/&move=a1-k1", "a1-k1"),
        ("position=/7/7/7/7/7/7/7/&throne=perhaps", "perhaps"),
    ] {
        let reply = eve.get(&format!("/picture.png?{query}")).await;
        assert_eq!(reply.status, 400, "{query}");
        assert!(reply.body.contains(says), "{query}: {}", reply.body);
    }
}

/// What every page that unfolds tells.
async fn assert_unfolds(server: &Server, browser: &mut Browser, path: &str, title: &str, about: &str) -> String {
    let page = browser.get(path).await.body;
    for name in ["og:title", "twitter:title"] {
        assert!(tag(&page, name).is_some_and(|told| told.contains(title)), "{path}: {:?}", tag(&page, name));
    }
    for name in ["og:description", "twitter:description"] {
        assert!(tag(&page, name).is_some_and(|told| told.contains(about)), "{path}: {:?}", tag(&page, name));
    }
    assert_eq!(tag(&page, "twitter:card").as_deref(), Some("summary_large_image"));
    assert_eq!(tag(&page, "og:image"), tag(&page, "twitter:image"));
    let (head, _) = fetch(server, &picture_of(&page)).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
    page
}

#[tokio::test]
async fn what_people_send_unfolds() {
    let server = Server::start().await;
    let mut bot = server.browser();
    for (path, title, about) in [
        ("/", "Hnefi", "Play exactly by yours"),
        ("/play/brandubh", "Brandubh", "7 by 7"),
        ("/table?rules=copenhagen", "At the table", "A position under Copenhagen"),
        ("/table?rules=copenhagen&move=d1-d4", "At the table", "May the attackers play d1–d4 under Copenhagen"),
        (
            "/house/1Y29wZW5oYWdlbgpBcyB3ZSBwbGF5IGl0Cmtpbmctb3Blbj10d28Kbm8tbW92ZT1kcmF30aoz",
            "As we play it",
            "house rules",
        ),
    ] {
        assert_unfolds(&server, &mut bot, path, title, about).await;
    }
    assert!(tag(&bot.get("/rules/nearest").await.body, "og:image").is_none(), "there is no position");
    // The table shows the position of its address, and one that cannot be read gives the picture of the start.
    let page = bot.get("/table?rules=brandubh&position=/7/7/7/3K3/7/7/3t3/").await.body;
    assert!(picture_of(&page).contains("position=/7/7/7/3K3/7/7/3t3/"));
    let start = Seen::of(&server, &picture_of(&bot.get("/play/brandubh").await.body), 7).await;
    assert_eq!((start.middle("d1"), start.middle("d4"), start.middle("a2")), (IRON, CROSS, WOOD));
}

#[tokio::test]
async fn addresses_of_pictures_are_those_of_the_public_server() {
    let addresses = Addresses { public_url: Some("https://tafl.example".to_owned()), ..Addresses::default() };
    let server = Server::start_with(addresses).await;
    let page = server.browser().get("/").await.body;
    assert!(tag(&page, "og:image").unwrap().starts_with("https://tafl.example/picture.png?position=/3ttttt3/"));
}

#[tokio::test]
async fn a_bot_that_unfolds_an_invitation_takes_nothing() {
    let server = Server::start().await;
    let (mut anna, mut bot, mut bo) = (server.browser(), server.browser(), server.browser());
    let game = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers&name=Anna").await;
    let annas = anna.open(&game).await;
    let (join, seat) = (annas.link("join"), annas.link("seat"));
    for _ in 0..3 {
        assert_unfolds(&server, &mut bot, &join, "against \u{2068}Anna\u{2069}", "invites you").await;
        assert_unfolds(&server, &mut bot, &seat, "Move your seat", "your own seat").await;
    }
    assert!(bot.cookie.is_none());
    assert_eq!(bo.post(&join, "").await.status, 303, "the seat was free");
    assert_eq!(anna.get(&format!("/game/{game}")).await.status, 200, "and hers has stayed");
}

#[tokio::test]
async fn a_stranger_with_a_private_link_sees_nothing_of_the_game() {
    let server = Server::start().await;
    let (mut annas, mut bos, mut anna, _) = two_people(&server, "brandubh").await;
    let seat = annas.link("seat");
    anna.post("/name", "name=Anna").await;
    annas.play("d1-e1").await;
    bos.until_plies(1).await;
    let (mut eve, start) = (server.browser(), picture_of(&server.browser().get("/play/brandubh").await.body));
    assert_eq!(picture_of(&eve.get(&seat).await.body), start);
    // The address of an invitation that was taken is no secret of the players any more.
    let watched = eve.get(&annas.link("watch")).await.body;
    assert_eq!(tag(&watched, "og:title").as_deref(), Some("Brandubh: \u{2068}Anna\u{2069} against somebody"));
    assert_eq!(tag(&watched, "og:description").as_deref(), Some("Defenders to move"));
    let seen = Seen::of(&server, &picture_of(&watched), 7).await;
    assert_eq!(seen.middle("e1"), IRON);
    assert_ne!(seen.middle("d1"), WOOD, "where it came from is tinted");
    assert_ne!(seen.middle("d1"), IRON);
}

#[tokio::test]
async fn an_invitation_shows_its_own_start_until_it_is_taken() {
    let server = Server::start().await;
    let (mut anna, mut bo, mut eve) = (server.browser(), server.browser(), server.browser());
    let form = "rules=brandubh&mode=friend&side=attackers&name=Anna&position=/7/7/7/3K3/7/7/3t3/&turn=attackers";
    let game = anna.make_game(form).await;
    let join = anna.open(&game).await.link("join");
    assert!(picture_of(&eve.get(&join).await.body).contains("position=/7/7/7/3K3/7/7/3t3/"));
    assert_eq!(bo.post(&join, "").await.status, 303);
    let page = eve.get(&join).await.body;
    let start = picture_of(&eve.get("/play/brandubh").await.body);
    assert_eq!(picture_of(&page), start);
    assert!(!page.contains("Anna"));
}
