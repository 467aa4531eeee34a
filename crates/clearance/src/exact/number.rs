//! Exact numbers: every sum, difference and product of floats without rounding, of any width.

/// A dyadic rational, `± m·2ᵉ` with an integer `m` of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {}

/// An exact vector; in the plane the third component is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactVector {
    /// Components.
    pub xyz: [Exact; 3],
}

/// An exact point in homogeneous coordinates: `xyz / w` with `w > 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactPoint {
    /// Numerators.
    pub xyz: [Exact; 3],
    /// The common denominator, positive.
    pub w: Exact,
}
