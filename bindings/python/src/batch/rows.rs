//! The rows of a batch: which shapes and which poses, or what is wrong with them.

use std::borrow::Cow;
use std::fmt::Display;

use clearance::{Pose3, Vec3};
use clearance_scene::Placing;
use clearance_world::Body;

use crate::pair::{self, Pair};
use crate::pose::{matrix_placing, quaternion_pose};

/// The shapes of one side.
pub enum Side<'s> {
    /// One value for all rows.
    One(&'s Body<Vec3<f64>>),
    /// Shapes, and a place among them for each row.
    Table(Vec<&'s Body<Vec3<f64>>>, &'s [i64]),
}

impl<'s> Side<'s> {
    /// The body of a row.
    pub fn body(&self, name: &str, row: usize) -> Result<&'s Body<Vec3<f64>>, String> {
        match self {
            Side::One(body) => Ok(body),
            Side::Table(bodies, index) => {
                let place = index[row];
                let body = usize::try_from(place).ok().and_then(|place| bodies.get(place));
                body.copied().ok_or_else(|| {
                    format!("{name} index[{row}]: must be from 0 to {}, got {place}", bodies.len() as i64 - 1)
                })
            }
        }
    }
}

/// The poses of one argument.
pub struct Poses<'s> {
    /// A pose for each row, or one.
    pub list: PoseList<'s>,
    /// One stands for all rows.
    pub one: bool,
}

/// Poses one after the other.
pub enum PoseList<'s> {
    /// All numbers, and how many a row has: 7, or 12 or 16 of a matrix.
    Numbers(&'s [f64], usize),
    /// Poses that were read.
    Placings(Vec<&'s Placing<Vec3<f64>>>),
}

impl Poses<'_> {
    /// The numbers `x y z qw qx qy qz` of a row that has them.
    pub fn seven(&self, row: usize) -> Option<[f64; 7]> {
        let PoseList::Numbers(numbers, 7) = self.list else { return None };
        let place = if self.one { 0 } else { row };
        numbers.as_chunks::<7>().0.get(place).copied()
    }

    /// Where the body of a row is.
    pub fn placing(&self, name: &str, row: usize) -> Result<Placing<Vec3<f64>>, String> {
        let place = if self.one { 0 } else { row };
        let (numbers, width) = match &self.list {
            PoseList::Numbers(numbers, width) => (numbers, width),
            PoseList::Placings(placings) => return Ok(*placings[place]),
        };
        let read = match numbers[place * width..(place + 1) * width] {
            [x, y, z, qw, qx, qy, qz] => {
                quaternion_pose([x, y, z], [qw, qx, qy, qz]).map(|pose| Placing { pose, matrix: None })
            }
            ref rows => read_matrix(rows),
        };
        read.map_err(|what| format!("{name}[{row}]: {what}"))
    }
}

/// The pose of a matrix of 3 x 4 or 4 x 4, given by rows.
fn read_matrix(numbers: &[f64]) -> Result<Placing<Vec3<f64>>, String> {
    let (rows, _) = numbers.as_chunks::<4>();
    if rows.len() == 4 && rows[3] != [0.0, 0.0, 0.0, 1.0] {
        return Err("the last row of the matrix must be 0 0 0 1".into());
    }
    matrix_placing([0, 1, 2].map(|i| [rows[i][0], rows[i][1], rows[i][2]]), [0, 1, 2].map(|i| rows[i][3]))
}

/// All rows of a batch.
pub struct Rows<'s> {
    /// The first shapes.
    pub a: Side<'s>,
    /// The second shapes.
    pub b: Side<'s>,
    /// Where the first ones are; none if all is in their frames.
    pub pose_a: Option<Poses<'s>>,
    /// Where the second ones are.
    pub pose_b: Poses<'s>,
    /// How many rows there are.
    pub count: usize,
}

impl<'s> Rows<'s> {
    /// Reads a row.
    pub fn row(&self, row: usize) -> Result<Pair<'s>, String> {
        let (a, pose_a) = match &self.pose_a {
            None => (Cow::Borrowed(self.a.body("a", row)?), None),
            Some(poses) => {
                let (a, pose) = placed(self.a.body("a", row)?, poses.placing("pose_a", row)?)?;
                (a, Some(Cow::Owned(pose)))
            }
        };
        let (b, pose_b) = placed(self.b.body("b", row)?, self.pose_b.placing(self.name_of_b(), row)?)?;
        Ok(Pair::of_bodies([a, b], pose_a, Cow::Owned(pose_b)))
    }

    /// The bodies of a row and where they are; a matrix stands for its rotation, as in motions.
    pub fn starts(&self, row: usize) -> Result<([&'s Body<Vec3<f64>>; 2], [Pose3<f64>; 2]), String> {
        let pose_a = match &self.pose_a {
            None => Pose3::IDENTITY,
            Some(poses) => poses.placing("pose_a", row)?.pose,
        };
        let pose_b = self.pose_b.placing(self.name_of_b(), row)?.pose;
        Ok(([self.a.body("a", row)?, self.b.body("b", row)?], [pose_a, pose_b]))
    }

    /// The text for a pose of the second side that is refused.
    pub fn wrong_pose(&self, row: usize, what: &dyn Display) -> String {
        format!("{}[{row}]: {what}", self.name_of_b())
    }

    fn name_of_b(&self) -> &'static str {
        if self.pose_a.is_some() { "pose_b" } else { "poses" }
    }
}

fn placed(
    body: &Body<Vec3<f64>>,
    placing: Placing<Vec3<f64>>,
) -> Result<(Cow<'_, Body<Vec3<f64>>>, Pose3<f64>), String> {
    match pair::image(body, &placing).map_err(|error| error.to_string())? {
        Some((image, pose)) => Ok((Cow::Owned(image), pose)),
        None => Ok((Cow::Borrowed(body), placing.pose)),
    }
}
