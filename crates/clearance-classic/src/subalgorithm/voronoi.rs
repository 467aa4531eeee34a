//! Ericson's sub-algorithm: in which of the 15 Voronoi regions of the simplex does the origin lie?
//!
//! C. Ericson, The Gilbert-Johnson-Keerthi algorithm (course notes) and Real-Time Collision Detection, 2005. Vertices
//! are tried before edges, edges before faces; the last case is the inside.
//!
//! **Departure.** The notes say that the origin lies in the region of a face if the face's plane separates it from the
//! fourth point. Over a blunt edge that holds for both faces, and the foot on the wrong one lies outside of it. Here
//! the foot must lie inside as well.
//!
//! **Where it fails.** The tests share no arithmetic, so on flat simplices rounding can make all of them fail; what is
//! left is the inside, and two bodies that are apart are said to meet.

use clearance::{Real, Vec3, Vector};

use super::{DistanceSubalgorithm, Reduced, inner_weights};

/// Ericson's Voronoi regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voronoi;

const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]];
/// Each face with the point opposite to it.
const FACES: [([usize; 3], usize); 4] = [([0, 1, 2], 3), ([0, 1, 3], 2), ([0, 2, 3], 1), ([1, 2, 3], 0)];

impl DistanceSubalgorithm for Voronoi {
    fn reduce<T: Real>(&self, q: &[Vec3<T>], _: usize) -> Option<Reduced<T>> {
        let vertices = (0..q.len()).find(|&i| in_vertex_region(q, i)).map(|i| Reduced::of([i], [T::ONE]));
        let edges = || EDGES.into_iter().filter(|e| e[1] < q.len()).find_map(|e| on_edge(q, e));
        let found = vertices.or_else(edges);
        match q.len() {
            3 => found.or_else(|| on_face(q, [0, 1, 2])),
            4 => found
                .or_else(|| FACES.into_iter().find_map(|face| beyond_face(q, face)))
                .or_else(|| Some(Reduced::of([0, 1, 2, 3], inner_weights(q)))),
            _ => found,
        }
    }
}

/// `(P − Qᵢ)·(Qⱼ − Qᵢ) ≤ 0` for all others, with the origin for `P`.
fn in_vertex_region<T: Real>(q: &[Vec3<T>], i: usize) -> bool {
    (0..q.len()).filter(|&j| j != i).all(|j| -q[i].dot(q[j] - q[i]) <= T::ZERO)
}

/// Between both ends, and on the outer side of the edge in the plane of each face that it bounds.
fn on_edge<T: Real>(q: &[Vec3<T>], [i, j]: [usize; 2]) -> Option<Reduced<T>> {
    let edge = q[j] - q[i];
    let (from_i, from_j) = (-q[i].dot(edge), q[j].dot(edge));
    let outside = |k: usize| -q[i].dot(edge.cross(edge.cross(q[k] - q[i]))) >= T::ZERO;
    let others = (0..q.len()).filter(|k| ![i, j].contains(k));
    if !(from_i >= T::ZERO && from_j >= T::ZERO && others.into_iter().all(outside)) {
        return None;
    }
    let length = from_i + from_j;
    (length > T::ZERO).then(|| Reduced::of([i, j], [from_j / length, from_i / length]))
}

/// The plane of the face separates the origin from the opposite point, and the foot lies in the face.
fn beyond_face<T: Real>(q: &[Vec3<T>], ([i, j, k], l): ([usize; 3], usize)) -> Option<Reduced<T>> {
    let normal = (q[j] - q[i]).cross(q[k] - q[i]);
    let separates = -q[i].dot(normal) * (q[l] - q[i]).dot(normal) < T::ZERO;
    if separates { on_face(q, [i, j, k]) } else { None }
}

/// The origin's foot in the plane of a face, from the areas of the three triangles at it.
fn on_face<T: Real>(q: &[Vec3<T>], [i, j, k]: [usize; 3]) -> Option<Reduced<T>> {
    let normal = (q[j] - q[i]).cross(q[k] - q[i]);
    let area = |a: usize, b: usize| q[a].cross(q[b]).dot(normal);
    let areas = [area(j, k), area(k, i), area(i, j)];
    let sum = areas[0] + areas[1] + areas[2];
    let inside = sum > T::ZERO && areas.iter().all(|&area| area >= T::ZERO);
    inside.then(|| Reduced::of([i, j, k], areas.map(|area| area / sum)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_a_blunt_edge_the_side_of_the_plane_does_not_tell_the_face() {
        // A low roof over the edge y₀y₁: the origin is above both planes, but its foot lies in the second face only.
        let q = [[-3.0, -0.5, -1.0], [3.0, -0.5, -1.0], [0.25, -6.0, -2.0], [-0.5, 6.0, -1.5]].map(Vec3::from);
        let separates = |[i, j, k]: [usize; 3], l: usize| {
            let normal = (q[j] - q[i]).cross(q[k] - q[i]);
            -q[i].dot(normal) * (q[l] - q[i]).dot(normal) < 0.0f64
        };
        assert!(separates([0, 1, 2], 3) && separates([0, 1, 3], 2));
        assert_eq!(on_face(&q, [0, 1, 2]), None);
        assert_eq!(Voronoi.reduce(&q, 3).unwrap().kept, [true, true, false, true]);
    }
}
