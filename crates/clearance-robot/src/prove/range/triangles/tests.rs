//! Bodies that are no hulls: a plate with a hole on a rod, links of a chain, a box in a box.

use crate::cell::workcell::Workcell;
use std::sync::Arc;

use clearance::{Cuboid, Pose3, Shape3, Vec3, Vector};
use clearance_world::{Body, BodyPair, TriangleMesh};

use crate::bound::parameter_box::JointBox;
use crate::model::link_mesh::LinkMesh;
use crate::model::link_mesh::testing::{block, two_pieces};
use crate::prove::range::testing::pose;
use crate::prove::range::{RangeOfMotion, RangeOptions, Verdict};
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape, Obstacle, Robot};

type Surface = (Vec<Vec3<f64>>, Vec<[u32; 3]>);

/// A square plate with a square hole, both about the z axis, by their half widths and the half thickness.
fn plate(outer: f64, hole: f64, thick: f64) -> Surface {
    let ring = |half: f64, z: f64| {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x * half, y * half, z))
    };
    let corners = [ring(outer, -thick), ring(outer, thick), ring(hole, thick), ring(hole, -thick)].concat();
    // Around the cross section: outside, top, hole, bottom.
    let faces = (0..4u32).flat_map(|side| {
        (0..4).flat_map(move |i| {
            let (a, b) = (4 * side + i, 4 * side + (i + 1) % 4);
            let (c, d) = (4 * ((side + 1) % 4) + i, 4 * ((side + 1) % 4) + (i + 1) % 4);
            [[a, b, d], [a, d, c]]
        })
    });
    (corners, faces.collect())
}

