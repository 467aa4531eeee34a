//! Variants: `low` calls the generic support-map functions with concrete types, `api` the dispatching functions that
//! take world poses; `lowdist` and `apidist` are their questions for the distance alone, without witness points.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use cases::{Cell, Place, Solid};
use measure::{Answer, Engine, serve, time};

use crate::parry::math::{Pose, Real, Rotation, Vector};
use crate::parry::query::details::{
    closest_points_support_map_support_map, contact_support_map_support_map, distance_support_map_support_map,
    intersection_test_support_map_support_map,
};
use crate::parry::query::{self, ClosestPoints, Contact};
use crate::parry::shape::{Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Shape, SupportMap};

/// Runs the engine on the file that the command line names.
pub fn run() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("engine-parry-f64|f32 FILE")?;
    let cell = Cell::read(Path::new(&file))?;
    let poses: Vec<_> =
        cell.pairs.iter().map(|p| [0, 1].map(|side| pose(&p.places[side], cell.kinds()[side]))).collect();
    let loaded = Loaded { cell: &cell, chosen: cell.chosen(), poses };
    use Solid::*;
    match cell.kinds() {
        [Hull { .. }, Hull { .. }] => dispatched(&loaded, hull, hull),
        [Box(_), Box(_)] => dispatched(&loaded, cuboid, cuboid),
        [Ball(_), Box(_)] => dispatched(&loaded, ball, cuboid),
        [Capsule { .. }, Capsule { .. }] => dispatched(&loaded, capsule, capsule),
        [Cylinder { .. }, Cylinder { .. }] => dispatched(&loaded, cylinder, cylinder),
        [Cone { .. }, Box(_)] => dispatched(&loaded, cone, cuboid),
        [Box(_), Hull { .. }] => dispatched(&loaded, cuboid, hull),
        [Ellipsoid(_), Ellipsoid(_)] => {
            let shapes = pool(&cell, 0, ellipsoid)?;
            Ok(serve(&Low { loaded: &loaded, a: &shapes, b: &shapes }, cell.pairs.len())?)
        }
        _ => Err("no engine for these kinds".into()),
    }
}

#[allow(clippy::unnecessary_cast, reason = "one of the two programs has f64")]
fn number(x: f64) -> Real {
    x as Real
}

#[allow(clippy::unnecessary_cast, reason = "one of the two programs has f64")]
fn wide(x: Real) -> f64 {
    x as f64
}

fn vector(p: [f64; 3]) -> Vector {
    Vector::new(number(p[0]), number(p[1]), number(p[2]))
}

/// parry's cylinders and cones lie along y: their poses turn y to z first.
fn lies_along_y(solid: &Solid) -> bool {
    matches!(solid, Solid::Cylinder { .. } | Solid::Cone { .. })
}

fn pose(place: &Place, solid: &Solid) -> Pose {
    let [w, x, y, z] = place.rotation.map(number);
    let rotation = Rotation::from_xyzw(x, y, z, w);
    let half = number(std::f64::consts::FRAC_1_SQRT_2);
    let turn = if lies_along_y(solid) { Rotation::from_xyzw(half, 0.0, 0.0, half) } else { Rotation::IDENTITY };
    Pose::from_parts(vector(place.translation), rotation * turn)
}

fn hull(solid: &Solid) -> Option<ConvexPolyhedron> {
    let Solid::Hull { vertices, .. } = solid else { return None };
    ConvexPolyhedron::from_convex_hull(&vertices.iter().map(|&p| vector(p)).collect::<Vec<_>>())
}

fn cuboid(solid: &Solid) -> Option<Cuboid> {
    if let Solid::Box(half) = solid { Some(Cuboid::new(vector(*half))) } else { None }
}

fn ball(solid: &Solid) -> Option<Ball> {
    if let Solid::Ball(radius) = solid { Some(Ball::new(number(*radius))) } else { None }
}

fn capsule(solid: &Solid) -> Option<Capsule> {
    let Solid::Capsule { radius, half_length } = solid else { return None };
    Some(Capsule::new_z(number(*half_length), number(*radius)))
}

fn cylinder(solid: &Solid) -> Option<Cylinder> {
    let Solid::Cylinder { radius, half_length } = solid else { return None };
    Some(Cylinder::new(number(*half_length), number(*radius)))
}

fn cone(solid: &Solid) -> Option<Cone> {
    let Solid::Cone { radius, half_length } = solid else { return None };
    Some(Cone::new(number(*half_length), number(*radius)))
}

/// parry has no ellipsoid, but takes any support mapping.
#[derive(Clone, Copy)]
struct Radii(Vector);

impl SupportMap for Radii {
    fn local_support_point(&self, dir: Vector) -> Vector {
        let stretched = self.0 * dir;
        self.0 * stretched / stretched.length()
    }
}

fn ellipsoid(solid: &Solid) -> Option<Radii> {
    if let Solid::Ellipsoid(radii) = solid { Some(Radii(vector(*radii))) } else { None }
}

/// The shapes as the type of one side; those of the other side's kind are filled up with the first, and never asked
/// for.
fn pool<S: Clone>(cell: &Cell, side: usize, make: fn(&Solid) -> Option<S>) -> Result<Vec<S>, Box<dyn Error>> {
    let first = make(cell.kinds()[side]).ok_or("a shape was refused")?;
    Ok(cell.shapes.iter().map(|solid| make(solid).unwrap_or_else(|| first.clone())).collect())
}

