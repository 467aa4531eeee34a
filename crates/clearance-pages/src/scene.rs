//! A scene and its answers as a page of its own.

use clearance::Space;
use clearance_models::bands::{Report, Unit};
use clearance_scene::{AnyStage, ReadShape, SceneRow, Stage};
use clearance_world::{BodyId, Scene};
use serde::Serialize;

use crate::fill::{Made, fill, pose_numbers, seven};
use crate::forms::{Forms, Part};
use crate::outline::place;
use crate::packed::{base64, floats};
use crate::solids::{Plane, drawn, plane};

/// The page, built from `viewer/`.
const PAGE: &str = include_str!("../assets/scene.html");

/// The tree is shown for scenes of up to this many bodies: more boxes cannot be distinguished.
const SHOWN_BOXES: usize = 500;

/// A scene with a name for each of its bodies, in the order in which they are shown.
pub struct Named<'s, V: Space> {
    /// The scene.
    pub world: &'s Scene<V>,
    /// Its bodies.
    pub bodies: Vec<(BodyId, String)>,
}

/// A page that shows a scene, its answers and its motion.
#[derive(Serialize)]
pub struct ScenePage {
    title: String,
    dim: usize,
    forms: Forms,
    bodies: Vec<DrawnBody>,
    frames: Vec<DrawnFrame>,
    /// Where the bodies were in the last frame.
    #[serde(skip)]
    last: Vec<[f32; 7]>,
}

#[derive(Serialize)]
struct DrawnBody {
    name: String,
    fixed: bool,
    /// Its parts in its own frame.
    parts: Vec<Part>,
    /// The plane of a halfspace.
    #[serde(skip_serializing_if = "Option::is_none")]
    plane: Option<Plane>,
}

#[derive(Serialize)]
struct DrawnFrame {
    time: Option<f64>,
    /// Where the bodies are that have moved since the frame before, as they are drawn: `x y z qw qx qy qz`.
    moved: Vec<(usize, [f32; 7])>,
    rows: Vec<DrawnRow>,
    boxes: DrawnBoxes,
}

/// An answer, and what a report says of it.
#[derive(Serialize)]
struct DrawnRow {
    #[serde(flatten)]
    row: SceneRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    expected: String,
    /// Bounds of the volume in common, in cubic metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    volume: Option<[f64; 2]>,
}

impl DrawnRow {
    fn of(row: SceneRow) -> Self {
        DrawnRow { row, band: None, expected: String::new(), volume: None }
    }
}

/// Boxes of the tree in base 64: the depth of each, and its two corners.
#[derive(Serialize)]
struct DrawnBoxes {
    depths: String,
    corners: String,
}

impl ScenePage {
    /// A page about the bodies of a scene, without frames yet.
    pub fn new<V: Space>(title: String, scene: &Named<V>) -> Self {
        let mut forms = Forms::default();
        let parts = drawn(scene, &mut forms);
        let bodies = scene.bodies.iter().zip(parts).map(|((id, name), parts)| {
            let body = scene.world.get(*id);
            DrawnBody {
                name: name.clone(),
                fixed: body.is_some_and(|body| body.is_fixed()),
                parts,
                plane: body.and_then(|body| plane(body.body())),
            }
        });
        let bodies = bodies.collect();
        ScenePage { title, dim: V::DIM, forms, bodies, frames: Vec::new(), last: Vec::new() }
    }

    /// A page about the bodies of a scene from a file.
    pub fn of_stage(title: String, stage: &AnyStage) -> Self {
        match stage {
            #[cfg(feature = "plane")]
            AnyStage::Plane(stage) => Self::new(title, &named(stage)),
            AnyStage::Space(stage) => Self::new(title, &named(stage)),
        }
    }

    /// Adds the frame that a scene is in, and what was found of it.
    pub fn add<V: Space>(&mut self, scene: &Named<V>, time: Option<f64>, rows: Vec<SceneRow>) {
        self.add_rows(scene, time, rows.into_iter().map(DrawnRow::of).collect());
    }

    fn add_rows<V: Space>(&mut self, scene: &Named<V>, time: Option<f64>, rows: Vec<DrawnRow>) {
        let pose = |id: &BodyId| scene.world.get(*id).map_or_else(identity, |body| pose_numbers(body.pose()));
        let poses: Vec<[f32; 7]> = scene.bodies.iter().map(|(id, _)| seven(&pose(id))).collect();
        let has_moved = |&(i, pose): &(usize, [f32; 7])| self.last.get(i) != Some(&pose);
        let moved = poses.iter().copied().enumerate().filter(has_moved).collect();
        self.last = poses;
        let mut boxes = Vec::new();
        if self.bodies.len() <= SHOWN_BOXES {
            boxes.extend(scene.world.tree().boxes());
            let deepest = boxes.iter().map(|(depth, _)| *depth).max().unwrap_or(0);
            let bounded =
                scene.bodies.iter().filter_map(|(id, _)| scene.world.get(*id)).filter(|b| b.body().is_bounded());
            boxes.extend(bounded.map(|body| (deepest + 1, body.bounds())));
        }
        let corners = boxes.iter().flat_map(|(_, bounds)| [place(bounds.lower), place(bounds.upper)]).flatten();
        let boxes = DrawnBoxes {
            depths: base64(boxes.iter().map(|&(depth, _)| depth.min(255) as u8)),
            corners: floats(corners.map(|x| x as f32)),
        };
        self.frames.push(DrawnFrame { time, moved, rows, boxes });
    }

    /// Adds the frame that a scene from a file is in.
    pub fn add_stage(&mut self, stage: &AnyStage, time: Option<f64>, rows: Vec<SceneRow>) {
        match stage {
            #[cfg(feature = "plane")]
            AnyStage::Plane(stage) => self.add(&named(stage), time, rows),
            AnyStage::Space(stage) => self.add(&named(stage), time, rows),
        }
    }

    /// Adds a scene from a file with a report of its pairs; what distances are to be is shown in a unit.
    pub fn add_report(&mut self, stage: &AnyStage, report: &Report, unit: Unit) {
        let drawn = report.findings.iter().map(|found| {
            let expected = found.expected(unit);
            DrawnRow {
                row: found.row.clone(),
                band: Some(found.band.name()),
                expected: if expected.is_empty() { expected } else { format!("{expected} {}", unit.name()) },
                volume: found.volume.map(|volume| [volume.lower, volume.upper]),
            }
        });
        let rows = drawn.collect();
        match stage {
            #[cfg(feature = "plane")]
            AnyStage::Plane(stage) => self.add_rows(&named(stage), None, rows),
            AnyStage::Space(stage) => self.add_rows(&named(stage), None, rows),
        }
    }

    /// The page with all its data.
    pub fn html(&self, made: &Made) -> Result<String, serde_json::Error> {
        fill(PAGE, made, self)
    }
}

fn named<V: ReadShape>(stage: &Stage<V>) -> Named<'_, V> {
    let names = stage.file().bodies.iter().map(|body| body.name.clone());
    Named { world: stage.world(), bodies: stage.ids().iter().copied().zip(names).collect() }
}

fn identity() -> [f64; 12] {
    [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
}
