//! Engines in processes of their own.
#![cfg(unix)]

use std::time::{Duration, Instant};

use hnefi_uci::{Missing, Process, Wire};

/// How a shell script ended and what it said last, once its output had ended.
fn last_words(script: &str) -> String {
    let mut process = Process::start(&format!("sh -c '{script}'")).unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    assert_eq!(process.receive(patience).unwrap_err(), Missing::Gone);
    process.last_words()
}

#[test]
fn what_was_said_last_is_heard_however_late_it_is_read() {
    assert_eq!(last_words("echo broken >&2; exit 3"), "exit status: 3; broken");
    // It comes when the end of the process has long been seen.
    assert_eq!(last_words("(sleep 0.2; echo broken >&2) >&- & exit 3"), "exit status: 3; broken");
    // More than a pipe holds.
    let flood = "i=0; while [ $i -lt 40000 ]; do echo $i >&2; i=$((i+1)); done; echo broken >&2; exit 3";
    assert_eq!(last_words(flood), "exit status: 3; broken");
}