fn dispatched<A: SupportMap + Shape + Clone, B: SupportMap + Shape + Clone>(
    loaded: &Loaded,
    make_a: fn(&Solid) -> Option<A>,
    make_b: fn(&Solid) -> Option<B>,
) -> Result<(), Box<dyn Error>> {
    let (a, b) = (pool(loaded.cell, 0, make_a)?, pool(loaded.cell, 1, make_b)?);
    Ok(serve(&Full(Low { loaded, a: &a, b: &b }), loaded.cell.pairs.len())?)
}

/// The cell and its world poses.
struct Loaded<'c> {
    cell: &'c Cell,
    chosen: Vec<[u32; 2]>,
    poses: Vec<[Pose; 2]>,
}

/// Shapes that are support mappings.
struct Low<'c, A, B> {
    loaded: &'c Loaded<'c>,
    a: &'c [A],
    b: &'c [B],
}

/// Shapes that the dispatcher knows.
struct Full<'c, A, B>(Low<'c, A, B>);

impl<A: SupportMap, B: SupportMap> Low<'_, A, B> {
    fn time(&self, answers: &mut [Answer], ask: impl Fn(&A, &B, [&Pose; 2]) -> Option<Answer>) -> Duration {
        time(answers, |i| {
            let [a, b] = self.loaded.chosen[i];
            let [pose_a, pose_b] = &self.loaded.poses[i];
            ask(&self.a[a as usize], &self.b[b as usize], [pose_a, pose_b]).unwrap_or(Answer::FAILURE)
        })
    }
}

impl<A: SupportMap, B: SupportMap> Engine for Low<'_, A, B> {
    fn can(&self) -> Vec<[&'static str; 3]> {
        vec![["low", "bool", "a"], ["low", "dist", "a"], ["lowdist", "dist", "a"], ["low", "pen", "a"]]
    }

    fn pass(&self, variant: &str, query: &str, answers: &mut [Answer]) -> Duration {
        let took = match (variant, query) {
            (_, "bool") => self.time(answers, |a, b, [pose_a, pose_b]| {
                Some(Answer::meet(intersection_test_support_map_support_map(&pose_a.inv_mul(pose_b), a, b)))
            }),
            ("lowdist", _) => self.time(answers, |a, b, [pose_a, pose_b]| {
                Some(Answer::value(wide(distance_support_map_support_map(&pose_a.inv_mul(pose_b), a, b))))
            }),
            (_, "dist") => self.time(answers, |a, b, [pose_a, pose_b]| {
                let b_in_a = pose_a.inv_mul(pose_b);
                let near = closest_points_support_map_support_map(&b_in_a, a, b, Real::MAX);
                apart(near, |witness_b| b_in_a * witness_b)
            }),
            _ => self.time(answers, |a, b, [pose_a, pose_b]| {
                contact_support_map_support_map(&pose_a.inv_mul(pose_b), a, b, Real::MAX).map(touching)
            }),
        };
        if lies_along_y(self.loaded.cell.kinds()[0]) {
            for answer in answers {
                let [x, y, z] = answer.normal;
                answer.normal = [x, -z, y];
            }
        }
        took
    }
}

impl<A: SupportMap + Shape, B: SupportMap + Shape> Engine for Full<'_, A, B> {
    fn can(&self) -> Vec<[&'static str; 3]> {
        let mut can = self.0.can();
        can.extend([
            ["api", "bool", "world"],
            ["api", "dist", "world"],
            ["apidist", "dist", "world"],
            ["api", "pen", "world"],
        ]);
        can
    }

    fn pass(&self, variant: &str, query: &str, answers: &mut [Answer]) -> Duration {
        match (variant, query) {
            ("api", "bool") => self.0.time(answers, |a, b, [pose_a, pose_b]| {
                query::intersection_test(pose_a, a, pose_b, b).ok().map(|found| Answer::meet(found.intersecting))
            }),
            ("api", "dist") => self.0.time(answers, |a, b, [pose_a, pose_b]| {
                apart(query::closest_points(pose_a, a, pose_b, b, Real::MAX).ok()?, |witness_b| witness_b)
            }),
            ("apidist", _) => self.0.time(answers, |a, b, [pose_a, pose_b]| {
                query::distance(pose_a, a, pose_b, b).ok().map(|distance| Answer::value(wide(distance.distance)))
            }),
            ("api", _) => self.0.time(answers, |a, b, [pose_a, pose_b]| {
                query::contact(pose_a, a, pose_b, b, Real::MAX).ok()?.map(touching)
            }),
            _ => self.0.pass(variant, query, answers),
        }
    }
}

/// Distance and normal of closest points, which `placed` brings to one frame.
fn apart(near: ClosestPoints, placed: impl Fn(Vector) -> Vector) -> Option<Answer> {
    match near {
        ClosestPoints::Intersecting => Some(Answer::value(0.0)),
        ClosestPoints::WithinMargin(witness_a, witness_b) => {
            let gap = placed(witness_b) - witness_a;
            let distance = gap.length();
            Some(Answer { value: wide(distance), normal: (gap / distance).to_array().map(wide) })
        }
        ClosestPoints::Disjoint => None,
    }
}

fn touching(contact: Contact) -> Answer {
    Answer { value: wide(contact.dist), normal: contact.normal1.to_array().map(wide) }
}
