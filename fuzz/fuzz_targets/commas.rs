//! Feeds any text to `hnefi_tests::readers::commas`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    hnefi_tests::readers::commas(text);
});
