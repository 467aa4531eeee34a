"""Motions of a robot along a path of its tip, with a proof of what lies between the steps."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Optional, Union

from .. import _clearance
from ..hints import hinted
from ..pages import File
from ..vectors import Vector
from .model import Model
from .paths import PathCheck, path_check

Task = Union[File, dict[str, Any]]
"""A motion of :meth:`Robot.follow`: a dict, or the path of a JSON file."""


@dataclass(frozen=True)
class FollowedStep:
    """A step of a :class:`Followed` motion: the configuration at a time, where the tip is, and what is nearest.

    Attributes
    ----------
    time, q
        Seconds from the start, and the configuration in the order of ``Robot.variables``.
    tip
        The place of the tip in the world.
    signed_distance, lower, upper, pair
        The nearest pair, its signed distance and the bounds of it; None if no pair is checked.
    beyond_limits
        The names of the joints whose values are beyond a limit.
    """

    time: float
    q: tuple[float, ...]
    tip: Vector
    signed_distance: Optional[float] = None
    lower: Optional[float] = None
    upper: Optional[float] = None
    pair: Optional[tuple[str, str]] = None
    beyond_limits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Followed:
    """A motion of a robot, step by step, with what is proven of all that lies between the steps.

    Attributes
    ----------
    steps
        From the start to the end of the motion.
    proof
        Of the straight segments between the steps: free with nearly the least clearance, or the first contact.
    certificate
        Of a motion that is free: a line of JSON for :meth:`Robot.verify` and the command ``clearance robot verify``.
    """

    steps: tuple[FollowedStep, ...]
    proof: PathCheck
    certificate: Optional[str]

    @property
    def path(self) -> tuple[tuple[float, ...], ...]:
        """The configurations of all steps."""
        return tuple(step.q for step in self.steps)


@hinted
class FollowQueries(Model):
    """The motion of a robot along a path of its tip."""

    __slots__ = ()

    def follow(self, task: Task) -> Followed:
        """Moves a tip along a path, and proves what lies between the steps: as the command ``clearance robot follow``, to the last bit.

        Parameters
        ----------
        task : dict or path of a JSON file
            ``{"tip": {"link", "point"?}, "start": q, "stages": [{"velocity": [x, y, z], "duration": s}, ..]}`` for the planner of the
            paper, with ``"variant"``, ``"k"``, ``"d0"``, ``"step"`` and ``"feedback"`` if wanted; or with ``"planner": "velocity"`` and
            ``"goal": [x, y, z], "duration": s`` in place of the stages, for a velocity controller whose every step is proven.

        Other Python threads run meanwhile, and Ctrl-C ends the motion.

        Raises
        ------
        ValueError
            Names the place in the task: ``/stages/0/duration: must not be negative, got -1``.
        """
        if isinstance(task, dict):
            steps, proof, certificate = _clearance.robot_follow(self, json.dumps(task))
        else:
            with open(task, encoding="utf-8") as file:
                text = file.read()
            try:
                steps, proof, certificate = _clearance.robot_follow(self, text)
            except ValueError as error:
                raise ValueError(f"{os.fspath(task)}: {error}") from None
        return Followed(tuple(_step(*step) for step in steps), path_check(proof), certificate)


def _step(
    time: float,
    q: list[float],
    tip: Vector,
    nearest: Optional[tuple[float, float, float, tuple[str, str]]],
    beyond_limits: list[str],
) -> FollowedStep:
    distance, lower, upper, pair = nearest or (None, None, None, None)
    return FollowedStep(time, tuple(q), tip, distance, lower, upper, pair, tuple(beyond_limits))
