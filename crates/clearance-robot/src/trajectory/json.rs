//! Trajectories in JSON: points in time, or pieces of constant jerk and trapezoids, with tubes and with motions of
//! bodies.

use clearance::{Pose3, Vec3};
use clearance_scene::json::{Fields, Json, Node};
use clearance_scene::{ReadError, pose};

use super::{Between, BodyMotion, Interpolation, JerkPiece, JointPiece, Pace, State, Trapezoid};
use super::{TimedPoint, Trajectory, TrajectoryError, Waypoint};
use crate::error::RobotError;
use crate::model::configuration::Rest;
use crate::model::robot::Robot;

/// The keys of a trajectory.
const KEYS: [&str; 8] = ["version", "id", "joints", "interpolation", "points", "pieces", "tube", "bodies"];

impl Trajectory {
    /// The trajectory of a text in JSON, for the values of a robot; `rest` gives those that it does not name.
    ///
    /// ```
    /// use clearance_robot::{JointKind, JointSpec, Robot, Trajectory};
    /// let joint = JointSpec::new("turn", JointKind::Continuous, "base", "arm");
    /// let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(joint).build().unwrap();
    /// let text = r#"{"joints": ["turn"], "points": [{"time": 0, "positions": [0]}, {"time": 4, "positions": [1]}], "tube": 0.01}"#;
    /// let trajectory = Trajectory::from_json(text, &robot, &robot.no_rest()).unwrap();
    /// assert_eq!(trajectory.at(3.0), [0.75]);
    /// ```
    pub fn from_json(text: &str, robot: &Robot, rest: &Rest) -> Result<Self, RobotError> {
        let json = Json::parse(text)?;
        Self::read(&Node::root(&json, ""), robot, rest)
    }

    /// The trajectory of a JSON value.
    pub fn read(node: &Node, robot: &Robot, rest: &Rest) -> Result<Self, ReadError> {
        let fields = node.object(&KEYS)?;
        if let Some(version) = fields.get("version")
            && version.number()? != 1.0
        {
            return Err(version.error(format!("expected version 1, got {}", version.number()?)));
        }
        let columns = Columns::read(&fields, (robot, rest))?;
        let points_node = fields.need("points")?;
        let mut points = Vec::new();
        let mut tubes: Vec<(f64, Vec<f64>)> = Vec::new();
        for point in points_node.list()? {
            let (point, tube) = columns.read_point(&point)?;
            tubes.extend(tube.map(|tube| (point.time, tube)));
            points.push(point);
        }
        let kinds = ["linear", "cubic", "quintic", "pieces"];
        let kind = fields.get("interpolation").map(|node| node.one_of(&kinds)).transpose()?;
        let own = match (kind, fields.get("pieces")) {
            (Some("pieces") | None, Some(pieces)) => columns.read_pieces(&pieces, robot, &points)?,
            (Some("pieces"), None) => return Err(node.error("a trajectory of pieces needs the key \"pieces\"")),
            (Some(_), Some(pieces)) => return Err(pieces.error("pieces are given, but another interpolation is named")),
            (kind, None) => {
                let all = [Interpolation::Linear, Interpolation::Cubic, Interpolation::Quintic];
                let named = all.into_iter().find(|all| Some(all.name()) == kind);
                let kind = named.unwrap_or_else(|| Interpolation::of(&points));
                Trajectory::through(&points, kind).map_err(|error| points_node.error(error.to_string()))?
            }
        };
        if let Some(tube) = fields.get("tube") {
            tubes.insert(0, (own.span()[0], columns.read_sizes(&tube)?));
        }
        let all = own.with_tubes(tubes).map_err(|error| node.error(error.to_string()))?;
        match fields.get("bodies") {
            Some(bodies) => with_bodies(all, &bodies),
            None => Ok(all),
        }
    }
}

/// Which values of a configuration the columns of a trajectory are, and what the others are.
struct Columns {
    places: Vec<usize>,
    rest: Vec<f64>,
}

