//! The first page, where one plays at once, and a page for each rule set.

mod leaflet;
mod page;

pub(crate) use leaflet::in_short;
pub(crate) use page::{RuleChoice, rule_groups};

pub use leaflet::LeafletPage;
pub use page::{GameRow, HomePage, left_words};
