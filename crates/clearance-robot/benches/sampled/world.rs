//! A random chain of capsules, a random trajectory of it, and capsules that move beside it.

use clearance::{Capsule, Pose3, Rotor3};
use clearance_robot::random::Random;
use clearance_robot::{
    Between, BodyMotion, Interpolation, JerkPiece, JointKind, JointPiece, JointSpec, LinkShape, Obstacle, Pace, Robot,
    State, TimedPoint, Trajectory, Trapezoid, Waypoint,
};

use super::space::{Rigid, segments, vec3};

/// A joint with its link.
#[derive(Clone, Debug)]
struct Part {
    slides: bool,
    axis: [f64; 3],
    origin: Rigid,
    pose: Pose3<f64>,
    core: [[f64; 3]; 2],
}

/// A body of the world, through one or more waypoints.
#[derive(Clone, Debug)]
struct Mover {
    core: [[f64; 3]; 2],
    waypoints: Vec<(f64, Pose3<f64>)>,
    uncertain: [f64; 6],
}

/// How the joints move.
#[derive(Clone, Debug)]
enum Motion {
    Points(Vec<TimedPoint>, Interpolation),
    Pieces(Vec<(State, Vec<JointPiece>)>),
}

/// All of it.
#[derive(Clone, Debug)]
pub struct World {
    parts: Vec<Part>,
    movers: Vec<Mover>,
    motion: Motion,
    tube: Vec<f64>,
}

/// The radius of all capsules.
pub const RADIUS: f64 = 0.03;

fn vector(random: &mut Random, size: f64) -> [f64; 3] {
    [0, 1, 2].map(|_| random.between(-size, size))
}

fn pose(random: &mut Random, size: f64) -> Pose3<f64> {
    let wxyz = [0; 4].map(|_| random.between(-1.0, 1.0));
    Pose3::new(Rotor3::from_wxyz(wxyz).expect("a rotation"), vec3(vector(random, size))).expect("a pose")
}

impl World {
    /// A chain of two to five joints, four bodies, and a trajectory of one to three seconds.
    pub fn random(random: &mut Random) -> Self {
        let parts = (0..2 + random.below(4)).map(|_| {
            let pose = pose(random, 0.15);
            let core = [[0.0; 3], vector(random, 0.3)];
            let axis = vector(random, 1.0);
            let size = super::space::dot(axis, axis).sqrt();
            Part { slides: random.below(4) == 0, axis: axis.map(|x| x / size), origin: Rigid::of(&pose), pose, core }
        });
        let parts: Vec<Part> = parts.collect();
        let duration = random.between(1.0, 3.0);
        let (loose, motion) = (random.below(2) == 0, Self::random_motion(random, &parts, duration));
        let size = |random: &mut Random, slides: bool| random.between(0.0, if slides { 0.01 } else { 0.03 });
        let tube = parts.iter().map(|part| if loose { size(random, part.slides) } else { 0.0 }).collect();
        let mover = |random: &mut Random| {
            let count = 1 + random.below(3);
            let waypoints = (0..count).map(|k| {
                let time = duration * (k as f64 + random.between(0.0, 0.9)) / count as f64;
                (time, pose(random, 1.0))
            });
            let waypoints = waypoints.collect();
            let off = |random: &mut Random, size: f64| if loose { random.between(0.0, size) } else { 0.0 };
            let uncertain = [0.02, 0.02, 0.02, 0.05, 0.05, 0.05].map(|size| off(random, size));
            Mover { core: [vector(random, 0.3), vector(random, 0.3)], waypoints, uncertain }
        };
        let movers = (0..4).map(|_| mover(random)).collect();
        World { parts, movers, motion, tube }
    }

