//! How high a body comes along one axis over a box of joint values, by control points: signs are kept, and what paths
//! curve is not bounded apart.
//!
//! **Setting.** As in `bound/height`: joints `1 … m` between a frame F and a body, counted from F outwards, with axes
//! `z_k` through `o_k` in the middle of the box. Joint k moves all that is beyond it by `E_k(δ_k)`, a turn about its
//! axis or a slide along it, `|δ_k| ≤ h_k`, so a point `x` of the body comes to `E_1(δ_1) ⋯ E_m(δ_m) x`.
//!
//! **One joint.** With `s = tan(δ/2)`, `(1 + s²) E(δ) x` is quadratic in `s`: for `h < π/2` the arc is a rational
//! Bézier curve of degree two with positive weights, and in the hull of its control points (G. Farin 2002, "Curves and
//! Surfaces for CAGD"). These are `E(−h) x`, `E(h) x` and the image of `x` under `M`, which scales what is across the
//! axis by `1/cos h`. A slide is a segment between `E(−h) x` and `E(h) x`. The weights do not depend on `x`.
//!
//! **A chain.** So `x` stays in the hull of its images by all products of control maps, one for each joint, and no
//! point of the body is higher along `n` than `max over products P of max over x of n·P x`: a support evaluation of the
//! core for each product. A radius swept about the core is added once, since the core moves rigidly.
//!
//! **The walk.** `n·C_1 ⋯ C_k y` is `p·y + d`, a [`Plane`], so a map costs a few products. Depth first from F, a
//! product is left where a ball about the images `y` by what is beyond comes no higher than a point that was found. The
//! control points of a ball `(c, ρ)` at the distance `r` from the axis are in a ball about `c` with what is across
//! scaled by `cos h`, of radius `r sin h max(1, tan h) + ρ/cos h`: the first two are `r sin h` from its center, the
//! third is `r (1/cos h − cos h)`.
//!
//! **Errors.** The maps of computed numbers are evaluated. With `G = Π 1/cos h_k` no plane is steeper than `G`, `L_k`
//! is the distance from `o_k` to the farthest image, and `S` that from the origin of the body's pose.
//! - A map is `y + (a − 1)(I − zzᵀ)(y − o) + b z × (y − o)` with `|a − 1| ≤ g = 1/cos h − 1` and `|b| ≤ sin h`, so an
//!   axis that errs by `ζ` and an origin that errs by `ω` move an image by `(2g + sin h) ζL + (g + sin h) ω` at most;
//!   the axis of a slide by `hζ`.
//! - `1/cos h` is rounded up, which makes the hull larger. Sine and cosine err by `2.3u`; with the products and sums of
//!   a map, each image errs by `32u` of `L`, and a plane's `d` by `32u` and `4u` for each joint of `S`.
//! - The body's own pose errs by its `τ + ρ|x|` before all maps, the axis by `ν` after all.

use clearance::enclosure::{Axis, Ball};
use clearance::math::sin_cos;
use clearance::{Hint, Pose3, Real, Shape3, Support, Vec3, Vector};

use super::height::Lever;

#[cfg(test)]
mod tests;

/// The greatest half width of a joint that turns: the control points are twice as far out as the arc. A wider box is
/// cut first.
const WIDEST: f64 = 1.0;

/// The steepest plane, `G`: beyond it the hull holds far more than the paths, and a part in 2³⁰ does not cover its
/// rounding.
const STEEPEST: f64 = 1024.0;

/// The longest chain, so that a part in 2³⁰ covers the sums of its roundings.
const LONGEST: usize = 64;

/// What balls are widened by, so that no rounding of planes and of balls leaves a product that counts.
const SLACK: f64 = 1.0 / (1u64 << 30) as f64;

/// A joint, relative to the origin of the body's pose.
#[derive(Clone, Copy, Debug)]
struct VolumeJoint {
    axis: Vec3<f64>,
    origin: Vec3<f64>,
    motion: Motion,
    /// Around all images by the joints beyond.
    ball: Ball<Vec3<f64>>,
}

#[derive(Clone, Copy, Debug)]
enum Motion {
    /// A turn by at most a half width with this sine and cosine; `apex` is `1/cos h`, rounded up.
    Turn { sine: f64, cosine: f64, apex: f64 },
    /// A slide by at most this.
    Slide { half: f64 },
}

/// A control map of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Control {
    #[default]
    Apex,
    Low,
    High,
}

/// The height `p·y + d` of a point.
#[derive(Clone, Copy, Debug)]
struct Plane {
    slope: Vec3<f64>,
    offset: f64,
}

