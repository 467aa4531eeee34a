//! First contacts of deforming features against a judge in rationals: public queries, and ten degenerate families.

mod families;
mod judge;

use clearance::query::deforming::{Contact, FeaturePair, MovingFeatures};
use clearance::{Status, Vec3, Vector};
use clearance_testkit::random::Random;

use judge::{Judge, rational, squared_distance};

fn queries() -> Vec<(MovingFeatures, bool)> {
    read(include_str!("../../../../testdata/ccd/queries.jsonl"))
}

/// Queries as lines of JSON.
fn read(text: &str) -> Vec<(MovingFeatures, bool)> {
    text.lines()
        .map(|line| {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let points: Vec<[f64; 3]> = serde_json::from_value(case["points"].clone()).unwrap();
            let four = |first: usize| core::array::from_fn(|i| Vec3::from(points[first + i]));
            let pair = if case["kind"] == "edge_edge" { FeaturePair::EdgeEdge } else { FeaturePair::VertexFace };
            (MovingFeatures { pair, start: four(0), end: four(4) }, case["contact"].as_bool().unwrap())
        })
        .collect()
}

/// Asserts that a contact is that of the judge, and returns whether there is one.
fn check(features: &MovingFeatures, contact: &Contact) -> bool {
    let Some(root) = Judge::new(features).first() else {
        assert_eq!(contact.status, Status::Separated, "{features:?}");
        assert!(contact.toi.lower == f64::INFINITY && contact.weights == [0.0; 4]);
        return false;
    };
    assert_eq!(contact.status, Status::Touching, "{features:?}");
    let [lower, upper] = [contact.toi.lower, contact.toi.upper];
    assert!(rational(lower) <= root.high && root.low <= rational(upper), "{features:?} {contact:?}");
    assert!(upper <= lower.next_up() && 0.0 <= lower && upper <= 1.0, "{contact:?}");
    assert!((contact.normal.dot(contact.normal) - 1.0).abs() < 1e-15, "{contact:?}");
    let split = if features.pair == FeaturePair::VertexFace { 1 } else { 2 };
    for side in [&contact.weights[..split], &contact.weights[split..]] {
        assert!(side.iter().all(|w| (0.0..=1.0).contains(w)), "{contact:?}");
        assert!((side.iter().sum::<f64>() - 1.0).abs() < 1e-15, "{contact:?}");
    }
    true
}

#[test]
fn public_queries_have_their_symbolic_answers() {
    let mut hits = 0;
    for (features, truth) in queries() {
        let contact = features.first_contact();
        assert_eq!(contact.is_hit(), truth, "{features:?}");
        hits += usize::from(check(&features, &contact));
    }
    assert_eq!(hits, 92);
}

/// The long form: `CLEARANCE_CCD_QUERIES` names a file of more lines.
#[test]
fn more_queries_have_their_symbolic_answers() {
    let Ok(name) = std::env::var("CLEARANCE_CCD_QUERIES") else { return };
    for (features, truth) in read(&std::fs::read_to_string(name).unwrap()) {
        let contact = features.first_contact();
        assert_eq!(contact.is_hit(), truth, "{features:?}");
        check(&features, &contact);
        for distance in [1e-3, 0.1, 1e-9] {
            check_within(&features, distance, &features.first_contact_within(distance));
        }
    }
}

#[test]
fn ten_degenerate_families_are_decided_as_by_the_judge() {
    let rounds = std::env::var("CLEARANCE_LONG").map_or(60, |_| 3000);
    for family in 0..families::COUNT {
        let mut hits = 0;
        for round in 0..rounds {
            let features = families::draw(family, round);
            hits += u64::from(check(&features, &features.first_contact()));
        }
        println!("family {family}: {hits} of {rounds} are hits");
        let [least, most] = families::hits(family);
        let part = hits as f64 / rounds as f64;
        assert!(least <= part && part <= most, "family {family}: {hits} of {rounds} are hits");
    }
}

#[test]
fn contact_points_of_both_features_are_one_point() {
    for (features, _) in queries() {
        let contact = features.first_contact();
        if contact.is_hit() {
            let apart = between(&features, &contact, contact.toi.upper);
            assert!(apart.norm() < 1e-7, "{features:?} {contact:?} {}", apart.norm());
        }
    }
}

