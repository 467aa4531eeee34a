//! The tree of bodies, walked in the order of the file, which is that of MuJoCo's lists.

use std::collections::HashSet;
use std::path::Path;

use clearance::{Halfspace, Pose3, Vec3};
use clearance_world::Body;

use super::assets::Assets;
use super::compiler::Compiler;
use super::contact::{BodyFacts, Contact, LinkFacts};
use super::couplings::Couplings;
use super::defaults::{Defaults, MAIN};
use super::geoms::{Geom, GeomSolid, geom, masks};
use super::names::Names;
use super::pose::pose;
use super::values::Values;
use crate::urdf::{Meshes, SEVERAL, UrdfOptions};
use crate::xml::{Element, unknown};
use clearance_robot::kinematics::{self, compose};
use clearance_robot::{
    BASE, Base, DisabledPair, GroupState, JointKind, JointSpec, LinkRule, LinkShape, Notes, Obstacle, Robot,
    RobotBuilder, RobotModel, Srdf,
};
use clearance_scene::ReadError;

/// Elements of bodies that change neither geometry nor kinematics.
const HARMLESS: &[&str] = &["inertial", "site", "camera", "light", "plugin"];

/// Elements of bodies that are read.
const READ: &[&str] = &["body", "geom", "joint", "freejoint", "frame", "replicate"];

/// A plane that collides: the place of its body, and its geom.
struct Plane {
    body: usize,
    geom: Geom,
}

/// A robot under construction.
pub(super) struct Walk<'r> {
    compiler: Compiler,
    defaults: Defaults,
    assets: Assets,
    contact: Contact,
    meshes: Meshes<'r>,
    builder: RobotBuilder,
    notes: Notes,
    bodies: Vec<BodyFacts>,
    links: Vec<LinkFacts>,
    planes: Vec<Plane>,
    link_names: Names,
    joint_names: Names,
    /// The joints of MuJoCo's list.
    values: Vec<Values>,
    /// The joints that may be coupled: those that move, with a reference of zero.
    plain: HashSet<String>,
    couplings: Couplings,
    /// How the body in the world moves, until it is read.
    base: Option<JointKind>,
    options: &'r UrdfOptions,
}

/// Where elements stand: in which frame of their body, with which suffix of a replica, and of which class if they name
/// none.
#[derive(Clone)]
struct Place {
    frame: Pose3<f64>,
    suffix: String,
    class: String,
}

impl<'r> Walk<'r> {
    pub fn new(root: &Element, (folder, options): (&'r Path, &'r UrdfOptions)) -> Result<Self, ReadError> {
        let defaults = Defaults::of(root)?;
        let mut builder = Robot::builder(root.attribute("model").unwrap_or("robot"));
        builder = builder.link("world", Vec::new());
        Ok(Walk {
            compiler: Compiler::of(root)?,
            assets: Assets::of(root, &defaults)?,
            defaults,
            contact: Contact::of(root)?,
            meshes: Meshes::new(folder, options),
            builder,
            notes: Notes::default(),
            bodies: vec![BodyFacts { name: "world".into(), weld: 0, weld_parent: 0 }],
            links: Vec::new(),
            planes: Vec::new(),
            link_names: Names(HashSet::from(["world".into()])),
            joint_names: Names::default(),
            values: Vec::new(),
            plain: HashSet::new(),
            couplings: Couplings::default(),
            base: options.base.map(Base::kind).filter(|kind| *kind != JointKind::Fixed),
            options,
        })
    }

    /// The robot of all `<worldbody>` sections, with the joints that constraints couple.
    pub fn robot<'e>(
        mut self,
        root: &Element,
        (notes, constraints): (Notes, impl Iterator<Item = &'e Element>),
    ) -> Result<RobotModel, ReadError> {
        self.notes = notes;
        let place = Place { frame: Pose3::IDENTITY, suffix: String::new(), class: MAIN.into() };
        for world in root.children_named("worldbody") {
            self.geoms_of(world, 0, &place)?;
            self.bodies_of(world, 0, &place)?;
        }
        for constraint in constraints {
            let plain = |name: &str| self.plain.contains(name) && !self.options.ignore_mimic;
            if constraint.name() != "joint" || !self.couplings.add(constraint, plain)? {
                let what = format!("equality constraints <{}> not kept", constraint.name());
                self.notes.add(what, constraint.given_name());
            }
        }
        self.couplings.all().for_each(|(joint, mimic)| self.builder.couple(joint, mimic.clone()));
        let srdf = Srdf { disabled: self.disabled(), states: self.states(root)?, ..Srdf::default() };
        let robot = self.builder.clone().build()?;
        let fixtures = self.planes.iter().map(|plane| self.fixture(plane, &robot)).collect::<Result<_, _>>()?;
        let model = RobotModel { fixtures, notes: self.notes.lines(), ..robot.into() };
        Ok(model.with_srdf(srdf))
    }

