//! A mesh against one convex shape of each kind, by all triangles.

use clearance::query::{Pair, signed_distance};
use clearance::{
    Axial, Ball, Bounds, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Inflated, Point, Polytope, Pose, Pose3, Proximity,
    Real, Shape, Space, Status, Triangle, Vec3, Vector,
};
use clearance_testkit::random::Random;
use clearance_testkit::surfaces::{self, Surface};
use clearance_world::{Body, BodyPair, TriangleMesh};

type Space3 = Vec3<f64>;

fn vector(random: &mut Random, size: f64) -> Space3 {
    Vec3::from_fn(|_| random.uniform(-size, size))
}

/// A sphere with waves, of which a part may be missing.
fn waves(random: &mut Random, faces: usize) -> Surface {
    let (mut corners, mut triangles) = surfaces::icosphere(2, 1.0);
    let [wave, other] = [vector(random, 6.0), vector(random, 3.0)];
    for corner in &mut corners {
        *corner = *corner * (1.0 + 0.2 * wave.dot(*corner).sin() + 0.1 * other.dot(*corner).cos());
    }
    triangles.truncate(faces);
    (corners, triangles)
}

/// Squares of whole numbers in a plane, with pits of depth 1.
pub fn floor(random: &mut Random) -> Surface {
    let corner = |x: i32, y: i32, z: f64| Vec3::new(f64::from(x), f64::from(y), z);
    let at = |x: i32, y: i32| (8 * x + y) as u32;
    let pit = if random.once_in(2) { -1.0 } else { 0.0 };
    let heights: Vec<f64> = (0..64).map(|_| if random.once_in(9) { pit } else { 0.0 }).collect();
    let corners = (0..64).map(|i| corner(i / 8 - 3, i % 8 - 3, heights[i as usize])).collect();
    let squares = (0..7).flat_map(|x| (0..7).map(move |y| (x, y)));
    let faces = squares.flat_map(|(x, y)| {
        let [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
        [[a, b, c], [a, c, d]]
    });
    (corners, faces.collect())
}

/// Needles and triangles without area, all over a cube.
fn needles(random: &mut Random) -> Surface {
    let corners = (0..40).flat_map(|i| {
        let (middle, thin) = (vector(random, 1.0), [0.0, 1e-9, 1e-3, 0.3][i % 4]);
        let along = vector(random, 0.5);
        [middle, middle + along, middle + along * 0.4 + vector(random, thin)]
    });
    (corners.collect(), (0..40).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

fn surface(random: &mut Random) -> Surface {
    match random.below(4) {
        0 => waves(random, 320),
        1 => waves(random, 130),
        2 => floor(random),
        _ => needles(random),
    }
}

fn shape<T: Real>(random: &mut Random, size: f64) -> Shape<Vec3<T>>
where
    Vec3<T>: Space<Scalar = T>,
{
    let float = |v: Space3| Vec3::from_fn(|k| T::from_f64(v[k]));
    let mut length = |low: f64, high: f64| T::from_f64(size * random.uniform(low, high));
    let (radius, margin) = (length(0.1, 0.6), length(0.05, 0.2));
    let half = Vec3::from_fn(|_| length(0.05, 0.6));
    let end = vector(random, 0.5 * size);
    match random.below(10) {
        0 => Point::new().into(),
        1 => Ball::new(radius).unwrap().into(),
        2 => Capsule::between(float(-end), float(end * 0.3), margin).unwrap().into(),
        3 => Cuboid::from_half_extents(half).unwrap().into(),
        4 => Inflated::new(Shape::from(Cuboid::from_half_extents(half).unwrap()), margin).unwrap().into(),
        5 => Polytope::new(&[(); 9].map(|()| float(vector(random, 0.5 * size)))).unwrap().into(),
        6 => {
            let [a, b, c] = [(); 3].map(|()| float(vector(random, 0.6 * size)));
            Triangle::new(a, b, c).unwrap().into()
        }
        7 => Cone::along(Axial { radius, half_length: half.x, axis: 1 }).unwrap().into(),
        8 => Cylinder::along(Axial { radius, half_length: half.x, axis: 2 }).unwrap().into(),
        _ => Ellipsoid::from_radii(half).unwrap().into(),
    }
}

/// Any pose, or one that puts whole numbers on whole numbers.
fn pose<T: Real>(random: &mut Random, size: f64) -> Pose<Vec3<T>>
where
    Vec3<T>: Space<Scalar = T>,
{
    let float = |v: Space3| Vec3::from_fn(|k| T::from_f64(v[k]));
    if random.once_in(3) {
        let halves = vector(random, 4.0 * size);
        let [x, y, z] = [halves.x, halves.y, halves.z].map(|half| half.round() / 2.0);
        return Pose::from_translation(float(Vec3::new(x, y, z))).unwrap();
    }
    let (axis, angle) = (float(vector(random, 1.0)), T::from_f64(random.uniform(0.1, 3.0)));
    Pose::from_axis_angle(axis, angle, float(vector(random, size))).unwrap()
}

/// What the triangles say, one by one.
struct Truth<T> {
    /// Bounds of the least signed distance, and the number that has it.
    lower: T,
    upper: T,
    least: T,
    meets: bool,
    apart: bool,
}

fn truth<T: Real>(mesh: &TriangleMesh<Vec3<T>>, shape: &Shape<Vec3<T>>, pose: &Pose<Vec3<T>>) -> Truth<T>
where
    Vec3<T>: Space<Scalar = T>,
{
    let far = T::INFINITY;
    let start = Truth { lower: far, upper: far, least: far, meets: false, apart: true };
    (0..mesh.triangles().len() as u32).fold(start, |truth, triangle| {
        let found: Proximity<Vec3<T>> = Pair::new(&mesh.shape(triangle), shape, pose).signed_distance();
        let apart = found.status == Status::Separated;
        Truth {
            lower: truth.lower.min(found.bounds.lower),
            upper: truth.upper.min(found.bounds.upper),
            least: truth.least.min(found.signed_distance),
            meets: truth.meets || found.proven && !apart,
            apart: truth.apart && found.proven && apart,
        }
    })
}

/// How many pairs met, were apart, and were one in the other.
fn compare<T: Real>(seed: u64, rounds: usize) -> [usize; 3]
where
    Vec3<T>: Space<Scalar = T>,
{
    let (mut random, mut counts) = (Random::new(seed), [0; 3]);
    for round in 0..rounds {
        let (corners, faces) = surface(&mut random);
        let corners: Vec<Vec3<T>> = corners.iter().map(|v| Vec3::from_fn(|k| T::from_f64(v[k]))).collect();
        let mesh = TriangleMesh::new(&corners, &faces).unwrap();
        let body = Body::mesh(mesh.clone());
        for _ in 0..8 {
            let size = random.pick(&[1e-4, 0.1, 1.0, 1.0, 20.0]);
            let shape = shape::<T>(&mut random, size);
            let pose = pose::<T>(&mut random, random_size(round) + 0.5 * size);
            let truth = truth(&mesh, &shape, &pose);
            let kind = check(&body, &shape, &pose, &truth, &format!("seed {seed:#x}, {round}: {shape:?} {pose:?}"));
            counts[kind] += 1;
        }
    }
    counts
}

/// Mostly among the triangles, and sometimes far away.
fn random_size(round: usize) -> f64 {
    [1.0, 0.5, 2.0, 40.0, 1.0][round % 5]
}

fn check<T: Real>(
    body: &Body<Vec3<T>>,
    shape: &Shape<Vec3<T>>,
    pose: &Pose<Vec3<T>>,
    truth: &Truth<T>,
    what: &str,
) -> usize
where
    Vec3<T>: Space<Scalar = T>,
{
    let other = Body::new(shape.clone());
    let back = pose.inverse();
    let size = body.reach_from_frame() + other.reach_from_frame() + pose.translation().norm();
    let few = T::from_f64(1e4) * T::UNIT * size;
    let mut kind = 0;
    for swapped in [false, true] {
        let pair = || if swapped { BodyPair::new(&other, body, &back) } else { BodyPair::new(body, &other, pose) };
        let (found, boolean) = (pair().signed_distance().unwrap(), pair().collides().unwrap());
        if truth.meets {
            assert!(found.collides != Some(false) && boolean != Some(false), "{what}: {found:?}");
            assert!(found.bounds.upper <= truth.upper.max(T::ZERO) + few, "{what}: {found:?}");
            // As deep as the deepest triangle, unless all of the body counts.
            assert!(found.is_whole() || found.proximity.signed_distance <= truth.least + few, "{what}: {found:?}");
        } else if truth.apart && found.collides == Some(true) {
            assert!(boolean == Some(true), "{what}");
            kind = 2;
        } else if truth.apart {
            assert!(found.collides == Some(false) && boolean == Some(false), "{what}: {found:?}");
            let distance = found.signed_distance.unwrap();
            assert!((distance - truth.least).abs() <= few, "{what}: {found:?}");
            assert!(found.bounds.lower <= truth.upper && truth.lower <= found.bounds.upper, "{what}: {found:?}");
            assert!(found.bounds.width() <= few, "{what}: {found:?}");
            kind = 1;
        }
    }
    kind
}

#[test]
fn a_shape_is_as_far_from_a_mesh_as_from_the_nearest_of_all_triangles() {
    let [met, apart, inside] = compare::<f64>(0x3ea5, 150);
    assert!(met > 100 && apart > 100 && inside > 2, "{met} {apart} {inside}");
}

#[test]
fn so_it_is_in_single_precision() {
    let [met, apart, _] = compare::<f32>(0x3ea6, 100);
    assert!(met > 50 && apart > 100, "{met} {apart}");
}

#[test]
#[ignore = "a minute in release"]
fn so_it_is_of_many() {
    let found = (0..40).map(|seed| compare::<f64>(seed, 200));
    println!("{:?}", found.fold([0; 3], |sum, found| [0, 1, 2].map(|i| sum[i] + found[i])));
}

#[test]
fn meshes_at_the_end_of_the_range_are_as_far_apart_as_their_nearest_triangles() {
    let mut random = Random::new(0x1e30);
    let mut apart = 0;
    for round in 0..200 {
        let [a, b] = [(); 2].map(|()| {
            let mut vertices: Vec<Vec3<f64>> = (0..4).map(|_| vector(&mut random, 2.0)).collect();
            let far = random.below(4);
            let sign = if random.below(2) == 0 { 1e300 } else { -1e300 };
            vertices[far] += Vec3::axis(random.below(3)) * sign;
            TriangleMesh::new(&vertices, &[[0, 1, 2], [0, 2, 3]]).unwrap()
        });
        let pose = Pose3::from_translation(vector(&mut random, 3.0)).unwrap();
        let all =
            [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[i, j]| signed_distance(&a.shape(i), &b.shape(j), &pose).bounds);
        let least = |of: fn(&Bounds<f64>) -> f64| all.iter().map(of).fold(f64::INFINITY, f64::min);
        let found = BodyPair::new(&Body::mesh(a), &Body::mesh(b), &pose).signed_distance().unwrap();
        let (lower, upper) = (least(|bounds| bounds.lower), least(|bounds| bounds.upper));
        if lower > 0.0 {
            apart += 1;
            assert!(found.bounds.lower <= upper && lower <= found.bounds.upper, "{round}: {found:?} {lower} {upper}");
        }
    }
    assert!(apart > 20, "{apart}");
}
