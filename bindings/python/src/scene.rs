//! Scenes of many bodies: names here, bodies in the world of `clearance-world`. Answers are tuples that Python makes values of.

use std::collections::HashMap;
use std::sync::Arc;

use clearance::Vec3;
use clearance_scene::{AnyScene, MeshFiles, Placing, placed_body};
use clearance_world::{Between, Body, BodyId, Near};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::error::value_error;
use crate::numbers::{Triple, triple};
use crate::pair::GivenBody;
use crate::pose::PoseArgument;
use crate::proximity::status_number;

type World = clearance_world::Scene<Vec3<f64>>;

/// Many bodies with names; see `clearance.Scene`.
#[pyclass(subclass, module = "clearance._clearance", name = "Scene")]
pub struct Scene {
    pub(crate) world: World,
    ids: HashMap<String, BodyId>,
    names: HashMap<BodyId, String>,
    /// Shapes as they were given: a pose by a matrix is part of the geometry, so another pose makes another one.
    given: HashMap<String, Given>,
    added: u64,
    rules: Vec<([String; 2], Rule)>,
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
    /// The bits of its groups, and of the groups that it is checked against.
    groups: (u64, u64),
    exact: bool,
}

impl Given {
    /// In no group: paired with all.
    fn new(body: Arc<Body<Vec3<f64>>>, margin: f64, fixed: bool) -> Self {
        Given { body, place: 0, margin, fixed, groups: (1, u64::MAX), exact: true }
    }
}

/// What is known of a pair: names, parts, status numbers and bounds, then the vectors.
type Row = ((String, String), (u32, u32), Numbers, (Triple, Triple, Triple));
/// Whether they collide, the status of the parts, the signed distance if there is one, the bounds, a local depth, whether proven.
type Numbers = (Option<bool>, i8, Option<f64>, f64, f64, Option<f64>, bool);

impl Scene {
    pub(crate) fn id(&self, name: &str) -> PyResult<BodyId> {
        self.ids.get(name).copied().ok_or_else(|| PyKeyError::new_err(format!("there is no body {name:?}")))
    }

    pub(crate) fn name(&self, id: BodyId) -> String {
        self.names.get(&id).cloned().unwrap_or_default()
    }

    fn put(&mut self, name: &str, given: Given, placing: &Placing<Vec3<f64>>) -> PyResult<()> {
        let (body, pose) = placed_body((*given.body).clone(), placing).map_err(value_error)?;
        let (groups, asked) = given.groups;
        let body = body.at(pose).margin(given.margin).groups(groups).collides_with(asked);
        let body = if given.fixed { body.fixed() } else { body };
        let id = self.world.add(given.place, body).map_err(value_error)?;
        self.ids.insert(name.into(), id);
        self.names.insert(id, name.into());
        let exact = placing.matrix.is_none();
        self.given.insert(name.into(), Given { exact, ..given });
        Ok(())
    }

    fn take(&mut self, name: &str) -> PyResult<Given> {
        let id = self.id(name)?;
        self.world.remove(id).map_err(value_error)?;
        self.ids.remove(name);
        self.names.remove(&id);
        self.given.remove(name).ok_or_else(|| PyKeyError::new_err(format!("there is no body {name:?}")))
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

    fn row(&self, near: &Near<Vec3<f64>>) -> Row {
        let Between { parts, signed_distance, bounds, collides, proximity } = &near.between;
        let local_depth = signed_distance.is_none().then_some(-proximity.signed_distance);
        let status = match collides {
            _ if signed_distance.is_some() => status_number(proximity.status),
            Some(true) => crate::proximity::OVERLAPPING,
            Some(false) => crate::proximity::SEPARATED,
            None => crate::proximity::UNDECIDED,
        };
        let proven = collides.is_some() && (signed_distance.is_none() || proximity.proven);
        let numbers = (*collides, status, *signed_distance, bounds.lower, bounds.upper, local_depth, proven);
        let vectors = (triple(proximity.normal), triple(proximity.witness_a), triple(proximity.witness_b));
        let [a, b] = near.pair.map(|id| self.name(id));
        ((a, b), (parts[0], parts[1]), numbers, vectors)
    }

    pub(crate) fn pairs(&self, pairs: &[[BodyId; 2]]) -> Vec<(String, String)> {
        pairs.iter().map(|pair| pair.map(|id| self.name(id)).into()).collect()
    }
}

#[pymethods]
impl Scene {
    #[new]
    fn new() -> Self {
        let (ids, names, given) = Default::default();
        Scene { world: World::new(), ids, names, given, added: 0, rules: Vec::new() }
    }

