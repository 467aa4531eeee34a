//! Groups: the joints that move while all others stand still.

use clearance_world::hint;

use super::base::is_of;
use super::robot::Robot;
use super::srdf::{Group, Srdf};
use crate::error::RobotError;

/// The joints of a robot that move while all others stand still: an arm without its gripper, one arm of two.
///
/// [`Workcell::with_group`](crate::Workcell::with_group) makes plans, inverse kinematics and regions move them only.
/// Configurations stay whole: what is not in the group stands where it starts.
///
/// ```
/// use clearance_robot::{JointKind, JointSpec, Robot};
/// let joint = |name, parent, child| JointSpec::new(name, JointKind::Continuous, parent, child);
/// let robot = Robot::builder("arm").link("base", vec![]).link("upper", vec![]).link("hand", vec![]);
/// let robot = robot.joint(joint("turn", "base", "upper")).joint(joint("grip", "upper", "hand")).build().unwrap();
/// let group = robot.group("turn").unwrap();
/// assert_eq!(group.whole(&[0.5], &[0.0, 0.02]), [0.5, 0.02]);
/// let twice = robot.group("turn,0").unwrap_err().to_string();
/// assert_eq!(twice, "group \"turn,0\": \"0\" names joint \"turn\", which is in the group already");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct JointGroup {
    name: String,
    variables: Vec<usize>,
}

impl JointGroup {
    /// Its name, as it was asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The places of its values in a configuration, in the order in which lists of its values are.
    pub fn variables(&self) -> &[usize] {
        &self.variables
    }

    /// Whether it moves a value of a configuration.
    pub fn moves(&self, variable: usize) -> bool {
        self.variables.contains(&variable)
    }

    /// The values of its joints in a configuration.
    pub fn values(&self, q: &[f64]) -> Vec<f64> {
        self.variables.iter().map(|&variable| q[variable]).collect()
    }

    /// A configuration with values of its joints, and all others of another configuration.
    pub fn whole(&self, values: &[f64], others: &[f64]) -> Vec<f64> {
        let mut q = others.to_vec();
        self.variables.iter().zip(values).for_each(|(&variable, value)| q[variable] = *value);
        q
    }
}

impl Robot {
    /// The group of a text: names of groups of the SRDF or of joints, or places of values in a configuration, with
    /// commas between them. The name of a base or of another joint of several values means all of these. A list of the
    /// values of a group has them in the order of the robot, those of joints named one by one as they are named.
    ///
    /// Refuses a name that is neither, a joint that is named twice, passive joints, and a group that moves no joint.
    pub fn group(&self, text: &str) -> Result<JointGroup, RobotError> {
        self.group_of(text).map_err(|error| error.within(format_args!("group {text:?}")))
    }

    fn group_of(&self, text: &str) -> Result<JointGroup, RobotError> {
        let mut variables: Vec<usize> = Vec::new();
        for word in text.split(',').map(str::trim) {
            for variable in self.variables_of(word)? {
                if variables.contains(&variable) {
                    let joint = self.variable_name(variable);
                    let what = format!("{word:?} names joint {joint:?}, which is in the group already");
                    return Err(RobotError::new(what));
                }
                variables.push(variable);
            }
        }
        Ok(JointGroup { name: text.into(), variables })
    }

    /// The joints that move unless a group says otherwise: all but the passive ones of the SRDF. `None` without such.
    pub(crate) fn driven(&self) -> Option<JointGroup> {
        let variables: Vec<usize> = (0..self.dof()).filter(|&variable| !self.is_passive(variable)).collect();
        (variables.len() < self.dof()).then(|| JointGroup { name: "joints that are not passive".into(), variables })
    }

    /// Whether the SRDF says that nothing drives the joint of a value.
    fn is_passive(&self, variable: usize) -> bool {
        let name = self.variable_name(variable);
        self.srdf().is_some_and(|srdf| srdf.passive.iter().any(|passive| is_of(name, passive)))
    }

    /// The name of the joint of a value.
    pub(crate) fn variable_name(&self, variable: usize) -> &str {
        &self.joints()[self.variables()[variable]].name
    }

    /// The values that a word names.
    fn variables_of(&self, word: &str) -> Result<Vec<usize>, RobotError> {
        if let Some(srdf) = self.srdf()
            && srdf.groups.iter().any(|group| group.name == word)
        {
            return self.variables_of_group(srdf, word);
        }
        let joints = self.joints_called(word);
        let place = || word.parse().ok().filter(|&place| place < self.dof()).ok_or_else(|| self.no_group(word));
        let variables = match joints[..] {
            [] => vec![place()?],
            _ => joints.into_iter().map(|joint| self.variable_of(joint)).collect::<Result<_, _>>()?,
        };
        match variables.iter().find(|&&variable| self.is_passive(variable)) {
            Some(&passive) => Err(RobotError::new(format!("joint {:?} is passive", self.variable_name(passive)))),
            None => Ok(variables),
        }
    }

