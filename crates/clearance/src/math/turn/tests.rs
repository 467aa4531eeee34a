//! Against quaternions computed with 400 bits by mpmath 1.3.

use super::*;

/// How far two quaternions of either sign are apart, in units of `ε`.
fn miss(found: &Turn, expected: [[f64; 2]; 4]) -> f64 {
    let expected = expected.map(|[hi, lo]| Two { hi, lo });
    let same = found.quaternion[0].hi * expected[0].hi > 0.0;
    let off = |i: usize| if same { found.quaternion[i] - expected[i] } else { found.quaternion[i] + expected[i] };
    (0..4).map(|i| off(i).value() * off(i).value()).sum::<f64>().sqrt() / EPSILON
}

#[test]
fn roll_pitch_and_yaw_have_twice_the_precision_at_any_size() {
    let found = Turn::from_rpy([-3e8, 0.7, 1e16]).unwrap();
    #[rustfmt::skip]
    let expected = [
        [0.46540884475690936, -5.053851446391816e-19], [-0.2096060115740738, -9.225953133838445e-18],
        [0.33551176824406276, -2.6236539808660366e-17], [0.7917649780735383, 2.903211082862464e-17],
    ];
    assert!(2.0 * miss(&found, expected) <= found.error / EPSILON && found.error < 1e-29);
}

#[test]
fn an_axis_may_have_any_length() {
    #[rustfmt::skip]
    let expected = [
        [0.3153223623952687, -8.38166872079122e-18], [0.33951905895693657, -1.9062524873444247e-17],
        [-0.8487976473923414, 4.765631218361061e-17], [0.2546392942177024, -1.4296893655083184e-17],
    ];
    for length in [1.0, f64::power_of_two(-1000), f64::power_of_two(900)] {
        let found = Turn::about(Vec3::new(1.0, -2.5, 0.75) * length, 2.5).unwrap();
        assert!(2.0 * miss(&found, expected) <= OF_AXIS / EPSILON, "{length:e}");
    }
}

#[test]
fn a_matrix_means_its_polar_factor() {
    // Off by 6.4e-7; columns.
    let m = Mat3::from_columns(|i| {
        [
            Vec3::new(0.14242335511966123, 0.855402269659776, -0.49799732946021075),
            Vec3::new(-0.28815275733706674, -0.44550237050938013, -0.8476419984539701),
            Vec3::new(-0.9469339320667913, 0.2642226228207534, 0.18303670757660373),
        ][i]
    });
    #[rustfmt::skip]
    let expected = [
        [0.4690302911085098, 1.2792771903539155e-17], [-0.5926399839038218, -3.8598960405348525e-17],
        [-0.2392896323824131, 9.436127823978325e-18], [0.6095317115092815, -4.572051211314153e-17],
    ];
    let found = Turn::from_matrix(&m, f64::UNIT).unwrap();
    assert!(2.0 * miss(&found, expected) <= OF_MATRIX / EPSILON);
    let quarter = Mat3::from_columns(|i| [Vec3::axis(1), -Vec3::axis(0), Vec3::axis(2)][i]);
    assert_eq!(Turn::from_matrix(&quarter, f64::UNIT).unwrap().error, 0.0);
}

#[test]
fn what_is_no_rotation_is_refused() {
    let refused = |turn: Result<Turn, ShapeError>| turn.unwrap_err().to_string();
    assert_eq!(refused(Turn::about_axis(0, f64::INFINITY)), "angle must be finite, got inf");
    assert_eq!(refused(Turn::about(Vec3::ZERO, 1.0)), "rotation axis must not be zero");
    assert_eq!(refused(Turn::about(Vec3::new(f64::NAN, 1.0, 0.0), 1.0)), "rotation axis must be finite, got NaN");
    let mirror = Mat3::from_columns(|i| if i == 2 { -Vec3::axis(2) } else { Vec3::axis(i) });
    let rule = "rotation matrix is inconsistent: it must not mirror (determinant -1)";
    assert_eq!(refused(Turn::from_matrix(&mirror, f64::UNIT)), rule);
    assert!(Turn::from_matrix(&Mat3::IDENTITY.scale(1.0 + 2e-6), f64::UNIT).is_err());
}

#[test]
fn zero_angles_are_exact_and_one_angle_keeps_its_axis() {
    assert_eq!(Turn::from_rpy([0.0; 3]).unwrap().parts::<f64>(), ([1.0, 0.0, 0.0, 0.0], [0.0; 4], 0.0));
    let (high, low, error) = Turn::from_rpy([0.0, 0.0, 1.1]).unwrap().parts::<f64>();
    assert!(high[1..3] == [0.0; 2] && low[1..3] == [0.0; 2] && error > 0.0);
}
