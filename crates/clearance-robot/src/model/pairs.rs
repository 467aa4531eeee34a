//! Which pairs are checked: what SRDF rows, rigidity and neighbourhood leave.

use std::collections::HashSet;
use std::fmt;

use super::robot::Robot;
use super::srdf::Srdf;
use crate::error::RobotError;

/// A pair of links that is not checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped {
    /// The places of the links, the lower one first.
    pub links: [usize; 2],
    /// Why.
    pub why: Why,
}

/// Why a pair of links is not checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// No joint moves one against the other.
    Rigid,
    /// A joint joins them, and no SRDF says more: neighbours overlap by design.
    Adjacent,
    /// It was [allowed](Robot::allow).
    Allowed,
    /// A row of the SRDF, with its reason.
    Row(String),
    /// A rule of the scene.
    Scene,
}

impl fmt::Display for Why {
    /// In a word or two: `rigid`, `adjacent`, `allowed`, `SRDF`, `SRDF: Never` with the row's reason, or `scene`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rigid => f.write_str("rigid"),
            Self::Adjacent => f.write_str("adjacent"),
            Self::Allowed => f.write_str("allowed"),
            Self::Row(reason) if reason.is_empty() => f.write_str("SRDF"),
            Self::Row(reason) => write!(f, "SRDF: {reason}"),
            Self::Scene => f.write_str("scene"),
        }
    }
}

impl Robot {
    /// The robot with what an SRDF file says of it. Names that are no links may mean bodies of the world.
    pub fn with_srdf(self, srdf: Srdf) -> Self {
        Robot { srdf: Some(srdf), ..self }
    }
    /// What the SRDF file says.
    pub fn srdf(&self) -> Option<&Srdf> {
        self.srdf.as_ref()
    }

    /// No longer asks about two links, or a link and a body of the world.
    pub fn allow(&mut self, a: impl Into<String>, b: impl Into<String>) {
        self.allowed.push([a.into(), b.into()]);
    }

    /// The pairs that were [allowed](Self::allow), also by what they [hold](Self::attach).
    pub fn allowed(&self) -> &[[String; 2]] {
        &self.allowed
    }

    /// Counts a link as nearer to everything by a length than it is.
    pub fn pad(&mut self, link: usize, padding: f64) -> Result<(), RobotError> {
        if !(padding >= 0.0 && padding.is_finite()) {
            return Err(RobotError::new(format!("padding must be a length of at least 0, got {padding}")));
        }
        let count = self.links.len();
        let link = self.links.get_mut(link).ok_or_else(|| no_link(link, count))?;
        link.padding = padding;
        Ok(())
    }

    /// Asks about two links, or a link and a body of the world, again: neither [allowed](Self::allow) pairs nor rows of
    /// the SRDF leave them out. Refuses links that no joint moves against one another, and neighbours without an SRDF.
    pub fn forbid(&mut self, a: &str, b: &str) -> Result<(), RobotError> {
        let is_pair = |pair: &[String; 2]| [[a, b], [b, a]].contains(&[pair[0].as_str(), pair[1].as_str()]);
        self.allowed.retain(|pair| !is_pair(pair));
        if let Some(srdf) = &mut self.srdf {
            srdf.disabled.retain(|row| !is_pair(&row.links));
            if [a, b].iter().any(|name| srdf.quiet.iter().any(|quiet| quiet == name)) {
                srdf.enabled.push([a.into(), b.into()]);
            }
        }
        let (Some(first), Some(second)) = (self.link_named(a), self.link_named(b)) else { return Ok(()) };
        match Rules::of(self).why([first.min(second), first.max(second)]) {
            Some(why) => Err(RobotError::new(format!("{a:?} and {b:?} are not checked: {why}"))),
            None => Ok(()),
        }
    }

    /// Whether a link is checked against a body of the world: not if no joint moves it, nor if the pair is allowed.
    pub fn asks_about_body(&self, link: usize, body: &str) -> bool {
        let name = &self.links[link].name;
        self.links[link].frame != 0 && !self.rows().any(|[a, b]| (a == name && b == body) || (a == body && b == name))
    }

