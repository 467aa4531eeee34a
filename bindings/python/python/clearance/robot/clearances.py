"""Clearances of a robot in one configuration or in many, with their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from .. import _clearance
from ..configurations import Clearances, EdgeChecks, clearances, collisions, edges, read_configurations
from ..hints import hinted
from ..rows import Errors, processors
from ..vectors import Vector
from .model import Configuration, Model


@dataclass(frozen=True)
class Clearance:
    """The least signed distance of a robot from itself and from its world, with the pair that attains it.

    ``lower`` and ``upper`` enclose the least of all pairs; ``pair`` names two links, or a link and a body. With margins the
    least of ``signed distance - margin`` is meant, and the numbers are those of the pair: ``signed_distance``, ``margin``, the unit
    vector ``normal`` from the first body to the second, and the closest or deepest points ``witness_a`` and ``witness_b``, in the world.

    ``padded_distance`` is the signed distance minus the padding of the pair's links, metres; None for a robot without padding. ``collides`` is of padded links.

    Links that are apart are the hulls of their meshes: ``hull_error`` is how much farther apart the meshes may be, so that their distance is between
    ``lower`` and ``upper + hull_error``; None where the pair is of bodies as they are.
    """

    collides: Optional[bool]
    signed_distance: float
    lower: float
    upper: float
    margin: float
    pair: tuple[str, str]
    normal: Vector
    witness_a: Vector
    witness_b: Vector
    padded_distance: Optional[float] = None
    hull_error: Optional[float] = None


@dataclass(frozen=True)
class ClearanceGradient:
    """The derivative of the clearance with respect to the joints, in the order of ``Robot.variables``.

    Where it is not differentiable, ``gradient`` is one of the ``generators``, which are all there are if it is ``complete``.
    """

    clearance: Clearance
    gradient: tuple[float, ...]
    generators: tuple[tuple[float, ...], ...]
    differentiable: bool
    complete: bool


@hinted
class ClearanceQueries(Model):
    """The queries of a robot about the distances of its links from one another and from the world."""

    __slots__ = ()

    def clearance(self, q: Configuration) -> Optional[Clearance]:
        """The least signed distance in a configuration; None if there are no pairs to ask about."""
        found = self._clearance(q)
        return None if found is None else _clearance_of(found)

    def gradient(self, q: Configuration) -> Optional[ClearanceGradient]:
        """The clearance with its derivative by the joints."""
        found = self._gradient(q)
        if found is None:
            return None
        least, gradient, generators, differentiable, complete = found
        return ClearanceGradient(
            _clearance_of(least), tuple(gradient), tuple(map(tuple, generators)), differentiable, complete
        )

    def collides(self, q: Configuration) -> Optional[bool]:
        """Whether any pair is in contact, margins aside; None if rounding leaves it open. Cheaper than ``clearance``."""
        return self._collides(q)

    def signed_distances(
        self,
        qs: npt.ArrayLike,
        *,
        columns: Union[Literal["all"], Sequence[str]] = ("signed_distance", "lower", "upper", "status", "pair"),
        threads: Optional[int] = None,
        errors: Errors = "raise",
    ) -> Clearances:
        """The clearances of many configurations as arrays; other Python threads run meanwhile. To the last bit those of :meth:`clearance`.

        Parameters
        ----------
        qs : (n, dof) array
            The joints in the order of ``variables``; of a :meth:`group` those of ``moving`` do.
        columns : sequence of names, or "all"
            Out of ``signed_distance``, ``lower``, ``upper``, ``status`` (1 free, 0 touching, -1 overlapping, -2 undecided), ``proven``, ``normal``,
            ``witness_a``, ``witness_b``, ``pair``, ``gradient`` and ``differentiable``.
        threads : int, optional
            Default all processors. The answers do not depend on it.
        errors : {"raise", "status"}
            The treatment of a row that cannot be read: it raises, or it gets the status -128, and the others are answered.

        Raises
        ------
        ValueError
            Names the row: ``qs[17]: expected ...``; or says that the robot has margins, with which there are no such bounds.
        """
        return clearances(self, qs, columns, threads, errors)

    def collisions(self, qs: npt.ArrayLike, *, threads: Optional[int] = None, errors: Errors = "raise") -> npt.NDArray[np.int8]:
        """Which of many configurations are in contact, margins aside: 1 free, -1 in contact, -2 undecided, -128 refused.

        Parameters as of :meth:`signed_distances`; cheaper, as :meth:`collides` is.
        """
        return collisions(self, qs, threads, errors)

    def edges(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        *,
        margin: float = 0.0,
        tolerance: Optional[float] = 1e-3,
        threads: Optional[int] = None,
        errors: Errors = "raise",
    ) -> EdgeChecks:
        """Whether many straight segments, each from a row of ``starts`` to that of ``ends``, are free of contact, with proof: :meth:`edge` of each."""
        return edges(self, starts, ends, (margin, tolerance), threads, errors)

    def clearances(self, qs: npt.ArrayLike, *, threads: Optional[int] = None) -> list[Optional[Clearance]]:
        """The clearances of many configurations, an ``(n, dof)`` array; other Python threads run meanwhile.

        Raises
        ------
        ValueError
            Names the row: ``qs[17]: expected ...``.
        """
        rows = read_configurations("qs", self, qs)
        if threads is not None and threads < 1:
            raise ValueError(f"threads must be at least 1, got {threads}")
        found = self._clearances(rows, processors() if threads is None else threads)
        return [None if row is None else _clearance_of(row) for row in found]


def _clearance_of(row: _clearance._Least) -> Clearance:
    (collides, distance, lower, upper, margin, padded, error), pair, (normal, witness_a, witness_b) = row
    return Clearance(collides, distance, lower, upper, margin, pair, normal, witness_a, witness_b, padded, error)
