//! Planning scenes of MoveIt as text (`.scene`), as its `saveGeometryToStream` and RViz write them.
//!
//! A name, then for each object `* ID`, its pose, the count of its shapes, and for each its kind, its sizes, its pose
//! in the object and a colour; then subframes; and a `.` at the end. Files of MoveIt before 1.1 have no poses of
//! objects and no subframes: there the line below an ID is the count. A pose is x y z and a quaternion x y z w, in 6
//! digits.

use clearance::{Pose3, Rotor3, Vec3};

use super::written::{WrittenBody, dict, list};
use crate::error::ReadError;
use crate::json::Json;

/// How far quaternions may be from length 1: 6 digits err by less than this.
const OFF_UNIT: f64 = 1e-4;

/// The scene in JSON, and notes of what is not as the file says.
pub(super) fn scene(text: &str) -> Result<(Json, Vec<String>), ReadError> {
    let mut words = Words { rest: text, line: 1 };
    // The name of the scene.
    words.line();
    let has_poses = text.lines().skip_while(|line| !line.starts_with('*')).nth(1).is_some_and(|line| {
        // An older file has one number there.
        line.split_whitespace().count() > 1
    });
    let (mut bodies, mut notes) = (Vec::new(), Notes::default());
    loop {
        match words.word("\"*\" or \".\"")? {
            "." => break,
            "*" => {
                let id = words.line().trim().to_string();
                if id.is_empty() {
                    return Err(words.refusal("expected the name of an object behind \"*\", got none"));
                }
                let own = object(&mut words, has_poses, (&id, &mut notes));
                bodies.push(own.map_err(|error| error.within(format_args!("object {id:?}")))?);
            }
            other => return Err(words.refusal(format!("expected \"*\" or \".\", got {other:?}"))),
        }
    }
    Ok((WrittenBody::scene(bodies), notes.lines()))
}

/// What is not as a file says.
#[derive(Default)]
struct Notes {
    subframes: usize,
    planes: usize,
}

impl Notes {
    fn lines(&self) -> Vec<String> {
        let subframes = (self.subframes > 0).then(|| format!("{} subframes ignored", self.subframes));
        let planes = (self.planes > 0).then(|| format!("{} planes are solid below", self.planes));
        subframes.into_iter().chain(planes).collect()
    }
}

fn object(words: &mut Words, has_poses: bool, (id, notes): (&str, &mut Notes)) -> Result<WrittenBody, ReadError> {
    let pose = if has_poses { words.pose()? } else { Pose3::IDENTITY };
    let count = words.count("the number of shapes")?;
    let mut parts = Vec::new();
    for _ in 0..count {
        parts.push((shape(words, notes)?, words.pose()?));
        words.numbers::<4>("a colour")?;
    }
    if has_poses {
        let subframes = words.count("the number of subframes")?;
        notes.subframes += subframes;
        for _ in 0..subframes {
            words.word("the name of a subframe")?;
            words.pose()?;
        }
    }
    Ok(WrittenBody { name: id.into(), pose, parts })
}

/// A shape as JSON has it.
fn shape(words: &mut Words, notes: &mut Notes) -> Result<Json, ReadError> {
    let kind = words.word("a kind of shape")?;
    let named = |kind: &str| ("kind", Json::Text(kind.into()));
    Ok(match kind {
        "sphere" => {
            let [radius] = words.sizes("the radius of a sphere")?;
            dict([named(kind), ("radius", Json::Number(radius))])
        }
        "box" => {
            let half = words.sizes::<3>("the sides of a box")?.map(|side| 0.5 * side);
            dict([named(kind), ("half_extents", list(&half))])
        }
        "cylinder" | "cone" => {
            let [radius, length] = words.sizes("radius and length")?;
            let [radius, half_length] = [radius, 0.5 * length].map(Json::Number);
            dict([named(kind), ("radius", radius), ("half_length", half_length), ("axis", Json::Text("z".into()))])
        }
        "plane" => {
            // a x + b y + c z + d = 0.
            let [a, b, c, d] = words.numbers("the four numbers of a plane")?;
            notes.planes += 1;
            dict([named("halfspace"), ("normal", list(&[a, b, c])), ("offset", Json::Number(-d))])
        }
        "mesh" => {
            let (vertices, triangles) =
                (words.count("the number of vertices")?, words.count("the number of triangles")?);
            let rows = |words: &mut Words, count: usize, what: &str| {
                let all: Result<_, ReadError> = (0..count).map(|_| Ok(list(&words.numbers::<3>(what)?))).collect();
                all.map(Json::List)
            };
            let vertices = rows(words, vertices, "a vertex")?;
            dict([named(kind), ("vertices", vertices), ("triangles", rows(words, triangles, "a triangle")?)])
        }
        other => {
            let expected = "\"sphere\", \"box\", \"cylinder\", \"cone\", \"plane\" or \"mesh\"";
            return Err(words.refusal(format!("expected {expected}, got {other:?}")));
        }
    })
}

