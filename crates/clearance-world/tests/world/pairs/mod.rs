//! Every question of a pair of bodies, by every pair of kinds, against brute force over the parts.

mod contacts;
mod convexity;
mod corner;
mod meshes;
mod rays;

use clearance::query::motion::LinearMotion;
use clearance::query::{self, ContactOptions, Impact, MovingPair, ToiOptions};
use clearance::{Ball, Cuboid, Halfspace, Options, Polytope, Pose3, Proximity, Rotor3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{BodiesWithin, Body, BodyPair, MovingBodies, Refusal, TriangleMesh};

type Space3 = Vec3<f64>;

/// A body with its parts in its frame; a halfspace has none.
struct Known {
    body: Body<Space3>,
    parts: Vec<Shape3<f64>>,
}

fn vector(random: &mut Random, size: f64) -> Space3 {
    Vec3::from_fn(|_| random.uniform(-size, size))
}

fn pose(random: &mut Random, size: f64) -> Pose3<f64> {
    let axis = vector(random, 1.0) + Vec3::new(0.0, 0.0, 1e-3);
    Pose3::new(Rotor3::from_axis_angle(axis, random.uniform(0.0, 3.0)).unwrap(), vector(random, size)).unwrap()
}

fn shape(random: &mut Random) -> Shape3<f64> {
    match random.below(3) {
        0 => Ball::new(random.uniform(0.1, 0.4)).unwrap().into(),
        1 => Cuboid::from_half_extents(Vec3::from_fn(|_| random.uniform(0.1, 0.5))).unwrap().into(),
        _ => Polytope::new(&[(); 8].map(|()| vector(random, 0.6))).unwrap().into(),
    }
}

fn convex(random: &mut Random) -> Known {
    let shape = shape(random);
    Known { body: Body::new(shape.clone()), parts: vec![shape] }
}

fn compound(random: &mut Random) -> Known {
    let count = 2 + random.below(3);
    let made: Vec<(Shape3<f64>, Pose3<f64>)> = (0..count).map(|_| (shape(random), pose(random, 0.7))).collect();
    let parts = made.iter().map(|(shape, at)| clearance::Posed::new(shape.clone(), *at).unwrap().into()).collect();
    Known { body: Body::compound(made).unwrap(), parts }
}

/// An open surface of triangles all over a cube.
fn surface(random: &mut Random) -> Known {
    let corners: Vec<Space3> = (0..12)
        .flat_map(|_| {
            let middle = vector(random, 0.8);
            [middle, middle + vector(random, 0.4), middle + vector(random, 0.4)]
        })
        .collect();
    let triangles: Vec<[u32; 3]> = (0..12).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = TriangleMesh::new(&corners, &triangles).unwrap();
    let parts = (0..12).map(|i| mesh.shape(i)).collect();
    Known { body: Body::mesh(mesh), parts }
}

/// The surface of a hull: a closed mesh that is the convex body.
fn closed(random: &mut Random) -> Known {
    let points: Vec<Space3> = (0..14).map(|_| vector(random, 0.6)).collect();
    let hull = clearance::hull::convex_hull(&points).unwrap();
    let fan = |face: &[u32]| (1..face.len() - 1).map(|i| [face[0], face[i], face[i + 1]]).collect::<Vec<_>>();
    let triangles: Vec<[u32; 3]> = hull.faces().flat_map(fan).collect();
    let mesh = TriangleMesh::new(hull.points(), &triangles).unwrap();
    Known { body: Body::mesh(mesh), parts: vec![Polytope::new(&points).unwrap().into()] }
}

fn halfspace(random: &mut Random) -> Known {
    let half = Halfspace::new(vector(random, 1.0), random.uniform(-0.5, 0.5)).unwrap();
    Known { body: Body::halfspace(half), parts: Vec::new() }
}

const KINDS: [fn(&mut Random) -> Known; 5] = [convex, compound, surface, closed, halfspace];

/// The answers of all pairs of parts.
fn all(a: &Known, b: &Known, b_in_a: &Pose3<f64>) -> Vec<Proximity<Space3>> {
    match (a.body.as_halfspace(), b.body.as_halfspace()) {
        (Some(half), _) => b.parts.iter().map(|part| query::signed_distance(half, part, b_in_a)).collect(),
        (_, Some(half)) => a.parts.iter().map(|part| query::signed_distance(part, half, b_in_a)).collect(),
        _ => {
            let pairs = a.parts.iter().flat_map(|i| b.parts.iter().map(move |j| (i, j)));
            pairs.map(|(i, j)| query::signed_distance(i, j, b_in_a)).collect()
        }
    }
}

fn least(all: &[Proximity<Space3>]) -> Proximity<Space3> {
    *all.iter().min_by(|a, b| a.signed_distance.total_cmp(&b.signed_distance)).unwrap()
}

#[test]
fn every_question_agrees_with_all_pairs_of_parts() {
    let mut random = Random::new(0xb0d1e5);
    for make_a in KINDS {
        for make_b in KINDS {
            let (mut met, mut apart) = (0, 0);
            for _ in 0..24 {
                let (a, b) = (make_a(&mut random), make_b(&mut random));
                if a.parts.is_empty() && b.parts.is_empty() {
                    continue;
                }
                let size = [0.3, 1.2, 2.5][random.below(3)];
                let b_in_a = pose(&mut random, size);
                let truth = least(&all(&a, &b, &b_in_a));
                let [m, s] = check([&a, &b], &b_in_a, &truth);
                (met, apart) = (met + m, apart + s);
            }
            let is_bounded = make_a(&mut random).body.is_bounded() || make_b(&mut random).body.is_bounded();
            assert!(!is_bounded || met > 1 && apart > 1, "{met} met, {apart} apart");
        }
    }
}

fn check([a, b]: [&Known; 2], b_in_a: &Pose3<f64>, truth: &Proximity<Space3>) -> [usize; 2] {
    let pair = || BodyPair::new(&a.body, &b.body, b_in_a);
    let what = format!("{} and {}", a.body.kind(), b.body.kind());
    let found = pair().signed_distance().unwrap();
    let meets = truth.signed_distance <= 0.0;
    assert_eq!(found.collides, Some(meets), "{what}: {found:?} {truth:?}");
    assert_eq!(pair().collides().unwrap(), Some(meets), "{what}");
    assert_eq!(pair().intersects().unwrap(), meets, "{what}");
    let one = a.parts.len() <= 1 && b.parts.len() <= 1;
    let is_whole = !meets || one || a.parts.is_empty() || b.parts.is_empty();
    assert_eq!(found.is_whole(), is_whole, "{what}: {found:?}");
    if let Some(distance) = found.signed_distance {
        assert!((distance - truth.signed_distance).abs() < 1e-12, "{what}: {found:?} {truth:?}");
    }
    // A translation that separates the bodies separates the deepest parts.
    assert!(found.bounds.lower <= truth.bounds.upper + 1e-12, "{what}: {found:?} {truth:?}");

    let distance = pair().distance().unwrap();
    assert!((distance.signed_distance.unwrap() - truth.signed_distance.max(0.0)).abs() < 1e-12, "{what}");
    assert!(distance.bounds.lower >= 0.0 && distance.proximity.signed_distance >= 0.0, "{what}");
    assert_eq!(distance.status() == query::Status::Separated, !meets, "{what}");

    let max = 0.4;
    match pair().distance_within(max).unwrap() {
        BodiesWithin::Beyond { lower } => assert!(lower > max && truth.signed_distance > max, "{what}"),
        BodiesWithin::Near(near) => assert!(near.bounds.lower <= max && truth.signed_distance < max + 1e-12, "{what}"),
    }
    contact(&pair, &found.proximity, &what);
    gradient(&pair, found.collides == Some(false) || is_whole, &what);
    if a.body.as_shape().is_none() || b.body.as_shape().is_none() {
        assert!(matches!(pair().certify(), Err(Refusal::Certificate { .. })), "{what}");
    }

    // The same in the world, and with the bodies exchanged.
    let world = Pose3::from_translation(Vec3::new(7.0, -3.0, 2.0)).unwrap();
    let at_b = world.then(b_in_a);
    let there = BodyPair::in_world((&b.body, &at_b), (&a.body, &world)).signed_distance().unwrap();
    assert_eq!(there.collides, found.collides, "{what}");
    assert!((there.proximity.signed_distance - found.proximity.signed_distance).abs() < 1e-11, "{what}");
    [usize::from(meets), usize::from(!meets)]
}

fn contact<'p>(pair: &impl Fn() -> BodyPair<'p, Space3>, nearest: &Proximity<Space3>, what: &str) {
    let found = pair().contact(&ContactOptions::default()).unwrap();
    assert!(!found.points.is_empty() && found.points.len() <= 4, "{what}: {found:?}");
    for point in &found.points {
        assert!(point.distance >= found.between.proximity.signed_distance - 1e-12, "{what}: {found:?}");
        let normal = found.between.proximity.normal;
        assert!((point.witness_b - point.witness_a - normal * point.distance).norm() < 1e-12, "{what}: {found:?}");
    }
    let deepest = found.points.iter().fold(f64::INFINITY, |least, point| least.min(point.distance));
    // Inside of a mesh whose surface is not touched the reported depth is that of a point.
    let innermost = found.between.collides == Some(true) && nearest.signed_distance > 0.0;
    assert!(innermost || (deepest - found.between.proximity.signed_distance).abs() < 1e-12, "{what}: {found:?}");
}

