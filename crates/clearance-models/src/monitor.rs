//! The set-up of a monitor and its samples in JSON, and logs in CSV.

use std::path::Path;

use clearance::Pose3;
use clearance::Vec3;
use clearance_scene::json::{Fields, Json, Node};
use clearance_scene::{MeshFiles, body, pose};
use clearance_world::hint;

use crate::read_robot::ReadRobot;
use clearance_robot::monitor::{Ahead, Monitor, MonitorOptions, Sample, Seen, Stop, Watched};
use clearance_robot::{Obstacle, Rest, Robot};
use clearance_scene::ReadError;

/// What a monitor is set up with beside the robot and its world.
#[derive(Clone, Debug)]
pub struct MonitorSetup {
    /// The bodies that are watched.
    pub watched: Vec<Watched>,
    /// What the joints may do, and what may be off.
    pub options: MonitorOptions,
}

const SETUP: [&str; 11] = [
    "version",
    "horizon",
    "accelerations",
    "reaction",
    "decelerations",
    "given",
    "position_errors",
    "velocity_errors",
    "max_age",
    "budget",
    "watched",
];

impl MonitorSetup {
    /// The set-up of a text in JSON, for a robot; meshes are named relative to a folder.
    ///
    /// ```
    /// use clearance_models::MonitorSetup;
    /// use clearance_robot::{JointKind, JointSpec, Robot};
    /// let joint = JointSpec::new("turn", JointKind::Continuous, "base", "arm");
    /// let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(joint).build().unwrap();
    /// let hand = r#"{"name": "hand", "shape": {"kind": "capsule", "radius": 0.05, "half_length": 0.1}, "speed": 2, "margin": 0.02}"#;
    /// let text = format!(r#"{{"horizon": 0.1, "accelerations": 10, "watched": [{hand}]}}"#);
    /// let setup = MonitorSetup::from_json(&text, &robot, "".as_ref()).unwrap();
    /// assert_eq!((setup.watched[0].speed, setup.watched[0].body.margin), (2.0, 0.02));
    /// ```
    pub fn from_json(text: &str, robot: &Robot, folder: &Path) -> Result<Self, ReadError> {
        let json = Json::parse(text)?;
        let files = MeshFiles::relative_to(folder);
        Self::read(&Node::root(&json, ""), robot, &files)
    }

    /// The set-up of a file.
    pub fn from_file(path: &Path, robot: &Robot) -> Result<Self, ReadError> {
        let here = |error: ReadError| error.within(path.display());
        let text =
            std::fs::read_to_string(path).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
        Self::from_json(&text, robot, path.parent().unwrap_or(Path::new(""))).map_err(here)
    }

    fn read(node: &Node, robot: &Robot, files: &MeshFiles) -> Result<Self, ReadError> {
        let fields = node.object(&SETUP)?;
        if let Some(version) = fields.get("version")
            && version.number()? != 1.0
        {
            return Err(version.error(format!("expected version 1, got {}", version.number()?)));
        }
        let values = robot.dof();
        let known = MonitorOptions::new(values, read_ahead(node, &fields, values)?);
        let list = |key: &str, other: Vec<f64>| fields.get(key).map_or(Ok(other), |node| sizes(&node, values));
        let budget = fields.get("budget").map(|node| node.count()).transpose()?;
        let options = MonitorOptions {
            position_errors: list("position_errors", known.position_errors)?,
            velocity_errors: list("velocity_errors", known.velocity_errors)?,
            max_age: fields.get("max_age").map_or(Ok(known.max_age), |node| node.size())?,
            budget: budget.map_or(known.budget, |count| u32::try_from(count).unwrap_or(u32::MAX)),
            ahead: known.ahead,
        };
        let mut watched = Vec::new();
        if let Some(list) = fields.get("watched") {
            for node in list.list()? {
                let fields = node.object(&["name", "shape", "speed", "margin"])?;
                let shape = body::<Vec3<f64>>(&fields.need("shape")?, files)?;
                let margin = fields.get("margin").map_or(Ok(0.0), |node| node.size())?;
                let own = Obstacle::of(fields.need("name")?.text()?, shape, Pose3::IDENTITY);
                watched.push(Watched::new(Obstacle { margin, ..own }, fields.need("speed")?.size()?));
            }
        }
        Ok(MonitorSetup { watched, options })
    }
}

fn read_ahead(node: &Node, fields: &Fields, values: usize) -> Result<Ahead, ReadError> {
    let number = |key: &str| fields.need(key)?.size();
    let list = |key: &str| sizes(&fields.need(key)?, values);
    let given = fields.get("given").map_or(Ok(false), |node| node.bool())?;
    match (fields.get("horizon").is_some(), fields.get("reaction").is_some(), given) {
        (true, false, false) => Ok(Ahead::Accelerations { horizon: number("horizon")?, most: list("accelerations")? }),
        (false, true, false) => Ok(Ahead::Brakes { reaction: number("reaction")?, least: list("decelerations")? }),
        (false, false, true) => Ok(Ahead::Given),
        _ => {
            let what = "expected one of \"horizon\" with \"accelerations\", \"reaction\" with \"decelerations\", and \"given\": true";
            Err(node.error(what))
        }
    }
}

