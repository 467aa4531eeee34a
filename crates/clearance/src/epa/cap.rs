//! A lower bound of a support function on all directions within a cap of the sphere.
//!
//! With `h(n) = c·n + Σ |Eᵢᵀ n| + r` of an inscribed body, a unit `n₀`, a cap of the half angle `ρ < π/2` about it, and
//! `n = κ n₀ + s` with `s ⊥ n₀`, `x = |s|² ≤ σ² = sin²ρ`, `κ = √(1−x) ≥ κ₀ = cos ρ`:
//!
//! * `κ ≤ 1 − x/2`, and `κ ≥ 1 − x/2 − σ⁴/(8κ₀³)`, Taylor's remainder.
//! * For one `E`, with `y₀ = Eᵀn₀`, `a = |y₀|`, `Y s = Eᵀs`, `ℓ = Yᵀy₀`, `T = YᵀY`: `|Eᵀn|² = a² + Δ`, `Δ = 2ℓ·s +
//!   δ`, `δ = sᵀ(T − a²)s − 2(1−κ)ℓ·s`, so `|δ| ≤ D = |T − a²|σ² + 2(1−κ₀)|ℓ|σ`. Besides `|Eᵀn| ≥ y₀·Eᵀn/a ≥ μ = κ₀a
//!   − |ℓ|σ/a`. Then `|Eᵀn| = a + Δ/2a − Δ²/(2a(|Eᵀn| + a)²)` is at least, with `q = 1/(2a(μ + a)²)`, `a + κ ℓ·s/a +
//!   sᵀ(T − a²)s/2a − 4q(ℓ·s)² − 4q|ℓ·s|D − qδ²`. With `M = T − a²`, `|sᵀMs| ≤ σ|Ms|`, and `2xy ≤ σx² + y²/σ` for the
//!   product of both parts of `δ`, `δ² ≤ (1 + σ)(σ² sᵀM²s + 4(1−κ₀)²(ℓ·s)²/σ)`, which bends the bound and takes
//!   nothing where it counts, on a ring.
//! * Where that says little, since `y₀` is short: `|Eᵀn| ≥ y₀·Eᵀn/a = κ a + ℓ·s/a`; where `y₀` is zero, `|Eᵀn| ≥ 0`.
//!
//! All of them together: `h ≥ value + slope·s + sᵀ bend s/2 − (1−κ) lean·s − Σₖ cubic[k]|s[k]| − loss`, where `lean` is
//! the sum of those `ℓ/a` that come with a `κ`, and `cubic[k]` of `4qD|ℓ[k]|`.
//!
//! **Halves.** What `lean` and `cubic` take is of the third order in `σ`. On a ring all of it leads across, as `ℓ`
//! does. So the basis is turned along it, and the cap cut in two: where `s₀ ≥ 0` they are at most a slope of `−(1−κ₀)
//! max(lean₀, 0) − cubic₀`, where `s₀ ≤ 0` one of `(1−κ₀) max(−lean₀, 0) + cubic₀`, and a mean of bodies whose slope
//! makes up for that is found for each half.
//!
//! **Rounding.** None of these terms is longer than a few times `L = |c| + Σ |Eᵢ| + |r|` where it is used, each is made
//! by less than 40 rounded operations, and an error of `8u` of `n₀` and of the basis moves a height by that much of
//! `L`: `128u L` in all.

use alloc::vec::Vec;

use crate::math::{Each, Real, Vec3, Vector};

/// Roundings of the body's extent by which a bound may be too high.
const ROUNDING: f64 = 128.0;

/// An inscribed body of the difference, less the radii, in the frame of A, scaled.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Round {
    pub center: Vec3<f64>,
    pub images: Vec<[Vec3<f64>; 3]>,
    pub ball: f64,
    /// `L`.
    pub extent: f64,
}

/// The directions about a unit one up to an angle.
pub(super) struct Cap {
    pub middle: Vec3<f64>,
    /// Orthonormal, perpendicular to the middle; the last one is zero in the plane.
    pub basis: [Vec3<f64>; 2],
    pub sin: f64,
    pub cos: f64,
}

