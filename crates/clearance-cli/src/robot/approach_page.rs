//! The report of `clearance robot approach --html`: motions replayed, with all that is proven of them.

use std::path::Path as File;

use clearance_models::requirements::{self, Answer, Requirements};
use clearance_pages::RobotPage;
use clearance_pages::replay::{self, Clock};
use clearance_pages::report::{Input, MotionReport, NearPair, Requirement, Stretch, joint_ranges};
use clearance_robot::edge::{Approach, ApproachOptions, Checker, EdgeOptions, Found};
use clearance_robot::range::RangeOptions;
use clearance_robot::{RateLimits, RobotError};
use clearance_scene::sha256;

use super::motion::Motion;

/// Number of pairs that a report lists.
const PAIRS: usize = 5;

/// Adds a motion with its closest approach.
pub fn add(
    page: &mut RobotPage,
    (name, motion): (&str, &Motion),
    (checker, found): (&Checker, &Approach),
    (options, limits): (&ApproachOptions, &RateLimits),
) -> Result<(), RobotError> {
    let (robot, is_free) = (checker.robot(), found.least.lower > 0.0);
    let free = Found::Free { lower: found.least.lower, upper: found.least.upper };
    let (nearest, joints) = match motion {
        Motion::Path(path) => {
            let found = if is_free { free } else { checker.path(path, &EdgeOptions::default()) };
            replay::add(page, (name, path, Clock::Segments), &found, None, checker)?;
            (checker.closest_pairs(path, PAIRS, options), Vec::new())
        }
        Motion::Trajectory(execution) => {
            let found = if is_free { free } else { execution.check(&EdgeOptions::default())? };
            replay::add_executed(page, (name, robot, execution), &found)?;
            let joints = joint_ranges(robot, execution.trajectory(), limits);
            (execution.closest_pairs(PAIRS, options)?, joints)
        }
    };
    let profile = motion.profile(checker, options)?.iter().map(Stretch::of).collect();
    let nearest = nearest.iter().map(|found| NearPair::of(robot, found)).collect::<Result<_, _>>()?;
    page.add_report(MotionReport { nearest, profile, joints });
    Ok(())
}

/// The requirements of a file with their answers.
pub fn requirements(file: &File) -> anyhow::Result<Vec<Requirement>> {
    let finite = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
    let one = |answer: Answer| {
        let (name, at_least) = (answer.name, finite(answer.at_least));
        match answer.found {
            Ok(requirements::Found { outcome, lower, upper, pair, .. }) => {
                Requirement { name, at_least, result: outcome.name().into(), lower: finite(lower), upper, pair }
            }
            Err(error) => {
                Requirement { name, at_least, result: error.to_string(), lower: None, upper: None, pair: None }
            }
        }
    };
    let answers = Requirements::from_file(file)?.answer(&RangeOptions::default());
    Ok(answers.into_iter().map(one).collect())
}

/// The files of a report by their names and contents; the standard input has neither.
pub fn inputs<'f>(files: impl Iterator<Item = &'f File>) -> anyhow::Result<Vec<Input>> {
    let one = |path: &File| {
        let bytes = std::fs::read(path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Input { file, sha256: sha256(&bytes) })
    };
    files.filter(|path| *path != File::new("-")).map(one).collect()
}
