//! Where two bodies touch along all normals: a floor and a wall, not only the deeper of the two.
//!
//! The deepest part is the first contact. Another part is one more if it is nearer, along the normal of each contact so
//! far, than that contact is. A part that is not is resolved with it: what moves out of the contact along its normal is
//! out of that part as well. So parts that lie in a plane, or behind it, are one contact, with no point at the edges
//! between them.

use std::borrow::Cow;

use clearance::enclosure::Axis;
use clearance::query::ContactOptions;
use clearance::{Options, Pose, Proximity, Real, Space};

use super::contact::{BodyContact, contact_of, on_parts, swapped};
use crate::answer::Between;
use crate::between::between;
use crate::body::Body;
use crate::convex::signed_distance;
use crate::meeting::Resting;
use crate::parts::{Placed, near_part, near_parts, part};
use crate::sort::{by_number, sort_by};
use crate::tree::near::Known;

/// The options of contacts along all normals.
#[derive(Clone, Copy)]
pub(crate) struct Question<'q, V: Space> {
    /// Parts that are farther away are no contacts.
    pub within: V::Scalar,
    pub contact: &'q ContactOptions<V::Scalar>,
    pub options: &'q Options<V::Scalar>,
}

/// The contacts of two bodies, the deepest first.
pub(crate) fn contacts_of<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    question: Question<'_, V>,
) -> Vec<BodyContact<V>> {
    let found = match (a.body, b.body) {
        (Body::Mesh(_), Body::Mesh(_)) => Vec::new(),
        (parts, Body::Convex(_)) if parts.has_parts() => beside_shape(a, b, question),
        (Body::Convex(_) | Body::Compound(_) | Body::Many(_), parts) if parts.has_parts() => {
            let found = beside_parts(b, a, question);
            found.into_iter().map(swapped).collect()
        }
        (parts, Body::Compound(_) | Body::Many(_)) if parts.has_parts() => beside_parts(a, b, question),
        _ => Vec::new(),
    };
    if !found.is_empty() {
        return found;
    }
    // Bodies of one part, surfaces, and what is inside of a solid without touching its surface: one contact.
    let is_apart = |body: &Body<V>| matches!(body, Body::Compound(_) | Body::Many(_));
    if [a.body, b.body].iter().any(|body| is_apart(body)) && ![a.body, b.body].iter().any(|body| is_solid(body)) {
        return found;
    }
    let near = between(a, b, question.options);
    let is_near = near.proximity.bounds.lower <= question.within || near.collides != Some(false);
    if is_near { vec![contact_of(a, b, near, question.contact)] } else { Vec::new() }
}

fn is_solid<V: Space>(body: &Body<V>) -> bool {
    matches!(body, Body::Mesh(mesh) if mesh.is_solid()) || matches!(body, Body::Halfspace(_))
}

/// The contacts of parts with each part of another body.
fn beside_parts<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, question: Question<'_, V>) -> Vec<BodyContact<V>> {
    let Body::Convex(_) = b.body else {
        let mut numbers = Vec::new();
        let known = Known { max: question.within, normal: V::ZERO };
        near_parts(a, b, known, |[_, number]| {
            numbers.push(number);
            known
        });
        numbers.sort_unstable();
        numbers.dedup();
        let of_part = |number: u32| {
            let single = Body::Convex(part(b.body, number).into_owned());
            let found = beside_shape(a, Placed { body: &single, pose: b.pose }, question);
            found.into_iter().map(move |contact| contact.on_part_of_b(number))
        };
        return numbers.into_iter().flat_map(of_part).collect();
    };
    beside_shape(a, b, question)
}