/// The control volume of a body over a box of joint values.
pub(crate) struct ControlVolume<'a> {
    shape: &'a Shape3<f64>,
    pose: &'a Pose3<f64>,
    /// Ordered from the frame to the body.
    joints: Vec<VolumeJoint>,
    /// `S`, and the error of every height but for that of the axis.
    size: f64,
    error: f64,
}

/// The highest point of a control volume along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Peak {
    /// Its height above the origin of the body's pose, or `least` where all are lower.
    pub value: f64,
    /// No point is higher than `value + error`.
    pub error: f64,
    /// The control point of the core, in the frame in which the pose is given; `None` if all are below `least`.
    pub point: Option<Vec3<f64>>,
}

impl<'a> ControlVolume<'a> {
    /// The volume of a body at its pose, with a ball about it, by the joints from the body to the frame; `None` if a
    /// joint turns too far.
    pub fn new(
        shape: &'a Shape3<f64>,
        pose: &'a Pose3<f64>,
        around: &Ball<Vec3<f64>>,
        levers: &[Lever],
    ) -> Option<Self> {
        let (outline, count) = (shape.outline(), levers.len() as f64);
        let own = outline.anchor.norm() + outline.reach;
        let radius = (around.radius - outline.radius).max(0.0) * (1.0 + SLACK);
        let mut ball = Ball { center: around.center - pose.translation(), radius };
        let mut error = outline.error + (pose.rotation_error() + 32.0 * f64::UNIT) * own + pose.translation_error();
        let (mut joints, mut steepest) = (Vec::with_capacity(levers.len()), 1.0);
        let mut size = ball.center.norm() + ball.radius;
        for lever in levers.iter().filter(|lever| lever.joint.speed > 0.0) {
            let (moving, half) = (&lever.joint, lever.joint.speed);
            let origin = moving.origin - pose.translation();
            let joint = |motion| VolumeJoint { axis: moving.axis, origin, motion, ball };
            let reach = (ball.center - origin).norm() + ball.radius;
            let next = if moving.turns {
                if half > WIDEST {
                    return None;
                }
                let (sine, cosine) = sin_cos(half);
                // The cosine errs by less than 2.3u and is above 0.54; the quotient rounds by u.
                let apex = (1.0 / cosine) * (1.0 + 8.0 * f64::UNIT);
                steepest *= apex;
                let grown = apex - 1.0;
                error += (2.0 * grown + sine) * moving.axis_error * reach + (grown + sine) * moving.origin_error;
                error += 32.0 * f64::UNIT * reach;
                joint(Motion::Turn { sine, cosine, apex })
            } else {
                error += half * (moving.axis_error + 8.0 * f64::UNIT);
                joint(Motion::Slide { half })
            };
            joints.push(next);
            size = size.max(origin.norm());
            ball = next.images(size);
            size = size.max(ball.center.norm() + ball.radius);
        }
        error = steepest * (error + count * (32.0 + 4.0 * count) * f64::UNIT * size) + 8.0 * f64::UNIT * outline.radius;
        joints.reverse();
        (steepest <= STEEPEST && joints.len() <= LONGEST).then_some(ControlVolume { shape, pose, joints, size, error })
    }

    /// The radius about the core.
    pub fn radius(&self) -> f64 {
        self.shape.outline().radius
    }

    /// How many joints move.
    pub fn joint_count(&self) -> usize {
        self.joints.len()
    }

    /// The error of heights along an axis.
    pub fn error_along(&self, axis: &Axis<Vec3<f64>>) -> f64 {
        (self.error + (axis.error + 8.0 * f64::UNIT) * self.size) * (1.0 + 1.0 / 1024.0) + f64::SMALLEST
    }

    /// The highest point along an axis of the frame in which the pose is given; nothing below `least` is sought.
    pub fn peak(&self, axis: &Axis<Vec3<f64>>, least: f64) -> Peak {
        let radius = self.radius();
        let mut walk = Walk { best: least - radius, vertex: None, path: [Control::Apex; LONGEST], hint: Hint::NONE };
        self.descend(0, Plane { slope: axis.direction, offset: 0.0 }, &mut [Control::Apex; LONGEST], &mut walk);
        let point = walk.vertex.map(|vertex| self.image(vertex, &walk.path));
        Peak { value: walk.best + radius, error: self.error_along(axis), point }
    }

