//! Who answers: the world anew, or a watch of it. Both say the same, to the last bit.

use clearance::Space;
use clearance_world::{BodyId, Closest, Contact, Near, Scene, SceneError, Watch, Within};

/// A world, and how it answers.
pub(super) enum Asked<'s, V: Space> {
    /// Every pair anew.
    Anew(&'s Scene<V>),
    /// Only what may have changed.
    Again(&'s Scene<V>, &'s mut Watch<V>),
}

impl<V: Space> Asked<'_, V> {
    pub fn closest_within(&mut self, k: usize, max: V::Scalar) -> Closest<V> {
        match self {
            Asked::Anew(world) => world.closest_within(k, max),
            Asked::Again(world, watch) => watch.closest_within(world, k, max),
        }
    }

    pub fn closest_to(&mut self, body: BodyId, k: usize) -> Result<Closest<V>, SceneError> {
        match self {
            Asked::Anew(world) => world.closest_to(body, k),
            Asked::Again(world, watch) => watch.closest_to(world, body, k),
        }
    }

    /// Within a distance, or without it within the margins.
    pub fn within(&mut self, max: Option<V::Scalar>) -> Within<V> {
        match (self, max) {
            (Asked::Anew(world), Some(max)) => world.within(max),
            (Asked::Anew(world), None) => world.within_margins(),
            (Asked::Again(world, watch), Some(max)) => watch.within(world, max),
            (Asked::Again(world, watch), None) => watch.within_margins(world),
        }
    }

    pub fn contacts(&mut self) -> Vec<Contact> {
        match self {
            Asked::Anew(world) => world.contacts(),
            Asked::Again(world, watch) => watch.contacts(world).to_vec(),
        }
    }

    pub fn between(&mut self, a: BodyId, b: BodyId) -> Result<Near<V>, SceneError> {
        match self {
            Asked::Anew(world) => world.between(a, b),
            Asked::Again(world, watch) => watch.between(world, a, b),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::mesh_files::MeshFiles;
    use crate::scene::{FrameLine, parse_scene};
    use crate::stage::{AnyStage, Question};

    #[test]
    fn frames_asked_again_have_the_rows_of_frames_asked_anew() {
        let data = |name: &str| concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/scenes/").to_string() + name;
        let [scene, frames] =
            ["table.json", "table-frames.jsonl"].map(|name| std::fs::read_to_string(data(name)).unwrap());
        let scene = parse_scene(&scene, &MeshFiles::relative_to(data(""))).unwrap();
        let mut stage = AnyStage::new(scene).unwrap();
        let questions = [
            Question::Closest { k: 5, max: None },
            Question::Closest { k: 2, max: Some(0.1) },
            Question::Within { max: Some(0.2) },
            Question::Within { max: None },
            Question::Contacts,
        ];
        let mut rows = 0;
        for line in frames.lines() {
            stage.apply(&FrameLine::parse(line).unwrap()).unwrap();
            for question in questions {
                for body in [None, Some(1)] {
                    let anew = stage.ask(question, body).unwrap();
                    assert_eq!(stage.ask_again(question, body).unwrap(), anew, "{question:?} of {body:?} after {line}");
                    rows += anew.len();
                }
            }
        }
        assert!(rows > 400, "{rows} rows");
    }
}
