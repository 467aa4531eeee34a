"""Tasks of a robot: it plans to a body, takes hold of it, carries it and lets it go, with one proof."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Optional, Union

from .. import _clearance
from ..hints import hinted
from ..pages import File
from ..trajectories import Trajectory
from ..vectors import number
from .model import Model, count
from .trajectories import Rates, rates_of


@dataclass(frozen=True)
class TaskPlan:
    """What came of a task: its steps, and one proof of all motions.

    Attributes
    ----------
    steps
        A dict for each step that was taken: ``"step"`` is its word; ``"path"`` has the configurations of a motion.
    path
        All configurations that the robot passes, straight from one to the next.
    clearance_lower
        No signed distance is below it in any motion; below zero where a depth is allowed.
    certificate
        A line of JSON for :meth:`Robot.verify` and the command ``clearance robot verify``, with all steps.
    failed, reason
        The place of the first step that failed, and why; None of a task that is ``solved``.
    """

    steps: tuple[dict[str, Any], ...]
    path: tuple[tuple[float, ...], ...]
    clearance_lower: float
    certificate: Optional[str] = None
    failed: Optional[int] = None
    reason: Optional[str] = None

    @property
    def solved(self) -> bool:
        """Whether all steps are proven."""
        return self.failed is None

    @property
    def trajectories(self) -> tuple[Trajectory, ...]:
        """The trajectories of all motions of a task with limits, as the certificate proves them."""
        steps = json.loads(self.certificate)["steps"] if self.certificate else []
        motions = [step["motion"] for step in steps if "motion" in step]
        return tuple(Trajectory.from_dict(motion["trajectory"]) for motion in motions if "trajectory" in motion)


@hinted
class TaskQueries(Model):
    """The tasks of a robot."""

    __slots__ = ()

    def task(
        self,
        task: Union[File, dict[str, Any]],
        *,
        accelerations: Rates = None,
        velocities: Rates = None,
        jerks: Rates = None,
        deviation: float = 0.1,
        seed: int = 0,
        iterations: int = 2_000_000,
    ) -> TaskPlan:
        """Takes the steps of a task, and proves all of them, as the command ``clearance robot task``.

        Parameters
        ----------
        task : dict or path of a JSON file
            ``{"start": q, "steps": [..]}``. A step is one of ``{"plan": {"goal": q}}``, with ``"goals"`` or
            ``"goal_pose"`` as the command ``robot plan`` has them, and ``"group"`` beside it; ``{"move": q}``, straight
            to a configuration, or with a dict of joints of any group; ``{"attach": {"body", "link", "touch"}}``;
            ``{"detach": body}``; ``{"allow": [a, b], "depth": metres}`` and ``{"forbid": [a, b]}``, and with ``"until":
            metres`` the pair may touch until the link is that height above where it stands; ``{"keep":
            constraint}`` and ``{"relax": name}``, what holds on all motions in between; ``{"line": {"link", "point",
            "pose"}, "radius": metres}``, a point of a link straight to a pose and within the radius of the line;
            ``{"arc": {"link", "point", "via", "pose"}, "radius": metres}``, on an arc through a point, or ``{"arc":
            {"link", "point", "center", "axis", "angle", "axes"}, ..}`` about a line, with axes that ``"turn"`` with it,
            are ``"still"`` or ``"free"``.
        accelerations, velocities, jerks, deviation
            With limits of accelerations each motion is a trajectory from rest to rest, and is proven as such: as for
            :meth:`Robot.times`.
        seed : int
            Equal seeds give equal plans, on every machine.
        iterations : int
            Maximum number of samples of each plan.

        Other Python threads run meanwhile.

        Raises
        ------
        ValueError
            Names the place in the task: ``/steps/0/attach: missing key "link"``.

        Examples
        --------
        >>> import clearance as cl, json, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
        >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
        >>> _ = file.write_text(json.dumps({"dh": [row, row]}))
        >>> at = lambda name, *xyz: {"name": name, "shape": ball, "pose": {"translation": xyz}}
        >>> arm = cl.Robot.from_dh(file, scene={"bodies": [at("cup", 2, 0, 0), at("post", 0, 3, 0)]})
        >>> carry = [{"attach": {"body": "cup", "link": "link2"}}, {"move": [1.5707963267948966, 0]}, {"detach": "cup"}]
        >>> found = arm.task({"start": [0, 0], "steps": carry})  # the cup ends at (0, 2), the post is at (0, 3)
        >>> found.solved, 0.49 < found.clearance_lower <= 0.5, arm.verify(found.certificate).valid
        (True, True, True)
        """
        limits = (count("seed", seed, 64), count("iterations", iterations))
        rates = (rates_of(self, velocities), rates_of(self, accelerations), rates_of(self, jerks))
        times = None if accelerations is None else (rates, number("deviation", deviation))
        if isinstance(task, dict):
            found = _clearance.robot_task(self, json.dumps(task), limits, times)
        else:
            with open(task, encoding="utf-8") as file:
                text = file.read()
            try:
                found = _clearance.robot_task(self, text, limits, times)
            except ValueError as error:
                raise ValueError(f"{os.fspath(task)}: {error}") from None
        steps, path, lower, certificate, failed = found
        place, reason = failed or (None, None)
        return TaskPlan(tuple(json.loads(steps)), tuple(map(tuple, path)), lower, certificate, place, reason)
