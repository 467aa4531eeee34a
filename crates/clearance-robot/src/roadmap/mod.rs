//! Roadmaps of free regions: paths through them are free by convexity.
//!
//! A straight segment with both ends in one convex region that is free is free. A [`Roadmap`] holds such regions with
//! their certificates, and configurations that two of them have in common; a query needs no proof of edges, only exact
//! comparisons of its points with half-spaces (graphs of convex sets: T. Marcucci and others 2023). It is covered along
//! paths that a planner found, and from samples.

mod cover;
mod query;
#[cfg(test)]
mod tests;

pub use query::{NoRoute, Route};

use crate::bound::parameter_box::JointBox;
use crate::bound::polytope::Polytope;
use crate::certificate::{Certificate, Subject};
use crate::error::RobotError;

/// Free regions of a robot among fixed bodies, and where they overlap.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_robot::range::RangeOfMotion;
/// use clearance_robot::region::GrowOptions;
/// use clearance_robot::roadmap::Roadmap;
/// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};
/// let at = |x: f64, y: f64| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
/// let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(2.0, 0.0));
/// let turn = JointSpec::new("turn", JointKind::Revolute, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0)).limited(-3.0,
/// 3.0); let robot = Robot::builder("arm").link("base", vec![]).link("arm", vec![hand]).joint(turn).build().unwrap();
/// let world = [Obstacle::new("post", Ball::new(0.5).unwrap(), at(0.0, 2.0))];
/// let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
/// let mut roadmap = Roadmap::default();
/// roadmap.cover(&range, &[vec![-2.0], vec![1.0]], &GrowOptions::default()).unwrap();
/// let route = roadmap.route(&[-1.0], &[0.9]).unwrap();
/// assert_eq!(route.path, [[-1.0], [0.9]]);
/// // The post is at a quarter turn.
/// assert!(roadmap.route(&[-1.0], &[1.5]).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roadmap {
    regions: Vec<CertifiedRegion>,
    overlaps: Vec<Overlap>,
}

/// A region with what its certificate says in other words.
#[derive(Clone, Debug, PartialEq)]
struct CertifiedRegion {
    certificate: Certificate,
    within: JointBox,
    polytope: Polytope,
}

/// Two regions and a configuration that is in both.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap {
    /// The places of both among the regions.
    pub regions: [usize; 2],
    /// The configuration.
    pub at: Vec<f64>,
}

impl CertifiedRegion {
    fn new(certificate: Certificate) -> Result<Self, RobotError> {
        let Subject::Polytope { sides, a, b, .. } = &certificate.subject else {
            return Err(RobotError::new("a roadmap is of regions, got another certificate"));
        };
        let within = JointBox::new(sides.clone())?;
        let polytope = Polytope::new(a.clone(), b.clone(), within.sides().len())?;
        Ok(CertifiedRegion { certificate, within, polytope })
    }

    fn holds(&self, q: &[f64]) -> bool {
        self.within.contains(q) && self.polytope.holds(q)
    }
}

impl Roadmap {
    /// A roadmap of the certificates of regions. Refuses those of anything else, and an overlap whose configuration is
    /// not in both regions. The proofs are not checked: that does [`Certificate::verify`] of each.
    pub fn of(certificates: Vec<Certificate>, overlaps: Vec<Overlap>) -> Result<Self, RobotError> {
        let regions = certificates.into_iter().map(CertifiedRegion::new).collect::<Result<Vec<_>, _>>()?;
        let holds = |region: usize, at: &[f64]| regions.get(region).is_some_and(|region| region.holds(at));
        match overlaps.iter().find(|overlap| !overlap.regions.iter().all(|&region| holds(region, &overlap.at))) {
            None => Ok(Roadmap { regions, overlaps }),
            Some(Overlap { regions: [a, b], at }) => {
                Err(RobotError::new(format!("{at:?} is not in both regions {a} and {b}")))
            }
        }
    }

    /// How many regions there are.
    pub fn len(&self) -> usize {
        self.regions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// Where regions overlap.
    pub fn overlaps(&self) -> &[Overlap] {
        &self.overlaps
    }

    /// The certificate of a region.
    pub fn certificate(&self, region: usize) -> Option<&Certificate> {
        self.regions.get(region).map(|region| &region.certificate)
    }

    /// The certificates of all regions.
    pub fn certificates(&self) -> impl Iterator<Item = &Certificate> {
        self.regions.iter().map(|region| &region.certificate)
    }

    /// Which regions a configuration is in, proven.
    pub fn holding(&self, q: &[f64]) -> Vec<usize> {
        (0..self.regions.len()).filter(|&region| self.regions[region].holds(q)).collect()
    }
}
