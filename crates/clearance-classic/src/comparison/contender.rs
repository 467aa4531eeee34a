//! The four algorithms of the paper, and the core.

use clearance::hull::convex_hull;
use clearance::query::{Pair, WarmStart};
use clearance::{Polytope, Pose3, ShapeError, Space, Support, Vec3};

use crate::difference::Difference;
use crate::gjk::{self, Options, Start};
use crate::strategy::{Climb, From, Scan, Searched};
use crate::subalgorithm::{Choice, DistanceSubalgorithm, Johnson, Liu};

/// A distance algorithm with its way to support points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contender {
    /// Johnson's sub-algorithm, all vertices scanned.
    Original,
    /// Liu's discard and add, all vertices scanned.
    Liu,
    /// Johnson's sub-algorithm, Cameron's climbing.
    Cameron,
    /// Liu's discard and add, Cameron's climbing.
    LiuCameron,
    /// The core's distance on its polytopes, bounds proven.
    Core,
}

impl Contender {
    /// All of them, the four of the paper first.
    pub const ALL: [Contender; 5] =
        [Contender::Original, Contender::Liu, Contender::Cameron, Contender::LiuCameron, Contender::Core];

    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Contender::Original => "original GJK",
            Contender::Liu => "with Liu's",
            Contender::Cameron => "with Cameron's",
            Contender::LiuCameron => "with both",
            Contender::Core => "core",
        }
    }
}

/// A polytope prepared for every contender.
#[derive(Clone, Debug)]
pub struct Body {
    /// Searched by scanning.
    pub scanned: Searched<Vec3<f64>, Scan>,
    /// Searched by climbing from the last vertex.
    pub climbed: Searched<Vec3<f64>, Climb>,
    /// The core's.
    pub polytope: Polytope<Vec3<f64>>,
}

impl Body {
    /// The hull of some points.
    pub fn new(points: &[Vec3<f64>]) -> Result<Self, ShapeError> {
        let hull = convex_hull(points)?;
        let climb = Climb::new(&hull, From::Cached);
        Ok(Body {
            scanned: Searched::with(&hull, Scan),
            climbed: Searched::with(&hull, climb),
            polytope: Polytope::from_hull(&hull),
        })
    }

    /// Scalar products with vertices so far, of both strategies.
    pub fn products(&self) -> u64 {
        self.scanned.products() + self.climbed.products()
    }
}

/// What a contender remembers of a moving pair.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    start: Start,
    warm: WarmStart<Vec3<f64>>,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { start: Start::Centroid, warm: WarmStart::new() }
    }
}

/// What a contender answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// The distance; zero for bodies that meet.
    pub distance: f64,
    /// Iterations of the loop.
    pub iterations: u32,
    /// Evaluations of the support mapping of the difference.
    pub supports: u32,
}

impl Contender {
    /// The distance of two bodies, from what is remembered, which is brought up to date.
    pub fn ask(self, [a, b]: [&Body; 2], b_in_a: &Pose3<f64>, memory: &mut Memory) -> Asked {
        let scanned = (&a.scanned, &b.scanned, b_in_a);
        let climbed = (&a.climbed, &b.climbed, b_in_a);
        match self {
            Contender::Core => self.ask_shapes((&a.polytope, &b.polytope, b_in_a), memory),
            Contender::Original | Contender::Liu => self.ask_shapes(scanned, memory),
            Contender::Cameron | Contender::LiuCameron => self.ask_shapes(climbed, memory),
        }
    }

    /// A contender for any shapes that bring their own support search.
    pub(super) fn ask_shapes<A: Support<Vec3<f64>>, B: Support<Vec3<f64>>>(
        self,
        pair: (&A, &B, &Pose3<f64>),
        memory: &mut Memory,
    ) -> Asked {
        match self {
            Contender::Original | Contender::Cameron => with(Johnson { backup: true }, pair, memory),
            Contender::Liu | Contender::LiuCameron => with(Liu { choice: Choice::Nearest }, pair, memory),
            Contender::Core => {
                let found = Pair::new(pair.0, pair.1, pair.2).warm(&mut memory.warm).distance();
                let clearance::Proximity { signed_distance: distance, iterations, .. } = found;
                Asked { distance, iterations, supports: iterations }
            }
        }
    }
}

fn with<V: Space<Scalar = f64>, A: Support<V>, B: Support<V>>(
    subalgorithm: impl DistanceSubalgorithm,
    pair: (&A, &B, &clearance::Pose<V>),
    memory: &mut Memory,
) -> Asked {
    let options = Options { start: memory.start, ..Options::default() };
    let found = gjk::closest(Difference::new(pair), subalgorithm, &options, |_| {});
    memory.start = found.start();
    Asked { distance: found.last.upper, iterations: found.last.iteration + 1, supports: found.supports }
}
