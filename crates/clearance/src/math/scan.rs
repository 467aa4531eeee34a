//! Looking at many numbers side by side: the parts of a query that fill registers by themselves.
//!
//! With the feature `simd` in the registers of the processor at hand, else as the compiler sees fit; the bits are the same.

use super::quads::{Kernel, Plain};
use super::real::Real;

/// How many lie side by side.
pub(crate) const SIDE_BY_SIDE: usize = 4;

/// Points by components, so many side by side.
pub type Block<T> = [[T; SIDE_BY_SIDE]; 3];

/// At most so many blocks are scanned.
pub(crate) const BLOCKS: usize = 8;

/// A scalar that scans are made of.
pub trait Scan: Sized {
    /// The place of the first of the points with the largest product with a direction, of whose components so many count; 0 for none.
    /// Products have the bits of [`Vector::dot`](super::Vector::dot).
    fn first_highest(blocks: &[Block<Self>], dir: [Self; 3], dimension: usize) -> u32;
    /// Does work in fours.
    fn in_fours<K: Kernel<Self>>(kernel: K) -> K::Output;
}

/// [`Scan::first_highest`] without any registers in mind.
#[inline(always)]
fn plain<T: Real>(blocks: &[Block<T>], dir: [T; 3], dimension: usize) -> u32 {
    let mut heights = [[T::ZERO; SIDE_BY_SIDE]; BLOCKS];
    let mut highest = [-T::INFINITY; SIDE_BY_SIDE];
    for (heights, block) in heights.iter_mut().zip(blocks) {
        for lane in 0..SIDE_BY_SIDE {
            let mut height = dir[0] * block[0][lane];
            for k in 1..dimension {
                height += dir[k] * block[k][lane];
            }
            heights[lane] = height;
            highest[lane] = highest[lane].max(height);
        }
    }
    let [a, b, c, d] = highest;
    let top = a.max(c).max(b.max(d));
    let mut places = 0u32;
    for (number, (heights, _)) in heights.iter().zip(blocks).enumerate() {
        for (lane, &height) in heights.iter().enumerate() {
            places |= u32::from(height == top) << (SIDE_BY_SIDE * number + lane);
        }
    }
    places.trailing_zeros() & 31
}

#[cfg(feature = "simd")]
mod wide {
    use fearless_simd::{Level, Simd, SimdBase, SimdMask, f32x4, f64x4};

    use super::{BLOCKS, Block, Kernel, Plain, Real, Scan};

