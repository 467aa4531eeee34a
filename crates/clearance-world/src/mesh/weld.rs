//! Equal corners as one vertex.

use std::collections::HashMap;

use clearance::{Real, ShapeError, Triangle, Vec3};

/// Distinct corners, and triangles by their numbers.
pub(super) type Welded<T> = (Vec<Vec3<T>>, Vec<[u32; 3]>);

/// Distinct corners by first appearance, and the triangles by their numbers. Vertices that no triangle uses are left
/// out.
pub(super) fn welded<T: Real>(vertices: &[Vec3<T>], triangles: &[[u32; 3]]) -> Result<Welded<T>, ShapeError> {
    const NONE: u32 = u32::MAX;
    let mut numbers = vec![NONE; vertices.len()];
    let mut known: HashMap<[u64; 3], u32> = HashMap::with_capacity(vertices.len());
    let mut kept: Vec<Vec3<T>> = Vec::with_capacity(vertices.len());
    let mut number = |corner: u32| -> Result<u32, ShapeError> {
        let given = vertices.get(corner as usize).copied();
        let given = given.ok_or(ShapeError::Empty { what: "vertices for a corner of a mesh's triangle" })?;
        let number = &mut numbers[corner as usize];
        if *number == NONE {
            // The sum makes one zero of two.
            let key = [given.x, given.y, given.z].map(|c| (c.to_f64() + 0.0).to_bits());
            *number = *known.entry(key).or_insert(kept.len() as u32);
            if *number as usize == kept.len() {
                // What a triangle refuses of a corner.
                Triangle::new(given, given, given)?;
                kept.push(given);
            }
        }
        Ok(*number)
    };
    let mut welded = Vec::with_capacity(triangles.len());
    for &[a, b, c] in triangles {
        welded.push([number(a)?, number(b)?, number(c)?]);
    }
    Ok((kept, welded))
}
