//! What is answered side by side, compiled for each space.

#[cfg(feature = "simd")]
use super::question::Question;
#[cfg(feature = "simd")]
use super::solvable::Solvable;
use super::space::SideBySide;
#[cfg(feature = "simd")]
use super::{boxes, poses, poses::BLOCK};
#[cfg(feature = "plane")]
use crate::math::Vec2;
use crate::math::Vec3;
#[cfg(feature = "simd")]
use crate::proximity::Proximity;

#[cfg(feature = "plane")]
impl SideBySide for Vec2<f64> {}
#[cfg(all(feature = "plane", feature = "f32"))]
impl SideBySide for Vec2<f32> {}

macro_rules! side_by_side {
    ($($scalar:ident)+) => {$(
        impl SideBySide for Vec3<$scalar> {
            #[cfg(feature = "simd")]
            fn solve(
                question: Question,
                solvable: &mut Solvable<$scalar>,
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

#[cfg(feature = "f32")]
side_by_side!(f32);
side_by_side!(f64);
