//! A stage in either dimension: one compiled copy of all questions, in this crate.

#[cfg(feature = "plane")]
use clearance::Vec2;
use clearance::{Options, Vec3};

use super::ask::{Answers, Question};
use super::{SceneRow, Stage};
use crate::error::ReadError;
use crate::scene::{AnyScene, FrameLine};
use clearance_world::closest;

/// A scene of a file that answers questions.
pub enum AnyStage {
    /// In the plane.
    #[cfg(feature = "plane")]
    Plane(Stage<Vec2<f64>>),
    /// In space.
    Space(Stage<Vec3<f64>>),
}

/// Does the same with the stage of either dimension.
macro_rules! either {
    ($any:expr, $stage:ident => $done:expr) => {
        match $any {
            #[cfg(feature = "plane")]
            AnyStage::Plane($stage) => $done,
            AnyStage::Space($stage) => $done,
        }
    };
}

impl AnyStage {
    /// Puts all bodies of a scene in their places.
    pub fn new(scene: AnyScene) -> Result<Self, ReadError> {
        Ok(match scene {
            #[cfg(feature = "plane")]
            AnyScene::Plane(scene) => AnyStage::Plane(Stage::new(scene, Options::default())?),
            AnyScene::Space(scene) => AnyStage::Space(Stage::new(scene, Options::default())?),
        })
    }

    /// The names of the bodies, in the order of the file.
    pub fn names(&self) -> Vec<&str> {
        either!(self, stage => stage.file().bodies.iter().map(|body| body.name.as_str()).collect())
    }

    /// The place of the body with a name, or an error that says what was probably meant.
    pub fn find(&self, name: &str) -> Result<usize, ReadError> {
        let names = self.names();
        names.iter().position(|known| *known == name).ok_or_else(|| {
            let hint = closest(name, &names).map_or(String::new(), |near| format!(", did you mean {near:?}?"));
            ReadError::new(format!("no body is named {name:?}{hint}"))
        })
    }

    /// [`Stage::ask`].
    pub fn ask(&self, question: Question, body: Option<usize>) -> Answers {
        either!(self, stage => stage.ask(question, body))
    }

    /// [`Stage::ask_again`].
    pub fn ask_again(&mut self, question: Question, body: Option<usize>) -> Answers {
        either!(self, stage => stage.ask_again(question, body))
    }

    /// [`Stage::pair`].
    pub fn pair(&self, a: usize, b: usize) -> Result<SceneRow, ReadError> {
        either!(self, stage => stage.pair(a, b))
    }

    /// Moves the bodies that a line of frames names, and returns its time.
    pub fn apply(&mut self, line: &FrameLine) -> Result<Option<f64>, ReadError> {
        either!(self, stage => {
            let frame = line.frame(stage.file())?;
            stage.apply(&frame)?;
            Ok(frame.time)
        })
    }
}
