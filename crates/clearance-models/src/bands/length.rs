//! Lengths with units, as people and drawings write them.

use clearance_scene::ReadError;

/// A unit of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `m`
    Metre,
    /// `cm`
    Centimetre,
    /// `mm`
    Millimetre,
    /// `um`
    Micrometre,
    /// `in`
    Inch,
}

impl Unit {
    /// All of them; a longer name comes before one that it ends with.
    pub const ALL: [Self; 5] = [Self::Centimetre, Self::Millimetre, Self::Micrometre, Self::Inch, Self::Metre];

    /// The name behind a number.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metre => "m",
            Self::Centimetre => "cm",
            Self::Millimetre => "mm",
            Self::Micrometre => "um",
            Self::Inch => "in",
        }
    }

    /// In metres.
    pub fn metres(self) -> f64 {
        match self {
            Self::Metre => 1.0,
            Self::Centimetre => 0.01,
            Self::Millimetre => 0.001,
            Self::Micrometre => 1e-6,
            Self::Inch => 0.0254,
        }
    }
}

/// A length in metres, of a text such as `0.5mm`; a number alone is metres.
///
/// ```
/// use clearance_models::bands::length;
/// assert_eq!([length("2.5mm").unwrap(), length("0.5").unwrap(), length("2 in").unwrap()], [0.0025, 0.5, 0.0508]);
/// assert!(length("5 km").is_err());
/// ```
pub fn length(text: &str) -> Result<f64, ReadError> {
    let text = text.trim();
    let unit = Unit::ALL.into_iter().find(|unit| text.ends_with(unit.name()));
    let number = unit.map_or(text, |unit| &text[..text.len() - unit.name().len()]).trim_end();
    let wrong = || {
        let units = Unit::ALL.map(Unit::name).join(", ");
        ReadError::new(format!("expected a length such as 0.5mm ({units}), got {text:?}"))
    };
    let number: f64 = number.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(wrong)?;
    // The quotient of numbers that people write is rounded once.
    Ok(match unit {
        Some(Unit::Centimetre) => number / 100.0,
        Some(Unit::Millimetre) => number / 1000.0,
        Some(Unit::Micrometre) => number / 1e6,
        Some(Unit::Inch) => number * 0.0254,
        Some(Unit::Metre) | None => number,
    })
}
