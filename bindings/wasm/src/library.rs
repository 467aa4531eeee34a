//! All that was made and not released, and the questions about it.

use clearance::math::OFF_UNIT;
use clearance::shape::Polytope;
use clearance::{Pose3, Rotor3, Vec3};
use clearance_scene::json::{Json, Node};
use clearance_scene::{HeldFiles, MeshFiles, Stage, body};
use clearance_world::{Body, TriangleMesh};

use crate::robot::Arm;
use crate::slots::Slots;

/// A vector.
pub(crate) type Space = Vec3<f64>;

/// What a call is given beside numbers of things: texts and lists of numbers, in the order of the call.
#[derive(Default)]
pub struct Given {
    inputs: std::collections::VecDeque<Vec<u64>>,
    lengths: std::collections::VecDeque<usize>,
}

/// What a call answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The number of a thing.
    Made(i32),
    /// It was done.
    Done,
    /// JSON, or another text.
    Text(String),
    /// Rows of numbers.
    Numbers(Vec<f64>),
}

/// A call's answer or why there is none.
pub(crate) type Answered = Result<Answer, String>;

/// Bodies, scenes, robots and files.
pub struct Library {
    pub(crate) bodies: Slots<Body<Space>>,
    pub(crate) scenes: Slots<Stage<Space>>,
    pub(crate) robots: Slots<Arm>,
    files: Vec<(String, Vec<u8>)>,
    pub(crate) held: HeldFiles,
}

impl Default for Library {
    fn default() -> Self {
        Library {
            bodies: Slots::new("body"),
            scenes: Slots::new("scene"),
            robots: Slots::new("robot"),
            files: Vec::new(),
            held: HeldFiles::default(),
        }
    }
}

impl Given {
    /// Memory for one more input of `bytes` bytes, written by the caller.
    pub fn room(&mut self, bytes: usize) -> &mut [u64] {
        self.lengths.push_back(bytes);
        self.inputs.push_back(vec![0; bytes.div_ceil(8)]);
        self.inputs.back_mut().map_or(&mut [], |input| input.as_mut_slice())
    }

    /// One more input.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        for (word, chunk) in self.room(bytes.len()).iter_mut().zip(bytes.chunks(8)) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            *word = u64::from_le_bytes(eight);
        }
        self
    }

    /// One more input of numbers.
    pub fn numbers(mut self, numbers: &[f64]) -> Self {
        for (word, number) in self.room(8 * numbers.len()).iter_mut().zip(numbers) {
            *word = number.to_bits();
        }
        self
    }

    fn next_bytes(&mut self) -> Result<Vec<u8>, String> {
        let (Some(input), Some(length)) = (self.inputs.pop_front(), self.lengths.pop_front()) else {
            return Err("an input of the call is missing".into());
        };
        let mut bytes: Vec<u8> = input.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(length);
        Ok(bytes)
    }

    pub(crate) fn text(&mut self) -> Result<String, String> {
        String::from_utf8(self.next_bytes()?).map_err(|_| "the text is not valid UTF-8".into())
    }

    pub(crate) fn floats(&mut self) -> Result<Vec<f64>, String> {
        let input = self.inputs.pop_front().ok_or("an input of the call is missing")?;
        self.lengths.pop_front();
        Ok(input.into_iter().map(f64::from_bits).collect())
    }

    fn indices(&mut self) -> Result<Vec<u32>, String> {
        let bytes = self.next_bytes()?;
        Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
    }
}

/// The pose `x y z qw qx qy qz`.
pub(crate) fn pose(numbers: &[f64]) -> Result<Pose3<f64>, String> {
    let [x, y, z, w, i, j, k] = numbers else { return Err(format!("a pose has 7 numbers, got {}", numbers.len())) };
    let length = [w, i, j, k].iter().map(|c| *c * *c).sum::<f64>().sqrt();
    // Not finite fails too.
    if !((length - 1.0).abs() <= OFF_UNIT) {
        return Err(format!("quaternion must be of unit length within {OFF_UNIT:e}, got norm {length}"));
    }
    let rotor = Rotor3::from_wxyz([*w, *i, *j, *k]).map_err(|error| error.to_string())?;
    Pose3::new(rotor, Vec3::new(*x, *y, *z)).map_err(|error| error.to_string())
}

/// Points of three numbers each.
fn points(numbers: &[f64]) -> Result<Vec<Space>, String> {
    match numbers.len() % 3 {
        0 => Ok(numbers.chunks_exact(3).map(|p| Vec3::new(p[0], p[1], p[2])).collect()),
        _ => Err(format!("points have 3 coordinates each, got {} numbers", numbers.len())),
    }
}

