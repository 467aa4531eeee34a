//! Half-spaces of joint space, and regions that others made of them: proven free, refuted, or shrunk until they are.

use clearance::Real;

use super::certificate::RegionCertificate;
use super::grow::GrowOptions;
use super::prove::Failure;
use crate::clearance::RobotClearance;
use crate::error::RobotError;
use crate::obstacle::Obstacle;
use crate::random::Random;
use crate::range::{JointBox, RangeOfMotion, RangePair, middle};

/// The configurations with `A q ≤ b`; all of them without rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polytope {
    a: Vec<Vec<f64>>,
    b: Vec<f64>,
}

/// What is known of a region of another program.
#[derive(Clone, Debug)]
pub enum Foreign {
    /// Nothing collides in it.
    Proven(RegionCertificate),
    /// It holds a configuration in which a pair collides. If a smaller region about its middle is proven free, with its scale and its certificate.
    Refuted {
        /// Proven to be in the region and to collide.
        at: Vec<f64>,
        /// The part of it that is proven free.
        part: Option<(f64, RegionCertificate)>,
    },
    /// Neither is proven with so much work.
    Open {
        /// The share of the box about the region that is decided, of the pair with the least.
        decided: f64,
        /// The part of it that is proven free.
        part: Option<(f64, RegionCertificate)>,
    },
}

impl Polytope {
    /// Rows `A` with as many numbers as the robot has values, and as many numbers `b`.
    pub fn new(a: Vec<Vec<f64>>, b: Vec<f64>, dof: usize) -> Result<Self, RobotError> {
        if a.len() != b.len() {
            return Err(RobotError::new(format!("A has {} rows, b {} numbers", a.len(), b.len())));
        }
        if let Some(i) = a.iter().position(|row| row.len() != dof) {
            return Err(RobotError::new(format!("row {i} of A: expected {dof} numbers, got {}", a[i].len())));
        }
        match a.iter().flatten().chain(&b).find(|number| !number.is_finite()) {
            Some(number) => Err(RobotError::new(format!("A and b must be finite, got {number}"))),
            None => Ok(Polytope { a, b }),
        }
    }

    /// The rows.
    pub fn rows(&self) -> (&[Vec<f64>], &[f64]) {
        (&self.a, &self.b)
    }

    /// `a·q` with a bound of what it rounds by: `n` products and sums.
    fn along(row: &[f64], q: impl Iterator<Item = f64>) -> (f64, f64) {
        let (mut sum, mut size) = (0.0, 0.0);
        for (a, value) in row.iter().zip(q) {
            sum += a * value;
            size += (a * value).abs();
        }
        (sum, (row.len() as f64 + 4.0) * 2.0 * f64::UNIT * size + f64::SMALLEST)
    }

    /// Whether a configuration is proven to be in it.
    pub fn holds(&self, q: &[f64]) -> bool {
        self.a.iter().zip(&self.b).all(|(row, b)| {
            let (sum, error) = Self::along(row, q.iter().copied());
            sum + error <= *b
        })
    }

    /// Whether all of a box is proven to be beyond a row.
    pub fn is_beyond(&self, row: usize, sides: &[[f64; 2]]) -> bool {
        let (Some(a), Some(b)) = (self.a.get(row), self.b.get(row)) else { return false };
        // The least of a·q is at the low end where a is positive, at the high one where it is negative.
        let corner = a.iter().zip(sides).map(|(a, side)| if *a > 0.0 { side[0] } else { side[1] });
        let (sum, error) = Self::along(a, corner);
        let size: f64 = a.iter().zip(sides).map(|(a, [low, high])| a.abs() * low.abs().max(high.abs())).sum();
        sum - error - 4.0 * f64::UNIT * size > *b
    }

    /// A row that all of a box is beyond.
    pub fn row_beyond(&self, sides: &[[f64; 2]]) -> Option<usize> {
        (0..self.a.len()).find(|&row| self.is_beyond(row, sides))
    }

    /// A box about its part in a box: each row bounds each joint by what the others leave. None if nothing is left.
    pub fn bounding(&self, within: &JointBox) -> Option<JointBox> {
        let mut sides = within.sides().to_vec();
        for _ in 0..20 {
            for (row, b) in self.a.iter().zip(&self.b) {
                for joint in (0..sides.len()).filter(|&joint| row[joint] != 0.0) {
                    let corner = row.iter().zip(&sides).enumerate().map(|(i, (a, side))| match i == joint {
                        true => 0.0,
                        false => {
                            if *a > 0.0 {
                                side[0]
                            } else {
                                side[1]
                            }
                        }
                    });
                    let (rest, error) = Self::along(row, corner);
                    let limit = (b - rest + error + 4.0 * f64::UNIT * (b.abs() + rest.abs())) / row[joint];
                    let side = &mut sides[joint];
                    match row[joint] > 0.0 {
                        true => side[1] = side[1].min(limit + 4.0 * f64::UNIT * limit.abs()),
                        false => side[0] = side[0].max(limit - 4.0 * f64::UNIT * limit.abs()),
                    }
                    if !(side[0] <= side[1]) {
                        return None;
                    }
                }
            }
        }
        JointBox::new(sides).ok()
    }