    /// The products of the maps from joint `k` on, for the plane that those before leave.
    fn descend(&self, k: usize, plane: Plane, path: &mut [Control; LONGEST], walk: &mut Walk) {
        let Some(joint) = self.joints.get(k) else { return self.support(plane, path, walk) };
        match joint.motion {
            Motion::Slide { half } => {
                let along = half * plane.slope.dot(joint.axis);
                path[k] = if along < 0.0 { Control::Low } else { Control::High };
                let moved = Plane { offset: plane.offset + along.abs(), ..plane };
                if !(moved.above(&joint.ball, self.size) <= walk.best) {
                    self.descend(k + 1, moved, path, walk);
                }
            }
            Motion::Turn { sine, cosine, apex } => {
                let mut images = plane.turned(joint, [sine, cosine, apex]).map(|(control, plane)| {
                    let above = plane.above(&joint.ball, self.size);
                    (above, control, plane)
                });
                images.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
                for (above, control, plane) in images {
                    if !(above <= walk.best) {
                        path[k] = control;
                        self.descend(k + 1, plane, path, walk);
                    }
                }
            }
        }
    }

    /// The end of a product: the core's support point.
    fn support(&self, plane: Plane, path: &[Control; LONGEST], walk: &mut Walk) {
        let (own, anchor) = (self.pose.vector_back(plane.slope), self.shape.outline().anchor);
        let (point, near) = self.shape.support_from(own, walk.hint);
        walk.hint = near;
        let height = (own.dot(anchor) + own.dot(point)) + plane.offset;
        if !(height <= walk.best) {
            (walk.best, walk.vertex, walk.path) = (height, Some(anchor + point), *path);
        }
    }

    /// The image of a point of the core by a product.
    fn image(&self, vertex: Vec3<f64>, path: &[Control; LONGEST]) -> Vec3<f64> {
        let own = self.pose.vector(vertex);
        let moved =
            self.joints.iter().zip(path).rev().fold(own, |point, (joint, &control)| joint.image(point, control));
        moved + self.pose.translation()
    }
}

/// The search of the highest control point.
struct Walk {
    best: f64,
    /// In the frame of the body.
    vertex: Option<Vec3<f64>>,
    path: [Control; LONGEST],
    hint: Hint,
}

impl VolumeJoint {
    /// A ball about the control points of its own ball. It is widened by what coordinates of the given size round.
    fn images(&self, size: f64) -> Ball<Vec3<f64>> {
        let Ball { center, radius } = self.ball;
        let (center, radius) = match self.motion {
            Motion::Slide { half } => (center, radius + half),
            Motion::Turn { sine, cosine, apex } => {
                let arm = center - self.origin;
                let along = self.axis * self.axis.dot(arm);
                let across = arm - along;
                let farthest = across.norm() * sine * (sine * apex).max(1.0);
                (self.origin + along + across * cosine, farthest + radius * apex)
            }
        };
        Ball { center, radius: radius * (1.0 + SLACK) + SLACK * size }
    }

    fn image(&self, point: Vec3<f64>, control: Control) -> Vec3<f64> {
        let sign = match control {
            Control::Low => -1.0,
            Control::High => 1.0,
            Control::Apex => 0.0,
        };
        match self.motion {
            Motion::Slide { half } => point + self.axis * (sign * half),
            Motion::Turn { sine, cosine, apex } => {
                let arm = point - self.origin;
                let along = self.axis * self.axis.dot(arm);
                let scale = if control == Control::Apex { apex } else { cosine };
                self.origin + along + (arm - along) * scale + self.axis.cross(arm) * (sign * sine)
            }
        }
    }
}

impl Plane {
    /// The planes before the control maps of a turn: `p·C y + d` for each.
    fn turned(&self, joint: &VolumeJoint, [sine, cosine, apex]: [f64; 3]) -> [(Control, Plane); 3] {
        let along = joint.axis * joint.axis.dot(self.slope);
        let across = self.slope - along;
        let aside = self.slope.cross(joint.axis) * sine;
        let turned = across * cosine + along;
        let plane = |slope: Vec3<f64>| Plane { slope, offset: self.offset + (self.slope - slope).dot(joint.origin) };
        [
            (Control::Apex, plane(across * apex + along)),
            (Control::Low, plane(turned - aside)),
            (Control::High, plane(turned + aside)),
        ]
    }

    /// No point of a ball is higher.
    fn above(&self, ball: &Ball<Vec3<f64>>, size: f64) -> f64 {
        self.slope.dot(ball.center) + self.offset + self.slope.norm() * (ball.radius + SLACK * size)
    }
}
