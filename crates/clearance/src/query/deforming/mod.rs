//! The first contact of features that deform: a vertex and a triangle, or two edges, with every point on its own path.
//!
//! Four points move on straight lines at constant speed over `0 ≤ t ≤ 1`, as a step of a simulation moves the
//! vertices of cloth, soft bodies and finite elements. Features are closed sets and may be flat, short or points. The
//! answer is exact: a contact is reported if and only if there is one, and the first time, a root of a cubic, is
//! enclosed by adjacent floats. Floats prove most misses and isolate most contacts (`sieve/`); what these leave is
//! decided in exact numbers (`exact.rs`). [`MovingFeatures::first_contact_within`] finds when the features come
//! within a distance.

mod approach;
mod batch;
mod contact;
mod curves;
mod exact;
mod features;
mod nearest;
mod separation;
mod sieve;

pub use batch::{first_contacts, first_contacts_within};
#[cfg(feature = "rayon")]
pub use batch::{first_contacts_parallel, first_contacts_within_parallel};
pub use features::{Contact, FeaturePair, MovingFeatures};

use crate::math::Vec3;

/// The first contact of a vertex and a triangle: `start` and `end` have the vertex and the three corners at 0 and at 1.
///
/// About 0.1 µs where the paths are apart, 1 to 10 µs where they meet.
///
/// ```
/// use clearance::{Status, Vec3, query::deforming};
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
/// let at = |height: f64| [Vec3::new(1.0, 1.0, height), corners[0], corners[1], corners[2]];
/// let contact = deforming::vertex_face(at(3.0), at(-1.0));
/// assert_eq!((contact.status, contact.toi.lower, contact.toi.upper), (Status::Touching, 0.75, 0.75));
/// assert_eq!((contact.weights, contact.normal.z), ([1.0, 0.5, 0.25, 0.25], -1.0));
/// ```
pub fn vertex_face(start: [Vec3<f64>; 4], end: [Vec3<f64>; 4]) -> Contact {
    MovingFeatures::vertex_face(start, end).first_contact()
}

/// The first contact of two edges: `start` and `end` have the ends of the one and of the other, at 0 and at 1.
///
/// ```
/// use clearance::{Status, Vec3, query::deforming};
/// let at = |x: f64| [[0.0, 0.0, -1.0], [0.0, 0.0, 3.0], [x, -1.0, 0.0], [x, 1.0, 0.0]].map(Vec3::from);
/// let contact = deforming::edge_edge(at(2.0), at(-2.0));
/// assert_eq!((contact.status, contact.toi.lower, contact.toi.upper), (Status::Touching, 0.5, 0.5));
/// assert_eq!((contact.weights, contact.normal.x), ([0.75, 0.25, 0.5, 0.5], 1.0));
/// ```
pub fn edge_edge(start: [Vec3<f64>; 4], end: [Vec3<f64>; 4]) -> Contact {
    MovingFeatures::edge_edge(start, end).first_contact()
}
