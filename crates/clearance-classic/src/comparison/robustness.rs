//! Where each algorithm breaks: families of pairs from ordinary to nasty, in two precisions, against the core's proven
//! answer.

use clearance::SupportExt;
use clearance::math::Rotor;
use clearance::query::signed_distance;
use clearance::{Polytope, Pose, Real, Rotor3, ShapeError, Space, Vec3, Vector};

use super::random::Random;
use crate::algorithm::Algorithm;

/// A kind of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Polytopes of 12 vertices, clearly apart.
    Apart,
    /// The same, clearly overlapping.
    Overlapping,
    /// Pairs at distances or depths from 10⁻¹⁵ to 10⁻³.
    NearTouch,
    /// A million times longer than thick, at distances and depths of any order of magnitude.
    Needles,
    /// Polygons without thickness.
    Flat,
    /// Boxes with parallel faces at places of a lattice: ties, and facets of the difference with many corners.
    Boxes,
}

/// How an answer compares with the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Right to 1024 roundings of the pair's size.
    Right,
    /// Apart or overlapping as the truth is, but with another distance.
    Inexact,
    /// Apart instead of overlapping, or the reverse.
    WrongSide,
    /// It got stuck, or the iterations were used up.
    NoAnswer,
}

/// How an algorithm did on a family in a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// "f64" or "f32".
    pub precision: &'static str,
    /// The family.
    pub family: Family,
    /// How many pairs there were with each [`Outcome`], in their order.
    pub counts: [u32; 4],
}

impl Score {
    /// How many pairs ended so.
    pub fn count(&self, outcome: Outcome) -> u32 {
        self.counts[outcome as usize]
    }
    /// How many pairs did not end right.
    pub fn failures(&self) -> u32 {
        self.counts[1..].iter().sum()
    }
}

impl Family {
    /// All of them, the ordinary ones first.
    pub const ALL: [Family; 6] =
        [Family::Apart, Family::Overlapping, Family::NearTouch, Family::Needles, Family::Flat, Family::Boxes];

    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Apart => "apart",
            Family::Overlapping => "overlapping",
            Family::NearTouch => "near touch",
            Family::Needles => "needles",
            Family::Flat => "flat",
            Family::Boxes => "boxes",
        }
    }

    fn points(self, random: &mut Random) -> Vec<Vec3<f64>> {
        let mut sizes = [0.7, 1.0, 1.3].map(|size| size * random.uniform(0.8, 1.2));
        match self {
            Family::Needles => (sizes[0], sizes[1]) = (1e-6, 1e-6),
            Family::Flat => sizes[1] = 0.0,
            Family::Boxes => {
                let corner = |k: usize| Vec3::from_fn(|i| if k >> i & 1 == 0 { 0.5 } else { -0.5 });
                return (0..8).map(corner).collect();
            }
            _ => {}
        }
        (0..12).map(|_| Vec3::from(sizes).scaled_by(random.direction())).collect()
    }

    /// The wanted signed distance.
    fn gap(self, random: &mut Random) -> f64 {
        let sign = if random.uniform(-1.0, 1.0) < 0.0 { -1.0 } else { 1.0 };
        match self {
            Family::Apart => random.uniform(0.1, 3.0),
            Family::Overlapping => random.uniform(-1.0, -0.2),
            Family::NearTouch => sign * 10f64.powf(random.uniform(-15.0, -3.0)),
            _ => sign * 10f64.powf(random.uniform(-12.0, 0.0)),
        }
    }
}

/// A pair of point sets with the quaternion and the translation of the second one.
struct Pair {
    points: [Vec<Vec3<f64>>; 2],
    quaternion: [f64; 4],
    translation: Vec3<f64>,
}

impl Pair {
    /// Two bodies one beside the other, then moved along the core's normal to the wanted gap: edges and faces come to
    /// lie opposite to one another as they do in life.
    fn new(family: Family, random: &mut Random) -> Result<Self, ShapeError> {
        let points = [family.points(random), family.points(random)];
        if family == Family::Boxes {
            let translation = Vec3::from_fn(|_| 0.5 * (random.uniform(-3.0, 4.0)).floor());
            return Ok(Pair { points, quaternion: [1.0, 0.0, 0.0, 0.0], translation });
        }
        let quaternion = random.rotor().quaternion();
        let mut pair = Pair { points, quaternion, translation: random.direction() * 3.0 };
        let (a, b, b_in_a) = pair.built::<f64>(|x| x)?;
        let beside = signed_distance(&a, &b, &b_in_a);
        pair.translation += beside.normal * (family.gap(random) - beside.signed_distance);
        Ok(pair)
    }

