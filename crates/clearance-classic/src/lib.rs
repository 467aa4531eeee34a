//! The algorithms of the literature as they were published, on the shapes and poses of [`clearance`].
//!
//! They are here to be read beside their papers, to be compared and to be watched; for answers use [`clearance`], which
//! proves what it says. Each file names its source and where the algorithm fails. One loop ([`gjk::closest`]) takes
//! every distance sub-algorithm, every termination and every start, and shows each iteration to an observer.
//!
//! ```
//! use clearance::{Cuboid, Pose, Vec3};
//! use clearance_classic::Algorithm;
//! let cube = Cuboid::from_half_extents(Vec3::new(0.5, 0.5, 0.5)).unwrap();
//! let aside = Pose::from_translation(Vec3::new(2.0, 0.25, 0.0)).unwrap();
//! let found = "liu".parse::<Algorithm>().unwrap().run((&cube, &cube, &aside), |_| {});
//! assert!((found.distance - 1.0f64).abs() < 1e-15);
//! ```

mod algorithm;
pub mod comparison;
pub mod difference;
pub mod epa;
pub mod gjk;
mod lift;
pub mod motion;
pub mod session;
pub mod strategy;
pub mod subalgorithm;

pub use algorithm::{Algorithm, Answer, Event, UnknownAlgorithm};
pub use difference::{Difference, Vertex};
