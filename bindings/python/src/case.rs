//! Pair cases of the JSON format, answered as the command answers them.

use clearance_scene::{CaseLine, MeshFiles, ReadError, Settings, WarmStarts, answer, result_line};
use pyo3::prelude::*;

use crate::error::value_error;

/// The result of a pair case, both as JSON texts; mesh files are named relative to a folder.
#[pyfunction]
pub fn answer_case(py: Python<'_>, case: &str, folder: &str) -> PyResult<String> {
    let answered = || -> Result<String, ReadError> {
        let case = CaseLine::parse(case)?;
        let result = answer(&case, &MeshFiles::relative_to(folder), &Settings::default(), &mut WarmStarts::default())?;
        Ok(result_line(&case, &result))
    };
    py.detach(answered).map_err(value_error)
}
