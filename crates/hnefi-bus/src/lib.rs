//! What the servers (nodes) of one club say to each other, over NATS.
//!
//! A [`Tunnel`] carries bytes both ways, in order, like a socket: whatever speaks over a socket speaks over it unchanged.
//! NATS may lose a message, and never says so. A tunnel notices: it breaks, as a socket does whose line was cut, and no
//! byte after the loss is ever read. Short messages ([`Bus::tell`]) may be lost and are not missed.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use hnefi_bus::Bus;
//! use tokio::io::{AsyncReadExt, AsyncWriteExt};
//!
//! let url = "nats://127.0.0.1:4222".parse()?;
//! let (one, two) = (Bus::connect(&url, "club", 1).await?, Bus::connect(&url, "club", 2).await?);
//! tokio::spawn(async move {
//!     while let Some((mut tunnel, hello)) = two.accept().await {
//!         tunnel.write_all(&hello).await.ok();
//!         tunnel.shutdown().await.ok();
//!     }
//! });
//! let mut tunnel = one.dial(2, b"who is there?").await?;
//! let mut said = String::new();
//! tunnel.read_to_string(&mut said).await?;
//! assert_eq!(said, "who is there?");
//! # Ok(())
//! # }
//! ```
//!
//! A node is told apart by its epoch, a number that no other node of the club ever has. All that is on the wire, and what may
//! change in it from one release to the next, is in `docs/formats/bus.md`.
//!
//! One subscription serves all tunnels of a node. A tunnel on which nothing happens costs some hundred bytes and no messages:
//! it is nodes that are kept alive, once a second, and not tunnels. What waits to be read of a tunnel is never more than
//! [`WINDOW`]; whoever writes faster than the other end reads has to wait.

mod bus;
mod error;
mod frame;
mod machine;
mod tunnel;
mod url;

pub use bus::Bus;
pub use error::BusError;
pub use frame::{LONGEST_HELLO, LONGEST_TOLD, VERSION};
pub use machine::WINDOW;
pub use tunnel::Tunnel;
pub use url::{BusUrl, BusUrlError};
