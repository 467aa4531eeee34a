//! How near two bodies come over a box of joint values: their gap along one axis with its gradient, less a bound of its
//! curvature.
//!
//! **Setting.** A frame F and a body are joined by joints `1 … m`, counted from F outwards, with axes `z_k` through
//! points `o_k`. `n` is a unit axis that is fixed in F. About a configuration `q0` every joint changes by `|δ_k| ≤
//! H_k`. What is bounded is the height `f_x(q) = n·x(q)` of the points `x` of the body.
//!
//! **Gradient.** At `q0`, `w_k(x) = ∂f/∂q_k = (n × z_k)·(x − o_k)` for a joint that turns, and `n·z_k` for one that
//! slides: affine in `x`.
//!
//! **Curvature.** By Taylor, in the convex box of `δ`, `|f_x(q) − n·x(q0) − Σ δ_k w_k(x)| ≤ c` for each `x` apart, with
//! the `c` of `bound/curvature.rs` and a ball about the core.
//!
//! **Bound.** Joints that follow one variable `v` by factors `m_k` add up before the modulus is taken: `|Σ δ_k w_k| ≤
//! Σ_v H_v |Σ_k m_k w_k|`. So no point is higher in all the box than `max_x [n·x + Σ_v H_v |w_v(x)|] + c`, a [`Top`].
//! Of two bodies, A below B along `n`, the tops of A along `n` and of B along `−n` bound the signed distance from
//! below, each side for itself: [`least`]. A radius swept about the core is added once and enters neither `w` nor `R`.
//!
//! **Half-spaces.** Where `g·δ ≤ r` is known besides, `Σ δ_v w_v ≤ Σ δ_v (w_v − g_v) + r`: so `g` is taken off the
//! gradient and `r` is added, once for both bodies. [`Shift`] is such a sum of half-spaces, its `g` divided among the
//! bodies by who has levers on the variable.
//!
//! **The maximum** is that of a convex function of `x`. Of a polytope it is attained at a vertex; of a curved core it
//! is the largest of the heights along `n + Σ_v ±H_v g_v`, `g_v` the gradient of `w_v`, over all choices of signs: a
//! support evaluation each.

use clearance::enclosure::{Axis, Ball, Height};
use clearance::{Hint, Pose3, Real, Shape3, Support, Vec3, Vector};

use super::curvature::Curvature;
use super::swing::Moving;

#[cfg(test)]
mod tests;

pub(crate) use super::corners::Corners;

/// A joint between the frame of the axis and a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lever {
    /// Where the joint is in the middle of the box. Its `speed` is `H_k`, the most by which its value differs from the
    /// one there.
    pub joint: Moving,
    /// Which variable it follows.
    pub variable: usize,
    /// Its factor; seen from the joint's other side the opposite one.
    pub factor: f64,
}

/// A body that joints move against the frame of an axis, at the middle of the box.
#[derive(Clone, Copy)]
pub(crate) struct MovedShape<'a> {
    pub shape: &'a Shape3<f64>,
    pub corners: &'a Corners,
    pub pose: &'a Pose3<f64>,
    /// The joints from the body to the frame.
    pub levers: &'a [Lever],
}

/// How far a body's points come, relative to the frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Spread {
    /// For each lever `R_k`.
    pub reaches: Vec<f64>,
    /// For each lever that turns `σ_k`; zero for those that slide.
    pub tilts: Vec<f64>,
    /// No point is farther from where it is in the middle: `Σ H_k R_k`.
    pub way: f64,
    /// `c`.
    pub curvature: f64,
}

impl Spread {
    /// One pass from the body to the frame.
    pub fn of(axis: &Axis<Vec3<f64>>, ball: &Ball<Vec3<f64>>, levers: &[Lever]) -> Self {
        let turning = levers.iter().filter(|lever| lever.joint.turns).map(|lever| lever.joint.speed).sum();
        let mut curvature = Curvature::new(axis, ball, 0.0, turning);
        let passed = levers.iter().map(|Lever { joint, .. }| curvature.pass(joint, [joint.speed, 0.0]));
        let (reaches, tilts) = passed.unzip();
        Spread { reaches, tilts, way: curvature.way(), curvature: curvature.bound() }
    }
}

/// What one variable does to the heights of a body's points, in the body's frame: `w(y) = slope·y − start`, times
/// `H_v`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HeightColumn {
    pub variable: usize,
    pub slope: Vec3<f64>,
    pub start: f64,
    /// The errors, for all points of the body.
    error: f64,
}

