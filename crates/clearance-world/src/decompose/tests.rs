//! Shapes whose parts are known, hollow ones, open ones, and parts of others.

use clearance::Vec3;
use clearance::exact::orient3d;

use super::part::FINE;
use super::*;
use crate::mesh::tests::{Soup, box_of};

type Point = Vec3<f64>;
type Mesh = TriangleMesh<Point>;

/// Two boxes that make an L, as one closed surface of 2 × 12 triangles and no overlap inside.
fn angle() -> Mesh {
    Soup::default().with_box([0.0; 3], [4.0, 1.0, 1.0], true).with_box([0.0, 0.0, 1.0], [1.0, 1.0, 4.0], true).mesh()
}

/// A ring of 24 corners around, with 8 in each.
fn ring() -> Mesh {
    let (around, across) = (24u32, 8u32);
    let point = |i: u32, j: u32| {
        let [a, b] = [(i, around), (j, across)].map(|(i, n)| f64::from(i) / f64::from(n) * std::f64::consts::TAU);
        Vec3::new((1.0 + 0.3 * b.cos()) * a.cos(), (1.0 + 0.3 * b.cos()) * a.sin(), 0.3 * b.sin())
    };
    let vertices: Vec<Point> = (0..around).flat_map(|i| (0..across).map(move |j| point(i, j))).collect();
    let number = |i: u32, j: u32| i % around * across + j % across;
    let quad = |i: u32, j: u32| [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
    let triangles: Vec<[u32; 3]> = (0..around)
        .flat_map(|i| {
            (0..across).flat_map(move |j| {
                let [a, b, c, d] = quad(i, j);
                [[a, b, c], [a, c, d]]
            })
        })
        .collect();
    TriangleMesh::new(&vertices, &triangles).unwrap()
}

/// Whether a point is in a hull, by exact signs.
fn holds(hull: &Hull<Point>, p: Point) -> bool {
    let corner = |id: u32| hull.points()[id as usize];
    hull.dimension() == 3 && hull.faces().all(|f| orient3d(corner(f[0]), corner(f[1]), corner(f[2]), p) <= 0)
}

fn check(mesh: &Mesh, found: &Decomposition) {
    for (i, &v) in mesh.vertices().iter().enumerate() {
        assert!(found.parts.iter().any(|part| holds(part, v)), "vertex {i} {v:?} is in no part");
    }
    assert!(found.error.lower <= found.error.upper);
    let parts: Vec<Part> = found.parts.iter().map(|hull| Part::new(hull.points()).unwrap()).collect();
    let judged = judge(&parts, mesh);
    assert_eq!(judged.surface_outside, 0.0);
    assert!((judged.volume - found.volume()).abs() < 1e-12);
    // Each is within a share of the true error, or of the size.
    let width = FINE * mesh.bounds().extent().max_abs();
    let near = |upper: f64| (upper * (1.0 + error::SHARE)).max(upper + width);
    assert!(
        judged.error.lower <= found.error.upper && found.error.upper <= near(judged.error.upper),
        "{judged:?} {:?}",
        found.error
    );
}

#[test]
fn an_angle_is_two_boxes() {
    let mesh = angle();
    let found = decompose(&mesh, &DecomposeOptions { error: 0.01, max_parts: 8 }).unwrap();
    check(&mesh, &found);
    assert_eq!(found.parts.len(), 2);
    // Two bars, which may both hold the corner.
    assert!((found.volume() - 7.5).abs() < 0.5 + 1e-9, "{}", found.volume());
    // Proven up to the width of the search.
    assert!(found.error.upper <= 1e-6 && found.contains_volume, "{:?}", found.error);
    let whole = decompose(&mesh, &DecomposeOptions { error: 0.0, max_parts: 1 }).unwrap();
    assert_eq!(whole.parts.len(), 1);
    // The hull is cut off by the plane x + z = 5; the point (x, y, x) on it is x − 1 from the L.
    assert!((whole.error.lower - 1.5).abs() < 0.05 && whole.error.upper >= 1.5 - 1e-12, "{:?}", whole.error);
}

#[test]
fn a_ring_keeps_its_hole_and_its_volume() {
    let mesh = ring();
    assert!(mesh.is_solid());
    let found = decompose(&mesh, &DecomposeOptions { error: 0.12, max_parts: 100 }).unwrap();
    check(&mesh, &found);
    assert!(found.error.upper <= 0.12 && found.parts.len() < 30, "{} {:?}", found.parts.len(), found.error);
    let hole = Part::new(&[Vec3::new(0.1, 0.0, 0.0)]).unwrap();
    assert!(!found.parts.iter().any(|part| holds(part, hole.hull().points()[0])));
    // Of 20 000 points in the box, those of the solid are in the parts.
    for i in 0..20_000u32 {
        let fraction = |ratio: f64| (0.5 + ratio * f64::from(i)).fract() * 2.6 - 1.3;
        let p = Vec3::new(fraction(0.819_172_513), fraction(0.671_043_606), fraction(0.549_700_477) * 0.25);
        assert!(!mesh.contains(p) || found.parts.iter().any(|part| holds(part, p)), "{p:?}");
    }
    let again = decompose(&mesh, &DecomposeOptions { error: 0.12, max_parts: 100 }).unwrap();
    assert_eq!(again.parts, found.parts);
}

#[test]
fn a_void_counts_as_error() {
    let hollow = box_of(0.0, 4.0).with_box([1.0; 3], [3.0; 3], false).mesh();
    let whole = decompose(&hollow, &DecomposeOptions { error: 0.0, max_parts: 1 }).unwrap();
    // The middle of the cavity is 1 from its walls.
    assert!((whole.error.lower - 1.0).abs() < 0.03 && whole.error.upper >= 1.0 - 1e-12, "{:?}", whole.error);
    let fine = decompose(&hollow, &DecomposeOptions { error: 0.02, max_parts: 50 }).unwrap();
    check(&hollow, &fine);
    // Six slabs, which may overlap at the edges of the box.
    assert_eq!(fine.parts.len(), 6);
    assert!(
        fine.volume() > 56.0 - 1e-9 && fine.volume() < 96.0 && fine.error.upper < 1e-6,
        "{} {:?}",
        fine.volume(),
        fine.error
    );
}

#[test]
fn a_needle_between_the_cubes_is_found_in_a_few_steps() {
    let mesh = box_of(0.0, 4.0).mesh();
    // It stands on the top, 0.7 high, and no middle of a cube is in it.
    let base = [[1.234, 2.917, 3.9], [1.235, 2.917, 3.9], [1.234, 2.918, 3.9], [1.2341, 2.9171, 4.7]];
    let needle = Part::new(&base.map(Vec3::from)).unwrap();
    let goal = error::ErrorGoal { enough: 0.0, too_much: f64::INFINITY, width: 1e-6, share: error::SHARE, boxes: 40 };
    let found = error::largest(&[&needle], &mut Field::around(&mesh, &[&needle]), &goal);
    assert!(found.bounds.lower > 0.69 && found.bounds.lower <= 0.7 && found.bounds.upper >= 0.7, "{found:?}");
    // The point is one of the needle, and where it is said to be.
    assert!((found.at - Vec3::new(1.2341, 2.9171, 4.7)).norm() < 0.02, "{found:?}");
    assert!((found.at.z - 4.0 - found.bounds.lower).abs() < 1e-9, "{found:?}");
}

#[test]
fn without_a_wish_parts_are_as_near_as_a_fiftieth_of_the_size() {
    let mesh = ring();
    let found = decompose(&mesh, &DecomposeOptions::of(&mesh)).unwrap();
    assert!(found.error.upper <= 0.02 * 2.6 && found.parts.len() < 64, "{} {:?}", found.parts.len(), found.error);
}

#[test]
fn an_open_mesh_is_covered_by_its_surface() {
    let mut open = box_of(0.0, 4.0);
    open.triangles.truncate(10);
    let mesh = open.mesh();
    let found = decompose(&mesh, &DecomposeOptions { error: 0.01, max_parts: 10 }).unwrap();
    assert!(!found.contains_volume && found.error.upper <= 0.01, "{:?}", found.error);
    assert_eq!((found.parts.len(), found.volume()), (5, 0.0));
}

#[test]
fn parts_that_leave_out_a_piece_are_found_out() {
    let mesh = angle();
    let upright = Part::new(
        &[
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
            [0.0, 0.0, 4.5],
            [1.0, 0.0, 4.0],
            [0.0, 1.0, 4.0],
            [1.0, 1.0, 4.0],
        ]
        .map(Vec3::from),
    )
    .unwrap();
    let judged = judge(&[upright], &mesh);
    // A tip of 0.5 above, and the bar along x missing: 12 of 2·9 + 18 units of surface.
    assert!((judged.error.lower - 0.5).abs() < 0.02, "{judged:?}");
    assert!(judged.surface_outside > 0.3 && judged.surface_outside < 0.5, "{judged:?}");
}

/// Four bars that cross one another, each a component of its own.
fn crossing_bars() -> Soup {
    let bars = [
        [[-4.0, -0.5, -0.5], [4.0, 0.5, 0.5]],
        [[-0.5, -3.0, -0.25], [0.5, 3.0, 0.25]],
        [[-3.5, -1.0, 0.25], [-2.5, 2.0, 0.75]],
    ];
    let soup = bars.into_iter().fold(Soup::default(), |soup, [low, high]| soup.with_box(low, high, true));
    soup.with_box([2.0, -0.25, -2.0], [2.5, 0.25, 2.0], true)
}

#[test]
fn convex_components_are_parts_as_they_are() {
    let mesh = crossing_bars().mesh();
    assert_eq!(mesh.component_count(), 4);
    for options in
        [(0.0, 4), (0.0, 64), (1e-3, 1024), (0.02, 64)].map(|(error, max_parts)| DecomposeOptions { error, max_parts })
    {
        let found = decompose(&mesh, &options).unwrap();
        check(&mesh, &found);
        assert_eq!((found.parts.len(), found.volume()), (4, 8.0 + 3.0 + 1.5 + 1.0), "{options:?}");
        assert!(found.error.upper == 0.0 && found.contains_volume, "{options:?} {:?}", found.error);
    }
    // What a looser request gives has no more parts, and no smaller error.
    let mut last = (usize::MAX, -1.0);
    for error in [1e-3, 0.1, 0.5, 1.0, 2.0, 4.0] {
        let found = decompose(&mesh, &DecomposeOptions { error, max_parts: 64 }).unwrap();
        assert!(
            found.error.upper <= error && found.parts.len() <= last.0 && found.error.upper >= last.1,
            "{error} {last:?}"
        );
        last = (found.parts.len(), found.error.lower);
    }
    assert!(last.0 < 4, "{last:?}");
    let mut last = f64::INFINITY;
    for max_parts in 1..6 {
        let found = decompose(&mesh, &DecomposeOptions { error: 0.0, max_parts }).unwrap();
        assert!(found.parts.len() <= max_parts && found.error.lower <= last, "{max_parts} {:?}", found.error);
        last = found.error.upper;
    }
}

#[test]
fn components_that_are_not_convex_are_cut_and_voids_stay_voids() {
    // A hollow box, a box inside of the hollow, a block beside them, and an L.
    let hollow = box_of(0.0, 4.0).with_box([1.0; 3], [3.0; 3], false).with_box([1.5; 3], [2.5; 3], true);
    let soup = hollow.with_box([5.0, 0.0, 0.0], [6.0, 4.0, 4.0], true);
    let mesh = soup.mesh();
    assert_eq!(mesh.component_count(), 4);
    let found = decompose(&mesh, &DecomposeOptions { error: 0.02, max_parts: 60 }).unwrap();
    check(&mesh, &found);
    // Six slabs around the void, the box in it, and the block.
    assert_eq!(found.parts.len(), 8);
    assert!(found.error.upper <= 1e-3, "{:?}", found.error);
    let inside = Vec3::new(1.25, 2.0, 2.0);
    assert!(!mesh.contains(inside) && !found.parts.iter().any(|part| holds(part, inside)), "the void is free");
}

/// Rooms with a gable and an annexe: boxes that share sides, and a prism on top.
fn house() -> Mesh {
    let mut soup =
        Soup::default().with_box([0.0; 3], [4.0, 3.0, 2.0], true).with_box([4.0, 0.5, 0.0], [6.0, 2.0, 1.25], true);
    let first = soup.vertices.len() as u32;
    let gable =
        [[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [4.0, 3.0, 2.0], [0.0, 3.0, 2.0], [0.0, 1.5, 3.25], [4.0, 1.5, 3.25]];
    soup.vertices.extend(gable.map(Vec3::from));
    let sides = [[0, 3, 2], [0, 2, 1], [0, 1, 5], [0, 5, 4], [2, 3, 4], [2, 4, 5], [1, 2, 5], [3, 0, 4]];
    soup.triangles.extend(sides.map(|side: [u32; 3]| side.map(|corner| first + corner)));
    soup.mesh()
}

/// What requests give is in order: with a looser error no more parts, with more parts no larger error.
fn assert_in_order(looser: &Decomposition, tighter: &Decomposition, what: &str) {
    let (a, b) = (looser, tighter);
    assert!(b.parts.len() >= a.parts.len(), "{what}: {} parts after {}", b.parts.len(), a.parts.len());
    assert!(b.error.upper <= a.error.upper && b.error.lower <= a.error.lower, "{what}: {:?} {:?}", a.error, b.error);
    assert_eq!(b.parts.len() == a.parts.len(), b.error == a.error, "{what}: what has more parts is nearer");
}

#[test]
fn a_looser_error_gives_no_more_parts_and_more_parts_give_no_larger_error() {
    let open = {
        let mut soup = box_of(0.0, 4.0);
        soup.triangles.truncate(9);
        soup.mesh()
    };
    let hollow = box_of(0.0, 4.0).with_box([1.0; 3], [3.0; 3], false).mesh();
    for (name, mesh) in [("L", angle()), ("house", house()), ("open", open), ("hollow", hollow)] {
        let size = mesh.bounds().extent().max_abs();
        let of = |error: f64, most: usize| {
            let found = by_pieces(&mesh, &DecomposeOptions { error, max_parts: most }, &[8]).unwrap();
            assert!(found.parts.len() <= most, "{name}: {} parts of {most}", found.parts.len());
            found
        };
        let errors = [0.3, 0.08, 0.0].map(|share| share * size);
        let all = errors.map(|error| of(error, 40));
        let best = all[2].error.upper;
        for (i, (looser, tighter)) in all.iter().zip(&all[1..]).enumerate() {
            assert_in_order(looser, tighter, &format!("{name}, error {}", errors[i + 1]));
            // As near as was asked, or as near as it can be.
            assert!(looser.error.upper <= errors[i].max(best), "{name} {} {:?}", errors[i], looser.error);
        }
        let all = [1, 2, 4, 6].map(|most| of(0.0, most));
        all.iter().zip(&all[1..]).for_each(|(fewer, more)| assert_in_order(fewer, more, name));
        if mesh.is_solid() {
            check(&mesh, &all[2]);
        }
    }
}

#[test]
fn more_pieces_go_on_where_fewer_end() {
    let mesh = ring();
    let of = |error: f64, max_parts: usize, counts: &[usize]| {
        by_pieces(&mesh, &DecomposeOptions { error, max_parts }, counts).unwrap()
    };
    let all = [1, 3, 6, 8, 14, 20].map(|most| of(0.0, most, &[6, 14, 28]));
    all.iter().zip(&all[1..]).for_each(|(fewer, more)| assert_in_order(fewer, more, "ring"));
    assert_eq!(all[2].parts, of(0.0, 6, &[6]).parts);
    assert!(all[5].parts.len() > 14 && all[5].error.upper < 0.6 * all[2].error.upper, "{:?}", all[5].error);
    check(&mesh, &all[5]);
}
