//! Meshes as bodies of scenes.

use clearance::math::Rotor;
use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, Pair, ToiOptions};
use clearance::{Ball, Cuboid, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;

use super::patches::tests::bumpy;
use super::tests::{Soup, box_of};
use crate::{Between, Body, Object, Scene, TriangleMesh};

type Point = Vec3<f64>;

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

fn between(a: impl Into<Object<Point>>, b: impl Into<Object<Point>>) -> Between<Point> {
    let mut scene = Scene::new();
    let ids = [scene.add(0, a).unwrap(), scene.add(1, b).unwrap()];
    let found = scene.between(ids[0], ids[1]).unwrap().between;
    let contacts = scene.contacts();
    assert_eq!(found.collides == Some(true), contacts.len() == 1, "{found:?}");
    found
}

fn cuboid(half: f64) -> Shape3<f64> {
    Cuboid::from_half_extents(Vec3::new(half, half, half)).unwrap().into()
}

/// A box from 0 to 4 with a wall of 1 all around a cavity.
fn hollow() -> Soup {
    box_of(0.0, 4.0).with_box([1.0; 3], [3.0; 3], false)
}

#[test]
fn a_mesh_apart_is_as_far_as_its_solid() {
    let rotor = Rotor3::from_axis_angle(Vec3::new(1.0, 2.0, 0.5), 0.7).unwrap();
    let mut random = Random::new(0x3e6);
    for _ in 0..100 {
        let [p, q] = [0, 1].map(|_| Vec3::from_fn(|_| random.uniform(-4.0, 4.0)));
        let pose = Pose3::new(rotor, p).unwrap();
        let mesh = Soup::default().with_box([-1.0; 3], [1.0; 3], true).mesh();
        let other = Body::new(cuboid(0.7)).at(at(q.x, q.y, q.z));
        let found = between(Body::mesh(mesh).at(pose), other.clone());
        let truth = between(Body::new(cuboid(1.0)).at(pose), other);
        assert_eq!(found.collides, truth.collides);
        if let Some(distance) = found.signed_distance {
            assert!((distance - truth.proximity.signed_distance).abs() < 1e-13);
        } else {
            assert!(
                found.bounds.lower <= truth.bounds.upper && truth.bounds.lower <= found.bounds.upper,
                "{found:?} {truth:?}"
            );
        }
    }
}

#[test]
fn two_meshes_are_as_far_apart_as_the_nearest_of_all_pairs_of_triangles() {
    let mut random = Random::new(0x3e9);
    let (mut met, mut apart) = (0, 0);
    for round in 0..24 {
        let [a, b] = [0, 1].map(|_| soup(&mut random, 40));
        let rotor = Rotor3::from_axis_angle(Vec3::from_fn(|_| random.uniform(-1.0, 1.0)), 2.1).unwrap();
        let size = [0.3, 1.0, 2.5][round % 3];
        let pose = Pose3::new(rotor, Vec3::from_fn(|_| random.uniform(-size, size))).unwrap();
        let found = between(Body::mesh(a.clone()), Body::mesh(b.clone()).at(pose));
        let all = (0..40).flat_map(|i| (0..40).map(move |j| [i, j]));
        let pairs =
            all.map(|[i, j]| Pair::in_world((&a.shape(i), &Pose3::IDENTITY), (&b.shape(j), &pose)).signed_distance());
        let least = pairs.min_by(|x, y| x.signed_distance.total_cmp(&y.signed_distance)).unwrap();
        assert_eq!(found.collides, Some(least.signed_distance <= 0.0), "round {round}: {found:?} {least:?}");
        if let Some(distance) = found.signed_distance {
            assert!((distance - least.signed_distance).abs() < 1e-14, "round {round}: {found:?} {least:?}");
            assert!(found.bounds.lower <= least.bounds.upper && least.bounds.lower <= found.bounds.upper);
        }
        (met, apart) =
            (met + usize::from(found.collides == Some(true)), apart + usize::from(found.collides == Some(false)));
    }
    assert!(met > 4 && apart > 4, "{met} met, {apart} apart");
}

#[test]
fn meshes_far_apart_or_of_unlike_sizes_are_as_far_as_the_nearest_of_all_pairs_of_triangles() {
    let mut random = Random::new(0x3ea);
    for (size, away) in [(1.0, 300.0), (1e-4, 1.5), (1e-9, 2.0), (1e5, 3e5), (1.0, 1e9)] {
        let [a, b] = [bumpy(&mut random, 6, Vec3::ZERO, 1.0), bumpy(&mut random, 5, Vec3::ZERO, size)];
        let rotor = Rotor3::from_axis_angle(Vec3::from_fn(|_| random.uniform(-1.0, 1.0)), 2.1).unwrap();
        let way: Point = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
        let pose = Pose3::new(rotor, way.normalized() * away).unwrap();
        let found = between(Body::mesh(a.clone()), Body::mesh(b.clone()).at(pose));
        let all = (0..a.triangles().len() as u32).flat_map(|i| (0..b.triangles().len() as u32).map(move |j| [i, j]));
        let pairs =
            all.map(|[i, j]| Pair::in_world((&a.shape(i), &Pose3::IDENTITY), (&b.shape(j), &pose)).signed_distance());
        let least = pairs.min_by(|x, y| x.signed_distance.total_cmp(&y.signed_distance)).unwrap();
        assert_eq!((found.collides, found.signed_distance), (Some(false), Some(least.signed_distance)), "{size}");
        assert!(
            found.bounds.lower <= least.bounds.upper && least.bounds.lower <= found.bounds.upper,
            "{found:?} {least:?}"
        );
        assert!(least.bounds.lower - found.bounds.lower < 1e-13 * away, "{found:?}");
    }
}

#[test]
fn a_mesh_that_is_followed_has_the_answers_of_one_that_is_not_to_the_last_bit() {
    let mut random = Random::new(0x3eb);
    let (mut met, mut apart) = (0, 0);
    for walk in 0..8 {
        let mut scene = Scene::new();
        let middle = Vec3::new(0.4, -0.2, 0.3);
        let bodies = [(0, 12, middle), (1, 9, Vec3::ZERO), (2, 3, middle)];
        let ids =
            bodies.map(|(key, n, middle)| scene.add(key, Body::mesh(bumpy(&mut random, n, middle, 0.5))).unwrap());
        let (mut watch, size) = (crate::Watch::new(), [1e-5, 1e-3, 0.05, 0.5][walk % 4]);
        let mut at = [0, 1, 2].map(|_| Vec3::from_fn(|_| random.uniform(-1.5, 1.5)));
        let mut turn = Rotor3::from_axis_angle(Vec3::new(1.0, 2.0, 0.5), 0.7).unwrap();
        for _ in 0..60 {
            let i = random.below(3);
            at[i] = (at[i] + Vec3::from_fn(|_| random.uniform(-size, size))) * 0.999;
            let axis = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
            turn = turn.then(&Rotor3::from_axis_angle(axis, size).unwrap());
            scene.move_to(ids[i], Pose3::new(turn, at[i]).unwrap()).unwrap();
            let found = watch.closest(&scene, 3);
            assert_eq!(found, scene.closest(3));
            met += found.pairs.iter().filter(|near| near.between.collides == Some(true)).count();
            apart += found.pairs.iter().filter(|near| near.between.collides == Some(false)).count();
        }
    }
    assert!(met > 20 && apart > 600, "{met} met, {apart} apart");
}

/// Triangles all over a cube from -1 to 1, each a tenth of its size.
fn soup(random: &mut Random, count: u32) -> TriangleMesh<Point> {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let mut draw = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
        let middle: Point = draw(1.0);
        vertices.extend([middle, middle + draw(0.2), middle + draw(0.2)]);
    }
    let triangles: Vec<[u32; 3]> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    TriangleMesh::new(&vertices, &triangles).unwrap()
}

