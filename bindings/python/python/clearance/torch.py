"""Distances as functions of PyTorch's autograd: by poses, by the joints of a robot, and smoothed. Needs the package torch.

>>> import torch  # doctest: +SKIP
>>> from clearance.torch import signed_distance  # doctest: +SKIP
>>> poses = torch.tensor([[3.0, 0, 4, 1, 0, 0, 0]], requires_grad=True)  # doctest: +SKIP
>>> signed_distance(cl.Sphere(1), cl.Sphere(1), poses).sum().backward()  # doctest: +SKIP

Answers are computed in float64 on the processor; tensors have the type and the device of what is given. Where a distance has several derivatives,
the gradient is one of them: :mod:`clearance.derivatives` has them all.
"""

# pyright: reportAttributeAccessIssue=false
# Where PyTorch is not installed, a checker takes this file for it.

from __future__ import annotations

from typing import Any, Callable, Optional

import numpy as np

try:
    import torch  # pyright: ignore[reportMissingImports]
except ImportError as missing:
    raise ImportError("clearance.torch needs the package torch: pip install torch") from missing

from . import derivatives
from .robot.robot import Robot
from .rows import Side

__all__ = ["clearance", "relative_poses", "signed_distance", "smoothed_clearance", "smoothed_distance"]

Tensor = Any
"""A ``torch.Tensor``."""


def signed_distance(a: Side, b: Side, poses: Tensor, *, threads: Optional[int] = None) -> Tensor:
    """Signed distances of two bodies for poses of ``b`` in the frame of ``a``, ``(.., 7)``: x y z qw qx qy qz.

    See :func:`clearance.derivatives.pose_rates`.
    """

    def rates(rows: Any) -> tuple[Any, ...]:
        return derivatives.pose_rates(a, b, rows, threads=threads)

    return _Rates.apply(poses, rates)[0]


def smoothed_distance(a: Side, b: Side, poses: Tensor, blur: float, *, threads: Optional[int] = None) -> tuple[Tensor, Tensor]:
    """Distances without kinks, and how much they exceed the signed distances at most, proven.

    See :func:`clearance.derivatives.smoothed_pose_rates`. The gaps have no derivative; in float32 they are rounded up.
    """

    def rates(rows: Any) -> tuple[Any, ...]:
        return derivatives.smoothed_pose_rates(a, b, rows, blur, threads=threads)

    values, gaps = _Rates.apply(poses, rates)
    return values, gaps


def clearance(robot: Robot, qs: Tensor, *, threads: Optional[int] = None) -> Tensor:
    """Clearances of a robot in configurations, ``(.., dof)``; see :func:`clearance.derivatives.configuration_rates`."""

    def rates(rows: Any) -> tuple[Any, ...]:
        return derivatives.configuration_rates(robot, rows, threads=threads)

    return _Rates.apply(qs, rates)[0]


def smoothed_clearance(robot: Robot, qs: Tensor, blur: float, *, threads: Optional[int] = None) -> tuple[Tensor, Tensor]:
    """Clearances without kinks, and how far they are from the clearances at most, proven.

    See :func:`clearance.derivatives.smoothed_configuration_rates`. The gaps have no derivative; in float32 they are rounded up.
    """

    def rates(rows: Any) -> tuple[Any, ...]:
        return derivatives.smoothed_configuration_rates(robot, rows, blur, threads=threads)

    values, gaps = _Rates.apply(qs, rates)
    return values, gaps


def relative_poses(pose_a: Tensor, pose_b: Tensor) -> Tensor:
    """The poses of ``b`` in the frame of ``a`` from those of both in the world, all ``(.., 7)``; quaternions need not be of length 1."""
    q_a = pose_a[..., 3:] / torch.linalg.norm(pose_a[..., 3:], dim=-1, keepdim=True)
    inverse = torch.cat([q_a[..., :1], -q_a[..., 1:]], dim=-1)
    moved = torch.cat([torch.zeros_like(q_a[..., :1]), pose_b[..., :3] - pose_a[..., :3]], dim=-1)
    place = _product(_product(inverse, moved), q_a)[..., 1:]
    return torch.cat([place, _product(inverse, pose_b[..., 3:])], dim=-1)


def _product(p: Tensor, q: Tensor) -> Tensor:
    """The product of quaternions w x y z."""
    w = p[..., :1] * q[..., :1] - (p[..., 1:] * q[..., 1:]).sum(-1, keepdim=True)
    v = p[..., :1] * q[..., 1:] + q[..., :1] * p[..., 1:] + torch.cross(p[..., 1:], q[..., 1:], dim=-1)
    return torch.cat([w, v], dim=-1)


class _Rates(torch.autograd.Function):  # type: ignore[misc]
    """Values, and gaps if there are any, with the derivatives that the rates give."""

    @staticmethod
    def forward(context: Any, rows: Tensor, rates: Callable[[Any], tuple[Any, ...]]) -> tuple[Tensor, ...]:
        values, gradients, *gaps = rates(rows.detach().cpu().numpy())
        context.save_for_backward(_like(rows, gradients))
        made = [_like(rows, values)]
        for gap in gaps:
            # What is added by rounding the value and the gap to a shorter type.
            rounded = np.abs(made[0].detach().cpu().double().numpy() - values)
            made.append(_above(rows, np.nextafter(gap + rounded, np.inf)))
            context.mark_non_differentiable(made[-1])
        return tuple(made)

    @staticmethod
    @torch.autograd.function.once_differentiable  # type: ignore[untyped-decorator]
    def backward(context: Any, by_values: Tensor, *_: Tensor) -> tuple[Tensor, None]:
        (gradients,) = context.saved_tensors
        return by_values.unsqueeze(-1) * gradients, None


def _like(rows: Tensor, numbers: Any) -> Tensor:
    return torch.as_tensor(np.ascontiguousarray(numbers), dtype=rows.dtype, device=rows.device)


def _above(rows: Tensor, numbers: Any) -> Tensor:
    """Rounded up to the type of the rows."""
    made = _like(rows, numbers)
    up = torch.nextafter(made, torch.full_like(made, float("inf")))
    return torch.where(made.double() < torch.as_tensor(numbers, device=rows.device), up, made)