    /// The bodies in an element, frames and replicas included.
    fn bodies_of(&mut self, element: &Element, parent: usize, place: &Place) -> Result<(), ReadError> {
        for child in element.children() {
            match child.name() {
                "body" => self.body(child, parent, place)?,
                "frame" => self.bodies_of(child, parent, &self.inner(child, place)?)?,
                "replicate" => {
                    for place in self.replicas(child, place)? {
                        self.bodies_of(child, parent, &place)?;
                    }
                }
                name if READ.contains(&name) || HARMLESS.contains(&name) => {}
                name => {
                    let known = [READ, HARMLESS].concat();
                    return Err(child.refusal(unknown("element", name, &known)));
                }
            }
        }
        Ok(())
    }

    fn body(&mut self, element: &Element, parent: usize, place: &Place) -> Result<(), ReadError> {
        let id = self.bodies.len();
        let name = self.link_names.unused(&suffixed(element, place), &format!("body{id}"));
        let at = compose(&place.frame, &pose(element, &self.compiler)?);
        let class = element.attribute("childclass").unwrap_or(&place.class).to_string();
        let inside = Place { frame: Pose3::IDENTITY, suffix: place.suffix.clone(), class };
        let joints = self.joints_of(element, &inside)?;
        let base = if parent == 0 { self.base_of(element, &joints)? } else { None };
        let weld = if !joints.is_empty() || base.is_some() { id } else { self.bodies[parent].weld };
        self.bodies.push(BodyFacts { name: name.clone(), weld, weld_parent: self.bodies[parent].weld });
        if weld != id {
            self.bodies[id].weld_parent = self.bodies[weld].weld_parent;
        }
        self.join(&name, &self.bodies[parent].name.clone(), (base, at, &joints))?;
        self.geoms_of(element, id, &inside)?;
        self.bodies_of(element, id, &inside)
    }

    /// How a body in the world moves by the options: there must be one body only. A free joint is a floating base.
    fn base_of(&mut self, element: &Element, joints: &[(Element, Place)]) -> Result<Option<JointKind>, ReadError> {
        let Some(Base::Planar | Base::Floating) = self.options.base else { return Ok(None) };
        let Some(kind) = self.base.take() else {
            return Err(element.refusal("base: <worldbody> must have one body, which moves, got another one"));
        };
        let is_free = joints.iter().any(|(joint, _)| kind_of(joint) == Some(JointKind::Floating));
        match kind {
            JointKind::Floating if is_free => Ok(None),
            _ if is_free => Err(element.refusal("base: a body with a free joint cannot have a planar base")),
            kind => Ok(Some(kind)),
        }
    }

    /// The joints of a body in the order of the file, each with where it stands.
    fn joints_of(&self, element: &Element, place: &Place) -> Result<Vec<(Element, Place)>, ReadError> {
        let mut all = Vec::new();
        for child in element.children() {
            match child.name() {
                "joint" => all.push((self.defaults.complete(child, &place.class)?, place.clone())),
                "freejoint" => all.push((child.clone(), place.clone())),
                "frame" => all.extend(self.joints_of(child, &self.inner(child, place)?)?),
                _ => {}
            }
        }
        Ok(all)
    }

