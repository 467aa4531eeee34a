//! Who walks: what it touches at a place, and how far a stride gets.

use clearance::enclosure::{Axis, Height};
use clearance::math::sin_cos;
use clearance::query::motion::LinearMotion;
use clearance::query::{Overlap, ToiOptions};
use clearance::{Hint, Point, Pose, Proximity, Real, Shape, Space};

use super::{Ground, WalkHit, WalkOptions};
use crate::ask::Struck;
use crate::between::between;
use crate::body::Body;
use crate::convex::signed_distance;
use crate::error::SceneError;
use crate::meeting::{Moving, Resting};
use crate::parts::{Placed, near_parts, part};
use crate::resident::Resident;
use crate::scene::Scene;
use crate::tree::near::Known;

/// A contact at a place, or what is as near as one.
#[derive(Clone, Debug)]
pub(super) struct Touch<V: Space> {
    pub slot: u32,
    pub part: u32,
    /// The normal from the part to the character.
    pub axis: Axis<V>,
    /// A lower bound of the signed distance.
    pub level: V::Scalar,
    /// On the part.
    pub point: V,
    pub ground: Ground,
    pub floor_normal: V,
}

/// A straight way as far as it is free.
#[derive(Clone, Debug)]
pub(super) struct Stride<V: Space> {
    pub to: Pose<V>,
    /// How much of the way that is.
    pub time: V::Scalar,
    /// A lower bound of all signed distances on it.
    pub clearance: V::Scalar,
    pub hit: Option<Struck<V>>,
    /// What is touched at its end, if that is known.
    pub touches: Option<Vec<Touch<V>>>,
}

impl<V: Space> Stride<V> {
    /// Where it hit a surface.
    pub fn point(&self) -> Option<V> {
        Some(self.hit.as_ref()?.impact.encounter()?.proximity.witness_a)
    }
}

/// A convex body that walks in a scene.
pub(super) struct Character<'s, V: Space> {
    pub scene: &'s Scene<V>,
    pub body: &'s Body<V>,
    shape: &'s Shape<V>,
    own: Option<u32>,
    pub options: WalkOptions<V>,
    /// A unit vector.
    pub up: V,
    /// The cosine of the largest slope.
    level: V::Scalar,
    toi: ToiOptions<V::Scalar>,
}

impl<'s, V: Space> Character<'s, V> {
    pub fn new(scene: &'s Scene<V>, body: &'s Body<V>, options: &WalkOptions<V>) -> Result<Self, SceneError> {
        options.check()?;
        let shape = body.as_shape().ok_or(SceneError::NotConvex(body.kind()))?;
        let own = options.own.map(|id| scene.slot_of(id)).transpose()?;
        let initial_overlap = Overlap::OnlyApproaching;
        let toi = ToiOptions { target_distance: options.skin, initial_overlap, ..ToiOptions::default() };
        let toi = ToiOptions { query: scene.options, ..toi };
        let level = V::Scalar::from_f64(sin_cos(options.max_slope.to_f64()).1);
        Ok(Character { scene, body, shape, own, options: *options, up: options.up.normalized(), level, toi })
    }

    /// How far off planes a way leads, as a share of its length: half of the digits, more than normals of one plane
    /// differ.
    pub fn room() -> V::Scalar {
        V::Scalar::from_f64(4.0) * V::Scalar::UNIT.sqrt()
    }

    /// Whether a displacement leads up.
    pub fn rises(&self, displacement: V) -> bool {
        self.up.dot(displacement) > Self::room() * displacement.norm()
    }

    /// The part of a vector across `up`.
    pub fn across(&self, v: V) -> V {
        v - self.up * self.up.dot(v)
    }

    fn meets(&self, slot: u32) -> bool {
        self.own.is_none_or(|own| own != slot && self.scene.pair(own, slot).is_some())
    }

    /// The bodies whose boxes are within a distance, by keys, whatever the tree is.
    pub fn slots_near(&self, pose: &Pose<V>, near: V::Scalar) -> Vec<u32> {
        let start = self.body.aabb(pose);
        let mut slots = Vec::new();
        self.scene.tree().items_within(&start, near, |slot| {
            if self.meets(slot) {
                slots.push(slot);
            }
        });
        let key = |slot: &u32| self.scene.resident(*slot).map(|resident| &resident.key);
        if slots.len() > 1 {
            slots.sort_by(|a, b| key(a).cmp(&key(b)));
        }
        slots
    }

