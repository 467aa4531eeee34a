//! Casts and times of impact of a scene, against every body asked.

use clearance::query::motion::{LinearMotion, Motion};
use clearance::query::{ApproachOptions, Impact, ToiOptions, closest_approach, time_of_impact};
use clearance::{Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyId, Scene};

use super::make;

type Space3 = Vec3<f64>;

/// Convex bodies with the shapes that they have.
fn convex(random: &mut Random, count: usize, side: f64) -> (Scene<Space3>, Vec<(BodyId, Shape3<f64>)>) {
    let mut scene = Scene::new();
    let mut shapes = Vec::new();
    for i in 0..count {
        let shape = make::shape::<Space3>(random, 1.0);
        let body = Body::new(shape.clone()).at(make::pose(random, side));
        shapes.push((scene.add(i as u64, body).unwrap(), shape));
    }
    (scene, shapes)
}

/// The least time and whose it is, hits only.
fn first<W>(all: impl Iterator<Item = (W, Impact<Space3>)>) -> Option<(W, f64)> {
    let hits = all.filter_map(|(who, impact)| match impact {
        Impact::Hit(encounter) => Some((who, encounter.bracket.upper)),
        _ => None,
    });
    hits.min_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap())
}

#[test]
fn rays_and_shapes_meet_first_what_is_first_of_all_bodies() {
    let mut random = Random::new(0xca57);
    let (mut met, mut free) = (0, 0);
    for _ in 0..150 {
        let (scene, shapes) = convex(&mut random, 12, 2.0);
        let probe = make::shape::<Space3>(&mut random, 0.5);
        let (start, way) = (make::pose(&mut random, 2.0), make::vector(&mut random, -4.0, 4.0));
        let cast = scene.cast_shape(&probe, start, way).unwrap();
        let path = LinearMotion::straight(start, way).unwrap();
        let all = shapes
            .iter()
            .map(|(id, shape)| (*id, time_of_impact((shape, scene.get(*id).unwrap().pose()), (&probe, &path))));
        match (first(all), cast.first) {
            (None, None) => free += 1,
            (Some((id, time)), Some(found)) => {
                met += 1;
                assert_eq!(cast.bracket.upper, time);
                assert!(found.body == id || cast.ties.contains(&id));
            }
            (expected, found) => assert!(found.is_some_and(|f| !matches!(f.impact, Impact::Hit(_))), "{expected:?}"),
        }
    }
    assert!(met > 30 && free > 20, "{met} met, {free} did not");
}

#[test]
fn the_first_contact_of_a_scene_is_the_first_of_all_pairs() {
    let mut random = Random::new(0xca58);
    let (mut met, mut free) = (0, 0);
    for _ in 0..100 {
        let (scene, shapes) = convex(&mut random, 10, 3.5);
        let motions: Vec<LinearMotion<Space3>> = shapes[..5]
            .iter()
            .map(|(id, _)| {
                let (linear, angular) = (make::vector(&mut random, -2.0, 2.0), make::vector(&mut random, -2.0, 2.0));
                LinearMotion::new(*scene.get(*id).unwrap().pose(), linear, angular).unwrap()
            })
            .collect();
        let moving: Vec<(BodyId, &dyn Motion<Space3>)> =
            shapes.iter().zip(&motions).map(|((id, _), motion)| (*id, motion as _)).collect();
        let found = scene.time_of_impact(&moving, &ToiOptions::default()).unwrap();
        let motion = |i: usize| -> &dyn Motion<Space3> {
            if i < 5 { &motions[i] } else { scene.get(shapes[i].0).unwrap().pose() }
        };
        let pairs = (0..10).flat_map(|i| (i + 1..10).map(move |j| (i, j))).filter(|(i, _)| *i < 5);
        let all = pairs.map(|(i, j)| {
            ([shapes[i].0, shapes[j].0], time_of_impact((&shapes[i].1, motion(i)), (&shapes[j].1, motion(j))))
        });
        match (first(all), found.first) {
            (None, None) => free += 1,
            (Some((pair, time)), Some(arrival)) => {
                met += 1;
                assert_eq!(found.bracket.upper, time);
                assert!(arrival.pair == pair || found.ties.contains(&pair));
            }
            (expected, found) => assert!(found.is_some_and(|f| !matches!(f.impact, Impact::Hit(_))), "{expected:?}"),
        }
    }
    assert!(met > 20 && free > 20, "{met} met, {free} did not");
}

#[test]
fn a_compound_is_struck_at_the_part_that_is_hit_first() {
    let brick = |x: f64| {
        let half = Vec3::new(0.5, 0.25, 1.0);
        let at = clearance::Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
        (Shape3::from(clearance::Cuboid::from_half_extents(half).unwrap()), at)
    };
    let mut scene = Scene::new();
    let gate = scene.add("gate", Body::compound([brick(-2.0), brick(2.0)]).unwrap()).unwrap();
    let ray = |x: f64| scene.cast_ray(Vec3::new(x, -4.25, 0.5), Vec3::new(0.0, 8.0, 0.0)).unwrap();
    assert!(ray(0.0).first.is_none());
    let hit = ray(1.75).first.unwrap();
    assert_eq!((hit.body, hit.part), (gate, 1));
    let encounter = *hit.impact.encounter().unwrap();
    assert!((encounter.time - 0.5).abs() < 1e-13 && encounter.proximity.normal.dot(Vec3::new(0.0, -1.0, 0.0)) > 0.99);
}

#[test]
fn the_closest_approach_of_a_scene_is_the_least_of_all_pairs() {
    let mut random = Random::new(0xca59);
    let (mut apart, mut contact) = (0, 0);
    for round in 0..60 {
        let (scene, shapes) = convex(&mut random, 8, [2.0, 4.0, 12.0][round % 3]);
        let motions: Vec<LinearMotion<Space3>> = shapes[..3]
            .iter()
            .map(|(id, _)| {
                let (linear, angular) = (make::vector(&mut random, -2.0, 2.0), make::vector(&mut random, -2.0, 2.0));
                LinearMotion::new(*scene.get(*id).unwrap().pose(), linear, angular).unwrap()
            })
            .collect();
        let moving: Vec<(BodyId, &dyn Motion<Space3>)> =
            shapes.iter().zip(&motions).map(|((id, _), motion)| (*id, motion as _)).collect();
        let found = scene.closest_approach(&moving, &ApproachOptions::default()).unwrap().unwrap();
        let motion = |i: usize| -> &dyn Motion<Space3> {
            if i < 3 { &motions[i] } else { scene.get(shapes[i].0).unwrap().pose() }
        };
        let pairs = (0..8).flat_map(|i| (i + 1..8).map(move |j| (i, j))).filter(|(i, _)| *i < 3);
        let least = pairs.map(|(i, j)| {
            let near = closest_approach((&shapes[i].1, motion(i)), (&shapes[j].1, motion(j)));
            (near.least.upper, near.least.lower, [shapes[i].0, shapes[j].0])
        });
        let (upper, lower, pair) = least.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let bounds = found.approach.least;
        assert!(bounds.lower <= upper && lower <= bounds.upper, "round {round}: {lower} {upper}, {found:?}");
        let same = found.pair == pair || found.ties.contains(&pair);
        assert!(found.approach.complete && same, "round {round}: {pair:?}, {found:?}");
        *if bounds.lower > 0.0 { &mut apart } else { &mut contact } += 1;
    }
    assert!(apart > 15 && contact > 15, "{apart} apart, {contact} in contact");
}
