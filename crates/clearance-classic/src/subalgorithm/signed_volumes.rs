//! Signed volumes: barycentric weights as ratios of volumes, projected to where they are largest.
//!
//! M. Montanari, N. Petrinic and E. Barbieri, Improving the GJK algorithm for faster and more reliable distance queries
//! between convex objects, 2017. A tetrahedron is searched by its faces, a face by its edges; triangles are projected
//! along the axis and segments onto the axis on which they are largest, so that no weight is a ratio of two roundings.
//!
//! **Departure.** On a segment the end is taken that the signs point to; the paper takes the newest point, which its
//! callers know to be it.
//!
//! **Where it fails.** Sides are decided by the sign of a rounded 3 × 3 determinant: next to a face its sign is random,
//! and on a tetrahedron without volume all of them are.

use clearance::{Real, Vec3, Vector};

use super::{DistanceSubalgorithm, Reduced};

/// Montanari's signed volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedVolumes;

impl DistanceSubalgorithm for SignedVolumes {
    fn reduce<T: Real>(&self, points: &[Vec3<T>], _: usize) -> Option<Reduced<T>> {
        Some(match points.len() {
            1 => Reduced::of([0], [T::ONE]),
            2 => segment(points, [0, 1]),
            3 => triangle(points, [0, 1, 2]),
            _ => tetrahedron(points),
        })
    }
}

/// Both positive or both negative.
fn same_sign<T: Real>(x: T, y: T) -> bool {
    (x > T::ZERO && y > T::ZERO) || (x < T::ZERO && y < T::ZERO)
}

/// S3D: the cofactors of the matrix of the points are the volumes of the tetrahedra at the origin.
fn tetrahedron<T: Real>(s: &[Vec3<T>]) -> Reduced<T> {
    let volumes = [
        -s[1].dot(s[2].cross(s[3])),
        s[0].dot(s[2].cross(s[3])),
        -s[0].dot(s[1].cross(s[3])),
        s[0].dot(s[1].cross(s[2])),
    ];
    let whole = volumes.iter().fold(T::ZERO, |sum, &volume| sum + volume);
    if volumes.iter().all(|&volume| same_sign(volume, whole)) {
        return Reduced::of([0, 1, 2, 3], volumes.map(|volume| volume / whole));
    }
    let face = |j: usize| triangle(s, [(j + 1) % 4, (j + 2) % 4, (j + 3) % 4]);
    let visible = (0..4).filter(|&j| !same_sign(volumes[j], whole));
    // At least one volume has not the sign of the sum.
    visible.map(face).reduce(|best, other| best.nearer(other, s)).unwrap_or_else(|| face(0))
}

/// S2D: the areas of the triangles at the origin's foot `p₀`, seen along the axis along which the triangle is largest.
fn triangle<T: Real>(s: &[Vec3<T>], ids: [usize; 3]) -> Reduced<T> {
    let q = ids.map(|id| s[id]);
    let normal = (q[1] - q[0]).cross(q[2] - q[0]);
    let square = normal.norm_squared();
    if square == T::ZERO {
        return edges(s, ids, [true; 3]);
    }
    let foot = normal * (q[0].dot(normal) / square);
    let axis = (0..3).fold(0, |best, i| if normal[i].abs() > normal[best].abs() { i } else { best });
    let (k, l) = ((axis + 1) % 3, (axis + 2) % 3);
    let area = |a: Vec3<T>, b: Vec3<T>, c: Vec3<T>| (b[k] - a[k]) * (c[l] - a[l]) - (b[l] - a[l]) * (c[k] - a[k]);
    let areas = [area(foot, q[1], q[2]), area(q[0], foot, q[2]), area(q[0], q[1], foot)];
    let whole = normal[axis];
    let alike = areas.map(|area| same_sign(area, whole));
    if alike == [true; 3] {
        // Divided by their own sum, so that they add up to 1.
        let sum = areas[0] + areas[1] + areas[2];
        return Reduced::of(ids, areas.map(|area| area / sum));
    }
    edges(s, ids, alike.map(|alike| !alike))
}

/// The nearest point of the edges opposite to the points that are `seen` from the other side.
fn edges<T: Real>(s: &[Vec3<T>], ids: [usize; 3], seen: [bool; 3]) -> Reduced<T> {
    let edge = |j: usize| segment(s, [ids[(j + 1) % 3], ids[(j + 2) % 3]]);
    let wanted = (0..3).filter(|&j| seen[j]);
    wanted.map(edge).reduce(|best, other| best.nearer(other, s)).unwrap_or_else(|| edge(0))
}

/// S1D: the lengths to both sides of the origin's foot, along the axis on which the segment is longest.
fn segment<T: Real>(s: &[Vec3<T>], [i, j]: [usize; 2]) -> Reduced<T> {
    let edge = s[j] - s[i];
    let square = edge.norm_squared();
    if square == T::ZERO {
        return Reduced::of([j], [T::ONE]);
    }
    let foot = s[j] - edge * (s[j].dot(edge) / square);
    let axis = (0..3).fold(0, |best, k| if edge[k].abs() > edge[best].abs() { k } else { best });
    let (whole, to_i, to_j) = (edge[axis], foot[axis] - s[i][axis], s[j][axis] - foot[axis]);
    match (same_sign(to_j, whole), same_sign(to_i, whole)) {
        (true, true) => Reduced::of([i, j], [to_j / whole, to_i / whole]),
        (true, false) => Reduced::of([i], [T::ONE]),
        _ => Reduced::of([j], [T::ONE]),
    }
}
