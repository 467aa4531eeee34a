//! The triangles of a primitive: a list, a strip or a fan, of indexed or successive vertices.

use super::super::{fan, strip};
use super::refused;
use crate::error::ReadError;

/// The triangles that `mode` makes of corners; points and lines make none.
pub fn triangles(mode: u32, corners: &[u32]) -> Result<Vec<[u32; 3]>, ReadError> {
    Ok(match mode {
        0..=3 => Vec::new(),
        4 => corners.as_chunks::<3>().0.to_vec(),
        5 => strip(corners).collect(),
        6 => fan(corners).collect(),
        _ => return Err(refused(format!("a primitive has the mode {mode}, expected 0 to 6"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_keep_their_fronts() {
        assert_eq!(triangles(5, &[0, 1, 2, 3]).unwrap(), [[0, 1, 2], [2, 1, 3]]);
        assert_eq!(triangles(6, &[0, 1, 2, 3]).unwrap(), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(triangles(4, &[0, 1, 2, 3]).unwrap(), [[0, 1, 2]]);
        assert!(triangles(7, &[]).is_err());
    }
}
