//! Pairs with the bodies of a crowded world, over an interval: only those that are near enough to matter.

use super::interval::Open;
use super::search::Search;
use super::span::Span;

impl Search<'_> {
    /// Looks at the pairs with the world over an interval, and adds those that are not decided to the list. False, and
    /// nothing is added, if they are more than `most`: then the interval is to be halved first.
    ///
    /// A pair is left out if its balls prove it apart by more than is wanted of it, and by more than the least bound so
    /// far, over all the motion: then steps 1 and 2 would decide it, and its bound would not be the least.
    pub(super) fn look_around(
        &mut self,
        span: &Span,
        cell: usize,
        near: &mut Vec<(f64, Open)>,
        most: Option<usize>,
    ) -> bool {
        let stage = self.stage;
        let Some(crowd) = stage.crowd() else { return true };
        let (first, lower) = (near.len(), self.lower);
        for (mover, &body) in crowd.movers().iter().enumerate() {
            let own = stage.bodies()[body].part.margin + self.options.margin.max(0.0);
            let margin = own.max(self.options.least);
            let reach = span.ball(stage, body).inflated(span.way(stage, body)).inflated(margin);
            let is_too_many = |near: &Vec<_>| most.is_some_and(|most| near.len() - first > most);
            crowd.nearest(mover, &reach, f64::INFINITY, |pair| {
                let mut open = Open::fresh(pair, cell);
                if let Some(found) = self.enclosed(span, &mut open) {
                    near.push((found, open));
                }
                let enough = self.lower.max(self.least_wanted()).max(0.0);
                if is_too_many(near) { f64::NEG_INFINITY } else { enough }
            });
            if is_too_many(near) {
                near.truncate(first);
                self.lower = lower;
                return false;
            }
        }
        near[first..].sort_unstable_by_key(|(_, open)| open.pair);
        true
    }
}
