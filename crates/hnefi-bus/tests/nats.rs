//! The bus over a real NATS: the one that `HNEFI_NATS` names, which `cargo xtask test` starts.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use hnefi_bus::{Bus, BusError, BusUrl, LONGEST_HELLO, LONGEST_TOLD, Tunnel, WINDOW};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How long anything may take here that is not measured.
const PATIENCE: Duration = Duration::from_secs(20);

/// The address of NATS, or `None` where there is none: then the test has nothing to do.
fn nats() -> Option<BusUrl> {
    let Ok(url) = std::env::var("HNEFI_NATS") else {
        eprintln!("SKIPPED: HNEFI_NATS names no NATS; `cargo xtask test --only nodes` starts one");
        return None;
    };
    Some(url.parse().expect("HNEFI_NATS"))
}

/// A club that no other test has.
fn club() -> String {
    format!("test{:x}", fastrand::u64(..))
}

async fn pair(url: &BusUrl) -> (Bus, Bus) {
    let club = club();
    (Bus::connect(url, &club, 1).await.unwrap(), Bus::connect(url, &club, 2).await.unwrap())
}

/// A tunnel from one to the other, which is dialled until it is there: on a machine that is busy, or over a line that has
/// just come back, it may take longer than a dial waits.
async fn tunnel(one: &Bus, two: &Bus) -> (Tunnel, Tunnel) {
    loop {
        let hello = fastrand::u64(..).to_be_bytes();
        let accepted = async {
            loop {
                let (tunnel, said) = two.accept().await.unwrap();
                if said == hello {
                    return tunnel;
                }
            }
        };
        if let (Ok(near), Ok(far)) = tokio::join!(one.dial(2, &hello), timeout(Duration::from_secs(3), accepted)) {
            return (near, far);
        }
    }
}

async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(PATIENCE, what).await.expect("it takes too long")
}

async fn until(is_whole: &mut watch::Receiver<bool>, wanted: bool) {
    let _ = is_whole.wait_for(|&whole| whole == wanted).await;
}

/// A line to NATS that can be cut without anybody being told.
struct Relay {
    address: SocketAddr,
    whole: watch::Sender<bool>,
}

impl Relay {
    async fn to(url: &BusUrl) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let text = url.to_string();
        let target = text.rsplit(['/', '@']).next().unwrap().to_owned();
        let (whole, is_whole) = watch::channel(true);
        tokio::spawn(async move {
            loop {
                let (mut near, _) = listener.accept().await.unwrap();
                let (target, mut is_whole) = (target.clone(), is_whole.clone());
                tokio::spawn(async move {
                    // While it is cut, nobody is let in, and nothing is said.
                    until(&mut is_whole, true).await;
                    let Ok(mut far) = TcpStream::connect(target).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        () = until(&mut is_whole, false) => until(&mut is_whole, true).await,
                    }
                });
            }
        });
        Relay { address, whole }
    }

    fn url(&self) -> BusUrl {
        format!("nats://{}", self.address).parse().unwrap()
    }
}

#[tokio::test]
async fn many_tunnels_carry_what_is_said_both_ways() {
    let Some(url) = nats() else { return };
    let (one, two) = pair(&url).await;
    let echo = tokio::spawn(async move {
        while let Some((tunnel, _)) = two.accept().await {
            tokio::spawn(async move {
                let (mut read, mut write) = tokio::io::split(tunnel);
                // One that was given up while it waited breaks.
                if tokio::io::copy(&mut read, &mut write).await.is_ok() {
                    write.shutdown().await.unwrap();
                }
            });
        }
    });
    let mut tasks = Vec::new();
    for number in 0..100_usize {
        let one = one.clone();
        tasks.push(tokio::spawn(async move {
            let tunnel = loop {
                match one.dial(2, b"").await {
                    Err(BusError::Silent(_)) => {}
                    dialled => break dialled.unwrap(),
                }
            };
            let (mut read, mut write) = tokio::io::split(tunnel);
            let said: Vec<u8> = (0..200_000 + number).map(|at| ((at * (number + 7)) >> 3) as u8).collect();
            let heard = tokio::spawn(async move {
                let mut heard = Vec::new();
                read.read_to_end(&mut heard).await.unwrap();
                heard
            });
            write.write_all(&said).await.unwrap();
            write.shutdown().await.unwrap();
            assert!(heard.await.unwrap() == said);
        }));
    }
    for task in tasks {
        soon(task).await.unwrap();
    }
    one.close().await;
    assert!(matches!(one.dial(2, b"").await, Err(BusError::Closed | BusError::Away)));
    echo.abort();
}

#[tokio::test]
async fn whoever_does_not_read_holds_up_who_writes() {
    let Some(url) = nats() else { return };
    let (one, two) = pair(&url).await;
    let (mut near, mut far) = tunnel(&one, &two).await;
    let mut written = 0;
    while let Ok(count) = timeout(Duration::from_millis(300), near.write(&[1; 10_000])).await {
        written += count.unwrap();
    }
    assert_eq!(written, WINDOW as usize);
    let mut buffer = vec![0; WINDOW as usize];
    soon(far.read_exact(&mut buffer)).await.unwrap();
    soon(near.write_all(&buffer[..1_000])).await.unwrap();
}

