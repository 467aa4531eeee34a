"""Compounds and meshes in the questions of pairs and tables."""

from __future__ import annotations

import math
import pickle
from pathlib import Path
from typing import Any, Union

import clearance as cl
import numpy as np
import pytest

HOUSE = Path(__file__).parents[3] / "testdata/meshes/house.obj"
POST = cl.Box((0.5, 0.5, 2))
GATE = cl.Compound([(POST, cl.Pose((-0.9, -2, 1))), (POST, cl.Pose((0.9, -2, 1)))])
BALL = cl.Sphere(0.3)


def bodies() -> list[Union[cl.Shape, cl.Mesh]]:
    return [cl.Mesh.from_file(HOUSE), GATE, cl.Halfspace((1, 0, 0), -0.4)]


def at(x: float) -> cl.Pose:
    return cl.Pose((x, -2, 1.1))


@pytest.mark.parametrize("body", bodies(), ids=lambda body: body.kind)
def test_every_question_is_answered_of_a_ball_beside_a_wall(body: Union[cl.Shape, cl.Mesh]) -> None:
    found = cl.signed_distance(body, BALL, at(0))
    assert found.signed_distance == pytest.approx(0.1, abs=1e-7) and found.proven and found.collides is False
    assert found.lower <= 0.1 + 1e-7 and found.upper >= 0.1 - 1e-7
    assert cl.distance(body, BALL, at(0)).distance == pytest.approx(0.1, abs=1e-7)
    assert not cl.intersects(body, BALL, at(0)) and cl.intersects(body, BALL, at(-0.25))
    assert isinstance(cl.distance_within(body, BALL, at(0), max_distance=0.05), cl.Beyond)
    assert isinstance(cl.distance_within(body, BALL, at(0), max_distance=0.2), cl.Proximity)
    swapped = cl.signed_distance(BALL, body, pose_a=at(0), pose_b=cl.Pose())
    assert swapped.signed_distance == pytest.approx(0.1, abs=1e-7)
    contact = cl.contact(body, BALL, at(-0.25))
    assert [point.signed_distance for point in contact.points] == [pytest.approx(-0.15, abs=1e-7)]
    assert np.allclose(cl.gradient(body, BALL, at(-0.05)).branches[0].normal, (1, 0, 0))
    motion = cl.Motion(at(0), linear=(-1, 0, 0))
    assert cl.time_of_impact(body, BALL, cl.Pose(), motion).time == pytest.approx(0.1, abs=1e-7)
    with pytest.raises(ValueError, match=f"a {body.kind} has no certificate, expected two bounded convex shapes"):
        cl.certify(body, BALL, at(0))


def test_a_depth_that_is_not_known_is_none_between_bounds() -> None:
    for body in (cl.Mesh.from_file(HOUSE), GATE):
        found = cl.signed_distance(body, BALL, at(-0.25))
        assert found.signed_distance is None and found.depth is None and found.distance == 0.0
        assert found.collides and found.status == cl.Status.OVERLAPPING
        assert found.lower <= -0.15 <= found.upper + 1e-7
        assert pickle.loads(pickle.dumps(found)) == found and "None" in repr(found)
        with pytest.raises(ValueError, match="that is not apart has no gradient"):
            cl.gradient(body, BALL, at(-0.25))
    assert cl.signed_distance(GATE, BALL, at(-0.25)).parts == (0, 0)


def test_answers_about_an_open_mesh_say_that_it_is_a_surface() -> None:
    corners = [(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    ball, middle, beside = cl.Sphere(0.5), cl.Pose((1.5, 1.5, 1.5)), cl.Pose((1.5, 1.5, -2))
    for mesh in (cl.Mesh(corners, faces), cl.Mesh(corners, faces[:3])):
        is_open = not mesh.is_solid
        found = cl.signed_distance(mesh, ball, middle)
        # Inside of the solid; in the middle of the surface the ball is 1 from each of the three faces.
        assert found.collides is not is_open and (not is_open or found.signed_distance == pytest.approx(1))
        assert (found.surface, found.surface_a, found.surface_b) == (is_open, is_open, False)
        assert found.to_json().get("surface", False) is is_open and "surface_b" not in found.to_json()
        swapped = cl.signed_distance(ball, mesh, pose_a=middle, pose_b=cl.Pose())
        assert (swapped.surface_a, swapped.surface_b) == (False, is_open)
        assert pickle.loads(pickle.dumps(swapped)).surface_b is is_open
        near = cl.distance_within(mesh, ball, beside, max_distance=9)
        motion = cl.Motion(beside, linear=(0, 0, 3))
        impact = cl.time_of_impact(mesh, ball, cl.Pose(), motion).proximity
        answers: list[Any] = [cl.distance(mesh, ball, beside), near, cl.contact(mesh, ball, beside).proximity, impact]
        answers += [cl.gradient(mesh, ball, beside).proximity, cl.closest_approach(mesh, ball, cl.Pose(), motion).proximity]
        assert [answer.surface for answer in answers] == [is_open] * 6
        scene = cl.Scene()
        scene.add("mesh", mesh)
        scene.add("ball", ball, beside)
        pairs = [*scene.closest(1).pairs, *scene.within(5).near, scene.between("ball", "mesh"), *scene.watch().closest(1).pairs]
        assert [near.surface for near in pairs] == [is_open] * 4


def test_a_closed_convex_mesh_is_the_body_that_it_bounds() -> None:
    box = cl.Box((1, 2, 3))
    corners = [(x, y, z) for z in (-3, 3) for y in (-2, 2) for x in (-1, 1)]
    faces = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4), (2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]
    mesh = cl.Mesh(corners, faces)
    assert mesh.is_solid and mesh.is_convex and not cl.Mesh.from_file(HOUSE).is_convex
    for pose in (cl.Pose((0.5, 0, 0)), cl.Pose((1.25, 0.5, 0.25)), cl.Pose((3, 0, 0))):
        assert cl.signed_distance(mesh, BALL, pose).signed_distance == pytest.approx(
            cl.signed_distance(box, BALL, pose).signed_distance, abs=1e-13
        )
    assert cl.Shape.from_json(mesh.to_json()) == mesh


def test_tables_take_them_at_many_poses() -> None:
    offsets = np.linspace(-0.4, 0.4, 65)
    poses = np.zeros((65, 7))
    poses[:, 0], poses[:, 1], poses[:, 2], poses[:, 3] = offsets, -2, 1.1, 1
    for body in bodies():
        found = cl.signed_distances(body, BALL, poses, columns="all")
        one = [cl.signed_distance(body, BALL, at(x)) for x in offsets]
        assert (found.status == [row.status for row in one]).all()
        assert (found.lower == [row.lower for row in one]).all()
        numbers = [math.nan if row.signed_distance is None else row.signed_distance for row in one]
        assert np.array_equal(found.signed_distance, numbers, equal_nan=True)
        assert found.proven.all()
    table = [BALL, *bodies()]
    index = np.arange(65) % 4
    mixed = cl.signed_distances((table, index), BALL, poses)
    assert (mixed.status[1::4] == cl.signed_distances(table[1], BALL, poses).status[1::4]).all()
