//! Feeds any text to `hnefi_tests::readers::json_lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    hnefi_tests::readers::json_lines(text);
});
