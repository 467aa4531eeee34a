//! Straight motions, as C. Ericson's notes on the GJK algorithm present them in section 4: the swept hull, interval
//! halving, and Brent's method on the distance.
//!
//! A translates relative to B, or B relative to A: all that counts is that in A's frame B goes from its pose to its
//! pose plus `displacement` while time goes from 0 to 1. The core's `cast` answers the same with a proof.

mod brent;
mod halving;
mod swept;

pub use brent::{first_contact_by_brent, root};
pub use halving::first_contact_by_halving;
pub use swept::sweeps_into;

use clearance::{Pose, ShapeError, Space};

/// A contact in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<T> {
    /// The bodies are said to be apart up to here.
    pub from: T,
    /// They are said to meet up to here.
    pub to: T,
    /// How many distances or collisions were asked for.
    pub queries: u32,
    /// Evaluations of the support mapping of the difference.
    pub supports: u32,
}

/// B's pose at a time of its way.
fn pose_at<V: Space>(start: &Pose<V>, displacement: V, time: V::Scalar) -> Result<Pose<V>, ShapeError> {
    Pose::new(start.rotor(), start.translation() + displacement * time)
}

#[cfg(test)]
mod tests;