/// A number for each value, or one for all.
fn sizes(node: &Node, values: usize) -> Result<Vec<f64>, ReadError> {
    if let Json::List(_) = node.value() {
        let mut all = vec![0.0; values];
        node.fill(&mut all)?;
        return Ok(all);
    }
    Ok(vec![node.size()?; values])
}

/// A sample that owns its numbers.
#[derive(Clone, Debug)]
pub struct LoggedSample {
    /// The time of the tick.
    pub now: f64,
    /// When the joints were seen.
    pub taken: f64,
    /// The joints.
    pub configuration: Vec<f64>,
    /// Their rates.
    pub velocity: Vec<f64>,
    /// The bodies, in the order of the set-up.
    pub bodies: Vec<Seen>,
    /// Where the joints come to rest, and how long that takes.
    pub stop: Option<(Vec<f64>, f64)>,
}

impl LoggedSample {
    /// The sample for [`Monitor::tick`].
    pub fn sample(&self) -> Sample<'_> {
        Sample {
            now: self.now,
            taken: self.taken,
            configuration: &self.configuration,
            velocity: &self.velocity,
            bodies: &self.bodies,
            stop: self.stop.as_ref().map(|(configuration, time)| Stop { configuration, time: *time }),
        }
    }
}

/// Samples for a monitor from files.
pub trait ReadMonitor {
    /// A sample in JSON: `{"time", "taken", "q", "velocity", "bodies": {"name": {"pose", "taken"}, ..}, "stop": {"q",
    /// "time"}}`. What was taken without a time was taken now; joints that are not named have the values of `rest`, and
    /// no rate.
    fn read_sample(&self, node: &Node, rest: &Rest) -> Result<LoggedSample, ReadError>;
}

impl ReadMonitor for Monitor {
    fn read_sample(&self, node: &Node, rest: &Rest) -> Result<LoggedSample, ReadError> {
        let fields = node.object(&["id", "time", "taken", "q", "velocity", "bodies", "stop"])?;
        let robot = self.robot();
        let now = fields.need("time")?.number()?;
        let taken = |fields: &Fields| fields.get("taken").map_or(Ok(now), |node| node.number());
        let still = robot.rest_at(&vec![0.0; robot.dof()]);
        let stop = fields.get("stop").map(|node| {
            let fields = node.object(&["q", "time"])?;
            let q = robot.read_configuration(&fields.need("q")?, rest)?;
            Ok::<_, ReadError>((q, fields.need("time")?.size()?))
        });
        Ok(LoggedSample {
            now,
            taken: taken(&fields)?,
            configuration: robot.read_configuration(&fields.need("q")?, rest)?,
            velocity: robot.read_configuration(&fields.need("velocity")?, &still)?,
            bodies: read_bodies(self, &fields, node, now)?,
            stop: stop.transpose()?,
        })
    }
}

fn read_bodies(monitor: &Monitor, fields: &Fields, node: &Node, now: f64) -> Result<Vec<Seen>, ReadError> {
    let names: Vec<&str> = monitor.watched().collect();
    let mut seen: Vec<Option<Seen>> = vec![None; names.len()];
    if let Some(bodies) = fields.get("bodies") {
        let all = bodies.fields()?;
        for name in all.keys() {
            let node = all.need(name)?;
            let Some(place) = names.iter().position(|known| *known == name) else {
                return Err(node.error(format!("no body that is watched is named {name:?}{}", hint(name, &names))));
            };
            let fields = node.object(&["pose", "taken"])?;
            let taken = fields.get("taken").map_or(Ok(now), |node| node.number())?;
            seen[place] = Some(Seen { taken, pose: pose::<Vec3<f64>>(&fields.need("pose")?)?.pose });
        }
    }
    if let Some(missing) = seen.iter().position(Option::is_none) {
        return Err(node.error(format!("\"bodies\" must have {:?}", names[missing])));
    }
    Ok(seen.into_iter().flatten().collect())
}

/// The rows of a log in CSV, each as a sample in JSON, by a header of columns: `time`, `taken`, `id`, each joint by its
/// name and `NAME.velocity`, and of each body `NAME.x`, `.y`, `.z`, `.qw`, `.qx`, `.qy`, `.qz`, `.taken`.
pub fn monitor_rows(text: &str) -> Result<Vec<String>, ReadError> {
    let rows = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let mut rows = rows.filter(|(_, row)| !row.trim().is_empty() && !row.starts_with('#'));
    let (_, first) = rows.next().ok_or_else(|| ReadError::new("expected a header of columns"))?;
    let separator = [';', '\t'].into_iter().find(|&sign| first.contains(sign)).unwrap_or(',');
    let words = |row: &'_ str| -> Vec<String> {
        row.split(separator).map(|word| word.trim().trim_matches('"').to_string()).collect()
    };
    let header = words(first);
    let row = |(number, row): (usize, &str)| {
        let here = |what: String| ReadError::new(what).within(format_args!("line {number}"));
        let row = words(row);
        if row.len() != header.len() {
            return Err(here(format!("expected {} values, got {}", header.len(), row.len())));
        }
        let mut sample = Row::default();
        for (name, word) in header.iter().zip(&row) {
            sample.add(name, word).map_err(here)?;
        }
        Ok(sample.json().to_string())
    };
    rows.map(row).collect()
}

