//! What bodies that do not turn touch at the start of their motion and do not approach.
//!
//! Let a contact of the start have the normal `n`, and let the relative velocity along `n` not close it. All gaps along
//! `n` are linear in time with that rate, so a part whose gap along `n` is not less than that contact's at the start is
//! at no time nearer than the contact: it is no hit. So a box that slides on a floor meets no edge between its
//! triangles, wherever it comes to them.

use clearance::enclosure::{Axis, Gap};
use clearance::query::motion::Course;
use clearance::query::{Overlap, ToiOptions};
use clearance::{Pose, Real, Space};

use super::Moving;
use super::points::Points;
use crate::between::between;
use crate::body::Body;
use crate::convex::signed_distance;
use crate::parts::{Placed, near_parts, part};
use crate::tree::near::Known;

/// A contact of the start that is not approached.
#[derive(Clone, Copy)]
pub(crate) struct Resting<V: Space> {
    /// The normal from the first body to the second, in the world.
    pub axis: Axis<V>,
    /// A lower bound of its signed distance at the start.
    pub level: V::Scalar,
    /// How much nearer bodies may come, as the tolerance has it.
    pub let_in: V::Scalar,
}

impl<V: Space> Resting<V> {
    /// The contact at a level along an axis, if a way of the second body does not lead nearer to the first than
    /// `let_in`.
    pub fn unless_approached(axis: Axis<V>, level: V::Scalar, way: V, let_in: V::Scalar) -> Option<Self> {
        let length = way.norm();
        let rounding = axis.height_error(length) + V::Scalar::TWO * V::Scalar::UNIT * length;
        (axis.direction.dot(way) >= -(let_in + rounding)).then_some(Resting { axis, level, let_in })
    }

    /// A lower bound, over all of the way, of the signed distance of all parts that this contact [holds](Self::holds),
    /// of bodies whose sizes and offsets sum up to `size`: their gaps round by less than `64u` of that.
    pub fn lower(&self, size: V::Scalar) -> V::Scalar {
        let number = V::Scalar::from_f64;
        self.level - number(4.0) * (self.let_in + number(64.0) * V::Scalar::UNIT * size)
    }

    /// Whether two parts come no nearer at any time than this contact is; then by a lower bound of their distance.
    pub fn holds(&self, bodies: [&Body<V>; 2], parts: [u32; 2], poses: [&Pose<V>; 2]) -> Option<V::Scalar> {
        let number = V::Scalar::from_f64;
        let [a, b] = [0, 1].map(|k| {
            let axis = if k == 0 { self.axis } else { -self.axis }.in_frame(poses[k]);
            match bodies[k] {
                Body::Mesh(mesh) => Points::Corners(mesh.corners(parts[k])).height(&axis),
                body => Points::Shape(&part(body, parts[k])).height(&axis),
            }
        });
        let gap = Gap::of_heights(&self.axis, poses, [a, b]);
        let let_in = self.let_in + gap.error;
        // Along the way it falls by as much again at most, but for rounding.
        (gap.value >= self.level - let_in).then(|| self.level - number(4.0) * let_in)
    }
}

/// The contacts of the start that two bodies do not approach, if an option asks for them; none of bodies that turn.
pub(crate) fn resting<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> Vec<Resting<V>> {
    let straight = |course: Option<Course<V>>| course.filter(|course| !course.turns).map(|course| course.way);
    match (straight(a.motion.course()), straight(b.motion.course())) {
        (Some(way_a), Some(way_b)) if options.initial_overlap == Overlap::OnlyApproaching => {
            let poses = [a, b].map(|body| body.motion.pose_at(V::Scalar::ZERO));
            let sides = [Placed { body: a.body, pose: &poses[0] }, Placed { body: b.body, pose: &poses[1] }];
            all_resting(sides, way_b - way_a, options)
        }
        _ => Vec::new(),
    }
}

fn all_resting<V: Space>([a, b]: [Placed<'_, V>; 2], way: V, options: &ToiOptions<V::Scalar>) -> Vec<Resting<V>> {
    let number = V::Scalar::from_f64;
    let let_in = options.tolerance * way.norm();
    let target = options.target_distance + let_in;
    let of_contact = |normal: V, level: V::Scalar| Resting::unless_approached(Axis::along(normal)?, level, way, let_in);
    if [a, b].iter().any(|side| matches!(side.body, Body::Halfspace(_))) {
        let near = between(a, b, &options.query);
        let resting = of_contact(near.proximity.normal, near.bounds.lower);
        return resting.filter(|_| near.bounds.lower <= target).into_iter().collect();
    }
    // What planes round is less than `64u` of the sizes.
    let apart = (b.pose.translation() - a.pose.translation()).norm();
    let size = a.body.reach_from_frame() + b.body.reach_from_frame() + apart;
    let known = Known { max: target + number(64.0) * V::Scalar::UNIT * size, normal: V::ZERO };
    let (bodies, poses) = ([a.body, b.body], [a.pose, b.pose]);
    let mut all: Vec<Resting<V>> = Vec::new();
    near_parts(a, b, known, |parts| {
        if all.iter().all(|resting| resting.holds(bodies, parts, poses).is_none()) {
            let shapes = [part(bodies[0], parts[0]), part(bodies[1], parts[1])];
            let near = signed_distance((&shapes[0], a.pose), (&shapes[1], b.pose), &options.query);
            if near.bounds.lower <= known.max {
                all.extend(of_contact(near.normal, near.bounds.lower));
            }
        }
        known
    });
    all
}