    /// The signed distance of the body from a plane through a point, but for rounding.
    pub fn above(&self, normal: V, point: V, pose: &Pose<V>) -> V::Scalar {
        let down = Axis::normalized(-normal).in_frame(pose);
        let lowest = Height::of(self.shape, &down, &mut Hint::NONE.clone());
        normal.dot(pose.translation() - point) - lowest.value
    }

    /// What is within the skin and an eighth of it: one who stands is not moved by what a way leads off the floor.
    pub fn touches(&self, pose: &Pose<V>) -> Result<Vec<Touch<V>>, SceneError> {
        let near = self.options.skin * V::Scalar::from_f64(1.125);
        let mut all = Vec::new();
        for slot in self.slots_near(pose, near) {
            if let Some(resident) = self.scene.resident(slot) {
                self.touches_of(slot, resident, pose, near, &mut all);
            }
        }
        for touch in &mut all {
            (touch.ground, touch.floor_normal) = self.ground(touch, pose)?;
        }
        Ok(all)
    }

    /// The contacts with the parts of a body, but for those that come no nearer than others along the normals of these.
    fn touches_of(&self, slot: u32, of: &Resident<V>, pose: &Pose<V>, near: V::Scalar, all: &mut Vec<Touch<V>>) {
        let (a, b) = (of.placed(), Placed { body: self.body, pose });
        let (bodies, poses) = ([a.body, b.body], [a.pose, b.pose]);
        let mut held: Vec<Resting<V>> = Vec::new();
        let mut add = |part: u32, found: &Proximity<V>, held: &mut Vec<Resting<V>>| {
            let level = found.bounds.lower;
            if level <= near
                && let Some(axis) = Axis::along(found.normal)
            {
                held.push(Resting { axis, level, let_in: V::Scalar::ZERO });
                let (point, floor_normal) = (found.witness_a, axis.direction);
                all.push(Touch { slot, part, axis, level, point, ground: Ground::Wall, floor_normal });
            }
        };
        if let Body::Halfspace(_) = a.body {
            return add(0, &between(a, b, &self.toi.query).proximity, &mut held);
        }
        let known = Known { max: near, normal: V::ZERO };
        near_parts(a, b, known, |parts| {
            if held.iter().all(|other| other.holds(bodies, parts, poses).is_none()) {
                let [i, j] = parts;
                let found =
                    signed_distance((&part(bodies[0], i), a.pose), (&part(bodies[1], j), b.pose), &self.toi.query);
                add(i, &found, &mut held);
            }
            known
        });
    }

    /// What a contact is to who walks, with the normal of the floor that it is of.
    fn ground(&self, touch: &Touch<V>, pose: &Pose<V>) -> Result<(Ground, V), SceneError> {
        let normal = touch.axis.direction;
        let steep = normal.dot(self.up);
        if steep >= self.level {
            return Ok((Ground::Floor, normal));
        }
        if steep <= -self.level {
            return Ok((Ground::Ceiling, normal));
        }
        Ok(match self.behind(touch, pose)? {
            Some(floor) => (Ground::Ledge, floor),
            None => (Ground::Wall, normal),
        })
    }

    /// The normal of a floor that begins at the edge that is touched, if that is no higher above the lowest point of
    /// the body than a step: of the first surface down from above a point that is a skin behind the edge.
    fn behind(&self, touch: &Touch<V>, pose: &Pose<V>) -> Result<Option<V>, SceneError> {
        let (normal, skin) = (touch.axis.direction, self.options.skin);
        if !(normal.dot(self.up) > Self::room()) || !(self.options.step_height > V::Scalar::ZERO) {
            return Ok(None);
        }
        if self.above(self.up, touch.point, pose) < -self.options.step_height {
            return Ok(None);
        }
        let behind = self.across(normal).normalized() * -skin;
        let two = V::Scalar::TWO;
        let from = touch.point + behind + self.up * (skin * two);
        let found = self.ray(from, self.up * (skin * two * -two))?;
        Ok(found.filter(|normal| normal.dot(self.up) >= self.level))
    }

