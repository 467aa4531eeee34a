//! The signed distance of any two bodies by branch and bound over all directions.
//!
//! `signed distance = max over unit n of −h(n)`, `h` the support function of `M = A − B`: whatever `n`, `−h(n)` is a
//! lower bound. Over the directions of a cell between corners `nᵢ`, a point `x` of `M` gives `h(n) ≥ n·x ≥ minᵢ nᵢ·x`
//! up to the cell's curvature, which bounds the maximum from above. Cells are halved, the least decided first, until
//! both meet. Costs thousands of support evaluations; shares nothing with the algorithms under test.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::model::Model;
use crate::triple::Triple;

/// Rounding of a support point and its height in units of 2⁻⁵³ of the bodies' magnitude.
const ROUNDING: f64 = 64.0;

/// `lower ≤ signed distance ≤ upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosure {
    /// Attained by the plane along `normal`.
    pub lower: f64,
    /// Bounds from the last cells.
    pub upper: f64,
    /// The best direction seen, from the first body to the second.
    pub normal: Triple<f64>,
}

#[derive(Clone, Debug)]
struct Cell {
    /// Two or three unit directions with their support points of `M`.
    corners: Vec<(Triple<f64>, Triple<f64>)>,
    /// A point of `M` that proves the bound.
    proof: Triple<f64>,
    /// No direction of the cell has a smaller `h`.
    bound: f64,
}

/// Encloses the signed distance to `precision` (a length), or as well as `evaluations` of the supports allow.
pub fn signed_distance(a: &Model<f64>, b: &Model<f64>, dim: usize, precision: f64, evaluations: usize) -> Enclosure {
    let support = |n: Triple<f64>| (n, a.support(n) - b.support(-n));
    let mut least = (f64::INFINITY, Triple::axis(0));
    let mut heap = BinaryHeap::new();
    for directions in first_cells(dim) {
        let corners: Vec<_> = directions.into_iter().map(support).collect();
        corners.iter().for_each(|&corner| improve(&mut least, corner));
        let proof = corners[0].1;
        heap.push(Cell::new(corners, proof));
    }
    let mut left = evaluations;
    while let Some(cell) = heap.peek() {
        if left == 0 || least.0 - cell.bound <= precision {
            break;
        }
        let cell = heap.pop().expect("peeked");
        let (i, j) = cell.longest_side();
        let middle = support((cell.corners[i].0 + cell.corners[j].0).unit());
        improve(&mut least, middle);
        for end in [i, j] {
            let mut corners = cell.corners.clone();
            corners[end] = middle;
            heap.push(Cell::new(corners, cell.proof));
        }
        left -= 1;
    }
    let rounding = ROUNDING * f64::EPSILON / 2.0 * (a.magnitude() + b.magnitude());
    let bound = heap.peek().map_or(least.0, |cell| cell.bound);
    Enclosure { lower: -least.0 - rounding, upper: -bound + rounding, normal: least.1 }
}

fn improve(least: &mut (f64, Triple<f64>), (n, x): (Triple<f64>, Triple<f64>)) {
    let height = n.dot(x);
    if height < least.0 {
        *least = (height, n);
    }
}

/// The quadrants of the circle or the octants of the sphere.
fn first_cells(dim: usize) -> Vec<Vec<Triple<f64>>> {
    let signed = |k: usize, i: usize| Triple::axis(i) * if k >> i & 1 == 0 { 1.0 } else { -1.0 };
    (0..1 << dim).map(|k| (0..dim).map(|i| signed(k, i)).collect()).collect()
}

impl Cell {
    fn new(corners: Vec<(Triple<f64>, Triple<f64>)>, proof: Triple<f64>) -> Self {
        let heights = |x: Triple<f64>| corners.iter().map(|&(n, _)| n.dot(x)).collect::<Vec<_>>();
        let mut best = (proof, heights(proof));
        // Every mixture of points of M is one. Two rounds over the corners find nearly the best mixture.
        for _ in 0..2 {
            for &(_, x) in &corners {
                let weight = best_mixture(&best.1, &heights(x));
                let mixed = best.0 * (1.0 - weight) + x * weight;
                best = (mixed, heights(mixed));
            }
        }
        let least = minimum(&best.1);
        // A unit direction of the cell is Σ λᵢnᵢ with 1 ≤ Σ λᵢ ≤ 1/(distance of the flat cell from the origin).
        let bound = if least < 0.0 { least / flat_distance(&corners) } else { least };
        Cell { proof: best.0, bound, corners }
    }

