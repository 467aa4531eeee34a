//! A branch of solutions of a loop over a part of the driving joint's range, by Krawczyk's operator.
//!
//! **Claim.** For every `v` with `|δ| ≤ h`, `δ = v − v0`, there is exactly one `q` in `q0 + φ δ + [−ρ, ρ]` with `G(q,
//! v) = 0`.
//!
//! **Proof.** Let `F(r) = G(q0 + φ δ + r, v0 + δ)` and `Y` any matrix. If `−Y F(0) + (I − Y F′(r)) s` lies in the
//! inside of `[−ρ, ρ]` for all `r, s` in it, `F` has exactly one root there (Krawczyk 1969). With the derivatives `J`
//! by q and `J_v` at `(q0, v0)`, errors `e` of what was computed, and over the tube `|q_k − q0_k| ≤ D_k = |φ_k| h +
//! ρ_k`, `D_v = h`:
//! - `|F(0)| ≤ |G(q0, v0)| + |J φ + J_v| h + ½ Σ_k D_k V_k`, where `V_k = Σ_j D_j M_jk` bounds how much column k of the
//!   derivative changes over the tube;
//! - column k of `F′ − J` is at most `V_k` long.
//!
//! `M_jk` bounds `|∂_j ∂_k x|`: `R` of the outer one of both joints if the inner one turns, else zero, with `R` as in
//! [`height`](crate::bound::height) for a ball of radius 0. Each component of `G` is the product of a difference of two
//! points with a direction not longer than `1 + 8u`. What follows are sums and products of numbers that are not
//! negative, below some thousand, with a part of 2⁻³⁰ for their rounding; `I − Y J` and `Y (J φ + J_v)` err by `8u`
//! of their terms.

use clearance::enclosure::{Ball, posed_point};
use clearance::{Pose3, Real, Vec3, Vector};

use super::Linkage;
use crate::bound::moving::{joint_at, ratio};
use crate::bound::parameter_box::{half_width, middle};
use crate::bound::swing::Moving;
use crate::kinematics::{compose, slide, turn};
use crate::model::joint::JointKind;

/// A branch over a part of the driving joint's range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tube {
    /// The range.
    pub v: [f64; 2],
    /// Its middle.
    pub at: f64,
    /// Half its width, rounded up.
    pub half: f64,
    /// The followers' values there.
    pub q: Vec<f64>,
    /// `φ`.
    pub slope: Vec<f64>,
    /// `ρ`.
    pub rest: Vec<f64>,
}

impl Tube {
    /// Where the followers are, to `rest`.
    pub fn guess(&self, v: f64) -> Vec<f64> {
        self.q.iter().zip(&self.slope).map(|(q, slope)| q + slope * (v - self.at)).collect()
    }

    /// Whether a solution that is enclosed at one value of this tube's range is that of this tube: its whole box is
    /// inside.
    pub fn holds(&self, point: &Tube) -> bool {
        let inside = |(i, near): (usize, f64)| {
            let off = (point.q[i] - near).abs();
            let sizes = point.q[i].abs() + near.abs() + self.q[i].abs() + (self.slope[i] * self.half).abs();
            off + point.rest[i] + 8.0 * f64::UNIT * sizes <= self.rest[i]
        };
        self.v[0] <= point.at && point.at <= self.v[1] && self.guess(point.at).into_iter().enumerate().all(inside)
    }
}

/// A joint of the loop in a configuration.
struct LoopJoint {
    joint: Moving,
    /// Its place among the followers; `None` for the driving joint.
    follower: Option<usize>,
    /// Its change for a change of 1 of its variable, in magnitude.
    ratio: f64,
    /// How its point moves with its variable: the column, on the second link with the opposite sign.
    column: Vec3<f64>,
    /// What is known to deviate.
    error: f64,
}

/// A loop in a configuration.
struct Closed {
    /// For each branch the joints from the point on.
    links: [Vec<LoopJoint>; 2],
    points: [Vec3<f64>; 2],
    /// What the difference of the points errs by.
    error: f64,
}

