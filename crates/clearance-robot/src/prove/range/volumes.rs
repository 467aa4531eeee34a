//! The gap of a pair's control volumes over a cell, and the axis of a frame that proves most by it.

use clearance::enclosure::{Axis, Gap};
use clearance::{Halfspace, Real, Vec3, Vector};

use super::along::PosedCell;
use crate::bound::control_volume::ControlVolume;
use crate::bound::height::Lever;
use crate::cell::chain::FixedAxis;
use crate::cell::piece::Piece;
use crate::linear::least_norm_point;

/// The control volumes of a pair relative to one frame.
pub(super) struct Volumes<'c> {
    cell: &'c PosedCell<'c>,
    first: ControlVolume<'c>,
    second: Second<'c>,
}

enum Second<'c> {
    Volume(ControlVolume<'c>),
    Halfspace(&'c Halfspace<Vec3<f64>>),
}

/// The gap along an axis.
pub(super) struct VolumeGap {
    /// A lower bound.
    pub lower: f64,
    /// The offset from the highest point of the first core to the lowest of the second; `None` for a halfspace, or if
    /// the gap is enough.
    pub between: Option<Vec3<f64>>,
}

/// An axis of the frame that carries both bodies, with its bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BestAxis {
    pub axis: Vec3<f64>,
    pub lower: f64,
}

impl<'s> PosedCell<'s> {
    /// The control volumes by the joints to a frame; `None` if a joint turns too far, or for what has no gap along an
    /// axis.
    pub(super) fn volumes(&self, levers: &[Vec<Lever>; 2]) -> Option<Volumes<'_>> {
        let volume = |body: usize| {
            let Piece::Convex(shape) = &self.posed.parts[body].piece else { return None };
            ControlVolume::new(shape, &self.posed.poses[body], &self.balls[body], &levers[body])
        };
        let second = match self.posed.parts[1].piece.halfspace() {
            Some(half) => Second::Halfspace(half),
            None => Second::Volume(volume(1)?),
        };
        Some(Volumes { cell: self, first: volume(0)?, second })
    }

    /// A lower bound of the gap of the control volumes along an axis; where it is `enough`, it may be more.
    pub(crate) fn gap_of_volumes(&self, fixed: FixedAxis, enough: f64) -> Option<f64> {
        let axis = self.axis_of(self.in_common(fixed)?);
        Some(self.volumes(&self.levers_to(fixed.side))?.gap(&axis, enough).lower)
    }

    /// The axis of the frame that carries both bodies along which control volumes have the largest gap, or one whose
    /// gap is `enough`, sought from an axis on. `None` without volumes.
    ///
    /// The largest gap is the distance of the volumes, which are convex: each axis gives a point of their difference,
    /// and the point of the hull of these that is nearest to zero the next axis (E. Gilbert, D. Johnson and S. Keerthi
    /// 1988). In the frames of the bodies, the volumes of all measured pairs are nearer.
    pub fn best_axis(&self, normal: Vec3<f64>, enough: f64) -> Option<BestAxis> {
        let volumes = self.volumes(&self.levers)?;
        let mut points: Vec<Vec<f64>> = Vec::new();
        let mut best: Option<BestAxis> = None;
        let mut towards = normal;
        for _ in 0..MOST_AXES {
            // As a certificate has it, and its verifier finds it.
            let axis = towards.normalized();
            let Some(along) = self.in_common(FixedAxis::between(axis)) else { break };
            let VolumeGap { lower, between } = volumes.gap(&self.axis_of(along), enough);
            if best.as_ref().is_none_or(|best| best.lower < lower) {
                best = Some(BestAxis { axis, lower });
            }
            let Some(between) = between.filter(|_| !(lower >= enough)) else { break };
            points.push(<[f64; 3]>::from(between).to_vec());
            let Some(near) = least_norm_point(&points) else { break };
            towards = Vec3::from_fn(|k| near.point[k]);
            // No axis has a larger gap than the distance of some points.
            let far = towards.norm();
            if !(far - volumes.radius() > enough.min(lower + FINE * far)) {
                break;
            }
        }
        best
    }
}

/// How many axes are tried, and the gain that is worth another one, as a part of the distance of the cores.
const MOST_AXES: usize = 6;
const FINE: f64 = 1e-6;

impl Volumes<'_> {
    /// The radii about the cores.
    fn radius(&self) -> f64 {
        let Second::Volume(second) = &self.second else { return self.first.radius() };
        self.first.radius() + second.radius()
    }

    /// The gap along an axis of the frame that carries both bodies. Where it is `enough`, it may be more.
    pub fn gap(&self, axis: &Axis<Vec3<f64>>, enough: f64) -> VolumeGap {
        match &self.second {
            Second::Volume(second) => self.gap_to(second, axis, enough),
            Second::Halfspace(half) => {
                let peak = self.first.peak(axis, f64::NEG_INFINITY);
                let plane = (half.offset(), 6.0 * f64::UNIT * half.offset().abs());
                let poses = self.cell.posed.poses.each_ref();
                let gap = Gap::of_heights(axis, poses, [(peak.value, peak.error), plane]);
                VolumeGap { lower: gap.lower(), between: None }
            }
        }
    }

    /// The one with fewer joints is walked first: of the other only what comes higher than what leaves enough.
    fn gap_to(&self, second: &ControlVolume, axis: &Axis<Vec3<f64>>, enough: f64) -> VolumeGap {
        let poses = self.cell.posed.poses.each_ref();
        let (rise, off) = axis.rise(poses[0], poses[1]);
        let is_first = self.first.joint_count() <= second.joint_count();
        let (short, long) = if is_first { (&self.first, second) } else { (second, &self.first) };
        let [towards, back] = if is_first { [*axis, -*axis] } else { [-*axis, *axis] };
        let near = short.peak(&towards, f64::NEG_INFINITY);
        let rounded = 16.0 * f64::UNIT * (rise.abs() + near.value.abs());
        let errors = 2.0 * (off + near.error + long.error_along(&back)) + rounded;
        let far = long.peak(&back, rise - near.value - enough - errors);
        let (a, b) = if is_first { (near, far) } else { (far, near) };
        let gap = Gap::of_heights(axis, poses, [&a, &b].map(|peak| (peak.value, peak.error)));
        VolumeGap { lower: gap.lower(), between: a.point.zip(b.point).map(|(a, b)| b - a) }
    }
}
