//! Points, triangles and edges in a few bytes each: what is drawn need not have all digits.

use serde::Serialize;

use crate::outline::{Place, Solid};

/// A solid as a page draws it. Lists are little-endian numbers in base 64.
#[derive(Serialize)]
pub struct Packed {
    /// The least coordinates.
    low: [f32; 3],
    /// The lengths of the box around it.
    size: [f32; 3],
    /// Three numbers of 16 bits a point: 65535 times its place in the box.
    points: String,
    /// Three numbers of points each, of 32 bits if there are more than 16 bits count.
    triangles: String,
    /// Two numbers of points each.
    edges: String,
}

const STEPS: f64 = 65535.0;

impl Packed {
    /// The triangles of its faces, and its edges.
    pub fn new(solid: &Solid) -> Self {
        let range = |k: usize| {
            let all = solid.points.iter().map(|p| p[k]);
            all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
        };
        let ranges = [0, 1, 2].map(range);
        let low = ranges.map(|[low, _]| low);
        let size = ranges.map(|[low, high]| high - low);
        let step = |p: &Place, k: usize| match size[k] > 0.0 {
            // A fraction from 0 to 1.
            true => ((p[k] - low[k]) / size[k] * STEPS).round() as u16,
            false => 0,
        };
        let points = solid.points.iter().flat_map(|p| [0, 1, 2].map(|k| step(p, k)));
        let fans = solid.faces.iter().flat_map(|face| face.windows(2).skip(1).flat_map(|w| [face[0], w[0], w[1]]));
        let wide = solid.points.len() > 1 << 16;
        Packed {
            low: low.map(|x| x as f32),
            size: size.map(|x| x as f32),
            points: base64(points.flat_map(u16::to_le_bytes)),
            triangles: numbers(fans, wide),
            edges: numbers(solid.edges.iter().flatten().copied(), wide),
        }
    }
}

/// Numbers of 32 bits, or of 16.
fn numbers(all: impl Iterator<Item = u32>, wide: bool) -> String {
    if wide { base64(all.flat_map(u32::to_le_bytes)) } else { base64(all.flat_map(|i| (i as u16).to_le_bytes())) }
}

/// Numbers of 32 bits in base 64.
pub fn floats(all: impl Iterator<Item = f32>) -> String {
    base64(all.flat_map(f32::to_le_bytes))
}

/// Bytes in base 64 (RFC 4648, section 4).
pub fn base64(bytes: impl Iterator<Item = u8>) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = bytes.collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for k in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * k) & 63) as usize]);
            text.push(if k <= chunk.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let texts = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(words.map(|word| base64(word.bytes())), texts);
    }

    #[test]
    fn a_point_is_drawn_within_a_65535th_of_the_box() {
        let points: Vec<Place> = (0..100).map(|i| [f64::from(i).sin(), 7.0, 1e-3 * f64::from(i)]).collect();
        let solid = Solid { points: points.clone(), faces: vec![vec![0, 1, 2, 3]], edges: vec![[0, 99]] };
        let packed = Packed::new(&solid);
        let steps = |p: &Place| {
            [0, 2].map(|k| ((p[k] - f64::from(packed.low[k])) / f64::from(packed.size[k]) * STEPS).round() as u16)
        };
        let again = points.iter().flat_map(|p| {
            let [x, z] = steps(p);
            [x, 0, z]
        });
        assert_eq!(packed.points, base64(again.flat_map(u16::to_le_bytes)));
        assert_eq!(packed.triangles, base64([0u16, 1, 2, 0, 2, 3].into_iter().flat_map(u16::to_le_bytes)));
        assert_eq!((packed.size[1], packed.edges.as_str()), (0.0, "AABjAA=="));
    }
}
