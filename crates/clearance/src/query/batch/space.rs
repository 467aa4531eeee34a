//! The spaces whose pairs can be answered side by side.

use super::poses::BLOCK;
#[cfg(feature = "simd")]
use super::question::Question;
#[cfg(feature = "simd")]
use super::solvable::Solvable;
use crate::dimension::Dimension;
use crate::math::Rotor;
#[cfg(feature = "simd")]
use crate::proximity::Proximity;

/// A space whose pairs can be answered side by side. Sealed.
pub trait SideBySide: Dimension {
    /// Answers those pairs that can be answered side by side, at their places, and gives the others to `open`.
    #[doc(hidden)]
    #[cfg(feature = "simd")]
    fn solve(
        question: Question,
        solvable: &mut Solvable<Self::Scalar>,
        found: &mut [Proximity<Self>],
        open: &mut dyn FnMut(usize),
    ) {
        // In the plane there are none.
        let _ = (question, solvable, found, open);
    }

    /// The rotation matrices of rotors.
    #[doc(hidden)]
    fn matrices(rotors: &[Self::Rotor; BLOCK], found: &mut [Self::Matrix; BLOCK]) {
        // In the plane they are short, and computed one by one.
        found.iter_mut().zip(rotors).for_each(|(matrix, rotor)| *matrix = rotor.matrix());
    }
}
