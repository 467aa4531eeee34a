"""Paths and trajectories of a robot: proofs that they are free of contact, and certificates of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Literal, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from .. import _clearance
from ..hints import hinted, shown
from ..trajectories import LimitBreach, Trajectory, TrajectoryCheck, checked
from ..vectors import Vector, number
from .model import Configuration, Model, Rest, rest_of


@dataclass(frozen=True)
class PathCheck:
    """Whether a path is free of contact, proven both ways.

    Attributes
    ----------
    result
        "free", "hit", "violated" where a constraint is, or "undecided": closer to either than rounding can decide.
    clearance_lower
        Of a free path: no signed distance is below it anywhere on the path.
    t_lower, t_upper
        The bracket of the first contact; the path is proven free before ``t_lower``. Times count segments: 2.25 is a quarter
        into the third.
    pair
        Two links, or a link and a body.
    normal, witness_a, witness_b
        The closest point of the pair, in the world.
    constraint, value, limit
        The constraint that is violated, or may be, in place of a pair: its value there, and what it should stay below.
        See :class:`ConstraintValue`.
    """

    result: Literal["free", "hit", "violated", "undecided"]
    clearance_lower: Optional[float] = None
    t_lower: Optional[float] = None
    t_upper: Optional[float] = None
    pair: Optional[tuple[str, str]] = None
    normal: Optional[Vector] = None
    witness_a: Optional[Vector] = None
    witness_b: Optional[Vector] = None
    constraint: Optional[str] = None
    value: Optional[float] = None
    limit: Optional[float] = None

    @property
    def free(self) -> bool:
        """Whether the path is proven free."""
        return self.result == "free"


@dataclass(frozen=True)
class Verification:
    """The result of checking a certificate: if it holds, no signed distance on its path is below ``clearance_lower``; otherwise ``reason`` says why.

    Attributes
    ----------
    start, end
        The first and the last configuration of the certificate's path.
    pairs
        The number of pairs that it covers; :meth:`Robot.not_checked` lists the others.
    """

    clearance_lower: Optional[float]
    reason: Optional[str]
    start: tuple[float, ...]
    end: tuple[float, ...]
    pairs: int

    @property
    def valid(self) -> bool:
        """Whether the certificate holds."""
        return self.reason is None


@hinted
class PathQueries(Model):
    """The queries of a robot about paths of straight segments between configurations, and about trajectories."""

    __slots__ = ()

    @overload
    def check(
        self, path: Sequence[Configuration], *, margin: float = 0.0, tolerance: Optional[float] = 1e-3
    ) -> PathCheck: ...
    @overload
    def check(
        self, path: Trajectory, *, margin: float = 0.0, tolerance: Optional[float] = 1e-3, rest: Rest = None
    ) -> TrajectoryCheck: ...
    def check(
        self,
        path: Union[Sequence[Configuration], Trajectory],
        *,
        margin: float = 0.0,
        tolerance: Optional[float] = 1e-3,
        rest: Rest = None,
    ) -> Union[PathCheck, TrajectoryCheck]:
        """Whether a path of straight segments between configurations, or a trajectory, is free of contact at all times, with proof.

        Parameters
        ----------
        path : sequence of Configuration, or Trajectory
            Of a trajectory all that is within its tube and its boxes of poses is meant.
        margin : float
            All pairs must stay farther apart than this, in addition to their margins.
        tolerance : float, optional
            The proven bound of the least clearance of a free path is below it by no more than this; with None, or where joints or bodies have errors, it may be far below.
        rest : str or dict, optional
            The values of joints that a trajectory does not name: a group state of the SRDF, or a configuration.
        """
        if isinstance(path, Trajectory):
            options = (number("margin", margin), tolerance, None)
            return checked(_clearance.trajectory_check(self, path.to_json(), rest_of(rest), options, False))
        refuse_rest(rest)
        return path_check(self._check(list(path), number("margin", margin), tolerance))

    def edge(
        self, start: Configuration, end: Configuration, *, margin: float = 0.0, tolerance: Optional[float] = 1e-3
    ) -> PathCheck:
        """:meth:`check` of one straight segment."""
        return self.check([start, end], margin=margin, tolerance=tolerance)

    def certificate(
        self,
        path: Union[Sequence[Configuration], Trajectory],
        *,
        margin: float = 0.0,
        least: Optional[float] = None,
        rest: Rest = None,
    ) -> Optional[str]:
        """A line of JSON that proves a path or a trajectory free by more than ``margin``, for :meth:`verify`; None if it is not proven free.

        With ``least``, it also proves that no signed distance of any pair is at or below it: with a little less than
        the ``lower`` of :meth:`closest_approach`, it proves the closest approach.

        Examples
        --------
        A ball at the end of an arm of length 1 turns past a ball 3 m away; both have radius 0.25:

        >>> import clearance as cl, json, math, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
        >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
        >>> _ = file.write_text(json.dumps({"dh": [row], "shapes": [{"link": 1, "shape": ball}]}))
        >>> world = {"bodies": [{"name": "post", "shape": ball, "pose": {"translation": [0, 3, 0]}}]}
        >>> robot, path = cl.Robot.from_dh(file, scene=world), [[0], [math.pi]]
        >>> found = robot.closest_approach(path)
        >>> proof = robot.certificate(path, least=found.lower - 1e-6)
        >>> round(robot.verify(proof, path).clearance_lower, 5)
        1.5
        """
        limits = (number("margin", margin), None if least is None else number("least", least))
        if isinstance(path, Trajectory):
            options = (limits[0], None, limits[1])
            return _clearance.trajectory_check(self, path.to_json(), rest_of(rest), options, True)[3]
        refuse_rest(rest)
        return _clearance.robot_certificate(self, list(path), *limits)

    def verify(
        self, certificate: str, path: Union[Sequence[Configuration], Trajectory, None] = None
    ) -> Verification:
        """Checks a certificate again, by supports and kinematics only; robot, world and margins must be those that it was written for.

        A certificate proves its own path only: give the ``path`` or the trajectory that is to be driven, and one of any other is refused.

        Raises
        ------
        ValueError
            If it is not a certificate, or the path is not one of this robot.
        """
        if isinstance(path, Trajectory) or path is None and _is_of_a_trajectory(certificate):
            about = path.to_json() if isinstance(path, Trajectory) else None
            lower, reason, pairs = _clearance.trajectory_verify(self, certificate, about)
            return Verification(lower, reason, (), (), pairs)
        lower, reason, start, end, pairs = _clearance.robot_verify(self, certificate, None if path is None else list(path))
        return Verification(lower, reason, tuple(start), tuple(end), pairs)


def refuse_rest(rest: Rest) -> None:
    if rest is not None:
        raise TypeError(f"rest must be None with a path, whose configurations have all values, got {shown(rest)}")


def path_check(found: _clearance._Checked) -> PathCheck:
    result, clearance_lower, hit, broken = found
    if broken is not None:
        (t_lower, t_upper), constraint, value, limit = broken
        return PathCheck(result, None, t_lower, t_upper, constraint=constraint, value=value, limit=limit)
    if hit is None:
        return PathCheck(result, clearance_lower)
    (t_lower, t_upper), pair, vectors = hit
    return PathCheck(result, None, t_lower, t_upper, pair, *vectors)


def _is_of_a_trajectory(certificate: str) -> bool:
    try:
        found = json.loads(certificate)
    except ValueError:
        return False  # What is wrong with it is said where it is read.
    return isinstance(found, dict) and found.get("what") == "trajectory"