    fn longest_side(&self) -> (usize, usize) {
        let sides = if self.corners.len() == 2 { vec![(0, 1)] } else { vec![(0, 1), (1, 2), (2, 0)] };
        let length = |&(i, j): &(usize, usize)| (self.corners[i].0 - self.corners[j].0).norm();
        sides.into_iter().max_by(|s, t| length(s).total_cmp(&length(t))).expect("a cell has sides")
    }
}

fn minimum(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The weight of `q` in the mixture of `p` and `q` whose least entry is greatest: an end, or where two entries cross.
fn best_mixture(p: &[f64], q: &[f64]) -> f64 {
    let least = |w: f64| p.iter().zip(q).map(|(p, q)| p * (1.0 - w) + q * w).fold(f64::INFINITY, f64::min);
    let mut best = (least(0.0), 0.0);
    let mut consider = |w: f64| {
        if (0.0..=1.0).contains(&w) && least(w) > best.0 {
            best = (least(w), w);
        }
    };
    consider(1.0);
    for i in 0..p.len() {
        for j in 0..i {
            consider((p[i] - p[j]) / ((p[i] - p[j]) - (q[i] - q[j])));
        }
    }
    best.1
}

fn flat_distance(corners: &[(Triple<f64>, Triple<f64>)]) -> f64 {
    match corners {
        [(p, _), (q, _)] => (*p + *q).norm() / 2.0,
        [(p, _), (q, _), (r, _)] => {
            let normal = (*q - *p).cross(*r - *p);
            (normal.dot(*p) / normal.norm()).abs()
        }
        _ => unreachable!("cells have two or three corners"),
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cell {}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    /// The heap's top is the cell with the least bound.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{BodySpec, PoseSpec, ShapeSpec};

    fn enclose(a: ShapeSpec, b: ShapeSpec, offset: [f64; 3], quaternion: [f64; 4]) -> Enclosure {
        let a = Model::new(&BodySpec { shape: a, pose: PoseSpec::identity(3) }, 3);
        let pose = PoseSpec { translation: offset.to_vec(), quaternion };
        signed_distance(&a, &Model::new(&BodySpec { shape: b, pose }, 3), 3, 1e-12, 20_000)
    }

    #[test]
    fn crossed_cylinders_leave_sideways() {
        let long = ShapeSpec::Cylinder { radius: 0.5, half_length: 10.0, axis: None };
        let found = enclose(long.clone(), long, [0.25, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]);
        assert!(found.lower <= -0.75 && -0.75 <= found.upper && found.upper - found.lower < 1e-11, "{found:?}");
    }

    #[test]
    fn an_ellipsoid_in_a_box_leaves_through_the_nearest_wall() {
        let room = ShapeSpec::Box { half_extents: vec![3.0, 2.0, 4.0] };
        let egg = ShapeSpec::Ellipsoid { radii: vec![0.5, 0.25, 1.0] };
        let found = enclose(room, egg, [0.5, 0.375, -0.25], [1.0, 0.0, 0.0, 0.0]);
        assert!(found.lower <= -1.875 && -1.875 <= found.upper && found.upper - found.lower < 1e-11, "{found:?}");
    }

    #[test]
    fn separated_cones_are_enclosed_too() {
        let cone = ShapeSpec::Cone { radius: 1.0, half_length: 1.0, axis: None };
        let found = enclose(cone.clone(), cone, [0.0, 0.0, 2.5], [1.0, 0.0, 0.0, 0.0]);
        assert!(found.lower <= 0.5 && 0.5 <= found.upper && found.upper - found.lower < 1e-11, "{found:?}");
    }
}