/// A box, closed.
fn cube(half: f64) -> Surface {
    let corner = |i: usize| Vec3::from_fn(|k| if i >> k & 1 == 0 { -half } else { half });
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    ((0..8).map(corner).collect(), faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

fn mesh_of(surface: &Surface) -> TriangleMesh<Vec3<f64>> {
    TriangleMesh::new(&surface.0, &surface.1).unwrap()
}

fn shape_of(surface: &Surface, is_exact: bool, at: Pose3<f64>) -> LinkShape {
    let mesh = LinkMesh::new(surface.0.clone(), surface.1.clone());
    let mesh = Some(Arc::new(if is_exact { mesh.exact() } else { mesh }));
    LinkShape { mesh, ..LinkShape::new(mesh_of(surface).hull().clone(), at) }
}

/// A link that slides along z by at most 1 and along x by at most 0.05.
fn slider(shape: LinkShape) -> Robot {
    let along = |name: &str, ends: [&str; 2], axis: usize, most: f64| {
        JointSpec::new(name, JointKind::Prismatic, ends[0], ends[1]).axis(Vec3::axis(axis)).limited(-most, most)
    };
    let links = Robot::builder("slider").link("base", vec![]).link("sled", vec![]).link("plate", vec![shape]);
    let links =
        links.joint(along("along", ["base", "sled"], 2, 1.0)).joint(along("across", ["sled", "plate"], 0, 0.05));
    links.build().unwrap()
}

fn rod() -> Vec<Obstacle> {
    let rod: Shape3<f64> = Cuboid::from_half_extents(Vec3::new(0.1, 0.1, 3.0)).unwrap().into();
    vec![Obstacle::new("rod", rod, Pose3::IDENTITY)]
}

fn options() -> RangeOptions {
    RangeOptions { width: 1e-6, ..RangeOptions::default() }
}

#[test]
fn a_plate_with_a_hole_slides_along_a_rod_though_its_hull_is_in_the_way() {
    let surface = plate(0.5, 0.2, 0.03);
    assert!(mesh_of(&surface).is_solid() && mesh_of(&surface).volume().unwrap() > 0.0);
    for is_exact in [true, false] {
        let robot = slider(shape_of(&surface, is_exact, Pose3::IDENTITY));
        let whole = JointBox::whole(&robot).unwrap();
        // Closer bounds of two meshes take more cells.
        let meshes = vec![Obstacle::mesh("rod", mesh_of(&cube_of([0.1, 0.1, 3.0])), Pose3::IDENTITY)];
        for (world, width) in [(rod(), 1e-6), (meshes, 1e-3)].into_iter().take(if is_exact { 2 } else { 1 }) {
            let options = RangeOptions { width, ..options() };
            let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
            let least = range.least(&whole, &options).unwrap();
            // 0.2 less 0.1, less the 0.05 that it slides across.
            assert!(least.lower <= 0.05 && 0.05 <= least.upper + 1e-15, "{least:?}");
            assert!(least.upper - least.lower <= 1.001 * width && least.complete, "{least:?}");
            assert!(least.worst[1].abs() > 0.05 - 1.1 * width, "{least:?}");
            let each = range.each(&whole, &options).unwrap();
            assert_eq!((each.len(), &each[0].verdict), (1, &Verdict::Never));
        }
        let hull = slider(LinkShape::new(mesh_of(&surface).hull().clone(), Pose3::IDENTITY));
        let least =
            RangeOfMotion::new(&Workcell::new(&hull, &rod()).unwrap()).unwrap().least(&whole, &options()).unwrap();
        assert_eq!(least.collides(), Some(true));
        // Padding counts as a part of the plate: now it touches.
        let mut padded = robot.clone();
        padded.pad_named("plate", 0.06).unwrap();
        let least =
            RangeOfMotion::new(&Workcell::new(&padded, &rod()).unwrap()).unwrap().least(&whole, &options()).unwrap();
        assert_eq!(least.collides(), Some(true));
    }
}

/// A box by its half widths.
fn cube_of(half: [f64; 3]) -> Surface {
    let (corners, faces) = cube(1.0);
    (corners.iter().map(|corner| Vec3::from_fn(|k| corner[k] * half[k])).collect(), faces)
}

#[test]
fn a_piece_of_a_link_inside_of_a_closed_mesh_collides_though_another_is_outside() {
    let verdict = |block_at: f64| {
        let (robot, world) = (two_pieces(3.0), [block(block_at)]);
        let cell = Workcell::new(&robot, &world).unwrap();
        let range = RangeOfMotion::new(&cell).unwrap();
        let over = JointBox::new(vec![[-0.1, 0.1]]).unwrap();
        let each = range.each(&over, &options()).unwrap();
        let least = range.least(&over, &options()).unwrap();
        (each[0].verdict.clone(), [least.lower, least.upper])
    };
    for block_at in [0.0, 3.0] {
        let (inside, [lower, upper]) = verdict(block_at);
        assert!(inside != Verdict::Never && upper < 0.0 && lower < upper, "{inside:?} {lower} {upper}");
    }
    let (outside, [lower, _]) = verdict(1.5);
    assert!(outside == Verdict::Never && lower > 0.3, "{outside:?} {lower}");
}

#[test]
fn a_small_body_inside_of_a_closed_mesh_collides_though_no_triangles_meet() {
    // The link is a box of half width 2, with the small one in its middle.
    let robot = slider(shape_of(&cube(2.0), true, Pose3::IDENTITY));
    let whole = JointBox::whole(&robot).unwrap();
    let small = |x: f64| {
        vec![Obstacle::mesh("small", mesh_of(&cube(0.1)), Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap())]
    };
    let inside = RangeOfMotion::new(&Workcell::new(&robot, &small(0.0)).unwrap()).unwrap();
    let least = inside.least(&whole, &options()).unwrap();
    assert!(least.collides() == Some(true) && least.upper < -0.5 && least.lower == f64::NEG_INFINITY, "{least:?}");
    assert_ne!(inside.each(&whole, &options()).unwrap()[0].verdict, Verdict::Never);
    let outside =
        RangeOfMotion::new(&Workcell::new(&robot, &small(2.5)).unwrap()).unwrap().least(&whole, &options()).unwrap();
    // 2.5 less 2.05 less 0.1
    assert!(outside.lower <= 0.35 && 0.35 <= outside.upper + 1e-12 && outside.lower > 0.3499, "{outside:?}");
    // The other way round: the link is the small one, and a mesh as well.
    let robot = slider(shape_of(&cube(0.1), true, Pose3::IDENTITY));
    let large = vec![Obstacle::mesh("large", mesh_of(&cube(2.0)), Pose3::IDENTITY)];
    let least = RangeOfMotion::new(&Workcell::new(&robot, &large).unwrap()).unwrap().least(&whole, &options()).unwrap();
    assert!(least.collides() == Some(true), "{least:?}");
    // Of two parts one is outside.
    let (mut corners, mut triangles) = cube(0.1);
    corners.extend(cube(0.1).0.iter().map(|corner| *corner + Vec3::new(5.0, 0.0, 0.0)));
    triangles.extend(cube(0.1).1.iter().map(|triangle| triangle.map(|corner| corner + 8)));
    let robot = slider(shape_of(&(corners, triangles), true, Pose3::IDENTITY));
    let least = RangeOfMotion::new(&Workcell::new(&robot, &large).unwrap()).unwrap().least(&whole, &options()).unwrap();
    assert!(least.collides() == Some(true), "{least:?}");
}

#[test]
fn no_distance_of_turning_meshes_is_below_the_lower_bound_and_the_worst_one_attains_the_upper() {
    let mut random = Random::new(4270);
    let (mut free, mut hits) = (0, 0);
    for _ in 0..10 {
        let surfaces = [plate(0.5, 0.25, 0.05), plate(0.4, 0.3, 0.04)];
        let shapes = surfaces.each_ref().map(|surface| shape_of(surface, true, pose(&mut random, 0.3)));
        let poses = shapes.each_ref().map(|shape| shape.pose);
        let [first, second] = shapes;
        let turn = |name: &str, ends: [&str; 2], random: &mut Random| {
            let axis = Vec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(0.1, 1.0));
            JointSpec::new(name, JointKind::Revolute, ends[0], ends[1]).axis(axis).limited(-0.3, 0.3)
        };
        // Links next to one another are not checked, so something is between these two.
        let dot = LinkShape::new(clearance::Ball::new(1e-3).unwrap(), Pose3::IDENTITY);
        let builder =
            Robot::builder("pair").link("base", vec![first]).link("arm", vec![dot]).link("hand", vec![second]);
        let builder = builder.joint(turn("one", ["base", "arm"], &mut random).at(pose(&mut random, 0.6)));
        let robot =
            builder.joint(turn("two", ["arm", "hand"], &mut random).at(pose(&mut random, 0.3))).build().unwrap();
        let range = RangeOfMotion::new(&Workcell::new(&robot, &[]).unwrap()).unwrap();
        let whole = JointBox::whole(&robot).unwrap();
        let least = range.least(&whole, &RangeOptions { width: 1e-4, ..RangeOptions::default() }).unwrap();
        assert!(least.complete, "{least:?}");
        if least.lower > 0.0 {
            free += 1
        } else {
            hits += 1
        }
        let bodies = surfaces.each_ref().map(|surface| Body::Mesh(Arc::new(mesh_of(surface))));
        let at = |q: &[f64]| {
            let placement = robot.place(q).unwrap();
            let world = [0, 1].map(|i| {
                let link = robot.link_named(["base", "hand"][i]).unwrap();
                crate::kinematics::compose(&robot.link_pose(&placement, link), &poses[i])
            });
            BodyPair::new(&bodies[0], &bodies[1], &Pose3::relative(&world[0], &world[1])).signed_distance().unwrap()
        };
        let worst = at(&least.worst);
        if least.lower > 0.0 {
            assert!(worst.bounds.lower <= least.upper && worst.bounds.upper >= least.lower, "{worst:?} {least:?}");
        } else {
            assert!(worst.bounds.lower <= 0.0 && least.upper <= 0.0, "{worst:?} {least:?}");
        }
        for _ in 0..60 {
            let q = [random.between(-0.3, 0.3), random.between(-0.3, 0.3)];
            assert!(at(&q).bounds.upper >= least.lower, "seed 4270: {q:?} {least:?}");
        }
    }
    assert!(free > 2 && hits > 2, "{free} {hits}");
}