    /// The pair in a precision; `narrow` rounds the numbers.
    fn built<T: Real>(&self, narrow: fn(f64) -> f64) -> Result<Built<T>, ShapeError>
    where
        Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
    {
        let number = |x: f64| T::from_f64(narrow(x));
        let polytope = |points: &[Vec3<f64>]| {
            Polytope::new(&points.iter().map(|p| Vec3::from_fn(|i| number(p[i]))).collect::<Vec<_>>())
        };
        let rotor = Rotor3::from_wxyz(self.quaternion.map(number))?;
        let pose = Pose::new(rotor, Vec3::from_fn(|i| number(self.translation[i])))?;
        Ok((polytope(&self.points[0])?, polytope(&self.points[1])?, pose))
    }
}

type Built<T> = (Polytope<Vec3<T>>, Polytope<Vec3<T>>, Pose<Vec3<T>>);

/// All algorithms on `pairs` pairs of each family, in both precisions.
pub fn robustness(pairs: usize, seed: u64) -> Result<Vec<Score>, ShapeError> {
    let mut scores = Vec::new();
    for family in Family::ALL {
        let mut random = Random::new(seed);
        let drawn: Result<Vec<_>, _> = (0..pairs).map(|_| Pair::new(family, &mut random)).collect();
        let drawn = drawn?;
        let single: fn(f64) -> f64 = |x| f64::from(x as f32);
        for algorithm in Algorithm::ALL {
            let counts = [tally::<f64>(algorithm, &drawn, |x| x)?, tally::<f32>(algorithm, &drawn, single)?];
            for (precision, counts) in ["f64", "f32"].into_iter().zip(counts) {
                scores.push(Score { algorithm, precision, family, counts });
            }
        }
    }
    Ok(scores)
}

fn tally<T: Real>(algorithm: Algorithm, pairs: &[Pair], narrow: fn(f64) -> f64) -> Result<[u32; 4], ShapeError>
where
    Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
{
    let mut counts = [0; 4];
    for pair in pairs {
        // The truth is the core's in double precision, of the same numbers.
        let (a, b, b_in_a) = pair.built::<f64>(narrow)?;
        let truth = signed_distance(&a, &b, &b_in_a).signed_distance;
        let size = a.reach() + b.reach() + b_in_a.translation().norm();
        let (a, b, b_in_a) = pair.built::<T>(narrow)?;
        let found = algorithm.run((&a, &b, &b_in_a), |_| {});
        let tolerance = 1024.0 * T::UNIT.to_f64() * size;
        counts[judged(found.distance.to_f64(), found.regular, [truth, tolerance]) as usize] += 1;
    }
    Ok(counts)
}

fn judged(found: f64, regular: bool, [truth, tolerance]: [f64; 2]) -> Outcome {
    match () {
        _ if !regular => Outcome::NoAnswer,
        _ if (found - truth).abs() <= tolerance => Outcome::Right,
        _ if (found > 0.0) == (truth > 0.0) => Outcome::Inexact,
        _ => Outcome::WrongSide,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The failures of an algorithm on a family in a precision.
    fn failures(scores: &[Score], algorithm: Algorithm, precision: &str, family: Family) -> u32 {
        let same = |score: &&Score| (score.algorithm, score.precision, score.family) == (algorithm, precision, family);
        scores.iter().find(same).unwrap().failures()
    }

    #[test]
    fn each_algorithm_breaks_where_its_documentation_says() {
        let scores = robustness(60, 2).unwrap();
        let of = |algorithm, family| failures(&scores, algorithm, "f64", family);
        let published = &Algorithm::ALL[..8];
        for family in [Family::Apart, Family::Overlapping] {
            let sound = published.iter().filter(|a| ![Algorithm::Johnson, Algorithm::LiuFarthest].contains(a));
            sound.for_each(|&algorithm| assert_eq!(of(algorithm, family), 0, "{algorithm} {family:?}"));
        }
        assert!(of(Algorithm::Johnson, Family::Apart) > 6 && of(Algorithm::LiuFarthest, Family::Apart) > 1);
        assert!(of(Algorithm::VanDenBergen, Family::NearTouch) > 1);
        published.iter().for_each(|&algorithm| assert!(of(algorithm, Family::Needles) > 1, "{algorithm}"));
    }

    #[test]
    fn the_core_in_single_precision_is_right_in_every_family() {
        let scores = robustness(60, 3).unwrap();
        for family in Family::ALL {
            assert_eq!(failures(&scores, Algorithm::Core, "f32", family), 0, "{family:?}");
        }
    }
}
