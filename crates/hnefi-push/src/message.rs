//! A message, as the request that a push service takes.

use http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use http::{Request, StatusCode};

use crate::{ServerKey, Subscription};

/// The longest text of a message, in bytes: what every service takes.
const LONGEST: usize = 3_000;
/// The longest topic, in characters.
const LONGEST_TOPIC: usize = 32;

/// Something to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What the page's service worker is given.
    pub text: String,
    /// How long the service keeps it for a browser that is away, in seconds.
    pub seconds: u32,
    /// A message takes the place of one of the same topic that has not arrived: up to 32 letters, digits, `-` and `_`.
    pub topic: Option<String>,
}

/// Why a message cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The text is too long.
    #[error("a message of {0} bytes is longer than the {LONGEST} that every service takes")]
    TooLong(usize),
    /// The topic is none.
    #[error("`{0}` is no topic")]
    Topic(String),
    /// It cannot be encrypted or written.
    #[error("the message cannot be made: {0}")]
    Failed(String),
}

/// What a push service answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It took the message.
    Taken,
    /// The browser wants nothing any more: the subscription is to be forgotten.
    Gone,
    /// It cannot take it now: the same message may be sent later.
    Later,
    /// It takes no such message.
    Refused,
}

impl Answer {
    /// What a status means.
    ///
    /// ```
    /// use hnefi_push::Answer;
    /// assert_eq!(Answer::of(http::StatusCode::CREATED), Answer::Taken);
    /// assert_eq!(Answer::of(http::StatusCode::GONE), Answer::Gone);
    /// ```
    pub fn of(status: StatusCode) -> Answer {
        match status {
            status if status.is_success() => Answer::Taken,
            StatusCode::NOT_FOUND | StatusCode::GONE => Answer::Gone,
            StatusCode::TOO_MANY_REQUESTS => Answer::Later,
            status if status.is_server_error() => Answer::Later,
            _ => Answer::Refused,
        }
    }
}

/// The request that brings a message to a browser's push service. `contact` is a `mailto:` or `https:` address at which the
/// service's people reach the operator, `now_s` the time in seconds since 1970.
///
/// # Errors
/// When the text is too long, or the topic is none.
pub fn request(
    key: &ServerKey,
    contact: &str,
    to: &Subscription,
    message: &Message,
    now_s: u64,
) -> Result<Request<Vec<u8>>, MessageError> {
    let failed = |error: &dyn std::fmt::Display| MessageError::Failed(error.to_string());
    if message.text.len() > LONGEST {
        return Err(MessageError::TooLong(message.text.len()));
    }
    let body = web_push_native::encrypt(message.text.clone().into_bytes(), &to.key, &to.auth);
    let body = body.map_err(|error| failed(&error))?;
    let service = to.endpoint.origin().ascii_serialization();
    let mut request = Request::post(to.endpoint.as_str())
        .header(AUTHORIZATION, key.authorization(&service, contact, now_s))
        .header(CONTENT_ENCODING, "aes128gcm")
        .header(CONTENT_TYPE, "application/octet-stream")
        .header("ttl", message.seconds)
        .header("urgency", "normal");
    if let Some(topic) = &message.topic {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if topic.is_empty() || topic.len() > LONGEST_TOPIC || !topic.chars().all(fits) {
            return Err(MessageError::Topic(topic.clone()));
        }
        request = request.header("topic", topic);
    }
    request.body(body).map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;
    use p256::SecretKey;
    use web_push_native::{Auth, decrypt};

    use super::*;
    use crate::Services;

    /// The browser of RFC 8291, appendix A.
    const PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const PUBLIC: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    /// The message there.
    const MESSAGE: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    fn opened(sealed: Vec<u8>) -> String {
        let secret = SecretKey::from_slice(&bytes(PRIVATE)).unwrap();
        String::from_utf8(decrypt(sealed, &secret, &Auth::clone_from_slice(&bytes(AUTH))).unwrap()).unwrap()
    }

    fn browser() -> Subscription {
        let told = format!(
            r#"{{"endpoint":"https://fcm.googleapis.com/fcm/send/1","keys":{{"p256dh":"{PUBLIC}","auth":"{AUTH}"}}}}"#
        );
        Subscription::read(&told, &Services::known()).unwrap()
    }

    #[test]
    fn the_standard_s_own_message_opens() {
        assert_eq!(opened(bytes(MESSAGE)), "When I grow up, I want to be a watermelon");
    }

    #[test]
    fn a_message_is_for_one_browser_and_says_how_long_it_keeps() {
        let key = ServerKey::generate();
        let message = Message { text: "Dein Zug – ᚺ".to_owned(), seconds: 600, topic: Some("game_1-a".to_owned()) };
        let sent = request(&key, "https://tafl.example", &browser(), &message, 5).unwrap();
        assert_eq!(
            (sent.method().as_str(), sent.uri().to_string().as_str()),
            ("POST", "https://fcm.googleapis.com/fcm/send/1")
        );
        let header = |name: &str| sent.headers()[name].to_str().unwrap();
        assert_eq!((header("ttl"), header("topic"), header("content-encoding")), ("600", "game_1-a", "aes128gcm"));
        assert!(header("authorization").starts_with("vapid t=ey"));
        assert_eq!(opened(sent.body().clone()), message.text);
        let again = request(&key, "https://tafl.example", &browser(), &message, 5).unwrap();
        assert_ne!(again.body(), sent.body(), "no two are sealed alike");
    }

    #[test]
    fn what_no_service_takes_is_not_made() {
        let key = ServerKey::generate();
        let make = |text: &str, topic: Option<&str>| {
            let message = Message { text: text.to_owned(), seconds: 1, topic: topic.map(str::to_owned) };
            request(&key, "https://tafl.example", &browser(), &message, 5).map(|_| ())
        };
        assert_eq!(make(&"x".repeat(3_000), None), Ok(()));
        assert_eq!(make(&"x".repeat(3_001), None), Err(MessageError::TooLong(3_001)));
        for topic in ["", "a b", "ä", &"x".repeat(33)] {
            assert_eq!(make("x", Some(topic)), Err(MessageError::Topic(topic.to_owned())));
        }
    }

    #[test]
    fn an_answer_says_what_to_do_with_the_subscription() {
        for (status, answer) in [
            (201, Answer::Taken),
            (204, Answer::Taken),
            (404, Answer::Gone),
            (410, Answer::Gone),
            (429, Answer::Later),
            (503, Answer::Later),
            (413, Answer::Refused),
            (403, Answer::Refused),
        ] {
            assert_eq!(Answer::of(StatusCode::from_u16(status).unwrap()), answer, "{status}");
        }
    }
}