    /// A configuration in it, by steps onto the rows that are violated most; none if that does not lead there.
    pub fn inside(&self, within: &JointBox) -> Option<Vec<f64>> {
        let mut q = within.middle();
        for _ in 0..20_000 {
            let worst = (0..self.a.len())
                .map(|row| {
                    let (sum, error) = Self::along(&self.a[row], q.iter().copied());
                    let norm = self.a[row].iter().map(|a| a * a).sum::<f64>().sqrt();
                    ((sum + error - self.b[row]) / norm.max(f64::SMALLEST), row)
                })
                .max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((over, row)) = worst.filter(|(over, _)| *over > 0.0) else {
                return within.contains(&q).then_some(q);
            };
            let a = &self.a[row];
            let norm = a.iter().map(|a| a * a).sum::<f64>().sqrt();
            for (i, value) in q.iter_mut().enumerate() {
                let side = within.sides()[i];
                *value = (*value - (1.5 * over + 1e-9) * a[i] / norm).clamp(side[0], side[1]);
            }
        }
        None
    }

    /// The next of a walk: a configuration on a line through one that is inside.
    pub fn hit_and_run(&self, within: &JointBox, q: &[f64], random: &mut Random) -> Vec<f64> {
        let widths = within.sides().iter().map(|[low, high]| high - low);
        let way: Vec<f64> = widths.map(|width| width * (random.unit() + random.unit() + random.unit() - 1.5)).collect();
        let (mut back, mut forth) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut cut = |along: f64, room: f64| {
            if along > 0.0 {
                forth = forth.min(room / along);
            } else if along < 0.0 {
                back = back.max(room / along);
            }
        };
        for (row, b) in self.a.iter().zip(&self.b) {
            let at: f64 = row.iter().zip(q).map(|(a, value)| a * value).sum();
            cut(row.iter().zip(&way).map(|(a, way)| a * way).sum(), (b - at).max(0.0));
        }
        for (i, [low, high]) in within.sides().iter().enumerate() {
            cut(way[i], high - q[i]);
            cut(-way[i], q[i] - low);
        }
        let step = if back.is_finite() && forth.is_finite() { random.between(back, forth) } else { 0.0 };
        let moved: Vec<f64> = (0..q.len()).map(|i| q[i] + step * way[i]).collect();
        if self.holds(&moved) && within.contains(&moved) { moved } else { q.to_vec() }
    }

    /// Scaled about a configuration.
    pub fn scaled(&self, about: &[f64], scale: f64) -> Self {
        let at = |row: &Vec<f64>| row.iter().zip(about).map(|(a, value)| a * value).sum::<f64>();
        let b = self.a.iter().zip(&self.b).map(|(row, b)| at(row) + scale * (b - at(row))).collect();
        Polytope { a: self.a.clone(), b }
    }
}

/// How often a region that is not proven is shrunk.
const SCALES: usize = 6;

impl RangeOfMotion<'_> {
    /// What is known of a region of another program: the part of a polytope within the limits. It is sampled first, since that refutes most that are not free, and then proven by cells. One that is not
    /// proven is shrunk about a configuration inside.
    pub fn check_polytope(
        &self,
        world: &[Obstacle],
        polytope: &Polytope,
        options: &GrowOptions,
    ) -> Result<Foreign, RobotError> {
        let limits = JointBox::whole(self.robot())?;
        let Some(within) = polytope.bounding(&limits) else {
            return Err(RobotError::new("no configuration within the limits is in the region"));
        };
        let Some(center) = polytope.inside(&within) else {
            return Err(RobotError::new("no configuration was found in the region"));
        };
        let mut refuted = self.sampled(world, polytope, (&within, &center), options)?;
        let mut decided = 0.0;
        if refuted.is_none() {
            match self.prove_region(world, &within, polytope, options)? {
                Ok(certificate) => return Ok(Foreign::Proven(certificate)),
                Err((Failure::Collides(at), _)) => refuted = Some(at),
                Err((Failure::Open, share)) => decided = share,
            }
        }
        let part = self.proven_part(world, polytope, &center, options)?;
        Ok(match refuted {
            Some(at) => Foreign::Refuted { at, part },
            None => Foreign::Open { decided, part },
        })
    }

    /// A configuration of a walk through the region that collides.
    fn sampled(
        &self,
        world: &[Obstacle],
        polytope: &Polytope,
        (within, center): (&JointBox, &[f64]),
        options: &GrowOptions,
    ) -> Result<Option<Vec<f64>>, RobotError> {
        let mut clearance = RobotClearance::new(self.robot(), world)?;
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
        world: &[Obstacle],
        polytope: &Polytope,
        about: &[f64],
        options: &GrowOptions,
    ) -> Result<Option<(f64, RegionCertificate)>, RobotError> {
        let (mut low, mut high, mut best) = (0.0, 1.0, None);
        for _ in 0..SCALES {
            let scale = 0.5 * (low + high);
            let smaller = polytope.scaled(about, scale);
            let within = smaller.bounding(&JointBox::whole(self.robot())?);
            let proven = match &within {
                Some(within) => self.prove_region(world, within, &smaller, options)?.ok(),
                None => None,
            };
            match proven {
                Some(certificate) => (low, best) = (scale, Some((scale, certificate))),
                None => high = scale,
            }
        }
        Ok(best)
    }

    /// The places of all pairs.
    pub(super) fn region_pairs(&self) -> Vec<RangePair> {
        self.all_pairs().into_iter().map(|place| self.range_pair(place)).collect()
    }

    /// The configuration in the middle of a cell.
    pub(super) fn middle_of(sides: &[[f64; 2]]) -> Vec<f64> {
        sides.iter().map(|&side| middle(side)).collect()
    }
}
