//! A point of one rim and what it bounds on the other.

use super::Rims;
use crate::frustum::ROUNDING;
use crate::math::{Real, Vec2, Vec3, Vector};

/// A point of the reference rim with the nearest one of the other rim.
pub(super) struct Place<T> {
    /// Tangents of the reference rim and of the other rim.
    pub tangent: Vec3<T>,
    pub other: Vec3<T>,
    pub w: Vec3<T>,
    pub distance: T,
    /// Above the guest's end and from its axis.
    pub above: T,
    pub aside: T,
    /// The products of `w` with the reference rim's tangent, the direction from its axis, and its axis outward.
    pub slope: T,
    pub out: T,
    pub up: T,
    /// The cosine between both tangents.
    pub along: T,
}

impl<T: Real> Rims<T> {
    /// The point of the reference rim in a direction.
    pub(super) fn place(&self, d: Vec2<T>) -> Place<T> {
        let side = d * self.home;
        let seen = Vec3::new(side.x, side.y, self.level) - self.middle;
        let above = seen.dot(self.outward);
        let rest = seen - self.outward * above;
        let aside = rest.norm();
        let inverse = if aside > T::ZERO { T::ONE / aside } else { T::ZERO };
        let other = self.outward.cross(rest) * inverse;
        let w = seen - rest * (self.guest * inverse);
        let short = aside - self.guest;
        Place {
            tangent: Vec3::new(-d.y, d.x, T::ZERO),
            other,
            w,
            distance: (above * above + short * short).sqrt(),
            above,
            aside,
            slope: d.x * w.y - d.y * w.x,
            out: d.x * w.x + d.y * w.y,
            up: w.z.copysign(w.z * self.level),
            along: d.x * other.y - d.y * other.x,
        }
    }

    /// How far the slope at a place may err.
    pub(super) fn rounding(&self, at: &Place<T>) -> T {
        T::from_f64(ROUNDING) * T::UNIT * self.size * (T::ONE + self.guest / at.aside)
    }

    /// The derivative of the slope by the angle.
    pub(super) fn rise(&self, at: &Place<T>) -> T {
        self.home * (T::ONE - self.guest / at.aside * at.along * at.along) - at.out
    }

    /// Across both tangents, or along `w`, whichever is known better.
    pub(super) fn normal(&self, at: &Place<T>) -> Vec3<T> {
        let across = at.tangent.cross(at.other);
        let squared = across.norm_squared();
        if squared * self.size * self.size < at.distance * at.distance {
            return at.w.normalized();
        }
        let across = across * (T::ONE / squared.sqrt());
        if across.dot(at.w) < T::ZERO { -across } else { across }
    }
}