/// The vector between the points of both features that are to meet, at a time.
fn between(features: &MovingFeatures, contact: &Contact, t: f64) -> Vec3<f64> {
    let split = if features.pair == FeaturePair::VertexFace { 1 } else { 2 };
    let at = |i: usize| features.start[i] * (1.0 - t) + features.end[i] * t;
    (0..4).fold(Vec3::new(0.0, 0.0, 0.0), |sum, i| {
        sum + at(i) * if i < split { -contact.weights[i] } else { contact.weights[i] }
    })
}

#[test]
fn normals_lead_from_a_to_b_just_before_the_contact() {
    let degenerate = [0, 1, 3, 5].iter().flat_map(|&family| (0..100).map(move |round| families::draw(family, round)));
    let mut seen = [0; 2];
    for features in queries().into_iter().map(|(features, _)| features).chain(degenerate) {
        let contact = features.first_contact();
        if contact.is_hit() && contact.toi.lower > 1e-3 {
            let way = between(&features, &contact, contact.toi.lower * 0.9999);
            let along = way.dot(contact.normal);
            // Of a graze the way is across the normal.
            if along.abs() > 0.01 * way.norm() {
                assert!(along > 0.0, "{features:?} {contact:?}");
                seen[usize::from(features.pair == FeaturePair::EdgeEdge)] += 1;
            }
        }
    }
    println!("{seen:?} of vertices and of edges");
    assert!(seen.iter().all(|&count| count > 40), "{seen:?}");
}

/// Asserts that the distance is above `distance` at many times before the bracket, up to its last float, and reached in
/// it. Returns how many floats the bracket has, at most 3.
fn check_within(features: &MovingFeatures, distance: f64, contact: &Contact) -> usize {
    let squared = rational(distance) * rational(distance);
    let at = |t: f64| squared_distance(features, &rational(t));
    assert_ne!(contact.status, Status::Undecided);
    if !contact.is_hit() {
        (0..=16).for_each(|k| assert!(at(f64::from(k) / 16.0) > squared, "{distance} {features:?}"));
        return 0;
    }
    let [lower, upper] = [contact.toi.lower, contact.toi.upper];
    for k in 0..16 {
        let t = lower * f64::from(k) / 16.0;
        assert!(t == lower || at(t) > squared, "{distance} {features:?} {contact:?}");
    }
    if lower > 0.0 {
        assert!(at(lower.next_down()) > squared, "{distance} {features:?} {contact:?}");
    }
    assert!(contact.toi.width() <= 1e-9, "{contact:?}");
    // Between adjacent floats a graze may begin and end.
    let slack = if upper <= lower.next_up() { rational(distance * (1.0 + 1e-9)) } else { rational(distance) };
    assert!(at(upper) <= &slack * &slack, "{distance} {features:?} {contact:?}");
    [lower, lower.next_up(), lower.next_up().next_up()].iter().filter(|&&t| t <= upper).count()
}

#[test]
fn distances_are_above_the_separation_before_it_is_reached() {
    for distance in [1e-3, 0.1, 1e-9] {
        let (mut hits, mut wide) = (0, 0);
        for (features, touches) in queries() {
            let contact = features.first_contact_within(distance);
            assert!(contact.is_hit() || !touches, "{distance} {features:?}");
            wide += u32::from(check_within(&features, distance, &contact) > 2);
            hits += u32::from(contact.is_hit());
        }
        println!("distance {distance}: {hits} hits, {wide} of them in floats");
        // Those that are decided in floats have wider brackets.
        assert!(hits >= 92 && wide > 20, "{hits} {wide}");
    }
}

#[test]
fn distances_of_degenerate_families_are_those_of_the_judge() {
    let rounds = std::env::var("CLEARANCE_LONG").map_or(24, |_| 1000);
    for family in 0..families::COUNT {
        let mut hits = 0;
        for round in 0..rounds {
            let features = families::draw(family, round);
            // A whole part of the size, so that ties are exact.
            let spread = features.start.iter().fold(0.0, |most: f64, p| most.max((*p - features.start[0]).max_abs()));
            let distance = spread * [0.125, 0.5, 1e-9][(round / 2 % 3) as usize];
            let contact = features.first_contact_within(distance);
            if distance > 0.0 {
                check_within(&features, distance, &contact);
            }
            hits += u64::from(contact.is_hit());
        }
        println!("family {family}: {hits} of {rounds} come within a distance");
        assert!(hits * 20 > rounds, "family {family}: {hits} of {rounds}");
    }
}

