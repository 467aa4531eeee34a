//! Rough crossings beside exact ones.

use super::*;
use crate::math::{Rotor, Rotor3};
use crate::query::{Crossing, crossing};
use crate::random::Random;

type Point = Vec3<f64>;

/// A triangle and a segment that crosses its plane near a point with some weights, at some size and distance.
fn aimed(random: &mut Random, weights: [f64; 3], size: f64, away: f64) -> ([Point; 3], Point, Point) {
    let mut vector = |size: f64| Vec3::new(random.unit(), random.unit(), random.unit()) * size;
    let middle = vector(1.0);
    let corners = [(); 3].map(|()| middle + vector(size));
    let aim = corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
    let origin = aim + vector(away);
    (corners, origin, (aim - origin) * 2.0)
}

#[test]
fn what_floats_decide_is_what_exact_numbers_decide() {
    let mut random = Random(0x5e6);
    let (mut hits, mut misses, mut undecided) = (0, 0, [0; 2]);
    for round in 0..6000 {
        let near_edge = round % 3 == 0;
        let share = if near_edge { random.unit() * 1e-15 } else { random.unit() };
        let weights = [share, 0.4 - share, 0.6];
        let size = [1.0, 1e-3, 1e-7][round / 3 % 3];
        let (corners, origin, way) = aimed(&mut random, weights, size, 3.0);
        let still = [way, Vec3::ZERO];
        let exact = crossing(origin, still, &Pose3::IDENTITY, corners);
        match (SegmentEnclosure::exact(origin, way).crossing(corners), exact) {
            (RoughCrossing::Hit(rough), Crossing::Hit(hit)) => {
                assert!(
                    rough.time.lower <= hit.time.lower && hit.time.upper <= rough.time.upper,
                    "{round}: {rough:?} {hit:?}"
                );
                let off = (0..3).map(|i| (rough.barycentric[i] - hit.barycentric[i]).abs()).fold(0.0, f64::max);
                assert!(off < 1e-14 * 100.0 / (size * size), "{round}: {off}");
                assert!(rough.normal.normalized().dot(hit.normal) > 0.9, "{round}");
                hits += 1;
            }
            (RoughCrossing::Miss, Crossing::Miss) => misses += 1,
            (RoughCrossing::Undecided(time), exact) => {
                if let Crossing::Hit(hit) = exact {
                    assert!(time.lower <= hit.time.lower && hit.time.upper <= time.upper);
                }
                // The smallest are thirty million times nearer to their neighbours than to the start.
                undecided[usize::from(near_edge)] += usize::from(near_edge || size > 1e-6);
            }
            (rough, exact) => panic!("{round}: {rough:?} {exact:?}"),
        }
    }
    assert!(hits > 500 && misses > 1200 && undecided[1] > 1000 && undecided[0] < 60, "{hits} {misses} {undecided:?}");
}

#[test]
fn what_is_decided_of_a_pose_within_errors_holds_for_all_poses_within_them() {
    let mut random = Random(0x5e7);
    let (mut hits, mut misses, mut undecided) = (0, 0, 0);
    for round in 0..2000 {
        let share = random.unit() * [0.3, 1e-4][round % 2];
        let (corners, origin, way) = aimed(&mut random, [share, 0.4 - share, 0.6], 0.3, 2.0);
        let mut vector = |size: f64| Vec3::new(random.unit(), random.unit(), random.unit()) * size;
        let (turn, shift) = (vector(1.0), vector(1.0));
        let pose = Pose3::new(Rotor3::from_wxyz([1.0, turn.x, turn.y, turn.z]).unwrap(), shift).unwrap();
        let (seen, moves) = (pose.point(origin), vector(0.5));
        let ways = [pose.vector(way) + moves, moves];
        let size = 1e-5;
        let known = SegmentEnclosure::in_frame(seen, ways, &pose.widened(2.0 * size, size));
        let found = known.crossing(corners);
        for _ in 0..8 {
            // A rotation by less than 2e-5, as the sum of two parts below 1e-5 each half an angle.
            let (twist, push) = (vector(size * 0.5), vector(size * 0.5));
            let twisted = pose.rotor().then(&Rotor3::from_wxyz([1.0, twist.x, twist.y, twist.z]).unwrap());
            let other = Pose3::new(twisted, shift + push).unwrap();
            match (found, crossing(seen, ways, &other, corners)) {
                (RoughCrossing::Hit(rough), Crossing::Hit(hit)) => {
                    assert!(rough.time.lower <= hit.time.lower && hit.time.upper <= rough.time.upper, "{round}");
                }
                (RoughCrossing::Miss, Crossing::Miss) | (RoughCrossing::Undecided(_), _) => {}
                (rough, exact) => panic!("{round}: {rough:?} {exact:?}"),
            }
        }
        match found {
            RoughCrossing::Hit(_) => hits += 1,
            RoughCrossing::Miss => misses += 1,
            RoughCrossing::Undecided(_) => undecided += 1,
        }
    }
    assert!(hits > 300 && misses > 300 && undecided > 200, "{hits} {misses} {undecided}");
}

