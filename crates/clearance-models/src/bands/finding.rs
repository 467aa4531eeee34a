//! What is found of the pairs of a scene, and in which band each is.

use std::collections::HashSet;

use clearance::Bounds;
use clearance_scene::{AnyScene, AnyStage, Question, ReadError, SceneRow};

use super::{Bands, Limits};

/// Where the distance of a pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Band {
    /// The parts overlap, proven, by more than the tolerance.
    Clash,
    /// They are proven to be nearer than they may be.
    TooNear,
    /// They are proven to be farther apart than they may be.
    TooFar,
    /// The bounds do not decide it.
    Undecided,
    /// They touch, or are within the tessellation and the tolerance of contact; or they are to be in contact.
    Fit,
    /// They are proven to keep their limits.
    Ok,
}

impl Band {
    /// All of them, those that people look at first before the others.
    pub const ALL: [Self; 6] = [Self::Clash, Self::TooNear, Self::TooFar, Self::Undecided, Self::Fit, Self::Ok];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::TooNear => "too near",
            Self::TooFar => "too far",
            Self::Undecided => "undecided",
            Self::Fit => "touching or fit",
            Self::Ok => "ok",
        }
    }

    /// Whether the pair is as it is to be.
    pub fn holds(self) -> bool {
        matches!(self, Self::Fit | Self::Ok)
    }
}

/// A pair of parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The band that the pair is in.
    pub band: Band,
    /// What its distance is to be.
    pub limits: Limits,
    /// Its distance with bounds, and the rest of the answer, in metres.
    pub row: SceneRow,
    /// The volume that the parts of a clash have in common, in cubic metres; `None` where it is not known.
    pub volume: Option<Bounds<f64>>,
}

/// What is found of the pairs of an assembly.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The number of parts.
    pub parts: usize,
    /// Its pairs: those that are not as they are to be first, then by distance.
    pub findings: Vec<Finding>,
}

impl Report {
    /// The number of pairs in a band.
    pub fn count(&self, band: Band) -> usize {
        self.findings.iter().filter(|found| found.band == band).count()
    }

    /// Whether all pairs are as they are to be.
    pub fn holds(&self) -> bool {
        self.findings.iter().all(|found| found.band.holds())
    }
}

impl Bands {
    /// What is found of all pairs of a scene, or of those within a distance and those that have a largest one; the
    /// pairs that are not as they are to be come first, then by distance.
    pub fn report(&self, scene: AnyScene, within: Option<f64>) -> Result<Report, ReadError> {
        let stage = AnyStage::new(scene)?;
        self.report_of(&stage, within)
    }

    /// [`report`](Self::report) of a scene that answers queries already.
    pub fn report_of(&self, stage: &AnyStage, within: Option<f64>) -> Result<Report, ReadError> {
        let mut rows = stage.ask(Question::Within { max: Some(within.unwrap_or(f64::MAX)) }, None)?;
        if within.is_some() {
            rows.extend(self.far_pairs(stage, &rows)?);
        }
        rows.retain(|row| !self.ignores(row.names()));
        let mut findings: Vec<Finding> = rows.into_iter().map(|row| self.finding(stage, row)).collect();
        findings.sort_by(|a, b| {
            let [first, second] = [a, b].map(|found| (found.band.holds(), found.band));
            (first.cmp(&second)).then(a.row.rank().total_cmp(&b.row.rank())).then(a.row.names().cmp(&b.row.names()))
        });
        Ok(Report { parts: stage.names().len(), findings })
    }

    /// The pairs that have a largest distance and are farther apart than the others of the report.
    fn far_pairs(&self, stage: &AnyStage, near: &[SceneRow]) -> Result<Vec<SceneRow>, ReadError> {
        let known: HashSet<[usize; 2]> = near.iter().map(|row| row.places).collect();
        let (names, mut far) = (stage.names(), Vec::new());
        for b in 1..names.len() {
            for a in 0..b {
                if !known.contains(&[a, b]) && self.limits([names[a], names[b]]).max.is_some() {
                    far.push(stage.pair(a, b)?);
                }
            }
        }
        Ok(far)
    }

    fn finding(&self, stage: &AnyStage, row: SceneRow) -> Finding {
        let limits = self.limits(row.names());
        let band = self.band(&row, &limits);
        let volume = if band == Band::Clash { stage.common_volume(row.places) } else { None };
        Finding { band, limits, row, volume }
    }

    fn band(&self, row: &SceneRow, limits: &Limits) -> Band {
        let fits = if limits.contact == Some(false) { Band::TooNear } else { Band::Fit };
        let is_met = row.lower <= self.tolerance;
        match () {
            _ if limits.contact == Some(true) && is_met => Band::Fit,
            _ if row.upper < -self.tolerance => Band::Clash,
            _ if row.collides == Some(true) || row.upper <= self.tolerance => fits,
            _ if row.collides.is_none() && self.is_near_contact(row) => fits,
            _ if row.collides.is_none() => Band::Undecided,
            _ if row.upper < limits.min => Band::TooNear,
            _ if limits.max.is_some_and(|max| row.lower > max) => Band::TooFar,
            _ if row.lower >= limits.min && limits.max.is_none_or(|max| row.upper <= max) => Band::Ok,
            _ => Band::Undecided,
        }
    }

    /// Whether the closest or deepest triangles of a pair whose contact is not decided are within the errors and the
    /// tolerance of touching. A deeper overlap of these may be a clash.
    fn is_near_contact(&self, row: &SceneRow) -> bool {
        let points = row.witness_a.iter().zip(&row.witness_b).zip(&row.normal);
        let distance: f64 = points.map(|((a, b), normal)| (b - a) * normal).sum();
        let error = row.bodies.as_error_upper.unwrap_or(0.0);
        distance.abs() <= error + self.tolerance
    }
}
