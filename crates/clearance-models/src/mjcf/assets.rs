//! Mesh assets: by file or by their vertices, moved, turned and scaled.

use std::collections::HashMap;
use std::path::Path;

use clearance::{Pose3, Rotor3, Vec3};
use clearance_scene::mesh::{Mesh, Surface, read_mesh};

use super::compiler::Compiler;
use super::defaults::{Defaults, MAIN};
use crate::urdf::{Meshes, Shapes};
use crate::xml::{Element, unknown};
use clearance_scene::ReadError;

/// The mesh and height field elements of a file by name. Mesh files are opened when a geom that collides names them.
pub(super) struct Assets {
    meshes: HashMap<String, Element>,
    fields: HashMap<String, Element>,
}

impl Assets {
    pub fn of(root: &Element, defaults: &Defaults) -> Result<Self, ReadError> {
        let (mut meshes, mut fields) = (HashMap::new(), HashMap::new());
        for element in root.children_named("asset").flat_map(Element::children) {
            let named = || name(element).map(String::from);
            match element.name() {
                "mesh" => drop(meshes.insert(named()?, defaults.complete(element, MAIN)?)),
                "hfield" => drop(fields.insert(named()?, element.clone())),
                "texture" | "material" | "skin" => {}
                "model" => {
                    return Err(element.refusal("models inside of models are not supported: write the file out first"));
                }
                other => {
                    let known = ["mesh", "hfield", "texture", "material", "skin"];
                    return Err(element.refusal(unknown("asset", other, &known)));
                }
            }
        }
        Ok(Assets { meshes, fields })
    }

    /// What a mesh that a geom names stands for.
    pub fn mesh(&self, geom: &Element, (compiler, meshes): (&Compiler, &mut Meshes)) -> Result<Shapes, ReadError> {
        let name = geom.need("mesh")?;
        let Some(element) = self.meshes.get(name) else {
            let known: Vec<&str> = self.meshes.keys().map(String::as_str).collect();
            return Err(
                geom.refusal(format!("mesh: no asset is named {name:?}{}", clearance_world::hint(name, &known)))
            );
        };
        let refused = |error: ReadError| element.refusal(error.to_string());
        let scale = Vec3::from(element.numbers::<3>("scale")?.unwrap_or([1.0; 3]));
        let moved = placed(element)?;
        let Some(file) = element.attribute("file") else {
            let (corners, triangles) = given(element)?;
            return meshes.triangles(&transformed(&corners, moved, scale), &triangles).map_err(refused);
        };
        let path = meshes.find(&file_path(file, compiler)).map_err(refused)?;
        let is_msh = path.to_ascii_lowercase().ends_with(".msh");
        if moved == Pose3::IDENTITY && !is_msh {
            return meshes.mesh(&path, scale).map_err(refused);
        }
        let read = || {
            if !is_msh {
                return read_mesh(Path::new(&path));
            }
            let bytes = std::fs::read(&path).map_err(|error| ReadError::new(format!("cannot be read: {error}")))?;
            parse_msh(&bytes)
                .ok_or_else(|| ReadError::new("not an MSH file of MuJoCo: its counts do not fit its length"))
        };
        let mesh = read().map_err(|error| refused(error.within(&path)))?;
        meshes.triangles(&transformed(&mesh.vertices, moved, scale), &mesh.triangles).map_err(refused)
    }

    /// Half the sizes of a height field along x and y, its height, and the depth of its base.
    pub fn field(&self, geom: &Element) -> Result<[f64; 4], ReadError> {
        let name = geom.need("hfield")?;
        let Some(element) = self.fields.get(name) else {
            return Err(geom.refusal(format!("hfield: no asset is named {name:?}")));
        };
        element.need("size")?;
        Ok(element.numbers::<4>("size")?.unwrap_or_default())
    }
}

/// The name of an asset: that of its file without its extension if it has none.
fn name(element: &Element) -> Result<&str, ReadError> {
    let file = || Path::new(element.attribute("file")?).file_stem()?.to_str();
    let name = element.attribute("name").or_else(file);
    name.ok_or_else(|| element.refusal("expected a name or a file"))
}

fn file_path(file: &str, compiler: &Compiler) -> String {
    let path = Path::new(file);
    let file = match path.file_name().and_then(|name| name.to_str()) {
        Some(name) if compiler.strippath => name,
        _ => file,
    };
    if compiler.meshdir.is_empty() || Path::new(file).is_absolute() {
        return file.into();
    }
    format!("{}/{file}", compiler.meshdir.trim_end_matches(['/', '\\']))
}

