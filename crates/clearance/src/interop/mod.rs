//! Conversions from and to the types of other libraries, each version behind a feature of its own.
//!
//! Vectors are copied number by number. What comes from outside may be no rotation, so rotations and poses come in by
//! `try_from`; they go out as unit quaternions, rounded.

#[cfg(any(feature = "glam-033", feature = "glam-034"))]
mod glam;
#[cfg(feature = "mint-05")]
mod mint;
#[cfg(feature = "nalgebra-035")]
mod nalgebra;
