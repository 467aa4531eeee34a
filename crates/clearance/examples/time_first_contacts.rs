//! Times of first contacts, query by query: lines of numbers from a file, `kind` (0 vertex and face, 1 edges) and 24
//! coordinates, to microseconds and the answer. `bench/deforming/compare.py` calls it.

use std::time::Instant;

use clearance::Vec3;
use clearance::query::deforming::{FeaturePair, MovingFeatures};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else { return };
    let distance: f64 = arguments.next().map_or(0.0, |text| text.parse().expect("a distance"));
    let text = std::fs::read_to_string(name).expect("a file of queries");
    for line in text.lines() {
        let numbers: Vec<f64> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let point = |i: usize| Vec3::new(numbers[1 + 3 * i], numbers[2 + 3 * i], numbers[3 + 3 * i]);
        let four = |first: usize| core::array::from_fn(|i| point(first + i));
        let pair = if numbers[0] == 0.0 { FeaturePair::VertexFace } else { FeaturePair::EdgeEdge };
        let features = MovingFeatures { pair, start: four(0), end: four(4) };
        // The least of five is the query's own time.
        let (mut least, mut contact) = (f64::INFINITY, None);
        for _ in 0..5 {
            let start = Instant::now();
            contact = Some(std::hint::black_box(&features).first_contact_within(distance));
            least = least.min(start.elapsed().as_secs_f64() * 1e6);
        }
        let contact = contact.expect("five rounds");
        println!("{least} {} {} {}", u8::from(contact.is_hit()), contact.toi.lower, contact.toi.upper);
    }
}