impl Columns {
    /// Those that `"joints"` names, or all.
    fn read(fields: &Fields, (robot, rest): (&Robot, &Rest)) -> Result<Self, ReadError> {
        let names: Vec<&str> = robot.variables().iter().map(|&joint| robot.joints()[joint].name.as_str()).collect();
        let Some(list) = fields.get("joints") else {
            return Ok(Columns { places: (0..robot.dof()).collect(), rest: vec![0.0; robot.dof()] });
        };
        let mut places = Vec::new();
        for node in list.list()? {
            let name = node.text()?;
            let Some(place) = names.iter().position(|known| *known == name) else {
                let hint = clearance_world::hint(name, &names);
                return Err(node.error(format!("no joint with a value is named {name:?}{hint}")));
            };
            if places.contains(&place) {
                return Err(node.error(format!("the joint {name:?} is named twice")));
            }
            places.push(place);
        }
        let is_missing = |place: &usize| !places.contains(place) && rest.value(*place).is_none();
        let missing: Vec<usize> = (0..robot.dof()).filter(is_missing).collect();
        if !missing.is_empty() {
            return Err(list.error(robot.without_values(&missing)));
        }
        Ok(Columns { places, rest: (0..robot.dof()).map(|place| rest.value(place).unwrap_or(0.0)).collect() })
    }

    /// Numbers of columns as those of all values; those that are not named are given.
    fn spread(&self, numbers: &[f64], others: &[f64]) -> Vec<f64> {
        let mut all = others.to_vec();
        numbers.iter().zip(&self.places).for_each(|(number, &place)| all[place] = *number);
        all
    }

    fn read_point(&self, node: &Node) -> Result<(TimedPoint, Option<Vec<f64>>), ReadError> {
        let fields = node.object(&["time", "positions", "velocities", "accelerations", "tube"])?;
        let still = vec![0.0; self.rest.len()];
        let numbers = |node: Node, others: &[f64]| {
            let mut values = vec![0.0; self.places.len()];
            node.fill(&mut values).map(|()| self.spread(&values, others))
        };
        let point = TimedPoint {
            time: fields.need("time")?.number()?,
            positions: numbers(fields.need("positions")?, &self.rest)?,
            velocities: fields.get("velocities").map(|node| numbers(node, &still)).transpose()?,
            accelerations: fields.get("accelerations").map(|node| numbers(node, &still)).transpose()?,
        };
        let tube = fields.get("tube").map(|node| self.read_sizes(&node)).transpose()?;
        Ok((point, tube))
    }

    /// A size for all columns, or one for each; what is not named is not off.
    fn read_sizes(&self, node: &Node) -> Result<Vec<f64>, ReadError> {
        let count = self.places.len();
        let sizes = match node.value() {
            Json::Number(_) => vec![node.size()?; count],
            _ => node.list()?.map(|node| node.size()).collect::<Result<_, _>>()?,
        };
        if sizes.len() != count {
            return Err(node.error(format!("expected {count} numbers, got {}", sizes.len())));
        }
        Ok(self.spread(&sizes, &vec![0.0; self.rest.len()]))
    }

    /// Pieces by the names of joints, from the state of the first point on; other points are compared.
    fn read_pieces(&self, node: &Node, robot: &Robot, points: &[TimedPoint]) -> Result<Trajectory, ReadError> {
        let refused = |what: String| node.error(what);
        let [first, others @ ..] = points else {
            return Err(refused("pieces need the state at the start as a point, got none".into()));
        };
        let (Some(velocities), Some(accelerations)) = (&first.velocities, &first.accelerations) else {
            return Err(refused("pieces need the velocities and accelerations of the first point".into()));
        };
        let names: Vec<&str> = robot.variables().iter().map(|&joint| robot.joints()[joint].name.as_str()).collect();
        let fields = node.object(&names)?;
        let mut joints = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let list = fields.get(name);
            let pieces = list.map_or(Ok(Vec::new()), |list| list.list()?.map(|piece| read_piece(&piece)).collect())?;
            let state = State { position: first.positions[i], velocity: velocities[i], acceleration: accelerations[i] };
            joints.push((state, pieces));
        }
        let made = Trajectory::of_pieces(first.time, &joints).map_err(|error| refused(error.to_string()))?;
        Ok(made.compared(others))
    }
}

