use super::*;

const SLACK: f64 = 1e-13;

fn square(half: f64) -> Vec<Point2<f64>> {
    alloc::vec![[-half, -half], [half, -half], [half, half], [-half, half]]
}

#[test]
fn an_outline_leaves_out_what_lies_within_the_slack_of_it() {
    let points = [[0.0, 0.0], [3.0, 1e-15], [1.0, -1e-15], [3.0, 2.0], [1.5, 1.0], [0.0, 0.0], [1e-16, 2.0]];
    let corners: Vec<_> = outline(&points, SLACK).into_iter().map(|i| points[i]).collect();
    assert_eq!(corners.len(), 4);
    let area: f64 = (0..4).map(|i| cross(corners[i], corners[(i + 1) % 4])).sum();
    assert!((area - 12.0).abs() < 1e-12, "{corners:?}");
}

#[test]
fn outlines_of_lines_and_points_are_segments_and_points() {
    assert_eq!(outline(&[[0.5, 1.0], [0.5 + 1e-16, -2.0], [0.5, 0.25]], SLACK).len(), 2);
    assert_eq!(outline(&[[0.5, 1.0], [0.5 + 1e-15, 1.0]], SLACK).len(), 1);
}

#[test]
fn squares_turned_by_an_eighth_have_an_octagon_in_common() {
    let diamond = [[1.25, 0.0], [0.0, 1.25], [-1.25, 0.0], [0.0, -1.25]];
    let found = common(&square(1.0), &diamond, SLACK);
    assert_eq!(found.len(), 8);
    for at in found {
        assert!((at[0].abs() + at[1].abs() - 1.25).abs() < 1e-15 && at[0].abs().max(at[1].abs()) <= 1.0);
        assert!(matches!(spot(at, &square(1.0), SLACK), Location::Edge(_)));
        assert!(matches!(spot(at, &diamond, SLACK), Location::Edge(_)));
    }
}

#[test]
fn common_parts_with_segments_and_points() {
    let found = common(&[[-3.0, 0.5], [0.25, 0.5]], &square(1.0), SLACK);
    assert_eq!(found, [[-1.0, 0.5], [0.25, 0.5]]);
    let line = |from: f64, to: f64| [[from, from], [to, to]];
    let found = common(&line(-2.0, 1.0), &line(-1.0, 4.0), SLACK);
    assert!(apart(found[0], [-1.0, -1.0]) < 1e-15 && apart(found[1], [1.0, 1.0]) < 1e-15);
    assert_eq!(common(&line(-2.0, 1.0), &[[1.0, -1.0], [-1.0, 1.0]], SLACK), [[0.0, 0.0]]);
    assert_eq!(common(&[[0.0, 0.0]], &square(2.0), SLACK), [[0.0, 0.0]]);
}

#[test]
fn the_corners_kept_have_the_largest_area_of_all_choices() {
    let polygon: Vec<Point2<f64>> =
        (0..11).map(|i| (i as f64 * 0.57).sin_cos()).map(|(s, c)| [3.0 * c + 0.1 * s, 1.2 * s]).collect();
    let area = |chosen: &[usize]| -> f64 {
        (0..chosen.len()).map(|i| cross(polygon[chosen[i]], polygon[chosen[(i + 1) % chosen.len()]])).sum()
    };
    let mut best = [0.0f64; 5];
    for bits in 0u32..1 << 11 {
        let chosen: Vec<usize> = (0..11).filter(|i| bits >> i & 1 == 1).collect();
        if (3..5).contains(&chosen.len()) && chosen.contains(&2) {
            best[chosen.len()] = best[chosen.len()].max(area(&chosen));
        }
    }
    for count in [3, 4] {
        let chosen = spread(&polygon, &[2], count);
        assert!(chosen.len() == count && chosen.contains(&2));
        assert!((area(&chosen) - best[count]).abs() < 1e-12, "{count}");
    }
    let pair = spread(&polygon, &[2], 2);
    let farthest = polygon.iter().map(|&p| apart(p, polygon[2])).fold(0.0, f64::max);
    assert_eq!(apart(polygon[pair[0]], polygon[pair[1]]), farthest);
    assert_eq!(spread(&polygon, &[7], 1), [7]);
}
