//! Two bodies at many poses, as rows of numbers.

use clearance::Status;
use clearance_world::{Between, BodiesWithin, BodyPair};

use crate::library::{Answer, Answered, Given, Library, Space, pose};

/// Numbers of a row: signed distance, lower and upper bound, normal, both witness points, status, whether it is proven,
/// the parts.
const ROW: usize = 16;

/// Numbers of a pose.
const POSE: usize = 7;

/// The numbers of a row. Without a signed distance (of overlapping bodies that are not convex) it is NaN, and the
/// normal and the witness points are those of the deepest parts.
pub(crate) fn row(found: &Between<Space>) -> [f64; ROW] {
    let near = &found.proximity;
    let status = match found.status() {
        Status::Separated => 1.0,
        Status::Touching => 0.0,
        Status::Overlapping => -1.0,
        Status::Undecided => -2.0,
    };
    let mut row = [0.0; ROW];
    row[..3].copy_from_slice(&[found.signed_distance.unwrap_or(f64::NAN), found.bounds.lower, found.bounds.upper]);
    for (place, v) in [(3, near.normal), (6, near.witness_a), (9, near.witness_b)] {
        row[place..place + 3].copy_from_slice(&<[f64; 3]>::from(v));
    }
    let proven = if found.collides.is_some() { 1.0 } else { 0.0 };
    row[12..].copy_from_slice(&[status, proven, found.parts[0].into(), found.parts[1].into()]);
    row
}

/// The row of a pair that is proven to be farther apart than is of interest.
fn beyond(lower: f64) -> [f64; ROW] {
    let mut row = [f64::NAN; ROW];
    (row[1], row[2], row[12], row[13]) = (lower, f64::INFINITY, 1.0, 1.0);
    row
}

impl Library {
    /// The signed distances of two bodies, at as many pairs of poses as there are; farther ones than `max` are only
    /// proven to be farther. Inputs: poses of A, poses of B. Answers a row a pair.
    pub fn pairs(&self, a: i32, b: i32, max: f64, given: Given) -> Answered {
        let mut rows = Vec::new();
        self.each_pair(a, b, given, |pair| {
            let row = if max == f64::INFINITY {
                row(&pair.signed_distance().map_err(|refusal| refusal.to_string())?)
            } else {
                match pair.distance_within(max).map_err(|refusal| refusal.to_string())? {
                    BodiesWithin::Near(found) if found.bounds.lower > max => beyond(found.bounds.lower),
                    BodiesWithin::Near(found) => row(&found),
                    BodiesWithin::Beyond { lower } => beyond(lower),
                }
            };
            rows.extend(row);
            Ok(())
        })?;
        Ok(Answer::Numbers(rows))
    }

    /// Whether two bodies have a common point, for each pair of poses: 1 or 0. Inputs: poses of A, poses of B.
    pub fn intersect(&self, a: i32, b: i32, given: Given) -> Answered {
        let mut found = Vec::new();
        self.each_pair(a, b, given, |pair| {
            let meets = pair.intersects().map_err(|refusal| refusal.to_string())?;
            found.push(if meets { 1.0 } else { 0.0 });
            Ok(())
        })?;
        Ok(Answer::Numbers(found))
    }

    fn each_pair(
        &self,
        a: i32,
        b: i32,
        mut given: Given,
        mut ask: impl FnMut(BodyPair<Space>) -> Result<(), String>,
    ) -> Result<(), String> {
        let (a, b) = (self.bodies.get(a)?, self.bodies.get(b)?);
        let (poses_a, poses_b) = (given.floats()?, given.floats()?);
        if poses_a.len() != poses_b.len() || poses_a.len() % POSE != 0 {
            let (a, b) = (poses_a.len(), poses_b.len());
            return Err(format!("poses have {POSE} numbers each, as many of A as of B, got {a} and {b} numbers"));
        }
        for (i, (at_a, at_b)) in poses_a.chunks_exact(POSE).zip(poses_b.chunks_exact(POSE)).enumerate() {
            let of = |side: &str, numbers| pose(numbers).map_err(|error| format!("row {i}, pose of {side}: {error}"));
            let (at_a, at_b) = (of("A", at_a)?, of("B", at_b)?);
            ask(BodyPair::in_world((a, &at_a), (b, &at_b))).map_err(|error| format!("row {i}: {error}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(answer: Answered) -> i32 {
        match answer {
            Ok(Answer::Made(number)) => number,
            other => panic!("a number is expected, got {other:?}"),
        }
    }

    #[test]
    fn rows_say_what_is_between_two_bodies_at_each_pose() {
        let mut library = Library::default();
        let ball = made(library.body(Given::default().bytes(br#"{"kind": "sphere", "radius": 0.5}"#)));
        let brick = made(library.body(Given::default().bytes(br#"{"kind": "box", "half_extents": [1, 1, 1]}"#)));
        let here = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        let at = |x: f64| [x, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        let poses = |xs: [f64; 2]| Given::default().numbers(&[here, here].concat()).numbers(&xs.map(at).concat());
        let Ok(Answer::Numbers(rows)) = library.pairs(brick, ball, f64::INFINITY, poses([3.5, 1.25])) else {
            panic!("rows are expected")
        };
        assert_eq!((rows.len(), rows[0], rows[16]), (32, 2.0, -0.25));
        assert_eq!(rows[3..12], [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
        assert_eq!((rows[12..14].to_vec(), rows[28..30].to_vec()), (vec![1.0, 1.0], vec![-1.0, 1.0]));
        let Ok(Answer::Numbers(near)) = library.pairs(brick, ball, 0.5, poses([3.5, 1.25])) else { panic!() };
        assert!(near[0].is_nan() && near[1] > 0.5 && near[16] == -0.25);
        assert_eq!(library.intersect(brick, ball, poses([3.5, 1.25])), Ok(Answer::Numbers(vec![0.0, 1.0])));
        let wrong = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0];
        let error = library.intersect(brick, ball, Given::default().numbers(&here).numbers(&wrong)).unwrap_err();
        assert!(error.starts_with("row 0, pose of B: "), "{error}");
        assert_eq!(
            library.intersect(7, ball, poses([0.0, 0.0])).unwrap_err(),
            "body 7 does not exist, or was released"
        );
    }
}
