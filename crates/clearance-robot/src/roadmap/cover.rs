//! Covers paths and configurations by regions.

use super::{CertifiedRegion, Overlap, Roadmap};
use crate::bound::parameter_box::JointBox;
use crate::error::RobotError;
use crate::prove::range::RangeOfMotion;
use crate::region::{GrowOptions, Polytope};

/// How often the last configuration of a segment that a region holds is halved for.
const HALVINGS: usize = 40;

/// The largest number of regions along one segment.
const MOST: usize = 64;

impl Roadmap {
    /// Adds regions along a path, each about the first configuration that those before do not hold; how many were
    /// added. Ends where none grows: the rest of the path is not covered then, and the second number is where, counted
    /// in segments.
    pub fn cover(
        &mut self,
        range: &RangeOfMotion,
        path: &[Vec<f64>],
        options: &GrowOptions,
    ) -> Result<(usize, Option<f64>), RobotError> {
        let before = self.len();
        if let Some(first) = path.first()
            && !self.grow(range, first, options)?
        {
            return Ok((0, Some(0.0)));
        }
        for (segment, ends) in path.windows(2).enumerate() {
            let mut from = 0.0;
            let mut tries = 0;
            while from < 1.0 {
                let q = along(ends, from);
                let reached =
                    self.holding(&q).into_iter().map(|region| self.last(region, ends, from)).fold(from, f64::max);
                tries += 1;
                if tries > MOST || (reached <= from && !self.grow_at(range, &q, options)?) {
                    return Ok((self.len() - before, Some(segment as f64 + from)));
                }
                if reached > from && reached < 1.0 && !self.grow_at(range, &along(ends, reached), options)? {
                    return Ok((self.len() - before, Some(segment as f64 + reached)));
                }
                from = reached;
            }
        }
        Ok((self.len() - before, None))
    }

    /// Adds a region about a configuration, unless one holds it; false if none grows there.
    pub fn grow(&mut self, range: &RangeOfMotion, q: &[f64], options: &GrowOptions) -> Result<bool, RobotError> {
        range.robot().check_configuration(q)?;
        Ok(!self.holding(q).is_empty() || self.grow_at(range, q, options)?)
    }

    /// Adds a region about a configuration and its overlaps, the configuration itself where it is in others.
    fn grow_at(&mut self, range: &RangeOfMotion, q: &[f64], options: &GrowOptions) -> Result<bool, RobotError> {
        let Some(certificate) = range.free_polytope(q, options)? else { return Ok(false) };
        let region = CertifiedRegion::new(certificate)?;
        if !region.holds(q) {
            return Ok(false);
        }
        let number = self.regions.len();
        for (other, before) in self.regions.iter().enumerate() {
            let common = if before.holds(q) { Some(q.to_vec()) } else { common(before, &region) };
            if let Some(at) = common {
                self.overlaps.push(Overlap { regions: [other, number], at });
            }
        }
        self.regions.push(region);
        Ok(true)
    }

    /// The last configuration of a segment from a place on that a region holds.
    fn last(&self, region: usize, ends: &[Vec<f64>], from: f64) -> f64 {
        let region = &self.regions[region];
        if region.holds(&ends[1]) {
            return 1.0;
        }
        let (mut inside, mut outside) = (from, 1.0);
        for _ in 0..HALVINGS {
            let t = 0.5 * (inside + outside);
            if region.holds(&along(ends, t)) { inside = t } else { outside = t }
        }
        inside
    }
}

fn along(ends: &[Vec<f64>], t: f64) -> Vec<f64> {
    ends[0].iter().zip(&ends[1]).map(|(a, b)| a + t * (b - a)).collect()
}

/// A configuration that is in both regions; `None` if none is found.
fn common(a: &CertifiedRegion, b: &CertifiedRegion) -> Option<Vec<f64>> {
    let sides = a.within.sides().iter().zip(b.within.sides()).map(|(a, b)| [a[0].max(b[0]), a[1].min(b[1])]);
    let within = JointBox::new(sides.collect()).ok()?;
    let ((first, limits), (second, others)) = (a.polytope.rows(), b.polytope.rows());
    let both = Polytope::new([first, second].concat(), [limits, others].concat(), within.sides().len()).ok()?;
    let q = both.inside(&both.bounding(&within)?)?;
    (a.holds(&q) && b.holds(&q)).then_some(q)
}