/// `value + slope·s + ½ sᵀ bend s − (1−κ) lean·s − Σ cubic[k]|s[k]| − loss`, with `bend` by its entries 00, 01 and 11.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub value: f64,
    pub slope: [f64; 2],
    pub bend: [f64; 3],
    pub lean: [f64; 2],
    pub cubic: [f64; 2],
    pub loss: f64,
}

impl Cap {
    /// The cap with its basis turned so that its first vector leads across the rings of a body.
    pub fn across(self, round: &Round) -> Self {
        let lean = Bound::of(round, &self).lean;
        self.turned(lean)
    }

    /// The cap with its basis turned so that its first vector leads along some parts of it; itself if they are zero.
    pub fn turned(self, [x, y]: [f64; 2]) -> Self {
        let length = (x * x + y * y).sqrt();
        if !(length > 0.0) {
            return self;
        }
        let (x, y, [e, f]) = (x / length, y / length, self.basis);
        Cap { basis: [e * x + f * y, f * x - e * y], ..self }
    }

    /// The direction beside the middle by parts along the basis.
    pub fn at(&self, [x, y]: [f64; 2]) -> Vec3<f64> {
        let kappa = (1.0 - x * x - y * y).max(0.0).sqrt();
        (self.middle * kappa + self.basis[0] * x + self.basis[1] * y).normalized()
    }
}

impl Bound {
    /// The bound of one body's support function on a cap.
    pub fn of(round: &Round, cap: &Cap) -> Self {
        let Cap { middle, basis, sin, cos } = cap;
        let level = round.center.dot(*middle);
        let lost = if level > 0.0 { level * sin * sin * sin * sin / (8.0 * cos * cos * cos) } else { 0.0 };
        let mut bound = Bound {
            value: level + round.ball,
            slope: basis.each(|e| round.center.dot(e)),
            bend: [-level, 0.0, -level],
            lean: [0.0; 2],
            cubic: [0.0; 2],
            loss: lost + ROUNDING * f64::UNIT * round.extent,
        };
        for image in &round.images {
            bound.add(image, cap);
        }
        bound
    }

