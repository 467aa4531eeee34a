//! The content of an SRDF file: groups, named states, end effectors, and pairs that are not checked.

/// An SRDF file as it is written, by names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Srdf {
    /// Named sets of links and joints.
    pub groups: Vec<Group>,
    /// Named values of joints.
    pub states: Vec<GroupState>,
    /// End effectors.
    pub end_effectors: Vec<EndEffector>,
    /// How the robot moves in the world.
    pub virtual_joints: Vec<VirtualJoint>,
    /// Joints that nothing drives.
    pub passive: Vec<String>,
    /// Pairs of links that are not checked.
    pub disabled: Vec<DisabledPair>,
    /// Pairs that are checked although a rule for one of their links says otherwise.
    pub enabled: Vec<[String; 2]>,
    /// Links of which no pair is checked unless it is enabled.
    pub quiet: Vec<String>,
    /// What the file says and is not kept, one line a kind.
    pub notes: Vec<String>,
}

/// A named set of links and joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Links in it.
    pub links: Vec<String>,
    /// Joints in it.
    pub joints: Vec<String>,
    /// Base and tip link of chains in it.
    pub chains: Vec<[String; 2]>,
    /// Other groups in it.
    pub groups: Vec<String>,
}

/// Named values of the joints of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupState {
    /// Its name.
    pub name: String,
    /// The group that it is for.
    pub group: String,
    /// Joints and their values.
    pub values: Vec<(String, f64)>,
}

/// An end effector.
#[derive(Clone, Debug, PartialEq)]
pub struct EndEffector {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: String,
    /// The link that it is on.
    pub parent_link: String,
}

/// A joint between the world and the robot.
#[derive(Clone, Debug, PartialEq)]
pub struct VirtualJoint {
    /// Its name.
    pub name: String,
    /// Its type: `"fixed"`, `"planar"` or `"floating"`.
    pub kind: String,
    /// What the robot stands on, or moves against.
    pub parent_frame: String,
    /// The link of the robot.
    pub child_link: String,
}

/// A pair of links that is not checked.
#[derive(Clone, Debug, PartialEq)]
pub struct DisabledPair {
    /// The links.
    pub links: [String; 2],
    /// Why, as the file says: `"Adjacent"`, `"Never"`, `"Always"`, `"Default"`, `"User"` or nothing.
    pub reason: String,
}
