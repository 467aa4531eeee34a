"""Values and derivatives of many rows as arrays, by poses and by the joints of a robot; `clearance.torch` and `clearance.jax` use them.

Where a distance has several derivatives, as between parallel faces, one of them is given: a subgradient for descent. ``pose_generators`` and
``configuration_generators`` have them all.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _clearance
from .columns import empty_columns
from .configurations import smoothed
from .many import signed_distances
from .questions import gradient
from .rows import Side, read_rows, read_work, real_numbers
from .values import Options
from .vectors import number

if TYPE_CHECKING:
    from .robot.robot import Robot

__all__ = [
    "Rates",
    "SmoothedRates",
    "configuration_generators",
    "configuration_rates",
    "pose_generators",
    "pose_rates",
    "smoothed_configuration_rates",
    "smoothed_pose_rates",
]

Array = npt.NDArray[np.float64]


class Rates(NamedTuple):
    """Values of the shape ``(..)``, and their derivatives of the shape ``(.., 7)`` by poses or ``(.., dof)`` by joints."""

    values: Array
    gradients: Array


class SmoothedRates(NamedTuple):
    """Smoothed distances with their derivatives; ``gaps`` are proven: no value exceeds the signed distance by more, and smoothed clearances of robots are no
    farther from the clearance in either direction."""

    values: Array
    gradients: Array
    gaps: Array


def pose_rates(a: Side, b: Side, poses: npt.ArrayLike, *, threads: Optional[int] = None) -> Rates:
    """Signed distances of two bodies, and their derivatives by the seven numbers of the pose of ``b`` in the frame of ``a``.

    Parameters
    ----------
    a, b : Shape or Mesh
        Where bodies that are not convex overlap, the distance is not a number, and the row is refused.
    poses : (.., 7) array
        x y z qw qx qy qz. Quaternions are divided by their lengths, so the derivative has no part along them.

    Examples
    --------
    >>> import clearance as cl
    >>> found = pose_rates(cl.Sphere(1), cl.Sphere(1), [[3, 0, 4, 1, 0, 0, 0]])
    >>> found.values, found.gradients[:, :3]
    (array([3.]), array([[ 0.6, -0. ,  0.8]]))
    """
    rows, lengths, shape = _unit(poses)
    found = signed_distances(a, b, rows, columns=("signed_distance", "normal", "witness_b"), threads=threads)
    unknown = np.flatnonzero(np.isnan(found.signed_distance))
    if len(unknown):
        raise ValueError(f"poses[{unknown[0]}]: bodies that overlap and are not convex have no number for their depth")
    by_pose = _by_pose(rows, lengths, found.normal, found.witness_b)
    return Rates(found.signed_distance.reshape(shape), by_pose.reshape(*shape, 7))


def smoothed_pose_rates(
    a: Side,
    b: Side,
    poses: npt.ArrayLike,
    blur: float,
    *,
    threads: Optional[int] = None,
    options: Optional[Options] = None,
) -> SmoothedRates:
    """Distances without kinks of bounded convex shapes, as of :func:`pose_rates`: differentiable while the center of ``a`` is outside of ``b``.

    The smoothed distance of bodies that are a distance ``d`` apart is between ``d`` and ``sqrt(d**2 + blur**2)``; of bodies that overlap it is
    between 0 and ``blur``.

    Parameters
    ----------
    blur : float
        The largest bias, as a length.
    options : Options, optional
        When the iterations end; the gaps take it into account.

    Examples
    --------
    >>> import clearance as cl
    >>> box = cl.Box((1, 1, 1))
    >>> found = smoothed_pose_rates(box, box, [[4, 0, 0, 1, 0, 0, 0]], 0.5)
    >>> found.values.round(4), bool(0 < found.values[0] - 2 <= found.gaps[0])
    (array([2.0207]), True)
    """
    rows, lengths, shape = _unit(poses)
    given, work = read_rows(a, b, rows, None, None), read_work(threads, "raise")
    filled = empty_columns(("signed_distance", "normal", "witness_b"), given.count)
    refused = _clearance.smoothed_distances(given, number("blur", blur), options, list(filled.items()), work)
    if refused:
        raise ValueError(refused[0][1])
    values = filled["signed_distance"]
    lower = signed_distances(a, b, rows, columns=("lower",), threads=threads).lower
    # The difference rounds by half a unit in its last place.
    gaps = np.nextafter(values - lower, math.inf)
    by_pose = _by_pose(rows, lengths, filled["normal"], filled["witness_b"])
    return SmoothedRates(values.reshape(shape), by_pose.reshape(*shape, 7), gaps.reshape(shape))


def configuration_rates(robot: Robot, qs: npt.ArrayLike, *, threads: Optional[int] = None) -> Rates:
    """Clearances of a robot in many configurations, ``(.., dof)``, and their derivatives by the joints.

    Near an equal clearance of two pairs the derivative is that of one of them.
    """
    rows = np.asarray(real_numbers("qs", qs), dtype=np.float64)
    shape = rows.shape[:-1]
    columns = ("signed_distance", "gradient")
    found = robot.signed_distances(rows.reshape(-1, rows.shape[-1]), columns=columns, threads=threads)
    return Rates(found.signed_distance.reshape(shape), found["gradient"].reshape(rows.shape))


def smoothed_configuration_rates(
    robot: Robot, qs: npt.ArrayLike, blur: float, *, threads: Optional[int] = None
) -> SmoothedRates:
    """Clearances without kinks of a robot in many configurations, ``(.., dof)``, and their derivatives by the joints.

    A soft least of the smoothed distances of all pairs: neither ties of pairs nor parallel faces are kinks of it. While nothing overlaps it is within ``blur``
    of the clearance, and ``gaps`` are how far it can be, proven; they also hold where bodies overlap. Links with meshes are their hulls.

    Parameters
    ----------
    blur : float
        The largest bias, a length; positive.

    Examples
    --------
    A ball that slides between two others, 2 from each: the clearance has a kink there, the smoothed one is level.

    >>> import clearance as cl
    >>> arm = '<robot name="r"><link name="base"/><link name="hand"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>'
    >>> arm += '<joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/><axis xyz="1 0 0"/>'
    >>> arm += '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>'
    >>> ball = {"kind": "sphere", "radius": 0.5}
    >>> world = {"bodies": [{"name": str(x), "shape": ball, "pose": {"translation": [x, 0, 0]}} for x in (-3, 3)]}
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "arm.urdf"
    ...     _ = file.write_text(arm)
    ...     robot = cl.Robot.from_urdf(file, scene=world)
    >>> found = smoothed_configuration_rates(robot, [[0.0], [0.5]], 0.1)
    >>> found.gradients.round(1) + 0.0, bool((abs(found.values - [2, 1.5]) <= found.gaps).all())
    (array([[ 0.],
           [-1.]]), True)
    """
    rows = np.asarray(real_numbers("qs", qs), dtype=np.float64)
    values, gaps, rates = smoothed(robot, rows.reshape(-1, rows.shape[-1]), blur, threads)
    shape = rows.shape[:-1]
    return SmoothedRates(values.reshape(shape), rates.reshape(rows.shape), gaps.reshape(shape))


def pose_generators(a: Any, b: Any, poses: npt.ArrayLike) -> list[Array]:
    """All derivatives that generate the one-sided rates of the signed distance, for each pose: ``(k, 7)``, ``k = 1`` where it is differentiable.

    Of bodies apart, Clarke's subdifferential is their convex hull.

    Examples
    --------
    >>> import clearance as cl
    >>> box = cl.Box((1, 1, 1))
    >>> [len(found) for found in pose_generators(box, box, [[4, 0, 0, 1, 0, 0, 0], [4, 0.5, 4, 0.8, 0.6, 0, 0]])]
    [4, 1]
    """
    rows, lengths, _ = _unit(poses)
    made = []
    for row, length in zip(rows, lengths):
        found = gradient(a, b, row)
        pairs = [(branch.normal, on_b) for branch in found.branches for _, on_b in branch.pairs]
        normals, points = (np.array([pair[i] for pair in pairs]) for i in (0, 1))
        many = np.repeat(row[None], len(pairs), axis=0)
        made.append(_by_pose(many, np.full(len(pairs), length), normals, points))
    return made


def configuration_generators(robot: Robot, qs: npt.ArrayLike) -> list[Array]:
    """All derivatives that generate the one-sided rates of the clearance, for each configuration: ``(k, dof)``."""
    rows = np.asarray(real_numbers("qs", qs), dtype=np.float64)
    made = []
    for i, q in enumerate(rows.reshape(-1, rows.shape[-1])):
        found = robot.gradient(q)
        if found is None:
            raise ValueError(f"qs[{i}]: the robot has no pairs")
        made.append(np.array(found.generators))
    return made


def _unit(poses: npt.ArrayLike) -> tuple[Array, Array, tuple[int, ...]]:
    """Rows with quaternions of length 1, the lengths that they had, and the shape of the rows."""
    given = np.array(real_numbers("poses", poses), dtype=np.float64)
    if given.ndim < 1 or given.shape[-1] != 7:
        raise ValueError(f"poses must have the shape (.., 7), got {given.shape}")
    rows = given.reshape(-1, 7)
    lengths = np.linalg.norm(rows[:, 3:], axis=1)
    wrong = np.flatnonzero(~(lengths > 0) | ~np.isfinite(lengths))
    if len(wrong):
        raise ValueError(f"poses[{wrong[0]}]: the quaternion must be finite and not zero, got {rows[wrong[0], 3:].tolist()}")
    rows[:, 3:] /= lengths[:, None]
    return rows, lengths, given.shape[:-1]


def _by_pose(rows: Array, lengths: Array, normals: Array, points: Array) -> Array:
    """The derivatives by seven numbers of what changes as the points of ``b`` move along the normals.

    A small rotation by ``w`` about the origin of ``b`` changes ``q`` by ``(0, w)/2 q``, so ``w = 2 vec(dq q*)`` for a unit ``q``, and
    ``m . w = 2 (0, m) q . dq`` with the moment ``m``. Division by the length scales it and takes nothing away, since it is orthogonal to ``q``.
    """
    by_pose = np.empty((len(rows), 7))
    by_pose[:, :3] = normals
    m = np.cross(points - rows[:, :3], normals)
    w, v = rows[:, 3:4], rows[:, 4:]
    by_pose[:, 3] = -2 * np.einsum("ij,ij->i", m, v)
    by_pose[:, 4:] = 2 * (w * m + np.cross(m, v))
    by_pose[:, 3:] /= lengths[:, None]
    return by_pose
