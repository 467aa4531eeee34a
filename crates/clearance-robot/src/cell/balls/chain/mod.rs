//! Kinematics of eight configurations in `f32`, with one bound of their errors for the robot.
//!
//! Frames are turned so that each joint turns about, or slides along, its own z: a pose is `F′ = F′_parent · C · J(q)`
//! with a constant pose `C`.
//!
//! **Errors** (`u = 2⁻²⁴`, `L` bounds all distances from the origin). Entries of `C` round by `2u` in all (Frobenius
//! norm), sines and cosines have errors of [`TRIG_ERROR`], in two columns of `6u`. A product of three by three rounds
//! by `3u‖A‖‖B‖ = 9u`, a turn about z by `4u`. So a rotation has an error of `ρ ≤ ρ_parent + 24u` ([`JOINT_ERROR`]),
//! which also pays for the products of two errors and for what was computed in `f64`. A translation `t + R s` has an
//! error of `τ_parent + (ρ + 8u)|s| + 2uL`, with the way of a slide in `|s|`, and a point `t + R p` by `τ + (ρ + 8u)|p|
//! + 2uL`: the largest over all bodies is the robot's [error](BallChain::error).

use std::collections::HashMap;
use std::sync::Arc;

use clearance::math::{Mat3, Matrix};
use clearance::{Pose3, Vec3, Vector};

use super::cover::{Ball, BallTree};
use super::lanes::{LANES, Lane3, TRIG_ERROR, U32, cross, each, sin_cos, three};
use crate::kinematics::{LARGEST_ANGLE, compose};
use crate::model::joint::{Drive, Joint};
use crate::model::robot::Robot;

/// What one joint adds to the error of a rotation: `2u + 9u + 4u`, and the sine and cosine, with room for products of
/// two errors.
const JOINT_ERROR: f64 = 18.0 * U32 + 1.5 * TRIG_ERROR;

/// A joint and what is before it.
#[derive(Debug)]
struct ChainJoint {
    parent: usize,
    /// Columns of the constant rotation, and the translation.
    turn: [[f32; 3]; 3],
    shift: [f32; 3],
    /// The longest way of a joint that slides; `None` for one that turns.
    slide: Option<f64>,
    drive: Drive,
}

/// A robot's balls and joints for many configurations.
#[derive(Debug)]
pub(crate) struct BallChain {
    links: Vec<ChainJoint>,
    base: ([[f32; 3]; 3], [f32; 3]),
    /// The frame of each of the robot's bodies, and its balls there.
    pub(crate) bodies: Vec<LaneBody>,
    /// No centre of a ball has a larger error; radii of balls count it.
    pub(crate) error: f64,
    /// For each frame and each joint before it, from the base on: no point of its bodies is ever farther from the
    /// joint's axis; 1 for slides.
    pub(crate) arms: Vec<Vec<(usize, f64)>>,
    /// No point of the robot is farther from the origin.
    pub(crate) reach: f64,
    /// The number of outer balls of all bodies.
    pub(crate) count: usize,
    /// The balls of each body in its own frame.
    trees: Vec<Arc<BallTree>>,
}

/// Balls of shapes in their own frames, by the names of links and the places of their shapes.
pub(crate) type Known = HashMap<(String, usize), Arc<BallTree>>;

/// The links with the places of their shapes.
fn shapes(robot: &Robot) -> impl Iterator<Item = (&crate::model::link::Link, usize)> {
    robot.links().iter().flat_map(|link| (0..link.shapes.len()).map(move |number| (link, number)))
}

/// A ball for lanes: outer ones count the error of the chain, inner ones are smaller by it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneBall {
    pub center: [f32; 3],
    pub radius: f32,
    /// The place of the first of two children; 0 for a leaf.
    pub children: u32,
}

/// A body of the robot.
#[derive(Debug)]
pub(crate) struct LaneBody {
    pub frame: usize,
    pub nodes: Vec<LaneBall>,
    pub inner: Vec<LaneBall>,
    /// The place of its first node among those of all bodies.
    pub first: usize,
}

