//! Memory of growing polytopes. Each thread keeps that of its last one for the next, so that depths ask for next to
//! none once one of the same size has been answered; without `std` each polytope asks for its own.

use alloc::vec::Vec;

use super::horizon::{Edge, Face, Walk};
use super::queue::Queue;
use crate::difference::Vertex;
use crate::math::{Real, Vec3};

/// The lists of a polytope in space.
pub(super) struct Scratch<T: Real> {
    pub points: Vec<Vertex<Vec3<T>>>,
    pub faces: Vec<Face<T>>,
    pub edges: Vec<Edge>,
    pub queue: Queue<T>,
    /// Scratch of any length: what it holds is written before it is read.
    pub walk: Vec<Walk>,
}

/// Room for the polytopes of many pairs.
const POINTS: usize = 18;
const FACES: usize = 32;

impl<T: Real> Scratch<T> {
    fn new() -> Self {
        Scratch {
            points: Vec::with_capacity(POINTS),
            faces: Vec::with_capacity(FACES),
            edges: Vec::with_capacity(4 * FACES),
            queue: Queue::with_capacity(FACES),
            walk: Vec::with_capacity(2 * FACES),
        }
    }
}

#[cfg(feature = "std")]
mod of_thread {
    use alloc::boxed::Box;
    use core::any::Any;
    use core::cell::Cell;

    use super::*;

    std::thread_local! {
        static KEPT: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
    }

    /// The memory of larger polytopes is given back: some 300 kB.
    const MOST_POINTS: usize = 1024;

    impl<T: Real> Scratch<T> {
        /// The memory of the thread's last polytope, if it was of the same scalar; all lists but the last are empty.
        pub fn taken() -> Self {
            // While a thread ends there is none left.
            let kept = KEPT.try_with(Cell::take).ok().flatten();
            kept.and_then(|kept| kept.downcast().ok()).map_or_else(Self::new, |kept| *kept)
        }

        /// Keeps it for the thread's next polytope.
        pub fn keep(mut self) {
            if self.points.capacity() <= MOST_POINTS {
                self.points.clear();
                self.faces.clear();
                self.edges.clear();
                self.queue.clear();
                KEPT.try_with(|place| place.set(Some(Box::new(self)))).ok();
            }
        }
    }
}

#[cfg(not(feature = "std"))]
impl<T: Real> Scratch<T> {
    pub fn taken() -> Self {
        Self::new()
    }

    pub fn keep(self) {}
}
