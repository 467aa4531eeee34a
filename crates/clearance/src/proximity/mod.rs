//! What a query answers: signed distance, enclosure, normal, witness points, features.

mod display;
#[cfg(feature = "serde")]
mod serialized;

use core::fmt::{self, Debug, Formatter};

use crate::math::{Each, Pose, Real, Vector};
use crate::support::{FeatureKind, Hint, Support, SupportExt};

/// How two closed bodies lie to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Status {
    /// They have no common point: the signed distance is positive.
    Separated,
    /// They have common points, but the least translation that parts them is zero.
    Touching,
    /// It takes a translation of positive length to part them.
    Overlapping,
    /// Not proven either way: the bounds hold zero, and [`proven`](Proximity::proven) is false. Curved bodies nearer to
    /// contact than the arithmetic can decide, poses whose angles are not exact, and runs that stopped at their
    /// iteration limit.
    Undecided,
}

/// A proven enclosure: `lower ≤ true value ≤ upper`, rounding included.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds<T> {
    /// Never above the truth.
    pub lower: T,
    /// Never below the truth.
    pub upper: T,
}

impl<T: Real> Bounds<T> {
    /// `upper − lower`.
    pub fn width(&self) -> T {
        self.upper - self.lower
    }
    /// Whether `value` is enclosed.
    pub fn contains(&self, value: T) -> bool {
        self.lower <= value && value <= self.upper
    }
}

/// The part of a core that holds a witness point, given by at most three of its vertices and the point's barycentric
/// weights.
///
/// A polygonal face is given by three of its vertices, or by two that are no neighbours;
/// [`feature_corners`](crate::support::SupportExt::feature_corners) lists them all.
#[derive(Clone, Copy, PartialEq)]
pub struct Feature<T> {
    pub(crate) kind: FeatureKind,
    pub(crate) count: u8,
    pub(crate) vertices: [u32; 3],
    pub(crate) weights: [T; 3],
}

impl<T: Real> Debug for Feature<T> {
    /// The kind, and the vertices with their weights, as many as there are.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Feature");
        shown.field("kind", &self.kind());
        if self.count > 0 {
            shown.field("vertices", &self.vertices()).field("weights", &self.weights());
        }
        shown.finish()
    }
}

impl<T: Real> Feature<T> {
    /// A point of a curved core.
    pub const SMOOTH: Self = Feature { kind: FeatureKind::Smooth, count: 0, vertices: [0; 3], weights: [T::ZERO; 3] };

    /// The least feature of `shape` that holds the weighted sum of at most three of its vertices, of which some may be
    /// equal. `Smooth` if one of them has no number.
    #[inline(always)]
    pub(crate) fn from_points<V: Vector<Scalar = T>>(
        shape: &(impl Support<V> + ?Sized),
        ids: [Hint; 3],
        weights: [T; 3],
        count: usize,
    ) -> Self {
        if count == 1 {
            return Self::at_vertex(shape, ids[0]);
        }
        // Two points are three, of which the last weighs nothing.
        let third = if count == 2 { (ids[0], T::ZERO) } else { (ids[2], weights[2]) };
        let (Some(i), Some(j), Some(k)) = (ids[0].id(), ids[1].id(), third.0.id()) else { return Self::SMOOTH };
        let zero = T::ZERO;
        // What returns gives its weight to where it was first.
        let [of_i, of_j, of_k] = [weights[0], weights[1], third.1];
        let (j_is_i, k_is_i, k_is_j) = (j == i, k == i, k == j);
        let of_i = of_i + if j_is_i { of_j } else { zero } + if k_is_i { of_k } else { zero };
        let of_j = of_j + if k_is_j { of_k } else { zero };
        match (of_i != zero, !j_is_i & (of_j != zero), !(k_is_i | k_is_j) & (of_k != zero)) {
            (true, true, true) => {
                let kind = shape.feature_kind(&[i, j, k]);
                Self::known(kind, 3, [i, j, k].each(|id| shape.input_id(id)), [of_i, of_j, of_k])
            }
            (true, true, false) => Self::of_two(shape, [i, j], [of_i, of_j]),
            (true, false, true) => Self::of_two(shape, [i, k], [of_i, of_k]),
            (false, true, true) => Self::of_two(shape, [j, k], [of_j, of_k]),
            (_, false, false) => Self::known(FeatureKind::Vertex, 1, [shape.input_id(i), 0, 0], [of_i, zero, zero]),
            (false, true, false) => Self::known(FeatureKind::Vertex, 1, [shape.input_id(j), 0, 0], [of_j, zero, zero]),
            (false, false, true) => Self::known(FeatureKind::Vertex, 1, [shape.input_id(k), 0, 0], [of_k, zero, zero]),
        }
    }

