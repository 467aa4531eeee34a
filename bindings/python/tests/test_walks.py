"""Characters that walk, pushes out of what overlaps, many casts in one call, and contacts along all normals."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearance as cl

PERSON = cl.Capsule(0.3, 0.6)


def level() -> cl.Scene:
    """A floor, a step of 25 cm, and a wall as thin as nothing."""
    scene = cl.Scene()
    scene.add("floor", cl.Box((9, 9, 0.5)), cl.Pose((0, 0, -0.5)))
    scene.add("step", cl.Box((1, 9, 0.125)), cl.Pose((2, 0, 0.125)))
    scene.add("wall", cl.Mesh([(5, -4, 0), (5, 4, 0), (5, 4, 3), (5, -4, 3)], [(0, 1, 2), (0, 2, 3)]))
    return scene


def test_a_person_walks_over_a_step_and_stops_at_a_thin_wall() -> None:
    scene, grounds = level(), set()
    walk = scene.move_and_slide(PERSON, cl.Pose((0, 0.2, 0.91)), (0.05, 0.0, -0.01))
    for _ in range(109):
        before = walk.pose
        walk = scene.move_and_slide(PERSON, before, (0.05, 0.0, -0.01))
        pose = walk.pose
        assert walk.on_floor and walk.floor is not None and walk.clearance > 0.0099
        assert walk.path[0] == before.translation and walk.path[-1] == pose.translation
        assert np.allclose(np.subtract(pose.translation, before.translation), walk.translation)
        grounds.add((walk.floor.body, walk.floor.ground))
    assert np.allclose(walk.pose.translation, (4.69, 0.2, 0.91), atol=2e-3)
    assert {("floor", "floor"), ("step", "floor"), ("step", "ledge")} <= grounds
    assert walk.on_wall and not walk.on_ceiling and [hit.body for hit in walk.hits] == ["floor", "wall"]
    assert walk.remaining[0] > 0.04


def test_options_say_what_is_a_step_a_slope_and_whose_body_walks() -> None:
    scene = level()
    stopped = scene.move_and_slide(PERSON, cl.Pose((0.5, 0, 0.91)), (0.5, 0.1, 0), step_height=0.2)
    # The edge is 0.06 below the middle of the lower ball, which ends 0.31 from it.
    assert np.allclose(stopped.translation, (0.5 - math.sqrt(0.31**2 - 0.06**2), 0.1, 0), atol=1e-6) and stopped.floor is not None
    ramp = cl.Scene()
    ramp.add("ramp", cl.Box((9, 9, 0.5)), cl.Pose((0, 0, 0), rpy=(0, -math.radians(30), 0)))
    start = cl.Pose((0, 0, (0.5 + 0.31) / math.cos(math.radians(30)) + 0.6))
    for degrees, climbs in [(35, True), (25, False)]:
        walk = ramp.move_and_slide(PERSON, start, (0.1, 0, -0.01), max_slope=math.radians(degrees))
        assert (walk.translation[2] > 0.05) == climbs, (degrees, walk)
    scene.add("me", PERSON, cl.Pose((0, 0, 0.91)))
    assert scene.move_and_slide(PERSON, cl.Pose((0, 0, 0.91)), (0.2, 0, 0), own="me").translation[0] == pytest.approx(0.2, abs=1e-6)
    turned = cl.Scene()
    turned.add("floor", cl.Box((0.5, 9, 9)), cl.Pose((-0.5, 0, 0)))
    lying = turned.move_and_slide(cl.Sphere(0.3), cl.Pose((0.31, 0, 0)), (-0.1, 0.2, 0), up=(1, 0, 0))
    assert np.allclose(lying.translation, (0, 0.2, 0), atol=1e-6) and lying.on_floor


def test_what_is_refused_is_named() -> None:
    scene = level()
    with pytest.raises(ValueError, match="skin must be positive and finite, got 0"):
        scene.move_and_slide(PERSON, cl.Pose(), (1, 0, 0), skin=0)
    with pytest.raises(ValueError, match="must be one convex shape, got a compound"):
        scene.move_and_slide(cl.Compound([(PERSON, cl.Pose()), (PERSON, cl.Pose((1, 0, 0)))]), cl.Pose(), (1, 0, 0))
    with pytest.raises(ValueError, match="max_length must be finite and not negative, got -1"):
        scene.push_out(PERSON, cl.Pose(), -1)
    with pytest.raises((KeyError, ValueError), match="stranger"):
        scene.move_and_slide(PERSON, cl.Pose(), (1, 0, 0), own="stranger")


def test_pushes_end_at_the_skin_and_keep_the_rotation() -> None:
    scene = level()
    pose = cl.Pose((-3, 0, 0.7), rpy=(0, 0, 0.3))
    push = scene.push_out(PERSON, pose, 0.4)
    assert push is not None and np.allclose(push.translation, (0, 0, 0.21), atol=1e-6)
    assert push.lower <= push.upper == pytest.approx(0.21, abs=1e-6)
    assert push.pose == cl.Pose(push.pose.translation, rpy=(0, 0, 0.3))
    scene.add("me", PERSON, push.pose)
    assert all(scene.between(name, "me").lower >= 0.01 - 1e-9 for name in ("floor", "step", "wall"))
    assert scene.push_out(PERSON, pose, 0.2, own="me") is None


def test_casts_in_arrays_have_the_bits_of_single_ones() -> None:
    scene, random = level(), np.random.default_rng(3)
    poses = np.zeros((40, 7))
    poses[:, :3], poses[:, 3] = random.uniform((-4, -4, 1.2), (4, 4, 2), (40, 3)), 1
    ways = random.uniform(-6, 6, (40, 3))
    found = scene.casts(PERSON, poses, ways, target_distance=0.01, only_approaching=True, threads=2)
    hits = 0
    for row in range(40):
        one = scene.cast(PERSON, poses[row], ways[row], target_distance=0.01, only_approaching=True)
        place = found.body[row]
        assert one.body == (found.bodies[place] if place >= 0 else None)
        if one.body is not None and one.impact.time is not None and one.impact.proximity is not None:
            hits += 1
            assert one.impact.time == found.time[row] and one.part == found.part[row]
            assert tuple(found.normal[row]) == one.impact.proximity.normal
    assert 5 < hits < 40
    fan = scene.casts(cl.Sphere(0.1), cl.Pose((-3, 0, 1)), [(8, 0, 0), (0, 0, -4)])
    assert [fan.bodies[place] for place in fan.body] == ["wall", "floor"]
    poses[7, 3] = 9
    marked = scene.casts(PERSON, poses, ways, errors="status")
    assert marked.status[7] == -128 and "casts[7]" in marked.errors[7]
    with pytest.raises(ValueError, match="as many rows, got 40 and 2"):
        scene.casts(PERSON, poses, ways[:2])


def test_contacts_along_all_normals_of_pairs_and_scenes() -> None:
    room = cl.Compound([(cl.Box((4, 4, 0.5)), cl.Pose((0, 0, -0.5))), (cl.Box((0.5, 4, 2)), cl.Pose((4.5, 0, 2)))])
    brick, pose = cl.Box((0.5, 0.5, 0.5)), cl.Pose((3.5 + 1 / 128, 0, 0.5 - 1 / 64))
    scene = cl.Scene()
    scene.add("room", room)
    scene.add("brick", brick, pose)
    for found in (cl.contacts(room, brick, pose), scene.contacts_of("room", "brick")):
        assert [tuple(round(x, 9) + 0.0 for x in contact.proximity.normal) for contact in found] == [(0, 0, 1), (-1, 0, 0)]
        assert [[point.signed_distance for point in contact.points] for contact in found] == [[-1 / 64] * 4, [-1 / 128] * 4]
        assert all(len(set(contact.ids)) == 4 for contact in found)
    assert cl.contacts(room, brick, cl.Pose((0, 0, 0.6))) == ()
    assert len(cl.contacts(room, brick, cl.Pose((0, 0, 0.6)), within=0.2)) == 1
