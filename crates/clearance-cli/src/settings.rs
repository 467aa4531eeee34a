//! The options that all queries share.

use clap::{Args, ValueEnum};
use clearance::Accuracy;
use clearance_scene::{Precision, Settings};

/// How queries are answered.
#[derive(Args)]
#[command(next_help_heading = "Accuracy")]
pub struct QueryOptions {
    /// The scalar of all computations; f32 rounds every number of the input first
    #[arg(long, value_enum, default_value = "f64")]
    precision: Scalar,
    /// Stop once the bounds are closer than this fraction of the distance [default: about 3e-14, or 1e-6 for f32]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = size)]
    relative_tolerance: Option<f64>,
    /// Width of the bounds of polytopes: a few roundings of their size, 4 units in the last place of the distance, or
    /// the rounding of the exact distance
    #[arg(long, value_enum, default_value = "rounded")]
    accuracy: Width,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Scalar {
    F64,
    #[cfg(feature = "full")]
    F32,
}

#[derive(Clone, Copy, ValueEnum)]
enum Width {
    Rounded,
    Tight,
    Exact,
}

impl QueryOptions {
    /// The settings, with the distance beyond which pairs are of no interest.
    pub fn settings(&self, max_distance: Option<f64>) -> Settings {
        let precision = match self.precision {
            Scalar::F64 => Precision::F64,
            #[cfg(feature = "full")]
            Scalar::F32 => Precision::F32,
        };
        let accuracy = match self.accuracy {
            Width::Rounded => Accuracy::Rounded,
            Width::Tight => Accuracy::Tight,
            Width::Exact => Accuracy::Exact,
        };
        Settings { precision, relative: self.relative_tolerance, max_distance, accuracy, ..Settings::default() }
    }

    /// The accuracy as it is given.
    pub fn accuracy_name(&self) -> String {
        self.accuracy.to_possible_value().map_or_else(String::new, |value| value.get_name().into())
    }
}

/// The heading of a command's own options and arguments, wherever they are declared: none, so that they stand before
/// those that commands share.
#[cfg(feature = "full")]
pub const OWN: Option<&str> = None;

/// Reads a limit of a rate, which is finite and positive.
#[cfg(feature = "full")]
pub fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("expected a number that is finite and positive".into()),
    }
}

/// Reads a finite number that is not negative.
pub fn size(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        _ => Err("expected a number that is finite and not negative".into()),
    }
}