/// The contacts of parts with a shape.
fn beside_shape<V: Space>(
    parts: Placed<'_, V>,
    single: Placed<'_, V>,
    question: Question<'_, V>,
) -> Vec<BodyContact<V>> {
    let search = Search { parts, single, question };
    let Some((number, deepest)) = search.deepest() else { return Vec::new() };
    let mut taken = vec![(number, deepest)];
    let mut levels: Vec<Resting<V>> = search.level(&deepest).into_iter().collect();
    let mut others = search.others(&levels);
    sort_by(&mut others, |(i, p), (j, q)| by_number(p.signed_distance, q.signed_distance).then(i.cmp(j)));
    for (number, found) in others {
        let is_parallel = |(_, other): &(u32, Proximity<V>)| {
            // Within the angle of tilted faces: 1 − cos τ ≤ τ²/2.
            let tilt = question.contact.tilt;
            found.normal.dot(other.normal) >= V::Scalar::ONE - tilt * tilt * V::Scalar::HALF
        };
        if !taken.iter().any(is_parallel) && !search.is_held(&levels, number) {
            taken.push((number, found));
            levels.extend(search.level(&found));
        }
    }
    let contact = |(number, found): (u32, Proximity<V>)| {
        let near = Between { parts: [number, 0], ..Between::of_convex(found) };
        on_parts(parts, single, near, question.contact)
    };
    taken.into_iter().map(contact).collect()
}

/// The search for contacts of a shape with parts.
struct Search<'s, V: Space> {
    parts: Placed<'s, V>,
    single: Placed<'s, V>,
    question: Question<'s, V>,
}

impl<V: Space> Search<'_, V> {
    /// The answer of a part, unless it is far or is a triangle of a solid that is turned away.
    fn near(&self, number: u32) -> Option<Proximity<V>> {
        let (of_part, of_single): (Cow<'_, _>, _) = (part(self.parts.body, number), part(self.single.body, 0));
        let shapes = ((&*of_part, self.parts.pose), (&*of_single, self.single.pose));
        let found = signed_distance(shapes.0, shapes.1, self.question.options);
        let is_turned_away = match self.parts.body {
            Body::Mesh(mesh) if mesh.is_solid() => {
                mesh.normal(number).dot(self.parts.pose.vector_back(found.normal)) <= V::Scalar::ZERO
            }
            _ => false,
        };
        (found.bounds.lower <= self.question.within && !is_turned_away).then_some(found)
    }

    fn deepest(&self) -> Option<(u32, Proximity<V>)> {
        let mut best: Option<(u32, Proximity<V>)> = None;
        near_part(self.parts, self.single, self.known(V::ZERO), |number| {
            if let Some(found) = self.near(number) {
                let is_deeper = |(least, other): &(u32, Proximity<V>)| {
                    (found.signed_distance, number) < (other.signed_distance, *least)
                };
                if best.as_ref().is_none_or(is_deeper) {
                    best = Some((number, found));
                }
            }
            match &best {
                Some((_, found)) => {
                    let max = found.signed_distance.min(self.question.within);
                    Known { max, normal: self.parts.pose.vector_back(found.normal) }
                }
                None => self.known(V::ZERO),
            }
        });
        best
    }

    /// All parts within the distance that are nearer than each level.
    fn others(&self, levels: &[Resting<V>]) -> Vec<(u32, Proximity<V>)> {
        let mut found = Vec::new();
        let known = self.known(V::ZERO);
        near_part(self.parts, self.single, known, |number| {
            if !self.is_held(levels, number)
                && let Some(near) = self.near(number)
            {
                found.push((number, near));
            }
            known
        });
        found
    }

    fn known(&self, normal: V) -> Known<V> {
        Known { max: self.question.within, normal }
    }

    fn is_held(&self, levels: &[Resting<V>], number: u32) -> bool {
        let (bodies, poses): ([&Body<V>; 2], [&Pose<V>; 2]) =
            ([self.parts.body, self.single.body], [self.parts.pose, self.single.pose]);
        levels.iter().any(|level| level.holds(bodies, [number, 0], poses).is_some())
    }

    /// A contact as what holds others: what contact points see as one plane is.
    fn level(&self, found: &Proximity<V>) -> Option<Resting<V>> {
        let size = self.single.body.reach_from_frame()
            + (self.single.pose.translation() - found.witness_a).norm()
            + found.witness_a.norm();
        let let_in = V::Scalar::from_f64(256.0) * V::Scalar::UNIT * size;
        Axis::along(found.normal).map(|axis| Resting { axis, level: found.bounds.lower, let_in })
    }
}
