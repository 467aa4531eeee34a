//! Convex polygons of a plane, degenerate ones included: outlines, common parts, and the few corners that keep most of
//! an area.
//!
//! A polygon is the list of its corners counter-clockwise; two corners are a segment and one is a point. Everything
//! takes a `slack`, a length below which places are the same: what rounding leaves of faces that share a plane.

use alloc::vec::Vec;

use crate::math::{Each, Real};

/// A place in the plane.
pub(crate) type Point2<T> = [T; 2];

/// The part of a polygon that holds a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    Corner(usize),
    /// The edge that leaves a corner.
    Edge(usize),
    Inside,
}

fn less<T: Real>(p: Point2<T>, q: Point2<T>) -> Point2<T> {
    [p[0] - q[0], p[1] - q[1]]
}
fn cross<T: Real>(p: Point2<T>, q: Point2<T>) -> T {
    p[0] * q[1] - p[1] * q[0]
}
fn dot<T: Real>(p: Point2<T>, q: Point2<T>) -> T {
    p[0] * q[0] + p[1] * q[1]
}
fn between<T: Real>(p: Point2<T>, q: Point2<T>, t: T) -> Point2<T> {
    [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]
}

/// The distance of two places.
pub(crate) fn apart<T: Real>(p: Point2<T>, q: Point2<T>) -> T {
    dot(less(p, q), less(p, q)).sqrt()
}

/// How far `p` lies to the left of the line from one place to another.
fn left_of<T: Real>(p: Point2<T>, from: Point2<T>, to: Point2<T>) -> T {
    cross(less(to, from), less(p, from)) / apart(from, to)
}

/// The numbers of the extreme points, counter-clockwise (quickhull); points within `slack` of the others' outline are
/// not extreme.
pub(crate) fn outline<T: Real>(points: &[Point2<T>], slack: T) -> Vec<usize> {
    let farthest = |from: usize| {
        (0..points.len()).fold(from, |best, i| {
            if apart(points[i], points[from]) > apart(points[best], points[from]) { i } else { best }
        })
    };
    if points.is_empty() {
        return Vec::new();
    }
    let first = farthest(0);
    let second = farthest(first);
    if apart(points[first], points[second]) <= slack {
        return alloc::vec![first];
    }
    let all: Vec<usize> = (0..points.len()).collect();
    let mut found = alloc::vec![first];
    extend(points, [first, second], &all, slack, &mut found);
    found.push(second);
    extend(points, [second, first], &all, slack, &mut found);
    found
}

/// Adds the extreme points to the right of the line between two of them, in order.
fn extend<T: Real>(points: &[Point2<T>], [from, to]: [usize; 2], known: &[usize], slack: T, found: &mut Vec<usize>) {
    let depth = |i: usize| -left_of(points[i], points[from], points[to]);
    let beyond: Vec<usize> = known.iter().copied().filter(|&i| depth(i) > slack).collect();
    let Some(&some) = beyond.first() else { return };
    let middle = beyond.iter().fold(some, |best, &i| if depth(i) > depth(best) { i } else { best });
    extend(points, [from, middle], &beyond, slack, found);
    found.push(middle);
    extend(points, [middle, to], &beyond, slack, found);
}

/// The part of a polygon that holds a place of it: the lowest one within `slack`.
pub(crate) fn spot<T: Real>(at: Point2<T>, polygon: &[Point2<T>], slack: T) -> Location {
    if let Some(i) = (0..polygon.len()).find(|&i| apart(at, polygon[i]) <= slack) {
        return Location::Corner(i);
    }
    match polygon.len() {
        1 => return Location::Corner(0),
        2 => return Location::Edge(0),
        _ => {}
    }
    let on_edge = |&i: &usize| left_of(at, polygon[i], polygon[(i + 1) % polygon.len()]).abs() <= slack;
    (0..polygon.len()).find(on_edge).map_or(Location::Inside, Location::Edge)
}

/// The corners of the common part of two convex polygons, both of which are known to hold the origin but for rounding.
pub(crate) fn common<T: Real>(a: &[Point2<T>], b: &[Point2<T>], slack: T) -> Vec<Point2<T>> {
    let found = match (a.len(), b.len()) {
        (0 | 1, _) => a.to_vec(),
        (_, 0 | 1) => b.to_vec(),
        (2, 2) => common_of_segments(a, b, slack),
        (2, _) => clipped(a, b, slack),
        (_, 2) => clipped(b, a, slack),
        _ => clipped(a, b, slack),
    };
    let mut found = distinct(found, slack);
    if found.is_empty() {
        found.push([T::ZERO; 2]);
    }
    found
}

fn distinct<T: Real>(places: Vec<Point2<T>>, slack: T) -> Vec<Point2<T>> {
    let mut distinct: Vec<Point2<T>> = Vec::with_capacity(places.len());
    for at in places {
        if distinct.iter().all(|&known| apart(known, at) > slack) {
            distinct.push(at);
        }
    }
    distinct
}

/// The corners of the common part of two convex polygons that may have none. The crossing of two edges is not counted.
pub(crate) fn overlap<T: Real>(a: &[Point2<T>], b: &[Point2<T>], slack: T) -> Vec<Point2<T>> {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let found = match (few.len(), many.len()) {
        (1, 1) => {
            if apart(a[0], b[0]) <= slack {
                a.to_vec()
            } else {
                Vec::new()
            }
        }
        (1, 2) => overlap_of_segments(&[few[0], few[0]], many, slack),
        (1, _) => {
            let is_in = |i: usize| left_of(few[0], many[i], many[(i + 1) % many.len()]) >= -slack;
            if (0..many.len()).all(is_in) { few.to_vec() } else { Vec::new() }
        }
        (2, 2) => overlap_of_segments(few, many, slack),
        _ => clipped(few, many, slack),
    };
    distinct(found, slack)
}

