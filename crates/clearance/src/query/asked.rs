//! What belongs to a query besides the shapes.

use crate::dimension::Dimension;
use crate::options::Options;
use crate::solve::{Memory, WarmStart};
use crate::support::{Bodies, Placement, Snapshot, Support};

/// Placement and options of a query.
pub struct Asked<'p, V: Dimension> {
    pub(super) placement: Placement<'p, V>,
    pub(super) options: Options<V::Scalar>,
    pub(super) warm: Option<&'p mut WarmStart<V>>,
}

impl<V: Dimension> Asked<'_, V> {
    /// What queries read.
    #[inline(always)]
    pub(super) fn bodies<'s>(
        &'s self,
        a: &'s (impl Support<V> + ?Sized),
        b: &'s (impl Support<V> + ?Sized),
    ) -> Bodies<'s, V> {
        Bodies { a: Snapshot::new(a), b: Snapshot::new(b), placement: self.placement }
    }

    /// Asks with the memory that is given, or with none.
    #[inline(always)]
    pub(super) fn ask<R>(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        question: impl FnOnce(&Bodies<'_, V>, &Options<V::Scalar>, &mut Memory<'_, V>) -> R,
    ) -> R {
        // A copy of the options: with a pointer to them the placement would have to be in memory too.
        let (options, warm, mut none) = (self.options, self.warm.take(), WarmStart::new());
        question(&self.bodies(a, b), &options, &mut Memory { warm: warm.unwrap_or(&mut none), kept: None })
    }
}
