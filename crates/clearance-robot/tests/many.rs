//! A robot beside bodies made of many parts.

use clearance::{Ball, Cuboid, Pose3, Vec3, Vector};
use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, RobotClearance, Workcell};
use clearance_world::{Body, ManyParts};

type Point = Vec3<f64>;

/// Numbers between bounds, by the upper bits of a linear congruential generator (D. Knuth, MMIX).
struct Random(u64);

impl Random {
    fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

fn arm() -> Robot {
    let hand = LinkShape::new(Cuboid::from_half_extents(Vec3::new(0.5, 0.1, 0.1)).unwrap(), at(1.0, 0.0, 0.0));
    let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
    let bend = JointSpec::new("bend", JointKind::Continuous, "arm", "hand").axis(Vec3::new(0.0, 1.0, 0.0));
    let links = Robot::builder("arm").link("base", vec![]).link("arm", vec![]).link("hand", vec![hand]);
    links.joint(turn).joint(bend).build().unwrap()
}

#[test]
fn a_cloud_is_as_far_from_a_robot_as_its_balls_one_by_one() {
    let mut random = Random(0x80b);
    let points: Vec<Point> = (0..300).map(|_| Vec3::from_fn(|_| random.uniform(-2.0, 2.0))).collect();
    let frame = at(0.25, -0.5, 0.125);
    let cloud = Body::many(ManyParts::points(points.clone(), 0.05).unwrap());
    let balls: Vec<Obstacle> = (0..)
        .zip(&points)
        .map(|(i, &point)| {
            let place = point + frame.translation();
            Obstacle::new(format!("{i}"), Ball::new(0.05).unwrap(), at(place.x, place.y, place.z))
        })
        .collect();
    let robot = arm();
    let mut of_cloud =
        RobotClearance::new(&Workcell::new(&robot, &[Obstacle::of("scan", cloud, frame)]).unwrap()).unwrap();
    let mut of_balls = RobotClearance::new(&Workcell::new(&robot, &balls).unwrap()).unwrap();
    let mut hits = 0;
    for _ in 0..60 {
        let q = [random.uniform(-3.0, 3.0), random.uniform(-1.5, 1.5)];
        let [found, truth] = [&mut of_cloud, &mut of_balls].map(|clearance| clearance.at(&q).unwrap().unwrap());
        assert_eq!(found.collides, truth.collides, "{q:?}");
        assert!((found.proximity.signed_distance - truth.proximity.signed_distance).abs() < 1e-9, "{q:?}");
        assert_eq!(of_cloud.names(found.pair), ["hand", "scan"]);
        hits += u32::from(found.collides == Some(true));
    }
    assert!((5..55).contains(&hits), "{hits} of 60 hit");
}

#[test]
fn a_robot_stands_on_the_ground_of_voxels_and_of_heights() {
    let cells: Vec<[i32; 3]> = (0..400).map(|i| [i % 20 - 10, i / 20 - 10, 0]).collect();
    let voxels = Body::many(ManyParts::voxels(&cells, 0.25, Vec3::new(0.0, 0.0, -1.25)).unwrap());
    let field = Body::many(ManyParts::height_field(vec![-1.0; 25], 5, [5.0, 5.0], 0.5).unwrap());
    let robot = arm();
    for ground in [voxels, field] {
        let mut clearance =
            RobotClearance::new(&Workcell::new(&robot, &[Obstacle::of("ground", ground, Pose3::IDENTITY)]).unwrap())
                .unwrap();
        // The hand lies along x, 0.1 thick below, and the ground's surface is at −1.
        let found = clearance.at(&[0.3, 0.0]).unwrap().unwrap();
        assert!((found.proximity.signed_distance - 0.9).abs() < 1e-12 && found.collides == Some(false), "{found:?}");
        // Hanging down it reaches to −1.5.
        let found = clearance.at(&[0.3, core::f64::consts::FRAC_PI_2]).unwrap().unwrap();
        assert_eq!(found.collides, Some(true));
    }
}
