//! The search for the closest triangles of two meshes, and what it leaves for the next pose.
//!
//! Depth first, the nearer of two patches before the other, so that a good answer is soon at hand. Where the search
//! stopped, it leaves a lower bound. When the meshes have moved by `δ` against one another, that bound less `δ` still
//! holds (the lemma of [`crate::cache`]), so that a search at the next pose begins where it no longer proves anything.
//! Which pairs are found does not depend on where it begins: all that may be as close as the closest one, and `slack`,
//! are.

use clearance::{Bounds, Real, Vec3, Vector};

use super::bound::Bounding;
use super::facing;
use super::reach::Reach;
use super::{Patches, Place};
use crate::mesh::TriangleMesh;
use crate::sort::sort_few;
use crate::tree::Child;

/// Where a search stopped, or could have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Front {
    passed: Vec<Passed>,
    /// The distance by which the meshes have moved against one another since the first search.
    travel: f64,
    /// Numbers of pairs that the last search from the whole meshes opened and passed.
    opened: usize,
    left: usize,
}

/// Two patches, of which some parts were passed.
#[derive(Clone, Copy, Debug)]
struct Passed {
    /// The lower bound, and the travel until then.
    until: f64,
    pair: PatchPair,
}

/// Two patches; of the four children of the one that is opened, those whose bits are set.
#[derive(Clone, Copy, Debug)]
struct PatchPair {
    places: [Place; 2],
    lanes: u8,
}

impl PatchPair {
    const WHOLE: PatchPair = PatchPair::of([Place::ROOT; 2]);

    const fn of(places: [Place; 2]) -> Self {
        PatchPair { places, lanes: 0b1111 }
    }
}

/// Two triangles that may be the closest, with proven bounds of their distance, in the units of [`Reach`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    pub triangles: [u32; 2],
    pub bounds: Bounds<f64>,
}

/// Two meshes and where they are.
pub(crate) struct Meshes<'m, V: Vector> {
    pub meshes: [&'m TriangleMesh<V>; 2],
    pub patches: [&'m Patches; 2],
    pub reach: Reach,
}

impl<V: Vector> Meshes<'_, V> {
    /// Proven bounds: corners are off by the error of the reach, and lengths of at most its size, of sums of three
    /// terms of three products, by less than `32u`.
    fn bounds(&self, Bounds { lower, upper }: Bounds<f64>) -> Bounds<f64> {
        let error = self.reach.error + 32.0 * f64::UNIT * self.reach.size;
        Bounds { lower: lower - error, upper: upper + error }
    }

    pub(super) fn corners(&self, [a, b]: [u32; 2]) -> [[Vec3<f64>; 3]; 2] {
        let ([p, q, r], [s, t, u]) = (self.meshes[0].corners(a), self.meshes[1].corners(b));
        let ours = |p: V| self.patches[0].normalized(p);
        let theirs = |p: V| self.reach.moved(self.patches[1].normalized(p));
        [[ours(p), ours(q), ours(r)], [theirs(s), theirs(t), theirs(u)]]
    }
}

impl Front {
    /// The meshes have moved against one another, no point by more than this.
    pub fn travel(&mut self, distance: f64) {
        self.travel = (self.travel + distance).next_up();
    }

    /// All pairs of triangles whose distance is less than that of the closest one and `slack`, and mostly no others, by
    /// triangles; `known` is one to begin with. `None` as soon as `meet` says so of two triangles that may.
    pub fn search<V: Vector>(
        &mut self,
        at: &Meshes<'_, V>,
        known: Option<[u32; 2]>,
        slack: f64,
        meet: impl FnMut([u32; 2]) -> bool,
    ) -> Option<Vec<Near>> {
        let limit = known.map_or(f64::INFINITY, |pair| {
            let [a, b] = at.corners(pair);
            at.bounds(facing::between(&a, &b, facing::about(&a, &b))).upper
        });
        let found = if at.reach.is_near() {
            FrontSearch::<V, f32, _>::new(at, limit, slack, meet).run(self)
        } else {
            FrontSearch::<V, f64, _>::new(at, limit, slack, meet).run(self)
        };
        if found.is_none() {
            // What was still open is in nobody's list.
            *self = Front::default();
        }
        found
    }

    /// Takes out what no longer proves that it is beyond a distance; all if nothing was passed yet.
    fn due(&mut self, within: f64, due: &mut Vec<(f64, PatchPair)>) {
        let within = (within + self.travel).next_up();
        self.passed.retain(|passed| {
            let stays = passed.until > within;
            if !stays {
                due.push((-f64::INFINITY, passed.pair));
            }
            stays
        });
    }

    fn pass(&mut self, bound: f64, pair: PatchPair) {
        self.passed.push(Passed { until: (bound + self.travel).next_down(), pair });
    }
}

