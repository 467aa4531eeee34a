//! The one bound of every query: a vector space whose questions are compiled in this crate.
//!
//! Shapes of any type are queried through [`Snapshot`], so each question exists once for each of the four vector
//! types, and a program that asks it compiles nothing but the call. [`questions`] lists them all, each with the
//! function that answers it: the trait and its implementations are made of that list.

use super::asked::Asked;
use super::batch::SideBySide;
use crate::decide::Certificate;
use crate::derivative::{PoseGradient, SecondDerivatives, Smoothed, Twisting};
use crate::manifold::{ContactOptions, Manifold, PartsContact};
use crate::math::Pose;
use crate::motion::{ApproachOptions, ClosestApproach, Impact, Motion, MovingBody, ToiOptions};
use crate::options::Options;
use crate::proximity::{Proximity, Within};
use crate::shape::{Halfspace, Shape, Shapes};
use crate::solution::Solver;
use crate::solve::{Event, Memory};
use crate::support::{Bodies, Snapshot};

/// Gives the list of all questions to a macro, after what else that takes.
macro_rules! questions {
    ($form:ident $($space:ty)?) => {
        $form! {
            $($space)?;
            collides_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &Asked<'_, Self>) -> Option<bool>
                = any::collides;
            distance_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &mut Asked<'_, Self>) -> Proximity<Self>
                = any::distance;
            signed_distance_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &mut Asked<'_, Self>) -> Proximity<Self>
                = any::signed_distance;
            collides(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>) -> Option<bool>
                = dispatch::collides;
            intersects_again(
                bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>
            ) -> bool
                = dispatch::intersects_again;
            distance(
                bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>
            ) -> Proximity<Self>
                = dispatch::distance;
            unrefined(
                bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>
            ) -> Proximity<Self>
                = dispatch::unrefined;
            signed_distance(
                bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>
            ) -> Proximity<Self>
                = dispatch::signed_distance;
            tracked(
                bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>
            ) -> Proximity<Self>
                = dispatch::tracked;
            distance_within(
                bodies: &Bodies<'_, Self>, max: Self::Scalar, options: &Options<Self::Scalar>,
                memory: &mut Memory<'_, Self>
            ) -> Within<Self>
                = dispatch::distance_within;
            observed(
                bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, observer: &mut dyn FnMut(Event<'_, Self>)
            ) -> Proximity<Self>
                = observe::observed;
            solved_by(
                bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, solver: Solver
            ) -> Option<Proximity<Self>>
                = dispatch::solved_by;
            contact(
                bodies: &Bodies<'_, Self>, contact: &ContactOptions<Self::Scalar>, options: &Options<Self::Scalar>,
                memory: &mut Memory<'_, Self>
            ) -> Manifold<Self>
                = manifold::manifold;
            contact_of_parts(
                a: (&[&Shape<Self>], &Pose<Self>), b: (&Snapshot<'_, Self>, &Pose<Self>),
                deepest: (usize, &Proximity<Self>), contact: &ContactOptions<Self::Scalar>
            ) -> PartsContact<Self>
                = manifold::of_parts;
            gradient(
                bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>
            ) -> PoseGradient<Self>
                = gradient::of_bodies;
            second_derivatives(
                bodies: &Bodies<'_, Self>, about: Self, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>
            ) -> Option<SecondDerivatives<Self>>
                = second::of_bodies;
            smoothed_distance(
                bodies: &Bodies<'_, Self>, blur: Self::Scalar, options: &Options<Self::Scalar>
            ) -> Smoothed<Self>
                = smoothed::of_bodies;
            time_of_impact(
                a: MovingBody<'_, Self>, b: MovingBody<'_, Self>, options: &ToiOptions<Self::Scalar>
            ) -> Impact<Self>
                = impact::of_courses;
            closest_approach(
                a: MovingBody<'_, Self>, b: MovingBody<'_, Self>, options: &ApproachOptions<Self::Scalar>
            ) -> ClosestApproach<Self>
                = impact::approach_of_courses;
            certify(
                a: &Snapshot<'_, Self>, pose_a: &Pose<Self>, b: &Snapshot<'_, Self>, pose_b: &Pose<Self>
            ) -> Option<Certificate>
                = decide::certify;
            halfspace_distance(
                half: &Halfspace<Self>, pose_h: &Pose<Self>, shape: &Snapshot<'_, Self>, pose_s: &Pose<Self>
            ) -> Proximity<Self>
                = halfspace::signed_distance;
            halfspace_contact(
                half: &Halfspace<Self>, pose_h: &Pose<Self>, shape: &Snapshot<'_, Self>, pose_s: &Pose<Self>,
                options: &ContactOptions<Self::Scalar>
            ) -> Manifold<Self>
                = manifold::on_halfspace;
            halfspace_impact(
                half: &Halfspace<Self>, motion: &dyn Motion<Self>, body: MovingBody<'_, Self>,
                options: &ToiOptions<Self::Scalar>
            ) -> Impact<Self>
                = impact::of_halfspace;
            halfspace_approach(
                half: &Halfspace<Self>, motion: &dyn Motion<Self>, body: MovingBody<'_, Self>,
                options: &ApproachOptions<Self::Scalar>
            ) -> ClosestApproach<Self>
                = impact::approach_of_halfspace;
        }
    };
}

/// The trait of the questions.
macro_rules! declared {
    (; $($question:ident($($name:ident: $type:ty),*) -> $answer:ty = $by:path;)*) => {
        /// A space in which distances can be asked for: `Vec2` or `Vec3` of `f32` or `f64`. Sealed.
        #[diagnostic::on_unimplemented(
            message = "distances can be asked for in `Vec3<f64>`, in `Vec2` with the feature `plane` and in `f32` with the feature `f32`, not in `{Self}`",
            label = "bound the scalar by one of `f32` and `f64`, or the vector by `clearance::Space`"
        )]
        pub trait Space: Twisting + SideBySide + Shapes {
            $(
                #[doc(hidden)]
                fn $question($($name: $type),*) -> $answer;
            )*
        }
    };
}

questions!(declared);
pub(super) use questions;
