//! Refusals as Python exceptions: `ValueError` for numbers that break a rule, `TypeError` for arguments of the wrong kind.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};

use crate::question::Refused;

/// A `ValueError` with the text of a refusal.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `TypeError` with a text.
pub fn type_error(text: impl Into<String>) -> PyErr {
    PyTypeError::new_err(text.into())
}

impl From<Refused> for PyErr {
    fn from(Refused(refusal): Refused) -> PyErr {
        value_error(refusal)
    }
}
