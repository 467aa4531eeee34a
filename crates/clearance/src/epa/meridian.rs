//! The depth of two cores of revolution with parallel axes, in the plane of both axes.
//!
//! There the depth is often attained along a whole ring of directions, which no polytope proves well: 4096 points of a
//! ring of radius `R` leave `R π²/2·4096²`. With `z` along the axes, `t` from one axis to the other across them, and
//! `n` unit, the support function of the difference is `f(n·z) − n·t`: for each `n·z` it is least for `n` in the plane
//! of `z` and `t`. And the support function of a set within a plane is that of its shadow there. So the depth is that
//! of the two shadows, which for bodies of revolution are also their sections, and points of the shadows are points of
//! the bodies.
//!
//! Axes that are parallel but for an angle `δ`: turned by `δ`, no point of B moves by more than `δ` times its distance
//! from the pivot, and no height by more than that.

use super::Grow;
use super::{Candidate, Penetration, grown};
use crate::contact::enough;
use crate::difference::{Difference, Vertex};
use crate::goal::Goal;
use crate::math::{Each, Matrix, Pose, Real, Vec2, Vector};
use crate::newton::tangents;
use crate::shape::rounding::unit_scaled;
use crate::simplex::Simplex;
use crate::support::{Core, Curved, Form, Hint, Inscribed, Outline, Snapshot, Support, SupportExt};

/// The depth and contact found in the meridian plane.
pub(crate) struct Meridian<V: Vector> {
    pub found: Penetration<V>,
    /// The bounds are as good as wanted, and the points as good as they can be.
    pub complete: bool,
}

/// The penetration of cores of revolution whose axes are parallel, exactly or nearly.
pub(crate) fn in_plane_of_axes<V: Grow>(m: &Difference<'_, V>, goal: &Goal<V::Scalar>) -> Option<Meridian<V>> {
    let plane = Plane::of(m)?;
    let (a, b) = (Shadow { body: m.a, frame: plane.frames[0] }, Shadow { body: m.b, frame: plane.frames[1] });
    let (a, b) = (Snapshot::new(&a), Snapshot::new(&b));
    let flat = Difference::<Vec2<V::Scalar>>::new(&a, &b, plane.pose.map());
    // From the scale of the plane to that of space, a power of two.
    let back = m.frame.scale * flat.frame.unscale;
    let rounding = V::Scalar::from_f64(64.0) * V::Scalar::UNIT * m.frame.size;
    // Few edges prove it to rounding.
    let flat_goal = Goal { absolute: goal.absolute.min(rounding) / back, ..*goal };
    let start = Simplex::new(flat.support(Vec2::axis(0), [Hint::NONE; 2]));
    let shown = grown(&flat, (&start, Vec2::axis(0)), &flat_goal, None, &mut None);
    let lowest = Candidate::plane(m, plane.frames[0].lift(shown.normal).normalized());
    let lift = |p: &Vertex<Vec2<V::Scalar>>| {
        let (a, b) = (plane.frames[0].point(p.a), plane.frames[1].point(p.b));
        m.placed(&Vertex { w: V::ZERO, a, b, ids: [Hint::NONE; 2] })
    };
    let mut points = shown.simplex.points().map(lift);
    let mut simplex = Simplex::new(points.next()?);
    points.for_each(|point| simplex.push(point));
    let around = plane.concentric && shown.normal[1].abs() > V::Scalar::UNIT.sqrt();
    let floor = (shown.floor - flat.frame.point_error) * back - plane.tilt * m.frame.scale - rounding;
    let (evaluations, tied) = (shown.evaluations, shown.tied || around);
    let (found, miss) = Candidate { lowest, touching: simplex, floor, evaluations, tied }.penetration(m);
    let complete = plane.tilt * m.frame.scale <= goal.absolute.max(rounding) && miss <= enough(m.frame.size);
    Some(Meridian { found: Penetration { height: found.ceiling, ..found }, complete })
}

/// A point and two orthonormal vectors in the frame of a body: along its axis and across.
#[derive(Clone, Copy)]
struct Frame<V> {
    point: V,
    along: V,
    across: V,
}

impl<V: Vector> Frame<V> {
    fn lift(&self, p: Vec2<V::Scalar>) -> V {
        self.along * p[0] + self.across * p[1]
    }
    fn point(&self, p: Vec2<V::Scalar>) -> V {
        self.point + self.lift(p)
    }
}

