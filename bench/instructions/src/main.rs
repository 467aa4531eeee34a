//! Representative queries, one after the other, for a tool that counts instructions: `bench/guard` runs it.
//!
//! Every query runs inside [`measured`], which the tool knows by its name, and is then named on the standard output
//! with the number of times that it ran. A query starts from two world poses, as in `bench/engines`.

mod pairs;

use std::hint::black_box;

use clearance::query;
use clearance::query::{Track, WarmStart, distance, intersects, signed_distance};
use clearance::{
    Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Options, Polytope, Pose3, Proximity, Real, Shape3, Space,
    Support, Triangle, Vec3,
};
use pairs::{Pair, Random, place};

/// Enough that single pairs with many steps do not decide the mean.
const PAIRS: usize = 64;

#[derive(Clone, Copy)]
enum Query {
    Meet,
    Distance,
    Depth,
    /// Query from world poses.
    WorldMeet,
    WorldDistance,
    WorldDepth,
    /// The distance again, a small step later.
    Tracked,
    /// The depth again.
    DeepTracked,
}

use Query::{DeepTracked, Depth, Distance, Meet, Tracked, WorldDepth, WorldDistance, WorldMeet};

fn main() {
    let (far, near, shallow, deep) = (Some(4.0), Some(0.02), Some(-0.01), None);
    let bricks = |_: &mut Random| (brick([0.5, 0.4, 0.3]), brick([0.3, 0.6, 0.2]));
    cell::<f64, _, _>("box box far", bricks, far, &[Meet, Distance]);
    cell::<f64, _, _>("box box near", bricks, near, &[Meet, Distance]);
    cell::<f64, _, _>("box box shallow", bricks, shallow, &[Meet, Depth]);
    cell::<f64, _, _>("box box deep", bricks, deep, &[Meet, Depth]);
    let any = |r: &mut Random| (Shape3::from(bricks(r).0), Shape3::from(bricks(r).1));
    cell::<f64, _, _>("any: box box near", any, near, &[Distance]);
    cell::<f32, _, _>(
        "f32: box box near",
        |_: &mut Random| (brick([0.5, 0.4, 0.3]), brick([0.3, 0.6, 0.2])),
        near,
        &[Meet, Distance],
    );

    let hulls = |n: usize| move |r: &mut Random| (hull::<f64>(r, n), hull::<f64>(r, n));
    cell("hull20 hull20 far", hulls(20), far, &[Meet, Distance]);
    cell("hull20 hull20 near", hulls(20), near, &[Meet, Distance, Tracked]);
    cell("hull20 hull20 shallow", hulls(20), shallow, &[Meet, Depth]);
    cell("hull20 hull20 deep", hulls(20), deep, &[Meet, Depth]);
    cell("hull200 hull200 near", hulls(200), near, &[Distance]);
    cell("hull8 hull8 far", hulls(8), far, &[Meet, Distance]);
    cell("hull8 hull8 near", hulls(8), near, &[Meet, Distance]);
    cell("hull8 hull8 shallow", hulls(8), shallow, &[Meet, Depth]);
    cell("hull8 hull8 deep", hulls(8), deep, &[Meet, Depth, DeepTracked]);
    cell("f32: hull8 hull8 deep", |r: &mut Random| (hull::<f32>(r, 8), hull::<f32>(r, 8)), deep, &[Depth]);
    cell("hull12 hull12 shallow", hulls(12), shallow, &[Depth]);
    cell("hull12 hull12 deep", hulls(12), deep, &[Depth]);
    let mixed = |r: &mut Random| (hull::<f64>(r, 8), hull::<f64>(r, 20));
    cell("hull8 hull20 deep", mixed, deep, &[Depth]);
    let brick_hull = |r: &mut Random| (brick([0.5, 0.4, 0.3]), hull::<f64>(r, 8));
    cell("box hull8 shallow", brick_hull, shallow, &[Depth]);
    cell("box hull8 deep", brick_hull, deep, &[Depth]);
    let brick_hull = |r: &mut Random| (brick([0.5, 0.4, 0.3]), hull::<f64>(r, 20));
    cell("box hull20 far", brick_hull, far, &[Meet, Distance]);
    cell("box hull20 near", brick_hull, near, &[Meet, Distance]);
    cell("f32: hull20 hull20 near", |r: &mut Random| (hull::<f32>(r, 20), hull::<f32>(r, 20)), near, &[Distance]);

    let ball_brick = |r: &mut Random| (Ball::new(r.between(0.2, 0.5)).unwrap(), brick([0.5, 0.4, 0.3]));
    cell::<f64, _, _>("ball box near", ball_brick, near, &[Meet, Distance, WorldMeet, WorldDistance]);
    cell::<f64, _, _>("ball box deep", ball_brick, deep, &[Meet, Depth, WorldMeet, WorldDepth]);
    let capsules = |r: &mut Random| (capsule::<f64>(r), capsule::<f64>(r));
    cell("capsule capsule near", capsules, near, &[Meet, Distance, WorldMeet, WorldDistance]);
    cell("capsule capsule deep", capsules, deep, &[Depth, WorldDepth]);
    let any = |r: &mut Random| (Shape3::from(capsule::<f64>(r)), Shape3::from(capsule::<f64>(r)));
    cell("any: capsule capsule near", any, near, &[Distance]);
    cell("f32: capsule capsule near", |r: &mut Random| (capsule::<f32>(r), capsule::<f32>(r)), near, &[Distance]);

    let triangles = |r: &mut Random| (triangle::<f64>(r), triangle::<f64>(r));
    cell("triangle triangle far", triangles, far, &[Distance]);
    cell("triangle triangle near", triangles, near, &[Meet, Distance]);
    cell("triangle triangle shallow", triangles, shallow, &[Meet, Depth]);
    cell("f32: triangle triangle near", |r: &mut Random| (triangle::<f32>(r), triangle::<f32>(r)), near, &[Distance]);
    let ball_triangle = |r: &mut Random| (Ball::new(r.between(0.2, 0.5)).unwrap(), triangle::<f64>(r));
    cell("ball triangle near", ball_triangle, near, &[Meet, Distance]);
    let capsule_triangle = |r: &mut Random| (capsule(r), triangle::<f64>(r));
    cell("capsule triangle near", capsule_triangle, near, &[Meet, Distance]);
    let capsule_brick = |r: &mut Random| (capsule(r), brick::<f64>([0.5, 0.4, 0.3]));
    cell("capsule box far", capsule_brick, far, &[Distance]);
    cell("capsule box near", capsule_brick, near, &[Meet, Distance]);
    cell("capsule box deep", capsule_brick, deep, &[Meet, Depth]);

    let cylinders = |r: &mut Random| (cylinder::<f64>(r), cylinder::<f64>(r));
    cell("cylinder cylinder near", cylinders, near, &[Meet, Distance]);
    cell("cylinder cylinder shallow", cylinders, shallow, &[Meet, Depth]);
    cell("cylinder cylinder deep", cylinders, deep, &[Meet, Depth]);
    cell("f32: cylinder cylinder shallow", |r: &mut Random| (cylinder::<f32>(r), cylinder::<f32>(r)), shallow, &[Meet]);
    let cone_brick = |r: &mut Random| {
        (
            Cone::along(Axial { radius: r.between(0.3, 0.5), half_length: 0.5, axis: 2 }).unwrap(),
            brick::<f64>([0.5, 0.4, 0.3]),
        )
    };
    cell("cone box near", cone_brick, near, &[Meet, Distance]);
    cell("cone box shallow", cone_brick, shallow, &[Depth]);
    cell("cone box deep", cone_brick, deep, &[Meet, Depth]);
    let cone_brick = |r: &mut Random| {
        (
            Cone::along(Axial { radius: r.between(0.3, 0.5) as f32, half_length: 0.5, axis: 2 }).unwrap(),
            brick([0.5, 0.4, 0.3]),
        )
    };
    cell("f32: cone box shallow", cone_brick, shallow, &[Meet, Depth]);
    let cylinder_brick = |r: &mut Random| (cylinder::<f64>(r), brick([0.5, 0.4, 0.3]));
    cell("cylinder box near", cylinder_brick, near, &[Distance]);
    cell("cylinder box deep", cylinder_brick, deep, &[Depth]);
    let ellipsoids = |r: &mut Random| (ellipsoid(r), ellipsoid(r));
    cell("ellipsoid ellipsoid near", ellipsoids, near, &[Meet, Distance]);
    cell("ellipsoid ellipsoid shallow", ellipsoids, shallow, &[Meet, Depth]);
    let ball_ellipsoid = |r: &mut Random| (Ball::new(r.between(0.2, 0.5)).unwrap(), ellipsoid(r));
    cell::<f64, _, _>("ball ellipsoid near", ball_ellipsoid, near, &[Distance]);
}

