//! Messages to browsers that are closed: Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed by the server
//! (RFC 8292). This crate makes the requests; whoever has a network sends them.
//!
//! ```
//! use hnefi_push::{Message, ServerKey, Services, Subscription, request};
//! let key = ServerKey::generate();
//! // What `PushManager.subscribe` gives in a browser, as JSON.
//! let told = r#"{"endpoint":"https://updates.push.services.mozilla.com/wpush/v2/abc","keys":{
//!     "p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
//!     "auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#;
//! let subscription = Subscription::read(told, &Services::known()).unwrap();
//! let message = Message { text: "Your turn".to_owned(), seconds: 86_400, topic: Some("game1".to_owned()) };
//! let request = request(&key, "https://tafl.example", &subscription, &message, 1_795_000_000).unwrap();
//! assert_eq!(request.uri().host(), Some("updates.push.services.mozilla.com"));
//! ```

mod key;
mod message;
mod subscription;

pub use key::{KeyError, ServerKey};
pub use message::{Answer, Message, MessageError, request};
pub use subscription::{Services, Subscription, SubscriptionError};
