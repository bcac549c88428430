//! What is filled into a message.

use std::borrow::Cow;

use fluent_bundle::FluentValue;
use hnefi_rules::{Direction, Ground, Piece, Side, Square};

/// A text or a number for a variable of a message. Numbers choose between singular and plural.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// A text, shown as it is, or a word that chooses between forms.
    Text(Cow<'a, str>),
    /// A whole number.
    Number(i64),
}

impl Value<'_> {
    pub(crate) fn fluent(&self) -> FluentValue<'_> {
        match self {
            Value::Text(text) => FluentValue::String(Cow::Borrowed(text)),
            Value::Number(number) => FluentValue::from(*number),
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Cow::Owned(text))
    }
}

/// The words `yes` and `no`, to choose between forms.
impl From<bool> for Value<'_> {
    fn from(is: bool) -> Self {
        Value::from(if is { "yes" } else { "no" })
    }
}

macro_rules! from_numbers {
    ($($Type:ty),+) => {$(
        impl From<$Type> for Value<'_> {
            fn from(number: $Type) -> Self {
                Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )+};
}
from_numbers!(u8, u32, u64, usize, i32, i64);

impl From<Square> for Value<'_> {
    fn from(square: Square) -> Self {
        Value::Text(square.to_string().into())
    }
}

macro_rules! from_words {
    ($($Type:ty),+) => {$(
        impl From<$Type> for Value<'_> {
            fn from(word: $Type) -> Self {
                Value::Text(word.id().into())
            }
        }
    )+};
}
from_words!(Side, Piece, Direction, Ground);
