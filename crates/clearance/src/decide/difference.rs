//! The Minkowski difference of two polytopal cores by exact supports.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::ExactPose;
use crate::exact::{Exact, ExactPoint, ExactVector};
use crate::math::{Pose, Vec3, Vector};
use crate::support::{Hint, Snapshot, SupportExt};

/// A vertex of the difference and the pair of vertices that it is made of.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    /// `a − b` times the [common denominator](Difference::denominator).
    pub point: ExactVector,
    /// `a` and `b`.
    pub sides: [ExactPoint; 2],
    pub ids: [Hint; 2],
}

/// Why a computation on a [`Difference`] cannot continue.
#[derive(Debug)]
pub(super) enum Stop {
    /// A shape has no exact support.
    Inexact,
    /// A vertex has a denominator that is not known yet: admit it and begin again.
    Denominator(Exact),
}

/// `M = A − B`, all points over one common denominator, so that predicates see integers.
///
/// Rigid bodies have one denominator, the product of the squared lengths of their quaternions. A hull of differently
/// posed parts has several; each new one that is met is admitted once.
pub(super) struct Difference<'a, V: Vector> {
    a: &'a Snapshot<'a, V>,
    b: &'a Snapshot<'a, V>,
    poses: [ExactPose; 2],
    denominators: Vec<Exact>,
}

impl<'a, V: Vector> Difference<'a, V> {
    /// None if a pose is not [exact](Pose::is_exact).
    pub fn new(a: &'a Snapshot<'a, V>, pose_a: &Pose<V>, b: &'a Snapshot<'a, V>, pose_b: &Pose<V>) -> Option<Self> {
        let poses = [ExactPose::new(pose_a)?, ExactPose::new(pose_b)?];
        Some(Difference { a, b, poses, denominators: Vec::new() })
    }
    pub fn admit(&mut self, denominator: Exact) {
        self.denominators.push(denominator);
    }
    pub fn denominator(&self) -> Exact {
        self.product(|_| true)
    }
    fn product(&self, factor: impl Fn(&Exact) -> bool) -> Exact {
        self.denominators.iter().filter(|w| factor(w)).fold(Exact::ONE, |product, w| &product * w)
    }

    /// The vertex of `A` (side 0) farthest along `dir`, or of `B` (side 1) farthest against it.
    pub fn side(&self, side: usize, dir: &ExactVector) -> Result<(ExactPoint, Hint), Stop> {
        let local = self.poses[side].vector_back(dir);
        let found = if side == 0 { self.a.exact_support(&local) } else { self.b.exact_support(&-local) };
        let (point, id) = found.ok_or(Stop::Inexact)?;
        Ok((self.poses[side].point(&point), id))
    }

    /// The vertex of `M` farthest along `dir`.
    pub fn support(&self, dir: &ExactVector) -> Result<Vertex, Stop> {
        let ((a, id_a), (b, id_b)) = (self.side(0, dir)?, self.side(1, dir)?);
        let ExactPoint { xyz, w } = a.minus(&b);
        if !self.denominators.contains(&w) {
            return Err(Stop::Denominator(w));
        }
        let point = match self.denominators.len() {
            1 => xyz,
            _ => xyz.scale(&self.product(|other| *other != w)),
        };
        Ok(Vertex { point, sides: [a, b], ids: [id_a, id_b] })
    }

    /// A vertex with `dir·point > level`; `None` if there is none.
    ///
    /// A wide direction is tried rounded first: whatever vertex that finds, it is compared exactly, and only a failure
    /// has to be confirmed with the direction itself.
    pub fn beyond(&self, dir: &ExactVector, level: &Exact) -> Result<Option<Vertex>, Stop> {
        let above = |vertex: &Vertex| dir.dot(&vertex.point).cmp(level) == Ordering::Greater;
        if dir.is_wide() {
            let rounded = ExactVector::new(dir.approximate::<Vec3<f64>>());
            let vertex = self.support(&rounded)?;
            if above(&vertex) {
                return Ok(Some(vertex));
            }
        }
        Ok(Some(self.support(dir)?).filter(above))
    }
}
