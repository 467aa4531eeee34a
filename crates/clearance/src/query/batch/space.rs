//! The spaces whose pairs can be answered side by side, and what is asked there.

use super::poses::BLOCK;
#[cfg(feature = "simd")]
use super::{blocks, boxes, poses};
use crate::dimension::Dimension;
use crate::math::{Rotor, Vec2, Vec3};
#[cfg(feature = "simd")]
use crate::proximity::Proximity;

/// What is asked of every pair.
#[derive(Clone, Copy, PartialEq)]
pub enum Question {
    Signed,
    Unsigned,
}

/// A space whose pairs can be answered side by side. Sealed.
pub trait SideBySide: Dimension {
    /// Answers those pairs that can be answered side by side, at their places, and gives the others to `open`.
    #[doc(hidden)]
    #[cfg(feature = "simd")]
    fn solve(
        question: Question,
        solvable: &mut blocks::Solvable<Self::Scalar>,
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

impl SideBySide for Vec2<f32> {}
impl SideBySide for Vec2<f64> {}

macro_rules! side_by_side {
    ($($scalar:ident)+) => {$(
        impl SideBySide for Vec3<$scalar> {
            #[cfg(feature = "simd")]
            fn solve(
                question: Question,
                solvable: &mut blocks::Solvable<$scalar>,
                found: &mut [Proximity<Self>],
                open: &mut dyn FnMut(usize),
            ) {
                let level = fearless_simd::Level::new();
                boxes::solve(level, question, (&solvable.boxes, &mut solvable.left), found, open);
            }

            #[cfg(feature = "simd")]
            fn matrices(rotors: &[Self::Rotor; BLOCK], found: &mut [Self::Matrix; BLOCK]) {
                poses::lanes::matrices(rotors, found);
            }
        }
    )+};
}

side_by_side!(f32 f64);
