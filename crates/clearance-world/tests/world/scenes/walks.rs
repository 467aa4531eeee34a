//! Scenes that move: what is remembered never changes an answer.

use clearance::math::Rotor;
use clearance::{Ball, Pose, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyId, Key, Scene, Watch};

use super::make;

type Space3 = Vec3<f64>;

/// A small step from a pose, or a jump.
fn step(random: &mut Random, from: &Pose<Space3>, size: f64) -> Pose<Space3> {
    if random.once_in(20) {
        return make::pose(random, 3.0);
    }
    let turn =
        clearance::Rotor3::from_wxyz([1.0, random.uniform(-size, size), random.uniform(-size, size), 0.0]).unwrap();
    let way = make::vector::<Space3>(random, -size, size);
    Pose::new(from.rotor().then(&turn), from.translation() + way).unwrap()
}

#[test]
fn answers_of_a_watch_are_those_of_the_scene_to_the_last_bit() {
    let seed = 0x3a1c;
    println!("seed {seed:#x}");
    let mut random = Random::new(seed);
    let (mut asked, mut pairs) = (0, 0);
    for walk in 0..12 {
        let mut scene = make::scene::<Space3>(&make::bodies(&mut random, 14));
        let mut watch = Watch::new();
        let size = [1e-4, 1e-2, 0.3][walk % 3];
        for turn in 0..12 {
            let ids: Vec<BodyId> = scene.ids().collect();
            for _ in 0..random.below(6) {
                let id = random.pick(&ids);
                let pose = step(&mut random, scene.get(id).unwrap().pose(), size);
                scene.move_to(id, pose).unwrap();
            }
            if random.once_in(6) {
                scene.ignore(random.pick(&ids), random.pick(&ids)).unwrap();
            }
            if random.once_in(5) {
                scene.remove(random.pick(&ids)).unwrap();
                let key = Key::Id(7000 + turn);
                scene.add(key, make::body(&mut random, 1.0).at(make::pose(&mut random, 3.0))).unwrap();
            }
            if random.once_in(2) {
                assert_eq!(watch.contacts(&scene), scene.contacts());
            }
            let k = 1 + random.below(3);
            assert_eq!(watch.closest(&scene, k), scene.closest(k));
            if random.once_in(2) {
                assert_eq!(watch.within(&scene, 0.1), scene.within(0.1));
            }
            let max = random.uniform(-0.2, 0.6);
            assert_eq!(watch.closest_within(&scene, k, max), scene.closest_within(k, max));
            assert_eq!(watch.within_margins(&scene), scene.within_margins());
            let ids: Vec<BodyId> = scene.ids().collect();
            let [a, b] = [random.pick(&ids), random.pick(&ids)];
            assert_eq!(watch.closest_to(&scene, a, k), scene.closest_to(a, k));
            assert_eq!(watch.between(&scene, a, b), scene.between(a, b));
            pairs += scene.len() * (scene.len() - 1) / 2;
        }
        asked += watch.asked();
    }
    assert!(asked > 100 && asked < pairs as u64, "{asked} of {pairs}");
}

#[test]
fn pairs_that_cannot_have_come_near_are_not_asked_again() {
    let mut random = Random::new(0x3a1d);
    let mut scene = Scene::<Space3>::new();
    let ids: Vec<BodyId> = (0..100u64)
        .map(|i| {
            let body = clearance_world::Body::new(make::shape::<Space3>(&mut random, 1.0));
            scene.add(i, body.at(make::pose(&mut random, 4.0))).unwrap()
        })
        .collect();
    let mut watch = Watch::new();
    watch.within(&scene, 0.1);
    let first = watch.asked();
    for _ in 0..10 {
        for &id in &ids {
            let shift = make::vector::<Space3>(&mut random, -1e-5, 1e-5);
            let pose = *scene.get(id).unwrap().pose();
            scene.move_to(id, Pose::new(pose.rotor(), pose.translation() + shift).unwrap()).unwrap();
        }
        assert_eq!(watch.within(&scene, 0.1), scene.within(0.1));
    }
    let (again, reported) = (watch.asked() - first, scene.within(0.1).near.len() as u64);
    // Those that are reported are evaluated each time, others hardly ever.
    assert!(
        again < 10 * (reported + 3) && first > reported + 20,
        "{first} at first, {again} in 10 steps, {reported} near"
    );
}

#[test]
fn many_pairs_at_once_are_those_of_the_scene() {
    let mut random = Random::new(0x3a1f);
    let mut scene = make::scene::<Space3>(&make::bodies(&mut random, 60));
    let mut watch = Watch::new();
    for _ in 0..3 {
        let found = watch.within(&scene, 1.5);
        assert!(found.near.len() > 100, "{} near", found.near.len());
        assert_eq!(found, scene.within(1.5));
        for id in scene.ids().collect::<Vec<_>>() {
            let pose = step(&mut random, scene.get(id).unwrap().pose(), 0.1);
            scene.move_to(id, pose).unwrap();
        }
    }
}

#[test]
fn a_watch_of_another_scene_begins_anew() {
    let mut random = Random::new(0x3a1e);
    let bodies = make::bodies::<Space3>(&mut random, 8);
    let mut scene = make::scene(&bodies);
    let mut watch = Watch::new();
    watch.closest(&scene, 2);
    let copy = scene.clone();
    let first = scene.ids().next().unwrap();
    scene.move_to(first, make::pose(&mut random, 30.0)).unwrap();
    assert_eq!(watch.closest(&copy, 2), copy.closest(2));
    assert_eq!(watch.closest(&scene, 2), scene.closest(2));
}

#[test]
fn a_body_that_comes_exactly_as_near_as_the_limit_is_listed() {
    let mut random = Random::new(0x3a1d);
    let mut listed = 0;
    for _ in 0..300 {
        let ball = || Body::new(Ball::new(0.5).unwrap());
        let direction = make::vector::<Space3>(&mut random, -1.0, 1.0).normalized();
        let at = |length: f64| Pose::from_translation(direction * length).unwrap();
        let mut scene = Scene::new();
        scene.add("still", ball()).unwrap();
        let id = scene.add("moves", ball().at(at(random.uniform(2.1, 4.0)))).unwrap();
        let mut watch = Watch::new();
        assert!(watch.within(&scene, 1.0).near.is_empty());
        scene.move_to(id, at(2.0)).unwrap();
        let found = watch.within(&scene, 1.0);
        assert_eq!(found, scene.within(1.0), "seed 0x3a1d");
        listed += found.near.len() + found.undecided.len();
    }
    assert!(listed > 100, "{listed}");
}
