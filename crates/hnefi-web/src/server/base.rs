//! The addresses in links: how a friend reaches this server.
use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use hnefi_views::Base;

use crate::server::state::Addresses;

/// The base for somebody who came with these headers: the address that the operator gave; else the one
/// by which he came, if others can use it; else the one in the local network.
pub(crate) fn of(addresses: &Addresses, headers: &HeaderMap) -> Base {
    if let Some(url) = &addresses.public_url {
        return Base { url: url.clone(), local_only: false };
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).filter(|host| is_host(host));
    match (host, &addresses.lan_url) {
        (Some(host), _) if !is_loopback(host) => Base { url: format!("http://{host}"), local_only: false },
        (_, Some(url)) => Base { url: url.clone(), local_only: false },
        (host, None) => Base { url: format!("http://{}", host.unwrap_or("127.0.0.1")), local_only: true },
    }
}

/// Whether a text is a host with perhaps a port, and nothing that could make a link lead elsewhere.
fn is_host(text: &str) -> bool {
    !text.is_empty() && text.len() < 256 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b))
}

/// Whether a host, perhaps with a port, means the machine itself.
pub(crate) fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    name == "localhost" || name.ends_with(".localhost") || name.parse::<IpAddr>().is_ok_and(is_here)
}

/// Whether an address leads to the machine itself. The unspecified one does in a browser's address bar.
fn is_here(ip: IpAddr) -> bool {
    let ip = ip.to_canonical();
    ip.is_loopback() || ip.is_unspecified()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(public: Option<&str>, lan: Option<&str>, host: &str) -> (String, bool) {
        let addresses = Addresses {
            public_url: public.map(str::to_owned),
            lan_url: lan.map(str::to_owned),
            ..Addresses::default()
        };
        let headers = HeaderMap::from_iter([(HOST, host.parse().unwrap())]);
        let base = of(&addresses, &headers);
        (base.url, base.local_only)
    }

    #[test]
    fn links_carry_an_address_that_others_can_open_where_there_is_one() {
        let (lan, public) = (Some("http://192.168.1.7:7117"), Some("https://tafl.example"));
        assert_eq!(base(None, None, "127.0.0.1:7117"), ("http://127.0.0.1:7117".to_owned(), true));
        assert_eq!(base(None, None, "localhost:8000"), ("http://localhost:8000".to_owned(), true));
        assert_eq!(base(None, None, "[::1]:8000"), ("http://[::1]:8000".to_owned(), true));
        assert_eq!(base(None, None, "0.0.0.0:8000"), ("http://0.0.0.0:8000".to_owned(), true));
        assert_eq!(base(None, lan, "0.0.0.0:7117"), ("http://192.168.1.7:7117".to_owned(), false));
        assert_eq!(base(None, None, "[::ffff:127.0.0.1]:80"), ("http://[::ffff:127.0.0.1]:80".to_owned(), true));
        assert_eq!(base(None, lan, "127.0.0.1:7117"), ("http://192.168.1.7:7117".to_owned(), false));
        assert_eq!(base(None, lan, "10.0.0.2:7117"), ("http://10.0.0.2:7117".to_owned(), false));
        assert_eq!(base(public, lan, "127.0.0.1:7117"), ("https://tafl.example".to_owned(), false));
        assert_eq!(base(None, None, "evil/\"><x"), ("http://127.0.0.1".to_owned(), true));
    }
}
