//! The questions as Python calls them: two bodies, and `b_in_a` or both world poses.
//!
//! Single answers keep the interpreter's lock: to let go of it costs as much as a query of boxes.

use clearance::Vec3;
use clearance::query::{ContactOptions, ContactPoint};
use clearance_world::{BodiesWithin, BodyContact};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{refuse_unknown, value_error};
use crate::numbers::{Triple, triple};
use crate::options::GivenOptions;
use crate::pair::{Frames, GivenBody, Pair};
use crate::proximity::{Feature, Proximity};
use crate::question;

type Any<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// What the questions of two bodies have as keywords.
const KEYWORDS: [&str; 6] = ["a", "b", "b_in_a", "pose_a", "pose_b", "options"];

/// The signed distance of two bodies: their distance, or minus their penetration depth, with proven bounds.
///
/// Parameters
/// ----------
/// a, b : Shape or Mesh
///     At most one of them a halfspace. Of compounds and meshes that are not proven to be apart the signed distance is
///     None, if they are not convex: ``lower`` and ``upper`` are what is known, and the vectors are those of the
///     deepest parts.
/// b_in_a : PoseLike
///     The pose of ``b`` in the frame of ``a``; the answer is in that frame.
/// pose_a, pose_b : PoseLike
///     World poses instead; the answer is in the world frame.
/// options : Options, optional
///     When to stop early, which widens the bounds.
///
/// Examples
/// --------
/// >>> import clearance as cl
/// >>> found = cl.signed_distance(cl.Sphere(1), cl.Sphere(0.5), cl.Pose((2, 0, 0)))
/// >>> found.signed_distance, found.witness_a, found.witness_b
/// (0.5, (1.0, 0.0, 0.0), (1.5, 0.0, 0.0))
/// >>> cl.signed_distance(cl.Sphere(1), cl.Sphere(0.5), pose_a=cl.Pose((7, 0, 0)), pose_b=cl.Pose((8, 0, 0))).depth
/// 0.5
#[pyfunction]
#[pyo3(
    signature = (a, b, b_in_a=None, *, pose_a=None, pose_b=None, options=None, **unknown),
    text_signature = "(a, b, b_in_a=None, *, pose_a=None, pose_b=None, options=None)"
)]
pub fn signed_distance<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    b_in_a: Any<'_, 'py>,
    pose_a: Any<'_, 'py>,
    pose_b: Any<'_, 'py>,
    options: Option<GivenOptions>,
    unknown: Option<&Bound<'py, PyDict>>,
) -> PyResult<Proximity> {
    refuse_unknown("signed_distance", unknown, &KEYWORDS)?;
    let (a, b) = (GivenBody::named("a", a)?, GivenBody::named("b", b)?);
    let frames = Frames::new(b_in_a, pose_a, pose_b)?;
    let pair = Pair::of_solids(&a, &b, &frames)?;
    let found = question::signed_distance(&pair, &crate::options::options(options)?)?;
    Ok(Proximity::of_bodies(&found).with_surfaces(pair.surfaces()))
}

/// The distance of two bodies: zero with a common point if they meet. Arguments as of ``signed_distance``.
///
/// Examples
/// --------
/// >>> import clearance as cl
/// >>> cl.distance(cl.Box((1, 1, 1)), cl.Box((1, 1, 1)), cl.Pose((1.5, 0, 0))).distance
/// 0.0
#[pyfunction]
#[pyo3(
    signature = (a, b, b_in_a=None, *, pose_a=None, pose_b=None, options=None, **unknown),
    text_signature = "(a, b, b_in_a=None, *, pose_a=None, pose_b=None, options=None)"
)]
pub fn distance<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    b_in_a: Any<'_, 'py>,
    pose_a: Any<'_, 'py>,
    pose_b: Any<'_, 'py>,
    options: Option<GivenOptions>,
    unknown: Option<&Bound<'py, PyDict>>,
) -> PyResult<Proximity> {
    refuse_unknown("distance", unknown, &KEYWORDS)?;
    let (a, b) = (GivenBody::named("a", a)?, GivenBody::named("b", b)?);
    let frames = Frames::new(b_in_a, pose_a, pose_b)?;
    let pair = Pair::new(&a, &b, &frames)?;
    let found = question::distance(&pair, &crate::options::options(options)?)?;
    Ok(Proximity::of_bodies(&found).with_surfaces(pair.surfaces()))
}

