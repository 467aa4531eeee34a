//! Random motions of two boxes before a judge of its own: the small version of the example `motions` of the test kit.

use clearance::query::Impact;
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
