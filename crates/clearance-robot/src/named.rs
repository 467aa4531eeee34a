//! What users say of a robot by names: its file, pairs, links and the world around it.

use std::path::Path;

use clearance_scene::json::Json;
use clearance_scene::{AnyScene, MeshFiles, hint, parse_scene_beside, read_scene_beside};

use crate::cell::obstacle::{Obstacle, obstacles};
use crate::error::RobotError;
use crate::model::robot::Robot;
use crate::urdf::UrdfOptions;
use crate::xml;

impl Robot {
    /// The robot of a file: a DH table, an assembly or [several robots](Self::together_from_json) if it ends in
    /// `.json`, else URDF, MJCF or SDF, by the root element.
    pub fn from_file(path: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let read = || {
            let text = xml::read_text(path)?;
            if is_json { Self::of_json(&text, folder, options) } else { Self::of_xml(&text, folder, options) }
        };
        read().map_err(|error| error.within(path.display()))
    }

    /// The robot of a text, as that of [a file](Self::from_file): JSON if it begins with a brace, else XML. Meshes are
    /// named relative to a folder.
    ///
    /// ```
    /// use clearance_robot::{Robot, UrdfOptions};
    /// let arm = r#"<robot name="arm"><link name="base"/><link name="hand"/>
    ///     <joint name="turn" type="continuous"><parent link="base"/><child link="hand"/></joint></robot>"#;
    /// assert_eq!(Robot::from_text(arm, "".as_ref(), &UrdfOptions::default()).unwrap().dof(), 1);
    /// ```
    pub fn from_text(text: &str, folder: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        let is_json = text.trim_start().starts_with('{');
        if is_json { Self::of_json(text, folder, options) } else { Self::of_xml(text, folder, options) }
    }

    fn of_json(text: &str, folder: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        let has_robots = |(key, _): &(String, Json)| key == "robots";
        match Json::parse(text) {
            Ok(Json::Object(entries)) if entries.iter().any(has_robots) => {
                Self::together_from_json(text, folder, options)
            }
            _ => Self::from_json(text, folder),
        }
    }

    fn of_xml(text: &str, folder: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        let root = xml::parse(text, "<robot>, <mujoco> or <sdf>", None)?;
        match root.name() {
            "mujoco" => Self::from_mjcf_element(root, folder, options),
            "sdf" => Self::from_sdf_element(&root, folder, options),
            "robot" => Self::from_urdf_element(&root, folder, options),
            name => {
                let what = format!(
                    "expected <robot> (URDF), <mujoco> (MJCF) or <sdf> as the root of a robot file, got <{name}>"
                );
                Err(root.refusal(what))
            }
        }
    }

    /// [Allows](Self::allow) a pair of which at least one name is that of a link.
    pub fn allow_named(&mut self, a: &str, b: &str) -> Result<(), RobotError> {
        if [a, b].iter().all(|name| self.link_named(name).is_none()) {
            let hint = hint(a, &self.link_names());
            return Err(RobotError::new(format!("expected the name of a link, got {a:?} and {b:?}{hint}")));
        }
        self.allow(a, b);
        Ok(())
    }

    /// The place of a link by name; a refusal names the nearest one.
    pub fn find_link(&self, name: &str) -> Result<usize, RobotError> {
        let none = || RobotError::new(format!("no link is named {name:?}{}", hint(name, &self.link_names())));
        self.link_named(name).ok_or_else(none)
    }

    /// [Pads](Self::pad) a link.
    pub fn pad_named(&mut self, link: &str, padding: f64) -> Result<(), RobotError> {
        self.pad(self.find_link(link)?, padding)
    }

    /// The bodies of a scene file, whose rules may name links.
    pub fn world_of_file(&self, path: &Path) -> Result<Vec<Obstacle>, RobotError> {
        let scene = read_scene_beside(path, &self.link_names())?;
        self.with_fixtures(in_space(scene).map_err(|error| error.within(path.display()))?)
    }

    /// The bodies of a scene in JSON, whose rules may name links.
    pub fn world_of_json(&self, text: &str, files: &MeshFiles) -> Result<Vec<Obstacle>, RobotError> {
        self.with_fixtures(parse_scene_beside(text, files, &self.link_names()).and_then(in_space)?)
    }

    /// Bodies of a scene with those that the robot's file brings. Refuses two bodies of one name.
    fn with_fixtures(&self, mut world: Vec<Obstacle>) -> Result<Vec<Obstacle>, RobotError> {
        if let Some(twice) = self.fixtures().iter().find(|own| world.iter().any(|body| body.name == own.name)) {
            let what = format!("the robot's file has a body {:?} too: give that of the scene another name", twice.name);
            return Err(RobotError::new(what));
        }
        world.extend(self.fixtures().iter().cloned());
        Ok(world)
    }

    /// The names of [allowed](Self::allowed) pairs that are neither links nor bodies of a world, each in a sentence.
    pub fn unknown_allowed(&self, world: &[Obstacle]) -> Vec<String> {
        let mut known = self.link_names();
        known.extend(world.iter().map(|body| body.name.as_str()));
        let unknown = self.allowed().iter().flatten().filter(|name| !known.contains(&name.as_str()));
        unknown
            .map(|name| format!("{name:?} is neither a link nor a body of the scene{}", hint(name, &known)))
            .collect()
    }

    /// The weights of all values of a configuration for [plans](crate::plan::PlanOptions::weights): those given by the
    /// names of joints, 1 for all others.
    pub fn weights<'n>(&self, named: impl IntoIterator<Item = (&'n str, f64)>) -> Result<Vec<f64>, RobotError> {
        let names: Vec<&str> = self.variables().iter().map(|&joint| self.joints()[joint].name.as_str()).collect();
        let mut weights = vec![1.0; names.len()];
        for (name, weight) in named {
            let none = || RobotError::new(format!("no joint with a value is named {name:?}{}", hint(name, &names)));
            let place = names.iter().position(|known| *known == name).ok_or_else(none)?;
            if !(weight > 0.0) {
                return Err(RobotError::new(format!("the weight of joint {name:?} must be positive, got {weight}")));
            }
            weights[place] = weight;
        }
        Ok(weights)
    }

    pub(crate) fn link_names(&self) -> Vec<&str> {
        self.links().iter().map(|link| link.name.as_str()).collect()
    }
}

fn in_space(scene: AnyScene) -> Result<Vec<Obstacle>, RobotError> {
    obstacles(&scene.into_space()?)
}
