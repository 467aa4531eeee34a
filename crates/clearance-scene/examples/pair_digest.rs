//! A digest of the answers to many pairs, bit by bit: `pair_digest [PAIRS]`. Another build of the library must print
//! the same; `bindings/wasm/tests` compares the one for browsers. With what it took in CPU time, and how many pairs of
//! each status there were.

use std::time::Instant;

use clearance::{Pose3, Rotor3, Status, Vec3};
use clearance_scene::json::{Json, Node};
use clearance_scene::{MeshFiles, body};
use clearance_world::{Body, BodyPair};

/// One shape of each kind a line.
const SHAPES: &str = include_str!("../../../bindings/wasm/tests/shapes.jsonl");

/// Numbers of 32 bits, the same in JavaScript: splitmix32.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        let mut z = self.0;
        z = (z ^ z >> 16).wrapping_mul(0x21f0_aaad);
        z = (z ^ z >> 15).wrapping_mul(0x735a_2d97);
        z ^ z >> 15
    }

    /// A number from -1 to 1.
    fn unit(&mut self) -> f64 {
        f64::from(self.next()) / 2_147_483_648.0 - 1.0
    }

    fn pose(&mut self) -> Pose3<f64> {
        let translation = [self.unit(), self.unit(), self.unit()];
        let q = [self.unit(), self.unit(), self.unit(), self.unit()];
        let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
        let rotor = Rotor3::from_wxyz(q.map(|term| term / length)).expect("a quaternion that is not zero");
        Pose3::new(rotor, translation.into()).expect("a pose of small numbers")
    }
}

/// Two sums over words of 32 bits (FNV-1a).
fn take(hash: &mut [u32; 2], numbers: &[f64]) {
    for number in numbers {
        let bits = number.to_bits();
        for word in [bits as u32, (bits >> 32) as u32] {
            hash[0] = (hash[0] ^ word).wrapping_mul(16_777_619);
            hash[1] = (hash[1] ^ word.rotate_left(16)).wrapping_mul(16_777_619);
        }
    }
}

fn main() {
    let pairs: usize = std::env::args().nth(1).map_or(100_000, |count| count.parse().expect("a number of pairs"));
    let read = |line: &str| -> Body<Vec3<f64>> {
        let tree = Json::parse(line).expect("a line of JSON");
        body(&Node::root(&tree, ""), &MeshFiles::relative_to("")).expect("a shape")
    };
    let bodies: Vec<Body<Vec3<f64>>> = SHAPES.lines().map(read).collect();
    let mut random = Random(1);
    let mut hash = [0x811c_9dc5, 0x1234_5678];
    let mut statuses = [0; 4];
    let begin = Instant::now();
    for _ in 0..pairs {
        let [a, b] = [0, 1].map(|_| random.next() as usize % bodies.len());
        let (pose_a, pose_b) = (random.pose(), random.pose());
        let pair = BodyPair::in_world((&bodies[a], &pose_a), (&bodies[b], &pose_b));
        let found = pair.signed_distance().expect("bounded bodies");
        let near = &found.proximity;
        let status = match found.status() {
            Status::Separated => 1.0,
            Status::Touching => 0.0,
            Status::Overlapping => -1.0,
            Status::Undecided => -2.0,
        };
        statuses[(status + 2.0) as usize] += 1;
        // NaN has many bits.
        take(&mut hash, &[found.signed_distance.unwrap_or(9e9), found.bounds.lower, found.bounds.upper, status]);
        for v in [near.normal, near.witness_a, near.witness_b] {
            take(&mut hash, &<[f64; 3]>::from(v));
        }
        take(&mut hash, &[found.parts[0].into(), found.parts[1].into()]);
    }
    let [undecided, overlapping, touching, separated] = statuses;
    println!("{:08x}{:08x}", hash[0], hash[1]);
    eprintln!(
        "{pairs} pairs: {separated} separated, {overlapping} overlapping, {touching} touching, {undecided} undecided"
    );
    eprintln!("{:.3} s", begin.elapsed().as_secs_f64());
}
