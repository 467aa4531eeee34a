//! Pairs that are refined: where the hulls of two links touch, their triangles and what these enclose replace them; the
//! convex parts of large meshes come first.
//!
//! A link's mesh lies in its parts, and these in its hull. So what is proven of hulls holds for all, and a contact of
//! hulls is none of the meshes yet: only that pair is looked at again, and the others cost nothing.

use std::sync::{Arc, Mutex, PoisonError};

use clearance::query::Within;

use super::{Checker, EdgeOptions, Found, Known, Snapshot};
use crate::cell::bodies::Stage;
use crate::cell::stage::{Closer, add, next_closer, with_insides};
use crate::model::link_mesh::Detail;
use crate::path::Configuration;

impl<'r> Checker<'r> {
    /// Asks, and asks again with a closer look at the pair that is in the way, as long as there is one.
    ///
    /// The question is about a path from a time on. If it is the `first` contact, the path is free until then, whatever
    /// it is that stands for the hulls: only what comes after needs another answer. A path that is free is looked at
    /// whole once more, for a bound that the finer shapes show. A contact of shapes that only contain a body proves
    /// none of the body.
    pub(crate) fn closely(&self, first: bool, mut ask: impl FnMut(&Self, f64) -> Known) -> Found {
        let (mut begin, mut closer) = (0.0, None::<Arc<Self>>);
        loop {
            let checker = closer.as_deref().unwrap_or(self);
            let (edge, pair) = ask(checker, begin);
            let stands_in = |pair| self.is_refined && checker.stage().is_stand_in(pair);
            match (&edge, pair.and_then(|pair| self.looks.get(self, checker.closer_with(&[pair])?))) {
                (Found::Hit(contact) | Found::Undecided(contact), Some(next)) => {
                    begin = if first { contact.time.lower } else { 0.0 };
                    closer = Some(next);
                }
                (Found::Free { .. }, _) if begin > 0.0 => begin = 0.0,
                (Found::Hit(contact), None) if pair.is_some_and(stands_in) => return Found::Undecided(contact.clone()),
                _ => return edge,
            }
        }
    }

    /// With a closer look at all pairs that touch in any of some configurations; none if there are no such pairs.
    pub(crate) fn with_a_closer_look_at(&self, configurations: &[&[f64]]) -> Option<Self> {
        let mut found: Option<Self> = None;
        loop {
            let checker = found.as_ref().unwrap_or(self);
            let touching: Vec<usize> = configurations.iter().flat_map(|q| checker.touching(q)).collect();
            match checker.with_a_closer_look(&touching) {
                Some(next) => found = Some(next),
                None => return found,
            }
        }
    }

    /// With a closer look at some pairs; none if none of them has finer shapes.
    fn with_a_closer_look(&self, pairs: &[usize]) -> Option<Self> {
        self.with_closer(self.closer_with(pairs)?)
    }

    /// The pairs that are looked at more closely and some more; none if none of these has finer shapes.
    pub(super) fn closer_with(&self, pairs: &[usize]) -> Option<Vec<Closer>> {
        if !self.is_refined {
            return None;
        }
        let mut closer = self.closer.clone();
        pairs.iter().filter_map(|&pair| self.stage().closer(pair)).for_each(|next| add(&mut closer, next));
        let stage = self.stage();
        let closer = with_insides(self.robot(), closer, stage.hulls(), |body| stage.hull_or_world(body));
        (closer != self.closer).then_some(closer)
    }

    /// With other pairs that are looked at more closely; none for a checker whose pairs were chosen one by one.
    pub(crate) fn with_closer(&self, closer: Vec<Closer>) -> Option<Self> {
        if !self.is_refined {
            return None;
        }
        let (cell, stage) = (self.cell.clone(), Stage::new(&self.cell, &closer).ok()?);
        let (is_refined, looks) = (true, Looks::default());
        let next = Checker { cell, stage, stop: None, closer, is_refined, looks, constraints: None };
        let next = Checker { constraints: Self::of_constraints(&self.cell).ok()?, ..next };
        Some(match self.stop {
            Some(stop) => next.until(stop),
            None => next,
        })
    }

    /// The pairs that are looked at more closely.
    pub(crate) fn closer(&self) -> &[Closer] {
        &self.closer
    }

    /// The pairs that are not proven apart in a configuration.
    fn touching(&self, q: &[f64]) -> Vec<usize> {
        if !self.is_refined || self.is_free(q, q, &EdgeOptions::default()) {
            return Vec::new();
        }
        if self.robot().check_configuration(q).is_err() {
            return Vec::new();
        }
        let (stage, at) = (self.stage(), Snapshot::at(self.stage(), &Configuration::exact(q)));
        let touches = |pair: &usize| {
            let margin = stage.pairs()[*pair].margin;
            matches!(at.proximity_within(stage, *pair, margin), Within::Near(found) if found.bounds.lower <= margin)
        };
        let margin = stage.own().iter().map(|body| body.part.margin).fold(0.0, f64::max);
        self.pairs_within(&at, margin).into_iter().filter(touches).collect()
    }
}

/// What was made for sets of pairs that are looked at more closely.
#[derive(Default)]
pub(super) struct Looks<'r>(Mutex<Vec<(Vec<Closer>, Arc<Checker<'r>>)>>);

/// Sets of pairs that are kept; beyond that all are made again.
const MOST: usize = 32;

impl<'r> Looks<'r> {
    /// A checker with other pairs that are looked at more closely.
    pub(super) fn get(&self, checker: &Checker<'r>, closer: Vec<Closer>) -> Option<Arc<Checker<'r>>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = all.iter().find(|(known, _)| *known == closer) {
            return Some(found.clone());
        }
        let made = Arc::new(checker.with_closer(closer.clone())?);
        if all.len() >= MOST {
            all.clear();
        }
        all.push((closer, made.clone()));
        Some(made)
    }
}

impl Stage {
    /// How to look at a pair more closely: none if there is nothing finer.
    pub(crate) fn closer(&self, pair: usize) -> Option<Closer> {
        let (bodies, detail) = self.stands_for(pair);
        next_closer(Closer { bodies, detail }, |detail| self.finely(Closer { bodies, detail }))
    }

    /// The pair of hulls that a pair stands for, as [`Closer`] counts them, and how finely.
    pub(crate) fn stands_for(&self, pair: usize) -> ([usize; 2], Detail) {
        let mut detail = Detail::Hull;
        let bodies = self.pairs()[pair].bodies.map(|body| match self.bodies()[body].part.stands_for {
            Some((hull, finer)) => {
                detail = detail.max(finer);
                hull
            }
            None if body >= self.own().len() => body - self.own().len() + self.hulls(),
            None => body,
        });
        (bodies, detail)
    }

    /// How many of the robot's bodies are hulls, or shapes that are no meshes; they come first.
    pub(crate) fn hulls(&self) -> usize {
        self.own().partition_point(|body| body.part.stands_for.is_none())
    }
}

#[cfg(test)]
mod tests;
