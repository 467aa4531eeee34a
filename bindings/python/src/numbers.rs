//! Fixed numbers of floats out of whatever Python offers: tuples, lists, NumPy arrays of any type, order and stride.

use clearance::Vec3;
use pyo3::prelude::*;

use crate::error::{type_error, value_error};

/// Exactly `N` numbers of an iterable; `what` names it in refusals.
pub fn numbers<const N: usize>(what: &str, value: &Bound<'_, PyAny>) -> PyResult<[f64; N]> {
    if let Ok(numbers) = value.extract::<[f64; N]>() {
        return Ok(numbers);
    }
    let wrong = || type_error(format!("{what} must be {N} numbers, got {}", shown(value)));
    let mut numbers = [0.0; N];
    let mut count = 0;
    for item in value.try_iter().map_err(|_| wrong())? {
        let number = item?.extract().map_err(|_| wrong())?;
        if count < N {
            numbers[count] = number;
        }
        count += 1;
    }
    if count != N {
        return Err(value_error(format!("{what} must be {N} numbers, got {count}")));
    }
    Ok(numbers)
}

/// Exactly `M` rows of `N` numbers.
pub fn rows<const M: usize, const N: usize>(what: &str, value: &Bound<'_, PyAny>) -> PyResult<[[f64; N]; M]> {
    let mut rows = [[0.0; N]; M];
    let mut count = 0;
    for item in value.try_iter()? {
        let row = numbers(&format!("{what}[{count}]"), &item?)?;
        if count < M {
            rows[count] = row;
        }
        count += 1;
    }
    if count != M {
        return Err(value_error(format!("{what} must have {M} rows, got {count}")));
    }
    Ok(rows)
}

/// A value as an error message shows it: its text if that is short, else its type.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    match value.repr() {
        Ok(text) if text.len().is_ok_and(|length| length <= 40) => text.to_string(),
        _ => value.get_type().name().map_or_else(|_| "an object".into(), |name| format!("{name} object")),
    }
}

/// Numbers as a Python tuple, with the shortest digits that read back the same.
pub fn tuple_text(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
    format!("({}{})", numbers.join(", "), if numbers.len() == 1 { "," } else { "" })
}

/// A point as Python has it. An array would become a list, which has no hash.
pub type Triple = (f64, f64, f64);

/// A vector as a tuple.
pub fn triple(v: Vec3<f64>) -> Triple {
    (v.x, v.y, v.z)
}
