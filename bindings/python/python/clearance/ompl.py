"""Planners of OMPL on proven motions, not on stepped ones. Needs the package ``ompl``.

>>> from ompl import base, geometric  # doctest: +SKIP
>>> setup = geometric.SimpleSetup(clearance.ompl.joint_space(robot))  # doctest: +SKIP
>>> clearance.ompl.use(robot, setup)  # doctest: +SKIP

Any planner of OMPL then works as it does with validators of its own. A motion is valid if it is proven free over all of its length; a graze
closer to a contact than rounding can decide is not valid.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Optional

try:
    from ompl import base
except ImportError as missing:
    raise ImportError("clearance.ompl needs the package ompl: pip install ompl") from missing

from .robot.robot import Robot

__all__ = ["MotionValidator", "StateValidityChecker", "configurations", "joint_space", "use"]

Values = tuple[float, ...]

# The end of a proven part is a time that is rounded, and so is the state there: a little less is tried as well before all is given up.
NEARLY_ALL = (1.0, 1 - 2.0**-20, 1 - 2.0**-10)


def joint_space(robot: Robot) -> Any:
    """A space of real vectors within the limits of the robot's joints; one that turns without has a turn, from -π to π.

    Raises
    ------
    ValueError
        If a joint slides without limits: ``Robot.from_urdf(.., limits={"base/x": (-3, 3)})`` gives them.
    """
    space = base.RealVectorStateSpace(len(robot.variables))
    bounds = base.RealVectorBounds(len(robot.variables))
    joints = {joint.name: joint for joint in robot.joints}
    for i, name in enumerate(robot.variables):
        joint = joints[name]
        if joint.limits is None and joint.type == "prismatic":
            raise ValueError(f"joint {name!r} slides without limits: OMPL needs some, limits={{{name!r}: (low, high)}}")
        low, high = joint.limits or (-math.pi, math.pi)
        bounds.setLow(i, low)
        bounds.setHigh(i, high)
    space.setBounds(bounds)
    return space


def use(robot: Robot, setup: Any) -> None:
    """Lets an ``ompl.geometric.SimpleSetup`` ask the robot about states and motions."""
    information = setup.getSpaceInformation()
    setup.setStateValidityChecker(StateValidityChecker(information, robot))
    information.setMotionValidator(MotionValidator(information, robot))


def configurations(space: Any, states: list[Any]) -> list[Values]:
    """The configurations of successive states, for :meth:`Robot.check` and :meth:`Robot.certificate`.

    Angles continue from the state before, so that the straight segments between the configurations are the motions that OMPL means: of an
    angle the short way round.
    """
    joints = _Joints(space)
    path: list[Values] = []
    for state in states:
        path.append(joints.after(path[-1], state) if path else joints.values(state))
    return path


class StateValidityChecker(base.StateValidityChecker):  # type: ignore[misc]
    """States are valid if they are proven free."""

    def __init__(self, information: Any, robot: Robot) -> None:
        super().__init__(information)
        self._robot, self._joints = robot, _Joints(information.getStateSpace(), robot)

    def isValid(self, state: Any) -> bool:
        """Whether all pairs are proven to be farther apart than their margins."""
        return self._robot._is_free(self._joints.values(state))

    def clearance(self, state: Any) -> float:
        """A proven lower bound of the least signed distance, for planners that keep away from contact."""
        found = self._robot.clearance(self._joints.values(state))
        return math.inf if found is None else found.lower


class MotionValidator(base.MotionValidator):  # type: ignore[misc]
    """Motions are valid if they are proven free for all of their length."""

    def __init__(self, information: Any, robot: Robot) -> None:
        super().__init__(information)
        self._space = information.getStateSpace()
        self._robot, self._joints = robot, _Joints(self._space, robot)

    def checkMotion(self, first: Any, second: Any, last_valid: Optional[Any] = None) -> bool:
        """Whether the motion from one state to the other is proven free.

        Where OMPL hands a pair of a state and a time over, these become the last valid ones, as :meth:`last_valid` finds them. Version 2.0 of the
        package asks with two states only.
        """
        if last_valid is None:
            start = self._joints.values(first)
            return self._robot.edge(start, self._joints.after(start, second), tolerance=None).free
        last_valid.second = self.last_valid(first, second)
        if last_valid.first is not None:
            self._space.interpolate(first, second, last_valid.second, last_valid.first)
        return bool(last_valid.second == 1.0)

    def last_valid(self, first: Any, second: Any) -> float:
        """The part of the motion that is proven free, from 0 to 1: the motion to the state there is proven as well."""
        start = self._joints.values(first)
        end = self._joints.after(start, second)
        found = self._robot.edge(start, end, tolerance=None)
        if found.free:
            return 1.0
        for part in NEARLY_ALL:
            time = (found.t_lower or 0.0) * part
            there = tuple(a + time * (b - a) for a, b in zip(start, end))
            if time > 0 and self._robot.edge(start, there, tolerance=None).free:
                return time
        return 0.0


class _Joints:
    """Reads configurations from states of real vectors, of angles, and of spaces that are made of these."""

    def __init__(self, space: Any, robot: Optional[Robot] = None) -> None:
        self._parts = list(_parts(space, ()))
        count = sum(size for _, size, _ in self._parts)
        if robot is not None and count != len(robot.variables):
            raise ValueError(f"the space must have the robot's {len(robot.variables)} values, got {count}")
        self._angles = [angle for _, size, angle in self._parts for _ in range(size)]

    def values(self, state: Any) -> Values:
        """The numbers as they stand."""
        values: list[float] = []
        for places, size, angle in self._parts:
            part = state
            for place in places:
                part = part[place]
            values += [part.value] if angle else [part[i] for i in range(size)]
        return tuple(values)

    def after(self, start: Values, state: Any) -> Values:
        """The numbers at the end of a motion from a configuration: an angle turns the short way round, as OMPL interpolates it."""
        turned = (a + math.remainder(b - a, math.tau) if angle else b for a, b, angle in zip(start, self.values(state), self._angles))
        return tuple(turned)


def _parts(space: Any, places: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int, bool]]:
    """Where the vectors and angles of a space are in its states, how many numbers they have, and whether they are angles."""
    if space.isCompound():
        for i in range(space.getSubspaceCount()):
            yield from _parts(space.getSubspace(i), (*places, i))
    elif isinstance(space, base.SO2StateSpace):
        yield places, 1, True
    elif isinstance(space, base.RealVectorStateSpace):
        yield places, space.getDimension(), False
    else:
        raise ValueError(f"expected a space of real vectors and angles, got {space.getName()}")
