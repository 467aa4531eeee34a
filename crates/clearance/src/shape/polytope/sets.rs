//! Sets of a few vertices that serve many lists.

use alloc::vec::Vec;

/// Sets of vertices, ascending, that grow together as long as they may.
pub(super) struct Sets {
    width: usize,
    numbers: Vec<u32>,
    counts: Vec<usize>,
    /// Chains of the sets that hold a vertex: where each begins, and a set with the rest of the chain.
    newest: Vec<u32>,
    older: Vec<(u32, u32)>,
}

const END: u32 = u32::MAX;

impl Sets {
    /// No sets yet, of at most `width` vertices each.
    pub fn new(vertices: usize, width: usize) -> Self {
        let newest = alloc::vec![END; vertices];
        Sets { width, numbers: Vec::new(), counts: Vec::new(), newest, older: Vec::new() }
    }

    fn members(&self, set: usize) -> &[u32] {
        &self.numbers[set * self.width..set * self.width + self.counts[set]]
    }

    /// The number of a set with all vertices of the list: one that has them, one that they are added to, or a new one.
    pub fn with_all(&mut self, list: &[u32]) -> usize {
        let (mut most, mut best) = (0, self.counts.len());
        for &vertex in list {
            let mut link = self.newest[vertex as usize];
            while link != END {
                let (set, older) = self.older[link as usize];
                let members = self.members(set as usize);
                let common = list.iter().filter(|&vertex| members.contains(vertex)).count();
                if common == list.len() {
                    return set as usize;
                }
                if common > most && members.len() + list.len() - common <= self.width {
                    (most, best) = (common, set as usize);
                }
                link = older;
            }
        }
        if best == self.counts.len() {
            self.counts.push(0);
            self.numbers.resize(self.numbers.len() + self.width, 0);
        }
        for &vertex in list {
            if !self.members(best).contains(&vertex) {
                self.add(best, vertex);
            }
        }
        best
    }

    fn add(&mut self, set: usize, vertex: u32) {
        let first = set * self.width;
        let place = first + self.members(set).partition_point(|&member| member < vertex);
        self.numbers.copy_within(place..first + self.counts[set], place + 1);
        self.numbers[place] = vertex;
        self.counts[set] += 1;
        self.older.push((set as u32, self.newest[vertex as usize]));
        self.newest[vertex as usize] = self.older.len() as u32 - 1;
    }

    /// All sets by pairs of members, one behind the other, with the last one repeated to fill up.
    pub fn into_pairs(mut self) -> Vec<[u32; 2]> {
        for (members, &count) in self.numbers.chunks_exact_mut(self.width).zip(&self.counts) {
            let last = members[count - 1];
            members[count..].fill(last);
        }
        self.numbers.as_chunks().0.to_vec()
    }
}
