//! Two bodies and where they are: the input of every query.

use std::borrow::Cow;
use std::sync::Arc;

use clearance::{Pose3, ShapeError, Vec3};
use clearance_scene::{Placing, Representation, Represented, placed_body};
use clearance_world::Body;
use pyo3::Borrowed;
use pyo3::prelude::*;

use crate::error::{shown, type_error, value_error};
use crate::mesh::Mesh;
use crate::pose::PoseArgument;
use crate::shape::Shape;

/// A body as Python hands it over.
pub enum GivenBody<'py> {
    /// A shape, a halfspace or a compound.
    Shape(Bound<'py, Shape>),
    /// A mesh as it is.
    Mesh(Bound<'py, Mesh>),
}

impl<'py> FromPyObject<'_, 'py> for GivenBody<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(shape) = given.cast::<Shape>() {
            return Ok(GivenBody::Shape(shape.to_owned()));
        }
        if let Ok(mesh) = given.cast::<Mesh>() {
            return Ok(GivenBody::Mesh(mesh.to_owned()));
        }
        Err(type_error(format!("expected a shape or a mesh, got {}", shown(&given)?)))
    }
}

impl<'py> GivenBody<'py> {
    /// The body that an argument is; the error names it.
    pub fn named(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(body) = given.extract() {
            return Ok(body);
        }
        Err(type_error(format!("{name} must be a shape or a mesh, got {}", shown(given)?)))
    }
}

impl GivenBody<'_> {
    /// What the core asks; shared, since threads keep it while Python may drop the value. An error for a mesh whose
    /// tessellation the answer would not count.
    pub fn body(&self) -> PyResult<&Arc<Body<Vec3<f64>>>> {
        if self.representation().is_some() {
            return Err(value_error(
                "a mesh with a tessellation is for signed_distance, assembly, and closest, within, between and contacts of scenes",
            ));
        }
        Ok(self.triangles())
    }

    /// The body whose answers are to be [widened](clearance_scene::between_meshes) for what it represents.
    pub fn triangles(&self) -> &Arc<Body<Vec3<f64>>> {
        match self {
            GivenBody::Shape(shape) => &shape.get().body,
            GivenBody::Mesh(mesh) => &mesh.get().body,
        }
    }

    /// The solid that the body represents, if it is not that itself.
    pub fn representation(&self) -> Option<Representation> {
        match self {
            GivenBody::Shape(_) => None,
            GivenBody::Mesh(mesh) => mesh.get().representation,
        }
    }
}

/// Where the bodies are, as the arguments of a call say.
pub enum Frames<'py> {
    /// `b_in_a`; answers are in the frame of `a`.
    Relative(PoseArgument<'py>),
    /// `pose_a` and `pose_b`; answers are in the world frame.
    World([PoseArgument<'py>; 2]),
}

impl<'py> Frames<'py> {
    /// The placement given by the three arguments that may say it.
    pub fn new(
        b_in_a: Option<&Bound<'py, PyAny>>,
        pose_a: Option<&Bound<'py, PyAny>>,
        pose_b: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        match (b_in_a, pose_a, pose_b) {
            (Some(pose), None, None) => Ok(Frames::Relative(PoseArgument::new("b_in_a", pose)?)),
            (None, Some(a), Some(b)) => {
                Ok(Frames::World([PoseArgument::new("pose_a", a)?, PoseArgument::new("pose_b", b)?]))
            }
            (None, None, None) => Err(type_error("expected b_in_a, or pose_a and pose_b")),
            (None, Some(_), None) => Err(type_error("pose_a needs pose_b")),
            (None, None, Some(_)) => Err(type_error("pose_b needs pose_a")),
            (Some(_), _, _) => Err(type_error("expected b_in_a, or pose_a and pose_b, not both")),
        }
    }
}

/// Two bodies at two poses. A matrix that is no exact rotation is the affine map that it is, where vertices make that
/// exact.
pub struct Pair<'p> {
    /// The first body.
    pub a: Cow<'p, Body<Vec3<f64>>>,
    /// The second body.
    pub b: Cow<'p, Body<Vec3<f64>>>,
    /// The pose of `a`; none if all is in its frame.
    pub pose_a: Option<Cow<'p, Pose3<f64>>>,
    /// The pose of `b`, in the world or in `a`'s frame.
    pub pose_b: Cow<'p, Pose3<f64>>,
    /// The solids that the bodies represent, if they are not these themselves.
    representations: [Option<Representation>; 2],
}

impl<'p> Pair<'p> {
    /// A pair of two bodies and their frames.
    pub fn new(a: &'p GivenBody<'_>, b: &'p GivenBody<'_>, frames: &'p Frames<'_>) -> PyResult<Self> {
        a.body()?;
        b.body()?;
        Self::of_solids(a, b, frames)
    }

    /// A pair of bodies that are what they represent.
    pub fn of_bodies(
        [a, b]: [Cow<'p, Body<Vec3<f64>>>; 2],
        pose_a: Option<Cow<'p, Pose3<f64>>>,
        pose_b: Cow<'p, Pose3<f64>>,
    ) -> Self {
        Pair { a, b, pose_a, pose_b, representations: [None, None] }
    }

    /// A pair whose answer counts tessellations.
    pub fn of_solids(a: &'p GivenBody<'_>, b: &'p GivenBody<'_>, frames: &'p Frames<'_>) -> PyResult<Self> {
        let representations = [a.representation(), b.representation()];
        let (a, b) = (a.triangles(), b.triangles());
        match frames {
            Frames::Relative(pose) => {
                let (b, pose_b) = at(b, pose.placing())?;
                Ok(Pair { a: Cow::Borrowed(a), b, pose_a: None, pose_b, representations })
            }
            Frames::World([pose_a, pose_b]) => {
                let (a, pose_a) = at(a, pose_a.placing())?;
                let (b, pose_b) = at(b, pose_b.placing())?;
                Ok(Pair { a, b, pose_a: Some(pose_a), pose_b, representations })
            }
        }
    }

    /// Which of the bodies are meshes that are not closed.
    pub fn surfaces(&self) -> [bool; 2] {
        [self.a.is_surface(), self.b.is_surface()]
    }

    /// Both sides with the solids that they represent, if they are not these themselves.
    pub fn solids(&self) -> Option<[Represented<'_, Vec3<f64>>; 2]> {
        let [a, b] = self.representations;
        a.or(b)?;
        let pose_a = self.pose_a.as_deref().unwrap_or(&Pose3::IDENTITY);
        let side = |body, pose, representation| Represented { body, pose, representation };
        Some([side(&*self.a, pose_a, a), side(&*self.b, &*self.pose_b, b)])
    }
}

type Placed<'p> = (Cow<'p, Body<Vec3<f64>>>, Cow<'p, Pose3<f64>>);

fn at<'p>(body: &'p Body<Vec3<f64>>, placing: &'p Placing<Vec3<f64>>) -> PyResult<Placed<'p>> {
    match image(body, placing).map_err(value_error)? {
        Some((image, pose)) => Ok((Cow::Owned(image), Cow::Owned(pose))),
        None => Ok((Cow::Borrowed(body), Cow::Borrowed(&placing.pose))),
    }
}

/// The body and the pose that stand for a shape placed by a matrix that is no exact rotation; none for others.
pub fn image(
    body: &Body<Vec3<f64>>,
    placing: &Placing<Vec3<f64>>,
) -> Result<Option<(Body<Vec3<f64>>, Pose3<f64>)>, ShapeError> {
    if body.as_shape().is_none() || placing.matrix.is_none() {
        return Ok(None);
    }
    placed_body(body.clone(), placing).map(Some)
}
