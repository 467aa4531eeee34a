use clearance::{Polytope, Space, Vec2, Vec3};
use clearance_testkit::random::Random;

use super::*;

/// Solid, flat and thin sets, a lattice full of ties, segments and a point.
fn clouds<V: Space>(random: &mut Random) -> Vec<Vec<V>> {
    let mut cloud = |count: usize, component: &dyn Fn(&mut Random, usize) -> f64| {
        (0..count).map(|_| V::from_fn(|i| V::Scalar::from_f64(component(random, i)))).collect::<Vec<V>>()
    };
    vec![
        cloud(400, &|random, _| random.uniform(-1.0, 2.0)),
        cloud(300, &|random, i| if i == 1 { 0.25 } else { random.uniform(-1.0, 2.0) }),
        cloud(200, &|random, i| random.uniform(-1.0, 2.0) * if i == 0 { 1e-9 } else { 1.0 }),
        cloud(250, &|random, _| 0.5 * random.below(5) as f64 - 0.75),
        cloud(60, &|_, i| 0.5 + i as f64),
        cloud(9, &|random, i| if i == 0 { random.uniform(-2.0, 1.0) } else { 0.5 }),
    ]
}

/// Random directions, the axes and diagonals, and directions next to them.
fn direction<V: Space>(random: &mut Random) -> V {
    let tilt = random.pick(&[0.0, 0.0, 1e-16, 1e-8]);
    match random.below(3) {
        0 => {
            let dir = random.direction(V::DIM);
            V::from_fn(|i| V::Scalar::from_f64(dir[i]))
        }
        1 => {
            let (axis, sign) = (random.below(V::DIM), random.pick(&[-1.0, 1.0]));
            V::from_fn(|i| V::Scalar::from_f64(if i == axis { sign } else { tilt }))
        }
        _ => V::from_fn(|_| V::Scalar::from_f64(random.pick(&[-1.0, 1.0]) + random.uniform(-1.0, 1.0) * tilt)),
    }
}

/// Panics unless the strategy finds a vertex that is as high as the polytope's, up to what rounding hides.
fn check<V: Space, S: Strategy<V>>(prepare: impl Fn(&Hull<V>) -> S) {
    let mut random = Random::new(97);
    let mut exact = 0;
    for cloud in clouds::<V>(&mut random) {
        let polytope = Polytope::new(&cloud).unwrap();
        let hull = convex_hull(&cloud).unwrap();
        let searched = Searched::with(&hull, prepare(&hull));
        let mut hint = Hint::NONE;
        for _ in 0..400 {
            let dir = direction::<V>(&mut random);
            let (point, id) = searched.support_from(dir, hint);
            hint = if random.once_in(3) { id } else { hint };
            let wanted = polytope.support(dir) + polytope.anchor();
            let hidden = searched.support_error() * dir.norm();
            assert!(dir.dot(wanted) - dir.dot(point) <= hidden, "{dir:?}: {wanted:?} is higher than {point:?}");
            exact += u32::from(point == wanted);
        }
    }
    assert!(exact > 1200, "only {exact} vertices are the polytope's");
}

macro_rules! finds_the_vertices_of_the_polytope {
    ($($name:ident: $prepare:expr;)+) => {$(
        #[test]
        fn $name() {
            check::<Vec2<f32>, _>($prepare);
            check::<Vec2<f64>, _>($prepare);
            check::<Vec3<f32>, _>($prepare);
            check::<Vec3<f64>, _>($prepare);
        }
    )+};
}

finds_the_vertices_of_the_polytope! {
    a_scan_finds_the_vertices_of_the_polytope: |_| Scan;
    a_cached_climb_finds_the_vertices_of_the_polytope: |hull| Climb::new(hull, From::Cached);
    a_fixed_climb_finds_the_vertices_of_the_polytope: |hull| Climb::new(hull, From::Fixed);
    artificial_neighbours_find_the_vertices_of_the_polytope: |hull| Climb::with_far_neighbours(hull, From::Fixed);
    a_hierarchy_finds_the_vertices_of_the_polytope: Hierarchy::prepare;
}

/// The products of 200 searches on a sphere of 2000 points, each near to the last one.
fn products<S: Strategy<Vec3<f64>>>(prepare: impl Fn(&Hull<Vec3<f64>>) -> S) -> u64 {
    let mut random = Random::new(5);
    let points: Vec<_> = (0..2000).map(|_| Vec3::from_fn(|_| random.uniform(-1.0, 1.0)).normalized()).collect();
    let hull = convex_hull(&points).unwrap();
    let searched = Searched::with(&hull, prepare(&hull));
    let mut hint = Hint::NONE;
    for i in 0..200 {
        let (sin, cos) = (0.01 * i as f64).sin_cos();
        hint = searched.support_from(Vec3::new(cos, sin, 0.3), hint).1;
    }
    searched.products() / 200
}

#[test]
fn each_strategy_saves_products_where_its_paper_says() {
    let [scan, cached] = [products(|_| Scan), products(|hull| Climb::new(hull, From::Cached))];
    let [fixed, far] = [
        products(|hull| Climb::new(hull, From::Fixed)),
        products(|hull| Climb::with_far_neighbours(hull, From::Fixed)),
    ];
    let hierarchy = products(Hierarchy::prepare);
    assert_eq!(scan, 2000);
    assert!(cached < 12 && far < fixed && fixed < 200 && hierarchy < 100, "{cached} {fixed} {far} {hierarchy}");
}

#[test]
fn a_hierarchy_has_logarithmically_many_levels() {
    let mut random = Random::new(11);
    let points: Vec<_> = (0..2000).map(|_| Vec3::from_fn(|_| random.uniform(-1.0, 1.0f64)).normalized()).collect();
    let hierarchy: Hierarchy = Strategy::<Vec3<f64>>::prepare(&convex_hull(&points).unwrap());
    // Each level keeps about three quarters of the vertices.
    assert!((15..40).contains(&hierarchy.levels()), "{}", hierarchy.levels());
}