/// The pose of a mesh's own frame in that of its file, by `refpos` and `refquat`.
fn placed(element: &Element) -> Result<Pose3<f64>, ReadError> {
    let position = Vec3::from(element.numbers::<3>("refpos")?.unwrap_or_default());
    let rotor = Rotor3::from_wxyz(element.numbers::<4>("refquat")?.unwrap_or([1.0, 0.0, 0.0, 0.0]));
    let pose = rotor.and_then(|rotor| Pose3::new(rotor, position));
    pose.map_err(|error| element.refusal(error.to_string()))
}

/// Points seen from a frame, then scaled along its axes.
fn transformed(points: &[Vec3<f64>], frame: Pose3<f64>, scale: Vec3<f64>) -> Vec<Vec3<f64>> {
    let seen = |point: &Vec3<f64>| {
        let v = frame.vector_back(*point - frame.translation());
        Vec3::new(v.x * scale.x, v.y * scale.y, v.z * scale.z)
    };
    points.iter().map(seen).collect()
}

/// An MSH file of MuJoCo: how many vertices, normals, texture coordinates and faces there are, then these, all of four
/// bytes, lowest first. `None` if the counts do not fit the length.
fn parse_msh(bytes: &[u8]) -> Option<Mesh> {
    let mut words = bytes.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
    let counts: Vec<usize> = words.by_ref().take(4).map(|word| u32::from_le_bytes(word) as usize).collect();
    let [vertices, normals, textures, faces] = counts[..] else { return None };
    // In words beyond any that fits, so that sums cannot wrap.
    let length = [vertices, normals, faces].iter().map(|&count| 3 * count as u128).sum::<u128>() + 2 * textures as u128;
    if 4 * (4 + length) != bytes.len() as u128 {
        return None;
    }
    let numbers: Vec<f64> = words.by_ref().take(3 * vertices).map(|word| f64::from(f32::from_le_bytes(word))).collect();
    let ids: Vec<u32> = words.skip(3 * normals + 2 * textures).map(u32::from_le_bytes).collect();
    if ids.iter().any(|&id| id as usize >= vertices) || numbers.iter().any(|number| !number.is_finite()) {
        return None;
    }
    Some(Mesh {
        vertices: numbers.chunks_exact(3).map(|v| Vec3::new(v[0], v[1], v[2])).collect(),
        triangles: ids.chunks_exact(3).map(|f| [f[0], f[1], f[2]]).collect(),
        ..Mesh::default()
    })
}

/// The vertices and triangles that an element lists; without triangles those of the hull are meant.
fn given(element: &Element) -> Result<Surface, ReadError> {
    if element.attribute("vertex").is_none() {
        return Err(element.refusal("expected a mesh with a file or with vertices"));
    }
    let numbers = element.numbers_of("vertex", element.attribute("vertex").unwrap_or(""))?;
    if numbers.is_empty() || !numbers.len().is_multiple_of(3) {
        return Err(element.refusal(format!("vertex: expected three numbers for each vertex, got {}", numbers.len())));
    }
    let corners: Vec<Vec3<f64>> = numbers.chunks_exact(3).map(|v| Vec3::new(v[0], v[1], v[2])).collect();
    let ids = element.numbers_of("face", element.attribute("face").unwrap_or(""))?;
    let known = |id: &f64| id.fract() == 0.0 && (0.0..corners.len() as f64).contains(id);
    if !ids.len().is_multiple_of(3) || !ids.iter().all(known) {
        return Err(element.refusal(format!("face: expected three vertices below {} for each face", corners.len())));
    }
    let triangles = ids.chunks_exact(3).map(|f| [f[0] as u32, f[1] as u32, f[2] as u32]).collect();
    Ok((corners, triangles))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn msh_files_are_read_and_wrong_counts_refused() {
        let mut bytes: Vec<u8> = [3u32, 0, 3, 1].iter().flat_map(|count| count.to_le_bytes()).collect();
        let numbers = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.0];
        bytes.extend(numbers.iter().chain(&[0.0; 6]).flat_map(|number| number.to_le_bytes()));
        bytes.extend([0u32, 1, 2].iter().flat_map(|id| id.to_le_bytes()));
        let mesh = parse_msh(&bytes).unwrap();
        assert_eq!((mesh.vertices[2], mesh.triangles), (Vec3::new(0.0, 0.5, 0.0), vec![[0, 1, 2]]));
        assert!(parse_msh(&bytes[..bytes.len() - 4]).is_none() && parse_msh(&[255; 16]).is_none());
        let last = bytes.len() - 4;
        bytes[last] = 3;
        assert!(parse_msh(&bytes).is_none());
    }
}