    /// Adds the links and joints of a body at a pose of its parent: one link behind each joint, of which the last is
    /// the body's. A base comes first.
    fn join(
        &mut self,
        name: &str,
        parent: &str,
        (base, at, joints): (Option<JointKind>, Pose3<f64>, &[(Element, Place)]),
    ) -> Result<(), ReadError> {
        let mut builder = std::mem::replace(&mut self.builder, Robot::builder(""));
        let (mut from, mut at) = (parent.to_string(), at);
        let is_held = |kind: JointKind| !kind.moves() && self.options.holds();
        let moving = joints.iter().filter(|(joint, _)| kind_of(joint).is_some_and(|kind| !is_held(kind))).count();
        if let Some(kind) = base {
            let joint = self.joint_names.unused(BASE, "");
            let to = if moving == 0 { name.into() } else { self.link_names.unused(&format!("{name}/{joint}"), "") };
            let spec = JointSpec::new(joint, kind, from, &to).axis(Vec3::new(0.0, 0.0, 1.0)).at(at);
            builder = builder.link(&to, Vec::new()).joint(spec);
            (from, at) = (to, Pose3::IDENTITY);
        }
        let mut left = moving;
        for (joint, place) in joints {
            let id = self.values.len();
            let joint_name = self.joint_names.unused(&suffixed(joint, place), &format!("joint{id}"));
            let Some(kind) = kind_of(joint) else {
                return Err(joint.refusal("type: expected \"hinge\", \"slide\", \"ball\" or \"free\""));
            };
            self.values.push(Values { joint: joint_name.clone(), count: joint_numbers(joint), at });
            if !kind.moves() {
                let what = if joint_numbers(joint) == 7 { "free" } else { "ball" };
                let how = if is_held(kind) { "held where the file places their bodies" } else { SEVERAL };
                self.notes.add(format!("{what} joints {how}"), &joint_name);
            }
            if is_held(kind) {
                continue;
            }
            left -= 1;
            let to =
                if left == 0 { name.to_string() } else { self.link_names.unused(&format!("{name}/{joint_name}"), "") };
            if kind.moves() && joint.number("ref")?.unwrap_or(0.0) == 0.0 {
                self.plain.insert(joint_name.clone());
            }
            let spec = self.joint(joint, place, JointSpec::new(&joint_name, kind, &from, &to), &at)?;
            builder = builder.link(&to, Vec::new()).joint(spec);
            (from, at) = (to, Pose3::IDENTITY);
        }
        if moving == 0 && base.is_none() {
            let joint = self.joint_names.unused(&format!("{name}/fixed"), "");
            builder = builder.link(name, Vec::new()).joint(JointSpec::new(joint, JointKind::Fixed, from, name).at(at));
        }
        self.builder = builder;
        Ok(())
    }

    /// A joint about or along an axis through `pos` of the frame that it is written in: with `P` that frame and `T` the
    /// way to `pos`, it moves by `P T R(q − ref) T⁻¹ P⁻¹`.
    fn joint(
        &self,
        element: &Element,
        place: &Place,
        spec: JointSpec,
        at: &Pose3<f64>,
    ) -> Result<JointSpec, ReadError> {
        if spec.kind() == JointKind::Floating {
            return Ok(spec.at(*at));
        }
        let axis = Vec3::from(element.numbers::<3>("axis")?.unwrap_or([0.0, 0.0, 1.0]));
        if axis == Vec3::new(0.0, 0.0, 0.0) {
            return Err(element.refusal("axis: expected a direction, got zero"));
        }
        let turns = spec.kind().turns();
        let value = |angle: f64| if turns { self.compiler.radians(angle) } else { angle };
        let anchor = Vec3::from(element.numbers::<3>("pos")?.unwrap_or_default());
        let anchor = Pose3::from_translation(anchor).map_err(|error| element.refusal(error.to_string()))?;
        let anchor = compose(&place.frame, &anchor);
        let reference = value(element.number("ref")?.unwrap_or(0.0));
        // The builder normalises axes in the same way.
        let unit = clearance::Vector::normalized(axis);
        let back = if reference == 0.0 {
            Pose3::IDENTITY
        } else if turns {
            kinematics::turn(unit, -reference, 0.0)
        } else {
            kinematics::slide(unit, -reference, 0.0)
        };
        let mut spec = spec.axis(axis).at(compose(&compose(at, &anchor), &back));
        if anchor != Pose3::IDENTITY {
            spec = spec.followed_by(anchor.inverse());
        }
        if !spec.kind().moves() {
            return Ok(spec);
        }
        let range = element.numbers::<2>("range")?.map(|range| range.map(value));
        let limited = element.one_of("limited", &["true", "false", "auto"])?;
        match range.filter(|[lower, upper]| lower < upper) {
            Some([lower, upper])
                if limited == Some("true") || (limited != Some("false") && self.compiler.autolimits) =>
            {
                Ok(spec.limited(lower, upper))
            }
            None if limited == Some("true") => Err(element.refusal("range: expected a lower and a higher value")),
            _ => Ok(spec),
        }
    }

