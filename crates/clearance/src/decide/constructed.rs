//! Pairs whose signed distance is known by construction, and certified ones.

use super::*;
use crate::math::{Mat3, Matrix, Pose3, Real, Rotor3, Vec2, Vec3};
use crate::shape::Axial;
use crate::shape::{Affine, Ball, Capsule, Cuboid, Ellipsoid, HullOf, Inflated, Polytope, Posed, Segment, Sum, Swept};
use crate::support::Support;

type V3 = Vec3<f64>;

fn v(x: f64, y: f64, z: f64) -> V3 {
    Vec3::new(x, y, z)
}

fn at(q: [f64; 4], t: V3) -> Pose3<f64> {
    Pose3::new(Rotor3::from_wxyz(q).unwrap(), t).unwrap()
}

fn moved(t: V3) -> Pose3<f64> {
    Pose3::from_translation(t).unwrap()
}

fn decided(a: &impl Support<V3>, at_a: Pose3<f64>, b: &impl Support<V3>, at_b: Pose3<f64>) -> Decision<V3> {
    let decision = decide(&Snapshot::new(a), &at_a, &Snapshot::new(b), &at_b, V3::ZERO).unwrap();
    let miss = decision.witness_b - decision.witness_a - decision.normal * decision.distance;
    assert!(
        miss.max_abs() <= 1e-15 * (1.0 + decision.witness_a.max_abs().max(decision.witness_b.max_abs())),
        "{decision:?}"
    );
    decision
}

fn brick(x: f64, y: f64, z: f64) -> Cuboid<V3> {
    Cuboid::from_half_extents(v(x, y, z)).unwrap()
}

#[test]
fn balls_that_touch_to_the_last_bit_touch() {
    let (a, b) = (Ball::new(2.0).unwrap(), Ball::new(3.0).unwrap());
    let decision = decided(&a, moved(v(0.5, 0.25, 7.0)), &b, moved(v(3.5, 4.25, 7.0)));
    assert_eq!((decision.status, decision.distance), (Status::Touching, 0.0));
    assert_eq!((decision.normal, decision.witness_a), (v(0.6, 0.8, 0.0), v(1.7, 1.85, 7.0)));
}

#[test]
fn radii_are_added_without_rounding() {
    // 0.1 + 0.2 − 0.3 of the floats themselves is 2.77e-17, and fl(0.1 + 0.2) − 0.3 is 5.55e-17.
    let (a, b) = (Ball::new(0.1).unwrap(), Ball::new(0.2).unwrap());
    let decision = decided(&a, Pose3::IDENTITY, &b, moved(v(0.0, -0.3, 0.0)));
    assert_eq!((decision.status, decision.distance), (Status::Overlapping, -2.7755575615628914e-17));
}

#[test]
fn a_capsule_rests_on_a_turned_box() {
    // The box turned by the 3-4-5 angle about z has its top face at height 1 along (−0.8, 0.6, 0) from its centre.
    let slope = at([2.0, 0.0, 0.0, 1.0], v(0.5, 0.5, 0.5));
    let pill = Capsule::along(Axial { radius: 0.25, half_length: 0.5, axis: 2 }).unwrap();
    let rests = |x: f64| decided(&brick(2.0, 1.0, 3.0), slope, &pill, moved(v(x, 1.25, 0.75)));
    let touching = rests(-0.5);
    assert_eq!((touching.status, touching.distance, touching.unique), (Status::Touching, 0.0, false));
    assert_eq!(touching.normal, v(-0.8, 0.6, 0.0));
    assert_eq!(rests((-0.5f64).next_up()).status, Status::Overlapping);
    assert_eq!(rests((-0.5f64).next_down()).distance, 0.8 * f64::UNIT);
}

#[test]
fn gaps_of_1e_minus_300_are_seen() {
    let near = Polytope::new(&[v(1e-300, -0.5, -1.5), v(1e-300, 2.5, -0.5), v(1e-300, 0.5, 1.5), v(7.0, 0.25, 0.5)]);
    for (x, status) in [(0.0, Status::Separated), (1e-300, Status::Touching), (2e-300, Status::Overlapping)] {
        let wall = Polytope::new(&[v(x, -9.0, -9.0), v(x, 9.0, -9.0), v(x, 0.5, 9.5), v(-3.0, 0.5, 0.0)]).unwrap();
        let decision = decided(&wall, Pose3::IDENTITY, near.as_ref().unwrap(), Pose3::IDENTITY);
        assert_eq!((decision.status, decision.distance), (status, 1e-300 - x));
        assert_eq!(decision.normal, v(1.0, 0.0, 0.0));
    }
}

