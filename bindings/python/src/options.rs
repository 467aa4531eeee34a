//! Options of a query, read from the Python value of the same name.

use clearance::{Accuracy, Options};
use pyo3::prelude::*;

use crate::error::value_error;

/// The attributes of `clearance.Options`; what is `None` is the core's default.
#[derive(FromPyObject)]
pub struct GivenOptions {
    relative: Option<f64>,
    absolute: Option<f64>,
    curved_depth: Option<f64>,
    max_iterations: Option<u32>,
    max_expansions: Option<u32>,
    accuracy: String,
}

/// Refuses options that break a rule.
#[pyfunction]
pub fn check_options(options: GivenOptions) -> PyResult<()> {
    self::options(Some(options)).map(drop)
}

/// What the core asks with; its defaults if nothing is given.
pub fn options(given: Option<GivenOptions>) -> PyResult<Options<f64>> {
    options_or(given, Options::default())
}

/// What the core asks with; what is not given is as in `default`.
pub fn options_or(given: Option<GivenOptions>, default: Options<f64>) -> PyResult<Options<f64>> {
    let Some(given) = given else { return Ok(default) };
    let accuracy = match given.accuracy.as_str() {
        "rounded" => Accuracy::Rounded,
        "tight" => Accuracy::Tight,
        "exact" => Accuracy::Exact,
        other => {
            return Err(value_error(format!("accuracy must be \"rounded\", \"tight\" or \"exact\", got {other:?}")));
        }
    };
    let length = |what: &str, value: Option<f64>, default: f64| match value {
        Some(value) if !(value >= 0.0) => Err(value_error(format!("{what} must not be negative, got {value}"))),
        value => Ok(value.unwrap_or(default)),
    };
    Ok(Options {
        relative: length("relative", given.relative, default.relative)?,
        absolute: length("absolute", given.absolute, default.absolute)?,
        curved_depth: length("curved_depth", given.curved_depth, default.curved_depth)?,
        max_iterations: given.max_iterations.unwrap_or(default.max_iterations),
        max_expansions: given.max_expansions.unwrap_or(default.max_expansions),
        accuracy,
    })
}