/// The derivative, by small shifts of B along the axes.
fn gradient<'p>(pair: &impl Fn() -> BodyPair<'p, Space3>, is_answered: bool, what: &str) {
    let found = pair().gradient();
    if !is_answered {
        let refused = found.unwrap_err();
        assert!(matches!(refused, Refusal::Gradient { .. }), "{what}: {refused}");
        return;
    }
    let found = found.unwrap();
    let here = pair().signed_distance().unwrap();
    assert!((found.proximity.signed_distance - here.proximity.signed_distance).abs() < 1e-12, "{what}");
    assert!((found.branches[0].normal - here.proximity.normal).norm() < 1e-6, "{what}: {found:?} {here:?}");
}

#[test]
fn two_halfspaces_are_refused_by_every_question_in_the_same_words() {
    let half = Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.5f64).unwrap());
    let pair = || BodyPair::new(&half, &half, &Pose3::IDENTITY);
    let refusals = [
        pair().intersects().unwrap_err(),
        pair().collides().unwrap_err(),
        pair().distance().unwrap_err(),
        pair().signed_distance().unwrap_err(),
        pair().distance_within(1.0).unwrap_err(),
        pair().contact(&ContactOptions::default()).unwrap_err(),
        pair().gradient().unwrap_err(),
        MovingBodies::new((&half, &Pose3::IDENTITY), (&half, &Pose3::IDENTITY)).time_of_impact().unwrap_err(),
    ];
    assert!(refusals.iter().all(|refusal| *refusal == Refusal::TwoHalfspaces));
    assert_eq!(refusals[0].to_string(), "two halfspaces have no distance, expected at most one");
    assert_eq!(
        pair().certify().unwrap_err().to_string(),
        "a halfspace has no certificate, expected two bounded convex shapes"
    );
}

