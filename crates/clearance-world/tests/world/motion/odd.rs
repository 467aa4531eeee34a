//! Odd bodies: meshes that are open, self-intersecting, inside out, of slivers, with vertices on edges, nested;
//! compounds of anything.

use clearance::query::motion::{LinearMotion, Motion, Rotating};
use clearance::{Halfspace, Pose, Real, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, TriangleMesh};

use crate::scenes::make::{self, Draw};

type Corner = [f64; 3];

/// Corners and triangles of a box, outward or inside out.
fn block(half: f64, shift: Corner, outward: bool) -> (Vec<Corner>, Vec<[u32; 3]>) {
    let corner = |i: usize| [0, 1, 2].map(|k| shift[k] + if i >> k & 1 == 1 { half } else { -half });
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let faces = faces.map(|[a, b, c]| if outward { [a, b, c] } else { [a, c, b] });
    ((0..8).map(corner).collect(), faces.to_vec())
}

/// The kinds of odd meshes.
pub const KINDS: usize = 8;

fn soup(random: &mut Random, kind: usize) -> (Vec<Corner>, Vec<[u32; 3]>) {
    let mut point = |size: f64| [(); 3].map(|()| random.uniform(-size, size));
    let (mut corners, mut faces) = block(0.4, [0.0; 3], true);
    match kind {
        0 => {}
        // A sheet with waves, open.
        1 => {
            corners =
                (0..9).map(|i| [f64::from(i % 3) * 0.4 - 0.4, f64::from(i / 3) * 0.4 - 0.4, point(0.1)[0]]).collect();
            faces = [0, 1, 3, 4].iter().flat_map(|&i| [[i, i + 1, i + 4], [i, i + 4, i + 3]]).collect();
        }
        // Triangles across one another.
        2 => {
            corners = (0..24).map(|_| point(0.5)).collect();
            faces = (0..8).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        }
        3 => (corners, faces) = block(0.4, [0.0; 3], false),
        // Slivers, and a flat triangle.
        4 => {
            corners = Vec::new();
            for i in 0..6 {
                let ([a, b], off) = ([point(0.5), point(0.5)], point(10f64.powi(-3 * i)));
                corners.extend([a, b, [0, 1, 2].map(|k| (a[k] + b[k]) * 0.5 + off[k])]);
            }
            corners[2] = [0, 1, 2].map(|k| (corners[0][k] + corners[1][k]) * 0.5);
            faces = (0..6).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        }
        // A face cut at the middle of an edge that its neighbour keeps whole.
        5 => {
            corners.push([0.0, -0.4, -0.4]);
            faces[0] = [0, 2, 8];
            faces.push([8, 2, 1]);
        }
        // A box in a box: a cavity, or a second wall.
        6 => {
            let (inner, more) = block(0.2, [0.05, 0.0, 0.0], point(1.0)[0] > 0.0);
            corners.extend(inner);
            faces.extend(more.iter().map(|face| face.map(|corner| corner + 8)));
        }
        // Two boxes through one another.
        _ => {
            let (other, more) = block(0.3, point(0.3), true);
            corners.extend(other);
            faces.extend(more.iter().map(|face| face.map(|corner| corner + 8)));
        }
    }
    (corners, faces)
}

/// What an odd scene needs of a vector type.
pub trait Odd: Draw + Rotating {
    fn mesh(random: &mut Random, kind: usize) -> Option<Body<Self>>;
    fn turn(random: &mut Random, size: f64) -> Self::Angular;
}

impl<T: Real> Odd for Vec3<T>
where
    Vec3<T>: Draw + clearance::Space<Scalar = T> + Rotating<Angular = Vec3<T>> + Vector<Scalar = T>,
{
    fn mesh(random: &mut Random, kind: usize) -> Option<Body<Self>> {
        let (corners, faces) = soup(random, kind);
        let corners: Vec<Vec3<T>> = corners.iter().map(|c| Vec3::from_fn(|k| T::from_f64(c[k]))).collect();
        Some(Body::mesh(TriangleMesh::new(&corners, &faces).unwrap()))
    }
    fn turn(random: &mut Random, size: f64) -> Self::Angular {
        Vec3::from_fn(|_| T::from_f64(random.uniform(-size, size)))
    }
}

impl<T: Real> Odd for clearance::Vec2<T>
where
    clearance::Vec2<T>: Draw + clearance::Space<Scalar = T> + Rotating<Angular = T> + Vector<Scalar = T>,
{
    fn mesh(_: &mut Random, _: usize) -> Option<Body<Self>> {
        None
    }
    fn turn(random: &mut Random, size: f64) -> Self::Angular {
        T::from_f64(random.uniform(-size, size))
    }
}

fn compound<V: Odd>(random: &mut Random) -> Body<V> {
    let count = 2 + random.below(4);
    let parts: Vec<_> = (0..count).map(|_| (make::shape(random, 1.0), make::pose(random, 0.5))).collect();
    Body::compound(parts).unwrap()
}

/// Two bodies, at least one of many parts.
pub fn bodies<V: Odd>(random: &mut Random, round: usize) -> [Body<V>; 2] {
    let first = V::mesh(random, round % KINDS).unwrap_or_else(|| compound(random));
    let second = match random.below(5) {
        0 => compound(random),
        1 => {
            let normal = V::from_fn(|k| V::Scalar::from_f64(if k == 0 { 1.0 } else { random.uniform(-1.0, 1.0) }));
            Body::halfspace(Halfspace::new(normal, V::Scalar::from_f64(random.uniform(-0.5, 0.5))).unwrap())
        }
        2 => Body::new(make::shape::<V>(random, 1.0)),
        _ => {
            let kind = random.below(KINDS);
            V::mesh(random, kind).unwrap_or_else(|| compound(random))
        }
    };
    if random.once_in(2) { [first, second] } else { [second, first] }
}

/// A motion: at rest, on a line, or turning as well, from near the origin or from afar towards it.
pub fn motion<V: Odd>(random: &mut Random, round: usize) -> Box<dyn Motion<V>> {
    let size = if random.once_in(4) { 0.8 } else { 2.0 };
    let start: Pose<V> = Pose::new(V::rotor(random), make::vector(random, -size, size)).unwrap();
    let way = start.translation() * V::Scalar::from_f64(-random.uniform(0.3, 1.6)) + make::vector(random, -0.4, 0.4);
    match round % 4 {
        0 => Box::new(start),
        1 => Box::new(LinearMotion::straight(start, way).unwrap()),
        2 => Box::new(LinearMotion::new(start, way, V::turn(random, 2.0)).unwrap()),
        _ => Box::new(LinearMotion::new(start, way, V::turn(random, 0.3)).unwrap()),
    }
}
