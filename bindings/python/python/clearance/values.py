"""Plain values that queries take and return: frozen, hashable, comparable, picklable, with a repr that can be pasted."""

from __future__ import annotations

import enum
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Literal, Optional, Union

from . import _clearance
from ._clearance import Proximity
from .hints import hinted
from .vectors import Vector, cross, opposite

ExactVector = tuple[Fraction, Fraction, Fraction]
"""Three exact numbers."""


class Status(enum.IntEnum):
    """The relation of two bodies as closed sets, with the numbers used in tables.

    SEPARATED, TOUCHING and OVERLAPPING are proven. UNDECIDED: rounding cannot decide between touching and either of the others.
    ERROR: the row of a table that was refused.

    Examples
    --------
    >>> Status.OVERLAPPING == -1, str(Status.SEPARATED)
    (True, 'separated')
    """

    SEPARATED = 1
    TOUCHING = 0
    OVERLAPPING = -1
    UNDECIDED = -2
    ERROR = -128

    def __str__(self) -> str:
        return self.name.lower()


@hinted
@dataclass(frozen=True)
class Options:
    """When a query may stop. No option makes an answer wrong: stopping early only widens its bounds.

    Parameters
    ----------
    relative : float, optional
        Stop once ``upper - lower <= relative * abs(distance)``. Default 2**-45.
    absolute : float, optional
        Stop once ``upper - lower <= absolute``, a length. Default 0.
    curved_depth : float, optional
        For depths of curved bodies: stop once the bounds are this fraction of the pair's size apart. Default 2**-36.
    max_iterations : int, optional
        Maximum number of support evaluations for a distance. Default 256.
    max_expansions : int, optional
        Maximum number of expansions for a depth. Default 4096.
    accuracy : {"rounded", "tight", "exact"}
        "tight" gives bounds of at most 4 units in the last place for polytopes, rounded or not, and "exact" the correctly
        rounded answer.
    """

    relative: float | None = None
    absolute: float | None = None
    curved_depth: float | None = None
    max_iterations: int | None = None
    max_expansions: int | None = None
    accuracy: Literal["rounded", "tight", "exact"] = "rounded"

    def __post_init__(self) -> None:
        _clearance.check_options(self)

    def to_json(self) -> dict[str, Any]:
        """The options that differ from the defaults, and the accuracy.

        Examples
        --------
        >>> Options(absolute=0.001).to_json()
        {'absolute': 0.001, 'accuracy': 'rounded'}
        """
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Feature:
    """The feature that contains a witness point: its ``kind`` is "vertex", "edge", "face" or "smooth".

    ``vertices`` are places in the list of a hull's points, at most three; ``weights`` are the barycentric weights of the
    witness point among them, of the core of a rounded body.
    """

    kind: str
    vertices: tuple[int, ...] = ()
    weights: tuple[float, ...] = ()


@dataclass(frozen=True)
class Beyond:
    """The bodies are proven to be farther apart than the limit: the signed distance is at least ``lower``."""

    lower: float


@dataclass(frozen=True)
class ContactPoint:
    """A corner of a contact: a point of each body, one straight above the other along the normal.

    Attributes
    ----------
    signed_distance
        Of the two points: negative where the bodies overlap.
    witness_a, witness_b
        The points of A and B; ``witness_b = witness_a + signed_distance * normal``.
    feature_a, feature_b
        The features that contain them.
    """

    signed_distance: float
    witness_a: Vector
    witness_b: Vector
    feature_a: Feature
    feature_b: Feature


@dataclass(frozen=True)
class Manifold:
    """The contact of two bodies: their ``proximity``, and in ``points`` the corners of the contact polygon with a signed distance each."""

    proximity: Proximity
    points: tuple[ContactPoint, ...]

    @property
    def ids(self) -> tuple[ContactId, ...]:
        """An id for each point, to match it in the next step: no two points of a contact share one.

        An id has the feature of A, that of B, and a number. A vertex is named by its place, an edge by both of its ends, and a face or
        a smooth surface by its kind: so the corner of a box keeps its id wherever on a face it stands. Points with the same features,
        as on a smooth rim, are numbered in their order; among these look for the nearest one.

        Examples
        --------
        >>> import clearance as cl
        >>> table, brick = cl.Box((1, 1, 0.5)), cl.Box((0.25, 0.5, 0.25))
        >>> before = cl.contact(table, brick, cl.Pose((0, 0, 0.74)))
        >>> after = cl.contact(table, brick, cl.Pose((0.3, 0.1, 0.73), rpy=(0, 0, 0.2)))
        >>> sorted(before.ids) == sorted(after.ids), before.ids[0]
        (True, (('face',), ('vertex', 3), 0))
        """
        seen: dict[tuple[tuple[Union[str, int], ...], ...], int] = {}
        ids: list[ContactId] = []
        for point in self.points:
            features = _named(point.feature_a), _named(point.feature_b)
            seen[features] = number = seen.get(features, -1) + 1
            ids.append((*features, number))
        return tuple(ids)


ContactId = tuple[tuple[Union[str, int], ...], tuple[Union[str, int], ...], int]


def _named(feature: Feature) -> tuple[Union[str, int], ...]:
    """The feature without where on it a point is."""
    return (feature.kind, *sorted(feature.vertices)) if feature.kind in ("vertex", "edge") else (feature.kind,)


