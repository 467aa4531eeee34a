//! Solids as closed surfaces of triangles where they stand: meshes and polytopes as they are, round shapes between a
//! surface inside of them and one outside.

use clearance::enclosure::{Aabb, posed_point};
use clearance::hull::convex_hull;
use clearance::{Pose, Real, Shape, SupportExt, Vec3, Vector};

use super::round::{self, Round};
use crate::body::Body;

type Point = Vec3<f64>;

/// A closed surface of triangles, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Facets {
    pub triangles: Vec<[Point; 3]>,
    /// No vertex is farther from where it is exactly.
    pub off: f64,
}

/// A solid between two surfaces.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    pub inner: Facets,
    /// None if the inner surface is the solid's own.
    pub outer: Option<Facets>,
    /// Whether the surfaces are those of convex bodies, which do not cross themselves.
    pub is_simple: bool,
}

impl Facets {
    pub fn bounds(&self) -> Aabb<Point> {
        self.triangles.iter().flatten().fold(Aabb::empty(), |all, &corner| all.union(&Aabb::at(corner)))
    }

    /// Triangles of a frame at a pose, whose corners have an error already.
    fn posed(triangles: impl IntoIterator<Item = [Point; 3]>, pose: &Pose<Point>, error: f64) -> Self {
        let mut off = 0.0f64;
        let mut place = |corner: Point| {
            let (at, error) = posed_point(pose, corner);
            // Its offset from the origin of the columns, which is among the corners, rounds as well.
            off = off.max(error + 8.0 * f64::UNIT * at.max_abs());
            at
        };
        let triangles = triangles.into_iter().map(|corners| corners.map(&mut place)).collect();
        Facets { triangles, off: (off + error).next_up() }
    }
}

impl Solid {
    /// A body where it stands; `None` for a surface, a halfspace, bodies of many parts and shapes without corners that
    /// are no balls, cylinders or cones.
    pub fn of(body: &Body<Point>, pose: &Pose<Point>) -> Option<Self> {
        match body {
            Body::Mesh(mesh) if mesh.is_solid() => {
                let triangles = (0..mesh.triangles().len() as u32).map(|i| mesh.corners(i));
                Some(Solid { inner: Facets::posed(triangles, pose, 0.0), outer: None, is_simple: false })
            }
            Body::Convex(shape) => match round_of(shape) {
                Some(round) => {
                    let [inner, outer] = [round.inner, round.outer].map(|surface| Facets::posed(surface, pose, 0.0));
                    Some(Solid { inner, outer: Some(outer), is_simple: true })
                }
                None => {
                    let (triangles, error) = polytope(shape)?;
                    Some(Solid { inner: Facets::posed(triangles, pose, error), outer: None, is_simple: true })
                }
            },
            _ => None,
        }
    }
}

fn round_of(shape: &Shape<Point>) -> Option<Round> {
    match shape {
        Shape::Ball(_) => Some(round::ball(shape.radius())),
        Shape::Cylinder(it) => Some(round::cylinder(it.base_radius(), it.half_length(), it.axis())),
        Shape::Cone(it) => Some(round::cone(it.base_radius(), it.half_length(), it.axis())),
        _ => None,
    }
}

/// The faces of a shape with corners, and the error of these.
fn polytope(shape: &Shape<Point>) -> Option<(Vec<[Point; 3]>, f64)> {
    let count = shape.vertex_count();
    if count == 0 || shape.radius() != 0.0 {
        return None;
    }
    let points: Vec<Point> = (0..count).map(|i| shape.anchor() + shape.vertex(i)).collect();
    let hull = convex_hull(&points).ok().filter(|hull| hull.dimension() == 3)?;
    let fan = |face: &[u32]| -> Vec<[Point; 3]> {
        let corner = |i: u32| hull.points()[i as usize];
        face.windows(2).skip(1).map(|side| [corner(face[0]), corner(side[0]), corner(side[1])]).collect()
    };
    let size = shape.anchor().norm() + shape.reach();
    Some((hull.faces().flat_map(fan).collect(), shape.support_error() + 2.0 * f64::UNIT * size))
}
