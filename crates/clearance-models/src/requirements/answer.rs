//! Answers requirements: over ranges by branch and bound, over paths by their proof, over scenes where the bodies
//! stand.

use clearance_scene::{AnyStage, MeshOptions, Question, read_scene_with};

use super::{Answer, Found, Outcome, Over, Requirement, Requirements};
use clearance_robot::edge::{self, Approach, ApproachOptions, Checker, EdgeOptions, Mode};
use clearance_robot::path::Path;
use clearance_robot::range::{RangeOfMotion, RangeOptions};
use clearance_robot::{Robot, Workcell};
use clearance_scene::ReadError;
use clearance_world::{hint, sha256};

impl Requirements {
    /// The answers, in the order of the file. Those over ranges are as close as the options say, or end where it is
    /// known whether they hold.
    pub fn answer(&self, options: &RangeOptions) -> Vec<Answer> {
        let model = self.model_digest();
        let one = |requirement: &Result<Requirement, (String, ReadError)>| match requirement {
            Err((name, error)) => {
                Answer { name: name.clone(), at_least: f64::NAN, digest: String::new(), found: Err(error.clone()) }
            }
            Ok(requirement) => Answer {
                name: requirement.name.clone(),
                at_least: requirement.at_least,
                digest: requirement.digest(&model, self.meshes),
                found: self.found(requirement, options),
            },
        };
        self.all.iter().map(one).collect()
    }

    /// The digests alone, by the names of the requirements.
    pub fn digests(&self) -> Vec<(String, String)> {
        let model = self.model_digest();
        let one = |requirement: &Result<Requirement, (String, ReadError)>| match requirement {
            Err((name, _)) => (name.clone(), String::new()),
            Ok(requirement) => (requirement.name.clone(), requirement.digest(&model, self.meshes)),
        };
        self.all.iter().map(one).collect()
    }

    /// The digests of robot, world, loops and the meshes behind hulls; that of an error, if they are none.
    fn model_digest(&self) -> String {
        let Some(cell) = &self.cell else { return String::new() };
        let robot = cell.robot();
        match Checker::new(cell) {
            Ok(checker) if has_meshes(robot) => {
                format!("{} {:?} {}", checker.digest(), robot.pins(), mesh_digest(robot))
            }
            Ok(checker) => format!("{} {:?}", checker.digest(), robot.pins()),
            Err(error) => error.to_string(),
        }
    }

    fn found(&self, requirement: &Requirement, options: &RangeOptions) -> Result<Found, ReadError> {
        let cell = || self.cell.as_ref().ok_or_else(|| ReadError::new("the file names no robot"));
        match &requirement.over {
            Over::Ranges(over) => {
                let cell = cell()?;
                requirement.check_names(cell)?;
                let options = RangeOptions { stop_at_contact: false, target: Some(requirement.at_least), ..*options };
                let range = RangeOfMotion::new(cell)?;
                let least = range.least_of(|names| requirement.is_about(names), over, &options, &mut |_| {})?;
                let outcome = Outcome::of([least.lower, least.upper], requirement.at_least);
                let upper = Some(least.upper).filter(|upper| upper.is_finite());
                let pair = least.pair.filter(|_| upper.is_some());
                Ok(Found { outcome, lower: least.lower, upper, pair, at: least.worst })
            }
            Over::Path(points) => {
                let cell = cell()?;
                requirement.check_names(cell)?;
                on_path(cell, requirement, points, options)
            }
            Over::Scene(file) => in_scene(requirement, file, self.meshes),
        }
    }
}

/// The answer on a path of straight segments, by its closest approach. Where the bounds of that hold the clearance that
/// is to be kept, the proof that the path keeps it decides, or the place where it does not.
fn on_path(
    cell: &Workcell,
    requirement: &Requirement,
    points: &[Vec<f64>],
    options: &RangeOptions,
) -> Result<Found, ReadError> {
    let robot = cell.robot();
    let path = Path::through(points, robot.dof()).map_err(|error| ReadError::new(error.to_string()))?;
    let self_pairs = robot.self_pairs();
    let keep = |a: &str, b: &str| {
        let (first, second) = (robot.link_named(a)?, robot.link_named(b));
        let padding = |link: usize| robot.links()[link].padding;
        let margin = match second {
            Some(second) => {
                let is_checked = self_pairs.contains(&[first.min(second), first.max(second)]);
                is_checked.then(|| padding(first) + padding(second))?
            }
            None => {
                let body = cell.world().iter().find(|body| body.name == b)?;
                let rule = body.rules.iter().find(|rule| rule.link == a).map(|rule| rule.margin);
                let named = rule.unwrap_or(Some(padding(first) + body.margin));
                robot.asks_about_body(first, b).then_some(named)??
            }
        };
        requirement.is_about([a, b]).then_some(margin)
    };
    let checker = Checker::with_pairs(cell, keep)?;
    let RangeOptions { width: within, cells: max_intervals, seconds, .. } = *options;
    let found = checker.closest_approach(&path, &ApproachOptions { within, max_intervals, seconds, padded: true });
    let Some(Approach { least, pair, values, .. }) = found else {
        let (lower, upper, pair, at) = (f64::INFINITY, None, None, Vec::new());
        return Ok(Found { outcome: Outcome::Untested, lower, upper, pair, at });
    };
    let outcome = match Outcome::of([least.lower, least.upper], requirement.at_least) {
        Outcome::Undecided => {
            let margin = requirement.at_least;
            let options = EdgeOptions { mode: Mode::AnyHit, margin, seconds, ..EdgeOptions::default() };
            match checker.path(&path, &options) {
                edge::Found::Free { .. } => Outcome::Holds,
                edge::Found::Hit(_) => Outcome::Violated,
                edge::Found::Undecided(_) | edge::Found::Violated(_) => Outcome::Undecided,
            }
        }
        outcome => outcome,
    };
    let lower = if outcome == Outcome::Holds { least.lower.max(requirement.at_least) } else { least.lower };
    Ok(Found { outcome, lower, upper: Some(least.upper), pair: Some(pair), at: values })
}

