//! Poses of many bodies: their rotation matrices side by side.
//!
//! The matrix of a quaternion takes 19 products, 15 sums and a quotient of twofold numbers, which is longer than two
//! boxes that are apart take. In lanes each operation is done for as many poses as a register holds, in the order of
//! the single pose.

use alloc::vec::Vec;

use super::space::SideBySide;
use crate::error::ShapeError;
use crate::math::{Matrix, Pose, Rotor};

/// [`Pose::new`] of every rotation and translation, to the last bit and in their order, with its refusals at their
/// places.
///
/// ```
/// use clearance::{Rotor3, Vec3, batch};
/// // Half turns about z by quaternions with the real part last; the second body is too far away for any pose.
/// let turn = Rotor3::from_xyzw([0.0, 0.0, 1.0, 0.0])?;
/// let found = batch::poses([5.0, f64::INFINITY].map(|x| (turn, Vec3::new(x, 0.0, 0.0))));
/// assert_eq!(found[0].as_ref().unwrap().point(Vec3::new(1.0, 2.0, 3.0)), Vec3::new(4.0, -2.0, 3.0));
/// assert!(found[1].is_err());
/// # Ok::<(), clearance::ShapeError>(())
/// ```
pub fn poses<V: SideBySide>(places: impl IntoIterator<Item = (V::Rotor, V)>) -> Vec<Result<Pose<V>, ShapeError>> {
    let mut found = Vec::new();
    poses_into(places, &mut found);
    found
}

/// [`poses`] in a list whose memory is used again; what it held is lost.
pub fn poses_into<V: SideBySide>(
    places: impl IntoIterator<Item = (V::Rotor, V)>,
    found: &mut Vec<Result<Pose<V>, ShapeError>>,
) {
    found.clear();
    let mut places = places.into_iter();
    let mut rotors = [<V::Rotor as Rotor<V>>::IDENTITY; BLOCK];
    let mut translations = [V::ZERO; BLOCK];
    let mut matrices = [<V::Matrix as Matrix<V>>::IDENTITY; BLOCK];
    loop {
        let mut count = 0;
        for ((rotor, translation), place) in rotors.iter_mut().zip(&mut translations).zip(&mut places) {
            (*rotor, *translation) = place;
            count += 1;
        }
        if count == 0 {
            return;
        }
        // Behind the last place are rotors of the block before, or of none: their matrices are not read.
        V::matrices(&rotors, &mut matrices);
        let known = rotors.iter().zip(translations).zip(&matrices).take(count);
        found.extend(known.map(|((rotor, translation), matrix)| Pose::of_matrix(*rotor, matrix, translation)));
    }
}

/// Poses at once: a few registers full, and 4 kB of matrices.
pub(super) const BLOCK: usize = 32;

/// The matrices of rotors, in registers.
#[cfg(feature = "simd")]
pub(super) mod lanes {
    use fearless_simd::{Level, Simd};

    use super::BLOCK;
    use crate::math::{Mat3, Matrix, Rotor, Rotor3, Vec3, matrix_of_quaternion};
    use crate::query::batch::lane::{Lanes, Wide, on_registers};

    pub fn matrices<T: Wide>(rotors: &[Rotor3<T>; BLOCK], found: &mut [Mat3<T>; BLOCK]) {
        on_registers!(Level::new(), simd => fill(simd, rotors, found));
    }

