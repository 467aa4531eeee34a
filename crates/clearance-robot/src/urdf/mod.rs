//! Robots from URDF files, read leniently: what distances need has to be right, the rest may be odd.
//!
//! Visual elements and inertias are never looked at. Unknown elements are passed over. Numbers that are used must be numbers.

mod element;
mod geometry;
mod joint;
mod packages;

pub use geometry::MeshUse;
pub use packages::Packages;

use std::path::Path;

use roxmltree::{Document, Node, ParsingOptions};

use crate::robot::Robot;
use crate::{LinkShape, RobotBuilder, RobotError};
pub(crate) use element::Element;
use geometry::Meshes;

/// At most so many elements, attributes aside: a humanoid has about 3000.
const MOST_NODES: u32 = 1_000_000;

/// How a URDF file is read.
#[derive(Clone, Debug, Default)]
pub struct UrdfOptions {
    /// Where packages are.
    pub packages: Packages,
    /// Joints that mimic others get values of their own.
    pub ignore_mimic: bool,
    /// What collision meshes stand for.
    pub meshes: MeshUse,
}

impl Robot {
    /// The robot of a URDF file.
    ///
    /// Each collision mesh stands for its convex hull, if the options do not say otherwise. Errors name the file, the line and the element. Planar and floating joints are held at
    /// their origins, with a [note](Robot::notes).
    pub fn from_urdf_file(path: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        let here = |error: RobotError| error.within(path.display());
        let bytes = std::fs::read(path).map_err(|error| here(RobotError::new(format!("cannot be read: {error}"))))?;
        let text = String::from_utf8(bytes).map_err(|_| here(RobotError::new("not valid UTF-8")))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::from_urdf(&text, folder, options).map_err(here)
    }

    /// The robot of a URDF text whose meshes are named relative to a folder.
    pub fn from_urdf(text: &str, folder: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        let text = text.trim_start_matches('\u{feff}');
        let parsing = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, parsing).map_err(|error| unparsed(text, &error))?;
        let root = Element(document.root_element());
        if let Some(found) = document.descendants().find(|node| is_xacro(*node)) {
            return Err(Element(found).refusal(XACRO));
        }
        if root.name() != "robot" {
            return Err(root.refusal(format!("expected <robot> as the root of a URDF file, got <{}>", root.name())));
        }
        let mut meshes = Meshes::new(folder, options);
        let mut builder = Robot::builder(root.attribute("name").unwrap_or("robot"));
        for element in root.children() {
            builder = match element.name() {
                "link" => link(builder, element, &mut meshes)?,
                "joint" => joint::joint(builder, element, options)?,
                _ => builder,
            };
        }
        builder.build()
    }
}

/// What is said of files that are not URDF yet.
const XACRO: &str = "this is a xacro file, expected plain URDF: run xacro on it first";

/// Elements of xacro's namespace; the declaration alone is left behind by xacro itself.
fn is_xacro(node: Node) -> bool {
    node.tag_name().namespace().is_some_and(|namespace| namespace.contains("xacro"))
}

fn unparsed(text: &str, error: &roxmltree::Error) -> RobotError {
    match error {
        roxmltree::Error::UnknownNamespace(prefix, _) if prefix == "xacro" => RobotError::new(XACRO),
        roxmltree::Error::DtdDetected => RobotError::new("a document type declaration is not supported"),
        roxmltree::Error::NodesLimitReached => RobotError::new(format!("has more than {MOST_NODES} XML nodes")),
        _ if text.trim().is_empty() => RobotError::new("is empty, expected <robot>"),
        _ => RobotError::new(format!("not valid XML: {error}")),
    }
}

fn link(builder: RobotBuilder, element: Element, meshes: &mut Meshes) -> Result<RobotBuilder, RobotError> {
    let name = element.need("name")?;
    let mut shapes: Vec<LinkShape> = Vec::new();
    let mut builder = builder;
    for collision in element.children_named("collision") {
        match meshes.shapes(collision)? {
            Some(found) => shapes.extend(found),
            None => builder = builder.note(format!("link {name:?}: a collision element has no geometry")),
        }
    }
    Ok(builder.link(name, shapes))
}
