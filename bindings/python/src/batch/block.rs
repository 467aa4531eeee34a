//! Rows whose poses are read and whose pairs are answered side by side by the core's batch.

use clearance::{Pose3, Proximity, Rotor3, Shape3, ShapeError, Vec3, batch};

/// A pair of bounded shapes and the pose of the second one in the first one's frame.
pub struct Pair<'r> {
    /// Both shapes.
    pub shapes: [&'r Shape3<f64>; 2],
    /// How the second one is turned.
    pub rotor: Rotor3<f64>,
    /// Where its origin lies.
    pub translation: Vec3<f64>,
}

/// Such rows of a block, in memory that is used again for each.
#[derive(Default)]
pub struct Block<'r> {
    places: Vec<usize>,
    pairs: Vec<Pair<'r>>,
    poses: Vec<Result<Pose3<f64>, ShapeError>>,
    found: Vec<Proximity<Vec3<f64>>>,
}

impl<'r> Block<'r> {
    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.places.clear();
        self.pairs.clear();
    }

    /// Adds a row by its place in the block.
    pub fn add(&mut self, place: usize, pair: Pair<'r>) {
        self.places.push(place);
        self.pairs.push(pair);
    }

    /// Answers all rows in order, or reports what is wrong with their poses.
    pub fn answer(&mut self, mut done: impl FnMut(usize, Result<&Proximity<Vec3<f64>>, &ShapeError>)) {
        let Block { places, pairs, poses, found } = self;
        batch::poses_into(pairs.iter().map(|pair| (pair.rotor, pair.translation)), poses);
        let known = pairs.iter().zip(&*poses).filter_map(|(pair, pose)| {
            let [a, b] = pair.shapes;
            Some((a, b, pose.as_ref().ok()?))
        });
        batch::signed_distances_into(known, found);
        let mut found = found.iter();
        for (&place, pose) in places.iter().zip(&*poses) {
            match pose {
                Ok(_) => found.by_ref().take(1).for_each(|found| done(place, Ok(found))),
                Err(error) => done(place, Err(error)),
            }
        }
    }
}
