//! Feeds any text to `hnefi_tests::readers::message`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    hnefi_tests::readers::message(text);
});
