//! Bodies of whole numbers, where integers alone decide who meets: an independent check of every boolean, and many
//! pairs that just touch.
//!
//! A block is a box of integer corners grown by an integer radius: a point, a ball, a segment, a capsule, a flat or a
//! rounded box. Two of them meet if the sum of the squares of the gaps of their boxes is at most the square of the sum
//! of their radii. Wedges are tetrahedra of integer corners: two are apart if a plane across a normal of a face, or
//! across an edge of each, separates them strictly.

use clearance::math::Rotor;
use clearance::{
    Axial, Ball, Capsule, Cuboid, Inflated, Point, Polytope, Pose3, Posed, Rotor3, Segment, Shape, Shape3, Vec3,
};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyId, Object, Scene, TriangleMesh};

type Place = [i64; 3];
type Space3 = Vec3<f64>;

/// What the integers know of a body.
enum Truth {
    /// The union of blocks.
    Blocks(Vec<Block>),
    Wedge([Place; 4]),
}

#[derive(Clone, Copy)]
struct Block {
    lower: Place,
    upper: Place,
    radius: i64,
}

fn real(p: Place) -> Space3 {
    Vec3::from(p.map(|x| x as f64))
}

fn cross(a: Place, b: Place) -> Place {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn minus(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Place, b: Place) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn blocks_meet(a: &Block, b: &Block) -> bool {
    let gap = |k: usize| (b.lower[k] - a.upper[k]).max(a.lower[k] - b.upper[k]).max(0);
    let radius = a.radius + b.radius;
    (0..3).map(|k| gap(k) * gap(k)).sum::<i64>() <= radius * radius
}

/// The corners of a block without a radius, in the order of the bits of their numbers.
fn corners(block: &Block) -> Vec<Place> {
    (0..8).map(|i| std::array::from_fn(|k| if i >> k & 1 == 1 { block.upper[k] } else { block.lower[k] })).collect()
}

/// Whether hulls of integer points meet, of which one at least is a solid tetrahedron. Twofold multiplicity of
/// directions does no harm.
fn hulls_meet(a: &[Place], b: &[Place], edges: [&[Place]; 2], normals: &[Place]) -> bool {
    let across = edges[0].iter().flat_map(|&e| edges[1].iter().map(move |&f| cross(e, f)));
    let strictly_apart = |n: Place| {
        let range = |points: &[Place]| {
            points.iter().fold((i64::MAX, i64::MIN), |(low, high), &p| (low.min(dot(n, p)), high.max(dot(n, p))))
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(a), range(b));
        high_a < low_b || high_b < low_a
    };
    !normals.iter().copied().chain(across).any(strictly_apart)
}

fn wedge_sides(w: &[Place; 4]) -> (Vec<Place>, Vec<Place>) {
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let edges = pairs.iter().map(|&(i, j)| minus(w[i], w[j])).collect();
    let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    (edges, faces.iter().map(|&[i, j, k]| cross(minus(w[j], w[i]), minus(w[k], w[i]))).collect())
}

const AXES: [Place; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/// Whether two bodies meet; `None` where these integers do not decide: a wedge and a block with a radius.
fn meet(a: &Truth, b: &Truth) -> Option<bool> {
    match (a, b) {
        (Truth::Blocks(a), Truth::Blocks(b)) => Some(a.iter().any(|a| b.iter().any(|b| blocks_meet(a, b)))),
        (Truth::Wedge(a), Truth::Wedge(b)) => {
            let ((edges_a, faces_a), (edges_b, faces_b)) = (wedge_sides(a), wedge_sides(b));
            Some(hulls_meet(a, b, [&edges_a, &edges_b], &[faces_a, faces_b].concat()))
        }
        (Truth::Wedge(wedge), Truth::Blocks(blocks)) | (Truth::Blocks(blocks), Truth::Wedge(wedge)) => {
            if blocks.iter().any(|block| block.radius > 0) {
                return None;
            }
            let (edges, faces) = wedge_sides(wedge);
            let normals = [&faces[..], &AXES].concat();
            Some(blocks.iter().any(|block| hulls_meet(wedge, &corners(block), [&edges, &AXES], &normals)))
        }
    }
}

fn place(random: &mut Random, side: usize) -> Place {
    std::array::from_fn(|_| random.below(side) as i64)
}

/// A block in a cube, as one of the shapes that can be it, at a pose that rounds nothing.
fn block(random: &mut Random, side: usize) -> (Block, Shape3<f64>, Pose3<f64>) {
    let lower = place(random, side);
    let radius = random.pick(&[0, 0, 1, 2]);
    // Even sizes, so that the center is of integers too.
    let size: Place = std::array::from_fn(|_| 2 * random.pick(&[0, 0, 1, 2, 3]));
    let half = size.map(|x| x / 2);
    let center: Place = std::array::from_fn(|k| lower[k] + half[k]);
    let block = Block { lower, upper: std::array::from_fn(|k| lower[k] + size[k]), radius };
    let long: Vec<usize> = (0..3).filter(|&k| half[k] > 0).collect();
    let at = Pose3::from_translation(real(center)).unwrap();
    let r = radius as f64;
    let (shape, pose): (Shape3<f64>, _) = match (&long[..], radius) {
        ([], 0) => (Point::new().into(), at),
        ([], _) => (Ball::new(r).unwrap().into(), at),
        (&[axis], 1..) => {
            (Capsule::along(Axial { radius: r, half_length: half[axis] as f64, axis }).unwrap().into(), at)
        }
        (&[_], 0) => (Segment::new(real(block.lower), real(block.upper)).unwrap().into(), Pose3::IDENTITY),
        (_, 0) if random.once_in(2) => {
            let points: Vec<Space3> = corners(&block).into_iter().map(real).collect();
            (Polytope::new(&points).unwrap().into(), Pose3::IDENTITY)
        }
        (_, 0) => turned_box(random, half, at),
        _ => {
            let core = Shape::from(Cuboid::from_half_extents(real(half)).unwrap());
            (Inflated::new(core, r).unwrap().into(), at)
        }
    };
    (block, shape, pose)
}

/// A box under a half turn about an axis, whose matrix has entries of 1, 0 and -1 only.
fn turned_box(random: &mut Random, half: Place, at: Pose3<f64>) -> (Shape3<f64>, Pose3<f64>) {
    let turn = random.pick(&[[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]);
    let rotor = Rotor3::from_wxyz(turn).unwrap_or(Rotor3::IDENTITY);
    (Cuboid::from_half_extents(real(half)).unwrap().into(), Pose3::new(rotor, at.translation()).unwrap())
}

/// A box as a solid mesh of twelve triangles.
fn crate_of(block: &Block) -> TriangleMesh<Space3> {
    let points: Vec<Space3> = corners(block).into_iter().map(real).collect();
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleMesh::new(&points, &triangles).unwrap()
}

fn body(random: &mut Random, side: usize) -> (Truth, Object<Space3>) {
    match random.below(6) {
        0 => loop {
            let corner = place(random, side);
            let wedge: [Place; 4] =
                std::array::from_fn(|_| std::array::from_fn(|k| corner[k] + random.below(9) as i64));
            let (edges, faces) = wedge_sides(&wedge);
            if dot(faces[0], edges[2]) != 0 {
                return (Truth::Wedge(wedge), Body::new(Polytope::new(&wedge.map(real)).unwrap()).into());
            }
        },
        1 => {
            let parts: Vec<_> = (0..1 + random.below(4)).map(|_| block(random, 12)).collect();
            let far = place(random, side);
            let moved = |place: Place| std::array::from_fn(|k| place[k] + far[k]);
            let own = |(block, _, _): &(Block, _, _)| Block {
                lower: moved(block.lower),
                upper: moved(block.upper),
                ..*block
            };
            let truth = Truth::Blocks(parts.iter().map(own).collect());
            let whole = Body::compound(parts.into_iter().map(|(_, shape, pose)| (shape, pose))).unwrap();
            (truth, whole.at(Pose3::from_translation(real(far)).unwrap()))
        }
        2 => {
            let lower = place(random, side);
            let upper = std::array::from_fn(|k| lower[k] + 1 + random.below(9) as i64);
            let block = Block { lower, upper, radius: 0 };
            (Truth::Blocks(vec![block]), Body::mesh(crate_of(&block)).into())
        }
        3 => {
            let (truth, shape, pose) = block(random, side);
            (Truth::Blocks(vec![truth]), Body::new(Posed::new(shape, pose).unwrap()).into())
        }
        _ => {
            let (truth, shape, pose) = block(random, side);
            (Truth::Blocks(vec![truth]), Body::new(shape).at(pose))
        }
    }
}

/// How many pairs were judged by integers, and how many of these meet; no boolean of the scene may be another one.
pub fn check(random: &mut Random, count: usize) -> [u64; 2] {
    let side = random.pick(&[6, 20, 60]);
    let mut scene = Scene::new();
    let all: Vec<(Truth, BodyId)> = (0..count as u64)
        .map(|i| {
            let (truth, body) = body(random, side);
            (truth, scene.add(i, body).unwrap())
        })
        .collect();
    let contacts = scene.contacts();
    let found = |pair: [BodyId; 2]| contacts.iter().find(|contact| contact.pair == pair).map(|contact| contact.proven);
    let (mut judged, mut met) = (0, 0);
    for (i, (truth_a, a)) in all.iter().enumerate() {
        for (truth_b, b) in &all[i + 1..] {
            let Some(truth) = meet(truth_a, truth_b) else { continue };
            let contact = found([*a, *b]);
            assert!(
                contact == truth.then_some(true),
                "{truth}, but {contact:?} of {:?}",
                [scene.get(*a), scene.get(*b)]
            );
            (judged, met) = (judged + 1, met + u64::from(truth));
        }
    }
    [judged, met]
}
