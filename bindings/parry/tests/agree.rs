//! Answers agree with those of parry's own dispatcher on random pairs of all kinds.

use clearance_parry::{ClearanceDispatcher, body_of, shape_of};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::details::ShapeCastOptions;
use parry3d::query::{ClosestPoints, DefaultQueryDispatcher, NonlinearRigidMotion, QueryDispatcher};
use parry3d::shape::{RoundShape, Shape, SharedShape};

/// Numbers from -1 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as f32) / (1u64 << 30) as f32 - 1.0
    }

    fn vector(&mut self) -> Vector {
        Vector::new(self.next(), self.next(), self.next())
    }

    fn pose(&mut self, far: f32) -> Pose {
        let turn = Rotation::from_scaled_axis(self.vector() * 3.0);
        Pose::from_parts(self.vector() * far, turn)
    }
}

fn shapes() -> Vec<SharedShape> {
    let points: Vec<Vector> =
        (0..8).map(|i| Vector::new((i & 1) as f32, (i >> 1 & 1) as f32 * 0.7, (i >> 2) as f32 * 0.5)).collect();
    vec![
        SharedShape::ball(0.5),
        SharedShape::cuboid(0.5, 0.3, 0.4),
        SharedShape::capsule_y(0.4, 0.2),
        SharedShape::cylinder(0.4, 0.3),
        SharedShape::cone(0.4, 0.3),
        SharedShape::convex_hull(&points).expect("a hull"),
        SharedShape::triangle(Vector::ZERO, Vector::new(1.0, 0.0, 0.0), Vector::new(0.0, 1.0, 0.3)),
        SharedShape::new(RoundShape {
            inner_shape: *SharedShape::cuboid(0.3, 0.3, 0.2).as_cuboid().expect("a cuboid"),
            border_radius: 0.1,
        }),
    ]
}

/// The gap of two shapes along a normal, by parry's own support points.
fn gap(pose: &Pose, (a, b): (&dyn Shape, &dyn Shape), normal: Vector) -> f32 {
    let support = |shape: &dyn Shape, direction| shape.as_support_map().expect("convex").local_support_point(direction);
    let (first, second) = (support(a, normal), support(b, pose.rotation.inverse() * -normal));
    (*pose * second - first).dot(normal)
}

/// How far a point is outside of a shape; of the box that is a polyhedron and of the round one by arithmetic, since
/// parry iterates there.
fn outside(kind: usize, shape: &dyn Shape, point: Vector) -> f32 {
    let beyond = |low: Vector, high: Vector| (point - point.clamp(low, high)).length();
    match kind {
        5 => beyond(Vector::ZERO, Vector::new(1.0, 0.7, 0.5)),
        7 => beyond(Vector::new(-0.3, -0.3, -0.2), Vector::new(0.3, 0.3, 0.2)) - 0.1,
        _ => shape.distance_to_local_point(point, true),
    }
}

#[test]
fn distances_are_attained_by_points_and_by_planes() {
    let (mut random, shapes) = (Random(7), shapes());
    let (mut apart, mut meeting, mut off) = (0, 0, 0.0_f32);
    for trial in 0..4000 {
        let (a, b) = (&*shapes[trial % 8], &*shapes[trial / 8 % 8]);
        let pose = random.pose(1.5);
        let ours = ClearanceDispatcher.distance(&pose, a, b).expect("all kinds").distance;
        let meets = ClearanceDispatcher.intersection_test(&pose, a, b).expect("all kinds").intersecting;
        assert_eq!(meets, ours == 0.0, "seed 7, trial {trial}");
        let contact = ClearanceDispatcher.contact(&pose, a, b, 9.0).expect("all kinds").expect("within 9");
        // Points of both bodies that are as near, and a slab between the bodies that is as wide: no other distance is
        // right.
        let slab = gap(&pose, (a, b), contact.normal1);
        assert!((slab - contact.dist).abs() < 1e-5, "seed 7, trial {trial}: {} and {slab}", contact.dist);
        let apart_by = (pose * contact.point2 - contact.point1).dot(contact.normal1);
        assert!((apart_by - contact.dist).abs() < 1e-5, "seed 7, trial {trial}: {} and {apart_by}", contact.dist);
        for (kind, point) in [(trial % 8, contact.point1), (trial / 8 % 8, contact.point2)] {
            let outside = outside(kind, &*shapes[kind], point);
            assert!(outside < 1e-5, "seed 7, trial {trial}: a point is {outside} outside");
        }
        if meets {
            meeting += 1;
            assert!(contact.dist <= 1e-6, "seed 7, trial {trial}");
            // The escape translation separates.
            let out = Pose::from_parts(pose.translation - contact.normal1 * (contact.dist - 1e-4), pose.rotation);
            let still = ClearanceDispatcher.intersection_test(&out, a, b).expect("all kinds").intersecting;
            assert!(!still, "seed 7, trial {trial}");
        } else {
            apart += 1;
            assert!((ours - contact.dist).abs() < 1e-5, "seed 7, trial {trial}");
            let points = ClearanceDispatcher.closest_points(&pose, a, b, 9.0).expect("all kinds");
            let ClosestPoints::WithinMargin(p, q) = points else { panic!("seed 7, trial {trial}: no closest points") };
            assert!(((pose * q - p).length() - ours).abs() < 1e-5, "seed 7, trial {trial}");
            assert!(ClearanceDispatcher.contact(&pose, a, b, 0.5 * ours).expect("all kinds").is_none());
            off = off.max((DefaultQueryDispatcher.distance(&pose, a, b).expect("all kinds").distance - ours).abs());
        }
    }
    println!("{apart} apart, {meeting} that meet; parry's own distances are within {off}");
    assert!(apart > 800 && meeting > 400, "{apart} apart, {meeting} that meet");
    assert!(off < 0.01, "parry's own distances are {off} off: another question");
}

