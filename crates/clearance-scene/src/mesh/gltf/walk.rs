//! The walk from the roots of the scene down to the meshes of its nodes.

use std::collections::HashMap;

use clearance::math::{Mat3, Matrix, Rotor};
use clearance::{Rotor3, Vec3};

use super::super::Mesh;
use super::super::budget::Budget;
use super::super::placement::Placement;
use super::super::scene::{MeshScene, PlacedMesh};
use super::accessor::Buffers;
use super::document::{self, Document, InstanceAttributes, Node, Primitive, Scene};
use super::{primitive, refused};
use crate::error::ReadError;

/// Scene graphs of real files are a few levels deep; deeper ones could exhaust the stack.
const DEEPEST: usize = 200;

pub struct Walk<'a> {
    document: &'a Document<'a>,
    buffers: Buffers<'a>,
    budget: &'a mut Budget,
    /// Each node has one parent at most, by the format; otherwise the work could double with every level.
    visited: Vec<bool>,
    /// Where the meshes of the file are among those of the scene.
    known: HashMap<usize, usize>,
    found: MeshScene,
}

impl<'a> Walk<'a> {
    pub fn new(document: &'a Document<'a>, buffers: Buffers<'a>, budget: &'a mut Budget) -> Self {
        let visited = vec![false; document.nodes.0.len()];
        Walk { document, buffers, budget, visited, known: HashMap::new(), found: MeshScene::default() }
    }

    /// The scene that the file shows: the one it names, or the first.
    pub fn scene(mut self) -> Result<MeshScene, ReadError> {
        if self.document.scenes.0.is_empty() {
            return Err(ReadError::new("has no scene"));
        }
        let scene: Scene = self.document.scenes.read(self.document.scene.unwrap_or(0), "scene")?;
        for node in scene.nodes {
            self.add(node as usize, &Placement::IDENTITY, 0)?;
        }
        Ok(self.found)
    }

    fn add(&mut self, index: usize, outer: &Placement, depth: usize) -> Result<(), ReadError> {
        if depth > DEEPEST {
            return Err(refused(format!("nodes nested more than {DEEPEST} levels deep")));
        }
        let node: Node = self.document.nodes.read(index, "node")?;
        if std::mem::replace(&mut self.visited[index], true) {
            return Err(refused(format!("node {index} has two parents or is inside of itself")));
        }
        let placement = placement(&node)?.inside(outer);
        if let Some(mesh) = node.mesh {
            if node.skin.is_some() {
                return Err(ReadError::new(format!("node {index} has a skin, which is not supported")));
            }
            let mesh = self.mesh(mesh)?;
            match &node.extensions.instancing {
                None => self.place(&node.name, mesh, placement)?,
                Some(instancing) => {
                    for (i, own) in self.instances(index, &instancing.attributes)?.iter().enumerate() {
                        let name = if node.name.is_empty() { String::new() } else { format!("{} {i}", node.name) };
                        self.place(&name, mesh, own.inside(&placement))?;
                    }
                }
            }
        }
        node.children.iter().try_for_each(|&child| self.add(child as usize, &placement, depth + 1))
    }

    fn place(&mut self, name: &str, mesh: usize, placement: Placement) -> Result<(), ReadError> {
        self.budget.take(size_of::<PlacedMesh>() + name.len())?;
        self.found.nodes.push(PlacedMesh { name: name.into(), mesh, placement });
        Ok(())
    }