    /// Adds the geoms in an element that collide, frames and replicas included, to the links of a body.
    fn geoms_of(&mut self, element: &Element, body: usize, place: &Place) -> Result<(), ReadError> {
        let mut all = Vec::new();
        self.collect_geoms(element, place, &mut all)?;
        // By what they collide with, in the order in which that is first seen.
        let mut groups: Vec<LinkFacts> = Vec::new();
        let mut shapes: Vec<Vec<LinkShape>> = Vec::new();
        for geom in all {
            let partners = self.contact.partners(&geom.name).into_iter().map(String::from).collect::<Vec<_>>();
            let solid = match geom.solid {
                GeomSolid::Plane => {
                    self.planes.push(Plane { body, geom });
                    continue;
                }
                GeomSolid::Shapes(shapes) => shapes,
            };
            let masks = [geom.contype, geom.conaffinity];
            let same = |group: &LinkFacts| group.masks == masks && group.partners == partners;
            let place = groups.iter().position(same).unwrap_or_else(|| {
                let (name, geoms) = (String::new(), Vec::new());
                groups.push(LinkFacts { name, body, masks, geoms, partners });
                shapes.push(Vec::new());
                groups.len() - 1
            });
            groups[place].geoms.push(geom.name);
            shapes[place].extend(solid.at(geom.pose));
        }
        for (mut group, shapes) in groups.into_iter().zip(shapes) {
            let body_name = self.bodies[body].name.clone();
            let taken = self.links.iter().any(|link| link.name == body_name);
            if taken {
                group.name = self.link_names.unused(&body_name, "");
                let joint = self.joint_names.unused(&format!("{}/fixed", group.name), "");
                let joint = JointSpec::new(joint, JointKind::Fixed, body_name, &group.name);
                let builder = std::mem::replace(&mut self.builder, Robot::builder(""));
                self.builder = builder.link(&group.name, shapes).joint(joint);
            } else {
                self.builder.give(&body_name, shapes);
                group.name = body_name;
            }
            self.links.push(group);
        }
        Ok(())
    }

