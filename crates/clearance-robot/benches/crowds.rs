//! What questions cost among many bodies: `crowds URDF SRDF COUNT..`.
//!
//! For each count, boxes of 1 cm stand on the walls and the ceiling of a room of 1.8 m, as a depth camera would see it.
//! Printed are the time to set up, the time of a configuration and of an edge of half a radian, and a checksum of the
//! answers' bits, which no change of method may change.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use clearance::{Cuboid, Pose3, Vec3};
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::edge::{Checker, EdgeOptions, Found};
use clearance_robot::path::Path as JointPath;
use clearance_robot::plan::variable_limits;
use clearance_robot::random::Random;
use clearance_robot::{Obstacle, Robot, RobotClearance, Srdf, Workcell};

/// Configurations and edges for each count.
const QUESTIONS: usize = 200;

/// Half the room's edge and half a box's, metres.
const ROOM: f64 = 0.9;
const HALF: f64 = 0.005;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [urdf, srdf, counts @ ..] = &arguments[..] else { return Err("expected URDF SRDF COUNT..".into()) };
    let robot = Robot::from_urdf_file(Path::new(urdf), &UrdfOptions::default())?;
    let robot = robot.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    for count in counts {
        measure(&robot, &room(count.parse()?)?)?;
    }
    Ok(())
}

/// Boxes on five sides of the room.
fn room(count: usize) -> Result<Vec<Obstacle>, Box<dyn Error>> {
    let (mut random, shape) = (Random::new(3), Cuboid::from_half_extents(Vec3::new(HALF, HALF, HALF))?);
    let mut boxes = Vec::with_capacity(count);
    for i in 0..count {
        let mut along = || random.between(-ROOM, ROOM);
        let (u, v) = (along(), along());
        let at = match i % 5 {
            0 => Vec3::new(ROOM, u, v),
            1 => Vec3::new(-ROOM, u, v),
            2 => Vec3::new(u, ROOM, v),
            3 => Vec3::new(u, -ROOM, v),
            _ => Vec3::new(u, v, ROOM),
        };
        boxes.push(Obstacle::new(format!("box {i}"), shape, Pose3::from_translation(at)?));
    }
    Ok(boxes)
}

fn measure(robot: &Robot, world: &[Obstacle]) -> Result<(), Box<dyn Error>> {
    let (mut random, mut sum) = (Random::new(5), Checksum::default());
    let limits = variable_limits(robot);
    let mut sample = || -> Vec<f64> { limits.iter().map(|[low, high]| random.between(*low, *high)).collect() };
    let all: Vec<Vec<f64>> = (0..QUESTIONS).map(|_| sample()).collect();

    let begin = Instant::now();
    let mut clearance = RobotClearance::new(&Workcell::new(robot, world)?)?;
    let set_up = begin.elapsed();
    let begin = Instant::now();
    let mut free = Vec::new();
    for q in &all {
        clearance.forget();
        let found = clearance.collides(q)?;
        sum.add(found.map_or(2, u64::from));
        free.extend((found == Some(false)).then(|| q.clone()));
    }
    let collides = begin.elapsed();
    let begin = Instant::now();
    for q in &all {
        clearance.forget();
        if let Some(found) = clearance.at(q)? {
            sum.add(found.bounds.lower.to_bits() ^ found.bounds.upper.to_bits().rotate_left(9));
            sum.add(found.pair as u64);
        }
    }
    let least = begin.elapsed();

    let checker = Checker::new(&Workcell::new(robot, world)?)?;
    let ends: Vec<Vec<f64>> =
        free.iter().map(|q| q.iter().enumerate().map(|(k, x)| x + [0.2, -0.18, 0.19][k % 3]).collect()).collect();
    let begin = Instant::now();
    for (from, to) in free.iter().zip(&ends) {
        sum.edge(&checker.edge(from, to, &EdgeOptions::default())?);
    }
    let edge = begin.elapsed();
    let begin = Instant::now();
    for (from, to) in free.iter().zip(&ends).take(20) {
        let path = JointPath::through(&[from.clone(), to.clone()], robot.dof())?;
        sum.edge(&checker.path(&path, &EdgeOptions::default()));
    }
    let path = begin.elapsed();
    let each = |time: std::time::Duration, count: usize| time.as_secs_f64() * 1e6 / count.max(1) as f64;
    println!(
        "{:7} bodies: set up {:9.2} ms, collides {:9.2} us, least {:9.2} us, edge {:9.1} us, path {:9.1} us, {} free, checksum {:016x}",
        world.len(),
        set_up.as_secs_f64() * 1e3,
        each(collides, all.len()),
        each(least, all.len()),
        each(edge, free.len()),
        each(path, free.len().min(20)),
        free.len(),
        sum.0
    );
    Ok(())
}

/// Hash of the bits of answers in their order.
#[derive(Default)]
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, bits: u64) {
        self.0 = (self.0 ^ bits).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    fn edge(&mut self, edge: &Found) {
        match edge {
            Found::Free { lower, .. } => self.add(lower.to_bits()),
            Found::Hit(contact) | Found::Undecided(contact) => {
                self.add(contact.time.upper.to_bits());
                contact.pair.iter().flat_map(|name| name.bytes()).for_each(|byte| self.add(u64::from(byte)));
            }
            Found::Violated(violation) => self.add(violation.time.upper.to_bits()),
        }
    }
}
