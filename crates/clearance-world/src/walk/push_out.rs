//! Pushes out of what overlaps: a short translation that is proven to free a convex body.
//!
//! A convex part that is `s < m` from the body, `m` the margin, along the normal `n`, is at the margin after every
//! translation `t` with `n·t ≥ m − s`. The least `t` that satisfies this for all parts met so far is tried; the parts
//! that are too near there are added, until there is none. A part's own normal is the nearest way off it, which may be
//! sideways off a small triangle; so the normals of the faces, and `up`, are tried as well, and the shortest
//! translation is the answer. That it frees the body is proven afterwards, by the distances there.
//!
//! No translation shorter than `m − s` frees the body from a convex part, whatever the others are: the most of these is
//! the lower bound.

use clearance::{Bounds, Pose, Proximity, Real, Space};

use super::WalkOptions;
use super::character::Character;
use crate::between::between;
use crate::body::Body;
use crate::convex::signed_distance;
use crate::error::SceneError;
use crate::parts::{Placed, near_parts, part};
use crate::scene::Scene;
use crate::sort::{by_number, sort_by};
use crate::tree::near::Known;

/// A translation that frees a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushOut<V: Space> {
    /// Where the body is after it, proven to be at least the skin from everything.
    pub pose: Pose<V>,
    /// The way from the start to there.
    pub translation: V,
    /// No translation shorter than the lower end frees the body; this one does, and its length is the upper end.
    pub least: Bounds<V::Scalar>,
}

/// Translations tried in one way, at most: corners take three, rough ground some more.
const TRIES: usize = 24;

/// Which way off a part is taken.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Its own normal.
    Nearest,
    /// The normal of its face, on the side of the body's middle or, of a solid, on the outer one.
    Face,
    /// Up, as far as the faces say.
    Up,
}

/// A half-space of translations: `n·t ≥ least`.
#[derive(Clone, Copy)]
struct Side<V: Space> {
    normal: V,
    least: V::Scalar,
}

impl<V: Space> Scene<V> {
    /// A short translation of a convex body, no longer than `max_length`, after which it is proven to be at least the
    /// [skin](WalkOptions::skin) from everything; `None` if none was found. The zero translation if that is so already.
    ///
    /// Of one convex body it is the least; of several, of meshes and corners it is a sufficient one, with a lower bound
    /// of the least. Where the body was is no matter: through a thin surface it may end on either side, so `max_length`
    /// should be less than the body is thick. Only [`up`](WalkOptions::up), [`skin`](WalkOptions::skin) and
    /// [`own`](WalkOptions::own) of the options matter.
    ///
    /// Fails as [`move_and_slide`](Self::move_and_slide) does, and if `max_length` is negative or not finite.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Pose3, Vec3, Vector};
    /// use clearance_world::{Body, Scene, WalkOptions};
    /// let cuboid = |x, y, z| Body::new(Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap());
    /// let at = |x, z| Pose3::from_translation(Vec3::new(x, 0.0, z)).unwrap();
    /// let mut scene = Scene::new();
    /// scene.add("floor", cuboid(4.0, 4.0, 0.5).at(at(0.0, -0.5))).unwrap();
    /// scene.add("wall", cuboid(0.5, 4.0, 2.0).at(at(4.5, 2.0))).unwrap();
    /// let ball = Body::new(Ball::new(0.5).unwrap());
    /// let free = scene.push_out(&ball, at(3.75, 0.375), 0.5, &WalkOptions::default()).unwrap().unwrap();
    /// // 1/8 and the skin up, 1/4 and the skin back.
    /// assert!((free.translation - Vec3::new(-0.26, 0.0, 0.135)).norm() < 1e-9);
    /// assert!(free.least.lower > 0.2599 && free.least.upper < 0.293);
    /// ```
    pub fn push_out(
        &self,
        body: &Body<V>,
        pose: Pose<V>,
        max_length: V::Scalar,
        options: &WalkOptions<V>,
    ) -> Result<Option<PushOut<V>>, SceneError> {
        let zero = V::Scalar::ZERO;
        if !(max_length >= zero && max_length <= V::Scalar::LARGEST) {
            let (what, rule) = ("max_length", "finite and not negative");
            return Err(SceneError::Option { what, rule, value: max_length.to_f64() });
        }
        let character = Character::new(self, body, options)?;
        let push = Push { character, pose, max_length };
        let mut lower = zero;
        let mut best: Option<PushOut<V>> = None;
        for way in [Way::Nearest, Way::Face, Way::Up] {
            let (found, least) = push.by(way)?;
            lower = lower.max(least);
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| found.least.upper < best.least.upper)
            {
                best = Some(found);
            }
            // As short as there may be, but for what rounding and the room make of it.
            let slack = V::Scalar::ONE + V::Scalar::from_f64(64.0) * Character::<V>::room();
            if best.as_ref().is_some_and(|best| best.least.upper <= lower * slack) {
                break;
            }
        }
        Ok(best.map(|found| PushOut { least: Bounds { lower: lower.min(found.least.upper), ..found.least }, ..found }))
    }
}

