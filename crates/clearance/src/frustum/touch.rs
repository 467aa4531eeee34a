//! The points of the difference that touch its plane along a direction, around the projection of the origin.

use super::{Bodies, Forms};
use crate::difference::{Difference, Vertex};
use crate::dimension::Dimension;
use crate::math::{Each, Real, Vec3, Vector};
use crate::newton::tangents;
use crate::simplex::Simplex;
use crate::support::Hint;

/// What is lower than the farthest by more than this many roundings of the size does not touch.
const TOUCHING: f64 = 16.0;

/// Points of a face of the difference.
pub(super) struct BoxTouch<V: Vector> {
    /// Around the projection of the origin, if the face is a parallelogram or less.
    pub simplex: Simplex<V>,
    /// Each point of the face is the difference of one pair of points.
    pub single: bool,
}

/// The points for a direction of the box's frame, outward of the frustum, along which the difference has this height.
pub(super) fn points<V: Dimension>(
    m: &Difference<'_, V>,
    forms: &Forms<V>,
    bodies: &Bodies<V::Scalar>,
    normal: Vec3<V::Scalar>,
    height: V::Scalar,
) -> BoxTouch<V> {
    let slack = V::Scalar::from_f64(TOUCHING) * V::Scalar::UNIT * bodies.size;
    // The box touches with its corner `first` and with those beyond it along free axes.
    let (mut first, mut ways, mut count) = (0, [(0, 0); 4], 0);
    for i in 0..3 {
        if normal[i].abs() * bodies.extents[i] <= slack {
            ways[count] = (0, 1 << i);
            count += 1;
        } else if normal[i] < V::Scalar::ZERO {
            first |= 1 << i;
        }
    }
    let corner = |id: u32| V::from_fn(|i| if id >> i & 1 == 0 { -forms.extents[i] } else { forms.extents[i] });
    let on_box = corner(first) * m.frame.scale;
    let on_frustum = normal * height + Vec3::from_fn(|i| on_box[i]) - bodies.center;
    let (ends, flat) = frustum_face(forms, bodies, forms.to_frustum(m, normal), forms.to_frustum(m, on_frustum));
    if ends[0] != ends[1] {
        ways[count] = (1, 0);
        count += 1;
    }
    let vertex = |(end, id): (usize, u32)| {
        let (p, q, of_box) = (ends[end], corner(first | id), Hint::vertex(first | id));
        let (a, b, ids) = if forms.frustum_is_a { (p, q, [Hint::NONE, of_box]) } else { (q, p, [of_box, Hint::NONE]) };
        m.placed(&Vertex { w: V::ZERO, a, b, ids })
    };
    let projection = forms.outward(m, normal) * height;
    let both = (ways[0].0 + ways[1].0, ways[0].1 | ways[1].1);
    let (simplex, plain) = around(projection, count, [(0, 0), ways[0], ways[1], both].each(vertex));
    BoxTouch { simplex, single: plain && count <= if flat { 1 } else { 2 } }
}

/// The corners among 00, 10, 01, 11 of a face of `n` dimensions that are around its point nearest to `projection`;
/// whether the face has an area if it has two.
fn around<V: Dimension>(
    projection: V,
    dimensions: usize,
    [origin, one, two, both]: [Vertex<V>; 4],
) -> (Simplex<V>, bool) {
    let mut simplex = Simplex::new(origin);
    if dimensions == 1 {
        simplex.push(one);
    }
    if dimensions < 2 {
        return (simplex, true);
    }
    let (e, f, rest) = (one.w - origin.w, two.w - origin.w, projection - origin.w);
    let (ee, ef, ff) = (e.norm_squared(), e.dot(f), f.norm_squared());
    let (s, t) = (ff * rest.dot(e) - ef * rest.dot(f), ee * rest.dot(f) - ef * rest.dot(e));
    simplex.push(if s >= t { one } else { two });
    simplex.push(both);
    // An angle of less than the root of a rounding.
    (simplex, ee * ff - ef * ef > V::Scalar::UNIT * ee * ff)
}

/// Both ends of a frustum's side where it touches with that, of a diameter through a point where it touches with a flat
/// end, and twice the same where it touches with a point of a rim; whether the end is flat.
fn frustum_face<V: Vector>(forms: &Forms<V>, bodies: &Bodies<V::Scalar>, normal: V, point: V) -> ([V; 2], bool) {
    let axis = forms.axis;
    let level = normal.dot(axis);
    let across = normal - axis * level;
    let rho = across.norm();
    let rim = |end: usize, toward: V| {
        let shift = if end == 1 { forms.half_length } else { -forms.half_length };
        axis * shift + toward * forms.radii[end]
    };
    if rho <= V::Scalar::from_f64(TOUCHING) * V::Scalar::UNIT {
        let end = usize::from(level > V::Scalar::ZERO);
        let aside = point - axis * point.dot(axis);
        let toward = if aside == V::ZERO { tangents(axis)[0] } else { aside.normalized() };
        return ([rim(end, toward), rim(end, -toward)], forms.radii[end] > V::Scalar::ZERO);
    }
    let toward = across * (V::Scalar::ONE / rho);
    let rise = level * bodies.half_length * V::Scalar::TWO + (bodies.radii[1] - bodies.radii[0]) * rho;
    let slack = V::Scalar::from_f64(TOUCHING) * V::Scalar::UNIT * bodies.size;
    let lower = usize::from(rise > slack);
    let upper = usize::from(rise >= -slack);
    ([rim(lower, toward), rim(upper, toward)], false)
}
