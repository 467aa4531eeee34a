//! Gauss maps of small polytopes: the normals of their faces as points of the unit sphere, and their edges as arcs between them.
//!
//! The face of a polytope that is farthest along a direction is read off there: directions on no arc belong to a vertex, on an arc
//! to an edge. The map of a Minkowski sum is the overlay of both maps, so its faces are those of either polytope, each with
//! the other's farthest vertex, and a parallelogram wherever two arcs cross. Everything lies in blocks of four side by side.

use crate::exact::twofold::TwoVec;
use crate::math::{Block, Real, SIDE_BY_SIDE, Vec3, Vector};

/// No map has more vertices, so that its edges fit in half of a word: a polytope of `v` vertices has at most `3v − 6` of them, and
/// `2v − 4` faces. With more, growing a hull of the difference is the faster way to its depth.
pub(crate) const VERTICES: usize = 12;
const FACES: usize = 2 * VERTICES - 4;
const EDGES: usize = 3 * VERTICES - 6;
const FACE_BLOCKS: usize = FACES.div_ceil(SIDE_BY_SIDE);
pub(crate) const EDGE_BLOCKS: usize = EDGES.div_ceil(SIDE_BY_SIDE);
pub(crate) const VERTEX_BLOCKS: usize = VERTICES.div_ceil(SIDE_BY_SIDE);

/// Corners of a face with edges at a smaller angle than that do not tell its normal.
const THIN: i32 = -20;

/// Edges shorter than that, as a part of the reach, do not tell their directions.
const SHORT: i32 = -60;

/// The Gauss map of a polytope; an opaque value for the algorithms.
///
/// Normals and directions are unit vectors that err by at most `6u`: exact differences of vertices and their cross products in twofold
/// precision, rounded at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct GaussMap<T> {
    pub(crate) faces: Blocks<T, FACE_BLOCKS>,
    /// How far each face is along its normal.
    pub(crate) offsets: [[T; SIDE_BY_SIDE]; FACE_BLOCKS],
    pub(crate) edges: Blocks<T, EDGE_BLOCKS>,
    pub(crate) arcs: [Arc; EDGES],
    pub(crate) vertices: Blocks<T, VERTEX_BLOCKS>,
    /// For each block of faces and each set of its faces: the edges that have one of them to the left, in the low half of a word, and
    /// to the right, in the high half.
    pub(crate) sides: [[u64; 1 << SIDE_BY_SIDE]; FACE_BLOCKS],
    corners: [u8; 2 * EDGES],
    starts: [u8; FACES + 1],
}

/// Vectors by components, four side by side; the last one is repeated to fill up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blocks<T, const N: usize> {
    pub count: usize,
    pub blocks: [Block<T>; N],
}

/// An edge: from which vertex to which, and the faces to its left and right, seen from outside.
///
/// Its direction is that of the cross product of the left normal and the right one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Arc {
    pub ends: [u8; 2],
    pub sides: [u8; 2],
}

impl<T: Real, const N: usize> Blocks<T, N> {
    fn new(vectors: &[Vec3<f64>]) -> Self {
        let at = |i: usize| vectors[i.min(vectors.len() - 1)];
        let blocks = core::array::from_fn(|block| {
            [0, 1, 2].map(|k| core::array::from_fn(|lane| T::from_f64(at(SIDE_BY_SIDE * block + lane)[k])))
        });
        Blocks { count: vectors.len(), blocks }
    }

    /// Nothing yet, for so many vectors.
    #[inline(always)]
    pub fn empty(count: usize) -> Self {
        Blocks { count, blocks: [[[T::ZERO; SIDE_BY_SIDE]; 3]; N] }
    }

    /// The blocks that hold vectors.
    #[inline(always)]
    pub fn used(&self) -> &[Block<T>] {
        &self.blocks[..self.count.div_ceil(SIDE_BY_SIDE).min(N)]
    }

    /// One of the vectors.
    #[inline(always)]
    pub fn get(&self, i: usize) -> [T; 3] {
        let (block, lane) = (&self.blocks[i / SIDE_BY_SIDE], i % SIDE_BY_SIDE);
        [block[0][lane], block[1][lane], block[2][lane]]
    }
}