impl HeightColumn {
    /// The change of the height of a point of the body's frame, for the whole half width of the variable.
    pub fn at(&self, y: Vec3<f64>) -> f64 {
        self.slope.dot(y) - self.start
    }
}

/// What half-spaces say of a cell: with `|t_v| ≤ 1` for `δ_v = H_v t_v`, no `Σ scaled_v t_v` of its part in them is
/// above `most`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shift {
    /// For each variable of the pair what is taken off.
    pub scaled: Vec<f64>,
    pub most: f64,
}

impl Shift {
    /// What each body takes off its gradient: the second one for the variables that only it has levers on, the first
    /// one all others.
    pub fn divided(&self, levers: [&[Lever]; 2]) -> [Vec<f64>; 2] {
        let moves = |body: usize, v: usize| levers[body].iter().any(|lever| lever.variable == v);
        let is_second = |v: usize| moves(1, v) && !moves(0, v);
        [false, true].map(|second| {
            let own = |(v, &scaled): (usize, &f64)| if is_second(v) == second { scaled } else { 0.0 };
            self.scaled.iter().enumerate().map(own).collect()
        })
    }
}

/// How high a body comes along an axis in a box of joint values, beyond the origin of its pose, without the curvature.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Top {
    pub value: f64,
    pub error: f64,
    /// The point of the core that comes highest, in the body's frame.
    pub point: Vec3<f64>,
    pub columns: Vec<HeightColumn>,
}

/// The columns of a body's levers, in the body's frame, scaled by the half widths of the variables.
///
/// With `D = |o − t| + |anchor| + reach` at least `|x − o|`: the cross product has the errors of `n` and `z` and
/// `4u`; its image in the body's frame by `ρ` of the pose and `6u`; the products with the point, its anchor and the
/// joint's place by `4u` each, sums over `m` levers by `mu`; all of it times `D`. The points themselves have errors of
/// the pose's `τ`, the joint's own error and the `e` of the shape's support points. Of a factor that is not 1, `2⁻⁴⁰`
/// is left to products of several. A slide's `n·z` has the errors of both and `4u`. With `2⁻¹⁰` of it for terms of
/// second order.
fn columns(branch: &MovedShape, axis: &Axis<Vec3<f64>>, halves: &[f64]) -> Vec<HeightColumn> {
    let (outline, pose) = (branch.shape.outline(), branch.pose);
    let size = outline.anchor.norm() + outline.reach;
    let sums = (branch.levers.len() as f64 + 32.0) * f64::UNIT;
    let mut columns: Vec<HeightColumn> = Vec::with_capacity(branch.levers.len());
    for lever in branch.levers {
        let (joint, half) = (&lever.joint, halves[lever.variable]);
        if half == 0.0 {
            continue;
        }
        let factor = lever.factor * half;
        let askew =
            axis.error + joint.axis_error + if lever.factor.abs() == 1.0 { 0.0 } else { 1.0 / (1u64 << 40) as f64 };
        let (slope, start, error) = if joint.turns {
            let across = axis.direction.cross(joint.axis) * factor;
            let arm = joint.origin - pose.translation();
            let far = (arm.norm() + size) * (1.0 + 8.0 * f64::UNIT);
            let off = (askew + pose.rotation_error() + sums) * far;
            (across, across.dot(arm), off + pose.translation_error() + joint.origin_error + outline.error)
        } else {
            (Vec3::ZERO, -(axis.direction.dot(joint.axis) * factor), askew + sums)
        };
        let error = error * factor.abs() * (1.0 + 1.0 / 1024.0) + f64::SMALLEST;
        match columns.iter_mut().find(|column| column.variable == lever.variable) {
            Some(column) => {
                column.slope += slope;
                column.start += start;
                column.error += error;
            }
            None => columns.push(HeightColumn { variable: lever.variable, slope, start, error }),
        }
    }
    columns.iter_mut().for_each(|column| column.slope = pose.vector_back(column.slope));
    columns
}

/// Takes a shift off columns; each sum rounds by `u` of itself.
fn shifted(columns: &mut Vec<HeightColumn>, shift: &[f64]) {
    for (variable, &off) in shift.iter().enumerate().filter(|(_, off)| **off != 0.0) {
        match columns.iter_mut().find(|column| column.variable == variable) {
            Some(column) => column.start += off,
            None => columns.push(HeightColumn { variable, slope: Vec3::ZERO, start: off, error: 0.0 }),
        }
    }
}

