//! The scene of a file as a world that answers questions: bodies by their places in the file, answers as rows of the
//! format.

mod any;
mod ask;
mod asked;
mod row;
mod volume;

pub use any::AnyStage;
pub use ask::{Answers, Question};
pub use row::{ApproachTime, ContactTime, SceneRow};

use clearance::Options;
use clearance_world::{BodyId, Object, Scene, Watch};

use crate::error::ReadError;
use crate::scene::{Frame, SceneFile};
use crate::shape_json::ReadShape;

/// A scene file and the world that it describes.
pub struct Stage<V: ReadShape> {
    file: SceneFile<V>,
    world: Scene<V>,
    /// The handle of each body of the file.
    ids: Vec<BodyId>,
    options: Options<V::Scalar>,
    /// What is known from question to question.
    watch: Watch<V>,
}

impl<V: ReadShape> Stage<V> {
    /// Puts all bodies in their places.
    pub fn new(file: SceneFile<V>, options: Options<V::Scalar>) -> Result<Self, ReadError> {
        let world = Scene::with_options(options);
        let bits = file.group_bits()?;
        let mut stage = Stage { ids: Vec::new(), world, file, options, watch: Watch::new() };
        for (place, &(groups, meets)) in bits.iter().enumerate() {
            let body = stage.body(place)?.groups(groups).collides_with(meets);
            let id = stage.world.add(place as u64, body).map_err(|error| stage.refused(place, error.to_string()))?;
            stage.ids.push(id);
        }
        stage.apply_rules()?;
        Ok(stage)
    }

    /// What the file says.
    pub fn file(&self) -> &SceneFile<V> {
        &self.file
    }

    /// The world that it describes.
    pub fn world(&self) -> &Scene<V> {
        &self.world
    }

    /// The handles of the bodies, in the order of the file.
    pub fn ids(&self) -> &[BodyId] {
        &self.ids
    }

    /// A body of the world that has bounds; a given matrix is part of its points.
    pub fn bounded(&self, place: usize) -> Option<&Object<V>> {
        self.world.get(self.ids[place]).filter(|object| object.body().is_bounded())
    }

    /// Moves the bodies that a frame names.
    pub fn apply(&mut self, frame: &Frame<V>) -> Result<(), ReadError> {
        for (place, placing) in &frame.poses {
            let old = std::mem::replace(&mut self.file.bodies[*place].placing, *placing);
            let id = self.ids[*place];
            // A matrix is part of the shape, so another one makes another body.
            if old.matrix.is_none() && placing.matrix.is_none() {
                self.world.move_to(id, placing.pose).map_err(|error| self.refused(*place, error.to_string()))?;
            } else {
                self.replace(*place, id)?;
            }
        }
        Ok(())
    }

    fn replace(&mut self, place: usize, id: BodyId) -> Result<(), ReadError> {
        let bits = self.world.get(id).map(|body| (body.group_bits(), body.collides_with_bits()));
        let (groups, collides_with) = bits.unwrap_or((1, u64::MAX));
        let body = self.body(place)?.groups(groups).collides_with(collides_with);
        let fail = |error: clearance_world::SceneError| ReadError::new(error.to_string());
        self.world.remove(id).map_err(fail)?;
        self.ids[place] = self.world.add(place as u64, body).map_err(fail)?;
        self.apply_rules()
    }

    /// The body of a place, without its groups.
    fn body(&self, place: usize) -> Result<Object<V>, ReadError> {
        let body = &self.file.bodies[place];
        let (points, pose) = body.placed().map_err(|error| self.refused(place, error.to_string()))?;
        let made = points.at(pose).margin(body.margin);
        Ok(if body.fixed { made.fixed() } else { made })
    }

    /// Pairs that are listed one by one.
    fn apply_rules(&mut self) -> Result<(), ReadError> {
        let fail = |error: clearance_world::SceneError| ReadError::new(error.to_string());
        for &[a, b] in &self.file.ignore {
            self.world.ignore(self.ids[a], self.ids[b]).map_err(fail)?;
        }
        for margin in &self.file.margins {
            let [a, b] = margin.bodies.map(|place| self.ids[place]);
            self.world.set_margin(a, b, margin.margin).map_err(fail)?;
        }
        Ok(())
    }

    fn refused(&self, place: usize, what: String) -> ReadError {
        ReadError::new(what).within(format_args!("body {:?}", self.file.bodies[place].name))
    }
}
