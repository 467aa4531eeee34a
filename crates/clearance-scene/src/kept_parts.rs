//! Decompositions kept beside their meshes, by content.
//!
//! The parts of `folder/cup.obj` are kept in `folder/.clearance/`, in a file named by a digest of all that they depend
//! on: the version of the decomposition, the vertices and triangles as they are decomposed, and the options. A mesh
//! that changes has another digest, so what is kept is never out of date. A file begins with the digest of its own
//! text, is written under a name of its own and then renamed: another run sees all of it or nothing. Where a file
//! cannot be read or written, the mesh is decomposed as if none were kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clearance::{ShapeError, Vec3};
use clearance_world::{DecomposeOptions, Decomposition, TriangleMesh, decompose};
use serde::{Deserialize, Serialize};

use clearance_world::sha256;

/// Convex parts by their corners.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parts {
    /// The corners of each.
    pub corners: Vec<Vec<[f64; 3]>>,
    /// No point of the parts is farther from the mesh, proven.
    pub error: f64,
}

impl Parts {
    /// The parts of a mesh, as they are kept in a folder or, if there are none, made and kept there.
    pub fn of(
        mesh: &TriangleMesh<Vec3<f64>>,
        options: &DecomposeOptions,
        folder: Option<&Path>,
    ) -> Result<Self, ShapeError> {
        let Some(folder) = folder else { return Ok(Parts::from(decompose(mesh, options)?)) };
        let key = key(mesh, options);
        if let Some(known) = read(&file(folder, &key)) {
            return Ok(known);
        }
        let made = Parts::from(decompose(mesh, options)?);
        write(folder, &key, &made);
        Ok(made)
    }
}

impl From<Decomposition> for Parts {
    fn from(found: Decomposition) -> Self {
        let corners = |part: &clearance::hull::Hull<Vec3<f64>>| part.points().iter().map(|&p| p.into()).collect();
        Parts { corners: found.parts.iter().map(corners).collect(), error: found.error.upper }
    }
}

/// Where the decompositions of a mesh file are kept; none if the environment has `CLEARANCE_CACHE=off`.
pub(crate) fn folder(mesh: &Path) -> Option<PathBuf> {
    let off = std::env::var_os("CLEARANCE_CACHE").is_some_and(|value| value == "off");
    (!off).then(|| mesh.parent().unwrap_or(Path::new("")).join(".clearance"))
}

/// All that parts depend on, in a digest.
fn key(mesh: &TriangleMesh<Vec3<f64>>, options: &DecomposeOptions) -> String {
    let mut bytes = format!("clearance, parts of a mesh, version {}\n", Decomposition::VERSION).into_bytes();
    let mut number = |number: u64| bytes.extend(number.to_le_bytes());
    number(options.error.to_bits());
    number(options.max_parts as u64);
    number(mesh.vertices().len() as u64);
    for vertex in mesh.vertices() {
        [vertex.x, vertex.y, vertex.z].into_iter().for_each(|x| number(x.to_bits()));
    }
    mesh.triangles().as_flattened().iter().for_each(|&corner| number(corner.into()));
    sha256(&bytes)
}

fn file(folder: &Path, key: &str) -> PathBuf {
    folder.join(format!("{key}.parts"))
}

/// What a file holds, if that is what was written.
fn read(path: &Path) -> Option<Parts> {
    let text = fs::read_to_string(path).ok()?;
    let (digest, body) = text.split_once('\n')?;
    if sha256(body.as_bytes()) == digest { serde_json::from_str(body).ok() } else { None }
}