/// The words of a text, with the line of the last one.
struct Words<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Words<'t> {
    fn refusal(&self, what: impl Into<String>) -> ReadError {
        ReadError::new(what).within(format_args!("line {}", self.line))
    }

    fn skip(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// The rest of the line.
    fn line(&mut self) -> &'t str {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.skip(end)
    }

    fn word(&mut self, what: &str) -> Result<&'t str, ReadError> {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.skip(blanks);
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.refusal(format!("expected {what}, got the end of the file")));
        }
        Ok(self.skip(end))
    }

    fn numbers<const N: usize>(&mut self, what: &str) -> Result<[f64; N], ReadError> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            let word = self.word(what)?;
            let read = word.parse().ok().filter(|value: &f64| value.is_finite());
            *number = read.ok_or_else(|| self.refusal(format!("expected {what}, a finite number, got {word:?}")))?;
        }
        Ok(numbers)
    }

    fn sizes<const N: usize>(&mut self, what: &str) -> Result<[f64; N], ReadError> {
        let sizes = self.numbers::<N>(what)?;
        match sizes.iter().find(|size| **size < 0.0) {
            Some(size) => Err(self.refusal(format!("{what} must not be negative, got {size}"))),
            None => Ok(sizes),
        }
    }

    fn count(&mut self, what: &str) -> Result<usize, ReadError> {
        let word = self.word(what)?;
        word.parse().map_err(|_| self.refusal(format!("expected {what}, a whole number, got {word:?}")))
    }

    fn pose(&mut self) -> Result<Pose3<f64>, ReadError> {
        let at = Vec3::from(self.numbers::<3>("a position")?);
        let [x, y, z, w] = self.numbers("a quaternion x y z w")?;
        let length = (x * x + y * y + z * z + w * w).sqrt();
        if !((length - 1.0).abs() <= OFF_UNIT) {
            let what = format!("expected a quaternion x y z w of length 1 within {OFF_UNIT}, got length {length}");
            return Err(self.refusal(what));
        }
        let pose = Rotor3::from_wxyz([w, x, y, z]).and_then(|turn| Pose3::new(turn, at));
        pose.map_err(|error| self.refusal(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::read::scene_of;
    use crate::{MeshFiles, SceneFile};
    use clearance::Vector;
    use clearance_world::Body;

    /// A scene with poses of objects, as MoveIt 2 writes it.
    const NEW: &str = "(noname)+\n* table top\n0.5 0 0.25\n0 0 0.707107 0.707107\n2\nbox\n1 0.5 0.05\n0 0 0.2\n0 0 0 1\n0 0 0 0\n\
        cylinder\n0.05 0.4\n0 0 0\n0 0 0 1\n1 0 0 1\n1\ncorner\n0 0 0\n0 0 0 1\n* ball\n0 1 0\n0 0 0 1\n1\nsphere\n0.125\n0 0 1\n0 0 0 1\n\
        0 0 0 0\n0\n* wedge\n0 0 0\n0 0 0 1\n2\nmesh\n4 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 2 1\n0 1 3\n0 3 2\n1 2 3\n0 0 2\n0 0 0 1\n0 0 0 0\n\
        plane\n0 0 1 0.5\n0 0 0\n0 0 0 1\n0 0 0 0\n0\n.\n";

    /// A scene without, as MoveIt 1.0 wrote it.
    const OLD: &str = "scene\n* hat\n1\ncone\n0.1 0.5\n1 2 3\n0 0 0 1\n0 0 0 0\n.\n";

    fn read(text: &str) -> Result<SceneFile<Vec3<f64>>, ReadError> {
        scene_of(text, &MeshFiles::relative_to(""), &[])?.into_space()
    }

    #[test]
    fn both_forms_are_read_with_their_poses() {
        let scene = read(NEW).unwrap();
        let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
        assert_eq!(names, ["table top", "ball", "wedge", "wedge:2"]);
        assert_eq!(scene.notes, ["1 subframes ignored", "1 planes are solid below"]);
        let at = |i: usize| scene.bodies[i].placed().unwrap().1;
        // A quarter turn about z.
        let corner = at(0).point(Vec3::new(0.5, 0.0, 0.2));
        assert!((corner - Vec3::new(0.5, 0.5, 0.45)).norm() < 1e-12, "{corner:?}");
        assert_eq!(<[f64; 3]>::from(at(1).translation()), [0.0, 1.0, 1.0]);
        // The mesh is a solid: its triangles are as they are written.
        assert!(matches!(scene.bodies[0].body, Body::Compound(_)) && !scene.bodies[2].body.is_surface());
        assert_eq!(<[f64; 3]>::from(at(2).translation()), [0.0, 0.0, 2.0]);
        let hat = read(OLD).unwrap();
        assert_eq!(<[f64; 3]>::from(hat.bodies[0].placed().unwrap().1.translation()), [1.0, 2.0, 3.0]);
        assert!(hat.notes.is_empty());
        assert_eq!(read("empty\n.\n").unwrap().bodies.len(), 0);
    }

    #[test]
    fn mistakes_are_named_by_line_and_object() {
        let refused = |from: &str, to: &str| {
            assert!(NEW.contains(from));
            read(&NEW.replace(from, to)).unwrap_err().to_string()
        };
        assert_eq!(
            refused("1 0.5 0.05", "1 x 0.05"),
            "object \"table top\", line 7: expected the sides of a box, a finite number, got \"x\""
        );
        assert_eq!(
            refused("sphere\n0.125", "sphere\n-1"),
            "object \"ball\", line 25: the radius of a sphere must not be negative, got -1"
        );
        assert!(refused("sphere\n", "ball\n").starts_with("object \"ball\", line 24: expected \"sphere\", \"box\""));
        assert!(refused("0 0 0.707107 0.707107", "0 0 0.7 0.8").contains("of length 1 within 0.0001, got length 1.06"));
        assert!(refused("\n.\n", "\n").ends_with("expected \"*\" or \".\", got the end of the file"));
        assert!(refused("4 4\n", "4 9\n").starts_with("object \"wedge\", line"));
        assert!(refused("1 2 3\n0 0 2", "1 2 7\n0 0 2").contains("expected a vertex from 0 to 3, got 7"));
    }
}
