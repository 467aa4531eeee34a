"""Trajectories of a robot: their values, jumps and limits, and the largest tube that is free."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Optional

import numpy as np
import numpy.typing as npt

from .. import _clearance
from ..hints import hinted
from ..trajectories import LimitBreach, Trajectory
from .model import Model, Rest, rest_of
from ..vectors import number


@hinted
class TrajectoryQueries(Model):
    """The queries of a robot about trajectories that are not about contact alone."""

    __slots__ = ()

    def free_scale(
        self, trajectory: Trajectory, *, margin: float = 0.0, halvings: int = 10, rest: Rest = None
    ) -> Optional[float]:
        """The largest factor of tube and boxes with which a trajectory is proven free, of those that halving tries; None if it is not free without them."""
        return _clearance.trajectory_scale(self, trajectory.to_json(), rest_of(rest), number("margin", margin), index(halvings))

    def beyond_limits(
        self,
        trajectory: Trajectory,
        *,
        velocities: Optional[Mapping[str, float]] = None,
        accelerations: Optional[Mapping[str, float]] = None,
        jerks: Optional[Mapping[str, float]] = None,
        tolerance: float = 1e-5,
        rest: Rest = None,
    ) -> list[LimitBreach]:
        """The limits that a trajectory does not keep, first places only; all others are proven to be kept at every time.

        Positions and velocities have the limits of the robot's file, ``velocities`` replaces those that it names. ``tolerance`` is for positions.
        """
        names = self.variables
        rates = tuple([dict(given or {}).get(name) for name in names] for given in (velocities, accelerations, jerks))
        for given in (velocities, accelerations, jerks):
            unknown = [name for name in (given or {}) if name not in names]
            if unknown:
                raise ValueError(f"no joint with a value is named {unknown[0]!r}")
        found = _clearance.trajectory_limits(self, trajectory.to_json(), rest_of(rest), rates, number("tolerance", tolerance))  # type: ignore[arg-type]
        return [LimitBreach(joint, what, limit, *value, time, proven) for joint, what, limit, value, time, proven in found]

    def along(
        self, trajectory: Trajectory, times: npt.ArrayLike, *, derivative: int = 0, rest: Rest = None
    ) -> npt.NDArray[np.float64]:
        """The joint values of a trajectory at some times, or their derivatives from 1 to 3, as an ``(n, dof)`` array; rounded."""
        moments = [number("time", time) for time in np.asarray(times, dtype=np.float64).ravel()]
        _, _, rows = _clearance.trajectory_at(self, trajectory.to_json(), rest_of(rest), moments, index(derivative))
        return np.array(rows, dtype=np.float64).reshape(len(moments), len(self.variables))

    def jumps(self, trajectory: Trajectory, *, rest: Rest = None) -> list[tuple[str, float, int, float]]:
        """Jumps between pieces: joint, time, derivative, and size."""
        return _clearance.trajectory_at(self, trajectory.to_json(), rest_of(rest), [], 0)[1]
