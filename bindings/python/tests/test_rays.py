"""Many rays in one call: the bits of single ones, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearance as cl


def ball(count: int = 24) -> cl.Mesh:
    """A solid of rings of triangles about the z axis, nearly a unit ball."""
    rings = [np.array([[0, 0, -1.0]])]
    for height in np.linspace(-0.9, 0.9, count):
        angles = np.linspace(0, 2 * math.pi, count, endpoint=False)
        radius = math.sqrt(1 - height**2)
        rings.append(np.stack([radius * np.cos(angles), radius * np.sin(angles), np.full(count, height)], axis=1))
    rings.append(np.array([[0, 0, 1.0]]))
    triangles = []
    for i in range(count):
        j = (i + 1) % count
        triangles.append((0, 1 + j, 1 + i))
        for ring in range(count - 1):
            a, b = 1 + ring * count, 1 + (ring + 1) * count
            triangles += [(a + i, a + j, b + j), (a + i, b + j, b + i)]
        last = 1 + (count - 1) * count
        triangles.append((last + i, last + j, 1 + count * count))
    return cl.Mesh(np.concatenate(rings), triangles)


def rays(count: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(5)
    origins = random.normal(size=(count, 3))
    origins *= 4 / np.linalg.norm(origins, axis=1, keepdims=True)
    return origins, (random.uniform(-1.5, 1.5, (count, 3)) - origins) * 2


def test_many_rays_have_the_bits_of_single_ones_on_any_number_of_threads() -> None:
    scene = cl.Scene()
    scene.add("ball", ball(), cl.Pose.from_rpy(0.1, 0.2, 0.3, (0.1, 0, 0)))
    scene.add("post", cl.Cylinder(0.2, 2), cl.Pose((0, 1.5, 0)))
    scene.add("pair", cl.Compound([(cl.Sphere(0.3), cl.Pose((2, 0, 0))), (cl.Sphere(0.3), cl.Pose((-2, 0, 0)))]))
    origins, ways = rays(700)
    hits = scene.cast_rays(origins, ways)
    assert len(hits) == 700 and 200 < hits.hit.sum() < 690 and set(hits.bodies) == {"ball", "post", "pair"}
    for row in range(0, 700, 7):
        single = scene.cast_ray(origins[row], ways[row])
        if single.body is None:
            assert hits.status[row] == 1 and hits.body[row] == -1 and math.isnan(hits.time[row])
            continue
        assert hits.bodies[hits.body[row]] == single.body and hits.part[row] == single.part
        assert (hits.time[row], hits.time_upper[row]) == (single.impact.time, single.impact.time_upper)
        assert single.impact.proximity is not None
        assert tuple(hits.normal[row]) == tuple(single.impact.proximity.normal)
    one = scene.cast_rays(origins, ways, threads=1)
    for name in ("status", "time", "time_lower", "time_upper", "body", "part", "normal", "point", "barycentric"):
        assert np.array_equal(getattr(hits, name), getattr(one, name), equal_nan=name not in ("status", "body", "part"))


def test_rays_of_a_mesh_hit_its_surface_from_both_sides() -> None:
    mesh = ball()
    origins, ways = rays(500)
    hits = mesh.cast_rays(origins, ways)
    assert hits.hit.sum() > 150 and hits.bodies == ()
    corners = mesh.vertices[mesh.triangles[hits.part[hits.hit]]]
    points = np.einsum("nij,ni->nj", corners, hits.barycentric[hits.hit])
    assert np.abs(points - hits.point[hits.hit]).max() < 1e-13
    assert (np.einsum("ni,ni->n", hits.normal[hits.hit], ways[hits.hit]) < 0).all()
    inside = mesh.cast_rays((0, 0, 0), np.eye(3) * 5)
    assert inside.hit.all() and (inside.time > 0.15).all()
    scene = cl.Scene()
    scene.add("ball", mesh)
    assert (scene.cast_rays((0, 0, 0), np.eye(3) * 5).time == 0).all()


def test_a_ray_that_is_refused_leaves_the_others() -> None:
    mesh = ball(8)
    origins = [(-4, 0, 0), (math.inf, 0, 0), (-4, 0, 0)]
    with pytest.raises(ValueError, match=r"rays\[1\]: "):
        mesh.cast_rays(origins, (8, 0, 0))
    hits = mesh.cast_rays(origins, (8, 0, 0), errors="status")
    assert hits.status.tolist() == [0, -128, 0] and list(hits.errors) == [1]
    with pytest.raises(ValueError, match="as many rows, got 3 and 2"):
        mesh.cast_rays(origins, [(8, 0, 0)] * 2)
    with pytest.raises(ValueError, match=r"shape \(n, 3\), got \(3, 2\)"):
        mesh.cast_rays([(1, 2), (3, 4), (5, 6)], (8, 0, 0))
    assert len(mesh.cast_rays(np.empty((0, 3)), (8, 0, 0))) == 0


def test_meshes_and_compounds_are_cast_through_a_scene() -> None:
    scene = cl.Scene()
    scene.add("wall", cl.Box((0.5, 4, 4)), cl.Pose((6, 0, 0)))
    struck = scene.cast(ball(), cl.Pose(), (10, 0, 0))
    assert struck.body == "wall" and struck.impact.time == pytest.approx(0.45, abs=0.01)
    dumbbell = cl.Compound([(cl.Sphere(0.5), cl.Pose((1, 0, 0))), (cl.Sphere(0.5), cl.Pose((-1, 0, 0)))])
    assert scene.cast(dumbbell, cl.Pose(), (10, 0, 0)).impact.time == pytest.approx(0.4, abs=1e-12)
