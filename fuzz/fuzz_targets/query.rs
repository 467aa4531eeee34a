//! libFuzzer's way into queries: the bytes are what the generators of the test kit draw from, so that each of them is a
//! choice.

#![no_main]

use clearance::{Vec2, Vec3};
use clearance_testkit::course::{answer, judge};
use clearance_testkit::courses::FAMILIES;
use clearance_testkit::make::World;
use clearance_testkit::pairs::{Pair, REGIMES};
use clearance_testkit::random::Random;
use clearance_testkit::shapes::kinds;
use clearance_testkit::trial::Trial;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let mut random = Random::reading(rest);
    match kind % 5 {
        0 => check::<Vec3<f64>>(&mut random),
        1 => check::<Vec2<f64>>(&mut random),
        2 => check::<Vec3<f32>>(&mut random),
        3 => check::<Vec2<f32>>(&mut random),
        _ => {
            let courses = random.pick(&FAMILIES).courses(&mut random);
            if let Err(mistake) = judge(&courses, &answer(&courses)) {
                panic!("{mistake:?}: {courses:?}");
            }
        }
    }
});

fn check<V: World>(random: &mut Random) {
    let kinds = kinds(V::DIM);
    let (regime, kind) = (random.pick(&REGIMES), [random.pick(kinds), random.pick(kinds)]);
    let pair = Pair::of(random, regime, kind, V::DIM);
    let trial = Trial::<V>::new(&pair);
    let line = || pair.to_line(0, 0);
    trial.check_contract().unwrap_or_else(|violation| panic!("{violation}: {}", line()));
    trial.check_agreement().unwrap_or_else(|violation| panic!("{violation}: {}", line()));
}
