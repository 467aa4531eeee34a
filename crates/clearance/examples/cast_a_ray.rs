//! Where a ray first meets a ball.

use clearance::{Ball, ShapeError, Vec3, query};

fn main() -> Result<(), ShapeError> {
    let ball = Ball::new(1.0)?;
    // At the height 0.6 the ball reaches from x = -0.8 to 0.8, since 0.6² + 0.8² = 1.
    let (origin, ray) = (Vec3::new(-5.0f64, 0.6, 0.0), Vec3::new(10.0, 0.0, 0.0));

    let impact = query::cast_ray(&ball, origin, ray)?;
    let hit = impact.encounter().expect("the ray meets the ball");
    let point = origin + hit.time * ray;
    println!("hit at {point} after {} of the ray", hit.time); // (5 - 0.8) / 10
    assert!((hit.time - 0.42).abs() < 1e-14 && (point.x + 0.8).abs() < 1e-13);

    let miss = query::cast_ray(&ball, Vec3::new(-5.0, 1.5, 0.0), ray)?;
    assert!(miss.encounter().is_none());
    Ok(())
}
