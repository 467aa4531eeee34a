"""Walls of meshes and gaps of meshes to themselves, and volumes in common."""

from __future__ import annotations

from typing import Any

import clearance as cl
import numpy as np
import pytest

FACES = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4), (2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]


def corners(half: float) -> np.ndarray:
    return np.array([(x, y, z) for z in (-half, half) for y in (-half, half) for x in (-half, half)])


def hollow() -> cl.Mesh:
    """A box with walls 1 thick around a hollow 8 wide."""
    inner = np.array(FACES)[:, ::-1] + 8
    return cl.Mesh(np.concatenate([corners(5), corners(4)]), np.concatenate([FACES, inner]))


def test_walls_and_hollows_have_bounds_that_hold_their_lengths() -> None:
    mesh = hollow()
    walls = mesh.thickness(samples=3000)
    assert 2900 < len(walls) < 3100 and walls.areas.sum() == pytest.approx(mesh.area)
    for bounds, least in ((walls.ray, walls.least_ray), (walls.ball, walls.least_ball)):
        assert least is not None
        lower, upper = bounds[least]
        assert lower <= 1 <= upper and upper - lower < 1e-12
    assert (walls.ray[:, 0] <= walls.ray[:, 1]).all() and (walls.ball[:, 1] <= walls.ray[:, 1] * (1 + 1e-12)).all()
    gaps = mesh.thickness("gap")
    inside = gaps.triangles >= 12
    assert np.isnan(gaps.ray[~inside]).all() and (gaps.ray_triangles[~inside] == -1).all()
    assert (gaps.ray[inside, 0] <= 8).all() and (gaps.ray[inside, 1] >= 8).all() and (gaps.ball_triangles[inside] >= 12).all()
    assert mesh.thickness("gap", within=7).least_ball is None


def test_what_cannot_be_measured_is_said() -> None:
    wrong: Any
    for wrong, said in (({"side": "up"}, "side must be one of wall, gap"), ({"samples": -1}, "samples must not be negative"), ({"within": 0}, "within must be above 0")):
        with pytest.raises(ValueError, match=said):
            hollow().thickness(**wrong)
    with pytest.raises(ValueError, match="not closed"):
        cl.Mesh(corners(1), FACES[:11]).thickness()


def test_a_clash_has_its_volume_in_cubes_of_the_unit() -> None:
    box = {"kind": "box", "half_extents": [0.01, 0.02, 0.03]}
    bodies = [{"name": name, "shape": box, "pose": {"translation": [x, 0, 0]}} for name, x in (("a", 0), ("b", 0.0195), ("c", 0.05))]
    clash, *others = cl.assembly({"bodies": bodies}).findings
    assert clash["volume_lower"] <= 1200 <= clash["volume_upper"] < 1200.001
    assert all(found["volume_lower"] is None for found in others)
    in_metres = cl.assembly({"bodies": bodies}, unit="m").findings[0]
    assert in_metres["volume_lower"] <= 1.2e-6 <= in_metres["volume_upper"]
