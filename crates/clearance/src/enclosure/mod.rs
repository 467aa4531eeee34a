//! Balls and boxes that certainly hold a body, and how far apart two bodies are at least along an axis.
//!
//! What a proof about posed or moving bodies stands on: a [`Ball`] and an [`Aabb`] around a shape, at a pose, and
//! around a ball; how far the points of a ball [travel](Ball::travel) between two poses, and the [`Budget`] of a
//! distance that this uses up; an [`Axis`] known to an error, the [`gap`](gap()) of two bodies along it, and the image
//! of a point with its error ([`posed_point`]). Each bound includes what was rounded in the shape, in the pose and
//! here, and its derivation stands above its code.
//!
//! **Letters.** A pose holds a matrix `M` and a translation `t`; the exact rotation `R` and translation `r` that it
//! stands for are near: `|Mx − Rx| ≤ ρ|x|` and `|t − r| ≤ τ` with its [rotation](crate::Pose::rotation_error) and
//! [translation](crate::Pose::translation_error) error. `u` is the unit roundoff. A dot product of three terms rounds
//! by less than `3u(1 + 4u)` of the products of the magnitudes, so `Mx` by `3u(1 + 4u)` times `√3 (1 + ρ)|x|`, below
//! `5.3u (1 + ρ)|x|`.
//!
//! ```
//! use clearance::enclosure::{Axis, Ball, gap};
//! use clearance::{Cuboid, Hint, Pose3, Vec3};
//! let brick = Cuboid::from_half_extents(Vec3::new(2.0, 3.0, 6.0)).unwrap();
//! let far = Pose3::from_translation(Vec3::new(20.0, 0.0, 0.0)).unwrap();
//! // Two balls of radius 7 are at least 6 apart; along x the bricks are 16 apart.
//! let balls = [Pose3::IDENTITY, far].map(|pose| Ball::around(&brick).posed(&pose));
//! let lower = balls[0].distance_bound(&balls[1]);
//! assert!(lower <= 6.0 && lower > 6.0 - 1e-13);
//! let axis = Axis::along(Vec3::new(4.0, 0.0, 0.0)).unwrap();
//! let found = gap((&brick, &Pose3::IDENTITY), (&brick, &far), &axis, &mut [Hint::NONE; 2]);
//! assert!(found.lower() <= 16.0 && found.lower() > 16.0 - 1e-13);
//! ```

mod aabb;
mod axis;
mod ball;
mod budget;
mod gap;
mod interval;
mod posed_box;
mod solid_angle;
#[cfg(test)]
mod testing;
mod travel;

pub use crate::math::{point_in_frame, posed_point};
pub use crate::shape::rounding::length_above;
pub use aabb::Aabb;
pub use axis::Axis;
pub use ball::Ball;
pub use budget::Budget;
pub use gap::{Gap, Height, gap, gap_above};
pub use interval::{along_chord, least_between, least_of_two};
pub use posed_box::{PosedBoxes, reach_from_frame};
pub use solid_angle::solid_angle;
