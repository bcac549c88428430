//! The threads of an engine that help a search.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::search::control::Control;

/// Helping threads that one search has borrowed and gives back when it ends, however it ends.
pub(crate) struct Helpers<'a> {
    pub(crate) count: usize,
    lender: &'a AtomicUsize,
}

impl Helpers<'_> {
    /// All that are free just now.
    pub(crate) fn borrow_from(lender: &AtomicUsize) -> Helpers<'_> {
        Helpers { count: lender.swap(0, Ordering::AcqRel), lender }
    }
}

impl Drop for Helpers<'_> {
    fn drop(&mut self) {
        self.lender.fetch_add(self.count, Ordering::AcqRel);
    }
}

/// Stops the helpers when the search that they help ends, however it ends.
pub(crate) struct Stops<'a>(pub(crate) &'a Control<'a>);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