    /// Why a link is not checked against a body of the world, by the rules that the robot knows; those of a scene are
    /// its own.
    pub(crate) fn why_not_body(&self, link: usize, body: &str) -> Option<Why> {
        let name = &self.links[link].name;
        let is_pair = |[a, b]: &[String; 2]| (a == name && b == body) || (a == body && b == name);
        if self.links[link].frame == 0 {
            return Some(Why::Rigid);
        }
        if self.allowed.iter().any(is_pair) {
            return Some(Why::Allowed);
        }
        let mut rows = self.srdf.iter().flat_map(|srdf| &srdf.disabled);
        rows.find(|row| is_pair(&row.links)).map(|row| Why::Row(row.reason.clone()))
    }

    /// The names of all links and bodies of the world that a link is not checked against by a row of the SRDF, or since
    /// the pair is allowed.
    pub(crate) fn not_asked_about(&self, link: usize) -> HashSet<&str> {
        let name = &self.links[link].name;
        let other = |[a, b]: &'_ [String; 2]| (a == name).then_some(1).or((b == name).then_some(0));
        self.rows().filter_map(|row| other(row).map(|other| row[other].as_str())).collect()
    }

    /// The pairs of links that have shapes and are not checked, in the order of the links.
    ///
    /// With an SRDF these are its rows and pairs that no joint moves against one another. Without one, also neighbours:
    /// links that are joined by a joint, or by joints over links without shapes.
    pub fn skipped_pairs(&self) -> Vec<Skipped> {
        let rules = Rules::of(self);
        self.shaped_pairs().filter_map(|links| rules.why(links).map(|why| Skipped { links, why })).collect()
    }

    /// The pairs of links that are checked, in the order of the links.
    pub fn self_pairs(&self) -> Vec<[usize; 2]> {
        let rules = Rules::of(self);
        self.shaped_pairs().filter(|&links| rules.why(links).is_none()).collect()
    }

    /// The pairs of neighbours: links with shapes that are joined by a joint, or by joints over links without shapes. A
    /// body that is held has none: what overlaps by design is a pair of the robot's own links.
    pub fn adjacent_pairs(&self) -> Vec<[usize; 2]> {
        let neighbour = |link: usize| {
            let mut at = self.links[link].parent?;
            loop {
                let parent = self.joints[at].parent;
                if !self.links[parent].shapes.is_empty() {
                    return Some([parent.min(link), parent.max(link)]);
                }
                at = self.links[parent].parent?;
            }
        };
        let own = (0..self.links.len()).filter(|&i| !self.links[i].shapes.is_empty() && !self.links[i].is_held);
        own.filter_map(neighbour).collect()
    }

    fn shaped_pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let shaped: Vec<usize> = (0..self.links.len()).filter(|&i| !self.links[i].shapes.is_empty()).collect();
        (0..shaped.len()).flat_map(move |i| shaped[i + 1..].iter().map(|&b| [shaped[i], b]).collect::<Vec<_>>())
    }

    /// The names of all pairs that are listed as not to be checked.
    fn rows(&self) -> impl Iterator<Item = &[String; 2]> {
        let listed = self.srdf.iter().flat_map(|srdf| &srdf.disabled).map(|row| &row.links);
        self.allowed.iter().chain(listed)
    }
}

pub(super) fn no_link(place: usize, count: usize) -> RobotError {
    RobotError::new(format!("expected the place of a link below {count}, got {place}"))
}

/// What decides about pairs of links.
struct Rules<'r> {
    robot: &'r Robot,
    allowed: HashSet<[usize; 2]>,
    rows: std::collections::HashMap<[usize; 2], &'r str>,
    enabled: HashSet<[usize; 2]>,
    quiet: HashSet<usize>,
    adjacent: HashSet<[usize; 2]>,
}

