use super::cell::{Cell, Place};
use super::profile::{Lean, Profile};
use super::search::Both;
use crate::math::{Real, Vec3, Vector, sin_cos};
use crate::newton::tangents;
use crate::random::Random;

fn power(random: &mut Random, least: f64) -> f64 {
    // 2 to a power between `least` and 1.
    f64::power_of_two((least * 0.5 * (random.unit() + 1.0)) as i32) * (1.5 + 0.5 * random.unit())
}

/// Needles, plates and points among ordinary bodies.
fn profile(random: &mut Random) -> Profile {
    let [one, two] = [power(random, -30.0), power(random, -30.0)];
    let [one, two] = match random.below(3) {
        0 => [1.0 + 0.5 * random.unit(), one],
        1 => [one, 1.0 + 0.5 * random.unit()],
        _ => [one, two],
    };
    match random.below(4) {
        0 => Profile::Frustum { half_length: one, radii: [two, 0.0] },
        1 => Profile::Frustum { half_length: one, radii: [two, two * (1.0 + random.unit())] },
        2 => Profile::Frustum { half_length: one, radii: [0.0; 2] },
        _ => Profile::Ellipsoid { along: one, across: two },
    }
}

fn both(random: &mut Random) -> Both {
    let angle = match random.below(3) {
        0 => 0.0,
        1 => power(random, -40.0),
        _ => 1.5 * (random.unit() + 1.0),
    };
    let (sin, cos) = sin_cos(angle);
    let far = power(random, -40.0);
    let offset = [0; 3].map(|_| random.unit() * far);
    Both { profiles: [profile(random), profile(random)], tilt: [sin.abs(), cos], offset, ball: 0.25 }
}

fn place(polar: f64, azimuth: f64) -> Place {
    let ((sin, cos), (y, x)) = (sin_cos(polar), sin_cos(azimuth));
    Place { lean: Lean { along: cos, across: sin.max(0.0) }, azimuth: [x, y] }
}

#[test]
fn no_height_in_a_cell_is_below_its_bound() {
    let mut random = Random(20_261_125);
    let (mut nearest, mut tight) = (f64::INFINITY, 0);
    for _ in 0..4_000 {
        let both = both(&mut random);
        let width = power(&mut random, -40.0).min(0.39);
        let long = power(&mut random, -40.0).min(0.78);
        let polar = [width + (core::f64::consts::PI - 2.0 * width) * 0.5 * (random.unit() + 1.0), width];
        let azimuth = [3.0 * (random.unit() + 1.0), long];
        let cell = Cell { polar, azimuth };
        let bound = both.bound_of(cell);
        for _ in 0..20 {
            let at = place(polar[0] + width * random.unit(), azimuth[0] + long * random.unit());
            let above = both.height(&at) - bound;
            assert!(above >= -super::ROUNDING * f64::UNIT, "{both:?} {cell:?} at {at:?}: {above:e}");
            nearest = nearest.min(above.abs());
        }
        let region = cell.region();
        tight += u32::from(both.height(&region.middle) - bound <= width + long);
    }
    assert!(nearest < 1e-14 && tight > 3_000, "{nearest:e}, {tight}");
}

#[test]
fn a_thousand_cells_prove_the_depth_of_any_two_bodies_of_revolution() {
    let mut random = Random(7);
    let mut cells = 0;
    for _ in 0..200 {
        let both = both(&mut random);
        let mut top = f64::INFINITY;
        let found = both.floor(f64::INFINITY, 3e-11, 2048, |_, height| {
            top = height;
            height
        });
        assert!(top - found.floor <= 3e-11, "{both:?}: {:e} after {} cells", top - found.floor, found.cells);
        cells += found.cells;
    }
    assert!(cells < 200 * 200, "{cells}");
}

#[test]
fn the_frame_of_two_axes_at_any_angle_is_orthonormal() {
    let mut random = Random(20_261_127);
    for round in 0..4_000 {
        let third = Vec3::new(random.unit(), random.unit(), random.unit()).normalized();
        let angle = f64::power_of_two(-(round % 60));
        let other = (third + tangents(third)[0] * angle).normalized();
        let [x, y, z] = super::about(third, other);
        for (p, q, product) in [(x, x, 1.0), (y, y, 1.0), (x, y, 0.0), (y, z, 0.0), (z, x, 0.0)] {
            let error = (p.dot(q) - product).abs();
            assert!(error <= 8.0 * f64::UNIT, "{error:e} at an angle of {angle:e}: {third:?} {other:?}");
        }
        let aside = other.dot(y).abs();
        assert!(aside <= 32.0 * f64::UNIT, "the other axis is {aside:e} beside the plane");
    }
}