impl Library {
    /// Where meshes of JSON come from.
    pub(crate) fn mesh_files(&self) -> MeshFiles {
        MeshFiles::held(self.held.clone())
    }

    /// Holds a file for bodies, scenes and robots that are made after it; one of its name is replaced. Inputs: name,
    /// contents.
    pub fn hold(&mut self, mut given: Given) -> Answered {
        let (name, bytes) = (given.text()?, given.next_bytes()?);
        self.files.retain(|(known, _)| *known != name);
        self.files.push((name, bytes));
        self.held = HeldFiles::new(self.files.iter().map(|(name, bytes)| (name, bytes.clone())));
        Ok(Answer::Done)
    }

    /// Forgets all files.
    pub fn forget_files(&mut self) -> Answered {
        self.files.clear();
        self.held = HeldFiles::default();
        Ok(Answer::Done)
    }

    /// A body from the JSON of its shape. Input: the text.
    pub fn body(&mut self, mut given: Given) -> Answered {
        let text = given.text()?;
        let tree = Json::parse(&text).map_err(|error| error.to_string())?;
        let made = body(&Node::root(&tree, ""), &self.mesh_files()).map_err(|error| error.to_string())?;
        Ok(Answer::Made(self.bodies.put(made)))
    }

    /// The convex hull of points. Input: three numbers a point.
    pub fn hull(&mut self, mut given: Given) -> Answered {
        let hull = Polytope::new(&points(&given.floats()?)?).map_err(|error| error.to_string())?;
        Ok(Answer::Made(self.bodies.put(Body::new(hull))))
    }

    /// Triangles as they are: a surface, and a solid if it is closed. Inputs: three numbers a vertex, three indices a
    /// triangle.
    pub fn mesh(&mut self, mut given: Given) -> Answered {
        let vertices = points(&given.floats()?)?;
        let indices = given.indices()?;
        if indices.len() % 3 != 0 {
            return Err(format!("triangles have 3 vertices each, got {} indices", indices.len()));
        }
        let triangles: Vec<[u32; 3]> = indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
        let mesh = TriangleMesh::new(&vertices, &triangles).map_err(|error| error.to_string())?;
        Ok(Answer::Made(self.bodies.put(Body::mesh(mesh))))
    }

    /// Whether a body has an inside, 1 or 0: all but meshes that are not closed and oriented.
    pub fn is_solid(&mut self, body: i32) -> Answered {
        Ok(Answer::Made(i32::from(!self.bodies.get(body)?.is_surface())))
    }

    /// Forgets a body.
    pub fn release_body(&mut self, body: i32) -> Answered {
        self.bodies.release(body).map(|()| Answer::Done)
    }

    /// Forgets a scene.
    pub fn release_scene(&mut self, scene: i32) -> Answered {
        self.scenes.release(scene).map(|()| Answer::Done)
    }

    /// Forgets a robot.
    pub fn release_robot(&mut self, robot: i32) -> Answered {
        self.robots.release(robot).map(|()| Answer::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_arrive_as_they_were_given_in_their_order() {
        let mut given =
            Given::default().bytes(b"seven b").numbers(&[1.5, -0.0]).bytes(&[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
        assert_eq!(given.text().unwrap(), "seven b");
        assert_eq!(given.floats().unwrap(), [1.5, -0.0]);
        assert_eq!(given.indices().unwrap(), [1, 2, 3]);
        assert_eq!(given.text().unwrap_err(), "an input of the call is missing");
    }

    #[test]
    fn what_cannot_be_made_says_why() {
        let mut library = Library::default();
        let mut refused = |given: Given| library.hull(given).unwrap_err();
        assert_eq!(refused(Given::default().numbers(&[1.0, 2.0])), "points have 3 coordinates each, got 2 numbers");
        assert!(refused(Given::default().numbers(&[f64::NAN, 0.0, 0.0])).contains("finite"));
        let text = br#"{"kind": "shpere", "radius": 1}"#;
        let error = library.body(Given::default().bytes(text)).unwrap_err();
        assert!(error.contains("did you mean \"sphere\"?"), "{error}");
        let error = library.body(Given::default().bytes(br#"{"kind": "mesh", "file": "cup.stl"}"#)).unwrap_err();
        assert!(error.ends_with("\"cup.stl\" is not among the given files: none"), "{error}");
    }
}
