//! Where two ellipsoids face each other, or an ellipsoid and a point: Newton's method of [`smooth`](super::smooth) on a
//! support function that needs no support points.
//!
//! With the squared radii `Q` of both in A's frame (`E²`, and `R F² Rᵀ` of B) and the offset `t` of B's centre, the
//! support function of the difference is `h(d) = √(dᵀQ_A d) + √(dᵀQ_B d) − t·d`, its gradient `w = Q_A d/α + Q_B d/β −
//! t`, and a product with its Hessian `(Q_A x − a (a·x))/α + (Q_B x − b (b·x))/β`, where `a` and `b` are the first two
//! parts of the gradient and `α` and `β` the roots: a third of the instructions of two support points and their
//! Hessians. What is found is a direction to be asked, no more.
//!
//! Steps are made one after the other, so what counts is how long each takes to compute, not how many instructions it
//! has. `d` is never normalised: with `k = d·w/|d|²` the step across it solves `(∇²h(d) − k I) y = k d − w`. And since
//! the right side is across `d`, a multiple of `d dᵀ` may be added, which makes the matrix positive definite in space
//! where it is so across `d`: the system is solved by its minors, one division in all, where two steps of conjugate
//! gradients make four, one after the other.

use super::smooth::{limited, solved};
use crate::difference::Difference;
use crate::math::{Matrix, Real, Vector};
use crate::support::{Support, SupportExt};

/// Steps: quadratic convergence takes 4 to 6.
const STEPS: u32 = 8;

/// The unit direction in which the difference of two ellipsoids or points is least, from one next to it; `None` for
/// other forms, and where it is not found.
#[inline]
pub(super) fn facing<V: Vector>(m: &Difference<'_, V>, mut direction: V) -> Option<V> {
    let ((squares, center_a), (squares_b, center_b)) = (quadric(m.a, m.frame.scale)?, quadric(m.b, m.frame.scale)?);
    // A row for each axis of A; the matrix is symmetric.
    let rows = V::Matrix::from_columns(|i| {
        let axis = V::from_fn(|k| m.turn.column(k)[i]);
        m.turn.apply(axis.scaled_by(squares_b))
    });
    let offset = m.scaled_b_in_a(center_b) - center_a * m.frame.scale;
    let (trace_a, trace_b) = (trace(squares), trace(squares_b));
    for _ in 0..STEPS {
        let (a, b) = (squares.scaled_by(direction), rows.apply_transpose(direction));
        let (inverse_a, inverse_b) = (inverse_root(direction.dot(a)), inverse_root(direction.dot(b)));
        let of_length = V::Scalar::ONE / direction.norm_squared();
        let (a, b) = (a * inverse_a, b * inverse_b);
        let w = a + b - offset;
        let height = direction.dot(w) * of_length;
        let lift = trace_a * inverse_a + trace_b * inverse_b;
        let lifted = V::Matrix::from_columns(|i| {
            let straight = V::axis(i) * (squares[i] * inverse_a - height) + rows.column(i) * inverse_b;
            straight + direction * (direction[i] * lift) - a * (a[i] * inverse_a) - b * (b[i] * inverse_b)
        });
        let Some(step) = solution(&lifted, direction * height - w) else {
            // Where the sphere of directions has no minimum nearby: `w = h d` solved for `d` with `α`, `β` and `h` as
            // they are.
            direction = solved(offset, V::DIM, |x| {
                let (of_a, of_b) = (squares.scaled_by(x) * inverse_a, rows.apply_transpose(x) * inverse_b);
                of_a + of_b - x * height.min(V::Scalar::ZERO)
            })?
            .normalized();
            continue;
        };
        let squared = step.norm_squared() * of_length;
        direction += limited(step, squared);
        // The next step is about the square of this one.
        if squared <= V::Scalar::UNIT {
            return Some(direction.normalized());
        }
    }
    None
}

/// The solution of a linear system, by its minors; `None` if the matrix is not positive definite. It must be symmetric.
#[inline(always)]
fn solution<V: Vector>(m: &V::Matrix, right: V) -> Option<V> {
    let at = |i: usize, j: usize| m.column(j)[i];
    let minor = |i: usize, j: usize| {
        let ([k, l], [p, q]) = ([(i + 1) % 3, (i + 2) % 3], [(j + 1) % 3, (j + 2) % 3]);
        at(k, p) * at(l, q) - at(k, q) * at(l, p)
    };
    if V::DIM == 2 {
        let determinant = at(0, 0) * at(1, 1) - at(0, 1) * at(0, 1);
        let along = |i: usize| at(1 - i, 1 - i) * right[i] - at(0, 1) * right[1 - i];
        let positive = (at(0, 0) > V::Scalar::ZERO) & (determinant > V::Scalar::ZERO);
        return positive.then(|| V::from_fn(along) * (V::Scalar::ONE / determinant));
    }
    let determinant = at(0, 0) * minor(0, 0) + at(0, 1) * minor(0, 1) + at(0, 2) * minor(0, 2);
    let along = |i: usize| minor(i, 0) * right[0] + minor(i, 1) * right[1] + minor(i, 2) * right[2];
    let zero = V::Scalar::ZERO;
    let positive = (at(0, 0) > zero) & (minor(2, 2) > zero) & (determinant > zero);
    positive.then(|| V::from_fn(along) * (V::Scalar::ONE / determinant))
}

