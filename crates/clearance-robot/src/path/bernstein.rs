//! Polynomials by their control points (S. Bernstein; P. de Casteljau 1959): values, and enclosures of derivatives over
//! a part.
//!
//! A polynomial lies between the least and the greatest of its control points, and so do its derivatives between
//! theirs. The control points of a part `[x₀, x₁]` are values of the polar form (L. Ramshaw 1987), so parts have sharp
//! bounds without cutting the curve.
//!
//! **Rounding.** With control points of at most M, a step `a + x (b − a)`, `0 ≤ x ≤ 1`, rounds by less than `5uM`, and
//! takes over what its ends err by as their mean: `n` levels err by `5nuM`. The derivative of order `r` of
//! degree `n` has control points of at most `S = 2ʳ n(n−1)…(n−r+1) M`; each difference doubles what deviates and the
//! size alike, and adds `2u` of the size: `2ru S`, and `5(n − r)u S` for its levels. Together below `5nu S`; `8nu S`
//! pays for terms of `u²` and for this bound's own rounding.

use clearance::Real;

/// The highest degree.
pub const HIGHEST: usize = 5;

/// A polynomial of one joint over `0 ≤ x ≤ 1`, known to an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    degree: usize,
    controls: [f64; HIGHEST + 1],
    /// The true derivative of order `r` is within `errors[r]` of that of the controls.
    errors: [f64; 4],
}

impl Curve {
    /// The polynomial of up to six control points, each within `error` of the true one.
    pub fn new(points: &[f64], error: f64) -> Self {
        let mut controls = [0.0; HIGHEST + 1];
        controls[..points.len()].copy_from_slice(points);
        let degree = points.len() - 1;
        let errors = core::array::from_fn(|order| error * growth(degree, order));
        Curve { degree, controls, errors }
    }

    /// The control points.
    pub fn controls(&self) -> &[f64] {
        &self.controls[..=self.degree]
    }

    /// The true control points may deviate from [those given](Self::controls) by this.
    pub fn error(&self) -> f64 {
        self.errors[0]
    }

    /// The value, and how far it is from the true one; at the ends nothing is rounded.
    pub fn at(&self, x: f64) -> (f64, f64) {
        if x == 0.0 || x == 1.0 {
            return (self.controls[if x == 0.0 { 0 } else { self.degree }], self.errors[0]);
        }
        (polar(self.controls(), [x, x], 0), self.rounding(0) + self.errors[0])
    }

    /// An enclosure of the derivative of an order from 0 to 3 over a part.
    pub fn range(&self, order: usize, ends: [f64; 2]) -> [f64; 2] {
        if order > self.degree {
            return [-self.errors[order], self.errors[order]];
        }
        let mut points = self.controls;
        for step in 0..order {
            for i in 0..self.degree - step {
                points[i] = (self.degree - step) as f64 * (points[i + 1] - points[i]);
            }
        }
        let degree = self.degree - order;
        let error = self.rounding(order) + self.errors[order];
        let [mut least, mut most] = [f64::INFINITY, f64::NEG_INFINITY];
        for k in 0..=degree {
            let value = polar(&points[..=degree], ends, k);
            (least, most) = (least.min(value), most.max(value));
        }
        [least - error, most + error]
    }

    /// The largest magnitude of [`range`](Self::range).
    pub fn largest(&self, order: usize, ends: [f64; 2]) -> f64 {
        let [least, most] = self.range(order, ends);
        most.max(-least)
    }

    /// The polynomial over a part, as one over `0 ≤ x ≤ 1`; ends of the part may err by `4u`.
    ///
    /// The polar form is affine in each of its `n` arguments with slopes of at most 2M.
    pub fn part(&self, ends: [f64; 2]) -> Self {
        if ends == [0.0, 1.0] {
            return *self;
        }
        let mut part = *self;
        (0..=self.degree).for_each(|k| part.controls[k] = polar(self.controls(), ends, k));
        let rounded = self.rounding(0) + 8.0 * self.degree as f64 * f64::UNIT * self.size();
        let length = ends[1] - ends[0];
        let scaled = |order: usize| self.errors[order] * length.powi(order as i32) * (1.0 + 16.0 * f64::UNIT);
        part.errors = core::array::from_fn(|order| scaled(order) + rounded * growth(self.degree, order));
        part
    }

