//! Where the server listens, under which addresses it is reached there, and how many connections the system lets it have.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use anyhow::Context;
use tokio::net::TcpListener;

use super::serve::LanAddress;
use super::state::Limits;

/// The port on which the server listens if it may.
const PORT: u16 = 7117;
/// How many ports after it are tried.
const MORE_PORTS: u16 = 100;
/// The descriptors that the server needs for other things than connections: the database, the listener, the runtime.
const OWN_DESCRIPTORS: usize = 64;
/// Fewer connections than these are told of even where nobody asked for a number.
const FEW: usize = 1_000;

/// Listens where it is wanted, or on the first port that is free.
pub(super) async fn listen(wanted: Option<SocketAddr>, lan: bool) -> anyhow::Result<TcpListener> {
    if let Some(address) = wanted {
        let cannot = || format!("cannot listen on {address}");
        return TcpListener::bind(address).await.with_context(cannot);
    }
    let ip = if lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    for port in PORT..PORT + MORE_PORTS {
        match TcpListener::bind((ip, port)).await {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            bound => return bound.with_context(|| format!("cannot listen on {ip}:{port}")),
        }
    }
    anyhow::bail!("the ports {PORT} to {} are all taken: choose another one", PORT + MORE_PORTS - 1)
}

/// The address to open on the machine itself.
pub(super) fn local_url(bound: SocketAddr) -> String {
    let ip = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, bound.port()))
}

/// The address in the local network; `None` if the machine is in none, or the server listens elsewhere.
pub(super) fn lan_url(bound: SocketAddr) -> Option<String> {
    let ip = match bound.ip() {
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => outward_ip()?,
        ip => ip,
    };
    Some(format!("http://{}", SocketAddr::new(ip, bound.port())))
}

/// The address that this machine has towards others. Nothing is sent to find it out.
fn outward_ip() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address reserved for documentation: connecting only asks which way it would go.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

pub(super) fn lan_address(url: String) -> anyhow::Result<LanAddress> {
    let code = qrcode::QrCode::new(&url)?;
    let mut qr_text = code.render::<qrcode::render::unicode::Dense1x2>().build();
    qr_text.push('\n');
    Ok(LanAddress { url, qr_text })
}

/// How many connections there may be: as many as the system lets the process have descriptors, which is asked to be as
/// many as it may be, less those that the server needs itself.
pub(super) fn connections(wanted: Option<usize>) -> usize {
    let most = wanted.unwrap_or(Limits::default().connections);
    match descriptors() {
        Some(descriptors) => {
            let possible = descriptors.saturating_sub(OWN_DESCRIPTORS).max(1);
            // Who plays at home never needs as many as the default; who asked for so many is told.
            if possible < wanted.unwrap_or(FEW) {
                tracing::warn!(descriptors, connections = possible, "few descriptors: raise the limit (ulimit -n)");
            }
            most.min(possible)
        }
        None => most,
    }
}

/// How many descriptors the process may have, raised as far as it may raise it; `None` where there is no limit or none is
/// known.
#[cfg(unix)]
fn descriptors() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    let now = if setrlimit(Resource::Nofile, raised).is_ok() { maximum } else { current };
    now.and_then(|limit| limit.try_into().ok())
}

#[cfg(not(unix))]
fn descriptors() -> Option<usize> {
    None
}