struct FrontSearch<'s, V: Vector, T, M> {
    at: &'s Meshes<'s, V>,
    bounding: Bounding<'s, T>,
    /// Two triangles are as close as this.
    limit: f64,
    slack: f64,
    meet: M,
    near: Vec<Near>,
    open: Vec<(f64, PatchPair)>,
    opened: usize,
}

impl<'s, V: Vector, T: Real, M: FnMut([u32; 2]) -> bool> FrontSearch<'s, V, T, M> {
    fn new(at: &'s Meshes<'s, V>, limit: f64, slack: f64, meet: M) -> Self {
        let bounding = Bounding::new(at.patches, &at.reach);
        FrontSearch { at, bounding, limit, slack, meet, near: Vec::new(), open: Vec::with_capacity(64), opened: 0 }
    }

    fn run(mut self, front: &mut Front) -> Option<Vec<Near>> {
        let mut anew = front.left == 0 || front.passed.len() > 4 * front.left;
        if anew {
            self.begin_anew(front);
        } else {
            front.due(self.within(), &mut self.open);
        }
        while let Some((bound, pair)) = self.open.pop() {
            self.look(bound, pair, front)?;
            // So much has changed that the whole meshes cost less.
            if !anew && self.opened > front.opened {
                anew = true;
                self.begin_anew(front);
            }
        }
        if anew {
            (front.opened, front.left) = (self.opened, front.passed.len());
        }
        let within = self.within();
        self.near.retain(|near| near.bounds.lower <= within);
        self.near.sort_unstable_by_key(|near| near.triangles);
        Some(self.near)
    }

    /// Begins with the whole meshes.
    fn begin_anew(&mut self, front: &mut Front) {
        front.passed.clear();
        self.open.clear();
        self.near.clear();
        self.open.push((-f64::INFINITY, PatchPair::WHOLE));
        self.opened = 0;
    }

    /// Patches that are farther apart do not matter.
    fn within(&self) -> f64 {
        self.limit + self.slack
    }

    /// Opens a pair or leaves it to the front.
    fn look(&mut self, bound: f64, pair: PatchPair, front: &mut Front) -> Option<()> {
        if bound > self.within() {
            front.pass(bound, pair);
            return Some(());
        }
        let [a, b] = pair.places;
        let [of_a, of_b] = self.at.patches;
        let (side, node) = match [of_a.link(a).child(), of_b.link(b).child()] {
            [Child::Node(a), Child::Item(_)] => (0, a),
            [Child::Item(_), Child::Node(b)] => (1, b),
            [Child::Node(node_a), Child::Node(node_b)] => {
                let ratio = self.at.reach.ratio as f32;
                if of_a.size(a) >= of_b.size(b) * ratio * ratio { (0, node_a) } else { (1, node_b) }
            }
            [Child::Item(i), Child::Item(j)] => {
                let lower = self.face([i, j])?;
                front.pass(lower, pair);
                return Some(());
            }
            [Child::None, _] | [_, Child::None] => return Some(()),
        };
        self.open(bound, pair, [side as u32, node], front);
        Some(())
    }

    /// The children of a node of one mesh with a patch of the other.
    fn open(&mut self, bound: f64, pair: PatchPair, [side, node]: [u32; 2], front: &mut Front) {
        self.opened += 1;
        let side = side as usize;
        let found = self.bounding.of(side, node, pair.places[1 - side]);
        let (links, limit) = (self.at.patches[side].links(node), self.within());
        let (mut least, mut lanes, mut order) = (f64::INFINITY, 0, [0, 1, 2, 3]);
        // The nearest comes last, and is taken first.
        let about = order.map(|lane| found.about(lane));
        sort_few(&mut order, |&a, &b| about[a].total_cmp(&about[b]).is_gt());
        for lane in order.into_iter().filter(|&lane| pair.lanes >> lane & 1 == 1 && links[lane].child() != Child::None)
        {
            let bound = f64::max(found.bound(lane), bound);
            if bound > limit {
                (least, lanes) = (f64::min(least, bound), lanes | 1 << lane);
            } else {
                let mut places = pair.places;
                places[side] = Place::of(node, lane);
                self.open.push((bound, PatchPair::of(places)));
            }
        }
        if lanes != 0 {
            front.pass(least, PatchPair { lanes, ..pair });
        }
    }

    /// A lower bound of the distance of two triangles.
    fn face(&mut self, triangles: [u32; 2]) -> Option<f64> {
        let [a, b] = self.at.corners(triangles);
        let about = facing::about(&a, &b);
        let lower = self.at.bounds(about).lower;
        if lower > self.within() {
            return Some(lower);
        }
        let bounds = self.at.bounds(facing::between(&a, &b, about));
        if !(bounds.lower > 0.0) && (self.meet)(triangles) {
            return None;
        }
        self.limit = self.limit.min(bounds.upper);
        self.near.push(Near { triangles, bounds });
        Some(bounds.lower)
    }
}
