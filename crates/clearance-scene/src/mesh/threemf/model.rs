//! One model of a 3MF file: its objects, and what its build places.

use std::collections::HashMap;

use clearance::Vec3;
use clearance::math::{Mat3, Matrix};
use roxmltree::{Document, Node, ParsingOptions};

use crate::error::ReadError;
use crate::mesh::Mesh;
use crate::mesh::budget::Budget;
use crate::mesh::placement::Placement;

const CORE: &str = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
const PRODUCTION: &str = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";

/// The extensions that a file may require: those that are read, and those that change no shape.
const SUPPORTED: [&str; 4] = [
    CORE,
    PRODUCTION,
    "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07",
];

/// The least bytes of XML for each tag, as for COLLADA; `<triangle v1="1" v2="2" v3="3"/>` has 30.
const MEAGRE: usize = 16;

/// Smaller files may have any number of tags.
const SMALL: usize = 1 << 12;

pub(super) struct Model {
    /// Metres.
    pub unit: f64,
    pub objects: HashMap<u32, Object>,
    pub build: Vec<Place>,
    pub notes: Vec<Box<str>>,
}

pub(super) struct Object {
    /// It may be empty.
    pub name: Box<str>,
    pub shape: Shape,
    /// Whether it is printed to hold the part, and is not of it.
    pub is_support: bool,
}

pub(super) enum Shape {
    Mesh(Mesh),
    Components(Vec<Place>),
}

/// An item of the build, or a component: where an object is put.
#[derive(Clone)]
pub(super) struct Place {
    pub object: u32,
    /// The model that has the object, if it is another one.
    pub path: Option<String>,
    pub placement: Placement,
}

impl Model {
    pub fn read(text: &str, budget: &mut Budget) -> Result<Self, ReadError> {
        let tags = text.bytes().filter(|&b| b == b'<').count();
        let most = SMALL + text.len() / MEAGRE;
        if tags > most {
            return Err(ReadError::new(format!("has {tags} tags in {} bytes, which no model has", text.len())));
        }
        let options = ParsingOptions { nodes_limit: 2 * most as u32, ..Default::default() };
        let document = Document::parse_with_options(text, options);
        let document = document.map_err(|error| ReadError::new(format!("not valid XML: {error}")))?;
        let root = document.root_element();
        if root.tag_name().name() != "model" || root.tag_name().namespace() != Some(CORE) {
            return Err(refusal(root, "expected the <model> of a 3MF file"));
        }
        check_extensions(root)?;
        let mut model = Model { unit: unit(root)?, objects: HashMap::new(), build: Vec::new(), notes: Vec::new() };
        for child in elements(root) {
            match child.tag_name().name() {
                "resources" => {
                    for node in elements(child).filter(|node| node.tag_name().name() == "object") {
                        model.add(node, budget)?;
                    }
                }
                "build" => {
                    let items = elements(child).filter(|node| node.tag_name().name() == "item");
                    model.build = items.map(place).collect::<Result<_, _>>()?;
                }
                _ => {}
            }
        }
        Ok(model)
    }

    fn add(&mut self, node: Node<'_, '_>, budget: &mut Budget) -> Result<(), ReadError> {
        let id = number(node, "id")?;
        let find = |name: &str| elements(node).find(|child| child.tag_name().name() == name);
        let shape = match (find("mesh"), find("components")) {
            (Some(mesh), _) => Shape::Mesh(self.mesh(mesh, budget)?),
            (None, Some(components)) => {
                let components = elements(components).filter(|node| node.tag_name().name() == "component");
                Shape::Components(components.map(place).collect::<Result<_, _>>()?)
            }
            (None, None) => return Err(refusal(node, "expected a <mesh> or <components>")),
        };
        let is_support = matches!(node.attribute("type"), Some("support" | "solidsupport"));
        let name = node.attribute("name").unwrap_or("").into();
        match self.objects.insert(id, Object { name, shape, is_support }) {
            Some(_) => Err(refusal(node, format!("a second object has the id {id}"))),
            None => Ok(()),
        }
    }

