//! Random bodies and directions: degenerate sizes, nesting and near-ties are frequent.

use clearance::{Real, Vector};

use crate::body::{Body, Triple};

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// In [-1, 1], a number of the precision under test.
    fn number<T: Real>(&mut self) -> f64 {
        T::from_f64(self.unit() * 2.0 - 1.0).to_f64()
    }
    /// A size: mostly in (0, 1), sometimes zero, tiny or large.
    fn size<T: Real>(&mut self) -> f64 {
        let x = self.number::<T>().abs();
        match self.below(12) {
            0 => 0.0,
            1 => x / 1024.0 / 1024.0,
            2 => x * 256.0,
            _ => x,
        }
    }
    fn triple<V: Vector>(&mut self, mut component: impl FnMut(&mut Self) -> f64) -> Triple {
        [0, 1, 2].map(|i| if i < V::DIM { component(self) } else { 0.0 })
    }
    /// A point: mostly near the origin, sometimes far, sometimes on an axis.
    fn point<V: Vector>(&mut self) -> Triple {
        match self.below(8) {
            0 => self.triple::<V>(|r| r.number::<V::Scalar>() * 1024.0),
            1 => self.triple::<V>(|r| if r.below(2) == 0 { 0.0 } else { r.number::<V::Scalar>() }),
            _ => self.triple::<V>(|r| r.number::<V::Scalar>()),
        }
    }
    /// Points about a common place.
    fn cluster<V: Vector>(&mut self, count: usize) -> Vec<Triple> {
        let center = self.triple::<V>(|r| if r.below(3) == 0 { r.number::<V::Scalar>() * 4096.0 } else { 0.0 });
        let round = |x: f64| V::Scalar::from_f64(x).to_f64();
        let mut points: Vec<Triple> = (0..count)
            .map(|_| {
                let p = self.point::<V>();
                [0, 1, 2].map(|i| round(center[i] + p[i]))
            })
            .collect();
        if self.below(5) == 0 {
            points[count - 1] = points[0];
        }
        points
    }
    fn quaternion<V: Vector>(&mut self) -> [f64; 4] {
        let mut q = [0; 4].map(|_| self.number::<V::Scalar>());
        if self.below(4) == 0 {
            q = [1.0, 0.0, 0.0, 0.0];
        }
        if V::DIM == 2 {
            (q[1], q[2]) = (0.0, 0.0);
        }
        q
    }
    fn columns<V: Vector>(&mut self) -> [Triple; 3] {
        let mut columns = [0; 3].map(|_| self.point::<V>());
        if self.below(4) == 0 {
            columns[1] = columns[0];
        }
        if V::DIM == 2 {
            columns[2] = [0.0; 3];
        }
        columns
    }

    pub fn body<V: Vector>(&mut self, depth: usize) -> Body {
        if depth > 0 && self.below(3) > 0 { self.combination::<V>(depth - 1) } else { self.primitive::<V>() }
    }
    fn primitive<V: Vector>(&mut self) -> Body {
        let (radius, half_length) = (self.size::<V::Scalar>(), self.size::<V::Scalar>());
        let axis = self.below(V::DIM);
        match self.below(if V::DIM == 3 { 11 } else { 9 }) {
            0 => Body::Point,
            1 => {
                let ends = self.cluster::<V>(2);
                Body::Segment(ends[0], ends[1])
            }
            2 => {
                let corners = self.cluster::<V>(3);
                Body::Triangle([corners[0], corners[1], corners[2]])
            }
            3 => Body::Ball(radius),
            4 => Body::Capsule { radius, half_length, axis },
            5 => Body::Cuboid(self.triple::<V>(|r| r.size::<V::Scalar>())),
            6 => Body::Ellipsoid(self.triple::<V>(|r| r.size::<V::Scalar>())),
            7 => {
                let count = 1 + self.below(12);
                Body::Polytope(self.cluster::<V>(count))
            }
            8 => Body::Octahedron(radius),
            9 => Body::Cylinder { radius, half_length, axis },
            _ => Body::Cone { radius, half_length, axis },
        }
    }
    fn combination<V: Vector>(&mut self, depth: usize) -> Body {
        let inner = Box::new(self.body::<V>(depth));
        match self.below(6) {
            0 => Body::Inflated(inner, self.size::<V::Scalar>()),
            1 => Body::Affine { inner, columns: self.columns::<V>(), translation: self.point::<V>() },
            2 => Body::Sum(inner, Box::new(self.body::<V>(depth))),
            3 => {
                let count = self.below(3);
                let mut parts = vec![(*inner, self.quaternion::<V>(), self.point::<V>())];
                for _ in 0..count {
                    parts.push((self.body::<V>(depth), self.quaternion::<V>(), self.point::<V>()));
                }
                Body::HullOf(parts)
            }
            4 => Body::Swept(inner, self.point::<V>()),
            _ => Body::Posed(inner, self.quaternion::<V>(), self.point::<V>()),
        }
    }

    /// A direction of a length between 1e-6 and 1e6; along or nearly along axes in a third of the cases.
    pub fn direction<V: Vector>(&mut self) -> V {
        let tilt = [0.0, 1e-30, 1e-9, 1e-4][self.below(4)];
        let axis = self.below(V::DIM + 4);
        let length = 10f64.powi(self.below(13) as i32 - 6);
        loop {
            let [x, y, z] = self.triple::<V>(|r| r.number::<V::Scalar>());
            let p = [x, y, z];
            let keep = |i: usize| if axis >= V::DIM || i == axis { p[i] } else { p[i] * tilt };
            let dir = V::from_fn(|i| V::Scalar::from_f64(keep(i) * length));
            if dir.norm_squared() > V::Scalar::SMALLEST {
                return dir;
            }
        }
    }
}
