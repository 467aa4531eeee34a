//! JSON from Python: a text as it stands, or a dict by way of `json.dumps`.

use clearance_scene::json::Json;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::value_error;

/// The tree of a JSON text or of a dict.
pub fn tree(value: &Bound<'_, PyAny>) -> PyResult<Json> {
    let text = match value.cast::<PyString>() {
        Ok(text) => text.to_string(),
        Err(_) => value.py().import("json")?.call_method1("dumps", (value,))?.extract()?,
    };
    Json::parse(&text).map_err(value_error)
}
