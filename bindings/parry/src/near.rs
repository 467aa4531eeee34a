//! The parts of a triangle mesh, height field, compound or voxels that are near a box, as one body.

use clearance::{Cuboid, Pose3, Shape3, Vec3};
use clearance_world::Body;
use parry3d::bounding_volume::{Aabb, BoundingVolume};
use parry3d::math::Real;
use parry3d::shape::{Shape, Triangle, TypedShape};

use crate::convert::{body_of, ours, pose_of, triangle};

type Space = Vec3<Real>;
type Part = (Shape3<Real>, Pose3<Real>);

/// Parts of a shape, in its frame.
pub(crate) struct NearParts {
    pub body: Body<Space>,
    /// The number of each in the shape.
    pub numbers: Vec<u32>,
}

/// The parts of a shape that are near a box of its frame; no body if there are none. `None` for other kinds of shapes,
/// and for parts that are not convex or have numbers that are refused.
pub(crate) fn near_parts(shape: &dyn Shape, bounds: &Aabb) -> Option<Option<NearParts>> {
    let mut found: Vec<(u32, Option<Part>)> = Vec::new();
    let of_triangle = |it: &Triangle| Some((triangle(it).ok()?, Pose3::IDENTITY));
    match shape.as_typed_shape() {
        TypedShape::TriMesh(mesh) => {
            found.extend(mesh.bvh().intersect_aabb(bounds).map(|i| (i, of_triangle(&mesh.triangle(i)))));
        }
        TypedShape::HeightField(field) => {
            field.map_elements_in_local_aabb(bounds, &mut |i, it| found.push((i, of_triangle(it))));
        }
        TypedShape::Voxels(voxels) => {
            let half = ours(voxels.voxel_size() / 2.0);
            let cell = Cuboid::from_half_extents(half).ok().map(Shape3::from);
            for voxel in voxels.voxels_intersecting_local_aabb(bounds).filter(|voxel| !voxel.state.is_empty()) {
                let place = Pose3::from_translation(ours(voxel.center)).ok();
                found.push((voxel.linear_id.flat_id() as u32, cell.clone().zip(place)));
            }
        }
        TypedShape::Compound(compound) => {
            for (i, (pose, part)) in (0..).zip(compound.shapes()) {
                if part.compute_aabb(pose).intersects(bounds) {
                    let body = body_of(&**part);
                    let shape = body.as_ref().and_then(Body::as_shape).cloned();
                    found.push((i, shape.zip(pose_of(pose).ok())));
                }
            }
        }
        _ => return None,
    }
    if found.is_empty() {
        return Some(None);
    }
    // Always in one order, whatever that of parry's tree.
    found.sort_by_key(|(number, _)| *number);
    let numbers = found.iter().map(|(number, _)| *number).collect();
    let parts: Option<Vec<Part>> = found.into_iter().map(|(_, part)| part).collect();
    Some(Some(NearParts { body: Body::compound(parts?).ok()?, numbers }))
}
