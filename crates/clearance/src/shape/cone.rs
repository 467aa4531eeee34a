//! A cone along an axis of its frame.

use super::Axial;
use super::rim::{self, Across, ToRim};
use super::rounding::{check_axis, length_above, quantum, unit_scale, units};
use crate::error::ShapeError;
use crate::math::{Each, Matrix, Real, Vec3, Vector};
use crate::projection::Projection;
use crate::support::{Core, Curved, Form, Inscribed, Outline, Support};

/// The hull of an apex at `half_length` on an axis and of a disc of `radius` across it at `−half_length`. Built in
/// space only. A radius or length of zero is legal: a segment, a disc, a point.
///
/// A support point costs one root and one division. The apex is farther than the rim if `2 half_length d_axis > radius
/// ρ`, with `ρ` the length of the direction's part across the axis; both sides are taken with sizes scaled near 1.
///
/// `support_error`: with `r` and `l = 2 half_length`, a point on the rim errs by `5u r` as that of a
/// [cylinder](crate::Cylinder); the comparison by `u l` on one side and, `ρ` within `2.5u`, by `3.5u r` on the other:
/// `2u l + 9u r` with the second-order terms, and a quantum of the subnormal numbers for each underflow.
///
/// ```
/// use clearance::{Axial, Cone, Support, Vec3};
/// let hat = Cone::along(Axial { radius: 5.0, half_length: 6.0, axis: 2 }).unwrap(); // 12 high
/// assert_eq!(hat.support(Vec3::new(3.0, 4.0, 2.2)), Vec3::new(0.0, 0.0, 6.0)); // 12 * 2.2 > 5 * 5
/// assert_eq!(hat.support(Vec3::new(0.0, 4.0, 1.6)), Vec3::new(0.0, 5.0, -6.0)); // 12 * 1.6 < 5 * 4
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<V: Vector> {
    radius: V::Scalar,
    half_length: V::Scalar,
    axis: usize,
    /// `2 half_length` and `radius` times one power of two.
    height_and_radius: [V::Scalar; 2],
    /// The cosine and the sine of the half angle at the apex, and both by the length of the side. Null of a point.
    slope: [V::Scalar; 2],
    slope_per_side: [V::Scalar; 2],
    reach: V::Scalar,
}

impl<T: Real> Cone<Vec3<T>> {
    /// The cone with its apex at `half_length` on coordinate axis `axis` and its base of `radius` at `−half_length`.
    pub fn along(axial: Axial<T>) -> Result<Self, ShapeError> {
        Self::about_axis(axial)
    }
}

