//! Queries about bodies that are apart allocate nothing, warm or cold. Only within rounding of contact, where the hull
//! of the difference has to decide, may they.

use allocation_counter::measure;
use clearance::query;
use clearance::query::{WarmStart, distance, distance_within, intersects, signed_distance};
use clearance::{Polytope, Pose, Status, Vec3};
use clearance_testkit::contract::Referee;
use clearance_testkit::make::body;
use clearance_testkit::pairs::Pair;
use clearance_testkit::survey::seed;

/// Distance in units of the largest coordinate that is well above rounding.
const CONTACT: f64 = 1e-9;

/// Support points after which a search is a hard one; most take fewer than ten.
const HARD: u32 = 24;

/// Pairs, except a few curved pairs whose points face each other only after the last digits are looked for in inscribed
/// bodies (`newton/polish.rs`).
#[test]
fn distances_of_bodies_apart_allocate_nothing() {
    let (mut apart, mut hard) = (0, 0);
    for index in 0..4_000 {
        let pair = Pair::random(seed(), index, 3);
        let (a, b) = (body::<Vec3<f64>>(&pair.a).unwrap(), body::<Vec3<f64>>(&pair.b).unwrap());
        let b_in_a = Pose::relative(&a.1, &b.1);
        let first = distance(&a.0, &b.0, &b_in_a);
        let size = Referee::new(&pair.a, &pair.b, 3).size();
        if first.status != Status::Separated || first.signed_distance <= CONTACT * size {
            continue;
        }
        apart += 1;
        let used = measure(|| {
            let mut warm = WarmStart::new();
            assert!(!intersects(&a.0, &b.0, &b_in_a));
            distance(&a.0, &b.0, &b_in_a);
            distance_within(&a.0, &b.0, &b_in_a, first.signed_distance * 0.5);
            for _ in 0..2 {
                query::Pair::new(&a.0, &b.0, &b_in_a).warm(&mut warm).signed_distance();
            }
        });
        let is_hard = used.count_total > 0;
        assert!(!is_hard || first.iterations >= HARD, "{}", pair.to_line(seed(), index));
        hard += u32::from(is_hard);
    }
    assert!(apart > 1_000, "only {apart} pairs were apart");
    assert!(50 * hard <= apart, "{hard} of {apart} pairs took memory");
}

/// Pairs of all kinds, bodies in contact and within rounding of it among them.
#[test]
fn unrefined_distances_allocate_nothing_and_enclose_the_distance() {
    let (mut apart, mut meet, mut open) = (0, 0, 0);
    for index in 0..4_000 {
        let pair = Pair::random(seed(), index, 3);
        let (a, b) = (body::<Vec3<f64>>(&pair.a).unwrap(), body::<Vec3<f64>>(&pair.b).unwrap());
        let b_in_a = Pose::relative(&a.1, &b.1);
        let (mut warm, mut found) = (WarmStart::new(), None);
        let used = measure(|| {
            for _ in 0..2 {
                found = Some(query::Pair::new(&a.0, &b.0, &b_in_a).warm(&mut warm).unrefined_distance());
            }
        });
        let (found, known) = (found.unwrap().bounds, distance(&a.0, &b.0, &b_in_a));
        assert_eq!(used.count_total, 0, "{}", pair.to_line(seed(), index));
        assert!(found.lower <= known.bounds.upper && known.bounds.lower <= found.upper, "{found:?} {known:?}");
        apart += u32::from(found.lower > 0.0);
        meet += u32::from(known.status == Status::Overlapping);
        open += u32::from(known.status == Status::Touching);
    }
    assert!(apart > 1_000 && meet > 500 && open > 0, "{apart} apart, {meet} overlap, {open} touch");
}

/// The depth of hulls takes its memory from the thread's last one.
#[test]
fn depths_of_hulls_allocate_once() {
    let points = (0..20).map(|i| i as f64).map(|i| Vec3::new((i * 1.3).sin(), (i * 0.7).cos(), (i * 2.1).sin()));
    let hull = Polytope::new(&points.collect::<Vec<_>>()).unwrap();
    let at = |x: f64| Pose::from_translation(Vec3::new(x, 0.25, -0.125)).unwrap();
    signed_distance(&hull, &hull, &at(0.5));
    for i in 0..20 {
        let used = measure(|| assert!(signed_distance(&hull, &hull, &at(0.4 + 0.01 * i as f64)).signed_distance < 0.0));
        assert!(used.count_total <= 1 && used.bytes_total <= 200, "{used:?}");
    }
}
