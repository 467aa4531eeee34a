//! The least height of two bodies of revolution, by cells.

use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

use super::cell::{Cell, Place, Region};
use super::profile::{Lean, Line, Lines, Profile};

/// The difference of two bodies of revolution in a frame whose third axis is the first one's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Both {
    pub profiles: [Profile; 2],
    /// Sine and cosine of the angle from the first axis to that of the second body turned about: `(sin, 0, cos)`.
    pub tilt: [f64; 2],
    /// The vector from the second centre to the first.
    pub offset: [f64; 3],
    /// The radius of a ball that is taken away from the difference.
    pub ball: f64,
}

/// A cell with a height that none in it is below.
#[derive(Clone, Copy, Debug)]
struct Bounded {
    cell: Cell,
    bound: f64,
    /// Where the bound is attained.
    place: Place,
    /// Whether the height there is above the bound for the width of the polar angles more than for that of the
    /// azimuths.
    by_polar: bool,
}

impl PartialEq for Bounded {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Bounded {}
impl PartialOrd for Bounded {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Bounded {
    /// The lowest bound comes first out of a heap.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}

/// What a search has proven.
pub(super) struct Found {
    pub floor: f64,
    pub cells: u32,
}

impl Both {
    fn dot(&self, x: [f64; 3], y: [f64; 3]) -> f64 {
        x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
    }

    fn leans(&self, place: &Place) -> [Lean; 2] {
        [place.lean, place.lean_from(self.tilt)]
    }

    /// What offset and ball have in a height.
    fn level(&self, place: &Place) -> f64 {
        self.dot(self.offset, place.direction()) - self.ball
    }

    /// How far the difference reaches along a direction.
    pub fn height(&self, place: &Place) -> f64 {
        let [one, two] = self.leans(place);
        self.level(place) + self.profiles[0].height(one) + self.profiles[1].height(two)
    }

    /// The bound of a cell: with affine functions of both leans the height is that of a ball about a point, whose least
    /// one in the cell is known. Of such pairs those are tried that are level in the middle, as far as slopes allow,
    /// and the ends.
    fn bound(&self, cell: Cell) -> Bounded {
        let region = cell.region();
        let [sin, cos] = self.tilt;
        let axis = [sin, 0.0, cos];
        let of = |axis: [f64; 3]| {
            let [low, high] = [axis, axis.map(|x| -x)].map(|s| region.least(s).1);
            [low, high]
        };
        let own = of([0.0, 0.0, 1.0]).map(|place| place.lean);
        let other = of(axis).map(|place| place.lean_from(self.tilt));
        let [at, beside] = self.leans(&region.middle);
        let lines = [self.profiles[0].lines(own, at), self.profiles[1].lines(other, beside)];
        let base = self.level(&region.middle);
        let mut best = Bounded { cell, bound: f64::NEG_INFINITY, place: region.middle, by_polar: true };
        let mut lost = [0.0; 2];
        self.offers(&region, &lines, |one, two| {
            let point = [0, 1, 2].map(|i| self.offset[i] + two.slope * axis[i] + if i == 2 { one.slope } else { 0.0 });
            let (less, place) = region.least(point);
            let bound = base + one.value + two.value + less;
            if bound > best.bound {
                (best.bound, best.place) = (bound, place);
                let [lean, beside_lean] = self.leans(&place);
                lost = [
                    self.profiles[0].height(lean) - one.value - one.slope * at.rise_to(lean),
                    self.profiles[1].height(beside_lean) - two.value - two.slope * beside.rise_to(beside_lean),
                ];
            }
        });
        best.by_polar = lost[0] >= lost[1] || {
            let [along, around] = region.slopes(axis);
            let out = sin * region.middle.azimuth[0];
            let across = region.middle.lean.across;
            let [polar, azimuth] = [cell.polar[1], cell.azimuth[1]];
            let by_polar = along.abs() * polar + polar * polar;
            let by_azimuth = across * (around.abs() * azimuth + 0.5 * out.abs() * azimuth * azimuth);
            by_polar >= by_azimuth
        };
        best
    }

    /// The bound of a cell.
    #[cfg(test)]
    pub fn bound_of(&self, cell: Cell) -> f64 {
        self.bound(cell).bound
    }

    /// Pairs of lines whose sum may be high in a cell.
    fn offers(&self, region: &Region, [one, two]: &[Lines; 2], mut offer: impl FnMut(Line, Line)) {
        let [sin, cos] = self.tilt;
        let base = region.slopes(self.offset);
        let (by_one, by_two) = (region.slopes([0.0, 0.0, 1.0]), region.slopes([sin, 0.0, cos]));
        // The slope of one that makes all level by the polar angle, given that of the other.
        let level = |other: f64, with: [f64; 2], by: [f64; 2]| -(base[0] + other * with[0]) / by[0];
        let ends = |lines: &Lines| {
            let [x, y] = lines.ends;
            [Some(x), (x.slope != y.slope).then_some(y)].into_iter().flatten()
        };
        for x in ends(one) {
            for y in ends(two) {
                offer(x, y);
            }
        }
        let around = -base[1] / by_two[1];
        let level_around = around.is_finite().then(|| two.with_slope(around));
        if one.ends[0].slope != one.ends[1].slope {
            for y in ends(two).chain(level_around) {
                let slope = level(y.slope, by_two, by_one);
                if slope.is_finite() {
                    offer(one.with_slope(slope), y);
                }
            }
        }
        if two.ends[0].slope != two.ends[1].slope {
            for x in ends(one) {
                let slope = level(x.slope, by_one, by_two);
                if slope.is_finite() {
                    offer(x, two.with_slope(slope));
                }
                if let Some(y) = level_around {
                    offer(x, y);
                }
            }
        }
    }

    /// A height that no direction is below: the lowest one found less `tolerance`, or what `most` cells prove. `lower`
    /// is given each place that is lower than `top` and returns the top from there on.
    pub fn floor(&self, mut top: f64, tolerance: f64, most: u32, mut lower: impl FnMut(&Place, f64) -> f64) -> Found {
        let mut open = BinaryHeap::new();
        let mut found = Found { floor: f64::INFINITY, cells: 0 };
        let mut hold = |cell: Bounded, open: &mut BinaryHeap<Bounded>, top: &mut f64| {
            for place in [cell.cell.region().middle, cell.place] {
                let height = self.height(&place);
                if height < *top {
                    *top = lower(&place, height).min(*top);
                }
            }
            open.push(cell);
        };
        for cell in Cell::all() {
            hold(self.bound(cell), &mut open, &mut top);
        }
        while let Some(next) = open.pop() {
            found.floor = next.bound;
            if next.bound >= top - tolerance || found.cells >= most {
                return found;
            }
            found.cells += 1;
            let [by_polar, by_azimuth] = next.cell.halves();
            for half in if next.by_polar { by_polar } else { by_azimuth } {
                let part = self.bound(half);
                hold(Bounded { bound: part.bound.max(next.bound), ..part }, &mut open, &mut top);
            }
        }
        found
    }
}
