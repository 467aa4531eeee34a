//! A glTF file as a scene: every node with a mesh is a body, the convex hull of its mesh under the node's transform.

use std::collections::HashSet;

use clearance::math::{Mat3, Matrix};
use clearance::shape::{Affine, Polytope, Shape};
use clearance::{Pose, Pose3, ShapeError, Vec3, Vector};
use clearance_world::Body;

use super::body::SceneBody;
use super::{AnyScene, SceneFile};
use crate::error::ReadError;
use crate::mesh::{MeshScene, Placement};
use crate::pose_json::{Placing, turns_axes_to_axes};

/// The scene of a file's nodes. A node without a name is called by its number among those with a mesh; of nodes with
/// one name, all but the first have this number behind it.
pub(super) fn scene(file: MeshScene) -> Result<AnyScene, ReadError> {
    let hulls = file.meshes.iter().map(|mesh| Polytope::new(&mesh.vertices));
    let hulls: Vec<Result<Polytope<Vec3<f64>>, ShapeError>> = hulls.collect();
    let (mut bodies, mut names) = (Vec::new(), HashSet::new());
    for (i, node) in file.nodes.iter().enumerate() {
        let mut name = if node.name.is_empty() { format!("node {i}") } else { node.name.to_string() };
        while !names.insert(name.clone()) {
            name = format!("{name} {i}");
        }
        let refused = |error: ShapeError| ReadError::new(error.to_string()).within(format_args!("node {name:?}"));
        let hull = hulls[node.mesh].clone().map_err(refused)?;
        let (shape, placing) = placed(hull.into(), &node.placement).map_err(refused)?;
        bodies.push(SceneBody {
            body: Body::new(shape),
            placing,
            name,
            group: None,
            margin: 0.0,
            fixed: false,
            motion: None,
        });
    }
    let (groups, ignore, margins, outside) = Default::default();
    Ok(AnyScene::Space(SceneFile { bodies, groups, ignore, margins, outside }))
}

/// A shape and where it stands.
type Placed = (Shape<Vec3<f64>>, Placing<Vec3<f64>>);

/// A shape and a rigid pose with the image of the shape under a node's map: a map that is no rotation is part of the
/// shape.
fn placed(shape: Shape<Vec3<f64>>, map: &Placement) -> Result<Placed, ShapeError> {
    let (linear, offset) = (map.linear, map.offset);
    if linear == Mat3::IDENTITY {
        return Ok((shape, Placing { pose: Pose::from_translation(offset)?, matrix: None }));
    }
    // What is a rotation up to rounding is taken as a pose, whose matrix shapes of vertices keep as it is.
    match Pose3::from_matrix(&linear, offset) {
        Ok(pose) => Ok((shape, Placing { pose, matrix: Some(linear).filter(|m| !turns_axes_to_axes(m)) })),
        Err(_) => {
            let image = Affine::new(shape, linear, Vec3::ZERO)?;
            Ok((image.into(), Placing { pose: Pose::from_translation(offset)?, matrix: None }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Mesh, PlacedMesh};
    use clearance::Support;
    use clearance::SupportExt;

    #[test]
    fn nodes_become_bodies_with_names_of_their_own() {
        let tetrahedron = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
        let mesh = Mesh { vertices: tetrahedron.into(), ..Mesh::default() };
        let columns = |x, y, z| Mat3::from_columns(|i| Vec3::from([x, y, z][i]));
        // A quarter turn about z, and a stretch by 2 along x that leans over.
        let turned = columns([0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
        let leaning = columns([2.0, 0.0, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        let node = |name: &str, linear| PlacedMesh {
            name: name.into(),
            mesh: 0,
            placement: Placement { linear, offset: Vec3::new(5.0, 0.0, 0.0) },
        };
        let nodes = vec![node("leg", turned), node("leg", leaning), node("", Mat3::IDENTITY)];
        let scene = scene(MeshScene { meshes: vec![mesh], nodes }).unwrap().into_space().unwrap();
        let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
        assert_eq!(names, ["leg", "leg 1", "node 2"]);
        // The corner that is farthest along y, or x, in the world.
        let farthest = |i: usize, along: Vec3<f64>| {
            let (body, pose) = scene.bodies[i].placed().unwrap();
            let shape = body.as_shape().unwrap();
            pose.point(shape.support(pose.vector_back(along)) + shape.anchor())
        };
        assert_eq!(farthest(0, Vec3::new(0.0, 1.0, 0.0)), Vec3::new(5.0, 1.0, 0.0));
        assert_eq!(farthest(1, Vec3::new(1.0, 0.0, 0.0)), Vec3::new(7.0, 0.0, 0.5));
        assert_eq!(scene.bodies[0].placing.matrix, None);
    }
}
