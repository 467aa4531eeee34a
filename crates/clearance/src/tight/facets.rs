//! The depth of overlapping cores from the facets of the grown polytope.
//!
//! **Why the facets of rounded points prove a bound for exact ones.** Moving each vertex from its computed to its exact
//! place moves every facet of the polytope by at most the points' error. If all facets stay off the origin on the way,
//! their surface keeps surrounding it, so the hull of the exact vertices, which is part of `M`, holds the ball up to
//! the nearest of the moved facets; and a triangle is not nearer than its plane. Above, any support plane bounds the
//! depth.

use super::cores::Cores;
use super::{ERROR, Enclosure};
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::{self, Facet, Growth};
use crate::gjk::features::Point;
use crate::math::twofold::Two;
use crate::math::{Real, Vec3, Vector};
use crate::simplex::Simplex;

/// The depth, if the origin is certainly inside.
pub(super) fn overlapping<V>(cores: &Cores<'_, V>, m: &Difference<'_, V>, seed: &Simplex<V>) -> Option<Enclosure>
where
    V: Dimension,
{
    let hull = epa::polytope(m, seed)?;
    let nearest = hull.facets().fold(V::Scalar::INFINITY, |near, facet| near.min(facet.floor));
    if !(nearest > m.frame.point_error) {
        return None;
    }
    // The planes near the least one are computed exactly enough; those of the others are farther than rounding can
    // hide.
    let matters = nearest + V::Scalar::from_f64(8.0) * (m.frame.point_error + m.frame.plane_error);
    let mut floor = Two::new((matters - m.frame.point_error).to_f64());
    let mut least: Option<Plane> = None;
    for facet in hull.facets().filter(|facet| facet.floor <= matters) {
        let plane = Plane::new(cores, &hull, &facet)?;
        floor = lesser(floor, plane.height - plane.error);
        if least.as_ref().is_none_or(|l| (plane.height - l.height).value() < 0.0) {
            least = Some(plane);
        }
    }
    let normal = least?.normal;
    let ceiling = Two::new(ERROR * cores.size) - cores.lowest(-normal).1;
    Some(Enclosure { lower: -ceiling, upper: -floor, normal })
}

fn lesser(a: Two<f64>, b: Two<f64>) -> Two<f64> {
    if (a - b).value() < 0.0 { a } else { b }
}

/// The plane of a facet through the exact vertices.
struct Plane {
    /// Outward, of any length.
    normal: Point,
    /// Its distance from the origin.
    height: Two<f64>,
    error: Two<f64>,
}

impl Plane {
    /// With edges `x`, `y` that err by `E` each, the normal errs by at most `E(|x| + |y|)` and by `16ε|x||y|` for its
    /// products; over `|n|` that is the plane's tilt, which moves it by that times its points' distance.
    fn new<V>(cores: &Cores<'_, V>, hull: &V::Growth, facet: &Facet<V>) -> Option<Self>
    where
        V: Dimension,
    {
        let mut points = [Point::new(Vec3::ZERO); 3];
        for (point, &corner) in points.iter_mut().zip(&facet.corners[..V::DIM]) {
            let ids = hull.points()[corner as usize].ids;
            *point = cores.point([ids[0].id()?, ids[1].id()?]);
        }
        let [p, q, r] = points;
        let x = q - p;
        let y = if V::DIM == 3 { r - p } else { Point::new(Vec3::axis(2)) };
        let outward = x.cross(y);
        let length = outward.dot(outward).sqrt();
        let (height, size) = (outward.dot(p) / length, cores.size);
        let (xx, yy) = (x.hi.norm(), y.hi.norm());
        let tilt = ERROR * (size * (xx + yy) + xx * yy) / length.hi;
        let error = Two::new(ERROR * size + 2.0 * tilt * size);
        // The first facets are oriented by the points, so the origin, which is inside, determines the side.
        let away = height.hi < 0.0;
        let (normal, height) = if away { (-outward, -height) } else { (outward, height) };
        (tilt < f64::UNIT).then_some(Plane { normal, height, error })
    }
}