/// The plane of both axes, or any plane of a common one.
struct Plane<V: Vector> {
    frames: [Frame<V>; 2],
    /// The frame of B's section in that of A's.
    pose: Pose<Vec2<V::Scalar>>,
    /// How far a point of B may be from where it is with exactly parallel axes.
    tilt: V::Scalar,
    /// Both axes are one, to rounding.
    concentric: bool,
}

impl<V: Grow> Plane<V> {
    /// `None` for other bodies, and for axes at an angle of more than 2⁻¹⁰.
    fn of(m: &Difference<'_, V>) -> Option<Self> {
        let (zero, rounding) = (V::Scalar::ZERO, V::Scalar::from_f64(16.0) * V::Scalar::UNIT);
        let (point_a, axis_a) = axis(m.a.form())?;
        let (point_b, axis_b) = axis(m.b.form())?;
        let between = m.b_in_a(point_b) - point_a;
        let turn = |v: V| m.turn().apply(v);
        let along = match (axis_a == V::ZERO, axis_b == V::ZERO) {
            (false, _) => axis_a,
            (true, false) => turn(axis_b).normalized(),
            (true, true) => V::axis(0),
        };
        let along_b = if axis_b == V::ZERO { m.turn().apply_transpose(along).normalized() } else { axis_b };
        let along_b = if turn(along_b).dot(along) < zero { -along_b } else { along_b };
        let angle = (turn(along_b) - along).norm();
        if V::DIM != 3 || !(angle <= V::Scalar::power_of_two(-10)) {
            return None;
        }
        let rest = between - along * between.dot(along);
        let concentric = !((rest * m.frame.scale).norm() > rounding * m.frame.size);
        let across = if concentric { tangents(along)[0] } else { perpendicular(rest.normalized(), along) };
        let across_b = perpendicular(m.turn().apply_transpose(across), along_b);
        let offset = Vec2::from_fn(|i| between.dot([along, across][i]));
        let frames =
            [Frame { point: point_a, along, across }, Frame { point: point_b, along: along_b, across: across_b }];
        let pose = Pose::from_translation(offset).ok()?;
        Some(Plane { frames, pose, tilt: angle * V::Scalar::TWO * m.b.reach(), concentric })
    }
}

/// The unit vector across a unit one, next to a vector that is nearly so.
pub(super) fn perpendicular<V: Vector>(v: V, unit: V) -> V {
    (v - unit * unit.dot(v)).normalized()
}

/// A point of the axis and a unit vector along it, zero if any line through the point is an axis.
pub(super) fn axis<V: Vector>(form: Form<V>) -> Option<(V, V)> {
    match form {
        Form::Point(p) => Some((p, V::ZERO)),
        Form::Segment([p, q]) if p == q => Some((p, V::ZERO)),
        Form::Segment([p, q]) => Some((p, unit_scaled(q - p).normalized())),
        Form::Frustum { axis, .. } => Some((V::ZERO, axis)),
        Form::Ellipsoid(radii) => of_ellipsoid(radii).map(|axis| (V::ZERO, axis)),
        _ => None,
    }
}

/// The axis of an ellipsoid of revolution: the one whose radius differs from the two others.
fn of_ellipsoid<V: Vector>(radii: V) -> Option<V> {
    let others = |i: usize| (0..V::DIM).filter(move |&j| j != i).map(|j| radii[j]);
    let alone = |&i: &usize| others(i).all(|r| r == radii[(i + 1) % V::DIM]);
    match (0..V::DIM).find(alone) {
        _ if (0..V::DIM).all(|i| radii[i] == radii[0]) => Some(V::ZERO),
        Some(i) if V::DIM == 3 => Some(V::axis(i)),
        _ => None,
    }
}

/// The shadow of a core on the plane of a frame, counted from the frame's point.
///
/// `support_error`, with `ρ` the core's reach, at most `2ρ` from the frame's point, and `e` its error: the lifted
/// direction errs by `4u|d|`, which costs twice that times `2ρ`; the products with the frame's vectors by `4u · 2ρ`
/// each, and the difference with its point by `2uρ`: `2e + 40uρ` with the second-order terms and the vectors' own
/// rounding.
struct Shadow<'s, V: Vector> {
    body: &'s Snapshot<'s, V>,
    frame: Frame<V>,
}

impl<V: Vector> Shadow<'_, V> {
    fn of(&self, v: V) -> Vec2<V::Scalar> {
        Vec2::from_fn(|i| v.dot([self.frame.along, self.frame.across][i]))
    }
}

