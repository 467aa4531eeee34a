"""The model of a robot: its joints and links, its configurations, and the poses of its links."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, Optional, Union

import numpy.typing as npt

from .. import _clearance
from ..hints import hinted
from ..pages import File
from ..vectors import number

Configuration = Union[Sequence[float], npt.NDArray[Any], Mapping[str, float]]
"""The values of the joints that mimic none in the order of ``Robot.variables``, or each by its name.

Of a :meth:`Robot.group` a list may have those of ``Robot.moving`` only."""

Rest = Union[str, Configuration, None]
"""The values of joints that are not named: a group state of the SRDF, or a configuration."""



LIMIT_TOLERANCE = 1e-5
"""The largest excess over a limit for which a value is moved to the limit, radians or metres: rounding to five digits causes less."""


@dataclass(frozen=True)
class Joint:
    """A joint of a robot.

    Attributes
    ----------
    name, type
        As in the robot's file: "revolute", "continuous", "prismatic" or "fixed".
    limits
        The least and the largest value, radians or metres; None without limits.
    parent, child
        The names of the links that it joins.
    mimics
        The joint whose value determines its own; None if it has a value of its own.
    """

    name: str
    type: str
    limits: Optional[tuple[float, float]]
    parent: str
    child: str
    mimics: Optional[str]


@hinted
class Model(_clearance.Robot):
    """The joints, links and configurations of a robot."""

    __slots__ = ()

    @property
    def joints(self) -> tuple[Joint, ...]:
        """All joints, fixed ones too."""
        return tuple(Joint(*joint) for joint in self._joints())

    @property
    def variables(self) -> tuple[str, ...]:
        """The joints whose values make a configuration, in its order."""
        return tuple(self._variables())

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups of the SRDF, for :meth:`Robot.group`."""
        return tuple(self._groups())

    @property
    def moving(self) -> tuple[str, ...]:
        """The joints that plans, inverse kinematics and regions move.

        All variables but the passive joints of the SRDF, or those of the :meth:`Robot.group`.
        """
        names = self.variables
        return tuple(names[place] for place in self._group()[0])

    @property
    def at_rest(self) -> dict[str, float]:
        """Where the joints stand that do not move, if a configuration says nothing else: by name."""
        moving, values = self._group()
        rows = enumerate(zip(self.variables, values))
        return {name: value for i, (name, value) in rows if i not in moving and value is not None}

    @property
    def bodies(self) -> tuple[str, ...]:
        """The names of the bodies of the world."""
        return tuple(self._bodies())

    @property
    def links(self) -> tuple[str, ...]:
        """The names of the links."""
        return tuple(self._links())

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes of the readers about the files."""
        return tuple(self._notes())

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the group states of the SRDF."""
        return tuple(dict.fromkeys(self._states()))

    def configuration(self, q: Configuration, *, rest: Optional[str] = None) -> tuple[float, ...]:
        """The values of the joints in the order of ``variables``.

        Parameters
        ----------
        rest : str, optional
            Joints that a mapping ``q`` does not name take their values from this group state, or from this configuration in JSON.
        """
        return tuple(self._configuration(q, rest))

    def within_limits(self, q: Configuration, *, tolerance: float = LIMIT_TOLERANCE) -> tuple[tuple[float, ...], tuple[str, ...]]:
        """The configuration with its values that miss a limit by at most ``tolerance`` (radians or metres) moved to it, and the names of their joints.

        Values farther beyond stay as they are, as do those of joints without limits: ``robot.within_limits([1.5000026])`` of a joint with the limit 1.5 is
        ``((1.5,), ("joint",))``.
        """
        values, names = self._within_limits(q, number("tolerance", tolerance), None)
        return tuple(values), tuple(names)

    def to_urdf(self, file: File) -> None:
        """Writes the robot as URDF, from whichever format it was read, with its hulls and meshes as OBJ in the folder ``NAME_meshes`` next to it.

        Padding and unchecked pairs are not written: URDF has no place for them.
        """
        stem = os.path.splitext(os.path.basename(file))[0]
        text, meshes = self._urdf(f"{stem}_meshes/")
        folder = os.path.dirname(os.path.abspath(file))
        if meshes:
            os.makedirs(os.path.join(folder, f"{stem}_meshes"), exist_ok=True)
        for name, written in [*meshes, (os.path.basename(file), text)]:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as output:
                output.write(written)

    def link_poses(self, q: Configuration) -> dict[str, _clearance.Pose]:
        """The poses of all links in the world, rounded, with errors of about 1e-14 radians and metres for an arm of seven joints."""
        return dict(zip(self.links, self._link_poses(q), strict=True))


def count(what: str, value: int, bits: int = 32) -> int:
    """A whole number that is not negative."""
    number = index(value)
    if not 0 <= number < 2**bits:
        raise ValueError(f"{what} must be from 0 to {2**bits - 1}, got {number}")
    return number


def rest_of(rest: Rest) -> Optional[str]:
    return rest if rest is None or isinstance(rest, str) else json.dumps(dict(rest) if isinstance(rest, Mapping) else [*rest])
