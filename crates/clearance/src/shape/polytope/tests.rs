//! Cells, climbs and scans must agree bit for bit, for all kinds of polytopes and directions.

use super::*;
use crate::math::{Vec2, Vec3};
use crate::random::Random;
use crate::shape::rounding::unit_scaled;

fn scanned<V: Vector>(polytope: &Polytope<V>, dir: V) -> u32 {
    let (mut best, mut height) = (0, dir.dot(polytope.vertices[0]));
    for (i, p) in polytope.vertices.iter().enumerate().skip(1) {
        let candidate = dir.dot(*p);
        if candidate > height {
            (best, height) = (i, candidate);
        }
    }
    best as u32
}

fn check_supports<V: Vector>(polytope: &Polytope<V>, dirs: impl Iterator<Item = V>) -> u32 {
    let mut hint = Hint::NONE;
    let mut climbed = 0;
    for dir in dirs.filter(|d| d.max_abs() > V::Scalar::ZERO) {
        let tame = if polytope.is_tame(dir.max_abs()) { dir } else { unit_scaled(dir) * polytope.scale };
        let scanned = scanned(polytope, tame);
        assert_eq!(polytope.best(dir, Hint::NONE), scanned, "cells: {dir:?}");
        if let Some(id) = hint.id() {
            let climb = polytope.climb(dir, id);
            assert!(climb.is_none_or(|found| found == scanned), "climb from {id}: {dir:?}");
            climbed += climb.is_some() as u32;
        }
        let (point, id) = polytope.support_from(dir, hint);
        assert_eq!((point, id), (polytope.support(dir), Hint::vertex(scanned)));
        hint = id;
    }
    assert!(polytope.bytes() <= Polytope::<V>::bytes_at_most(polytope.vertices.len()));
    climbed
}

fn as_vector<V: Vector>(p: Vec3<f64>) -> V {
    V::from_fn(|k| V::Scalar::from_f64(p[k]))
}

fn random_point(random: &mut Random) -> Vec3<f64> {
    Vec3::new(random.unit(), random.unit(), random.unit())
}

/// Points of many kinds: on a sphere, a lattice, a prism, nearly flat, needles, all of them also far away and tiny.
pub(super) fn points<V: Vector>(kind: u64, n: usize, random: &mut Random) -> Vec<V> {
    let stretched = |p: Vec3<f64>, x: f64, y: f64| Vec3::new(p.x * x, p.y * y, p.z);
    let point = |i: usize, r: &mut Random| {
        let p = random_point(r);
        match kind % 8 {
            0 => p.normalized(),
            1 => Vec3::from([(); 3].map(|()| r.below(5) as f64 - 2.0)),
            2 => {
                let (sin, cos) = crate::math::sin_cos((i / 2) as f64 * core::f64::consts::TAU / (n / 2).max(1) as f64);
                Vec3::new(cos, sin, (i % 2) as f64)
            }
            3 => stretched(p.normalized(), 1e-9, 1.0),
            4 => stretched(p.normalized(), 1e-6, 1e-5),
            5 => p.normalized() + Vec3::new(1e7, -3e6, 5e5),
            6 => p.normalized() * if V::Scalar::UNIT.to_f64() < 1e-10 { 1e-300 } else { 1e-38 },
            _ => Vec3::new(p.x, p.y, (p.x * p.x + p.y * p.y) * 1e-7),
        }
    };
    (0..n).map(|i| as_vector(point(i, random))).collect()
}

/// Directions at random, along edges and face normals, on and next to the borders of cells, and turning slowly.
pub(super) fn directions<V: Vector>(polytope: &Polytope<V>, count: usize, random: &mut Random) -> Vec<V> {
    let mut near = as_vector::<V>(random_point(random));
    let direction = |i: usize| {
        let p = random_point(random);
        let vertex = |r: &mut Random| polytope.vertices[r.below(polytope.vertices.len() as u64) as usize];
        match i % 6 {
            0 => as_vector(p),
            1 => vertex(random) - vertex(random),
            2 => as_vector(Vec3::from([(); 3].map(|()| random.below(33) as f64 / 16.0 - 1.0))),
            3 => {
                let on_border = Vec3::from([(); 3].map(|()| random.below(17) as f64 / 8.0 - 1.0));
                as_vector(on_border + p * 1e-15)
            }
            4 => {
                let [a, b, c] = [(); 3].map(|()| vertex(random));
                across(b - a, c - a)
            }
            _ => {
                near += as_vector::<V>(p) * V::Scalar::from_f64(0.05);
                near
            }
        }
    };
    (0..count).map(direction).collect()
}

