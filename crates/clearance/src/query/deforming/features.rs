//! Two features whose points move, and their first contact: the question and the answer.

use crate::math::{Vec3, Vector};
use crate::proximity::{Bounds, Status};

/// The kinds of two features of four points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeaturePair {
    /// A is the first point, B the triangle of the others.
    VertexFace,
    /// A is the edge of the first two points, B that of the others.
    EdgeEdge,
}

/// Two features whose four points move on straight lines, each at constant speed over `0 ≤ t ≤ 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingFeatures {
    /// The kinds of both features.
    pub pair: FeaturePair,
    /// The points at 0.
    pub start: [Vec3<f64>; 4],
    /// The points at 1.
    pub end: [Vec3<f64>; 4],
}

/// The first contact of two moving features, or that there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// [`Touching`](Status::Touching) if there is a contact, [`Separated`](Status::Separated) if there is none in
    /// `[0, 1]`, both proven. [`Undecided`](Status::Undecided) if a coordinate or the distance is not a finite number.
    pub status: Status,
    /// The time of the first contact. Without one both bounds are infinite; undecided, they are 0 and 1.
    ///
    /// Of contacts at distance zero these are adjacent floats or one float. Of a larger distance, the features are
    /// proven to be farther apart before `lower`, and to be that near at a time between the bounds.
    pub toi: Bounds<f64>,
    /// The weights of the four points at the contact: those of A have the sum 1, and those of B. All zero without a
    /// contact.
    pub weights: [f64; 4],
    /// A unit vector, up to rounding, from A to B just before the contact; zero without one.
    ///
    /// It is normal to both features where that leaves one direction. Where the four points stay in a plane it is in
    /// that plane and normal to the edge that a vertex meets; on a line, it is along the line. Where nothing moves it
    /// is any unit vector.
    pub normal: Vec3<f64>,
}

impl Contact {
    pub(super) const NONE: Contact = Contact {
        status: Status::Separated,
        toi: Bounds { lower: f64::INFINITY, upper: f64::INFINITY },
        weights: [0.0; 4],
        normal: Vec3 { x: 0.0, y: 0.0, z: 0.0 },
    };

    pub(super) const UNDECIDED: Contact =
        Contact { status: Status::Undecided, toi: Bounds { lower: 0.0, upper: 1.0 }, ..Contact::NONE };

    /// True if there is a contact.
    pub fn is_hit(&self) -> bool {
        self.status == Status::Touching
    }
}

impl MovingFeatures {
    /// Four points of a vertex and a triangle.
    pub fn vertex_face(start: [Vec3<f64>; 4], end: [Vec3<f64>; 4]) -> Self {
        MovingFeatures { pair: FeaturePair::VertexFace, start, end }
    }

    /// Four points of two edges.
    pub fn edge_edge(start: [Vec3<f64>; 4], end: [Vec3<f64>; 4]) -> Self {
        MovingFeatures { pair: FeaturePair::EdgeEdge, start, end }
    }

    /// True if all coordinates are finite numbers.
    pub(super) fn is_finite(&self) -> bool {
        self.start.iter().chain(&self.end).all(|p| p.is_finite())
    }
}
