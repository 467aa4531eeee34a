//! A body that moves.

use super::Motion;
use crate::dimension::Dimension;
use crate::support::Snapshot;

/// A body and its motion.
#[derive(Clone, Copy)]
pub struct MovingBody<'p, V: Dimension> {
    pub(crate) shape: Snapshot<'p, V>,
    pub(crate) motion: &'p dyn Motion<V>,
}
