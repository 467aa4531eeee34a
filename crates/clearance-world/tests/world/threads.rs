//! Any number of threads gives the same bits: `cargo test -p clearance-world --features rayon --test world threads`.

use clearance::Vec3;
use clearance_testkit::random::Random;
use clearance_world::Scene;

use crate::scenes::make;

fn told(scene: &Scene<Vec3<f64>>) -> String {
    format!("{:?} {:?} {:?} {:?}", scene.contacts(), scene.within(0.25), scene.closest(4), scene.within_margins())
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let mut random = Random::new(0x74ead);
    let bodies = make::bodies(&mut random, 120);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let first = pool(1).install(|| told(&make::scene(&bodies)));
    for threads in 2..=8 {
        assert_eq!(pool(threads).install(|| told(&make::scene(&bodies))), first, "{threads} threads");
    }
}
