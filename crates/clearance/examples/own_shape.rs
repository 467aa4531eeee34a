//! A shape of one's own: half a ball, by its support mapping.

use clearance::support::Outline;
use clearance::{Ball, Pose3, Shape3, ShapeError, Support, Vec3, Vector, query};

/// The points of the unit ball with `z ≥ 0`.
struct Dome;

impl Support<Vec3<f64>> for Dome {
    /// Upwards a point of the ball, downwards one of the rim; straight down any point of the flat side.
    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        if dir.z >= 0.0 {
            return dir.normalized();
        }
        let across = Vec3::new(dir.x, dir.y, 0.0);
        if across.norm() > 0.0 { across.normalized() } else { Vec3::new(0.0, 0.0, 0.0) }
    }

    /// A curved core gives its own error: a unit vector is off by a few roundings.
    fn outline(&self) -> Outline<Vec3<f64>> {
        Outline::curved(1.0, 4.0 * f64::EPSILON)
    }
}

fn main() -> Result<(), ShapeError> {
    let ball = Ball::new(0.5)?;
    let below = Pose3::from_translation(Vec3::new(0.25, 0.0, -2.0))?;
    let found = query::signed_distance(&Dome, &ball, &below);
    println!("the flat side is {} above the ball", found.signed_distance); // 2 - 0.5
    assert!((found.signed_distance - 1.5).abs() < 1e-12 && found.bounds.contains(1.5));

    // Behind the enum of all shapes it can be kept in lists and put into combinators.
    let dome = Shape3::custom(Dome);
    assert!((query::signed_distance(&dome, &ball, &below).signed_distance - 1.5).abs() < 1e-12);
    Ok(())
}