    /// The normal of the first surface on a segment.
    fn ray(&self, origin: V, displacement: V) -> Result<Option<V>, SceneError> {
        let (pose, point) = (Pose::from_translation(origin)?, Body::new(Point::new()));
        let path = LinearMotion::straight(pose, displacement)?;
        let toi = ToiOptions { query: self.scene.options, ..ToiOptions::default() };
        let moving = Moving { body: &point, motion: &path };
        let start = (point.aabb(&pose), displacement);
        let found = self.scene.first_of(moving, start, (&toi, &[]), |slot| self.meets(slot));
        let hit = found.first.and_then(|struck| struck.impact.encounter().copied());
        Ok(hit.filter(|encounter| !encounter.initial).map(|encounter| encounter.proximity.normal))
    }

    /// The first share of a way that is free of all but what is touched at its start and not approached.
    pub fn stride(&self, pose: &Pose<V>, touches: &[Touch<V>], way: V) -> Result<Stride<V>, SceneError> {
        let let_in = self.toi.tolerance * way.norm();
        let of_touch = |touch: &Touch<V>| Resting::unless_approached(touch.axis, touch.level, way, let_in);
        let resting: Vec<Resting<V>> = touches.iter().filter_map(of_touch).collect();
        let path = LinearMotion::straight(*pose, way)?;
        let moving = Moving { body: self.body, motion: &path };
        let start = self.body.aabb(pose);
        let mut size = V::Scalar::ZERO;
        let found = self.scene.first_of(moving, (start, way), (&self.toi, &resting), |slot| {
            let met = self.meets(slot);
            if met && let Some(resident) = self.scene.resident(slot) {
                size = size.max(self.size(resident, pose));
            }
            met
        });
        let one = V::Scalar::ONE;
        let time = if found.first.is_some() { found.bracket.lower.clamp(V::Scalar::ZERO, one) } else { one };
        let least = resting.iter().fold(self.options.skin, |least, resting| least.min(resting.lower(size)));
        let to = pose.with_translation(pose.translation() + way * time)?;
        // The end is rounded, in the product and in the sum, so that the line to it is elsewhere by no more.
        let off = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * (to.translation().norm() + way.norm());
        let clearance = least - off;
        Ok(Stride { to, time, clearance, hit: found.first, touches: None })
    }

    /// The sizes of the character and of a body, and how far they are from one another: what their gaps round by.
    fn size(&self, resident: &Resident<V>, pose: &Pose<V>) -> V::Scalar {
        let from = resident.object.pose().translation();
        let reach = match resident.object.body() {
            Body::Halfspace(half) => half.offset().abs(),
            _ => resident.bounds.reach_from_frame() + from.norm(),
        };
        reach + self.body.reach_from_frame() + (pose.translation() - from).norm()
    }

    /// Whether a stride ended on what carries.
    pub fn lands(&self, stride: &Stride<V>) -> Result<bool, SceneError> {
        let Some(struck) = &stride.hit else { return Ok(false) };
        let Some(encounter) = struck.impact.encounter() else { return Ok(false) };
        let Some(axis) = Axis::along(encounter.proximity.normal) else { return Ok(false) };
        let (point, floor_normal) = (encounter.proximity.witness_a, axis.direction);
        let (slot, level) = (struck.body.slot, encounter.proximity.bounds.lower);
        let touch = Touch { slot, part: struck.part, axis, level, point, ground: Ground::Wall, floor_normal };
        Ok(self.ground(&touch, &stride.to)?.0.carries())
    }

    /// A contact as answers have it.
    pub fn hit(&self, touch: &Touch<V>, fraction: V::Scalar) -> WalkHit<V> {
        WalkHit {
            body: self.scene.id(touch.slot),
            part: touch.part,
            normal: touch.axis.direction,
            point: touch.point,
            fraction,
            ground: touch.ground,
            floor_normal: touch.floor_normal,
        }
    }
}
