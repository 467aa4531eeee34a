"""Faces and volumes of hulls, reports and parts of meshes."""

from __future__ import annotations

import itertools
from pathlib import Path

import clearance as cl
import numpy as np
import pytest
from conftest import SEED
from scipy.spatial import ConvexHull

MUG = Path(__file__).parents[3] / "testdata" / "meshes" / "mug.obj"


@pytest.mark.parametrize("seed", range(SEED, SEED + 5))
def test_faces_bound_the_volume_that_qhull_finds(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(60, 3))
    hull, other = cl.Hull(points), ConvexHull(points)
    assert hull.volume == pytest.approx(other.volume, rel=1e-12) and hull.area == pytest.approx(other.area, rel=1e-12)
    assert set(hull.polyhedron.vertices) == set(other.vertices)
    a, b, c = (points[hull.triangles[:, i]] for i in range(3))
    # Outward: every tetrahedron with an inner point has a positive volume.
    inner = points[list(hull.polyhedron.vertices)].mean(axis=0)
    volumes = np.einsum("ij,ij->i", np.cross(b - a, c - a), a - inner) / 6
    assert (volumes > 0).all() and volumes.sum() == pytest.approx(hull.volume, rel=1e-12)


def test_a_cube_has_six_faces_of_four_corners() -> None:
    cube = cl.Hull([*itertools.product((0.0, 2.0), repeat=3), (1, 1, 1), (0, 0, 0)])
    assert sorted(map(len, cube.faces)) == [4] * 6 and len(cube.polyhedron.edges) == 12
    assert cube.triangles.shape == (12, 3) and cube.polyhedron.vertices == tuple(range(8))
    assert (cube.volume, cube.area, cube.polyhedron.centroid) == (8, 24, (1, 1, 1))


def test_a_flat_hull_has_no_volume() -> None:
    square = cl.Hull([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)])
    assert (square.polyhedron.dimension, square.volume, square.area) == (2, 0, 1)
    assert cl.Hull([(1, 2, 3)]).triangles.shape == (0, 3)


def test_a_report_says_what_is_wrong_with_a_mesh() -> None:
    mug = cl.Mesh.from_file(MUG)
    whole = mug.report()
    assert (whole.closed, whole.oriented, whole.manifold, whole.open_edges, whole.components) == (True, True, True, 0, 1)
    assert whole.volume == mug.volume and whole.triangles == len(mug.triangles)
    torn = cl.Mesh(mug.vertices, mug.triangles[1:]).report()
    assert (torn.closed, torn.open_edges, torn.volume) == (False, 3, None)
    crossed = cl.Mesh(
        [(0, 0, 0), (2, 0, 0), (0, 2, 0), (0.5, 0.5, -1), (0.5, 0.5, 1), (3, 3, 1)], np.array([(0, 1, 2), (3, 4, 5)])
    )
    assert crossed.report().self_intersections == 1


def test_parts_contain_the_mesh_within_their_error() -> None:
    mug = cl.Mesh.from_file(MUG)
    found = mug.decompose(error=0.01)
    assert found.error_lower <= found.error_upper <= 0.01 and found.contains_volume and len(found.parts) > 1
    for vertex in mug.vertices[::7]:
        assert cl.distance(found.compound, cl.Point(), cl.Pose(vertex)).lower == 0
    assert found == mug.decompose(error=0.01)
    assert len(mug.decompose(error=0.0, max_parts=3).parts) <= 3


@pytest.mark.parametrize(
    ("arguments", "text"),
    [({"error": -1.0}, "error must be finite and not negative, got -1"), ({"max_parts": 0}, "max_parts must be at least 1, got 0")],
)
def test_wrong_options_of_a_decomposition_are_named(arguments: dict[str, float], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        cl.Mesh.from_file(MUG).decompose(**arguments)  # type: ignore[arg-type]
