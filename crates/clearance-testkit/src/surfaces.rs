//! Surfaces of triangles, fronts outside: corners and faces.

use std::collections::HashMap;

use clearance::{Vec3, Vector};

/// Corners and faces.
pub type Surface = (Vec<Vec3<f64>>, Vec<[u32; 3]>);

/// A box between two corners: vertex `i` is at the upper end of axis `k` where bit `k` of `i` is set. Faces 0 and 1 are
/// below, 2 and 3 above.
pub fn cuboid(lower: Vec3<f64>, upper: Vec3<f64>) -> Surface {
    let corner = |i: usize| Vec3::from_fn(|k| if i >> k & 1 == 1 { upper[k] } else { lower[k] });
    let sides = [[0, 2, 1, 3], [4, 5, 6, 7], [0, 1, 4, 5], [2, 6, 3, 7], [0, 4, 2, 6], [1, 3, 5, 7]];
    let faces = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [b, d, c]]);
    ((0..8).map(corner).collect(), faces.collect())
}

/// An icosahedron whose faces are cut in four some times, with its vertices on a sphere about the origin.
pub fn icosphere(level: usize, radius: f64) -> Surface {
    let g = (1.0 + 5f64.sqrt()) / 2.0;
    let flat = [[-1.0, g], [1.0, g], [-1.0, -g], [1.0, -g]];
    let mut corners: Vec<Vec3<f64>> = Vec::new();
    for k in 0..3 {
        for [x, y] in flat {
            let at = [x, y, 0.0];
            corners.push(Vec3::from_fn(|i| at[(i + k) % 3]).normalized() * radius);
        }
    }
    // The faces are the triples of corners that are nearest to one another.
    let near = |i: usize, j: usize| (corners[i] - corners[j]).norm() < 1.2 * radius;
    let mut faces = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if near(i, j) && near(j, k) && near(k, i) {
                    let out = (corners[j] - corners[i]).cross(corners[k] - corners[i]).dot(corners[i]) > 0.0;
                    faces.push(if out { [i as u32, j as u32, k as u32] } else { [i as u32, k as u32, j as u32] });
                }
            }
        }
    }
    (0..level).for_each(|_| faces = quartered(&mut corners, &faces, radius));
    (corners, faces)
}

/// Each face as four, with the middles of the edges on the sphere.
fn quartered(corners: &mut Vec<Vec3<f64>>, faces: &[[u32; 3]], radius: f64) -> Vec<[u32; 3]> {
    let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
    let mut middle = |a: u32, b: u32| {
        *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
            corners.push((corners[a as usize] + corners[b as usize]).normalized() * radius);
            corners.len() as u32 - 1
        })
    };
    let mut finer = Vec::with_capacity(4 * faces.len());
    for &[a, b, c] in faces {
        let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(p, q)| middle(p, q));
        finer.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
    }
    finer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six times what a surface encloses, if its fronts are outside and each edge has a face on either side.
    fn enclosed((corners, faces): &Surface) -> f64 {
        let edges: HashMap<[u32; 2], usize> =
            faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).fold(HashMap::new(), |mut seen, edge| {
                *seen.entry(edge).or_default() += 1;
                seen
            });
        assert!(edges.iter().all(|(&[a, b], &count)| count == 1 && edges.contains_key(&[b, a])));
        faces.iter().map(|face| face.map(|i| corners[i as usize])).map(|[a, b, c]| a.cross(b).dot(c)).sum()
    }

    #[test]
    fn surfaces_are_closed_with_their_fronts_outside() {
        let block = cuboid(Vec3::new(-1.0, 0.0, 2.0), Vec3::new(1.0, 3.0, 4.0));
        assert_eq!((block.1.len(), enclosed(&block)), (12, 6.0 * 12.0));
        let ball = icosphere(3, 2.0);
        assert_eq!(ball.1.len(), 20 * 64);
        let whole = 6.0 * 8.0 * 4.0 / 3.0 * core::f64::consts::PI;
        assert!((0.98..1.0).contains(&(enclosed(&ball) / whole)));
    }
}
