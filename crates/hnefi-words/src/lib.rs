//! Every sentence that a person reads, in one place.
