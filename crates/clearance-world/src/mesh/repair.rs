//! Meshes that were exported with cracks, doubles and fronts that disagree, as near to solids as a length allows.

use std::collections::{HashMap, HashSet, VecDeque};

use clearance::{ShapeError, Vec3, Vector};

use super::TriangleMesh;
use super::signs;

type Point = Vec3<f64>;

/// A mesh after its repair, and what was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Repaired {
    /// The distinct corners.
    pub vertices: Vec<Point>,
    /// Corners counter-clockwise seen from outside, if the mesh is solid.
    pub triangles: Vec<[u32; 3]>,
    /// How many distinct corners were made one with another that is not equal.
    pub welded: usize,
    /// No corner has moved farther, so that no point of the surface has.
    pub error: f64,
    /// Triangles with the corners of an earlier one, which were left out.
    pub duplicates: usize,
    /// Triangles without area, which were left out.
    pub degenerate: usize,
    /// Triangles that were turned around.
    pub turned: usize,
    /// Edges that still belong to an odd number of triangles.
    pub open_edges: usize,
    /// Whether the mesh is closed and oriented now.
    pub is_solid: bool,
}

/// Makes one corner of those within a length of each other, drops triangles without area and doubles, and turns
/// triangles so that neighbours agree and solids have their fronts outside.
///
/// A corner moves to the nearest earlier one that has stayed, at most by the length, or stays itself. Fails as
/// [`TriangleMesh::new`], and for a length that is negative or not finite. O(n log n) where corners are not denser than
/// the length.
pub fn repaired(vertices: &[Point], triangles: &[[u32; 3]], length: f64) -> Result<Repaired, ShapeError> {
    if !(length >= 0.0 && length.is_finite()) {
        return Err(ShapeError::Negative { what: "length of a weld", value: length });
    }
    let given = TriangleMesh::new(vertices, triangles)?;
    let (places, error) = snapped(given.vertices(), length);
    let welded = places.iter().enumerate().filter(|&(i, &place)| i != place as usize).count();
    let (mut kept, mut known) = (Vec::new(), HashSet::new());
    let (mut duplicates, mut degenerate) = (0, 0);
    for triangle in given.triangles() {
        let corners = triangle.map(|corner| places[corner as usize]);
        let mut sorted = corners;
        sorted.sort_unstable();
        if signs::is_flat(corners.map(|corner| given.vertices()[corner as usize])) {
            degenerate += 1;
        } else if known.insert(sorted) {
            kept.push(corners);
        } else {
            duplicates += 1;
        }
    }
    let before = kept.clone();
    turn_alike(&mut kept);
    let made = TriangleMesh::new(given.vertices(), &kept)?;
    // The mesh has the triangles in their order, and its own corners, of which each place is known.
    let same_front = |a: [Point; 3], b: [Point; 3]| (0..3).any(|k| a == [b[k], b[(k + 1) % 3], b[(k + 2) % 3]]);
    let was = |i: usize| before[i].map(|corner| given.vertices()[corner as usize]);
    let turned = (0..before.len()).filter(|&i| !same_front(was(i), made.corners(i as u32))).count();
    Ok(Repaired {
        vertices: made.vertices().to_vec(),
        triangles: made.triangles().to_vec(),
        welded,
        error,
        duplicates,
        degenerate,
        turned,
        open_edges: made.open_edges(),
        is_solid: made.is_solid(),
    })
}