fn brick<T: Real>(half: [f64; 3]) -> Cuboid<Vec3<T>> {
    Cuboid::from_half_extents(Vec3::from(half.map(T::from_f64))).unwrap()
}

fn hull<T: Real>(random: &mut Random, n: usize) -> Polytope<Vec3<T>>
where
    Vec3<T>: Space<Scalar = T>,
{
    let points: Vec<_> = (0..n).map(|_| random.direction::<T>() * T::from_f64(0.5)).collect();
    Polytope::new(&points).unwrap()
}

fn capsule<T: Real>(random: &mut Random) -> Capsule<Vec3<T>> {
    let size = |low, high, random: &mut Random| T::from_f64(random.between(low, high));
    Capsule::along(Axial { radius: size(0.2, 0.4, random), half_length: size(0.3, 0.7, random), axis: 2 }).unwrap()
}

fn triangle<T: Real>(random: &mut Random) -> Triangle<Vec3<T>> {
    let mut corner = || random.direction::<T>() * T::from_f64(0.5);
    Triangle::new(corner(), corner(), corner()).unwrap()
}

fn cylinder<T: Real>(random: &mut Random) -> Cylinder<Vec3<T>> {
    let size = |low, high, random: &mut Random| T::from_f64(random.between(low, high));
    Cylinder::along(Axial { radius: size(0.3, 0.5, random), half_length: size(0.4, 0.7, random), axis: 2 }).unwrap()
}

