//! The least height of all directions that can attain it, and which others are as low.

use super::arcs::{Arc, Circle};
use super::{Bodies, Least};
use crate::math::{Each, Real, Vec3, Vector};

/// A direction is given up once it is not lower than the lowest by more than this many roundings of the size.
const EQUAL: f64 = 8.0;

/// Directions are as good as the lowest within this many roundings of the size.
pub(super) const TIED: f64 = 32.0;

/// The cosine of the angle, 8 degrees, from which on directions are different.
pub(super) const APART: f64 = 0.99;

/// The most arcs that are divided: of random pairs none needs more than half of it.
const DIVISIONS: u32 = 64;

/// The most arcs that wait: twelve edges have at most eighteen, few of which are low.
const WAITING: usize = 24;

/// The most directions as low as the lowest that are listed; if there are more, they are more than one.
const RIVALS: usize = 8;

/// What is known of the least height.
pub(super) struct Search<T> {
    lowest: T,
    normal: Vec3<T>,
    /// The arc that has it, and at which end.
    arc: Option<(Arc<T>, usize)>,
    /// Heights, or lower bounds of heights, that were as low, and where.
    rivals: [(T, Vec3<T>); RIVALS],
    rival_count: usize,
    /// Arcs on which there may be less; how many there are, or would be.
    open: [Option<Arc<T>>; WAITING],
    open_count: usize,
    equal: T,
    tied: T,
    evaluations: u32,
}

/// The direction of the least height; `None` if some direction is neither asked nor bounded.
pub(super) fn least<T: Real>(bodies: &Bodies<T>) -> Option<Least<T>> {
    let mut search = Search::new(bodies);
    search.ends(bodies);
    search.faces(bodies);
    if search.is_lost() {
        return None;
    }
    search.corners(bodies)?;
    let circles = [0, 1, 2].each(|axis| Circle::of(bodies, axis));
    circles.iter().for_each(|circle| search.around(circle));
    for _ in 0..DIVISIONS {
        if search.is_lost() {
            return None;
        }
        let Some(arc) = search.lowest_arc() else { return Some(search.ended(&circles)) };
        search.divide(&circles[arc.circle], &arc);
    }
    None
}

/// The direction of the least height among those across an axis, where all heights are greater by `raised`, and those
/// along it. If none is below `top` or as low, the direction is any and the floor is higher.
pub(super) fn least_across<T: Real>(bodies: &Bodies<T>, axis: usize, raised: T, top: T) -> Option<Least<T>> {
    let mut search = Search::new(bodies);
    search.lowest = top - raised + search.tied * T::TWO;
    search.face(bodies, axis, raised);
    let circles = [0, 1, 2].each(|axis| Circle::of(bodies, axis));
    search.around(&circles[axis]);
    for _ in 0..DIVISIONS {
        if search.open_count > WAITING {
            return None;
        }
        let Some(arc) = search.lowest_arc() else {
            let found = search.ended(&circles);
            return Some(Least { floor: found.floor + raised, ..found });
        };
        search.divide(&circles[axis], &arc);
    }
    None
}

impl<T: Real> Search<T> {
    fn new(bodies: &Bodies<T>) -> Self {
        let rounding = |n: f64| T::from_f64(n) * T::UNIT * bodies.size;
        Search {
            lowest: T::INFINITY,
            normal: bodies.axis,
            arc: None,
            rivals: [(T::INFINITY, Vec3::ZERO); RIVALS],
            rival_count: 0,
            open: [None; WAITING],
            open_count: 0,
            equal: rounding(EQUAL),
            tied: rounding(TIED),
            evaluations: 0,
        }
    }

    /// Whether the bodies do not overlap, or some arc was dropped.
    fn is_lost(&self) -> bool {
        self.lowest <= T::ZERO || self.open_count > WAITING
    }

    /// The directions along the axis.
    fn ends(&mut self, bodies: &Bodies<T>) {
        let box_reach = bodies.extents.dot(bodies.axis.abs());
        for axis in [bodies.axis, -bodies.axis] {
            self.offer(axis.dot(bodies.center) + box_reach + bodies.half_length, axis);
        }
    }

    /// The normals of the box's faces.
    fn faces(&mut self, bodies: &Bodies<T>) {
        (0..3).for_each(|axis| self.face(bodies, axis, T::ZERO));
    }

    /// Those of two faces, with heights that count for less by `raised`.
    fn face(&mut self, bodies: &Bodies<T>, i: usize, raised: T) {
        let (axis, [low, high]) = (bodies.axis, bodies.radii);
        let square = |i: usize| axis[i % 3] * axis[i % 3];
        let rho = (square(i + 1) + square(i + 2)).sqrt();
        let (rise, low, high) = (bodies.half_length * axis[i], low * rho, high * rho);
        let reach = bodies.extents[i] - raised;
        self.offer(reach + bodies.center[i] + (high + rise).max(low - rise), Vec3::axis(i));
        self.offer(reach - bodies.center[i] + (high - rise).max(low + rise), -Vec3::axis(i));
    }

