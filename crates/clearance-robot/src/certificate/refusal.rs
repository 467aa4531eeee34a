//! Refusals of certificates.

use std::fmt;

use crate::error::RobotError;

/// Why a certificate is refused: what is wrong, with names and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl Refusal {
    /// A refusal in words.
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Refusal(why.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl From<RobotError> for Refusal {
    fn from(error: RobotError) -> Self {
        Refusal(error.to_string())
    }
}

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(why.into()))
}