fn ellipsoid(random: &mut Random) -> Ellipsoid<Vec3<f64>> {
    let radii = [(0.3, 0.4), (0.4, 0.5), (0.5, 0.7)].map(|(low, high)| random.between(low, high));
    Ellipsoid::from_radii(Vec3::from(radii)).unwrap()
}

/// Runs queries on the pairs of a cell.
fn cell<T: Real, A: Support<Vec3<T>>, B: Support<Vec3<T>>>(
    name: &str,
    mut bodies: impl FnMut(&mut Random) -> (A, B),
    gap: Option<f64>,
    queries: &[Query],
) where
    Vec3<T>: Space<Scalar = T>,
{
    let mut random = Random(1);
    let pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let pair = bodies(&mut random);
            place(&mut random, pair, gap)
        })
        .collect();
    for query in queries {
        match query {
            Meet => count(name, "meet", &pairs, |pair, b_in_a| intersects(&pair.a, &pair.b, b_in_a)),
            Distance => count(name, "distance", &pairs, |pair, b_in_a| seen(&distance(&pair.a, &pair.b, b_in_a))),
            Depth => count(name, "depth", &pairs, |pair, b_in_a| seen(&signed_distance(&pair.a, &pair.b, b_in_a))),
            WorldMeet => in_world(name, "meet", &pairs, |a, b| query::Pair::in_world(a, b).intersects()),
            WorldDistance => in_world(name, "distance", &pairs, |a, b| seen(&query::Pair::in_world(a, b).distance())),
            WorldDepth => in_world(name, "depth", &pairs, |a, b| seen(&query::Pair::in_world(a, b).signed_distance())),
            Tracked => tracked(name, &pairs),
            DeepTracked => deep_tracked(name, &pairs),
        }
    }
}

