use super::{Budget, ReadError, Triangle, Vec3};

fn triangles(vertices: &[Vec3<f64>], outline: &[u32]) -> Result<Vec<Triangle>, ReadError> {
    super::triangles(vertices, outline, &Budget::of(1 << 24))
}

fn triangles_around(vertices: &[Vec3<f64>], outline: &[u32], holes: &[Vec<u32>]) -> Result<Vec<Triangle>, ReadError> {
    super::triangles_around(vertices, outline, holes, &Budget::of(1 << 24))
}
use clearance::Vec2;

/// Corners of the plane, lifted to a slope that is steepest along x.
fn lifted(points: &[[f64; 2]]) -> Vec<Vec3<f64>> {
    points.iter().map(|&[x, y]| Vec3::new(0.25 * x - 0.5 * y, x, y)).collect()
}

fn all(points: &[Vec3<f64>]) -> Vec<u32> {
    (0..points.len() as u32).collect()
}

/// Twice the area as it is seen, all triangles counted by their turn.
fn doubled(points: &[Vec3<f64>], triangles: &[Triangle]) -> f64 {
    let flat = |corner: u32| Vec2::new(points[corner as usize].y, points[corner as usize].z);
    let area = |&[a, b, c]: &Triangle| {
        let (ab, ac) = (flat(b) - flat(a), flat(c) - flat(a));
        ab.x * ac.y - ab.y * ac.x
    };
    let areas: Vec<f64> = triangles.iter().map(area).collect();
    assert!(areas.iter().all(|&area| area > 0.0) || areas.iter().all(|&area| area < 0.0), "{areas:?}");
    areas.iter().sum()
}

fn refusal(points: &[[f64; 2]]) -> String {
    let points = lifted(points);
    triangles(&points, &all(&points)).unwrap_err().to_string()
}

const U: [[f64; 2]; 8] =
    [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];

#[test]
fn a_u_is_filled_from_any_first_corner_in_both_directions() {
    let points = lifted(&U);
    for first in 0..8 {
        let mut corners = all(&points);
        corners.rotate_left(first);
        for turn in [1.0, -1.0] {
            let found = triangles(&points, &corners).unwrap();
            assert_eq!((found.len(), doubled(&points, &found)), (6, turn * 2.0 * 7.0), "from {first}");
            corners.reverse();
        }
    }
}

#[test]
fn corners_on_sides_and_repeated_ones_leave_no_triangle_without_area() {
    let points =
        [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0], [0.0, 1.0]];
    let points = lifted(&points);
    let found = triangles(&points, &all(&points)).unwrap();
    assert_eq!((found.len(), doubled(&points, &found)), (6, 8.0));
}

#[test]
fn bridges_of_the_file_and_holes_give_one_area() {
    // A square of 6 with two holes, squares of 1.
    let square = |x: f64, y: f64, side: f64| [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
    let (outer, left, right) = (square(0.0, 0.0, 6.0), square(1.0, 2.0, 1.0), square(4.0, 2.0, 1.0));
    let points = lifted(&[outer, left, right].concat());
    let found = triangles_around(&points, &[0, 1, 2, 3], &[vec![4, 5, 6, 7], vec![11, 10, 9, 8]]).unwrap();
    assert_eq!((found.len(), doubled(&points, &found)), (14, 2.0 * 34.0));
    // From the first corner to the left hole, around it against the outline, to the right one and back.
    let bridged = [0, 4, 5, 8, 11, 10, 9, 8, 5, 6, 7, 4, 0, 1, 2, 3];
    let wrong = triangles(&points, &bridged).unwrap_err().to_string();
    assert!(wrong.contains("cross"), "{wrong}");
    let bridged = [0, 4, 7, 6, 5, 8, 11, 10, 9, 8, 5, 4, 0, 1, 2, 3];
    let found = triangles(&points, &bridged).unwrap();
    assert_eq!((found.len(), doubled(&points, &found)), (14, 2.0 * 34.0));
}

#[test]
fn what_is_no_simple_polygon_is_refused() {
    let seen = ", expected a simple polygon (seen along x)";
    let bow = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
    assert_eq!(refusal(&bow), format!("sides 0 and 2 of a polygon cross{seen}"));
    let touching = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 0.0], [0.0, 4.0]];
    assert_eq!(refusal(&touching), format!("sides 0 and 2 of a polygon touch{seen}"));
    let spike = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0], [2.0, 2.0], [0.0, 2.0]];
    assert_eq!(refusal(&spike), format!("side 3 of a polygon goes back along side 2{seen}"));
    let twice = [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [0.0, 0.0], [2.0, 0.0], [0.0, 2.0]];
    assert_eq!(refusal(&twice), format!("sides 0 and 3 of a polygon are the same{seen}"));
    // Two loops with one corner in common, one inside of the other.
    let inner = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [0.0, 0.0], [1.0, 0.5], [0.5, 1.0]];
    assert_eq!(refusal(&inner), format!("corners 0 and 3 of a polygon cross in one place{seen}"));
}

