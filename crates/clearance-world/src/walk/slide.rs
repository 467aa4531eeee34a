//! The way that planes leave of a displacement.
//!
//! Each contact with the normal `n` leaves the ways `w` with `n·w ≥ 0`; here `n·w ≥ ρ|wish|` with a little room `ρ`, so
//! that rounding leads off and not in. The first of these that all contacts leave: the wish; along one plane; along the
//! crease of two. Else it stops.

use clearance::{Real, Space};

use super::Ground;
use super::character::{Character, Touch};

impl<V: Space> Character<'_, V> {
    /// The way that the contacts leave of a wish; zero if it is blocked.
    ///
    /// On what carries, the wish across `up` is kept and led along the floor. No wall lifts a way above the wish.
    pub fn along(&self, wish: V, touches: &[Touch<V>]) -> V {
        let room = Self::room() * wish.norm();
        let blocking = |v: V| touches.iter().filter(move |touch| touch.axis.direction.dot(v) < room);
        let stands = blocking(wish).any(|touch| touch.ground.carries());
        let floors: Vec<V> =
            blocking(wish).filter(|touch| touch.ground == Ground::Floor).map(|touch| touch.axis.direction).collect();
        let base = if stands { self.across(wish) } else { wish };
        let planes = Planes { character: self, touches, floors: &floors, room, most: self.up.dot(wish) };
        let found = planes.first(base);
        // What is no more than the room leads off the planes and nowhere.
        let least = room * V::Scalar::from_f64(8.0);
        found.filter(|way| way.norm_squared() > least * least).unwrap_or(V::ZERO)
    }

    /// Whether walls or ledges are in the way of a wish across `up`.
    pub fn is_blocked(&self, wish: V, touches: &[Touch<V>]) -> bool {
        let flat = self.across(wish);
        let room = Self::room() * wish.norm();
        let steep = |touch: &&Touch<V>| matches!(touch.ground, Ground::Wall | Ground::Ledge);
        touches.iter().filter(steep).any(|touch| touch.axis.direction.dot(flat) < -room)
    }

    /// A way that leads off the planes which it would lead into by rounding alone: by less than `ρ` to the root of it.
    pub fn off(&self, way: V, touches: &[Touch<V>]) -> V {
        let room = Self::room() * way.norm();
        let slight = -Self::room().sqrt() * way.norm();
        touches.iter().map(|touch| touch.axis.direction).fold(way, |way, n| {
            let into = n.dot(way);
            if into < room && into > slight { way + n * (room - into) } else { way }
        })
    }
}

struct Planes<'p, 's, V: Space> {
    character: &'p Character<'s, V>,
    touches: &'p [Touch<V>],
    /// The normals of the floors that carry.
    floors: &'p [V],
    room: V::Scalar,
    /// How high the wish leads.
    most: V::Scalar,
}

impl<V: Space> Planes<'_, '_, V> {
    fn first(&self, base: V) -> Option<V> {
        let normals = || self.touches.iter().map(|touch| touch.axis.direction);
        let into = |n: &V| n.dot(base) < self.room;
        let walls: Vec<V> = self
            .touches
            .iter()
            .filter(|touch| touch.ground != Ground::Floor)
            .map(|touch| touch.axis.direction)
            .filter(into)
            .collect();
        self.on_floors(base).or_else(|| walls.iter().find_map(|&n| self.along_wall(base, n))).or_else(|| {
            let all: Vec<V> = normals().collect();
            let pairs = (0..all.len()).flat_map(|i| (i + 1..all.len()).map(move |j| (i, j)));
            pairs.into_iter().find_map(|(i, j)| self.along_crease(base, all[i], all[j]))
        })
    }

    /// A way lifted onto the floors, or as it is where there is none.
    fn on_floors(&self, way: V) -> Option<V> {
        if self.floors.is_empty() {
            return self.is_left(way, false).then_some(way);
        }
        self.floors.iter().map(|&n| self.lifted(way, n)).find(|&way| self.is_left(way, true))
    }

    /// The way above or below one across `up` that leads along a floor.
    fn lifted(&self, way: V, floor: V) -> V {
        let up = self.character.up;
        way + up * ((self.room - floor.dot(way)) / floor.dot(up))
    }

    fn along_wall(&self, base: V, n: V) -> Option<V> {
        if self.floors.is_empty() {
            let slid = self.off(base, n);
            if self.is_left(slid, false) {
                return Some(slid);
            }
        }
        // No higher: what leads into the wall across `up` is left out.
        let flat = self.character.across(n);
        if flat.norm_squared() <= self.room * self.room {
            return None;
        }
        let flat = flat.normalized();
        let level = self.off(base, flat);
        let level = if self.floors.is_empty() { self.off(level, n) } else { level };
        self.on_floors(level)
    }

    /// A way without what leads into a plane.
    fn off(&self, way: V, n: V) -> V {
        way + n * (self.room - n.dot(way)).max(V::Scalar::ZERO)
    }

    /// Along the crease of two planes, with a little room to both; across `up` as far as the wish leads that way.
    fn along_crease(&self, base: V, p: V, q: V) -> Option<V> {
        let one = V::Scalar::ONE;
        let both = one + p.dot(q);
        let other = q - p * p.dot(q);
        let sine = other.norm();
        let least = Character::<V>::room();
        if !(sine > least) || !(both > least) {
            return None;
        }
        let other = other * (one / sine);
        let crease = base - p * p.dot(base) - other * other.dot(base);
        let on_floor = self.floors.iter().any(|&floor| floor == p || floor == q);
        let flat = self.character.across(crease);
        let crease = if on_floor && flat != V::ZERO { crease * (base.dot(flat) / flat.norm_squared()) } else { crease };
        let way = crease + (p + q) * (self.room / both);
        self.is_left(way, on_floor).then_some(way)
    }

    /// Whether all planes leave a way, and none but floors lifts it above the wish.
    fn is_left(&self, way: V, on_floor: bool) -> bool {
        let (half, up) = (self.room * V::Scalar::HALF, self.character.up);
        let rise = self.most.max(V::Scalar::ZERO) + self.room * V::Scalar::from_f64(4.0);
        (on_floor || up.dot(way) <= rise) && self.touches.iter().all(|touch| touch.axis.direction.dot(way) >= half)
    }
}
