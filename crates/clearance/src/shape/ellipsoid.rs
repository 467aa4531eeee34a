//! An ellipsoid along the axes of its frame; in the plane an ellipse.

use super::hessian;
use super::rounding::{quantum, tamed, unit_scale, units};
use crate::error::ShapeError;
use crate::math::{Matrix, Real, Vector};
use crate::support::{Core, Curved, Form, Inscribed, Outline, Support};

/// The image `E B` of the unit ball under a diagonal matrix `E` of radii; in the plane an ellipse. Radii of zero are
/// legal.
///
/// A support point costs one root and one division: with `g = E d`, `h(d) = |g|`, `p = E g/|g|`, and `∇²h = E (I − g
/// gᵀ/|g|²) E / |g|` at a unit `d`. Directions are multiplied by radii scaled to a magnitude near 1, so every
/// admissible size works; a zero `g` means that the whole core is farthest, and the centre is returned.
///
/// `support_error`: a component of `g/|g|` carries `u` from `g`, `3.5u` from its length (half of `2u + 3u` of the
/// square, and the root), and `2u` from the inverse and the product; the product with the radius makes it `8u` with the
/// second-order terms. All of them are relative to a component of the exact point, so `p` moves by at most `8u` of the
/// largest radius, and so does `d·p / |d|`. A quantum of the subnormal numbers covers underflow of each component.
/// Taking the ball away adds `6u` of its radius, and the difference rounds once more.
///
/// **Core and radius.** A ball of the least radius of curvature, `(least radius)² / largest radius`, rolls inside all
/// over the surface, so the ellipsoid is a smaller convex core with that ball swept over it (Blaschke 1916), and the
/// core is what [`support`](Support::support) describes. Ellipsoids that overlap by less are apart as cores, which
/// proves a depth as well as a distance, and a depth is found as fast.
///
/// ```
/// use clearance::{Ellipsoid, Support, SupportExt, Vec2, Vector};
/// let egg = Ellipsoid::<Vec2<f64>>::from_radii(Vec2::new(3.0, 4.0)).unwrap();
/// let d = Vec2::new(0.6, 0.8);
/// let p = egg.support(d) + d * egg.radius(); // E²d / |E d| = (5.4, 12.8) / √13.48
/// assert!((p - Vec2::new(1.4707837, 3.4863021)).max_abs() < 1e-7);
/// assert!((egg.radius() - 2.25).abs() < 1e-14); // 3² / 4
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<V: Vector> {
    radii: V,
    /// The radii times a power of two, the largest in [1, 2).
    scaled: V,
    /// Radius of the ball that rolls inside.
    rolling: V::Scalar,
}

impl<V: Vector> Ellipsoid<V> {
    /// The ellipsoid whose axis `i` reaches from `−radii[i]` to `radii[i]`.
    pub fn from_radii(radii: V) -> Result<Self, ShapeError> {
        for i in 0..V::DIM {
            ShapeError::check_size("ellipsoid radius", radii[i])?;
        }
        let scaled = radii * unit_scale(radii.max_abs());
        let least = (0..V::DIM).fold(V::Scalar::INFINITY, |least, i| least.min(scaled[i]));
        // Three roundings, and one on the way back from the scale; of the zero ellipsoid there is no quotient.
        let rolling = least * least / scaled.max_abs().max(V::Scalar::SMALLEST) * (V::Scalar::ONE - units(8));
        let rolling = rolling / unit_scale(radii.max_abs());
        Ok(Ellipsoid { radii, scaled, rolling })
    }
    /// Half the length along each axis.
    pub fn radii(&self) -> V {
        self.radii
    }
    /// `g/|g|` with `g = E d`; `None` if that is zero.
    fn preimage(&self, dir: V) -> Option<V> {
        let g = tamed(self.scaled.scaled_by(dir))?;
        Some(g * (V::Scalar::ONE / g.norm()))
    }
}

impl<V: Vector> Support<V> for Ellipsoid<V> {
    fn support(&self, dir: V) -> V {
        let Some(unit) = self.preimage(dir) else { return V::ZERO };
        self.radii.scaled_by(unit) - dir.normalized() * self.rolling
    }
    fn outline(&self) -> Outline<V> {
        Outline {
            form: Form::Ellipsoid(self.radii),
            radius: self.rolling,
            error: {
                let parts = units::<V::Scalar>(10) * self.radii.max_abs() + units::<V::Scalar>(6) * self.rolling;
                parts + quantum::<V::Scalar>() * V::Scalar::TWO
            },
            ..Outline::new(self.radii.max_abs())
        }
    }
    fn core(&self) -> Core<'_, V> {
        Core { curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Curved<V> for Ellipsoid<V> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        let Some(unit) = self.preimage(dir) else { return (V::ZERO, V::Matrix::ZERO) };
        let along = dir.normalized();
        let surface = self.radii.scaled_by(unit);
        // h at the unit direction: (E d)·(g/|g|). One factor E is taken unscaled, so that the sizes cancel.
        let inverse = V::Scalar::ONE / self.scaled.scaled_by(along).dot(unit);
        let column = |i| {
            let part = self.scaled[i] * inverse;
            let (of_surface, of_ball) = (unit[i] * part, along[i] * self.rolling);
            let straight = self.radii[i] * part - self.rolling;
            V::from_fn(|j| {
                let rest = along[j] * of_ball - surface[j] * of_surface;
                if i == j { rest + straight } else { rest }
            })
        };
        (surface - along * self.rolling, hessian::finite_or_zero::<V>(V::Matrix::from_columns(column)))
    }
    /// All of it.
    fn inscribed(&self, _: V) -> Inscribed<V> {
        Inscribed::image(V::ZERO, |i| V::axis(i) * self.radii[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::support::SupportExt;

    #[test]
    fn flat_ellipsoids_have_finite_supports_in_every_direction() {
        for radii in [Vec3::new(1e300, 1e-300, 0.0), Vec3::new(0.0, 1e-300, 2e-300), Vec3::new(0.0, 0.0, 0.0)] {
            let shape = Ellipsoid::from_radii(radii).unwrap();
            for dir in [Vec3::axis(0), Vec3::axis(1), Vec3::axis(2), Vec3::new(1e-150, -1e-150, 1e-151)] {
                let (p, hessian) = shape.support_curved(dir);
                assert!(
                    p.max_abs() <= shape.reach() && (0..3).all(|i| hessian.column(i).is_finite()),
                    "{radii:?} {dir:?}"
                );
                assert_eq!(p, shape.support(dir));
            }
        }
    }

    #[test]
    fn an_ellipsoid_refuses_radii_that_are_none() {
        let error = Ellipsoid::from_radii(Vec3::new(1.5f32, -2.0, 0.5)).unwrap_err();
        assert_eq!(error.to_string(), "ellipsoid radius must not be negative, got -2");
    }
}