    fn random_motion(random: &mut Random, parts: &[Part], duration: f64) -> Motion {
        let reach = |part: &Part| if part.slides { 0.3 } else { 1.5 };
        if random.below(4) == 0 {
            let joint = |part: &Part| {
                let r = reach(part);
                let state = State {
                    position: random.between(-r, r),
                    velocity: random.between(-r, r),
                    acceleration: random.between(-r, r),
                };
                let piece = |random: &mut Random| JerkPiece {
                    duration: duration * random.between(0.1, 0.5),
                    acceleration: None,
                    jerk: random.between(-4.0 * r, 4.0 * r),
                };
                let trapezoid = |random: &mut Random| {
                    let pace = if random.below(2) == 0 {
                        Pace::Within { velocity: r / duration, acceleration: random.between(0.5, 9.0) * r / duration }
                    } else {
                        let whole = duration * random.between(0.1, 0.5);
                        Pace::Takes { duration: whole, ramp: random.between(0.0, 0.5) * whole }
                    };
                    JointPiece::Trapezoid(Trapezoid { to: random.between(-r, r), pace })
                };
                let count = 1 + random.below(3);
                let any = |_| if random.below(3) == 0 { trapezoid(random) } else { JointPiece::Jerk(piece(random)) };
                (state, (0..count).map(any).collect())
            };
            return Motion::Pieces(parts.iter().map(joint).collect());
        }
        let kind = [Interpolation::Linear, Interpolation::Cubic, Interpolation::Quintic][random.below(3)];
        let count = 2 + random.below(3);
        let point = |k: usize| {
            let time = duration * k as f64 / (count - 1) as f64;
            let mut values = |scale: f64| -> Vec<f64> {
                parts.iter().map(|part| random.between(-reach(part), reach(part)) * scale).collect()
            };
            TimedPoint { time, positions: values(1.0), velocities: Some(values(1.0)), accelerations: Some(values(3.0)) }
        };
        Motion::Points((0..count).map(point).collect(), kind)
    }

    /// The robot.
    pub fn robot(&self) -> Robot {
        let builder = Robot::builder("chain").link("base", vec![]);
        let name = |i: usize| if i == 0 { "base".to_string() } else { format!("l{i}") };
        let links = self.parts.iter().enumerate().fold(builder, |builder, (i, part)| {
            let [a, b] = part.core.map(vec3);
            let shape = Capsule::between(a, b, RADIUS).expect("a capsule");
            builder.link(name(i + 1), vec![LinkShape::new(shape, Pose3::IDENTITY)])
        });
        let joined = self.parts.iter().enumerate().fold(links, |builder, (i, part)| {
            let kind = if part.slides { JointKind::Prismatic } else { JointKind::Continuous };
            builder
                .joint(JointSpec::new(format!("j{i}"), kind, name(i), name(i + 1)).at(part.pose).axis(vec3(part.axis)))
        });
        joined.build().expect("a robot")
    }

    /// The bodies of the scene.
    pub fn obstacles(&self) -> Vec<Obstacle> {
        let body = |(i, mover): (usize, &Mover)| {
            let [a, b] = mover.core.map(vec3);
            Obstacle::new(format!("b{i}"), Capsule::between(a, b, RADIUS).expect("a capsule"), mover.waypoints[0].1)
        };
        self.movers.iter().enumerate().map(body).collect()
    }

    /// The trajectory.
    pub fn trajectory(&self) -> Trajectory {
        let joints = match &self.motion {
            Motion::Points(points, kind) => Trajectory::through(points, *kind),
            Motion::Pieces(joints) => Trajectory::of_pieces(0.0, joints),
        };
        let with_tube = joints.and_then(|all| all.with_tube(self.tube.clone())).expect("a trajectory");
        self.movers.iter().enumerate().fold(with_tube, |all, (i, mover)| {
            let points: Vec<Waypoint> = mover.waypoints.iter().map(|&(time, pose)| Waypoint { time, pose }).collect();
            let [a, b, c, d, e, f] = mover.uncertain;
            let body = BodyMotion::through(format!("b{i}"), &points, Between::Twist);
            all.with_body(body.and_then(|body| body.uncertain([a, b, c], [d, e, f])).expect("a motion"))
                .expect("a body")
        })
    }

