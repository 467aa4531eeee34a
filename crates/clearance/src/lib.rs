//! How far apart two convex bodies are, where, and how deep they overlap, with proven bounds on every answer.
//!
//! The signed distance is the distance of bodies that are apart, and minus the penetration depth of bodies that
//! overlap. Every answer has two [`Bounds`] with `lower <= true signed distance <= upper`, rounding included. Whether
//! polytopes meet is decided exactly, touching included. Constructors refuse bad input; queries of valid shapes never
//! fail and never panic.
//!
//! ```
//! use clearance::{Ball, Cuboid, Pose3, Status, Vec3, query};
//!
//! let tray = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 0.5))?;
//! let ball = Ball::new(0.25)?;
//! let ball_in_tray = Pose3::from_translation(Vec3::new(0.5, 0.0, 1.0))?;
//! let found = query::signed_distance(&tray, &ball, &ball_in_tray);
//! assert_eq!(found.signed_distance, 0.25); // the ball's centre is 0.5 above the tray
//! assert!(found.bounds.contains(0.25) && found.status == Status::Separated);
//! assert_eq!(found.witness_b, Vec3::new(0.5, 0.0, 0.75)); // its lowest point, in the tray's frame
//! # Ok::<(), clearance::ShapeError>(())
//! ```
//!
//! # Where things are
//!
//! | module | |
//! |---|---|
//! | [`shape`] | points, segments, triangles, balls, capsules, boxes, ellipsoids, cylinders, cones, polytopes, halfspaces; rounded, affine, summed, swept, posed shapes and hulls of several; [`Shape`], any of them |
//! | [`query`] | the questions: [`intersects`](query::intersects), [`distance`](query::distance), [`signed_distance`](query::signed_distance), [`distance_within`](query::distance_within), [`contact`](query::contact), [`gradient`](query::gradient), [`second_derivatives`](query::second_derivatives), [`cast`](query::cast), [`time_of_impact`](query::time_of_impact), [`certify`](query::certify); [`Pair`](query::Pair) for options, warm starts and world poses; [`Track`](query::Track) for pairs that move; [`motion`](mod@query::motion) |
//! | [`batch`] | lists of pairs, in SIMD lanes and on many threads, with the bits of single answers |
//! | [`hull`] | convex hulls with exact decisions |
//! | [`enclosure`] | balls and boxes that hold a posed or moving body, and the gap of two bodies along an axis |
//! | [`support`] | [`Support`], the trait that a shape of your own implements |
//! | [`math`] | [`Vec2`], [`Vec3`], rotations, and poses with a bound on their rounding |
//! | [`exact`] | exact numbers and orientation signs |
//! | [`gjk`] | what an observer sees of a query |
//!
//! # Conventions
//!
//! A query takes `a`, `b` and `b_in_a`, the pose of `b`'s frame in `a`'s, and answers in `a`'s frame. The normal is a
//! unit vector from `a` to `b`: moving `b` along it frees overlapping bodies. `witness_b - witness_a =
//! signed_distance * normal`. Angles are in radians, quaternions are `[w, x, y, z]` of any length but zero, and
//! lengths have whatever unit you use: no tolerance is built in.
//!
//! # Features
//!
//! | feature | |
//! |---|---|
//! | `std` (default) | hardware square roots, and memory that a thread reuses; without it the crate is `no_std` with `alloc` |
//! | `simd` (default) | wide registers, chosen at run time, for scans of vertices and for [`batch`] |
//! | `rayon` | [`batch`] on many threads |
//! | `serde` | shapes and poses in and out of files, as the command reads them; answers and options |
//! | `glam-033`, `glam-034`, `mint-05`, `nalgebra-035` | conversions from and to vectors, quaternions and poses of these versions; Bevy 0.20, parry 0.31 and avian 0.8 use glam 0.33 |
//!
//! No feature changes a bit of an answer.
//!
//! # Fast debug builds
//!
//! Queries are compiled in this crate, so your debug builds are as fast as release builds with these lines in your
//! `Cargo.toml`:
//!
//! ```toml
//! [profile.dev.package.clearance]
//! opt-level = 3
//! debug-assertions = false
//! overflow-checks = false
//! ```
//!
//! Programs to start from are in `examples/`.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

pub mod best_first;
mod closed_form;
mod contact;
mod decide;
mod derivative;
mod difference;
mod dimension;
pub mod enclosure;
mod epa;
mod error;
pub mod exact;
mod frame;
mod frustum;
pub mod gjk;
mod goal;
pub mod hull;
#[cfg(any(feature = "glam-033", feature = "glam-034", feature = "mint-05", feature = "nalgebra-035"))]
mod interop;
mod manifold;
pub mod math;
pub mod motion;
mod newton;
mod options;
pub mod prelude;
mod projection;
mod proximity;
pub mod query;
#[cfg(test)]
mod random;
pub mod shape;
mod simplex;
mod solution;
mod solve;
pub mod support;
mod tight;

pub use error::ShapeError;
pub use math::{Pose, Pose2, Pose3, Real, Rotor2, Rotor3, Vec2, Vec3, Vector};
pub use options::{Accuracy, Options};
pub use projection::Projection;
pub use proximity::{Bounds, Feature, Proximity, Status};
pub use query::{Space, batch};
pub use shape::{
    Affine, Axial, Ball, Capsule, Cone, Cuboid, Custom, Cylinder, Ellipsoid, Halfspace, HullOf, Inflated, Point,
    Polytope, Posed, Segment, Shape, Shape2, Shape3, Sum, Swept, Triangle,
};
pub use support::{FeatureKind, Form, Hint, Support, SupportExt};
