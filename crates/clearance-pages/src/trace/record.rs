//! What was seen of a run, the same for every algorithm and dimension: in the world frame, in `f64`, with names for
//! points.

use clearance::Vec3;
use serde::Serialize;

use crate::outline::{Place, Solid};

/// A place as a vector.
pub fn vector(place: Place) -> Vec3<f64> {
    Vec3::from(place)
}

/// A point of the Minkowski difference with its sources.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Corner {
    /// Its name: `w` and this number, counted in the order of first appearance.
    pub name: usize,
    /// `a - b`.
    pub w: Place,
    /// The point on A's core.
    pub a: Place,
    /// The point on B's core.
    pub b: Place,
    /// The numbers of the vertices of A and B, where they are polytopes.
    pub vertices: Option<[u32; 2]>,
    /// Its weight in the nearest point.
    pub weight: Option<f64>,
}

/// The polytope of EPA.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Polytope {
    /// Its points.
    pub points: Vec<Place>,
    /// The names of the points.
    pub names: Vec<usize>,
    /// Facets by the places of their points in the list, counter-clockwise seen from outside.
    pub facets: Vec<Vec<u32>>,
}

/// The part of the method to which a step belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Phase {
    /// The distance loop.
    #[serde(rename = "GJK")]
    Gjk,
    /// The growth of a polytope.
    #[serde(rename = "EPA")]
    Epa,
}

impl Phase {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Gjk => "GJK",
            Phase::Epa => "EPA",
        }
    }
}

/// One step: what was at hand, what was asked and found, and what followed from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// Where it belongs.
    pub phase: Phase,
    /// Which support evaluation it is, counted from 1; of a closing picture the last one.
    pub number: u32,
    /// The simplex before the step; of EPA the nearest facet.
    pub simplex: Vec<Corner>,
    /// The point of the simplex nearest to the origin.
    pub nearest: Place,
    /// The unit direction that was asked, and why, if one was.
    pub direction: Option<Place>,
    /// Why this direction.
    pub means: &'static str,
    /// The support point found.
    pub support: Option<Corner>,
    /// A lower bound of the cores' signed distance after the step, where the method has one.
    pub lower: Option<f64>,
    /// An upper bound of it.
    pub upper: Option<f64>,
    /// The polytope of EPA.
    pub polytope: Option<Polytope>,
    /// What followed.
    pub decision: String,
    /// How many steps that were the same followed, and are left out.
    pub repeats: u32,
}

/// What the run came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Outcome {
    /// `separated`, `touching` or `overlapping`, and how it is known.
    pub status: String,
    /// The signed distance.
    pub distance: f64,
    /// Its enclosure, where the method has one.
    pub bounds: Option<[f64; 2]>,
    /// Unit vector from A to B, if known.
    pub normal: Option<Place>,
    /// The witness points, if known.
    pub witnesses: Option<[Place; 2]>,
    /// Support evaluations of the pair.
    pub evaluations: u32,
    /// The solver of the core that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<&'static str>,
    /// What the core says, of other algorithms.
    pub reference: Option<f64>,
}

/// A run of an algorithm on a pair.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// What the case is called.
    pub case: String,
    /// 2 or 3.
    pub dim: usize,
    /// What the algorithm is called.
    pub algorithm: String,
    /// What it is, in a line.
    pub about: String,
    /// The bodies in place.
    pub bodies: [Solid; 2],
    /// Their cores, where a ball is swept over them.
    pub cores: [Option<Solid>; 2],
    /// The radii of the balls.
    pub radii: [f64; 2],
    /// The Minkowski difference of the cores.
    pub difference: Solid,
    /// The steps in order.
    pub frames: Vec<Frame>,
    /// What came out.
    pub outcome: Outcome,
}

/// Gives points their names.
#[derive(Default)]
pub struct Names(Vec<[u64; 3]>);

impl Names {
    /// The name of a point: the same for the same coordinates.
    pub fn of(&mut self, w: Place) -> usize {
        // Zero has two signs, and one name.
        let bits = w.map(|x| (x + 0.0).to_bits());
        self.0.iter().position(|known| *known == bits).unwrap_or_else(|| {
            self.0.push(bits);
            self.0.len() - 1
        })
    }
}

/// Leaves out steps that are the same as the one before them: a method that goes in circles of one.
pub fn without_repeats(frames: Vec<Frame>) -> Vec<Frame> {
    let mut kept: Vec<Frame> = Vec::new();
    for frame in frames {
        match kept.last_mut() {
            Some(last) if last.is_repeated_by(&frame) => last.repeats += 1,
            _ => kept.push(frame),
        }
    }
    kept
}

impl Frame {
    fn is_repeated_by(&self, next: &Frame) -> bool {
        let next = Frame { number: self.number, repeats: self.repeats, ..next.clone() };
        *self == next
    }

    /// Says how often the step was repeated, if it was.
    pub fn repeated(&self) -> Option<String> {
        (self.repeats > 0).then(|| format!("the same step {} times more", self.repeats))
    }

    /// Whether a later simplex is made of this step's points, and which of them it has dropped.
    pub fn dropped(&self, next: &[Corner]) -> Vec<usize> {
        let kept = |name: usize| next.iter().any(|corner| corner.name == name);
        let points = self.simplex.iter().chain(&self.support);
        points.map(|corner| corner.name).filter(|&name| !kept(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_keep_their_names() {
        let mut names = Names::default();
        let found = [[1.0, 0.0, 0.0], [0.5, 0.0, 0.0], [1.0, -0.0, 0.0]].map(|w| names.of(w));
        assert_eq!(found, [0, 1, 0]);
    }
}
