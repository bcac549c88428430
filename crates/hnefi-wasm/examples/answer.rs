//! The same desk outside of a browser, to be timed beside it: answers questions, a line each, with the time that each took.

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use hnefi_wasm::{Desk, Host};
use serde_json::{Value, json};

struct Page {
    told: Mutex<Option<Value>>,
    begun: Instant,
}

impl Host for Page {
    fn tell(&self, message: &str) {
        *self.told.lock().unwrap() = serde_json::from_str(message).ok();
    }

    fn now_ms(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1000.0
    }

    fn is_told_to_stop(&self) -> bool {
        false
    }
}

fn main() {
    let page = Arc::new(Page { told: Mutex::default(), begun: Instant::now() });
    let mut desk = Desk::new(page.clone(), 1);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let begun = page.now_ms();
        desk.hear(&line);
        let ms = page.now_ms() - begun;
        println!("{}", json!({ "ms": ms, "told": *page.told.lock().unwrap() }));
        let _ = std::io::stdout().flush();
    }
}
