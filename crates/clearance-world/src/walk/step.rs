//! Steps: up, forward and down again.

use clearance::{Pose, Real, Space};

use super::character::{Character, Stride, Touch};
use crate::error::SceneError;

/// A step that led onto a floor.
pub(super) struct Step<V: Space> {
    pub strides: [Stride<V>; 3],
    /// How much of the wish it did.
    pub done: V::Scalar,
}

impl<V: Space> Character<'_, V> {
    /// Up by the height of a step at most, forward as far as the wish leads, and down: onto what carries, or to the
    /// height of the start. `None` if it leads nowhere, or onto what is too steep.
    pub fn step(&self, pose: &Pose<V>, wish: V, touches: &[Touch<V>]) -> Result<Option<Step<V>>, SceneError> {
        let (zero, height) = (V::Scalar::ZERO, self.options.step_height);
        let flat = self.across(wish);
        let mut rise = self.stride(pose, touches, self.off(self.up * height, touches))?;
        if !(rise.time > zero) {
            return Ok(None);
        }
        let raised = self.touches(&rise.to)?;
        if self.is_blocked(flat, &raised) {
            return Ok(None);
        }
        let mut ahead = self.stride(&rise.to, &raised, self.off(flat, &raised))?;
        rise.touches = Some(raised);
        if !(ahead.time > zero) {
            return Ok(None);
        }
        let above = self.touches(&ahead.to)?;
        let gained = self.up.dot(ahead.to.translation() - pose.translation());
        let fall = self.stride(&ahead.to, &above, self.off(self.up * -gained, &above))?;
        ahead.touches = Some(above);
        if let Some(point) = fall.point() {
            // A round foot that rolled over the edge of a higher step is no step.
            let is_higher = self.above(self.up, point, pose) < -height;
            if is_higher || !self.lands(&fall)? {
                return Ok(None);
            }
        }
        let done = ahead.time;
        Ok(Some(Step { strides: [rise, ahead, fall], done }))
    }
}