#[test]
fn one_bit_decides_far_from_the_origin() {
    let far = 1e8 + 0.5;
    let shelf = |x: f64| moved(v(x, -1e8, 3e7));
    for (x, status) in
        [(far, Status::Touching), (far.next_up(), Status::Separated), (far.next_down(), Status::Overlapping)]
    {
        let decision = decided(&brick(0.5, 0.25, 0.75), shelf(1e8 - 0.25), &brick(0.25, 0.125, 0.5), shelf(x));
        assert_eq!((decision.status, decision.distance), (status, x - far));
    }
}

#[test]
fn equal_boxes_at_one_place_are_as_deep_as_they_are_thin() {
    let turn = at([0.3, -0.7, 0.2, 0.9], v(1e3, 0.1, -7.3));
    let decision = decided(&brick(1.5, 0.3, 0.7), turn, &brick(1.5, 0.3, 0.7), turn);
    assert_eq!((decision.status, decision.distance, decision.unique), (Status::Overlapping, -0.6, false));
}

#[test]
fn uniqueness_is_that_of_the_features() {
    let (plate, tip) = (brick(1.5, 2.5, 0.25), Polytope::new(&[v(0.25, 0.5, 0.0), v(0.0, 1.0, 2.0), v(1.0, 0.0, 3.0)]));
    let tip = tip.unwrap();
    let unique = |b: &dyn Fn(Pose3<f64>) -> Decision<V3>, pose| b(pose).unique;
    let vertex = |pose| decided(&plate, Pose3::IDENTITY, &tip, pose);
    let face = |pose| decided(&plate, Pose3::IDENTITY, &plate, pose);
    let edge =
        |pose| decided(&Segment::new(v(-9.0, 0.0, 0.0), v(9.0, 0.0, 0.0)).unwrap(), Pose3::IDENTITY, &plate, pose);
    assert!(unique(&vertex, moved(v(0.0, 0.0, 1.0))), "vertex over face");
    assert!(!unique(&face, moved(v(0.5, 0.25, 1.0))), "face over face");
    assert!(unique(&face, at([0.9, 0.1, 0.2, 0.3], v(0.5, 0.25, 5.0))), "tilted");
    assert!(!unique(&edge, moved(v(0.0, 0.0, 1.0))), "edge along face");
    let upright = [1.0, 1.0, 0.0, 0.0];
    assert!(!unique(&edge, at(upright, v(0.0, 0.0, 4.0))), "edge along edge of the upright plate");
    assert!(unique(&edge, at([1.0, 0.0, 0.5, 1.0], v(0.0, 0.0, 5.0))), "edge across edge");
}

#[test]
fn combinators_decide_like_their_vertices() {
    let wedge = [v(0.0, 0.0, 0.0), v(3.0, 0.0, 0.0), v(0.0, 2.0, 0.0), v(0.5, 0.5, 4.0)];
    let (p, motion) = (Polytope::new(&wedge).unwrap(), v(1.0, -2.0, 0.5));
    let hull = |points: Vec<V3>| Polytope::new(&points).unwrap();
    let sums = |offsets: &[V3]| hull(offsets.iter().flat_map(|&o| wedge.map(|p| p + o)).collect());
    let columns = [v(1.0, 0.5, 0.0), v(0.0, -2.0, 0.25), v(0.0, 1.0, 1.0)];
    let shear = Mat3::from_columns(|i| columns[i]);
    let quarter = at([1.0, 0.0, 0.0, 1.0], v(0.25, 1.0, -1.0));
    let turned = wedge.map(|p| v(-p.y, p.x, p.z) + v(0.25, 1.0, -1.0));
    let rod = Segment::new(v(-1.0, 0.0, 2.0), v(2.0, 1.0, 0.0)).unwrap();
    let swept = Swept::new(p.clone(), motion).unwrap();
    let sum = Sum::new(p.clone(), rod).unwrap();
    let affine = Affine::new(p.clone(), shear, motion).unwrap();
    let posed = Posed::new(p.clone(), quarter).unwrap();
    let both = HullOf::new(vec![(p.clone(), Pose3::IDENTITY), (p, quarter)]).unwrap();
    let pairs: [(&dyn Support<V3>, Polytope<V3>); 5] = [
        (&swept, sums(&[V3::ZERO, motion])),
        (&sum, sums(&[v(-1.0, 0.0, 2.0), v(2.0, 1.0, 0.0)])),
        (&affine, hull(wedge.map(|p| shear.apply(p) + motion).to_vec())),
        (&posed, hull(turned.to_vec())),
        (&both, hull([wedge, turned].concat())),
    ];
    let probe = brick(0.75, 0.5, 0.25);
    for (combined, plain) in pairs {
        for (q, t) in [
            ([1.0, 0.0, 0.0, 0.0], v(7.5, 0.25, 0.0)),
            ([0.3, -0.7, 0.2, 0.9], v(0.5, 0.25, 0.5)),
            ([2.0, 1.0, 0.0, 0.0], v(-4.0, 3.0, 1.0)),
        ] {
            let [x, y] = [combined, &plain].map(|shape: &dyn Support<V3>| {
                decide(
                    &Snapshot::new(shape),
                    &at(q, t),
                    &Snapshot::new(&probe),
                    &at([0.1, 0.2, 0.3, 0.4], v(0.25, 0.5, 0.75)),
                    V3::ZERO,
                )
                .unwrap()
            });
            assert_eq!((x.status, x.distance, x.bounds), (y.status, y.distance, y.bounds));
        }
    }
}

