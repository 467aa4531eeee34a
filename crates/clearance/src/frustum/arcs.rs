//! A rim of the frustum and an edge of the box: arcs of the great circle across the edge.
//!
//! In the plane of the circle the rim is an ellipse. With `κ` the axis' part along the edge, `p` the part in the plane
//! and `d` a unit vector of the plane, `ρ² = κ² + τ²` with `τ = d × p`; the support function is `f = w·d`, and `f″ + f
//! = R(d) = r κ²/ρ³` the radius of curvature. If `R` is nowhere on an arc less than `r`, then from each of its ends
//! `f(d) ≥ r + q·d`, `q = w − r d` taken there: the ball of radius `r` that rolls inside. Both together bound `f` by a
//! chord of balls. At a minimum, where `R > f`, one of them is already exact, so the bound ends the search in a few
//! divisions; a plane polygon would need one for each bit.
//!
//! **Rounding.** `w` errs by `8uS`, and it is that of a direction off by `3u`, which moves the ball by `3uS`, as `r ≤
//! S`; then `|q| ≤ 2S` errs by `4uS` more, `q·d` or `|q|` by `6uS`, a unit vector's length by `2u`, and the sum by
//! `uS`: `26uS`. `ρ` errs by `3u`, hence `R` by `9u/ρ` of itself, and `32u/ρ` is taken off.

use super::Bodies;
use crate::math::{Each, Real, Vec2, Vec3, Vector};

/// Steps of Newton's from a direction whose height is right to rounding.
const SETTLING: u32 = 3;

/// The great circle across an axis of the box, and what the bodies are in its plane.
pub(super) struct Circle<T> {
    axis: usize,
    /// The frustum's axis: the part along the box's, and the one in the plane.
    along: T,
    across: Vec2<T>,
    center: Vec2<T>,
    half_length: T,
    radii: [T; 2],
    extents: Vec2<T>,
    /// Component of the side's normals along the axis.
    side: T,
    size: T,
}

/// The search directions of one edge, seen from the frustum's centre.
pub(super) struct Quarter<T> {
    ends: [Vec2<T>; 2],
    edge: Vec2<T>,
}

/// A direction in the plane of a circle, with its support point.
#[derive(Clone, Copy)]
pub(super) struct Place<T> {
    pub normal: Vec2<T>,
    pub point: Vec2<T>,
}

impl<T: Real> Place<T> {
    pub fn height(&self) -> T {
        self.normal.dot(self.point)
    }
    /// How fast the height changes.
    fn slope(&self) -> T {
        self.normal.cross(self.point).abs()
    }
}

/// The search directions of one rim and one edge, counter-clockwise between two places of a circle.
#[derive(Clone, Copy)]
pub(super) struct Arc<T> {
    pub circle: usize,
    rim: usize,
    /// The largest height of the ellipse of rim and edge.
    middle: Vec2<T>,
    pub ends: [Place<T>; 2],
    /// No height on the arc is less.
    pub lower: T,
    /// Where the bound is least.
    pub least: Vec2<T>,
}

impl<T: Real> Circle<T> {
    pub fn of(bodies: &Bodies<T>, axis: usize) -> Self {
        let plane = |v: Vec3<T>| Vec2::new(v[(axis + 1) % 3], v[(axis + 2) % 3]);
        Circle {
            axis,
            along: bodies.axis[axis],
            across: plane(bodies.axis),
            center: plane(bodies.center),
            half_length: bodies.half_length,
            radii: bodies.radii,
            extents: plane(bodies.extents),
            side: bodies.side[0],
            size: bodies.size,
        }
    }

    /// A direction of the plane in space.
    pub fn lift(&self, d: Vec2<T>) -> Vec3<T> {
        Vec3::from_fn(|i| match (i + 3 - self.axis) % 3 {
            0 => T::ZERO,
            1 => d.x,
            _ => d.y,
        })
    }

