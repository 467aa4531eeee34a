//! The same questions for two bodies with world poses; answers are in the world frame.

use super::balls;
use super::concrete::answer_concrete;
pub use super::contact::contact_in_world as contact;
use super::formula;
use super::signed::{Depth, Ending, answer_at_once, overlap};
use super::{Proximity, Status, WarmStart, Within};
use crate::closed_form;
use crate::math::{Pose, Real, Way};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;

/// Whether `a` at `pose_a` and `b` at `pose_b` have a common point. Touching counts. If balls around the bodies are apart, not
/// even their relative pose is computed.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3, query::world};
/// let ball = Ball::new(1.0).unwrap();
/// let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
/// assert!(world::intersects((&ball, &at(10.0)), (&ball, &at(12.0))));
/// assert!(!world::intersects((&ball, &at(10.0)), (&ball, &at(12.1))));
/// ```
#[inline]
pub fn intersects<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
) -> bool {
    let offset = pose_b.translation() - pose_a.translation();
    let error = pose_a.translation_error() + pose_b.translation_error();
    if balls::apart(a, b, (offset, error)) {
        return false;
    }
    if let Some(decided) = formula::intersects_concrete((a, pose_a), (b, pose_b)) {
        return decided;
    }
    if let Some(decided) = formula::intersects((a, pose_a), (b, pose_b)) {
        return decided;
    }
    let turns = [Some(pose_a.matrix()), Some(pose_b.matrix())];
    let turn_error = pose_a.rotation_error() + pose_b.rotation_error();
    if balls::overlap(a, b, (offset, error), (turns, turn_error)) {
        return true;
    }
    meet_by_steps((a, pose_a), (b, pose_b))
}

/// The signed distance of `a` at `pose_a` and `b` at `pose_b`.
#[inline]
pub fn signed_distance<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Proximity<V> {
    if let Some(found) = formula::answer_concrete((a, pose_a), (b, pose_b), options, Depth::Wanted) {
        return found;
    }
    match formula::signed_distance((a, pose_a), (b, pose_b)) {
        Some(found) => found.signed((a, pose_a), (b, pose_b), options),
        None => relatively((a, pose_a), (b, pose_b), options, Depth::Wanted, warm),
    }
}

/// The distance of `a` at `pose_a` and `b` at `pose_b`; zero with a common point if they meet.
#[inline]
pub fn distance<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Proximity<V> {
    if let Some(found) = formula::answer_concrete((a, pose_a), (b, pose_b), options, Depth::Unwanted) {
        return found;
    }
    match formula::signed_distance((a, pose_a), (b, pose_b)) {
        Some(found) => found.unsigned((a, pose_a), (b, pose_b), options),
        None => relatively((a, pose_a), (b, pose_b), options, Depth::Unwanted, warm),
    }
}

/// The signed distance if it is at most `max`, else a proof that it is not.
#[inline]
pub fn distance_within<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    max: V::Scalar,
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Within<V> {
    let found = formula::signed_distance((a, pose_a), (b, pose_b));
    if let Some(found) = found.or_else(|| formula::rare_signed_distance((a, pose_a), (b, pose_b))) {
        return Within::of(found.signed((a, pose_a), (b, pose_b), options), max);
    }
    let (b_in_a, mut ending) = (Pose::relative(pose_a, pose_b), Ending::default());
    let mut found = answer_at_once((a, b, &b_in_a), options, (Depth::Wanted, max), warm, &mut ending);
    if ending.beyond {
        return Within::Beyond { lower: found.bounds.lower };
    }
    found.place(pose_a);
    found.finish((&ending, options), (a, pose_a), (b, pose_b));
    Within::of(found, max)
}

/// [`intersects`] where neither balls nor a formula decide: boxes by their axes, others by way of the relative pose.
#[inline(never)]
fn meet_by_steps<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, pose_a): (&A, &Pose<V>),
    (b, pose_b): (&B, &Pose<V>),
) -> bool {
    answer_concrete!(a, b => meet_by_steps((a, pose_a), (b, pose_b)));
    if let Some(decided) = closed_form::boxes::meet(a, b, || Way::between(pose_a, pose_b)) {
        return decided;
    }
    let (options, b_in_a) = (Options::default(), Pose::relative(pose_a, pose_b));
    if let Some(decided) = overlap((a, b, &b_in_a), &options) {
        return decided;
    }
    let (wanted, mut ending) = ((Depth::Unwanted, V::Scalar::ZERO), Ending::default());
    let mut found = answer_at_once((a, b, &b_in_a), &options, wanted, &mut WarmStart::new(), &mut ending);
    if ending.beyond {
        return false;
    }
    found.place(pose_a);
    found.settle(&ending, (a, pose_a), (b, pose_b));
    found.status != Status::Separated
}

/// The answer by way of the relative pose.
#[inline(never)]
fn relatively<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, pose_a): (&A, &Pose<V>),
    (b, pose_b): (&B, &Pose<V>),
    options: &Options<V::Scalar>,
    depth: Depth,
    warm: &mut WarmStart<V>,
) -> Proximity<V> {
    if let Some(found) = formula::rare_signed_distance((a, pose_a), (b, pose_b)) {
        return match depth {
            Depth::Wanted => found.signed((a, pose_a), (b, pose_b), options),
            _ => found.unsigned((a, pose_a), (b, pose_b), options),
        };
    }
    let (b_in_a, mut ending) = (Pose::relative(pose_a, pose_b), Ending::default());
    let mut found = answer_at_once((a, b, &b_in_a), options, (depth, V::Scalar::INFINITY), warm, &mut ending);
    found.place(pose_a);
    match depth {
        Depth::Wanted => found.finish((&ending, options), (a, pose_a), (b, pose_b)),
        _ => found.finish_distance((&ending, options), (a, pose_a), (b, pose_b)),
    }
    found
}

impl<V: Space> Proximity<V> {
    /// Turns an answer of A's frame into one of the world.
    #[inline]
    pub(super) fn place(&mut self, pose_a: &Pose<V>) {
        self.normal = pose_a.vector(self.normal).normalized();
        self.witness_a = pose_a.point(self.witness_a);
        self.witness_b = self.witness_a + self.normal * self.signed_distance;
    }
}