#[test]
fn casts_stop_where_shapes_meet() {
    let (mut random, shapes) = (Random(11), shapes());
    let mut hits = 0;
    for trial in 0..600 {
        let (a, b) = (&*shapes[trial % shapes.len()], &*shapes[trial / shapes.len() % shapes.len()]);
        let mut pose = random.pose(0.5);
        pose.translation += Vector::new(4.0, 0.0, 0.0);
        let velocity = Vector::new(-2.0, 0.3 * random.next(), 0.3 * random.next());
        let options = ShapeCastOptions::with_max_time_of_impact(5.0);
        let hit = ClearanceDispatcher.cast_shapes(&pose, velocity, a, b, options).expect("all kinds");
        let motion = |pose: Pose, linvel, angvel| NonlinearRigidMotion {
            start: pose,
            local_center: Vector::ZERO,
            linvel,
            angvel,
        };
        let (still, moving) =
            (motion(Pose::IDENTITY, Vector::ZERO, Vector::ZERO), motion(pose, velocity, Vector::ZERO));
        let turning =
            ClearanceDispatcher.cast_shapes_nonlinear(&still, a, &moving, b, 0.0, 5.0, true).expect("all kinds");
        assert_eq!(hit.is_some(), turning.is_some(), "seed 11, trial {trial}");
        let Some(hit) = hit else { continue };
        hits += 1;
        assert!((hit.time_of_impact - turning.expect("a hit").time_of_impact).abs() < 1e-3, "seed 11, trial {trial}");
        let then = Pose::from_parts(pose.translation + velocity * hit.time_of_impact, pose.rotation);
        let distance = ClearanceDispatcher.distance(&then, a, b).expect("all kinds").distance;
        assert!(distance < 1e-3, "seed 11, trial {trial}: {distance} at the time of impact");
    }
    assert!(hits > 300, "{hits} hits");
}

#[test]
fn shapes_are_converted_both_ways() {
    for (i, shape) in shapes().iter().enumerate() {
        let body = body_of(&**shape).expect("a convex shape");
        let Some((back, pose)) = body.as_shape().and_then(shape_of) else {
            assert!(i >= 6, "kind {i} has a shape of parry");
            continue;
        };
        let [first, second] = [shape.compute_local_aabb(), back.compute_aabb(&pose)];
        assert!((first.mins - second.mins).length() < 1e-5 && (first.maxs - second.maxs).length() < 1e-5, "kind {i}");
    }
}

#[test]
fn meshes_and_compounds_are_traversed_by_parry_and_answered_here() {
    let corners = vec![Vector::new(-5.0, 0.0, -5.0), Vector::new(5.0, 0.0, -5.0), Vector::new(0.0, 0.0, 5.0)];
    let floor = SharedShape::trimesh(corners, vec![[0, 2, 1]]).expect("a mesh");
    let pair = SharedShape::compound(vec![
        (Pose::IDENTITY, SharedShape::ball(0.5)),
        (Pose::from_translation(Vector::new(2.0, 0.0, 0.0)), SharedShape::cuboid(0.5, 0.5, 0.5)),
    ]);
    let above = Pose::from_translation(Vector::new(0.0, 2.0, 0.0));
    assert_eq!(ClearanceDispatcher.distance(&above, &*floor, &*pair).expect("parts").distance, 1.5);
    assert_eq!(ClearanceDispatcher.distance(&above.inverse(), &*pair, &*floor).expect("parts").distance, 1.5);
    let plane = SharedShape::halfspace(Vector::new(0.0, 1.0, 0.0));
    assert_eq!(
        ClearanceDispatcher.distance(&above, &*plane, &*SharedShape::ball(0.5)).expect("a halfspace").distance,
        1.5
    );
    let voxels = SharedShape::voxels(Vector::new(1.0, 1.0, 1.0), &[]);
    assert!(ClearanceDispatcher.distance(&above, &*voxels, &*plane).is_err(), "what is not known falls through");
    // parry's walk leaves out parts that are not answered: such a compound must not be begun.
    let strange = SharedShape::compound(vec![(Pose::IDENTITY, SharedShape::ball(0.5)), (Pose::IDENTITY, voxels)]);
    assert!(ClearanceDispatcher.distance(&above, &*strange, &*floor).is_err());
    assert!(ClearanceDispatcher.contact(&above, &*floor, &*strange, 9.0).is_err());
}
