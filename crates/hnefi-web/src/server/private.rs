//! Whether a password can be read by nobody on its way here.

use axum::extract::FromRequestParts;
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Uri};
use url::Url;

use super::base::is_loopback;
use super::state::{Addresses, AppState};
use super::{Problem, hosts, person};

/// That what is typed on a page can be read by nobody on its way here: it goes through https, or never leaves the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Private;

impl FromRequestParts<AppState> for Private {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Private, Problem> {
        match is_private(&app.addresses, &parts.uri, &parts.headers, &parts.extensions) {
            true => Ok(Private),
            false => Err(Problem::NotPrivate),
        }
    }
}

/// Whether a request, or the next one of its page, comes through https or from the machine itself. A form says from where its page
/// came, and no page can say otherwise; a page that is asked for is known by the name for which it is asked.
fn is_private(addresses: &Addresses, uri: &Uri, headers: &HeaderMap, extensions: &Extensions) -> bool {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let public = addresses.public_url.as_deref().filter(|url| url.starts_with("https://"));
    let here = person::network(extensions, headers, addresses).is_loopback();
    match text(ORIGIN) {
        Some(origin) => {
            let host = Url::parse(origin).ok().and_then(|url| url.host_str().map(str::to_owned));
            public == Some(origin) || here && host.is_some_and(|host| is_loopback(&host))
        }
        None => {
            let Some(asked) = hosts::asked(uri, headers) else { return false };
            let public = public.and_then(|url| Url::parse(url).ok());
            let name = hosts::name(asked);
            let is_public = public.is_some_and(|url| url.host_str().map(str::to_owned) == name);
            is_public || here && is_loopback(asked)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::http::header::HOST;
    use axum::http::{HeaderName, HeaderValue};

    use super::*;
    use crate::server::client::Peer;

    fn private(public: Option<&str>, peer: &str, headers: &[(HeaderName, &str)]) -> bool {
        let addresses = Addresses {
            public_url: public.map(str::to_owned),
            proxies: vec!["127.0.0.9".parse().unwrap()],
            ..Addresses::default()
        };
        let headers =
            headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect();
        let mut extensions = Extensions::new();
        extensions.insert(Peer { ip: peer.parse::<IpAddr>().unwrap(), place: None, sent_on: false });
        is_private(&addresses, &Uri::from_static("/log-in"), &headers, &extensions)
    }

    #[test]
    fn passwords_are_taken_through_https_and_on_the_machine_itself_alone() {
        let public = Some("https://tafl.example");
        let forwarded = HeaderName::from_static("x-forwarded-for");
        for (public, peer, headers, is) in [
            (None, "127.0.0.1", vec![(HOST, "127.0.0.1:7117")], true),
            (None, "127.0.0.1", vec![(HOST, "localhost:7117"), (ORIGIN, "http://localhost:7117")], true),
            (None, "::1", vec![(HOST, "[::1]:7117"), (ORIGIN, "http://[::1]:7117")], true),
            (None, "192.168.1.7", vec![(HOST, "192.168.1.2:7117")], false),
            (None, "192.168.1.7", vec![(HOST, "192.168.1.2:7117"), (ORIGIN, "http://192.168.1.2:7117")], false),
            // A visitor from elsewhere who calls the server by a name of its own.
            (None, "192.168.1.7", vec![(HOST, "localhost:7117"), (ORIGIN, "http://localhost:7117")], false),
            // The machine's address in the network, from the machine: the way there is not known.
            (None, "192.168.1.2", vec![(HOST, "192.168.1.2:7117")], false),
            (None, "127.0.0.1", vec![(HOST, "tafl.example"), (ORIGIN, "http://tafl.example")], false),
            // Behind a proxy that asks for the machine itself.
            (None, "127.0.0.1", vec![(HOST, "127.0.0.1:7117"), (ORIGIN, "http://tafl.example")], false),
            (None, "127.0.0.9", vec![(HOST, "localhost"), (forwarded.clone(), "203.0.113.9")], false),
            (
                Some("http://tafl.example"),
                "127.0.0.1",
                vec![(HOST, "tafl.example"), (ORIGIN, "http://tafl.example")],
                false,
            ),
            (public, "127.0.0.1", vec![(HOST, "tafl.example"), (ORIGIN, "https://tafl.example")], true),
            (public, "203.0.113.9", vec![(HOST, "tafl.example")], true),
            (public, "203.0.113.9", vec![(HOST, "tafl.example"), (ORIGIN, "http://tafl.example")], false),
            (public, "203.0.113.9", vec![(HOST, "192.168.1.2:7117")], false),
            (public, "127.0.0.1", vec![(HOST, "localhost:7117"), (ORIGIN, "http://localhost:7117")], true),
            (public, "127.0.0.1", vec![], false),
        ] {
            assert_eq!(private(public, peer, &headers), is, "{public:?} {peer} {headers:?}");
        }
    }
}
