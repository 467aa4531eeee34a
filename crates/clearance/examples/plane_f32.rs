//! The plane, in single precision: a triangle and a disc.

use clearance::{Ball, Polytope, Pose2, ShapeError, Vec2, query};

fn main() -> Result<(), ShapeError> {
    let triangle = Polytope::new(&[Vec2::new(0.0f32, 0.0), Vec2::new(4.0, 0.0), Vec2::new(0.0, 3.0)])?;
    let disc = Ball::new(1.0f32)?;
    let disc_in_triangle = Pose2::from_translation(Vec2::new(5.0, 5.0))?;

    // The long side is 3x + 4y = 12; the disc's centre is (15 + 20 - 12) / 5 = 4.6 beyond it.
    let found = query::signed_distance(&triangle, &disc, &disc_in_triangle);
    println!("distance {} between {} and {}", found.signed_distance, found.witness_a, found.witness_b);
    assert!((found.signed_distance - 3.6).abs() < 1e-5 && found.bounds.contains(3.6));
    assert!((found.normal.x - 0.6).abs() < 1e-6 && (found.normal.y - 0.8).abs() < 1e-6);
    Ok(())
}
