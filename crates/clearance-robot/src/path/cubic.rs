//! Cubic curves by their control points (P. Bézier; P. de Casteljau 1959).
//!
//! A curve lies in the hull of its control points, and so do its derivatives in those of theirs. The derivatives' control points over a
//! part `[x₀, x₁]` are values of their polar forms (L. Ramshaw 1987), so parts have sharp bounds without cutting the curve.

use clearance::Real;

use super::{Configuration, Rates};

/// A cubic curve: it begins at the first control point towards the second, and ends at the last, coming from the third.
///
/// ```
/// use clearance_robot::path::Cubic;
/// let curve = Cubic::new([vec![0.0], vec![0.0], vec![8.0], vec![8.0]]);
/// assert_eq!(curve.at(0.5).values, [4.0]);
/// assert!((curve.rates([0.0, 1.0]).speeds[0] - 24.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cubic {
    controls: [Vec<f64>; 4],
}

impl Cubic {
    /// The cubic of four control points of one length; [`Path::of_cubics`](super::Path::of_cubics) checks them.
    pub fn new(controls: [Vec<f64>; 4]) -> Self {
        Cubic { controls }
    }
    /// The control points.
    pub fn controls(&self) -> &[Vec<f64>; 4] {
        &self.controls
    }
    /// How many joints.
    pub fn joints(&self) -> usize {
        self.controls[0].len()
    }

    /// The configuration at `x`, by de Casteljau's scheme.
    ///
    /// With control points of at most M, a step `a + x (b − a)` rounds by less than `5uM`, and takes over what its ends are off by as
    /// their mean: three levels are off by `15uM` and terms of `u²`.
    pub fn at(&self, x: f64) -> Configuration {
        if x == 0.0 || x == 1.0 {
            return Configuration::exact(&self.controls[if x == 0.0 { 0 } else { 3 }]);
        }
        let at = |joint: usize| {
            let mut row = self.controls.each_ref().map(|point| point[joint]);
            let error = 20.0 * f64::UNIT * largest(&row);
            for level in (1..4).rev() {
                for i in 0..level {
                    row[i] = mix(row[i], row[i + 1], x);
                }
            }
            (row[0], error)
        };
        let (values, errors) = (0..self.joints()).map(at).unzip();
        Configuration { values, errors }
    }

    /// Bounds of speeds and accelerations between two places.
    ///
    /// `q′` has the control points `Dᵢ = 3 (cᵢ₊₁ − cᵢ)`, of at most 6M, and on the part the polar values `D(x₀, x₀)`, `D(x₀, x₁)`, `D(x₁, x₁)`,
    /// which round by less than `6M (3 + 2·5) u`; `q″` has `Eᵢ = 2 (Dᵢ₊₁ − Dᵢ)`, of at most 24M, and rounds by less than `24M (5 + 5) u`.
    pub fn rates(&self, [x0, x1]: [f64; 2]) -> Rates {
        let of = |joint: usize| {
            let c = self.controls.each_ref().map(|point| point[joint]);
            let size = largest(&c);
            let d = [3.0 * (c[1] - c[0]), 3.0 * (c[2] - c[1]), 3.0 * (c[3] - c[2])];
            let polar = |x: f64, y: f64| mix(mix(d[0], d[1], x), mix(d[1], d[2], x), y);
            let e = [2.0 * (d[1] - d[0]), 2.0 * (d[2] - d[1])];
            let speed = largest(&[polar(x0, x0), polar(x0, x1), polar(x1, x1)]) + 128.0 * f64::UNIT * size;
            let change = largest(&[mix(e[0], e[1], x0), mix(e[0], e[1], x1)]) + 512.0 * f64::UNIT * size;
            (speed, change)
        };
        let (speeds, changes) = (0..self.joints()).map(of).unzip();
        Rates { speeds, changes }
    }
}

fn mix(a: f64, b: f64, x: f64) -> f64 {
    a + x * (b - a)
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, number| most.max(number.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn sampled_derivatives_stay_below_the_bounds_of_their_part() {
        let mut random = Random::new(5);
        let mut sharp = 0;
        for _ in 0..200 {
            let curve = Cubic::new(std::array::from_fn(|_| vec![random.between(-2.0, 2.0)]));
            let start = random.between(0.0, 0.9);
            let part = [start, start + random.between(0.01, 0.1)];
            let bounds = curve.rates(part);
            let at = |x: f64| curve.at(x).values[0];
            let h = 1e-4;
            let (mut fastest, mut sharpest) = (0.0f64, 0.0f64);
            for k in 0..=20 {
                let x = (part[0] + (part[1] - part[0]) * f64::from(k) / 20.0).clamp(h, 1.0 - h);
                fastest = fastest.max(((at(x + h) - at(x - h)) / (2.0 * h)).abs());
                sharpest = sharpest.max(((at(x + h) - 2.0 * at(x) + at(x - h)) / (h * h)).abs());
            }
            // Differences are off by h² q‴/6 and by rounding.
            assert!(fastest <= bounds.speeds[0] + 1e-6, "seed 5");
            assert!(sharpest <= bounds.changes[0] + 1e-6, "seed 5");
            sharp += usize::from(fastest > 0.9 * bounds.speeds[0] && sharpest > 0.9 * bounds.changes[0]);
        }
        assert!(sharp > 100, "only {sharp} of 200 parts come near their bounds");
    }

    #[test]
    fn configurations_are_within_their_errors_of_the_exact_curve() {
        let q = |x: f64| dashu_ratio::RBig::try_from(x).unwrap();
        let mut random = Random::new(6);
        let mut most = 0.0f64;
        for _ in 0..2000 {
            let c: [f64; 4] = std::array::from_fn(|_| random.between(-2.0, 2.0));
            let x = random.between(0.0, 1.0);
            let found = Cubic::new(c.map(|c| vec![c])).at(x);
            let mut row = c.map(q);
            for level in (1..4).rev() {
                for i in 0..level {
                    row[i] = &row[i] + q(x) * (&row[i + 1] - &row[i]);
                }
            }
            let off = (q(found.values[0]) - &row[0]).to_f64().value().abs() / found.errors[0];
            assert!(off <= 1.0, "seed 6: {off}");
            most = most.max(off);
        }
        assert!(most > 0.05, "{most}");
    }
}