    /// The directions between the normals of the faces on both sides of an edge, one of four.
    pub fn quarter(&self, number: usize) -> Quarter<T> {
        let corners = [Vec2::axis(0), Vec2::axis(1), -Vec2::axis(0), -Vec2::axis(1)];
        let ends = [corners[number], corners[(number + 1) % 4]];
        Quarter { ends, edge: self.center + (ends[0] + ends[1]).scaled_by(self.extents) }
    }

    /// No height of a quarter is less: a bound from the middles of the frustum's ends.
    pub fn beneath(&self, quarter: &Quarter<T>) -> T {
        let shift = self.across * self.half_length;
        let least = |point: Vec2<T>| lowest(point, quarter.ends[0], quarter.ends[1]).0;
        least(quarter.edge + shift).max(least(quarter.edge - shift))
    }

    /// The arcs of a quarter on which the rim is the same.
    pub fn arcs(&self, quarter: &Quarter<T>, kinks: &[Option<Vec2<T>>; 2], mut found: impl FnMut(Arc<T>)) {
        let Quarter { edge, ends: [first, last] } = *quarter;
        let inside = |kink: &&Vec2<T>| first.cross(**kink) > T::ZERO && kink.cross(last) > T::ZERO;
        let mut stops = [last; 3];
        let mut count = 0;
        for kink in kinks.iter().flatten().filter(inside) {
            stops[count] = *kink;
            count += 1;
        }
        if count == 2 && stops[0].cross(stops[1]) < T::ZERO {
            stops.swap(0, 1);
        }
        let mut from = first;
        for &to in &stops[..=count] {
            found(self.arc(edge, [from, to]));
            from = to;
        }
    }

    /// The normals of the side in the plane.
    pub fn kinks(&self) -> [Option<Vec2<T>>; 2] {
        let squared = self.across.norm_squared();
        let rest = squared - self.side * self.side;
        // Nearer to each other than rounding can resolve.
        if !(rest > T::from_f64(16.0) * T::UNIT * T::UNIT) {
            return [None; 2];
        }
        let (middle, aside) = (self.across * self.side, self.across.perpendicular() * rest.sqrt());
        [middle + aside, middle - aside].each(|kink| Some(kink.normalized()))
    }

    fn arc(&self, edge: Vec2<T>, stops: [Vec2<T>; 2]) -> Arc<T> {
        let mean = stops[0] + stops[1];
        let rim = usize::from(mean.dot(self.across) > self.side * mean.norm());
        let shift = if rim == 1 { self.half_length } else { -self.half_length };
        let middle = edge + self.across * shift;
        self.bounded(middle, rim, stops.each(|normal| self.place(middle, rim, normal)))
    }

    fn place(&self, middle: Vec2<T>, rim: usize, normal: Vec2<T>) -> Place<T> {
        let tau = normal.cross(self.across);
        let rho = (self.along * self.along + tau * tau).sqrt();
        let radius = if rho > T::ZERO { self.radii[rim] / rho } else { T::ZERO };
        let toward = normal * (self.along * self.along) - self.across.perpendicular() * tau;
        Place { normal, point: middle + toward * radius }
    }

    /// A lower bound of the radius of curvature for a `τ²`, a few roundings below it.
    fn bend(&self, rim: usize, tau_squared: T) -> T {
        let along_squared = self.along * self.along;
        let rho_squared = along_squared + tau_squared;
        let rho = rho_squared.sqrt();
        let bend = self.radii[rim] * along_squared / (rho_squared * rho);
        (bend * (T::ONE - T::from_f64(32.0) * T::UNIT / rho)).max(T::ZERO)
    }

    /// The least height of the circle of curvature at a place; `None` where heights bend down.
    fn newton(&self, rim: usize, place: Place<T>) -> Option<Vec2<T>> {
        let tau = place.normal.cross(self.across);
        let radius = self.bend(rim, tau * tau);
        (radius > place.height() && radius.is_finite()).then(|| (place.normal * radius - place.point).normalized())
    }