    /// The value of a joint that was named.
    fn variable_of(&self, joint: usize) -> Result<usize, RobotError> {
        let own = self.variables().iter().position(|&other| other == joint);
        own.ok_or_else(|| {
            let joint = &self.joints()[joint];
            RobotError::new(match &joint.mimic {
                Some(mimic) => format!("joint {:?} follows {:?}: name that one", joint.name, mimic.joint),
                None => format!("joint {:?} does not move", joint.name),
            })
        })
    }

    fn no_group(&self, word: &str) -> RobotError {
        let groups: Vec<&str> =
            self.srdf().map_or(Vec::new(), |srdf| srdf.groups.iter().map(|group| group.name.as_str()).collect());
        let joints = (0..self.dof()).map(|variable| self.variable_name(variable));
        let known: Vec<&str> = groups.iter().copied().chain(joints).collect();
        let there = match groups[..] {
            [] => "the robot has no groups (an SRDF gives them)".to_string(),
            _ => format!("there are {}", groups.join(", ")),
        };
        RobotError::new(format!("neither a group nor a joint is named {word:?}{}; {there}", hint(word, &known)))
    }

    /// The values that move by a group of the SRDF, in the order of the robot.
    fn variables_of_group(&self, srdf: &Srdf, name: &str) -> Result<Vec<usize>, RobotError> {
        let mut joints = vec![false; self.joints().len()];
        self.mark_group(srdf, name, &mut Vec::new(), &mut joints)?;
        let moves = |&variable: &usize| joints[self.variables()[variable]] && !self.is_passive(variable);
        let variables: Vec<usize> = (0..self.dof()).filter(moves).collect();
        if variables.is_empty() {
            let marked =
                (0..joints.len()).filter(|&joint| joints[joint]).map(|joint| self.joints()[joint].name.as_str());
            let marked: Vec<&str> = marked.collect();
            let of = if marked.is_empty() { "it has none".into() } else { format!("it has {}", marked.join(", ")) };
            let what = "moves no joint: fixed, passive and mimicking ones do not move by themselves";
            return Err(RobotError::new(format!("{what}, and {of}")));
        }
        Ok(variables)
    }

