"""Inverse kinematics of a robot: configurations that bring a point of a link to a place."""

from __future__ import annotations

from typing import Optional

import numpy.typing as npt

from .. import _clearance
from ..hints import hinted
from ..poses import PoseLike
from .model import Configuration, Model, count
from ..vectors import number


@hinted
class InverseQueries(Model):
    """The search of a robot for a configuration that brings a point of a link to a place."""

    __slots__ = ()

    def inverse(
        self,
        link: str,
        guess: Configuration,
        *,
        position: Optional[npt.ArrayLike] = None,
        pose: Optional[PoseLike] = None,
        point: npt.ArrayLike = (0, 0, 0),
        clearance: float = 0.05,
        tolerance: float = 1e-6,
        seed: int = 0,
        starts: int = 50,
        steps: int = 200,
    ) -> Optional[tuple[float, ...]]:
        """A configuration within the limits, proven free, that brings a point of a link to a place; None if none was found.

        By damped least squares (Wampler, 1986) from ``guess`` first, brought within the limits, then from random starts.

        Parameters
        ----------
        position : 3 numbers
            Where the point shall be, in the world.
        pose : PoseLike
            Instead of a position: also how the link's axes shall lie.
        point : 3 numbers
            In the link's frame.
        clearance : float
            Pairs nearer than this are parted, as far as that leaves the point in its place.
        tolerance : float
            Of the point in metres, and of the axes in radians.
        seed : int
            Equal seeds give equal answers, on every machine.
        starts, steps : int
            Maximum number of starts, and of steps from each.

        Other Python threads run meanwhile, and Ctrl-C ends the search.
        """
        search = {
            "seed": count("seed", seed, 64),
            "starts": count("starts", starts),
            "steps": count("steps", steps),
            "tolerance": number("tolerance", tolerance),
            "clearance": number("clearance", clearance),
        }
        found = _clearance.robot_inverse(self, (link, point), (position, pose), guess, search)
        return None if found is None else tuple(found)