    /// The edge between two vertices, or what else holds them both.
    #[inline(always)]
    fn of_two<V: Vector<Scalar = T>>(shape: &(impl Support<V> + ?Sized), span: [u32; 2], weights: [T; 2]) -> Self {
        let [i, j] = span.each(|id| shape.input_id(id));
        Self::known(shape.feature_kind(&span), 2, [i, j, 0], [weights[0], weights[1], T::ZERO])
    }

    /// [`from_points`](Self::from_points) of three different vertices with weights.
    #[inline(always)]
    pub(crate) fn of_face<V: Vector<Scalar = T>>(
        shape: &(impl Support<V> + ?Sized),
        ids: [Hint; 3],
        weights: [T; 3],
    ) -> Self {
        let input = |id: Hint| shape.input_id(id.number());
        let vertices = [input(ids[0]), input(ids[1]), input(ids[2])];
        Self::known(FeatureKind::Face, 3, vertices, weights)
    }

    /// The feature of three vertices of which the second one is the first or the last again.
    #[inline(always)]
    pub(crate) fn of_edge<V: Vector<Scalar = T>>(
        shape: &(impl Support<V> + ?Sized),
        ids: [Hint; 3],
        [first, second, last]: [T; 3],
    ) -> Self {
        let returns = ids[1] == ids[0];
        let weights = [first + second * T::flag(returns), second * T::flag(!returns) + last, T::ZERO];
        let vertices = [shape.input_id(ids[0].number()), shape.input_id(ids[2].number()), 0];
        Self::known(FeatureKind::Edge, 2, vertices, weights)
    }

    /// The feature of one vertex, given three times.
    #[inline(always)]
    pub(crate) fn of_corner<V: Vector<Scalar = T>>(
        shape: &(impl Support<V> + ?Sized),
        ids: [Hint; 3],
        [first, second, last]: [T; 3],
    ) -> Self {
        let weights = [first + second + last, T::ZERO, T::ZERO];
        Self::known(FeatureKind::Vertex, 1, [shape.input_id(ids[0].number()), 0, 0], weights)
    }

    /// A vertex of `shape`, by its number; `Smooth` if it has none.
    #[inline(always)]
    pub(crate) fn at_vertex<V: Vector<Scalar = T>>(shape: &(impl Support<V> + ?Sized), hint: Hint) -> Self {
        let Some(id) = hint.id() else { return Self::SMOOTH };
        let (vertices, weights) = ([shape.input_id(id), 0, 0], [T::ONE, T::ZERO, T::ZERO]);
        Feature { kind: FeatureKind::Vertex, count: 1, vertices, weights }
    }

    /// Adds a vertex that it does not have yet, unless its weight is zero or there are three; the kind stays as it is.
    pub(crate) fn add(&mut self, vertex: u32, weight: T) {
        if weight > T::ZERO && self.count < 3 {
            let place = self.count as usize;
            (self.vertices[place], self.weights[place]) = (vertex, weight);
            self.count += 1;
        }
    }

    /// The end of a segment, or the segment, that holds its place `s` in [0, 1]. Without a branch: which it is cannot
    /// be predicted.
    #[inline(always)]
    pub(crate) fn of_segment(s: T) -> Self {
        let ended = s >= T::ONE;
        let between = (s > T::ZERO) & !ended;
        let end = T::flag(ended);
        Feature {
            kind: if between { FeatureKind::Edge } else { FeatureKind::Vertex },
            count: 1 + u8::from(between),
            vertices: [u32::from(ended), u32::from(between), 0],
            weights: [T::ONE - s + end, s - end, T::ZERO],
        }
    }

    /// The feature that holds the weighted sum of the first `count` vertices, all different, with weights that are not
    /// zero.
    #[inline(always)]
    pub(crate) fn known(kind: FeatureKind, count: u8, vertices: [u32; 3], weights: [T; 3]) -> Self {
        Feature { kind, count, vertices, weights }
    }

    /// Vertex, edge, face or smooth.
    pub fn kind(&self) -> FeatureKind {
        self.kind
    }
    /// The numbers of the core's vertices between which the witness point lies: of a hull, places in the list of given
    /// points.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices[..self.count as usize]
    }
    /// Their barycentric weights, which add up to 1.
    pub fn weights(&self) -> &[T] {
        &self.weights[..self.count as usize]
    }
}

