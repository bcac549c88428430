//! The names of this server. A page of another site that makes its own name lead here could ask everything that a page
//! of ours may; it cannot make its name one of these.

use std::str::FromStr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header::HOST};
use url::{Host, Url};

use super::state::Addresses;

/// The name by which a request asks for this server, with the port if it has one: that of the address where it says
/// one, else that of the `Host` header.
pub(crate) fn asked<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Option<&'a str> {
    uri.authority().map(Authority::as_str).or_else(|| headers.get(HOST)?.to_str().ok())
}

/// Whether a name, perhaps with a port, is one of this server: an address of the machine, which no other site can have; a
/// name that is only good in the house; the public address; or a name that the operator listed.
pub(super) fn is_own(addresses: &Addresses, asked: &str) -> bool {
    match host(asked) {
        None => false,
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let local = ["localhost", "local"]
                .iter()
                .any(|end| name == *end || name.strip_suffix(end).is_some_and(|before| before.ends_with('.')));
            let public = addresses.public_url.as_deref().and_then(|url| Url::parse(url).ok());
            local
                || public.is_some_and(|url| url.host_str() == Some(name))
                || addresses.hosts.iter().any(|listed| listed == name)
        }
    }
}

/// The host that a name with perhaps a port asks for, as an address has it.
pub(crate) fn name(asked: &str) -> Option<String> {
    host(asked).map(|host| host.to_string().trim_end_matches('.').to_owned())
}

/// The host of a name with perhaps a port.
fn host(asked: &str) -> Option<Host> {
    let authority: Authority = asked.parse().ok()?;
    if asked.contains('@') || authority.host().is_empty() {
        return None;
    }
    Host::parse(authority.host()).ok()
}

/// Whether a text is the origin of pages of this server: it names the host that a request is sent to, or the public
/// address.
pub(super) fn is_own_origin(addresses: &Addresses, origin: &str, asked: &str) -> bool {
    let Ok(url) = Url::parse(origin) else { return false };
    // Nothing but scheme, host and port.
    let written = url.origin().ascii_serialization();
    if !matches!(url.scheme(), "http" | "https") || !written.eq_ignore_ascii_case(origin) {
        return false;
    }
    let public = addresses.public_url.as_deref() == Some(written.as_str());
    public || written.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(asked))
}

/// The address under which people reach a server, as browsers write an origin: in small letters, without a path and without
/// the port that goes without saying.
///
/// ```
/// use hnefi_web::PublicUrl;
/// let url: PublicUrl = "HTTPS://Tafl.Example:443/".parse().unwrap();
/// assert_eq!(url, "https://tafl.example".parse().unwrap());
/// assert!("tafl.example".parse::<PublicUrl>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

/// A text is no public address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no public address: write it like https://tafl.example, without a path")]
pub struct PublicUrlError(String);

impl PublicUrl {
    pub(super) fn into_text(self) -> String {
        self.0
    }
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        let bad = || PublicUrlError(text.to_owned());
        let url = Url::parse(text.trim()).map_err(|_| bad())?;
        let alone = url.path() == "/" && url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        let good = matches!(url.scheme(), "http" | "https") && alone && url.password().is_none();
        good.then(|| PublicUrl(url.origin().ascii_serialization())).ok_or_else(bad)
    }
}

/// A name under which people reach a server, as it is compared: without a scheme and a port.
///
/// ```
/// use hnefi_web::HostName;
/// let name: HostName = "Tafl.Example.".parse().unwrap();
/// assert_eq!(name, "tafl.example".parse().unwrap());
/// assert!("tafl.example:80".parse::<HostName>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// A text is no name of a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no name of a machine: write it like tafl.example, without a scheme and a port")]
pub struct HostNameError(String);

impl HostName {
    pub(super) fn into_text(self) -> String {
        self.0
    }
}

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<HostName, HostNameError> {
        match host(text.trim()) {
            Some(Host::Domain(name)) if !text.contains(':') => Ok(HostName(name.trim_end_matches('.').to_owned())),
            _ => Err(HostNameError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_others_can_make_lead_here_is_none_of_ours() {
        let addresses = Addresses {
            public_url: Some("https://tafl.example".to_owned()),
            hosts: vec!["tafl.museum.example".to_owned()],
            ..Addresses::default()
        };
        for own in [
            "127.0.0.1:7117",
            "192.168.1.7",
            "[::1]:7117",
            "[fd00::7]",
            "localhost:8000",
            "LOCALHOST",
            "anna.localhost",
            "longhouse.local:7117",
            "tafl.example",
            "Tafl.Example:443",
            "tafl.example.",
            "tafl.museum.example:80",
        ] {
            assert!(is_own(&addresses, own), "{own}");
        }
        for foreign in [
            "rebind.example",
            "rebind.example:7117",
            "tafl.example.rebind.example",
            "eviltafl.example",
            "notlocalhost",
            "evillocal",
            "localhost.rebind.example",
            "127.0.0.1.rebind.example",
            "me@localhost",
            "evil/\"><x",
            "",
            ":7117",
        ] {
            assert!(!is_own(&addresses, foreign), "{foreign}");
        }
    }

    #[test]
    fn an_origin_is_our_own_by_the_host_or_the_public_address() {
        let addresses = Addresses { public_url: Some("https://tafl.example".to_owned()), ..Addresses::default() };
        let own = |origin: &str, asked: &str| is_own_origin(&addresses, origin, asked);
        assert!(own("http://127.0.0.1:7117", "127.0.0.1:7117"));
        assert!(own("http://[::1]:7117", "[::1]:7117"));
        assert!(own("https://tafl.example", "127.0.0.1:7117"), "behind a proxy that asks for another host");
        assert!(own("http://Localhost:7117", "localhost:7117"));
        for foreign in [
            "null",
            "",
            "http://127.0.0.1",
            "http://127.0.0.1:7118",
            "https://evil.example",
            "ftp://127.0.0.1:7117",
            "http://tafl.example",
            "http://127.0.0.1:7117/x",
            "http://me@127.0.0.1:7117",
        ] {
            assert!(!own(foreign, "127.0.0.1:7117"), "{foreign}");
        }
    }

    #[test]
    fn a_public_address_has_a_scheme_and_no_path() {
        let url = |text: &str| text.parse().map(PublicUrl::into_text).unwrap();
        assert_eq!(url("https://tafl.example/"), "https://tafl.example");
        assert_eq!(url("HTTPS://Tafl.Example:443"), "https://tafl.example");
        assert_eq!(url("http://tafl.example:443"), "http://tafl.example:443");
        assert_eq!(url("http://[fd00::7]:7117"), "http://[fd00::7]:7117");
        for bad in [
            "tafl.example",
            "https://",
            "https://tafl.example/games",
            "https://a b",
            "https://tafl.example?x",
            "https://tafl.example#x",
            "https://me@tafl.example",
            "https://tafl.example:port",
            "https://tafl.example:99999",
            "ftp://tafl.example",
        ] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_listed_name_is_a_name_alone() {
        assert_eq!("Tafl.Example.".parse().map(HostName::into_text).as_deref(), Ok("tafl.example"));
        for bad in ["", "tafl.example:80", "https://tafl.example", "127.0.0.1", "a b", "*.example/"] {
            assert!(bad.parse::<HostName>().is_err(), "{bad}");
        }
    }
}
