//! A scene and its answers as a page of its own.

use clearance_scene::{AnyStage, Form, ReadShape, SceneRow, Stage};
use serde::Serialize;

use super::solids::{Plane, drawn, plane};
use crate::outline::{Place, Solid, place};
use crate::page::{fill, pose_numbers};

/// The page, built from `viewer/`.
const PAGE: &str = include_str!("../../assets/scene.html");

/// The tree is shown for scenes of up to so many bodies: boxes of more cannot be told apart.
const SHOWN_BOXES: usize = 500;

/// What the page shows.
#[derive(Serialize)]
pub struct Page {
    title: String,
    dim: usize,
    bodies: Vec<DrawnBody>,
    frames: Vec<DrawnFrame>,
}

#[derive(Serialize)]
struct DrawnBody {
    name: String,
    fixed: bool,
    /// Its convex parts in its own frame.
    solids: Vec<Solid>,
    /// Of a halfspace.
    plane: Option<Plane>,
}

#[derive(Serialize)]
struct DrawnFrame {
    time: Option<f64>,
    /// Where the bodies are: the rows of the rotation, then the translation.
    poses: Vec<[f64; 12]>,
    rows: Vec<SceneRow>,
    boxes: Vec<DrawnBox>,
}

/// Depth in the tree, and two corners.
type DrawnBox = (usize, Place, Place);

impl Page {
    /// A page about the bodies of a scene, without frames yet.
    pub fn new(title: String, stage: &AnyStage) -> Self {
        match stage {
            AnyStage::Plane(stage) => Self::of(title, stage),
            AnyStage::Space(stage) => Self::of(title, stage),
        }
    }

    fn of<V: ReadShape>(title: String, stage: &Stage<V>) -> Self {
        let solids = drawn(stage);
        let bodies = stage.file().bodies.iter().zip(solids).map(|(body, solids)| DrawnBody {
            name: body.name.clone(),
            fixed: body.fixed,
            solids,
            plane: match &body.form {
                Form::Halfspace(half) => Some(plane(half)),
                _ => None,
            },
        });
        Page { title, dim: V::DIM, bodies: bodies.collect(), frames: Vec::new() }
    }

    /// Adds the frame that the scene is in, and what was found of it.
    pub fn add(&mut self, stage: &AnyStage, time: Option<f64>, rows: Vec<SceneRow>) {
        let (poses, boxes) = match stage {
            AnyStage::Plane(stage) => self.places(stage),
            AnyStage::Space(stage) => self.places(stage),
        };
        self.frames.push(DrawnFrame { time, poses, rows, boxes });
    }

    /// The poses of all bodies, and the boxes of the tree.
    fn places<V: ReadShape>(&self, stage: &Stage<V>) -> (Vec<[f64; 12]>, Vec<DrawnBox>) {
        let pose =
            |i: usize| pose_numbers(stage.bounded(i).map_or(&stage.file().bodies[i].placing.pose, |body| body.pose()));
        let mut boxes = Vec::new();
        if self.bodies.len() <= SHOWN_BOXES {
            let tree = stage.world().tree();
            boxes.extend(tree.boxes());
            let deepest = boxes.iter().map(|(depth, _)| *depth).max().unwrap_or(0);
            let leaves = (0..self.bodies.len()).filter_map(|i| stage.bounded(i));
            boxes.extend(leaves.map(|body| (deepest + 1, body.bounds())));
        }
        let boxes = boxes.into_iter().map(|(depth, bounds)| (depth, place(bounds.lower), place(bounds.upper)));
        ((0..self.bodies.len()).map(pose).collect(), boxes.collect())
    }

    /// The page with all its data.
    pub fn html(&self) -> anyhow::Result<String> {
        fill(PAGE, self)
    }
}
