//! A lower bound of a support function about a kink, where two inscribed bodies reach equally far.
//!
//! Twins are often equally deep along a ring of kinks: the normals of a cone's side, of a cylinder's. Away from it the
//! larger of both heights rises, but each mean of them sinks as a cosine does, in the second order. So the cap is moved
//! until its middle is on the kink, its first basis vector is turned across, and each side of the kink gets its own
//! mean.
//!
//! Let `x = s₀`, `y = s₁`, let `fᵢ` be the bounds of [`cap`](super::cap), and `f = w f₁ + (1−w) f₂` the mean whose
//! slope across the kink is zero up to rounding.
//!
//! * With weights `w ± p`, `p ≤ min(w, 1−w)`, of the sign of `q` at each `s`: `h ≥ f + p|q| − pΘ`, where `q` is the
//!   quadratic part of `f₁ − f₂` and `Θ` bounds all the rest of it.
//! * `q = d(x + ε)`, `d` the difference of the slopes and `|ε| ≤ E`. So for `X = q/d`: `|x| ≤ |X| + E`, `|X| ≤ σ + E`.
//! * Across, `f` sinks by at most `λ|x| + ½β x²`, `λ = |slope₀| + |bend₀₁|σ + (1−κ₀)|lean₀| + cubic₀` and `β =
//!   max(−bend₀₀, 0)`. That is no more than `(λ + ½β(σ + 3E))|X| + (λ + ½βE)E`, and `p|q|` makes up for the part with
//!   `|X|`, `p = (λ + ½β(σ + 3E))/d`.
//!
//! What is left is of the fourth order in `σ` if heights along the kink are.
//!
//! **A strip.** Another body may reach farther than both on a strip along the kink, as the middle one does where the
//! kinks of A and of B nearly coincide. What `f` lacks of a level is `(min(w, 1−w) − p)|q|` from some `|X|` on; on the
//! strip before it the other body's bound is taken, which sinks across by at most `λξ + ½βξ²`, `ξ = |X| + E`.

use super::cap::{Bound, Cap};
use crate::math::{Each, Real};

/// Where in a cap two bodies are equally high, or one is lowest along its slope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Which of the bodies; twice the same for one.
    pub bodies: [usize; 2],
    /// Along the cap's basis.
    pub aside: [f64; 2],
    value: f64,
}

impl Place {
    /// The highest place in a cap about which a body, or two, can prove more.
    pub fn highest(bounds: &[Bound], cap: &Cap) -> Option<Self> {
        let mut best: Option<Self> = None;
        let mut offer = |place: Option<Self>| {
            if let Some(place) = place.filter(|place| best.is_none_or(|best| place.value > best.value)) {
                best = Some(place);
            }
        };
        for (i, one) in bounds.iter().enumerate() {
            offer(lowest(one, cap).map(|(aside, value)| Place { bodies: [i, i], aside, value }));
            for (j, two) in bounds.iter().enumerate().take(i) {
                offer(crossing(one, two, cap).map(|(aside, value)| Place { bodies: [i, j], aside, value }));
            }
        }
        best
    }
}

/// Where a bound is lowest along its slope, `g`: at `−g/b`, with the bend `b` there.
fn lowest(bound: &Bound, cap: &Cap) -> Option<([f64; 2], f64)> {
    let g = bound.steepness();
    let e = bound.slope.each(|part| part / g);
    let b = along(&bound.bend, e);
    let y = -g / b;
    (b > 0.0 && -y <= cap.sin).then_some((e.each(|part| part * y), bound.value + 0.5 * g * y))
}

/// Where two bounds cross along the difference of their slopes, of length `d`: with `Δ` and `c` the differences of the
/// values and of the bends there, one step of Newton's rule from `−Δ/d`. Nowhere if their mean, level there with the
/// weight `−(g + y b)/(d + y c)`, sinks by more than it can be made up for.
fn crossing(one: &Bound, two: &Bound, cap: &Cap) -> Option<([f64; 2], f64)> {
    let d = [0, 1].each(|i| one.slope[i] - two.slope[i]);
    let length = Real::sqrt(d[0] * d[0] + d[1] * d[1]);
    let e = d.each(|part| part / length);
    let b = along(&two.bend, e);
    let c = along(&one.bend, e) - b;
    let start = (two.value - one.value) / length;
    let y = start - 0.5 * c * start * start / (length + c * start);
    let g = two.slope[0] * e[0] + two.slope[1] * e[1];
    let weight = -(g + y * b) / (length + y * c);
    let steep = length * weight.min(1.0 - weight);
    (steep > (-b).max(0.0) * cap.sin && y.abs() <= cap.sin)
        .then_some((e.each(|part| part * y), two.value + g * y + 0.5 * b * y * y))
}

fn along(bend: &[f64; 3], e: [f64; 2]) -> f64 {
    bend[0] * e[0] * e[0] + 2.0 * bend[1] * e[0] * e[1] + bend[2] * e[1] * e[1]
}

