//! Where two ellipsoids face each other, or an ellipsoid and a point: Newton's method of [`smooth`](super::smooth) on a support
//! function that needs no support points.
//!
//! With the squared radii `Q` of both in A's frame (`E²`, and `R F² Rᵀ` of B) and the offset `t` of B's centre, the support function of the
//! difference is `h(d) = √(dᵀQ_A d) + √(dᵀQ_B d) − t·d`, its gradient `w = Q_A d/α + Q_B d/β − t`, and a product with its Hessian
//! `(Q_A x − a (a·x))/α + (Q_B x − b (b·x))/β`, where `a` and `b` are the first two parts of the gradient and `α` and `β` the roots: a
//! third of the instructions of two support points and their Hessians. What is found is a direction to be asked, no more.

use super::smooth::{newton, solved, turned};
use crate::difference::Difference;
use crate::math::{Matrix, Real, Vector};
use crate::support::{Form, Support};

/// Steps: quadratic convergence takes 4 to 6.
const STEPS: u32 = 8;

/// The unit direction in which the difference of two ellipsoids or points is least, from one next to it; `None` for other forms, and
/// where it is not found.
#[inline]
pub(super) fn facing<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    mut direction: V,
) -> Option<V> {
    let ((squares, center_a), (squares_b, center_b)) = (quadric(m.a, m.scale)?, quadric(m.b, m.scale)?);
    // A row for each axis of A; the matrix is symmetric.
    let rows = V::Matrix::from_columns(|i| {
        let axis = V::from_fn(|k| m.turn.column(k)[i]);
        m.turn.apply(axis.scaled_by(squares_b))
    });
    let offset = m.scaled_b_in_a(center_b) - center_a * m.scale;
    for _ in 0..STEPS {
        let (a, b) = (squares.scaled_by(direction), rows.apply_transpose(direction));
        let (inverse_a, inverse_b) = (inverse_root(direction.dot(a)), inverse_root(direction.dot(b)));
        let (a, b) = (a * inverse_a, b * inverse_b);
        let w = a + b - offset;
        let height = direction.dot(w);
        // The Hessian less the height.
        let hessian = V::Matrix::from_columns(|i| {
            let straight = V::axis(i) * (squares[i] * inverse_a - height) + rows.column(i) * inverse_b;
            straight - a * (a[i] * inverse_a) - b * (b[i] * inverse_b)
        });
        let next = match newton(w - direction * height, |x| hessian.apply_transpose(x)) {
            Some(step) => turned(direction, step),
            // Where the sphere of directions has no minimum nearby: `w = h d` solved for `d` with `α`, `β` and `h` as they are.
            None => solved(offset, V::DIM, |x| {
                let (of_a, of_b) = (squares.scaled_by(x) * inverse_a, rows.apply_transpose(x) * inverse_b);
                of_a + of_b - x * height.min(V::Scalar::ZERO)
            })?
            .normalized(),
        };
        let squared = (next - direction).norm_squared();
        direction = next;
        // The next step is about the square of this one.
        if squared <= V::Scalar::UNIT {
            return Some(direction);
        }
    }
    None
}

/// The squared radii, scaled, and the centre of an ellipsoid or a point.
#[inline]
fn quadric<V: Vector>(shape: &(impl Support<V> + ?Sized), scale: V::Scalar) -> Option<(V, V)> {
    match shape.form() {
        Form::Ellipsoid(radii) => {
            let scaled = radii * scale;
            Some((scaled.scaled_by(scaled), V::ZERO))
        }
        Form::Point(center) => Some((V::ZERO, center)),
        _ => None,
    }
}

/// Of a point's null the inverse is null, too: it has no curvature.
#[inline]
fn inverse_root<T: Real>(squared: T) -> T {
    if squared > T::ZERO { T::ONE / squared.sqrt() } else { T::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose3, Rotor3, Vec3};
    use crate::random::Random;
    use crate::shape::{Ellipsoid, Point};

    #[test]
    fn a_point_beside_an_ellipsoid_is_seen_along_the_normal_of_its_foot() {
        let mut random = Random(20_261_122);
        let (mut found, mut bent) = (0, 0);
        for round in 0..1000 {
            let thin = if round % 2 == 0 { 0.4 } else { 0.02 };
            let mut radius = || thin + (1.0 - thin) * (0.5 + 0.5 * random.unit());
            let radii = Vec3::new(radius(), radius(), radius());
            let d = Vec3::new(random.unit(), random.unit(), random.unit()).normalized();
            let foot = radii.scaled_by(radii).scaled_by(d) * (1.0 / radii.scaled_by(d).norm());
            let turn = Rotor3::from_roll_pitch_yaw(random.unit(), random.unit(), random.unit());
            let b_in_a = Pose3::new(turn, foot + d * (0.6 + 0.5 * random.unit())).unwrap();
            let (egg, point) = (Ellipsoid::from_radii(radii).unwrap(), Point::new());
            let m = Difference::new(&egg, &point, &b_in_a);
            let start = b_in_a.translation().normalized();
            bent += usize::from((start - d).norm() > 0.3);
            let Some(seen) = facing(&m, start) else { continue };
            found += 1;
            assert!((seen - d).norm() < 1e-12, "{radii:?} {d:?}: {seen:?}");
        }
        assert!(found >= 980 && bent > 200, "{found} found, {bent} bent");
    }
}
