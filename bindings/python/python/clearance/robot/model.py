"""What a robot consists of: its joints and links, its configurations, and where its links are."""

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
"""The values of the joints that mimic none in the order of ``Robot.variables``, or each by its name."""

Rest = Union[str, Configuration, None]
"""What joints have that are not named: a group state of the SRDF, or a configuration."""



LIMIT_TOLERANCE = 1e-5
"""By how much a value may miss a limit to be taken for it, radians or metres: limits that were rounded to five digits are missed by less."""


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
    def links(self) -> tuple[str, ...]:
        """The names of the links."""
        return tuple(self._links())

    @property
    def notes(self) -> tuple[str, ...]:
        """What was odd about the files."""
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
            What a mapping ``q`` does not name has the values of this group state, or of this configuration in JSON.
        """
        return tuple(self._configuration(q, rest))

    def within_limits(self, q: Configuration, *, tolerance: float = LIMIT_TOLERANCE) -> tuple[tuple[float, ...], tuple[str, ...]]:
        """The configuration with its values that miss a limit by at most ``tolerance`` (radians or metres) moved to it, and the names of their joints.

        Values farther beyond stay as they are, as do those of joints without limits: ``robot.within_limits([1.5000026])`` of a joint with the limit 1.5 is
        ``((1.5,), ("joint",))``.
        """
        values, names = self._within_limits(q, number("tolerance", tolerance))
        return tuple(values), tuple(names)

    def to_urdf(self, file: File) -> None:
        """Writes the robot as URDF, whatever it was read from, with its hulls and meshes as OBJ in the folder ``NAME_meshes`` beside it.

        Padding and pairs that are not checked have no place in URDF.
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
        """Where all links are in the world, rounded: off by some 1e-14 radians and metres for an arm of seven joints."""
        return dict(zip(self.links, self._link_poses(q), strict=True))


def count(what: str, value: int, bits: int = 32) -> int:
    """A whole number that is not negative."""
    number = index(value)
    if not 0 <= number < 2**bits:
        raise ValueError(f"{what} must be from 0 to {2**bits - 1}, got {number}")
    return number


def rest_of(rest: Rest) -> Optional[str]:
    return rest if rest is None or isinstance(rest, str) else json.dumps(dict(rest) if isinstance(rest, Mapping) else [*rest])
