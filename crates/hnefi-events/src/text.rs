//! The texts in which plans and rows are kept: JSON with the version of its form.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The version of what is written.
const VERSION: u32 = 1;

/// Why a text is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// It is of a version that is not known.
    #[error("version {0} of the text is not known: 1 is")]
    Version(u32),
    /// It is no JSON of this form.
    #[error("{0}")]
    Json(String),
}

#[derive(Serialize)]
struct Written<'a, T> {
    v: u32,
    #[serde(rename = "is")]
    what: &'a T,
}

#[derive(Deserialize)]
struct Read<'a> {
    v: u32,
    #[serde(rename = "is", borrow)]
    what: &'a serde_json::value::RawValue,
}

pub(crate) fn write<T: Serialize>(what: &T) -> String {
    // Maps with keys that are no strings, and numbers that are none, are what fails; there are none.
    serde_json::to_string(&Written { v: VERSION, what }).unwrap_or_default()
}

pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, TextError> {
    let wrong = |error: serde_json::Error| TextError::Json(error.to_string());
    let read: Read<'_> = serde_json::from_str(json).map_err(wrong)?;
    if read.v != VERSION {
        return Err(TextError::Version(read.v));
    }
    serde_json::from_str(read.what.get()).map_err(wrong)
}