struct Push<'s, V: Space> {
    character: Character<'s, V>,
    pose: Pose<V>,
    max_length: V::Scalar,
}

impl<V: Space> Push<'_, V> {
    /// The translation by normals of one kind, and a lower bound of the least.
    fn by(&self, way: Way) -> Result<(Option<PushOut<V>>, V::Scalar), SceneError> {
        let (mut sides, mut lower, mut translation) = (Vec::new(), V::Scalar::ZERO, V::ZERO);
        for tried in 0..TRIES {
            let pose = self.pose.with_translation(self.pose.translation() + translation)?;
            let before = sides.len();
            let found = self.too_near(&pose, translation, way, &mut sides);
            if tried == 0 {
                lower = found.least;
            }
            if found.is_free {
                // The pose is rounded: its translation is what was done.
                let done = pose.translation() - self.pose.translation();
                let least = Bounds { lower: V::Scalar::ZERO, upper: done.norm() };
                return Ok((Some(PushOut { pose, translation: done, least }), lower));
            }
            if sides.len() == before {
                break;
            }
            match self.least(&sides, way) {
                Some(next) if next.norm() <= self.max_length => translation = next,
                _ => break,
            }
        }
        Ok((None, lower))
    }

    /// Adds the half-spaces of what is nearer than the margin at a pose.
    fn too_near(&self, pose: &Pose<V>, translation: V, way: Way, sides: &mut Vec<Side<V>>) -> Found<V::Scalar> {
        let (character, margin) = (&self.character, self.character.options.skin);
        let slack = margin * Character::<V>::room();
        let mut found = Found { least: V::Scalar::ZERO, is_free: true };
        for slot in character.slots_near(pose, margin) {
            let Some(resident) = character.scene.resident(slot) else { continue };
            let (a, b) = (resident.placed(), Placed { body: character.body, pose });
            let whole = between(a, b, &character.scene.options);
            let bounds = whole.bounds;
            if bounds.lower >= margin && whole.collides == Some(false) {
                continue;
            }
            found.is_free = false;
            found.least = found.least.max(margin - bounds.upper);
            let before = sides.len();
            let mut add = |normal: V, signed_distance: V::Scalar| {
                sides.push(Side { normal, least: normal.dot(translation) + (margin - signed_distance) + slack });
            };
            if a.body.is_bounded() {
                let known = Known { max: margin, normal: V::ZERO };
                near_parts(a, b, known, |[i, j]| {
                    let shapes = (part(a.body, i), part(b.body, j));
                    let near = signed_distance((&shapes.0, a.pose), (&shapes.1, b.pose), &character.scene.options);
                    if near.bounds.lower < margin {
                        found.least = found.least.max(margin - near.bounds.upper);
                        let (normal, signed_distance) = self.way_off(a, i, &near, way, pose);
                        add(normal, signed_distance);
                    }
                    known
                });
            }
            // Inside of a solid, with no part of it near; or a halfspace.
            if sides.len() == before {
                let near = whole.proximity;
                let least = near.normal.dot(translation) + (margin - near.bounds.lower) + slack;
                sides.push(Side { normal: near.normal, least });
            }
        }
        found
    }

    /// A normal off a part, and the signed distance along it at most.
    fn way_off(&self, of: Placed<'_, V>, number: u32, near: &Proximity<V>, way: Way, pose: &Pose<V>) -> (V, V::Scalar) {
        match of.body {
            Body::Mesh(mesh) if way != Way::Nearest => {
                let outer = of.pose.vector(mesh.normal(number)).normalized();
                let corner = of.pose.point(mesh.corners(number)[0]);
                let is_behind = outer.dot(self.pose.translation() - corner) < V::Scalar::ZERO;
                let normal = if is_behind && !mesh.is_solid() { -outer } else { outer };
                (normal, self.character.above(normal, corner, pose))
            }
            _ => (near.normal, near.bounds.lower),
        }
    }

    /// The least translation that all half-spaces hold, or the least upwards.
    fn least(&self, sides: &[Side<V>], way: Way) -> Option<V> {
        let slack = self.character.options.skin * Character::<V>::room() * V::Scalar::HALF;
        let holds = |t: &V| sides.iter().all(|side| side.normal.dot(*t) >= side.least - slack);
        if way == Way::Up {
            let up = self.character.up;
            let height = sides.iter().fold(V::Scalar::ZERO, |height, side| {
                let steep = side.normal.dot(up);
                if steep > V::Scalar::ZERO { height.max(side.least / steep) } else { height }
            });
            return Some(up * height).filter(|t| t.is_finite() && holds(t));
        }
        nearest(sides, holds)
    }
}

