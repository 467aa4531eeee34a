//! Scenes of many bodies: names here, bodies in the world of `clearance-world`. Answers are made by `scene_rows`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use clearance::{Options, Vec3};
use clearance_scene::{
    AnyScene, MeshFiles, PairMargin, Placing, Representation, SceneBody, SceneFile, SceneGroup, Stage, placed_body,
};
use clearance_world::{Body, BodyId};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::batch::{GivenPoses, Poses, table};
use crate::error::{no_such, value_error};
use crate::interrupt::{ending_if, rows};
use crate::pair::GivenBody;
use crate::pose::PoseArgument;
use crate::scene_rows::{ClosestRows, Row, Rows, WithinRows};
use crate::solids::{Solids, made};

pub(crate) type World = clearance_world::Scene<Vec3<f64>>;

/// Many bodies with names; see `clearance.Scene`.
#[pyclass(subclass, module = "clearance._clearance", name = "Scene")]
pub struct Scene {
    world: World,
    /// The groups of the file that the scene was read from.
    file_groups: Vec<SceneGroup>,
    /// How many bodies represent solids that they are not themselves.
    solids: usize,
    ids: HashMap<String, BodyId>,
    names: HashMap<BodyId, String>,
    /// Shapes as they were given: a pose by a matrix is part of the geometry, so another pose makes another one.
    given: HashMap<String, Given>,
    added: u64,
    /// The number of convex parts of all bodies, triangles of meshes among them.
    parts: usize,
    rules: Vec<([String; 2], Rule)>,
}

/// Queries of scenes of as many parts are answered in milliseconds.
const FEW: usize = 1024;

fn parts(body: &Body<Vec3<f64>>) -> usize {
    match body {
        Body::Compound(compound) => compound.parts().len(),
        Body::Mesh(mesh) => mesh.triangles().len(),
        Body::Many(many) => many.len(),
        _ => 1,
    }
}

/// What was said of a pair; a body that is made anew gets it again.
#[derive(Clone, Copy)]
enum Rule {
    Ignore(bool),
    Margin(f64),
}

/// A body as it was added.
struct Given {
    body: Arc<Body<Vec3<f64>>>,
    place: u64,
    margin: f64,
    fixed: bool,
    /// The place of its group in the file.
    group: Option<usize>,
    /// The bits of its groups, and of the groups that it is checked against.
    groups: (u64, u64),
    exact: bool,
    /// The solid that it represents, if it is not that itself.
    representation: Option<Representation>,
}

impl Given {
    /// In no group: paired with all.
    fn new(body: Arc<Body<Vec3<f64>>>, margin: f64, fixed: bool) -> Self {
        let (group, representation) = (None, None);
        Given { body, place: 0, margin, fixed, group, groups: (1, u64::MAX), exact: true, representation }
    }

    fn of(body: &GivenBody<'_>, margin: f64, fixed: bool) -> Self {
        let given = Given::new(Arc::clone(body.triangles()), margin, fixed);
        Given { representation: body.representation(), ..given }
    }

    fn is_solid(&self) -> bool {
        self.representation.is_some_and(|known| known.tessellation.is_some())
    }
}

impl Rows for Scene {
    fn name_of(&self, id: BodyId) -> String {
        self.name(id)
    }

    fn is_surface(&self, id: BodyId) -> bool {
        self.world.get(id).is_some_and(|object| object.body().is_surface())
    }
}

impl Scene {
    /// The bodies for a query that counts no tessellation; an error if one has any.
    pub(crate) fn world(&self) -> PyResult<&World> {
        match self.solids {
            0 => Ok(&self.world),
            _ => Err(value_error(
                "a scene with tessellations answers closest, within, between and contacts; its other queries are about triangles",
            )),
        }
    }

    /// The bodies as they are drawn: triangles as triangles.
    pub(crate) fn drawn(&self) -> &World {
        &self.world
    }

