//! Casts along straight lines against rational arithmetic, and rays against every kind of shape.

use clearance::math::{Mat3, Matrix};
use clearance::query::{Impact, cast, cast_ray, signed_distance};
use clearance::{
    Affine, Axial, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HullOf, Inflated, Point, Polytope, Pose, Pose3, Posed,
    Rotor3, Segment, Shape3, Sum, Swept, Triangle, Vec3, Vector,
};
use clearance_testkit::random::Random;
use dashu_ratio::RBig;

type V = Vec3<f64>;
type Exact = [RBig; 3];

fn exact(x: f64) -> RBig {
    RBig::try_from(x).unwrap()
}

fn dot(a: &Exact, b: &Exact) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Exact, b: &Exact) -> Exact {
    let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

fn magnitude(x: RBig) -> RBig {
    if x < RBig::ZERO { -x } else { x }
}

/// The columns of the rotation that a quaternion of any length stands for.
fn columns(q: [f64; 4]) -> [Exact; 3] {
    let [w, x, y, z] = q.map(exact);
    let n = &w * &w + &x * &x + &y * &y + &z * &z;
    let two = RBig::from(2u8);
    let diagonal = |a: &RBig, b: &RBig| RBig::ONE - &two * (a * a + b * b) / &n;
    let off = |a: RBig| &two * a / &n;
    [
        [diagonal(&y, &z), off(&x * &y + &w * &z), off(&x * &z - &w * &y)],
        [off(&x * &y - &w * &z), diagonal(&x, &z), off(&y * &z + &w * &x)],
        [off(&x * &z + &w * &y), off(&y * &z - &w * &x), diagonal(&x, &y)],
    ]
}

/// The first time at which two boxes meet, `a` at rest in its own frame: on each of the fifteen axes that can part two
/// boxes the projections overlap from one time to another; the boxes do when all have begun and none has ended.
fn first_contact(a: [f64; 3], b: [f64; 3], q: [f64; 4], center: [f64; 3], displacement: [f64; 3]) -> Option<RBig> {
    let axes_a: [Exact; 3] =
        std::array::from_fn(|i| std::array::from_fn(|j| if i == j { RBig::ONE } else { RBig::ZERO }));
    let axes_b = columns(q);
    let (center, displacement) = (center.map(exact), displacement.map(exact));
    let edges = axes_a.iter().flat_map(|x| axes_b.iter().map(|y| cross(x, y)));
    let (mut from, mut to) = (RBig::ZERO, RBig::ONE);
    for axis in axes_a.iter().chain(&axes_b).cloned().chain(edges) {
        let spread = |half: [f64; 3], axes: &[Exact; 3]| {
            (0..3).fold(RBig::ZERO, |sum, i| sum + magnitude(dot(&axis, &axes[i])) * exact(half[i]))
        };
        let reach = spread(a, &axes_a) + spread(b, &axes_b);
        let (place, speed) = (dot(&axis, &center), dot(&axis, &displacement));
        if speed == RBig::ZERO {
            if magnitude(place) > reach {
                return None;
            }
            continue;
        }
        let (one, other) = ((-&reach - &place) / &speed, (&reach - &place) / &speed);
        let (begin, end) = if one < other { (one, other) } else { (other, one) };
        from = from.max(begin);
        to = to.min(end);
    }
    (from <= to).then_some(from)
}

#[test]
fn casts_of_boxes_are_exact_from_half_a_metre_to_five_kilometres() {
    let mut random = Random::new(17);
    for half_extent in [0.5, 5.0, 50.0, 500.0, 5000.0] {
        let (mut hits, mut misses) = (0, 0);
        for _ in 0..150 {
            let mut sizes = || [0; 3].map(|_| half_extent * random.uniform(0.1, 1.0));
            let (a, b) = (sizes(), sizes());
            let q = random.quaternion(3);
            let start: [f64; 3] = random.direction(3).try_into().unwrap();
            let start = start.map(|x| x * 6.0 * half_extent);
            let aim: [f64; 3] = random.direction(3).try_into().unwrap();
            let way: [f64; 3] = std::array::from_fn(|i| 3.0 * half_extent * aim[i] - start[i] * 1.25);
            let vector = |[x, y, z]: [f64; 3]| Vec3::new(x, y, z);
            let [a_box, b_box] = [a, b].map(|half| Cuboid::from_half_extents(vector(half)).unwrap());
            let b_in_a = Pose::new(Rotor3::from_wxyz(q).unwrap(), vector(start)).unwrap();
            let found = cast(&a_box, &b_box, &b_in_a, vector(way)).unwrap();
            match first_contact(a, b, q, start, way) {
                Some(time) => {
                    hits += 1;
                    let Impact::Hit(hit) = found else { panic!("{found:?}, expected {time}") };
                    if hit.initial {
                        assert_eq!(time, RBig::ZERO);
                        continue;
                    }
                    assert!(exact(hit.bracket.lower) <= time && time <= exact(hit.bracket.upper), "{hit:?} {time}");
                    assert!(
                        magnitude(exact(hit.time) - &time) <= exact(1e-14),
                        "{} for {}",
                        hit.time,
                        time.to_f64().value()
                    );
                    let depth = hit.proximity.signed_distance / half_extent;
                    assert!((0.0..1e-11).contains(&depth), "{depth:e}");
                }
                None => {
                    misses += 1;
                    assert!(matches!(found, Impact::NoContact { lower, .. } if lower > 0.0), "{found:?}");
                }
            }
        }
        assert!(hits > 40 && misses > 5, "seed 17: {hits} hits, {misses} misses of half extent {half_extent}");
    }
}

fn kinds() -> Vec<Shape3<f64>> {
    let v = Vec3::new;
    let brick = Cuboid::from_half_extents(v(0.9, 0.5, 0.3)).unwrap();
    let egg = Ellipsoid::from_radii(v(0.4, 0.7, 0.9)).unwrap();
    let tilt = Pose3::new(Rotor3::from_wxyz([0.8, 0.1, -0.5, 0.3]).unwrap(), v(0.2, -0.1, 0.3)).unwrap();
    let shear = Mat3::from_columns(|i| [v(1.0, 0.2, 0.0), v(0.0, 0.7, 0.1), v(0.3, 0.0, 1.1)][i]);
    vec![
        brick.into(),
        egg.into(),
        Capsule::along(Axial { radius: 0.3, half_length: 0.6, axis: 0 }).unwrap().into(),
        Cylinder::along(Axial { radius: 0.6, half_length: 0.4, axis: 1 }).unwrap().into(),
        Cone::along(Axial { radius: 0.7, half_length: 0.8, axis: 2 }).unwrap().into(),
        Segment::new(v(-0.5, 0.1, 0.0), v(0.6, 0.2, 0.3)).unwrap().into(),
        Triangle::new(v(-0.9, -0.5, 0.1), v(0.8, -0.3, 0.0), v(0.0, 0.9, -0.2)).unwrap().into(),
        Polytope::new(&[v(1.0, 0.1, 0.0), v(-0.7, 0.6, 0.1), v(-0.5, -0.8, 0.2), v(0.0, 0.1, 0.9)]).unwrap().into(),
        Inflated::new(brick.into(), 0.2).unwrap().into(),
        Affine::new(egg.into(), shear, v(0.1, 0.0, -0.1)).unwrap().into(),
        Sum::new(egg.into(), brick.into()).unwrap().into(),
        Swept::new(egg.into(), v(0.5, -0.6, 0.2)).unwrap().into(),
        Posed::new(brick.into(), tilt).unwrap().into(),
        HullOf::new(vec![(egg.into(), tilt), (brick.into(), Pose::IDENTITY)]).unwrap().into(),
    ]
}

#[test]
fn rays_meet_every_kind_of_shape_on_its_surface_and_nowhere_before() {
    let mut random = Random::new(18);
    let point = Point::new();
    let (mut hits, mut misses) = (0, 0);
    for shape in kinds() {
        for _ in 0..40 {
            let mut vector = |scale: f64| -> V {
                let d = random.direction(3);
                Vec3::new(d[0], d[1], d[2]) * scale
            };
            let origin = vector(1.0).normalized() * 4.0;
            let along = vector(1.5) - origin * 1.5;
            let distance =
                |t: f64| signed_distance(&shape, &point, &Pose::from_translation(origin + along * t).unwrap());
            let found = cast_ray(&shape, origin, along).unwrap();
            let until = found.encounter().map_or(1.0, |hit| hit.bracket.lower);
            for k in 0..100 {
                assert!(distance(until * f64::from(k) / 100.0).bounds.upper >= 0.0, "{shape:?} {found:?}");
            }
            match found {
                Impact::Hit(hit) => {
                    hits += 1;
                    assert!(distance(hit.time).signed_distance.abs() < 1e-13, "{shape:?} {hit:?}");
                    assert!(distance(hit.bracket.upper).bounds.lower <= 0.0);
                    assert!(hit.bracket.width() < 1e-8, "{shape:?} {:?}", hit.bracket);
                }
                Impact::NoContact { .. } => misses += 1,
                // Shapes without volume, which a ray passes at a distance of rounding.
                Impact::Undecided(near) => assert!(distance(near.time).signed_distance < 1e-13, "{shape:?} {near:?}"),
            }
        }
    }
    assert!(hits > 200 && misses > 100, "seed 18: {hits} hits, {misses} misses");
}
