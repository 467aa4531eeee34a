//! Robots and the bodies around them while they are put together, with the structs of the header.

use std::ffi::c_char;
use std::path::{Path, PathBuf};

use ::clearance_robot::{
    Base, Constraint, JointGroup, LinkShape, Obstacle, Robot, RobotError, RobotModel, Srdf, Workcell,
};
use clearance_models::{MeshUse, Packages, ReadRobot, UrdfOptions, constraints};
use clearance_scene::MeshFiles;
use clearance_scene::json::{Json, Node};

use crate::answer::clearance_pose;
use crate::refusal::{Answer, Refusal};
use crate::shape::{clearance_shape, part};
use crate::text::Names;

/// What a `clearance_robot *` points to.
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_robot {
    pub model: RobotModel,
    /// Without the bodies that the robot's file brings.
    bodies: Vec<Obstacle>,
    /// The joints that planners move; all without.
    group: Option<JointGroup>,
    /// What holds on all of every motion.
    constraints: Vec<Constraint>,
    joints: Names,
    links: Names,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_robot_options {
    pub size: u32,
    pub meshes: u32,
    pub ignore_mimic: i32,
    pub base: u32,
    pub packages: *const *const c_char,
    pub package_count: usize,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_joint {
    name: *const c_char,
    lower: f64,
    upper: f64,
    turns: i32,
    reserved: i32,
}

impl clearance_robot_options {
    /// Adaptive links, packages of the environment.
    pub fn defaults() -> Self {
        let size = size_of::<Self>() as u32;
        let (meshes, packages) = (0, std::ptr::null());
        clearance_robot_options { size, meshes, ignore_mimic: 0, base: 0, packages, package_count: 0 }
    }

    /// What robot files are read with; the packages are the texts of those of the struct.
    pub fn read(&self, packages: &[&str]) -> Answer<UrdfOptions> {
        let meshes = match self.meshes {
            0 => MeshUse::Adaptive,
            1 => MeshUse::Hull,
            2 => MeshUse::Parts,
            3 => MeshUse::Triangles,
            other => return Err(Refusal::out_of_range(format!("meshes must be from 0 to 3, got {other}"))),
        };
        let mut all = Packages::of_environment();
        for (row, package) in packages.iter().enumerate() {
            let wrong = || Refusal::invalid(format!("packages[{row}]: expected NAME=FOLDER, got {package:?}"));
            let (name, folder) = package.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
            all = all.with(name, PathBuf::from(folder));
        }
        let base = match self.base {
            0 => None,
            1 => Some(Base::Fixed),
            2 => Some(Base::Planar),
            3 => Some(Base::Floating),
            other => return Err(Refusal::out_of_range(format!("base must be from 0 to 3, got {other}"))),
        };
        Ok(UrdfOptions { packages: all, ignore_mimic: self.ignore_mimic != 0, meshes, base })
    }
}

/// A robot's refusal.
pub fn refused(error: RobotError) -> Refusal {
    Refusal::invalid(error)
}

impl clearance_robot {
    /// The robot of a file.
    pub fn from_file(path: &str, options: &UrdfOptions) -> Answer<Self> {
        Robot::from_file(Path::new(path), options).map(Self::of).map_err(refused)
    }

    /// The robot of a text whose meshes are named relative to a folder.
    pub fn from_text(text: &str, folder: &str, options: &UrdfOptions) -> Answer<Self> {
        Robot::from_text(text, Path::new(folder), options).map(Self::of).map_err(refused)
    }

    fn of(model: RobotModel) -> Self {
        let joints = Names::of(model.robot.joints().iter().map(|joint| joint.name.as_str()));
        let links = Names::of(model.robot.links().iter().map(|link| link.name.as_str()));
        clearance_robot { model, bodies: Vec::new(), group: None, constraints: Vec::new(), joints, links }
    }

    /// The robot as it is now.
    pub fn robot(&self) -> &Robot {
        &self.model.robot
    }

    /// The robot among all bodies: those that were added, and those of its file.
    pub fn cell(&self) -> Answer<Workcell> {
        let mut cell = Workcell::new(&self.model, &self.bodies).map_err(refused)?;
        for constraint in &self.constraints {
            cell = cell.keep(constraint.clone()).map_err(refused)?;
        }
        Ok(self.group.clone().map_or(cell.clone(), |group| cell.with_group(group)))
    }

    /// Lets planners move a group only; all joints without names.
    pub fn set_group(&mut self, names: Option<&str>) -> Answer<()> {
        self.group = names.map(|names| self.robot().group(names)).transpose().map_err(refused)?;
        Ok(())
    }

    /// What an SRDF text says.
    pub fn set_srdf(&mut self, srdf: Result<Srdf, RobotError>) -> Answer<()> {
        self.model = self.model.clone().with_srdf(srdf.map_err(refused)?);
        // A virtual joint brings links and joints.
        self.joints.add(self.model.robot.joints().iter().map(|joint| joint.name.as_str()));
        self.links.add(self.model.robot.links().iter().map(|link| link.name.as_str()));
        Ok(())
    }

    /// Limits a joint.
    pub fn set_limits(&mut self, joint: &str, limits: [f64; 2]) -> Answer<()> {
        self.model.robot.set_limits(joint, limits).map_err(refused)
    }

    /// Leaves out a pair of links, or of a link and a body.
    pub fn allow(&mut self, a: &str, b: &str) -> Answer<()> {
        self.model.robot.allow_named(a, b).map_err(refused)
    }

    /// Pads a link.
    pub fn pad(&mut self, link: &str, padding: f64) -> Answer<()> {
        self.model.robot.pad_named(link, padding).map_err(refused)
    }

    /// Lets a link hold a convex body.
    pub fn attach(
        &mut self,
        name: &str,
        shape: &clearance_shape,
        (link, pose): (&str, &clearance_pose),
        touch: &[&str],
    ) -> Answer<()> {
        let shapes = vec![LinkShape::new(part(shape)?, core_crate::Pose3::IDENTITY)];
        let link = self.robot().find_link(link).map_err(refused)?;
        let touch: Result<Vec<_>, _> = touch.iter().map(|name| self.robot().find_link(name)).collect();
        self.model.robot.attach(name, shapes, (link, pose.read()?), &touch.map_err(refused)?).map_err(refused)?;
        self.links.add(self.model.robot.links().iter().map(|link| link.name.as_str()));
        Ok(())
    }

    /// Lets a link hold a body of the world, where both are in a configuration.
    pub fn hold(&mut self, body: &str, (link, q): (&str, &[f64]), touch: &[&str]) -> Answer<()> {
        let cell = self.cell()?.attach(body, link, q, touch).map_err(refused)?;
        self.become_cell(&cell);
        Ok(())
    }

    /// Lets a body go that is held, where it is in a configuration.
    pub fn let_go(&mut self, body: &str, q: &[f64]) -> Answer<()> {
        let cell = self.cell()?.detach(body, q).map_err(refused)?;
        self.become_cell(&cell);
        Ok(())
    }

    /// Checks a pair again.
    pub fn forbid(&mut self, a: &str, b: &str) -> Answer<()> {
        let cell = self.cell()?.forbid(a, b).map_err(refused)?;
        self.become_cell(&cell);
        Ok(())
    }

    /// Lets a constraint hold on all of every motion.
    pub fn keep(&mut self, json: &str) -> Answer<()> {
        let all = constraints(&format!("{{\"constraints\": [{json}]}}")).map_err(refused)?;
        let [constraint] = &all[..] else { return Err(Refusal::invalid("expected one constraint")) };
        self.cell()?.keep(constraint.clone()).map_err(refused)?;
        self.constraints.push(constraint.clone());
        Ok(())
    }

    /// Lets a constraint go.
    pub fn relax(&mut self, name: &str) -> Answer<()> {
        self.constraints = self.cell()?.relax(name).map_err(refused)?.constraints().to_vec();
        Ok(())
    }

    /// The robot and all bodies of a cell; those of the robot's file are among them.
    fn become_cell(&mut self, cell: &Workcell) {
        self.model.robot = cell.robot().clone();
        self.model.fixtures.clear();
        self.bodies = cell.world().to_vec();
        self.links = Names::of(self.robot().links().iter().map(|link| link.name.as_str()));
    }

    /// Adds a body of the world.
    pub fn add_body(&mut self, name: &str, shape: &clearance_shape, pose: &clearance_pose, margin: f64) -> Answer<()> {
        if !(margin >= 0.0 && margin.is_finite()) {
            return Err(Refusal::invalid(format!("margin must not be negative, got {margin}")));
        }
        let body = Obstacle { margin, ..Obstacle::of(name, shape.0.clone(), pose.read()?) };
        self.add_all(vec![body])
    }

    /// Adds the bodies of a scene file.
    pub fn add_scene_file(&mut self, path: &str) -> Answer<()> {
        let world = self.robot().world_of_file(Path::new(path)).map_err(refused)?;
        self.add_all(world)
    }

    /// Adds the bodies of a scene in JSON.
    pub fn add_scene(&mut self, json: &str, folder: &str) -> Answer<()> {
        let world = self.robot().world_of_json(json, &MeshFiles::relative_to(folder)).map_err(refused)?;
        self.add_all(world)
    }

    fn add_all(&mut self, new: Vec<Obstacle>) -> Answer<()> {
        let known = |name: &str| self.bodies.iter().chain(&self.model.fixtures).any(|body| body.name == name);
        if let Some(twice) = new.iter().find(|body| known(&body.name)) {
            return Err(Refusal::invalid(format!("there is a body {:?} already: names must differ", twice.name)));
        }
        self.bodies.extend(new);
        Ok(())
    }

    /// The remarks of the reader, a line each.
    pub fn notes(&self) -> String {
        self.model.notes.iter().map(|note| format!("{note}\n")).collect()
    }

    /// The joint of a value of configurations.
    pub fn joint(&self, variable: usize) -> Answer<clearance_joint> {
        let dof = self.robot().dof();
        let wrong = || Refusal::out_of_range(format!("variable must be below {dof}, got {variable}"));
        let joint = &self.robot().joints()[*self.robot().variables().get(variable).ok_or_else(wrong)?];
        let [lower, upper] =
            joint.limits.map_or([f64::NEG_INFINITY, f64::INFINITY], |limits| [limits.lower, limits.upper]);
        let name = self.joints.get(&joint.name);
        Ok(clearance_joint { name, lower, upper, turns: joint.kind.turns().into(), reserved: 0 })
    }

    /// The name of a link.
    pub fn link(&self, link: usize) -> Answer<*const c_char> {
        let links = self.robot().links();
        let wrong = || Refusal::out_of_range(format!("link must be below {}, got {link}", links.len()));
        Ok(self.links.get(&links.get(link).ok_or_else(wrong)?.name))
    }

    /// The configuration of a text: a group state, a list of values, or joints by name on a rest.
    pub fn configuration(&self, text: &str, rest: Option<&str>) -> Answer<Vec<f64>> {
        let rest = rest.map_or(Ok(self.robot().no_rest()), |rest| self.robot().rest(rest)).map_err(refused)?;
        let rest = self.group.as_ref().map_or(rest.clone(), |group| rest.of_group(group, self.robot()));
        if text.trim_start().starts_with(['[', '{']) {
            let tree = Json::parse(text).map_err(refused)?;
            return self.robot().read_configuration(&Node::root(&tree, ""), &rest).map_err(refused);
        }
        let state = self.robot().rest(text).map_err(refused)?;
        let state = self.group.as_ref().map_or(state.clone(), |group| state.of_group(group, self.robot()));
        let nothing = Json::Object(Vec::new());
        self.robot().read_configuration(&Node::root(&nothing, ""), &state).map_err(refused)
    }

    /// The poses of all links in the world.
    pub fn place(&self, q: &[f64]) -> Answer<Vec<clearance_pose>> {
        let placement = self.robot().place(q).map_err(refused)?;
        let pose = |link| clearance_pose::of(&self.robot().link_pose(&placement, link));
        Ok((0..self.robot().links().len()).map(pose).collect())
    }

    /// Moves values that miss a limit by at most a tolerance to it; returns how many.
    pub fn clamp(&self, q: &mut [f64], tolerance: f64) -> Answer<usize> {
        self.robot().check_configuration(q).map_err(refused)?;
        if !(tolerance >= 0.0 && tolerance.is_finite()) {
            return Err(Refusal::invalid(format!("tolerance must not be negative, got {tolerance}")));
        }
        Ok(self.robot().clamp_to_limits(q, tolerance).len())
    }
}