#[test]
fn holes_that_are_not_inside_are_refused() {
    let points =
        lifted(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [6.0, 1.0], [7.0, 1.0], [6.0, 2.0], [3.0, 1.0]]);
    let refusal = |hole: [u32; 3]| triangles_around(&points, &[0, 1, 2, 3], &[hole.into()]).unwrap_err().to_string();
    assert!(refusal([4, 5, 6]).starts_with("hole 0 of a polygon is not inside of its outline"));
    assert!(refusal([7, 5, 6]).starts_with("sides 1 and "));
    let empty = super::triangles_around(&points, &[], &[vec![4, 5, 6]], &Budget::of(1 << 24)).unwrap_err();
    assert_eq!(empty.to_string(), "a polygon with holes has no area");
    assert!(refusal([4, 5, 4]).starts_with("hole 0 of a polygon encloses no area"));
}

#[test]
fn a_hole_that_begins_in_a_corner_of_the_outline_is_left_out_and_a_neck_is_refused() {
    let points = lifted(&[[0.0, 0.0], [8.0, -4.0], [8.0, 4.0], [0.0, 0.0], [4.0, 1.0], [4.0, -1.0]]);
    let found = triangles(&points, &all(&points)).unwrap();
    assert_eq!((found.len(), doubled(&points, &found)), (4, 2.0 * 28.0));
    // Two lobes with nothing between them but a corner.
    let neck = refusal(&[[0.0, 0.0], [2.0, -1.0], [2.0, 1.0], [0.0, 0.0], [-2.0, 1.0], [-2.0, -1.0]]);
    assert!(neck.starts_with("corners 0 and 3 of a polygon cross in one place"), "{neck}");
}

#[test]
fn a_polygon_of_many_corners_takes_no_longer_than_its_sides_ask_for() {
    // A comb of 20 000 teeth.
    let teeth = 20_000;
    let tooth = |i: usize| [[i as f64, 0.0], [i as f64 + 0.5, -9.0]];
    let mut points: Vec<[f64; 2]> = (0..teeth).flat_map(tooth).collect();
    points.extend([[teeth as f64, 0.0], [teeth as f64, 1.0], [0.0, 1.0]]);
    let points = lifted(&points);
    let found = triangles(&points, &all(&points)).unwrap();
    assert_eq!(doubled(&points, &found), 2.0 * (teeth as f64 + 4.5 * teeth as f64));
}

#[test]
fn corners_on_a_line_are_a_fan() {
    let points = [[0.0, 0.0], [1.0, 1.0], [3.0, 3.0], [2.0, 2.0]];
    let points = lifted(&points);
    assert_eq!(triangles(&points, &all(&points)).unwrap(), [[0, 1, 2], [0, 2, 3]]);
}
