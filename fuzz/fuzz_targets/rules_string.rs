//! Feeds any text to `hnefi_tests::readers::rules_string`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    hnefi_tests::readers::rules_string(text);
});
