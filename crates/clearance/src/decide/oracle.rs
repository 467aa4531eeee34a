//! The signed distance of small integer polytopes by brute force: every pair of features, every candidate axis.
//!
//! Shares nothing with the code it judges: `i128`, no supports, no hulls, no iteration.

pub type Point = [i128; 3];

/// Squared distance, or minus the squared depth, as numerator and positive denominator.
pub enum Truth {
    Apart(i128, i128),
    Deep(i128, i128),
}

pub fn sub(a: Point, b: Point) -> Point {
    core::array::from_fn(|i| a[i] - b[i])
}
pub fn dot(a: Point, b: Point) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: Point, b: Point) -> Point {
    core::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}
fn less(a: (i128, i128), b: (i128, i128)) -> bool {
    a.0.checked_mul(b.1).unwrap() < b.0.checked_mul(a.1).unwrap()
}

fn edges(points: &[Point]) -> Vec<(Point, Point)> {
    let pair = |(i, &a): (usize, &Point)| points[i + 1..].iter().map(move |&b| (a, b)).collect::<Vec<_>>();
    points.iter().enumerate().flat_map(pair).filter(|(a, b)| a != b).collect()
}

/// Every direction that can be a normal of the difference, and more: each is a sound candidate.
fn axes(a: &[Point], b: &[Point], dimension: usize) -> Vec<Point> {
    let unit: Vec<Point> = (0..dimension).map(|i| core::array::from_fn(|j| (i == j) as i128)).collect();
    let mut directions: Vec<Point> = edges(a).into_iter().chain(edges(b)).map(|(p, q)| sub(q, p)).collect();
    directions.sort_unstable();
    directions.dedup();
    let mut found = unit.clone();
    if dimension == 2 {
        found.extend(directions.iter().map(|&e| [-e[1], e[0], 0]));
    } else {
        let count = directions.len();
        directions.extend(unit);
        for i in 0..count {
            found.extend(directions[i + 1..].iter().map(|&f| cross(directions[i], f)));
        }
    }
    found.extend(found.clone().into_iter().map(|n| sub([0; 3], n)));
    found.retain(|n| *n != [0; 3]);
    found.sort_unstable();
    found.dedup();
    found
}

/// The squared distance of the closest points of two segments, if these are inside both, or of a point and a segment.
fn point_segment(p: Point, (a, b): (Point, Point)) -> Option<(i128, i128)> {
    let (e, r) = (sub(b, a), sub(p, a));
    let (along, length) = (dot(r, e), dot(e, e));
    (0 <= along && along <= length).then(|| (dot(cross(r, e), cross(r, e)), length))
}
fn segment_segment((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<(i128, i128)> {
    let (e, f, r) = (sub(b, a), sub(d, c), sub(c, a));
    let n = cross(e, f);
    let square = dot(n, n);
    let (s, t) = (dot(cross(r, f), n), dot(cross(r, e), n));
    let inside = square > 0 && 0 <= s && s <= square && 0 <= t && t <= square;
    inside.then(|| (dot(r, n).pow(2), square))
}
fn point_triangle(p: Point, [a, b, c]: [Point; 3]) -> Option<(i128, i128)> {
    let n = cross(sub(b, a), sub(c, a));
    let side = |a: Point, b: Point| dot(cross(sub(b, a), sub(p, a)), n) >= 0;
    let inside = n != [0; 3] && side(a, b) && side(b, c) && side(c, a);
    inside.then(|| (dot(sub(p, a), n).pow(2), dot(n, n)))
}

fn nearest(a: &[Point], b: &[Point]) -> (i128, i128) {
    let mut all: Vec<Option<(i128, i128)>> = Vec::new();
    for (from, to) in [(a, b), (b, a)] {
        for &p in from {
            all.extend(to.iter().map(|&q| Some((dot(sub(p, q), sub(p, q)), 1))));
            all.extend(edges(to).into_iter().map(|e| point_segment(p, e)));
            for (i, &u) in to.iter().enumerate() {
                for (j, &v) in to.iter().enumerate().skip(i + 1) {
                    all.extend(to.iter().skip(j + 1).map(|&w| point_triangle(p, [u, v, w])));
                }
            }
        }
    }
    for e in edges(a) {
        all.extend(edges(b).into_iter().map(|f| segment_segment(e, f)));
    }
    all.into_iter().flatten().reduce(|x, y| if less(y, x) { y } else { x }).unwrap()
}

pub fn truth(a: &[Point], b: &[Point], dimension: usize) -> Truth {
    let mut least: Option<(i128, i128)> = None;
    for n in axes(a, b, dimension) {
        let height = a.iter().map(|&p| dot(n, p)).max().unwrap() - b.iter().map(|&q| dot(n, q)).min().unwrap();
        if height < 0 {
            let (numerator, denominator) = nearest(a, b);
            return Truth::Apart(numerator, denominator);
        }
        let depth = (height.pow(2), dot(n, n));
        least = Some(least.filter(|&known| !less(depth, known)).unwrap_or(depth));
    }
    let (numerator, denominator) = least.unwrap();
    Truth::Deep(numerator, denominator)
}