/// How many columns' signs are tried of a curved core: 2⁸ support evaluations. The others count as if the whole ball
/// about the core moved as its worst point.
const MOST_SIGNS: usize = 8;

impl Top {
    /// The top of a body. `halves` are the half widths `H_v` of the box; `shift` is what is taken off the changes by
    /// the variables, for their whole half widths; the search of the support point starts at the hint.
    ///
    /// The height along the axis alone has the errors that [`Height`] says. The columns add their errors, and roundings
    /// of the sums: of at most `columns + 2` terms, each no larger than the reach of the core from its frame and what
    /// the columns can add to it.
    pub fn of(branch: &MovedShape, axis: &Axis<Vec3<f64>>, halves: &[f64], shift: &[f64], mut hint: Hint) -> Self {
        let own = axis.in_frame(branch.pose);
        let height = Height::of(branch.shape, &own, &mut hint);
        let outline = branch.shape.outline();
        let mut columns = columns(branch, axis, halves);
        shifted(&mut columns, shift);
        let size = outline.anchor.norm() + outline.reach + outline.radius;
        let moved: f64 = columns.iter().map(|column| column.slope.norm() * size + column.start.abs()).sum();
        let sums = (columns.len() as f64 + 5.0) * f64::UNIT * (size + moved);
        let off: f64 = columns.iter().map(|column| column.error).sum();
        let (value, point) = if columns.is_empty() {
            (height.value, outline.anchor + height.point)
        } else if let Some((value, point)) = branch.corners.highest(outline.anchor, own.direction, &columns) {
            (value + outline.radius, point)
        } else {
            highest_of_curved(branch.shape, own.direction, &columns, hint)
        };
        Top { value, error: (height.error + off + sums) * (1.0 + 1.0 / 1024.0), point, columns }
    }

    /// The top of a halfspace along its own normal: its offset, known to `5u`.
    pub fn of_halfspace(offset: f64) -> Self {
        Top { value: offset, error: 6.0 * f64::UNIT * offset.abs(), point: Vec3::ZERO, columns: Vec::new() }
    }
}

/// The greatest of `n·y + Σ |w_v(y)|` over a curved core with its radius, and where.
fn highest_of_curved(shape: &Shape3<f64>, n: Vec3<f64>, columns: &[HeightColumn], mut hint: Hint) -> (f64, Vec3<f64>) {
    let (outline, ball) = (shape.outline(), Ball::around(shape));
    let slides = columns.iter().filter(|column| column.slope == Vec3::ZERO);
    let mut rest: f64 = slides.map(|column| column.start.abs()).sum();
    let turns: Vec<&HeightColumn> = columns.iter().filter(|column| column.slope != Vec3::ZERO).collect();
    let (tried, others) = turns.split_at(turns.len().min(MOST_SIGNS));
    rest += others.iter().map(|column| column.at(ball.center).abs() + column.slope.norm() * ball.radius).sum::<f64>();
    let mut best = (f64::NEG_INFINITY, Vec3::ZERO);
    for signs in 0..1u32 << tried.len() {
        let (mut direction, mut start) = (n, 0.0);
        for (i, column) in tried.iter().enumerate() {
            let sign = if signs >> i & 1 == 0 { 1.0 } else { -1.0 };
            direction += column.slope * sign;
            start += column.start * sign;
        }
        let (point, near) = shape.support_from(direction, hint);
        hint = near;
        let value = (direction.dot(outline.anchor) + direction.dot(point)) - start;
        if value > best.0 {
            best = (value, outline.anchor + point);
        }
    }
    (best.0 + rest + outline.radius, best.1)
}

/// A lower bound of the signed distance of two bodies in all the box: their gap along the axis, from the first to the
/// second, with both tops and what their paths curve.
///
/// The axis of the second top is the opposite one. The [rise](Axis::rise) of the origins has its error; the four sums
/// round by `u` of their results each.
pub(crate) fn least(axis: &Axis<Vec3<f64>>, poses: [&Pose3<f64>; 2], tops: [&Top; 2], curvature: f64) -> f64 {
    let (rise, off) = axis.rise(poses[0], poses[1]);
    let [a, b] = tops;
    let rounded = 8.0 * f64::UNIT * (rise.abs() + a.value.abs() + b.value.abs() + curvature);
    let error = (off + a.error + b.error + rounded) * (1.0 + 1.0 / 1024.0) + f64::SMALLEST;
    (((rise - a.value) - b.value) - curvature) - error
}
