//! The largest of a few quadratic models in the tangent plane of a direction, and its minimum within a trust region.
//!
//! For every set of at most D pieces the point that would be the minimum if the heights of just these were equal there
//! is computed from their linearised heights and the weighted Hessian (the Lagrangian's); the candidate at which the
//! largest of *all* models is least is the minimum. With four pieces these are at most fourteen candidates of a few
//! products each; most steps rest on the same pieces as the one before, and if all of these are needed and no other is
//! higher there, the others are not tried.

use super::{Evaluation, Lowest};
use crate::math::{Matrix, Real, Vector};

/// The height of one piece along `n + Bx`, normalised: `value + gradient·x + ½ xᵀ hessian x`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model<T> {
    value: T,
    gradient: [T; 2],
    hessian: [[T; 2]; 2],
}

/// The minimum, and the pieces whose heights are equal there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Minimum<T> {
    pub x: [T; 2],
    pub pieces: [usize; 3],
    pub count: usize,
}

impl<T: Real> Model<T> {
    pub const NOTHING: Self = Model { value: T::ZERO, gradient: [T::ZERO; 2], hessian: [[T::ZERO; 2]; 2] };

    /// The model of a patch around a direction whose height is known, or infinite.
    pub fn new<V: Vector<Scalar = T>>(patch: &Evaluation<V>, center: &Lowest<V>, basis: &[V; 2], bent: bool) -> Self {
        let n = center.normal;
        let turn = n - patch.direction;
        let moved = patch.curvature.apply(turn);
        let plane = n.dot(patch.vertex.w);
        let height = plane + T::HALF * turn.dot(moved);
        // A point that moves far, or rises above the body, has left its piece; its plane is still below the body's
        // height.
        let noise = T::from_f64(64.0) * T::UNIT;
        let lost = moved.norm_squared() > T::power_of_two(-4) || height > center.height + noise;
        let lost = lost || !bent && turn != V::ZERO;
        let (value, w) = if lost { (plane, patch.vertex.w) } else { (height, patch.vertex.w + moved) };
        let mut hessian = [[T::ZERO; 2]; 2];
        for j in 0..V::DIM - 1 {
            if !lost {
                let column = patch.curvature.apply(basis[j]);
                hessian[j] = [column.dot(basis[0]), column.dot(basis[1])];
            }
            hessian[j][j] -= value;
        }
        Model { value, gradient: [w.dot(basis[0]), w.dot(basis[1])], hessian }
    }

    /// The height at `x`.
    pub fn at(&self, x: [T; 2]) -> T {
        self.value + self.change(x)
    }

    fn change(&self, x: [T; 2]) -> T {
        dot(self.gradient, x) + T::HALF * dot(x, apply(&self.hessian, x))
    }

    /// This model weighted with others.
    fn mixed(models: &[&Self], weights: &[T]) -> Self {
        let mut sum = Self::NOTHING;
        for (model, &weight) in models.iter().zip(weights) {
            sum.value += weight * model.value;
            for i in 0..2 {
                sum.gradient[i] += weight * model.gradient[i];
                for j in 0..2 {
                    sum.hessian[i][j] += weight * model.hessian[i][j];
                }
            }
        }
        sum
    }
}

/// The minimum of the largest model over steps of at most `reach` in one or two dimensions; it is expected to rest on
/// the first few models.
pub(super) fn least<T: Real>(models: &[Model<T>], expected: usize, dimension: usize, reach: T) -> Option<Minimum<T>> {
    let top = models.iter().fold(-T::INFINITY, |top, model| top.max(model.value));
    // From the top, so that small steps are distinguished.
    let height = |model: &Model<T>, x: [T; 2]| (model.value - top) + model.change(x);
    if let Some(x) = optimal(&models[..expected.min(models.len())], dimension, reach) {
        let resting = models[..expected].iter().fold(-T::INFINITY, |h, model| h.max(height(model, x)));
        if models[expected..].iter().all(|model| height(model, x) <= resting) {
            return Some(Minimum { x, pieces: [0, 1, 2], count: expected });
        }
    }
    let mut best = None;
    let mut lowest = T::INFINITY;
    let mut offer = |x: Option<[T; 2]>, pieces: [usize; 3], count: usize| {
        let Some(x) = x else { return };
        let mut highest = -T::INFINITY;
        for model in models {
            highest = highest.max(height(model, x));
            if !(highest < lowest) {
                return;
            }
        }
        lowest = highest;
        best = Some(Minimum { x, pieces, count });
    };
    for (i, one) in models.iter().enumerate() {
        offer(Some(within(one, dimension, reach)), [i; 3], 1);
        for (j, two) in models.iter().enumerate().take(i) {
            offer(on_crease(one, two, dimension, reach), [i, j, j], 2);
            for (k, three) in models.iter().enumerate().take(if dimension == 2 { j } else { 0 }) {
                offer(at_corner(one, two, three, reach), [i, j, k], 3);
            }
        }
    }
    best
}

/// Where the largest of just these models is least, all of them being needed to hold it up there: their weights at the
/// minimum are positive.
fn optimal<T: Real>(models: &[Model<T>], dimension: usize, reach: T) -> Option<[T; 2]> {
    match models {
        [one] => Some(within(one, dimension, reach)),
        [one, two] => {
            let e = minus(one.gradient, two.gradient);
            let weight = dot(one.gradient, e) / dot(e, e);
            (weight > T::ZERO && weight < T::ONE).then(|| on_crease(one, two, dimension, reach)).flatten()
        }
        [one, two, three] if dimension == 2 => {
            let (e, f, g) = (minus(one.gradient, two.gradient), minus(one.gradient, three.gradient), one.gradient);
            let determinant = e[0] * f[1] - e[1] * f[0];
            let second = (g[0] * f[1] - g[1] * f[0]) / determinant;
            let third = (e[0] * g[1] - e[1] * g[0]) / determinant;
            let needed = second > T::ZERO && third > T::ZERO && second + third < T::ONE;
            needed.then(|| at_corner(one, two, three, reach)).flatten()
        }
        _ => None,
    }
}

