//! How far boxes of a mesh are from a point at least, four at once.

use clearance::{Real, Vec3, Vector};

use super::Patches;
use super::bound::FourBoxes;
use super::fit::OUTSIDE;
use super::lanes::Four3;
use crate::tree::Link;

/// A point in the frame of the boxes, in a precision.
pub(in crate::mesh) struct Beside<'p, T> {
    patches: &'p Patches,
    point: Four3<T>,
    /// What bounds are lowered by.
    pad: T,
    /// The square of a length below the pad, of which nothing underflows.
    short: T,
}

/// The largest coordinate of a point, in sizes of the mesh, for which single precision distinguishes patches.
const NEAR: f64 = 16.0;

impl Patches {
    /// Whether single precision is enough for a point, given in the boxes' frame.
    pub(in crate::mesh) fn is_near(point: Vec3<f64>) -> bool {
        point.max_abs() < NEAR
    }

    /// A point, given in the boxes' frame. As of [`Bounding`](super::bound::Bounding), with a box of no size for the
    /// point: a bound is off by less than `20u (s + G)`, where no point of the mesh is farther than `s` from the point;
    /// and what patches have outside of their boxes.
    pub(in crate::mesh) fn beside<T: Real>(&self, point: Vec3<f64>) -> Beside<'_, T> {
        let size = point.norm() + self.frame.radius;
        let pad = 20.0 * T::UNIT.to_f64() * (size + self.span) + OUTSIDE + 4.0 * f64::UNIT * size;
        let pad = T::from_f64(pad * (1.0 + 4.0 * T::UNIT.to_f64()));
        let point = Four3::splat([point.x, point.y, point.z].map(T::from_f64));
        Beside { patches: self, point, pad, short: T::power_of_two(-60) }
    }
}

impl<T: Real> Beside<'_, T> {
    /// Where the patches of a node lead.
    pub fn links(&self, node: u32) -> &[Link; 4] {
        self.patches.links(node)
    }

    /// Lower bounds of the distances from the four patches of a node.
    #[inline(always)]
    pub fn bounds(&self, node: u32) -> [f64; 4] {
        let boxes = FourBoxes::<T>::of(self.patches.node(node as usize));
        let apart = self.point - boxes.center;
        let way = apart - boxes.nearest(&apart);
        let mut along = apart.dot(&way);
        for half in &boxes.half {
            along = along - half.dot(&way).map(T::abs);
        }
        let squared = way.dot(&way);
        // All four at once, before any is chosen.
        let lengths = squared.map(T::sqrt);
        let bounds = [0, 1, 2, 3].map(|lane| along.0[lane] / lengths.0[lane] - self.pad);
        [0, 1, 2, 3].map(|lane| if squared.0[lane] > self.short { bounds[lane].to_f64() } else { -f64::INFINITY })
    }
}
