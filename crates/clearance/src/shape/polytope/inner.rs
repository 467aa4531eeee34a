//! The ball about the centre that a polytope holds.

use super::links::Links;
use crate::hull::lifted;
use crate::math::{Real, Vec3, Vector};

/// The distance of a point inside to the nearest face, less what its rounding may amount to where normals are mostly rounding; zero for
/// flat ones. `reach` is that of the vertices.
///
/// Two neighbours that follow one another around a vertex lie with it on one face; in the plane each of them lies on a side.
pub(super) fn inner_radius<V: Vector>(vertices: &[V], links: &Links, center: V, reach: V::Scalar) -> V::Scalar {
    let scale = 1.0 / reach.to_f64();
    let at = |vertex: u32| (lifted(vertices[vertex as usize]) - lifted(center)) * scale;
    let mut least = 2.0;
    for vertex in 0..vertices.len() as u32 {
        let corner = at(vertex);
        let last = links.around(vertex).last();
        let (Some(last), true) = (last, vertices.len() > V::DIM) else { return V::Scalar::ZERO };
        let mut before = at(last) - corner;
        for neighbour in links.around(vertex) {
            let after = at(neighbour) - corner;
            let other = if V::DIM == 3 { before } else { Vec3::new(0.0, 0.0, after.norm()) };
            let normal = other.cross(after);
            let length = normal.norm();
            let rounding = 32.0 * f64::UNIT * (other.norm() * after.norm() / length);
            let height = (normal.dot(corner) / length).abs() - rounding;
            if !(height > 0.0) {
                return V::Scalar::ZERO;
            }
            least = height.min(least);
            before = after;
        }
    }
    V::Scalar::from_f64(least) * reach
}
