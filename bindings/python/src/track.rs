//! Pairs that move a little at a time.

use clearance::query;
use clearance::{Shape3, Vec3};
use clearance_world::BodiesWithin;
use pyo3::prelude::*;

use crate::ask::within;
use crate::error::value_error;
use crate::options::{GivenOptions, options};
use crate::pose::PoseArgument;
use crate::proximity::Proximity;
use crate::shape::Shape;

/// The memory of a moving pair: keep one for each pair, and query it at every pose.
///
/// Answers are those of the functions of the same names within their bounds; only ties may be resolved otherwise. Used
/// for other shapes than the last time, it starts afresh.
///
/// Examples
/// --------
/// >>> import clearance as cl
/// >>> track, box = cl.Track(), cl.Box((1, 1, 1))
/// >>> [track.signed_distance(box, box, cl.Pose((x, 0.5, 0))).signed_distance for x in (3, 2.5, 2)]
/// [1.0, 0.5, 0.0]
#[pyclass(module = "clearance", name = "Track")]
pub struct Track {
    track: query::Track<Vec3<f64>>,
    options: clearance::Options<f64>,
    last: Option<[Py<Shape>; 2]>,
}

impl Track {
    /// Forgets what it knows if these are not the shapes of the last question.
    fn meet(&mut self, a: &Bound<'_, Shape>, b: &Bound<'_, Shape>) {
        if !self.last.as_ref().is_some_and(|[last_a, last_b]| last_a.is(a) && last_b.is(b)) {
            self.track = query::Track::with_options(self.options);
            self.last = Some([a.clone().unbind(), b.clone().unbind()]);
        }
    }
}

fn bounded(shape: &Shape) -> PyResult<&Shape3<f64>> {
    let wrong = || format!("a {} has nothing to track, expected a bounded convex shape", shape.body.kind());
    shape.body.as_shape().ok_or_else(|| value_error(wrong()))
}

#[pymethods]
impl Track {
    #[new]
    #[pyo3(signature = (options=None))]
    fn new(options: Option<GivenOptions>) -> PyResult<Self> {
        let options = self::options(options)?;
        Ok(Track { track: query::Track::with_options(options), options, last: None })
    }

    /// The signed distance at the pair's new pose.
    fn signed_distance<'py>(
        &mut self,
        a: &Bound<'py, Shape>,
        b: &Bound<'py, Shape>,
        b_in_a: &Bound<'py, PyAny>,
    ) -> PyResult<Proximity> {
        let pose = PoseArgument::new("b_in_a", b_in_a)?;
        self.meet(a, b);
        let (a, b) = (bounded(a.get())?, bounded(b.get())?);
        Ok(Proximity::of(&self.track.signed_distance(a, b, &pose.placing().pose)))
    }

    /// The distance at the pair's new pose: zero with a common point if the bodies meet.
    fn distance<'py>(
        &mut self,
        a: &Bound<'py, Shape>,
        b: &Bound<'py, Shape>,
        b_in_a: &Bound<'py, PyAny>,
    ) -> PyResult<Proximity> {
        let pose = PoseArgument::new("b_in_a", b_in_a)?;
        self.meet(a, b);
        let (a, b) = (bounded(a.get())?, bounded(b.get())?);
        Ok(Proximity::of(&self.track.distance(a, b, &pose.placing().pose)))
    }

    /// True if the bodies, as closed sets, have a common point at the pair's new pose.
    fn intersects<'py>(
        &mut self,
        a: &Bound<'py, Shape>,
        b: &Bound<'py, Shape>,
        b_in_a: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let pose = PoseArgument::new("b_in_a", b_in_a)?;
        self.meet(a, b);
        Ok(self.track.intersects(bounded(a.get())?, bounded(b.get())?, &pose.placing().pose))
    }

    /// The signed distance if it is at most a maximum, else a proven lower bound above it.
    #[pyo3(signature = (a, b, b_in_a, *, max_distance))]
    fn distance_within<'py>(
        &mut self,
        a: &Bound<'py, Shape>,
        b: &Bound<'py, Shape>,
        b_in_a: &Bound<'py, PyAny>,
        max_distance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pose = PoseArgument::new("b_in_a", b_in_a)?;
        self.meet(a, b);
        let found =
            self.track.distance_within(bounded(a.get())?, bounded(b.get())?, &pose.placing().pose, max_distance);
        within(
            a.py(),
            match found {
                query::Within::Near(found) => BodiesWithin::Near(found.into()),
                query::Within::Beyond { lower } => BodiesWithin::Beyond { lower },
            },
            [false; 2],
        )
    }

    fn __repr__(&self) -> &'static str {
        "<Track: what is remembered of a pair that moves>"
    }
}
