//! A body as the oracles see it: its support mapping in any precision, straight from the definition.

use crate::number::Number;
use crate::spec::{Axis, BodySpec, PoseSpec, ShapeSpec, corners};
use crate::triple::Triple;

/// A convex body, radius included, in the frame of the pair.
#[derive(Clone, Debug)]
pub struct Model<N> {
    solid: Solid<N>,
}

#[derive(Clone, Debug)]
enum Solid<N> {
    Points(Vec<Triple<N>>),
    Ellipsoid([N; 3]),
    Cylinder { radius: N, half_length: N, axis: usize },
    Cone { radius: N, half_length: N, axis: usize },
    Rounded(N, Box<Solid<N>>),
    Image { columns: [Triple<N>; 3], offset: Triple<N>, inner: Box<Solid<N>> },
    Sum(Box<Solid<N>>, Box<Solid<N>>),
    HullOf(Vec<Solid<N>>),
}

impl<N: Number> Model<N> {
    /// The body of a specification, in the plane or in space.
    pub fn new(body: &BodySpec, dim: usize) -> Self {
        Model { solid: Solid::posed(body, dim) }
    }

    /// A point of the body farthest along `dir`, which may have any length but zero.
    pub fn support(&self, dir: Triple<N>) -> Triple<N> {
        self.solid.support(dir)
    }

    /// The largest absolute coordinate of a point of the body.
    pub fn extent(&self, dim: usize) -> N {
        let reach = |i: usize| {
            let axis = Triple::axis(i);
            self.support(axis).dot(axis).abs().max(self.support(-axis).dot(axis).abs())
        };
        (0..dim).map(reach).fold(N::new(0.0), N::max)
    }

    /// A bound of every number that a support point is summed from, to which its rounding is relative. Far more than
    /// the extent where offsets cancel: a point at 10⁵ whose pose moves it back to 1.
    pub fn magnitude(&self) -> N {
        self.solid.magnitude()
    }
}

/// The columns of the exact rotation of an unnormalised quaternion, `q v q⁻¹`.
pub fn rotation<N: Number>(quaternion: [f64; 4]) -> [Triple<N>; 3] {
    let [w, x, y, z] = quaternion.map(N::new);
    let two = N::new(2.0) / (w * w + x * x + y * y + z * z);
    let one = N::new(1.0);
    [
        Triple([one - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y)]),
        Triple([two * (x * y - w * z), one - two * (x * x + z * z), two * (y * z + w * x)]),
        Triple([two * (x * z + w * y), two * (y * z - w * x), one - two * (x * x + y * y)]),
    ]
}

impl<N: Number> Solid<N> {
    fn posed(body: &BodySpec, dim: usize) -> Self {
        let PoseSpec { translation, quaternion } = &body.pose;
        Solid::Image {
            columns: rotation(*quaternion),
            offset: Triple::from_slice(translation),
            inner: Box::new(Solid::new(&body.shape, dim)),
        }
    }

    fn new(shape: &ShapeSpec, dim: usize) -> Self {
        let inner = |shape: &ShapeSpec| Box::new(Solid::new(shape, dim));
        let points = |list: &[Vec<f64>]| Solid::Points(list.iter().map(|p| Triple::from_slice(p)).collect());
        let index = |axis: &Option<Axis>| Axis::or_default(*axis, dim).index();
        match shape {
            ShapeSpec::Point {} => Solid::Points(vec![Triple::zero()]),
            ShapeSpec::Segment { a, b } => points(&[a.clone(), b.clone()]),
            ShapeSpec::Triangle { vertices } => points(vertices),
            ShapeSpec::Hull { vertices } => points(vertices),
            ShapeSpec::Sphere { radius } => Solid::Rounded(N::new(*radius), inner(&ShapeSpec::Point {})),
            ShapeSpec::Box { half_extents } => points(&corners(half_extents)),
            ShapeSpec::Capsule { radius, half_length, axis } => {
                let end = Triple::axis(index(axis)) * N::new(*half_length);
                Solid::Rounded(N::new(*radius), Box::new(Solid::Points(vec![end, -end])))
            }
            ShapeSpec::Cylinder { radius, half_length, axis } => {
                Solid::Cylinder { radius: N::new(*radius), half_length: N::new(*half_length), axis: index(axis) }
            }
            ShapeSpec::Cone { radius, half_length, axis } => {
                Solid::Cone { radius: N::new(*radius), half_length: N::new(*half_length), axis: index(axis) }
            }
            ShapeSpec::Ellipsoid { radii } => Solid::Ellipsoid(Triple::from_slice(radii).0),
            ShapeSpec::Rounded { radius, shape } => Solid::Rounded(N::new(*radius), inner(shape)),
            ShapeSpec::Affine { matrix, translation, shape } => Solid::Image {
                columns: std::array::from_fn(|j| Triple(std::array::from_fn(|i| entry(matrix, i, j)))),
                offset: Triple::from_slice(translation),
                inner: inner(shape),
            },
            ShapeSpec::Sum { a, b } => Solid::Sum(inner(a), inner(b)),
            ShapeSpec::HullOf { parts } => Solid::HullOf(parts.iter().map(|part| Solid::posed(part, dim)).collect()),
            ShapeSpec::Swept { motion, shape } => {
                let path = Solid::Points(vec![Triple::zero(), Triple::from_slice(motion)]);
                Solid::Sum(inner(shape), Box::new(path))
            }
        }
    }

