//! What scene graphs of mesh files hold: each mesh once, and the nodes that place it.

use super::budget::Budget;
use super::placement::Placement;
use super::{Group, Mesh};
use crate::error::ReadError;

/// The meshes of a file and where its nodes put them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshScene {
    /// Each mesh in its own frame.
    pub meshes: Vec<Mesh>,
    /// In the order of the scene graph, depth first.
    pub nodes: Vec<PlacedMesh>,
    /// What the file has and is not read, though it may be about shapes.
    pub notes: Vec<Box<str>>,
}

/// A node that places a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedMesh {
    /// Name of the node in the file; it may be empty.
    pub name: Box<str>,
    /// Which of the [meshes](MeshScene::meshes).
    pub mesh: usize,
    /// Transform from the mesh's frame to the scene's, in metres.
    pub placement: Placement,
}

impl MeshScene {
    /// All placed meshes as one, a group for each node.
    pub(super) fn flattened(mut self, budget: &mut Budget) -> Result<Mesh, ReadError> {
        if let [PlacedMesh { mesh: 0, placement: Placement::IDENTITY, .. }] = self.nodes[..]
            && self.meshes.len() == 1
        {
            return Ok(Mesh { notes: self.notes, ..self.meshes.swap_remove(0) });
        }
        let count = |size: fn(&Mesh) -> usize| self.nodes.iter().map(|node| size(&self.meshes[node.mesh])).sum();
        let (vertices, triangles): (usize, usize) = (count(|m| m.vertices.len()), count(|m| m.triangles.len()));
        budget.place(vertices, triangles)?;
        budget.take(self.nodes.len() * size_of::<Group>())?;
        if vertices.max(triangles) > u32::MAX as usize {
            return Err(ReadError::new(format!("{vertices} vertices are more than can be numbered with 32 bits")));
        }
        let mut all = Mesh {
            vertices: Vec::with_capacity(vertices),
            triangles: Vec::with_capacity(triangles),
            groups: Vec::with_capacity(self.nodes.len()),
            notes: self.notes,
        };
        for node in self.nodes {
            let mesh = &self.meshes[node.mesh];
            let (first, from) = (all.vertices.len() as u32, all.triangles.len() as u32);
            all.vertices.extend(mesh.vertices.iter().map(|&p| node.placement.apply(p)));
            // A map that mirrors turns the corners of a triangle around, so that its front stays its front.
            let mirrored = node.placement.mirrors();
            all.triangles.extend(mesh.triangles.iter().map(|t| {
                let [a, b, c] = t.map(|corner| corner + first);
                if mirrored { [a, c, b] } else { [a, b, c] }
            }));
            all.groups.push(Group { name: node.name, triangles: from..all.triangles.len() as u32 });
        }
        all.groups.retain(|group| !group.triangles.is_empty());
        Ok(all)
    }
}