    /// Where the copies of a node's mesh are, in the frame of the node.
    fn instances(&mut self, node: usize, given: &InstanceAttributes) -> Result<Vec<Placement>, ReadError> {
        let translations = given.translation.map(|at| self.buffers.vectors::<3>(at, self.budget)).transpose()?;
        let rotations = given.rotation.map(|at| self.buffers.vectors::<4>(at, self.budget)).transpose()?;
        let scales = given.scale.map(|at| self.buffers.vectors::<3>(at, self.budget)).transpose()?;
        let counts =
            [translations.as_ref().map(Vec::len), rotations.as_ref().map(Vec::len), scales.as_ref().map(Vec::len)];
        let count = counts.into_iter().flatten().next().unwrap_or(0);
        if count == 0 || counts.iter().flatten().any(|&other| other != count) {
            let what = format!(
                "node {node} has instances by {counts:?} translations, rotations and scales, expected as many of each"
            );
            return Err(refused(what));
        }
        self.budget.take(count.saturating_mul(size_of::<Placement>()))?;
        let placement = |i: usize| {
            let translation = translations.as_ref().map_or([0.0; 3], |all| all[i]);
            let rotation = rotations.as_ref().map_or([0.0, 0.0, 0.0, 1.0], |all| all[i]);
            let scale = scales.as_ref().map_or([1.0; 3], |all| all[i]);
            composed(translation, rotation, scale)
        };
        (0..count).map(placement).collect()
    }

    /// Where a mesh is among those of the scene; it is read once.
    fn mesh(&mut self, index: usize) -> Result<usize, ReadError> {
        if let Some(&known) = self.known.get(&index) {
            return Ok(known);
        }
        let source: document::Mesh = self.document.meshes.read(index, "mesh")?;
        let mut mesh = Mesh::default();
        for text in source.primitives.0 {
            let here = |error: ReadError| error.within(format_args!("mesh {index}"));
            let primitive: Primitive = document::parse(text.get(), &format!("mesh {index}"))?;
            self.add_primitive(&mut mesh, &primitive).map_err(here)?;
        }
        self.found.meshes.push(mesh);
        self.known.insert(index, self.found.meshes.len() - 1);
        Ok(self.found.meshes.len() - 1)
    }

    fn add_primitive(&mut self, mesh: &mut Mesh, primitive: &Primitive) -> Result<(), ReadError> {
        if primitive.targets.is_some() {
            return Err(ReadError::new("has morph targets, which are not supported"));
        }
        let Some(positions) = primitive.attributes.position else { return Ok(()) };
        let positions = self.buffers.positions(positions, self.budget)?;
        let corners: Vec<u32> = match primitive.indices {
            Some(indices) => self.buffers.indices(indices, self.budget)?,
            None => (0..positions.len() as u32).collect(),
        };
        let (first, count) = (mesh.vertices.len(), positions.len());
        if first + count > u32::MAX as usize {
            return Err(ReadError::new(format!(
                "{} vertices are more than can be numbered with 32 bits",
                first + count
            )));
        }
        if let Some(corner) = corners.iter().find(|&&corner| corner as usize >= count) {
            return Err(refused(format!("an index is {corner}, but there are {count} positions")));
        }
        let triangles = primitive::triangles(primitive.mode.unwrap_or(4), &corners)?;
        self.budget.place(0, triangles.len())?;
        mesh.vertices.extend(positions);
        mesh.triangles.extend(triangles.iter().map(|t| t.map(|corner| corner + first as u32)));
        Ok(())
    }
}

/// A matrix by columns, or scale, then rotation, then translation.
fn placement(node: &Node) -> Result<Placement, ReadError> {
    if let Some(m) = node.matrix {
        let column = |i: usize| Vec3::new(m[4 * i], m[4 * i + 1], m[4 * i + 2]);
        return Ok(Placement::new(Mat3::from_columns(column), column(3)));
    }
    let rotation = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    composed(node.translation.unwrap_or([0.0; 3]), rotation, node.scale.unwrap_or([1.0; 3]))
}

/// First the scale, then the rotation, then the translation.
fn composed(translation: [f64; 3], [x, y, z, w]: [f64; 4], scale: [f64; 3]) -> Result<Placement, ReadError> {
    let rotor = Rotor3::from_wxyz([w, x, y, z]).map_err(|_| refused("a node's rotation is not a quaternion"))?;
    let turned = Placement::new(rotor.matrix(), Vec3::from(translation));
    Ok(Placement::scale(Vec3::from(scale)).inside(&turned))
}
