//! A robot whose link is no hull.

use std::sync::Arc;

use clearance::{Ball, Polytope, Pose3, Shape3, Vec3, Vector};

use clearance_world::TriangleMesh;

use super::LinkMesh;
use crate::cell::obstacle::Obstacle;
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
    turning(&corners, has_mesh.then(|| LinkMesh::new(corners.clone(), triangles)))
}

/// The bracket without a triangle of its wall at x = 0.3.
pub(crate) fn open_robot() -> Robot {
    let (corners, mut triangles) = bracket();
    triangles.retain(|triangle| *triangle != [1, 2, 10]);
    turning(&corners, Some(LinkMesh::new(corners.clone(), triangles)))
}

fn turning(corners: &[Vec3<f64>], mesh: Option<LinkMesh>) -> Robot {
    let hull: Shape3<f64> = Polytope::new(corners).unwrap().into();
    let mesh = mesh.map(Arc::new);
    let shape = LinkShape { mesh, ..LinkShape::new(hull, Pose3::IDENTITY) };
    let turn = JointSpec::new("turn", JointKind::Revolute, "base", "bracket").axis(Vec3::axis(2)).limited(-1.0, 1.0);
    Robot::builder("r").link("base", vec![]).link("bracket", vec![shape]).joint(turn).build().unwrap()
}

/// Cubes in one mesh, each by its middle and half its width.
pub(crate) fn cubes(all: &[([f64; 3], f64)]) -> (Vec<Vec3<f64>>, Vec<[u32; 3]>) {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for &(middle, half) in all {
        let first = corners.len() as u32;
        let corner = |i: usize| Vec3::from_fn(|k| middle[k] + if i >> k & 1 == 0 { -half } else { half });
        corners.extend((0..8).map(corner));
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let both = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        triangles.extend(both.map(|triangle| triangle.map(|corner| first + corner)));
    }
    (corners, triangles)
}

/// A link of two small cubes, which turns about z: one around the origin, one at `x`.
pub(crate) fn two_pieces(x: f64) -> Robot {
    let (corners, triangles) = cubes(&[([0.0; 3], 0.1), ([x, 0.0, 0.0], 0.1)]);
    turning(&corners, Some(LinkMesh::new(corners.clone(), triangles)))
}

/// A cube of half width 1 at `x`, in one mesh with a small one far above: no hull.
pub(crate) fn block(x: f64) -> Obstacle {
    let (corners, triangles) = cubes(&[([x, 0.0, 0.0], 1.0), ([x, 0.0, 9.0], 0.1)]);
    Obstacle::mesh("block", TriangleMesh::new(&corners, &triangles).unwrap(), Pose3::IDENTITY)
}

/// A bracket that stands, and one beside it that turns about z, `away` along x, each triangle in `n` × `n`.
pub(crate) fn two_brackets(n: u32, away: f64) -> Robot {
    let (corners, triangles) = subdivided(bracket(), n);
    let hull: Shape3<f64> = Polytope::new(&corners).unwrap().into();
    let shape = |x: f64| {
        let at = Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
        vec![LinkShape::hull_of(LinkMesh::new(corners.clone(), triangles.clone()), &hull, at)]
    };
    let turn = JointSpec::new("turn", JointKind::Revolute, "base", "wrist").axis(Vec3::axis(2)).limited(-1.0, 1.0);
    // What is between them is no neighbour of both.
    let bolt = LinkShape::new(Ball::new(0.001).unwrap(), Pose3::from_xyz(0.0, 0.0, 9.0).unwrap());
    Robot::builder("r")
        .link("base", shape(0.0))
        .link("wrist", vec![bolt])
        .link("bracket", shape(0.3 + away))
        .joint(turn)
        .joint(JointSpec::new("weld", JointKind::Fixed, "wrist", "bracket"))
        .build()
        .unwrap()
}

/// Each triangle in `n` × `n`.
fn subdivided((corners, triangles): (Vec<Vec3<f64>>, Vec<[u32; 3]>), n: u32) -> (Vec<Vec3<f64>>, Vec<[u32; 3]>) {
    let (mut points, mut all): (Vec<Vec3<f64>>, Vec<[u32; 3]>) = Default::default();
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| corners[i as usize]);
        let mut place = |i: u32, j: u32| {
            let point = a + (b - a) * (f64::from(i) / f64::from(n)) + (c - a) * (f64::from(j) / f64::from(n));
            let known = points.iter().position(|other: &Vec3<f64>| (*other - point).norm() < 1e-9);
            known.unwrap_or_else(|| {
                points.push(point);
                points.len() - 1
            }) as u32
        };
        for i in 0..n {
            for j in 0..n - i {
                let [low, right, up] = [place(i, j), place(i + 1, j), place(i, j + 1)];
                all.push([low, right, up]);
                if i + j + 1 < n {
                    all.push([right, place(i + 1, j + 1), up]);
                }
            }
        }
    }
    (points, all)
}