#[test]
fn a_body_in_a_cavity_is_free_and_one_in_the_wall_is_not() {
    let free = between(Body::mesh(hollow().mesh()), Body::new(cuboid(0.5)).at(at(2.0, 2.0, 2.25)));
    assert_eq!(free.collides, Some(false));
    assert!((free.signed_distance.unwrap() - 0.25).abs() < 1e-14);
    let ball = Body::new(Ball::new(0.25).unwrap()).at(at(0.5, 2.0, 2.0));
    let buried = between(Body::mesh(hollow().mesh()), ball);
    assert_eq!((buried.collides, buried.signed_distance), (Some(true), None));
    // The ball's rightmost core point is its center, half a wall from both sides.
    assert!(buried.bounds.upper <= -0.5 + 1e-12 && buried.bounds.lower < -0.7, "{buried:?}");
}

#[test]
fn a_body_wholly_inside_is_told_by_its_innermost_point() {
    // Two boxes in one file, the far one empty; the ball's known point is its center, at (13.5, 2, 2) in the world and
    // 0.5 from the wall x = 14.
    let mesh = box_of(0.0, 4.0).with_box([-9.0; 3], [-8.0; 3], true).mesh();
    let rotor = Rotor3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), std::f64::consts::FRAC_PI_2).unwrap();
    let turned = Body::mesh(mesh).at(Pose3::new(rotor, Vec3::new(14.0, 0.0, 0.0)).unwrap());
    let ball = Body::new(Ball::new(0.25).unwrap()).at(at(13.5, 2.0, 2.0));
    for flipped in [false, true] {
        let found = if flipped { between(ball.clone(), turned.clone()) } else { between(turned.clone(), ball.clone()) };
        let local = found.proximity;
        assert_eq!((found.collides, local.status), (Some(true), clearance::Status::Overlapping));
        assert!((local.signed_distance + 0.5).abs() < 1e-12 && local.bounds.contains(-0.5), "{local:?}");
        // The ball comes out along x, and the mesh the other way.
        let side = if flipped { -1.0 } else { 1.0 };
        assert!((local.normal - Vec3::new(side, 0.0, 0.0)).norm() < 1e-12, "{local:?}");
        let [of_mesh, of_ball] =
            if flipped { [local.witness_b, local.witness_a] } else { [local.witness_a, local.witness_b] };
        assert!((of_mesh - Vec3::new(14.0, 2.0, 2.0)).norm() < 1e-12 && (of_ball.x - 13.5).abs() < 1e-12, "{local:?}");
        // A triangle of the box that holds the ball.
        assert!(found.bounds.upper <= local.bounds.upper && found.parts[usize::from(flipped)] < 12, "{found:?}");
    }
}

