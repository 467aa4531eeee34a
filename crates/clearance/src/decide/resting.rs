//! Curved bodies at rest on one another: contacts of faces, edges and points whose data are rational, decided exactly.
//!
//! Along some directions the support face of a curved body is rational: the ends of a cylinder or cone along its axis,
//! a line of a cylinder's side along a coordinate axis of its frame, the tips of an ellipsoid. If along such a
//! direction the body is exactly as far as the other one begins, and both faces have a point in common, the bodies
//! touch; if it is not as far, they are apart. Directions are those of the frames' axes and of the faces of polytopes
//! next to a normal. What needs a root, or a direction that no such face has, stays open.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::{Exact, ExactPoint, ExactPose, ExactVector, Rounded};
use crate::math::{Each, Pose, Real, Vector};
use crate::support::{Form, Snapshot, SupportExt};

/// Polytopes of more vertices than this are left open.
const MOST_VERTICES: u32 = 64;

/// The cosine of the angle to the normal within which a direction is tried.
const NEAR: f64 = 1.0 - 1e-6;

/// How two bodies lie along an exact direction.
pub(crate) enum Rest<V: Vector> {
    /// They touch along a unit normal, correctly rounded, in a point.
    Touching { normal: V, point: V },
    /// They are separated along a unit normal by this, and no less apart.
    Separated { normal: V, gap: Rounded<V::Scalar> },
}