impl<T: Real> GaussMap<T> {
    /// The map of the polytope with these vertices and faces, each a cycle that turns counter-clockwise seen from outside; `None` if it is
    /// flat, or has too many vertices, or faces or edges whose directions plain precision does not hold.
    pub(crate) fn new(vertices: &[Vec3<f64>], faces: &[alloc::vec::Vec<u32>]) -> Option<Self> {
        if vertices.len() > VERTICES || !(4..=FACES).contains(&faces.len()) {
            return None;
        }
        let reach = vertices.iter().fold(0.0f64, |reach, v| reach.max(v.max_abs()));
        let scaled: alloc::vec::Vec<_> = vertices.iter().map(|&v| v * f64::power_of_two(-reach.exponent())).collect();
        let (mut normals, mut directions) = (alloc::vec::Vec::new(), alloc::vec::Vec::new());
        let (mut arcs, mut offsets) = ([Arc::default(); EDGES], [[T::ZERO; SIDE_BY_SIDE]; _]);
        let (mut corners, mut starts, mut end) = ([0; 2 * EDGES], [0; FACES + 1], 0);
        for (left, face) in faces.iter().enumerate() {
            let normal = normal(&scaled, face)?;
            normals.push(normal);
            offsets[left / SIDE_BY_SIDE][left % SIDE_BY_SIDE] = T::from_f64(normal.dot(vertices[face[0] as usize]));
            for (from, to) in sides(face) {
                *corners.get_mut(end)? = from as u8;
                end += 1;
                if from < to {
                    let right = faces.iter().position(|other| sides(other).any(|side| side == (to, from)))?;
                    let arc = Arc { ends: [from as u8, to as u8], sides: [left as u8, right as u8] };
                    *arcs.get_mut(directions.len())? = arc;
                    directions.push(direction(&scaled, from, to)?);
                }
            }
            starts[left + 1] = end as u8;
        }
        let sides = core::array::from_fn(|block| {
            core::array::from_fn(|set| {
                let holds =
                    |side: u8| side as usize / SIDE_BY_SIDE == block && set >> (side as usize % SIDE_BY_SIDE) & 1 == 1;
                arcs[..directions.len()].iter().enumerate().fold(0, |word, (i, arc)| {
                    word | u64::from(holds(arc.sides[0])) << i | u64::from(holds(arc.sides[1])) << (HALF + i)
                })
            })
        });
        let (edges, vertices) = (Blocks::new(&directions), Blocks::new(vertices));
        Some(GaussMap { faces: Blocks::new(&normals), offsets, edges, arcs, vertices, sides, corners, starts })
    }

    /// The corners of a face, counter-clockwise seen from outside.
    pub(crate) fn corners(&self, face: usize) -> &[u8] {
        &self.corners[self.starts[face] as usize..self.starts[face + 1] as usize]
    }
}

/// Bits of half a word.
pub(crate) const HALF: usize = 32;

/// The edges of a face.
fn sides(face: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    (0..face.len()).map(|i| (face[i], face[(i + 1) % face.len()]))
}

/// The outward unit normal of a face, from the corner whose edges span the largest area.
fn normal(vertices: &[Vec3<f64>], face: &[u32]) -> Option<Vec3<f64>> {
    let count = face.len();
    let edges_at = |i: usize| {
        let [before, here, after] = [count - 1, 0, 1].map(|step| vertices[face[(i + step) % count] as usize]);
        (TwoVec::difference(after, here), TwoVec::difference(before, here))
    };
    let area = |i: usize| {
        let (x, y) = edges_at(i);
        x.hi.cross(y.hi).norm_squared()
    };
    let largest = (1..count).fold(0, |best, i| if area(i) > area(best) { i } else { best });
    let (x, y) = edges_at(largest);
    let normal = x.cross(y);
    let known = f64::power_of_two(THIN) * (x.hi.norm() * y.hi.norm());
    let long = [x, y].iter().all(|edge| edge.hi.norm() > f64::power_of_two(SHORT));
    (long && normal.hi.norm() > known).then(|| normal.hi * (1.0 / normal.hi.norm()))
}

/// The unit vector along an edge.
fn direction(vertices: &[Vec3<f64>], from: u32, to: u32) -> Option<Vec3<f64>> {
    let along = TwoVec::difference(vertices[to as usize], vertices[from as usize]).hi;
    (along.norm() > f64::power_of_two(SHORT)).then(|| along * (1.0 / along.norm()))
}
