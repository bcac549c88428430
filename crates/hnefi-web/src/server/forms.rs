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
    let value: String = value.chars().take(60).collect();
    Problem::BadForm(Words::english().format("form-wrong", &[("field", field.into()), ("value", value.into())]))
}

/// A body that cannot be read.
pub(crate) fn unreadable(rejection: BytesRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
        _ => Problem::BadForm(rejection.body_text()),
    }
}

/// The words of a message about a text, of which no more is repeated than is needed to find it.
pub(crate) fn say(id: &'static str, text: &str) -> String {
    let text: String = text.chars().take(120).collect();
    Words::english().format(id, &[("text", text.into())])
}