/// The decision, if there is one along a direction next to the normal from A to B. The poses must be
/// [exact](Pose::is_exact).
pub(crate) fn rest<V: Vector>(
    (a, pose_a): (&Snapshot<'_, V>, &Pose<V>),
    (b, pose_b): (&Snapshot<'_, V>, &Pose<V>),
    normal: V,
) -> Option<Rest<V>> {
    let (a, b) = (Solid::new(a, pose_a)?, Solid::new(b, pose_b)?);
    let directions = a.directions(normal).chain(b.directions(-normal).map(|dir| -dir));
    for dir in directions {
        let unit: V = dir.unit();
        if unit.dot(normal).to_f64() < NEAR {
            continue;
        }
        let (Some(top), Some(bottom)) = (a.face(&dir), b.face(&-dir.clone())) else { continue };
        match bottom.any().compare_along(&dir, top.any()) {
            Ordering::Greater => {
                let between = bottom.any().minus(top.any());
                let below = &dir.norm_squared() * &between.w.squared();
                let gap = dir.dot(&between.xyz).squared().round_root(&below, &Exact::ZERO);
                return Some(Rest::Separated { normal: unit, gap });
            }
            Ordering::Equal => {
                if let Some(point) = top.common(&bottom) {
                    return Some(Rest::Touching { normal: unit, point: point.to_vector() });
                }
            }
            Ordering::Less => {}
        }
    }
    None
}

/// A body of rational numbers in the frame of its anchor, and where that is.
struct Solid<'s, V: Vector> {
    shape: &'s Snapshot<'s, V>,
    pose: ExactPose,
    anchor: ExactVector,
    radius: Exact,
}

/// The support face along a direction.
enum Face {
    /// The hull of at most some points.
    Points(Vec<ExactPoint>),
    Disc {
        center: Box<ExactPoint>,
        radius: Exact,
    },
}

impl<'s, V: Vector> Solid<'s, V> {
    fn new(shape: &'s Snapshot<'s, V>, pose: &Pose<V>) -> Option<Self> {
        let radius = match shape.form() {
            Form::Ellipsoid(radii) => {
                // The form is all of the ellipsoid, its rolling ball included; a larger radius is of a ball swept over
                // it.
                let least = (0..V::DIM).fold(V::Scalar::INFINITY, |least, i| least.min(radii[i]));
                let rolling = least * (least / radii.max_abs());
                (shape.radius() <= rolling * (V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT))
                    .then_some(Exact::ZERO)?
            }
            Form::Frustum { axis, .. } => {
                coordinate(&ExactVector::new(axis))?;
                Exact::new(shape.radius())
            }
            _ if shape.has_exact_vertices() && shape.vertex_count() <= MOST_VERTICES => Exact::new(shape.radius()),
            _ => return None,
        };
        Some(Solid { shape, pose: ExactPose::new(pose)?, anchor: ExactVector::new(shape.anchor()), radius })
    }

    /// Directions along which a face may be rational, outward next to a normal: the axes of the frame, and the normals
    /// of a polytope's face.
    fn directions(&self, normal: V) -> impl Iterator<Item = ExactVector> {
        let axes = (0..V::DIM).flat_map(|i| {
            let (axis, _) = self.pose.vector(&ExactVector::axis(i));
            [axis.clone(), -axis]
        });
        let mut all: Vec<ExactVector> = axes.collect();
        if V::DIM == 3 && self.shape.has_exact_vertices() {
            all.extend(self.face_normal(normal));
        }
        all.into_iter()
    }

    /// The normal of the plane of three vertices that are farthest along a normal, or nearly.
    fn face_normal(&self, normal: V) -> Option<ExactVector> {
        let points: Vec<ExactPoint> = self.vertices().collect();
        let height = |point: &ExactPoint| point.to_vector::<V>().dot(normal);
        let top = points.iter().map(height).fold(-V::Scalar::INFINITY, V::Scalar::max);
        let slack = V::Scalar::from_f64(1.0 - NEAR) * self.shape.reach();
        let near: Vec<&ExactPoint> = points.iter().filter(|point| height(point) >= top - slack).collect();
        let first = near.first()?;
        let edges: Vec<ExactVector> = near[1..].iter().map(|point| point.minus(first).xyz).collect();
        let across = edges.iter().enumerate().flat_map(|(i, e)| edges[..i].iter().map(move |f| e.cross(f)));
        let found = across.into_iter().find(|cross| !cross.is_zero())?;
        let is_outward = found.unit::<V>().dot(normal) > V::Scalar::ZERO;
        Some(found.negated_if(!is_outward))
    }

    fn vertices(&self) -> impl Iterator<Item = ExactPoint> + '_ {
        (0..self.shape.vertex_count()).map(|id| self.placed(ExactVector::new(self.shape.vertex(id))))
    }

    fn placed(&self, point: ExactVector) -> ExactPoint {
        self.pose.point(&ExactPoint { xyz: &point + &self.anchor, w: Exact::ONE })
    }

    /// The support face along a direction of the world, where it is rational.
    fn face(&self, dir: &ExactVector) -> Option<Face> {
        let local = self.pose.vector_back(dir);
        let core = match self.shape.form() {
            Form::Frustum { axis, half_length, radii } => {
                let axis = coordinate(&ExactVector::new(axis))?;
                self.face_of_frustum(&local, axis, half_length, radii)?
            }
            Form::Ellipsoid(radii) => {
                let (i, positive) = coordinate(&local)?;
                let tip = Exact::new(if positive { radii[i] } else { -radii[i] });
                Face::Points(alloc::vec![self.placed(ExactVector::axis(i).scale(&tip))])
            }
            _ => {
                let mut farthest: Vec<ExactPoint> = Vec::new();
                for point in self.vertices() {
                    match farthest.first().map(|known| point.compare_along(dir, known)) {
                        Some(Ordering::Less) => continue,
                        Some(Ordering::Equal) => {}
                        Some(Ordering::Greater) | None => farthest.clear(),
                    }
                    farthest.push(point);
                }
                Face::Points(farthest)
            }
        };
        if self.radius.is_zero() {
            return Some(core);
        }
        // The ball's point along the direction, whose length must be rational.
        let (i, positive) = coordinate(&local)?;
        let along = ExactVector::axis(i).scale(&self.radius).negated_if(!positive);
        let (xyz, w) = self.pose.vector(&along);
        let by = ExactPoint { xyz, w };
        Some(match core {
            Face::Points(points) => Face::Points(points.iter().map(|point| point.plus(&by)).collect()),
            Face::Disc { center, radius } => Face::Disc { center: Box::new(center.plus(&by)), radius },
        })
    }

    fn face_of_frustum(
        &self,
        local: &ExactVector,
        (axis, forward): (usize, bool),
        half_length: V::Scalar,
        radii: [V::Scalar; 2],
    ) -> Option<Face> {
        let along = local.xyz[axis].clone();
        let mut across = local.clone();
        across.xyz[axis] = Exact::ZERO;
        let ends = [-half_length, half_length].each(|z| Exact::new(if forward { z } else { -z }));
        if across.is_zero() {
            let end = usize::from((along.sign() > 0) == forward);
            let center = self.placed(ExactVector::axis(axis).scale(&ends[end]));
            return Some(if radii[end] == V::Scalar::ZERO {
                Face::Points(alloc::vec![center])
            } else {
                Face::Disc { center: Box::new(center), radius: Exact::new(radii[end]) }
            });
        }
        let (i, positive) = coordinate(&across)?;
        let out = [0, 1].each(|end| Exact::new(if positive { radii[end] } else { -radii[end] }));
        let points =
            [0, 1].each(|end| &ExactVector::axis(axis).scale(&ends[end]) + &ExactVector::axis(i).scale(&out[end]));
        let order = local.dot(&points[0]).cmp(&local.dot(&points[1]));
        let [low, high] = points.each(|point| self.placed(point));
        Some(Face::Points(match order {
            Ordering::Greater => alloc::vec![low],
            Ordering::Less => alloc::vec![high],
            Ordering::Equal => alloc::vec![low, high],
        }))
    }
}