#[test]
fn distances_of_features_at_rest_are_decided_to_the_last_float() {
    let mut random = Random::new(0x0ccd_4e57);
    let mut hits = [0; 2];
    for round in 0..4000 {
        // Features of 1000 that miss each other by 1/1000 or so: roundings of points are far above those of the gap.
        let mut point = |size: f64| Vec3::<f64>::from_fn(|_| random.uniform(-size, size));
        let mut points: [Vec3<f64>; 4] = core::array::from_fn(|_| point(1000.0));
        let offset = point(1e-3);
        let pair = if round % 2 == 0 { FeaturePair::VertexFace } else { FeaturePair::EdgeEdge };
        match pair {
            FeaturePair::VertexFace => points[0] = points[1] * 0.25 + points[2] * 0.375 + points[3] * 0.375 + offset,
            FeaturePair::EdgeEdge => points[1] = points[2] * 0.75 + points[3] * 0.75 - points[0] * 0.5 + offset,
        }
        let features = MovingFeatures { pair, start: points, end: points };
        let squared = squared_distance(&features, &rational(0.0));
        let mut below = squared.to_f64().value().sqrt().next_up();
        while rational(below) * rational(below) >= squared {
            below = below.next_down();
        }
        let (under, over) = (features.first_contact_within(below), features.first_contact_within(below.next_up()));
        assert_eq!(under.status, Status::Separated, "{below} {features:?}");
        assert!(over.is_hit() && over.toi.lower == 0.0, "{below} {features:?} {over:?}");
        hits[round % 2] += 1;
    }
    assert_eq!(hits, [2000, 2000]);
}

#[test]
fn ties_of_distances_are_decided() {
    // A vertex that passes above a triangle at a height of 1/2, and so of 0.5 and one float less.
    let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
    let at = |x: f64| [Vec3::new(x, 1.0, 0.5), corners[0], corners[1], corners[2]];
    let passes = MovingFeatures::vertex_face(at(-2.0), at(6.0));
    assert_eq!(passes.first_contact_within(0.5f64.next_down()).status, Status::Separated);
    let contact = passes.first_contact_within(0.5);
    assert_eq!((contact.status, contact.toi.lower, contact.toi.upper), (Status::Touching, 0.25, 0.25));
    let wide = passes.first_contact_within(0.5f64.next_up());
    assert!(wide.is_hit() && wide.toi.upper <= 0.25, "{wide:?}");
}

#[test]
fn numbers_that_are_none_leave_it_undecided_and_negative_distances_are_never_reached() {
    let (mut features, _) = queries()[0];
    assert_eq!(features.first_contact_within(-1.0).status, Status::Separated);
    assert_eq!(features.first_contact_within(f64::NAN).status, Status::Undecided);
    features.end[2].y = f64::INFINITY;
    let contact = features.first_contact();
    assert_eq!((contact.status, contact.toi.lower, contact.toi.upper), (Status::Undecided, 0.0, 1.0));
}

#[test]
fn a_limit_of_zero_shows_contacts_at_the_start() {
    let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
    let at = |z: f64| [Vec3::new(1.0, 1.0, z), corners[0], corners[1], corners[2]];
    for (from, to) in [(0.0, 1.0), (0.0, -1.0), (0.0, 0.0)] {
        let contact = MovingFeatures::vertex_face(at(from), at(to)).first_contact_by(0.0);
        assert!(contact.is_hit() && contact.toi.upper == 0.0, "{contact:?}");
    }
    assert!(!MovingFeatures::vertex_face(at(1.0), at(0.0)).first_contact_by(0.0).is_hit());
}

#[test]
fn limits_hide_later_contacts_only() {
    let mut seen = [0; 2];
    for (features, touches) in queries() {
        let whole = features.first_contact();
        for limit in [0.0, 0.3, 0.9, whole.toi.lower] {
            let some = features.first_contact_by(limit);
            let shown = touches && whole.toi.lower <= limit;
            seen[usize::from(shown)] += 1;
            assert_eq!(some.is_hit(), shown);
            assert!(!shown || some == whole);
        }
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}
