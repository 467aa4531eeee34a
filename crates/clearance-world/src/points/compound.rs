//! A point and the union of convex parts.
//!
//! Outside it is the least distance of all parts. Inside, the depth `D` is the distance from the nearest point that no
//! part holds in its inside.
//!
//! **Lemma.** `max dᵢ ≤ D`, with the depth `dᵢ` in part `i`: whatever leaves the union leaves part `i`. And if the
//! border point of part `k` that is nearest is proven to be outside of all other parts, `D ≤ dₖ`.

use clearance::enclosure::Aabb;
use clearance::{Bounds, Options, Point, Pose, Real, Shape, ShapeError, Space};

use super::{PointDistance, of_shape};
use crate::body::Body;
use crate::convex::signed_distance;
use crate::parts::{hull, part, tree};

/// The answer of a compound, or of a body of many parts.
pub(super) fn distance<V: Space>(body: &Body<V>, point: V) -> Result<PointDistance<V>, ShapeError> {
    let zero = V::Scalar::ZERO;
    let (mut found, mut failed, mut upper): (Vec<(u32, PointDistance<V>)>, _, _) =
        (Vec::new(), None, V::Scalar::INFINITY);
    let Some(boxes) = tree(body) else { return Err(ShapeError::Empty { what: "parts of a compound" }) };
    boxes.closest_items(&Aabb::at(point), upper, |i, _| {
        match of_shape(&part(body, i), point) {
            Ok(answer) => {
                upper = upper.min(answer.bounds.upper);
                found.push((i, PointDistance { part: i, ..answer }));
            }
            Err(error) => failed = Some(error),
        }
        // All parts that hold the point are looked at.
        upper.max(zero)
    });
    if let Some(error) = failed {
        return Err(error);
    }
    found.retain(|(_, answer)| answer.bounds.lower <= upper.max(zero));
    found.sort_by(|(i, a), (j, b)| {
        a.bounds.upper.partial_cmp(&b.bounds.upper).unwrap_or(std::cmp::Ordering::Equal).then(i.cmp(j))
    });
    let Some(&(part, nearest)) = found.first() else { return Err(ShapeError::Empty { what: "parts of a compound" }) };
    let lower = found.iter().fold(upper, |lower, (_, answer)| lower.min(answer.bounds.lower));
    let inside = match found.iter().map(|(_, answer)| answer.inside) {
        mut all if all.clone().any(|inside| inside == Some(true)) => all.next().map(|_| true),
        mut all => all.all(|inside| inside == Some(false)).then_some(false),
    };
    let is_elsewhere = |other: &PointDistance<V>| (other.normal - nearest.normal).norm() > V::Scalar::power_of_two(-16);
    if inside == Some(false) {
        let ties = found.iter().any(|(i, answer)| *i != part && answer.bounds.lower <= upper && is_elsewhere(answer));
        return Ok(PointDistance {
            bounds: Bounds { lower, upper },
            inside,
            unique: nearest.unique && !ties,
            ..nearest
        });
    }
    let holders: Vec<&PointDistance<V>> =
        found.iter().map(|(_, answer)| answer).filter(|a| a.bounds.lower < zero).collect();
    Ok(deep(body, point, PointDistance { inside, ..nearest }, &holders))
}

/// The answer where parts hold the point, by the deepest one, `known`.
fn deep<V: Space>(
    body: &Body<V>,
    point: V,
    known: PointDistance<V>,
    holders: &[&PointDistance<V>],
) -> PointDistance<V> {
    // From the parts that are least deep on, the first whose border point is no other's bounds the depth.
    let open: Vec<&&PointDistance<V>> = holders.iter().filter(|holder| is_on_border(body, holder)).collect();
    let upper = known.bounds.upper;
    let least = open.iter().map(|holder| holder.bounds.lower).fold(-V::Scalar::INFINITY, |a, b| a.max(b));
    let exit = open.iter().find(|holder| holder.bounds.lower == least);
    let (lower, exit) = match exit {
        Some(exit) => (least, ***exit),
        None => (hull_lower(body, point), known),
    };
    let bounds = Bounds { lower: lower.min(upper), upper };
    // Where one part is both the deepest and the nearest exit, its number is that of the compound.
    let is_whole = exit.part == known.part && exit.bounds == known.bounds && lower == known.bounds.lower;
    PointDistance {
        signed_distance: is_whole.then_some(known.signed_distance).flatten(),
        bounds,
        inside: known.inside,
        unique: is_whole && known.unique && holders.len() == 1,
        ..exit
    }
}

/// Whether the border point of a part is proven to be outside of all others, with all points as near to it as rounding
/// may have put it.
fn is_on_border<V: Space>(body: &Body<V>, holder: &PointDistance<V>) -> bool {
    let Some(boxes) = tree(body) else { return false };
    let size = boxes.bounds().reach_from_frame();
    let off = V::Scalar::from_f64(16.0) * V::Scalar::UNIT * size + holder.bounds.width() * V::Scalar::TWO;
    let mut open = true;
    boxes.items_within(&Aabb::at(holder.nearest), off, |i| {
        if open && i != holder.part {
            let other = of_shape(&part(body, i), holder.nearest);
            open = other.is_ok_and(|other| other.bounds.lower > off);
        }
    });
    open
}

/// A lower bound by the hull of all parts.
fn hull_lower<V: Space>(body: &Body<V>, point: V) -> V::Scalar {
    let (here, pose) = (Shape::Point(Point::new()), Pose::from_translation(point).unwrap_or(Pose::IDENTITY));
    signed_distance((&hull(body), &Pose::IDENTITY), (&here, &pose), &Options::default()).bounds.lower
}
