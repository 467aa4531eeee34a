//! Motions that come as near as rounding can resolve, or touch in one instant.

use super::*;
use crate::random::Random;
use crate::shape::Axial;

#[test]
fn a_tip_that_touches_in_the_middle_of_its_turn_is_never_no_contact() {
    let mut random = Random(20_261_127);
    let mut hits = 0;
    for case in 0..300 {
        // Lengths of few bits, so that the wall is exactly where the tip's circle ends.
        let length = 1.0 + random.below(256) as f64 / 256.0;
        let half_angle = [0.05, 0.3, 1.2, 3.0][case % 4] * (0.75 + 0.25 * random.unit());
        let blade: Shape3<f64> = match case % 3 {
            0 => Segment::new(Vec3::ZERO, Vec3::new(length, 0.0, 0.0)).unwrap().into(),
            1 => Segment::new(Vec3::new(-0.5, 0.0, 0.0), Vec3::new(length, 0.0, 0.0)).unwrap().into(),
            _ => {
                let corners = [[0.0, -0.25], [0.0, 0.25], [length, 0.0]].map(|[x, y]| Vec3::new(x, y, 0.125));
                Polytope::new(&corners).unwrap().into()
            }
        };
        let start = Pose::new(Rotor3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), -half_angle).unwrap(), Vec3::ZERO);
        let turning = moving(start.unwrap(), Vec3::ZERO, Vec3::new(0.0, 0.0, 2.0 * half_angle));
        let wall = (block(1.0, 4.0, 2.0), at(length + 1.0, 0.25, 0.5));
        let found = time_of_impact((&wall.0, &wall.1), (&blade, &turning));
        assert!(!matches!(found, Impact::NoContact { .. }), "case {case}, length {length}, {half_angle}: {found:?}");
        hits += u32::from(matches!(found, Impact::Hit(_)));
        // A little back from the tip there is none, and it is proven.
        let away = at(length + 1.0 + 1e-6, 0.25, 0.5);
        let found = time_of_impact((&wall.0, &away), (&blade, &turning));
        assert!(matches!(found, Impact::NoContact { .. }), "case {case}, length {length}, {half_angle}: {found:?}");
    }
    assert!(hits < 300, "not one case is left open");
}

#[test]
fn a_slide_with_a_gap_below_the_width_of_bounds_is_never_a_hit() {
    let mut open = 0;
    for (k, exponent) in (0..60).zip([-52, -51, -50].into_iter().cycle()) {
        let gap = f64::power_of_two(exponent);
        let half = [0.5, 0.25, 0.75, 0.375][k % 4];
        let slider: Shape3<f64> = match k % 3 {
            0 => Ellipsoid::from_radii(Vec3::new(1.25, 0.625, half)).unwrap().into(),
            1 => Cylinder::along(Axial { radius: half, half_length: 0.875, axis: k % 2 }).unwrap().into(),
            _ => Ellipsoid::from_radii(Vec3::new(0.3, 2.1, half)).unwrap().into(),
        };
        // The table ends at z = 0; heights below 1 with a gap of 2⁻⁵² or more are exact.
        let table = (block(4.0, 3.0, 0.5), at(0.0, 0.0, -0.5));
        let aside = 0.125 * (k as f64);
        let flight = moving(at(-1.0, 0.01 * aside, half + gap), Vec3::new(1.75, 0.3, 0.0), Vec3::ZERO);
        for found in [
            time_of_impact((&table.0, &table.1), (&slider, &flight)),
            time_of_impact((&slider, &flight), (&table.0, &table.1)),
        ] {
            assert!(!matches!(found, Impact::Hit(_)), "case {k}, gap {gap:e}: {found:?}");
            open += u32::from(matches!(found, Impact::Undecided(_)));
        }
    }
    assert!(open > 0, "no gap is too small to be resolved");
}

#[test]
fn a_slide_that_ends_in_touch_is_a_hit() {
    let mut random = Random(20_261_128);
    let mut eighth = |least: u64, count: u64| (least + random.below(count)) as f64 / 8.0;
    for case in 0..200 {
        // Corners and ways of few bits: the end is exact, and so is whether the bodies touch there.
        let (half, own) = ([0; 3].map(|_| eighth(2, 8)), [0; 3].map(|_| eighth(2, 8)));
        let (standing, sliding) = (block(half[0], half[1], half[2]), block(own[0], own[1], own[2]));
        // By a face, an edge or a corner: along as many axes the boxes only touch.
        let sides = 1 + case % 3;
        let end = [0, 1, 2].map(|k| if k < sides { half[k] + own[k] } else { (half[k] + own[k]) * 0.25 });
        let way = [0, 1, 2].map(|k| if k < sides { eighth(1, 16) } else { eighth(0, 16) - 1.0 });
        let slide = |away: f64| {
            let start = at(end[0] + way[0] + away, end[1] + way[1], end[2] + way[2]);
            let motion = moving(start, Vec3::new(-way[0], -way[1], -way[2]), Vec3::ZERO);
            time_of_impact((&standing, &Pose3::IDENTITY), (&sliding, &motion))
        };
        let Impact::Hit(found) = slide(0.0) else { panic!("case {case}: {:?}", slide(0.0)) };
        assert!(found.bracket.upper == 1.0 && found.bracket.lower > 1.0 - 1e-6, "case {case}: {found:?}");
        let missed = slide(f64::power_of_two(-30));
        assert!(matches!(missed, Impact::NoContact { .. }), "case {case}: {missed:?}");
    }
}