/// Rounding of sums and products of numbers that are not negative.
const GROWTH: f64 = 1.0 + 1.0 / (1u64 << 30) as f64;

/// How many steps Newton's method takes, and how often a tube is widened.
const STEPS: usize = 12;
const WIDENINGS: usize = 12;

/// The factor by which a tube is widened to hold what another one encloses.
const WIDER: f64 = 16.0;

impl Linkage<'_> {
    fn closed(&self, v: f64, q: &[f64]) -> Closed {
        let configuration = self.configuration(v, q);
        let root = if self.common == 0 { *self.robot.base() } else { Pose3::IDENTITY };
        let mut error = 0.0;
        let mut points = [Vec3::ZERO; 2];
        let links = [0, 1].map(|side| {
            let mut poses = Vec::new();
            let mut pose = root;
            for &frame in self.up[side].iter().rev() {
                let of = &self.robot.frames()[frame];
                let joint = &self.robot.joints()[of.joint];
                let (value, off) = joint.drive.value(&configuration);
                let moved = match joint.kind {
                    JointKind::Prismatic => slide(joint.axis, value, off),
                    _ => turn(joint.axis, value, off),
                };
                pose = compose(&compose(&pose, &of.origin), &moved);
                poses.push((frame, pose));
            }
            let (point, off) =
                posed_point(&compose(&pose, &self.robot.links()[self.pin.links[side]].pose), self.pin.points[side]);
            points[side] = point;
            error += off;
            let sign = if side == 0 { 1.0 } else { -1.0 };
            poses.reverse();
            poses.iter().filter_map(|(frame, pose)| self.link(*frame, pose, (point, off), sign)).collect::<Vec<_>>()
        });
        let size = (points[0].norm() + points[1].norm()) * 8.0 * f64::UNIT;
        Closed { links, points, error: (error + size) * GROWTH }
    }

    fn link(&self, frame: usize, pose: &Pose3<f64>, (point, off): (Vec3<f64>, f64), sign: f64) -> Option<LoopJoint> {
        let joint = &self.robot.joints()[self.robot.frames()[frame].joint];
        let variable = joint.drive.variable?;
        let at = joint_at(joint, pose);
        let factor = joint.drive.multiplier;
        let arm = point - at.origin;
        let (column, error) = if at.turns {
            let error = (at.axis_error + 16.0 * f64::UNIT) * arm.norm() + off + at.origin_error;
            (at.axis.cross(arm), error)
        } else {
            (at.axis, at.axis_error + 8.0 * f64::UNIT)
        };
        let follower =
            if variable == self.pin.drive { None } else { self.followers.iter().position(|&of| of == variable) };
        let ratio = ratio(&joint.drive);
        // Of a factor that is not 1, products of several err by less than this.
        let error = (error + column.norm() / (1u64 << 40) as f64 * f64::from(u8::from(factor.abs() != 1.0))) * ratio;
        Some(LoopJoint { joint: at, follower, ratio, column: column * (sign * factor), error: error * GROWTH })
    }

    /// The components of a vector that the loop holds at zero.
    fn components(&self, v: Vec3<f64>) -> Vec<f64> {
        self.directions.iter().map(|direction| direction.dot(v)).collect()
    }

    /// The tube over a range, from a guess of the followers' values in the middle; `None` if it is not proven.
    pub fn tube(&self, v: [f64; 2], guess: &[f64]) -> Option<Tube> {
        let (at, half) = (middle(v), half_width(v));
        let mut q = guess.to_vec();
        for _ in 0..STEPS {
            let closed = self.closed(at, &q);
            let step = solve(&self.jacobian(&closed).0, &[self.components(closed.points[0] - closed.points[1])])?;
            q.iter_mut().zip(&step[0]).for_each(|(q, step)| *q -= step);
            if step[0].iter().zip(&q).all(|(step, q)| step.abs() <= 4.0 * f64::UNIT * (1.0 + q.abs())) {
                break;
            }
        }
        if q.iter().any(|q| !(q.abs() <= 1e6)) {
            return None;
        }
        let closed = self.closed(at, &q);
        let (jacobian, by_drive) = self.jacobian(&closed);
        let inverse = inverse(&jacobian)?;
        let count = q.len();
        let slope: Vec<f64> =
            (0..count).map(|i| -(0..count).map(|k| inverse[i][k] * by_drive[k]).sum::<f64>()).collect();
        self.widened(Tube { v, at, half, q, slope, rest: vec![0.0; count] }, &closed, (&jacobian, &by_drive, &inverse))
    }

    /// The derivatives by the followers, as rows, and by the driving joint.
    fn jacobian(&self, closed: &Closed) -> (Vec<Vec<f64>>, Vec<f64>) {
        let count = self.followers.len();
        let (mut rows, mut by_drive) = (vec![vec![0.0; count]; count], vec![0.0; count]);
        for link in closed.links.iter().flatten() {
            for (i, value) in self.components(link.column).into_iter().enumerate() {
                match link.follower {
                    Some(k) => rows[i][k] += value,
                    None => by_drive[i] += value,
                }
            }
        }
        (rows, by_drive)
    }

    /// The tube with the narrowest rest that was proven.
    fn widened(&self, mut tube: Tube, closed: &Closed, matrices: (&[Vec<f64>], &[f64], &[Vec<f64>])) -> Option<Tube> {
        for _ in 0..WIDENINGS {
            let needed = self.krawczyk(&tube, closed, matrices);
            if needed.iter().any(|needed| !needed.is_finite()) {
                return None;
            }
            if needed.iter().zip(&tube.rest).all(|(needed, rest)| needed < rest) {
                return Some(tube);
            }
            tube.rest = needed.iter().map(|needed| 1.25 * needed + f64::MIN_POSITIVE).collect();
        }
        None
    }

    /// Whether a solution that is enclosed at one value of a tube's range is that of the tube. Where the loop is nearly
    /// linear, both enclosures are as narrow as rounding, and neither holds the other: a wider tube that is proven too
    /// has the same one solution.
    pub fn holds(&self, tube: &Tube, point: &Tube) -> bool {
        tube.holds(point) || self.wider(tube).is_some_and(|wider| wider.holds(point))
    }

    fn wider(&self, tube: &Tube) -> Option<Tube> {
        let closed = self.closed(tube.at, &tube.q);
        let (jacobian, by_drive) = self.jacobian(&closed);
        let inverse = inverse(&jacobian)?;
        let wider = Tube { rest: tube.rest.iter().map(|rest| WIDER * rest).collect(), ..tube.clone() };
        let needed = self.krawczyk(&wider, &closed, (&jacobian, &by_drive, &inverse));
        needed.iter().zip(&wider.rest).all(|(needed, rest)| needed < rest).then_some(wider)
    }

    /// What the operator reaches, for each follower, in magnitude.
    fn krawczyk(
        &self,
        tube: &Tube,
        closed: &Closed,
        (jacobian, by_drive, inverse): (&[Vec<f64>], &[f64], &[Vec<f64>]),
    ) -> Vec<f64> {
        let count = tube.q.len();
        let spread: Vec<f64> = (0..count).map(|k| tube.slope[k].abs() * tube.half + tube.rest[k]).collect();
        let changes = changes(closed, &spread, tube.half);
        let second: f64 =
            0.5 * changes.iter().map(|(link, change)| extent(link, &spread, tube.half) * change).sum::<f64>();
        let off: f64 = changes.iter().map(|(link, _)| extent(link, &spread, tube.half) * link.error).sum();
        let start = self.components(closed.points[0] - closed.points[1]);
        let u = f64::UNIT;
        (0..count)
            .map(|i| {
                let row = &inverse[i];
                // Each component of a vector of that length, through the row.
                let through: f64 = row.iter().map(|y| y.abs()).sum::<f64>() * (1.0 + 16.0 * u);
                let mut reach = through * (closed.error + second + off);
                reach += row.iter().zip(&start).map(|(y, g)| y * g).sum::<f64>().abs();
                reach += row.iter().zip(&start).map(|(y, g)| (y * g).abs()).sum::<f64>() * 16.0 * u;
                let (mut along, mut size) = (0.0, 0.0);
                for (k, y) in row.iter().enumerate() {
                    let terms = (0..count).map(|j| jacobian[k][j] * tube.slope[j]).chain([by_drive[k]]);
                    for term in terms {
                        along += y * term;
                        size += (y * term).abs();
                    }
                }
                reach += (along.abs() + 16.0 * u * size) * tube.half;
                for (k, rest) in tube.rest.iter().enumerate() {
                    let (mut product, mut size) = (f64::from(u8::from(i == k)), 1.0);
                    for (j, y) in row.iter().enumerate() {
                        product -= y * jacobian[j][k];
                        size += (y * jacobian[j][k]).abs();
                    }
                    let own = changes.iter().filter(|(link, _)| link.follower == Some(k));
                    let change: f64 = own.map(|(link, change)| link.ratio * change + link.error).sum();
                    reach += (product.abs() + 16.0 * u * size + through * change) * rest;
                }
                reach * GROWTH
            })
            .collect()
    }
}