fn tracked<T: Real, A: Support<Vec3<T>>, B: Support<Vec3<T>>>(name: &str, pairs: &[Pair<T, A, B>])
where
    Vec3<T>: Space<Scalar = T>,
{
    let options = Options::default();
    let ask = |pair: &Pair<T, A, B>, warm: &mut WarmStart<Vec3<T>>, b_in_a: &Pose3<T>| -> Proximity<Vec3<T>> {
        query::Pair::new(&pair.a, &pair.b, b_in_a).options(options).warm(warm).distance()
    };
    let known: Vec<_> = pairs
        .iter()
        .map(|pair| {
            let mut warm = WarmStart::new();
            ask(pair, &mut warm, &Pose3::relative(&pair.poses[0], &pair.poses[1]));
            warm
        })
        .collect();
    let moved: Vec<_> = pairs.iter().map(|pair| moved(&pair.poses[1])).collect();
    measured(&mut || {
        for ((pair, warm), pose) in pairs.iter().zip(&known).zip(&moved) {
            let b_in_a = Pose3::relative(&pair.poses[0], pose);
            black_box(ask(pair, &mut warm.clone(), black_box(&b_in_a)));
        }
    });
    println!("{}\t{name}, tracked", pairs.len());
}

fn deep_tracked<T: Real, A: Support<Vec3<T>>, B: Support<Vec3<T>>>(name: &str, pairs: &[Pair<T, A, B>])
where
    Vec3<T>: Space<Scalar = T>,
{
    let known = |pair: &Pair<T, A, B>| {
        let mut track = Track::new();
        track.signed_distance(&pair.a, &pair.b, &Pose3::relative(&pair.poses[0], &pair.poses[1]));
        track
    };
    let mut tracks: Vec<_> = pairs.iter().map(known).collect();
    let moved: Vec<_> = pairs.iter().map(|pair| moved(&pair.poses[1])).collect();
    measured(&mut || {
        for ((pair, track), pose) in pairs.iter().zip(&mut tracks).zip(&moved) {
            let b_in_a = Pose3::relative(&pair.poses[0], pose);
            black_box(seen(&track.signed_distance(&pair.a, &pair.b, black_box(&b_in_a))));
        }
    });
    println!("{}\t{name}, depth tracked", pairs.len());
}

/// A third of a percent farther from the origin.
fn moved<T: Real>(pose: &Pose3<T>) -> Pose3<T> {
    pairs::pose(pose.rotor(), pose.translation() * T::from_f64(1.003))
}

fn count<T: Real, A: Support<Vec3<T>>, B: Support<Vec3<T>>, R>(
    name: &str,
    query: &str,
    pairs: &[Pair<T, A, B>],
    ask: impl Fn(&Pair<T, A, B>, &Pose3<T>) -> R,
) where
    Vec3<T>: Space<Scalar = T>,
{
    measured(&mut || {
        for pair in pairs {
            let b_in_a = Pose3::relative(&pair.poses[0], &pair.poses[1]);
            black_box(ask(pair, black_box(&b_in_a)));
        }
    });
    println!("{}\t{name}, {query}", pairs.len());
}

fn in_world<T: Real, A: Support<Vec3<T>>, B: Support<Vec3<T>>, R>(
    name: &str,
    query: &str,
    pairs: &[Pair<T, A, B>],
    ask: impl Fn((&A, &Pose3<T>), (&B, &Pose3<T>)) -> R,
) where
    Vec3<T>: Space<Scalar = T>,
{
    measured(&mut || {
        for pair in pairs {
            let [pose_a, pose_b] = black_box(&pair.poses);
            black_box(ask((&pair.a, pose_a), (&pair.b, pose_b)));
        }
    });
    println!("{}\t{name}, {query} in the world", pairs.len());
}

/// The distance of an answer of which nothing may be left out.
fn seen<T: Real>(answer: &Proximity<Vec3<T>>) -> T
where
    Vec3<T>: Space<Scalar = T>,
{
    black_box(answer).signed_distance
}

/// What the tool counts.
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
}