impl<V: Vector> Support<Vec2<V::Scalar>> for Shadow<'_, V> {
    fn support(&self, dir: Vec2<V::Scalar>) -> Vec2<V::Scalar> {
        self.of(self.body.support(self.frame.lift(dir)) - self.frame.point)
    }
    fn outline(&self) -> Outline<Vec2<V::Scalar>> {
        Outline {
            error: {
                let rounding = V::Scalar::from_f64(40.0) * V::Scalar::UNIT;
                self.body.support_error() * V::Scalar::TWO + self.body.reach() * rounding
            },
            ..Outline::new(self.body.reach() * V::Scalar::from_f64(2.5))
        }
    }
    fn core(&self) -> Core<'_, Vec2<V::Scalar>> {
        Core { curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Curved<Vec2<V::Scalar>> for Shadow<'_, V> {
    fn curvature(&self, dir: Vec2<V::Scalar>) -> (Vec2<V::Scalar>, <Vec2<V::Scalar> as Vector>::Matrix) {
        let (point, hessian) = self.body.support_curved(self.frame.lift(dir));
        let column = |i: usize| self.of(hessian.apply([self.frame.along, self.frame.across][i]));
        (self.of(point - self.frame.point), Matrix::from_columns(column))
    }
    /// The shadow of an inscribed body.
    fn inscribed(&self, dir: Vec2<V::Scalar>) -> Inscribed<Vec2<V::Scalar>> {
        let body = self.body.inscribed_along(self.frame.lift(dir));
        let images = body.images.iter().map(|columns| columns.each(|column| self.of(column))).collect();
        Inscribed { center: self.of(body.center - self.frame.point), images, ball: body.ball - self.body.radius() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Mat3, Rotor3, Vec3};
    use crate::shape::Axial;
    use crate::shape::Shapes;
    use crate::solve::generic::signed_distance;
    use crate::{Cone, Cylinder, Ellipsoid, Inflated, Shape3};

    fn pairs<T: Real>() -> Vec<(Shape3<T>, Shape3<T>, f64)>
    where
        Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
    {
        let n = T::from_f64;
        let can = |r, h| Cylinder::along(Axial { radius: n(r), half_length: n(h), axis: 2 }).unwrap();
        let egg = |r, h| Ellipsoid::from_radii(Vec3::new(n(r), n(r), n(h))).unwrap();
        let hat = Cone::along(Axial { radius: n(0.75), half_length: n(1.5), axis: 2 }).unwrap();
        // Twice the area of the triangle 1.5 × 3 over its slanted side: the width of the cone.
        let width = 1.5 * 3.0 / (0.75f64 * 0.75 + 9.0).sqrt();
        vec![
            (can(1.25, 3.0).into(), can(0.5, 4.0).into(), 1.75),
            (can(1.25, 3.0).into(), egg(0.5, 4.0).into(), 1.75),
            (Inflated::new(Shape3::from(can(1.25, 3.0)), n(0.25)).unwrap().into(), egg(0.5, 4.0).into(), 2.0),
            (hat.into(), hat.into(), width),
        ]
    }

    fn proves_rings<T: Real>(wide: f64)
    where
        Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
    {
        for (i, (a, b, depth)) in pairs::<T>().into_iter().enumerate() {
            let turned = Rotor3::from_axis_angle(Vec3::axis(2), T::from_f64(0.7)).unwrap();
            let found = signed_distance(&a, &b, &Pose::new(turned, Vec3::ZERO).unwrap());
            let error = (found.signed_distance.to_f64() + depth).abs();
            assert!(error <= wide && found.bounds.width().to_f64() <= wide, "pair {i}: {found:?}");
            assert!(!found.unique, "pair {i}: {found:?}");
        }
    }

    #[test]
    fn depths_along_rings_are_proven_to_rounding() {
        // 10⁻¹³ and 10⁻⁵ of the size, which is 8.
        proves_rings::<f64>(8e-13);
        proves_rings::<f32>(8e-5);
    }

    #[test]
    fn axes_that_are_parallel_but_for_an_angle_cost_that_angle() {
        for (i, (a, b, depth)) in pairs::<f64>().into_iter().enumerate() {
            let tilted = Rotor3::from_axis_angle(Vec3::axis(0), 1e-8).unwrap();
            let found = signed_distance(&a, &b, &Pose::new(tilted, Vec3::ZERO).unwrap());
            assert!(
                (found.signed_distance + depth).abs() <= 1e-7 && found.bounds.width() <= 1.5e-7,
                "pair {i}: {found:?}"
            );
        }
    }
}
