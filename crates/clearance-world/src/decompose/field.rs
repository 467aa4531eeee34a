//! The distance from a mesh at the middles of cubes that are halved along all axes: each is evaluated once, whichever
//! parts need it.
//!
//! **Inside or outside** costs a ray cast, but often follows from the middle `m` of a larger cube: a point `c` with `|c
//! − m| < dist(m)` is on the same side, since the surface does not pass between them.

use clearance::{Bounds, Vec3, Vector};

use super::part::{FINE, Part};
use crate::mesh::TriangleMesh;

/// What is known at the middle of a cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub center: Vec3<f64>,
    /// The distance from the surface.
    pub near: Bounds<f64>,
    /// The triangle that is at this distance.
    pub triangle: u32,
    /// Whether the mesh is solid and the middle inside; false for what may be on the surface.
    pub inside: bool,
}

/// A cube of the field.
#[derive(Clone, Copy, Debug)]
struct Cube {
    center: Vec3<f64>,
    half: f64,
    /// The whole one is its own.
    parent: u32,
    /// The first of eight; 0 before their first use.
    children: u32,
    sample: Option<Sample>,
}

/// The distance from a mesh, as far as it was asked for.
pub(super) struct Field<'m> {
    mesh: &'m TriangleMesh<Vec3<f64>>,
    cubes: Vec<Cube>,
}

impl<'m> Field<'m> {
    /// One cube around the mesh and some parts; the same one for all parts that stick out no farther than rounding puts
    /// them.
    ///
    /// Points outside of it count as part of its outermost cubes, since only the planes between cubes separate them; it
    /// is cut finely only inside.
    pub fn around(mesh: &'m TriangleMesh<Vec3<f64>>, parts: &[&Part]) -> Self {
        let own = mesh.bounds().inflated(FINE * mesh.bounds().extent().max_abs());
        let bounds = parts.iter().fold(own, |all, part| all.union(part.bounds()));
        let (center, half) = (bounds.center(), 0.5 * bounds.extent().max_abs());
        Field { mesh, cubes: vec![Cube { center, half, parent: 0, children: 0, sample: None }] }
    }

    pub fn mesh(&self) -> &'m TriangleMesh<Vec3<f64>> {
        self.mesh
    }

    /// What is known of a cube; the whole one is number 0.
    pub fn sample(&mut self, cube: u32) -> Sample {
        let Cube { center, parent, sample, .. } = self.cubes[cube as usize];
        if let Some(sample) = sample {
            return sample;
        }
        let found = self.asked(center, self.cubes[parent as usize].sample.as_ref());
        self.cubes[cube as usize].sample = Some(found);
        found
    }

    /// The middle of a cube, and the first of the eight that the planes through it cut the cube into; bit `k` of the
    /// number that is added says which side along axis `k`.
    pub fn children(&mut self, cube: u32) -> (Vec3<f64>, u32) {
        let Cube { center: middle, half, children, .. } = self.cubes[cube as usize];
        if children != 0 {
            return (middle, children);
        }
        let (first, half) = (self.cubes.len() as u32, 0.5 * half);
        self.cubes.extend((0..8u8).map(|i| {
            let center = Vec3::from_fn(|k| middle[k] + if i >> k & 1 == 1 { half } else { -half });
            Cube { center, half, parent: cube, children: 0, sample: None }
        }));
        self.cubes[cube as usize].children = first;
        (middle, first)
    }

    fn asked(&self, center: Vec3<f64>, around: Option<&Sample>) -> Sample {
        let (found, triangle) = self.mesh.nearest_from(center, around.map_or(0, |around| around.triangle));
        let near = found.bounds;
        // The norm rounds by less than 8u.
        let same_side =
            |around: &&Sample| (center - around.center).norm() * (1.0 + 8.0 * f64::EPSILON) < around.near.lower;
        let inside = match around.filter(same_side) {
            Some(around) => around.inside,
            None => self.mesh.is_solid() && near.lower > 0.0 && self.mesh.winding_number(center) != 0,
        };
        Sample { center, near, triangle, inside }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::tests::box_of;

    #[test]
    fn sides_told_by_larger_cubes_are_those_of_the_mesh() {
        let hollow = box_of(0.0, 4.0).with_box([1.0; 3], [3.0; 3], false).mesh();
        let mut field = Field::around(&hollow, &[]);
        let mut inside = 0;
        for cube in 0..600 {
            let Sample { center, near, inside: told, .. } = field.sample(cube);
            assert_eq!(told, near.lower > 0.0 && hollow.contains(center), "{center:?}");
            inside += usize::from(told);
            field.children(cube);
        }
        assert!(inside > 100, "{inside}");
    }
}