impl<V: Vector> Cone<V> {
    /// [`along`](Cone::along), for callers who know that it is space.
    pub(super) fn about_axis(Axial { axis, radius, half_length }: Axial<V::Scalar>) -> Result<Self, ShapeError> {
        let radius = ShapeError::check_size("cone radius", radius)?;
        let half_length = ShapeError::check_size("cone half length", half_length)?;
        let axis = check_axis::<V>("cone axis", axis)?;
        let scale = unit_scale(radius.max(half_length));
        let [height, across] = [half_length * scale * V::Scalar::TWO, radius * scale];
        let side = (height * height + across * across).sqrt();
        let slope = [height, across].each(|leg| if side > V::Scalar::ZERO { leg / side } else { leg });
        let slope_per_side = slope.each(|part| if side > V::Scalar::ZERO { part / side * scale } else { part });
        let reach = length_above(V::axis(0) * radius + V::axis(1) * half_length);
        Ok(Cone { radius, half_length, axis, height_and_radius: [height, across], slope, slope_per_side, reach })
    }
    /// The radius of the base; the [swept ball](crate::support::SupportExt::radius) has none.
    pub fn base_radius(&self) -> V::Scalar {
        self.radius
    }
    /// Half the distance of the apex from the base.
    pub fn half_length(&self) -> V::Scalar {
        self.half_length
    }
    /// The number of the coordinate axis.
    pub fn axis(&self) -> usize {
        self.axis
    }
    /// The nearest point of the core, for the axis that is known when compiled. On the side the part across the axis
    /// errs by two roundings more than that of the [rim](ToRim::projection), `6.5u` of the radius, and the part along
    /// it by `2u` of the half length.
    fn nearest_across<const AXIS: usize>(&self, p: V) -> Option<Projection<V>> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let rim = ToRim::of(p, AXIS, self.radius);
        let (above, beyond) = (p[AXIS] + self.half_length, rim.length - self.radius);
        if above <= zero && beyond <= zero {
            return Some(rim::on_disc(p, AXIS, -self.half_length, self.radius));
        }
        // Along the side's line from the rim, where it is 0, to the apex, where it is 1; in an order in which little
        // waits for the length.
        let [upward, inward] = self.slope_per_side;
        let part = (above * upward + self.radius * inward) - rim.length * inward;
        let on_rim = above <= zero || part <= zero;
        let [height, radius] = self.height_and_radius;
        if !on_rim && !(beyond * height + above * radius > zero) {
            return None;
        }
        if part >= one {
            return Some(Projection::fixed(V::axis(AXIS) * self.half_length));
        }
        let up = if on_rim { zero } else { part };
        let [cosine, sine] = self.slope;
        let with = |along: V::Scalar, beside: V| V::from_fn(|i| if i == AXIS { along } else { beside[i] });
        Some(Projection {
            point: with(self.half_length * (up + up - one), rim.projection * (one - up)),
            directions: [rim.tangent(AXIS), if on_rim { V::ZERO } else { with(cosine, rim.unit * -sine) }],
            rates: [rim.rate * (one - up), if on_rim { zero } else { one }],
        })
    }
    /// The support point, and the part of the direction across the axis if the point is on the rim.
    #[inline]
    fn farthest(&self, dir: V) -> (V, Option<Across<V>>) {
        let apex = V::axis(self.axis) * self.half_length;
        let across = Across::of(dir, self.axis);
        let [height, radius] = self.height_and_radius;
        if height * dir[self.axis] > radius * across.length {
            return (apex, None);
        }
        (across.unit * self.radius - apex, Some(across))
    }
}

