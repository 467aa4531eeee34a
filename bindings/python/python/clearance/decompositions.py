"""Convex parts of meshes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import _clearance
from .combined import Compound, Hull


@dataclass(frozen=True)
class Decomposition:
    """Convex parts whose union contains a mesh.

    Attributes
    ----------
    parts
        Hulls.
    error_lower, error_upper
        The largest distance of any point of the parts from the mesh: a point at ``error_lower`` was found, none is beyond
        ``error_upper``, proven.
    contains_volume
        Whether the parts contain the volume; else the surface.
    """

    parts: tuple[Hull, ...]
    error_lower: float
    error_upper: float
    contains_volume: bool

    @property
    def compound(self) -> Compound:
        """The union as one body."""
        return Compound(self.parts)


def decomposed(mesh: _clearance.Mesh, error: Optional[float], max_parts: int) -> Decomposition:
    """The parts of a mesh; see :meth:`Mesh.decompose`."""
    parts, (lower, upper), contains_volume = _clearance.mesh_decompose(mesh, error, max_parts)
    return Decomposition(tuple(map(Hull, parts)), lower, upper, contains_volume)