impl<'r> Rules<'r> {
    fn of(robot: &'r Robot) -> Self {
        let places: std::collections::HashMap<&str, usize> =
            robot.links.iter().enumerate().map(|(i, link)| (link.name.as_str(), i)).collect();
        let place = |name: &String| places.get(name.as_str()).copied();
        let pair = |names: &[String; 2]| {
            let (a, b) = (place(&names[0])?, place(&names[1])?);
            Some([a.min(b), a.max(b)])
        };
        let srdf = robot.srdf.as_ref();
        let rows = srdf.iter().flat_map(|srdf| &srdf.disabled);
        Rules {
            robot,
            allowed: robot.allowed.iter().filter_map(pair).collect(),
            rows: rows.filter_map(|row| Some((pair(&row.links)?, row.reason.as_str()))).collect(),
            enabled: srdf.iter().flat_map(|srdf| &srdf.enabled).filter_map(pair).collect(),
            quiet: srdf.iter().flat_map(|srdf| &srdf.quiet).filter_map(place).collect(),
            adjacent: if srdf.is_some() { HashSet::new() } else { robot.adjacent_pairs().into_iter().collect() },
        }
    }

    fn why(&self, links: [usize; 2]) -> Option<Why> {
        let [a, b] = links;
        if self.robot.links[a].frame == self.robot.links[b].frame {
            return Some(Why::Rigid);
        }
        if self.allowed.contains(&links) {
            return Some(Why::Allowed);
        }
        if let Some(reason) = self.rows.get(&links) {
            return Some(Why::Row((*reason).into()));
        }
        if (self.quiet.contains(&a) || self.quiet.contains(&b)) && !self.enabled.contains(&links) {
            return Some(Why::Row("Default".into()));
        }
        self.adjacent.contains(&links).then_some(Why::Adjacent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DisabledPair, JointKind, JointSpec, LinkShape};
    use clearance::{Ball, Pose3};

    /// Four links in a row; the third one has no shape.
    fn chain() -> Robot {
        let ball = || vec![LinkShape::new(Ball::new(0.1).unwrap(), Pose3::IDENTITY)];
        let joint = |name: &str, parent: &str, child: &str| JointSpec::new(name, JointKind::Continuous, parent, child);
        let robot = Robot::builder("chain").link("a", ball()).link("b", ball()).link("c", vec![]).link("d", ball());
        robot.joint(joint("ab", "a", "b")).joint(joint("bc", "b", "c")).joint(joint("cd", "c", "d")).build().unwrap()
    }

    #[test]
    fn without_an_srdf_neighbours_are_skipped_over_links_without_shapes() {
        let why = |robot: &Robot| robot.skipped_pairs().into_iter().map(|s| (s.links, s.why)).collect::<Vec<_>>();
        let robot = chain();
        assert_eq!(why(&robot), [([0, 1], Why::Adjacent), ([1, 3], Why::Adjacent)]);
        assert_eq!(robot.self_pairs(), [[0, 3]]);
        let row = DisabledPair { links: ["d".into(), "a".into()], reason: "Never".into() };
        let robot = chain().with_srdf(Srdf { disabled: vec![row], ..Srdf::default() });
        assert_eq!(why(&robot), [([0, 3], Why::Row("Never".into()))]);
        assert_eq!(robot.self_pairs(), [[0, 1], [1, 3]]);
    }

    #[test]
    fn a_grasped_body_touches_its_link_and_those_named() {
        let mut robot = chain();
        let cup = vec![LinkShape::new(Ball::new(0.2).unwrap(), Pose3::IDENTITY)];
        robot.attach("cup", cup, (3, Pose3::IDENTITY), &[1]).unwrap();
        assert_eq!(robot.self_pairs(), [[0, 3], [0, 4]]);
        assert!(robot.asks_about_body(4, "table") && !robot.asks_about_body(0, "table"));
        robot.allow("table", "cup");
        assert!(!robot.asks_about_body(4, "table"));
        // On a link without shapes it is checked against the links that this one is moved on.
        let mut robot = chain();
        let cup = vec![LinkShape::new(Ball::new(0.2).unwrap(), Pose3::IDENTITY)];
        robot.attach("cup", cup, (2, Pose3::IDENTITY), &[]).unwrap();
        assert_eq!(robot.self_pairs(), [[0, 3], [0, 4], [1, 4], [3, 4]]);
        let twice = robot.attach("cup", vec![], (3, Pose3::IDENTITY), &[]).unwrap_err();
        assert_eq!(twice.to_string(), "a link or joint is named \"cup\" already");
    }
}
