//! libFuzzer's way in: bytes are points.

#![no_main]

use clearance_fuzz::{check_hull, points_of_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_hull(&points_of_bytes(bytes)));
