//! Pairs with the bodies of a crowded world: only those that are near enough to matter are evaluated.

use clearance::Vec3;
use clearance::enclosure::Ball;

use super::surroundings::Surroundings;

/// A pair that is not checked.
const NONE: u32 = u32::MAX;

/// The bodies of the world in a tree, and the pairs that they are in.
pub(crate) struct Crowd {
    surroundings: Surroundings,
    /// The robot's bodies that joints move.
    movers: Vec<usize>,
    /// The places of the pairs of each of them with each body of the world.
    pairs: Vec<u32>,
    bodies: usize,
    /// How many pairs the robot has with itself; they come first.
    own_pairs: usize,
}

impl Crowd {
    /// A tree of the world's bodies by their balls with their largest margins, none for a body without an end; for
    /// movers whose pairs follow one another from `own_pairs` on unless they are `closed`.
    pub fn new(world: Vec<Option<Ball<Vec3<f64>>>>, movers: Vec<usize>, closed: &[bool], own_pairs: usize) -> Self {
        let mut next = own_pairs as u32;
        let place = |closed: &bool| {
            next += u32::from(!closed);
            if *closed { NONE } else { next - 1 }
        };
        let pairs = closed.iter().map(place).collect();
        let bodies = world.len();
        Crowd { surroundings: Surroundings::new(world.into_iter()), movers, pairs, bodies, own_pairs }
    }

    /// How many pairs the robot has with itself.
    pub fn own_pairs(&self) -> usize {
        self.own_pairs
    }

    /// Calls `visit` with pairs of a mover and the world, nearest balls first; it returns the distance above which no
    /// pair matters any more.
    pub fn nearest(&self, mover: usize, reach: &Ball<Vec3<f64>>, max: f64, mut visit: impl FnMut(usize) -> f64) {
        let pairs = &self.pairs[mover * self.bodies..][..self.bodies];
        let mut last = max;
        self.surroundings.nearest(reach, max, |body| {
            if pairs[body] != NONE {
                last = visit(pairs[body] as usize);
            }
            last
        });
    }

    /// The places of all pairs with the world that may be within `max`, in order.
    pub fn within(&self, max: f64, ball: impl Fn(usize) -> Ball<Vec3<f64>>) -> Vec<usize> {
        let mut found = Vec::new();
        for (mover, &body) in self.movers.iter().enumerate() {
            let pairs = &self.pairs[mover * self.bodies..][..self.bodies];
            self.surroundings.within(&ball(body), max, |other| {
                if pairs[other] != NONE {
                    found.push(pairs[other] as usize);
                }
            });
        }
        found.sort_unstable();
        found
    }

    /// The movers, by their places among the robot's bodies.
    pub fn movers(&self) -> &[usize] {
        &self.movers
    }
}