    fn mesh(&mut self, node: Node<'_, '_>, budget: &mut Budget) -> Result<Mesh, ReadError> {
        let list = |name: &'static str| {
            let list = elements(node).find(|child| child.tag_name().name() == name);
            list.into_iter().flat_map(elements)
        };
        budget.place(list("vertices").count(), list("triangles").count())?;
        let coordinate = |vertex: Node<'_, '_>, name: &str| -> Result<f64, ReadError> {
            let text = vertex.attribute(name).unwrap_or("");
            text.parse().map_err(|_| refusal(vertex, format!("{name}: expected a number, got {text:?}")))
        };
        let vertices = list("vertices")
            .map(|v| Ok(Vec3::new(coordinate(v, "x")?, coordinate(v, "y")?, coordinate(v, "z")?)))
            .collect::<Result<Vec<_>, ReadError>>()?;
        let corner = |triangle: Node<'_, '_>, name: &str| {
            let corner = number(triangle, name)?;
            let missing = || refusal(triangle, format!("{name}: no vertex {corner} among {}", vertices.len()));
            ((corner as usize) < vertices.len()).then_some(corner).ok_or_else(missing)
        };
        let triangles = list("triangles")
            .map(|t| Ok([corner(t, "v1")?, corner(t, "v2")?, corner(t, "v3")?]))
            .collect::<Result<Vec<_>, ReadError>>()?;
        for child in elements(node).filter(|child| child.tag_name().namespace() != Some(CORE)) {
            let name = child.tag_name().name();
            if name != "trianglesets" {
                self.notes.push(format!("<{name}> of a mesh is not read").into());
            }
        }
        Ok(Mesh { vertices, triangles, ..Mesh::default() })
    }
}

/// Refuses a model that requires an extension which is not supported.
fn check_extensions(root: Node<'_, '_>) -> Result<(), ReadError> {
    let required = root.attribute("requiredextensions").unwrap_or("");
    for prefix in required.split_ascii_whitespace() {
        let uri = root.lookup_namespace_uri(Some(prefix));
        let uri =
            uri.ok_or_else(|| refusal(root, format!("requires the extension {prefix:?}, which it does not declare")))?;
        if !SUPPORTED.contains(&uri) {
            return Err(refusal(root, format!("requires the extension {uri}, which is not supported")));
        }
    }
    Ok(())
}

/// The length of the file's unit in metres.
fn unit(root: Node<'_, '_>) -> Result<f64, ReadError> {
    Ok(match root.attribute("unit").unwrap_or("millimeter") {
        "micron" => 1e-6,
        "millimeter" => 1e-3,
        "centimeter" => 1e-2,
        "inch" => 0.0254,
        "foot" => 0.3048,
        "meter" => 1.0,
        other => {
            let expected = "expected micron, millimeter, centimeter, inch, foot or meter";
            return Err(refusal(root, format!("unit: {expected}, got {other:?}")));
        }
    })
}

fn place(node: Node<'_, '_>) -> Result<Place, ReadError> {
    let path = node.attribute((PRODUCTION, "path")).map(String::from);
    let placement = match node.attribute("transform") {
        None => Placement::IDENTITY,
        Some(text) => {
            let numbers: Option<Vec<f64>> = text.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
            let numbers: Option<[f64; 12]> = numbers.and_then(|numbers| numbers.try_into().ok());
            let m = numbers.ok_or_else(|| refusal(node, format!("transform: expected 12 numbers, got {text:?}")))?;
            // Points are rows, so that the rows of the matrix are where the axes go; the last is the origin's.
            let row = |i: usize| Vec3::new(m[3 * i], m[3 * i + 1], m[3 * i + 2]);
            Placement::new(Mat3::from_columns(row), row(3))
        }
    };
    Ok(Place { object: number(node, "objectid")?, path, placement })
}

fn number(node: Node<'_, '_>, name: &str) -> Result<u32, ReadError> {
    let text = node.attribute(name).unwrap_or("");
    text.parse().map_err(|_| refusal(node, format!("{name}: expected a whole number, got {text:?}")))
}

fn elements<'a, 'd>(node: Node<'a, 'd>) -> impl Iterator<Item = Node<'a, 'd>> {
    node.children().filter(Node::is_element)
}

fn refusal(node: Node<'_, '_>, what: impl Into<String>) -> ReadError {
    let line = node.document().text_pos_at(node.range().start).row;
    ReadError::new(what).within(format_args!("line {line} (<{}>)", node.tag_name().name()))
}
