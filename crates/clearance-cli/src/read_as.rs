//! What the mesh files of a command are taken for.

use clap::{Args, ValueEnum};
use clearance_scene::{MeshOptions, MeshUse};

/// What mesh files are read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReadAs {
    /// The convex hull of the vertices
    Hull,
    /// The triangles as they are: solid if they are closed, else a surface
    Mesh,
    /// Convex parts that contain the mesh
    Parts,
}

/// How meshes are read, for all commands that take any.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Meshes")]
pub struct ReadMeshes {
    /// What meshes without the key "as" are taken for; by default what they are: solids if they are closed, else
    /// surfaces
    #[arg(long = "as", value_name = "FORM")]
    read_as: Option<ReadAs>,
    /// Refuse meshes that are not closed and oriented: surfaces, which have no inside
    #[arg(long)]
    require_solid: bool,
    /// Make one vertex of those of a mesh that are at most this far apart, after scaling; bounds are wider by how far
    /// vertices move
    #[arg(long, value_name = "LENGTH", value_parser = crate::settings::size, conflicts_with = "read_as")]
    weld: Option<f64>,
}

impl ReadMeshes {
    /// The options, with a form in place of the mesh as it is.
    pub fn or(self, form: MeshUse) -> MeshOptions {
        let options = self.options();
        MeshOptions { form: options.form.or(Some(form)), ..options }
    }

    /// The options of readers.
    pub fn options(self) -> MeshOptions {
        let form = self.read_as.map(|form| match form {
            ReadAs::Hull => MeshUse::Hull,
            ReadAs::Mesh => MeshUse::Mesh,
            ReadAs::Parts => MeshUse::Parts,
        });
        MeshOptions { form, require_solid: self.require_solid, weld: self.weld, tessellation: None }
    }
}
