//! The depth of two cylinders that are known to overlap.
//!
//! The support function `h` of the difference is least somewhere. Where the support point of either body is one of a rim and no
//! other direction near has another rim or a side, `w = p − q` moves across `d` with `d`; so at a least value `w = h d`: `p` and `q` are
//! points of two rims, and each is behind the other body's end and, if `h` is less than the radius, inside of its side. All other
//! directions lie on the great circle across one of the axes, where a side touches, or are `±` an axis, where an end does. A great
//! circle sees one body as a disc and the other as the frustum beside an edge that [`arcs`](super::arcs) bounds.
//!
//! So if there are no such points as near as the least height of the two circles and the four ends, that is the depth. Where it is not,
//! the answer is left to growth.
//!
//! **That there are none** is shown by halving arcs of a rim: how far a point is from where it would have to be has a formula, and changes
//! by no more than the point moves. Either body's rims may show it.

use super::search::{self, APART, TIED};
use super::{Bodies, Least, ROUNDING, in_space};
use crate::contact::{Contact, enough, settled};
use crate::difference::Difference;
use crate::epa::Penetration;
use crate::gjk::Simplex;
use crate::math::{Matrix, Real, Vec2, Vec3, Vector};
use crate::newton::Lowest;
use crate::space::Space;
use crate::support::{Form, Hint, Support};

/// Axes at a smaller angle than that have a plane in common that tells more.
const PARALLEL: i32 = -10;

/// At most so many arcs of rims are looked at before growth is asked.
const ARCS: u32 = 128;

/// Arcs that wait while others are halved: four for each pair of rims, and one for each halving.
const WAITING: usize = 48;

/// The penetration of two cylinders that overlap; `None` for others, and where it is not proven to rounding.
pub(crate) fn between_cylinders<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
) -> Option<Penetration<V>> {
    let (a, b) = (Cylinder::of::<V>(m.a.form(), m.scale)?, Cylinder::of::<V>(m.b.form(), m.scale)?);
    let back = |v: V| in_space(m.turn().apply_transpose(v));
    let b_in_a = Beside::new(a, b, in_space(m.scaled_offset()), in_space(m.turn().column(b.axis)), m.size)?;
    let a_in_b = Beside::new(b, a, -back(m.scaled_offset()), back(V::axis(a.axis)), m.size)?;
    let (of_b, of_a) = (b_in_a.least()?, a_in_b.least()?);
    // Outward of B in A's frame is inward of the difference.
    let ways = [-V::from_fn(|i| of_b.normal[i]), m.turn().apply(V::from_fn(|i| of_a.normal[i]))].map(V::normalized);
    let (first, least, other) = if of_b.floor <= of_a.floor { (0, &of_b, &of_a) } else { (1, &of_a, &of_b) };
    let normal = ways[first];
    let lowest = Lowest { normal, height: normal.dot(m.support(normal, [Hint::NONE; 2]).w) };
    let rounding = |n: f64| V::Scalar::from_f64(n) * V::Scalar::UNIT * m.size;
    let error = rounding(ROUNDING + 8.0) + m.rotation_error * m.size;
    let floor = least.floor - error;
    let bound = lowest.height + error;
    let narrow = lowest.height - least.floor <= enough(m.size) * V::Scalar::TWO;
    if !(floor > m.point_error && narrow && (b_in_a.rims_are_beyond(bound) || a_in_b.rims_are_beyond(bound))) {
        return None;
    }
    let (contact, evaluations) =
        settled(m, lowest, Contact::new(lowest, Simplex::new(m.support(normal, [Hint::NONE; 2]))));
    let elsewhere = other.floor - least.floor <= rounding(TIED) && ways[0].dot(ways[1]) < V::Scalar::from_f64(APART);
    (contact.miss <= enough(m.size)).then(|| Penetration {
        normal: contact.plane.normal,
        height: contact.plane.height,
        ceiling: lowest.height.min(contact.plane.height),
        floor,
        simplex: contact.simplex,
        weights: contact.simplex.weights(),
        evaluations: of_a.evaluations + of_b.evaluations + evaluations + 2,
        tied: least.tied || elsewhere,
    })
}

