//! The depth of two bodies of revolution, proven by cells of polar angles and azimuths.
//!
//! A needle in a disc, a small body on the axis of a cone: their heights are nearly the same along a ring of
//! directions, with kinks across it that may be much narrower than any cell of the sphere. But each body's height
//! depends on one number, the cosine of a direction's angle with its axis, which is linear in the direction. So an
//! affine function of that number below each of both heights ([`profile`]) makes a linear function of the direction
//! below their sum, whose least value in a cell is a formula ([`cell`]). It errs by the square of the range of both
//! angles in the cell: along a ring about both axes nothing is lost, however long the cell, and across it kinks lose
//! nothing, since affine functions exist for each slope between those of both sides. Of needles, plates, twins and
//! small bodies in large ones, at any angle, a hundred cells prove 10⁻¹¹ of the size, rarely some thousand.
//!
//! **Rounding.** A bound is a sum of the product of the offset and a direction, of two values of affine functions and
//! of a least change. None of them is longer than a few sizes where it is used: slopes that grow at the poles come with
//! differences of the parts across, to which they are inverse. Each is made by less than 40 rounded operations, so the
//! sum errs by less than `128uS`; axes and centres are taken from the pose with the errors of points.

mod cell;
mod profile;
mod search;

use super::meridian::{axis, perpendicular};
use super::{Grow, Run};
use crate::difference::Difference;
use crate::math::{Matrix, Real, Vec3, Vector};
use crate::newton::{Lowest, tangents};
use crate::support::{Form, SupportExt};
use cell::Place;
use profile::Profile;
use search::Both;

/// Roundings of the size by which a bound may be too high.
const ROUNDING: f64 = 128.0;

/// Two bodies of revolution, scaled, and the frame whose third axis is that of A.
pub(super) struct Revolving {
    both: Both,
    frame: [Vec3<f64>; 3],
}

impl Revolving {
    /// `None` for other cores, and in the plane.
    pub fn of<V: Grow>(m: &Difference<'_, V>) -> Option<Self> {
        if V::DIM != 3 {
            return None;
        }
        let wide = |v: V| Vec3::from_fn(|i| v[i].to_f64());
        let scale = m.frame.scale;
        let (center_a, axis_a, of_a) = body(m.a.form(), scale)?;
        let (center_b, axis_b, of_b) = body(m.b.form(), scale)?;
        let ball = (rolling(m.a.form()) + rolling(m.b.form())) * scale;
        let third = wide(axis_a).normalized();
        let other = -wide(m.turn().apply(axis_b)).normalized();
        let frame = about(third, other);
        let first = frame[0];
        let offset = wide(m.point(center_a, center_b));
        let tilt = [other.dot(first).max(0.0), other.dot(third)];
        let both =
            Both { profiles: [of_a, of_b], tilt, offset: frame.map(|axis| axis.dot(offset)), ball: ball.to_f64() };
        Some(Revolving { both, frame })
    }

    fn direction<V: Vector>(&self, place: &Place) -> V {
        let [x, y, z] = place.direction();
        let n = self.frame[0] * x + self.frame[1] * y + self.frame[2] * z;
        V::from_fn(|i| V::Scalar::from_f64(n[i])).normalized()
    }
}

/// Orthonormal vectors, the last one a given unit vector, the first one in the plane of that and another one.
///
/// The part of `other` across `third` errs by `3u`, which of a small one is much: so it is made perpendicular once more
/// (twice is enough, W. Kahan). Of nearly parallel axes it is rounding itself, and any perpendicular vector errs by no
/// more than [`PARALLEL`].
fn about(third: Vec3<f64>, other: Vec3<f64>) -> [Vec3<f64>; 3] {
    let across = other - third * third.dot(other);
    let first = if across.norm() > PARALLEL * f64::UNIT {
        perpendicular(across.normalized(), third)
    } else {
        tangents(third)[0]
    };
    [first, third.cross(first), third]
}

/// Axes at an angle of at most this many roundings count as parallel, which moves a body by as many of its reach.
const PARALLEL: f64 = 16.0;

/// The centre of a body of revolution, a unit vector along its axis, and its profile, scaled.
fn body<V: Vector>(form: Form<V>, scale: V::Scalar) -> Option<(V, V, Profile)> {
    let (point, along) = axis(form)?;
    let along = if along == V::ZERO { V::axis(0) } else { along };
    let scaled = |length: V::Scalar| (length * scale).to_f64();
    Some(match form {
        Form::Segment([p, q]) => {
            // Scaled first: squares of lengths below 1e-154 lose digits.
            let half_length = (((q - p) * scale).norm() * V::Scalar::HALF).to_f64();
            (p + (q - p) * V::Scalar::HALF, along, Profile::Frustum { half_length, radii: [0.0; 2] })
        }
        Form::Frustum { half_length, radii, .. } => {
            let radii = radii.map(scaled);
            (point, along, Profile::Frustum { half_length: scaled(half_length), radii })
        }
        Form::Ellipsoid(radii) => {
            let i = (0..V::DIM).find(|&i| along[i] != V::Scalar::ZERO)?;
            let across = radii[(i + 1) % V::DIM];
            (point, along, Profile::Ellipsoid { along: scaled(radii[i]), across: scaled(across) })
        }
        _ => (point, along, Profile::Frustum { half_length: 0.0, radii: [0.0; 2] }),
    })
}

/// The radius of the ball that rolls inside of an ellipsoid, which its core lacks; up to rounding upward.
fn rolling<V: Vector>(form: Form<V>) -> V::Scalar {
    let Form::Ellipsoid(radii) = form else { return V::Scalar::ZERO };
    let least = (0..V::DIM).fold(V::Scalar::INFINITY, |least, i| least.min(radii[i]));
    if least > V::Scalar::ZERO { least * (least / radii.max_abs()) } else { V::Scalar::ZERO }
}

impl<V: Grow> Run<'_, V> {
    /// A height that no direction is below, but for the errors of the points: that of the lowest plane less
    /// `tolerance`, or what as many cells as a query may make expansions prove. Finds lower planes on the way.
    pub(super) fn turned(&mut self, bodies: &Revolving, tolerance: V::Scalar, most: u32) -> V::Scalar {
        let size = self.m.frame.size;
        let rounding = V::Scalar::from_f64(ROUNDING) * V::Scalar::UNIT * size;
        let (tolerance, error) = (tolerance.max(rounding), rounding + V::Scalar::TWO * self.m.frame.point_error);
        let below = 0.25 * tolerance.to_f64();
        let top = self.lowest().height.to_f64();
        let mut known = top;
        let found = bodies.both.floor(top, tolerance.to_f64(), most, |place, height| {
            if height < known - below {
                let normal = bodies.direction(place);
                self.ask(normal);
                let Lowest { height, .. } = self.lowest();
                if height.to_f64() < known - below {
                    self.polish(self.lowest());
                }
                known = self.lowest().height.to_f64();
            }
            known
        });
        self.evaluations += found.cells;
        V::Scalar::from_f64(found.floor) - error
    }
}

#[cfg(test)]
mod tests;