/// How much a joint changes over a tube at most.
fn extent(link: &LoopJoint, spread: &[f64], half: f64) -> f64 {
    link.ratio * link.follower.map_or(half, |k| spread[k])
}

/// For each joint how much its column changes over a tube, for a change of 1 of the joint itself: `V_k`.
fn changes<'c>(closed: &'c Closed, spread: &[f64], half: f64) -> Vec<(&'c LoopJoint, f64)> {
    let mut all = Vec::new();
    for (links, point) in closed.links.iter().zip(closed.points) {
        // The point, with what it may err by, and what the joints beyond each one move it.
        let ball = Ball { center: point, radius: closed.error };
        let (mut reaches, mut beyond) = (Vec::new(), 0.0);
        for link in links {
            let reach = if link.joint.turns { link.joint.farthest(&ball) + beyond } else { 1.0 };
            reaches.push(reach);
            beyond += extent(link, spread, half) * reach;
        }
        for (k, link) in links.iter().enumerate() {
            let change = links.iter().enumerate().map(|(j, other)| {
                // Joints with a lower place are nearer to the point.
                let (inner, outer) = if j > k { (j, k) } else { (k, j) };
                if links[inner].joint.turns { extent(other, spread, half) * reaches[outer] } else { 0.0 }
            });
            all.push((link, change.sum::<f64>() * GROWTH));
        }
    }
    all
}

