//! Whether the origin is inside a Minkowski difference of which a simplex holds it, or on its border.

use alloc::vec::Vec;

use super::difference::{Difference, Stop, Vertex};
use super::growth::{Hull, across};
use crate::exact::{Exact, ExactVector};
use crate::math::Vector;

/// What there is of `M` around the origin.
pub(super) enum Surroundings {
    /// Vertices with more than a plane between them; from [`surroundings`], with the origin strictly inside their hull.
    Hull(Vec<Vertex>),
    /// Nothing beyond the plane of this normal through the origin.
    Plane(ExactVector),
}

/// Vertices of `M` that span all dimensions, beginning with a simplex around the origin.
pub(super) fn spanning<V>(difference: &Difference<'_, V>, mut vertices: Vec<Vertex>) -> Result<Surroundings, Stop>
where
    V: Vector,
{
    while vertices.len() <= V::DIM {
        let normal = across(&vertices, V::DIM);
        let level = vertices.first().map_or(Exact::ZERO, |vertex| normal.dot(&vertex.point));
        let above = match difference.beyond(&normal, &level)? {
            None => difference.beyond(&-normal.clone(), &-level)?,
            found => found,
        };
        match above {
            Some(vertex) => vertices.push(vertex),
            None => return Ok(Surroundings::Plane(normal)),
        }
    }
    Ok(Surroundings::Hull(vertices))
}

/// Vertices that surround the origin, or a plane through it that bounds `M`; `simplex` spans the origin.
pub(super) fn surroundings<V>(difference: &Difference<'_, V>, simplex: Vec<Vertex>) -> Result<Surroundings, Stop>
where
    V: Vector,
{
    let vertices = match spanning(difference, simplex)? {
        Surroundings::Hull(vertices) => vertices,
        plane => return Ok(plane),
    };
    let mut hull = Hull::new(vertices);
    loop {
        let Some(facet) = hull.facets.iter().find(|facet| facet.level.is_zero()) else {
            return Ok(Surroundings::Hull(hull.vertices));
        };
        match difference.beyond(&facet.normal, &facet.level)? {
            Some(vertex) => hull.insert(vertex),
            None => return Ok(Surroundings::Plane(facet.normal.clone())),
        }
    }
}
