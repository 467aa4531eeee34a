//! The oracle's arithmetic: pairs of doubles (Dekker 1971), about 32 digits; vectors always have three components.

use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug)]
pub struct Long(pub f64, f64);

fn sum(a: f64, b: f64) -> Long {
    let s = a + b;
    let t = s - a;
    Long(s, (a - (s - t)) + (b - t))
}

impl From<f64> for Long {
    fn from(x: f64) -> Long {
        Long(x, 0.0)
    }
}

impl Add for Long {
    type Output = Long;
    fn add(self, o: Long) -> Long {
        let (s, t) = (sum(self.0, o.0), sum(self.1, o.1));
        let s = sum(s.0, s.1 + t.0);
        sum(s.0, s.1 + t.1)
    }
}

impl Neg for Long {
    type Output = Long;
    fn neg(self) -> Long {
        Long(-self.0, -self.1)
    }
}

impl Sub for Long {
    type Output = Long;
    fn sub(self, o: Long) -> Long {
        self + -o
    }
}

impl Mul for Long {
    type Output = Long;
    fn mul(self, o: Long) -> Long {
        let p = self.0 * o.0;
        sum(p, self.0.mul_add(o.0, -p) + (self.0 * o.1 + self.1 * o.0))
    }
}

impl Div for Long {
    type Output = Long;
    fn div(self, o: Long) -> Long {
        let q = Long(self.0 / o.0, 0.0);
        let q = q + Long((self - q * o).0 / o.0, 0.0);
        q + Long((self - q * o).0 / o.0, 0.0)
    }
}

impl Long {
    pub fn sqrt(self) -> Long {
        if self.0 <= 0.0 {
            return Long(0.0, 0.0);
        }
        let r = Long(self.0.sqrt(), 0.0);
        r + Long((self - r * r).0 / (2.0 * r.0), 0.0)
    }
    pub fn max(self, o: Long) -> Long {
        if (self - o).0 > 0.0 { self } else { o }
    }
    pub fn abs(self) -> Long {
        if self.0 < 0.0 { -self } else { self }
    }
}

pub type LongVec = [Long; 3];

pub fn long(v: [f64; 3]) -> LongVec {
    v.map(Long::from)
}
pub fn dot(a: LongVec, b: LongVec) -> Long {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
pub fn norm(a: LongVec) -> Long {
    dot(a, a).sqrt()
}

/// `Rᵀ d` for the rotation of an unnormalised quaternion: the rows of its matrix times `d`.
pub fn turned_back([w, x, y, z]: [f64; 4], d: LongVec) -> LongVec {
    let [w, x, y, z] = [w, x, y, z].map(Long::from);
    let two = Long::from(2.0);
    let n = w * w + x * x + y * y + z * z;
    let columns = [
        [w * w + x * x - y * y - z * z, two * (x * y + w * z), two * (x * z - w * y)],
        [two * (x * y - w * z), w * w - x * x + y * y - z * z, two * (y * z + w * x)],
        [two * (x * z + w * y), two * (y * z - w * x), w * w - x * x - y * y + z * z],
    ];
    columns.map(|c| dot(c, d) / n)
}