/// A cylinder about a coordinate axis of its frame, scaled.
#[derive(Clone, Copy)]
struct Cylinder<T> {
    axis: usize,
    half_length: T,
    radius: T,
}

impl<T: Real> Cylinder<T> {
    fn of<V: Vector<Scalar = T>>(form: Form<V>, scale: T) -> Option<Self> {
        let Form::Frustum { axis, half_length, radii: [radius, other] } = form else { return None };
        let axis = (0..V::DIM).find(|&i| axis[i] == T::ONE)?;
        (V::DIM == 3 && radius == other).then(|| Cylinder {
            axis,
            half_length: half_length * scale,
            radius: radius * scale,
        })
    }
}

/// A cylinder in the frame of another one.
struct Beside<T> {
    home: Cylinder<T>,
    /// The guest, and the home's axis as a box without width.
    bodies: Bodies<T>,
}

impl<T: Real> Beside<T> {
    /// `None` for axes that are nearly parallel, and for plates.
    fn new(home: Cylinder<T>, guest: Cylinder<T>, center: Vec3<T>, axis: Vec3<T>, size: T) -> Option<Self> {
        let along = Vec3::axis(home.axis);
        let askew = (axis - along * axis.dot(along)).norm() > T::power_of_two(PARALLEL);
        let thick = guest.half_length > T::UNIT * size && home.half_length > T::UNIT * size;
        (askew && thick).then(|| {
            let (half_length, radii, extents) = (guest.half_length, [guest.radius; 2], along * home.half_length);
            Beside { home, bodies: Bodies { center, axis, half_length, radii, extents, side: [T::ZERO, T::ONE], size } }
        })
    }

    /// Of the directions across the home's axis and along it.
    fn least(&self) -> Option<Least<T>> {
        search::least_across(&self.bodies, self.home.axis, self.home.radius)
    }

    /// Whether no height below `bound` is one of two rims.
    fn rims_are_beyond(&self, bound: T) -> bool {
        let (x, y) = (Vec2::axis(0), Vec2::axis(1));
        let quarters = [[x, y], [y, -x], [-x, -y], [-y, x]];
        let mut open = [(0, 0, [x, y]); WAITING];
        let mut count = 0;
        for (rims, quarter) in (0..4).flat_map(|rims| quarters.map(|quarter| (rims, quarter))) {
            open[count] = (rims & 1, rims >> 1, quarter);
            count += 1;
        }
        for _ in 0..ARCS {
            if count == 0 {
                return true;
            }
            count -= 1;
            let (at_home, of_guest, [from, to]) = open[count];
            let middle = (from + to).normalized();
            let excess = self.excess(of_guest, self.on_rim(at_home, middle), bound);
            // No point of the arc is farther from its middle than the ends.
            let width = self.home.radius * (middle - from).norm().max((to - middle).norm());
            if excess <= T::ZERO || count + 2 > WAITING {
                return false;
            }
            if excess <= width {
                (open[count], open[count + 1]) =
                    ((at_home, of_guest, [from, middle]), (at_home, of_guest, [middle, to]));
                count += 2;
            }
        }
        false
    }

    /// The point of a rim of the home in a direction of its plane.
    fn on_rim(&self, end: usize, direction: Vec2<T>) -> Vec3<T> {
        let axis = self.home.axis;
        let level = if end == 1 { self.home.half_length } else { -self.home.half_length };
        let aside = direction * self.home.radius;
        Vec3::from_fn(|i| match (i + 3 - axis) % 3 {
            0 => level,
            1 => aside.x,
            _ => aside.y,
        })
    }

    /// How far a point of the home is from where it could be on a least height below `bound` with a rim of the guest. Changes by
    /// no more than the point moves.
    fn excess(&self, end: usize, point: Vec3<T>, bound: T) -> T {
        let Bodies { center, axis, half_length, radii, .. } = self.bodies;
        let outward = if end == 1 { axis } else { -axis };
        let seen = point - center - outward * half_length;
        let along = seen.dot(outward);
        let across = (seen - outward * along).norm() - radii[end];
        let away = (along * along + across * across).sqrt() - bound;
        let behind = if bound < radii[end] { along.max(across) } else { along };
        away.max(behind - T::from_f64(ROUNDING) * T::UNIT * self.bodies.size)
    }
}