#[tokio::test]
async fn dialling_fails_at_once_where_nobody_is() {
    let Some(url) = nats() else { return };
    let (one, two) = pair(&url).await;
    // On a machine that is busy the answer that nobody is there may come too late.
    for _ in 0..10 {
        match one.dial(77, b"").await.unwrap_err() {
            BusError::Silent(77) => {}
            found => {
                assert_eq!(found, BusError::Nobody(77));
                break;
            }
        }
    }
    assert_eq!(one.dial(1, b"").await.unwrap_err(), BusError::Myself(1));
    assert_eq!(one.dial(2, &vec![0; LONGEST_HELLO + 1]).await.unwrap_err(), BusError::TooLong(LONGEST_HELLO + 1));
    // It is there, and nobody accepts.
    assert_eq!(one.dial(2, b"").await.unwrap_err(), BusError::Silent(2));
    // Who has given up is not accepted later, or is found to have gone.
    if let Ok(Some((mut tunnel, _))) = timeout(Duration::from_millis(300), two.accept()).await {
        assert!(soon(tunnel.read_u8()).await.is_err());
    }
    // A node that is gone is noticed without waiting.
    let (mut near, far) = tunnel(&one, &two).await;
    drop((far, two));
    assert!(soon(near.read_u8()).await.is_err());
}

#[tokio::test]
async fn what_is_told_comes_to_all_others() {
    let Some(url) = nats() else { return };
    let club = club();
    let mut nodes = Vec::new();
    for epoch in 1..=3 {
        nodes.push(Bus::connect(&url, &club, epoch).await.unwrap());
    }
    // Another club on the same NATS.
    let stranger = Bus::connect(&url, &format!("{}x", &club[..club.len() - 1]), 1).await.unwrap();
    nodes[0].tell_all(b"all").await;
    nodes[0].tell(3, &vec![9; LONGEST_TOLD]).await;
    nodes[0].tell(3, &vec![9; LONGEST_TOLD + 1]).await;
    nodes[2].tell(1, b"you").await;
    assert_eq!(soon(nodes[1].told()).await, Some((1, b"all".to_vec())));
    // What is said to all and what is said to one come on different ways.
    let (first, second) = (soon(nodes[2].told()).await.unwrap(), soon(nodes[2].told()).await.unwrap());
    let mut heard = [first.1.len(), second.1.len()];
    heard.sort();
    assert_eq!(heard, [3, LONGEST_TOLD]);
    assert_eq!(soon(nodes[0].told()).await, Some((3, b"you".to_vec())));
    for bus in nodes.iter().chain([&stranger]) {
        assert!(timeout(Duration::from_millis(200), bus.told()).await.is_err());
    }
    nodes[0].close().await;
    assert_eq!(soon(nodes[0].told()).await, None);
    assert!(soon(nodes[0].accept()).await.is_none());
}

#[tokio::test]
async fn a_line_that_is_cut_breaks_tunnels_at_both_ends_and_comes_back() {
    let Some(url) = nats() else { return };
    let relay = Relay::to(&url).await;
    let club = club();
    let one = Bus::connect(&url, &club, 1).await.unwrap();
    let two = Bus::connect(&relay.url(), &club, 2).await.unwrap();
    let (mut near, mut far) = tunnel(&one, &two).await;
    near.write_all(b"first").await.unwrap();
    let mut first = [0; 5];
    soon(far.read_exact(&mut first)).await.unwrap();
    let began = Instant::now();
    relay.whole.send_replace(false);
    near.write_all(b"lost").await.unwrap();
    let (near_end, far_end) = soon(async { tokio::join!(near.read_u8(), far.read_u8()) }).await;
    eprintln!("cut: both ends broke after {:?}", began.elapsed());
    assert!(near_end.is_err() && far_end.is_err());
    soon(async {
        while two.is_connected() {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    assert_eq!(two.dial(1, b"").await.unwrap_err(), BusError::Away);
    // Whoever dials now fails soon.
    assert!(matches!(one.dial(2, b"").await, Err(BusError::Silent(2) | BusError::Nobody(2))));
    relay.whole.send_replace(true);
    soon(async {
        while !two.is_connected() {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    // NATS may not yet know again where it listens.
    let (mut near, mut far) = soon(tunnel(&one, &two)).await;
    near.write_all(b"whole").await.unwrap();
    near.shutdown().await.unwrap();
    let mut heard = String::new();
    soon(far.read_to_string(&mut heard)).await.unwrap();
    assert_eq!(heard, "whole");
}

#[tokio::test]
async fn a_node_that_is_forgotten_breaks_at_once() {
    let Some(url) = nats() else { return };
    let (one, two) = pair(&url).await;
    let (mut near, mut far) = tunnel(&one, &two).await;
    one.forget(2);
    assert!(near.read_u8().await.is_err());
    assert!(near.write_all(b"?").await.is_err());
    // The other end learns it when it says something.
    far.write_all(b"?").await.unwrap();
    assert!(soon(far.read_u8()).await.is_err());
}

#[tokio::test]
async fn two_nodes_with_one_number_are_noticed() {
    let Some(url) = nats() else { return };
    let club = club();
    let first = Bus::connect(&url, &club, 5).await.unwrap();
    let taken = BusError::Taken { club: club.clone(), epoch: 5 };
    assert_eq!(Bus::connect(&url, &club, 5).await.unwrap_err(), taken);
    drop(first);
    Bus::connect(&url, &club, 5).await.unwrap();
    assert_eq!(Bus::connect(&url, "A club", 5).await.unwrap_err(), BusError::Club("A club".to_owned()));
}

#[tokio::test]
async fn nats_that_is_not_there_is_named_without_its_password() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let url: BusUrl = format!("nats://anna:s3cret@{address}").parse().unwrap();
    let error = Bus::connect(&url, "club", 1).await.unwrap_err();
    assert!(matches!(error, BusError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains(&format!("nats://anna@{address}")), "{error}");
    assert!(!error.to_string().contains("s3cret"), "{error}");
}
