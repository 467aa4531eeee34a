//! CAD files as scenes: Python's OpenCASCADE writes the scene file that is read here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use clap::Args;
use clearance_models::bands::length;
use clearance_scene::{AnyScene, MeshOptions, Tessellation, read_scene_with};

use crate::read_as::ReadMeshes;
use crate::table::with_python;

/// Refuses a package that is missing or of another version in one line, then writes the scene. Modules are not looked
/// for in the working folder, which `-c` would begin with.
const SCRIPT: &str = r#"
import sys
sys.path[:] = [place for place in sys.path if place]
try:
    from clearance import __version__
    from clearance.cad import main
except ImportError as error:
    print(
        f"clearance: STEP, IGES and BREP files need the Python package clearance with OpenCASCADE: pip install './bindings/python[cad]',"
        f" or name a Python that has it by CLEARANCE_PYTHON; {sys.executable}: {error}",
        file=sys.stderr,
    )
    sys.exit(2)
if __version__ != sys.argv[1]:
    print(f"clearance: expected the Python package clearance {sys.argv[1]}, got {__version__}", file=sys.stderr)
    sys.exit(2)
sys.exit(main(sys.argv[2:]))
"#;

/// The status if some parts of the file are left out.
const SOME: i32 = 1;

/// How the parts of CAD files are read.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "CAD files")]
pub struct ReadCad {
    /// How far triangles may be from the curved faces of a STEP, IGES or BREP file, such as 0.01mm [default: 0.01mm]
    #[arg(long, value_name = "LENGTH", value_parser = positive)]
    tolerance: Option<f64>,
    /// How far the triangles of mesh files are from the solids that they were made of; bounds are wider by it
    #[arg(long, value_name = "LENGTH", value_parser = positive)]
    tessellation: Option<f64>,
}

/// A length in metres that is not negative.
pub fn positive(text: &str) -> Result<f64, String> {
    let length = length(text).map_err(|error| error.to_string())?;
    if length < 0.0 { Err(format!("must not be negative, got {text}")) } else { Ok(length) }
}

/// A scene, and whether parts of its file are left out.
pub struct FromFile {
    /// The scene.
    pub scene: AnyScene,
    /// Whether parts are left out; which and why has been said.
    pub incomplete: bool,
}

impl ReadCad {
    /// The scene of a file: of CAD by Python, of other files as they are.
    pub fn scene(&self, path: &Path, meshes: ReadMeshes) -> anyhow::Result<FromFile> {
        let tessellation = self.tessellation.map(|error| Tessellation { error, proven: false });
        let options = MeshOptions { tessellation, ..meshes.options() };
        if !is_cad(path) {
            return Ok(FromFile { scene: read_scene_with(path, &[], options)?, incomplete: false });
        }
        anyhow::ensure!(path.is_file(), "{}: cannot be read: there is no such file", path.display());
        let folder = Folder::new()?;
        let file = folder.0.join("parts.json");
        let tolerance = self.tolerance.map(|length| format!("--tolerance={length}m"));
        let status = with_python("a CAD file", "the package clearance", |mut command: Command| {
            command.args(["-c", SCRIPT, env!("CARGO_PKG_VERSION"), "--quiet"]).args(&tolerance);
            // What OpenCASCADE prints is no answer.
            command.stdin(Stdio::null()).stdout(Stdio::from(std::io::stderr()));
            command.arg("-o").arg(&file).arg("--").arg(path).status()
        })?;
        let incomplete = status.code() == Some(SOME);
        // Python has said what is wrong.
        anyhow::ensure!(status.success() || incomplete, "{}: cannot be read as CAD", path.display());
        Ok(FromFile { scene: read_scene_with(&file, &[], options)?, incomplete })
    }
}

/// Whether a file is CAD that OpenCASCADE reads.
pub fn is_cad(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
    ["step", "stp", "iges", "igs", "brep", "brp"].contains(&extension.as_str())
}

/// A folder for the files of one run, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> anyhow::Result<Self> {
        let path = std::env::temp_dir().join(format!("clearance-cad-{}", std::process::id()));
        std::fs::create_dir(&path).with_context(|| format!("{}: cannot be made", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
