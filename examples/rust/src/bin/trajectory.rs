//! What a robot executes, in seconds: a spline as its controller interpolates it, a tracking error, and a cart that passes by.

use std::error::Error;
use std::path::Path as FilePath;

use clearance::{Cuboid, Pose3, Vec3};
use clearance_robot::edge::{EdgeOptions, Mode};
use clearance_robot::{
    Between, BodyMotion, Executed, Execution, Interpolation, Obstacle, Robot, Srdf, TimedPoint, Trajectory,
    UrdfOptions, Waypoint,
};

fn main() -> Result<(), Box<dyn Error>> {
    let panda = FilePath::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/robots/panda"));
    let robot = Robot::from_file(&panda.join("panda.urdf"), &UrdfOptions::default())?;
    let robot = robot.with_srdf(Srdf::from_file(&panda.join("panda.srdf"))?);
    let cart = Cuboid::from_half_extents(Vec3::new(0.2, 0.2, 0.3))?;
    let world = [Obstacle::new("cart", cart, Pose3::IDENTITY)];

    // A quarter of a turn of the first joint in two seconds, at rest at both ends.
    let ready = [0.0, -0.785398, 0.0, -2.356194, 0.0, 1.570796, 0.785398, 0.02];
    let mut turned = ready;
    turned[0] = 1.5;
    let point = |time, q: [f64; 8]| TimedPoint::at(time, q.to_vec()).with_velocities(vec![0.0; 8]);
    let swing = Trajectory::through(&[point(0.0, ready), point(2.0, turned)], Interpolation::Cubic)?;

    // The cart comes along y = 0.7 and is known to 2 cm; the joints follow to 0.01 rad.
    let along = |x| Pose3::from_xyz(x, 0.7, 0.3);
    let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
    for end in [1.2, 0.2] {
        let way = [Waypoint { time: 0.0, pose: along(2.2)? }, Waypoint { time: 2.0, pose: along(end)? }];
        let cart = BodyMotion::through("cart", &way, Between::Twist)?.uncertain([0.02, 0.02, 0.0], [0.0; 3])?;
        let all = swing.clone().with_tube(vec![0.01; 8])?.with_body(cart)?;
        let execution = Execution::new(&robot, &world, &all)?;
        match execution.check(&options)? {
            Executed::Free { least } => println!("cart to {end}: free, never nearer than {:.3}", least.lower),
            Executed::Hit(contact) => {
                let [a, b] = &contact.pair;
                println!("cart to {end}: {a} and {b} may collide from {:.3} s on", contact.time.upper);
                let scale = execution.largest_scale(&options, 10)?;
                println!("free with tube and box times {:?}", scale.unwrap_or(0.0));
            }
            Executed::Undecided(contact) => println!("cart to {end}: undecided at {:?}", contact.time),
        }
    }
    Ok(())
}

// Output:
