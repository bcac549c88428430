//! The address of NATS.

use std::fmt;
use std::str::FromStr;

use async_nats::{ConnectOptions, ServerAddr};
use url::Url;

/// The address of NATS: of one server, or of several that make one cluster, with commas between them.
///
/// `nats://` goes over TLS if the server asks for it, `tls://` always. A user and his password, or a token alone, stand
/// before the host of the first; it is shown without them.
///
/// ```
/// use hnefi_bus::BusUrl;
/// let url: BusUrl = "nats://anna:secret@10.0.0.1,nats://10.0.0.2:4223".parse().unwrap();
/// assert_eq!(url.to_string(), "nats://anna@10.0.0.1,nats://10.0.0.2:4223");
/// assert_eq!("tls://token@nats.example".parse::<BusUrl>().unwrap().to_string(), "tls://nats.example");
/// assert!("redis://10.0.0.1".parse::<BusUrl>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct BusUrl {
    /// Without user, password and token.
    servers: Vec<Url>,
    secret: Secret,
}

#[derive(Clone, PartialEq, Eq)]
enum Secret {
    None,
    Password(String, String),
    Token(String),
}

/// Why something is no address of NATS. No part of it is repeated that could be of a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusUrlError {
    /// It cannot be read.
    #[error("the address of NATS is not one such as nats://host:4222: {0}")]
    Unreadable(String),
    /// It is one of something else.
    #[error("the address of NATS begins with {0}:, and only nats: and tls: are known")]
    Scheme(String),
    /// Two servers of one cluster have users of their own.
    #[error("in the address of NATS, user and password stand at the first server alone")]
    Users,
}

impl FromStr for BusUrl {
    type Err = BusUrlError;

    fn from_str(text: &str) -> Result<BusUrl, BusUrlError> {
        let mut secret = Secret::None;
        let mut servers = Vec::new();
        for (place, one) in text.split(',').enumerate() {
            let mut url = read(one)?;
            if !url.username().is_empty() || url.password().is_some() {
                if place > 0 {
                    return Err(BusUrlError::Users);
                }
                let plain = |part: &str| decoded(part);
                secret = match url.password() {
                    Some(password) => Secret::Password(plain(url.username())?, plain(password)?),
                    None => Secret::Token(plain(url.username())?),
                };
                // Neither fails for an address with a host.
                let _ = url.set_username("");
                let _ = url.set_password(None);
            }
            servers.push(url);
        }
        Ok(BusUrl { servers, secret })
    }
}

fn unreadable(why: &str) -> BusUrlError {
    BusUrlError::Unreadable(why.to_owned())
}

fn read(text: &str) -> Result<Url, BusUrlError> {
    let url = Url::parse(text).map_err(|error| unreadable(&error.to_string()))?;
    if !matches!(url.scheme(), "nats" | "tls") {
        return Err(BusUrlError::Scheme(url.scheme().to_owned()));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(unreadable("the host is missing"));
    }
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(unreadable(
            "nothing comes after the host and its port; in a password, write # as %23, / as %2F, ? as %3F, @ as %40 and , as %2C",
        ));
    }
    Ok(url)
}

/// A part of an address without its percent signs.
fn decoded(part: &str) -> Result<String, BusUrlError> {
    let wrong = || unreadable("a % in user or password is not followed by two hexadecimal digits of UTF-8");
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
        let (Some(high), Some(low)) = (digit(), digit()) else { return Err(wrong()) };
        bytes.push((high * 16 + low) as u8);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

impl fmt::Display for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, server) in self.servers.iter().enumerate() {
            let mut shown = server.clone();
            if let (0, Secret::Password(user, _)) = (place, &self.secret) {
                let _ = shown.set_username(user);
            }
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{}", shown.as_str().trim_end_matches('/'))?;
        }
        Ok(())
    }
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BusUrl({self})")
    }
}

impl BusUrl {
    /// The servers, and how they are connected to. The latter hold the password.
    pub(crate) fn parts(&self) -> (Vec<ServerAddr>, ConnectOptions) {
        // That each can be read was seen when it was made.
        let servers = self.servers.iter().filter_map(|url| ServerAddr::from_url(url.clone()).ok()).collect();
        let options = match &self.secret {
            Secret::None => ConnectOptions::new(),
            Secret::Password(user, password) => ConnectOptions::with_user_and_password(user.clone(), password.clone()),
            Secret::Token(token) => ConnectOptions::with_token(token.clone()),
        };
        (servers, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_secret_is_ever_shown() {
        for (text, shown) in [
            ("nats://anna:s3cret@nats.example", "nats://anna@nats.example"),
            ("nats://anna:s3%40cret@nats.example:4223/", "nats://anna@nats.example:4223"),
            ("tls://s3cret@nats.example", "tls://nats.example"),
            ("nats://[::1]:4222", "nats://[::1]:4222"),
            ("nats://a:s3cret@one,tls://two", "nats://a@one,tls://two"),
        ] {
            let url: BusUrl = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(url.to_string(), shown);
            assert!(!format!("{url:?}").contains("s3"), "{url:?}");
        }
        for text in [
            "s3cret@nats.example",
            "nats://anna:s3cret/@nats.example",
            "nats://anna:12#s3cret@nats.example",
            "nats://anna:12?s3cret@nats.example",
            "nats://anna:s3cret%f@nats.example",
            "nats://one,nats://anna:s3cret@two",
            "nats://",
            "",
            "nats://one,",
            "nats://anna:s3cret@nats.example:none",
            "nats://anna:s3cret@nats.example/club",
        ] {
            let error = text.parse::<BusUrl>().unwrap_err();
            assert!(!error.to_string().contains("s3cret"), "{text}: {error}");
        }
    }

    #[test]
    fn a_password_is_read_as_it_was_meant() {
        let url: BusUrl = "nats://an%20na:p%C3%A4%2Css%25@one".parse().unwrap();
        assert!(url.secret == Secret::Password("an na".to_owned(), "pä,ss%".to_owned()));
        assert_eq!("https://one".parse::<BusUrl>(), Err(BusUrlError::Scheme("https".to_owned())));
    }
}