    fn size(&self) -> f64 {
        self.controls().iter().fold(0.0, |most: f64, value| most.max(value.abs()))
    }

    fn rounding(&self, order: usize) -> f64 {
        8.0 * self.degree as f64 * f64::UNIT * growth(self.degree, order) * self.size()
    }
}

/// The polar form of control points with the second place `k` times, and the first as often as the degree leaves.
pub fn polar(points: &[f64], [x0, x1]: [f64; 2], k: usize) -> f64 {
    let mut row = [0.0; HIGHEST + 1];
    row[..points.len()].copy_from_slice(points);
    for level in (1..points.len()).rev() {
        let x = if level <= k { x1 } else { x0 };
        for i in 0..level {
            row[i] += x * (row[i + 1] - row[i]);
        }
    }
    row[0]
}

/// `2ʳ n(n−1)…(n−r+1)`: how much larger the control points of a derivative may be.
fn growth(degree: usize, order: usize) -> f64 {
    (0..order).map(|step| 2.0 * degree.saturating_sub(step) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use dashu_ratio::RBig;

    fn q(x: f64) -> RBig {
        RBig::try_from(x).unwrap()
    }

    /// The derivative of an order in rationals, by the sum of Bernstein's polynomials.
    fn exact(controls: &[f64], order: usize, x: &RBig) -> RBig {
        let mut points: Vec<RBig> = controls.iter().map(|&c| q(c)).collect();
        for _ in 0..order {
            let n = q((points.len() - 1) as f64);
            points = points.windows(2).map(|pair| &n * (&pair[1] - &pair[0])).collect();
        }
        let n = points.len() - 1;
        let mut sum = RBig::ZERO;
        for (i, point) in points.iter().enumerate() {
            let mut term = point.clone();
            (0..i).for_each(|k| term = &term * x * q((n - k) as f64) / q((k + 1) as f64));
            (i..n).for_each(|_| term = &term * (RBig::ONE - x));
            sum += term;
        }
        sum
    }

    #[test]
    fn values_and_derivatives_are_enclosed_over_parts_of_every_degree() {
        let mut random = Random::new(41);
        let mut near = 0;
        for trial in 0..600 {
            let degree = 1 + trial % HIGHEST;
            let controls: Vec<f64> = (0..=degree).map(|_| random.between(-3.0, 3.0)).collect();
            let curve = Curve::new(&controls, 0.0);
            let start = random.between(0.0, 0.9);
            let ends = [start, start + random.between(0.001, 0.1)];
            let part = curve.part(ends);
            for order in 0..=3usize.min(degree) {
                let [least, most] = curve.range(order, ends);
                let x = random.between(0.0, 1.0);
                let place = q(ends[0]) + q(x) * (q(ends[1]) - q(ends[0]));
                let truth = exact(&controls, order, &place);
                assert!(q(least) <= truth && truth <= q(most), "seed 41, {trial}");
                let [low, high] = part.range(order, [x, x]);
                let scale = (0..order).fold(RBig::ONE, |scale, _| scale * (q(ends[1]) - q(ends[0])));
                let scaled = truth * scale;
                assert!(q(low) <= scaled && scaled <= q(high), "seed 41, {trial}");
                near += usize::from(most - least < 0.5 && high - low < 1e-9);
            }
            let (value, error) = curve.at(ends[0]);
            let off = (q(value) - exact(&controls, 0, &q(ends[0]))).to_f64().value().abs();
            assert!(off <= error && error < 1e-13, "seed 41, {trial}: {off:e} {error:e}");
        }
        assert!(near > 300, "{near}");
    }
}