    /// The scene of solids, if a body represents one.
    pub(crate) fn solids(&self) -> PyResult<Option<Solids>> {
        if self.solids == 0 {
            return Ok(None);
        }
        let (bodies, ignore, margins, outside, notes) = Default::default();
        let groups = self.file_groups.clone();
        let mut file: SceneFile<Vec3<f64>> = SceneFile { bodies, groups, ignore, margins, outside, notes };
        for id in self.world.ids() {
            let name = self.name(id);
            let (Some(given), Some(object)) = (self.given.get(&name), self.world.get(id)) else { continue };
            file.bodies.push(SceneBody {
                name,
                body: object.body().clone(),
                representation: given.representation,
                placing: Placing { pose: *object.pose(), matrix: None },
                group: given.group,
                margin: given.margin,
                fixed: given.fixed,
                motion: None,
            });
        }
        for (pair, rule) in &self.rules {
            let places = [file.find(&pair[0]), file.find(&pair[1])];
            let [Some(a), Some(b)] = places else { continue };
            let bodies = [a.min(b), a.max(b)];
            file.ignore.retain(|known| *known != bodies || !matches!(rule, Rule::Ignore(_)));
            match *rule {
                Rule::Ignore(true) => file.ignore.push(bodies),
                Rule::Ignore(false) => {}
                Rule::Margin(margin) => {
                    file.margins.retain(|known| known.bodies != bodies);
                    file.margins.push(PairMargin { bodies, margin });
                }
            }
        }
        Stage::new(file, Options::default()).map(|stage| Some(Solids(stage))).map_err(value_error)
    }

    fn place_of(&self, name: &str) -> PyResult<usize> {
        let id = self.id(name)?;
        Ok(self.world.ids().position(|known| known == id).unwrap_or(0))
    }

    pub(crate) fn name(&self, id: BodyId) -> String {
        self.names.get(&id).cloned().unwrap_or_default()
    }

    pub(crate) fn id(&self, name: &str) -> PyResult<BodyId> {
        self.ids.get(name).copied().ok_or_else(|| self.unknown(name))
    }

    fn put(&mut self, name: &str, given: Given, placing: &Placing<Vec3<f64>>) -> PyResult<()> {
        let (body, pose) = placed_body((*given.body).clone(), placing).map_err(value_error)?;
        let (groups, asked) = given.groups;
        let body = body.at(pose).margin(given.margin).groups(groups).collides_with(asked);
        let body = if given.fixed { body.fixed() } else { body };
        let id = self.world.add(given.place, body).map_err(value_error)?;
        self.ids.insert(name.into(), id);
        self.names.insert(id, name.into());
        self.parts += parts(&given.body);
        self.solids += usize::from(given.is_solid());
        let exact = placing.matrix.is_none();
        self.given.insert(name.into(), Given { exact, ..given });
        Ok(())
    }

    /// Puts a body elsewhere.
    fn place(&mut self, name: &str, placing: &Placing<Vec3<f64>>) -> PyResult<()> {
        let id = self.id(name)?;
        if placing.matrix.is_none() && self.given.get(name).is_some_and(|given| given.exact) {
            return self.world.move_to(id, placing.pose).map_err(value_error);
        }
        if let Some(given) = self.given.get(name) {
            // What cannot be there stays where it is.
            placed_body((*given.body).clone(), placing).map_err(value_error)?;
        }
        let given = self.take(name)?;
        self.put(name, given, placing)?;
        let rules = self.rules.iter().filter(|(pair, _)| pair.iter().any(|body| body == name));
        for (pair, rule) in rules.cloned().collect::<Vec<_>>() {
            self.apply(&pair, rule)?;
        }
        Ok(())
    }

    fn take(&mut self, name: &str) -> PyResult<Given> {
        let id = self.id(name)?;
        self.world.remove(id).map_err(value_error)?;
        self.ids.remove(name);
        self.names.remove(&id);
        let given = self.given.remove(name).ok_or_else(|| self.unknown(name))?;
        self.parts -= parts(&given.body);
        self.solids -= usize::from(given.is_solid());
        Ok(given)
    }

    fn unknown(&self, name: &str) -> PyErr {
        no_such("body", name, self.ids.keys().cloned().collect())
    }

    /// Whether a query of all bodies may take longer than Ctrl-C is to wait.
    pub(crate) fn is_large(&self) -> bool {
        self.parts > FEW
    }

    fn insert(&mut self, name: &str, given: Given, placing: &Placing<Vec3<f64>>) -> PyResult<()> {
        if self.ids.contains_key(name) {
            return Err(value_error(format!("bodies must have names of their own, {name:?} is taken")));
        }
        let place = self.added;
        self.added += 1;
        self.put(name, Given { place, ..given }, placing)
    }