    #[inline(always)]
    pub fn fill<S: Simd, T: Wide>(simd: S, rotors: &[Rotor3<T>; BLOCK], found: &mut [Mat3<T>; BLOCK]) {
        let count = Lanes::<S, T>::COUNT;
        for (rotors, found) in rotors.chunks_exact(count).zip(found.chunks_exact_mut(count)) {
            let columns = matrix_of_quaternion([
                Lanes::<S, T>::from_fn(simd, |k| rotors[k].quaternion()[0]),
                Lanes::from_fn(simd, |k| rotors[k].quaternion()[1]),
                Lanes::from_fn(simd, |k| rotors[k].quaternion()[2]),
                Lanes::from_fn(simd, |k| rotors[k].quaternion()[3]),
            ]);
            for (k, matrix) in found.iter_mut().enumerate() {
                let column = |[x, y, z]: &[Lanes<S, T>; 3]| Vec3::new(x.lane(k), y.lane(k), z.lane(k));
                *matrix = Mat3::from_columns(|i| column(&columns[i]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Real, Rotor2, Rotor3, Vec2, Vec3};
    use crate::query::Space;
    use crate::random::Random;

    /// All numbers of a pose, zeros with their signs.
    fn bits<V: Space>(pose: &Pose<V>) -> Vec<u64> {
        let columns = (0..V::DIM).map(|i| pose.matrix().column(i));
        let vectors = columns.chain([pose.translation()]).flat_map(|v| (0..V::DIM).map(move |i| v[i]));
        let rest = pose.rotor().quaternion().into_iter().chain([pose.rotation_error(), pose.translation_error()]);
        vectors.chain(rest).map(|number| number.to_f64().to_bits()).collect()
    }

    /// A quaternion of about length 1, or with components that are huge, tiny, subnormal or zero.
    fn quaternion<T: Real>(random: &mut Random) -> [T; 4] {
        let hostile = random.below(2) == 0;
        let top = T::MAX_EXPONENT;
        [(); 4].map(|()| T::from_f64(if hostile { random.of_magnitude(-top - 20, top - 1) } else { random.unit() }))
    }

    fn check<V: Space>(rotor: impl Fn([V::Scalar; 4]) -> Result<V::Rotor, ShapeError>, count: usize) {
        let mut random = Random(2026);
        let mut refused = 0;
        let mut places = Vec::new();
        while places.len() < count {
            let translation = V::from_fn(|_| V::Scalar::from_f64(random.of_magnitude(-60, 60)));
            match rotor(quaternion(&mut random)) {
                // Farther away than any body may be.
                Ok(rotor) if random.below(50) == 0 => places.push((rotor, translation * V::Scalar::INFINITY)),
                Ok(rotor) => places.push((rotor, translation)),
                Err(_) => refused += 1,
            }
        }
        let found = poses(places.iter().copied());
        assert_eq!(found.len(), count);
        let mut far = 0;
        for (&(rotor, translation), found) in places.iter().zip(&found) {
            match (found, &Pose::new(rotor, translation)) {
                (Ok(found), Ok(alone)) => assert_eq!(bits(found), bits(alone), "{rotor:?} {translation:?}"),
                (Err(found), Err(alone)) => {
                    assert_eq!(found.to_string(), alone.to_string());
                    far += 1;
                }
                (found, alone) => panic!("{rotor:?} {translation:?}: {found:?}, alone {alone:?}"),
            }
        }
        assert!(refused > 0 && (count / 100..count / 25).contains(&far), "{refused} refused, {far} of {count} too far");
    }

    #[test]
    fn poses_at_once_have_the_bits_of_poses_alone() {
        check::<Vec3<f64>>(Rotor3::from_wxyz, 100_003);
        check::<Vec3<f32>>(Rotor3::from_xyzw, 100_003);
        check::<Vec2<f64>>(|[w, _, _, z]| Rotor2::new(w, z), 10_003);
    }

    #[test]
    fn any_number_of_poses_is_answered() {
        for count in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let x = |i: usize| i as f64 + 0.25;
            let found = poses((0..count).map(|i| (Rotor3::IDENTITY, Vec3::new(x(i), 0.0, 0.0))));
            assert!(found.iter().enumerate().all(|(i, pose)| pose.as_ref().unwrap().translation().x == x(i)));
            assert_eq!(found.len(), count);
        }
    }

    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    #[test]
    fn registers_of_any_width_have_the_same_bits() {
        let (level, mut random) = (fearless_simd::Level::new(), Random(7));
        for _ in 0..200 {
            let rotors = [(); BLOCK]
                .map(|()| Rotor3::from_wxyz(quaternion::<f64>(&mut random)).unwrap_or(Rotor::<Vec3<f64>>::IDENTITY));
            let expected = rotors.map(|rotor| rotor.matrix());
            let mut found = expected.map(|_| Matrix::<Vec3<f64>>::IDENTITY);
            level.as_sse2().into_iter().for_each(|simd| lanes::fill(simd, &rotors, &mut found));
            assert_eq!(found, expected);
            level.as_avx2().into_iter().for_each(|simd| lanes::fill(simd, &rotors, &mut found));
            assert_eq!(found, expected);
            level.as_avx512().into_iter().for_each(|simd| lanes::fill(simd, &rotors, &mut found));
            assert_eq!(found, expected);
        }
    }
}
