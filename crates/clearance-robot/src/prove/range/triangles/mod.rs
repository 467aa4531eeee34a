//! The pairs of a range that are refined to triangles: those of meshes that are to be exact, and those whose hulls
//! touch.

use std::sync::{Arc, OnceLock};

use super::refinable::Refinable;
use super::search::RangeOutcome;
use super::{Evaluator, RangeOfMotion, RangeOptions};
use crate::bound::parameter_box::JointBox;
use crate::cell::interior::Place;
use crate::cell::piece::Piece;
use crate::cell::pieces::MeshTree;
use crate::cell::stage::Stage;
use crate::error::RobotError;

/// The trees of the robot's bodies, made when they are first needed.
pub(crate) struct Trees(Vec<OnceLock<Option<Arc<MeshTree>>>>);

impl Trees {
    pub fn new(stage: &Stage) -> Self {
        Trees(stage.own.iter().map(|_| OnceLock::new()).collect())
    }
}

impl RangeOfMotion<'_> {
    fn tree(&self, body: usize) -> Option<Arc<MeshTree>> {
        let make = || MeshTree::new(&self.stage.own[body], self.robot().mesh_of(body)?).ok().map(Arc::new);
        self.trees.0[body].get_or_init(make).clone()
    }

    /// Whether triangles replace a body of a pair of the stage from the start, and whether they may.
    pub(super) fn is_exact_or_may_be(&self, place: usize) -> [bool; 2] {
        let (bodies, count) = self.stage.own_bodies(place);
        let meshes = bodies[..count].iter().filter_map(|&body| self.robot().mesh_of(body));
        let all: Vec<bool> = meshes.map(|mesh| mesh.is_exact()).collect();
        [all.contains(&true), !all.is_empty()]
    }

    /// A pair of the stage with the triangles of its meshes.
    fn pair_of_triangles(&self, place: usize) -> Refinable {
        let mut pair = self.refinable(place);
        let tree = |body: usize| if self.stage.is_own(body) { self.tree(body) } else { None };
        pair.trees = pair.chain.bodies.map(tree);
        pair
    }

    /// Asks about pairs of the stage: as hulls, and again with the triangles of a pair whose hulls are found to touch,
    /// or to be nearer than the clearance of interest, as long as there is one. Returns the pairs of the last answer.
    pub(super) fn closely(
        &self,
        places: &[usize],
        options: &RangeOptions,
        mut ask: impl FnMut(&[Refinable]) -> Result<RangeOutcome, RobotError>,
    ) -> Result<(RangeOutcome, Vec<Refinable>), RobotError> {
        let limit = options.target.unwrap_or(0.0).max(0.0);
        let mut finely: Vec<bool> = places.iter().map(|&place| self.is_exact_or_may_be(place)[0]).collect();
        loop {
            let one = |(&place, &finely): (&usize, &bool)| match finely {
                true => self.pair_of_triangles(place),
                false => self.refinable(place),
            };
            let pairs: Vec<Refinable> = places.iter().zip(&finely).map(one).collect();
            let found = ask(&pairs)?;
            let touching =
                Some(found.pair).filter(|&pair| found.upper <= limit && pair < places.len() && !finely[pair]);
            match touching.filter(|&pair| self.is_exact_or_may_be(places[pair])[1]) {
                Some(pair) => {
                    finely[pair] = true;
                    let inside = self.stage.beside_inside(self.robot(), places[pair]);
                    if let Some(inside) = places.iter().position(|&other| Some(other) == inside) {
                        finely[inside] = true;
                    }
                }
                None => return Ok((found, pairs)),
            }
        }
    }
}

/// What a search finds if bodies may be inside of closed meshes.
///
/// Their triangles decide as long as none of them is met: then all is outside if it is in the middle of the box. Where
/// one may be met, no lower bound is left. What is inside in the middle collides there, and nothing is searched.
pub(super) fn with_insides(
    evaluator: &Evaluator,
    over: &JointBox,
    search: impl FnOnce() -> RangeOutcome,
) -> RangeOutcome {
    let (worst, mut is_open) = (over.middle(), false);
    for (place, pair) in evaluator.pairs.iter().enumerate().filter(|(_, pair)| pair.has_trees()) {
        let values: Vec<f64> = pair.chain.frames.variables.iter().map(|&variable| worst[variable]).collect();
        match evaluator.inside(place, &values) {
            Place::Outside => {}
            Place::Open => is_open = true,
            Place::Inside(depth) => {
                let upper = (-depth - pair.chain.margin).next_up();
                return RangeOutcome { lower: f64::NEG_INFINITY, upper, pair: place, worst, cells: 1, complete: true };
            }
        }
    }
    let mut found = search();
    let has_inside = |pair: &&Refinable| {
        let is_solid = pair.trees.iter().flatten().any(|tree| tree.mesh().is_solid());
        is_solid || matches!(pair.parts(evaluator.stage)[1].piece, Piece::Interior(_))
    };
    let least = evaluator.pairs.iter().filter(has_inside).map(|pair| pair.chain.margin).fold(f64::INFINITY, f64::min);
    if is_open || !(found.lower + least > 0.0) {
        found.lower = f64::NEG_INFINITY;
    }
    found
}

impl RangeOfMotion<'_> {
    /// The least margin of the pairs with the inside of a closed mesh; `None` without such pairs. Such a pair is apart
    /// as long as the surface of the mesh is not met.
    pub(crate) fn inside_margin(&self) -> Option<f64> {
        let pairs = self.all_pairs().into_iter().map(|place| self.refinable(place));
        let is_inside = |pair: &Refinable| matches!(pair.parts(self.stage())[1].piece, Piece::Interior(_));
        pairs.filter(is_inside).map(|pair| pair.chain.margin).reduce(f64::min)
    }
}

#[cfg(test)]
mod tests;