/// For each point the number of the one that it moves to, and how far one moves at most.
fn snapped(points: &[Point], length: f64) -> (Vec<u32>, f64) {
    let mut places: Vec<u32> = (0..points.len() as u32).collect();
    if length == 0.0 {
        return (places, 0.0);
    }
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    // Cells of the length, so that what is within it is in the next one. Casts end at the largest number.
    let cell = |p: Point| [p.x, p.y, p.z].map(|x| (x / length).floor() as i64);
    let mut error: f64 = 0.0;
    for (number, &point) in (0u32..).zip(points) {
        let [i, j, k] = cell(point);
        let around = (0..27)
            .map(|n: i64| [i.saturating_add(n % 3 - 1), j.saturating_add(n / 3 % 3 - 1), k.saturating_add(n / 9 - 1)]);
        let near = around.filter_map(|cell| cells.get(&cell)).flatten();
        let away = |other: &u32| (points[*other as usize] - point).norm();
        let nearest = near.map(|other| (away(other), *other)).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        match nearest.filter(|&(distance, _)| distance <= length) {
            Some((distance, other)) => {
                places[number as usize] = other;
                // Three roundings of the differences, squares, sums and root.
                error = error.max(distance * (1.0 + 8.0 * f64::EPSILON));
            }
            None => cells.entry([i, j, k]).or_default().push(number),
        }
    }
    (places, error)
}

/// Turns triangles so that two at an edge pass it in opposite directions, from the first of each component on.
fn turn_alike(triangles: &mut [[u32; 3]]) {
    let mut at_edge: HashMap<[u32; 2], Vec<u32>> = HashMap::with_capacity(2 * triangles.len());
    let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]];
    for (i, &triangle) in (0u32..).zip(triangles.iter()) {
        for [a, b] in sides(triangle) {
            at_edge.entry([a.min(b), a.max(b)]).or_default().push(i);
        }
    }
    let mut seen = vec![false; triangles.len()];
    let mut open = VecDeque::new();
    for first in 0..triangles.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        open.push_back(first);
        while let Some(triangle) = open.pop_front() {
            for [a, b] in sides(triangles[triangle]) {
                // Three triangles at an edge say nothing of one another.
                let [p, q] = at_edge[&[a.min(b), a.max(b)]][..] else { continue };
                let other = if p as usize == triangle { q } else { p } as usize;
                if std::mem::replace(&mut seen[other], true) {
                    continue;
                }
                if sides(triangles[other]).contains(&[a, b]) {
                    triangles[other].swap(1, 2);
                }
                open.push_back(other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::tests::box_of;

    #[test]
    fn a_box_with_cracks_doubles_and_turned_faces_is_a_box() {
        let whole = box_of(0.0, 2.0).mesh();
        // Each triangle has corners of its own, up to 0.01 beside those of the box.
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (i, _) in whole.triangles().iter().enumerate() {
            let first = vertices.len() as u32;
            let aside = |k: usize| Vec3::from_fn(|axis| ((7 * i + 3 * k + axis) % 5) as f64 * 0.001);
            vertices.extend(whole.corners(i as u32).iter().enumerate().map(|(k, &corner)| corner + aside(k)));
            let [a, b, c] = [first, first + 1, first + 2];
            triangles.push(if i % 3 == 0 { [a, c, b] } else { [a, b, c] });
        }
        triangles.push(triangles[4]);
        triangles.push([0, 1, 0]);
        let open = TriangleMesh::new(&vertices, &triangles).unwrap();
        assert!(!open.is_solid());
        let found = repaired(&vertices, &triangles, 0.01).unwrap();
        assert!(found.is_solid && found.open_edges == 0 && found.vertices.len() == 8, "{found:?}");
        assert_eq!((found.triangles.len(), found.duplicates, found.degenerate), (12, 1, 1));
        assert!(found.error <= 0.01 && found.error > 0.001 && found.welded > 8, "{found:?}");
        let mesh = TriangleMesh::new(&found.vertices, &found.triangles).unwrap();
        assert!((mesh.volume().unwrap() - 8.0).abs() < 0.15);
        // Nothing is within a tenth of a millimetre.
        let kept = repaired(whole.vertices(), whole.triangles(), 0.0).unwrap();
        assert_eq!((kept.welded, kept.turned, kept.error, kept.is_solid), (0, 0, 0.0, true));
        assert!(repaired(&vertices, &triangles, -1.0).is_err());
    }
}