/// What is known at a place.
struct Found<T> {
    /// No shorter translation from there frees the body.
    least: T,
    /// Proven: everything is at the margin or farther away.
    is_free: bool,
}

/// Half-spaces of one direction are kept once, and of others no more than this: three matter.
const SIDES: usize = 24;

/// The point nearest to zero in all half-spaces: in the border of up to three of them, where that `holds`.
fn nearest<V: Space>(sides: &[Side<V>], holds: impl Fn(&V) -> bool) -> Option<V> {
    let mut kept: Vec<Side<V>> = Vec::new();
    let mut all: Vec<Side<V>> = sides.to_vec();
    sort_by(&mut all, |a, b| by_number(b.least, a.least));
    let parallel = V::Scalar::ONE - Character::<V>::room();
    for side in all {
        if kept.len() < SIDES && kept.iter().all(|other| other.normal.dot(side.normal) < parallel) {
            kept.push(side);
        }
    }
    let mut best: Option<V> = None;
    let mut offer = |t: V| {
        if best.is_none_or(|best| t.norm_squared() < best.norm_squared()) && holds(&t) {
            best = Some(t);
        }
    };
    for (i, first) in kept.iter().enumerate() {
        let one = Corner::of(first);
        offer(one.point);
        for (j, second) in kept[..i].iter().enumerate() {
            let Some(two) = one.cut(second) else { continue };
            offer(two.point);
            for third in &kept[..j] {
                if let Some(three) = two.cut(third) {
                    offer(three.point);
                }
            }
        }
    }
    best
}

/// The point nearest to zero on the borders of some half-spaces, and an orthonormal basis of their normals.
struct Corner<V: Space> {
    point: V,
    basis: Vec<V>,
}

impl<V: Space> Corner<V> {
    fn of(side: &Side<V>) -> Self {
        Corner { point: side.normal * side.least, basis: vec![side.normal] }
    }

    /// The corner on one border more; `None` if its normal depends on the others.
    fn cut(&self, side: &Side<V>) -> Option<Self> {
        let across = self.basis.iter().fold(side.normal, |n, &e| n - e * e.dot(n));
        let sine = across.norm();
        if !(sine > Character::<V>::room()) {
            return None;
        }
        let next = across * (V::Scalar::ONE / sine);
        let point = self.point + next * ((side.least - side.normal.dot(self.point)) / side.normal.dot(next));
        let basis = self.basis.iter().copied().chain([next]).collect();
        Some(Corner { point, basis })
    }
}
