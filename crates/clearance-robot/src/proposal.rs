//! Which pairs of links need not be checked: neighbours, those that always meet, and those that never do.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cell::workcell::Workcell;
use crate::clearance::RobotClearance;
use crate::error::RobotError;
use crate::model::joint::JointKind;
use crate::model::robot::Robot;
use crate::model::srdf::Srdf;
use crate::random::Random;

/// Why a pair of links need not be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A joint joins them.
    Adjacent,
    /// They met in all configurations that were tried: in contact, or as near as their padding.
    Always,
    /// They met in none.
    Never,
}

impl Reason {
    /// `"adjacent"`, `"always"` or `"never"`.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Adjacent => "adjacent",
            Reason::Always => "always",
            Reason::Never => "never",
        }
    }
}

/// A pair of links that need not be checked, or that an SRDF says so of.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The places of the links.
    pub links: [usize; 2],
    /// Why; `None` for pairs that meet in some configurations and not in others.
    pub reason: Option<Reason>,
    /// Whether it is proven: a joint joins them, or they are farther apart than their padding in every configuration
    /// within the limits. Otherwise it was sampled.
    pub proven: bool,
    /// A proven lower bound of all signed distances, padding aside, where there is one.
    pub lower: Option<f64>,
    /// A configuration in which they meet, if one was found.
    pub meeting: Option<Vec<f64>>,
    /// What the SRDF says of them.
    pub listed: Option<String>,
}

/// How much work proposals take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProposalOptions {
    /// How many random configurations are tried.
    pub samples: usize,
    /// How many cells of the joints' box a proof may need, for each pair of links.
    pub cells: usize,
    /// Seed of the random configurations.
    pub seed: u64,
}

impl Default for ProposalOptions {
    fn default() -> Self {
        ProposalOptions { samples: 2000, cells: 400_000, seed: 1 }
    }
}

impl Robot {
    /// What is true of all pairs of links with shapes that a joint moves against one another: those that need not be
    /// checked, and those that the SRDF lists. In the order of the links.
    pub fn proposals(&self, options: &ProposalOptions) -> Result<Vec<Proposal>, RobotError> {
        self.proposals_until(options, &AtomicBool::new(false))
    }

    /// [`Robot::proposals`], with no more samples and cells once another thread has set the flag: less is proven then.
    pub fn proposals_until(&self, options: &ProposalOptions, stop: &AtomicBool) -> Result<Vec<Proposal>, RobotError> {
        let bare = Robot { srdf: Some(Srdf::default()), allowed: Vec::new(), ..self.clone() };
        let mut clearance = RobotClearance::new(&Workcell::new(&bare, &[])?)?.until(stop);
        let adjacent = self.adjacent_pairs();
        let pairs = bare.self_pairs();
        let mut met = vec![0; pairs.len()];
        let mut meeting: Vec<Option<Vec<f64>>> = vec![None; pairs.len()];
        let (mut random, mut samples) = (Random::new(options.seed), 0);
        while samples < options.samples && !stop.load(Ordering::Relaxed) {
            samples += 1;
            let q = self.random_configuration(&mut random);
            for pair in clearance.all_contacts(&q)? {
                if let Ok(place) = pairs.binary_search(&pair) {
                    met[place] += 1;
                    meeting[place].get_or_insert_with(|| q.clone());
                }
            }
        }
        let mut proposals = Vec::new();
        for (place, &links) in pairs.iter().enumerate() {
            let listed = self.listed_reason(links);
            let mut proposal =
                Proposal { links, reason: None, proven: false, lower: None, meeting: meeting[place].take(), listed };
            if adjacent.contains(&links) {
                (proposal.reason, proposal.proven) = (Some(Reason::Adjacent), true);
            } else if met[place] == samples && samples > 0 {
                proposal.reason = Some(Reason::Always);
            } else if proposal.meeting.is_none() {
                let found = clearance.over_all(links, options.cells)?;
                match found.collides() {
                    Some(true) => proposal.meeting = Some(found.worst),
                    known => (proposal.reason, proposal.proven) = (Some(Reason::Never), known.is_some()),
                }
                let padding: f64 = links.iter().map(|&link| self.links()[link].padding).sum();
                proposal.lower = proposal.proven.then(|| (found.lower + padding).next_down());
            }
            if proposal.reason.is_some() || proposal.listed.is_some() {
                proposals.push(proposal);
            }
        }
        Ok(proposals)
    }

    /// Uniform within the limits; turns without limits are whole ones, and what slides without limits stays at 0.
    pub fn random_configuration(&self, random: &mut Random) -> Vec<f64> {
        let value = |&joint: &usize| {
            let joint = &self.joints()[joint];
            match joint.limits.filter(|_| joint.kind != JointKind::Continuous) {
                Some(limits) => random.between(limits.lower, limits.upper),
                None if joint.kind.turns() => random.between(-core::f64::consts::PI, core::f64::consts::PI),
                None => 0.0,
            }
        };
        self.variables().iter().map(value).collect()
    }

    /// The reason of the SRDF's row for two links.
    fn listed_reason(&self, [a, b]: [usize; 2]) -> Option<String> {
        let names = [&self.links()[a].name, &self.links()[b].name];
        let is = |links: &[String; 2]| [&links[0], &links[1]] == names || [&links[1], &links[0]] == names;
        self.srdf()?.disabled.iter().find(|row| is(&row.links)).map(|row| row.reason.clone())
    }
}