    /// Adds `|Eᵀ n|`.
    fn add(&mut self, image: &[Vec3<f64>; 3], cap: &Cap) {
        let &Cap { middle, basis, sin, cos } = cap;
        let onto = |v: Vec3<f64>| image.each(|column| column.dot(v));
        let product = |x: [f64; 3], y: [f64; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
        let y = onto(middle);
        let square = product(y, y);
        let a = square.sqrt();
        if !(square > f64::SMALLEST) {
            return;
        }
        let sides = basis.each(onto);
        let l = sides.each(|side| product(side, y));
        let steep = (l[0] * l[0] + l[1] * l[1]).sqrt();
        // T − a².
        let t =
            [product(sides[0], sides[0]) - square, product(sides[0], sides[1]), product(sides[1], sides[1]) - square];
        let d = (t[0] * t[0] + 2.0 * t[1] * t[1] + t[2] * t[2]).sqrt() * sin * sin + 2.0 * (1.0 - cos) * steep * sin;
        let least = cos * a - steep * sin / a;
        self.value += a;
        self.slope = [0, 1].each(|i| self.slope[i] + l[i] / a);
        if least > 0.5 * a && d <= square {
            let q = 1.0 / (2.0 * a * (least + a) * (least + a));
            let of_delta = 2.0 * q * (1.0 + sin);
            let squares = [t[0] * t[0] + t[1] * t[1], t[1] * (t[0] + t[2]), t[1] * t[1] + t[2] * t[2]];
            let of_steep = 8.0 * q + of_delta * 4.0 * (1.0 - cos) * (1.0 - cos) / sin;
            let entry =
                |k: usize, i: usize, j: usize| t[k] / a - of_steep * l[i] * l[j] - of_delta * sin * sin * squares[k];
            self.bend[0] += entry(0, 0, 0);
            self.bend[1] += entry(1, 0, 1);
            self.bend[2] += entry(2, 1, 1);
            self.lean = [0, 1].each(|i| self.lean[i] + l[i] / a);
            self.cubic = [0, 1].each(|i| self.cubic[i] + 4.0 * q * d * l[i].abs());
        } else {
            self.bend[0] -= a;
            self.bend[2] -= a;
            self.loss += a * sin * sin * sin * sin / (8.0 * cos * cos * cos);
        }
    }

    /// The length of the slope.
    pub fn steepness(&self) -> f64 {
        (self.slope[0] * self.slope[0] + self.slope[1] * self.slope[1]).sqrt()
    }

    /// The bound on the half of a cap where `s₀` has a sign, without lean and cubic parts.
    pub fn on_half(&self, sign: f64, cap: &Cap) -> Self {
        let left = 1.0 - cap.cos;
        let taken = left * (sign * self.lean[0]).max(0.0) + self.cubic[0];
        let aside = (left * self.lean[1].abs() + self.cubic[1]) * cap.sin;
        let slope = [self.slope[0] - sign * taken, self.slope[1]];
        Bound { slope, loss: self.loss + aside, lean: [0.0; 2], cubic: [0.0; 2], ..*self }
    }

    /// The mean of two bounds, the first with a weight between 0 and 1.
    pub fn mean([one, two]: [&Self; 2], weight: f64) -> Self {
        let mix = |x: f64, y: f64| weight * x + (1.0 - weight) * y;
        let both = |x: [f64; 2], y: [f64; 2]| [mix(x[0], y[0]), mix(x[1], y[1])];
        Bound {
            value: mix(one.value, two.value),
            slope: both(one.slope, two.slope),
            bend: [0, 1, 2].each(|k| mix(one.bend[k], two.bend[k])),
            lean: both(one.lean, two.lean),
            cubic: both(one.cubic, two.cubic),
            loss: mix(one.loss, two.loss),
        }
    }

    /// The least that a bound leaves for the middle of a cap and all that is beside it along the second basis vector,
    /// less all that depends on that.
    pub fn least_along(&self, cap: &Cap) -> f64 {
        let aside = ((1.0 - cap.cos) * self.lean[1].abs() + self.cubic[1]) * cap.sin;
        self.value + least_of_part(self.bend[2], self.slope[1], cap.sin) - aside - self.loss
    }

    /// The least that a bound of a half leaves for the cap. With the eigenvalues `λ` of `bend` and the parts `g` of the
    /// slope along its eigenvectors each part is least at `−g/λ` or at the border of a square around the cap; if both
    /// are negative, the cap itself says more.
    pub fn least(&self, cap: &Cap) -> f64 {
        let ([p, q, r], [x, y], sin) = (self.bend, self.slope, cap.sin);
        let half = 0.5 * (p - r);
        let root = (half * half + q * q).sqrt();
        let mean = 0.5 * (p + r);
        let v = if half >= 0.0 { [half + root, q] } else { [q, root - half] };
        let length = (v[0] * v[0] + v[1] * v[1]).sqrt();
        let v = if length > 0.0 { [v[0] / length, v[1] / length] } else { [1.0, 0.0] };
        let steep = self.steepness();
        let [along, across] = [x * v[0] + y * v[1], y * v[0] - x * v[1]];
        let square = least_of_part(mean + root, along, sin) + least_of_part(mean - root, across, sin);
        let round = -steep * sin + 0.5 * (mean - root).min(0.0) * sin * sin;
        self.value + square.max(round) - self.loss
    }
}

/// The least of `slope x + ½ curve x²` for `|x| ≤ sin`.
fn least_of_part(curve: f64, slope: f64, sin: f64) -> f64 {
    let slope = slope.abs();
    if curve > 0.0 && slope <= curve * sin {
        -slope * slope / (2.0 * curve)
    } else {
        -slope * sin + 0.5 * curve * sin * sin
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::sin_cos;
    use crate::newton::tangents;
    use crate::random::Random;

    fn vector(random: &mut Random, size: f64) -> Vec3<f64> {
        Vec3::new(random.unit(), random.unit(), random.unit()) * size
    }

    /// Balls, discs, needles, ellipsoids, and sums of them.
    fn round(random: &mut Random) -> Round {
        let images: Vec<[Vec3<f64>; 3]> = (0..1 + random.below(2))
            .map(|_| {
                let thin = [1.0, 0.0, 1e-3][random.below(3) as usize];
                let [a, b] = [vector(random, 1.0), vector(random, 1.0)];
                [a, b, vector(random, thin)]
            })
            .collect();
        let length = |image: &[Vec3<f64>; 3]| image.iter().map(|column| column.norm_squared()).sum::<f64>().sqrt();
        let (center, ball) = (vector(random, 1.0), random.unit());
        let extent = center.norm() + ball.abs() + images.iter().map(length).sum::<f64>();
        Round { center, images, ball, extent }
    }

    fn height(round: &Round, n: Vec3<f64>) -> f64 {
        let image =
            |columns: &[Vec3<f64>; 3]| columns.iter().map(|column| column.dot(n) * column.dot(n)).sum::<f64>().sqrt();
        round.center.dot(n) + round.ball + round.images.iter().map(image).sum::<f64>()
    }

    fn cap(random: &mut Random, angle: f64) -> Cap {
        let middle = vector(random, 1.0).normalized();
        let (sin, cos) = sin_cos(angle);
        Cap { middle, basis: tangents(middle), sin, cos }
    }

    /// The direction at a place `s` of a cap.
    fn at(cap: &Cap, s: [f64; 2]) -> Vec3<f64> {
        let square = s[0] * s[0] + s[1] * s[1];
        cap.middle * (1.0 - square).max(0.0).sqrt() + cap.basis[0] * s[0] + cap.basis[1] * s[1]
    }

    #[test]
    fn no_height_on_a_half_of_a_cap_is_below_its_bound() {
        let mut random = Random(20_261_123);
        let mut nearest = f64::INFINITY;
        for k in 0..20_000 {
            let round = round(&mut random);
            let angle = 0.5 * 0.5f64.powi(k % 8);
            let cap = cap(&mut random, angle).across(&round);
            let whole = Bound::of(&round, &cap);
            for _ in 0..40 {
                let (turn, part) = (random.unit() * 3.2, random.unit().abs().sqrt() * cap.sin);
                let (y, x) = sin_cos(turn);
                let s = [x * part, y * part];
                let half = whole.on_half(1.0f64.copysign(s[0]), &cap);
                let quadratic = |i: usize, j: usize, e: usize| half.bend[e] * s[i] * s[j];
                let bend = 0.5 * (quadratic(0, 0, 0) + quadratic(1, 1, 2)) + quadratic(0, 1, 1);
                let bound = half.value + half.slope[0] * s[0] + half.slope[1] * s[1] + bend - half.loss;
                let above = height(&round, at(&cap, s)) - bound;
                assert!(above >= 0.0, "{round:?}, angle {angle}, at {s:?}: {above:e} below");
                assert!(half.least(&cap) <= bound + 1e-15 * round.extent, "{half:?}: least above {bound}");
                nearest = nearest.min(above / round.extent);
            }
        }
        assert!(nearest < 1e-11, "bounds are never nearer than {nearest:e}");
    }

    #[test]
    fn the_image_of_a_ball_under_the_identity_loses_nothing() {
        let images = alloc::vec![[Vec3::axis(0), Vec3::axis(1), Vec3::axis(2)]];
        let ball = Round { center: Vec3::ZERO, images, ball: 0.5, extent: 2.25 };
        let mut random = Random(7);
        for _ in 0..100 {
            let cap = cap(&mut random, 0.3);
            let least = Bound::of(&ball, &cap).on_half(1.0, &cap).least(&cap);
            // But for 128u times the extent, its height of 1.5.
            assert!((1.5 - 4e-14..=1.5).contains(&least), "{least}");
        }
    }
}
