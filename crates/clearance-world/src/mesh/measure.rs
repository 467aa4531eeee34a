//! Area and volume, rounded.

use clearance::{Real, Vec3, Vector};

use super::{TriangleMesh, spatial};

impl<T: Real> TriangleMesh<Vec3<T>> {
    /// The sum of the triangles' areas, in `f64`.
    pub fn area(&self) -> f64 {
        (0..self.triangles.len() as u32).map(|i| 0.5 * doubled_normal(self.corners(i).map(spatial)).norm()).sum()
    }

    /// What a solid mesh encloses: the sum over its components, so that overlaps count twice and cavities are
    /// subtracted. `None` for a mesh that is not solid.
    pub fn volume(&self) -> Option<f64> {
        self.is_solid().then(|| self.volumes().iter().map(|(volume, _)| volume).sum())
    }

    /// The signed volume of each component, and a bound on its rounding error.
    ///
    /// With `o` near the middle, a triangle adds `(a − o)·(b − o)×(c − o)/6`. Its products see at most 9 roundings (see
    /// the orientation signs of `clearance::exact`) and its sum `n`, each of at most `u` of the terms' magnitudes.
    pub(super) fn volumes(&self) -> Vec<(f64, f64)> {
        let middle = spatial(self.bounds().center());
        let mut sums = vec![(0.0, 0.0, 0.0); self.component_count()];
        for (i, &component) in (0..).zip(&self.components) {
            let [a, b, c] = self.corners(i).map(|p| spatial(p) - middle);
            let sum = &mut sums[component as usize];
            *sum = (sum.0 + a.dot(b.cross(c)), sum.1 + permanent(a, b, c), sum.2 + 1.0);
        }
        let bounded = |(volume, magnitude, count): (f64, f64, f64)| {
            let error = (count + 12.0) * f64::UNIT * magnitude * 1.5;
            (volume / 6.0, error / 6.0)
        };
        sums.into_iter().map(bounded).collect()
    }
}

fn doubled_normal([a, b, c]: [Vec3<f64>; 3]) -> Vec3<f64> {
    (b - a).cross(c - a)
}

/// The sum of the magnitudes of all products in `a·(b × c)`.
fn permanent(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> f64 {
    let (a, b, c) = (a.abs(), b.abs(), c.abs());
    a.x * (b.y * c.z + b.z * c.y) + a.y * (b.z * c.x + b.x * c.z) + a.z * (b.x * c.y + b.y * c.x)
}

#[cfg(test)]
mod tests {
    use clearance_testkit::number::Wide;
    use clearance_testkit::random::Random;
    use clearance_testkit::triple::Triple;

    use super::*;

    #[test]
    fn the_exact_volume_of_a_tetrahedron_is_within_the_error() {
        let mut random = Random::new(0x3f1);
        let wide = |x: f64| Wide::from_sum(x, 0.0);
        let mut rounded = 0;
        for _ in 0..500 {
            let mut draw = || Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
            let corners = [draw(), draw(), draw(), draw()];
            let mesh = TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]).unwrap();
            let [o, a, b, c] = corners.map(Triple::<Wide>::from_vector);
            let six = (a - o).dot((b - o).cross(c - o)).parts();
            let [(volume, error)] = mesh.volumes()[..] else { panic!("one component") };
            // Whichever way its faces were given.
            let missed =
                (wide(6.0 * volume.abs()) - Wide::from_sum(six.0, six.1) * wide(six.0.signum())).parts().0.abs();
            assert!(missed <= 6.0 * error && error < 1e-14, "0x3f1: {volume} {error} {missed}");
            rounded += usize::from(missed > 0.0);
        }
        assert!(rounded > 300, "{rounded} of 500 are rounded");
    }
}
