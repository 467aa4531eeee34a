//! The published algorithms by name: a sub-algorithm with the start and the end that its paper gives it.

use std::fmt;
use std::str::FromStr;

use clearance::query::Pair;
use clearance::{Pose, Real, Space, Support, Vector};

use crate::difference::Difference;
use crate::epa::{self, Expansion};
use crate::gjk::{self, Closest, Options, Start, Step, Termination};
use crate::subalgorithm::{Choice, Johnson, Liu, Plex, SignedVolumes, Voronoi};

/// An algorithm for the distance, and for the depth of bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Algorithm {
    /// Gilbert, Johnson and Keerthi 1988 without a backup procedure: Johnson's conditions or nothing, `g ≤ 0`.
    Johnson,
    /// Original GJK with the backup procedure, the centroid start and `g ≤ ε`.
    JohnsonBackup,
    /// Van den Bergen 1999: Johnson, the lower bound, contact by a tolerance.
    VanDenBergen,
    /// Liu et al.: discard and add from the centroid, with the one repair that it needs ([`Choice::Nearest`]).
    Liu,
    /// Liu's rule to the letter: of several faces the one without the farthest point, re-occurrence of supporting
    /// vertices.
    LiuFarthest,
    /// Ericson 2005: Voronoi regions.
    Voronoi,
    /// Montanari et al. 2017.
    SignedVolumes,
    /// Casalino 2019.
    Casalino,
    /// The core of this project, for comparison.
    Core,
}

/// One thing that an algorithm did.
pub enum Event<'e, V: Space> {
    /// An iteration of GJK as published.
    Step(&'e Step<V>),
    /// An expansion of EPA as published.
    Expansion(&'e Expansion<'e, V>),
    /// What the core shows of itself.
    Core(clearance::query::Event<'e, V>),
}

/// What an algorithm says of two bodies, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<V: Vector> {
    /// Positive apart, minus the depth for bodies that meet.
    pub distance: V::Scalar,
    /// Unit, from A to B.
    pub normal: V,
    /// Witness point on A.
    pub witness_a: V,
    /// Witness point on B.
    pub witness_b: V,
    /// Whether it ended as its paper says; false if it got stuck or used up its iterations.
    pub regular: bool,
    /// Iterations and expansions.
    pub iterations: u32,
    /// Evaluations of the support mapping of the difference.
    pub supports: u32,
}

impl Algorithm {
    /// All of them, in the order of [`NAMES`](Algorithm::NAMES).
    pub const ALL: [Algorithm; 9] = [
        Algorithm::Johnson,
        Algorithm::JohnsonBackup,
        Algorithm::VanDenBergen,
        Algorithm::Liu,
        Algorithm::LiuFarthest,
        Algorithm::Voronoi,
        Algorithm::SignedVolumes,
        Algorithm::Casalino,
        Algorithm::Core,
    ];