/// The solutions of equations with several right sides, by elimination; `None` if the matrix is singular.
fn solve(rows: &[Vec<f64>], right: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let count = rows.len();
    let mut all: Vec<Vec<f64>> =
        (0..count).map(|i| rows[i].iter().copied().chain(right.iter().map(|side| side[i])).collect()).collect();
    for column in 0..count {
        let pivot = (column..count).max_by(|&i, &j| all[i][column].abs().total_cmp(&all[j][column].abs()))?;
        all.swap(column, pivot);
        if all[column][column] == 0.0 {
            return None;
        }
        for row in (0..count).filter(|&row| row != column) {
            let factor = all[row][column] / all[column][column];
            for k in column..all[row].len() {
                let known = all[column][k];
                all[row][k] -= factor * known;
            }
        }
    }
    let solution = |side: usize| (0..count).map(|i| all[i][count + side] / all[i][i]).collect();
    Some((0..right.len()).map(solution).collect())
}

/// The inverse, as rows.
fn inverse(rows: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let count = rows.len();
    let units: Vec<Vec<f64>> = (0..count).map(|i| (0..count).map(|k| f64::from(u8::from(i == k))).collect()).collect();
    let columns = solve(rows, &units)?;
    Some((0..count).map(|i| (0..count).map(|k| columns[k][i]).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::parameter_box::JointBox;
    use crate::model::robot::Robot;
    use crate::random::Random;
    use crate::{JointSpec, Mimic, RobotModel};

    /// A chain of four joints of both kinds whose last link is held by the base, driven by any of them; one of five may
    /// follow the third.
    fn chain(random: &mut Random, drive: usize) -> Robot {
        let mut vector = |size: f64| Vec3::from_fn(|_| random.between(-size, size));
        let places: Vec<[Vec3<f64>; 2]> = (0..5).map(|_| [vector(0.8), vector(1.0)]).collect();
        let count = 4 + random.below(2);
        let mut builder = Robot::builder("chain").link("l0", vec![]);
        for (i, [at, axis]) in places.into_iter().enumerate().take(count) {
            let kind = if random.below(3) == 0 { JointKind::Prismatic } else { JointKind::Continuous };
            let joint = JointSpec::new(format!("j{i}"), kind, format!("l{i}"), format!("l{}", i + 1));
            let joint = joint.axis(axis).at(Pose3::from_translation(at).unwrap()).limited(-9.0, 9.0);
            let mimic = Mimic { joint: "j2".into(), multiplier: -1.5, offset: 0.25 };
            let joint = if i == 4 { joint.mimicking(mimic) } else { joint };
            builder = builder.link(format!("l{}", i + 1), vec![]).joint(joint);
        }
        let mut model = RobotModel::from(builder.build().unwrap());
        model.close_loop([&format!("l{count}"), "l0"], Vec3::new(0.4, 0.7, -0.3), drive).unwrap();
        model.robot
    }

    #[test]
    fn columns_change_by_no_more_than_all_joints_of_the_chain_can_change_them() {
        let mut random = Random::new(4244);
        let (mut most, mut swapped_fails, mut tried) = (0.0f64, 0, 0);
        for trial in 0..120 {
            let robot = chain(&mut random, trial % 4);
            let linkage = Linkage::new(&robot, &JointBox::whole(&robot).unwrap()).unwrap().unwrap();
            let (v, q): (f64, Vec<f64>) =
                (random.between(-2.0, 2.0), (0..3).map(|_| random.between(-2.0, 2.0)).collect());
            let size = [0.02, 0.3][trial % 2];
            let (half, spread): (f64, Vec<f64>) =
                (random.between(0.0, size), (0..3).map(|_| random.between(0.0, size)).collect());
            let middle = linkage.closed(v, &q);
            let bounds = changes(&middle, &spread, half);
            for _ in 0..40 {
                let mut side =
                    || if random.below(3) == 0 { random.between(-1.0, 1.0) } else { [-1.0, 1.0][random.below(2)] };
                let at: Vec<f64> = q.iter().zip(&spread).map(|(q, spread)| q + side() * spread).collect();
                let moved = linkage.closed(v + side() * half, &at);
                for (k, (link, change)) in bounds.iter().enumerate() {
                    let now = moved.links.iter().flatten().nth(k).unwrap();
                    let (off, allowed) = ((now.column - link.column).norm(), link.ratio * change);
                    assert!(off <= allowed + 1e-12, "seed 4244, {trial}, joint {k}: {off} above {allowed}");
                    // What would be permitted if the turn of the outer joint, not of the inner one, moved a column.
                    let swapped = with_the_outer_one(&bounds, &middle, (&spread, half), k);
                    swapped_fails += usize::from(off > link.ratio * swapped * GROWTH + 1e-9);
                    most = if allowed > 0.0 { most.max(off / allowed) } else { most };
                    tried += 1;
                }
            }
        }
        assert!(most > 0.9 && swapped_fails > 20 && tried > 15_000, "{most} {swapped_fails} {tried}");
    }

    /// The bound for a joint if the roles of the inner and the outer joint of each pair were taken for one another.
    fn with_the_outer_one(
        bounds: &[(&LoopJoint, f64)],
        middle: &Closed,
        (spread, half): (&[f64], f64),
        k: usize,
    ) -> f64 {
        let ball = Ball { center: middle.points[0], radius: middle.error };
        let reach = |link: &LoopJoint| if link.joint.turns { link.joint.farthest(&ball) } else { 1.0 };
        let of = |(j, (other, _)): (usize, &(&LoopJoint, f64))| {
            let (inner, outer) = (bounds[j.max(k)].0, bounds[j.min(k)].0);
            if outer.joint.turns { extent(other, spread, half) * reach(inner) } else { 0.0 }
        };
        bounds.iter().enumerate().map(of).sum()
    }
}