/// The one component of a vector that is not zero, and whether it is positive.
fn coordinate(v: &ExactVector) -> Option<(usize, bool)> {
    let mut others = (0..3).filter(|&i| !v.xyz[i].is_zero());
    let (found, None) = (others.next()?, others.next()) else { return None };
    Some((found, v.xyz[found].sign() > 0))
}

impl Face {
    /// Some point of it.
    fn any(&self) -> &ExactPoint {
        match self {
            Face::Points(points) => &points[0],
            Face::Disc { center, .. } => center,
        }
    }

    /// A point of two faces in one plane, if they have one.
    fn common(&self, other: &Self) -> Option<ExactPoint> {
        match (self, other) {
            (Face::Points(p), Face::Points(q)) => common_of_hulls(p, q),
            (Face::Disc { center, radius }, Face::Points(points))
            | (Face::Points(points), Face::Disc { center, radius }) => {
                let near = |point: &ExactPoint| {
                    let between = point.minus(center);
                    between.xyz.norm_squared() <= (radius * &between.w).squared()
                };
                if holds(points, center) {
                    return Some((**center).clone());
                }
                let corners = points.iter().cloned();
                let feet = pairs(points).filter_map(|(p, q)| foot(p, q, center));
                corners.chain(feet).find(near)
            }
            (Face::Disc { center: c, radius: r }, Face::Disc { center: d, radius: s }) => {
                let (between, sum) = (d.minus(c), r + s);
                let touches = between.xyz.norm_squared() <= (&sum * &between.w).squared();
                // The point that divides the line of centres as the radii.
                touches.then(|| mean(c, s, d, r, &sum))
            }
        }
    }
}

/// `(p·u + q·v) / sum`.
fn mean(p: &ExactPoint, u: &Exact, q: &ExactPoint, v: &Exact, sum: &Exact) -> ExactPoint {
    let part = |point: &ExactPoint, weight: &Exact| ExactPoint { xyz: point.xyz.scale(weight), w: &point.w * sum };
    part(p, u).plus(&part(q, v))
}

fn pairs(points: &[ExactPoint]) -> impl Iterator<Item = (&ExactPoint, &ExactPoint)> {
    points.iter().enumerate().flat_map(|(i, p)| points[..i].iter().map(move |q| (p, q)))
}

/// The foot of the perpendicular from a point on a segment, if it is strictly inside.
fn foot(p: &ExactPoint, q: &ExactPoint, from: &ExactPoint) -> Option<ExactPoint> {
    let (edge, aside) = (q.minus(p), from.minus(p));
    // t = (aside·edge / (wa we)) / (edge·edge / we²).
    let (along, whole) = (&aside.xyz.dot(&edge.xyz) * &edge.w, &edge.xyz.norm_squared() * &aside.w);
    (along.sign() > 0 && along < whole).then(|| mean(p, &(&whole - &along), q, &along, &whole))
}