    macro_rules! scan {
        ($scalar:ident $register:ident) => {
            impl Scan for $scalar {
                #[inline(always)]
                fn first_highest(blocks: &[Block<Self>], dir: [Self; 3], dimension: usize) -> u32 {
                    // What is made for wider registers than every processor has is called: too much for a few points. Four of f32 need no
                    // wider ones.
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    if let (1 | 2, Some(registers)) = (blocks.len(), Level::baseline().as_sse2()) {
                        return of_two(registers, [&blocks[0], &blocks[blocks.len() - 1]], dir, dimension);
                    }
                    let level = if size_of::<$scalar>() == 4 { Level::baseline() } else { Level::new() };
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    if let Some(registers) = level.as_avx2() {
                        return registers.vectorize(
                            #[inline(always)]
                            || with(registers, blocks, dir, dimension),
                        );
                    } else if let Some(registers) = level.as_sse2() {
                        return with(registers, blocks, dir, dimension);
                    }
                    #[cfg(target_arch = "aarch64")]
                    if let Some(registers) = level.as_neon() {
                        return with(registers, blocks, dir, dimension);
                    }
                    let _ = level;
                    return super::plain(blocks, dir, dimension);

                    /// The direction is taken apart, since a whole one would be read back otherwise than it was written.
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    #[inline(always)]
                    fn of_two<S: Simd>(
                        simd: S,
                        blocks: [&Block<$scalar>; 2],
                        dir: [$scalar; 3],
                        dimension: usize,
                    ) -> u32 {
                        let [x, y, z] = dir;
                        let height = |block: &Block<$scalar>| {
                            let part = |x: $scalar, k: usize| {
                                $register::splat(simd, x) * $register::from_slice(simd, &block[k])
                            };
                            let sum = part(x, 0) + part(y, 1);
                            if dimension == 3 { sum + part(z, 2) } else { sum }
                        };
                        let [one, two] = blocks;
                        let (low, high) = (height(one), height(two));
                        let [a, b, c, d] = low.max(high).into();
                        let top = $register::splat(simd, Real::max(Real::max(a, c), Real::max(b, d)));
                        let places =
                            low.simd_eq(top).to_bitmask() | high.simd_eq(top).to_bitmask() << super::SIDE_BY_SIDE;
                        places.trailing_zeros() & 31
                    }
                    #[inline(always)]
                    fn with<S: Simd>(simd: S, blocks: &[Block<$scalar>], dir: [$scalar; 3], dimension: usize) -> u32 {
                        let along = dir.map(|x| $register::splat(simd, x));
                        let mut heights = [$register::splat(simd, 0.0); BLOCKS];
                        let mut highest = $register::splat(simd, -$scalar::INFINITY);
                        for (height, block) in heights.iter_mut().zip(blocks) {
                            let part = |k: usize| along[k] * $register::from_slice(simd, &block[k]);
                            let sum = part(0) + part(1);
                            *height = if dimension == 3 { sum + part(2) } else { sum };
                            highest = highest.max(*height);
                        }
                        let [a, b, c, d] = highest.into();
                        // By its full name: a number's own `max` asks for more than the processor's.
                        let top = $register::splat(simd, Real::max(Real::max(a, c), Real::max(b, d)));
                        let mut places = 0;
                        for (number, (height, _)) in heights.iter().zip(blocks).enumerate() {
                            places |= height.simd_eq(top).to_bitmask() << (super::SIDE_BY_SIDE * number);
                        }
                        places.trailing_zeros() & 31
                    }
                }
                fn in_fours<K: Kernel<Self>>(kernel: K) -> K::Output {
                    let level = Level::new();
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    if let Some(registers) = level.as_avx2() {
                        return registers.vectorize(
                            #[inline(always)]
                            || kernel.run::<$register<_>>(registers),
                        );
                    } else if let Some(registers) = level.as_sse2() {
                        return kernel.run::<$register<_>>(registers);
                    }
                    #[cfg(target_arch = "aarch64")]
                    if let Some(registers) = level.as_neon() {
                        return kernel.run::<$register<_>>(registers);
                    }
                    let _ = level;
                    kernel.run::<Plain<$scalar>>(())
                }
            }
        };
    }

    scan!(f32 f32x4);
    scan!(f64 f64x4);
}

#[cfg(not(feature = "simd"))]
macro_rules! scan {
    ($($scalar:ident)+) => {$(
        impl Scan for $scalar {
            #[inline(always)]
            fn first_highest(blocks: &[Block<Self>], dir: [Self; 3], dimension: usize) -> u32 {
                plain(blocks, dir, dimension)
            }
            fn in_fours<K: Kernel<Self>>(kernel: K) -> K::Output {
                kernel.run::<Plain<$scalar>>(())
            }
        }
    )+};
}
#[cfg(not(feature = "simd"))]
scan!(f32 f64);

#[cfg(test)]
mod tests {
    use super::{Block, Real, SIDE_BY_SIDE, plain};
    use crate::random::Random;

    fn compare<T: Real>() {
        let mut random = Random(7);
        for number in 0..4000 {
            // Whole numbers, so that many heights are equal.
            let mut small = || T::from_f64((3.0 * random.unit()).floor());
            let dir = [small(), small(), small()];
            let blocks: Vec<Block<T>> =
                (0..1 + number % 5).map(|_| [[T::ZERO; SIDE_BY_SIDE]; 3].map(|x| x.map(|_| small()))).collect();
            for dimension in [2, 3] {
                let height = |i: u32| {
                    let block = &blocks[i as usize / SIDE_BY_SIDE];
                    let terms = (0..dimension).map(|k| dir[k] * block[k][i as usize % SIDE_BY_SIDE]);
                    terms.fold(T::ZERO, |sum, term| sum + term)
                };
                let count = (blocks.len() * SIDE_BY_SIDE) as u32;
                let first = (1..count).fold(0, |best, i| if height(i) > height(best) { i } else { best });
                assert_eq!(T::first_highest(&blocks, dir, dimension), first, "{number}: {dir:?} of {blocks:?}");
                assert_eq!(plain(&blocks, dir, dimension), first, "{number}: {dir:?} of {blocks:?}");
            }
        }
    }

    #[test]
    fn registers_and_loops_find_the_first_of_the_highest() {
        compare::<f32>();
        compare::<f64>();
    }
}