    fn say(&mut self, pair: [&str; 2], rule: Rule) -> PyResult<()> {
        let pair = pair.map(String::from);
        self.apply(&pair, rule)?;
        self.rules.push((pair, rule));
        Ok(())
    }

    fn apply(&mut self, [a, b]: &[String; 2], rule: Rule) -> PyResult<()> {
        let (a, b) = (self.id(a)?, self.id(b)?);
        let changed = match rule {
            Rule::Ignore(true) => self.world.ignore(a, b),
            Rule::Ignore(false) => self.world.unignore(a, b),
            Rule::Margin(margin) => self.world.set_margin(a, b, margin),
        };
        changed.map_err(value_error)
    }
}

#[pymethods]
impl Scene {
    #[new]
    fn new() -> Self {
        let (ids, names, given) = Default::default();
        let (file_groups, solids) = (Vec::new(), 0);
        Scene { world: World::new(), file_groups, solids, ids, names, given, added: 0, parts: 0, rules: Vec::new() }
    }

    fn _read(&mut self, text: &str, folder: &str) -> PyResult<()> {
        let scene = clearance_scene::parse_scene(text, &MeshFiles::relative_to(folder)).map_err(value_error)?;
        let scene = AnyScene::into_space(scene).map_err(value_error)?;
        self.file_groups.clone_from(&scene.groups);
        for (body, groups) in scene.bodies.iter().zip(scene.group_bits().map_err(value_error)?) {
            let given = Given::new(Arc::new(body.body.clone()), body.margin, body.fixed);
            let representation = body.representation.filter(|known| known.tessellation.is_some());
            let given = Given { group: body.group, groups, representation, ..given };
            self.insert(&body.name, given, &body.placing)?;
        }
        for pair in &scene.ignore {
            let [a, b] = pair.map(|place| &scene.bodies[place].name);
            self._ignore(a, b, true)?;
        }
        for margin in &scene.margins {
            let [a, b] = margin.bodies.map(|place| scene.bodies[place].name.as_str());
            self._set_margin(a, b, margin.margin)?;
        }
        Ok(())
    }

    fn _add(
        &mut self,
        name: &str,
        shape: GivenBody<'_>,
        pose: &Bound<'_, PyAny>,
        margin: f64,
        fixed: bool,
    ) -> PyResult<()> {
        let placing = *PoseArgument::new("pose", pose)?.placing();
        self.insert(name, Given::of(&shape, margin, fixed), &placing)
    }

    fn _move(&mut self, name: &str, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let placing = *PoseArgument::new("pose", pose)?.placing();
        self.place(name, &placing)
    }

    fn _remove(&mut self, name: &str) -> PyResult<()> {
        self.take(name)?;
        self.rules.retain(|(pair, _)| pair.iter().all(|body| body != name));
        Ok(())
    }

    fn _ignore(&mut self, a: &str, b: &str, ignored: bool) -> PyResult<()> {
        self.say([a, b], Rule::Ignore(ignored))
    }

    fn _set_margin(&mut self, a: &str, b: &str, margin: f64) -> PyResult<()> {
        self.say([a, b], Rule::Margin(margin))
    }

    fn _count(&self) -> usize {
        self.world.len()
    }

    fn _has(&self, name: &str) -> bool {
        self.ids.contains_key(name)
    }

    /// Names in the order in which bodies were added.
    fn _names(&self) -> Vec<String> {
        self.world.ids().map(|id| self.name(id)).collect()
    }

    fn _add_many(
        &mut self,
        names: Vec<PyBackedStr>,
        shapes: Vec<GivenBody<'_>>,
        poses: GivenPoses<'_>,
        margin: f64,
        fixed: bool,
    ) -> PyResult<()> {
        let (count, poses) = (names.len(), table(&poses, names.len())?);
        if shapes.len() != 1 && shapes.len() != count {
            return Err(value_error(format!("shapes must be one or {count}, got {}", shapes.len())));
        }
        let given = |row: usize| Given::of(&shapes[if shapes.len() == 1 { 0 } else { row }], margin, fixed);
        let mut seen = HashSet::with_capacity(count);
        for name in &names {
            if self.ids.contains_key(&**name) || !seen.insert(&**name) {
                return Err(value_error(format!("bodies must have names of their own, {:?} is taken", &**name)));
            }
        }
        // Nothing is added unless all can be.
        let placings = placings(&poses, count, |row| Arc::clone(&given(row).body))?;
        for (row, (name, placing)) in names.iter().zip(&placings).enumerate() {
            self.insert(name, given(row), placing)?;
        }
        Ok(())
    }

