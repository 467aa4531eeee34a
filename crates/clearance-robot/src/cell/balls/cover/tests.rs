use super::*;
use crate::random::Random;
use clearance::{Axial, Capsule, Cuboid, Cylinder, Ellipsoid, Inflated, Polytope, Triangle, query};
use clearance::{Point, Pose3};

fn shapes() -> Vec<Shape3<f64>> {
    let mut random = Random::new(9);
    let mut cloud = |count: usize, size: [f64; 3]| -> Vec<Vec3<f64>> {
        let mut point = || Vec3::from_fn(|i| random.between(-size[i], size[i])) + Vec3::new(0.3, -0.2, 0.7);
        (0..count).map(|_| point()).collect()
    };
    let brick = Shape3::from(Cuboid::from_half_extents(Vec3::new(0.3, 1.1, 0.2)).unwrap());
    let axial = Axial { radius: 0.2, half_length: 0.7, axis: 1 };
    vec![
        clearance::Ball::new(0.4).unwrap().into(),
        brick.clone(),
        Inflated::new(brick, 0.25).unwrap().into(),
        Capsule::along(axial).unwrap().into(),
        Cylinder::along(axial).unwrap().into(),
        Ellipsoid::from_radii(Vec3::new(0.3, 0.5, 0.9)).unwrap().into(),
        Polytope::new(&cloud(200, [0.1, 0.4, 0.2])).unwrap().into(),
        Polytope::new(&cloud(4, [0.5, 0.4, 0.6])).unwrap().into(),
        Triangle::new([0.1, 0.2, 0.3].into(), [1.1, 0.2, 0.3].into(), [0.1, 0.9, 0.5].into()).unwrap().into(),
    ]
}

/// How far a point is from a shape: negative inside.
fn distance(shape: &Shape3<f64>, point: Vec3<f64>) -> f64 {
    query::signed_distance(shape, &Point::new(), &Pose3::from_translation(point).unwrap()).signed_distance
}

#[test]
fn the_balls_of_every_level_cover_the_whole_shape() {
    let mut random = Random::new(4);
    for shape in shapes() {
        let tree = BallTree::of(&shape);
        let root = tree.nodes[0].ball;
        let mut inside = 0;
        for _ in 0..3000 {
            let point = if shape.vertex_count() > 0 {
                // Of a flat shape, or a sharp one, no random point of a ball is in it.
                let mut corner = || shape.anchor() + shape.vertex(random.below(shape.vertex_count() as usize) as u32);
                let corners = [corner(), corner(), corner(), corner()];
                corners[1..].iter().fold(corners[0], |point, &corner| point + (corner - point) * random.unit())
            } else {
                root.center + Vec3::from_fn(|_| random.between(-root.radius, root.radius))
            };
            if distance(&shape, point) > 1e-12 {
                continue;
            }
            inside += 1;
            // Down from the root the part that the point is in has a ball that holds it, at every level.
            let (mut held, mut leaves) = (vec![0], 0);
            while let Some(place) = held.pop() {
                let node = tree.nodes[place];
                if (point - node.ball.center).norm() <= node.ball.radius {
                    leaves += usize::from(node.children.is_none());
                    held.extend(node.children.iter().flat_map(|&first| [first as usize, first as usize + 1]));
                }
            }
            assert!(leaves > 0, "{shape:?} at {point:?}");
        }
        assert!(inside > 100, "{inside} of 3000 in {shape:?}");
    }
}

#[test]
fn inner_balls_lie_in_the_shape_and_are_not_small() {
    for shape in shapes() {
        let tree = BallTree::of(&shape);
        for ball in &tree.inner {
            let depth = -distance(&shape, ball.center);
            assert!(ball.radius <= depth && ball.radius > 0.0, "{} of {depth} in {shape:?}", ball.radius);
        }
        let deepest = tree.inner.first().map_or(0.0, |ball| ball.radius);
        assert!(
            deepest > 0.05 || matches!(shape, Shape3::Triangle(_) | Shape3::Ellipsoid(_) | Shape3::Polytope(_)),
            "{shape:?}"
        );
    }
}
