//! Where a desk stands: what it needs of the page, and how the module is spoken to.
//!
//! The module exports `hnefi_begin`, `hnefi_space` and `hnefi_hear`, and imports `tell`, `now` and `stop` from `page`. Texts are
//! UTF-8 in the module's memory. These few functions are all that this crate has of `unsafe`.

/// What a desk needs of the page that it stands in.
pub trait Host: Send + Sync {
    /// Tells the page something, as JSON.
    fn tell(&self, message: &str);

    /// The time in milliseconds since a moment that stays the same; it never goes back.
    fn now_ms(&self) -> f64;

    /// Whether the page wants the search that runs to stop. It is asked often, and answers quickly.
    fn is_told_to_stop(&self) -> bool;
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[allow(unsafe_code)]
mod module {
    use std::cell::RefCell;
    use std::sync::Arc;

    use super::Host;
    use crate::Desk;

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        fn tell(message: *const u8, length: usize);
        safe fn now() -> f64;
        safe fn stop() -> i32;
    }

    struct Page;

    impl Host for Page {
        fn tell(&self, message: &str) {
            // SAFETY: the page reads these bytes before it returns, and keeps no address.
            unsafe { tell(message.as_ptr(), message.len()) }
        }

        fn now_ms(&self) -> f64 {
            now()
        }

        fn is_told_to_stop(&self) -> bool {
            stop() != 0
        }
    }

    thread_local! {
        static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
        static SPACE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }

    /// Begins anew. The number is where the chance moves of the weaker levels begin.
    // SAFETY: no other function has this name.
    #[unsafe(no_mangle)]
    extern "C" fn hnefi_begin(seed: f64) {
        std::panic::set_hook(Box::new(|info| {
            let text = serde_json::json!({ "failed": info.to_string() });
            Page.tell(&text.to_string());
        }));
        DESK.with_borrow_mut(|desk| *desk = Some(Desk::new(Arc::new(Page), seed.to_bits())));
    }

    /// Makes room for a message of so many bytes, and tells where.
    // SAFETY: no other function has this name.
    #[unsafe(no_mangle)]
    extern "C" fn hnefi_space(length: usize) -> *mut u8 {
        SPACE.with_borrow_mut(|space| {
            space.clear();
            space.resize(length, 0);
            space.as_mut_ptr()
        })
    }

    /// Hears the message that the page has put where it was told to.
    // SAFETY: no other function has this name.
    #[unsafe(no_mangle)]
    extern "C" fn hnefi_hear() {
        let message = SPACE.with_borrow_mut(std::mem::take);
        DESK.with_borrow_mut(|desk| {
            let desk = desk.get_or_insert_with(|| Desk::new(Arc::new(Page), 0));
            desk.hear(&String::from_utf8_lossy(&message));
        });
    }
}
