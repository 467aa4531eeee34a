"""Distances as differentiable functions of JAX: by poses, by the joints of a robot, and smoothed. Needs the package jax.

>>> import jax  # doctest: +SKIP
>>> from clearance.jax import signed_distance  # doctest: +SKIP
>>> jax.grad(lambda poses: signed_distance(cl.Sphere(1), cl.Sphere(1), poses).sum())(poses)  # doctest: +SKIP

They work under ``jit``, ``vmap`` and ``grad``, by calls back to the processor. Answers are computed in float64 and rounded to the type of what is given:
float32 unless ``jax_enable_x64`` is set. Where a distance has several derivatives, the gradient is one of them:
:mod:`clearance.derivatives` has them all.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable

import numpy as np

try:
    import jax
    import jax.numpy as jnp
except ImportError as missing:
    raise ImportError("clearance.jax needs the package jax: pip install jax") from missing

from . import derivatives
from .robot.robot import Robot
from .rows import Body

__all__ = ["clearance", "relative_poses", "signed_distance", "smoothed_clearance", "smoothed_distance"]

Array = Any
"""A ``jax.Array``."""


def signed_distance(a: Body, b: Body, poses: Array) -> Array:
    """Signed distances of two bodies for poses of ``b`` in the frame of ``a``, ``(.., 7)``: x y z qw qx qy qz.

    See :func:`clearance.derivatives.pose_rates`.
    """
    return _rates(partial(derivatives.pose_rates, a, b), False, poses)[0]


def smoothed_distance(a: Body, b: Body, poses: Array, blur: float) -> tuple[Array, Array]:
    """Distances without kinks, and how much they exceed the signed distances at most, proven.

    See :func:`clearance.derivatives.smoothed_pose_rates`. The gaps have no derivative; in float32 they are rounded up.
    """
    values, gaps = _rates(partial(derivatives.smoothed_pose_rates, a, b, blur=blur), True, poses)
    return values, jax.lax.stop_gradient(gaps)


def clearance(robot: Robot, qs: Array) -> Array:
    """Clearances of a robot in configurations, ``(.., dof)``; see :func:`clearance.derivatives.configuration_rates`."""
    return _rates(partial(derivatives.configuration_rates, robot), False, qs)[0]


def smoothed_clearance(robot: Robot, qs: Array, blur: float) -> tuple[Array, Array]:
    """Clearances without kinks, and how far they are from the clearances at most, proven.

    See :func:`clearance.derivatives.smoothed_configuration_rates`. The gaps have no derivative; in float32 they are rounded up.
    """
    values, gaps = _rates(partial(derivatives.smoothed_configuration_rates, robot, blur=blur), True, qs)
    return values, jax.lax.stop_gradient(gaps)


def relative_poses(pose_a: Array, pose_b: Array) -> Array:
    """The poses of ``b`` in the frame of ``a`` from those of both in the world, all ``(.., 7)``; quaternions need not be of length 1."""
    q_a = pose_a[..., 3:] / jnp.linalg.norm(pose_a[..., 3:], axis=-1, keepdims=True)
    inverse = jnp.concatenate([q_a[..., :1], -q_a[..., 1:]], axis=-1)
    moved = jnp.concatenate([jnp.zeros_like(q_a[..., :1]), pose_b[..., :3] - pose_a[..., :3]], axis=-1)
    place = _product(_product(inverse, moved), q_a)[..., 1:]
    return jnp.concatenate([place, _product(inverse, pose_b[..., 3:])], axis=-1)


def _product(p: Array, q: Array) -> Array:
    """The product of quaternions w x y z."""
    w = p[..., :1] * q[..., :1] - (p[..., 1:] * q[..., 1:]).sum(-1, keepdims=True)
    v = p[..., :1] * q[..., 1:] + q[..., :1] * p[..., 1:] + jnp.cross(p[..., 1:], q[..., 1:])
    return jnp.concatenate([w, v], axis=-1)


def _values(rates: Callable[..., Any], smoothed: bool, rows: Array) -> tuple[Array, ...]:
    """Values, and gaps of smoothed ones, with the derivatives that the rates give."""
    values, _, *gaps = _called(rates, smoothed, rows)
    return (values, *gaps)


def _forward(rates: Callable[..., Any], smoothed: bool, rows: Array) -> tuple[tuple[Array, ...], Array]:
    values, gradients, *gaps = _called(rates, smoothed, rows)
    return (values, *gaps), gradients


def _backward(rates: Callable[..., Any], smoothed: bool, gradients: Array, by_values: tuple[Array, ...]) -> tuple[Array]:
    return (by_values[0][..., None] * gradients,)


_rates: Any = jax.custom_vjp(_values, nondiff_argnums=(0, 1))
_rates.defvjp(_forward, _backward)


def _called(rates: Callable[..., Any], smoothed: bool, rows: Array) -> tuple[Array, ...]:
    rows = jnp.asarray(rows)
    if not jnp.issubdtype(rows.dtype, jnp.floating):
        rows = rows.astype(float)
    struct: Any = jax.ShapeDtypeStruct
    number = struct(rows.shape[:-1], rows.dtype)
    shapes = (number, struct(rows.shape, rows.dtype), *([number] if smoothed else []))

    def call(given: Any) -> tuple[Any, ...]:
        given = np.asarray(given)
        values, gradients, *gaps = rates(given)
        made = [values.astype(given.dtype), gradients.astype(given.dtype)]
        made += [_above(gap + np.abs(made[0].astype(np.float64) - values), given.dtype) for gap in gaps]
        return tuple(made)

    return tuple(jax.pure_callback(call, shapes, rows, vmap_method="expand_dims"))


def _above(numbers: Any, dtype: Any) -> Any:
    """Rounded up to a type, the rounding of the sum that they are included."""
    exact = np.nextafter(numbers, np.inf)
    made = exact.astype(dtype)
    return np.where(made.astype(np.float64) < exact, np.nextafter(made, dtype.type(np.inf)), made)
