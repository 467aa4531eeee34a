//! Scalars, vectors, matrices and rigid poses: plain values with public arithmetic.

mod angle;
mod check;
mod compose;
mod display;
mod each;
mod fine_map;
mod floats;
mod number;
mod operators;
mod pose;
mod quaternion;
mod quaternion_matrix;
mod real;
mod rigid_map;
#[cfg_attr(feature = "std", allow(dead_code, reason = "the hardware's root is used; the tests compare the two"))]
mod root;
mod rotation;
mod rotor;
mod scan;
#[cfg(feature = "serde")]
pub(crate) mod serde;
mod trigonometry;
mod turn;
pub(crate) mod twofold;
mod vector;

#[cfg(test)]
pub(crate) use angle::sine_cosine;
pub use compose::{point_in_frame, posed_point};
pub(crate) use each::Each;
#[doc(hidden)]
pub use fine_map::FineMap;
pub(crate) use number::Number;
pub use pose::{Pose, Pose2, Pose3};
#[cfg(feature = "simd")]
pub(crate) use quaternion_matrix::matrix_of_quaternion;
pub use real::Real;
pub(crate) use rigid_map::RigidMap;
pub use rotor::{Rotor, Rotor2, Rotor3};
pub(crate) use scan::{Block, SIDE_BY_SIDE, first_highest};
pub(crate) use trigonometry::angle_of;
pub use trigonometry::sin_cos;
pub use turn::OFF_UNIT;
pub use vector::{Mat2, Mat3, Matrix, Vec2, Vec3, Vector};