    /// Marks the joints of a group and of its subgroups. A link is there for the joint that moves it.
    fn mark_group<'s>(
        &self,
        srdf: &'s Srdf,
        name: &'s str,
        above: &mut Vec<&'s str>,
        joints: &mut [bool],
    ) -> Result<(), RobotError> {
        if above.contains(&name) {
            return Err(RobotError::new(format!("group {name:?} of the SRDF holds itself")));
        }
        above.push(name);
        let mut found = srdf.groups.iter().filter(|group| group.name == name).peekable();
        if found.peek().is_none() {
            return Err(RobotError::new(format!("the SRDF has no group {name:?}, which another one holds")));
        }
        for group in found {
            self.mark_own(group, joints)?;
            group.groups.iter().try_for_each(|inner| self.mark_group(srdf, inner, above, joints))?;
        }
        above.pop();
        Ok(())
    }

    /// Marks the joints, the links and the chains of a group itself.
    fn mark_own(&self, group: &Group, joints: &mut [bool]) -> Result<(), RobotError> {
        let here = |error: RobotError| error.within(format_args!("group {:?} of the SRDF", group.name));
        for name in &group.joints {
            let none = || {
                let names: Vec<&str> = self.joints().iter().map(|joint| joint.name.as_str()).collect();
                RobotError::new(format!("no joint is named {name:?}{}", hint(name, &names)))
            };
            let called = self.joints_called(name);
            called.first().ok_or_else(none).map_err(here)?;
            called.into_iter().for_each(|joint| joints[joint] = true);
        }
        for name in &group.links {
            let link = self.find_link(name).map_err(here)?;
            self.links()[link].parent.into_iter().for_each(|joint| joints[joint] = true);
        }
        for [base, tip] in &group.chains {
            let ends = [self.find_link(base).map_err(here)?, self.find_link(tip).map_err(here)?];
            self.joints_between(ends).into_iter().for_each(|joint| joints[joint] = true);
        }
        Ok(())
    }

    /// The joints on the way from one link to another, over the last link that both hang on.
    fn joints_between(&self, ends: [usize; 2]) -> Vec<usize> {
        let up = |link: usize| {
            let above = |joint: &usize| self.links()[self.joints()[*joint].parent].parent;
            core::iter::successors(self.links()[link].parent, above).collect::<Vec<usize>>()
        };
        let [a, b] = ends.map(up);
        let only = |one: &[usize], other: &[usize]| {
            one.iter().copied().filter(|joint| !other.contains(joint)).collect::<Vec<usize>>()
        };
        [only(&a, &b), only(&b, &a)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::joint::{JointKind, JointSpec, Mimic};

    /// Two arms of two joints on a body, each with a finger that another one follows.
    fn two_arms() -> Robot {
        let mut builder = Robot::builder("r").link("body", vec![]);
        for side in ["left", "right"] {
            let name = |what: &str| format!("{side}_{what}");
            let joint = |what: &str, kind, parent: String| {
                JointSpec::new(name(what), kind, parent, name(&(what.to_string() + "_link")))
            };
            for link in ["shoulder", "elbow", "finger", "thumb", "tool"] {
                builder = builder.link(name(&format!("{link}_link")), vec![]);
            }
            let follows = Mimic { joint: name("finger"), multiplier: 1.0, offset: 0.0 };
            builder = builder
                .joint(joint("shoulder", JointKind::Continuous, "body".into()))
                .joint(joint("elbow", JointKind::Continuous, name("shoulder_link")))
                .joint(joint("finger", JointKind::Prismatic, name("elbow_link")))
                .joint(joint("thumb", JointKind::Prismatic, name("elbow_link")).mimicking(follows))
                .joint(joint("tool", JointKind::Fixed, name("elbow_link")));
        }
        builder.build().unwrap()
    }

    fn group(name: &str) -> Group {
        Group { name: name.into(), ..Group::default() }
    }

    fn with(groups: Vec<Group>, passive: &[&str]) -> Robot {
        let passive = passive.iter().map(|name| name.to_string()).collect();
        two_arms().with_srdf(Srdf { groups, passive, ..Srdf::default() })
    }

    fn variables(robot: &Robot, text: &str) -> Vec<usize> {
        robot.group(text).unwrap().variables().to_vec()
    }

    #[test]
    fn groups_are_of_joints_links_chains_and_groups() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<String>>();
        let robot = with(
            vec![
                Group { joints: names(&["left_elbow", "left_shoulder", "left_thumb"]), ..group("left") },
                Group { links: names(&["right_elbow_link"]), ..group("elbow") },
                Group { chains: vec![["body".into(), "right_tool_link".into()]], ..group("right") },
                Group { chains: vec![["left_tool_link".into(), "right_elbow_link".into()]], ..group("across") },
                Group { groups: names(&["left", "elbow"]), ..group("some") },
            ],
            &[],
        );
        assert_eq!(variables(&robot, "left"), [0, 1]);
        assert_eq!(variables(&robot, "elbow"), [4]);
        assert_eq!(variables(&robot, "right"), [3, 4]);
        assert_eq!(variables(&robot, "across"), [0, 1, 3, 4]);
        assert_eq!(variables(&robot, "some"), [0, 1, 4]);
        assert_eq!(variables(&robot, "right, left"), [3, 4, 0, 1]);
        assert_eq!(variables(&robot, "right_finger,1"), [5, 1]);
    }

    #[test]
    fn passive_joints_do_not_move() {
        let arm = Group { chains: vec![["body".into(), "left_elbow_link".into()]], ..group("arm") };
        let robot = with(vec![arm], &["left_shoulder", "somebody_elses"]);
        assert_eq!(variables(&robot, "arm"), [1]);
        assert_eq!(robot.driven().unwrap().variables(), [1, 2, 3, 4, 5]);
        assert_eq!(two_arms().driven(), None);
        let named = robot.group("left_elbow,left_shoulder").unwrap_err().to_string();
        assert_eq!(named, "group \"left_elbow,left_shoulder\": joint \"left_shoulder\" is passive");
    }

    #[test]
    fn what_is_no_group_is_refused_by_name() {
        let names = |name: &str| vec![name.to_string()];
        let robot = with(
            vec![
                group("none"),
                Group { joints: names("left_tool"), ..group("tool") },
                Group { joints: names("left_elbw"), ..group("typing") },
                Group { groups: names("ring"), ..group("ring") },
                Group { groups: names("missing"), ..group("outer") },
                Group { joints: names("left_elbow"), ..group("elbow") },
            ],
            &[],
        );
        let refused = |text: &str| robot.group(text).unwrap_err().to_string();
        assert_eq!(
            refused("elbwo"),
            "group \"elbwo\": neither a group nor a joint is named \"elbwo\" (did you mean \"elbow\"?); there are none, \
             tool, typing, ring, outer, elbow"
        );
        let still = "moves no joint: fixed, passive and mimicking ones do not move by themselves";
        assert_eq!(refused("none"), format!("group \"none\": {still}, and it has none"));
        assert_eq!(refused("tool"), format!("group \"tool\": {still}, and it has left_tool"));
        assert_eq!(
            refused("typing"),
            "group \"typing\", group \"typing\" of the SRDF: no joint is named \"left_elbw\" (did you mean \"left_elbow\"?)"
        );
        assert_eq!(refused("ring"), "group \"ring\": group \"ring\" of the SRDF holds itself");
        assert_eq!(refused("outer"), "group \"outer\": the SRDF has no group \"missing\", which another one holds");
        assert_eq!(
            refused("elbow,left_elbow"),
            "group \"elbow,left_elbow\": \"left_elbow\" names joint \"left_elbow\", which is in the group already"
        );
        assert_eq!(
            refused("left_thumb"),
            "group \"left_thumb\": joint \"left_thumb\" follows \"left_finger\": name that one"
        );
        assert_eq!(refused("right_tool"), "group \"right_tool\": joint \"right_tool\" does not move");
        assert!(
            two_arms().group("arm").unwrap_err().to_string().ends_with("the robot has no groups (an SRDF gives them)")
        );
    }
}