#[test]
fn sizes_beyond_the_range_of_products_are_left_to_exact_numbers() {
    for size in [1e-120, 1e120] {
        let corners = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]].map(|c| Vec3::from(c) * size);
        let (origin, way) = (Vec3::new(1.0, 1.0, 0.0) * size, Vec3::new(0.0, 0.0, 4.0) * size);
        let found = SegmentEnclosure::exact(origin, way).crossing(corners);
        assert!(!matches!(found, RoughCrossing::Miss), "{size:e}: {found:?}");
        assert!(
            matches!(crossing(origin, [way, Vec3::ZERO], &Pose3::IDENTITY, corners), Crossing::Hit(hit) if hit.nearest == 0.25)
        );
    }
}

/// Segments at the limits of an enclosure: pushed across the triangle, out of it over an edge, and along their way.
fn at_the_limits(known: &SegmentEnclosure, [a, b, c]: [Point; 3]) -> impl Iterator<Item = [Point; 2]> {
    let normal = (b - a).cross(c - a).normalized();
    let edges = [b - a, c - b, a - c].map(|edge| edge.cross(normal).normalized());
    let pushes = [normal, edges[0], edges[1], edges[2], known.way.normalized(), Vec3::ZERO];
    let signed = pushes.into_iter().flat_map(|push| [push, -push]);
    // Errors round by less than this part of them.
    let part = 1.0 - 1e-9;
    let &SegmentEnclosure { origin, way, off, askew } = known;
    signed.clone().flat_map(move |start| {
        signed.clone().map(move |end| [origin + start * (off * part), way + end * (askew * part)])
    })
}

#[test]
fn what_is_decided_of_an_enclosure_holds_for_the_segments_at_its_limits() {
    let mut random = Random(0x5e8);
    let mut counts = [0; 3];
    for round in 0..1200usize {
        // One error at a time, about as large as what is left to an edge, or much less.
        let error = 10f64.powi(-4 - (round % 5) as i32);
        let [off, askew] = if round % 2 == 0 { [error, 0.0] } else { [0.0, error] };
        let share = random.unit() * error * [4.0, 400.0][round / 2 % 2];
        let (corners, origin, way) = aimed(&mut random, [share, 0.4 - share, 0.6], 0.5, 2.0);
        let known = SegmentEnclosure { origin, way, off, askew };
        let found = known.crossing(corners);
        for [start, way] in at_the_limits(&known, corners) {
            match (found, crossing(start, [way, Vec3::ZERO], &Pose3::IDENTITY, corners)) {
                (RoughCrossing::Hit(rough), Crossing::Hit(hit)) => {
                    assert!(rough.time.lower <= hit.time.lower && hit.time.upper <= rough.time.upper, "{round}");
                }
                (RoughCrossing::Miss, Crossing::Miss) | (RoughCrossing::Undecided(_), _) => {}
                (rough, exact) => panic!("{round}: {rough:?} {exact:?}"),
            }
        }
        let kind = match found {
            RoughCrossing::Hit(_) => 0,
            RoughCrossing::Miss => 1,
            RoughCrossing::Undecided(_) => 2,
        };
        counts[kind] += 1;
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn times_of_segments_that_begin_next_to_a_plane_hold_what_the_height_rounds_by() {
    let mut random = Random(0x5e9);
    let mut hits = 0;
    for round in 0..2000 {
        let (corners, far, way) = aimed(&mut random, [0.3, 0.3, 0.4], 1.0, 2.0);
        let origin = far + way * (0.5 - 10f64.powi(-2 - round % 10));
        if let RoughCrossing::Hit(rough) = SegmentEnclosure::exact(origin, way).crossing(corners) {
            let Crossing::Hit(hit) = crossing(origin, [way, Vec3::ZERO], &Pose3::IDENTITY, corners) else {
                panic!("{round}: {rough:?}")
            };
            assert!(
                rough.time.lower <= hit.time.lower && hit.time.upper <= rough.time.upper,
                "{round}: {rough:?} {hit:?}"
            );
            hits += 1;
        }
    }
    assert!(hits > 1000, "{hits}");
}