/// The least height on a cap about a kink of the first two bounds, whose slopes differ along the first basis vector; at
/// most `level` where that needs the others.
pub(super) fn least([one, two]: [&Bound; 2], others: &[Bound], cap: &Cap, level: f64) -> f64 {
    let sin = cap.sin;
    let d = one.slope[0] - two.slope[0];
    let w = -two.slope[0] / d;
    let most = w.min(1.0 - w);
    let mean = Bound::mean([one, two], w);
    let [apart, rest] = differences(one, two, cap);
    let e = apart / d;
    let Sinking { linear, quadratic } = Sinking::of(&mean, cap);
    let p = (linear + quadratic * (sin + 3.0 * e)) / d;
    if !(p <= most) {
        return -f64::INFINITY;
    }
    let found = mean.least_along(cap) - (linear + quadratic * e) * e - p * rest;
    if found >= level {
        return found;
    }
    let strip = (level - found) / ((most - p) * d) + e;
    let inside = |bound: &Bound| {
        let Sinking { linear, quadratic } = Sinking::of(bound, cap);
        bound.least_along(cap) - (linear + quadratic * strip) * strip
    };
    found.max(others.iter().map(inside).fold(-f64::INFINITY, f64::max).min(level))
}

/// `dE` and `Θ` of two bounds.
fn differences(one: &Bound, two: &Bound, cap: &Cap) -> [f64; 2] {
    let Cap { sin, cos, .. } = *cap;
    let [p, q, r] = [0, 1, 2].each(|k| (one.bend[k] - two.bend[k]).abs());
    let apart =
        (one.value - two.value).abs() + (one.slope[1] - two.slope[1]).abs() * sin + 0.5 * (p.max(r) + q) * sin * sin;
    let rest = (0..2).fold((one.loss - two.loss).abs(), |rest, i| {
        let lean = (1.0 - cos) * (one.lean[i] - two.lean[i]).abs();
        rest + (lean + (one.cubic[i] - two.cubic[i]).abs()) * sin
    });
    [apart, rest]
}

/// `λ` and `½β`.
struct Sinking {
    linear: f64,
    quadratic: f64,
}

impl Sinking {
    fn of(bound: &Bound, cap: &Cap) -> Self {
        let steep = bound.slope[0].abs() + bound.bend[1].abs() * cap.sin;
        let linear = steep + (1.0 - cap.cos) * bound.lean[0].abs() + bound.cubic[0];
        Sinking { linear, quadratic: 0.5 * (-bound.bend[0]).max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epa::cap::Round;
    use crate::math::{Vec3, Vector, sin_cos};
    use crate::newton::tangents;
    use crate::random::Random;

    fn vector(random: &mut Random, size: f64) -> Vec3<f64> {
        Vec3::new(random.unit(), random.unit(), random.unit()) * size
    }

    fn height(round: &Round, n: Vec3<f64>) -> f64 {
        let length = |image: &[Vec3<f64>; 3]| image.iter().map(|column| column.dot(n).powi(2)).sum::<f64>().sqrt();
        round.center.dot(n) + round.ball + round.images.iter().map(length).sum::<f64>()
    }

    /// An ellipsoid or a disc that reaches up to 1 along a direction.
    fn round(random: &mut Random, n: Vec3<f64>) -> Round {
        let thin = [1.0, 0.0][random.below(2) as usize];
        let image = [vector(random, 0.5), vector(random, 0.5), vector(random, thin)];
        let mut round = Round { center: vector(random, 1.0), images: alloc::vec![image], ball: 0.0, extent: 4.0 };
        round.center += n * (1.0 - height(&round, n));
        round
    }

    #[test]
    fn no_height_about_a_kink_is_below_its_bound() {
        let mut random = Random(20_261_125);
        let (mut said, mut by_strip, mut nearest) = (0, 0, f64::INFINITY);
        for k in 0..20_000 {
            let middle = vector(&mut random, 1.0).normalized();
            let [one, two, mut three] = [0; 3].map(|_| round(&mut random, middle));
            // The third one reaches farther by as little as the cap is wide.
            let angle = 0.1 * 0.5f64.powi(k % 12);
            three.center += middle * (angle * angle * random.unit());
            let (sin, cos) = sin_cos(angle);
            let cap = Cap { middle, basis: tangents(middle), sin, cos };
            let slopes = [&one, &two].map(|round| Bound::of(round, &cap).slope);
            let cap = cap.turned([0, 1].map(|i| slopes[0][i] - slopes[1][i]));
            let [first, second, third] = [&one, &two, &three].map(|round| Bound::of(round, &cap));
            let alone = least([&first, &second], &[], &cap, 1.0);
            let bound = least([&first, &second], &[third], &cap, 1.0);
            said += u32::from(alone.is_finite());
            by_strip += u32::from(bound > alone);
            for _ in 0..40 {
                let (turn, part) = (random.unit() * 3.2, random.unit().abs().sqrt() * cap.sin);
                let (y, x) = sin_cos(turn);
                // As often near the kink as anywhere.
                let across = [1.0, 1e-2, 1e-4][random.below(3) as usize];
                let n = cap.at([x * part * across, y * part]);
                let of_both = height(&one, n).max(height(&two, n));
                assert!(of_both >= alone, "{one:?} {two:?}, angle {angle}: {:e} below", alone - of_both);
                let most = of_both.max(height(&three, n));
                assert!(most >= bound, "{one:?} {two:?} {three:?}, angle {angle}: {:e} below", bound - most);
                nearest = nearest.min(most - bound);
            }
        }
        assert!(said > 2_000 && by_strip > 50, "{said} bounds, {by_strip} by a strip");
        assert!(nearest < 1e-8, "bounds are never nearer than {nearest:e}");
    }
}
