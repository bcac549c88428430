//! Where a request comes from: the network that limits count as one, also behind a proxy.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use axum::http::{Extensions, HeaderMap};

use super::doors::Place;
use super::proxy::Proxy;

/// What limits count as one client: an IPv4 address, or the 2^64 IPv6 addresses that a household or a server is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Network(IpAddr);

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Network {
    /// Whether it is this machine itself.
    pub(crate) fn is_loopback(self) -> bool {
        // The network of `::1` has the rest of its address cut off.
        self.0.is_loopback() || self.0 == IpAddr::V6(Ipv6Addr::UNSPECIFIED)
    }
}

impl From<IpAddr> for Network {
    fn from(ip: IpAddr) -> Network {
        match ip.to_canonical() {
            IpAddr::V4(ip) => Network(IpAddr::V4(ip)),
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                Network(IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)))
            }
        }
    }
}

/// The other end of a connection, beside every request that comes through it.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Its address.
    pub(crate) ip: IpAddr,
    /// The place that the connection has. Whoever outlives the connection keeps it.
    #[expect(dead_code, reason = "it is there to be dropped")]
    pub(crate) place: Option<Arc<Place>>,
    /// Whether another node has sent it on.
    pub(crate) sent_on: bool,
}

impl Peer {
    /// The peer of a request; this machine where a test asks the router without a connection.
    pub(crate) fn of(extensions: &Extensions) -> Peer {
        extensions.get().cloned().unwrap_or(Peer { ip: IpAddr::V4(Ipv4Addr::LOCALHOST), place: None, sent_on: false })
    }
}

/// The network of who asks. A proxy that is trusted tells whom it asks for; what others tell is not believed.
pub(crate) fn network(peer: IpAddr, headers: &HeaderMap, proxies: &[Proxy]) -> Network {
    let trusted = |ip: IpAddr| proxies.iter().any(|proxy| proxy.includes(ip));
    if !trusted(peer) {
        return peer.into();
    }
    // Each proxy adds whom it saw at the end, so the last one that is no proxy of ours is the client. What stands
    // before it is what the client said of itself.
    let told = told(headers);
    let client = told.iter().rev().find(|ip| ip.is_none_or(|ip| !trusted(ip)));
    client.copied().flatten().unwrap_or(peer).into()
}

/// The addresses that proxies told, in their order; `None` for what is no address.
fn told(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let values = |name| headers.get_all(name).iter().flat_map(|value| value.to_str().unwrap_or_default().split(','));
    let forwarded_for: Vec<_> = values("x-forwarded-for").map(address).collect();
    if !forwarded_for.is_empty() {
        return forwarded_for;
    }
    let pairs = |element: &str| -> Option<IpAddr> {
        let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
        address(value.trim_matches('"'))
    };
    values("forwarded").map(pairs).collect()
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    let alone = inside.unwrap_or(text);
    alone.parse().ok().or_else(|| alone.rsplit_once(':')?.0.parse::<Ipv4Addr>().ok().map(IpAddr::V4))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn from(peer: &str, proxies: &[&str], headers: &[(&'static str, &'static str)]) -> IpAddr {
        let headers: HeaderMap = headers
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        let proxies: Vec<Proxy> = proxies.iter().map(|proxy| proxy.parse().unwrap()).collect();
        network(peer.parse().unwrap(), &headers, &proxies).0
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let told = [("x-forwarded-for", "198.51.100.9, 203.0.113.5")];
        assert_eq!(from("192.0.2.1", &[], &told), ip("192.0.2.1"), "nobody is trusted");
        assert_eq!(
            from("127.0.0.1", &["127.0.0.1"], &told),
            ip("203.0.113.5"),
            "the last one; the first may be made up"
        );
        assert_eq!(from("::ffff:127.0.0.1", &["127.0.0.1"], &told), ip("203.0.113.5"));
        assert_eq!(from("127.0.0.1", &["127.0.0.1", "203.0.113.5"], &told), ip("198.51.100.9"), "two proxies in a row");
        assert_eq!(from("172.18.0.2", &["172.16.0.0/12"], &told), ip("203.0.113.5"), "a network of containers");
        assert_eq!(from("172.32.0.2", &["172.16.0.0/12"], &told), ip("172.32.0.2"), "beside it");
        assert_eq!(from("127.0.0.1", &["127.0.0.1"], &[]), ip("127.0.0.1"));
        assert_eq!(from("127.0.0.1", &["127.0.0.1"], &[("x-forwarded-for", "nonsense")]), ip("127.0.0.1"));
        for (written, is) in [
            ("for=203.0.113.7;proto=https", "203.0.113.7"),
            ("for=198.51.100.1, For=\"203.0.113.7:4711\"", "203.0.113.7"),
            ("for=\"[2001:db8:1:2::3]:4711\"", "2001:db8:1:2::"),
        ] {
            assert_eq!(from("127.0.0.1", &["127.0.0.1"], &[("forwarded", written)]), ip(is), "{written}");
        }
    }

    #[test]
    fn an_ipv6_network_counts_as_one() {
        let network = |text: &str| Network::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.2"), network("192.0.2.1"));
    }
}
