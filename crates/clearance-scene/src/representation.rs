//! Bodies that represent meshes and solids, and what is known of these by answers about the bodies.

use clearance::{Options, Pose, Real, Space};
use clearance_world::{Between, Body, BodyPair, Refusal};
use serde::Serialize;

use crate::mesh_use::MeshUse;

/// A body in place of a mesh that is another: a hull or convex parts, which contain the mesh; or the mesh with welded
/// vertices. And a mesh in place of a solid with curved faces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Representation {
    /// What represents the mesh; `None` for the mesh itself.
    pub form: Option<MeshUse>,
    /// No point of it is farther from the mesh, proven; of welded vertices, none has moved farther.
    pub error: f64,
    /// Whether the mesh contains all points that are deeper than the error in the hull.
    pub is_of_dents: bool,
    /// How many vertices were welded, and how many edges stay open.
    pub welded: Option<[usize; 2]>,
    /// How far the mesh is from the solid that it is made of.
    pub tessellation: Option<Tessellation>,
}

/// How far the triangles of a mesh are from the surface of a solid.
///
/// That surface is the image of the triangles under a continuous map that moves no point by more than the error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tessellation {
    /// The error, in the unit of the scene; not negative.
    pub error: f64,
    /// Whether the error is proven; otherwise the input states it.
    pub proven: bool,
}

impl Representation {
    /// A mesh in place of a solid.
    pub fn of_tessellation(tessellation: Tessellation) -> Self {
        Representation { tessellation: Some(tessellation), ..Representation::default() }
    }

    /// A body that contains its mesh.
    pub(crate) fn larger(form: MeshUse, error: f64) -> Self {
        Representation { form: Some(form), error, ..Representation::default() }
    }

    /// The sum of the body's errors, by which bounds are wider.
    pub fn total_error(&self) -> f64 {
        match self.tessellation {
            Some(tessellation) if self.error == 0.0 => tessellation.error,
            Some(tessellation) => (self.error + tessellation.error).next_up(),
            None => self.error,
        }
    }

    /// How far points of the surface may have moved: by the weld, and by the tessellation.
    pub fn moved(&self) -> f64 {
        match (self.welded, self.tessellation) {
            (None, None) => 0.0,
            (None, Some(tessellation)) => tessellation.error,
            (Some(_), _) => self.total_error(),
        }
    }
}

/// Why bodies whose surfaces are known up to an error have no times of contact.
pub(crate) const NO_IMPACT: &str = "meshes with welded vertices or with a \"tessellation\" have no times; \
     `clearance mesh --repair` writes welded meshes that have";

/// A body and its pose, with the mesh or solid that it represents if it is not that itself.
#[derive(Clone, Copy, Debug)]
pub struct Represented<'s, V: Space> {
    /// The body.
    pub body: &'s Body<V>,
    /// Where it is.
    pub pose: &'s Pose<V>,
    /// What it represents.
    pub representation: Option<Representation>,
}

/// What answers say about the bodies of two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bodies {
    /// Whether a body is a mesh that is not closed: a surface, with nothing inside.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub surface: bool,
    /// Whether A is one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub surface_a: bool,
    /// Whether B is one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub surface_b: bool,
    /// What represents a mesh A that is another: `hull`, `parts`, or `mesh` with welded vertices; bounds are those of
    /// the mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_a: Option<&'static str>,
    /// What represents a mesh B that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_b: Option<&'static str>,
    /// The sum of both errors, by which bounds are wider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_error_upper: Option<f64>,
    /// The part of the errors that comes from triangles in place of curved faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tessellation: Option<f64>,
    /// Whether that part is proven for both bodies; if not, the input states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tessellation_proven: Option<bool>,
    /// No point of what represents A is farther from its mesh, or from its solid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_a: Option<f64>,
    /// No point of what represents B is farther from its mesh, or from its solid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_b: Option<f64>,
    /// How many vertices of A were welded, and how many edges stay open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub welded_a: Option<[usize; 2]>,
    /// How many vertices of B were welded, and how many edges stay open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub welded_b: Option<[usize; 2]>,
}

impl Bodies {
    pub(crate) fn of<V: Space>(sides: [Represented<'_, V>; 2]) -> Self {
        let [surface_a, surface_b] = sides.map(|side| side.body.is_surface());
        let [a, b] = sides.map(|side| side.representation);
        let known = || [a, b].into_iter().flatten();
        let sum = |a: f64, b: f64| (a + b).next_up();
        let tessellations = || known().filter_map(|known| known.tessellation);
        let tessellation = tessellations().map(|known| known.error).reduce(sum);
        Bodies {
            surface: surface_a || surface_b,
            surface_a,
            surface_b,
            as_a: a.and_then(|known| known.form).map(MeshUse::word),
            as_b: b.and_then(|known| known.form).map(MeshUse::word),
            as_error_upper: known().map(|known| known.total_error()).reduce(sum),
            tessellation,
            tessellation_proven: tessellation.map(|_| tessellations().all(|known| known.proven)),
            error_a: a.map(|known| known.total_error()),
            error_b: b.map(|known| known.total_error()),
            welded_a: a.and_then(|known| known.welded),
            welded_b: b.and_then(|known| known.welded),
        }
    }
}

impl<V: Space> Represented<'_, V> {
    /// How far points of the surface may have moved.
    pub fn moved(&self) -> f64 {
        self.representation.map_or(0.0, |known| known.moved())
    }

    /// What represents the mesh, if it contains it.
    fn larger(&self) -> Option<Representation> {
        self.representation.filter(|known| known.welded.is_none() && known.form.is_some())
    }
}

/// What is known between two meshes or solids by the answer about the bodies that represent them.
///
/// Welds and tessellations move surfaces: [`BodyPair::bounds_of_moved`] has the bounds. A body that contains its mesh
/// is as near as the mesh or nearer, so that lower bounds stay. A common point of two such bodies is within their
/// errors of both meshes, which are at most the sum apart and need not have one. Hulls with shallow dents lose as much
/// of their depth at most, by the lemma of dents of [`clearance_world::TriangleMesh::dents`].
pub fn between_meshes<V: Space>(
    sides: [Represented<'_, V>; 2],
    found: Between<V>,
    options: Options<V::Scalar>,
) -> Result<Between<V>, Refusal> {
    let up = |error: f64| V::Scalar::from_f64(error).next_up();
    let [a, b] = sides;
    let mut known = found;
    if a.moved() + b.moved() > 0.0 {
        let pair = BodyPair::in_world((a.body, a.pose), (b.body, b.pose)).options(options);
        known.bounds = pair.bounds_of_moved(&found, sides.map(|side| up(side.moved())))?;
        let zero = V::Scalar::ZERO;
        known.collides = match () {
            _ if known.bounds.lower > zero => Some(false),
            _ if known.bounds.upper < zero => Some(true),
            _ => None,
        };
    }
    let larger = || sides.iter().filter_map(Represented::larger);
    if let Some(error) = larger().map(|known| known.error).reduce(|a, b| (a + b).next_up()) {
        let are_dents = larger().all(|known| known.is_of_dents) && a.moved() + b.moved() == 0.0;
        let upper = if are_dents { known.bounds.upper } else { known.bounds.upper.max(V::Scalar::ZERO) };
        known.bounds.upper = (upper + up(error)).next_up();
        let is_deep = known.bounds.upper < V::Scalar::ZERO;
        known.collides = known.collides.filter(|collides| !collides || is_deep);
    }
    if known.collides.is_none() && known != found || a.moved() + b.moved() > 0.0 && known.collides == Some(true) {
        known.signed_distance = None;
    }
    Ok(known)
}