/// Where all frames are in eight configurations, and how they move along an edge.
#[derive(Default)]
pub(crate) struct Poses {
    /// Columns, and the origin.
    pub turn: Vec<[Lane3; 3]>,
    pub shift: Vec<Lane3>,
    /// A point `c` of the frame moves at `v + w × c` for each unit of the edge.
    pub spin: Vec<[Lane3; 2]>,
}

/// A rotation whose third column is a unit vector.
fn with_third(axis: Vec3<f64>) -> Mat3<f64> {
    let least = (0..3).fold(0, |best, i| if axis[i].abs() < axis[best].abs() { i } else { best });
    let first = Vec3::axis(least).cross(axis).normalized();
    let second = axis.cross(first);
    Mat3::from_columns(|i| [first, second, axis][i])
}

fn columns(matrix: &Mat3<f64>) -> [[f32; 3]; 3] {
    [0, 1, 2].map(|i| <[f64; 3]>::from(matrix.column(i)).map(|value| value as f32))
}

fn narrow(v: Vec3<f64>) -> [f32; 3] {
    <[f64; 3]>::from(v).map(|value| value as f32)
}

impl BallChain {
    /// The balls of all shapes of the links, in their order, and the joints that move them. Those that are known are
    /// taken as they are.
    pub fn knowing(robot: &Robot, known: &Known) -> Self {
        let turned = |frame: usize| match frame {
            0 => Mat3::IDENTITY,
            _ => with_third(robot.joints()[robot.frames()[frame].joint].axis),
        };
        let mut chain = BallChain {
            links: Vec::new(),
            base: (columns(robot.base().matrix()), narrow(robot.base().translation())),
            bodies: Vec::new(),
            error: 0.0,
            arms: Vec::new(),
            reach: 0.0,
            count: 0,
            trees: Vec::new(),
        };
        let (mut steps, mut lengths) = (vec![[0.0; 2]], vec![robot.base().translation().norm()]);
        for frame in &robot.frames()[1..] {
            let (joint, parent) = (&robot.joints()[frame.joint], turned(frame.parent));
            let turn = Mat3::from_columns(|i| {
                parent.apply_transpose(frame.origin.matrix().apply(with_third(joint.axis).column(i)))
            });
            let shift = parent.apply_transpose(frame.origin.translation());
            let slide = (!joint.kind.turns()).then(|| longest_slide(joint));
            steps.push([shift.x.hypot(shift.y) + slide.unwrap_or(0.0), shift.norm() + slide.unwrap_or(0.0)]);
            lengths.push(lengths[frame.parent] + shift.norm() + slide.unwrap_or(0.0));
            let drive = joint.drive;
            chain.links.push(ChainJoint {
                parent: frame.parent,
                turn: columns(&turn),
                shift: narrow(shift),
                slide,
                drive,
            });
        }
        let bodies: Vec<(usize, Pose3<f64>, Arc<BallTree>)> = shapes(robot)
            .map(|(link, number)| {
                let shape = &link.shapes[number];
                let found = || Arc::new(BallTree::of(&shape.shape));
                let tree = known.get(&(link.name.clone(), number)).cloned().unwrap_or_else(found);
                (link.frame, compose(&link.pose, &shape.pose), tree)
            })
            .collect();
        chain.trees = bodies.iter().map(|(.., tree)| tree.clone()).collect();
        let place = |frame: usize, pose: &Pose3<f64>, ball: &Ball| Ball {
            center: turned(frame).apply_transpose(pose.point(ball.center)),
            radius: ball.radius,
        };
        let placed: Vec<(usize, [Vec<Ball>; 2])> = bodies
            .iter()
            .map(|(frame, pose, tree)| {
                let outer = tree.nodes.iter().map(|node| place(*frame, pose, &node.ball)).collect();
                (*frame, [outer, tree.inner.iter().map(|ball| place(*frame, pose, ball)).collect()])
            })
            .collect();
        chain.measure(&placed, &steps, &lengths);
        let mut first = 0;
        for ((frame, [outer, inner]), (_, _, tree)) in placed.iter().zip(&bodies) {
            let grown = (1.0 + 4.0 * U32, chain.error);
            let narrowed = |ball: &Ball, radius: f64, children: Option<u32>| LaneBall {
                center: narrow(ball.center),
                radius: radius as f32,
                children: children.unwrap_or(0),
            };
            let nodes: Vec<LaneBall> = outer
                .iter()
                .zip(&tree.nodes)
                .map(|(ball, node)| narrowed(ball, (ball.radius + grown.1) * grown.0, node.children))
                .collect();
            let inner = inner.iter().filter(|ball| ball.radius > chain.error);
            let inner =
                inner.map(|ball| narrowed(ball, (ball.radius - chain.error) * (1.0 - 4.0 * U32), None)).collect();
            let count = nodes.len();
            chain.bodies.push(LaneBody { frame: *frame, nodes, inner, first });
            first += count;
        }
        chain.count = first;
        chain
    }