fn read_piece(node: &Node) -> Result<JointPiece, ReadError> {
    if node.fields()?.get("to").is_some() {
        return read_trapezoid(node).map(JointPiece::Trapezoid);
    }
    let fields = node.object(&["duration", "acceleration", "jerk"])?;
    Ok(JointPiece::Jerk(JerkPiece {
        duration: fields.need("duration")?.size()?,
        acceleration: fields.get("acceleration").map(|node| node.number()).transpose()?,
        jerk: fields.get("jerk").map_or(Ok(0.0), |node| node.number())?,
    }))
}

/// `{"to", "velocity", "acceleration"}` or `{"to", "duration", "ramp"}`.
fn read_trapezoid(node: &Node) -> Result<Trapezoid, ReadError> {
    let fields = node.object(&["to", "velocity", "acceleration", "duration", "ramp"])?;
    let number = |key: &str| fields.need(key)?.number();
    let pace =
        match (fields.get("velocity").or(fields.get("acceleration")), fields.get("duration").or(fields.get("ramp"))) {
            (Some(_), None) => Pace::Within { velocity: number("velocity")?, acceleration: number("acceleration")? },
            (None, Some(_)) => Pace::Takes { duration: number("duration")?, ramp: number("ramp")? },
            _ => return Err(node.error("a trapezoid needs a velocity and an acceleration, or a duration and a ramp")),
        };
    Ok(Trapezoid { to: number("to")?, pace })
}

fn with_bodies(mut trajectory: Trajectory, node: &Node) -> Result<Trajectory, ReadError> {
    let fields = node.fields()?;
    let end = trajectory.span()[1];
    for name in fields.keys() {
        let body = fields.need(name)?;
        let read = BodyMotion { written: Some(body.value().clone()), ..read_body(&body, name, end)? };
        trajectory = trajectory.with_body(read).map_err(|error| body.error(error.to_string()))?;
    }
    Ok(trajectory)
}

fn read_body(node: &Node, name: &str, end: f64) -> Result<BodyMotion, ReadError> {
    let fields = node.object(&["motion", "between", "velocity", "uncertain"])?;
    let refused = |error: TrajectoryError| node.error(error.to_string());
    let mut waypoints = Vec::new();
    if let Some(motion) = fields.get("motion") {
        for point in motion.list()? {
            let point = point.object(&["time", "pose"])?;
            let at = point.get("pose").map_or(Ok(Pose3::IDENTITY), |node| Ok(pose::<Vec3<f64>>(&node)?.pose))?;
            waypoints.push(Waypoint { time: point.need("time")?.number()?, pose: at });
        }
    }
    let between = match fields.get("between").map(|node| node.one_of(&["twist", "linear"])).transpose()? {
        Some("linear") => Between::Linear,
        _ => Between::Twist,
    };
    let body = match (fields.get("velocity"), &waypoints[..]) {
        (None, []) => BodyMotion::still(name),
        (None, points) => BodyMotion::through(name, points, between).map_err(refused)?,
        (Some(velocity), [first]) => {
            let rates = velocity.object(&["linear", "angular"])?;
            let rate = |key: &str| rates.get(key).map_or(Ok([0.0; 3]), |node| node.numbers::<3>());
            let rates = [Vec3::from(rate("linear")?), Vec3::from(rate("angular")?)];
            BodyMotion::at_rates(name, *first, end, rates).map_err(refused)?
        }
        (Some(velocity), _) => return Err(velocity.error("a velocity needs one point in \"motion\", where it begins")),
    };
    let Some(uncertain) = fields.get("uncertain") else { return Ok(body) };
    let sizes = uncertain.object(&["translation", "rotation"])?;
    let size = |key: &str| sizes.get(key).map_or(Ok([0.0; 3]), |node| node.numbers::<3>());
    body.uncertain(size("translation")?, size("rotation")?).map_err(|error| uncertain.error(error.to_string()))
}
