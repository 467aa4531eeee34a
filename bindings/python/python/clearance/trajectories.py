"""Trajectories that robots execute: joints in time as controllers interpolate them, moving bodies, and the errors of both."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _clearance
from .hints import hinted
from ._clearance import Pose
from .pages import File, existing
from .vectors import Vector, number

Interpolation = Literal["linear", "cubic", "quintic"]


@hinted
class Trajectory:
    """Joints in time, in seconds, with bodies that move.

    Parameters
    ----------
    times : n numbers
        Seconds, increasing.
    positions : (n, joints) array
        Radians or metres.
    velocities, accelerations : (n, joints) array, optional
        With velocities each interval is a cubic, with accelerations too a quintic, as ``joint_trajectory_controller`` interpolates.
    joints : list of str, optional
        The names of the columns; by default all values of the robot, in their order.
    interpolation : {"linear", "cubic", "quintic"}, optional
        By default it follows from the given arrays.
    tube : float or list of float, optional
        A bound on the error of each joint at any time, radians or metres.
    bodies : dict, optional
        Motions of bodies of the scene by name, and bounds on the errors of their poses, as in docs/reference/formats.md.

    Examples
    --------
    >>> import clearance as cl
    >>> swing = cl.Trajectory([0, 2], [[0.0], [1.0]], velocities=[[0.0], [0.0]], joints=["shoulder"], tube=0.01)
    >>> swing.to_dict()["points"][1]
    {'time': 2.0, 'positions': [1.0], 'velocities': [0.0]}
    """

    def __init__(
        self,
        times: npt.ArrayLike,
        positions: npt.ArrayLike,
        *,
        velocities: Optional[npt.ArrayLike] = None,
        accelerations: Optional[npt.ArrayLike] = None,
        joints: Optional[Sequence[str]] = None,
        interpolation: Optional[Interpolation] = None,
        tube: Union[float, Sequence[float], None] = None,
        bodies: Optional[Mapping[str, Any]] = None,
    ) -> None:
        moments = np.asarray(times, dtype=np.float64)
        given = {"positions": positions, "velocities": velocities, "accelerations": accelerations}
        columns = {key: np.asarray(rows, dtype=np.float64) for key, rows in given.items() if rows is not None}
        for key, rows in columns.items():
            if moments.ndim != 1 or rows.ndim != 2 or len(rows) != len(moments):
                raise ValueError(f"{key} must have a row for each of {moments.size} times, got the shape {rows.shape}")
        points = [
            {"time": number("time", time), **{key: [float(value) for value in rows[i]] for key, rows in columns.items()}}
            for i, time in enumerate(moments)
        ]
        data: dict[str, Any] = {"points": points}
        if joints is not None:
            data["joints"] = list(joints)
        if interpolation is not None:
            data["interpolation"] = interpolation
        if tube is not None:
            data["tube"] = tube if isinstance(tube, (int, float)) else [number("size", size) for size in tube]
        if bodies is not None:
            data["bodies"] = dict(bodies)
        self._data = data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Trajectory:
        """A trajectory as docs/reference/formats.md describes it, also of pieces of constant jerk."""
        made = cls.__new__(cls)
        made._data = {key: value for key, value in data.items() if key != "id"}
        return made

    @classmethod
    def from_file(cls, file: File) -> Trajectory:
        """The trajectory of a file: JSON, CSV with a column ``time``, or a trajectory message of ROS or MoveIt in YAML or JSON.

        Raises
        ------
        ValueError
            If the file has none, or several: those of :meth:`all_of_file`.
        """
        found = cls.all_of_file(file)
        if len(found) != 1:
            raise ValueError(f"{file}: expected one trajectory, got {len(found)}")
        return found[0]

    @classmethod
    def all_of_file(cls, file: File) -> list[Trajectory]:
        """All trajectories of a file."""
        return [cls.from_dict(json.loads(text)) for text in _clearance.trajectory_file(existing(file))]

    def to_dict(self) -> dict[str, Any]:
        """The trajectory as docs/reference/formats.md describes it."""
        copied: dict[str, Any] = json.loads(self.to_json())
        return copied

    def to_json(self) -> str:
        """The trajectory as a text in JSON."""
        return json.dumps(self._data)

    def __repr__(self) -> str:
        points = self._data.get("points", [])
        return f"<Trajectory: {len(points)} points, {len(self._data.get('bodies', {}))} bodies>"


@dataclass(frozen=True)
class TrajectoryCheck:
    """Whether a trajectory is free of contact at all times, proven both ways.

    Attributes
    ----------
    result
        "free" for all errors within its tube and its boxes of poses, "hit", "violated" where a constraint is, or
        "undecided".
    clearance_lower, clearance_upper
        For a free trajectory, bounds of the least signed distance. The upper one is the least distance found, infinite if none had to be computed; with
        a ``tolerance`` the two differ by at most that.
    t_lower, t_upper
        Seconds: free before ``t_lower``, and of a hit in contact at ``t_upper``.
    pair
        Two links, or a link and a body.
    normal, witness_a, witness_b
        The closest point of the pair, in the world.
    q, bodies, off
        The joint values and the poses of moving bodies at the contact, and whether they differ from the written ones, within the tube and the boxes.
    constraint, value, limit
        The constraint that is violated, or may be, in place of a pair: its value there, and what it should stay below.
        See :class:`ConstraintValue`.
    """

    result: Literal["free", "hit", "violated", "undecided"]
    clearance_lower: Optional[float] = None
    clearance_upper: Optional[float] = None
    t_lower: Optional[float] = None
    t_upper: Optional[float] = None
    pair: Optional[tuple[str, str]] = None
    normal: Optional[Vector] = None
    witness_a: Optional[Vector] = None
    witness_b: Optional[Vector] = None
    q: Optional[tuple[float, ...]] = None
    bodies: Optional[dict[str, Pose]] = None
    off: bool = False
    constraint: Optional[str] = None
    value: Optional[float] = None
    limit: Optional[float] = None

    @property
    def free(self) -> bool:
        """Whether the trajectory is proven free."""
        return self.result == "free"


@dataclass(frozen=True)
class LimitBreach:
    """A limit that a trajectory exceeds.

    Attributes
    ----------
    joint, quantity
        The name of the joint, and which of its values: "position", "velocity", "acceleration" or "jerk".
    limit
        The limit, radians or metres, by seconds to the power of the derivative.
    lower, upper
        The value at ``time`` is between them.
    time
        The first time beyond the limit, seconds.
    proven
        True if ``lower`` and ``upper`` are both beyond the limit.
    """

    joint: str
    quantity: Literal["position", "velocity", "acceleration", "jerk"]
    limit: float
    lower: float
    upper: float
    time: float
    proven: bool


def checked(found: Any) -> TrajectoryCheck:
    """The result of the compiled part."""
    result, bounds, contact, _, broken = found
    if broken is not None:
        (t_lower, t_upper), constraint, value, limit = broken
        return TrajectoryCheck(result, None, None, t_lower, t_upper, constraint=constraint, value=value, limit=limit)
    lower, upper = bounds or (None, None)
    if contact is None:
        return TrajectoryCheck(result, lower, upper)
    ((t_lower, t_upper), pair, (normal, witness_a, witness_b)), (q, bodies, off) = contact
    return TrajectoryCheck(
        result, None, None, t_lower, t_upper, pair, normal, witness_a, witness_b, tuple(q), dict(bodies), off
    )
