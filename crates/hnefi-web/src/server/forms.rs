//! What is wrong with a form or a question, in words.

use axum::extract::rejection::{BytesRejection, FormRejection};
use axum::http::StatusCode;
use hnefi_words::Words;

use super::Problem;

/// A form that cannot be read.
pub(crate) fn bad_form(rejection: FormRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
        _ => Problem::BadForm(Words::english().format("form-unreadable", &[("text", rejection.body_text().into())])),
    }
}

/// A field of a form that says what cannot be.
pub(crate) fn wrong(field: &'static str, value: &str) -> Problem {
    hnefi_wire::wrong(field, value).into()
}

/// A body that cannot be read.
pub(crate) fn unreadable(rejection: BytesRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
        _ => Problem::BadForm(rejection.body_text()),
    }
}
