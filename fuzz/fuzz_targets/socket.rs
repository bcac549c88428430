//! What a page says on the socket: any text is a message or is refused, never a panic.
#![no_main]

use hnefi_wire::Incoming;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = serde_json::from_str::<Incoming>(text);
});
