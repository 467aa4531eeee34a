//! The signed distance of polytopes and rounded polytopes in rational numbers, by trying every direction that can
//! matter.
//!
//! `signed distance = max over n of s(n)`, `s(n) = (min n·B − max n·A) / |n|`, and the maximum is attained in a
//! direction fixed by few vertices: between two vertices, from a vertex across an edge, or perpendicular to two edges.
//! So the best of all such directions is the answer, with no search that could go astray. O(n⁴) directions: for small
//! polytopes.

mod certificate;
mod directions;
mod polytope;

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::number::{Number, Wide};
use crate::triple::Triple;
pub use certificate::Lattice;
use directions::{Direction, candidates};
pub use polytope::{Polytope, wide};

/// Relative error of a direction and its height in 106 bits, with ample reserve; times the direction's conditioning.
const FILTER: f64 = 1e-28;

/// An exact signed distance: of the cores a signed square root, minus the radii.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactDistance {
    /// Whether the cores are separated, touching or overlapping.
    pub core_sign: Ordering,
    /// The square of the cores' distance or depth.
    pub core_square: RBig,
    /// The sum of the radii.
    pub radii: RBig,
}

impl ExactDistance {
    /// `Greater` for separated, `Equal` for touching, `Less` for overlapping bodies.
    pub fn sign(&self) -> Ordering {
        match self.core_sign {
            Ordering::Greater => self.core_square.cmp(&(&self.radii * &self.radii)),
            sign if self.radii == RBig::ZERO => sign,
            _ => Ordering::Less,
        }
    }

    /// The signed distance to 30 digits of the cores' distance and of the radii.
    pub fn value(&self) -> Wide {
        let root = wide(&self.core_square).sqrt();
        let core = if self.core_sign == Ordering::Less { -root } else { root };
        core - wide(&self.radii)
    }
}

/// The exact signed distance of two rounded polytopes in the plane or in space.
pub fn signed_distance(a: &Polytope, b: &Polytope, dim: usize) -> ExactDistance {
    let origin = a.points[0].clone();
    let local: Vec<[RBig; 3]> = a.points.iter().chain(&b.points).map(|p| polytope::difference(p, &origin)).collect();
    let points: Vec<Triple<Wide>> = local.iter().map(|p| Triple(p.each_ref().map(wide))).collect();
    let grid = Grid::new(&local);
    let split = a.points.len();
    let mut best: Option<Height> = None;
    for direction in promising(&points, split, dim) {
        let Some(height) = Height::of(&grid.points, split, &direction) else { continue };
        if best.as_ref().is_none_or(|best| height.above(best)) {
            best = Some(height);
        }
    }
    // No direction is left only where A − B is one point at the origin, or a line through it: a direction across it has
    // height zero.
    let best = best.unwrap_or(Height { height: IBig::ZERO, square: IBig::ONE });
    let best = if grid.is_thin(dim) && best.height < IBig::ZERO { Height { height: IBig::ZERO, ..best } } else { best };
    ExactDistance {
        core_sign: best.height.cmp(&IBig::ZERO),
        core_square: grid.square_length(&best),
        radii: &a.radius + &b.radius,
    }
}

/// The directions that may be the best, judged in 106 bits.
fn promising(points: &[Triple<Wide>], split: usize, dim: usize) -> Vec<Direction> {
    let size = points.iter().map(|p| p.max_abs().value()).fold(0.0, f64::max);
    let coordinates: Vec<_> = points.iter().map(|p| p.0).collect();
    let mut floor = f64::NEG_INFINITY;
    let mut found = Vec::new();
    for direction in candidates(split, points.len(), dim) {
        let n = Triple(direction.vector(&coordinates));
        let length = n.norm().value();
        let conditioning = direction.magnitude(points) / length;
        if length == 0.0 || conditioning > 1e24 {
            found.push((f64::INFINITY, direction));
            continue;
        }
        let height = (gap(points, split, n) * (Wide::new(1.0) / n.norm())).value();
        let error = FILTER * conditioning * size;
        floor = floor.max(height - error);
        found.push((height + error, direction));
    }
    // Heights are compared as rounded numbers.
    let floor = floor - 4.0 * f64::EPSILON * floor.abs();
    found.into_iter().filter(|&(most, _)| most >= floor).map(|(_, direction)| direction).collect()
}

fn gap(points: &[Triple<Wide>], split: usize, n: Triple<Wide>) -> Wide {
    let (a, b) = points.split_at(split);
    let top = a.iter().map(|p| p.dot(n)).reduce(Wide::max).expect("a polytope has points");
    let low = b.iter().map(|p| -p.dot(n)).reduce(Wide::max).expect("a polytope has points");
    -top - low
}

/// The points on a common integer grid.
struct Grid {
    points: Vec<[IBig; 3]>,
    /// Grid steps in a unit of length.
    per_unit: RBig,
}

