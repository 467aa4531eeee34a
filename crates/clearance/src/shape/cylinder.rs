//! A cylinder along an axis of its frame.

use super::Axial;
use super::rim::{self, Across, ToRim};
use super::rounding::{check_axis, length_above, quantum, units};
use crate::error::ShapeError;
use crate::math::{Real, Vec3, Vector};
use crate::projection::Projection;
use crate::support::{Core, Curved, Form, Inscribed, Outline, Support};

/// The points within `half_length` of the origin along an axis and within `radius` across it. Built in space only.
/// A radius or length of zero is legal: a disc, a segment, a point.
///
/// A support point costs one root and one division: `±half_length` along the axis, `radius · t` across it, with `t` the
/// unit vector of the direction's part across the axis; where there is no such part, the middle of the end disc.
///
/// `support_error`: the component along the axis is exact; those of `t` err by `3.5u` and the product with the radius
/// by one more, relative to themselves: `5u · radius`, and a quantum of the subnormal numbers for each underflow.
///
/// ```
/// use clearance::{Axial, Cylinder, Support, Vec3, Vector};
/// let can = Cylinder::along(Axial { radius: 5.0, half_length: 7.0, axis: 2 }).unwrap(); // along z
/// assert!((can.support(Vec3::new(3.0, 4.0, -1.0)) - Vec3::new(3.0, 4.0, -7.0)).max_abs() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<V: Vector> {
    radius: V::Scalar,
    half_length: V::Scalar,
    axis: usize,
    reach: V::Scalar,
}

impl<T: Real> Cylinder<Vec3<T>> {
    /// The cylinder of `radius` between `−half_length` and `half_length` along coordinate axis `axis`.
    pub fn along(axial: Axial<T>) -> Result<Self, ShapeError> {
        Self::about_axis(axial)
    }
}

impl<V: Vector> Cylinder<V> {
    /// [`along`](Cylinder::along), for callers who know that it is space.
    pub(super) fn about_axis(Axial { axis, radius, half_length }: Axial<V::Scalar>) -> Result<Self, ShapeError> {
        let radius = ShapeError::check_size("cylinder radius", radius)?;
        let half_length = ShapeError::check_size("cylinder half length", half_length)?;
        let axis = check_axis::<V>("cylinder axis", axis)?;
        let corner = V::axis(0) * radius + V::axis(1) * half_length;
        Ok(Cylinder { radius, half_length, axis, reach: length_above(corner) })
    }
    /// The radius across the axis; the [swept ball](crate::support::SupportExt::radius) has none.
    pub fn base_radius(&self) -> V::Scalar {
        self.radius
    }
    /// Half the length along the axis.
    pub fn half_length(&self) -> V::Scalar {
        self.half_length
    }
    /// The number of the coordinate axis.
    pub fn axis(&self) -> usize {
        self.axis
    }
    /// The nearest point of the core, for the axis that is known when compiled.
    fn nearest_across<const AXIS: usize>(&self, p: V) -> Option<Projection<V>> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let along = p[AXIS];
        let beside = along.abs() < self.half_length;
        let end = along.clamp(-self.half_length, self.half_length);
        let rim = ToRim::of(p, AXIS, self.radius);
        if rim.length > self.radius {
            let directions = [rim.tangent(AXIS), if beside { V::axis(AXIS) } else { V::ZERO }];
            let rates = [rim.rate, if beside { one } else { zero }];
            return Some(Projection {
                point: V::from_fn(|i| if i == AXIS { end } else { rim.projection[i] }),
                directions,
                rates,
            });
        }
        (!beside).then(|| rim::on_disc(p, AXIS, end, self.radius))
    }
    fn end(&self, dir: V) -> V {
        let end = V::axis(self.axis) * self.half_length;
        if dir[self.axis] < V::Scalar::ZERO { -end } else { end }
    }
}

impl<V: Vector> Support<V> for Cylinder<V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.end(dir) + Across::of(dir, self.axis).unit * self.radius
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        Outline {
            form: {
                Form::Frustum { axis: V::axis(self.axis), half_length: self.half_length, radii: [self.radius; 2] }
            },
            error: units::<V::Scalar>(5) * self.radius + quantum::<V::Scalar>() * V::Scalar::TWO,
            ..Outline::new(self.reach)
        }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Curved<V> for Cylinder<V> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        let across = Across::of(dir, self.axis);
        (self.end(dir) + across.unit * self.radius, across.hessian(dir, self.axis, self.radius))
    }
    fn project(&self, p: V) -> Option<Projection<V>> {
        match self.axis {
            0 => self.nearest_across::<0>(p),
            1 => self.nearest_across::<1>(p),
            _ => self.nearest_across::<2>(p),
        }
    }
    fn flat_end(&self, dir: V) -> V {
        if dir[self.axis] < V::Scalar::ZERO { -V::axis(self.axis) } else { V::axis(self.axis) }
    }
    /// The disc of an end.
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        Inscribed::image(self.end(dir), |i| rim::of_disc(i, self.axis, self.radius))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::SupportExt;

    #[test]
    fn a_direction_along_the_axis_gives_the_middle_of_the_end() {
        let can = Cylinder::along(Axial { radius: 0.25f32, half_length: 1.75, axis: 0 }).unwrap();
        assert_eq!(can.support(Vec3::new(-3.0, 0.0, 0.0)), Vec3::new(-1.75, 0.0, 0.0));
    }

    #[test]
    fn feet_have_the_same_bits_at_any_size() {
        let (p, q) = (Vec3::new(3.7, 0.3, -2.9f64), Vec3::new(0.7, 5.0, 0.6));
        let projections = |scale: f64| {
            let can = Cylinder::along(Axial { radius: 2.1 * scale, half_length: 1.3 * scale, axis: 1 }).unwrap();
            [p, q].map(|p| can.nearest(p * scale).unwrap())
        };
        let [side, end] = projections(1.0);
        let projection = Vec3::new(3.7, 0.0, -2.9) * (2.1 / f64::hypot(3.7, 2.9)) + Vec3::new(0.0, 0.3, 0.0);
        assert!(
            (side.point - projection).max_abs() < 1e-15 && end.point == Vec3::new(0.7, 1.3, 0.6),
            "{side:?} {end:?}"
        );
        assert!(side.directions[0].dot(Vec3::new(3.7, 0.0, -2.9)).abs() < 1e-15);
        for power in [-960, -700, -500, 500, 700, 960] {
            let scale = 2f64.powi(power);
            for (there, here) in projections(scale).iter().zip([side, end]) {
                assert_eq!(
                    (there.point, there.directions, there.rates),
                    (here.point * scale, here.directions, here.rates)
                );
            }
        }
    }

    #[test]
    fn a_cylinder_names_what_it_refuses() {
        let refusal = |r, h, axis| Cylinder::along(Axial { radius: r, half_length: h, axis }).unwrap_err().to_string();
        assert_eq!(refusal(-0.5, 1.5, 0), "cylinder radius must not be negative, got -0.5");
        assert_eq!(refusal(0.5, f64::INFINITY, 0), "cylinder half length must be finite, got inf");
        assert_eq!(refusal(0.5, 1.5, 3), "cylinder axis is inconsistent: it must be the number of a coordinate axis");
    }
}
