"""Constraints along a path: axes of links within angles of directions, and points of links in boxes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

from ..hints import hinted
from ..vectors import number
from .model import Configuration, Model

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class ConstraintValue:
    """A constraint in a configuration.

    Attributes
    ----------
    name
        The name of the constraint.
    value
        The angle of an axis in radians, or how far a point is outside of its box in metres, below zero inside; rounded.
    limit
        What the value stays below: the angle, or zero.
    holds
        Whether it is proven to; None if rounding cannot decide.
    """

    name: str
    value: float
    limit: float
    holds: Optional[bool]


@hinted
class ConstraintQueries(Model):
    """Robots on whose motions something holds all the way."""

    __slots__ = ()

    def keep(
        self,
        link: str,
        *,
        axis: Optional[Sequence[float]] = None,
        direction: Optional[Sequence[float]] = None,
        angle: Optional[float] = None,
        point: Optional[Sequence[float]] = None,
        box: Optional[Mapping[str, Any]] = None,
        segment: Optional[Sequence[Sequence[float]]] = None,
        radius: Optional[float] = None,
        of: Optional[str] = None,
        name: Optional[str] = None,
    ) -> Self:
        """The robot on all of whose motions a constraint holds, by proof.

        An axis of the link stays within an angle of a direction, or a point of the link in a box or within a radius of
        a straight segment. :meth:`check`, :meth:`plan`, :meth:`task` and :meth:`times` obey it, and certificates prove
        it. Clearances are of bodies only; ranges, regions, roadmaps and monitors refuse the robot.

        Parameters
        ----------
        link : str
            A link, or a body that is held.
        axis, direction : three numbers
            The axis in the link's frame, and the direction, of any length but zero; up without a direction.
        angle : float
            Radians, between 0 and pi.
        point : three numbers
            In the link's frame.
        box : dict
            ``{"half": [x, y, z], "translation"?, "quaternion"?}``: half the length of each side, None for a side
            without ends, and where the box is.
        segment, radius
            The ends of a segment in place of a box. What holds is that the point is in a box within the radius.
        of : str, optional
            The link in whose frame direction, box or segment are given, in place of the world.
        name : str, optional
            No other constraint has it; by default ``"axis of LINK"`` or ``"point of LINK"``.

        Raises
        ------
        ValueError
            Names what is no link, no angle, or what no joint moves.

        Examples
        --------
        A joint that turns about x tilts what it carries:

        >>> import clearance as cl, json, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
        >>> row = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}
        >>> _ = file.write_text(json.dumps({"dh": [row, row]}))
        >>> arm = cl.Robot.from_dh(file).keep("link2", axis=[1, 0, 0], direction=[1, 0, 0], angle=0.25)
        >>> found = arm.check([[0, 0], [0.5, 0]])
        >>> found.result, found.constraint, round(found.t_upper, 6), round(found.value, 6)
        ('violated', 'axis of link2', 0.5, 0.25)
        >>> arm.check([[0, 0], [0.5, -0.5]]).free  # the second joint turns back as far
        True
        """
        kind = "axis" if axis is not None else "point"
        given: dict[str, Any] = {"name": f"{kind} of {link}" if name is None else name, "link": link}
        vectors = {"axis": axis, "direction": direction, "point": point}
        given |= {key: [number(key, x) for x in vector] for key, vector in vectors.items() if vector is not None}
        lengths = {"angle": angle, "radius": radius}
        given |= {key: number(key, value) for key, value in lengths.items() if value is not None}
        if segment is not None:
            given["segment"] = [[number("segment", x) for x in end] for end in segment]
        given |= {key: value for key, value in {"box": box, "of": of}.items() if value is not None}
        return self._changed("_with_constraint", (json.dumps(given),))

    def relax(self, name: str) -> Self:
        """The robot without the constraint of a name."""
        return self._changed("_without_constraint", (name,))

    def constraints(self, q: Configuration) -> tuple[ConstraintValue, ...]:
        """All constraints in a configuration, and whether they hold there."""
        return tuple(ConstraintValue(*found) for found in self._constraints(self._configuration(q, None)))

    def _changed(self, method: str, arguments: tuple[Any, ...]) -> Self:
        raise NotImplementedError
