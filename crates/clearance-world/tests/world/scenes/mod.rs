//! Scenes answer as brute force does, in any order of insertion.

pub mod brute;
mod compounds;
mod depth;
mod halfspaces;
mod handles;
mod lattice;
pub mod make;
mod moving;
mod walks;

use clearance::{Real, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyId, Key, Scene};

type Space3 = Vec3<f64>;

#[test]
fn all_questions_are_answered_as_by_asking_every_pair() {
    let seed = 0x5ce7e;
    println!("seed {seed:#x}");
    let mut random = Random::new(seed);
    let (mut met, mut apart) = (0, 0);
    for round in 0..150 {
        let count = [1, 2, 5, 12, 25][round % 5];
        let scene = make::scene::<Space3>(&make::bodies(&mut random, count));
        let [m, a] = brute::check(&scene, |a, b| brute::is_asked(&scene, a, b), random.pick(&[-0.05, 0.0, 0.2, 3.0]));
        (met, apart) = (met + m, apart + a);
    }
    assert!(met > 300 && apart > 3 * met, "{met} pairs met, {apart} did not");
}

#[test]
fn bodies_of_whole_numbers_meet_where_integers_say_so() {
    let seed = 0x5ce81;
    println!("seed {seed:#x}");
    let mut random = Random::new(seed);
    let (mut judged, mut met) = (0, 0);
    for _ in 0..100 {
        let [j, m] = lattice::check(&mut random, 20);
        (judged, met) = (judged + j, met + m);
    }
    assert!(judged > 15_000 && met > 1000 && judged > 3 * met, "{judged} pairs judged, {met} meet");
}

/// The answers by keys: handles differ from scene to scene.
fn told(scene: &Scene<Space3>) -> Vec<String> {
    let keys = |pair: [BodyId; 2]| pair.map(|id| scene.key(id).unwrap().clone());
    let mut lines = Vec::new();
    let closest = scene.closest(5);
    lines.extend(closest.pairs.iter().map(|near| format!("{:?} {:?}", keys(near.pair), near.between)));
    lines.extend(closest.ties.iter().map(|pair| format!("tie {:?}", keys(*pair))));
    lines.push(format!("{:?}", closest.bounds));
    lines.extend(scene.contacts().iter().map(|c| format!("contact {:?} {}", keys(c.pair), c.proven)));
    let within = scene.within(0.2);
    let lists = within.near.iter().chain(&within.undecided);
    lines.extend(lists.map(|near| format!("within {:?} {:?}", keys(near.pair), near.between)));
    let to = scene.closest_to_point(Vec3::new(1.0, 0.5, 0.25), 3).unwrap();
    lines.extend(to.bodies.iter().map(|near| format!("{:?} {:?}", scene.key(near.body), near.between)));
    lines
}

#[test]
fn answers_have_the_same_bits_however_the_scene_came_about() {
    let seed = 0x5ce7f;
    println!("seed {seed:#x}");
    let mut random = Random::new(seed);
    for _ in 0..20 {
        let bodies = make::bodies::<Space3>(&mut random, 20);
        let first = told(&make::scene(&bodies));
        let mut shuffled = bodies.clone();
        for i in (1..shuffled.len()).rev() {
            shuffled.swap(i, random.below(i + 1));
        }
        assert_eq!(told(&make::scene(&shuffled)), first);
        // One by one into a tree that is already there, with visitors that leave again.
        let mut grown = Scene::new();
        assert!(grown.contacts().is_empty());
        let guests: Vec<BodyId> =
            (0..5).map(|i| grown.add(Key::Id(5000 + i), make::body(&mut random, 1.0)).unwrap()).collect();
        for (key, body) in &shuffled {
            let id = grown.add(key.clone(), body.clone().at(make::pose(&mut random, 9.0))).unwrap();
            grown.move_to(id, *body.pose()).unwrap();
        }
        for guest in guests {
            grown.remove(guest).unwrap();
        }
        assert_eq!(told(&grown), first);
    }
}

#[test]
fn convex_pairs_are_told_as_by_the_core() {
    let mut random = Random::new(0x5ce80);
    for _ in 0..100 {
        let (a, b) = (make::shape::<Space3>(&mut random, 1.0), make::shape::<Space3>(&mut random, 1.0));
        let (at_a, at_b) = (make::pose(&mut random, 1.0), make::pose(&mut random, 1.0));
        let mut scene = Scene::new();
        let first = scene.add("a", Body::new(a.clone()).at(at_a)).unwrap();
        let second = scene.add("b", Body::new(b.clone()).at(at_b)).unwrap();
        let near = scene.between(second, first).unwrap();
        assert_eq!(near.pair, [first, second]);
        let gap = near.between.proximity.witness_b - near.between.proximity.witness_a;
        let along = near.between.proximity.normal * near.between.proximity.signed_distance;
        assert!((gap - along).max_abs() < 1e-14);
        assert_eq!(near.between.signed_distance, Some(near.between.proximity.signed_distance));
        assert!(near.between.bounds.upper - near.between.bounds.lower < 1e-9 && f64::UNIT > 0.0);
    }
}