    fn magnitude(&self) -> N {
        let largest = |numbers: &mut dyn Iterator<Item = N>| numbers.fold(N::new(0.0), N::max);
        match self {
            Solid::Points(points) => largest(&mut points.iter().map(|p| p.max_abs())),
            Solid::Ellipsoid(radii) => largest(&mut radii.iter().copied()),
            Solid::Cylinder { radius, half_length, .. } | Solid::Cone { radius, half_length, .. } => {
                radius.max(*half_length)
            }
            Solid::Rounded(radius, inner) => *radius + inner.magnitude(),
            Solid::Image { columns, offset, inner } => {
                let stretch = columns.iter().fold(N::new(0.0), |sum, column| sum + column.max_abs());
                offset.max_abs() + stretch * inner.magnitude()
            }
            Solid::Sum(a, b) => a.magnitude() + b.magnitude(),
            Solid::HullOf(parts) => largest(&mut parts.iter().map(Solid::magnitude)),
        }
    }

    fn support(&self, dir: Triple<N>) -> Triple<N> {
        match self {
            Solid::Points(points) => farthest(points.iter().copied(), dir),
            Solid::Ellipsoid(radii) => {
                let stretched = Triple(std::array::from_fn(|i| radii[i] * dir.0[i]));
                let unit = stretched.unit();
                Triple(std::array::from_fn(|i| radii[i] * unit.0[i]))
            }
            Solid::Cylinder { radius, half_length, axis } => {
                let sign = if dir.0[*axis].value() < 0.0 { -*half_length } else { *half_length };
                rim(dir, *axis) * *radius + Triple::axis(*axis) * sign
            }
            Solid::Cone { radius, half_length, axis } => {
                let along = Triple::axis(*axis) * *half_length;
                farthest([along, rim(dir, *axis) * *radius - along].into_iter(), dir)
            }
            Solid::Rounded(radius, inner) => inner.support(dir) + dir.unit() * *radius,
            Solid::Image { columns, offset, inner } => {
                let back = Triple(columns.map(|column| column.dot(dir)));
                let back = if back.max_abs().value() == 0.0 { Triple::axis(0) } else { back };
                let p = inner.support(back).0;
                *offset + columns[0] * p[0] + columns[1] * p[1] + columns[2] * p[2]
            }
            Solid::Sum(a, b) => a.support(dir) + b.support(dir),
            Solid::HullOf(parts) => farthest(parts.iter().map(|part| part.support(dir)), dir),
        }
    }
}

fn entry<N: Number>(matrix: &[Vec<f64>], row: usize, column: usize) -> N {
    N::new(matrix.get(row).and_then(|r| r.get(column)).copied().unwrap_or(0.0))
}

/// The unit vector of `dir` across an axis, or null if `dir` is along it.
fn rim<N: Number>(dir: Triple<N>, axis: usize) -> Triple<N> {
    let mut across = dir;
    across.0[axis] = N::new(0.0);
    if across.max_abs().value() == 0.0 { across } else { across.unit() }
}

fn farthest<N: Number>(points: impl Iterator<Item = Triple<N>>, dir: Triple<N>) -> Triple<N> {
    let mut best: Option<(N, Triple<N>)> = None;
    for p in points {
        let height = p.dot(dir);
        if best.is_none_or(|(top, _)| height > top) {
            best = Some((height, p));
        }
    }
    best.expect("a body has points").1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Wide;

    fn body(shape: ShapeSpec) -> BodySpec {
        BodySpec { shape, pose: PoseSpec { translation: vec![3.0, -1.0, 0.5], quaternion: [1.0, 0.0, 0.0, 1.0] } }
    }

    #[test]
    fn a_quarter_turn_maps_the_first_axis_to_the_second() {
        let shape = ShapeSpec::Segment { a: vec![0.0; 3], b: vec![2.0, 0.0, 0.0] };
        let model = Model::<Wide>::new(&body(shape), 3);
        assert_eq!(model.support(Triple::axis(1)).value(), Triple([3.0, 1.0, 0.5]));
    }

    #[test]
    fn a_cone_has_an_apex_and_a_rim() {
        let model = Model::<f64>::new(&body(ShapeSpec::Cone { radius: 2.0, half_length: 1.5, axis: None }), 3);
        assert_eq!(model.support(Triple([0.0, 0.0, 1.0])), Triple([3.0, -1.0, 2.0]));
        assert_eq!(model.support(Triple([1.0, 0.0, -1.0])), Triple([5.0, -1.0, -1.0]));
    }

    #[test]
    fn offsets_that_cancel_count_in_the_magnitude() {
        let matrix = vec![vec![1.0, 0.0, 0.0], vec![0.0, 1.0, 0.0], vec![0.0, 0.0, 1.0]];
        let shape =
            ShapeSpec::Affine { matrix, translation: vec![-1e6, 0.0, 0.0], shape: Box::new(ShapeSpec::Point {}) };
        let pose = PoseSpec { translation: vec![1e6, 0.0, 0.0], quaternion: [1.0, 0.0, 0.0, 0.0] };
        let model = Model::<f64>::new(&BodySpec { shape, pose }, 3);
        assert_eq!(model.extent(3), 0.0);
        assert!(model.magnitude() >= 2e6);
    }

    #[test]
    fn an_ellipsoid_of_equal_radii_is_a_ball() {
        let ball = Model::<Wide>::new(&body(ShapeSpec::Sphere { radius: 1.25 }), 3);
        let ellipsoid = Model::<Wide>::new(&body(ShapeSpec::Ellipsoid { radii: vec![1.25; 3] }), 3);
        let dir = Triple::from_slice(&[0.3, -0.7, 0.2]);
        assert!((ball.support(dir) - ellipsoid.support(dir)).max_abs().value() < 1e-30);
    }
}