/// A row of a log: entries of the sample, of the joints, of their rates, and of bodies.
#[derive(Default)]
struct Row {
    own: Vec<(String, Json)>,
    joints: Vec<(String, Json)>,
    rates: Vec<(String, Json)>,
    bodies: Vec<(String, [f64; 7], Option<f64>)>,
}

impl Row {
    fn add(&mut self, name: &str, word: &str) -> Result<(), String> {
        if name == "id" {
            self.own.push(("id".into(), Json::Text(word.into())));
            return Ok(());
        }
        let number: f64 = word.parse().map_err(|_| format!("expected numbers, got {word:?}"))?;
        match name.rsplit_once('.') {
            _ if ["time", "taken"].contains(&name) => self.own.push((name.into(), Json::Number(number))),
            Some((joint, "velocity")) => self.rates.push((joint.into(), Json::Number(number))),
            Some((body, "taken")) => self.body(body).2 = Some(number),
            Some((body, part)) => match ["x", "y", "z", "qw", "qx", "qy", "qz"].iter().position(|own| *own == part) {
                Some(place) => self.body(body).1[place] = number,
                None => self.joints.push((name.into(), Json::Number(number))),
            },
            None => self.joints.push((name.into(), Json::Number(number))),
        }
        Ok(())
    }

    fn body(&mut self, name: &str) -> &mut (String, [f64; 7], Option<f64>) {
        let place = self.bodies.iter().position(|(known, ..)| known == name).unwrap_or_else(|| {
            self.bodies.push((name.into(), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], None));
            self.bodies.len() - 1
        });
        &mut self.bodies[place]
    }

    fn json(self) -> Json {
        let list = |numbers: &[f64]| Json::List(numbers.iter().map(|number| Json::Number(*number)).collect());
        let body = |(name, numbers, taken): (String, [f64; 7], Option<f64>)| {
            let pose = vec![("translation".into(), list(&numbers[..3])), ("quaternion".into(), list(&numbers[3..]))];
            let taken = taken.map(|time| ("taken".to_string(), Json::Number(time)));
            (name, Json::Object([("pose".to_string(), Json::Object(pose))].into_iter().chain(taken).collect()))
        };
        let mut all = self.own;
        all.push(("q".into(), Json::Object(self.joints)));
        all.push(("velocity".into(), Json::Object(self.rates)));
        all.push(("bodies".into(), Json::Object(self.bodies.into_iter().map(body).collect())));
        Json::Object(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_robot::{JointKind, JointSpec, Workcell};

    #[test]
    fn rows_of_csv_are_the_samples_that_json_has() {
        let joint = JointSpec::new("turn", JointKind::Continuous, "base", "arm");
        let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(joint).build().unwrap();
        let setup = r#"{"reaction": 0.1, "decelerations": [4], "watched": [{"name": "hand", "speed": 2,
            "shape": {"kind": "sphere", "radius": 0.1}}]}"#;
        let setup = MonitorSetup::from_json(setup, &robot, "".as_ref()).unwrap();
        let monitor = Monitor::new(&Workcell::new(&robot, &[]).unwrap(), &setup.watched, setup.options).unwrap();
        let text = "time,taken,turn,turn.velocity,hand.x,hand.y,hand.z,hand.taken\n7.5,7.25,0.5,-1,1,2,3,7\n";
        let rows = monitor_rows(text).unwrap();
        let json = Json::parse(&rows[0]).unwrap();
        let sample = monitor.read_sample(&Node::root(&json, ""), &robot.no_rest()).unwrap();
        assert_eq!(
            (sample.now, sample.taken, &sample.configuration[..], &sample.velocity[..]),
            (7.5, 7.25, &[0.5][..], &[-1.0][..])
        );
        assert_eq!((sample.bodies[0].taken, sample.bodies[0].pose.translation()), (7.0, Vec3::new(1.0, 2.0, 3.0)));
        let short = monitor_rows("time,turn\n1\n").unwrap_err().to_string();
        assert_eq!(short, "line 2: expected 2 values, got 1");
        let json = Json::parse(r#"{"time": 1, "q": [0], "velocity": [0], "bodies": {"hnad": {"pose": {}}}}"#).unwrap();
        let unknown = monitor.read_sample(&Node::root(&json, ""), &robot.no_rest()).unwrap_err().to_string();
        assert_eq!(unknown, "/bodies/hnad: no body that is watched is named \"hnad\" (did you mean \"hand\"?)");
        let json = Json::parse(r#"{"time": 1, "q": [0], "velocity": [0]}"#).unwrap();
        let missing = monitor.read_sample(&Node::root(&json, ""), &robot.no_rest()).unwrap_err().to_string();
        assert_eq!(missing, "\"bodies\" must have \"hand\"");
    }
}
