//! Characters that walk: a convex body moves through a scene, slides along what it meets, steps up and stays on floors.
//!
//! A walk is a chain of straight strides. Each is cast with a skin: before the fraction at which the cast ends, the
//! body is proven to be no nearer than the skin to anything, or than it was at the start of the stride to what it
//! touched there. So a walk that begins in the open never touches, and passes through nothing, however thin.
//!
//! What the body touches bounds the next stride by planes: it goes along one of them, along the crease of two, or
//! stops. After "Collision response" of Quake (J. Carmack, 1996) with the words of Godot's `move_and_slide` and of
//! Jolt's `CharacterVirtual`; the planes are those of all contacts at a place, not of the hits on the way there.

mod character;
mod options;
mod push_out;
mod slide;
mod step;

pub use options::WalkOptions;
pub use push_out::PushOut;

use clearance::query::motion::LinearMotion;
use clearance::{Pose, Real, Space};

use crate::body::Body;
use crate::error::SceneError;
use crate::key::BodyId;
use crate::scene::Scene;
use character::{Character, Stride, Touch};

/// What a surface is to who walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// No steeper than the largest slope: it carries.
    Floor,
    /// The edge of a floor that is no higher above the lowest point of the body than a step: it carries, and a step
    /// leads over it.
    Ledge,
    /// Steeper: it stops, and what falls slides down on it.
    Wall,
    /// A floor upside down.
    Ceiling,
}

impl Ground {
    /// Whether one can stand on it.
    pub fn carries(self) -> bool {
        matches!(self, Ground::Floor | Ground::Ledge)
    }

    /// The name of the kind: `floor`, `ledge`, `wall` or `ceiling`.
    pub fn name(self) -> &'static str {
        match self {
            Ground::Floor => "floor",
            Ground::Ledge => "ledge",
            Ground::Wall => "wall",
            Ground::Ceiling => "ceiling",
        }
    }
}

/// A surface that stopped or turned a walk, or that carries the body at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkHit<V: Space> {
    /// The body, and the part of it.
    pub body: BodyId,
    /// The part of the body.
    pub part: u32,
    /// Unit, from the surface to who walks.
    pub normal: V,
    /// On the surface.
    pub point: V,
    /// How much of the displacement was done when it was met.
    pub fraction: V::Scalar,
    /// What it is to who walks.
    pub ground: Ground,
    /// The normal of the floor behind a ledge; else [`normal`](Self::normal).
    pub floor_normal: V,
}

/// How a walk ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk<V: Space> {
    /// Where the body is after it.
    pub pose: Pose<V>,
    /// The way from the start to there.
    pub translation: V,
    /// What is left of the displacement where the way was blocked; zero if it was all done.
    pub remaining: V,
    /// What the body stands on at the end, within the skin.
    pub floor: Option<WalkHit<V>>,
    /// What stopped or turned it, each part once, in the order in which it was met.
    pub hits: Vec<WalkHit<V>>,
    /// Where the straight strides began and ended: translations of the body.
    pub path: Vec<V>,
    /// Proven: on all of the path no signed distance is below this. Above zero, nothing was touched or passed.
    pub clearance: V::Scalar,
}

impl<V: Space> Scene<V> {
    /// Moves a convex body from a pose by a displacement as far as it gets: along what it meets, up steps, and down to
    /// the floor that it stood on. The scene is not changed.
    ///
    /// On a floor the part of the displacement along `up` is left out unless it leads up, so that gravity may be in it;
    /// the part across is done in full on slopes and steps. Where the body is nearer than the skin at the start, it
    /// may move along and away; [`push_out`](Self::push_out) frees what overlaps.
    ///
    /// Fails if the body is not one convex shape, if an option is out of its range, or if a number is not finite.
    ///
    /// ```
    /// use clearance::{Axial, Capsule, Cuboid, Pose3, Vec3};
    /// use clearance_world::{Body, Scene, WalkOptions};
    /// let cuboid = |x, y, z| Body::new(Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap());
    /// let at = |x, z| Pose3::from_translation(Vec3::new(x, 0.0, z)).unwrap();
    /// let mut scene = Scene::new();
    /// scene.add("floor", cuboid(9.0, 9.0, 0.5).at(at(0.0, -0.5))).unwrap();
    /// scene.add("step", cuboid(1.0, 9.0, 0.125).at(at(2.0, 0.125))).unwrap();
    /// let person = Body::new(Capsule::along(Axial { axis: 2, radius: 0.3, half_length: 0.6 }).unwrap());
    /// let mut pose = at(0.0, 0.91); // a skin above the floor
    /// for _ in 0..20 {
    ///     let walk = scene.move_and_slide(&person, (pose, Vec3::new(0.1, 0.0, -0.02)), &WalkOptions::default()).unwrap();
    ///     assert!(walk.clearance > 0.0099 && walk.floor.is_some());
    ///     pose = walk.pose;
    /// }
    /// assert!((pose.translation() - Vec3::new(2.0, 0.0, 1.16)).max_abs() < 1e-6); // on the step
    /// # use clearance::Vector;
    /// ```
    pub fn move_and_slide(
        &self,
        body: &Body<V>,
        (pose, displacement): (Pose<V>, V),
        options: &WalkOptions<V>,
    ) -> Result<Walk<V>, SceneError> {
        let character = Character::new(self, body, options)?;
        // Refused before anything else if it is no displacement.
        LinearMotion::straight(pose, displacement)?;
        let mut walk = Walking::new(&character, pose, displacement)?;
        walk.go()?;
        walk.snap()?;
        Ok(walk.finish())
    }
}

