//! Connected components that are convex are parts as they are.
//!
//! The winding number of a solid mesh is the sum of those of its components, each of which is closed. Where it is not
//! zero, that of a component is not: the volume is in the union of the components' volumes. That of a convex component
//! is the hull of its vertices, which are given, so nothing is cut and nothing rounded.
//!
//! In a convex component that is turned outward the number is 1, and if all others near it are such, too, each adds 0
//! or 1: so all of it is in the volume. Else, as of a box that holds a void, its hull is a part only if it is proven to
//! be near to the mesh.

use clearance::enclosure::Aabb;
use clearance::{Bounds, ShapeError, Vec3, Vector};

use super::error::{Error, ErrorGoal, SHARE, largest};
use super::field::Field;
use super::part::{FINE, Part};
use crate::mesh::TriangleMesh;

type Mesh = TriangleMesh<Vec3<f64>>;

/// Maximum number of boxes that prove a component to be in the mesh.
const BOXES: usize = 600;

/// The convex components as parts with their errors, and all other triangles: `None` if these are all, or if there are
/// none.
pub(super) struct Components {
    pub parts: Vec<(Part, Error)>,
    /// What is to be cut.
    pub rest: Rest,
}

/// The triangles of no part.
pub(super) enum Rest {
    /// There is none.
    Nothing,
    /// No component is a part.
    All,
    Some(Box<Mesh>),
}

/// Finds at most `most` convex components of a solid mesh; of more, none.
pub(super) fn convex(field: &mut Field, most: usize) -> Result<Components, ShapeError> {
    let mesh = field.mesh();
    let none = Components { parts: Vec::new(), rest: Rest::All };
    if !mesh.is_solid() || mesh.component_count() < 2 || mesh.component_count() > most {
        return Ok(none);
    }
    let mut members: Vec<Vec<u32>> = Vec::new();
    for (triangle, &component) in (0u32..).zip(mesh.components()) {
        if members.len() <= component as usize {
            members.resize(component as usize + 1, Vec::new());
        }
        members[component as usize].push(triangle);
    }
    let width = FINE * mesh.bounds().extent().max_abs();
    let goal = ErrorGoal { enough: width, too_much: width, width, share: SHARE, boxes: BOXES };
    let found = members.iter().map(|triangles| Component::of(mesh, triangles)).collect::<Result<Vec<_>, _>>()?;
    let (mut parts, mut others) = (Vec::new(), Vec::new());
    for ((i, component), triangles) in found.iter().enumerate().zip(&members) {
        let near = |(j, other): (usize, &Component)| i != j && component.bounds.is_within(&other.bounds, 0.0);
        let alone = found.iter().enumerate().all(|other| !near(other) || other.1.is_outward);
        let exact = |part: &Part| Error { bounds: Bounds { lower: 0.0, upper: 0.0 }, at: part.middle() };
        let known = component.part.as_ref().map(|part| match component.is_outward && alone {
            true => (part.clone(), exact(part)),
            false => (part.clone(), largest(&[part], field, &goal)),
        });
        match known {
            Some((part, error)) if error.bounds.upper <= width => parts.push((part, error)),
            _ => others.extend(triangles),
        }
    }
    let rest = match (parts.is_empty(), others.is_empty()) {
        (true, _) => Rest::All,
        (_, true) => Rest::Nothing,
        _ => Rest::Some(Box::new(of(mesh, &others)?)),
    };
    Ok(Components { parts, rest })
}

struct Component {
    bounds: Aabb<Vec3<f64>>,
    /// Its hull, if it is convex.
    part: Option<Part>,
    /// Whether it is convex and its triangles are seen from outside counter-clockwise.
    is_outward: bool,
}

impl Component {
    fn of(mesh: &Mesh, triangles: &[u32]) -> Result<Self, ShapeError> {
        let corners = triangles.iter().flat_map(|&i| mesh.corners(i));
        let bounds = corners.fold(Aabb::empty(), |all, corner| all.union(&Aabb::at(corner)));
        // A tetrahedron has four.
        if triangles.len() < 4 {
            return Ok(Component { bounds, part: None, is_outward: false });
        }
        let alone = of(mesh, triangles)?;
        let part = if alone.is_convex() { Some(Part::new(alone.vertices())?) } else { None };
        // By itself it was turned outward.
        let is_outward = part.is_some() && (0..).zip(triangles).all(|(i, &own)| alone.corners(i) == mesh.corners(own));
        Ok(Component { bounds, part, is_outward })
    }
}

/// Some triangles of a mesh as a mesh.
fn of(mesh: &Mesh, triangles: &[u32]) -> Result<Mesh, ShapeError> {
    let corners: Vec<[u32; 3]> = triangles.iter().map(|&i| mesh.triangles()[i as usize]).collect();
    TriangleMesh::new(mesh.vertices(), &corners)
}