#[test]
fn cores_that_no_vertices_span_are_left_to_others() {
    let none = |shape: &dyn Support<V3>| {
        decide(
            &Snapshot::new(shape),
            &Pose3::IDENTITY,
            &Snapshot::new(&brick(0.5, 1.5, 0.75)),
            &moved(v(3.0, 0.5, 0.25)),
            V3::ZERO,
        )
    };
    assert!(none(&Ellipsoid::from_radii(v(0.5, 0.75, 1.25)).unwrap()).is_none());
    assert!(none(&Affine::new(Ball::new(0.5).unwrap(), Mat3::IDENTITY, V3::ZERO).unwrap()).is_none());
    // 0.1 + 0.2 is no float, so the shape is not exactly what its radius says.
    assert!(none(&Inflated::new(Ball::new(0.1).unwrap(), 0.2).unwrap()).is_none());
    assert!(none(&Inflated::new(Ball::new(0.5).unwrap(), 0.25).unwrap()).is_some());
}

#[test]
fn points_in_the_plane_have_normals_too() {
    let point = |x: f64, y: f64| Polytope::new(&[Vec2::new(x, y)]).unwrap();
    let decision = decide(
        &Snapshot::new(&point(0.5, -0.25)),
        &Pose::IDENTITY,
        &Snapshot::new(&point(0.5, -0.25)),
        &Pose::IDENTITY,
        Vec2::ZERO,
    )
    .unwrap();
    assert_eq!((decision.status, decision.normal.norm()), (Status::Touching, 1.0));
    let decision = decide(
        &Snapshot::new(&point(0.5, -0.25)),
        &Pose::IDENTITY,
        &Snapshot::new(&point(3.5, 3.75)),
        &Pose::IDENTITY,
        Vec2::ZERO,
    )
    .unwrap();
    assert_eq!((decision.distance, decision.normal, decision.unique), (5.0, Vec2::new(0.6, 0.8), true));
}

#[test]
fn certified_boxes_have_correctly_rounded_distances() {
    // Truth by exact rational arithmetic elsewhere: 1.41090762016372969467e-2 and 4.57251294978761373586e-6.
    let a = at(
        [0.4067830199198329, -0.5319107691066487, 0.3521424153374373, 0.6539068953097146],
        v(0.06588641803601156, -0.044806958793226014, 1.414985070358091),
    );
    let b = at(
        [-0.05709281219496829, 0.5355771109680324, 0.34384179191561326, 0.769201138282482],
        v(0.3639907639548566, 1.3757312536859452, 0.8777015502957017),
    );
    let (x, y) = (
        brick(1.2803828505566284, 0.790414073575026, 0.26221924450850975),
        brick(0.7042795194192297, 0.36218710661721953, 0.3333118246254677),
    );
    assert_eq!(decided(&x, a, &y, b).distance, 0.014109076201637297);
    let a = at(
        [0.31118102816571663, 0.5761747860991481, -0.4116038791353446, 0.6338542657851766],
        v(-0.3195326334473699, -0.26192362163572247, 1.337246470411313),
    );
    let b = at(
        [0.4732358834052683, 0.8525460780102013, 0.03573333766261725, -0.2189431709520729],
        v(1.3346154705923219, -0.12142461112797553, 2.9688111588196966),
    );
    let (x, y) = (
        brick(0.31803539107018863, 0.5375196085230876, 1.045465738317436),
        brick(1.1575630850936804, 0.7142662064175287, 1.4994378715411656),
    );
    assert_eq!(decided(&x, a, &y, b).distance, 4.572512949787614e-6);
}
