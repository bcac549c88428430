//! The rules chapters: Markdown whose examples are played.
