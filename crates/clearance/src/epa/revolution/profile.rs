//! Bodies of revolution by their support functions of the angle with the axis, and affine functions below these.
//!
//! With `c` and `s` the parts of a unit direction along the axis and across it, a frustum reaches up to `max (zᵢ c + rᵢ
//! s)` and an ellipsoid up to `√(l² c² + r² s²)`: functions of `c` alone. Between two values of `c` a concave one is
//! not below its chord, a convex one not below any of its tangents, and the larger of two not below any mean of what is
//! below both. So a body has many affine functions `p + q c` below it, and each is the height of a ball about a point
//! of the axis.
//!
//! Slopes grow beyond bounds at the poles, `c = ±1`. So a function is given by its value at a direction at hand, and
//! differences of `c` are taken of whichever part changes.

use crate::math::Real;

/// The parts of a unit direction along an axis and across it; the second one is not negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lean {
    pub along: f64,
    pub across: f64,
}

impl Lean {
    /// How much farther along the axis another direction leads; of two near a pole by the parts across, which know
    /// more.
    pub fn rise_to(self, other: Self) -> f64 {
        let (along, across) = (self.along + other.along, self.across + other.across);
        if along.abs() > across { (self.across - other.across) * across / along } else { other.along - self.along }
    }
}

/// A body of revolution about the origin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Profile {
    /// Between ends at `−half_length` and `half_length` with their radii; a segment if both are zero.
    Frustum { half_length: f64, radii: [f64; 2] },
    /// With a radius along the axis and one across it.
    Ellipsoid { along: f64, across: f64 },
}

/// An affine function of the part along the axis: its value at the direction at hand, and its slope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub value: f64,
    pub slope: f64,
}

/// Affine functions below a support function between two leans.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub ends: [Line; 2],
    between: Between,
}

#[derive(Clone, Copy, Debug)]
enum Between {
    /// Means of the ends.
    Means,
    /// Tangents of a convex one: the radius across, the difference of the squares of the radii, the parts along the
    /// axis at both ends, and the one at hand.
    Tangents { across: f64, excess: f64, range: [f64; 2], at: f64 },
}

impl Profile {
    /// How far the body reaches.
    pub fn height(&self, lean: Lean) -> f64 {
        match *self {
            Profile::Frustum { half_length, radii: [low, high] } => {
                (low * lean.across - half_length * lean.along).max(high * lean.across + half_length * lean.along)
            }
            Profile::Ellipsoid { along, across } => hypot(along * lean.along, across * lean.across),
        }
    }

    /// The functions below it between two leans, of which the first is not farther along the axis, with their values at
    /// a third one between them.
    pub fn lines(&self, [low, high]: [Lean; 2], at: Lean) -> Lines {
        match *self {
            Profile::Frustum { half_length, radii } => {
                let reach = |end: usize, lean: Lean| {
                    radii[end] * lean.across + if end == 0 { -half_length } else { half_length } * lean.along
                };
                let line = |end: usize| {
                    let across = low.across + high.across;
                    let bend = if across > 0.0 { -(low.along + high.along) / across } else { 0.0 };
                    let slope = radii[end] * bend + if end == 0 { -half_length } else { half_length };
                    through([low, high].map(|lean| (lean, reach(end, lean))), slope, at)
                };
                let lead = [low, high].map(|lean| reach(0, lean) - reach(1, lean));
                // An end that is the farther one at both leans is so between them.
                let ends = match (lead[0] >= 0.0, lead[1] >= 0.0) {
                    (true, true) => [line(0); 2],
                    (false, false) => [line(1); 2],
                    _ => [line(0), line(1)],
                };
                Lines { ends, between: Between::Means }
            }
            Profile::Ellipsoid { along, across } => {
                let excess = (along - across) * (along + across);
                if excess > 0.0 {
                    let range = [low.along, high.along];
                    let between = Between::Tangents { across, excess, range, at: at.along };
                    let ends = range.map(|c| tangent(across, excess, c, at.along));
                    return Lines { ends, between };
                }
                let heights = [low, high].map(|lean| self.height(lean));
                let sum = heights[0] + heights[1];
                let slope = if sum > 0.0 { excess * (low.along + high.along) / sum } else { 0.0 };
                let line = through([(low, heights[0]), (high, heights[1])], slope, at);
                Lines { ends: [line; 2], between: Between::Means }
            }
        }
    }
}

/// The chord of two values, from the end that leads lower.
fn through(ends: [(Lean, f64); 2], slope: f64, at: Lean) -> Line {
    let value = ends.map(|(lean, value)| value + slope * lean.rise_to(at));
    Line { value: value[0].min(value[1]), slope }
}

/// The tangent at `c` of `√(r² + e c²)`: `r²/g + (e c/g) at`.
fn tangent(across: f64, excess: f64, c: f64, at: f64) -> Line {
    let height = hypot(across, Real::sqrt(excess) * c);
    if !(height > 0.0) {
        return Line { value: 0.0, slope: 0.0 };
    }
    let slope = excess * c / height;
    Line { value: across * (across / height) + slope * at, slope }
}

impl Lines {
    /// The function with a slope, or with the one next to it.
    pub fn with_slope(&self, slope: f64) -> Line {
        let [one, two] = self.ends;
        match self.between {
            Between::Means if one.slope == two.slope => one,
            Between::Means => {
                let part = ((slope - one.slope) / (two.slope - one.slope)).clamp(0.0, 1.0);
                let mean = |x: f64, y: f64| x + (y - x) * part;
                Line { value: mean(one.value, two.value), slope: mean(one.slope, two.slope) }
            }
            Between::Tangents { across, excess, range: [low, high], at } => {
                let slope = slope.max(one.slope).min(two.slope);
                // From `q² (r² + e c²) = e² c²`.
                let rest = excess * (excess - slope * slope);
                let c = if rest > 0.0 { slope * across / Real::sqrt(rest) } else { slope.signum() };
                tangent(across, excess, c.max(low).min(high), at)
            }
        }
    }
}

fn hypot(x: f64, y: f64) -> f64 {
    Real::sqrt(x * x + y * y)
}
