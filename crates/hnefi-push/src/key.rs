//! The key by which push services know this server.

use data_encoding::BASE64URL_NOPAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde::Serialize;

/// How long a signature is good, in seconds: RFC 8292 allows a day at most, and clocks differ.
const SIGNED_FOR: u64 = 12 * 60 * 60;

/// The key by which push services know this server (VAPID). A browser that subscribed under one key takes messages of no
/// other, so it is made once and kept. Has no `Debug` of its contents.
#[derive(Clone)]
pub struct ServerKey(SigningKey);

/// Bytes are no such key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are no key of a server: it has 32 bytes")]
pub struct KeyError;

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerKey")
    }
}

impl ServerKey {
    /// The length of a key as bytes.
    pub const BYTES: usize = 32;

    /// A new key.
    ///
    /// # Panics
    /// When the operating system has no random numbers.
    pub fn generate() -> ServerKey {
        loop {
            let mut bytes = [0; ServerKey::BYTES];
            getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
            // One in 2^32 texts of bytes is no key.
            if let Ok(key) = ServerKey::from_bytes(&bytes) {
                return key;
            }
        }
    }

    /// The key of bytes that [`ServerKey::to_bytes`] gave.
    ///
    /// # Errors
    /// When they are no key.
    pub fn from_bytes(bytes: &[u8]) -> Result<ServerKey, KeyError> {
        SigningKey::from_slice(bytes).map(ServerKey).map_err(|_| KeyError)
    }

    /// The key as bytes, to be kept where nobody else reads them.
    ///
    /// ```
    /// use hnefi_push::ServerKey;
    /// let key = ServerKey::generate();
    /// assert_eq!(ServerKey::from_bytes(&key.to_bytes()).unwrap().public(), key.public());
    /// assert!(ServerKey::from_bytes(&[0; 32]).is_err());
    /// ```
    pub fn to_bytes(&self) -> [u8; ServerKey::BYTES] {
        self.0.to_bytes().into()
    }

    /// The public half, as `PushManager.subscribe` takes it: an uncompressed point, in base64 for addresses.
    pub fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// What the header `Authorization` says to a push service: who sends, signed. `contact` is a `mailto:` or `https:` address
    /// of the operator, `now_s` the time in seconds since 1970.
    pub(crate) fn authorization(&self, service: &str, contact: &str, now_s: u64) -> String {
        let part = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
        let claims = Claims { aud: service, exp: now_s + SIGNED_FOR, sub: contact };
        let claims = serde_json::to_vec(&claims).expect("texts and a number are JSON");
        let said = format!("{}.{}", part(br#"{"typ":"JWT","alg":"ES256"}"#), part(&claims));
        let signature: Signature = self.0.sign(said.as_bytes());
        format!("vapid t={said}.{}, k={}", part(&signature.to_bytes()), self.public())
    }
}

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: u64,
    sub: &'a str,
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;

    use super::*;

    #[test]
    fn a_push_service_can_check_who_sends() {
        let key = ServerKey::from_bytes(&[7; 32]).unwrap();
        let said = key.authorization("https://push.example", "mailto:me@tafl.example", 1_000);
        let (token, public) = said.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let bytes = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&bytes(public)).unwrap();
        let signature = Signature::from_slice(&bytes(signature)).unwrap();
        verifying.verify(signed.as_bytes(), &signature).unwrap();
        assert!(verifying.verify(b"something else", &signature).is_err());
        let claims: serde_json::Value = serde_json::from_slice(&bytes(signed.split_once('.').unwrap().1)).unwrap();
        let expected = serde_json::json!({
            "aud": "https://push.example", "exp": 1_000 + 12 * 3_600, "sub": "mailto:me@tafl.example"
        });
        assert_eq!(claims, expected);
    }
}
