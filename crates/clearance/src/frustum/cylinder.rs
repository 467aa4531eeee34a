//! Two cylinders: what they are, where they touch a plane, and whether they have a point in common.

use super::ROUNDING;
use crate::difference::{Difference, Vertex};
use crate::dimension::Dimension;
use crate::math::{Each, Matrix, Real, Vec3, Vector};
use crate::newton::Lowest;
use crate::simplex::Simplex;
use crate::support::{Hint, SupportExt};

/// What is lower than the farthest by no more than this many roundings of the size touches too.
const TOUCHING: f64 = 16.0;

/// Projections before it is left open whether cylinders overlap.
const PROJECTIONS: u32 = 16;

/// Rounds in which the points that touch follow each other: lines and rims need no more.
const ROUNDS: u32 = 2;

/// A cylinder about a coordinate axis of its frame, scaled.
#[derive(Clone, Copy)]
pub(super) struct Cylinder<T> {
    pub axis: usize,
    pub half_length: T,
    pub radius: T,
}

impl<T: Real> Cylinder<T> {
    pub fn of<V: Vector<Scalar = T>>((axis, half_length, [radius, other]): (V, T, [T; 2]), scale: T) -> Option<Self> {
        let axis = (0..V::DIM).find(|&i| axis[i] == T::ONE)?;
        (V::DIM == 3 && radius == other).then(|| Cylinder {
            axis,
            half_length: half_length * scale,
            radius: radius * scale,
        })
    }

    /// The point nearest to `p` of those farthest along a unit vector: of an end, of a line of the side, or of a rim.
    pub fn farthest<V: Vector<Scalar = T>>(&self, normal: V, p: V, size: T) -> V {
        let axis = V::axis(self.axis);
        let level = normal[self.axis];
        let across = normal - axis * level;
        let rho = across.norm();
        let end = axis * self.half_length.copysign(level);
        let slack = T::from_f64(TOUCHING) * T::UNIT;
        if rho <= slack {
            let aside = p - axis * p[self.axis];
            let length = aside.norm();
            return end + if length > self.radius { aside * (self.radius / length) } else { aside };
        }
        let rim = across * (self.radius / rho);
        if level.abs() * self.half_length * T::TWO > slack * size {
            return end + rim;
        }
        rim + axis * p[self.axis].clamp(-self.half_length, self.half_length)
    }

    /// Whether a point is farther inside than `margin`.
    pub fn holds<V: Vector<Scalar = T>>(&self, p: V, margin: T) -> bool {
        let level = p[self.axis];
        let aside = (p - V::axis(self.axis) * level).norm();
        level.abs() < self.half_length - margin && aside < self.radius - margin
    }

    /// The nearest point that is so far inside, or half as far as the middle is if that is less.
    pub fn nearest<V: Vector<Scalar = T>>(&self, p: V, margin: T) -> V {
        let [high, wide] = [self.half_length, self.radius].each(|length| length - margin.min(length * T::HALF));
        let axis = V::axis(self.axis);
        let level = p[self.axis];
        let aside = p - axis * level;
        let length = aside.norm();
        axis * level.clamp(-high, high) + if length > wide { aside * (wide / length) } else { aside }
    }

    /// Coordinates of a frame with the axis last, about which the others turn in the same sense.
    pub fn upright(&self, v: Vec3<T>) -> Vec3<T> {
        Vec3::from_fn(|i| v[(self.axis + 1 + i) % 3])
    }

    /// And back.
    pub fn lying(&self, v: Vec3<T>) -> Vec3<T> {
        Vec3::from_fn(|i| v[(i + 2 - self.axis) % 3])
    }
}

/// Two cylinders, each in its own frame.
pub(super) struct Both<T> {
    pub a: Cylinder<T>,
    pub b: Cylinder<T>,
}

impl<T: Real> Both<T> {
    pub fn of<V>(m: &Difference<'_, V>) -> Option<Self>
    where
        V: Dimension + Vector<Scalar = T>,
    {
        Some(Both {
            a: Cylinder::of(m.a.form().frustum()?, m.frame.scale)?,
            b: Cylinder::of(m.b.form().frustum()?, m.frame.scale)?,
        })
    }

    /// Points that touch with a plane of the difference, next to the projection of the origin.
    pub fn touching<V>(&self, m: &Difference<'_, V>, plane: &Lowest<V>) -> Vertex<V>
    where
        V: Dimension + Vector<Scalar = T>,
    {
        let (normal, gap) = (plane.normal, plane.normal * plane.height);
        let inward = -m.turn().apply_transpose(normal);
        // Two sides touch where their axes are nearest.
        let (axis, other) = (V::axis(self.a.axis), m.turn().column(self.b.axis));
        let across = axis - other * axis.dot(other);
        let level = m.scaled_offset().dot(across) / across.norm_squared();
        let mut p = self.a.farthest(normal, axis * level, m.frame.size);
        let mut q = V::ZERO;
        for _ in 0..ROUNDS {
            q = self.b.farthest(inward, m.turn().apply_transpose(p - gap - m.scaled_offset()), m.frame.size);
            p = self.a.farthest(normal, m.turn().apply(q) + m.scaled_offset() + gap, m.frame.size);
        }
        m.placed(&Vertex { w: V::ZERO, a: p * m.frame.unscale, b: q * m.frame.unscale, ids: [Hint::NONE; 2] })
    }

    /// Whether both surely overlap: projections to one and the other, beginning between points that touch, lead to a
    /// common point. They aim for points that are inside by a quarter of the depth, and so arrive.
    pub fn meet<V>(&self, m: &Difference<'_, V>, touching: &Simplex<V>, depth: T) -> bool
    where
        V: Dimension + Vector<Scalar = T>,
    {
        let mut middle = V::ZERO;
        for (point, weight) in touching.points().zip(touching.weights()) {
            middle += (point.a * m.frame.scale + m.scaled_b_in_a(point.b)) * (T::HALF * weight);
        }
        let within = m.frame.point_error + T::from_f64(ROUNDING) * T::UNIT * m.frame.size;
        let inside = depth * T::from_f64(0.25);
        for _ in 0..PROJECTIONS {
            let in_b = m.turn().apply_transpose(middle - m.scaled_offset());
            if self.a.holds(middle, within) && self.b.holds(in_b, within) {
                return true;
            }
            middle = self.a.nearest(m.turn().apply(self.b.nearest(in_b, inside)) + m.scaled_offset(), inside);
        }
        false
    }
}
