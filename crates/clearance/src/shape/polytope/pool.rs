//! Candidate lists of all cells, shared.
//!
//! Vertices that are no candidates of a cell come out strictly lower there, so a list may hold more than it has to.
//! Most lists have few vertices, those of a corner, an edge or a face with its surroundings, and many cells can do with
//! the same [sets](super::sets): about one for each vertex serves them all. All sets have the same width, so that no
//! branch depends on how long a list is; the few that are longer are stored with their lengths.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::lists::Lists;
use super::sets::Sets;
use crate::math::{Each, Vector};

/// The lists, in numbers of 16 bits if all fit, in 32 bits otherwise.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Pool {
    Narrow(Packed<u16>),
    Wide(Packed<u32>),
}

/// Where the list of each cell begins, and pairs of ascending numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Packed<N> {
    places: Vec<N>,
    pairs: Vec<[N; 2]>,
    /// How many pairs a list has that begins before `runs`. From there on each list is preceded by its pair count,
    /// stored twice.
    steps: u32,
    runs: u32,
}

impl<N: Copy + Into<u32>> Packed<N> {
    /// The list of a cell if it is one of the usual length.
    #[inline(always)]
    pub fn usual(&self, cell: usize) -> Option<&[[N; 2]]> {
        let place = (*self.places.get(cell)?).into();
        if place >= self.runs {
            return None;
        }
        self.pairs.get(place as usize..(place as usize).wrapping_add(self.steps as usize))
    }

    /// The list of a cell; none if there is no such cell, or if it extends beyond the last pair.
    pub fn list(&self, cell: usize) -> Option<&[[N; 2]]> {
        let place = (*self.places.get(cell)?).into() as usize;
        if place < self.runs as usize {
            return self.usual(cell);
        }
        let (length, rest) = self.pairs.get(place..)?.split_first()?;
        rest.get(..length[0].into() as usize)
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.places[..]) + size_of_val(&self.pairs[..])
    }
}

impl Pool {
    /// The lists in sets of an even width.
    pub fn new<V: Vector>(lists: &Lists<V>, width: usize) -> Self {
        let packed = Packed::new(lists, width);
        if packed.places.iter().chain(packed.pairs.as_flattened()).all(|&number| number <= u16::MAX.into()) {
            Self::Narrow(packed.narrow())
        } else {
            Self::Wide(packed)
        }
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Narrow(lists) => lists.bytes(),
            Self::Wide(lists) => lists.bytes(),
        }
    }
}

impl Packed<u32> {
    fn new<V: Vector>(lists: &Lists<V>, width: usize) -> Self {
        let mut places = alloc::vec![0; lists.cells()];
        let mut by_size = alloc::vec![Vec::new(); width + 1];
        let mut long = Vec::new();
        for cell in 0..lists.cells() as u32 {
            by_size.get_mut(lists.of_cell(cell).len()).unwrap_or(&mut long).push(cell);
        }
        // Large lists come first: the small ones find their place in them.
        let mut sets = Sets::new(lists.vertices, width);
        for cell in by_size.into_iter().rev().flatten() {
            places[cell as usize] = (sets.with_all(lists.of_cell(cell)) * width / 2) as u32;
        }
        let mut pairs = sets.into_pairs();
        let runs = pairs.len() as u32;
        let mut known = BTreeMap::new();
        for cell in long {
            let list = lists.of_cell(cell);
            places[cell as usize] = *known.entry(list).or_insert_with(|| {
                pairs.push([list.len().div_ceil(2) as u32; 2]);
                pairs.extend(list.chunks(2).map(|pair| [pair[0], pair[pair.len() - 1]]));
                (pairs.len() - list.len().div_ceil(2) - 1) as u32
            });
        }
        Packed { places, pairs, steps: width as u32 / 2, runs }
    }

    fn narrow(self) -> Packed<u16> {
        let Packed { places, pairs, steps, runs } = self;
        let places = places.into_iter().map(|place| place as u16).collect();
        let pairs = pairs.into_iter().map(|pair| pair.each(|number| number as u16)).collect();
        Packed { places, pairs, steps, runs }
    }
}
