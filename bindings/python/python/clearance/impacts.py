"""Many moving bodies in one call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _clearance
from .columns import Answers, Columns, columns_to_fill
from .hints import hinted
from .many import COLUMNS, Column
from .questions import initial_overlap
from .rows import Errors, Side, raised, read_rows, read_work, real_numbers, repeated, three_numbers
from .values import Options

ImpactColumn = Union[Literal["toi", "toi_lower", "toi_upper"], Column]
IMPACT_COLUMNS: tuple[ImpactColumn, ...] = ("toi", "toi_lower", "toi_upper", *COLUMNS)
"""The columns of :func:`times_of_impact`."""


class Impacts(Answers):
    """The first contact of each row: one array for each column, as in :class:`Proximities`.

    Attributes
    ----------
    toi, toi_lower, toi_upper
        The time of impact from 0 to 1 and its bracket, as of :class:`Impact`; NaN for a miss.
    """

    toi: npt.NDArray[np.float64]
    toi_lower: npt.NDArray[np.float64]
    toi_upper: npt.NDArray[np.float64]

    @property
    def collides(self) -> npt.NDArray[np.bool_]:
        """Whether a contact is proven, from the start or on the way, as of :class:`Impact`; from the columns ``toi`` and ``proven``."""
        found: npt.NDArray[np.bool_] = ~np.isnan(self.toi) & self.proven
        return found


@dataclass(frozen=True)
class Motions:
    """Displacements and rotation vectors until time 1, three numbers a row; None where nothing moves or turns."""

    linear_a: Optional[npt.NDArray[np.float64]]
    angular_a: Optional[npt.NDArray[np.float64]]
    linear_b: Optional[npt.NDArray[np.float64]]
    angular_b: Optional[npt.NDArray[np.float64]]
    target_distance: npt.NDArray[np.float64]
    initial_overlap: str


@hinted
def times_of_impact(
    a: Side,
    b: Side,
    poses: Any = None,
    *,
    pose_a: Any = None,
    pose_b: Any = None,
    linear_a: Optional[npt.ArrayLike] = None,
    angular_a: Optional[npt.ArrayLike] = None,
    linear_b: Optional[npt.ArrayLike] = None,
    angular_b: Optional[npt.ArrayLike] = None,
    target_distance: npt.ArrayLike = 0.0,
    only_approaching: bool = False,
    columns: Columns = ("toi", "toi_lower", "toi_upper", "status", "proven"),
    threads: Optional[int] = None,
    out: Union[Impacts, Mapping[str, npt.NDArray[Any]], None] = None,
    errors: Errors = "raise",
    options: Optional[Options] = None,
) -> Impacts:
    """The first contacts of many pairs; to the last bit the answers of :func:`time_of_impact` one by one.

    Parameters
    ----------
    a, b, poses, pose_a, pose_b
        As of :func:`signed_distances`, at time 0. ``poses`` are those of ``b`` in the frame of ``a`` at time 0, which stays
        where it is while ``a`` moves.
    linear_a, angular_a, linear_b, angular_b : array of shape (n, 3), or 3 numbers, optional
        As in :class:`Motion`: displacements and rotation vectors until time 1, in the frame of the poses. The default is zero;
        three numbers apply to all rows.
    target_distance : float or array of shape (n,)
        The signed distance that counts as contact.
    only_approaching : bool
        As of :func:`time_of_impact`: what recedes or slides at the start is no hit.
    columns : sequence of names, or "all"
        ``toi``, ``toi_lower`` and ``toi_upper``: the first time of contact and its bracket, NaN for a miss. ``status``: 0 in
        contact at ``toi``, 1 a miss, -2 undecided; if they are in contact from the start -1, 0 or, within
        ``target_distance``, 1, which is theirs there: ``found.collides`` is whether there is a contact.
        ``proven``: not undecided. ``signed_distance``, ``lower``, ``upper``, ``normal``, ``witness_a`` and ``witness_b``: how
        they lie at ``toi_lower``; of a miss ``lower`` alone, at all times.
    threads, out, errors, options
        As of :func:`signed_distances`.

    Raises
    ------
    ValueError
        Names the row: ``motion_b[17]: linear displacement must be finite, got inf``.

    Examples
    --------
    Unit balls 5 apart have a gap of 3, which is closed at 8 or at 2:

    >>> import clearance as cl
    >>> found = cl.times_of_impact(cl.Sphere(1), cl.Sphere(1), cl.Pose((5, 0, 0)), linear_b=[[-8, 0, 0], [-2, 0, 0]])
    >>> found.toi, found.status
    (array([0.375,   nan]), array([0, 1], dtype=int8))
    """
    rates = {"linear_a": linear_a, "angular_a": angular_a, "linear_b": linear_b, "angular_b": angular_b}
    vectors = {name: None if rate is None else three_numbers(name, rate) for name, rate in rates.items()}
    targets = np.asarray(real_numbers("target_distance", target_distance), dtype=np.float64)
    if targets.ndim > 1:
        raise ValueError(f"target_distance must be a number or have the shape (n,), got {targets.shape}")
    several = {name: len(rate) for name, rate in vectors.items() if rate is not None and rate.ndim == 2}
    if targets.ndim == 1:
        several["target_distance"] = len(targets)
    rows, work = read_rows(a, b, poses, pose_a, pose_b, several.values()), read_work(threads, errors)
    filled = columns_to_fill(columns, IMPACT_COLUMNS, rows.count, out)
    moving = {name: None if rate is None else repeated(rate, (rows.count, 3)) for name, rate in vectors.items()}
    overlap = initial_overlap(False, only_approaching)
    motions = Motions(**moving, target_distance=repeated(targets, (rows.count,)), initial_overlap=overlap)
    refused = _clearance.times_of_impact(rows, motions, options, list(filled.items()), work)
    return Impacts(filled, raised(refused, work))
