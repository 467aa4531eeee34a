//! Cubic curves by their control points (P. Bézier; P. de Casteljau 1959).

use super::bernstein::Curve;
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
    pub fn at(&self, x: f64) -> Configuration {
        let (values, errors) = self.curves().map(|curve| curve.at(x)).unzip();
        Configuration { values, errors, carried: Vec::new() }
    }

    /// Bounds of speeds and accelerations between two places.
    pub fn rates(&self, part: [f64; 2]) -> Rates {
        let of = |curve: Curve| (curve.largest(1, part), curve.largest(2, part));
        let (speeds, changes) = self.curves().map(of).unzip();
        Rates { speeds, changes, carried: Vec::new() }
    }

    fn curves(&self) -> impl Iterator<Item = Curve> {
        let of = |joint: usize| Curve::new(&self.controls.each_ref().map(|point| point[joint]), 0.0);
        (0..self.joints()).map(of)
    }
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
            // Differences err by h² q‴/6 and by rounding.
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
