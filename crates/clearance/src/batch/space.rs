//! The spaces whose pairs can be answered side by side, and what is asked there.

#[cfg(feature = "simd")]
use super::{blocks, boxes, hulls, segments};
#[cfg(feature = "simd")]
use crate::math::Pose;
use crate::math::{Vec2, Vec3};
#[cfg(feature = "simd")]
use crate::query::Proximity;
use crate::space::Space;

/// What is asked of every pair.
#[derive(Clone, Copy, PartialEq)]
pub enum Question {
    Signed,
    Unsigned,
}

/// A space whose pairs can be answered side by side: `Vec2` or `Vec3` of `f32` or `f64`. Sealed.
pub trait Batch: Space {
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

    /// Takes the plain steps of two hulls in many poses, each until it ends.
    #[doc(hidden)]
    #[cfg(feature = "simd")]
    fn run(
        runs: (&hulls::Bodies<Self::Scalar>, &mut hulls::Table<Self::Scalar>),
        poses: &[&Pose<Self>],
        goal: hulls::Goal<Self::Scalar>,
    ) {
        // In the plane there are none.
        let _ = (runs, poses, goal);
    }

    /// Writes the answers of runs that ended to their places; true for those that have one.
    #[doc(hidden)]
    #[cfg(feature = "simd")]
    fn write(
        question: Question,
        runs: (&hulls::Bodies<Self::Scalar>, &hulls::Table<Self::Scalar>),
        numbers: &[usize],
        found: &mut [Proximity<Self>],
    ) -> [bool; hulls::AT_ONCE] {
        let _ = (question, runs, numbers, found);
        [false; hulls::AT_ONCE]
    }

    /// Whether those pairs meet that can be looked at side by side, at their places; gives the others to `open`.
    #[doc(hidden)]
    #[cfg(feature = "simd")]
    fn meet(solvable: &blocks::Solvable<Self::Scalar>, found: &mut [bool], open: &mut dyn FnMut(usize)) {
        let _ = (solvable, found, open);
    }
}

impl Batch for Vec2<f32> {}
impl Batch for Vec2<f64> {}

macro_rules! side_by_side {
    ($($scalar:ident)+) => {$(
        impl Batch for Vec3<$scalar> {
            #[cfg(feature = "simd")]
            fn solve(
                question: Question,
                solvable: &mut blocks::Solvable<$scalar>,
                found: &mut [Proximity<Self>],
                open: &mut dyn FnMut(usize),
            ) {
                let level = fearless_simd::Level::new();
                boxes::solve(level, question, (&solvable.boxes, &mut solvable.left), found, open);
                segments::solve(level, question, &solvable.segments, found, open);
            }

            #[cfg(feature = "simd")]
            fn run(
                runs: (&hulls::Bodies<$scalar>, &mut hulls::Table<$scalar>),
                poses: &[&Pose<Self>],
                goal: hulls::Goal<$scalar>,
            ) {
                hulls::run(fearless_simd::Level::new(), runs, poses, goal);
            }

            #[cfg(feature = "simd")]
            fn write(
                question: Question,
                runs: (&hulls::Bodies<$scalar>, &hulls::Table<$scalar>),
                numbers: &[usize],
                found: &mut [Proximity<Self>],
            ) -> [bool; hulls::AT_ONCE] {
                hulls::write(fearless_simd::Level::new(), question, runs, numbers, found)
            }

            #[cfg(feature = "simd")]
            fn meet(solvable: &blocks::Solvable<$scalar>, found: &mut [bool], open: &mut dyn FnMut(usize)) {
                let level = fearless_simd::Level::new();
                boxes::meet(level, &solvable.boxes, found, open);
                segments::meet(level, &solvable.segments, found, open);
            }
        }
    )+};
}

side_by_side!(f32 f64);
