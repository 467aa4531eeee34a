//! Bodies and differences as polygons and polyhedra that can be drawn.

use clearance::SupportExt;
use std::collections::HashMap;

use clearance::hull::convex_hull;
use clearance::{Pose, Real, Shape, Space, Support, Vec3, Vector};

use serde::Serialize;

/// Three coordinates; in the plane the last one is 0.
pub type Place = [f64; 3];

/// A vector of any space as a place.
pub fn place<V: Vector>(v: V) -> Place {
    std::array::from_fn(|i| if i < V::DIM { v[i].to_f64() } else { 0.0 })
}

/// Something that can be drawn: points, and faces by their numbers, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Solid {
    /// The corners, or enough of them for a curved body.
    pub points: Vec<Place>,
    /// In the plane one face, the outline.
    pub faces: Vec<Vec<u32>>,
    /// The edges to be drawn: those of a polytope, none of a curved body's facets.
    pub edges: Vec<[u32; 2]>,
}

/// Directions in which a curved outline is sampled in the plane.
const AROUND: usize = 240;
/// Directions of the sphere in which a curved body is sampled where it is one of few.
pub const FINE: usize = 1200;
/// A difference of more vertex pairs than this is sampled.
const PAIRS: usize = 20_000;
/// A bend of a surface by less than this angle cannot be seen, and is what rounding makes of coplanar corners.
const FLAT: f64 = 1e-6;
/// A surface that bends by more than this angle, 20 degrees, has an edge; by less it looks round, as meshes of round
/// parts should.
const CREASE: f64 = 0.35;

/// A body in the world with all edges; a curved one by its farthest points in `over` directions.
pub fn body<V: Space>(shape: &Shape<V>, pose: &Pose<V>, over: usize) -> Solid {
    drawn(shape, pose, over, FLAT)
}

/// A body in the world with the edges at which its surface visibly bends.
pub fn smooth_body<V: Space>(shape: &Shape<V>, pose: &Pose<V>, over: usize) -> Solid {
    drawn(shape, pose, over, CREASE)
}

/// The triangles of a mesh with the edges at which the surface visibly bends or ends.
pub fn surface<V: Vector>(vertices: &[V], triangles: &[[u32; 3]]) -> Solid {
    let points: Vec<Vec3<f64>> = vertices.iter().map(|&p| Vec3::from(place(p))).collect();
    let edges = creases(&points, triangles.iter().map(|corners| &corners[..]), CREASE);
    let faces = triangles.iter().map(|corners| corners.to_vec()).collect();
    Solid { points: points.into_iter().map(place).collect(), faces, edges }
}

fn drawn<V: Space>(shape: &Shape<V>, pose: &Pose<V>, over: usize, bend: f64) -> Solid {
    let radius = shape.radius();
    if radius == V::Scalar::ZERO {
        let (points, sharp) = core_points(shape, over);
        return solid(&points.iter().map(|&p| pose.point(p)).collect::<Vec<V>>(), sharp.then_some(bend));
    }
    let directions = directions::<V>(over);
    let points: Vec<V> = directions.iter().map(|&d| pose.point(support(shape, d) + d * radius)).collect();
    solid(&points, None)
}

/// A body's core in the world.
pub fn core<V: Space>(shape: &Shape<V>, pose: &Pose<V>) -> Solid {
    let (points, sharp) = core_points(shape, FINE);
    solid(&points.iter().map(|&p| pose.point(p)).collect::<Vec<V>>(), sharp.then_some(FLAT))
}

/// The Minkowski difference of two cores, turned as in the world.
pub fn difference<V: Space>(a: (&Shape<V>, &Pose<V>), b: (&Shape<V>, &Pose<V>)) -> Solid {
    let (count_a, count_b) = (a.0.vertex_count() as usize, b.0.vertex_count() as usize);
    if count_a * count_b > 0 && count_a * count_b <= PAIRS {
        let world = |(shape, pose): (&Shape<V>, &Pose<V>)| -> Vec<V> {
            core_points(shape, FINE).0.iter().map(|&p| pose.point(p)).collect()
        };
        let others = world(b);
        let points: Vec<V> = world(a).iter().flat_map(|&p| others.iter().map(move |&q| p - q)).collect();
        return solid(&points, Some(FLAT));
    }
    let point = |d: V| {
        let witness_a = a.1.point(support(a.0, a.1.vector_back(d)));
        witness_a - b.1.point(support(b.0, -b.1.vector_back(d)))
    };
    let points: Vec<V> = directions::<V>(FINE).into_iter().map(point).collect();
    solid(&points, (count_a * count_b > 0).then_some(FLAT))
}

fn support<V: Space>(shape: &Shape<V>, direction: V) -> V {
    shape.support(direction) + shape.anchor()
}

/// Points whose hull is the core, or close to it, and whether they are its vertices.
fn core_points<V: Space>(shape: &Shape<V>, over: usize) -> (Vec<V>, bool) {
    let count = shape.vertex_count();
    if count > 0 {
        return ((0..count).map(|i| shape.vertex(i) + shape.anchor()).collect(), true);
    }
    (directions::<V>(over).into_iter().map(|d| support(shape, d)).collect(), false)
}

