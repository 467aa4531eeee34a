//! Whether two boxes meet, by their fifteen axes.
//!
//! Of lengths only sums are taken, no squares, so that nothing has to be scaled first, and the boxes stand as users
//! gave them.

use super::{Boxes, array};
use crate::math::{Matrix, Real, RigidMap, Vector};
use crate::support::Outline;

/// This many unit roundoffs are sin² of an angle of 16√u. The gap along a pair of edges that are more nearly parallel,
/// at an angle θ, exceeds those of all faces by at most 3θS: turned by θ, B's edge is parallel to A's, and then the
/// faces along the edges decide.
const PARALLEL: f64 = 256.0;

/// Boxes overlap deeply where this many roots of the roundoff, times the size, are less than the depth along every
/// face: more than 3θ.
const DEEP: f64 = 64.0;

/// Whether two boxes without radii meet, where their axes decide; `None` for other bodies, too.
#[inline(always)]
pub(crate) fn meet<V: Vector>(a: &Outline<V>, b: &Outline<V>, way: impl FnOnce() -> RigidMap<V>) -> Option<bool> {
    let (h, g) = (a.form.cuboid()?, b.form.cuboid()?);
    let plain = (a.radius + b.radius == V::Scalar::ZERO) & (a.anchor == V::ZERO) & (b.anchor == V::ZERO);
    if V::DIM != 3 || !plain {
        return None;
    }
    let way = way();
    let number = V::Scalar::from_f64;
    let u = V::Scalar::UNIT;
    let t = way.translation;
    let length = t.abs().dot(V::from_fn(|_| V::Scalar::ONE));
    let size = (a.reach + b.reach + length) * (V::Scalar::ONE + number(8.0) * u);
    // Else what rounding adds may be below the least number.
    if !(size > V::Scalar::SMALLEST / (u * u)) {
        return None;
    }
    // As in the difference of bodies.
    let (errors, turning) = (a.error + b.error, way.rotation_error * b.reach);
    let point_error = errors + turning + way.translation_error + number(8.0) * u * size;
    let plane_error = point_error + turning + turning + (number(12.0) * b.reach + number(6.0) * size) * u;
    Boxes {
        r: [array(way.matrix.column(0)), array(way.matrix.column(1)), array(way.matrix.column(2))],
        t: array(t),
        t_in_b: array(way.matrix.apply_transpose(t)),
        h: array(h),
        g: array(g),
        noise: plane_error + number(3.0) * way.rotation_error * size,
        size,
        exact_turn: way.rotation_error == V::Scalar::ZERO,
    }
    .meet()
}

impl<T: Real> Boxes<T> {
    /// Whether they meet, where their axes decide. Without branches among the edges: which one decides is
    /// unpredictable.
    #[inline(always)]
    fn meet(&self) -> Option<bool> {
        let faces = self.faces();
        if faces.gap > self.noise {
            return Some(false);
        }
        let (mut apart, mut open) = (false, faces.gap >= -self.noise);
        let parallel = T::from_f64(PARALLEL) * T::UNIT;
        let deep = faces.gap < -self.noise - T::from_f64(DEEP) * T::UNIT.sqrt() * self.size;
        for i in 0..3 {
            for j in 0..3 {
                let (raw, squared) = self.across(i, j);
                apart |= raw > self.noise;
                open |= !((raw < -self.noise) | ((squared <= parallel) & deep));
            }
        }
        (apart | !open).then_some(!apart)
    }
}
