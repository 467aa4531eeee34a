//! Certificates of the crate under test, verified in the integers of another library.

use std::cmp::Ordering;

use clearance::Status;
use clearance::exact::{Exact, ExactPoint, ExactVector};
use clearance::query::Certificate;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::Polytope;
use super::directions::cross;
use super::polytope::common_denominator;

type Point = [IBig; 3];

/// Two rounded polytopes with all lengths as integers.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The points of the first core.
    pub a: Vec<Point>,
    /// The points of the second core.
    pub b: Vec<Point>,
    /// The sum of the radii.
    pub radius: IBig,
    /// Lattice steps in a unit of length.
    pub per_unit: IBig,
}

impl Lattice {
    /// The coarsest lattice that holds two polytopes.
    pub fn new(a: &Polytope, b: &Polytope) -> Self {
        let radius = &a.radius + &b.radius;
        let per_unit = common_denominator(a.points.iter().chain(&b.points).flatten().chain([&radius]));
        let steps =
            |c: &RBig| IBig::try_from(c * RBig::from(per_unit.clone())).expect("a multiple of every denominator");
        let points = |body: &Polytope| body.points.iter().map(|p| p.each_ref().map(steps)).collect();
        Lattice { a: points(a), b: points(b), radius: steps(&radius), per_unit: per_unit.clone() }
    }

    /// The status that a certificate proves, or what is wrong with the proof.
    pub fn verify(&self, certificate: &Certificate, dim: usize) -> Result<Status, &'static str> {
        let square = &self.radius * &self.radius;
        match certificate {
            Certificate::Separated { direction } => {
                let order = self.parting(direction)?;
                claim(order == Ordering::Greater, "the direction does not part the bodies")?;
            }
            Certificate::Touching { direction, pairs } => {
                let order = self.parting(direction)?;
                claim(order != Ordering::Less, "the direction does not bound the bodies")?;
                let (point, total) = self.weighted(pairs)?;
                claim(dot(&point, &point) == &square * &total * &total, "the points do not touch")?;
            }
            Certificate::Surrounded { pairs } => {
                claim(square == IBig::ZERO, "round bodies surround nothing")?;
                let points: Result<Vec<_>, _> = pairs.iter().map(|sides| self.between(sides)).collect();
                claim(surround(&points?, dim), "the origin is not inside the hull of the pairs")?;
            }
            Certificate::Reaching { pairs } => {
                let (point, total) = self.weighted(pairs)?;
                claim(dot(&point, &point) < &square * &total * &total, "the points do not reach one another")?;
            }
        }
        Ok(certificate.status())
    }

    /// How the least `n·w` compares with `r |n|`.
    fn parting(&self, direction: &ExactVector) -> Result<Ordering, &'static str> {
        let n = integers(direction.xyz.each_ref());
        claim(n.iter().any(|c| *c != IBig::ZERO), "the direction is null")?;
        let top = self.a.iter().map(|p| dot(&n, p)).max().ok_or("no points")?;
        let low = self.b.iter().map(|p| dot(&n, p)).min().ok_or("no points")?;
        let height = low - top;
        if self.radius == IBig::ZERO || height < IBig::ZERO {
            return Ok(height.cmp(&IBig::ZERO));
        }
        Ok((&height * &height).cmp(&(&self.radius * &self.radius * dot(&n, &n))))
    }

    /// `b − a` for a vertex of each.
    fn between(&self, sides: &[ExactPoint; 2]) -> Result<Point, &'static str> {
        let find = |p: &ExactPoint, points: &[Point]| {
            let [x, y, z, w] = integers([&p.xyz.xyz[0], &p.xyz.xyz[1], &p.xyz.xyz[2], &p.w]);
            let image = [x, y, z].map(|c| c * &self.per_unit);
            points.iter().find(|q| (0..3).all(|i| image[i] == &w * &q[i])).cloned().ok_or("no vertex of its body")
        };
        let (p, q) = (find(&sides[0], &self.a)?, find(&sides[1], &self.b)?);
        Ok(std::array::from_fn(|i| &q[i] - &p[i]))
    }

    /// `Σ λ w` and `Σ λ`.
    fn weighted(&self, pairs: &[([ExactPoint; 2], Exact)]) -> Result<(Point, IBig), &'static str> {
        let [mut sum, mut total] = [[IBig::ZERO, IBig::ZERO, IBig::ZERO], [IBig::ZERO, IBig::ZERO, IBig::ZERO]];
        claim((1..=4).contains(&pairs.len()), "one to four pairs are expected")?;
        let weights = integers::<4>(std::array::from_fn(|i| pairs.get(i).map_or(&Exact::ZERO, |pair| &pair.1)));
        for ((sides, _), weight) in pairs.iter().zip(&weights) {
            claim(*weight >= IBig::ZERO, "a weight is negative")?;
            let w = self.between(sides)?;
            sum = std::array::from_fn(|i| &sum[i] + &w[i] * weight);
            total[0] += weight;
        }
        let [total, ..] = total;
        claim(total > IBig::ZERO, "the weights are null")?;
        Ok((sum, total))
    }
}

fn claim(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Whether the origin is strictly inside the hull of points: on the inner side of every plane through some of them with
/// none beyond it, and of one at least.
fn surround(points: &[Point], dim: usize) -> bool {
    let count = points.len();
    let mut bounded = false;
    for i in 0..count {
        for j in 0..i {
            for k in 0..if dim == 3 { j } else { 1 } {
                let edge = |l: usize| -> Point { std::array::from_fn(|c| &points[l][c] - &points[i][c]) };
                let up = [IBig::ZERO, IBig::ZERO, IBig::ONE];
                let normal = cross(edge(j), if dim == 3 { edge(k) } else { up });
                let level = dot(&normal, &points[i]);
                let sides: Vec<_> = points.iter().map(|p| dot(&normal, p).cmp(&level)).collect();
                let (below, above) = (sides.contains(&Ordering::Less), sides.contains(&Ordering::Greater));
                if below == above {
                    // No plane, or points on both sides of it.
                    continue;
                }
                bounded = true;
                let inner = if below { IBig::ZERO < level } else { IBig::ZERO > level };
                if !inner {
                    return false;
                }
            }
        }
    }
    bounded
}

fn dot(a: &Point, b: &Point) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// Exact numbers times a common power of two that makes them integers.
fn integers<const N: usize>(values: [&Exact; N]) -> [IBig; N] {
    let exponents = values.iter().filter(|value| !value.is_zero()).map(|value| value.parts().2);
    let lowest = exponents.min().unwrap_or(0);
    values.map(|value| {
        let (negative, limbs, exponent) = value.parts();
        let magnitude = limbs.iter().rev().fold(UBig::ZERO, |sum, &limb| (sum << 64) + UBig::from(limb));
        let shift = if limbs.is_empty() { 0 } else { 64 * (exponent - lowest) as usize };
        let value = IBig::from(magnitude << shift);
        if negative { -value } else { value }
    })
}
