//! The bound of all that lies above the algorithms: a vector space with its dimension's part of each of them.

use crate::epa::Grow;
use crate::math::{Real, Vec2, Vec3};

/// A space in which distances can be computed: `Vec2` or `Vec3` of `f32` or `f64`. Sealed.
pub trait Dimension: Grow {}

impl<T: Real> Dimension for Vec2<T> {}
impl<T: Real> Dimension for Vec3<T> {}