/// Whether a point of the plane of some points is in a triangle of three of them.
fn holds(points: &[ExactPoint], at: &ExactPoint) -> bool {
    let seen: Vec<ExactVector> = points.iter().map(|point| point.minus(at).xyz).collect();
    if seen.iter().any(ExactVector::is_zero) {
        return true;
    }
    let turn = |i: usize, j: usize| seen[i].cross(&seen[j]);
    (0..seen.len()).any(|i| {
        (0..i).any(|j| {
            let ij = turn(i, j);
            !ij.is_zero()
                && (0..j).any(|k| {
                    let (jk, ki) = (turn(j, k), turn(k, i));
                    jk.dot(&ij).sign() >= 0 && ki.dot(&ij).sign() >= 0 && (&(&ij + &jk) + &ki).dot(&ij).sign() > 0
                })
        })
    })
}

/// A common point of two hulls of points in one plane: a corner of one in the other, or where two of their edges or
/// diagonals cross.
fn common_of_hulls(p: &[ExactPoint], q: &[ExactPoint]) -> Option<ExactPoint> {
    let within = |hull: &[ExactPoint], at: &ExactPoint| {
        holds(hull, at) || pairs(hull).any(|(s, t)| foot(s, t, at).is_some_and(|foot| foot.minus(at).xyz.is_zero()))
    };
    let corner = p.iter().find(|at| within(q, at)).or_else(|| q.iter().find(|at| within(p, at)));
    corner.cloned().or_else(|| pairs(p).find_map(|(s, t)| pairs(q).find_map(|(u, v)| crossing([s, t], [u, v]))))
}

/// Where two segments of a plane cross, if they are not parallel.
fn crossing([s, t]: [&ExactPoint; 2], [u, v]: [&ExactPoint; 2]) -> Option<ExactPoint> {
    let (e, f, between) = (t.minus(s), v.minus(u), u.minus(s));
    let across = e.xyz.cross(&f.xyz);
    if across.is_zero() {
        return None;
    }
    let square = across.norm_squared();
    // Of `s + x (t − s) = u + y (v − u)`: x = (between × f)·across / |across|² with the denominators put back.
    let part = |of: &ExactVector, scale: &Exact| &of.dot(&across) * scale;
    let x = part(&between.xyz.cross(&f.xyz), &e.w);
    let y = part(&between.xyz.cross(&e.xyz), &f.w);
    let whole = &square * &between.w;
    let inside = |x: &Exact| x.sign() >= 0 && *x <= whole;
    (inside(&x) && inside(&y)).then(|| mean(s, &(&whole - &x), t, &x, &whole))
}

#[cfg(test)]
mod tests {
    use super::{Rest, rest};
    use crate::math::{Pose3, Rotor3, Vec3};
    use crate::query::{Pair, signed_distance};
    use crate::shape::Axial;
    use crate::support::Snapshot;
    use crate::{Cone, Cuboid, Cylinder, Ellipsoid, Proximity, Shape3, Status};

    fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
        Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
    }

    fn can() -> Shape3<f64> {
        Cylinder::along(Axial { radius: 0.75, half_length: 1.5, axis: 2 }).unwrap().into()
    }

    fn table() -> Shape3<f64> {
        Cuboid::from_half_extents(Vec3::new(2.0, 3.0, 0.25)).unwrap().into()
    }

    fn touches(a: &Shape3<f64>, b: &Shape3<f64>, b_in_a: Pose3<f64>) -> bool {
        let found = signed_distance(a, b, &b_in_a);
        let swapped = Pair::in_world((b, &b_in_a), (a, &Pose3::IDENTITY)).signed_distance();
        let zero = |found: &Proximity<Vec3<f64>>| found.status == Status::Touching && found.signed_distance == 0.0;
        zero(&found) && zero(&swapped)
    }

    #[test]
    fn cylinders_at_rest_on_a_box_touch_it() {
        assert!(touches(&table(), &can(), at(0.5, -1.0, 1.75)));
        // Over the border: the disc reaches to x = 2 exactly, and less.
        assert!(touches(&table(), &can(), at(2.75, 0.0, 1.75)));
        assert!(touches(&table(), &can(), at(2.5, 0.0, 1.75)));
        // On its side, along the second axis.
        let lying = Rotor3::from_wxyz([1.0, 1.0, 0.0, 0.0]).unwrap();
        assert!(touches(&table(), &can(), Pose3::new(lying, Vec3::new(0.25, 0.0, 1.0)).unwrap()));
        let cone: Shape3<f64> = Cone::along(Axial { radius: 0.5, half_length: 1.25, axis: 2 }).unwrap().into();
        assert!(touches(&table(), &cone, at(0.5, 0.5, 1.5)));
        let egg: Shape3<f64> = Ellipsoid::from_radii(Vec3::new(0.5, 0.75, 1.25)).unwrap().into();
        assert!(touches(&table(), &egg, at(0.5, 0.5, 1.5)));
        assert!(touches(&can(), &can(), at(1.25, 0.75, 3.0)));
    }

    #[test]
    fn what_is_beside_a_face_does_not_touch_it() {
        for b_in_a in [at(2.75 + 1e-15, 0.0, 1.75), at(0.5, 0.5, 1.75 + 2.0 * f64::EPSILON)] {
            let found = signed_distance(&table(), &can(), &b_in_a);
            assert_ne!(found.status, Status::Touching, "{found:?}");
        }
        let found = signed_distance(&table(), &can(), &at(0.5, 0.5, 1.75 + 2.0 * f64::EPSILON));
        assert_eq!(found.status, Status::Separated);
    }

    /// What the decision says of bodies along the third axis, in both orders.
    fn rests(a: &Shape3<f64>, b: &Shape3<f64>, b_in_a: &Pose3<f64>) -> [Option<bool>; 2] {
        let up = Vec3::new(0.0, 0.0, 1.0);
        let (in_a, in_b) = ((&Snapshot::new(a), &Pose3::IDENTITY), (&Snapshot::new(b), b_in_a));
        [rest(in_a, in_b, up), rest(in_b, in_a, -up)]
            .map(|found| found.map(|found| matches!(found, Rest::Touching { .. })))
    }

    #[test]
    fn faces_of_one_plane_touch_only_where_they_have_a_common_point() {
        // The disc of radius 0.75 reaches the table's border at x = 2, or its corner at (2, 3), which is 1.25 away from
        // (2.75, 4): 5/4 of a triangle with sides 3 and 4 quarters.
        let wide: Shape3<f64> = Cylinder::along(Axial { radius: 1.25, half_length: 1.5, axis: 2 }).unwrap().into();
        let lying =
            |x: f64| Pose3::new(Rotor3::from_wxyz([1.0, 0.0, 1.0, 0.0]).unwrap(), Vec3::new(x, 0.5, 1.0)).unwrap();
        type Case = (Shape3<f64>, Shape3<f64>, Pose3<f64>, Pose3<f64>);
        let pairs: [Case; 5] = [
            (table(), can(), at(2.75, 0.0, 1.75), at(2.75 + 4e-15, 0.0, 1.75)),
            (table(), wide, at(2.75, 4.0, 1.75), at(2.75, 4.0 + 4e-15, 1.75)),
            (can(), can(), at(1.5, 0.0, 3.0), at(1.5 + 4e-15, 0.0, 3.0)),
            (table(), table(), at(4.0, 6.0, 0.5), at(4.0 + 4e-15, 6.0, 0.5)),
            (table(), can(), lying(3.5), lying(3.5 + 4e-15)),
        ];
        for (a, b, touching, beside) in &pairs {
            assert_eq!(rests(a, b, touching), [Some(true); 2], "{a:?} and {b:?} at {touching:?}");
            let found = rests(a, b, beside);
            assert!(found.iter().all(|rest| *rest != Some(true)), "{a:?} and {b:?} at {beside:?}: {found:?}");
        }
    }
}
