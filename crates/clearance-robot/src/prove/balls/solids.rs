//! Distances of points from bodies of the world, for eight points at once.
//!
//! Boxes, balls, capsules, cylinders and halfspaces are what they are, so a ball that is nearer than its radius is in
//! contact. A box about any other body replaces it: what is apart from the box is apart from the body.
//!
//! **Errors** (`u = 2⁻²⁴`). A point `c` in the body's frame is `Rᵀ(c − o)`: `o` rounds by `u|o|`, the difference by
//! `u|c − o|`, the matrix by `2u` and the product by `6u`; what is beyond a face, or from an axis, rounds by a few
//! units of itself and of the body's size. With the reach `L` of the robot, `|c − o| ≤ L + |o|`, all of it is below
//! `16u (L + 2|o| + size)`.

use clearance::math::Matrix;
use clearance::{Pose3, Shape3, SupportExt, Vec3, Vector};

use crate::cell::balls::cover::shape_box;
use crate::cell::balls::lanes::{Lane, Lane3, U32, each, three};
use crate::cell::piece::Piece;

/// Beyond this, metres, squares of `f32` might overflow.
const LARGEST: f64 = 1e6;

/// What a body is in its frame.
#[derive(Clone, Copy, Debug)]
enum SolidKind {
    Box {
        half: [f32; 3],
    },
    /// Along z.
    Capsule {
        half: f32,
        radius: f32,
    },
    /// Along z.
    Cylinder {
        half: f32,
        radius: f32,
    },
    /// Below a plane across z.
    Halfspace,
}

/// A body of the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneSolid {
    at: [f32; 3],
    /// Columns.
    turn: [[f32; 3]; 3],
    kind: SolidKind,
    /// No distance errs by more.
    pub error: f32,
    /// Whether it is the body itself, not a box about it.
    pub is_exact: bool,
}

impl LaneSolid {
    /// A body at a pose, for a robot with a reach; `None` for what is too large or too far away.
    pub fn new(solid: &Piece, pose: &Pose3<f64>, reach: f64) -> Option<Self> {
        let (origin, columns) = (pose.translation(), [0, 1, 2].map(|i| pose.matrix().column(i)));
        let along = |axis: usize| [columns[(axis + 1) % 3], columns[(axis + 2) % 3], columns[axis]];
        let (at, turn, kind, size, is_exact) = match solid {
            Piece::Convex(Shape3::Cuboid(cuboid)) => {
                let half = cuboid.half_extents();
                (origin, columns, SolidKind::Box { half: narrow(half) }, half.norm(), true)
            }
            Piece::Convex(Shape3::Ball(ball)) => {
                let radius = ball.radius();
                (
                    pose.point(ball.anchor()),
                    columns,
                    SolidKind::Capsule { half: 0.0, radius: radius as f32 },
                    radius,
                    true,
                )
            }
            Piece::Convex(Shape3::Cylinder(can)) => {
                let (half, radius) = (can.half_length(), can.base_radius());
                let kind = SolidKind::Cylinder { half: half as f32, radius: radius as f32 };
                (origin, along(can.axis()), kind, half + radius, true)
            }
            Piece::Convex(Shape3::Capsule(capsule)) => {
                let ends = [0, 1].map(|id| pose.point(capsule.anchor() + capsule.vertex(id)));
                let (half, radius) = (0.5 * (ends[1] - ends[0]).norm(), capsule.radius());
                let kind = SolidKind::Capsule { half: half as f32, radius: radius as f32 };
                ((ends[0] + ends[1]) * 0.5, about(ends[1] - ends[0]), kind, half + radius, true)
            }
            Piece::Halfspace(half) => {
                let normal = pose.vector(half.normal());
                (origin + normal * half.offset(), about(normal), SolidKind::Halfspace, half.offset().abs(), true)
            }
            Piece::Convex(shape) => boxed(shape, pose, columns),
            Piece::Interior(mesh) => boxed(mesh.hull(), pose, columns),
        };
        let far = at.norm();
        let error = 16.0 * U32 * (reach + 2.0 * far + size)
            + pose.translation_error()
            + 2.0 * pose.rotation_error() * (reach + far + size);
        let is_ordinary = far <= LARGEST && size <= LARGEST;
        is_ordinary.then(|| LaneSolid { at: narrow(at), turn: turn.map(narrow), kind, error: error as f32, is_exact })
    }

    /// How far points are from the body; zero inside, or less.
    #[inline(always)]
    pub fn distance(&self, c: &Lane3) -> Lane {
        let offset = three(|k| each(|i| c[k][i] - self.at[k]));
        let height =
            |axis: &[f32; 3]| each(|i| offset[0][i] * axis[0] + offset[1][i] * axis[1] + offset[2][i] * axis[2]);
        let above = |x: f32| if x > 0.0 { x } else { 0.0 };
        match self.kind {
            SolidKind::Box { half } => {
                let beyond: [Lane; 3] = three(|k| {
                    let local = height(&self.turn[k]);
                    each(|i| above(local[i].abs() - half[k]))
                });
                each(|i| {
                    (beyond[0][i] * beyond[0][i] + beyond[1][i] * beyond[1][i] + beyond[2][i] * beyond[2][i]).sqrt()
                })
            }
            SolidKind::Capsule { half, radius } => {
                let [x, y, z] = three(|k| height(&self.turn[k]));
                each(|i| {
                    let past = above(z[i].abs() - half);
                    (x[i] * x[i] + y[i] * y[i] + past * past).sqrt() - radius
                })
            }
            SolidKind::Cylinder { half, radius } => {
                let [x, y, z] = three(|k| height(&self.turn[k]));
                each(|i| {
                    let (past, aside) = (above(z[i].abs() - half), above((x[i] * x[i] + y[i] * y[i]).sqrt() - radius));
                    (past * past + aside * aside).sqrt()
                })
            }
            SolidKind::Halfspace => height(&self.turn[2]),
        }
    }
}

/// A box about a shape.
fn boxed(
    shape: &Shape3<f64>,
    pose: &Pose3<f64>,
    columns: [Vec3<f64>; 3],
) -> (Vec3<f64>, [Vec3<f64>; 3], SolidKind, f64, bool) {
    let [lower, upper] = shape_box(shape);
    let half = (upper - lower) * 0.5;
    (pose.point((lower + upper) * 0.5), columns, SolidKind::Box { half: narrow(half) }, half.norm(), false)
}

/// Axes of which the third has a direction; any ones without a direction.
fn about(direction: Vec3<f64>) -> [Vec3<f64>; 3] {
    if !(direction.max_abs() > 0.0) {
        return [0, 1, 2].map(Vec3::axis);
    }
    let axis = direction.normalized();
    let first = axis.any_perpendicular().normalized();
    [first, axis.cross(first), axis]
}

fn narrow(v: Vec3<f64>) -> [f32; 3] {
    <[f64; 3]>::from(v).map(|value| value as f32)
}
