//! The names of bodies, pairs and frames in certificates.

use std::collections::HashMap;

use crate::cell::bodies::{Body, Stage};

impl Stage {
    /// The names of the bodies of all pairs, with numbers where several have one name.
    pub(crate) fn all_labels(&self) -> Vec<[String; 2]> {
        let labels = self.labels();
        self.pairs().iter().map(|pair| pair.bodies.map(|body| labels[body].clone())).collect()
    }

    /// The names of all bodies, with `:parts` or `:mesh` where they replace a hull, and with numbers where several have
    /// one name.
    fn labels(&self) -> Vec<String> {
        let detail = |body: &Body| body.part.stands_for.map(|(_, detail)| detail);
        let mut counts = HashMap::new();
        let key = |body: &Body| (body.own, body.name.clone(), detail(body));
        self.bodies().iter().for_each(|body| *counts.entry(key(body)).or_insert(0) += 1);
        let label = |body: &Body| {
            let name = detail(body).map_or(body.name.clone(), |detail| format!("{}:{}", body.name, detail.name()));
            if counts[&key(body)] == 1 { name } else { format!("{name}#{}", body.number) }
        };
        self.bodies().iter().map(label).collect()
    }

    /// The name of a body of a [`Closer`](crate::cell::stage::Closer).
    pub(super) fn hull_label(&self, body: usize) -> String {
        let place = if body < self.hulls() { body } else { body - self.hulls() + self.own().len() };
        self.labels()[place].clone()
    }

    /// The bodies that may be named in a [`Closer`](crate::cell::stage::Closer), in a stage without any.
    pub(super) fn hull_labels(&self) -> Vec<String> {
        self.labels()
    }
}
