//! The first polytope: the last simplex of GJK, with support points "in proper directions" where it has no volume.

use clearance::{Hint, Real, Space, Support, Vec3, Vector};

use super::Polytope;
use crate::difference::{Difference, Vertex};
use crate::gjk::Simplex;
use crate::lift::{dropped, lifted};

/// The first polytope, or a direction in which the difference has no extent; with the number of support evaluations.
pub(super) fn first<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: &Difference<'_, V, A, B>,
    simplex: &Simplex<V>,
) -> (Result<Polytope<V>, V>, u32) {
    // Heights below it are rounding: products of differences of points, some roundings each.
    let floor = V::Scalar::from_f64(32.0) * V::Scalar::UNIT * difference.size();
    let mut vertices: Vec<Vertex<V>> = Vec::new();
    for corner in simplex.corners() {
        if height(&vertices, corner.vertex.w) > floor {
            vertices.push(corner.vertex);
        }
    }
    let mut supports = 0;
    while vertices.len() <= V::DIM {
        let directions = directions_off(&vertices);
        let mut found = directions.iter().map(|&dir| {
            supports += 1;
            difference.support(dir, [Hint::NONE; 2])
        });
        match found.find(|vertex| height(&vertices, vertex.w) > floor) {
            Some(vertex) => vertices.push(vertex),
            None => return (Err(directions[0].normalized()), supports),
        }
    }
    (Ok(Polytope::new(vertices)), supports)
}

/// How far a point is from the affine hull of up to three points; infinitely far from no points.
fn height<V: Space>(vertices: &[Vertex<V>], point: V) -> V::Scalar {
    let w = |i: usize| lifted(vertices[i].w);
    let point = lifted(point);
    match vertices.len() {
        0 => V::Scalar::INFINITY,
        1 => (point - w(0)).norm(),
        2 => (w(1) - w(0)).normalized().cross(point - w(0)).norm(),
        _ => (w(1) - w(0)).cross(w(2) - w(0)).normalized().dot(point - w(0)).abs(),
    }
}

/// Directions that leave the affine hull of up to three points, each with its opposite.
fn directions_off<V: Space>(vertices: &[Vertex<V>]) -> Vec<V> {
    let w = |i: usize| lifted(vertices[i].w);
    let axes = (0..V::DIM).map(Vec3::axis);
    let off: Vec<Vec3<V::Scalar>> = match vertices.len() {
        0 | 1 => axes.collect(),
        2 if V::DIM == 2 => vec![(w(1) - w(0)).cross(Vec3::axis(2))],
        2 => axes.map(|axis| (w(1) - w(0)).cross(axis)).collect(),
        _ => vec![(w(1) - w(0)).cross(w(2) - w(0))],
    };
    let off = off.into_iter().filter(|&dir| dir != Vec3::ZERO);
    off.flat_map(|dir| [dropped(dir), -dropped::<V>(dir)]).collect()
}
