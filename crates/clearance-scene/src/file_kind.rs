//! What a file is by its name, for errors of commands that take others.

use std::path::Path;

use crate::mesh::is_mesh_file;

/// What a file of another kind is, and what takes it or makes one that is taken: a clause such as `is a mesh: ..`.
/// `None` for extensions that say nothing.
pub fn file_kind(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let (what, way) = match extension.as_str() {
        _ if is_mesh_file(path) => ("a mesh", "`clearance distance A B` and `clearance mesh FILE` take it".into()),
        "urdf" | "xacro" | "sdf" | "mjcf" | "xml" | "srdf" => {
            ("a robot's", "`clearance robot` takes URDF, SDF and MJCF".into())
        }
        "amf" | "fbx" | "usd" | "usda" | "usdc" | "usdz" | "blend" | "3ds" | "x3d" | "vtk" | "msh" => {
            ("a mesh of a format that is not read", "export it as .glb, .ply, .obj or .stl".into())
        }
        "step" | "stp" | "iges" | "igs" | "brep" | "brp" => {
            ("CAD", "`clearance assembly` and `clearance scene` take it".into())
        }
        "sat" | "x_t" | "sldprt" | "sldasm" | "catpart" | "ipt" | "f3d" => {
            ("CAD of a format that is not read", "export it as .step".into())
        }
        "pcd" | "las" | "laz" | "e57" | "pts" | "xyz" | "bag" => {
            ("a point cloud of a format that is not read", "convert it to .ply, .csv or .npy".into())
        }
        "parquet" => ("a table", "`clearance pairs` and `clearance points` take some".to_string()),
        _ => return None,
    };
    Some(format!("is {what} (.{extension}): {way}"))
}
