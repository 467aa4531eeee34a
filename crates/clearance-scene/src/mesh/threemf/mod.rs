//! 3MF: what the build places of an archive's models, in metres (3MF Consortium, Core Specification 1.3, and Production
//! Extension 1.1).
//!
//! A model refuses to be read by programs that lack one of its required extensions; those that are not required and
//! are about shapes are noted. Objects of the type `support` are not of the part, and are noted too.

mod archive;
mod model;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use clearance::Vec3;

use super::budget::Budget;
use super::placement::Placement;
use super::scene::{MeshScene, PlacedMesh};
use crate::error::ReadError;
use archive::Archive;
use model::{Model, Place, Shape};

/// Components of real files are a few levels deep; this ends those that contain themselves.
const DEEPEST: usize = 50;

pub(super) fn scene(bytes: &[u8], budget: &mut Budget) -> Result<MeshScene, ReadError> {
    let mut archive = Archive::open(bytes)?;
    let root = archive.root_model()?;
    let mut walk = Walk { archive, budget, models: HashMap::new(), known: HashMap::new(), found: MeshScene::default() };
    let items = walk.model(&root)?.build.clone();
    if items.is_empty() {
        return Err(ReadError::new("its build has no item"));
    }
    let metres = walk.models[&root].unit;
    let unit = Placement::scale(Vec3::new(metres, metres, metres));
    for item in items {
        let path = item.path.clone().unwrap_or_else(|| root.clone());
        walk.add(&path, &item, &unit, "", 0)?;
    }
    Ok(walk.found)
}

/// Walks the build down to the meshes of its objects.
struct Walk<'a, 'b> {
    archive: Archive<'a>,
    budget: &'b mut Budget,
    /// The models that were read, by their paths in the archive.
    models: HashMap<String, Model>,
    /// The meshes of the scene, by the path of the model and the number of the object.
    known: HashMap<(String, u32), usize>,
    found: MeshScene,
}

impl Walk<'_, '_> {
    /// A model of the archive; it is read once.
    fn model(&mut self, path: &str) -> Result<&mut Model, ReadError> {
        if !self.models.contains_key(path) {
            let text = self.archive.text(path)?;
            self.budget.extend(text.len());
            let model = Model::read(&text, self.budget).map_err(|error| error.within(path))?;
            self.found.notes.extend(model.notes.iter().cloned());
            self.models.insert(path.to_string(), model);
        }
        self.models.get_mut(path).ok_or_else(|| ReadError::new(format!("has no {path:?}")))
    }

    /// Adds what an item or a component places.
    fn add(
        &mut self,
        path: &str,
        place: &Place,
        outer: &Placement,
        above: &str,
        depth: usize,
    ) -> Result<(), ReadError> {
        let id = place.object;
        if depth > DEEPEST {
            return Err(ReadError::new(format!("object {id} has components nested more than {DEEPEST} levels deep")));
        }
        // An object may be placed any number of times, and what it holds with it: the work is bounded like the memory.
        self.budget.take(size_of::<PlacedMesh>())?;
        let placed = place.placement.inside(outer);
        let missing = || ReadError::new(format!("object {id} is not in {path}"));
        let object = self.model(path)?.objects.get(&id).ok_or_else(missing)?;
        let name = if object.name.is_empty() { format!("object {id}") } else { object.name.to_string() };
        let name = if above.is_empty() { name } else { format!("{above}/{name}") };
        if object.is_support {
            self.found.notes.push(format!("object {name:?} is a support, which is not read").into());
            return Ok(());
        }
        let components = match &object.shape {
            Shape::Components(components) => components.clone(),
            Shape::Mesh(_) => {
                let mesh = self.mesh(path, id)?;
                self.found.nodes.push(PlacedMesh { name: name.into(), mesh, placement: placed });
                return Ok(());
            }
        };
        for component in components {
            let inner = component.path.as_deref().unwrap_or(path);
            self.add(inner, &component, &placed, &name, depth + 1)?;
        }
        Ok(())
    }

    /// The index of an object's mesh among those of the scene, which takes it.
    fn mesh(&mut self, path: &str, id: u32) -> Result<usize, ReadError> {
        let key = (path.to_string(), id);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let object = self.model(path)?.objects.get_mut(&id);
        if let Some(Shape::Mesh(mesh)) = object.map(|object| &mut object.shape) {
            let mesh = std::mem::take(mesh);
            self.found.meshes.push(mesh);
        }
        let index = self.found.meshes.len() - 1;
        self.known.insert(key, index);
        Ok(index)
    }
}
