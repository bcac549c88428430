//! Under which name passkeys work here.

use axum::extract::FromRequestParts;
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use hnefi_words::Words;
use url::Url;
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::server::state::AppState;
use crate::server::{Problem, hosts, person};

/// The setting that holds the name to which the passkeys of this server are bound, from the first of them on.
pub(super) const RELYING_PARTY: &str = "relying-party";

/// Where a page stands that could use passkeys: browsers bind them to the name of the server, and allow them under https, or under the
/// name `localhost` on the machine itself.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The name.
    pub(super) host: String,
    origin: Url,
}

/// The place of who asks; `None` where browsers allow no passkeys.
pub(super) struct MaybePlace(pub(super) Option<Place>);

impl FromRequestParts<AppState> for MaybePlace {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<MaybePlace, Self::Rejection> {
        let public = app.addresses.public_url.as_deref().filter(|url| url.starts_with("https://"));
        let public = public.and_then(|url| Url::parse(url).ok());
        let told = parts.headers.get(ORIGIN).and_then(|origin| Url::parse(origin.to_str().ok()?).ok());
        let asked = hosts::asked(&parts.uri, &parts.headers);
        let origin = told.or_else(|| match &public {
            Some(public) if hosts::name(asked?).as_deref() == public.host_str() => Some(public.clone()),
            _ => Url::parse(&format!("http://{}", asked?)).ok(),
        });
        let here = person::network(&parts.extensions, &parts.headers, &app.addresses).is_loopback();
        let place = origin.filter(|origin| match public {
            Some(public) => *origin == public,
            None => here && origin.scheme() == "http" && origin.host_str() == Some("localhost"),
        });
        Ok(MaybePlace(place.and_then(|origin| Some(Place { host: origin.host_str()?.to_owned(), origin }))))
    }
}

impl MaybePlace {
    /// The place, if passkeys of this server work there; else why not, in words.
    pub(super) async fn checked(self, app: &AppState) -> Result<Result<Place, String>, Problem> {
        let words = Words::english();
        let Some(place) = self.0 else { return Ok(Err(words.text("passkeys-nowhere"))) };
        match app.store.setting(RELYING_PARTY).await? {
            Some(bound) if bound != place.host => {
                let values = [("bound", bound.into()), ("host", place.host.into())];
                Ok(Err(words.format("passkeys-elsewhere", &values)))
            }
            _ => Ok(Ok(place)),
        }
    }
}

impl Place {
    /// What makes challenges and checks what answers them.
    pub(super) fn webauthn(&self) -> Result<Webauthn, Problem> {
        let name = Words::english().text("site-name");
        let builder = WebauthnBuilder::new(&self.host, &self.origin);
        let built = builder.and_then(|builder| builder.rp_name(&name).build());
        built.map_err(|error| Problem::Internal(error.to_string()))
    }
}