/// The minimum of one model.
fn within<T: Real>(model: &Model<T>, dimension: usize, reach: T) -> [T; 2] {
    let [[a, b], [_, d]] = model.hessian;
    let g = model.gradient;
    if dimension == 1 {
        return [downhill(a, g[0], reach), T::ZERO];
    }
    let determinant = a * d - b * b;
    if a > T::ZERO && determinant > T::ZERO {
        let x = [(b * g[1] - d * g[0]) / determinant, (b * g[0] - a * g[1]) / determinant];
        if dot(x, x) <= reach * reach {
            return x;
        }
    }
    let half = T::HALF * (a - d);
    let root = (half * half + b * b).sqrt();
    let mean = T::HALF * (a + d);
    let (large, small) = (mean + root, mean - root);
    // The eigenvector of the large value, from the row that does not cancel; any if both are the same.
    let v = if half >= T::ZERO { [half + root, b] } else { [b, root - half] };
    let length = dot(v, v).sqrt();
    let v = if length > T::ZERO { [v[0] / length, v[1] / length] } else { [T::ONE, T::ZERO] };
    let u = [-v[1], v[0]];
    let (g_large, g_small) = (dot(g, v), dot(g, u));
    // Levenberg's shift makes both curvatures positive and the step as long as `reach`. From below, where either part
    // alone would be as long, Newton's steps on the inverse of the length rise towards it (Moré and Sorensen 1983);
    // three leave a thousandth.
    let mut shift = (g_large.abs() / reach - large).max(g_small.abs() / reach - small).max(T::ZERO);
    let mut found = [T::ZERO; 2];
    for _ in 0..3 {
        let part = |curvature: T, slope: T| if slope == T::ZERO { T::ZERO } else { -slope / (curvature + shift) };
        found = [part(large, g_large), part(small, g_small)];
        let squared = dot(found, found);
        if !(squared > reach * reach) {
            break;
        }
        let bent = found[0] * found[0] / (large + shift) + found[1] * found[1] / (small + shift);
        shift += squared / bent * (squared.sqrt() / reach - T::ONE);
    }
    let length = dot(found, found).sqrt();
    let fit = if length > reach { reach / length } else { T::ONE };
    [(v[0] * found[0] + u[0] * found[1]) * fit, (v[1] * found[0] + u[1] * found[1]) * fit]
}

/// The minimum of `slope x + ½ curvature x²` for `|x| ≤ reach`; stays where nothing but rounding leads away.
fn downhill<T: Real>(curvature: T, slope: T, reach: T) -> T {
    if curvature > T::ZERO && slope.abs() <= curvature * reach {
        -slope / curvature
    } else if slope.abs() <= T::from_f64(8.0) * T::UNIT {
        T::ZERO
    } else if slope > T::ZERO {
        -reach
    } else {
        reach
    }
}

/// The minimum where the heights of two models are equal.
fn on_crease<T: Real>(one: &Model<T>, two: &Model<T>, dimension: usize, reach: T) -> Option<[T; 2]> {
    let e = minus(one.gradient, two.gradient);
    let ee = dot(e, e);
    let share = (two.value - one.value) / ee;
    let along = [e[0] * share, e[1] * share];
    let left = reach * reach - dot(along, along);
    if !(left >= T::ZERO) {
        return None;
    }
    if dimension == 1 {
        return Some(along);
    }
    let weight = (dot(one.gradient, e) / ee).max(T::ZERO).min(T::ONE);
    let both = Model::mixed(&[one, two], &[T::ONE - weight, weight]);
    let length = ee.sqrt();
    let across = [-e[1] / length, e[0] / length];
    let slope = dot(across, both.gradient) + dot(across, apply(&both.hessian, along));
    let t = downhill(dot(across, apply(&both.hessian, across)), slope, left.sqrt());
    Some([along[0] + across[0] * t, along[1] + across[1] * t])
}

/// Where the heights of three models are equal.
fn at_corner<T: Real>(one: &Model<T>, two: &Model<T>, three: &Model<T>, reach: T) -> Option<[T; 2]> {
    let (e, f) = (minus(one.gradient, two.gradient), minus(one.gradient, three.gradient));
    let (rise_e, rise_f) = (two.value - one.value, three.value - one.value);
    let determinant = e[0] * f[1] - e[1] * f[0];
    let x = [(rise_e * f[1] - e[1] * rise_f) / determinant, (e[0] * rise_f - rise_e * f[0]) / determinant];
    (dot(x, x) <= reach * reach).then_some(x)
}

fn minus<T: Real>(x: [T; 2], y: [T; 2]) -> [T; 2] {
    [x[0] - y[0], x[1] - y[1]]
}

fn dot<T: Real>(x: [T; 2], y: [T; 2]) -> T {
    x[0] * y[0] + x[1] * y[1]
}

fn apply<T: Real>(columns: &[[T; 2]; 2], x: [T; 2]) -> [T; 2] {
    [columns[0][0] * x[0] + columns[1][0] * x[1], columns[0][1] * x[0] + columns[1][1] * x[1]]
}
