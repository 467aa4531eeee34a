//! How the signed distance changes with the poses of the bodies.
//!
//! In every case `φ = max over unit n of min over a ∈ A, b ∈ B of n·(b − a)`. Let the bodies move with velocities `ȧ`,
//! `ḃ` of their points.
//!
//! * *Apart* `φ = min |b − a|`, the normal `n` is unique, and by Danskin's theorem (J. M. Danskin, The theory of
//!   max-min, 1967) `φ' = min n·(ḃ − ȧ)` over the closest pairs. These are the pairs of the contact patch `F_A ∩ (F_B −
//!   φ n)`, with `F` the support faces along the normal; the rate is linear on the patch, so its corners suffice.
//! * *Overlapping* the same holds for each local maximum `nᵢ` of the inner minimum: the ball about the origin that
//!   touches the boundary of `A − B` from inside touches it at a smooth point, inside a facet, so to first order `φᵢ' =
//!   max over δ ⊥ n of min over F_A × F_B of n·(ḃ − ȧ) + δ·(b − a)`, and by the minimax theorem only pairs with `b − a
//!   ∥ nᵢ`, those of the patch, count. Of several `nᵢ` that tie, `φ' = max φᵢ'`.
//!
//! So `φ' = max over tied normals of min over corners of the patch`, and the gradients at these pairs generate Clarke's
//! subdifferential (F. H. Clarke, Optimization and nonsmooth analysis, 1983): it is their convex hull for one normal,
//! and within it for several. With one normal and one pair the signed distance is differentiable.

use alloc::vec::Vec;

use super::twist::{Gradient, Twist, Twisting};
use crate::difference::Difference;
use crate::epa::least_planes;
use crate::manifold::{Above, ContactPatch};
use crate::math::{Each, Pose, Real};
use crate::options::Options;
use crate::proximity::Proximity;
use crate::solve::{Memory, dispatch};
use crate::support::{Bodies, Placement, Snapshot, SupportExt};

/// The pairs of points that attain the signed distance along one normal.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch<V: Twisting> {
    /// Unit, from A to B.
    pub normal: V,
    /// Points of A and B, the corners of the contact patch; the witness points alone if there are no others.
    pub pairs: Vec<[V; 2]>,
}

/// The derivative of the signed distance by the poses of both bodies, in the frame of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseGradient<V: Twisting> {
    /// The signed distance.
    pub proximity: Proximity<V>,
    /// What generates Clarke's subdifferential: apart one normal, overlapping all that tie. The first is that of the
    /// proximity.
    pub branches: Vec<Branch<V>>,
    /// Whether the derivative is unique: one normal, one pair of points. Features count as parallel, and depths as
    /// tied, where rounding cannot decide.
    pub differentiable: bool,
    /// Whether the branches are all there is. False for discs, of which sixteen points are listed; for rings of equal
    /// depths; and for corners of the difference at the origin, whose normals fill a cone of which the edges are
    /// listed.
    pub complete: bool,
}

impl<V: Twisting> Proximity<V> {
    /// The derivative of the signed distance by twists of B about a point; that by twists of A is its
    /// [reverse](Gradient::reversed). Right where the distance is differentiable, elsewhere one of the generators of
    /// Clarke's subdifferential or of their mixtures. Free: `[n, (witness_b − about) × n]`.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3, query};
    /// let ball = Ball::new(1.0).unwrap();
    /// let found = query::signed_distance(&ball, &ball, &Pose3::from_translation(Vec3::new(5.0, 0.0, 0.0)).unwrap());
    /// let rate = found.gradient(Vec3::new(0.0, 2.0, 0.0)); // turning B about (0, 2, 0) moves its point (4, 0, 0) by (2, 4, 0)
    /// assert_eq!((rate.linear, rate.angular), (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 2.0)));
    /// ```
    pub fn gradient(&self, about: V) -> Gradient<V> {
        Gradient::at_point(about, self.witness_b, self.normal)
    }
}

impl<V: Twisting> PoseGradient<V> {
    /// The derivative by twists of A about a point; the reverse of that [of B](Self::of_b).
    pub fn of_a(&self, about: V) -> Gradient<V> {
        self.of_b(about).reversed()
    }

    /// The derivative by twists of B about a point: the one there is, or that of the answer's witness points.
    pub fn of_b(&self, about: V) -> Gradient<V> {
        match &self.branches[..] {
            [Branch { normal, pairs }] if pairs.len() == 1 => Gradient::at_point(about, pairs[0][1], *normal),
            _ => self.proximity.gradient(about),
        }
    }

