//! The depth of a frustum (a cylinder, a cone) and a box that overlap, from the few circles of directions that can
//! attain it.
//!
//! With `c` the frustum's centre in the box's frame, `a` its axis, `g` the half extents, and `rᵢ` the radii of its
//! ends at `zᵢ = ±l`, the support function of the difference is, `ρ = |a × d|`, `h(d) = max [(c + zᵢ a)·d + rᵢ ρ] + Σ
//! gⱼ |dⱼ|`. Its least value over unit `d` is the depth.
//!
//! **It is attained on one of these:** the great circles `dⱼ = 0`, along whose normals edges of the box touch; the
//! circle of the normals of the side, where both ends are equally far; `d = ±a`. Elsewhere corner and end are the same
//! all around `d`, so along the half circle from `−a` over `d` to `a` the support point `w` is one and `h = w·d` a
//! sinusoid, which has no least value where it is positive. And if all of these heights are positive, all others are:
//! below zero the sinusoid stays for half a turn, to `−a` or `a` or a circle before. So no other proof is needed that
//! the origin is inside.
//!
//! * *The side and a corner*: on the circle of the side's normals each corner has a sinusoid too; its least value
//!   counts where that corner touches, and else is passed on the way to an edge, which the great circles see.
//! * *The rims and an edge* ([`arcs`]): on a great circle corner and end are the same between the normals of the box's
//!   faces and those of the side. There `h` is the support function of an ellipse, whose curvature bounds it from
//!   below.
//!
//! So every direction is either asked or bounded, as in a search along separating axes.
//!
//! **Rounding.** With `S` the size, a height of the computed frustum errs by less than `32uS` ([`arcs`]); its axis,
//! scaled and not quite unit, moves its points by `6uS` besides. The pose's matrix errs by `ρ`: a frustum in the box's
//! frame is turned by that, about its own centre if it is B, as the points' own error has it, about the box's if it is
//! A.

mod arcs;
mod cylinder;
mod cylinders;
mod rims;
mod rings;
mod search;
mod touch;

#[cfg(test)]
mod tests;

pub(crate) use cylinders::between_cylinders;
pub(crate) use rings::nearly_parallel;

use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::{Candidate, Penetration};
use crate::math::{Each, Matrix, Real, Vec3, Vector};
use crate::support::SupportExt;

/// Roundings of the size by which a computed bound may be too high.
const ROUNDING: f64 = 40.0;

/// The penetration of a frustum and a box: `None` for others, for those that do not overlap, and where it is not proven
/// to rounding.
pub(crate) fn penetration<V: Dimension>(m: &Difference<'_, V>) -> Option<Penetration<V>> {
    let forms = Forms::of(m)?;
    let bodies = forms.placed(m)?;
    let found = search::least(&bodies)?;
    let u = V::Scalar::UNIT;
    let lowest = Candidate::plane(m, forms.outward(m, found.normal).normalized());
    let floor = found.floor - V::Scalar::from_f64(ROUNDING) * u * m.frame.size - forms.turning_error(m);
    if !(floor > m.frame.point_error && Candidate::is_sharp(m, lowest.height, found.floor)) {
        return None;
    }
    let touch = touch::points(m, &forms, &bodies, found.normal, lowest.height);
    let (evaluations, tied) = (found.evaluations + 1, found.tied || !touch.single);
    Candidate { lowest, touching: touch.simplex, floor, evaluations, tied }.settled(m)
}

/// A frustum and a box in the box's frame, scaled like their difference.
struct Bodies<T> {
    center: Vec3<T>,
    axis: Vec3<T>,
    half_length: T,
    /// Radii of the ends at `−half_length` and at `half_length`.
    radii: [T; 2],
    /// The half extents of the box.
    extents: Vec3<T>,
    /// Components of a unit normal of the side: the one along the axis and the one across.
    side: [T; 2],
    size: T,
}

/// The direction in the box's frame, outward of the frustum, along which the difference reaches least.
struct Least<T> {
    normal: Vec3<T>,
    /// Apart from rounding, no direction's height is less.
    floor: T,
    tied: bool,
    evaluations: u32,
}

/// The two bodies, each in its own frame and unscaled.
struct Forms<V: Vector> {
    frustum_is_a: bool,
    axis: V,
    half_length: V::Scalar,
    radii: [V::Scalar; 2],
    extents: V,
}

impl<V: Vector> Forms<V> {
    fn of(m: &Difference<'_, V>) -> Option<Self> {
        let (a, b) = (m.a.form(), m.b.form());
        let (form, extents, frustum_is_a) = match b.cuboid() {
            Some(extents) => (a, extents, true),
            None => (b, a.cuboid()?, false),
        };
        let (axis, half_length, radii) = form.frustum()?;
        (V::DIM == 3).then_some(Forms { frustum_is_a, axis, half_length, radii, extents })
    }

    /// A direction or difference in the box's frame, turned to that of the frustum.
    fn to_frustum(&self, m: &Difference<'_, V>, v: Vec3<V::Scalar>) -> V {
        let v = V::from_fn(|i| v[i]);
        if self.frustum_is_a { m.turn.apply(v) } else { m.turn.apply_transpose(v) }
    }

    /// A direction of the box's frame, outward of the frustum, as one of A's frame, outward of the difference.
    fn outward(&self, m: &Difference<'_, V>, normal: Vec3<V::Scalar>) -> V {
        if self.frustum_is_a { self.to_frustum(m, normal) } else { -V::from_fn(|i| normal[i]) }
    }

    /// How much farther than the points' own error the error of the pose's matrix moves the frustum.
    fn turning_error(&self, m: &Difference<'_, V>) -> V::Scalar {
        if !self.frustum_is_a {
            return V::Scalar::ZERO;
        }
        let moved = m.scaled_offset().norm() + (m.a.reach() - m.b.reach()) * m.frame.scale;
        m.rotation_error * moved.max(V::Scalar::ZERO)
    }

    /// Both in the frame of the box; `None` for a disc, which has no side.
    fn placed(&self, m: &Difference<'_, V>) -> Option<Bodies<V::Scalar>> {
        let offset = m.scaled_offset();
        let (center, axis) = if self.frustum_is_a {
            (-m.turn.apply_transpose(offset), m.turn.apply_transpose(self.axis))
        } else {
            (offset, m.turn.apply(self.axis))
        };
        let (half_length, radii) = (self.half_length * m.frame.scale, self.radii.each(|radius| radius * m.frame.scale));
        let (taper, length) = (radii[0] - radii[1], half_length * V::Scalar::TWO);
        let slant = (taper * taper + length * length).sqrt();
        (length > V::Scalar::UNIT * m.frame.size).then(|| Bodies {
            center: in_space(center),
            axis: in_space(axis),
            half_length,
            radii,
            extents: in_space(self.extents * m.frame.scale),
            side: [taper / slant, length / slant],
            size: m.frame.size,
        })
    }
}

fn in_space<V: Vector>(v: V) -> Vec3<V::Scalar> {
    Vec3::new(v[0], v[1], v[2])
}