/// The signed distance of two bodies `a` and `b` with its proof.
///
/// Coordinates are those of `a`'s frame, or of the world for the queries that take two world poses.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Proximity<V: Vector> {
    /// Apart: the distance, positive. Touching: zero. Overlapping: minus the penetration depth, the length of the
    /// least translation that separates the bodies.
    ///
    /// Where the bounds are wider than rounding explains, this is the separation along [`normal`](Self::normal), which
    /// is the lower bound but for rounding: a distance that is not overstated, and a depth after which the bodies are
    /// apart. Polytopes that are apart when a run ends at its limit have the distance of the nearest points found
    /// instead, and poses that are known within an error that of the poses as they are given.
    pub signed_distance: V::Scalar,
    /// Unit, from `a` to `b` in every case: the direction in which `b` moves to separate. The bodies are separated
    /// along it by the lower bound at least, up to rounding.
    pub normal: V,
    /// Witness point on `a`.
    pub witness_a: V,
    /// Witness point on `b`: `witness_b − witness_a = distance · normal` up to rounding; where the bounds are wider
    /// than rounding, within them.
    pub witness_b: V,
    /// `lower ≤ true signed distance ≤ upper`.
    pub bounds: Bounds<V::Scalar>,
    /// Where the witness points lie on the cores of `a` and `b`.
    pub features: [Feature<V::Scalar>; 2],
    /// Whether no other pair of points was found to attain the distance: false for parallel features, and for ties.
    pub unique: bool,
    /// Separated, touching or overlapping; or undecided.
    pub status: Status,
    /// Whether the status is proven, by the enclosure or by exact arithmetic: whether it is not undecided.
    pub proven: bool,
    /// Support evaluations of the pair.
    pub iterations: u32,
}

impl<V: Vector> Proximity<V> {
    /// The answer of queries that need only the distance: zero with a common point for both witnesses if the bodies
    /// overlap.
    pub(crate) fn drop_depth(&mut self) {
        let zero = V::Scalar::ZERO;
        if self.signed_distance < zero {
            let middle = (self.witness_a + self.witness_b) * V::Scalar::HALF;
            (self.signed_distance, self.witness_a, self.witness_b) = (zero, middle, middle);
        }
        self.bounds = Bounds { lower: self.bounds.lower.max(zero), upper: self.bounds.upper.max(zero) };
    }

    /// Fails on bounds that contradict each other, or the value between them: of a proof that is wrong no answer is
    /// given.
    #[inline(always)]
    pub(crate) fn assert_enclosed(&self) {
        let Bounds { lower, upper } = self.bounds;
        if !((lower <= self.signed_distance) & (self.signed_distance <= upper)) {
            contradiction(self.signed_distance.to_f64(), [lower.to_f64(), upper.to_f64()]);
        }
    }

    /// Lets the witness points share what rounding leaves of their relation to distance and normal. What is more than
    /// `rounding`, and within the bounds, stays: both are points of their bodies.
    pub(crate) fn face(&mut self, rounding: V::Scalar) {
        let miss = (self.witness_b - self.witness_a - self.normal * self.signed_distance) * V::Scalar::HALF;
        let within = (miss.dot(self.normal) * V::Scalar::TWO).abs() <= self.bounds.width();
        if miss.norm_squared() <= rounding * rounding || !within {
            self.witness_a += miss;
            self.witness_b = self.witness_a + self.normal * self.signed_distance;
        }
    }

    /// Turns an answer of A's frame into one of the world.
    pub(crate) fn place(&mut self, pose_a: &Pose<V>) {
        let face = self.witness_b == self.witness_a + self.normal * self.signed_distance;
        self.normal = pose_a.vector(self.normal).normalized();
        self.witness_a = pose_a.point(self.witness_a);
        self.witness_b =
            if face { self.witness_a + self.normal * self.signed_distance } else { pose_a.point(self.witness_b) };
    }
}

impl<V: Vector> Proximity<V> {
    /// The answer with A and B exchanged.
    pub fn swapped(self) -> Self {
        let [a, b] = self.features;
        Proximity {
            normal: -self.normal,
            witness_a: self.witness_b,
            witness_b: self.witness_a,
            features: [b, a],
            ..self
        }
    }
}

/// What [`distance_within`](crate::query::distance_within) found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within<V: Vector> {
    /// The signed distance, which is not proven to be above the maximum.
    Near(Proximity<V>),
    /// The signed distance is above the maximum.
    Beyond {
        /// A proven lower bound of the signed distance.
        lower: V::Scalar,
    },
}

impl<V: Vector> Within<V> {
    /// A decided answer, or only its lower bound where that is above the limit.
    pub(crate) fn of(found: Proximity<V>, max: V::Scalar) -> Self {
        if found.bounds.lower > max { Within::Beyond { lower: found.bounds.lower } } else { Within::Near(found) }
    }
}

#[cold]
#[inline(never)]
fn contradiction(distance: f64, [lower, upper]: [f64; 2]) -> ! {
    panic!("signed distance {distance:e} is outside of its bounds {lower:e} and {upper:e}: please report the pair")
}

/// What the bounds say of zero; bounds that hold zero leave it open.
pub(crate) fn status_of<T: Real>(bounds: &Bounds<T>) -> (Status, bool) {
    if bounds.lower > T::ZERO {
        return (Status::Separated, true);
    }
    if bounds.upper < T::ZERO {
        return (Status::Overlapping, true);
    }
    (Status::Undecided, false)
}
