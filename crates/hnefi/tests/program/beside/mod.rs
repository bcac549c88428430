//! Programs that run beside a test.

use std::process::Child;

/// A program that runs beside a test. It ends with this value, also where the test fails.
pub(crate) struct Beside(pub(crate) Child);

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
