//! The questions about a halfspace and a bounded shape.

use super::space::Space;
use crate::manifold::{ContactOptions, Manifold};
use crate::math::Pose;
use crate::motion::{Impact, Motion, MovingBody, ToiOptions};
use crate::proximity::Proximity;
use crate::shape::Halfspace;
use crate::support::{Snapshot, Support};

impl<V: Space> Halfspace<V> {
    /// The signed distance of this halfspace at `pose_h` and a shape at `pose_s`, with the halfspace as body `a`; in the frame
    /// of the two poses. The depth of a shape in a halfspace is how far it reaches below the boundary.
    ///
    /// Cost: one support evaluation. The bounds are those of [`gap_above`](crate::enclosure::gap_above): the shape's own error, those of both
    /// poses, and some `20u` of the lengths that are added.
    ///
    /// ```
    /// use clearance::{Cuboid, Halfspace, Pose3, Vec3};
    /// let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.5f64).unwrap();
    /// let crate_ = Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 0.25)).unwrap();
    /// let above = Pose3::from_translation(Vec3::new(3.0, -4.0, 1.0)).unwrap();
    /// let found = floor.signed_distance(&Pose3::IDENTITY, &crate_, &above);
    /// assert!((found.signed_distance - 0.25).abs() < 1e-14 && found.bounds.contains(0.25));
    /// ```
    pub fn signed_distance(
        &self,
        pose_h: &Pose<V>,
        shape: &(impl Support<V> + ?Sized),
        pose_s: &Pose<V>,
    ) -> Proximity<V> {
        V::halfspace_distance(self, pose_h, &Snapshot::new(shape), pose_s)
    }

    /// The contact of this halfspace at `pose_h` and a shape at `pose_s`, with the halfspace as body `a`; in the frame of the
    /// two poses.
    ///
    /// ```
    /// use clearance::query::ContactOptions;
    /// use clearance::{Cuboid, Halfspace, Pose3, Vec3};
    /// let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0f64).unwrap();
    /// let brick = Cuboid::from_half_extents(Vec3::new(1.0, 0.5, 0.25)).unwrap();
    /// let sunk = Pose3::from_translation(Vec3::new(7.0, 0.0, 0.125)).unwrap();
    /// let found = floor.contact(&Pose3::IDENTITY, &brick, &sunk, &ContactOptions::default());
    /// assert_eq!(found.points.len(), 4);
    /// assert!(found.points.iter().all(|p| p.distance == -0.125 && (p.witness_b.x - 7.0).abs() == 1.0));
    /// ```
    pub fn contact(
        &self,
        pose_h: &Pose<V>,
        shape: &(impl Support<V> + ?Sized),
        pose_s: &Pose<V>,
        options: &ContactOptions<V::Scalar>,
    ) -> Manifold<V> {
        V::halfspace_contact(self, pose_h, &Snapshot::new(shape), pose_s, options)
    }

    /// When a body that moves first comes into contact with this halfspace, which may move too; the halfspace is body `a`.
    ///
    /// As [`time_of_impact`](crate::query::time_of_impact), with the same proofs.
    ///
    /// ```
    /// use clearance::query::ToiOptions;
    /// use clearance::query::motion::LinearMotion;
    /// use clearance::{Ball, Halfspace, Pose, Vec2};
    /// let floor = Halfspace::new(Vec2::new(0.0, 1.0), 0.0).unwrap();
    /// let above = Pose::from_translation(Vec2::new(3.0, 2.0)).unwrap();
    /// let falling = LinearMotion::straight(above, Vec2::new(1.0, -4.0)).unwrap();
    /// let impact = floor.time_of_impact(&Pose::IDENTITY, (&Ball::new(0.5).unwrap(), &falling), &ToiOptions::default());
    /// assert!((impact.encounter().unwrap().time - 0.375f64).abs() < 1e-14);
    /// ```
    pub fn time_of_impact(
        &self,
        motion: &dyn Motion<V>,
        (shape, of_shape): (&(impl Support<V> + ?Sized), &dyn Motion<V>),
        options: &ToiOptions<V::Scalar>,
    ) -> Impact<V> {
        V::halfspace_impact(self, motion, MovingBody { shape: Snapshot::new(shape), motion: of_shape }, options)
    }
}
