//! Where two bodies touch: on whole bodies, on all parts that rest on a shape, or on two parts.

use std::borrow::Cow;

use clearance::query::{self, ContactOptions, ContactPoint, contact_of_parts};
use clearance::{Halfspace, Point, Pose, Proximity, Real, Shape, Space};

use crate::answer::Between;
use crate::body::Body;
use crate::contact_id::{ContactId, contact_ids};
use crate::halfspace;
use crate::parts::{Placed, hull, near_part, part};
use crate::tree::near::Known;

/// The contact of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyContact<V: Space> {
    /// The signed distance; the normal of its parts is that of all points.
    pub between: Between<V>,
    /// Corners of the contact polygon: of all parts of a body that touch a shape along that normal, of the reported
    /// parts of two bodies of parts, of the whole body beside a halfspace.
    pub points: Vec<ContactPoint<V>>,
    /// The parts that each point is on; 0 of whole bodies.
    pub parts: Vec<[u32; 2]>,
}

impl<V: Space> BodyContact<V> {
    /// What each point is made of.
    pub fn ids(&self) -> Vec<ContactId> {
        contact_ids(&self.parts, &self.points)
    }

    /// The contact as one of a part of the second body.
    pub(super) fn on_part_of_b(mut self, number: u32) -> Self {
        self.between.parts[1] = number;
        self.parts.iter_mut().for_each(|parts| parts[1] = number);
        self
    }

    fn on(parts: [u32; 2], between: Between<V>, points: Vec<ContactPoint<V>>) -> Self {
        BodyContact { between, parts: vec![parts; points.len()], points }
    }

    /// The contact of bodies of one part.
    pub(super) fn on_whole(between: Between<V>, points: Vec<ContactPoint<V>>) -> Self {
        Self::on([0, 0], between, points)
    }
}

/// The contact of an answer: corners of the contact polygon of its parts, or of whole bodies where the numbers are
/// theirs.
pub(crate) fn contact_of<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    between: Between<V>,
    contact: &ContactOptions<V::Scalar>,
) -> BodyContact<V> {
    if let Some(found) = halfspace::contact(a, b, contact) {
        return BodyContact::on_whole(between, found.points);
    }
    // A number for bodies that are not apart is that of their hulls.
    if between.is_whole() && between.collides != Some(false) {
        let (of_a, of_b) = (hull(a.body), hull(b.body));
        let points = query::Pair::in_world((&*of_a, a.pose), (&*of_b, b.pose)).contact(contact).points;
        return BodyContact::on_whole(between, points);
    }
    match (a.body, b.body) {
        (_, Body::Convex(_)) => on_parts(a, b, between, contact),
        (Body::Convex(_), _) => swapped(on_parts(b, a, between.swapped(), contact)),
        _ => {
            let (of_a, of_b) = (part(a.body, between.parts[0]), part(b.body, between.parts[1]));
            let points = query::Pair::in_world((&*of_a, a.pose), (&*of_b, b.pose)).contact(contact).points;
            BodyContact::on(between.parts, between, points)
        }
    }
}

/// The contact of all parts of a body that a shape touches along the normal of the answer.
pub(super) fn on_parts<V: Space>(
    parts: Placed<'_, V>,
    single: Placed<'_, V>,
    between: Between<V>,
    contact: &ContactOptions<V::Scalar>,
) -> BodyContact<V> {
    let Body::Convex(shape) = single.body else { return BodyContact::on(between.parts, between, Vec::new()) };
    let (found, deepest) = (&between.proximity, between.parts[0]);
    let contact_of = |numbers: &[u32]| {
        let shapes: Vec<Cow<'_, Shape<V>>> = numbers.iter().map(|&number| part(parts.body, number)).collect();
        let list: Vec<&Shape<V>> = shapes.iter().map(|shape| &**shape).collect();
        let first = numbers.iter().position(|&number| number == deepest).unwrap_or(0);
        contact_of_parts((&list, parts.pose), (shape, single.pose), (first, found), contact)
    };
    // Mostly all of the face is on few parts, those at its corners.
    let mut numbers = vec![deepest];
    for corner in corners(shape, single.pose, found, contact.tilt) {
        let Ok(pose) = Pose::from_translation(corner) else { continue };
        let point = Placed { body: &Body::new(Point::new()), pose: &pose };
        touching(parts, point, &between, contact.tilt * single.body.reach_from_frame(), &mut numbers);
    }
    let mut all = contact_of(&numbers);
    if !all.is_whole {
        touching(parts, single, &between, contact.tilt * single.body.reach_from_frame(), &mut numbers);
        all = contact_of(&numbers);
    }
    let of_points = all.points.iter().map(|(place, _)| [numbers[*place], 0]).collect();
    BodyContact { between, parts: of_points, points: all.points.into_iter().map(|(_, point)| point).collect() }
}

/// The corners of the face of a shape that is turned against the normal of an answer.
fn corners<V: Space>(shape: &Shape<V>, pose: &Pose<V>, found: &Proximity<V>, tilt: V::Scalar) -> Vec<V> {
    let Ok(plane) = Halfspace::new(found.normal, V::Scalar::ZERO) else { return Vec::new() };
    let all = ContactOptions { tilt, max_points: usize::MAX };
    let face = query::Pair::in_world((&plane, &Pose::IDENTITY), (shape, pose)).contact(&all);
    face.points.iter().map(|point| point.witness_b).collect()
}

/// Adds the parts that may touch a body where the deepest one touches the shape: that are no farther from it than that
/// one, and than faces that are tilted reach. Of a solid mesh no triangles that are turned away.
fn touching<V: Space>(
    parts: Placed<'_, V>,
    single: Placed<'_, V>,
    between: &Between<V>,
    far: V::Scalar,
    numbers: &mut Vec<u32>,
) {
    let found = &between.proximity;
    let normal = parts.pose.vector_back(found.normal);
    let within = Known { max: found.bounds.upper.abs() + far * V::Scalar::TWO, normal };
    let is_turned_away = |number: u32| match parts.body {
        Body::Mesh(mesh) if mesh.is_solid() => mesh.normal(number).dot(normal) <= V::Scalar::ZERO,
        _ => false,
    };
    near_part(parts, single, within, |number| {
        if !is_turned_away(number) {
            numbers.push(number);
        }
        within
    });
    numbers.sort_unstable();
    numbers.dedup();
}

pub(super) fn swapped<V: Space>(found: BodyContact<V>) -> BodyContact<V> {
    let swap = |mut point: ContactPoint<V>| {
        (point.witness_a, point.witness_b) = (point.witness_b, point.witness_a);
        point.features.swap(0, 1);
        point
    };
    BodyContact {
        between: found.between.swapped(),
        parts: found.parts.iter().map(|&[a, b]| [b, a]).collect(),
        points: found.points.into_iter().map(swap).collect(),
    }
}
