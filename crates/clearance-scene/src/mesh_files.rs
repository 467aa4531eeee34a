//! Where the mesh files of an input lie; what was read and built of them is kept, within a limit.

use std::any::{Any, TypeId};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clearance::{Space, Vec3};
use clearance_world::Body;

use crate::error::ReadError;
use crate::held_files::HeldFiles;
use crate::mesh::{Mesh, Surface, mesh_of, read_mesh};
use crate::mesh_use::{MeshOptions, MeshUse};
use crate::representation::Representation;

/// Maximum number of vertices or triangles of each kind of thing that are kept, 24 MiB of vertices: the memory of a
/// batch does not grow with the number of its files.
const KEPT: usize = 1 << 20;

/// The mesh files of one input.
pub struct MeshFiles {
    folder: PathBuf,
    /// In place of the file system.
    held: Option<HeldFiles>,
    options: MeshOptions,
    vertices: Kept<PathBuf, Arc<[Vec3<f64>]>>,
    meshes: Kept<PathBuf, Arc<Mesh>>,
    bodies: Kept<BodyKey, Arc<dyn Any + Send + Sync>>,
    notes: Mutex<BTreeSet<String>>,
}

/// A body, and the mesh that it represents if it is not the mesh itself.
pub(crate) type MadeBody<V> = (Body<V>, Option<Representation>);

/// Identifies a body that was made of a mesh file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BodyKey {
    pub path: PathBuf,
    /// Dimension and precision.
    pub space: TypeId,
    /// How the mesh was read; `None` for a file of parts.
    pub reading: Option<ReadingKey>,
}

/// Identifies a way to read a mesh.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ReadingKey {
    pub form: Option<MeshUse>,
    /// The bits of the scale, of the error of parts, of the length of a weld and of the error of a tessellation.
    pub numbers: [u64; 6],
    pub max_parts: Option<usize>,
    /// Whether the error of a tessellation is proven.
    pub proven: bool,
}

impl MeshFiles {
    /// Mesh files named relative to a folder.
    pub fn relative_to(folder: impl Into<PathBuf>) -> Self {
        MeshFiles {
            folder: folder.into(),
            held: None,
            options: MeshOptions::default(),
            vertices: Kept::default(),
            meshes: Kept::default(),
            bodies: Kept::default(),
            notes: Mutex::default(),
        }
    }

    /// Mesh files in memory.
    pub fn held(files: HeldFiles) -> Self {
        MeshFiles { held: Some(files), ..Self::relative_to("") }
    }

    /// With options for all meshes.
    pub fn with(self, options: MeshOptions) -> Self {
        MeshFiles { options, ..self }
    }

    /// The options for all meshes.
    pub fn options(&self) -> &MeshOptions {
        &self.options
    }

    /// Whether they are in memory.
    pub(crate) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    fn read(&self, path: &Path) -> Result<Mesh, ReadError> {
        let mesh = match &self.held {
            None => read_mesh(path),
            Some(files) => mesh_of(path, &files.read(path)?),
        }?;
        // A thread that panics leaves notes whole.
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.extend(mesh.notes.iter().map(|note| format!("{}: {note}", path.display())));
        Ok(mesh)
    }

    /// What the files that were read have and is not read, though it may be about shapes: sorted, each once.
    pub fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Where a file is that the input names.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(Path::new(file))
    }

    /// The vertices of a mesh file.
    pub fn vertices(&self, file: &str) -> Result<Arc<[Vec3<f64>]>, ReadError> {
        let path = self.path(file);
        if let Some(known) = self.vertices.get(&path) {
            return Ok(known);
        }
        // Read without the lock: two threads may read one file twice, but none waits for another's file.
        let read: Arc<[Vec3<f64>]> = self.read(&path)?.vertices.into();
        Ok(self.vertices.put(path, read.len(), read))
    }

    /// Whether a mesh file can be read.
    pub fn check(&self, file: &str) -> Result<(), ReadError> {
        self.mesh(&self.path(file)).map(|_| ())
    }

    /// The vertices and triangles of a mesh file with each coordinate times its factor. A mirror turns the corners of
    /// triangles around, so that their fronts stay their fronts.
    pub fn triangles(&self, file: &str, scale: Vec3<f64>) -> Result<Surface, ReadError> {
        Ok(self.mesh(&self.path(file))?.scaled(scale))
    }

    /// What is in the mesh file at a path.
    pub fn mesh(&self, path: &Path) -> Result<Arc<Mesh>, ReadError> {
        if let Some(known) = self.meshes.get(path) {
            return Ok(known);
        }
        let read = Arc::new(self.read(path)?);
        Ok(self.meshes.put(path.into(), read.vertices.len().max(read.triangles.len()), read))
    }

    /// A body that was made before.
    pub(crate) fn body<V: Space>(&self, key: &BodyKey) -> Option<MadeBody<V>> {
        self.bodies.get(key)?.downcast_ref().cloned()
    }

    /// Keeps a body, whose memory is that of `size` triangles.
    pub(crate) fn keep<V: Space>(&self, key: BodyKey, size: usize, body: MadeBody<V>) -> MadeBody<V> {
        self.bodies.put(key, size, Arc::new(body.clone()));
        body
    }
}

/// Values with their sizes; all are forgotten when they become too many.
struct Kept<K, T>(Mutex<HashMap<K, (usize, T)>>);

impl<K, T> Default for Kept<K, T> {
    fn default() -> Self {
        Kept(Mutex::default())
    }
}

impl<K: Eq + Hash, T: Clone> Kept<K, T> {
    fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<T>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.lock().get(key).map(|(_, value)| value.clone())
    }

    fn put(&self, key: K, size: usize, value: T) -> T {
        let mut kept = self.lock();
        if kept.values().map(|(size, _)| size).sum::<usize>() + size > KEPT {
            kept.clear();
        }
        kept.insert(key, (size, value.clone()));
        value
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, (usize, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
