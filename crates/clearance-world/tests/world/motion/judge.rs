//! A judge of rays in whole numbers: nothing of the library.

use std::cmp::Ordering;

type Whole = [i128; 3];

fn minus(a: Whole, b: Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Whole, b: Whole) -> i128 {
    (0..3).map(|k| a[k].checked_mul(b[k]).unwrap()).sum()
}

fn cross(a: Whole, b: Whole) -> Whole {
    let term = |i: usize, j: usize| a[i].checked_mul(b[j]).unwrap() - a[j].checked_mul(b[i]).unwrap();
    [term(1, 2), term(2, 0), term(0, 1)]
}

/// A time: numerator over a positive denominator.
#[derive(Clone, Copy, Debug)]
pub struct Time(pub i128, pub i128);

impl Time {
    pub fn cmp(self, other: Time) -> Ordering {
        self.0.checked_mul(other.1).unwrap().cmp(&other.0.checked_mul(self.1).unwrap())
    }

    pub fn value(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

/// When the segment from `origin` to `origin + way` first meets the hull of three points.
pub fn crossing(origin: Whole, way: Whole, corners: [Whole; 3]) -> Option<Time> {
    let [a, b, c] = corners.map(|corner| minus(corner, origin));
    let normal = cross(minus(b, a), minus(c, a));
    let (facing, height) = (dot(way, normal), dot(a, normal));
    if facing != 0 {
        let sign = facing.signum();
        let sides = [dot(way, cross(b, c)), dot(way, cross(c, a)), dot(way, cross(a, b))];
        let (height, facing) = (height * sign, facing * sign);
        let passes = sides.iter().all(|side| side * sign >= 0) && height >= 0 && height <= facing;
        return passes.then_some(Time(height, facing));
    }
    if height != 0 {
        return None;
    }
    // In one plane, or flat: the first of the corners and the crossings with the sides.
    let sides = [(a, b), (b, c), (c, a)];
    let mut times: Vec<Time> = sides.iter().flat_map(|&(p, q)| on_side(way, p, q)).collect();
    if normal != [0; 3] && sides.iter().all(|&(p, q)| dot(cross(minus(q, p), minus([0; 3], p)), normal) >= 0) {
        times.push(Time(0, 1));
    }
    times.into_iter().min_by(|s, t| s.cmp(*t))
}

/// Times at which the segment from the origin along `way` meets the segment from `p` to `q` of one plane with it.
fn on_side(way: Whole, p: Whole, q: Whole) -> Vec<Time> {
    let (e, squared) = (minus(q, p), dot(way, way));
    let across = cross(way, e);
    if across != [0; 3] {
        let (length, share) = (dot(across, across), -dot(cross(way, p), across));
        let time = dot(cross(p, e), across);
        let meets = dot(p, across) == 0 && (0..=length).contains(&time) && (0..=length).contains(&share);
        return if meets { vec![Time(time, length)] } else { Vec::new() };
    }
    if squared == 0 || cross(p, way) != [0; 3] || cross(q, way) != [0; 3] {
        return Vec::new();
    }
    let (start, end) = (dot(p, way), dot(q, way));
    let first = start.min(end).max(0);
    if first <= start.max(end) && first <= squared { vec![Time(first, squared)] } else { Vec::new() }
}
