//! Directions between two latitudes and two azimuths about an axis, and where among them a point is lowest.
//!
//! Seen from the middle, `s·n` along a meridian is `g cos φ + g′ sin φ`: at an end of the angle, or `−√(g² + g′²)`
//! between both. The same holds for the part across the axis along a circle of latitude, and that part counts with a
//! factor that is not negative, so its least azimuth is that of all latitudes. What a height differs from the one in
//! the middle by is never computed as a difference: slopes may be as large as the inverse of the cell.

use crate::math::{Real, sin_cos};

use super::profile::Lean;

/// A unit direction: its parts along the axis and across it, and of the latter the cosine and sine of its azimuth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub lean: Lean,
    pub azimuth: [f64; 2],
}

impl Place {
    pub fn direction(&self) -> [f64; 3] {
        let [x, y] = self.azimuth;
        [self.lean.across * x, self.lean.across * y, self.lean.along]
    }

    /// How it leans from another axis `(sin δ, 0, cos δ)`.
    pub fn lean_from(&self, [sin, cos]: [f64; 2]) -> Lean {
        let [x, y, z] = self.direction();
        let (level, aside) = (z * sin - x * cos, y);
        Lean { along: x * sin + z * cos, across: Real::sqrt(level * level + aside * aside) }
    }
}

/// Polar angles and azimuths, each about a middle by at most an eighth and a quarter of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// Middle and half of the width.
    pub polar: [f64; 2],
    pub azimuth: [f64; 2],
}

/// A cell with its middle.
pub(super) struct Region {
    pub middle: Place,
    half_polar: Half,
    half_azimuth: Half,
}

/// Half of an angle's width: its sine and cosine, and `1 − cos`.
struct Half {
    sin: f64,
    cos: f64,
    versine: f64,
}

impl Half {
    fn of(angle: f64) -> Self {
        let (sin, cos) = sin_cos(angle);
        let quarter = sin_cos(0.5 * angle).0;
        Half { sin, cos, versine: 2.0 * quarter * quarter }
    }

    /// The least of `g (cos φ − 1) + g′ sin φ` for angles up to this one, with the sine and the cosine of `φ`.
    fn least(&self, g: f64, slope: f64) -> (f64, [f64; 2]) {
        let length = Real::sqrt(g * g + slope * slope);
        if g < 0.0 && slope.abs() <= length * self.sin {
            return (-slope * slope / (length - g), [-slope / length, -g / length]);
        }
        let sin = if slope > 0.0 { -self.sin } else { self.sin };
        (slope * sin - g * self.versine, [sin, self.cos])
    }
}

impl Cell {
    /// All directions.
    pub fn all() -> impl Iterator<Item = Self> {
        let eighth = core::f64::consts::FRAC_PI_8;
        (0..16).map(move |k| Cell {
            polar: [eighth * f64::from(2 * (k / 4) + 1), eighth],
            azimuth: [2.0 * eighth * f64::from(2 * (k % 4) + 1), 2.0 * eighth],
        })
    }

    pub fn region(&self) -> Region {
        let (sin, cos) = sin_cos(self.polar[0]);
        let (y, x) = sin_cos(self.azimuth[0]);
        let middle = Place { lean: Lean { along: cos, across: sin.max(0.0) }, azimuth: [x, y] };
        Region { middle, half_polar: Half::of(self.polar[1]), half_azimuth: Half::of(self.azimuth[1]) }
    }

    /// Both halves by the polar angle, and both by the azimuth.
    pub fn halves(&self) -> [[Self; 2]; 2] {
        let parts = |[middle, half]: [f64; 2]| [-0.5, 0.5].map(|part| [middle + part * half, 0.5 * half]);
        [
            parts(self.polar).map(|polar| Cell { polar, ..*self }),
            parts(self.azimuth).map(|azimuth| Cell { azimuth, ..*self }),
        ]
    }
}

impl Region {
    /// The least of `s·n` in the cell less that in its middle, and where it is.
    pub fn least(&self, s: [f64; 3]) -> (f64, Place) {
        let Place { lean, azimuth: [x, y] } = self.middle;
        let (out, aside) = (s[0] * x + s[1] * y, s[1] * x - s[0] * y);
        let (around, [sin, cos]) = self.half_azimuth.least(out, aside);
        let azimuth = [x * cos - y * sin, y * cos + x * sin];
        let out = out + around;
        let (g, slope) = (s[2] * lean.along + out * lean.across, out * lean.along - s[2] * lean.across);
        let (along, [sin, cos]) = self.half_polar.least(g, slope);
        let lean = Lean {
            along: lean.along * cos - lean.across * sin,
            across: (lean.across * cos + lean.along * sin).max(0.0),
        };
        (along + around * self.middle.lean.across, Place { lean, azimuth })
    }

    /// How `s·n` changes in the middle with the polar angle and, less a factor, with the azimuth.
    pub fn slopes(&self, s: [f64; 3]) -> [f64; 2] {
        let Place { lean, azimuth: [x, y] } = self.middle;
        [(s[0] * x + s[1] * y) * lean.along - s[2] * lean.across, s[1] * x - s[0] * y]
    }
}
