//! The bodies of a scene, and which pairs are checked.

use clearance::{Ball, Pose3, Vec3};
use clearance_world::{Body, DepthBudget, Key, Object, Scene, SceneError};

type Space3 = Vec3<f64>;

fn ball_at(x: f64) -> Object<Space3> {
    Body::new(Ball::new(0.5).unwrap()).at(Pose3::from_translation(Vec3::new(x, 0.25, -1.0)).unwrap())
}

#[test]
fn a_handle_of_a_body_that_left_is_not_that_of_the_next_one() {
    let mut scene = Scene::new();
    let first = scene.add(1, ball_at(0.0)).unwrap();
    scene.remove(first).unwrap();
    let second = scene.add(1, ball_at(3.0)).unwrap();
    assert_eq!(first.number(), second.number());
    assert!(scene.get(first).is_none() && scene.get(second).is_some());
    assert_eq!(scene.remove(first).unwrap_err(), SceneError::NoSuchBody);
    assert_eq!(scene.between(first, second).unwrap_err(), SceneError::NoSuchBody);
    assert_eq!((scene.find(&Key::Id(1)), scene.find(&Key::Id(2))), (Some(second), None));
}

#[test]
fn a_key_is_of_one_body_and_the_error_says_so() {
    let mut scene = Scene::new();
    scene.add("cup", ball_at(0.0)).unwrap();
    let error = scene.add("cup", ball_at(9.0)).unwrap_err();
    assert_eq!(error.to_string(), "bodies must have keys of their own, \"cup\" is taken");
    let error = scene.add("lid", ball_at(9.0).margin(-0.5)).unwrap_err();
    assert_eq!(error.to_string(), "a margin must be finite and not negative, got -0.5");
    assert_eq!(scene.len(), 1);
}

#[test]
fn ignored_pairs_and_fixed_ones_and_groups_are_not_asked() {
    let mut scene = Scene::new();
    let a = scene.add("a", ball_at(0.0).fixed()).unwrap();
    let b = scene.add("b", ball_at(0.25).fixed()).unwrap();
    assert!(scene.contacts().is_empty());
    let c = scene.add("c", ball_at(0.5)).unwrap();
    assert_eq!(scene.contacts().iter().map(|contact| contact.pair).collect::<Vec<_>>(), [[a, c], [b, c]]);
    scene.ignore(c, a).unwrap();
    assert_eq!(scene.contacts().len(), 1);
    scene.unignore(a, c).unwrap();
    assert_eq!(scene.contacts().len(), 2);
    let d = scene.add("d", ball_at(0.75).groups(0b10).collides_with(0b10)).unwrap();
    assert_eq!(scene.contacts().len(), 2);
    // Asked by name, every pair is answered.
    let near = scene.between(d, a).unwrap();
    assert_eq!((near.pair, near.between.collides), ([a, d], Some(true)));
    assert_eq!(near.between.signed_distance, Some(-0.25));
}

#[test]
fn a_body_is_not_asked_with_itself() {
    let mut scene = Scene::new();
    let a = scene.add("a", ball_at(0.0)).unwrap();
    let error = scene.between(a, a).unwrap_err();
    assert_eq!(error.to_string(), "a signed distance needs two bodies, got one and the same");
    assert_eq!(scene.depth(a, a, &DepthBudget::default()).unwrap_err(), SceneError::Itself("a depth"));
}

#[test]
fn margins_add_up_unless_the_pair_has_its_own() {
    let mut scene = Scene::new();
    let a = scene.add("a", ball_at(0.0).margin(0.25)).unwrap();
    let b = scene.add("b", ball_at(1.5).margin(0.125)).unwrap();
    let near = scene.between(a, b).unwrap();
    assert_eq!((near.margin, near.within_margin()), (0.375, Some(false)));
    assert!(scene.within_margins().near.is_empty());
    scene.set_margin(a, b, 0.75).unwrap();
    assert_eq!(scene.within_margins().near[0].pair, [a, b]);
    assert_eq!(scene.contacts().len(), 0);
}

#[test]
fn equal_pairs_are_listed_as_ties() {
    let mut scene = Scene::new();
    for x in 0..4 {
        scene.add(x as u64, ball_at(2.0 * f64::from(x))).unwrap();
    }
    let closest = scene.closest(1);
    let number = |id| match scene.key(id) {
        Some(Key::Id(number)) => *number,
        _ => panic!(),
    };
    assert_eq!(closest.pairs[0].pair.map(number), [0, 1]);
    assert_eq!(closest.ties.iter().map(|pair| pair.map(number)).collect::<Vec<_>>(), [[1, 2], [2, 3]]);
    assert_eq!(closest.pairs[0].between.signed_distance, Some(1.0));
}

#[test]
fn a_scene_without_pairs_has_no_closest() {
    let mut scene = Scene::<Space3>::new();
    assert_eq!((scene.closest(3).pairs.len(), scene.closest(1).bounds.lower), (0, f64::INFINITY));
    let only = scene.add("only", ball_at(0.0)).unwrap();
    assert!(scene.closest_to(only, 1).unwrap().pairs.is_empty());
    let to = scene.closest_to_point(Vec3::new(2.0, 0.25, -1.0), 1).unwrap();
    assert_eq!((to.bodies[0].body, to.bodies[0].between.signed_distance), (only, Some(1.5)));
    assert!(scene.closest_to_point(Vec3::new(f64::NAN, 0.0, 0.0), 1).is_err());
}
