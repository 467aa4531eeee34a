//! Random chains, and the numbers of single pairs, for tests of bounds over boxes.

use clearance::{Axial, Ball, Capsule, Cuboid, Polytope, Pose3, Rotor3, Shape3, Vec3};

use super::along::PosedCell;
use super::cell::Posed;
use super::refinable::Refinable;
use super::{Evaluator, RangeOfMotion};
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape, Mimic, Obstacle, Robot};

/// A robot of two branches, among one body.
pub(crate) struct Branches {
    pub robot: Robot,
    pub world: Vec<Obstacle>,
}

/// A pose at most `far` away along each axis.
pub(crate) fn pose(random: &mut Random, far: f64) -> Pose3<f64> {
    let rotor = Rotor3::from_wxyz([0, 1, 2, 3].map(|_| random.between(-1.0, 1.0))).unwrap();
    Pose3::new(rotor, Vec3::new(random.between(-far, far), random.between(-far, far), random.between(-far, far)))
        .unwrap()
}

/// A hull, box, ball or capsule.
pub(crate) fn shape(random: &mut Random) -> Shape3<f64> {
    let mut size = || random.between(0.05, 0.3);
    let [a, b, c] = [size(), size(), size()];
    match random.below(4) {
        0 => Cuboid::from_half_extents(Vec3::new(a, b, c)).unwrap().into(),
        1 => Ball::new(a).unwrap().into(),
        2 => Capsule::along(Axial { radius: a, half_length: b, axis: 0 }).unwrap().into(),
        _ => {
            let mut point = || Vec3::new(random.between(-a, a), random.between(-b, b), random.between(-c, c));
            Polytope::new(&(0..12).map(|_| point()).collect::<Vec<_>>()).unwrap().into()
        }
    }
}

/// Two branches of one to four joints each, a third of them sliding, some of which mimic the first.
pub(crate) fn chain(random: &mut Random) -> Branches {
    let mut builder = Robot::builder("chain").link("base", vec![LinkShape::new(shape(random), pose(random, 0.3))]);
    let mut count = 0;
    for branch in 0..2 {
        let mut parent = "base".to_string();
        for i in 0..1 + random.below(4) {
            let name = format!("{branch}{i}");
            let kind = if random.below(3) == 0 { JointKind::Prismatic } else { JointKind::Continuous };
            let axis = Vec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(0.1, 1.0));
            let mut joint = JointSpec::new(format!("j{name}"), kind, &parent, &name).axis(axis).at(pose(random, 0.5));
            if count > 0 && random.below(5) == 0 {
                let multiplier = [1.0, -1.0, random.between(-2.0, 2.0)][random.below(3)];
                joint = joint.mimicking(Mimic { joint: "j00".into(), multiplier, offset: random.between(-1.0, 1.0) });
            }
            builder = builder.link(&name, vec![LinkShape::new(shape(random), pose(random, 0.3))]).joint(joint);
            parent = name;
            count += 1;
        }
    }
    let world = vec![Obstacle::new("post", shape(random), pose(random, 1.0))];
    Branches { robot: builder.build().unwrap(), world }
}

impl RangeOfMotion<'_> {
    /// A pair in a configuration of the robot.
    pub(crate) fn posed_pair<'s>(&'s self, pair: &'s Refinable, q: &[f64]) -> Posed<'s> {
        let pairs = std::slice::from_ref(pair);
        let values: Vec<f64> = pair.chain.frames.variables.iter().map(|&variable| q[variable]).collect();
        Evaluator { robot: self.robot(), stage: &self.stage, pairs }.posed(0, &values)
    }

    /// A pair in the middle of a box of half widths of the robot's variables.
    pub(crate) fn posed_cell<'s>(&'s self, pair: &'s Refinable, q: &[f64], halves: &[f64]) -> PosedCell<'s> {
        let posed = self.posed_pair(pair, q);
        let halves: Vec<f64> = pair.chain.frames.variables.iter().map(|&variable| halves[variable]).collect();
        let levers = [0, 1].map(|body| pair.chain.frames.levers(self.robot(), body, &posed.frames, &halves));
        PosedCell::new(posed, halves, levers)
    }
}

/// A place in the plane of [`planar_arm`].
pub(crate) fn at(x: f64, y: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap()
}

/// An arm of two joints in the plane with a ball at its tip, 2 from the first axis when it is straight.
pub(crate) fn planar_arm() -> Robot {
    let up = Vec3::new(0.0, 0.0, 1.0);
    let joint = |name: &str, parent: &str, child: &str| {
        JointSpec::new(name, JointKind::Revolute, parent, child).axis(up).limited(-3.0, 3.0)
    };
    let tip = LinkShape::new(Ball::new(0.1).unwrap(), at(1.0, 0.0));
    let builder = Robot::builder("arm").link("base", vec![]).link("upper", vec![]).link("lower", vec![tip]);
    let builder = builder.joint(joint("shoulder", "base", "upper"));
    builder.joint(joint("elbow", "upper", "lower").at(at(1.0, 0.0))).build().unwrap()
}