    /// The balls of the links that a robot does not hold, to be known of others with the same links.
    pub fn known(&self, robot: &Robot) -> Known {
        let own = shapes(robot).zip(&self.trees).filter(|((link, _), _)| !link.is_held);
        own.map(|((link, number), tree)| ((link.name.clone(), number), tree.clone())).collect()
    }

    /// The arms of all frames, the reach of the robot and its error, from the steps between joints (across the axis
    /// before them, and in all) and the lengths from the origin to each joint.
    fn measure(&mut self, bodies: &[(usize, [Vec<Ball>; 2])], steps: &[[f64; 2]], lengths: &[f64]) {
        let farthest = |frame: usize, size: fn(&Ball) -> f64| {
            let own = bodies.iter().filter(|(of, _)| *of == frame).flat_map(|(_, [outer, _])| outer);
            own.map(size).fold(0.0, f64::max)
        };
        for (frame, length) in lengths.iter().enumerate().take(self.links.len() + 1) {
            let across = farthest(frame, |ball| ball.center.x.hypot(ball.center.y) + ball.radius);
            let around = farthest(frame, |ball| ball.center.norm() + ball.radius);
            self.reach = self.reach.max(length + around);
            let (mut arms, mut at, mut near, mut far) = (Vec::new(), frame, across, around);
            while at != 0 {
                let turns = self.links[at - 1].slide.is_none();
                arms.push((at, if turns { near * (1.0 + 1e-9) } else { 1.0 }));
                let next = self.links[at - 1].parent;
                // What is beyond this joint, seen from the one before.
                (near, far) = (steps[at][0] + far, steps[at][1] + far);
                at = next;
            }
            arms.reverse();
            self.arms.push(arms);
        }
        let mut errors = vec![[2.0 * U32, 2.0 * U32 * self.reach]];
        for (i, link) in self.links.iter().enumerate() {
            let [turn, shift] = errors[link.parent];
            errors.push([turn + JOINT_ERROR, shift + (turn + 8.0 * U32) * steps[i + 1][1] + 2.0 * U32 * self.reach]);
        }
        self.error = (0..errors.len())
            .map(|frame| {
                let [turn, shift] = errors[frame];
                shift + (turn + 8.0 * U32) * farthest(frame, |ball| ball.center.norm()) + 2.0 * U32 * self.reach
            })
            .fold(0.0, f64::max)
            * 1.01;
    }

    /// Fills the rates of the joints of all frames along an edge: that of the base is zero.
    pub(crate) fn rates(&self, rates: &mut Vec<f64>, [from, to]: [&[f64]; 2]) {
        let rate = |link: &ChainJoint| link.drive.variable.map_or(0.0, |i| (to[i] - from[i]) * link.drive.multiplier);
        rates.clear();
        rates.push(0.0);
        rates.extend(self.links.iter().map(rate));
    }

    /// A bound of the second derivative of the paths of all points of a frame's bodies along an edge, relative to a
    /// frame before it (`bound/swing.rs`).
    #[inline(always)]
    pub(crate) fn bend(&self, rates: &[f64], frame: usize, ancestor: usize) -> f64 {
        let (mut turning, mut bend) = (0.0, 0.0);
        // A frame's place is behind those that it hangs on.
        for &(joint, arm) in self.arms[frame].iter().filter(|(joint, _)| *joint > ancestor) {
            let (rate, turns) = (rates[joint].abs(), self.links[joint - 1].slide.is_none());
            bend += rate * arm * (if turns { rate } else { 0.0 } + 2.0 * turning);
            turning += if turns { rate } else { 0.0 };
        }
        bend * 1.001
    }

