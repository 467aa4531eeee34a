//! The body beside the points: a mesh file, a body in JSON, or a scene.

use std::path::Path;

#[cfg(feature = "full")]
use clearance::Vec2;
use clearance::Vec3;
use clearance_scene::json::{Json, Node};
use clearance_scene::mesh::is_mesh_file;
use clearance_scene::{
    AnyStage, MeshFiles, MeshUse, PointList, PointRows, ReadError, body, known_dimension, parse_scene,
};
use clearance_world::Body;

use crate::read_as::ReadMeshes;
use crate::terminal::say_notes;

/// One body, or all of a scene.
pub enum Asked {
    #[cfg(feature = "full")]
    Plane(Box<Body<Vec2<f64>>>),
    Space(Box<Body<Vec3<f64>>>),
    Scene(Box<AnyStage>),
}

impl Asked {
    /// A body given by the name of a file or as JSON; mesh files are read as the options say.
    pub fn read(given: &str, meshes: ReadMeshes, scale: Option<&Json>, dim: u8) -> Result<Self, ReadError> {
        let files = |folder: &Path| MeshFiles::relative_to(folder).with(meshes.options());
        if given.trim_start().starts_with('{') {
            let json = Json::parse(given).map_err(|error| error.within("BODY"))?;
            return Self::of_json(&json, "BODY", &files(Path::new("")), dim);
        }
        let path = Path::new(given);
        if is_mesh_file(path) {
            let text = |text: &str| Json::Text(text.into());
            let mut mesh = vec![("kind".into(), text("mesh")), ("file".into(), text(given))];
            mesh.extend(scale.map(|scale| ("scale".into(), scale.clone())));
            // Convex or not, so that answers have triangles.
            let files = MeshFiles::relative_to("").with(meshes.or(MeshUse::Mesh));
            let body = Self::of_json(&Json::Object(mesh), "BODY", &files, 3);
            say_notes(&files.notes());
            return body;
        }
        let here = |error: ReadError| error.within(path.display());
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| here(ReadError::new(format!("cannot be read as text: {error}"))))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let json = Json::parse(&text).map_err(here)?;
        let Json::Object(entries) = &json else {
            return Err(here(ReadError::new(
                "expected a mesh file, an object with \"kind\", or a scene with \"bodies\"",
            )));
        };
        if entries.iter().any(|(key, _)| key == "bodies") {
            let scene = parse_scene(&text, &files(folder)).map_err(here)?;
            return AnyStage::new(scene).map(|stage| Asked::Scene(Box::new(stage))).map_err(here);
        }
        Self::of_json(&json, given, &files(folder), dim)
    }

    fn of_json(json: &Json, name: &str, files: &MeshFiles, dim: u8) -> Result<Self, ReadError> {
        let node = Node::root(json, name);
        Ok(match known_dimension(dim.into())? {
            #[cfg(feature = "full")]
            2 => Asked::Plane(Box::new(body(&node, files)?)),
            _ => Asked::Space(Box::new(body(&node, files)?)),
        })
    }

    /// With the sign of the winding number for a mesh that is not closed; refuses a scene.
    pub fn signed_by_winding(self) -> anyhow::Result<Self> {
        match self {
            Asked::Space(body) => Ok(Asked::Space(Box::new(body.signed_by_winding()))),
            _ => anyhow::bail!("expected a mesh or another body in space"),
        }
    }

    /// The number of coordinates of a point.
    pub fn dim(&self) -> usize {
        match self {
            #[cfg(feature = "full")]
            Asked::Plane(_) => 2,
            #[cfg(feature = "full")]
            Asked::Scene(stage) if matches!(**stage, AnyStage::Plane(_)) => 2,
            Asked::Space(_) | Asked::Scene(_) => 3,
        }
    }

    /// The answers, in order.
    pub fn ask(&self, points: &PointList) -> PointRows {
        match self {
            #[cfg(feature = "full")]
            Asked::Plane(body) => points.ask(body),
            Asked::Space(body) => points.ask(body),
            Asked::Scene(stage) => points.ask_scene(stage),
        }
    }
}