#[test]
fn moving_bodies_meet_when_the_first_of_their_parts_do() {
    let mut random = Random::new(0xb0d1e6);
    let (mut met, mut free) = (0, 0);
    for make_a in KINDS {
        for make_b in KINDS {
            for _ in 0..6 {
                let (a, b) = (make_a(&mut random), make_b(&mut random));
                if a.parts.is_empty() || b.parts.is_empty() {
                    continue;
                }
                let start = pose(&mut random, 3.0);
                // Past the first body, near or far.
                let way = start.translation() * -1.5 + vector(&mut random, 4.0);
                let motion = LinearMotion::new(start, way, vector(&mut random, 1.0)).unwrap();
                let found =
                    MovingBodies::new((&a.body, &Pose3::IDENTITY), (&b.body, &motion)).time_of_impact().unwrap();
                let parts = a.parts.iter().flat_map(|i| b.parts.iter().map(move |j| (i, j)));
                let times = parts.filter_map(|(i, j)| {
                    match MovingPair::new((i, &Pose3::IDENTITY), (j, &motion)).time_of_impact() {
                        Impact::Hit(hit) => Some(hit.bracket.upper),
                        _ => None,
                    }
                });
                let first = times.fold(f64::INFINITY, f64::min);
                match found.impact {
                    Impact::Hit(hit) => {
                        met += 1;
                        assert!((hit.bracket.upper - first).abs() < 1e-9, "{hit:?} {first}");
                    }
                    Impact::NoContact { .. } => {
                        free += 1;
                        assert_eq!(first, f64::INFINITY);
                    }
                    Impact::Undecided(_) => {}
                }
            }
        }
    }
    assert!(met > 20 && free > 20, "{met} met, {free} did not");
}