/// True if two bodies, as closed sets, have a common point; touching counts. Arguments as of ``signed_distance``.
///
/// Examples
/// --------
/// >>> import clearance as cl
/// >>> [cl.intersects(cl.Box((1, 1, 1)), cl.Box((1, 1, 1)), (x, 0, 0, 1, 0, 0, 0)) for x in (2, 2.0001)]
/// [True, False]
#[pyfunction]
#[pyo3(
    signature = (a, b, b_in_a=None, *, pose_a=None, pose_b=None, **unknown),
    text_signature = "(a, b, b_in_a=None, *, pose_a=None, pose_b=None)"
)]
pub fn intersects<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    b_in_a: Any<'_, 'py>,
    pose_a: Any<'_, 'py>,
    pose_b: Any<'_, 'py>,
    unknown: Option<&Bound<'py, PyDict>>,
) -> PyResult<bool> {
    refuse_unknown("intersects", unknown, &KEYWORDS[..5])?;
    let (a, b) = (GivenBody::named("a", a)?, GivenBody::named("b", b)?);
    let frames = Frames::new(b_in_a, pose_a, pose_b)?;
    Ok(question::intersects(&Pair::new(&a, &b, &frames)?)?)
}

/// The signed distance if it is at most a maximum, else a proof that it is not: the cheapest question for far pairs.
///
/// Parameters
/// ----------
/// max_distance : float
///     Farther pairs are answered by a ``Beyond``, which has a lower bound only.
///
/// Examples
/// --------
/// >>> import clearance as cl
/// >>> cl.distance_within(cl.Sphere(1), cl.Sphere(1), cl.Pose((10, 0, 0)), max_distance=1).lower > 1
/// True
#[pyfunction]
#[pyo3(
    signature = (a, b, b_in_a=None, *, max_distance, pose_a=None, pose_b=None, options=None, **unknown),
    text_signature = "(a, b, b_in_a=None, *, max_distance, pose_a=None, pose_b=None, options=None)"
)]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn distance_within<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    b_in_a: Any<'_, 'py>,
    max_distance: f64,
    pose_a: Any<'_, 'py>,
    pose_b: Any<'_, 'py>,
    options: Option<GivenOptions>,
    unknown: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    refuse_unknown("distance_within", unknown, &[&KEYWORDS[..], &["max_distance"]].concat())?;
    let (a, b) = (GivenBody::named("a", a)?, GivenBody::named("b", b)?);
    if max_distance.is_nan() {
        return Err(value_error("max_distance must be a number, got nan"));
    }
    let frames = Frames::new(b_in_a, pose_a, pose_b)?;
    let pair = Pair::new(&a, &b, &frames)?;
    let found = question::distance_within(&pair, max_distance, &crate::options::options(options)?)?;
    within(py, found, pair.surfaces())
}

/// A proximity, or a `clearance.Beyond`.
pub fn within<'py>(
    py: Python<'py>,
    found: BodiesWithin<Vec3<f64>>,
    surfaces: [bool; 2],
) -> PyResult<Bound<'py, PyAny>> {
    match found {
        BodiesWithin::Near(found) => {
            Ok(Bound::new(py, Proximity::of_bodies(&found).with_surfaces(surfaces))?.into_any())
        }
        BodiesWithin::Beyond { lower } => py.import("clearance.values")?.getattr("Beyond")?.call1((lower,)),
    }
}

/// A corner of a contact: signed distance, witness points, features.
pub type Corner<'py> = (f64, Triple, Triple, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The signed distance and the corners of the contact polygon.
#[pyfunction]
#[pyo3(signature = (a, b, b_in_a, pose_a, pose_b, tilt, max_points, options))]
#[allow(clippy::too_many_arguments, reason = "clearance.contact has them as keywords")]
pub fn contact<'py>(
    py: Python<'py>,
    a: GivenBody<'py>,
    b: GivenBody<'py>,
    b_in_a: Any<'_, 'py>,
    pose_a: Any<'_, 'py>,
    pose_b: Any<'_, 'py>,
    tilt: Option<f64>,
    max_points: Option<usize>,
    options: Option<GivenOptions>,
) -> PyResult<(Proximity, Vec<Corner<'py>>)> {
    let frames = Frames::new(b_in_a, pose_a, pose_b)?;
    let pair = Pair::new(&a, &b, &frames)?;
    let found = question::contact(&pair, &contact_options(tilt, max_points)?, &crate::options::options(options)?)?;
    let proximity = Proximity::of_bodies(&found.between).with_surfaces(pair.surfaces());
    Ok((proximity, corners(py, &found.points)?))
}