    /// The arcs of a great circle.
    fn around(&mut self, circle: &Circle<T>) {
        let kinks = circle.kinks();
        for number in 0..4 {
            let quarter = circle.quarter(number);
            if circle.beneath(&quarter) < self.lowest + self.tied {
                circle.arcs(&quarter, &kinks, |arc| self.hold(circle, arc));
            }
        }
    }

    fn divide(&mut self, circle: &Circle<T>, arc: &Arc<T>) {
        arc.divided(circle).into_iter().for_each(|part| self.hold(circle, part));
    }

    /// The side and the corners of the box. `None` if it is open whether a corner touches where its height is least.
    fn corners(&mut self, bodies: &Bodies<T>) -> Option<()> {
        let [along, across] = bodies.side;
        let Bodies { center, axis, extents, .. } = *bodies;
        let constant = along * bodies.half_length + across * bodies.radii[1];
        for id in 0..8 {
            let sign = |i: usize| if id >> i & 1 == 0 { -T::ONE } else { T::ONE };
            let corner = center + Vec3::from_fn(|i| sign(i) * extents[i]);
            let level = corner.dot(axis);
            let aside = corner - axis * level;
            let distance = aside.norm();
            let height = constant + along * level - across * distance;
            if height >= self.lowest + self.tied {
                continue;
            }
            if distance == T::ZERO {
                // A whole ring is as low.
                return None;
            }
            let normal = axis * along - aside * (across / distance);
            // Farther than this corner in that direction is another one, by so much.
            let beyond = (0..3).fold(T::ZERO, |sum, i| sum - (sign(i) * normal[i]).min(T::ZERO) * extents[i]) * T::TWO;
            if beyond <= self.equal {
                self.offer(height, normal);
            } else if height < self.lowest - self.equal {
                // The direction errs by 16 roundings of the size over the distance, and that much of the extents
                // decides.
                let error = T::from_f64(64.0) * T::UNIT * bodies.size * bodies.size;
                if !(beyond * distance > error) {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Takes note of a direction that is as low as the lowest, or lower.
    fn offer(&mut self, height: T, normal: Vec3<T>) {
        self.evaluations += 1;
        if height < self.lowest {
            let before = (self.lowest, self.normal);
            (self.lowest, self.normal, self.arc) = (height, normal, None);
            self.rival(before.0, before.1);
        } else {
            self.rival(height, normal);
        }
    }

    fn rival(&mut self, height: T, normal: Vec3<T>) {
        if height <= self.lowest + self.tied && normal.dot(self.normal) < T::from_f64(APART) {
            if let Some(place) = self.rivals.get_mut(self.rival_count) {
                *place = (height, normal);
            }
            self.rival_count += 1;
        }
    }

    /// Takes note of an arc and its ends.
    fn hold(&mut self, circle: &Circle<T>, arc: Arc<T>) {
        for (end, place) in arc.ends.iter().enumerate() {
            let height = place.height();
            if height < self.lowest {
                self.offer(height, circle.lift(place.normal));
                self.arc = Some((arc, end));
            } else if height <= self.lowest + self.tied {
                self.rival(height, circle.lift(place.normal));
            }
        }
        if arc.lower < self.lowest - self.equal {
            if let Some(place) = self.open.get_mut(self.open_count) {
                *place = Some(arc);
            }
            self.open_count += 1;
        } else if arc.lower <= self.lowest + self.tied {
            self.rival(arc.lower, circle.lift(arc.least));
        }
    }

    /// The arc with the lowest bound, if there can be less than the lowest.
    fn lowest_arc(&mut self) -> Option<Arc<T>> {
        let lower = |i: usize| self.open[i].map_or(T::INFINITY, |arc| arc.lower);
        let next = (0..self.open_count).reduce(|best, i| if lower(i) < lower(best) { i } else { best })?;
        let arc = self.open[next].filter(|arc| arc.lower < self.lowest - self.equal)?;
        self.open_count -= 1;
        self.open.swap(next, self.open_count);
        Some(arc)
    }

    fn ended(self, circles: &[Circle<T>; 3]) -> Least<T> {
        let open = self.open[..self.open_count].iter().flatten();
        let open = open.map(|arc| (arc.lower, circles[arc.circle].lift(arc.least)));
        let rivals = self.rivals.iter().take(self.rival_count).copied();
        let tied = self.rival_count > RIVALS
            || rivals.chain(open).any(|(height, normal)| {
                height <= self.lowest + self.tied && normal.dot(self.normal) < T::from_f64(APART)
            });
        let normal = self.arc.map_or(self.normal, |(arc, end)| {
            let circle = &circles[arc.circle];
            circle.lift(arc.settled(circle, end, self.equal))
        });
        Least { normal, floor: self.lowest - self.equal, tied, evaluations: self.evaluations }
    }
}