impl Requirement {
    /// Refuses names that are neither links nor bodies.
    fn check_names(&self, cell: &Workcell) -> Result<(), ReadError> {
        let mut known = cell.robot().link_names();
        known.extend(cell.world().iter().map(|body| body.name.as_str()));
        match self.pairs.iter().flatten().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(ReadError::new(format!("no link or body is named {name:?}{}", hint(name, &known)))),
        }
    }

    /// Whether a pair is one of those that it is about.
    fn is_about(&self, names: [&str; 2]) -> bool {
        self.pairs.is_empty()
            || self.pairs.iter().any(|pair| match &pair[..] {
                [a, b] => names == [a.as_str(), b.as_str()] || names == [b.as_str(), a.as_str()],
                single => single.iter().any(|name| names.contains(&name.as_str())),
            })
    }

    /// The digest of what its answer depends on: robot and world, or the scene, and all of its own text with the
    /// numbers of its path.
    fn digest(&self, model: &str, meshes: MeshOptions) -> String {
        let more = match &self.over {
            Over::Ranges(over) => format!("{model} {over:?}"),
            Over::Path(points) => format!("{model} {points:?}"),
            Over::Scene(file) => match read_scene_with(file, &[], meshes) {
                Ok(scene) => format!("{scene:?}"),
                Err(error) => error.to_string(),
            },
        };
        sha256(format!("{} {more}", self.text).as_bytes())
    }
}

fn in_scene(requirement: &Requirement, file: &std::path::Path, meshes: MeshOptions) -> Result<Found, ReadError> {
    let here = |error: ReadError| error.within(file.display());
    let stage = AnyStage::new(read_scene_with(file, &[], meshes)?).map_err(here)?;
    let mut rows = Vec::new();
    if requirement.pairs.is_empty() {
        rows.extend(stage.ask(Question::Closest { k: 1, max: None }, None).map_err(here)?);
    }
    for pair in &requirement.pairs {
        let places = pair.iter().map(|name| stage.find(name)).collect::<Result<Vec<_>, _>>().map_err(here)?;
        match places[..] {
            [a, b] => rows.push(stage.pair(a, b).map_err(here)?),
            _ => rows.extend(stage.ask(Question::Closest { k: 1, max: None }, Some(places[0])).map_err(here)?),
        }
    }
    let lower = rows.iter().map(|row| row.lower).fold(f64::INFINITY, f64::min);
    let least = rows.into_iter().min_by(|a, b| a.upper.total_cmp(&b.upper));
    let upper = least.as_ref().map(|row| row.upper);
    let outcome = Outcome::of([lower, upper.unwrap_or(f64::INFINITY)], requirement.at_least);
    Ok(Found { outcome, lower, upper, pair: least.map(|row| [row.a, row.b]), at: Vec::new() })
}

/// Whether finer shapes may replace a hull.
fn has_meshes(robot: &Robot) -> bool {
    robot.links().iter().flat_map(|link| &link.shapes).any(|shape| shape.mesh.is_some())
}

/// The digest of all triangles that may replace hulls.
fn mesh_digest(robot: &Robot) -> String {
    let mut text = Vec::new();
    for mesh in robot.links().iter().flat_map(|link| &link.shapes).filter_map(|shape| shape.mesh.as_ref()) {
        text.extend_from_slice(format!("mesh {} {}\n", mesh.corners().len(), mesh.is_exact()).as_bytes());
        let numbers = mesh.corners().iter().flat_map(|corner| [corner.x, corner.y, corner.z]);
        numbers.for_each(|number| text.extend_from_slice(&number.to_bits().to_le_bytes()));
        mesh.triangles().iter().flatten().for_each(|corner| text.extend_from_slice(&corner.to_le_bytes()));
    }
    sha256(&text)
}
