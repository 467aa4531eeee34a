"""A monitor for the loop of a controller: how near a robot may come within its horizon, proven."""

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
        No point of it is faster, m/s: 1.6 for a person who walks, 2 for an arm that reaches out (ISO 13855).
    margin
        A length that is to be kept free beside: the error of the camera, ISO 13855's C.
    """

    shape: Shape
    speed: float
    margin: float = 0.0


@dataclass(frozen=True)
class Separation:
    """The least separation of pairs of one kind, less their margins, over all that may happen within the horizon.

    Attributes
    ----------
    lower
        Proven: never above the truth, metres.
    upper
        Attained by a configuration and by bodies within what is allowed; infinite if none was looked at.
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
        Separations of the robot from the bodies that are watched, from itself and from its scene; None without pairs, and of a fault.
    horizon
        How far ahead it looked, seconds from now.
    complete
        Whether the bounds are as good as they get; else the budget ended before. They are proven either way.
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
    """How near a robot may come to people, to itself and to its scene within the time that it needs to stop, proven, tick by tick.

    What the joints may do is one of three: anything with ``accelerations`` of at most these for a ``horizon``; keep moving for the time of ``reaction``, then brake with
    ``decelerations`` of at least these; or, with neither, the stop that each tick gives. Links that no joint moves are not watched.

    Parameters
    ----------
    robot : Robot
        With its scene.
    watched : dict of str to Watched
        Bodies that move on their own, by name.
    horizon, reaction : float, optional
        Seconds.
    accelerations, decelerations : float or list of float, optional
        Of each joint value or of all, radians or metres per second squared.
    position_errors, velocity_errors : float or list of float, optional
        How far the values and rates of a sample may be off.
    max_age : float, optional
        Samples older than this are faults, seconds.
    budget : int, optional
        Maximum number of support evaluations of a tick.

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
        """How near everything may come within the horizon.

        Parameters
        ----------
        now : float
            The time, seconds of a clock that all times are of.
        configuration, velocity : numbers
            Joint values and their rates, in the order of the robot.
        bodies : dict of str to pose
            Where the bodies that are watched were seen.
        taken : float, optional
            When the joints were seen; now if it is left out.
        body_times : dict of str to float, optional
            When bodies were seen; now for those that are left out.
        stop : (configuration, float), optional
            Where the joints come to rest and how long that takes, seconds, of a monitor with neither horizon nor reaction.

        Raises
        ------
        ValueError
            If a body is missing or is not watched. What is wrong with numbers is a fault of the reading.
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
