"""Plans of a robot: paths between configurations of which every edge is proven free."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Optional

import numpy.typing as npt

from .. import _clearance, pages
from ..hints import hinted
from ..pages import File
from ..poses import PoseLike
from ..vectors import number
from .model import LIMIT_TOLERANCE, Configuration, Model, count
from .trajectories import Rates, TimedPath


@dataclass(frozen=True)
class Plan:
    """A path between two configurations of which every edge is proven free, or why there is none.

    Attributes
    ----------
    path
        The corners, from start to goal; empty if it is not ``solved``.
    length
        The Euclidean length in joint space.
    clearance_lower
        No signed distance is below it anywhere on the path.
    goal
        Which of several goals is reached.
    turns
        By how many whole turns each value of the path's end exceeds the goal's, in the order of ``Robot.variables``: joints without limits may turn
        either way.
    reason
        Why it is not solved.
    iterations, checked_edges, nodes
        Samples, edges that were checked, and nodes of both trees.
    clamped
        The joints whose values in start or goals were moved to a limit that they missed by at most the tolerance.
    seconds
        The time that it took; not compared.
    """

    path: tuple[tuple[float, ...], ...] = ()
    length: Optional[float] = None
    clearance_lower: Optional[float] = None
    goal: int = 0
    turns: tuple[float, ...] = ()
    reason: Optional[str] = None
    iterations: int = 0
    checked_edges: int = 0
    nodes: int = 0
    clamped: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    _robot: Optional[_clearance.Robot] = field(default=None, compare=False, repr=False)

    @property
    def solved(self) -> bool:
        """Whether there is a path."""
        return self.reason is None

    @cached_property
    def certificate(self) -> Optional[str]:
        """A line of JSON for :meth:`Robot.verify` and the command ``clearance robot verify``, made when it is first read; None without a path."""
        if self._robot is None or not self.solved:
            return None
        robot: Any = self._robot
        line: Optional[str] = robot.certificate(self.path)
        return line

    def times(
        self, *, accelerations: Rates, velocities: Rates = None, jerks: Rates = None, deviation: float = 0.1
    ) -> TimedPath:
        """The path as the fastest trajectory within limits, proven as executed: :meth:`Robot.times`."""
        if self._robot is None or not self.solved:
            raise ValueError(f"there is no path: {self.reason or 'the plan was made without a robot'}")
        robot: Any = self._robot
        found: TimedPath = robot.times(
            self.path, accelerations=accelerations, velocities=velocities, jerks=jerks, deviation=deviation
        )
        return found

    def to_html(self, file: File) -> None:
        """Writes a page that replays the path, with its clearance and its proof; it needs no network."""
        pages.write(self._page("Plan.to_html"), file)

    def show(self) -> None:
        """Opens the page of :meth:`to_html` in the browser."""
        pages.show(self._page("Plan.show"))

    def _repr_html_(self) -> str:
        return pages.frame(self._page("Plan")) if self.solved and self._robot is not None else f"<code>{self!r}</code>"

    def _page(self, made_by: str) -> str:
        if self._robot is None or not self.solved:
            raise ValueError(f"there is no path to show: {self.reason or 'the plan was made without a robot'}")
        return _clearance.robot_page(self._robot, self.path, made_by)


@hinted
class PlanQueries(Model):
    """The search of a robot for a path."""

    __slots__ = ()

    def plan(
        self,
        start: Configuration,
        goal: Optional[Configuration] = None,
        *,
        goals: Optional[Sequence[Configuration]] = None,
        link: Optional[str] = None,
        position: Optional[npt.ArrayLike] = None,
        pose: Optional[PoseLike] = None,
        point: npt.ArrayLike = (0, 0, 0),
        weights: Optional[Mapping[str, float]] = None,
        seed: int = 0,
        iterations: int = 2_000_000,
        time_limit: Optional[float] = None,
        limit_tolerance: float = LIMIT_TOLERANCE,
    ) -> Plan:
        """A path of which every edge is proven free, by RRT-Connect (Kuffner and LaValle, 2000).

        Of a :meth:`group` all other joints stand where they do at the start, and a goal may name the group's joints
        only. Paths are of whole configurations.

        Parameters
        ----------
        goal : Configuration
            Where the path ends; joints without limits may end whole turns away.
        goals : sequence of Configuration
            Instead of a goal: the path ends at any of them.
        link, position, pose, point
            Instead of a goal: the path ends where a point of the link is at the position, or the link at the pose, as for :meth:`inverse`.
        weights : dict
            By the names of joints: how many times a difference counts in the lengths that the planner compares. Default 1.
        seed : int
            Equal seeds give equal plans, on every machine.
        iterations : int
            Maximum number of samples.
        time_limit : float, optional
            Maximum time in seconds; plans that end by it are not the same on every machine.
        limit_tolerance : float
            Values of start and goals that miss a limit by at most this are moved to it; ``Plan.clamped`` names their joints.

        Other Python threads run meanwhile, and Ctrl-C ends the search.
        """
        if sum(given is not None for given in (goal, goals, link)) != 1:
            raise ValueError("expected one of goal, goals and link")
        limits = {
            "seed": count("seed", seed, 64),
            "iterations": count("iterations", iterations),
            "time_limit": time_limit,
            "weights": [(joint, float(weight)) for joint, weight in (weights or {}).items()],
        }
        tolerance = number("tolerance", limit_tolerance)
        begin_at, names = self._within_limits(start, tolerance, None)
        # What stands still is at the goals where it is at the start.
        ends = [self._within_limits(q, tolerance, begin_at) for q in ([goal] if goal is not None else goals or ())]
        targets = [values for values, _ in ends]
        clamped = tuple(dict.fromkeys([*names, *(name for _, more in ends for name in more)]))
        target = None if link is None else ((link, point), (position, pose))
        begin = time.perf_counter()
        found, reason, effort = _clearance.robot_plan(self, begin_at, targets, target, limits)
        path, length, lower, reached, turns = found or ((), None, None, 0, ())
        seconds = time.perf_counter() - begin
        corners = tuple(map(tuple, path))
        return Plan(corners, length, lower, reached, tuple(turns), reason, *effort, clamped=clamped, seconds=seconds, _robot=self)