#[test]
fn a_mesh_in_a_mesh_is_as_deep_as_its_innermost_vertex() {
    let inner = box_of(1.0, 2.0).mesh();
    for flipped in [false, true] {
        let (outer, inner) = (Body::mesh(box_of(0.0, 4.0).mesh()), Body::mesh(inner.clone()));
        let found = if flipped { between(inner, outer) } else { between(outer, inner) };
        assert_eq!(found.collides, Some(true));
        // Vertex (2, 2, 2) is 2 away from three faces; the box has to move by 2 to be gone.
        assert!((found.bounds.upper + 2.0).abs() < 1e-12 && (found.bounds.lower + 2.0).abs() < 1e-12, "{found:?}");
    }
}

#[test]
fn an_open_mesh_is_its_surface() {
    let mut open = box_of(0.0, 4.0);
    open.triangles.truncate(10);
    let found = between(Body::mesh(open.mesh()), Body::new(cuboid(0.5)).at(at(2.0, 2.0, 2.0)));
    assert_eq!((found.collides, found.signed_distance.map(|d| (d * 8.0).round())), (Some(false), Some(12.0)));
}

#[test]
fn a_cup_around_a_ball_is_apart_from_it() {
    // A cup: a box from 0 to 4 with a hole from 1 to 3 that is open above; five walls as boxes in one file.
    let walls = [
        ([0.0, 0.0, 0.0], [4.0, 4.0, 1.0]),
        ([0.0, 0.0, 0.5], [1.0, 4.0, 4.0]),
        ([3.0, 0.0, 0.5], [4.0, 4.0, 4.0]),
        ([0.5, 0.0, 0.5], [3.5, 1.0, 4.0]),
        ([0.5, 3.0, 0.5], [3.5, 4.0, 4.0]),
    ];
    let cup = walls.into_iter().fold(Soup::default(), |soup, (low, high)| soup.with_box(low, high, true)).mesh();
    let ball = |z| Body::new(Ball::new(0.75).unwrap()).at(at(2.0, 2.0, z));
    let apart = between(Body::mesh(cup.clone()), ball(2.5));
    assert!((apart.signed_distance.unwrap() - 0.25).abs() < 1e-14, "{apart:?}");
    assert_eq!(between(Body::mesh(cup), ball(1.5)).collides, Some(true));
}

#[test]
fn casts_and_motions_see_meshes_from_outside_and_from_inside() {
    let mut scene = Scene::new();
    let wall = scene.add(0, Body::mesh(hollow().mesh())).unwrap();
    let from_outside = scene.cast_ray(Vec3::new(-2.0, 2.1, 2.2), Vec3::new(8.0, 0.0, 0.0)).unwrap();
    assert!((from_outside.bracket.upper - 0.25).abs() < 1e-12);
    let from_wall = scene.cast_ray(Vec3::new(0.5, 2.1, 2.2), Vec3::new(8.0, 0.0, 0.0)).unwrap();
    assert!(matches!(from_wall.first.unwrap().impact, Impact::Hit(hit) if hit.initial && hit.time == 0.0));
    let ball = scene.add(1, Body::new(Ball::new(0.5).unwrap()).at(at(2.0, 2.0, 2.0))).unwrap();
    let path = LinearMotion::straight(at(2.0, 2.0, 2.0), Vec3::new(0.0, 0.0, 2.0)).unwrap();
    let found = scene.time_of_impact(&[(ball, &path)], &ToiOptions::default()).unwrap();
    assert_eq!(found.first.unwrap().pair, [wall, ball]);
    assert!((found.bracket.upper - 0.25).abs() < 1e-12, "{found:?}"); // from 2.5 to 3 at a speed of 2
}
