//! The signed distance of polytopal cores swept by balls, enclosed in twofold numbers to a few units in its last place.
//!
//! Floats find the features and the facets; here only these are computed again, from the vertices as they were given.
//! Apart: the nearest point of the features bounds the distance from above, the plane through it from below, once no
//! vertex lies before it. Overlapping: [`facets`]. Whatever is not proven to be narrow enough is left to exact
//! arithmetic.
//!
//! **Errors.** With `ε = 2⁻¹⁰⁶` a twofold sum errs by `3ε` of its value, a product or quotient by less than `16ε`. An
//! entry of a rotation errs by less than `64ε`, so a point of `M` errs by at most `2⁹ε S`, `S` the sum of the cores'
//! lengths and of their offset; a height along `n` over `|n|` by less than `2¹⁰ε S` more, and a weighted sum of points
//! by as much. [`ERROR`] allows twice the sum. Weights that add up to one within `8ε` are within it.

mod cores;
mod facets;
mod look;

use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::gjk::features::{self, Point};
use crate::gjk::{Closest, End};
use crate::goal::Goal;
use crate::math::twofold::{Two, two_sum};
use crate::math::{Each, Pose, Real, RigidMap, Vector};
use crate::support::{Snapshot, SupportExt};
use cores::Cores;

pub(crate) use look::{Until, look};

/// `2¹²ε`: the error of a computed height or length in units of the cores' size.
const ERROR: f64 = 4096.0 * f64::UNIT * f64::UNIT;

/// How often a vertex before the plane may join the features.
const ROUNDS: usize = 6;

/// The bounds may be this many units in the last place of the distance apart.
const ULPS: f64 = 4.0;

/// A narrow enclosure of the signed distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Narrow<V: Vector> {
    pub distance: V::Scalar,
    pub lower: V::Scalar,
    pub upper: V::Scalar,
    /// Unit, from `a` to `b`.
    pub normal: V,
}

/// What is known of the cores, scaled: `lower ≤ signed distance ≤ upper`, and the direction from `a` to `b` that shows
/// it.
struct Enclosure {
    lower: Two<f64>,
    upper: Two<f64>,
    normal: Point,
}

/// Encloses the signed distance of two bodies of which the direction from `a` to `b` is nearly known. `None` if their
/// vertices or poses are not exact, or if twofold numbers cannot decide: within about `10⁻¹⁴` of the size (`f64`), and
/// at ties of needles.
pub(crate) fn narrow<V>(
    a: (&Snapshot<'_, V>, &Pose<V>),
    b: (&Snapshot<'_, V>, &Pose<V>),
    normal: V,
) -> Option<Narrow<V>>
where
    V: Dimension,
{
    if !(a.0.has_exact_vertices() && b.0.has_exact_vertices() && a.1.is_exact() && b.1.is_exact()) {
        return None;
    }
    let m = Difference::new(a.0, b.0, &RigidMap::between(a.1, b.1));
    let cores = Cores::new(a, b, m.frame.scale.to_f64());
    let goal = Goal::within(V::Scalar::ZERO, V::Scalar::ZERO, 256);
    let mut closest = Closest::along(&m, -a.1.vector_back(normal));
    closest.approach(&m, &goal, &mut None);
    let found = match closest.end {
        End::Apart => apart(&cores, &closest),
        _ => facets::overlapping(&cores, &m, &closest.simplex),
    }?;
    let radius = two_sum(a.0.radius().to_f64(), b.0.radius().to_f64());
    // That of the rotations as they are written; the ones that are meant move every support function by no more than
    // this.
    let turned = Two::new(cores.turned);
    let found = Enclosure { lower: found.lower - turned, upper: found.upper + turned, ..found };
    rounded(&found, radius, cores.scale)
}

/// The distance of cores whose nearest features are nearly known.
fn apart<V>(cores: &Cores<'_, V>, closest: &Closest<V>) -> Option<Enclosure>
where
    V: Dimension,
{
    let mut ids = [[0; 2]; 4];
    let mut count = 0;
    for point in closest.simplex.points().take(3) {
        ids[count] = [point.ids[0].id()?, point.ids[1].id()?];
        count += 1;
    }
    let error = Two::new(ERROR * cores.size);
    for _ in 0..ROUNDS {
        let points = ids.each(|pair| cores.point(pair));
        let near = features::nearest(&points[..count], V::DIM)?;
        let (lowest, height) = cores.lowest(near.normal);
        let found = Enclosure { lower: height - error, upper: near.length + error, normal: -near.normal };
        let known = ids[..count].contains(&lowest);
        let mut kept = near.corners.iter().map(|&i| ids[i]);
        ids = core::array::from_fn(|_| kept.next().unwrap_or(lowest));
        count = near.corners.len() + 1;
        // Another round cannot bring more than what separates the bounds.
        if known || (found.upper - found.lower).hi <= f64::UNIT * found.lower.hi {
            return Some(found);
        }
    }
    None
}

/// The enclosure in the user's lengths with the radii taken off, if it is narrow there and of one sign.
fn rounded<V: Vector>(found: &Enclosure, radius: Two<f64>, scale: f64) -> Option<Narrow<V>> {
    let back = 1.0 / scale;
    let length = |x: Two<f64>| Two { hi: x.hi * back, lo: x.lo * back } - radius;
    let (low, high) = (length(found.lower), length(found.upper));
    let distance = V::Scalar::from_f64(((low + high).scale(0.5)).value());
    let (lower, upper) = (below::<V::Scalar>(low), -below::<V::Scalar>(-high));
    let ulp = V::Scalar::TWO * V::Scalar::UNIT * V::Scalar::power_of_two(distance.exponent());
    // Near the smallest numbers the twofold ones lose their lower halves.
    let whole = distance.abs().to_f64() > f64::SMALLEST / (f64::UNIT * f64::UNIT * f64::UNIT);
    let narrow = upper - lower <= V::Scalar::from_f64(ULPS) * ulp;
    let one_sign = lower > V::Scalar::ZERO || upper < V::Scalar::ZERO;
    if !(whole && narrow && one_sign && back.is_finite()) {
        return None;
    }
    let inverse = Two::new(1.0) / found.normal.dot(found.normal).sqrt();
    let normal = V::from_fn(|i| V::Scalar::from_f64((found.normal.get(i) * inverse).value()));
    Some(Narrow { distance: distance.clamp(lower, upper), lower, upper, normal })
}

/// A number not above `x`, at most two below the greatest such.
fn below<T: Real>(x: Two<f64>) -> T {
    let mut rounded = T::from_f64(x.hi);
    while (x - Two::new(rounded.to_f64())).value() < 0.0 {
        rounded = rounded.next_down();
    }
    rounded
}

#[cfg(test)]
mod tests;
