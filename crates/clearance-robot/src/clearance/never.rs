//! Proofs that two links never meet, over all that the joints between them can do.

use clearance::Pose3;
use clearance::query::Within;

use super::{RobotClearance, ask};
use crate::error::RobotError;
use crate::joint::JointKind;
use crate::kinematics::{Placement, compose};
use crate::motion::joint_at;
use crate::robot::Robot;

/// What is known of two links over all configurations within the limits of the joints between them.
#[derive(Clone, Debug, PartialEq)]
pub enum Always {
    /// They are apart everywhere, and farther than their padding.
    Apart {
        /// A lower bound of all signed distances, padding aside.
        lower: f64,
        /// How many cells of the joints' box were needed.
        cells: usize,
    },
    /// They meet in this configuration, or are as near as their padding.
    Meet {
        /// The values of all joints; those that are not between the links are in the middle of their limits.
        at: Vec<f64>,
    },
    /// Neither is proven with so much work, or a joint that slides has no limits.
    Open {
        /// How many cells were looked at.
        cells: usize,
    },
}

/// A box of the joints' values: its middle and half sizes, by the variables between the links.
struct Cell {
    middle: Vec<f64>,
    half: Vec<f64>,
}

impl RobotClearance<'_> {
    /// Whether two links meet in any configuration within the limits; turns without limits are whole ones. At most `budget` cells are looked at,
    /// and no more once [`RobotClearance::until`]'s flag is set.
    ///
    /// In a cell with middle `q` and half sizes `h`, no point of a link is farther from where it is at `q` than `Σ h_k R_k`, where `R_k` bounds the
    /// distance of the link's points from the axis of joint `k` in the cell (1 for a joint that slides). So with a lower bound `lo` at `q`, the
    /// signed distance is at least `lo − Σ h_k R_k` in all the cell: the sum runs over the joints between the links, on both branches. `R_k` is the
    /// distance of a ball around the shape from the axis at `q`, plus its radius, plus what the joints further out move it: `Σ h_j R_j`.
    /// A cell that is not proven to be above the pair's padding is halved where `h_k R_k` is largest.
    pub fn over_all(&self, links: [usize; 2], budget: usize) -> Result<Always, RobotError> {
        let [a, b] = links.map(|link| self.robot.links()[link].frame);
        let common = self.robot.common_frame(a, b);
        let Some(whole) = whole_box(self.robot, [a, b], common) else { return Ok(Always::Open { cells: 0 }) };
        let own = &self.stage.own;
        let shapes = |link: usize| own.iter().enumerate().filter(move |(_, part)| part.owner == link).map(|(i, _)| i);
        let pairs: Vec<[usize; 2]> = shapes(links[0]).flat_map(|i| shapes(links[1]).map(move |j| [i, j])).collect();
        let (mut least, mut cells) = (f64::INFINITY, 0);
        for pair in pairs {
            match self.over_cells(pair, common, &whole, budget.saturating_sub(cells))? {
                Always::Apart { lower, cells: more } => {
                    least = least.min(lower);
                    cells += more;
                }
                Always::Open { cells: more } => return Ok(Always::Open { cells: cells + more }),
                meet @ Always::Meet { .. } => return Ok(meet),
            }
        }
        Ok(Always::Apart { lower: least, cells })
    }

    fn over_cells(&self, pair: [usize; 2], common: usize, whole: &Cell, budget: usize) -> Result<Always, RobotError> {
        let mut open = vec![Cell { middle: whole.middle.clone(), half: whole.half.clone() }];
        let padding: f64 = pair.iter().map(|&i| self.stage.own[i].padding).sum();
        let (mut least, mut cells) = (f64::INFINITY, 0);
        while let Some(cell) = open.pop() {
            if cells == budget || self.is_stopped() {
                return Ok(Always::Open { cells });
            }
            cells += 1;
            let placement = self.robot.place(&cell.middle)?;
            let moves = self.moves(pair, common, &placement, &cell.half);
            let way: f64 = moves.iter().sum::<f64>() * (1.0 + 1e-12);
            let [part_a, part_b] = pair.map(|i| &self.stage.own[i]);
            let poses = pair.map(|i| self.pose_in(i, &placement));
            // Farther than all that the cell moves them, and their padding, is apart.
            let needed = (way + padding).next_up();
            let lower = match ask::within([part_a, part_b], [&poses[0], &poses[1]], needed) {
                Within::Beyond { lower } => lower,
                Within::Near(found) if found.bounds.upper <= padding => return Ok(Always::Meet { at: cell.middle }),
                Within::Near(found) => found.bounds.lower,
            };
            if lower > needed {
                least = least.min((lower - way).next_down());
                continue;
            }
            let widest = (0..moves.len()).max_by(|&i, &j| moves[i].total_cmp(&moves[j]));
            let Some(widest) = widest.filter(|&i| moves[i] > 0.0) else { return Ok(Always::Open { cells }) };
            let half = cell.half[widest] * 0.5;
            for side in [-half, half] {
                let mut child = Cell { middle: cell.middle.clone(), half: cell.half.clone() };
                child.middle[widest] += side;
                // A little more than a half, so that rounded middles leave no gap.
                child.half[widest] = half * (1.0 + 1e-12);
                open.push(child);
            }
        }
        Ok(Always::Apart { lower: least, cells })
    }

    fn pose_in(&self, shape: usize, placement: &Placement) -> Pose3<f64> {
        let part = &self.stage.own[shape];
        if part.frame == 0 { part.pose } else { compose(&placement.frames[part.frame], &part.pose) }
    }

    /// For each variable, how far a cell moves the shapes of a pair against one another.
    fn moves(&self, pair: [usize; 2], common: usize, placement: &Placement, half: &[f64]) -> Vec<f64> {
        let mut moves = vec![0.0; half.len()];
        for i in pair {
            let part = &self.stage.own[i];
            if part.frame == 0 {
                continue;
            }
            let ball = part.ball.posed(&placement.frames[part.frame]);
            let (mut frame, mut further) = (part.frame, 0.0);
            while frame != common {
                let joint = &self.robot.joints()[self.robot.frames()[frame].joint];
                if let Some(variable) = joint.drive.variable {
                    let change = half[variable] * joint.drive.multiplier.abs();
                    let axis = joint_at(joint, &placement.frames[frame]);
                    let reach = if joint.kind.turns() { axis.farthest(&ball) + further } else { 1.0 };
                    moves[variable] += change * reach;
                    further += change * reach;
                }
                frame = self.robot.frames()[frame].parent;
            }
        }
        moves
    }
}

/// The box of the variables between two frames; the others are held in the middle. None if one that slides has no limits.
fn whole_box(robot: &Robot, ends: [usize; 2], common: usize) -> Option<Cell> {
    let mut between = vec![false; robot.dof()];
    for mut frame in ends {
        while frame != common {
            if let Some(variable) = robot.joints()[robot.frames()[frame].joint].drive.variable {
                between[variable] = true;
            }
            frame = robot.frames()[frame].parent;
        }
    }
    let (mut middle, mut half) = (Vec::new(), Vec::new());
    for (variable, &joint) in robot.variables().iter().enumerate() {
        let joint = &robot.joints()[joint];
        let turn = core::f64::consts::PI * (1.0 + f64::EPSILON);
        let [low, high] = match joint.limits.filter(|_| joint.kind != JointKind::Continuous) {
            Some(limits) => [limits.lower, limits.upper],
            None if joint.kind.turns() => [-turn, turn],
            None if between[variable] => return None,
            None => [0.0, 0.0],
        };
        middle.push(0.5 * (low + high));
        half.push(if between[variable] { 0.5 * (high - low) * (1.0 + 1e-12) } else { 0.0 });
    }
    Some(Cell { middle, half })
}
