//! Where the mesh files of an input lie; files that were read are kept, within a limit.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clearance::Vec3;

use crate::error::ReadError;
use crate::mesh::read_vertices;

/// Maximum number of vertices that are kept, 24 MiB: the memory of a batch does not grow with the number of its files.
const KEPT: usize = 1 << 20;

/// The mesh files of one input.
pub struct MeshFiles {
    folder: PathBuf,
    kept: Mutex<HashMap<PathBuf, Arc<[Vec3<f64>]>>>,
}

impl MeshFiles {
    /// Mesh files named relative to a folder.
    pub fn relative_to(folder: impl Into<PathBuf>) -> Self {
        MeshFiles { folder: folder.into(), kept: Mutex::default() }
    }

    /// Where a file is that the input names.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(Path::new(file))
    }

    /// The vertices of a mesh file.
    pub fn vertices(&self, file: &str) -> Result<Arc<[Vec3<f64>]>, ReadError> {
        let path = self.path(file);
        if let Some(vertices) = self.lock().get(&path) {
            return Ok(Arc::clone(vertices));
        }
        // Read without the lock: two threads may read one file twice, but none waits for another's file.
        let vertices: Arc<[Vec3<f64>]> = read_vertices(&path)?.into();
        let mut kept = self.lock();
        if kept.values().map(|v| v.len()).sum::<usize>() + vertices.len() > KEPT {
            kept.clear();
        }
        kept.insert(path, Arc::clone(&vertices));
        Ok(vertices)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, Arc<[Vec3<f64>]>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
