//! A contact patch around the stationary normal of the signed distance.

use super::stationary::System;
use crate::contact::enough;
use crate::dimension::Dimension;
use crate::manifold::ContactPatch;
use crate::math::Real;
use crate::support::Hint;

/// The most Newton steps: two are enough but for witness points that were far off.
const STEPS: u32 = 6;

impl<V: Dimension> ContactPatch<'_, V> {
    /// With the normal and the witness points of curved cores as good as rounding allows. An answer stops at a normal
    /// that proves the distance, which depends on its error squared.
    pub fn polished(self) -> Self {
        if self.m.polytopal {
            return self;
        }
        let miss = self.miss();
        if miss <= V::Scalar::from_f64(4.0) * V::Scalar::UNIT * self.m.frame.size {
            return self;
        }
        // A normal that is off by less than the root of the roundoff hides edges, which the coarse tilt finds again.
        for tilt in [self.view.tilt, V::Scalar::from_f64(4.0) * V::Scalar::UNIT.sqrt()] {
            let (normal, projections) = self.descended(tilt);
            let better = Self::new(self.m, normal, projections, self.view.tilt);
            let is_better =
                better.miss() <= miss * V::Scalar::HALF && better.reach() <= self.reach() + enough(self.m.frame.size);
            if let Some(better) = is_better.then(|| better.on_faces()).flatten() {
                return better;
            }
        }
        self
    }

    /// The normal and the witness points after Newton steps, as long as they halve the miss.
    fn descended(&self, tilt: V::Scalar) -> (V, [V; 2]) {
        let mut best = (self.view.normal, self.view.projections);
        let mut least = V::Scalar::INFINITY;
        for _ in 0..STEPS {
            let site = Self::new(self.m, best.0, best.1, tilt);
            let system = System::new(&site);
            if !(system.miss() < least * V::Scalar::HALF) {
                break;
            }
            least = system.miss();
            let Some(step) = system.step() else { break };
            best = step;
        }
        best
    }

    /// How far the difference reaches along the normal: the steps end at any stationary one, of which only the lowest
    /// belongs to the answer.
    pub fn reach(&self) -> V::Scalar {
        self.view.normal.dot(self.m.support(self.view.normal, [Hint::NONE; 2]).w)
    }

    /// How far the normal and the witness points are from belonging together.
    fn miss(&self) -> V::Scalar {
        System::new(self).miss()
    }
}