    /// Whether anything may be off.
    pub fn is_loose(&self) -> bool {
        self.tube.iter().any(|size| *size > 0.0)
    }

    /// The least distance at a time, with random errors.
    pub fn sampled(&self, time: f64, random: &mut Random) -> f64 {
        let mut error = |size: f64| match random.below(4) {
            0 => size,
            1 => -size,
            _ => random.between(-size, size),
        };
        let values: Vec<f64> = self.values(time).iter().zip(&self.tube).map(|(q, size)| q + error(*size)).collect();
        let bodies: Vec<Rigid> = self
            .movers
            .iter()
            .map(|mover| {
                let e = mover.uncertain.map(&mut error);
                mover.at(time).then(&Rigid::turned([e[3], e[4], e[5]], [e[0], e[1], e[2]]))
            })
            .collect();
        self.least(&values, &bodies)
    }

    /// The least distance of all pairs.
    pub fn least(&self, values: &[f64], bodies: &[Rigid]) -> f64 {
        let mut frame = Rigid::STILL;
        let mut cores = Vec::new();
        for (part, q) in self.parts.iter().zip(values) {
            let by = part.axis.map(|x| x * q);
            let moved =
                if part.slides { Rigid { translation: by, ..Rigid::STILL } } else { Rigid::turned(by, [0.0; 3]) };
            frame = frame.then(&part.origin).then(&moved);
            cores.push(part.core.map(|point| frame.point(point)));
        }
        let own = (0..cores.len()).flat_map(|i| (i + 2..cores.len()).map(move |j| (i, j)));
        let own = own.map(|(i, j)| segments(cores[i], cores[j]));
        let others = self.movers.iter().zip(bodies).map(|(mover, pose)| mover.core.map(|point| pose.point(point)));
        let others: Vec<_> = others.collect();
        let world = cores.iter().flat_map(|core| others.iter().map(|other| segments(*core, *other)));
        own.chain(world).fold(f64::INFINITY, f64::min) - 2.0 * RADIUS
    }

    /// Whether values and poses are within the tube and the boxes at a time; which is known to `1e-12` of it.
    pub fn holds(&self, time: f64, values: &[f64], bodies: &[Rigid]) -> bool {
        let near = 1e-9;
        let joints =
            self.values(time).iter().zip(values).zip(&self.tube).all(|((q, v), size)| (q - v).abs() <= size + near);
        let poses = self.movers.iter().zip(bodies).all(|(mover, pose)| {
            let off = mover.at(time).inverse().then(pose);
            let e = [off.translation, off.rotation_vector()].concat();
            e.iter().zip(mover.uncertain).all(|(e, size)| e.abs() <= size + near)
        });
        joints && poses
    }

    /// The joints' values by coefficients of powers, as the joint trajectory controller computes them.
    fn values(&self, time: f64) -> Vec<f64> {
        match &self.motion {
            Motion::Points(points, kind) => {
                let i = points.windows(2).position(|pair| time <= pair[1].time).unwrap_or(points.len() - 2);
                (0..self.parts.len()).map(|joint| between([&points[i], &points[i + 1]], joint, (*kind, time))).collect()
            }
            Motion::Pieces(joints) => joints.iter().map(|(state, pieces)| integrated(*state, pieces, time)).collect(),
        }
    }
}

impl Mover {
    fn at(&self, time: f64) -> Rigid {
        let poses: Vec<Rigid> = self.waypoints.iter().map(|(_, pose)| Rigid::of(pose)).collect();
        let Some(i) = self.waypoints.windows(2).position(|pair| time <= pair[1].0) else {
            return poses[poses.len() - 1];
        };
        let x = ((time - self.waypoints[i].0) / (self.waypoints[i + 1].0 - self.waypoints[i].0)).max(0.0);
        let turn = poses[i].inverse().then(&poses[i + 1]).rotation_vector().map(|v| v * x);
        let [a, b] = [poses[i].translation, poses[i + 1].translation];
        let turned = Rigid { translation: [0.0; 3], ..poses[i] }.then(&Rigid::turned(turn, [0.0; 3]));
        Rigid { translation: [0, 1, 2].map(|k| a[k] + x * (b[k] - a[k])), ..turned }
    }
}

