//! The one bound of every query: a vector space whose questions are compiled in this crate.
//!
//! Shapes of any type are asked through [`Snapshot`](crate::support::Snapshot), so each question exists once for each of the four vector
//! types, and a program that asks it compiles nothing but the call.

use super::contact::{ContactOptions, Manifold};
use super::dispatch::{self, Memory};
use super::encounter::{Impact, ToiOptions};
use super::gradient::PoseGradient;
use super::impact::Course;
use super::observe::Event;
use super::pair::Asked;
use super::second::SecondDerivatives;
use super::smoothed::Smoothed;
use super::twist::Twisting;
use super::{Proximity, Within, any, contact, gradient, impact, observe, second, smoothed};
use crate::decide::{self, Certificate};
use crate::math::{Pose, Vec2, Vec3};
use crate::options::Options;
use crate::query::batch::SideBySide;
use crate::shape::{Halfspace, Shape, Shapes};
use crate::support::{Bodies, Snapshot};

/// Declares the questions of [`Space`] and answers them for its four types.
macro_rules! questions {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $answer:ty = $path:path;)*) => {
        /// A space in which distances can be asked for: `Vec2` or `Vec3` of `f32` or `f64`. Sealed.
        #[diagnostic::on_unimplemented(
            message = "distances can be asked for in `Vec2` or `Vec3` of `f32` or `f64`, not in `{Self}`",
            label = "bound the scalar by one of `f32` and `f64`, or the vector by `clearance::Space`"
        )]
        pub trait Space: Twisting + SideBySide + Shapes {
            $(#[doc(hidden)] fn $name($($argument: $type),*) -> $answer;)*
        }
        questions!(@answers Vec2<f32>; $(fn $name($($argument: $type),*) -> $answer = $path;)*);
        questions!(@answers Vec2<f64>; $(fn $name($($argument: $type),*) -> $answer = $path;)*);
        questions!(@answers Vec3<f32>; $(fn $name($($argument: $type),*) -> $answer = $path;)*);
        questions!(@answers Vec3<f64>; $(fn $name($($argument: $type),*) -> $answer = $path;)*);
    };
    (@answers $space:ty; $(fn $name:ident($($argument:ident: $type:ty),*) -> $answer:ty = $path:path;)*) => {
        impl Space for $space {
            $(fn $name($($argument: $type),*) -> $answer {
                $path($($argument),*)
            })*
        }
    };
}

questions! {
    fn collides_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &Asked<'_, Self>) -> Option<bool> = any::collides;
    fn distance_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &mut Asked<'_, Self>) -> Proximity<Self> = any::distance;
    fn signed_distance_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &mut Asked<'_, Self>) -> Proximity<Self> = any::signed_distance;
    fn collides(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>) -> Option<bool> = dispatch::collides;
    fn intersects_again(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> bool
        = dispatch::intersects_again;
    fn distance(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Proximity<Self>
        = dispatch::distance;
    fn signed_distance(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Proximity<Self>
        = dispatch::signed_distance;
    fn distance_within(
        bodies: &Bodies<'_, Self>,
        max: Self::Scalar,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>
    ) -> Within<Self> = dispatch::distance_within;
    fn observed(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, observer: &mut dyn FnMut(Event<'_, Self>)) -> Proximity<Self>
        = observe::observed;
    fn contact(
        bodies: &Bodies<'_, Self>,
        contact: &ContactOptions<Self::Scalar>,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>
    ) -> Manifold<Self> = contact::manifold;
    fn gradient(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> PoseGradient<Self>
        = gradient::of_bodies;
    fn second_derivatives(
        bodies: &Bodies<'_, Self>,
        about: Self,
        options: &Options<Self::Scalar>,
        memory: &mut Memory<'_, Self>
    ) -> Option<SecondDerivatives<Self>> = second::of_bodies;
    fn smoothed_distance(bodies: &Bodies<'_, Self>, blur: Self::Scalar, options: &Options<Self::Scalar>) -> Smoothed<Self>
        = smoothed::of_bodies;
    fn time_of_impact(a: Course<'_, Self>, b: Course<'_, Self>, options: &ToiOptions<Self::Scalar>) -> Impact<Self>
        = impact::of_courses;
    fn certify(a: &Snapshot<'_, Self>, pose_a: &Pose<Self>, b: &Snapshot<'_, Self>, pose_b: &Pose<Self>) -> Option<Certificate>
        = decide::certify;
    fn halfspace_distance(half: &Halfspace<Self>, pose_h: &Pose<Self>, shape: &Snapshot<'_, Self>, pose_s: &Pose<Self>) -> Proximity<Self>
        = super::halfspace::signed_distance;
    fn halfspace_contact(
        half: &Halfspace<Self>,
        pose_h: &Pose<Self>,
        shape: &Snapshot<'_, Self>,
        pose_s: &Pose<Self>,
        options: &ContactOptions<Self::Scalar>
    ) -> Manifold<Self> = contact::on_halfspace;
    fn halfspace_impact(half: &Halfspace<Self>, motion: &dyn super::motion::Motion<Self>, body: Course<'_, Self>, options: &ToiOptions<Self::Scalar>) -> Impact<Self>
        = impact::of_halfspace;
}
