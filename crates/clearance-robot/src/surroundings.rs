//! Which bodies of the world are near a ball: a tree of boxes, so that a crowd of bodies is not asked one by one.
//!
//! Every body is a cube about the ball that holds it, moved out by its largest margin. By inclusion the signed distance of two cubes is at
//! most that of the balls in them, less the margins: what a search of the tree leaves out could not have changed an answer.
//!
//! **Rounding.** The bounds from balls that the searches compare are within `20u` of `|k_a − k_b| + r_a + r_b + m_a + m_b` of the exact
//! ones. Each cube is moved out by `32u (|k| + r + m)` more, and the distance of two cubes is rounded down, so that it is below those too.

use clearance::Vec3;
use clearance_world::{Aabb, Tree};

/// Unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// A ball that holds a body, or where a body may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub center: Vec3<f64>,
    /// With the margin, and any way that the body may move.
    pub radius: f64,
}

/// The bodies of the world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    tree: Tree<Vec3<f64>>,
    /// Bodies without an end, which are near everything.
    everywhere: Vec<u32>,
}

impl Reach {
    fn cube(&self) -> Aabb<Vec3<f64>> {
        let size = self.center.x.abs() + self.center.y.abs() + self.center.z.abs() + self.radius;
        Aabb::at(self.center).inflated(self.radius + 32.0 * U * size + f64::MIN_POSITIVE)
    }
}

impl Surroundings {
    /// Of bodies by their places; those without an end have no ball.
    pub fn new(balls: impl Iterator<Item = Option<Reach>>) -> Self {
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
    pub fn within(&self, ball: &Reach, max: f64, mut visit: impl FnMut(usize)) {
        self.everywhere.iter().for_each(|&place| visit(place as usize));
        self.tree.items_within(&ball.cube(), max, |place| visit(place as usize));
    }

    /// Calls `visit` with the places of bodies, those with the nearest cubes first; it returns the distance above which no body matters any
    /// more. Every body that is not visited is farther from the ball than the last one returned, or than `max`.
    pub fn nearest(&self, ball: &Reach, mut max: f64, mut visit: impl FnMut(usize) -> f64) {
        for &place in &self.everywhere {
            max = visit(place as usize);
        }
        self.tree.closest_items(&ball.cube(), max, |place, _| visit(place as usize));
    }
}

#[cfg(test)]
mod tests;
