//! How much a file may grow to.

use crate::error::ReadError;

/// Largest ratio of what is stored of a file to its length: growing lists hold up to three times what is in them for a
/// moment, so that lists read from text or small integers are kept below a third of the promised 20.
const GROWTH: usize = 12;

/// A small file may place its meshes this often without being asked why.
const FREE: usize = 1 << 20;

/// The bytes that reading may still store.
///
/// Scene graphs may place one mesh many times, and nodes many nodes: a file of 1 kB could otherwise grow to any size.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
    length: usize,
}

impl Budget {
    /// The budget of a file of `length` bytes.
    pub fn of(length: usize) -> Self {
        Budget { left: FREE.saturating_add(length.saturating_mul(GROWTH)), length }
    }

    /// A further file belongs to the first.
    pub fn extend(&mut self, length: usize) {
        self.left = self.left.saturating_add(length.saturating_mul(GROWTH));
        self.length = self.length.saturating_add(length);
    }

    /// Accounts for vertices and triangles.
    pub fn place(&mut self, vertices: usize, triangles: usize) -> Result<(), ReadError> {
        let vertices = vertices.saturating_mul(size_of::<clearance::Vec3<f64>>());
        self.take(vertices.saturating_add(triangles.saturating_mul(size_of::<[u32; 3]>())))
    }

    /// Refuses work that needs more than the permitted bytes for a moment.
    pub fn lend(&self, bytes: usize) -> Result<(), ReadError> {
        Budget { ..*self }.take(bytes)
    }

    /// Takes bytes from the budget.
    pub fn take(&mut self, bytes: usize) -> Result<(), ReadError> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(ReadError::new(format!(
                "grows to more than {GROWTH} times its {} bytes: a mesh is placed too often, or a polygon is too large",
                self.length
            ))),
        }
    }
}
