//! A browser that wants to be told, and the services that it may name.

use data_encoding::BASE64URL_NOPAD;
use p256::PublicKey;
use serde::Deserialize;
use url::Url;
use web_push_native::Auth;

/// The longest subscription that is read, in bytes.
const LONGEST: usize = 4_096;

/// A browser that wants to be told: where its push service takes messages, and for whom they are encrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    pub(crate) endpoint: Url,
    pub(crate) key: PublicKey,
    pub(crate) auth: Auth,
}

/// The push services that messages go to. Whoever subscribes names the address, and the server asks there: so it must be
/// one of these, and never one inside the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Services {
    /// Hosts; one that begins with a dot stands for all that end so.
    hosts: Vec<String>,
    /// A service of a test's own, on this machine: an origin.
    test: Option<String>,
}

/// Why a text is no subscription.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionError {
    /// It is not what a browser gives.
    #[error("this is no subscription of a browser: {0}")]
    Form(String),
    /// Its address does not begin with `https://`, or has a port, a user or a password.
    #[error("messages go to plain https addresses alone")]
    Address,
    /// Its host is no push service that is known.
    #[error("`{0}` is no push service that this server knows")]
    Service(String),
    /// Its keys are none.
    #[error("its keys are not those of a browser")]
    Keys,
}

#[derive(Deserialize)]
struct Told {
    endpoint: String,
    keys: ToldKeys,
}

#[derive(Deserialize)]
struct ToldKeys {
    p256dh: String,
    auth: String,
}

impl Services {
    /// The services of the browsers that there are: Chrome and those made of it, Firefox, Edge, Safari.
    pub fn known() -> Services {
        let hosts = [
            "fcm.googleapis.com",
            "updates.push.services.mozilla.com",
            ".notify.windows.com",
            "web.push.apple.com",
            ".push.apple.com",
        ];
        Services { hosts: hosts.map(str::to_owned).to_vec(), test: None }
    }

    /// These services, and another host.
    pub fn and(mut self, host: impl Into<String>) -> Services {
        self.hosts.push(host.into());
        self
    }

    /// These services, and a test's own one on this machine: `http://` with a loopback address and a port. For nothing but
    /// tests; `None` for any other address.
    ///
    /// ```
    /// use hnefi_push::Services;
    /// assert!(Services::known().and_of_test("http://127.0.0.1:9000").is_some());
    /// assert!(Services::known().and_of_test("http://push.example").is_none());
    /// ```
    pub fn and_of_test(mut self, address: &str) -> Option<Services> {
        let url = Url::parse(address).ok()?;
        let here = match url.host()? {
            url::Host::Ipv4(ip) => ip.is_loopback(),
            url::Host::Ipv6(ip) => ip.is_loopback(),
            url::Host::Domain(_) => false,
        };
        let plain = url.scheme() == "http" && url.path() == "/" && url.query().is_none();
        self.test = Some(url.origin().ascii_serialization()).filter(|_| here && plain);
        self.test.is_some().then_some(self)
    }

    fn has(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| match known.strip_prefix('.') {
            Some(_) => host.ends_with(known.as_str()) && host.len() > known.len(),
            None => host == known,
        })
    }
}

impl Subscription {
    /// Reads what `PushSubscription.toJSON` gives in a browser.
    ///
    /// # Errors
    /// When it is something else, or its push service is none of these.
    pub fn read(text: &str, services: &Services) -> Result<Subscription, SubscriptionError> {
        if text.len() > LONGEST {
            return Err(SubscriptionError::Form(format!("it has {} bytes", text.len())));
        }
        let told: Told = serde_json::from_str(text).map_err(|error| SubscriptionError::Form(error.to_string()))?;
        let endpoint = Url::parse(&told.endpoint).map_err(|error| SubscriptionError::Form(error.to_string()))?;
        let is_plain = endpoint.scheme() == "https"
            && endpoint.port().is_none()
            && endpoint.username().is_empty()
            && endpoint.password().is_none();
        let is_test = services.test.is_some() && services.test == Some(endpoint.origin().ascii_serialization());
        if !is_plain && !is_test {
            return Err(SubscriptionError::Address);
        }
        let host = endpoint.host_str().unwrap_or_default();
        if !is_test && !services.has(host) {
            return Err(SubscriptionError::Service(host.to_owned()));
        }
        // Some browsers pad what they write.
        let bytes = |text: &str| BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes()).ok();
        let key = bytes(&told.keys.p256dh).and_then(|key| PublicKey::from_sec1_bytes(&key).ok());
        let auth = bytes(&told.keys.auth).filter(|auth| auth.len() == 16).map(|auth| Auth::clone_from_slice(&auth));
        match (key, auth) {
            (Some(key), Some(auth)) => Ok(Subscription { endpoint, key, auth }),
            _ => Err(SubscriptionError::Keys),
        }
    }

    /// The address at which its push service takes messages: secret, and one of its own for every browser.
    pub fn endpoint(&self) -> &str {
        self.endpoint.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

    fn told(endpoint: &str, key: &str, auth: &str) -> String {
        format!(r#"{{"endpoint":"{endpoint}","expirationTime":null,"keys":{{"p256dh":"{key}","auth":"{auth}"}}}}"#)
    }

    fn read(endpoint: &str) -> Result<Subscription, SubscriptionError> {
        Subscription::read(&told(endpoint, KEY, "BTBZMqHH6r4Tts7J_aSIgg=="), &Services::known())
    }

    #[test]
    fn only_push_services_are_asked_and_only_by_https() {
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://wns2-by3p.notify.windows.com/w/?token=abc",
            "https://web.push.apple.com/abc",
        ] {
            assert_eq!(read(good).unwrap().endpoint(), good);
        }
        let service = |host: &str| Err(SubscriptionError::Service(host.to_owned()));
        for (bad, why) in [
            ("http://fcm.googleapis.com/abc", Err(SubscriptionError::Address)),
            ("https://fcm.googleapis.com:8443/abc", Err(SubscriptionError::Address)),
            ("https://me@fcm.googleapis.com/abc", Err(SubscriptionError::Address)),
            ("https://127.0.0.1/abc", service("127.0.0.1")),
            ("https://[::1]/abc", service("[::1]")),
            ("https://fcm.googleapis.com.evil.example/abc", service("fcm.googleapis.com.evil.example")),
            ("https://evilnotify.windows.com/abc", service("evilnotify.windows.com")),
            ("https://.notify.windows.com/abc", service(".notify.windows.com")),
        ] {
            assert_eq!(read(bad), why, "{bad}");
        }
    }

    #[test]
    fn what_is_no_subscription_is_refused() {
        let here = "https://fcm.googleapis.com/abc";
        let services = Services::known();
        let read = |text: &str| Subscription::read(text, &services).unwrap_err();
        assert!(matches!(read("{}"), SubscriptionError::Form(_)));
        assert!(matches!(read(&"x".repeat(5_000)), SubscriptionError::Form(_)));
        assert!(matches!(read(&told("nowhere", KEY, "")), SubscriptionError::Form(_)));
        for (key, auth) in [("", ""), (KEY, "BTBZMqHH6r4"), (&KEY[..40], "BTBZMqHH6r4Tts7J_aSIgg"), ("!", "?")] {
            assert_eq!(read(&told(here, key, auth)), SubscriptionError::Keys);
        }
        let other = Services::known().and("push.example");
        assert!(Subscription::read(&told("https://push.example/1", KEY, "BTBZMqHH6r4Tts7J_aSIgg"), &other).is_ok());
    }
}
