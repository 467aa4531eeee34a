//! A rod turns towards a ball, down the gradient of their distance.

use std::f64::consts::FRAC_PI_2;

use clearance::{Ball, Capsule, Pose2, ShapeError, Vec2, query};

fn main() -> Result<(), ShapeError> {
    let ball = Ball::new(0.5)?;
    let rod = Capsule::between(Vec2::new(0.0, 0.0), Vec2::new(1.0, 0.0), 0.25)?;
    // In the ball's frame; the rod turns about its first end, 3 below the ball's centre.
    let pivot = Vec2::new(0.0, -3.0);

    let mut angle = 0.25;
    let mut distance = f64::INFINITY;
    for _ in 0..60 {
        let rod_in_ball = Pose2::from_angle(angle, pivot)?;
        let found = query::gradient(&ball, &rod, &rod_in_ball);
        distance = found.proximity.signed_distance;
        angle -= 0.5 * found.of_b(pivot).angular;
    }

    println!("angle {angle}, distance {distance}"); // straight up; 3 - 1 - 0.25 - 0.5
    assert!((angle - FRAC_PI_2).abs() < 1e-6 && (distance - 1.25).abs() < 1e-12);
    Ok(())
}