/// Directions spread evenly: on the circle, or along a spiral on the sphere.
fn directions<V: Vector>(over: usize) -> Vec<V> {
    let unit = |p: [f64; 3]| V::from_fn(|i| V::Scalar::from_f64(p[i]));
    if V::DIM == 2 {
        // Not through the axes, where flat sides would hide a corner.
        let angle = |i: usize| (i as f64 + 0.5) * std::f64::consts::TAU / AROUND as f64;
        return (0..AROUND).map(|i| unit([angle(i).cos(), angle(i).sin(), 0.0])).collect();
    }
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let at = |i: usize| {
        let height = 1.0 - (2.0 * i as f64 + 1.0) / over as f64;
        let (ring, turn) = ((1.0 - height * height).sqrt(), golden * i as f64);
        unit([ring * turn.cos(), ring * turn.sin(), height])
    };
    (0..over).map(at).collect()
}

/// The hull of some points; of a polytope with the edges at which it bends by more than an angle.
fn solid<V: Vector>(points: &[V], bend: Option<f64>) -> Solid {
    let points: Vec<Vec3<f64>> = points.iter().map(|&p| Vec3::from(place(p))).collect();
    // Shapes have finite coordinates and at least one point.
    let Ok(hull) = convex_hull(&points) else { return Solid::default() };
    let faces: Vec<Vec<u32>> = match hull.dimension() {
        // A flat hull has two sides; one of them is the outline.
        2 if V::DIM == 2 => hull.faces().take(1).map(|face| upward(face, hull.points())).collect(),
        _ => hull.faces().map(<[u32]>::to_vec).collect(),
    };
    let edges = match (hull.dimension(), bend) {
        (3, Some(bend)) => creases(hull.points(), hull.faces(), bend),
        (3, None) => Vec::new(),
        _ => hull.edges().to_vec(),
    };
    Solid { points: hull.points().iter().map(|&p| place(p)).collect::<Vec<Place>>(), faces, edges }
}

/// The edges at which a surface bends by more than an angle, or ends. Turned corners are rounded, so a face of a box
/// may fall into two triangles.
fn creases<'f>(points: &[Vec3<f64>], faces: impl Iterator<Item = &'f [u32]>, bend: f64) -> Vec<[u32; 2]> {
    let normal = |face: &[u32]| {
        let [a, b] = [0, 1].map(|i| points[face[i] as usize]);
        // The corner farthest from the first edge.
        let cross = |&i: &u32| (b - a).cross(points[i as usize] - a);
        let widest = |i: &u32, j: &u32| cross(i).norm_squared().total_cmp(&cross(j).norm_squared());
        face.iter().max_by(|i, j| widest(i, j)).map_or(Vec3::ZERO, |i| cross(i).normalized())
    };
    let mut sides: HashMap<[u32; 2], Vec3<f64>> = HashMap::new();
    let mut edges = Vec::new();
    for face in faces {
        let n = normal(face);
        for (i, &from) in face.iter().enumerate() {
            let to = face[(i + 1) % face.len()];
            let edge = [from.min(to), from.max(to)];
            match sides.remove(&edge) {
                None => _ = sides.insert(edge, n),
                Some(other) if n.cross(other).norm().atan2(n.dot(other)) > bend => edges.push(edge),
                Some(_) => {}
            }
        }
    }
    edges.extend(sides.into_keys());
    edges.sort_unstable();
    edges
}

/// A polygon of the plane counter-clockwise.
fn upward(face: &[u32], points: &[Vec3<f64>]) -> Vec<u32> {
    let area: f64 =
        (0..face.len()).map(|i| points[face[i] as usize].cross(points[face[(i + 1) % face.len()] as usize]).z).sum();
    let mut face = face.to_vec();
    if area < 0.0 {
        face.reverse();
    }
    face
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{Ball, Cuboid, Pose2, Vec2};

    #[test]
    fn the_difference_of_a_square_and_a_brick_is_a_rectangle() {
        let square: Shape<Vec2<f64>> = Cuboid::from_half_extents(Vec2::new(0.5, 0.5)).unwrap().into();
        let brick: Shape<Vec2<f64>> = Cuboid::from_half_extents(Vec2::new(1.5, 0.25)).unwrap().into();
        let [at_a, at_b] = [Vec2::new(0.25, 0.0), Vec2::new(3.25, 1.0)].map(|t| Pose2::from_translation(t).unwrap());
        let found = difference((&square, &at_a), (&brick, &at_b));
        assert_eq!((found.points.len(), found.faces.len(), found.edges.len()), (4, 1, 4));
        for p in found.points {
            assert!([-5.0, -1.0].contains(&p[0]) && [-1.75, -0.25].contains(&p[1]), "{p:?}");
        }
    }

    #[test]
    fn a_disc_is_drawn_with_its_radius_and_without_corners() {
        let disc: Shape<Vec2<f64>> = Ball::new(0.75).unwrap().into();
        let drawn = body(&disc, &Pose2::from_translation(Vec2::new(2.0, -1.0)).unwrap(), FINE);
        assert_eq!((drawn.points.len(), drawn.faces[0].len()), (AROUND, AROUND));
        for p in drawn.points {
            assert!(((p[0] - 2.0).hypot(p[1] + 1.0) - 0.75).abs() < 1e-15);
        }
    }
}
