"""Trajectories of a robot: their values, jumps and limits, and the largest tube that is free."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Optional, Union

import numpy as np
import numpy.typing as npt

from .. import _clearance
from ..hints import hinted
from ..trajectories import LimitBreach, Trajectory, TrajectoryCheck, checked
from .model import Configuration, Model, Rest, rest_of
from ..vectors import number


Rates = Union[float, Mapping[str, float], None]
"""Limits of joints: one for all, or by name."""


def rates_of(robot: Model, given: Rates) -> list[Optional[float]]:
    """The limits of all values of a robot."""
    names = robot.variables
    if given is None or isinstance(given, Mapping):
        unknown = [name for name in given or {} if name not in names]
        if unknown:
            raise ValueError(f"no joint with a value is named {unknown[0]!r}")
        return [dict(given or {}).get(name) for name in names]
    return [number("limit", given)] * len(names)


@dataclass(frozen=True)
class TimedPath:
    """A path as the fastest trajectory along it, with what is proven of it as it is executed.

    Attributes
    ----------
    trajectory
        From rest to rest: times, positions and velocities, joined by cubics.
    check
        What is known of the trajectory as it is executed.
    certificate
        Of a trajectory that is free: a line of JSON for :meth:`Robot.verify`.
    rounded, stops
        The corners that are rounded, and those at which the robot stops.
    """

    trajectory: Trajectory
    check: TrajectoryCheck
    certificate: Optional[str]
    rounded: int
    stops: int

    @property
    def duration(self) -> float:
        """Seconds."""
        return float(self.trajectory.to_dict()["points"][-1]["time"])


@hinted
class TrajectoryQueries(Model):
    """The queries of a robot about trajectories that are not about contact alone."""

    __slots__ = ()

    def times(
        self,
        path: Sequence[Configuration],
        *,
        accelerations: Rates,
        velocities: Rates = None,
        jerks: Rates = None,
        deviation: float = 0.1,
    ) -> TimedPath:
        """The fastest trajectory along a path within limits of velocities, accelerations and jerks, proven as executed.

        Corners are rounded where that is proven free; at the others, and at both ends, the robot stops. Velocities are
        the greatest that the limits leave (Pham and Pham, 2018), and the limits are kept at every time, by proof.
        Without limits of jerk, accelerations jump. With them, the motion along a straight segment is the fastest, and
        corners are passed at constant velocity; the trajectory is of quintics, as it has accelerations.

        Parameters
        ----------
        path : sequence of Configuration
            Joined by straight edges.
        accelerations, velocities, jerks : float or dict
            One limit for all joints, or those of joints by name; velocities without one have the limits of the robot's
            file.
        deviation : float
            No joint is farther from a corner than this where it is rounded, radians or metres; 0 stops at all corners.

        Raises
        ------
        ValueError
            If a joint moves without a positive limit of velocity, of acceleration, and of jerk if there is any.

        Examples
        --------
        >>> import clearance as cl, json, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
        >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
        >>> _ = file.write_text(json.dumps({"dh": [row, row], "shapes": [{"link": 2, "shape": ball}]}))
        >>> arm = cl.Robot.from_dh(file)
        >>> found = arm.times([[0, 0], [3, 0]], velocities=1.5, accelerations=3)  # ramps of half a second, and 1.5 s
        >>> 2.5 <= found.duration < 2.52, found.check.free
        (True, True)
        >>> soft = arm.times([[0, 0], [3, 0]], velocities=1.5, accelerations=3, jerks=12)  # ramps of 3/4 of a second
        >>> round(soft.duration, 6), soft.check.free
        (2.75, True)
        """
        rates = rates_of(self, velocities), rates_of(self, accelerations), rates_of(self, jerks)
        text, found, (rounded, stops) = _clearance.robot_times(self, list(path), rates, number("deviation", deviation))
        return TimedPath(Trajectory.from_dict(json.loads(text)), checked(found), found[3], rounded, stops)

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
        rates = rates_of(self, velocities), rates_of(self, accelerations), rates_of(self, jerks)
        found = _clearance.trajectory_limits(self, trajectory.to_json(), rest_of(rest), rates, number("tolerance", tolerance))
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
