//! COLLADA 1.4 and 1.5: every geometry that the scene places, by the transforms of its nodes.
//!
//! Read from the XML itself, in `f64`: a geometry that is placed twice counts twice, and one that no node places does
//! not count, as the format says.

mod faces;
mod geometry;

use std::collections::HashMap;

use clearance::math::Rotor;
use clearance::{Rotor3, Vec3};
use roxmltree::{Document, Node, NodeId};

use super::budget::Budget;
use super::placement::Placement;
use super::scene::{MeshScene, PlacedMesh};
use super::text;
use crate::error::ReadError;

/// Scene graphs of real files are a few levels deep; this ends the ones that contain themselves.
const DEEPEST: usize = 200;

/// The least bytes of XML for each of its tags and texts: the tree takes about 80 bytes for each, five times a meagre
/// file's. COLLADA of real files has 30 bytes and more.
const MEAGRE: usize = 16;

/// Smaller files may have any number of tags.
const SMALL: usize = 1 << 12;

pub(super) fn scene(bytes: &[u8], budget: &mut Budget) -> Result<MeshScene, ReadError> {
    let text = std::str::from_utf8(text::unmarked(bytes)?).map_err(|_| ReadError::new("not valid UTF-8"))?;
    let tags = text.bytes().filter(|&b| b == b'<').count();
    let most = SMALL + text.len() / MEAGRE;
    if tags > most {
        return Err(ReadError::new(format!("has {tags} tags in {} bytes, which no mesh has", text.len())));
    }
    let options = roxmltree::ParsingOptions { nodes_limit: 2 * most as u32, ..Default::default() };
    let document = Document::parse_with_options(text, options);
    let document = document.map_err(|error| ReadError::new(format!("not valid XML: {error}")))?;
    let root = document.root_element();
    let unit = match path(root, &["asset", "unit"]).and_then(|unit| unit.attribute("meter")) {
        Some(meter) => number(meter).ok_or_else(|| ReadError::new(format!("unit meter is not a number: {meter:?}")))?,
        None => 1.0,
    };
    let mut ids = HashMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node.id());
        }
    }
    let file = File { document: &document, ids };
    let shown = file.shown()?.ok_or_else(|| ReadError::new("has no visual scene"))?;
    let mut walk = Walk { file: &file, budget, known: HashMap::new(), found: MeshScene::default() };
    walk.add_children(shown, &Placement::scale(Vec3::new(unit, unit, unit)), 0)?;
    Ok(walk.found)
}

/// The tree of elements, and those with a name.
struct File<'d> {
    document: &'d Document<'d>,
    ids: HashMap<&'d str, NodeId>,
}

impl<'d> File<'d> {
    /// The scene that the file shows: the one it names, or the only one.
    fn shown(&self) -> Result<Option<Node<'d, 'd>>, ReadError> {
        let root = self.document.root_element();
        match path(root, &["scene", "instance_visual_scene"]) {
            Some(instance) => self.target(instance, "url").map(Some),
            None => Ok(path(root, &["library_visual_scenes", "visual_scene"])),
        }
    }

    /// The element that an attribute like `url="#name"` points to.
    fn target(&self, from: Node<'d, 'd>, attribute: &str) -> Result<Node<'d, 'd>, ReadError> {
        let url = from.attribute(attribute).unwrap_or("");
        let id = url.strip_prefix('#').unwrap_or(url);
        let found = self.ids.get(id).and_then(|&id| self.document.get_node(id));
        found.ok_or_else(|| self.refusal(from, format!("{attribute} {url:?} points to nothing in the file")))
    }

    fn refusal(&self, node: Node<'d, 'd>, what: impl Into<String>) -> ReadError {
        let line = self.document.text_pos_at(node.range().start).row;
        ReadError::new(what).within(format_args!("line {line} (<{}>)", node.tag_name().name()))
    }

