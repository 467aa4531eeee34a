//! Random motions of two boxes before a judge of its own: the small version of the example `motions` of the test kit.

use clearance::query::Impact;
use clearance::{Bounds, Vec3};
use clearance_testkit::course::{answer, judge};
use clearance_testkit::courses::{FAMILIES, Family};
use clearance_testkit::random::Random;

#[test]
fn no_contact_is_missed_and_none_is_invented() {
    let seed = 7u64;
    for family in FAMILIES {
        let (mut hits, mut misses, mut open, mut wide) = (0, 0, 0, 0);
        for index in 0..300 {
            let courses = family.courses(&mut Random::new(seed << 32 ^ (family as u64) << 56 ^ index));
            let found = answer(&courses);
            let verdict = judge(&courses, &found);
            assert!(verdict.is_ok(), "seed {seed} {family:?} {index}: {verdict:?} in {found:?}\n{courses:?}");
            match found {
                Impact::Hit(encounter) => {
                    hits += 1;
                    wide += u32::from(encounter.bracket.width() > 1e-8);
                }
                Impact::NoContact { .. } => misses += 1,
                Impact::Undecided(_) => open += 1,
            }
        }
        assert!(
            hits >= 20 && misses >= 1 && wide == 0,
            "seed {seed} {family:?}: {hits} hits, {misses} misses, {wide} wide"
        );
        // Starts within rounding of a contact may stay open.
        let allowed = if family == Family::Contact { 9 } else { 0 };
        assert!(open <= allowed, "seed {seed} {family:?}: {open} undecided");
    }
}

#[test]
fn brackets_at_all_sizes_have_a_time_in_common() {
    for family in FAMILIES {
        for index in 0..60 {
            let courses = family.courses(&mut Random::new(11u64 << 32 ^ (family as u64) << 56 ^ index));
            let time = |impact: Impact<Vec3<f64>>| match impact {
                Impact::Hit(encounter) => ("hit", encounter.bracket),
                Impact::Undecided(encounter) => ("undecided", encounter.bracket),
                Impact::NoContact { .. } => ("no contact", Bounds { lower: 1.0, upper: 1.0 }),
            };
            let (outcome, bracket) = time(answer(&courses));
            for exponent in [-900, 900] {
                let found = time(answer(&courses.map(|course| course.scaled(2f64.powi(exponent)))));
                let common = found.1.lower.max(bracket.lower) <= found.1.upper.min(bracket.upper);
                assert!(
                    common && found.0 == outcome,
                    "{family:?} {index}, 2^{exponent}: {found:?}, {outcome} {bracket:?}, {courses:?}"
                );
            }
        }
    }
}
