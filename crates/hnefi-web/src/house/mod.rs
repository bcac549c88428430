//! House rules: the editor, the page behind a link, and files. What they are is in [`hnefi_wire::house`].

mod routes;

pub(crate) use routes::{asked, router};
