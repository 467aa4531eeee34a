//! Whether two triangles of a mesh meet where they need not: exact, for triangles with distinct corners that are not
//! collinear.

use clearance::exact::{orient2d, orient3d};
use clearance::{Vec2, Vec3};

type Point = Vec3<f64>;
type Corners = [Point; 3];

/// Whether the triangles have a common point besides the vertices and edges that they share. `shared` names for each
/// vertex of `a` which corner of `b` it is.
pub(super) fn meet_elsewhere(a: Corners, b: Corners, shared: [Option<usize>; 3]) -> bool {
    let common: Vec<(usize, usize)> = (0..3).filter_map(|i| Some((i, shared[i]?))).collect();
    match common[..] {
        [] => sides(a).into_iter().any(|side| crosses(side, b)) || sides(b).into_iter().any(|side| crosses(side, a)),
        // What two triangles have in common around a vertex ends on the opposite side of one of them.
        [(i, j)] => crosses(opposite(a, i), b) || crosses(opposite(b, j), a),
        [(i, j), (k, l)] => {
            let (first, second) = (a[3 - i - k], b[3 - j - l]);
            folded_over([a[i], a[k]], first, second)
        }
        _ => true,
    }
}

fn sides([a, b, c]: Corners) -> [[Point; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

fn opposite(corners: Corners, corner: usize) -> [Point; 2] {
    [corners[(corner + 1) % 3], corners[(corner + 2) % 3]]
}

/// Whether two triangles on one edge lie in one plane, on the same side of the edge.
fn folded_over([v, w]: [Point; 2], a: Point, b: Point) -> bool {
    orient3d(v, w, a, b) == 0 && {
        let k = upright([v, w, a]);
        orient2d(flat(k, v), flat(k, w), flat(k, a)) == orient2d(flat(k, v), flat(k, w), flat(k, b))
    }
}

/// Whether a closed segment meets a closed triangle.
fn crosses([p, q]: [Point; 2], corners: Corners) -> bool {
    let [a, b, c] = corners;
    match (orient3d(a, b, c, p), orient3d(a, b, c, q)) {
        (0, 0) => crosses_in_plane([p, q], corners),
        (above, below) if above == below => false,
        _ => {
            let around = sides(corners).map(|[from, to]| orient3d(p, q, from, to));
            around.iter().all(|&sign| sign >= 0) || around.iter().all(|&sign| sign <= 0)
        }
    }
}

/// Whether coplanar triangles intersect, seen along an axis from which the triangle is no line.
fn crosses_in_plane(segment: [Point; 2], corners: Corners) -> bool {
    let k = upright(corners);
    let (ends, [a, b, c]) = (segment.map(|p| flat(k, p)), corners.map(|p| flat(k, p)));
    let front = orient2d(a, b, c);
    let holds = |p: Vec2<f64>| [[a, b], [b, c], [c, a]].iter().all(|&[from, to]| orient2d(from, to, p) != -front);
    ends.into_iter().any(holds) || [[a, b], [b, c], [c, a]].into_iter().any(|side| cross(ends, side))
}

/// Whether two closed segments of a plane meet.
fn cross([p, q]: [Vec2<f64>; 2], [a, b]: [Vec2<f64>; 2]) -> bool {
    let (ends, others) = ([orient2d(a, b, p), orient2d(a, b, q)], [orient2d(p, q, a), orient2d(p, q, b)]);
    if ends == [0; 2] {
        let overlap = |k: usize| p[k].min(q[k]) <= a[k].max(b[k]) && a[k].min(b[k]) <= p[k].max(q[k]);
        return overlap(0) && overlap(1);
    }
    ends[0] * ends[1] <= 0 && others[0] * others[1] <= 0
}

/// An axis along which the triangle is seen as a triangle.
fn upright([a, b, c]: Corners) -> usize {
    (0..3).find(|&k| orient2d(flat(k, a), flat(k, b), flat(k, c)) != 0).unwrap_or(0)
}

/// Whether the corners are on one line.
pub(super) fn is_flat(corners: Corners) -> bool {
    (0..3).all(|k| {
        let [a, b, c] = corners.map(|p| flat(k, p));
        orient2d(a, b, c) == 0
    })
}

/// A point as it is seen along an axis.
fn flat(k: usize, v: Point) -> Vec2<f64> {
    Vec2::new(v[(k + 1) % 3], v[(k + 2) % 3])
}
