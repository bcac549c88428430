//! The module from outside: what it answers a page, and what it judges anew.

mod desk;
mod kept;