/// Keeps parts where that is possible.
fn write(folder: &Path, key: &str, parts: &Parts) {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let Ok(body) = serde_json::to_string(parts) else { return };
    let own = format!(".{}-{}.part", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let own = folder.join(own);
    let text = format!("{}\n{body}", sha256(body.as_bytes()));
    // It may be there.
    let _ = fs::create_dir(folder);
    if fs::write(&own, text).and_then(|()| fs::rename(&own, file(folder, key))).is_err() {
        let _ = fs::remove_file(&own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Vector;

    /// Two boxes that make an L, of which the second is `high`.
    fn angle(high: f64) -> TriangleMesh<Vec3<f64>> {
        let mut vertices = Vec::new();
        let mut triangles = Vec::new();
        for [low, up] in [[[0.0; 3], [4.0, 1.0, 1.0]], [[0.0, 0.0, 1.0], [1.0, 1.0, high]]] {
            let first = vertices.len() as u32;
            let corner = |i: usize| Vec3::from_fn(|k| if i >> k & 1 == 1 { up[k] } else { low[k] });
            vertices.extend((0..8).map(corner));
            let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
            for [a, b, c, d] in faces {
                triangles.extend([[a, b, c], [a, c, d]].map(|t: [u32; 3]| t.map(|corner| corner + first)));
            }
        }
        TriangleMesh::new(&vertices, &triangles).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let Ok(list) = fs::read_dir(folder) else { return Vec::new() };
        list.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Parts that are kept are found as long as the version is the same, so other parts need another version.
    #[test]
    fn the_version_of_the_decomposition_stands_for_its_parts() {
        let mut text = String::new();
        for mesh in [angle(4.0), angle(2.5)] {
            for max_parts in [1, 8] {
                let found = Parts::of(&mesh, &DecomposeOptions { error: 0.01, max_parts }, None).unwrap();
                text += &serde_json::to_string(&found).unwrap();
            }
        }
        let recorded = (2, "6dc57aecee64491a");
        let found = (Decomposition::VERSION, &sha256(text.as_bytes())[..16]);
        assert_eq!(found, recorded, "other parts: raise Decomposition::VERSION and record both");
    }

    #[test]
    fn parts_are_kept_by_content_and_never_out_of_date() {
        let root = std::env::temp_dir().join(format!("clearance-parts-{}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        let folder = root.join(".clearance");
        let options = DecomposeOptions { error: 0.01, max_parts: 8 };
        let anew = |mesh: &TriangleMesh<Vec3<f64>>| Parts::of(mesh, &options, None).unwrap();
        let kept = |mesh: &TriangleMesh<Vec3<f64>>| Parts::of(mesh, &options, Some(&folder)).unwrap();
        // Many at once: one file in the end, whoever wrote it, and nothing unfinished.
        std::thread::scope(|scope| {
            let runs: Vec<_> = (0..8).map(|_| scope.spawn(|| kept(&angle(4.0)))).collect();
            runs.into_iter().for_each(|run| assert_eq!(run.join().unwrap(), anew(&angle(4.0))));
        });
        let first = names(&folder);
        assert_eq!((first.len(), first[0].len()), (1, 64 + ".parts".len()), "{first:?}");
        // What is in the file is what is read.
        let path = folder.join(&first[0]);
        let other = Parts { error: 7.0, ..anew(&angle(4.0)) };
        write(&folder, first[0].trim_end_matches(".parts"), &other);
        assert_eq!(kept(&angle(4.0)), other);
        // A file that was damaged is made anew.
        for damaged in ["", "no digest", &fs::read_to_string(&path).unwrap().replace("7.0", "0.0")] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(kept(&angle(4.0)), anew(&angle(4.0)));
            assert_eq!(read(&path), Some(anew(&angle(4.0))));
        }
        // Another mesh, and other options, have other files.
        assert_eq!(kept(&angle(5.0)), anew(&angle(5.0)));
        Parts::of(&angle(4.0), &DecomposeOptions { max_parts: 1, ..options }, Some(&folder)).unwrap();
        assert_eq!(names(&folder).len(), 3);
        // A folder that cannot be made is no error.
        let blocked = root.join("blocked");
        fs::write(&blocked, "").unwrap();
        assert_eq!(Parts::of(&angle(4.0), &options, Some(&blocked)).unwrap(), anew(&angle(4.0)));
        fs::remove_dir_all(&root).unwrap();
    }
}