/// The ends of what two segments have in common if they are on one line.
fn overlap_of_segments<T: Real>(a: &[Point2<T>], b: &[Point2<T>], slack: T) -> Vec<Point2<T>> {
    let (short, long) = if apart(a[0], a[1]) < apart(b[0], b[1]) { (a, b) } else { (b, a) };
    if short.iter().any(|&end| left_of(end, long[0], long[1]).abs() > slack) {
        return Vec::new();
    }
    let (along, length) = (less(long[1], long[0]), apart(long[0], long[1]));
    let place = |p: Point2<T>| dot(less(p, long[0]), along) / length;
    let [s, t] = [place(short[0]), place(short[1])];
    let (from, to) = (s.min(t).max(T::ZERO), s.max(t).min(length));
    if from > to + slack {
        return Vec::new();
    }
    [from, to].each(|x| between(long[0], long[1], x / length)).to_vec()
}

/// Segments along one line have an interval in common, others at most a point: the origin, which both hold.
fn common_of_segments<T: Real>(a: &[Point2<T>], b: &[Point2<T>], slack: T) -> Vec<Point2<T>> {
    // In line if the shorter one stays within the slack of the other's line.
    let (short, long) = if apart(a[0], a[1]) < apart(b[0], b[1]) { (a, b) } else { (b, a) };
    let heights = [left_of(short[0], long[0], long[1]), left_of(short[1], long[0], long[1])];
    if (heights[0] - heights[1]).abs() > slack {
        return alloc::vec![[T::ZERO; 2]];
    }
    let along = less(long[1], long[0]);
    let length = apart(long[0], long[1]);
    let place = |p: Point2<T>| dot(less(p, long[0]), along) / length;
    let [s, t] = [place(short[0]), place(short[1])];
    [s.min(t).max(T::ZERO), s.max(t).min(length)].each(|x| between(long[0], long[1], x / length)).to_vec()
}

/// What is left of `subject`, two corners or more, inside a polygon of three or more (Sutherland and Hodgman, Reentrant
/// polygon clipping, 1974).
fn clipped<T: Real>(subject: &[Point2<T>], polygon: &[Point2<T>], slack: T) -> Vec<Point2<T>> {
    let mut rest = subject.to_vec();
    for (i, &from) in polygon.iter().enumerate() {
        let to = polygon[(i + 1) % polygon.len()];
        let height = |p: Point2<T>| left_of(p, from, to);
        let mut kept = Vec::with_capacity(rest.len() + 1);
        for (j, &p) in rest.iter().enumerate() {
            let next = rest[(j + 1) % rest.len()];
            let (here, there) = (height(p), height(next));
            if here >= -slack {
                kept.push(p);
            }
            if (here > slack && there < -slack) || (here < -slack && there > slack) {
                kept.push(between(p, next, here / (here - there)));
            }
        }
        rest = kept;
    }
    rest
}

/// The `count` corners of a convex polygon, one of `first` among them, whose hull has the largest area; of two the pair
/// farthest apart. In order, all of them if there are no more than that.
///
/// With the fan of triangles at a fixed corner an area is a sum over a chain, so the best chain is found by dynamic
/// programming: `O(count · corners²)` for each possible first corner.
pub(crate) fn spread<T: Real>(polygon: &[Point2<T>], first: &[usize], count: usize) -> Vec<usize> {
    let n = polygon.len();
    if n <= count || count == 0 {
        return (0..n.min(count)).collect();
    }
    let mut best: Option<(T, Vec<usize>)> = None;
    for &start in first {
        let (area, chain) = largest_chain(polygon, start, count);
        if best.as_ref().is_none_or(|(most, _)| area > *most) {
            best = Some((area, chain));
        }
    }
    let mut chain = best.map_or(Vec::new(), |(_, chain)| chain);
    chain.sort_unstable();
    chain
}

fn largest_chain<T: Real>(polygon: &[Point2<T>], start: usize, count: usize) -> (T, Vec<usize>) {
    let n = polygon.len();
    let at = |k: usize| polygon[(start + k) % n];
    let gain = |j: usize, k: usize| match j {
        0 if count == 2 => apart(at(k), at(0)),
        0 => T::ZERO,
        _ => cross(less(at(j), at(0)), less(at(k), at(0))),
    };
    // value[c][k]: the best chain of c + 1 corners that ends at corner k from the start, and the corner before.
    let none = (-T::INFINITY, 0);
    let mut value = alloc::vec![alloc::vec![none; n]; count];
    value[0][0] = (T::ZERO, 0);
    for c in 1..count {
        for k in c..n {
            for j in c - 1..k {
                let candidate = value[c - 1][j].0 + gain(j, k);
                if candidate > value[c][k].0 {
                    value[c][k] = (candidate, j);
                }
            }
        }
    }
    let last = &value[count - 1];
    let mut k = (0..n).fold(n - 1, |best, k| if last[k].0 > last[best].0 { k } else { best });
    let area = last[k].0;
    let mut chain = Vec::with_capacity(count);
    for c in (0..count).rev() {
        chain.push((start + k) % n);
        k = value[c][k].1;
    }
    (area, chain)
}

#[cfg(test)]
mod tests;
