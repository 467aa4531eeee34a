//! When two bodies that move first meet, convex or not.
//!
//! The bodies meet when the first pair of their parts does. So before the least of all lower ends no parts meet, and at the least upper
//! end of a hit some do: the bracket of the bodies is from the one to the other.

use clearance::enclosure::Aabb;
use clearance::query::motion::Motion;
use clearance::query::{Encounter, Impact, MovingPair, ToiOptions};
use clearance::{Bounds, Pose, Real, Space};

use crate::arrivals::Arrivals;
use crate::between::between;
use crate::body::Body;
use crate::halfspace;
use crate::parts::{Placed, part, part_count};
use crate::ray::Ray;
use crate::tree::Tree;

/// Into how many parts the time is cut to see when boxes come near: each halves what a box along a turning path has too much by four.
pub(crate) const SPANS: usize = 8;

/// A body and how it moves.
#[derive(Clone, Copy)]
pub(crate) struct Moving<'s, V: Space> {
    pub body: &'s Body<V>,
    pub motion: &'s dyn Motion<V>,
}

impl<V: Space> Moving<'_, V> {
    /// Boxes around the body in each part of the time.
    pub fn spans(&self) -> [Aabb<V>; SPANS] {
        if !self.body.is_bounded() {
            return [Aabb::whole(); SPANS];
        }
        let length = V::Scalar::from_f64(1.0 / SPANS as f64);
        let at = |i: usize| self.body.aabb(&self.motion.pose_at(V::Scalar::from_f64(i as f64) * length));
        let reach = self.body.reach_from_frame();
        let mut start = at(0);
        core::array::from_fn(|i| {
            let end = at(i + 1);
            let ends = start.union(&end);
            start = end;
            ends.bent(self.motion, reach, length)
        })
    }
}

/// When the parts of two bodies first meet; the bracket begins before any of them may.
pub(crate) fn first_contact<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> ([u32; 2], Impact<V>) {
    if let Some(found) = halfspace::first_contact((a.body, a.motion), (b.body, b.motion), options) {
        return found;
    }
    let ask = |[i, j]: [u32; 2]| {
        MovingPair::new((&*part(a.body, i), a.motion), (&*part(b.body, j), b.motion)).options(*options).time_of_impact()
    };
    if let Some(ray) = Ray::new(a, b, options)
        && let Some(found) = meets_at_start(a, b, options).or_else(|| ray.cast())
    {
        return found;
    }
    let counts = [a, b].map(|body| part_count(body.body) as u32);
    if counts == [1, 1] {
        return ([0, 0], ask([0, 0]));
    }
    if let Some(met) = meets_at_start(a, b, options) {
        return met;
    }
    let along = |body: Moving<'_, V>, count: u32| -> Tree<V> {
        (0..count).map(|i| (i, Aabb::along(&*part(body.body, i), body.motion))).collect()
    };
    let (far, boxes) = (V::Scalar::INFINITY, [along(a, counts[0]), along(b, counts[1])]);
    let (mut arrivals, mut least, mut work) = (Arrivals::new(), far, 0);
    boxes[0].closest_between(&boxes[1], &Pose::IDENTITY, far, |i, j, bound| {
        if bound > options.target_distance {
            // All that come later have larger bounds.
            least = least.min(bound);
            return -far;
        }
        let impact = ask([i, j]);
        match &impact {
            Impact::NoContact { lower, iterations } => (least, work) = (least.min(*lower), work + iterations),
            Impact::Hit(encounter) | Impact::Undecided(encounter) => work += encounter.iterations,
        }
        arrivals.add(V::Scalar::ZERO, [i, j], impact);
        far
    });
    match arrivals.finish(|parts| parts) {
        Some((parts, mut impact, bracket, _)) => {
            if let Impact::Hit(encounter) | Impact::Undecided(encounter) = &mut impact {
                (encounter.bracket.lower, encounter.iterations) = (bracket.lower, work);
            }
            (parts, impact)
        }
        None => ([0, 0], Impact::NoContact { lower: least, iterations: work }),
    }
}

/// The contact of bodies of which one is a mesh and that meet from the start: one may be wholly inside of the other, where no parts meet. Bodies
/// that are apart cannot come into one another but through their surfaces.
fn meets_at_start<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> Option<([u32; 2], Impact<V>)> {
    if ![a, b].iter().any(|body| matches!(body.body, Body::Mesh(mesh) if mesh.is_solid())) {
        return None;
    }
    let zero = V::Scalar::ZERO;
    let [pose_a, pose_b] = [a, b].map(|body| body.motion.pose_at(zero));
    let (a, b) = (Placed { body: a.body, pose: &pose_a }, Placed { body: b.body, pose: &pose_b });
    let found = between(a, b, &options.query);
    let (proximity, iterations) = (found.proximity, found.proximity.iterations);
    let bracket = Bounds { lower: zero, upper: zero };
    let hit = Encounter { time: zero, bracket, proximity, initial: true, iterations };
    (found.collides == Some(true)).then_some((found.parts, Impact::Hit(hit)))
}
