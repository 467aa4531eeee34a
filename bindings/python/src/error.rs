//! Refusals as Python exceptions: `ValueError` for numbers that break a rule, `TypeError` for arguments of the wrong
//! kind.

use std::fmt::Display;

use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::question::Refused;

/// A `ValueError` with the text of a refusal.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `TypeError` with a text.
pub fn type_error(text: impl Into<String>) -> PyErr {
    PyTypeError::new_err(text.into())
}

/// A value as errors show it: its text, cut if it is long.
pub fn shown(value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.py().import("clearance.hints")?.call_method1("shown", (value,))?.extract()
}

/// A `KeyError` of a name that is none of those known, with the one that was probably meant.
pub fn no_such(what: &str, name: &str, known: Vec<String>) -> PyErr {
    Python::attach(|py| {
        let text = py.import("clearance.hints").and_then(|hints| hints.call_method1("no_such", (what, name, known)));
        text.map_or_else(|error| error, |text| PyKeyError::new_err(text.unbind()))
    })
}

/// Refuses keywords that a function does not have, with a hint as functions of Python give it.
pub fn refuse_unknown(function: &str, unknown: Option<&Bound<'_, PyDict>>, known: &[&str]) -> PyResult<()> {
    let Some(unknown) = unknown else { return Ok(()) };
    let Some(name) = unknown.keys().iter().next() else { return Ok(()) };
    let hints = unknown.py().import("clearance.hints")?;
    Err(PyErr::from_value(hints.call_method1("unexpected", (function, name, known.to_vec()))?))
}

impl From<Refused> for PyErr {
    fn from(Refused(refusal): Refused) -> PyErr {
        value_error(refusal)
    }
}