/// The contacts of two bodies along all normals, each with its points.
#[pyfunction]
#[pyo3(signature = (a, b, b_in_a, pose_a, pose_b, within, tilt, max_points, options))]
#[allow(clippy::too_many_arguments, reason = "clearance.contacts has them as keywords")]
pub fn contacts<'py>(
    py: Python<'py>,
    a: GivenBody<'py>,
    b: GivenBody<'py>,
    b_in_a: Any<'_, 'py>,
    pose_a: Any<'_, 'py>,
    pose_b: Any<'_, 'py>,
    within: f64,
    tilt: Option<f64>,
    max_points: Option<usize>,
    options: Option<GivenOptions>,
) -> PyResult<Vec<(Proximity, Vec<Corner<'py>>)>> {
    let frames = Frames::new(b_in_a, pose_a, pose_b)?;
    let pair = Pair::new(&a, &b, &frames)?;
    let (contact, options) = (contact_options(tilt, max_points)?, crate::options::options(options)?);
    let found = question::contacts(&pair, within, &contact, &options)?;
    let of_contact = |found: &BodyContact<Vec3<f64>>| {
        let proximity = Proximity::of_bodies(&found.between).with_surfaces(pair.surfaces());
        Ok((proximity, corners(py, &found.points)?))
    };
    found.iter().map(of_contact).collect()
}

/// Which points of a contact are returned.
pub fn contact_options(tilt: Option<f64>, max_points: Option<usize>) -> PyResult<ContactOptions<f64>> {
    let default = ContactOptions::default();
    let tilt = tilt.unwrap_or(default.tilt);
    if !(0.0..=1.0).contains(&tilt) {
        return Err(value_error(format!("tilt must be an angle from 0 to 1 radian, got {tilt}")));
    }
    Ok(ContactOptions { tilt, max_points: max_points.unwrap_or(default.max_points) })
}

/// The corners of a contact as Python takes them apart.
pub fn corners<'py>(py: Python<'py>, points: &[ContactPoint<Vec3<f64>>]) -> PyResult<Vec<Corner<'py>>> {
    let corner = |point: &ContactPoint<Vec3<f64>>| {
        let [on_a, on_b] = point.features.each_ref().map(|feature| Feature::new(feature).to_python(py));
        Ok((point.distance, triple(point.witness_a), triple(point.witness_b), on_a?, on_b?))
    };
    points.iter().map(corner).collect()
}

/// A branch of a gradient: its normal, and pairs of points of A and B.
type Branch = (Triple, Vec<(Triple, Triple)>);

/// The signed distance, the branches of its derivative, whether it is differentiable, whether the branches are all.
#[pyfunction]
pub fn gradient<'py>(
    a: GivenBody<'py>,
    b: GivenBody<'py>,
    b_in_a: Any<'_, 'py>,
    pose_a: Any<'_, 'py>,
    pose_b: Any<'_, 'py>,
    options: Option<GivenOptions>,
) -> PyResult<(Proximity, Vec<Branch>, bool, bool)> {
    let frames = Frames::new(b_in_a, pose_a, pose_b)?;
    let pair = Pair::new(&a, &b, &frames)?;
    let found = question::gradient(&pair, &crate::options::options(options)?)?;
    let branches = found.branches.iter().map(|branch| {
        let pairs = branch.pairs.iter().map(|&[p, q]| (triple(p), triple(q))).collect();
        (triple(branch.normal), pairs)
    });
    let proximity = Proximity::of(&found.proximity).with_surfaces(pair.surfaces());
    Ok((proximity, branches.collect(), found.differentiable, found.complete))
}
