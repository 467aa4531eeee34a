//! How a character walks.

use clearance::{Real, Space};

use crate::error::SceneError;
use crate::key::BodyId;

/// How a character walks. Lengths are those of the scene; the defaults are a person's, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkOptions<V: Space> {
    /// Away from the ground; any length but zero. Default the last axis.
    pub up: V,
    /// How far the body keeps away from everything. Default 0.01: what one does not see.
    pub skin: V::Scalar,
    /// The steepest floor, as an angle from the level, in radians. Default 45°.
    pub max_slope: V::Scalar,
    /// The highest step that is taken up, onto floors only; zero for none. Default 0.3.
    pub step_height: V::Scalar,
    /// How far below the body a floor keeps one that stood on it; zero for none. Default 0.3, so that one who walks
    /// goes down the stairs that it goes up.
    pub snap: V::Scalar,
    /// The most strides and steps. Default 8: three planes stop a body, and it may come to each twice.
    pub max_slides: u32,
    /// Which body of the scene it is that walks: it is not in its own way, and goes through those that it is not
    /// [checked against](crate::Object::collides_with).
    pub own: Option<BodyId>,
}

impl<V: Space> Default for WalkOptions<V> {
    fn default() -> Self {
        let number = V::Scalar::from_f64;
        WalkOptions {
            up: V::axis(V::DIM - 1),
            skin: number(0.01),
            max_slope: number(core::f64::consts::FRAC_PI_4),
            step_height: number(0.3),
            snap: number(0.3),
            max_slides: 8,
            own: None,
        }
    }
}

impl<V: Space> WalkOptions<V> {
    /// Refuses what is out of its range.
    pub(super) fn check(&self) -> Result<(), SceneError> {
        let (zero, largest) = (V::Scalar::ZERO, V::Scalar::LARGEST);
        let refuse = |what, rule, value: V::Scalar| Err(SceneError::Option { what, rule, value: value.to_f64() });
        if !self.up.is_finite() || self.up == V::ZERO {
            return refuse("up", "a direction that is finite and not zero", self.up.max_abs());
        }
        if !(self.skin > zero && self.skin <= largest) {
            return refuse("skin", "positive and finite", self.skin);
        }
        let quarter = V::Scalar::from_f64(core::f64::consts::FRAC_PI_2);
        if !(self.max_slope >= zero && self.max_slope < quarter) {
            return refuse("max_slope", "an angle from 0 to less than π/2", self.max_slope);
        }
        for (what, value) in [("step_height", self.step_height), ("snap", self.snap)] {
            if !(value >= zero && value <= largest) {
                return refuse(what, "finite and not negative", value);
            }
        }
        Ok(())
    }
}