    /// All generators as derivatives by twists of B about a point.
    pub fn elements(&self, about: V) -> impl Iterator<Item = Gradient<V>> + '_ {
        let of = move |branch: &'_ Branch<V>, pair: &[V; 2]| Gradient::at_point(about, pair[1], branch.normal);
        self.branches.iter().flat_map(move |branch| branch.pairs.iter().map(move |pair| of(branch, pair)))
    }

    /// The one-sided derivative while both bodies move: the largest over the branches of the least over their pairs.
    pub fn along(&self, a: &Twist<V>, b: &Twist<V>) -> V::Scalar {
        let rate = |branch: &Branch<V>| {
            let of = |&[p, q]: &[V; 2]| branch.normal.dot(b.velocity(q) - a.velocity(p));
            branch.pairs.iter().map(of).fold(V::Scalar::INFINITY, V::Scalar::min)
        };
        self.branches.iter().map(rate).fold(-V::Scalar::INFINITY, V::Scalar::max)
    }

    /// The gradient in the frame in which A has this pose.
    pub fn placed(mut self, pose_a: &Pose<V>) -> Self {
        self.proximity.place(pose_a);
        for branch in &mut self.branches {
            branch.normal = pose_a.vector(branch.normal);
            for pair in &mut branch.pairs {
                *pair = pair.each(|point| pose_a.point(point));
            }
        }
        self
    }
}

/// The gradient of two bodies, in the frame of their placement.
pub(crate) fn of_bodies<V: Twisting>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> PoseGradient<V> {
    let b_in_a = bodies.b_in_a();
    let found = relative(&bodies.a, &bodies.b, &b_in_a, options, memory);
    match bodies.placement {
        Placement::Relative(_) => found,
        Placement::World([pose_a, _]) => found.placed(pose_a),
    }
}

/// The gradient of two bodies, in A's frame.
pub(crate) fn relative<V: Twisting>(
    a: &Snapshot<'_, V>,
    b: &Snapshot<'_, V>,
    b_in_a: &Pose<V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> PoseGradient<V> {
    let bodies = Bodies { a: *a, b: *b, placement: Placement::Relative(b_in_a) };
    let found = dispatch::signed_distance(&bodies, options, memory);
    let m = Difference::new(a, b, b_in_a.map());
    let site = ContactPatch::of_answer(&m, &found, V::Scalar::ZERO).polished();
    let depth = -(found.signed_distance + a.radius() + b.radius()) * m.frame.scale;
    // Planes and points err by their bounds, ties by some roundings more; within the bounds any may be a tie.
    let rounding = V::Scalar::TWO * m.frame.plane_error + V::Scalar::from_f64(64.0) * V::Scalar::UNIT * m.frame.size;
    let slack = rounding.max(found.bounds.width() * m.frame.scale);
    let (own, mut complete) = branch(&site, &found, [rounding, slack]);
    // Where no corner is sound the answer's witness points are the pair.
    let own = own.unwrap_or(Branch { normal: found.normal, pairs: alloc::vec![[found.witness_a, found.witness_b]] });
    let mut branches = alloc::vec![own];
    if depth >= -slack {
        let least = least_planes(&m, found.normal, depth, slack);
        // At a corner of the difference the planes of its facets are only the edges of the cone of normals.
        complete &= least.complete && (least.normals.len() == 1 || depth > slack);
        for &normal in &least.normals[1..] {
            let site = ContactPatch::along(&m, normal).polished();
            // A normal that leads elsewhere than to a tie was one of a plane that only seemed to be as low; of others
            // the points may not be found.
            if site.reach() > depth + slack {
                continue;
            }
            let (tie, is_complete) = branch(&site, &found, [rounding, slack]);
            complete &= is_complete;
            branches.extend(tie);
        }
    }
    let differentiable = complete && branches.len() == 1 && branches[0].pairs.len() == 1;
    PoseGradient { proximity: found, branches, differentiable, complete }
}

/// The pairs of a patch that are points of the bodies and as far from each other as the answer, within its bounds; and
/// whether these are all there are.
fn branch<V: Twisting>(
    site: &ContactPatch<'_, V>,
    found: &Proximity<V>,
    [rounding, slack]: [V::Scalar; 2],
) -> (Option<Branch<V>>, bool) {
    let (scale, slack) = (site.m.frame.scale, slack.max(site.view.slack));
    let is_sound =
        |pair: &Above<V>| pair.aside <= rounding && (pair.gap - found.signed_distance).abs() * scale <= slack;
    let all = site.pairs().count();
    let pairs: Vec<_> = site.pairs().filter(is_sound).map(|pair| [pair.witness_a, pair.witness_b]).collect();
    let complete = site.complete() && pairs.len() == all;
    let branch = if pairs.is_empty() { None } else { Some(Branch { normal: site.view.normal, pairs }) };
    (branch, complete)
}

#[cfg(test)]
mod tests;
