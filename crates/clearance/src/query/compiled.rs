//! The questions of [`Space`], compiled for its four types.

use super::any;
use super::asked::Asked;
use super::space::Space;
use crate::decide::{self, Certificate};
use crate::derivative::{PoseGradient, SecondDerivatives, Smoothed, gradient, second, smoothed};
use crate::manifold::{self, ContactOptions, Manifold};
#[cfg(feature = "plane")]
use crate::math::Vec2;
use crate::math::{Pose, Vec3};
use crate::motion::{Impact, Motion, MovingBody, ToiOptions, impact};
use crate::options::Options;
use crate::proximity::{Proximity, Within};
use crate::shape::{Halfspace, Shape};
use crate::solution::Solver;
use crate::solve::{Event, Memory, dispatch, halfspace, observe};
use crate::support::{Bodies, Snapshot};

macro_rules! compiled {
    ($($space:ty),*) => {$(
        impl Space for $space {
            fn collides_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &Asked<'_, Self>) -> Option<bool> {
                any::collides(a, b, asked)
            }
            fn distance_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &mut Asked<'_, Self>) -> Proximity<Self> {
                any::distance(a, b, asked)
            }
            fn signed_distance_of_any(a: &Shape<Self>, b: &Shape<Self>, asked: &mut Asked<'_, Self>) -> Proximity<Self> {
                any::signed_distance(a, b, asked)
            }
            fn collides(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>) -> Option<bool> {
                dispatch::collides(bodies, options)
            }
            fn intersects_again(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> bool {
                dispatch::intersects_again(bodies, options, memory)
            }
            fn distance(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Proximity<Self> {
                dispatch::distance(bodies, options, memory)
            }
            fn unrefined(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Proximity<Self> {
                dispatch::unrefined(bodies, options, memory)
            }
            fn signed_distance(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Proximity<Self> {
                dispatch::signed_distance(bodies, options, memory)
            }
            fn tracked(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Proximity<Self> {
                dispatch::tracked(bodies, options, memory)
            }
            fn distance_within(bodies: &Bodies<'_, Self>, max: Self::Scalar, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Within<Self> {
                dispatch::distance_within(bodies, max, options, memory)
            }
            fn observed(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, observer: &mut dyn FnMut(Event<'_, Self>)) -> Proximity<Self> {
                observe::observed(bodies, options, observer)
            }
            fn solved_by(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, solver: Solver) -> Option<Proximity<Self>> {
                dispatch::solved_by(bodies, options, solver)
            }
            fn contact(bodies: &Bodies<'_, Self>, contact: &ContactOptions<Self::Scalar>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Manifold<Self> {
                manifold::manifold(bodies, contact, options, memory)
            }
            fn gradient(bodies: &Bodies<'_, Self>, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> PoseGradient<Self> {
                gradient::of_bodies(bodies, options, memory)
            }
            fn second_derivatives(bodies: &Bodies<'_, Self>, about: Self, options: &Options<Self::Scalar>, memory: &mut Memory<'_, Self>) -> Option<SecondDerivatives<Self>> {
                second::of_bodies(bodies, about, options, memory)
            }
            fn smoothed_distance(bodies: &Bodies<'_, Self>, blur: Self::Scalar, options: &Options<Self::Scalar>) -> Smoothed<Self> {
                smoothed::of_bodies(bodies, blur, options)
            }
            fn time_of_impact(a: MovingBody<'_, Self>, b: MovingBody<'_, Self>, options: &ToiOptions<Self::Scalar>) -> Impact<Self> {
                impact::of_courses(a, b, options)
            }
            fn certify(a: &Snapshot<'_, Self>, pose_a: &Pose<Self>, b: &Snapshot<'_, Self>, pose_b: &Pose<Self>) -> Option<Certificate> {
                decide::certify(a, pose_a, b, pose_b)
            }
            fn halfspace_distance(half: &Halfspace<Self>, pose_h: &Pose<Self>, shape: &Snapshot<'_, Self>, pose_s: &Pose<Self>) -> Proximity<Self> {
                halfspace::signed_distance(half, pose_h, shape, pose_s)
            }
            fn halfspace_contact(half: &Halfspace<Self>, pose_h: &Pose<Self>, shape: &Snapshot<'_, Self>, pose_s: &Pose<Self>, options: &ContactOptions<Self::Scalar>) -> Manifold<Self> {
                manifold::on_halfspace(half, pose_h, shape, pose_s, options)
            }
            fn halfspace_impact(half: &Halfspace<Self>, motion: &dyn Motion<Self>, body: MovingBody<'_, Self>, options: &ToiOptions<Self::Scalar>) -> Impact<Self> {
                impact::of_halfspace(half, motion, body, options)
            }
        }
    )*};
}

compiled!(Vec3<f64>);
#[cfg(feature = "plane")]
compiled!(Vec2<f64>);
#[cfg(feature = "f32")]
compiled!(Vec3<f32>);
#[cfg(all(feature = "plane", feature = "f32"))]
compiled!(Vec2<f32>);
