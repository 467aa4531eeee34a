//! The accuracy that `docs/measured/accuracy.md` shows, on the first pairs of each of its lines: no line may get worse,
//! and one that gets much better asks for a new page (`cargo run --release -p clearance-testkit --example accuracy`)
//! and a new record (`CLEARANCE_RECORD=1 cargo test -p clearance --test accuracy`).

use std::fs;
use std::path::Path;

use clearance::{Real, Vec3};
use clearance_testkit::accuracy::{PAIRS, Row, SITUATIONS, row};
use clearance_testkit::make::World;

/// Pairs for a line; the record has as many.
const SAMPLE: u64 = 12;
/// Errors below this many roundings of the size are as good as none.
const GOOD: f64 = 16.0;
/// Rounding differently may double an error that is not larger; less than an eighth of a line is a better line.
const WORSE: f64 = 2.0;
const BETTER: f64 = 0.125;

fn check<T: Real>(precision: &str)
where
    Vec3<T>: World,
{
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/accuracy/{precision}.txt"));
    let renew = std::env::var_os("CLEARANCE_RECORD").is_some();
    let record = if renew { String::new() } else { fs::read_to_string(&path).unwrap() };
    let (mut worse, mut better, mut renewed) = (Vec::new(), Vec::new(), String::new());
    for kinds in PAIRS {
        for regime in SITUATIONS {
            let name = format!("{} {} {regime:?} ", kinds[0], kinds[1]);
            let row = row::<Vec3<T>>(kinds, regime, SAMPLE);
            assert_eq!(row.wrong, 0, "{name}: bounds exclude the truth");
            let now = [&row.errors, &row.widths].map(|sorted| Row::median_and_worst(sorted)[1]);
            if renew {
                renewed += &format!("{name}{:.2e} {:.2e}\n", now[0], now[1]);
                continue;
            }
            let line = record.lines().find_map(|line| line.strip_prefix(&name));
            let line = line.unwrap_or_else(|| panic!("no record of {name}"));
            let recorded: Vec<f64> = line.split(' ').map(|x| x.parse().unwrap()).collect();
            for (what, (now, then)) in ["error", "width"].iter().zip(now.into_iter().zip(recorded)) {
                if now > WORSE * then.max(GOOD) {
                    worse.push(format!("{name}{what} {now:.1}, recorded {then:.1}"));
                } else if now.max(GOOD) < BETTER * then {
                    better.push(format!("{name}{what} {now:.1}, recorded {then:.1}"));
                }
            }
        }
    }
    if renew {
        fs::write(&path, renewed).unwrap();
    }
    assert!(worse.is_empty(), "{precision} is worse than recorded, in roundings of the size:\n{}", worse.join("\n"));
    if !better.is_empty() {
        println!("{precision} is better than recorded, so renew page and record:\n{}", better.join("\n"));
    }
}

#[test]
fn double_precision_is_as_accurate_as_recorded() {
    check::<f64>("f64");
}

#[test]
fn single_precision_is_as_accurate_as_recorded() {
    check::<f32>("f32");
}