/// The squared radii, scaled, and the centre of an ellipsoid or a point.
#[inline]
fn quadric<V: Vector>(shape: &(impl Support<V> + ?Sized), scale: V::Scalar) -> Option<(V, V)> {
    if let Some(radii) = shape.form().ellipsoid() {
        let scaled = radii * scale;
        return Some((scaled.scaled_by(scaled), V::ZERO));
    }
    shape.form().point().map(|center| (V::ZERO, center))
}

/// The inverse of a point's zero is zero, too: it has no curvature.
#[inline(always)]
fn inverse_root<T: Real>(squared: T) -> T {
    // The root does not wait for the inverse.
    if squared > T::ZERO { squared.sqrt() * (T::ONE / squared) } else { T::ZERO }
}

/// The sum of the components.
fn trace<V: Vector>(squares: V) -> V::Scalar {
    (0..V::DIM).fold(V::Scalar::ZERO, |sum, i| sum + squares[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose3, Rotor3, Vec2, Vec3};
    use crate::random::Random;
    use crate::shape::{Ellipsoid, Point};
    use crate::support::Snapshot;

    #[test]
    fn a_system_that_is_not_positive_definite_has_no_solution() {
        let symmetric = |[a, b, c, d, e, f]: [f64; 6]| {
            let columns = [Vec3::new(a, b, c), Vec3::new(b, d, e), Vec3::new(c, e, f)];
            <Vec3<f64> as Vector>::Matrix::from_columns(|i| columns[i])
        };
        // [2 1 0; 1 3 1; 0 1 4] times (1, 2, 3).
        let right = Vec3::new(4.0, 10.0, 14.0);
        let x = solution(&symmetric([2.0, 1.0, 0.0, 3.0, 1.0, 4.0]), right).unwrap();
        assert!((x - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-15, "{x:?}");
        assert_eq!(solution(&symmetric([-2.0, 1.0, 0.0, 3.0, 1.0, 4.0]), right), None);
        assert_eq!(solution(&symmetric([2.0, 3.0, 0.0, 3.0, 1.0, 4.0]), right), None);
        assert_eq!(solution(&symmetric([2.0, 1.0, 0.0, 3.0, 1.0, -4.0]), right), None);

        let plane = <Vec2<f64> as Vector>::Matrix::from_columns(|i| [Vec2::new(2.0, 1.0), Vec2::new(1.0, 3.0)][i]);
        assert_eq!(solution(&plane, Vec2::new(4.0, 7.0)), Some(Vec2::new(1.0, 2.0)));
    }

    #[test]
    fn a_point_beside_an_ellipsoid_is_seen_along_the_normal_of_its_foot() {
        let mut random = Random(20_261_122);
        let (mut found, mut bent) = (0, 0);
        for round in 0..1000 {
            let thin = if round % 2 == 0 { 0.4 } else { 0.02 };
            let mut radius = || thin + (1.0 - thin) * (0.5 + 0.5 * random.unit());
            let radii = Vec3::new(radius(), radius(), radius());
            let d = Vec3::new(random.unit(), random.unit(), random.unit()).normalized();
            let projection = radii.scaled_by(radii).scaled_by(d) * (1.0 / radii.scaled_by(d).norm());
            let turn = Rotor3::from_roll_pitch_yaw(random.unit(), random.unit(), random.unit()).unwrap();
            let b_in_a = Pose3::new(turn, projection + d * (0.6 + 0.5 * random.unit())).unwrap();
            let (egg, point) = (Ellipsoid::from_radii(radii).unwrap(), Point::new());
            let (egg, point) = (Snapshot::new(&egg), Snapshot::new(&point));
            let m = Difference::new(&egg, &point, b_in_a.map());
            let start = b_in_a.translation().normalized();
            bent += usize::from((start - d).norm() > 0.3);
            let Some(seen) = facing(&m, start) else { continue };
            found += 1;
            assert!((seen - d).norm() < 1e-12, "{radii:?} {d:?}: {seen:?}");
        }
        assert!(found >= 980 && bent > 200, "{found} found, {bent} bent");
    }
}
