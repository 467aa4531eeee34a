//! Affine maps of scene graphs: where a node of a mesh file puts its geometry.

use clearance::Vec3;
use clearance::math::{Mat3, Matrix, Vector};

/// `x ↦ linear x + offset`, rounded: the products of nodes are those of `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Any matrix: nodes may scale, shear and mirror.
    pub linear: Mat3<f64>,
    /// Where the origin goes.
    pub offset: Vec3<f64>,
}

impl Placement {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Placement { linear: Mat3::IDENTITY, offset: Vec3::ZERO };

    pub(super) fn new(linear: Mat3<f64>, offset: Vec3<f64>) -> Self {
        Placement { linear, offset }
    }

    /// The placement of a 4×4 matrix by rows, whose last row is taken to be 0 0 0 1.
    pub(super) fn from_rows(m: &[f64; 16]) -> Self {
        let column = |i: usize| Vec3::new(m[i], m[4 + i], m[8 + i]);
        Placement { linear: Mat3::from_columns(column), offset: column(3) }
    }

    pub(super) fn translation(offset: Vec3<f64>) -> Self {
        Placement { linear: Mat3::IDENTITY, offset }
    }

    pub(super) fn scale(factors: Vec3<f64>) -> Self {
        Placement { linear: Mat3::from_columns(|i| Vec3::axis(i) * factors[i]), offset: Vec3::ZERO }
    }

    /// Where a point goes.
    pub fn apply(&self, point: Vec3<f64>) -> Vec3<f64> {
        self.linear.apply(point) + self.offset
    }

    /// Whether the map turns left hands into right ones, by the rounded determinant.
    pub fn mirrors(&self) -> bool {
        let [x, y, z] = [0, 1, 2].map(|i| self.linear.column(i));
        x.cross(y).dot(z) < 0.0
    }

    /// `self` as a child of `outer`: first `self`, then `outer`.
    pub(super) fn inside(&self, outer: &Self) -> Self {
        Placement { linear: outer.linear.compose(&self.linear), offset: outer.apply(self.offset) }
    }
}
