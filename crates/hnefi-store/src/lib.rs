//! Games kept in SQLite, one row a happening.
