//! Roadmaps of free regions as one line of JSON.

use clearance_robot::RobotError;
use clearance_robot::certificate::Certificate;
use clearance_robot::roadmap::{Overlap, Roadmap};
use clearance_world::sha256;
use serde::{Deserialize, Serialize};

/// What a file holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    what: String,
    /// The digest of the regions and links as they are written.
    digest: String,
    regions: Vec<Certificate>,
    links: Vec<Link>,
}

/// Two regions and a configuration that is in both.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    regions: [usize; 2],
    at: Vec<f64>,
}

/// Roadmaps from JSON.
pub trait ReadRoadmap: Sized {
    /// The roadmap of a text; refuses one that was changed. Its proofs are not checked: that does
    /// [`Certificate::verify`] of each region.
    fn parse(text: &str) -> Result<Self, RobotError>;
}

/// Roadmaps as JSON.
pub trait WriteRoadmap {
    /// The roadmap as one line.
    fn to_text(&self) -> String;
}

impl ReadRoadmap for Roadmap {
    fn parse(text: &str) -> Result<Self, RobotError> {
        let file: File = serde_json::from_str(text).map_err(|error| RobotError::new(error.to_string()))?;
        if file.version != 1 || file.what != "roadmap" {
            let found = format!("expected version 1 of a \"roadmap\", got {} of {:?}", file.version, file.what);
            return Err(RobotError::new(found));
        }
        let found = digest(&file.regions, &file.links);
        if found != file.digest {
            let digests = format!("its digest is {found}, not {}", file.digest);
            return Err(RobotError::new(format!("the roadmap was changed: {digests}")));
        }
        Roadmap::of(file.regions, file.links.into_iter().map(|Link { regions, at }| Overlap { regions, at }).collect())
    }
}

impl WriteRoadmap for Roadmap {
    fn to_text(&self) -> String {
        let regions: Vec<Certificate> = self.certificates().cloned().collect();
        let link = |overlap: &Overlap| Link { regions: overlap.regions, at: overlap.at.clone() };
        let links: Vec<Link> = self.overlaps().iter().map(link).collect();
        let file = File { version: 1, what: "roadmap".into(), digest: digest(&regions, &links), regions, links };
        // Names, lists and finite numbers only.
        serde_json::to_string(&file).unwrap_or_default() + "\n"
    }
}

fn digest(regions: &[Certificate], links: &[Link]) -> String {
    let mut text = serde_json::to_vec(regions).unwrap_or_default();
    text.extend(serde_json::to_vec(links).unwrap_or_default());
    sha256(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{Ball, Pose3, Vec3};
    use clearance_robot::range::RangeOfMotion;
    use clearance_robot::region::GrowOptions;
    use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};

    #[test]
    fn a_roadmap_is_read_as_it_was_written_and_refused_if_it_was_changed() {
        let at = |x: f64, y: f64| Pose3::from_xyz(x, y, 0.0).unwrap();
        let up = Vec3::new(0.0, 0.0, 1.0);
        let turn = JointSpec::new("turn", JointKind::Revolute, "base", "arm").axis(up).limited(-3.0, 3.0);
        let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(2.0, 0.0));
        let robot = Robot::builder("arm").link("base", vec![]).link("arm", vec![hand]).joint(turn).build().unwrap();
        let world = [Obstacle::new("post", Ball::new(0.5).unwrap(), at(0.0, 2.0))];
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let mut roadmap = Roadmap::default();
        roadmap.cover(&range, &[vec![-2.0], vec![1.0]], &GrowOptions::default()).unwrap();
        let text = roadmap.to_text();
        assert_eq!(Roadmap::parse(&text).unwrap(), roadmap);
        let bound = text.find("\"bound\":").unwrap() + "\"bound\":".len();
        let changed = format!("{}1{}", &text[..bound], &text[bound..]);
        assert!(Roadmap::parse(&changed).unwrap_err().to_string().starts_with("the roadmap was changed: "));
        let newer = text.replacen("\"version\":1", "\"version\":2", 1);
        assert!(Roadmap::parse(&newer).unwrap_err().to_string().starts_with("expected version 1 of a"));
    }
}