/// The coefficients of the joint trajectory controller of ros2_controllers.
pub fn between([from, to]: [&TimedPoint; 2], joint: usize, (kind, time): (Interpolation, f64)) -> f64 {
    let (t, x) = (to.time - from.time, time - from.time);
    let of = |all: &Option<Vec<f64>>| all.as_ref().map_or(0.0, |values| values[joint]);
    let (p0, p1) = (from.positions[joint], to.positions[joint]);
    let (v0, v1) = (of(&from.velocities), of(&to.velocities));
    let (a0, a1) = (of(&from.accelerations), of(&to.accelerations));
    let c = match kind {
        Interpolation::Linear => [p0, (p1 - p0) / t, 0.0, 0.0, 0.0, 0.0],
        Interpolation::Cubic => {
            let c2 = (-3.0 * p0 + 3.0 * p1 - 2.0 * v0 * t - v1 * t) / (t * t);
            let c3 = (2.0 * p0 - 2.0 * p1 + v0 * t + v1 * t) / (t * t * t);
            [p0, v0, c2, c3, 0.0, 0.0]
        }
        Interpolation::Quintic => {
            let [t2, t3] = [t * t, t * t * t];
            let c3 = (-20.0 * p0 + 20.0 * p1 - 3.0 * a0 * t2 + a1 * t2 - 12.0 * v0 * t - 8.0 * v1 * t) / (2.0 * t3);
            let c4 = (30.0 * p0 - 30.0 * p1 + 3.0 * a0 * t2 - 2.0 * a1 * t2 + 16.0 * v0 * t + 14.0 * v1 * t)
                / (2.0 * t3 * t);
            let c5 = (-12.0 * p0 + 12.0 * p1 - a0 * t2 + a1 * t2 - 6.0 * v0 * t - 6.0 * v1 * t) / (2.0 * t3 * t2);
            [p0, v0, 0.5 * a0, c3, c4, c5]
        }
    };
    c.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// A position after pieces.
pub fn integrated(state: State, pieces: &[JointPiece], time: f64) -> f64 {
    let State { position: mut p, velocity: mut v, acceleration: mut a } = state;
    let mut left = time;
    for piece in pieces {
        match piece {
            JointPiece::Jerk(piece) => {
                let t = left.min(piece.duration).max(0.0);
                a = piece.acceleration.unwrap_or(a);
                p += v * t + a * t * t / 2.0 + piece.jerk * t * t * t / 6.0;
                v += a * t + piece.jerk * t * t / 2.0;
                a += piece.jerk * t;
                left -= piece.duration;
            }
            JointPiece::Trapezoid(Trapezoid { to, pace }) => {
                let (whole, moved) = along_trapezoid((to - p).abs(), *pace, left.max(0.0));
                p += moved.copysign(to - p);
                (v, a) = (0.0, 0.0);
                left -= whole;
            }
        }
    }
    p
}

/// How long a trapezoid of a length takes, and how far it is after a time: the area below its velocity.
fn along_trapezoid(length: f64, pace: Pace, time: f64) -> (f64, f64) {
    let (whole, ramp) = match pace {
        Pace::Takes { duration, ramp } => (duration, ramp),
        Pace::Within { velocity, acceleration } => {
            let ramp = (velocity / acceleration).min((length / acceleration).sqrt());
            let top = acceleration * ramp;
            (if top > 0.0 { length / top + ramp } else { 0.0 }, ramp)
        }
    };
    let top = if whole > 0.0 { length / (whole - ramp) } else { 0.0 };
    let below = |t: f64| if t < ramp { top * t * t / (2.0 * ramp) } else { top * (t - ramp / 2.0) };
    let moved = if time >= whole {
        length
    } else if time > whole - ramp {
        length - below(whole - time)
    } else {
        below(time)
    };
    (whole, moved)
}