impl Grid {
    fn new(points: &[[RBig; 3]]) -> Self {
        let unit = polytope::common_denominator(points.iter().flatten());
        let scaled = |c: &RBig| IBig::try_from(c * RBig::from(unit.clone())).expect("a multiple of every denominator");
        Grid { points: points.iter().map(|p| p.each_ref().map(scaled)).collect(), per_unit: RBig::from(unit) }
    }

    /// Whether the points span less than a line in the plane or less than a plane in space.
    fn is_thin(&self, dim: usize) -> bool {
        let edge = |p: &[IBig; 3]| std::array::from_fn::<IBig, 3, _>(|i| &p[i] - &self.points[0][i]);
        let edges: Vec<_> = self.points.iter().map(edge).collect();
        let null = |v: &[IBig; 3]| v.iter().all(|c| *c == IBig::ZERO);
        match edges.iter().find(|e| !null(e)) {
            None => true,
            Some(first) => dim == 3 && edges.iter().all(|e| null(&directions::cross(first.clone(), e.clone()))),
        }
    }

    fn square_length(&self, height: &Height) -> RBig {
        let square = RBig::from(&height.height * &height.height) / RBig::from(height.square.clone());
        square / (&self.per_unit * &self.per_unit)
    }
}

/// `s(n) = height / √square`.
struct Height {
    height: IBig,
    square: IBig,
}

impl Height {
    fn of(points: &[[IBig; 3]], split: usize, direction: &Direction) -> Option<Self> {
        let n = direction.vector(points);
        let dot = |p: &[IBig; 3]| &p[0] * &n[0] + &p[1] * &n[1] + &p[2] * &n[2];
        let square = dot(&n);
        if square == IBig::ZERO {
            return None;
        }
        let (a, b) = points.split_at(split);
        let top = a.iter().map(dot).max()?;
        let low = b.iter().map(dot).min()?;
        Some(Height { height: low - top, square })
    }

    fn above(&self, other: &Self) -> bool {
        let signed_square = |h: &Self| &h.height * h.height.clone().max(-h.height.clone());
        signed_square(self) * &other.square > signed_square(other) * &self.square
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{BodySpec, PoseSpec, ShapeSpec};

    fn polytope(shape: ShapeSpec, translation: [f64; 3], quaternion: [f64; 4]) -> Polytope {
        let pose = PoseSpec { translation: translation.to_vec(), quaternion };
        Polytope::new(&BodySpec { shape, pose }, 3).unwrap()
    }

    fn cube() -> ShapeSpec {
        ShapeSpec::Box { half_extents: vec![0.5; 3] }
    }

    #[test]
    fn a_cube_on_its_edge_touches_a_cube_face() {
        let still = polytope(cube(), [0.25, 0.5, -3.0], [1.0, 0.0, 0.0, 0.0]);
        // Turned by 90° about x, and one side above.
        let turned = polytope(cube(), [0.5, 0.25, -2.0], [1.0, 1.0, 0.0, 0.0]);
        let found = signed_distance(&still, &turned, 3);
        assert_eq!(found.sign(), Ordering::Equal);
        assert_eq!(found.value().value(), 0.0);
    }

    #[test]
    fn distances_of_every_feature_pair() {
        let still = polytope(cube(), [0.0; 3], [1.0, 0.0, 0.0, 0.0]);
        let at = |offset: [f64; 3]| signed_distance(&still, &polytope(cube(), offset, [1.0, 0.0, 0.0, 0.0]), 3);
        assert_eq!(at([1.75, 0.25, 0.0]).value().value(), 0.75);
        assert_eq!(at([4.0, 5.0, 0.0]).core_square, RBig::from(25u8));
        assert_eq!(at([4.0, 3.0, 3.0]).core_square, RBig::from(17u8));
        assert_eq!(at([0.25, 0.125, 0.5]).value().value(), -0.5);
    }

    #[test]
    fn identical_points_touch_and_collinear_segments_do_too() {
        let point = || polytope(ShapeSpec::Point {}, [0.1, 0.2, 0.3], [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(signed_distance(&point(), &point(), 3).sign(), Ordering::Equal);
        let segment = ShapeSpec::Segment { a: vec![0.0; 3], b: vec![1.0, 2.0, 4.0] };
        let first = polytope(segment.clone(), [0.0; 3], [1.0, 0.0, 0.0, 0.0]);
        let second = polytope(segment, [0.5, 1.0, 2.0], [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(signed_distance(&first, &second, 3).sign(), Ordering::Equal);
    }

    #[test]
    fn radii_count_against_the_cores() {
        let capsule = ShapeSpec::Capsule { radius: 0.75, half_length: 1.0, axis: None };
        let first = polytope(capsule.clone(), [0.0; 3], [1.0, 0.0, 0.0, 0.0]);
        let second = polytope(capsule, [1.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.0]);
        let found = signed_distance(&first, &second, 3);
        assert_eq!((found.sign(), found.value().value()), (Ordering::Less, -0.5));
    }
}
