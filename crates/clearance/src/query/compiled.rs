//! The questions of [`Space`], compiled for its four types.

use super::any;
use super::asked::Asked;
use super::space::{Space, questions};
use crate::decide::{self, Certificate};
use crate::derivative::{PoseGradient, SecondDerivatives, Smoothed, gradient, second, smoothed};
use crate::manifold::{self, ContactOptions, Manifold, PartsContact};
#[cfg(feature = "plane")]
use crate::math::Vec2;
use crate::math::{Pose, Vec3};
use crate::motion::{ApproachOptions, ClosestApproach, Impact, Motion, MovingBody, ToiOptions, impact};
use crate::options::Options;
use crate::proximity::{Proximity, Within};
use crate::shape::{Halfspace, Shape};
use crate::solution::Solver;
use crate::solve::{Event, Memory, dispatch, halfspace, observe};
use crate::support::{Bodies, Snapshot};

/// The questions of one space.
macro_rules! compiled {
    ($space:ty; $($question:ident($($name:ident: $type:ty),*) -> $answer:ty = $by:path;)*) => {
        impl Space for $space {
            $(
                fn $question($($name: $type),*) -> $answer {
                    $by($($name),*)
                }
            )*
        }
    };
}

questions!(compiled Vec3<f64>);
#[cfg(feature = "plane")]
questions!(compiled Vec2<f64>);
#[cfg(feature = "f32")]
questions!(compiled Vec3<f32>);
#[cfg(all(feature = "plane", feature = "f32"))]
questions!(compiled Vec2<f32>);