    /// The arc between two places with its bound.
    fn bounded(&self, middle: Vec2<T>, rim: usize, ends: [Place<T>; 2]) -> Arc<T> {
        let [from, to] = ends;
        // τ is a sinusoid, greatest where d is across the axis.
        let level = |place: Place<T>| place.normal.dot(self.across);
        let tau = |place: Place<T>| place.normal.cross(self.across);
        let greatest = if level(from) * level(to) <= T::ZERO {
            self.across.norm_squared()
        } else {
            (tau(from) * tau(from)).max(tau(to) * tau(to))
        };
        // Heights are no larger than the size, so a larger ball proves nothing more.
        let radius = self.bend(rim, greatest).min(self.size);
        let balls = ends.each(|place| place.point - place.normal * radius);
        let out = -(balls[1] - balls[0]).perpendicular();
        let squared = out.norm_squared();
        let within = from.normal.cross(out) > T::ZERO && out.cross(to.normal) > T::ZERO;
        // Chords shorter than that have no direction; their square is a normal number in either precision.
        let (height, least) = if within && squared > T::UNIT * T::UNIT * T::UNIT * T::UNIT {
            let crest = out * (T::ONE / squared.sqrt());
            let (one, two) = (lowest(balls[0], from.normal, crest), lowest(balls[1], crest, to.normal));
            if one.0 < two.0 { one } else { two }
        } else {
            let [one, two] = balls.each(|ball| lowest(ball, from.normal, to.normal));
            if one.0 > two.0 { one } else { two }
        };
        Arc { circle: self.axis, rim, middle, ends, lower: radius + height, least }
    }
}

/// The least product of `q` with the unit vectors from `x` counter-clockwise to `y`, less than half a turn away, and
/// where.
fn lowest<T: Real>(q: Vec2<T>, x: Vec2<T>, y: Vec2<T>) -> (T, Vec2<T>) {
    if q.cross(x) > T::ZERO && y.cross(q) > T::ZERO {
        let length = q.norm();
        return (-length, q * -(T::ONE / length));
    }
    if q.dot(x) < q.dot(y) { (q.dot(x), x) } else { (q.dot(y), y) }
}

impl<T: Real> Arc<T> {
    /// The two arcs on both sides of a direction inside, the most promising one.
    pub fn divided(&self, circle: &Circle<T>) -> [Self; 2] {
        let [from, to] = self.ends;
        let place = circle.place(self.middle, self.rim, self.promising(circle));
        [[from, place], [place, to]].each(|ends| circle.bounded(self.middle, self.rim, ends))
    }

    /// The direction at an end, or the least one near it if the heights are equal but for rounding: they feel a turn in
    /// second order only, points in first.
    pub fn settled(&self, circle: &Circle<T>, end: usize, equal: T) -> Vec2<T> {
        let first = self.ends[end];
        let mut best = first;
        for _ in 0..SETTLING {
            let Some(direction) = circle.newton(self.rim, best) else { break };
            let next = circle.place(self.middle, self.rim, direction);
            if !(next.slope() < best.slope() && (next.height() - first.height()).abs() <= equal) {
                break;
            }
            best = next;
        }
        best.normal
    }

    /// Where Newton's step from an end leads, if it is short; else where the bound is least, or the middle.
    fn promising(&self, circle: &Circle<T>) -> Vec2<T> {
        let [from, to] = self.ends.each(|place| place.normal);
        let opening = from.cross(to);
        let within = |d: Vec2<T>| from.cross(d) > T::ZERO && d.cross(to) > T::ZERO;
        for place in self.ends {
            let direction = circle.newton(self.rim, place);
            let near = |d: &Vec2<T>| place.normal.cross(*d).abs() < T::from_f64(0.25) * opening && within(*d);
            if let Some(direction) = direction.filter(near) {
                return direction;
            }
        }
        if within(self.least) { self.least } else { (from + to).normalized() }
    }
}
