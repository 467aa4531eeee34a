//! A glTF file as a scene: every node with a mesh is a body, the mesh as it is under the node's transform.

use std::collections::HashSet;
use std::path::Path;

use clearance::math::{Mat3, Matrix};
use clearance::shape::{Affine, Polytope, Shape};
use clearance::{Pose, Pose3, ShapeError, Vec3, Vector};
use clearance_world::{Body, DecomposeOptions, TriangleMesh, decompose};

use super::body::SceneBody;
use super::{AnyScene, SceneFile};
use crate::error::ReadError;
use crate::mesh::{Mesh, MeshScene, Placement};
use crate::mesh_files::MadeBody;
use crate::mesh_use::{MeshOptions, MeshUse};
use crate::pose_json::{Placing, turns_axes_to_axes};
use crate::representation::Representation;
use crate::shape_json::{as_it_is, hull_of, tessellated};

/// The scene of a file's nodes. A node without a name is called by its number among those with a mesh; of nodes with
/// one name, all but the first have this number behind it.
pub(super) fn scene(file: MeshScene, path: &Path, options: &MeshOptions) -> Result<AnyScene, ReadError> {
    let made: Vec<Result<MadeBody<Vec3<f64>>, ShapeError>> =
        file.meshes.iter().map(|mesh| body_of(mesh, options)).collect();
    let (mut bodies, mut names) = (Vec::new(), HashSet::new());
    for (i, node) in file.nodes.iter().enumerate() {
        let mut name = if node.name.is_empty() { format!("node {i}") } else { node.name.to_string() };
        while !names.insert(name.clone()) {
            name = format!("{name} {i}");
        }
        let refused = |error: ShapeError| ReadError::new(error.to_string()).within(format_args!("node {name:?}"));
        let (body, representation) = made[node.mesh].clone().map_err(refused)?;
        let (body, placing) = placed(body, &node.placement).map_err(refused)?;
        // A map that stretches moves points farther apart by its largest factor; the tessellation is one of the scene.
        let representation = representation.map(|known| stretched(known, &node.placement));
        let (body, representation) = tessellated((body, representation), options.tessellation);
        if let (true, true, Body::Mesh(mesh)) = (options.require_solid, body.is_surface(), &body) {
            let what = format!("expected a solid, got a surface with {} open edges", mesh.open_edges());
            return Err(ReadError::new(what).within(format_args!("node {name:?}")));
        }
        bodies.push(SceneBody {
            body,
            representation,
            placing,
            name,
            group: None,
            margin: 0.0,
            fixed: false,
            motion: None,
        });
    }
    let (groups, ignore, margins, outside) = Default::default();
    let notes = file.notes.iter().map(|note| format!("{}: {note}", path.display())).collect();
    Ok(AnyScene::Space(SceneFile { bodies, groups, ignore, margins, outside, notes }))
}

/// The body of a mesh in its own frame.
fn body_of(mesh: &Mesh, options: &MeshOptions) -> Result<MadeBody<Vec3<f64>>, ShapeError> {
    let (vertices, triangles) = (&mesh.vertices, &mesh.triangles);
    let made = match options.form {
        Some(MeshUse::Parts) if !triangles.is_empty() => parts_of(vertices, triangles).map(Some),
        Some(MeshUse::Hull | MeshUse::Parts) => hull_of(vertices, triangles),
        form => {
            let form = form.or(options.tessellation.map(|_| MeshUse::Mesh));
            as_it_is(vertices, triangles, form, options.weld)
        }
    };
    made?.ok_or(ShapeError::Empty { what: "meshes of a plane" })
}

/// Convex parts that contain a mesh.
fn parts_of(vertices: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Result<MadeBody<Vec3<f64>>, ShapeError> {
    let whole = TriangleMesh::new(vertices, triangles)?;
    let found = decompose(&whole, &DecomposeOptions::of(&whole))?;
    let parts = found.parts.iter().map(|part| Polytope::new(part.points()).map(|part| (part.into(), Pose::IDENTITY)));
    let body = Body::compound(parts.collect::<Result<Vec<_>, _>>()?)?;
    Ok((body, Some(Representation::larger(MeshUse::Parts, found.error.upper))))
}

/// An error under a map: the norm of the matrix is at most that of the lengths of its columns.
fn stretched(known: Representation, map: &Placement) -> Representation {
    let squares: f64 = (0..3).map(|i| map.linear.column(i).norm_squared()).sum();
    let is_rigid = Pose3::from_matrix(&map.linear, map.offset).is_ok();
    if is_rigid { known } else { Representation { error: (known.error * squares.sqrt()).next_up(), ..known } }
}

/// A body and where it stands.
type Placed = (Body<Vec3<f64>>, Placing<Vec3<f64>>);

/// A body and a rigid pose with the image of the body under a node's map: a map that is no rotation is part of the
/// body.
fn placed(body: Body<Vec3<f64>>, map: &Placement) -> Result<Placed, ShapeError> {
    let (linear, offset) = (map.linear, map.offset);
    let moved = || Ok(Placing { pose: Pose::from_translation(offset)?, matrix: None });
    if linear == Mat3::IDENTITY {
        return Ok((body, moved()?));
    }
    // What is a rotation up to rounding is taken as a pose, whose matrix shapes of vertices keep as it is.
    if let Ok(pose) = Pose3::from_matrix(&linear, offset) {
        return Ok((body, Placing { pose, matrix: Some(linear).filter(|m| !turns_axes_to_axes(m)) }));
    }
    let image = |shape: &Shape<Vec3<f64>>| Affine::new(shape.clone(), linear, Vec3::ZERO).map(Shape::from);
    let body = match &body {
        Body::Mesh(mesh) => {
            let vertices: Vec<Vec3<f64>> = mesh.vertices().iter().map(|&vertex| linear.apply(vertex)).collect();
            let turned = |&[a, b, c]: &[u32; 3]| if map.mirrors() { [a, c, b] } else { [a, b, c] };
            let triangles: Vec<[u32; 3]> = mesh.triangles().iter().map(turned).collect();
            Body::mesh(TriangleMesh::new(&vertices, &triangles)?)
        }
        Body::Compound(compound) => {
            let parts = compound.posed_parts().iter().map(|(part, _)| Ok((image(part)?, Pose::IDENTITY)));
            Body::compound(parts.collect::<Result<Vec<_>, ShapeError>>()?)?
        }
        Body::Convex(shape) => Body::new(image(shape)?),
        _ => body,
    };
    Ok((body, moved()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::PlacedMesh;
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
        let scene = scene(
            MeshScene { meshes: vec![mesh], nodes, ..MeshScene::default() },
            "".as_ref(),
            &MeshOptions::default(),
        )
        .unwrap()
        .into_space()
        .unwrap();
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
