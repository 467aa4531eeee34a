"""Derivatives of many rows, and the layers of PyTorch and JAX on them, against differences of the signed distance."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, Callable

import clearance as cl
import numpy as np
import numpy.typing as npt
import pytest
from clearance import derivatives
from conftest import SEED, unit

Array = npt.NDArray[np.float64]

PAIRS = [
    (cl.Box((1, 0.5, 0.7)), cl.Hull(np.random.default_rng(SEED).normal(size=(12, 3)))),
    (cl.Ellipsoid((1, 0.6, 0.4)), cl.Capsule(0.3, 0.8, "x")),
    (cl.Sphere(0.5), cl.Cylinder(0.5, 0.7)),
]


def poses(count: int, scale: float = 2.5) -> Array:
    rng = np.random.default_rng(SEED)
    return np.array([[*rng.uniform(-scale, scale, 3), *(1.3 * np.array(unit(tuple(rng.normal(size=4)))))] for _ in range(count)])


def differences(value: Callable[[Array], Array], rows: Array, step: float = 1e-6) -> Array:
    made = np.empty_like(rows)
    for k in range(rows.shape[1]):
        up, down = rows.copy(), rows.copy()
        up[:, k] += step
        down[:, k] -= step
        made[:, k] = (value(up) - value(down)) / (2 * step)
    return made


@pytest.mark.parametrize("pair", PAIRS)
def test_derivatives_by_poses_are_those_of_differences(pair: tuple[cl.Shape, cl.Shape]) -> None:
    rows = poses(60)
    found = derivatives.pose_rates(*pair, rows)
    expected = differences(lambda given: derivatives.pose_rates(*pair, given).values, rows)
    near = np.abs(found.gradients - expected).max(axis=1) < 1e-5
    # A kink within a step of 1e-6 is rare, and none of these are off by less.
    assert near.mean() > 0.95 and (found.values > 0).any() and (found.values < 0).any()
    assert np.abs((found.gradients[:, 3:] * rows[:, 3:]).sum(axis=1)).max() < 1e-12


@pytest.mark.parametrize("pair", PAIRS)
def test_smoothed_derivatives_are_those_of_differences_and_gaps_hold(pair: tuple[cl.Shape, cl.Shape]) -> None:
    rows, blur = poses(60, 4.0), 0.25
    found = derivatives.smoothed_pose_rates(*pair, rows, blur)
    plain = cl.signed_distances(*pair, derivatives._unit(rows)[0])
    apart = plain.lower > 0.1
    assert apart.sum() > 30
    expected = differences(lambda given: derivatives.smoothed_pose_rates(*pair, given, blur).values, rows, 1e-5)
    assert np.abs(found.gradients - expected)[apart].max() < 1e-4
    for value, lower, gap in zip(found.values, plain.lower, found.gaps):
        assert Fraction(value) - Fraction(lower) <= Fraction(gap)
    assert (found.values >= plain.lower - 1e-12).all()
    assert (found.gaps[apart] <= blur**2 / (2 * plain.lower[apart]) + 1e-9).all() and (found.gaps[apart] > 0).all()


def test_all_derivatives_are_given_where_faces_are_parallel() -> None:
    box, rows = cl.Box((1, 1, 1)), np.array([[4.0, 0, 0, 1, 0, 0, 0], [4, 0.5, 4, 0.8, 0.6, 0, 0]])
    many, one = derivatives.pose_generators(box, box, rows)
    assert many.shape == (4, 7) and one.shape == (1, 7)
    # The corners of the common square, of 1 by 1, turn it: rates of y and z are 2 (x n) of the moments.
    assert sorted(map(tuple, np.round(many[:, [0, 4, 5, 6]], 9))) == [
        (1, 0, y, z) for y in (-2.0, 2.0) for z in (-2.0, 2.0)
    ]
    single = derivatives.pose_rates(box, box, rows)
    assert np.allclose(single.gradients[1], one[0])
    assert (single.gradients[0] <= many.max(axis=0) + 1e-12).all() and (single.gradients[0] >= many.min(axis=0) - 1e-12).all()


@pytest.fixture(scope="module")
def arm() -> cl.Robot:
    return cl.Robot.from_urdf(Path(__file__).parents[3] / "testdata" / "robots" / "xarm7" / "xarm7.urdf")


def test_derivatives_by_joints_are_those_of_differences(arm: cl.Robot) -> None:
    qs = np.random.default_rng(SEED).uniform(-0.6, 0.6, (20, 7))
    found = derivatives.configuration_rates(arm, qs)
    expected = differences(lambda given: derivatives.configuration_rates(arm, given).values, qs)
    assert (np.abs(found.gradients - expected).max(axis=1) < 1e-5).mean() > 0.9
    for rates, generators in zip(found.gradients, derivatives.configuration_generators(arm, qs)):
        assert any(np.allclose(rates, one) for one in generators) or len(generators) > 1


def test_smoothed_clearances_are_near_the_clearances_and_their_derivatives_those_of_differences(arm: cl.Robot) -> None:
    qs = np.random.default_rng(SEED).uniform(-0.6, 0.6, (2, 20, 7))
    found = derivatives.smoothed_configuration_rates(arm, qs, 0.02)
    exact = arm.signed_distances(qs.reshape(-1, 7), columns=("lower", "upper"))
    lower, upper = exact.lower.reshape(2, 20), exact.upper.reshape(2, 20)
    assert found.values.shape == (2, 20) and found.gradients.shape == (2, 20, 7)
    assert (found.values - lower <= found.gaps).all() and (upper - found.values <= found.gaps).all()
    # Deep overlaps are beyond its domain: the middle of a link lies inside of another.
    apart = lower > 0
    assert 10 < apart.sum() < 40
    assert (found.gaps[apart] <= 0.02 * (1 + 1e-9)).all() and found.gaps[apart].max() > 0.001
    flat = qs.reshape(-1, 7)
    expected = differences(lambda given: derivatives.smoothed_configuration_rates(arm, given, 0.02).values, flat)
    assert np.abs(found.gradients.reshape(-1, 7) - expected)[apart.ravel()].max() < 1e-4
    again = derivatives.smoothed_configuration_rates(arm, flat, 0.02, threads=1)
    assert (again.values == found.values.ravel()).all() and (again.gradients.ravel() == found.gradients.ravel()).all()
    with pytest.raises(ValueError, match=r"qs\[0\]: the blur must be positive and finite, got 0"):
        derivatives.smoothed_configuration_rates(arm, flat, 0)


def test_rows_that_have_no_derivative_are_named() -> None:
    ball = cl.Sphere(1)
    with pytest.raises(ValueError, match=r"poses\[1\]: the quaternion must be finite and not zero"):
        derivatives.pose_rates(ball, ball, [[3, 0, 0, 1, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0]])
    with pytest.raises(ValueError, match=r"poses must have the shape \(.., 7\), got \(2, 4\)"):
        derivatives.pose_rates(ball, ball, np.zeros((2, 4)))
    two = cl.Compound([ball, (ball, cl.Pose((5, 0, 0)))])
    with pytest.raises(ValueError, match=r"poses\[0\]: bodies that overlap and are not convex have no number"):
        derivatives.pose_rates(two, ball, [[0.5, 0, 0, 1, 0, 0, 0]])
    with pytest.raises(ValueError, match="expected a bounded convex shape, got a compound"):
        derivatives.smoothed_pose_rates(two, ball, [[9, 0, 0, 1, 0, 0, 0]], 0.1)
    with pytest.raises(ValueError, match="blur must be finite and not negative, got -1"):
        derivatives.smoothed_pose_rates(ball, ball, [[9, 0, 0, 1, 0, 0, 0]], -1)


@pytest.mark.parametrize("double", [True, False])
def test_the_layers_of_torch_have_these_values_and_gradients(arm: cl.Robot, double: bool) -> None:
    torch: Any = pytest.importorskip("torch", reason="torch is not installed")
    from clearance import torch as layers

    a, b = PAIRS[0]
    rows = poses(24).reshape(4, 6, 7)
    given = torch.tensor(rows, dtype=torch.float64 if double else torch.float32, requires_grad=True)
    weights = torch.arange(24, dtype=given.dtype).reshape(4, 6)
    (layers.signed_distance(a, b, given) * weights).sum().backward()
    exact = derivatives.pose_rates(a, b, given.detach().numpy())
    assert np.allclose(given.grad.numpy(), exact.gradients * weights.numpy()[..., None], rtol=1e-5)
    far = torch.tensor(poses(24, 4.0), dtype=given.dtype, requires_grad=True)
    values, gaps = layers.smoothed_distance(a, b, far, 0.2)
    lower = cl.signed_distances(a, b, derivatives._unit(far.detach().numpy())[0]).lower
    assert (values.detach().double().numpy() - lower <= gaps.double().numpy()).all() and not gaps.requires_grad
    assert values.dtype == gaps.dtype == given.dtype and values.requires_grad
    qs = torch.zeros((2, 7), dtype=given.dtype, requires_grad=True)
    layers.clearance(arm, qs).sum().backward()
    assert np.allclose(qs.grad.numpy(), derivatives.configuration_rates(arm, np.zeros((2, 7))).gradients, atol=1e-6)
    values, gaps = layers.smoothed_clearance(arm, qs, 0.02)
    smooth = derivatives.smoothed_configuration_rates(arm, np.zeros((2, 7)), 0.02)
    assert (abs(values.detach().double().numpy() - smooth.values) + smooth.gaps <= gaps.double().numpy()).all() and not gaps.requires_grad
    (by_joints,) = torch.autograd.grad(values.sum(), qs)
    assert np.allclose(by_joints.numpy(), smooth.gradients, atol=1e-6)


def test_world_poses_of_torch_go_through_to_both_bodies() -> None:
    torch: Any = pytest.importorskip("torch", reason="torch is not installed")
    from clearance import torch as layers

    a, b = PAIRS[1]
    world = torch.tensor(np.stack([poses(8), poses(16, 3.0)[8:]]), requires_grad=True)

    def total(both: Any) -> Any:
        return layers.signed_distance(a, b, layers.relative_poses(both[0], both[1])).sum()

    total(world).backward()
    expected = differences(lambda flat: _total(total, torch, flat, world.shape), world.detach().numpy().reshape(1, -1))
    assert np.allclose(world.grad.numpy().reshape(1, -1), expected, atol=1e-5)
    found = cl.signed_distances(
        a, b, pose_a=derivatives._unit(world[0].detach().numpy())[0], pose_b=derivatives._unit(world[1].detach().numpy())[0]
    )
    assert total(world).item() == pytest.approx(found.signed_distance.sum(), abs=1e-9)


def _total(total: Any, torch: Any, flat: Array, shape: Any) -> Array:
    return np.array([total(torch.tensor(flat.reshape(shape))).item()])


def test_the_layers_of_jax_have_these_values_and_gradients_under_jit_and_vmap(arm: cl.Robot) -> None:
    jax: Any = pytest.importorskip("jax", reason="jax is not installed")
    from clearance import jax as layers

    a, b = PAIRS[0]
    rows = jax.numpy.asarray(poses(12), jax.numpy.float32)
    exact = derivatives.pose_rates(a, b, np.asarray(rows))
    assert np.allclose(layers.signed_distance(a, b, rows), exact.values, rtol=1e-6, atol=1e-6)
    slope = jax.jit(jax.vmap(jax.grad(lambda pose: layers.signed_distance(a, b, pose))))(rows)
    assert np.allclose(slope, exact.gradients, rtol=1e-5, atol=1e-5)
    values, gaps = jax.jit(lambda given: layers.smoothed_distance(a, b, given, 0.2))(rows)
    lower = cl.signed_distances(a, b, derivatives._unit(np.asarray(rows))[0]).lower
    assert (np.asarray(values, np.float64) - lower <= np.asarray(gaps, np.float64)).all()
    smooth = jax.grad(lambda given: layers.smoothed_distance(a, b, given, 0.2)[0].sum())(rows)
    assert np.allclose(smooth, derivatives.smoothed_pose_rates(a, b, np.asarray(rows), 0.2).gradients, rtol=1e-5, atol=1e-5)
    qs = jax.numpy.zeros((3, 7))
    by_joints = jax.grad(lambda given: layers.clearance(arm, given).sum())(qs)
    assert np.allclose(by_joints, derivatives.configuration_rates(arm, np.zeros((3, 7))).gradients, atol=1e-6)
    smooth = jax.jit(jax.grad(lambda given: layers.smoothed_clearance(arm, given, 0.02)[0].sum()))(jax.numpy.zeros((3, 7)))
    assert np.allclose(smooth, derivatives.smoothed_configuration_rates(arm, np.zeros((3, 7)), 0.02).gradients, atol=1e-6)
    both = layers.relative_poses(rows[:6], rows[6:])
    found = cl.signed_distances(
        a, b, pose_a=derivatives._unit(np.asarray(rows[:6]))[0], pose_b=derivatives._unit(np.asarray(rows[6:]))[0]
    )
    assert np.allclose(layers.signed_distance(a, b, both), found.signed_distance, atol=1e-5)
