//! A robot whose link is no hull.

use std::sync::Arc;

use clearance::{Polytope, Pose3, Shape3, Vec3, Vector};

use super::LinkMesh;
use crate::model::joint::{JointKind, JointSpec};
use crate::model::link::LinkShape;
use crate::model::robot::Robot;

/// A U of 0.3 by 0.3 by 0.1, its notch 0.1 wide and 0.2 deep and open towards y.
fn bracket() -> (Vec<Vec3<f64>>, Vec<[u32; 3]>) {
    let outline = [[0, 0], [3, 0], [3, 3], [2, 3], [2, 1], [1, 1], [1, 3], [0, 3]];
    let corner = |z: i32| outline.map(|[x, y]| Vec3::new(f64::from(x), f64::from(y), f64::from(z)) * 0.1);
    let caps = [[0, 1, 4], [0, 4, 5], [1, 2, 4], [2, 3, 4], [0, 5, 7], [5, 6, 7]];
    let mut triangles: Vec<[u32; 3]> = caps.iter().flat_map(|&[a, b, c]| [[a + 8, b + 8, c + 8], [a, c, b]]).collect();
    for i in 0..8 {
        let next = (i + 1) % 8;
        triangles.extend([[i, next, next + 8], [i, next + 8, i + 8]]);
    }
    ([corner(0), corner(1)].concat(), triangles)
}

/// The bracket turning about z, as its hull, or with its mesh behind that.
pub(crate) fn robot(has_mesh: bool) -> Robot {
    let (corners, triangles) = bracket();
    let hull: Shape3<f64> = Polytope::new(&corners).unwrap().into();
    let mesh = has_mesh.then(|| Arc::new(LinkMesh::new(corners, triangles)));
    let shape = LinkShape { mesh, ..LinkShape::new(hull, Pose3::IDENTITY) };
    let turn = JointSpec::new("turn", JointKind::Revolute, "base", "bracket").axis(Vec3::axis(2)).limited(-1.0, 1.0);
    Robot::builder("r").link("base", vec![]).link("bracket", vec![shape]).joint(turn).build().unwrap()
}