    fn _read(&mut self, text: &str, folder: &str) -> PyResult<()> {
        let scene = clearance_scene::parse_scene(text, &MeshFiles::relative_to(folder)).map_err(value_error)?;
        let scene = AnyScene::into_space(scene).map_err(value_error)?;
        for (body, groups) in scene.bodies.iter().zip(scene.group_bits().map_err(value_error)?) {
            let given = Given { groups, ..Given::new(Arc::new(body.body.clone()), body.margin, body.fixed) };
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
        self.insert(name, Given::new(Arc::clone(shape.body()), margin, fixed), &placing)
    }

    fn _move(&mut self, name: &str, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let placing = *PoseArgument::new("pose", pose)?.placing();
        let id = self.id(name)?;
        if placing.matrix.is_none() && self.given.get(name).is_some_and(|given| given.exact) {
            return self.world.move_to(id, placing.pose).map_err(value_error);
        }
        let given = self.take(name)?;
        self.put(name, given, &placing)?;
        let rules = self.rules.iter().filter(|(pair, _)| pair.iter().any(|body| body == name));
        for (pair, rule) in rules.cloned().collect::<Vec<_>>() {
            self.apply(&pair, rule)?;
        }
        Ok(())
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

    /// Names in the order in which bodies were added.
    fn _names(&self) -> Vec<String> {
        self.world.ids().map(|id| self.name(id)).collect()
    }

    fn _closest(&self, py: Python<'_>, k: usize, max_distance: f64) -> (Vec<Row>, f64, f64, Vec<(String, String)>) {
        let found = py.detach(|| self.world.closest_within(k, max_distance));
        let rows = found.pairs.iter().map(|near| self.row(near)).collect();
        (rows, found.bounds.lower, found.bounds.upper, self.pairs(&found.ties))
    }

    fn _closest_to(
        &self,
        py: Python<'_>,
        name: &str,
        k: usize,
    ) -> PyResult<(Vec<Row>, f64, f64, Vec<(String, String)>)> {
        let id = self.id(name)?;
        let found = py.detach(|| self.world.closest_to(id, k)).map_err(value_error)?;
        let rows = found.pairs.iter().map(|near| self.row(near)).collect();
        Ok((rows, found.bounds.lower, found.bounds.upper, self.pairs(&found.ties)))
    }

    fn _within(&self, py: Python<'_>, max_distance: Option<f64>) -> (Vec<Row>, Vec<Row>) {
        let found = py.detach(|| match max_distance {
            Some(max) => self.world.within(max),
            None => self.world.within_margins(),
        });
        let rows = |list: &[Near<Vec3<f64>>]| list.iter().map(|near| self.row(near)).collect();
        (rows(&found.near), rows(&found.undecided))
    }

    fn _contacts(&self, py: Python<'_>) -> Vec<((String, String), bool)> {
        let found = py.detach(|| self.world.contacts());
        let pair = |contact: &clearance_world::Contact| contact.pair.map(|id| self.name(id)).into();
        found.iter().map(|contact| (pair(contact), contact.proven)).collect()
    }

    fn _between(&self, a: &str, b: &str) -> PyResult<Row> {
        let found = self.world.between(self.id(a)?, self.id(b)?).map_err(value_error)?;
        Ok(self.row(&found))
    }
}
