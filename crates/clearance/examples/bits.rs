//! Prints the hash of the first N of a stream of mixed answers, on M threads: `bits [N] [M]`. `.ci/bits` compares
//! builds.

#[path = "../tests/bits/answers.rs"]
mod answers;

use std::thread;

fn main() {
    let argument = |i: usize, default: u64| {
        std::env::args().nth(i).map_or(default, |text| text.parse().expect("bits [N] [M]: whole numbers"))
    };
    let (count, threads) = (argument(1, 1_000_000), argument(2, 1));
    let part = move |k: u64| thread::spawn(move || answers::hash((k..count).step_by(threads as usize)));
    let parts: Vec<_> = (0..threads).map(part).collect();
    let hash = parts.into_iter().map(|thread| thread.join().expect("an answer panicked")).fold(0, u64::wrapping_add);
    println!("{hash:016x} of {count} answers");
}
