//! Regions of other programs: proven free, refuted, or shrunk until they are.

use super::GrowOptions;
use super::prove::Failure;
use crate::bound::parameter_box::JointBox;
use crate::bound::polytope::Polytope;
use crate::certificate::Certificate;
use crate::clearance::RobotClearance;
use crate::error::RobotError;
use crate::prove::range::RangeOfMotion;
use crate::random::Random;

/// What is known of a region of another program.
#[derive(Clone, Debug)]
pub enum Foreign {
    /// Nothing collides in it.
    Proven(Certificate),
    /// It holds a configuration in which a pair collides. If a smaller region about its middle is proven free, with its
    /// scale and its certificate.
    Refuted {
        /// Proven to be in the region and to collide.
        at: Vec<f64>,
        /// The part of it that is proven free.
        part: Option<(f64, Certificate)>,
    },
    /// Neither is proven with so much work.
    Open {
        /// The share of the box about the region that is decided, of the pair with the least.
        decided: f64,
        /// The part of it that is proven free.
        part: Option<(f64, Certificate)>,
    },
}

/// How often a region that is not proven is shrunk.
const SCALES: usize = 6;

impl RangeOfMotion<'_> {
    /// What is known of a region of another program: the part of a polytope within a box, which may be the limits. It
    /// is sampled first, since that refutes most that are not free, and then proven by cells. One that is not proven is
    /// shrunk about a configuration inside.
    pub fn check_polytope(
        &self,
        polytope: &Polytope,
        limits: &JointBox,
        options: &GrowOptions,
    ) -> Result<Foreign, RobotError> {
        let Some(within) = polytope.bounding(limits) else {
            return Err(RobotError::new("no configuration within the limits is in the region"));
        };
        let Some(center) = polytope.inside(&within) else {
            return Err(RobotError::new("no configuration was found in the region"));
        };
        let mut refuted = self.sampled(polytope, (&within, &center), options)?;
        let mut decided = 0.0;
        if refuted.is_none() {
            match self.prove_region(&within, polytope, options)? {
                Ok(certificate) => return Ok(Foreign::Proven(certificate)),
                Err((Failure::Collides(at), _)) => refuted = Some(at),
                Err((Failure::Open, share)) => decided = share,
            }
        }
        let part = self.proven_part(polytope, (limits, &center), options)?;
        Ok(match refuted {
            Some(at) => Foreign::Refuted { at, part },
            None => Foreign::Open { decided, part },
        })
    }

    /// A configuration of a walk through the region that collides.
    fn sampled(
        &self,
        polytope: &Polytope,
        (within, center): (&JointBox, &[f64]),
        options: &GrowOptions,
    ) -> Result<Option<Vec<f64>>, RobotError> {
        let mut clearance = RobotClearance::new(self.cell())?;
        let mut random = Random::new(options.seed);
        let mut at = |q: &[f64]| clearance.at(q).map(|least| least.map_or(f64::INFINITY, |least| least.bounds.upper));
        let mut q = center.to_vec();
        let mut near: Vec<(f64, Vec<f64>)> = Vec::new();
        for _ in 0..options.samples {
            let found = at(&q)?;
            if found <= 0.0 && polytope.holds(&q) {
                return Ok(Some(q));
            }
            near.push((found, q.clone()));
            if near.len() > 64 {
                near.sort_by(|a, b| a.0.total_cmp(&b.0));
                near.truncate(16);
            }
            q = polytope.hit_and_run(within, &q, &mut random);
        }
        // The nearest ones are moved towards contact, by ever shorter steps that stay inside.
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (mut least, mut q) in near.into_iter().take(16) {
            let mut share = 0.3;
            for _ in 0..120 {
                let far = polytope.hit_and_run(within, &q, &mut random);
                let moved: Vec<f64> = q.iter().zip(&far).map(|(from, to)| from + share * (to - from)).collect();
                let found = at(&moved)?;
                if found < least && polytope.holds(&moved) && within.contains(&moved) {
                    (least, q) = (found, moved);
                    if least <= 0.0 {
                        return Ok(Some(q));
                    }
                } else {
                    share = (share * 0.93f64).max(1e-3);
                }
            }
        }
        Ok(None)
    }

    /// The largest scale about a configuration that was proven, with its certificate.
    fn proven_part(
        &self,
        polytope: &Polytope,
        (limits, about): (&JointBox, &[f64]),
        options: &GrowOptions,
    ) -> Result<Option<(f64, Certificate)>, RobotError> {
        let (mut low, mut high, mut best) = (0.0, 1.0, None);
        for _ in 0..SCALES {
            let scale = 0.5 * (low + high);
            let smaller = polytope.scaled(about, scale);
            let within = smaller.bounding(limits);
            let proven = match &within {
                Some(within) => self.prove_region(within, &smaller, options)?.ok(),
                None => None,
            };
            match proven {
                Some(certificate) => (low, best) = (scale, Some((scale, certificate))),
                None => high = scale,
            }
        }
        Ok(best)
    }
}