    fn numbers<const N: usize>(&self, node: Node<'d, 'd>) -> Result<[f64; N], ReadError> {
        let words: Vec<&str> = node.text().unwrap_or("").split_ascii_whitespace().take(N + 1).collect();
        let expected = || self.refusal(node, format!("expected {N} numbers, got {:?}", words.join(" ")));
        let words: [&str; N] = words.as_slice().try_into().map_err(|_| expected())?;
        let numbers = words.map(|word| number(word).unwrap_or(f64::NAN));
        if numbers.iter().any(|number| number.is_nan()) { Err(expected()) } else { Ok(numbers) }
    }
}

/// Walks the scene down to the geometries of its nodes.
struct Walk<'f, 'd> {
    file: &'f File<'d>,
    budget: &'f mut Budget,
    /// Where geometries are among the meshes of the scene; those without a mesh are nowhere.
    known: HashMap<NodeId, Option<usize>>,
    found: MeshScene,
}

impl<'d> Walk<'_, 'd> {
    /// Adds all that a node holds; transforms come before contents and apply from the last to the first.
    fn add_children(&mut self, node: Node<'d, 'd>, outer: &Placement, depth: usize) -> Result<(), ReadError> {
        if depth > DEEPEST {
            return Err(self.file.refusal(node, format!("nodes nested more than {DEEPEST} levels deep")));
        }
        let mut placed = *outer;
        for child in node.children().filter(Node::is_element) {
            // A node may be placed any number of times, and what it holds with it: the work is bounded like the memory.
            self.budget.take(size_of::<PlacedMesh>())?;
            match child.tag_name().name() {
                "matrix" | "translate" | "rotate" | "scale" => placed = self.transform(child)?.inside(&placed),
                "node" => self.add_children(child, &placed, depth + 1)?,
                "instance_node" => self.add_children(self.file.target(child, "url")?, &placed, depth + 1)?,
                "instance_geometry" => {
                    let name = node.attribute("name").or(node.attribute("id")).unwrap_or("");
                    if let Some(mesh) = self.mesh(self.file.target(child, "url")?)? {
                        self.found.nodes.push(PlacedMesh { name: name.into(), mesh, placement: placed });
                    }
                }
                name @ ("lookat" | "skew" | "instance_controller") => {
                    return Err(self.file.refusal(child, format!("<{name}> is not supported in mesh files")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn transform(&self, node: Node<'d, 'd>) -> Result<Placement, ReadError> {
        Ok(match node.tag_name().name() {
            "matrix" => Placement::from_rows(&self.file.numbers(node)?),
            "translate" => Placement::translation(Vec3::from(self.file.numbers::<3>(node)?)),
            "scale" => Placement::scale(Vec3::from(self.file.numbers::<3>(node)?)),
            _ => {
                let [x, y, z, degrees] = self.file.numbers(node)?;
                let rotor = Rotor3::from_axis_angle(Vec3::new(x, y, z), degrees.to_radians())
                    .map_err(|error| self.file.refusal(node, error.to_string()))?;
                Placement::new(rotor.matrix(), Vec3::default())
            }
        })
    }

    /// Where a geometry is among the meshes of the scene; it is read once.
    fn mesh(&mut self, geometry: Node<'d, 'd>) -> Result<Option<usize>, ReadError> {
        if let Some(&known) = self.known.get(&geometry.id()) {
            return Ok(known);
        }
        let mesh = geometry::mesh(self.file, geometry, self.budget)?;
        let place = mesh.is_some().then_some(self.found.meshes.len());
        if let Some(mesh) = mesh {
            self.budget.place(mesh.vertices.len(), mesh.triangles.len())?;
            self.found.meshes.push(mesh);
        }
        self.known.insert(geometry.id(), place);
        Ok(place)
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// The element reached by child names.
fn path<'d>(from: Node<'d, 'd>, names: &[&str]) -> Option<Node<'d, 'd>> {
    names.iter().try_fold(from, |node, name| node.children().find(|child| child.tag_name().name() == *name))
}

#[cfg(test)]
mod tests;
