//! The depth of two cylinders.
//!
//! The support function `h` of the difference is least somewhere. Where the support point of either body is one of a
//! rim and no other direction near has another rim or a side, `w = p − q` moves across `d` with `d`; so at a least
//! value `w = h d`, and [`rims`] finds all of these. All other directions lie on the great circle across one of the
//! axes, where a side touches, or are `±` an axis, where an end does. A great circle sees one body as a disc and the
//! other as the frustum beside an edge that [`arcs`](super::arcs) bounds.
//!
//! So the depth is the least height of two circles, four ends, and the rims. What is found so is where `h` is positive;
//! that it is nowhere else proves a common point of both.

use super::cylinder::{Both, Cylinder};
use super::rims::{self, Rims, Touches};
use super::search::{self, APART, TIED};
use super::{Bodies, Least, ROUNDING, in_space};
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::{Candidate, Penetration};
use crate::math::{Each, Matrix, Real, Vec3, Vector};
use crate::simplex::Simplex;

/// Axes at an angle of less than this many roundings are parallel.
const PARALLEL: f64 = 64.0;

/// The penetration of two cylinders: `None` for others, for those that do not surely overlap, and where it is not
/// proven to rounding.
pub(crate) fn between_cylinders<V: Dimension>(m: &Difference<'_, V>) -> Option<Penetration<V>> {
    let both = Both::of(m)?;
    let error = rounding::<V>(m, ROUNDING + 8.0) + m.rotation_error * m.frame.size;
    let ways = Ways::of(m, &both, error)?;
    let lowest = Candidate::plane(m, ways.normal.normalized());
    let floor = ways.floor - error;
    if !(floor > m.frame.point_error && Candidate::is_sharp(m, lowest.height, ways.floor)) {
        return None;
    }
    let touching = Simplex::new(both.touching(m, &lowest));
    let (evaluations, tied) = (ways.evaluations + 1, ways.tied);
    let found = Candidate { lowest, touching, floor, evaluations, tied }.settled(m)?;
    both.meet(m, &found.simplex, lowest.height).then_some(found)
}

/// `count` roundings of the size.
fn rounding<V: Vector>(m: &Difference<'_, V>, count: f64) -> V::Scalar {
    V::Scalar::from_f64(count) * V::Scalar::UNIT * m.frame.size
}

/// The lowest of all directions that can be, outward of the difference, and whether another one is as low.
struct Ways<V: Vector> {
    normal: V,
    floor: V::Scalar,
    tied: bool,
    equal: V::Scalar,
    evaluations: u32,
}

impl<V: Dimension> Ways<V> {
    /// `None` if some direction is neither asked nor bounded, or the lowest is not positive.
    fn of(m: &Difference<'_, V>, both: &Both<V::Scalar>, error: V::Scalar) -> Option<Self> {
        let [b_in_a, a_in_b] = Beside::of(m, both)?;
        let of_b = b_in_a.least(V::Scalar::INFINITY)?;
        let of_a = a_in_b.least(of_b.floor)?;
        let from_a = |v: Vec3<V::Scalar>| V::from_fn(|i| v[i]);
        let from_b = |v: Vec3<V::Scalar>| -m.turn().apply(V::from_fn(|i| v[i]));
        let (equal, evaluations) = (rounding::<V>(m, TIED), of_a.evaluations + of_b.evaluations);
        let mut ways = Ways { normal: V::ZERO, floor: V::Scalar::INFINITY, tied: false, equal, evaluations };
        // What is outward of the other cylinder is inward of the reference.
        for (normal, least) in [(-from_a(of_b.normal), &of_b), (-from_b(of_a.normal), &of_a)] {
            ways.offer(normal, least.floor);
            ways.tied |= least.tied && least.floor <= ways.floor + equal;
        }
        if !(ways.floor > error) {
            return None;
        }
        let bound = ways.floor + error + equal;
        if let Some(touches) = rims::touches(&b_in_a.rims(), bound) {
            ways.take(&touches, |normal| from_a(both.a.lying(normal)));
        } else {
            ways.take(&rims::touches(&a_in_b.rims(), bound)?, |normal| from_b(both.b.lying(normal)));
        }
        Some(ways)
    }

    fn offer(&mut self, normal: V, floor: V::Scalar) {
        let apart = self.normal.dot(normal) < V::Scalar::from_f64(APART);
        if floor < self.floor {
            let near = self.floor <= floor + self.equal;
            self.tied = near && (self.tied || apart);
            (self.normal, self.floor) = (normal, floor);
        } else {
            self.tied |= apart && floor <= self.floor + self.equal;
        }
    }

    fn take(&mut self, touches: &Touches<V::Scalar>, outward: impl Fn(Vec3<V::Scalar>) -> V) {
        touches.found.iter().flatten().for_each(|touch| self.offer(outward(touch.normal), touch.floor));
        self.evaluations += touches.evaluations;
    }
}

/// A cylinder in the frame of another one.
pub(super) struct Beside<T> {
    home: Cylinder<T>,
    /// The other cylinder, and the reference axis as a box without width.
    bodies: Bodies<T>,
}

impl<T: Real> Beside<T> {
    /// B in A's frame and A in B's. `None` for parallel axes, and for discs.
    pub fn of<V>(m: &Difference<'_, V>, &Both { a, b }: &Both<T>) -> Option<[Self; 2]>
    where
        V: Dimension + Vector<Scalar = T>,
    {
        let back = |v: V| in_space(m.turn().apply_transpose(v));
        let b_in_a = Self::new(a, b, in_space(m.scaled_offset()), in_space(m.turn().column(b.axis)), m.frame.size)?;
        Some([b_in_a, Self::new(b, a, -back(m.scaled_offset()), back(V::axis(a.axis)), m.frame.size)?])
    }

    fn new(home: Cylinder<T>, guest: Cylinder<T>, center: Vec3<T>, axis: Vec3<T>, size: T) -> Option<Self> {
        let along = Vec3::axis(home.axis);
        let askew = (axis - along * axis.dot(along)).norm() > T::from_f64(PARALLEL) * T::UNIT;
        let thick = guest.half_length > T::UNIT * size && home.half_length > T::UNIT * size;
        (askew && thick).then(|| {
            let (half_length, radii, extents) = (guest.half_length, [guest.radius; 2], along * home.half_length);
            Beside { home, bodies: Bodies { center, axis, half_length, radii, extents, side: [T::ZERO, T::ONE], size } }
        })
    }

    /// The lowest of the directions across the reference axis and along it, if that is no more than `top`.
    pub fn least(&self, top: T) -> Option<Least<T>> {
        search::least_across(&self.bodies, self.home.axis, self.home.radius, top)
    }

    /// Each rim of the reference with each of the other cylinder, in the upright frame of the reference.
    fn rims(&self) -> [Rims<T>; 4] {
        let Bodies { half_length, radii: [guest, _], size, .. } = self.bodies;
        let (center, axis) = (self.home.upright(self.bodies.center), self.home.upright(self.bodies.axis));
        let Cylinder { half_length: level, radius: home, .. } = self.home;
        [(level, axis), (level, -axis), (-level, axis), (-level, -axis)].each(|(level, outward)| Rims {
            level,
            home,
            middle: center + outward * half_length,
            outward,
            guest,
            size,
        })
    }
}
