//! Proxies that are believed when they tell whom they ask for.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net};

/// Proxies that are believed when they tell whom they ask for: one address, or all of a network.
///
/// ```
/// use hnefi_web::Proxy;
/// let containers: Proxy = "172.16.0.0/12".parse().unwrap();
/// assert!(containers.includes("172.18.0.2".parse().unwrap()));
/// let one: Proxy = "2001:db8::7".parse().unwrap();
/// assert!(!one.includes("2001:db8::8".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proxy(IpNet);

/// A text is neither an address nor a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither an address nor a network: write it like 10.0.0.7 or 172.16.0.0/12")]
pub struct ProxyError(String);

impl Proxy {
    /// Whether an address is that of such a proxy. An IPv4 address may be written as an IPv6 one (`::ffff:10.0.0.7`).
    pub fn includes(&self, ip: IpAddr) -> bool {
        self.0.contains(&ip.to_canonical())
    }
}

impl FromStr for Proxy {
    type Err = ProxyError;

    /// Reads an address, or a network in CIDR form. Bits of the address beyond the length of the network mean nothing.
    fn from_str(text: &str) -> Result<Proxy, ProxyError> {
        const MAPPED: u8 = 96;
        let bad = || ProxyError(text.to_owned());
        let address = |ip: IpAddr| IpNet::from(ip.to_canonical());
        let network: IpNet = match text.parse() {
            Ok(network) => network,
            Err(_) => return text.parse().map(|ip| Proxy(address(ip))).map_err(|_| bad()),
        };
        match (network, network.addr().to_canonical()) {
            (IpNet::V6(long), IpAddr::V4(ip)) if long.prefix_len() >= MAPPED => {
                Ipv4Net::new(ip, long.prefix_len() - MAPPED).map(|short| Proxy(short.into())).map_err(|_| bad())
            }
            _ => Ok(Proxy(network)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_networks_are_read_and_nothing_else() {
        for (proxy, inside, outside) in [
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("127.0.0.1", "::ffff:127.0.0.1", "::1"),
            ("::ffff:127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("10.1.2.3/8", "10.0.0.1", "11.0.0.1"),
            ("172.16.0.0/12", "::ffff:172.31.255.255", "172.32.0.0"),
            ("::ffff:10.0.0.0/104", "10.9.9.9", "11.0.0.0"),
            ("192.0.2.4/32", "192.0.2.4", "192.0.2.5"),
            ("fd00::/8", "fdff::1", "fe00::1"),
            ("2001:db8::/32", "2001:db8:9::1", "32.1.13.184"),
            ("0.0.0.0/0", "203.0.113.9", "::1"),
        ] {
            let read: Proxy = proxy.parse().unwrap();
            assert!(read.includes(inside.parse().unwrap()), "{proxy}: {inside}");
            assert!(!read.includes(outside.parse().unwrap()), "{proxy}: {outside}");
        }
        for bad in [
            "",
            "proxy",
            "10.0.0.0/33",
            "10.0.0.0/-1",
            "10.0.0/8",
            "fd00::/129",
            "10.0.0.1/",
            "10.0.0.1:80",
            " 10.0.0.1",
        ] {
            let error = bad.parse::<Proxy>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{bad}` is neither an address nor a network")), "{error}");
        }
    }
}