fn across<V: Vector>(a: V, b: V) -> V {
    let (a, b) = (crate::hull::lifted(a.normalized()), crate::hull::lifted(b.normalized()));
    if V::DIM == 3 { as_vector(a.cross(b)) } else { as_vector(Vec3::new(a.y, -a.x, 0.0)) }
}

fn check_kinds<V: crate::shape::Shapes>(seed: u64, sizes: &[usize], count: usize) {
    let mut random = Random(seed);
    let mut climbed = 0;
    for kind in 0..8 {
        for &n in sizes {
            let polytope = Polytope::<V>::new(&points(kind, n, &mut random)).unwrap();
            let dirs = directions(&polytope, count, &mut random);
            climbed += check_supports(&polytope, dirs.into_iter());
        }
    }
    assert!(climbed > 1000, "{climbed}");
}

#[test]
fn every_way_finds_the_vertex_of_a_scan_in_space() {
    check_kinds::<Vec3<f64>>(1, &[1, 2, 3, 7, 20, 40, 150, 1000], 6000);
    check_kinds::<Vec3<f32>>(2, &[4, 21, 64, 300], 6000);
}

#[test]
fn every_way_finds_the_vertex_of_a_scan_in_the_plane() {
    check_kinds::<Vec2<f64>>(3, &[1, 2, 5, 30, 200, 1000], 6000);
    check_kinds::<Vec2<f32>>(4, &[3, 50, 300], 6000);
}

#[test]
fn directions_of_any_magnitude_are_answered() {
    let mut random = Random(5);
    for scale in [1e-300, 1.0, 1e299] {
        let points: Vec<Vec3<f64>> = (0..60).map(|_| random_point(&mut random).normalized() * scale).collect();
        let polytope = Polytope::new(&points).unwrap();
        for magnitude in [1e-150, 1.0, 1e150] {
            let dirs = (0..500).map(|_| random_point(&mut random) * magnitude);
            check_supports(&polytope, dirs);
        }
    }
}

#[test]
fn ties_go_to_the_lowest_number() {
    let square = [[1.0, 0.0], [0.5, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0], [1.0, 1.0]].map(Vec2::from);
    let polytope = Polytope::new(&square).unwrap();
    assert_eq!(polytope.support_from(Vec2::new(1.0, 0.0), Hint::vertex(2)).1, Hint::vertex(0));
    assert_eq!([0, 1, 2, 3].map(|v| polytope.input_id(v)), [0, 2, 3, 4]);
    let prism: Vec<Vec3<f64>> = points(2, 128, &mut Random(6));
    let polytope = Polytope::new(&prism).unwrap();
    assert_eq!(polytope.support_from(Vec3::axis(2), Hint::vertex(77)).1, Hint::vertex(1));
}

#[test]
fn a_cube_tells_its_vertices_edges_and_faces() {
    let corner = |i: u32| Vec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64);
    let cube = Polytope::new(&(0..8).map(corner).collect::<Vec<_>>()).unwrap();
    assert_eq!(cube.place(&[3, 3]), Place::Vertex(3));
    assert_eq!(cube.place(&[5, 4, 5]), Place::Edge([4, 5]));
    let Place::Face(edge) = cube.place(&[4, 7]) else { panic!("the diagonal of the top") };
    assert_eq!(cube.face(edge).collect::<Vec<_>>(), [4, 5, 7, 6]);
    assert_eq!(cube.place(&[7, 5, 6]), Place::Face([7, 6]));
    assert_eq!(cube.place(&[0, 7]), Place::Inside);
    assert_eq!(cube.place(&[0, 8]), Place::Inside);
    assert_eq!(cube.neighbours(0).collect::<Vec<_>>(), [1, 4, 2]);
}

#[test]
fn flat_polytopes_have_their_polygon_on_both_sides() {
    let square = [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]].map(Vec3::from);
    let polytope = Polytope::new(&square).unwrap();
    assert_eq!(polytope.face([0, 1]).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(polytope.face([0, 3]).collect::<Vec<_>>(), [0, 3, 2, 1]);
    assert!(matches!(polytope.place(&[0, 2]), Place::Face(_)));
    let segment = Polytope::new(&square[..2]).unwrap();
    assert_eq!((segment.place(&[0, 1]), segment.place(&[1])), (Place::Edge([0, 1]), Place::Vertex(1)));
    assert_eq!(Polytope::new(&square[..1]).unwrap().place(&[0]), Place::Vertex(0));
}

#[test]
fn a_polytope_needs_points() {
    let error = Polytope::<Vec3<f64>>::new(&[]).unwrap_err();
    assert_eq!(error.to_string(), "point set of a hull must not be empty");
    assert!(Polytope::new(&[Vec3::new(0.0, 1e302, 0.0)]).is_err());
}
