//! The first of several contacts.

use clearance::query::Impact;
use clearance::{Bounds, Real, Space, Vector};

use crate::sort::{by_number, sort_by};

/// Who comes first, how, the bracket of the first contact, and the others that may come as early.
pub(crate) type First<V, A> = (A, Impact<V>, Bounds<<V as Vector>::Scalar>, Vec<A>);

/// The contacts found so far: what is not among them comes later than the first hit.
pub(crate) struct Arrivals<V: Space, A> {
    /// Each with a lower bound of its time that does not depend on the order of the search.
    all: Vec<(V::Scalar, A, Impact<V>)>,
    /// The end of the first hit's bracket.
    limit: V::Scalar,
}

impl<V: Space, A: Copy> Arrivals<V, A> {
    pub fn new() -> Self {
        Arrivals { all: Vec::new(), limit: V::Scalar::INFINITY }
    }

    /// The time after which no contact matters.
    pub fn limit(&self) -> V::Scalar {
        self.limit
    }

    pub fn add(&mut self, entry: V::Scalar, who: A, impact: Impact<V>) {
        if let Impact::Hit(encounter) = &impact {
            self.limit = self.limit.min(encounter.bracket.upper);
        }
        if !matches!(impact, Impact::NoContact { .. }) {
            self.all.push((entry, who, impact));
        }
    }

    /// The first by the end of its bracket and then by `order`, hits before others; the bracket of the first contact;
    /// the others that may come as early.
    pub fn finish<K: Ord>(mut self, order: impl Fn(A) -> K) -> Option<First<V, A>> {
        let limit = self.limit;
        let bracket = |impact: &Impact<V>| impact.encounter().map_or(limit, |encounter| encounter.bracket.lower);
        self.all.retain(|(entry, _, impact)| *entry <= limit && bracket(impact) <= limit);
        // An undecided one proves nothing of its end.
        let rank = |impact: &Impact<V>| match impact {
            Impact::Hit(encounter) => (false, encounter.bracket.upper),
            other => (true, bracket(other)),
        };
        let lower = self.all.iter().fold(V::Scalar::INFINITY, |least, (_, _, impact)| least.min(bracket(impact)));
        sort_by(&mut self.all, |(_, a, x), (_, b, y)| {
            let ((open_x, time_x), (open_y, time_y)) = (rank(x), rank(y));
            open_x.cmp(&open_y).then(by_number(time_x, time_y)).then_with(|| order(*a).cmp(&order(*b)))
        });
        let mut found = self.all.into_iter();
        let (_, first, impact) = found.next()?;
        let upper = impact.encounter().map_or(limit, |encounter| encounter.bracket.upper);
        let mut others: Vec<A> = found.map(|(_, who, _)| who).collect();
        sort_by(&mut others, |a, b| order(*a).cmp(&order(*b)));
        Some((first, impact, Bounds { lower, upper }, others))
    }
}
