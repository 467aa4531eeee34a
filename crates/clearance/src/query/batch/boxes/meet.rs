//! Whether boxes meet, a register of pairs at a time.

use fearless_simd::{Level, Simd};

use super::super::lane::{Lanes, Wide, on_registers};
use super::{Pair, gather};
use crate::closed_form::boxes::{Boxes, DEEP, PARALLEL};
use crate::math::{Number, Real};

/// Answers pairs at their places in `found`; gives the numbers of those whose axes leave it open to `open`.
pub(in crate::query::batch) fn meet<T: Wide>(
    level: Level,
    pairs: &[Pair<T>],
    found: &mut [bool],
    open: &mut dyn FnMut(usize),
) {
    if !pairs.is_empty() {
        on_registers!(level, simd => meet_with(simd, pairs, found, open));
    }
}

#[inline(always)]
fn meet_with<S: Simd, T: Wide>(simd: S, pairs: &[Pair<T>], found: &mut [bool], open: &mut dyn FnMut(usize)) {
    for some in pairs.chunks(Lanes::<S, T>::COUNT) {
        let (_, boxes) = gather(simd, |k| &some[k.min(some.len() - 1)]);
        let [apart, meeting] = overlap(&boxes);
        for (k, pair) in some.iter().enumerate() {
            let rounded = pair.setting.radius[0] + pair.setting.radius[1] > T::ZERO;
            if rounded || (apart | meeting) & 1 << k == 0 {
                open(pair.number);
            } else {
                found[pair.number] = apart & 1 << k == 0;
            }
        }
    }
}

/// What `closed_form::boxes` decides about one pair: the lanes that are apart, and those that meet.
#[inline(always)]
fn overlap<N: Number>(boxes: &Boxes<N>) -> [u64; 2] {
    let number = |x: N::Float| boxes.size.like(x);
    let faces = boxes.along_a(0).larger(boxes.along_a(1)).larger(boxes.along_a(2));
    let faces = faces.larger(boxes.along_b(0)).larger(boxes.along_b(1)).larger(boxes.along_b(2));
    let least = -boxes.noise;
    let mut apart = faces.above(boxes.noise);
    let mut meeting = least.above(faces);
    if !N::any(!apart) {
        return [N::bits(apart), 0];
    }
    let parallel = number(N::Float::from_f64(PARALLEL) * N::Float::UNIT);
    let deep = (least - number(N::Float::from_f64(DEEP) * N::Float::UNIT.sqrt()) * boxes.size).above(faces);
    for i in 0..3 {
        for j in 0..3 {
            let (raw, squared) = boxes.across(i, j);
            apart = apart | raw.above(boxes.noise);
            meeting = meeting & (least.above(raw) | (squared.at_most(parallel) & deep));
        }
    }
    [N::bits(apart), N::bits(meeting)]
}
