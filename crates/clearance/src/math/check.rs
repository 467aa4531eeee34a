//! What a number or a point has to be, with the error of what it is not.

use super::{Real, Vector};
use crate::error::ShapeError;

impl ShapeError {
    /// Passes a finite number of admissible magnitude.
    pub(crate) fn check_number<T: Real>(what: &'static str, value: T) -> Result<T, Self> {
        if !value.is_finite() {
            return Err(Self::NotFinite { what, value: value.to_f64() });
        }
        if value.abs() > T::LARGEST {
            return Err(Self::TooLarge { what, value: value.to_f64(), limit: T::LARGEST.to_f64() });
        }
        Ok(value)
    }

    /// Passes a finite size, zero included.
    pub(crate) fn check_size<T: Real>(what: &'static str, value: T) -> Result<T, Self> {
        let value = Self::check_number(what, value)?;
        if value < T::ZERO {
            return Err(Self::Negative { what, value: value.to_f64() });
        }
        Ok(value)
    }

    /// Passes a point of finite, admissible coordinates.
    pub fn check_point<V: Vector>(what: &'static str, point: V) -> Result<V, Self> {
        for i in 0..V::DIM {
            Self::check_number(what, point[i])?;
        }
        Ok(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_what_rule_and_value() {
        let error = ShapeError::check_size("ball radius", -1.0f64).unwrap_err();
        assert_eq!(error.to_string(), "ball radius must not be negative, got -1");
        assert!(ShapeError::check_number("x", f64::NAN).is_err() && ShapeError::check_number("x", 1e302).is_err());
    }
}
