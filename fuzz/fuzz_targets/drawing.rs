//! Feeds any text to `hnefi_tests::readers::drawing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    hnefi_tests::readers::drawing(text);
});
