//! Which bodies of the world are near a ball: a tree of boxes, so that a crowd of bodies is not asked one by one.
//!
//! Every body is the cube about the ball that holds it, moved out by its largest margin: [`Ball::cube`] is so large
//! that what a search of the tree leaves out could not have changed an answer that balls decide.

use clearance::Vec3;
use clearance::enclosure::Ball;
use clearance_world::Tree;

/// The bodies of the world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    tree: Tree<Vec3<f64>>,
    /// Bodies without an end, which are near everything.
    everywhere: Vec<u32>,
}

impl Surroundings {
    /// A tree of bodies by their places; those without an end have no ball. The radius of a ball includes the body's
    /// margin.
    pub fn new(balls: impl Iterator<Item = Option<Ball<Vec3<f64>>>>) -> Self {
        let (mut cubes, mut everywhere) = (Vec::new(), Vec::new());
        for (place, ball) in (0u32..).zip(balls) {
            match ball {
                Some(ball) => cubes.push((place, ball.cube())),
                None => everywhere.push(place),
            }
        }
        Surroundings { tree: Tree::build(cubes), everywhere }
    }

    /// Calls `visit` with the places of all bodies that may be within `max` of a ball.
    pub fn within(&self, ball: &Ball<Vec3<f64>>, max: f64, mut visit: impl FnMut(usize)) {
        self.everywhere.iter().for_each(|&place| visit(place as usize));
        self.tree.items_within(&ball.cube(), max, |place| visit(place as usize));
    }

    /// Calls `visit` with the places of bodies, those with the nearest cubes first; it returns the distance above which
    /// no body matters any more. Every body that is not visited is farther from the ball than the last one returned, or
    /// than `max`.
    pub fn nearest(&self, ball: &Ball<Vec3<f64>>, mut max: f64, mut visit: impl FnMut(usize) -> f64) {
        for &place in &self.everywhere {
            max = visit(place as usize);
        }
        self.tree.closest_items(&ball.cube(), max, |place, _| visit(place as usize));
    }
}

#[cfg(test)]
mod tests;