#[test]
fn a_closed_convex_mesh_is_as_deep_as_the_body_that_it_bounds() {
    let mut random = Random::new(0xb0d1e7);
    let (mut deep, options) = (0, Options::default());
    for _ in 0..60 {
        let (mesh, other) = (closed(&mut random), convex(&mut random));
        let at = pose(&mut random, 0.5);
        let found = BodyPair::new(&mesh.body, &other.body, &at).options(options).signed_distance().unwrap();
        let truth = query::signed_distance(&mesh.parts[0], &other.parts[0], &at);
        let distance = found.signed_distance.unwrap();
        assert!((distance - truth.signed_distance).abs() < 1e-12, "{found:?} {truth:?}");
        assert!(found.bounds.upper - found.bounds.lower < 1e-6, "{found:?}");
        deep += usize::from(distance < -0.1);
    }
    assert!(deep > 20, "{deep} deep");
}

#[test]
fn a_ball_beside_a_corner_of_a_mesh_has_a_gradient_and_one_between_two_walls_has_several() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    let mesh = Body::mesh(TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2]]).unwrap());
    let ball = Body::new(Ball::new(0.25).unwrap());
    let at = |x, y, z| Pose3::from_translation(Vec3::new(x, y, z)).unwrap();
    let away = BodyPair::new(&mesh, &ball, &at(-1.0, -1.0, -1.0)).gradient().unwrap();
    assert!(away.differentiable && away.complete, "three triangles share the vertex: {away:?}");
    let posts = [at(-1.0, 0.0, 0.0), at(1.0, 0.0, 0.0)].map(|at| (Shape3::from(Ball::new(0.25).unwrap()), at));
    let gate = Body::compound(posts).unwrap();
    let between = BodyPair::new(&gate, &ball, &at(0.0, 0.0, 0.0)).gradient().unwrap();
    assert!(!between.differentiable && !between.complete, "{between:?}");
    let beside = BodyPair::new(&gate, &ball, &at(0.1, 0.0, 0.0)).gradient().unwrap();
    assert!(beside.differentiable && beside.branches[0].normal == Vec3::new(-1.0, 0.0, 0.0), "{beside:?}");
    let inside = BodyPair::new(&gate, &ball, &at(0.9, 0.0, 0.0)).gradient().unwrap_err();
    assert_eq!(
        inside.to_string(),
        "a compound that is not apart has no gradient, expected bodies that are apart or convex"
    );
    // A brick lies on its face, and a ball touches at a point.
    let floor = Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap());
    let brick = Body::new(Cuboid::from_half_extents(Vec3::new(1.0, 0.5, 0.25)).unwrap());
    let lying = BodyPair::new(&floor, &brick, &at(0.0, 0.0, 1.0)).gradient().unwrap();
    assert!(!lying.differentiable && lying.complete && lying.branches[0].pairs.len() == 4, "{lying:?}");
    let rolling = BodyPair::new(&ball, &floor, &at(0.0, 0.0, -1.0)).gradient().unwrap();
    assert!(rolling.differentiable && rolling.branches[0].normal == Vec3::new(0.0, 0.0, -1.0), "{rolling:?}");
}

#[test]
fn options_and_targets_reach_the_parts() {
    let floor = Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap());
    let ball = Body::new(Ball::new(0.5).unwrap());
    let start = Pose3::from_translation(Vec3::new(0.0, 0.0, 2.5)).unwrap();
    let fall = LinearMotion::straight(start, Vec3::new(0.0, 0.0, -4.0)).unwrap();
    let options = ToiOptions { target_distance: 1.0, ..ToiOptions::default() };
    let found =
        MovingBodies::new((&ball, &fall), (&floor, &Pose3::IDENTITY)).options(options).time_of_impact().unwrap();
    assert!((found.impact.encounter().unwrap().time - 0.25f64).abs() < 1e-12);
}