    fn collect_geoms(&mut self, element: &Element, place: &Place, all: &mut Vec<Geom>) -> Result<(), ReadError> {
        for child in element.children() {
            match child.name() {
                "geom" => {
                    let child = self.defaults.complete(child, &place.class)?;
                    let paired = !self.contact.partners(child.given_name()).is_empty();
                    if masks(&child)? == [0, 0] && !paired {
                        continue;
                    }
                    let reading = (&self.compiler, &self.assets, &mut self.meshes);
                    let mut geom = geom(&child, &place.frame, reading, &mut self.notes)?;
                    geom.name += &place.suffix;
                    all.push(geom);
                }
                "frame" => self.collect_geoms(child, &self.inner(child, place)?, all)?,
                "replicate" => {
                    for place in self.replicas(child, place)? {
                        self.collect_geoms(child, &place, all)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Where the elements of a `<frame>` stand.
    fn inner(&self, frame: &Element, place: &Place) -> Result<Place, ReadError> {
        let class = frame.attribute("childclass").unwrap_or(&place.class).to_string();
        Ok(Place { frame: compose(&place.frame, &pose(frame, &self.compiler)?), class, suffix: place.suffix.clone() })
    }

    /// Where the elements of each replica of a `<replicate>` stand: each is moved and turned against the one before.
    fn replicas(&self, element: &Element, place: &Place) -> Result<Vec<Place>, ReadError> {
        let count = element.number("count")?.unwrap_or(1.0);
        if count.fract() != 0.0 || !(1.0..=1e4).contains(&count) {
            return Err(element.refusal(format!("count: expected a whole number from 1 to 10000, got {count}")));
        }
        let renamed = |(name, value): &(String, String)| match name.as_str() {
            "offset" => Some(("pos".to_string(), value.clone())),
            "euler" => Some(("euler".to_string(), value.clone())),
            _ => None,
        };
        let attributes = element.attributes.iter().filter_map(renamed).collect();
        let step = pose(&Element { attributes, ..element.clone() }, &self.compiler)?;
        let (width, separator) = (format!("{count}").len(), element.attribute("sep").unwrap_or(""));
        let mut frame = place.frame;
        let mut all = Vec::new();
        for i in 0..count as usize {
            let suffix = format!("{separator}{i:0width$}{}", place.suffix);
            all.push(Place { frame, suffix, class: place.class.clone() });
            frame = compose(&frame, &step);
        }
        Ok(all)
    }

    /// The pairs of links that do not collide, as rows of an SRDF.
    fn disabled(&self) -> Vec<DisabledPair> {
        let mut rows = Vec::new();
        for (i, a) in self.links.iter().enumerate() {
            for b in &self.links[i + 1..] {
                if let Some(why) = self.contact.why_not([a, b], &self.bodies, self.compiler.filterparent) {
                    rows.push(DisabledPair { links: [a.name.clone(), b.name.clone()], reason: why.into() });
                }
            }
        }
        rows
    }

    /// The configurations of `<keyframe>` as group states.
    fn states(&self, root: &Element) -> Result<Vec<GroupState>, ReadError> {
        let mut states = Vec::new();
        for key in root.children_named("keyframe").flat_map(|keys| keys.children_named("key")) {
            let (Some(name), Some(text)) = (key.attribute("name"), key.attribute("qpos")) else { continue };
            let mut numbers = key.numbers_of("qpos", text)?.into_iter();
            let mut values = Vec::new();
            for of in &self.values {
                let own: Vec<f64> = numbers.by_ref().take(of.count).collect();
                if !self.couplings.follows(&of.joint) {
                    values.extend(of.named(&own));
                }
            }
            states.push(GroupState { name: name.into(), group: String::new(), values });
        }
        Ok(states)
    }

    /// A plane as a body of the world, with the links that it does not collide with.
    fn fixture(&self, plane: &Plane, robot: &Robot) -> Result<Obstacle, ReadError> {
        let body = &self.bodies[plane.body];
        let refused = |what: String| ReadError::new(what).within(format_args!("geom {:?}", plane.geom.name));
        if body.weld != 0 {
            return Err(refused(format!("a plane must be fixed in the world, but a joint moves body {:?}", body.name)));
        }
        let names = [&plane.geom.name, &format!("plane of {}", body.name)];
        let name = if names[0].is_empty() { names[1] } else { names[0] };
        let placement = robot.place(&vec![0.0; robot.dof()])?;
        let link = robot.find_link(&body.name)?;
        let pose = compose(&robot.link_pose(&placement, link), &plane.geom.pose);
        let facts = LinkFacts {
            name: name.clone(),
            body: plane.body,
            masks: [plane.geom.contype, plane.geom.conaffinity],
            geoms: vec![plane.geom.name.clone()],
            partners: self.contact.partners(&plane.geom.name).into_iter().map(String::from).collect(),
        };
        let apart = |link: &&LinkFacts| {
            self.contact.why_not([&facts, link], &self.bodies, self.compiler.filterparent).is_some()
        };
        let rules = self.links.iter().filter(apart).map(|link| LinkRule { link: link.name.clone(), margin: None });
        let half = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).map_err(|error| refused(error.to_string()))?;
        Ok(Obstacle { rules: rules.collect(), ..Obstacle::of(name.clone(), Body::halfspace(half), pose) })
    }
}

/// The name of an element with the suffix of its replica; empty if it has none.
fn suffixed(element: &Element, place: &Place) -> String {
    element.attribute("name").map_or(String::new(), |name| format!("{name}{}", place.suffix))
}

/// How many numbers of a configuration are a joint's in MuJoCo.
fn joint_numbers(joint: &Element) -> usize {
    match joint.attribute("type") {
        _ if joint.name() == "freejoint" => 7,
        Some("free") => 7,
        Some("ball") => 4,
        _ => 1,
    }
}

/// How a joint moves. `None` for an unknown type.
fn kind_of(joint: &Element) -> Option<JointKind> {
    if joint.name() == "freejoint" {
        return Some(JointKind::Floating);
    }
    let limited = joint.attribute("range").is_some() && joint.attribute("limited") != Some("false");
    match joint.attribute("type").unwrap_or("hinge") {
        "hinge" if limited => Some(JointKind::Revolute),
        "hinge" => Some(JointKind::Continuous),
        "slide" => Some(JointKind::Prismatic),
        "ball" => Some(JointKind::Spherical),
        "free" => Some(JointKind::Floating),
        _ => None,
    }
}
