//! The long form of the tests: random scenes against brute force, random walks of remembered answers against fresh
//! ones, and the booleans of bodies of whole numbers against integers.
//!
//! `cargo run --release -p clearance-world --example survey [SCENES] [WALKS] [PAIRS] [SEED]`: by default 100 000
//! scenes, 10 000 walks and 10 000 000 pairs.

#[path = "../tests/world/scenes/brute.rs"]
mod brute;
#[path = "../tests/world/scenes/lattice.rs"]
mod lattice;
#[path = "../tests/world/scenes/make.rs"]
mod make;

use clearance::{Pose, Vec3};
use clearance_testkit::random::Random;
use clearance_world::{BodyId, Watch};

type Space3 = Vec3<f64>;

fn argument(place: usize, default: u64) -> u64 {
    std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() {
    let (scenes, walks, pairs) = (argument(1, 100_000), argument(2, 10_000), argument(3, 10_000_000));
    let seed = argument(4, 1);
    let random = &mut Random::new(seed);
    as_brute_force(random, scenes);
    as_fresh(random, walks);
    as_integers(random, pairs);
    println!("(seed {seed})");
}

fn as_brute_force(random: &mut Random, scenes: u64) {
    let mut counts = [0, 0];
    for round in 0..scenes {
        let scene = make::scene::<Space3>(&make::bodies(random, [1, 2, 5, 12, 25][round as usize % 5]));
        let distance = random.pick(&[-0.05, 0.0, 0.2, 3.0]);
        let [met, apart] = brute::check(&scene, |a, b| brute::is_asked(&scene, a, b), distance);
        counts = [counts[0] + met, counts[1] + apart];
    }
    println!("{scenes} scenes as by brute force: {} pairs met, {} did not", counts[0], counts[1]);
}

fn as_fresh(random: &mut Random, walks: u64) {
    let (mut asked, mut answers) = (0, 0u64);
    for walk in 0..walks {
        let mut scene = make::scene::<Space3>(&make::bodies(random, 14));
        let (mut watch, size) = (Watch::new(), [1e-5, 1e-3, 0.1][walk as usize % 3]);
        for _ in 0..10 {
            let ids: Vec<BodyId> = scene.ids().collect();
            for _ in 0..random.below(6) {
                let id = random.pick(&ids);
                let pose = *scene.get(id).unwrap().pose();
                let shift = make::vector::<Space3>(random, -size, size);
                scene.move_to(id, Pose::new(pose.rotor(), pose.translation() + shift).unwrap()).unwrap();
            }
            assert_eq!(watch.contacts(&scene), scene.contacts());
            assert_eq!(watch.closest(&scene, 2), scene.closest(2));
            assert_eq!(watch.within(&scene, 0.1), scene.within(0.1));
            answers += 3;
        }
        asked += watch.asked();
    }
    println!("{walks} walks: {answers} remembered answers as fresh ones, {asked} pairs asked");
}

fn as_integers(random: &mut Random, pairs: u64) {
    let (mut judged, mut met) = (0, 0);
    while judged < pairs {
        let [j, m] = lattice::check(random, 60);
        (judged, met) = (judged + j, met + m);
    }
    println!("{judged} pairs as by integers: {met} meet");
}
