//! The nearest bodies or triangles of a pair in one configuration, and whether what closed meshes enclose is apart
//! there.

use clearance::query::Within;
use clearance::{Proximity, Shape3, Vec3};
use clearance_world::{BestFirst, TriangleMesh};

use super::cell::{Evaluator, PairNodes, Posed};
use crate::cell::ask;
use crate::cell::interior::{Place, place};
use crate::cell::piece::Piece;
use crate::cell::pieces::ROOT;

/// What is nearest in a configuration.
pub(crate) struct Nearest<'s> {
    pub posed: Posed<'s>,
    /// The nodes that are nearest: bodies, or triangles.
    pub nodes: [u32; 2],
    pub found: Proximity<Vec3<f64>>,
    /// No other nodes are nearer than this.
    pub lower: f64,
}

impl<'s> Evaluator<'s> {
    /// The nearest nodes of a pair at values of its variables: the most promising hulls are halved until what is
    /// nearest is no hull of several triangles.
    pub fn nearest(&self, pair: usize, values: &[f64]) -> Nearest<'s> {
        let (posed, whole) = self.clearance(PairNodes::whole(pair), values);
        let of = posed.pair;
        let mut open = BestFirst::new();
        open.push(whole.bounds.lower, [ROOT; 2], ());
        let (mut upper, mut best) = (f64::INFINITY, ([ROOT; 2], whole));
        while let Some(first) = open.pop() {
            let halves = of.refined(self.stage, first.key);
            let (Some(halves), true) = (halves, first.bound < upper) else {
                open.close(first.bound);
                break;
            };
            for nodes in halves {
                let (parts, _) = of.nodes(self.stage, nodes);
                match ask::within(parts, posed.poses.each_ref(), upper) {
                    Within::Beyond { lower } => open.close(lower),
                    Within::Near(found) if of.refined(self.stage, nodes).is_some() => {
                        open.push(found.bounds.lower, nodes, ());
                    }
                    Within::Near(found) => {
                        open.close(found.bounds.lower);
                        if found.bounds.upper < upper {
                            (upper, best) = (found.bounds.upper, (nodes, found));
                        }
                    }
                }
            }
        }
        Nearest { posed, nodes: best.0, found: best.1, lower: open.lower() }
    }

    /// Where a body of a pair is relative to what the other's closed mesh encloses, at values in which their triangles
    /// are apart: outside only if all of its parts are.
    ///
    /// The surface of a part that meets no triangle is on one side, where its first triangle is; and if two solids have
    /// a point in common without that their surfaces meet, a part of one surface is inside of the other solid.
    pub fn inside(&self, pair: usize, values: &[f64]) -> Place {
        let posed = self.posed(pair, values);
        // Hulls that are apart hold all; of an interior one point is evaluated, which says nothing of the other parts.
        let is_hull = !matches!(posed.parts[1].piece, Piece::Interior(_));
        if is_hull && matches!(ask::within(posed.parts, posed.poses.each_ref(), 0.0), Within::Beyond { .. }) {
            return Place::Outside;
        }
        let mut known = Place::Outside;
        for body in [0, 1] {
            let Some(solid) = solid(&posed, body) else { continue };
            for shape in parts(&posed, 1 - body) {
                match place(&shape, &posed.poses[1 - body], solid, &posed.poses[body]) {
                    Place::Outside => {}
                    found @ Place::Inside(_) => return found,
                    Place::Open => known = Place::Open,
                }
            }
        }
        known
    }
}

/// The closed mesh of a body.
fn solid<'p>(posed: &'p Posed, body: usize) -> Option<&'p TriangleMesh<Vec3<f64>>> {
    match (&posed.pair.trees[body], &posed.parts[body].piece) {
        (Some(tree), _) => Some(tree.mesh()).filter(|mesh| mesh.is_solid()),
        (None, Piece::Interior(mesh)) => Some(mesh),
        _ => None,
    }
}

/// A shape of each connected part of a body; empty for an unbounded one, which no mesh encloses, and for the inside of
/// a mesh, whose triangles are bodies of their own.
fn parts(posed: &Posed, body: usize) -> Vec<Shape3<f64>> {
    match (&posed.pair.trees[body], &posed.parts[body].piece) {
        (Some(tree), _) => tree.mesh().representatives().iter().map(|&i| tree.mesh().shape(i)).collect(),
        (None, Piece::Convex(shape)) => vec![shape.clone()],
        _ => Vec::new(),
    }
}
