"""A monitor for a controller's loop: proven bounds of how near a robot may come within its horizon."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

from . import _clearance
from .hints import hinted
from .poses import PoseLike
from .robot.robot import Robot
from .shape import Shape

Numbers = Union[float, Sequence[float]]


@dataclass(frozen=True)
class Watched:
    """A body that moves on its own: a person's arm, a cart.

    Attributes
    ----------
    shape
        Its shape in its own frame.
    speed
        The greatest speed of any of its points, m/s: 1.6 for a walking person, 2 for a reaching arm (ISO 13855).
    margin
        A length that is subtracted from distances: the error of the camera, and C of ISO 13855.
    """

    shape: Shape
    speed: float
    margin: float = 0.0


@dataclass(frozen=True)
class Separation:
    """The least separation of pairs of one kind, minus their margins, over everything that may happen within the horizon.

    Attributes
    ----------
    lower
        Proven: never above the truth, metres.
    upper
        Attained by an allowed configuration and allowed bodies; infinite if none was examined.
    pair
        Two links, or a link and a body.
    """

    lower: float
    upper: float
    pair: tuple[str, str]


@dataclass(frozen=True)
class Reading:
    """The answer of one tick.

    Attributes
    ----------
    verdict
        "free": all lower bounds are positive. "close": not proven, the robot has to stop. "fault": the sample cannot be used.
    watched, own, world
        Separations of the robot from the watched bodies, from itself and from its scene; None without pairs, and for a fault.
    horizon
        The horizon of the answer, seconds from now.
    complete
        False if the budget ended the search before the bounds were final. They are proven either way.
    evaluations
        Number of support evaluations.
    reason
        Why the sample cannot be used.
    """

    verdict: Literal["free", "close", "fault"]
    watched: Optional[Separation]
    own: Optional[Separation]
    world: Optional[Separation]
    horizon: float
    complete: bool
    evaluations: int
    reason: Optional[str] = None

    def __bool__(self) -> bool:
        """Whether it is proven that nothing touches within the horizon."""
        return self.verdict == "free"


@hinted
class Monitor:
    """Proven bounds, at each tick, of how near a robot may come to people, to itself and to its scene within its stopping time.

    There are three models of the joints: any motion within ``accelerations`` for a ``horizon``; motion for the time of ``reaction``, then braking with at least
    ``decelerations``; or, with neither, the stop that each tick gives. Bodies are watched against links that no joint moves too.

    Parameters
    ----------
    robot : Robot
        With its scene.
    watched : dict of str to Watched
        Bodies that move on their own, by name.
    horizon, reaction : float, optional
        Seconds.
    accelerations, decelerations : float or list of float, optional
        One number for each joint value, or one for all, in radians or metres per second squared.
    position_errors, velocity_errors : float or list of float, optional
        Bounds on the errors of a sample's values and rates.
    max_age : float, optional
        Samples older than this are faults, seconds.
    budget : int, optional
        Maximum number of support evaluations per tick.

    Examples
    --------
    >>> import clearance as cl, json, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
    >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
    >>> _ = file.write_text(json.dumps({"dh": [row], "shapes": [{"link": 1, "shape": ball}]}))
    >>> robot = cl.Robot.from_dh(file)
    >>> arm = cl.Watched(cl.Capsule(0.125, 0.25), speed=1.5)
    >>> monitor = cl.Monitor(robot, {"arm": arm}, horizon=0.25, accelerations=8.0)
    >>> reading = monitor.tick(7.0, [0.0], [1.0], {"arm": cl.Pose((4, 0, 0))})
    >>> reading.verdict, reading.watched.pair
    ('free', ('link1', 'arm'))
    """

    def __init__(
        self,
        robot: Robot,
        watched: Mapping[str, Watched],
        *,
        horizon: Optional[float] = None,
        accelerations: Optional[Numbers] = None,
        reaction: Optional[float] = None,
        decelerations: Optional[Numbers] = None,
        position_errors: Numbers = 0.0,
        velocity_errors: Numbers = 0.0,
        max_age: float = 0.1,
        budget: int = 2048,
    ) -> None:
        bodies = [
            {"name": name, "shape": body.shape.to_json(), "speed": body.speed, "margin": body.margin}
            for name, body in watched.items()
        ]
        given = {
            "horizon": horizon,
            "accelerations": accelerations,
            "reaction": reaction,
            "decelerations": decelerations,
            "position_errors": position_errors,
            "velocity_errors": velocity_errors,
        }
        setup: dict[str, Any] = {key: _plain(value) for key, value in given.items() if value is not None}
        setup.update(max_age=max_age, budget=budget, watched=bodies)
        if horizon is None and reaction is None:
            setup["given"] = True
        self._ticks = _clearance.MonitorTicks(robot, json.dumps(setup), os.curdir)
        self._names = self._ticks.watched()

    def tick(
        self,
        now: float,
        configuration: Sequence[float],
        velocity: Sequence[float],
        bodies: Mapping[str, PoseLike],
        *,
        taken: Optional[float] = None,
        body_times: Optional[Mapping[str, float]] = None,
        stop: Optional[tuple[Sequence[float], float]] = None,
    ) -> Reading:
        """Bounds of all separations within the horizon.

        Parameters
        ----------
        now : float
            The time in seconds; all times are on one clock.
        configuration, velocity : numbers
            Joint values and their rates, in the order of the robot.
        bodies : dict of str to pose
            The poses at which the watched bodies were seen.
        taken : float, optional
            The time at which the joints were read; ``now`` by default.
        body_times : dict of str to float, optional
            The times at which bodies were seen; ``now`` by default.
        stop : (configuration, float), optional
            The configuration at rest and the time until then, in seconds; for a monitor with neither horizon nor reaction.

        Raises
        ------
        ValueError
            If a body is missing or is not watched. Invalid numbers give a reading with a fault.
        """
        unknown = [name for name in bodies if name not in self._names]
        missing = [name for name in self._names if name not in bodies]
        if unknown or missing:
            what = f"unknown: {unknown}" if unknown else f"missing: {missing}"
            raise ValueError(f"bodies must be those that are watched, {what}")
        times = body_times or {}
        seen = [(float(times.get(name, now)), _clearance.as_pose(bodies[name])) for name in self._names]
        rest = None if stop is None else (list(map(float, stop[0])), float(stop[1]))
        joints = (list(map(float, configuration)), list(map(float, velocity)))
        verdict, reason, kinds, horizon, complete, evaluations = self._ticks.tick(
            (float(now), float(now if taken is None else taken)), joints, seen, rest
        )
        found = [None if kind is None else Separation(*kind) for kind in kinds]
        return Reading(verdict, found[0], found[1], found[2], horizon, complete, evaluations, reason)


def _plain(value: Numbers) -> Any:
    return value if isinstance(value, (int, float)) else [float(number) for number in value]
