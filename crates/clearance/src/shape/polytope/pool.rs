//! Candidate lists of all cells in one list of numbers, short ones shared.
//!
//! Vertices that are no candidates of a cell come out strictly lower there, so a list may hold more than it has to. Most lists
//! have up to [`STEP`] vertices, those of a corner, an edge or a face with its surroundings, and many cells can do with
//! the same four: about one set for each vertex serves them all.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::candidates::Lists;

/// How many vertices are looked at together.
pub(super) const STEP: usize = 4;

/// If more than one list in so many is long, all are told in the same way, so that nobody has to predict which is which.
const RARELY: usize = 5;

/// Of lists told with their lengths, one in so many may take more steps than all take anyway: a step more in every cell costs
/// about as much as a mispredicted branch in half of them.
const LONGER: usize = 2;

/// The lists, packed.
pub(super) struct Pool {
    /// Where the list of each cell begins.
    pub places: Vec<u32>,
    /// Sets of [`STEP`] vertices, ascending. From `long` on lists of any length, each after the number of steps it takes.
    pub numbers: Vec<u32>,
    pub long: u32,
}

impl Pool {
    pub fn new(lists: &Lists) -> Self {
        let cells = lists.starts.len() - 1;
        let of_cell = |cell: usize| &lists.numbers[lists.starts[cell] as usize..lists.starts[cell + 1] as usize];
        let count = (0..cells).filter(|&cell| of_cell(cell).len() > STEP).count();
        let shortest = if count * RARELY > cells { 0 } else { STEP + 1 };
        let mut pool = Pool { places: alloc::vec![0; cells], numbers: Vec::new(), long: 0 };
        let mut sets = Sets::new(lists.numbers.iter().max().map_or(0, |&last| last as usize + 1));
        // Large sets first: the small ones find their place in them.
        for size in (1..shortest).rev() {
            for cell in (0..cells).filter(|&cell| of_cell(cell).len() == size) {
                pool.places[cell] = (STEP * sets.with_all(of_cell(cell))) as u32;
            }
        }
        sets.members.iter().for_each(|set| pool.numbers.extend(set.filled()));
        pool.long = pool.numbers.len() as u32;
        let least = if shortest == 0 { lists.steps_but_for_one_in(LONGER) } else { 2 };
        let mut known = BTreeMap::new();
        for cell in (0..cells).filter(|&cell| of_cell(cell).len() >= shortest) {
            let list = of_cell(cell);
            pool.places[cell] = *known.entry(list).or_insert_with(|| {
                let place = pool.numbers.len() as u32;
                pool.numbers.push(list.len().div_ceil(STEP).max(least) as u32);
                pool.numbers.extend(list);
                place
            });
        }
        // The last lists may be read beyond their ends.
        let last = lists.numbers.last().copied().unwrap_or(0);
        pool.numbers.resize(pool.numbers.len() + least * STEP, last);
        pool
    }
}

/// At most [`STEP`] vertices, ascending.
#[derive(Clone, Copy)]
struct Set {
    numbers: [u32; STEP],
    count: usize,
}

impl Set {
    fn holds(&self, number: u32) -> bool {
        self.numbers[..self.count].contains(&number)
    }
    fn add(&mut self, number: u32) {
        self.numbers[self.count] = number;
        self.count += 1;
        self.numbers[..self.count].sort_unstable();
    }
    /// With the last vertex repeated.
    fn filled(&self) -> [u32; STEP] {
        let last = self.numbers[self.count.max(1) - 1];
        core::array::from_fn(|i| if i < self.count { self.numbers[i] } else { last })
    }
}

/// Sets of vertices that grow together as long as they may.
struct Sets {
    members: Vec<Set>,
    /// The sets that hold a vertex.
    of_vertex: Vec<Vec<u32>>,
}

impl Sets {
    fn new(vertices: usize) -> Self {
        Sets { members: Vec::new(), of_vertex: alloc::vec![Vec::new(); vertices] }
    }

    /// The number of a set with all vertices of the list: one that has them, one that they are added to, or a new one.
    fn with_all(&mut self, list: &[u32]) -> usize {
        let mut best = (0, None);
        for &set in list.iter().flat_map(|&vertex| &self.of_vertex[vertex as usize]) {
            let known = &self.members[set as usize];
            let common = list.iter().filter(|&&vertex| known.holds(vertex)).count();
            if common == list.len() {
                return set as usize;
            }
            if common > best.0 && known.count + list.len() - common <= STEP {
                best = (common, Some(set));
            }
        }
        let set = best.1.map_or(self.members.len(), |set| set as usize);
        if set == self.members.len() {
            self.members.push(Set { numbers: [0; STEP], count: 0 });
        }
        for &vertex in list {
            if !self.members[set].holds(vertex) {
                self.members[set].add(vertex);
                self.of_vertex[vertex as usize].push(set as u32);
            }
        }
        set
    }
}