    fn _move_many(&mut self, names: Vec<PyBackedStr>, poses: GivenPoses<'_>) -> PyResult<()> {
        let poses = table(&poses, names.len())?;
        let given = |name: &str| self.given.get(name).ok_or_else(|| self.unknown(name));
        let bodies = names.iter().map(|name| given(name).map(|given| Arc::clone(&given.body)));
        let bodies = bodies.collect::<PyResult<Vec<_>>>()?;
        // Nothing is moved unless all can be.
        let placings = placings(&poses, names.len(), |row| Arc::clone(&bodies[row]))?;
        names.iter().zip(&placings).try_for_each(|(name, placing)| self.place(name, placing))
    }

    fn _closest(&self, py: Python<'_>, k: usize, max_distance: f64) -> PyResult<ClosestRows> {
        if let Some(solids) = self.solids()? {
            return ending_if(self.is_large(), py, || solids.closest(k, max_distance, None))?;
        }
        let world = &self.world;
        let found = ending_if(self.is_large(), py, || world.closest_within(k, max_distance))?;
        Ok(self.closest_rows(&found))
    }

    fn _closest_to(&self, py: Python<'_>, name: &str, k: usize) -> PyResult<ClosestRows> {
        if let Some(solids) = self.solids()? {
            let place = self.place_of(name)?;
            return ending_if(self.is_large(), py, || solids.closest(k, f64::INFINITY, Some(place)))?;
        }
        let id = self.id(name)?;
        let world = &self.world;
        let found = ending_if(self.is_large(), py, || world.closest_to(id, k))?;
        Ok(self.closest_rows(&found.map_err(value_error)?))
    }

    fn _within<'py>(&self, py: Python<'py>, max_distance: Option<f64>) -> PyResult<WithinRows<'py>> {
        if let Some(solids) = self.solids()? {
            let (near, undecided) = ending_if(self.is_large(), py, || solids.within(max_distance))??;
            return Ok((rows(py, near)?, rows(py, undecided)?));
        }
        let world = &self.world;
        let ask = || match max_distance {
            Some(max) => world.within(max),
            None => world.within_margins(),
        };
        self.within_rows(py, &ending_if(self.is_large(), py, ask)?)
    }

    fn _contacts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if let Some(solids) = self.solids()? {
            return rows(py, ending_if(self.is_large(), py, || solids.contacts())??);
        }
        let world = &self.world;
        let found = ending_if(self.is_large(), py, || world.contacts())?;
        let pair = |contact: &clearance_world::Contact| <(String, String)>::from(contact.pair.map(|id| self.name(id)));
        rows(py, found.iter().map(|contact| (pair(contact), contact.proven)))
    }

    fn _between(&self, a: &str, b: &str) -> PyResult<Row> {
        let [id_a, id_b] = [self.id(a)?, self.id(b)?];
        if let Some(solids) = self.solids()? {
            return solids.between(&[a.into(), b.into()]).map(|row| made(&row)).map_err(value_error);
        }
        let found = self.world.between(id_a, id_b).map_err(value_error)?;
        Ok(self.row(&found))
    }
}

/// Where all bodies of some rows are to be; an error if a pose cannot be read, or one of the bodies cannot be there.
fn placings(
    poses: &Poses<'_>,
    count: usize,
    body: impl Fn(usize) -> Arc<Body<Vec3<f64>>>,
) -> PyResult<Vec<Placing<Vec3<f64>>>> {
    let placing = |row: usize| {
        let placing = poses.placing("poses", row).map_err(value_error)?;
        if placing.matrix.is_some() {
            let there = placed_body((*body(row)).clone(), &placing);
            there.map_err(|error| value_error(format!("poses[{row}]: {error}")))?;
        }
        Ok(placing)
    };
    (0..count).map(placing).collect()
}