@dataclass(frozen=True)
class Gradient:
    """The derivative of the signed distance by small motions of a body.

    A motion that moves the point ``about`` by ``u`` and turns the body by the rotation vector ``w`` changes the signed
    distance by ``linear . u + angular . w``, to first order.
    """

    about: Vector
    linear: Vector
    angular: Vector


@dataclass(frozen=True)
class Branch:
    """The pairs of points of A and B that attain the signed distance along one normal."""

    normal: Vector
    pairs: tuple[tuple[Vector, Vector], ...]


@dataclass(frozen=True)
class PoseGradient:
    """The derivative of the signed distance with respect to the poses of both bodies.

    Attributes
    ----------
    proximity
        The signed distance with its bounds.
    differentiable
        Whether the derivative is unique. Where it is not, as between parallel faces, ``of_a`` and ``of_b`` are one of the
        derivatives that generate all one-sided rates; ``branches`` has them all.
    complete
        Whether the branches are all there are.
    """

    proximity: Proximity
    branches: tuple[Branch, ...]
    differentiable: bool
    complete: bool

    def of_b(self, about: Vector = (0.0, 0.0, 0.0)) -> Gradient:
        """The derivative by motions of B about a point, in the frame of the answer."""
        branch = self.branches[0]
        single = len(self.branches) == 1 and len(branch.pairs) == 1
        normal, point = (branch.normal, branch.pairs[0][1]) if single else (self.proximity.normal, self.proximity.witness_b)
        arm = (point[0] - about[0], point[1] - about[1], point[2] - about[2])
        return Gradient(about, normal, cross(arm, normal))

    def of_a(self, about: Vector = (0.0, 0.0, 0.0)) -> Gradient:
        """The derivative by motions of A about a point, in the frame of the answer."""
        of_b = self.of_b(about)
        return Gradient(about, opposite(of_b.linear), opposite(of_b.angular))


@dataclass(frozen=True)
class Approach:
    """How near moving bodies come: no signed distance at any time is below ``lower``, and ``upper`` is attained.

    Attributes
    ----------
    lower, upper
        Bounds of the least signed distance. Of bodies in contact that are not convex, ``lower`` is that of their hulls.
    time
        When ``upper`` is attained.
    t_lower, t_upper
        The least distance is attained within these times and at no other.
    proximity
        The bodies at ``time``, in the world frame.
    complete
        Whether the bounds are as near as was asked.
    pair, parts
        In a scene: the names of the bodies and their closest parts.
    ties
        In a scene: other pairs that may come as near.
    """

    lower: float
    upper: float
    time: float
    t_lower: float
    t_upper: float
    proximity: Proximity
    complete: bool
    pair: Optional[tuple[str, str]] = None
    parts: tuple[int, int] = (0, 0)
    ties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class TimesBelow:
    """Times at which a moving pair, or some pair of a robot, is within a distance.

    Attributes
    ----------
    t_lower, t_upper
        Just before and just after, they are farther apart. Of two motions from 0 to 1, of a path in segments, of a
        trajectory in seconds.
    proven
        Whether a pair is proven to be within the distance at some of these times; otherwise that is not decided.
    """

    t_lower: float
    t_upper: float
    proven: bool


@dataclass(frozen=True)
class Impact:
    """The first contact of two moving bodies.

    Attributes
    ----------
    outcome
        "hit" or "miss", both proven, or "undecided": closer to a contact than rounding can decide.
    time, time_lower, time_upper
        The first time of contact and its bracket; None for a miss. Before ``time_lower`` the bodies are proven to be apart;
        if it is undecided, that is the time too.
    proximity
        The bodies at ``time_lower``, in the world frame; None for a miss. Bodies that are within ``target_distance`` at the
        start may be separated.
    initial
        Whether they are in contact at the start.
    lower
        For a miss, a proven lower bound of the signed distance at all times; None from scenes.
    iterations
        The number of steps in time.
    """

    outcome: Literal["hit", "miss", "undecided"]
    time: float | None
    time_lower: float | None
    time_upper: float | None
    proximity: Proximity | None
    initial: bool
    lower: float | None
    iterations: int

    @property
    def hit(self) -> bool:
        """Whether a contact is proven."""
        return self.outcome == "hit"

    @property
    def collides(self) -> bool | None:
        """Whether the bodies come as near as ``target_distance``, from the start or on the way; None if neither is proven."""
        return None if self.outcome == "undecided" else self.hit


@dataclass(frozen=True)
class Certificate:
    """A proof of the status of two polytopes, rounded or not, in exact numbers that can be checked without this package.

    Let ``w`` be the differences ``b - a`` of vertices of the two cores, and ``r`` the sum of their radii.

    * separated: ``direction . w > 0`` and ``(direction . w)**2 > r**2 * direction . direction`` for all ``w``;
    * touching: the same with ``>=``, and the weighted mean of the pairs' ``w`` has the length ``r``;
    * overlapping with weights: the weighted mean of the pairs' ``w`` is shorter than ``r``;
    * overlapping without weights: the origin is strictly inside the hull of the pairs' ``w``, and ``r = 0``.
    """

    status: Status
    direction: ExactVector | None
    pairs: tuple[tuple[ExactVector, ExactVector, Union[Fraction, None]], ...]