/// A walk on its way.
struct Walking<'c, 's, V: Space> {
    character: &'c Character<'s, V>,
    start: V,
    displacement: V,
    pose: Pose<V>,
    touches: Vec<Touch<V>>,
    /// How much of the displacement is left.
    left: V::Scalar,
    /// Whether a floor carried it at the start, or since.
    stood: bool,
    /// Whether steps are tried: not any more after one that led nowhere.
    steps: bool,
    hits: Vec<WalkHit<V>>,
    path: Vec<V>,
    clearance: V::Scalar,
}

impl<'c, 's, V: Space> Walking<'c, 's, V> {
    fn new(character: &'c Character<'s, V>, pose: Pose<V>, displacement: V) -> Result<Self, SceneError> {
        let (one, touches) = (V::Scalar::ONE, character.touches(&pose)?);
        let nearest = touches.iter().fold(character.options.skin, |least, touch| least.min(touch.level));
        Ok(Walking {
            character,
            start: pose.translation(),
            displacement,
            pose,
            stood: touches.iter().any(|touch| touch.ground.carries()),
            touches,
            left: one,
            steps: character.options.step_height > V::Scalar::ZERO && !character.rises(displacement),
            hits: Vec::new(),
            path: vec![pose.translation()],
            clearance: nearest,
        })
    }

    fn wish(&self) -> V {
        self.displacement * self.left
    }

    /// Strides until the displacement is done or the way is blocked.
    fn go(&mut self) -> Result<(), SceneError> {
        for _ in 0..self.character.options.max_slides {
            let wish = self.wish();
            if wish == V::ZERO {
                break;
            }
            self.note(wish);
            if self.steps && self.stood && self.character.is_blocked(wish, &self.touches) {
                match self.character.step(&self.pose, wish, &self.touches)? {
                    Some(step) => {
                        self.left *= V::Scalar::ONE - step.done;
                        for stride in step.strides {
                            self.take(stride)?;
                        }
                        continue;
                    }
                    None => self.steps = false,
                }
            }
            let way = self.character.along(wish, &self.touches);
            if way == V::ZERO {
                break;
            }
            let stride = self.character.stride(&self.pose, &self.touches, way)?;
            self.left *= V::Scalar::ONE - stride.time;
            self.take(stride)?;
        }
        if self.left > V::Scalar::ZERO {
            self.note(self.wish());
        }
        Ok(())
    }

    /// Down to the floor that it stood on, if that goes down or ends.
    fn snap(&mut self) -> Result<(), SceneError> {
        let (character, snap) = (self.character, self.character.options.snap);
        let stands = self.touches.iter().any(|touch| touch.ground.carries());
        if stands || !self.stood || !(snap > V::Scalar::ZERO) || character.rises(self.displacement) {
            return Ok(());
        }
        let down = character.off(character.up * -snap, &self.touches);
        let stride = character.stride(&self.pose, &self.touches, down)?;
        if character.lands(&stride)? {
            self.take(stride)?;
        }
        Ok(())
    }

    fn take(&mut self, stride: Stride<V>) -> Result<(), SceneError> {
        self.touches = match stride.touches {
            Some(touches) => touches,
            None => self.character.touches(&stride.to)?,
        };
        self.stood |= self.touches.iter().any(|touch| touch.ground.carries());
        if stride.time > V::Scalar::ZERO {
            self.clearance = self.clearance.min(stride.clearance);
            self.path.push(stride.to.translation());
        }
        self.pose = stride.to;
        Ok(())
    }

    /// Keeps what is in the way.
    fn note(&mut self, wish: V) {
        let slight = -Character::<V>::room() * wish.norm();
        for touch in self.touches.iter().filter(|touch| touch.axis.direction.dot(wish) < slight) {
            let hit = self.character.hit(touch, V::Scalar::ONE - self.left);
            if !self.hits.iter().any(|other| (other.body, other.part) == (hit.body, hit.part)) {
                self.hits.push(hit);
            }
        }
    }

    fn finish(self) -> Walk<V> {
        let carrying = self.touches.iter().filter(|touch| touch.ground.carries());
        let steepness = |touch: &&Touch<V>| touch.floor_normal.dot(self.character.up);
        let floor = carrying.fold(None::<&Touch<V>>, |best, touch| match best {
            Some(best) if steepness(&best) >= steepness(&touch) => Some(best),
            _ => Some(touch),
        });
        Walk {
            translation: self.pose.translation() - self.start,
            remaining: self.wish(),
            floor: floor.map(|touch| self.character.hit(touch, V::Scalar::ONE - self.left)),
            pose: self.pose,
            hits: self.hits,
            path: self.path,
            clearance: self.clearance,
        }
    }
}
