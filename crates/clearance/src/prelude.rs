//! What most programs import: `use clearance::prelude::*;`.
//!
//! ```
//! use clearance::prelude::*;
//! let (tray, ball) = (Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 0.5))?, Ball::new(0.25)?);
//! let found = query::signed_distance(&tray, &ball, &Pose3::from_xyz(0.5, 0.0, 1.0)?);
//! assert_eq!(found.signed_distance, 0.25);
//! # Ok::<(), ShapeError>(())
//! ```

pub use crate::error::ShapeError;
pub use crate::math::{Pose, Pose2, Pose3, Real, Rotor2, Rotor3, Vec2, Vec3, Vector};
pub use crate::motion::{LinearMotion, Motion};
pub use crate::options::Options;
pub use crate::proximity::{Bounds, Proximity, Status};
pub use crate::query;
pub use crate::query::{MovingPair, Pair, PointQueries, Space};
pub use crate::shape::{
    Affine, Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Halfspace, HullOf, Inflated, Point, Polytope,
    Posed, Segment, Shape, Shape2, Shape3, Sum, Swept, Triangle,
};
pub use crate::support::{Support, SupportExt};
