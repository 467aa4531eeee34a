//! Values of the library may be shared between threads.

use clearance::query::motion::LinearMotion;
use clearance::query::{
    Certificate, Impact, Manifold, PoseGradient, SecondDerivatives, Smoothed, Track, Tracks, WarmStart,
};
use clearance::{Capsule, Cone, Cuboid, Halfspace, Options, Polytope, Pose3, Proximity, Rotor3, Shape2, Shape3, Vec3};

fn shared<T: Send + Sync>() {}

#[test]
fn public_types_are_send_and_sync() {
    shared::<(Shape2<f32>, Shape3<f64>, Halfspace<Vec3<f64>>)>();
    shared::<(Capsule<Vec3<f64>>, Cone<Vec3<f64>>, Cuboid<Vec3<f64>>, Polytope<Vec3<f64>>)>();
    shared::<(Pose3<f64>, Rotor3<f64>, Vec3<f32>, Options<f64>, LinearMotion<Vec3<f64>>)>();
    shared::<(Proximity<Vec3<f64>>, Manifold<Vec3<f64>>, PoseGradient<Vec3<f64>>, SecondDerivatives<Vec3<f64>>)>();
    shared::<(Smoothed<Vec3<f64>>, Impact<Vec3<f64>>, Certificate)>();
    shared::<(Track<Vec3<f64>>, Tracks<Vec3<f64>>, WarmStart<Vec3<f64>>)>();
}