    /// What they are called.
    pub const NAMES: [&'static str; 9] = [
        "johnson",
        "johnson-backup",
        "van-den-bergen",
        "liu",
        "liu-farthest",
        "voronoi",
        "signed-volumes",
        "casalino",
        "core",
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Algorithm::Johnson => "GJK of 1988, Johnson's sub-algorithm without a backup procedure",
            Algorithm::JohnsonBackup => "GJK of 1988, Johnson's sub-algorithm with the backup procedure",
            Algorithm::VanDenBergen => "GJK of van den Bergen 1999, Johnson's sub-algorithm, a lower bound",
            Algorithm::Liu => "GJK with Liu's discard and add, repaired",
            Algorithm::LiuFarthest => "GJK with Liu's discard and add to the letter",
            Algorithm::Voronoi => "GJK with Ericson's Voronoi regions",
            Algorithm::SignedVolumes => "GJK with Montanari's signed volumes",
            Algorithm::Casalino => "GJK and EPA of Casalino 2019, by plex updates",
            Algorithm::Core => "GJK with proven bounds, second-order steps, EPA, exact arithmetic",
        }
    }

    /// The start and the end that the paper gives it.
    pub fn options<T: Real>(self) -> Options<T> {
        let roundings = T::from_f64(Options::<T>::ROUNDINGS) * T::UNIT;
        let default = Options::default();
        let lower_bound = Termination::LowerBound { relative: roundings };
        match self {
            Algorithm::Johnson => Options { start: Start::Axis, termination: Termination::Optimality, ..default },
            Algorithm::JohnsonBackup | Algorithm::Liu | Algorithm::Voronoi | Algorithm::Core => default,
            // His test for contact compares squares with roundings of squares.
            Algorithm::VanDenBergen => Options { termination: lower_bound, contact: roundings, ..default },
            Algorithm::SignedVolumes => Options { termination: lower_bound, ..default },
            Algorithm::LiuFarthest => Options { termination: Termination::Reoccurrence, ..default },
            Algorithm::Casalino => Options { start: Start::Axis, termination: Termination::Reoccurrence, ..default },
        }
    }

    /// The distance or depth of two posed shapes; every iteration is shown to `observe`.
    pub fn run<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        self,
        pair: (&A, &B, &Pose<V>),
        mut observe: impl FnMut(Event<'_, V>),
    ) -> Answer<V> {
        if self == Algorithm::Core {
            return core(pair, observe);
        }
        let difference = Difference::new(pair);
        let found = self.closest(difference, &self.options(), |step| observe(Event::Step(step)));
        completed(difference, &found, observe)
    }

    /// The loop with the sub-algorithm and with any options; that of the core is its nearest relative, Ericson's.
    pub fn closest<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        self,
        difference: Difference<'_, V, A, B>,
        options: &Options<V::Scalar>,
        observe: impl FnMut(&Step<V>),
    ) -> Closest<V> {
        match self {
            Algorithm::Johnson => gjk::closest(difference, Johnson { backup: false }, options, observe),
            Algorithm::JohnsonBackup | Algorithm::VanDenBergen => {
                gjk::closest(difference, Johnson { backup: true }, options, observe)
            }
            Algorithm::Liu => gjk::closest(difference, Liu { choice: Choice::Nearest }, options, observe),
            Algorithm::LiuFarthest => gjk::closest(difference, Liu { choice: Choice::Farthest }, options, observe),
            Algorithm::Voronoi | Algorithm::Core => gjk::closest(difference, Voronoi, options, observe),
            Algorithm::SignedVolumes => gjk::closest(difference, SignedVolumes, options, observe),
            Algorithm::Casalino => gjk::closest(difference, Plex, options, observe),
        }
    }
}

fn core<V: Space>(
    (a, b, b_in_a): (&(impl Support<V> + ?Sized), &(impl Support<V> + ?Sized), &Pose<V>),
    mut observe: impl FnMut(Event<'_, V>),
) -> Answer<V> {
    let found = Pair::new(a, b, b_in_a).observed(|event| observe(Event::Core(event)));
    let (iterations, supports) = (found.iterations, found.iterations);
    let clearance::Proximity { signed_distance: distance, normal, witness_a, witness_b, .. } = found;
    Answer { distance, normal, witness_a, witness_b, regular: true, iterations, supports }
}

/// The answer for the whole bodies: the depth of cores that meet, less the radii.
pub(crate) fn completed<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: Difference<'_, V, A, B>,
    found: &Closest<V>,
    mut observe: impl FnMut(Event<'_, V>),
) -> Answer<V> {
    let mut answer = Answer {
        distance: found.last.upper,
        normal: -found.last.nearest.normalized(),
        witness_a: found.witness_a,
        witness_b: found.witness_b,
        regular: found.last.decision.is_answer(),
        iterations: found.last.iteration + 1,
        supports: found.supports,
    };
    if found.last.decision.is_contact() {
        let depth = epa::penetration(difference, &found.last.simplex, &epa::Options::default(), |expansion| {
            observe(Event::Expansion(expansion));
        });
        (answer.distance, answer.normal) = (-depth.depth, depth.normal);
        (answer.witness_a, answer.witness_b) = (depth.witness_a, depth.witness_b);
        answer.regular = matches!(depth.verdict, epa::Verdict::Final | epa::Verdict::Flat);
        answer.iterations += depth.expansions;
        answer.supports += depth.supports;
    }
    let [radius_a, radius_b] = difference.radii();
    answer.distance -= radius_a + radius_b;
    answer.witness_a += answer.normal * radius_a;
    answer.witness_b += -answer.normal * radius_b;
    answer
}

/// A name that no algorithm has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAlgorithm(String);

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "algorithm must be one of {}, got {:?}", Algorithm::NAMES.join(", "), self.0)
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, UnknownAlgorithm> {
        let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        found.ok_or_else(|| UnknownAlgorithm(name.into()))
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        let refused = "gkj".parse::<Algorithm>().unwrap_err().to_string();
        assert!(refused.starts_with("algorithm must be one of johnson, johnson-backup,"), "{refused}");
    }
}
