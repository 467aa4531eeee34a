use clearance::math::Matrix;

use super::*;

const WEDGE: [[f64; 3]; 6] =
    [[-1.0, 0.0, 0.0], [1.0, 0.25, 0.0], [0.0, 1.5, 0.0], [-1.0, 0.0, 2.0], [1.0, 0.25, 2.0], [0.0, 1.5, 2.0]];

/// Two wedges, the second one turned and at a place.
fn session(x: f64) -> Session<f64> {
    let mut session = Session::default();
    session.set_shape_a(&WEDGE.map(Vec3::from)).unwrap();
    session.set_shape_b_transformed(&WEDGE.map(Vec3::from), Vec3::new(x, 0.3, -0.2), [0.2, -0.7, 1.1]).unwrap();
    session
}

#[test]
fn angles_turn_about_x_then_the_new_y_then_the_new_z() {
    let [x, y, z] = [0.3f64, -1.2, 2.1];
    let m = orientation([x, y, z]).matrix();
    // The first row of (38), and its last column.
    let row = [y.cos() * z.cos(), -y.cos() * z.sin(), y.sin()];
    let column = [y.sin(), -x.sin() * y.cos(), x.cos() * y.cos()];
    for i in 0..3 {
        assert!((m.column(i)[0] - row[i]).abs() < 1e-15 && (m.column(2)[i] - column[i]).abs() < 1e-15);
    }
}

#[test]
fn queries_are_undefined_until_both_shapes_are_set() {
    let mut session = Session::default();
    assert_eq!((session.state(), session.are_in_collision()), (State::Undefined, Err(Undefined)));
    session.set_shape_b(&WEDGE.map(Vec3::from)).unwrap();
    assert_eq!((session.state(), session.penetration()), (State::Undefined, Err(Undefined)));
    session.set_shape_a(&WEDGE.map(Vec3::from)).unwrap();
    assert_eq!((session.state(), session.are_in_collision()), (State::Set, Ok(true)));
}

#[test]
fn the_states_are_those_of_the_figure() {
    let mut meeting = session(0.75);
    assert_eq!((meeting.are_in_collision(), meeting.state()), (Ok(true), State::Colliding));
    assert_eq!((meeting.closest_points(), meeting.state()), (Ok(None), State::Colliding));
    assert!(meeting.penetration().unwrap().unwrap().length > 0.1);
    assert_eq!((meeting.are_in_collision(), meeting.state()), (Ok(true), State::Penetration));
    let mut apart = session(4.5);
    assert_eq!((apart.penetration(), apart.state()), (Ok(None), State::Apart));
    assert!(apart.closest_points().unwrap().unwrap().length > 1.0);
    assert_eq!((apart.penetration(), apart.state()), (Ok(None), State::Distance));
}

#[test]
fn results_are_kept_until_a_shape_is_set() {
    for x in [0.75, 4.5] {
        let mut session = session(x);
        let first = (session.penetration(), session.closest_points());
        let made = session.products();
        assert!(made > 0);
        assert_eq!((session.penetration(), session.closest_points()), first);
        assert_eq!((session.are_in_collision().is_ok(), session.products()), (true, made));
        session.set_shape_a(&WEDGE.map(Vec3::from)).unwrap();
        assert_eq!(session.state(), State::Set);
    }
}

#[test]
fn the_results_are_those_of_the_core() {
    for (x, sign) in [(0.75, -1.0), (4.5, 1.0), (-2.75, 1.0)] {
        let mut session = session(x);
        let wedge = clearance::Polytope::new(&WEDGE.map(Vec3::from)).unwrap();
        let pose = Pose::new(orientation([0.2, -0.7, 1.1]), Vec3::new(x, 0.3, -0.2)).unwrap();
        let truth = clearance::query::signed_distance(&wedge, &wedge, &pose);
        let found = if sign < 0.0 { session.penetration() } else { session.closest_points() };
        let found = found.unwrap().unwrap();
        assert!((sign * found.length - truth.signed_distance).abs() < 1e-12, "{found:?} {truth:?}");
        assert!(
            (found.witness_a - truth.witness_a).norm() < 1e-12 && (found.witness_b - truth.witness_b).norm() < 1e-12
        );
    }
}

#[test]
fn a_bad_shape_is_refused() {
    assert!(Session::<f64>::default().set_shape_a(&[]).is_err());
}