    /// Fills the poses of eight configurations of an edge; false if one is beyond what the errors are bounded for.
    #[inline(always)]
    pub(crate) fn place(&self, poses: &mut Poses, [from, to]: [&[f64]; 2], times: &[f64; LANES]) -> bool {
        let constant = |v: &[f32; 3]| v.map(|value| [value; LANES]);
        poses.turn.clear();
        poses.shift.clear();
        poses.turn.push(self.base.0.each_ref().map(constant));
        poses.shift.push(constant(&self.base.1));
        for link in &self.links {
            let (start, way) = link.drive.variable.map_or((0.0, 0.0), |v| (from[v], to[v] - from[v]));
            let mut values = [0.0; LANES];
            for (value, time) in values.iter_mut().zip(times) {
                *value = link.drive.multiplier * (start + time * way) + link.drive.offset;
            }
            let most = link.slide.map_or(LARGEST_ANGLE, |slide| slide * (1.0 + 1e-9));
            if !values.iter().all(|value| value.abs() <= most) {
                return false;
            }
            self.place_one(poses, link, &values);
        }
        true
    }

    #[inline(always)]
    fn place_one(&self, poses: &mut Poses, link: &ChainJoint, values: &[f64; LANES]) {
        let (outer, at) = (&poses.turn[link.parent], &poses.shift[link.parent]);
        let image = |v: &[f32; 3]| -> Lane3 {
            three(|k| each(|i| outer[0][k][i] * v[0] + outer[1][k][i] * v[1] + outer[2][k][i] * v[2]))
        };
        let [x, y, z] = link.turn.each_ref().map(image);
        let step = image(&link.shift);
        let origin: Lane3 = three(|k| each(|i| at[k][i] + step[k][i]));
        if link.slide.is_some() {
            poses.shift.push(three(|k| each(|i| origin[k][i] + z[k][i] * values[i] as f32)));
            poses.turn.push([x, y, z]);
        } else {
            let [sin, cos] = sin_cos(values);
            let first = three(|k| each(|i| x[k][i] * cos[i] + y[k][i] * sin[i]));
            let second = three(|k| each(|i| y[k][i] * cos[i] - x[k][i] * sin[i]));
            poses.shift.push(origin);
            poses.turn.push([first, second, z]);
        }
    }

    /// Fills how all frames move along an edge with some rates, once they are placed.
    #[inline(always)]
    pub(crate) fn move_along(&self, poses: &mut Poses, rates: &[f64]) {
        poses.spin.clear();
        poses.spin.push([[[0.0; LANES]; 3]; 2]);
        for (i, link) in self.links.iter().enumerate() {
            // Its own z is the axis of the joint.
            let (z, origin, rate) = (&poses.turn[i + 1][2], &poses.shift[i + 1], rates[i + 1] as f32);
            let [w, v] = &poses.spin[link.parent];
            let add = |a: &Lane3, b: &Lane3, factor: f32| three(|k| each(|i| a[k][i] + factor * b[k][i]));
            let next = match link.slide {
                Some(_) => [*w, add(v, z, rate)],
                None => [add(w, z, rate), add(v, &cross(z, origin), -rate)],
            };
            poses.spin.push(next);
        }
    }

    /// A point of a frame in all configurations.
    #[inline(always)]
    pub(crate) fn point(poses: &Poses, frame: usize, p: &[f32; 3]) -> Lane3 {
        let (turn, shift) = (&poses.turn[frame], &poses.shift[frame]);
        three(|k| each(|i| turn[0][k][i] * p[0] + turn[1][k][i] * p[1] + turn[2][k][i] * p[2] + shift[k][i]))
    }
}

/// No value of a joint that slides is larger: by its limits, or one metre for each unit of what drives it, as planners
/// take it.
fn longest_slide(joint: &Joint) -> f64 {
    match joint.limits {
        Some(limits) => limits.lower.abs().max(limits.upper.abs()),
        None => joint.drive.multiplier.abs() + joint.drive.offset.abs(),
    }
}

#[cfg(test)]
pub(crate) mod tests;
