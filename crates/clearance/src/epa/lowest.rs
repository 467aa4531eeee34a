//! The lowest of facets that come one after the other, and how low the others may be.

use crate::gauss::Arc;
use crate::math::Real;

/// A facet of the difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Facet {
    OfA(usize),
    OfB(usize),
    /// Of an edge of A and one of B.
    Across(Arc, Arc),
}

/// The lowest facet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lowest<T> {
    pub facet: Facet,
    /// Outward, of any length.
    pub normal: [T; 3],
    pub height: T,
    /// How far the unit normal may be off.
    pub tilt: T,
    /// How far the height may be off.
    error: T,
    /// No other facet is lower.
    pub others: T,
}

impl<T: Real> Lowest<T> {
    /// Of no facet yet.
    pub fn none() -> Self {
        let (zero, infinity) = (T::ZERO, T::INFINITY);
        Lowest { facet: Facet::OfA(0), normal: [zero; 3], height: infinity, tilt: zero, error: zero, others: infinity }
    }

    /// Looks at a facet with its tilt and the error of its height.
    #[inline(always)]
    pub fn offer(&mut self, height: T, [tilt, error]: [T; 2], facet: impl FnOnce() -> (Facet, [T; 3])) {
        if height < self.height {
            self.others = self.others.min(self.height - self.error);
            (self.facet, self.normal) = facet();
            (self.height, self.tilt, self.error) = (height, tilt, error);
        } else {
            self.others = self.others.min(height - error);
        }
    }
}
