//! The one bound of every query: a vector space whose questions are compiled in this crate.
//!
//! Shapes of any type are queried through [`Snapshot`], so each question exists once for each of the four vector
//! types, and a program that asks it compiles nothing but the call.

use super::asked::Asked;
use super::batch::SideBySide;
use crate::decide::Certificate;
use crate::derivative::{PoseGradient, SecondDerivatives, Smoothed, Twisting};
use crate::manifold::{ContactOptions, Manifold};
use crate::math::Pose;
use crate::motion::{Impact, Motion, MovingBody, ToiOptions};
use crate::options::Options;
use crate::proximity::{Proximity, Within};
use crate::shape::{Halfspace, Shape, Shapes};
use crate::solution::Solver;
use crate::solve::{Event, Memory};
use crate::support::{Bodies, Snapshot};

/// A space in which distances can be asked for: `Vec2` or `Vec3` of `f32` or `f64`. Sealed.
#[diagnostic::on_unimplemented(
    message = "distances can be asked for in `Vec3<f64>`, in `Vec2` with the feature `plane` and in `f32` with the feature `f32`, not in `{Self}`",
    label = "bound the scalar by one of `f32` and `f64`, or the vector by `clearance::Space`"
)]
pub trait Space: Twisting + SideBySide + Shapes {
    #[doc(hidden)]
    fn collides_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &Asked<'_, Self>) -> Option<bool>;
    #[doc(hidden)]
    fn distance_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &mut Asked<'_, Self>) -> Proximity<Self>;
    #[doc(hidden)]
    fn signed_distance_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &mut Asked<'_, Self>) -> Proximity<Self>;
    #[doc(hidden)]
    fn collides(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>) -> Option<bool>;
    #[doc(hidden)]
    fn intersects_again(
        bodies: &Bodies<'_, Self>,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> bool;
    #[doc(hidden)]
    fn distance(
        bodies: &Bodies<'_, Self>,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> Proximity<Self>;
    #[doc(hidden)]
    fn unrefined(
        bodies: &Bodies<'_, Self>,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> Proximity<Self>;
    #[doc(hidden)]
    fn signed_distance(
        bodies: &Bodies<'_, Self>,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> Proximity<Self>;
    #[doc(hidden)]
    fn tracked(
        bodies: &Bodies<'_, Self>,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> Proximity<Self>;
    #[doc(hidden)]
    fn distance_within(
        bodies: &Bodies<'_, Self>,
        max: Self::Scalar,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> Within<Self>;
    #[doc(hidden)]
    fn observed(
        bodies: &Bodies<'_, Self>,
        options: &Options<Self::Scalar>,
        observer: &mut dyn FnMut(Event<'_, Self>),
    ) -> Proximity<Self>;
    #[doc(hidden)]
    fn solved_by(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, solver: Solver)
    -> Option<Proximity<Self>>;
    #[doc(hidden)]
    fn contact(
        bodies: &Bodies<'_, Self>,
        contact: &ContactOptions<Self::Scalar>,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> Manifold<Self>;
    #[doc(hidden)]
    fn gradient(
        bodies: &Bodies<'_, Self>,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> PoseGradient<Self>;
    #[doc(hidden)]
    fn second_derivatives(
        bodies: &Bodies<'_, Self>,
        about: Self,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>,
    ) -> Option<SecondDerivatives<Self>>;
    #[doc(hidden)]
    fn smoothed_distance(
        bodies: &Bodies<'_, Self>,
        blur: Self::Scalar,
        options: &Options<Self::Scalar>,
    ) -> Smoothed<Self>;
    #[doc(hidden)]
    fn time_of_impact(
        a: MovingBody<'_, Self>,
        b: MovingBody<'_, Self>,
        options: &ToiOptions<Self::Scalar>,
    ) -> Impact<Self>;
    #[doc(hidden)]
    fn certify(
        a: &Snapshot<'_, Self>,
        pose_a: &Pose<Self>,
        b: &Snapshot<'_, Self>,
        pose_b: &Pose<Self>,
    ) -> Option<Certificate>;
    #[doc(hidden)]
    fn halfspace_distance(
        half: &Halfspace<Self>,
        pose_h: &Pose<Self>,
        shape: &Snapshot<'_, Self>,
        pose_s: &Pose<Self>,
    ) -> Proximity<Self>;
    #[doc(hidden)]
    fn halfspace_contact(
        half: &Halfspace<Self>,
        pose_h: &Pose<Self>,
        shape: &Snapshot<'_, Self>,
        pose_s: &Pose<Self>,
        options: &ContactOptions<Self::Scalar>,
    ) -> Manifold<Self>;
    #[doc(hidden)]
    fn halfspace_impact(
        half: &Halfspace<Self>,
        motion: &dyn Motion<Self>,
        body: MovingBody<'_, Self>,
        options: &ToiOptions<Self::Scalar>,
    ) -> Impact<Self>;
}
