//! Feeds any text to `hnefi_tests::readers::game_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    hnefi_tests::readers::game_text(text);
});