impl<V: Vector> Support<V> for Cone<V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.farthest(dir).0
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        Outline {
            form: Form::Frustum {
                axis: V::axis(self.axis),
                half_length: self.half_length,
                radii: [self.radius, V::Scalar::ZERO],
            },
            center: V::axis(self.axis) * (self.half_length * -V::Scalar::HALF),
            error: units::<V::Scalar>(4) * self.half_length
                + units::<V::Scalar>(9) * self.radius
                + quantum::<V::Scalar>() * V::Scalar::TWO,
            ..Outline::new(self.reach)
        }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Curved<V> for Cone<V> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        match self.farthest(dir) {
            (apex, None) => (apex, V::Matrix::ZERO),
            (point, Some(across)) => (point, across.hessian(dir, self.axis, self.radius)),
        }
    }
    fn project(&self, p: V) -> Option<Projection<V>> {
        match self.axis {
            0 => self.nearest_across::<0>(p),
            1 => self.nearest_across::<1>(p),
            _ => self.nearest_across::<2>(p),
        }
    }
    fn flat_end(&self, _: V) -> V {
        -V::axis(self.axis)
    }
    /// The apex, or the disc at the base.
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        let apex = V::axis(self.axis) * self.half_length;
        match self.farthest(dir) {
            (_, None) => Inscribed::ball(apex, V::Scalar::ZERO),
            (_, Some(_)) => Inscribed::image(-apex, |i| rim::of_disc(i, self.axis, self.radius)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::SupportExt;

    #[test]
    fn a_cone_may_be_a_segment_or_a_disc() {
        let dir = Vec3::new(0.3, 0.4, -1.2);
        assert_eq!(
            Cone::along(Axial { radius: 0.0, half_length: 1.5, axis: 2 }).unwrap().support(dir),
            Vec3::new(0.0, 0.0, -1.5)
        );
        assert!(
            (Cone::along(Axial { radius: 2.5, half_length: 0.0, axis: 2 }).unwrap().support(dir)
                - Vec3::new(1.5, 2.0, 0.0))
            .max_abs()
                < 1e-15
        );
    }

    #[test]
    fn feet_have_the_same_bits_at_any_size() {
        // The apex is 3 above the base: a point beside the side, one beyond the rim, one above the apex.
        let beside = [Vec3::new(1.9, 0.4, -0.7), Vec3::new(2.5, -1.5, 3.25), Vec3::new(0.25, 2.75, 0.5)];
        let projections = |scale: f64| {
            let hat = Cone::along(Axial { radius: 2.0 * scale, half_length: 1.5 * scale, axis: 1 }).unwrap();
            beside.map(|p| hat.nearest(p * scale).unwrap())
        };
        let here = projections(1.0);
        // On the side: in the plane of the axis, from the rim (2, −1.5) along (−2, 3)/√13.
        let (length, unit) = (f64::hypot(1.9, 0.7), Vec3::new(1.9, 0.0, -0.7) * (1.0 / f64::hypot(1.9, 0.7)));
        let up = ((length - 2.0) * -2.0 + 1.9 * 3.0) / 13.0;
        let projection = unit * (2.0 - 2.0 * up) + Vec3::new(0.0, -1.5 + 3.0 * up, 0.0);
        assert!((here[0].point - projection).max_abs() < 1e-15, "{:?} is not {projection:?}", here[0]);
        assert!(
            (here[0].directions[1] - (unit * -2.0 + Vec3::new(0.0, 3.0, 0.0)) * (1.0 / 13f64.sqrt())).max_abs() < 1e-15
        );
        let rim = Vec3::new(2.5, 0.0, 3.25) * (2.0 / f64::hypot(2.5, 3.25)) + Vec3::new(0.0, -1.5, 0.0);
        assert!((here[1].point - rim).max_abs() < 1e-15 && here[1].rates[1] == 0.0, "{:?} is not {rim:?}", here[1]);
        assert_eq!(here[2], Projection::fixed(Vec3::new(0.0, 1.5, 0.0)));
        for power in [-960, -700, -500, 500, 700, 960] {
            let scale = 2f64.powi(power);
            for (there, here) in projections(scale).iter().zip(here) {
                assert_eq!(
                    (there.point, there.directions, there.rates),
                    (here.point * scale, here.directions, here.rates)
                );
            }
        }
    }

    #[test]
    fn feet_beside_the_axis_are_on_the_cone() {
        let hat = Cone::along(Axial { radius: 2.0, half_length: 1.5, axis: 2 }).unwrap();
        for aside in [0.0, 1e-320, 1e-300, 1e-160, 1e-20] {
            for above in [1.5, 1.5000000000000002, 1.4999999999999998, -1.5, -1.5000000000000002] {
                let Some(projection) = hat.nearest(Vec3::new(0.0, aside, above)) else { continue };
                let [x, y, z]: [f64; 3] = projection.point.into();
                let beyond = f64::hypot(x, y) - (1.5 - z) / 1.5;
                assert!(beyond <= 1e-15 && (-1.5..=1.5).contains(&z), "{projection:?} of ({aside}, {above})");
                assert!(projection.rates.iter().all(|rate| rate.is_finite()), "{projection:?} of ({aside}, {above})");
            }
        }
    }

    #[test]
    fn a_cone_names_what_it_refuses() {
        let refusal = |r, h, axis| Cone::along(Axial { radius: r, half_length: h, axis }).unwrap_err().to_string();
        assert_eq!(refusal(f64::NAN, 1.5, 0), "cone radius must be finite, got NaN");
        assert_eq!(refusal(0.5, -1.5, 0), "cone half length must not be negative, got -1.5");
    }
}
