//! The volume that two bodies have in common.

use clearance::{Bounds, Vec3};
use clearance_world::BodyPair;

use super::{AnyStage, Stage};

impl Stage<Vec3<f64>> {
    /// Bounds of the volume that two bodies have in common, by their places in the file; tessellations and welds count.
    /// `None` where [`BodyPair::common_volume`] has none, and for hulls and parts in place of a mesh that is another.
    pub fn common_volume(&self, places: [usize; 2]) -> Option<Bounds<f64>> {
        let mut errors = [0.0; 2];
        for (error, place) in errors.iter_mut().zip(places) {
            if let Some(known) = self.file.bodies[place].representation {
                *error = known.moved();
                if known.form.is_some() && known.welded.is_none() && known.error > 0.0 {
                    return None;
                }
            }
        }
        let [a, b] = places.map(|place| self.world.get(self.ids[place]));
        let (a, b) = (a?, b?);
        BodyPair::in_world((a.body(), a.pose()), (b.body(), b.pose())).common_volume(errors)
    }
}

impl AnyStage {
    /// [`Stage::common_volume`]; `None` in the plane.
    pub fn common_volume(&self, places: [usize; 2]) -> Option<Bounds<f64>> {
        match self {
            #[cfg(feature = "plane")]
            AnyStage::Plane(_) => None,
            AnyStage::Space(stage) => stage.common_volume(places),
        }
    }
}
