//! The start of a search: segments are opened with the pairs that may be near over them, some segments in a row at a
//! time. Samples of a recording are near one another, so most pairs are far apart over all of a block: these are closed
//! once, by how far the bodies come from where they are in the middle segment of it.

use clearance::Hint;

use super::search::{ApproachSearch, Whole, less};
use crate::cell::crowd::Crowd;
use crate::path::Cell;
use crate::prove::time::span::Span;

/// Number of segments of a block: with more, recordings at the usual rates move too far within one.
const BLOCK: usize = 8;

impl ApproachSearch<'_> {
    /// Opens all segments.
    pub(super) fn begin(&mut self) {
        let count = self.segments.len();
        for first in (0..count).step_by(BLOCK) {
            let block: Vec<Whole> = (first..count.min(first + BLOCK)).map(|segment| self.whole(segment)).collect();
            let pairs = self.near_over(first, &block);
            for (segment, whole) in (first..).zip(&block) {
                self.begin_segment(segment, whole, &pairs);
            }
        }
    }

    fn whole(&mut self, segment: usize) -> Whole {
        let place = self.cells.len();
        self.cells.extend(self.segments[segment].loose().map(|cell| Cell::clone(cell)));
        (Span::new(self.stage, &self.segments[segment], [0.0, 1.0], self.cells.get(place)), place)
    }

    /// The pairs that may be near over a block; the others are closed over all of it.
    fn near_over(&mut self, first: usize, block: &[Whole]) -> Vec<usize> {
        let listed = self.stage.crowd().map_or(self.stage.pairs().len(), Crowd::own_pairs);
        let all = (0..listed).filter(|&pair| self.skipped.get(pair) != Some(&true));
        if block.len() < BLOCK {
            return all.collect();
        }
        let middle = &block[BLOCK / 2].0;
        let ways: Vec<f64> = (0..self.stage.moving().len()).map(|body| self.way_over(body, block, middle)).collect();
        let mut near = Vec::new();
        for pair in all.collect::<Vec<_>>() {
            let way: f64 = self.stage.pairs()[pair].bodies.iter().filter_map(|&body| ways.get(body)).sum();
            let (margin, enough) = (self.margin(pair), self.search.threshold());
            let (apart, _) = middle.apart(self.stage, pair, &mut [Hint::NONE; 2], [enough + margin + way; 2]);
            let bound = less((apart.lower - way.next_up()).next_down(), margin);
            if bound >= enough {
                (first..first + block.len()).for_each(|segment| self.close(bound, segment, [0.0, 1.0]));
            } else {
                near.push(pair);
            }
        }
        near
    }

    /// How far points of a body may come over a block from where they are in the middle of one of its segments.
    fn way_over(&self, body: usize, block: &[Whole], from: &Span) -> f64 {
        let Some(enclosure) = &self.stage.bodies()[body].enclosure else { return f64::INFINITY };
        let start = from.middle.body(self.stage, body);
        let way = |(span, _): &Whole| {
            let there = enclosure.ball.travel(start, span.middle.body(self.stage, body));
            (there + span.way(self.stage, body)).next_up()
        };
        block.iter().map(way).fold(0.0, f64::max)
    }
}
