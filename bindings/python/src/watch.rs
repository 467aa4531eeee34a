//! Scenes that move a little at a time.

use clearance::Vec3;
use clearance_world::Contact;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::value_error;
use crate::interrupt::{ROWS, ending_if};
use crate::scene::Scene;
use crate::scene_rows::{ClosestRows, Row, Rows, WithinRows};

/// What is remembered of a scene from question to question; see `clearance.Watch`.
#[pyclass(subclass, module = "clearance._clearance", name = "Watch")]
pub struct Watch {
    scene: Py<Scene>,
    watch: clearance_world::Watch<Vec3<f64>>,
    /// The contacts of the last answer with their values: most are there again, and in the same order.
    meetings: Vec<(Contact, Py<PyAny>)>,
}

/// How far ahead contacts are looked for.
const AHEAD: usize = 8;

/// The value of the first of the contacts found, if the last answer has it near its beginning, which moves on behind
/// it. Both are in one order.
fn reused<'l, T>(last: &mut &'l [(Contact, T)], found: &[Contact]) -> Option<&'l T> {
    let first = found.first()?;
    loop {
        let (old, _) = last.first()?;
        if let Some(place) = last.iter().take(AHEAD).position(|(old, _)| old == first) {
            let made = &last[place].1;
            *last = &last[place + 1..];
            return Some(made);
        }
        if found.iter().take(AHEAD).any(|contact| contact == old) {
            return None;
        }
        // It has ended.
        *last = &last[1..];
    }
}

/// The answer of a watch. One that a signal ended has forgotten what it knew: it was being changed.
fn asked<T: Send>(
    watch: &mut clearance_world::Watch<Vec3<f64>>,
    scene: &Scene,
    py: Python<'_>,
    ask: impl FnOnce(&mut clearance_world::Watch<Vec3<f64>>) -> T + Send,
) -> PyResult<T> {
    let found = ending_if(scene.is_large(), py, || ask(watch));
    if found.is_err() {
        *watch = clearance_world::Watch::new();
    }
    found
}

#[pymethods]
impl Watch {
    #[new]
    fn new(scene: Py<Scene>) -> Self {
        Watch { scene, watch: clearance_world::Watch::new(), meetings: Vec::new() }
    }

    /// The scene that is watched.
    #[getter]
    fn scene(&self, py: Python<'_>) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// How many pairs were asked for their signed distance so far.
    #[getter]
    fn asked(&self) -> u64 {
        self.watch.asked()
    }

    fn _closest(&mut self, py: Python<'_>, k: usize, max_distance: f64) -> PyResult<ClosestRows> {
        let scene = self.scene.try_borrow(py)?;
        let world = scene.world()?;
        let found = asked(&mut self.watch, &scene, py, |watch| watch.closest_within(world, k, max_distance))?;
        Ok(scene.closest_rows(&found))
    }

    fn _closest_to(&mut self, py: Python<'_>, name: &str, k: usize) -> PyResult<ClosestRows> {
        let scene = self.scene.try_borrow(py)?;
        let (world, id) = (scene.world()?, scene.id(name)?);
        let found = asked(&mut self.watch, &scene, py, |watch| watch.closest_to(world, id, k))?;
        Ok(scene.closest_rows(&found.map_err(value_error)?))
    }

    fn _within<'py>(&mut self, py: Python<'py>, max_distance: Option<f64>) -> PyResult<WithinRows<'py>> {
        let scene = self.scene.try_borrow(py)?;
        let world = scene.world()?;
        let found = asked(&mut self.watch, &scene, py, |watch| match max_distance {
            Some(max) => watch.within(world, max),
            None => watch.within_margins(world),
        })?;
        scene.within_rows(py, &found)
    }

    /// The contacts as values that `meeting` makes of two names and whether it is proven.
    fn _contacts<'py>(&mut self, py: Python<'py>, meeting: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let scene = self.scene.try_borrow(py)?;
        let world = scene.world()?;
        let found = asked(&mut self.watch, &scene, py, |watch| watch.contacts(world).to_vec())?;
        let last = std::mem::take(&mut self.meetings);
        let mut known = &last[..];
        self.meetings.reserve(found.len());
        for (i, &contact) in found.iter().enumerate() {
            if (i + 1).is_multiple_of(ROWS) {
                py.check_signals()?;
            }
            let made = match reused(&mut known, &found[i..]) {
                Some(made) => made.clone_ref(py),
                None => {
                    let [a, b] = contact.pair.map(|id| scene.name(id));
                    meeting.call1((a, b, contact.proven))?.unbind()
                }
            };
            self.meetings.push((contact, made));
        }
        PyList::new(py, self.meetings.iter().map(|(_, made)| made))
    }

    fn _between(&mut self, a: &str, b: &str, py: Python<'_>) -> PyResult<Row> {
        let scene = self.scene.try_borrow(py)?;
        let found = self.watch.between(scene.world()?, scene.id(a)?, scene.id(b)?).map_err(value_error)?;
        Ok(scene.row(&found))
    }
}
