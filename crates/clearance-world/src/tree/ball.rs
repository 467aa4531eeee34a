//! The items in a ball that shrinks, of those with a direction within an angle of another.

use clearance::enclosure::Aabb;
use clearance::{Real, Vec3, Vector};

use super::{Child, Link, Tree};

type Point = Vec3<f64>;

/// A direction, and how far from it others are at most.
#[derive(Clone, Copy, Debug)]
struct Fan {
    axis: Point,
    reach: f64,
}

/// The directions of all items, and fans around those below the children of each node.
#[derive(Clone, Debug)]
pub(crate) struct Fans {
    pub directions: Vec<Point>,
    of_children: Vec<[Fan; 2]>,
}

/// What searches a tree along a direction: items whose own ones have a scalar product with it above a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facing {
    pub along: Point,
    pub above: f64,
}

impl Fan {
    /// Around two fans: what is within `r` of an axis is within `r` and the distance of the axes from another.
    fn around(fans: [Fan; 2]) -> Fan {
        let axis = (fans[0].axis + fans[1].axis).normalized();
        let axis = if axis.is_finite() { axis } else { Point::ZERO };
        let reach = fans.map(|fan| (fan.axis - axis).norm() + fan.reach);
        // Norms round by a few units, of lengths up to 2.
        Fan { axis, reach: reach[0].max(reach[1]) + 16.0 * f64::UNIT }
    }

    /// Whether some direction of the fan may face another: `m·n <= axis·n + |m - axis|`.
    fn may_face(&self, facing: &Facing) -> bool {
        self.axis.dot(facing.along) + self.reach + 16.0 * f64::UNIT > facing.above
    }
}

impl Tree<Point> {
    /// The fans of all nodes around the directions of their items, of length 1 or 0.
    pub(crate) fn fans(&self, directions: Vec<Point>) -> Fans {
        let nothing = Fan { axis: Point::ZERO, reach: 0.0 };
        let mut of_children = vec![[nothing; 2]; self.nodes.len()];
        // Each node before those below it.
        let mut order = vec![0u32];
        let mut next = 0;
        while let Some(&number) = order.get(next) {
            next += 1;
            order.extend(self.nodes[number as usize].links.iter().filter_map(|link| match link.child() {
                Child::Node(inner) => Some(inner),
                _ => None,
            }));
        }
        for &number in order.iter().rev() {
            of_children[number as usize] = self.nodes[number as usize].links.map(|link| match link.child() {
                Child::Node(inner) => Fan::around(of_children[inner as usize]),
                Child::Item(item) => Fan { axis: directions[item as usize], reach: 0.0 },
                Child::None => nothing,
            });
        }
        Fans { directions, of_children }
    }

    /// Calls `visit` for items that face a direction and whose boxes may have points in a ball, its centre and radius;
    /// it returns the ball that matters from then on, which lies within the last one. The radius has to cover the
    /// rounding of distances from boxes: 8 units of roundoff of the coordinates.
    pub(crate) fn in_ball(
        &self,
        mut ball: (Point, f64),
        (fans, facing): (&Fans, &Facing),
        mut visit: impl FnMut(u32) -> (Point, f64),
    ) {
        let mut open = Vec::with_capacity(64);
        open.push((Link::node(0), None));
        while let Some((link, bounds)) = open.pop() {
            // The ball may have shrunk since.
            if bounds.is_some_and(|bounds: &Aabb<Point>| squared(bounds, ball.0) > ball.1 * ball.1) {
                continue;
            }
            match link.child() {
                Child::Item(item) => ball = visit(item),
                Child::Node(number) => {
                    let (node, fans) = (&self.nodes[number as usize], &fans.of_children[number as usize]);
                    let squares = [0, 1].map(|side| squared(&node.boxes[side], ball.0));
                    let nearer = usize::from(squares[1] < squares[0]);
                    for side in [1 - nearer, nearer] {
                        let is_in = squares[side] <= ball.1 * ball.1 && node.links[side] != Link::NONE;
                        if is_in && fans[side].may_face(facing) {
                            open.push((node.links[side], Some(&node.boxes[side])));
                        }
                    }
                }
                Child::None => {}
            }
        }
    }
}

/// The square of the distance of a point from a box.
fn squared(bounds: &Aabb<Point>, point: Point) -> f64 {
    Point::from_fn(|k| (bounds.lower[k] - point[k]).max(point[k] - bounds.upper[k]).max(0.0)).norm_squared()
}
