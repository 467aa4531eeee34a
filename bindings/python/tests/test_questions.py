"""Questions agree with each other and meet their contracts."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from typing import Any

import clearance as cl
import numpy as np
import pytest
from conftest import check_proximity, pasted, poses, shapes, simple
from hypothesis import given


@given(shapes, shapes, poses)
def test_all_questions_agree(a: cl.Shape, b: cl.Shape, pose: cl.Pose) -> None:
    found = cl.signed_distance(a, b, pose)
    check_proximity(found)
    apart = cl.distance(a, b, pose)
    assert apart.lower <= apart.distance <= apart.upper and apart.distance >= 0
    if found.proven:
        assert cl.intersects(a, b, pose) == found.collides
    near = cl.distance_within(a, b, pose, max_distance=found.upper + 1)
    assert isinstance(near, cl.Proximity) and near.lower <= found.upper and found.lower <= near.upper
    far = cl.distance_within(a, b, pose, max_distance=found.lower - 1)
    assert isinstance(far, cl.Beyond) and found.lower - 1 < far.lower <= found.upper


@given(simple, simple, poses, poses)
def test_the_world_form_is_the_relative_one_moved(a: cl.Shape, b: cl.Shape, pose_a: cl.Pose, pose_b: cl.Pose) -> None:
    world = cl.signed_distance(a, b, pose_a=pose_a, pose_b=pose_b)
    check_proximity(world)
    relative = cl.signed_distance(a, b, pose_a.inverse() @ pose_b)
    slack = 1e-9 * (1 + abs(world.signed_distance))
    assert world.lower <= relative.upper + slack and relative.lower <= world.upper + slack


@given(simple, simple, poses)
def test_a_track_answers_as_a_cold_question(a: cl.Shape, b: cl.Shape, pose: cl.Pose) -> None:
    track = cl.Track()
    for step in (0.0, 0.01, 0.02):
        x, y, z = pose.translation
        moved = cl.Pose((x + step, y, z), quaternion_wxyz=pose.quaternion_wxyz)
        warm, cold = track.signed_distance(a, b, moved), cl.signed_distance(a, b, moved)
        assert warm.lower <= cold.upper and cold.lower <= warm.upper


def test_halfspaces_are_asked_against_bounded_shapes() -> None:
    floor, ball = cl.Halfspace((0, 0, 2), 1.0), cl.Sphere(0.25)
    found = cl.signed_distance(floor, ball, cl.Pose((7, 0, 1)))
    assert abs(found.signed_distance - 0.25) < 1e-14 and found.normal == (0, 0, 1)
    swapped = cl.signed_distance(ball, floor, pose_a=cl.Pose((7, 0, 1)), pose_b=cl.Pose())
    assert swapped.signed_distance == found.signed_distance and swapped.normal == (0, 0, -1)
    assert cl.distance(floor, ball, cl.Pose((7, 0, 0))).distance == 0
    assert cl.intersects(floor, ball, cl.Pose((7, 0, 0))) and not cl.intersects(floor, ball, cl.Pose((7, 0, 1)))
    questions: list[Any] = [cl.signed_distance, cl.contact, cl.gradient, cl.certify]
    for question in questions:
        with pytest.raises(ValueError, match="halfspace"):
            question(floor, floor, cl.Pose())


def test_contacts_are_the_corners_of_the_patch() -> None:
    found = cl.contact(cl.Box((2, 2, 0.5)), cl.Box((1, 0.5, 0.25)), cl.Pose((1.5, 0, 0.625)))
    assert sorted(point.witness_a for point in found.points) == [
        (0.5, -0.5, 0.5), (0.5, 0.5, 0.5), (2.0, -0.5, 0.5), (2.0, 0.5, 0.5),
    ]  # fmt: skip
    assert pickle.loads(pickle.dumps(found)) == found and hash(found) == hash(pickle.loads(pickle.dumps(found)))
    assert pasted(repr(found)) == found


@given(simple, simple, poses)
def test_the_gradient_predicts_small_motions(a: cl.Shape, b: cl.Shape, pose: cl.Pose) -> None:
    found = cl.gradient(a, b, pose)
    if not found.differentiable or abs(found.proximity.signed_distance) < 1e-2:
        return
    slope = found.of_b()
    assert found.of_a().linear == tuple(-x for x in slope.linear)
    step = 1e-7
    x, y, z = pose.translation

    def rate(by: float) -> float:
        moved = cl.Pose((x + by, y, z), quaternion_wxyz=pose.quaternion_wxyz)
        return (cl.signed_distance(a, b, moved).signed_distance - found.proximity.signed_distance) / by

    # The signed distance of convex bodies is convex in the translation, so the slope is between the rates on either side. Rounding moves these
    # by a few 1e-15 of the size over the step.
    assert rate(-step) - 1e-5 <= slope.linear[0] <= rate(step) + 1e-5


def test_time_of_impact_of_a_fall_and_of_a_spin() -> None:
    box = cl.Box((1, 1, 1))
    fall = cl.time_of_impact(box, box, cl.Pose(), cl.Motion((0.25, 0.5, 5, 1, 0, 0, 0), linear=(0, 0, -8)))
    assert fall.hit and fall.time == 0.375 and fall.proximity is not None and fall.proximity.normal == (0, 0, 1)
    miss = cl.time_of_impact(box, box, cl.Pose(), cl.Motion(cl.Pose((0, 0, 5)), linear=(0, 0, -2)))
    assert miss.outcome == "miss" and miss.time is None and miss.lower is not None and 0 < miss.lower <= 1
    spin = cl.time_of_impact(box, box, cl.Pose(), cl.Motion(cl.Pose((2.2, 0, 0)), angular=(0, 0, np.pi / 2)))
    # A corner at distance sqrt(2) reaches x = 1 when cos(45 degrees - angle) = 1.2 / sqrt(2).
    angle = np.pi / 4 - np.arccos(1.2 / np.sqrt(2))
    assert spin.time is not None and abs(spin.time - angle / (np.pi / 2)) < 1e-12
    near = cl.time_of_impact(box, box, cl.Pose(), cl.Motion(cl.Pose((0, 0, 5)), linear=(0, 0, -8)), target_distance=1)
    assert near.time is not None and abs(near.time - 0.25) < 1e-15 and pickle.loads(pickle.dumps(near)) == near
    assert (fall.collides, miss.collides) == (True, False)


def test_bodies_within_the_target_distance_at_the_start_are_in_contact() -> None:
    ball, leaving = cl.Sphere(1), cl.Motion(cl.Pose((3, 0, 0)), linear=(1, 0, 0))
    found = cl.time_of_impact(ball, ball, cl.Pose(), leaving, target_distance=2)
    assert (found.collides, found.hit, found.initial, found.time, found.time_upper) == (True, True, True, 0.0, 0.0)
    assert found.proximity is not None and found.proximity.status is cl.Status.SEPARATED and found.proximity.collides is False
    assert cl.time_of_impact(ball, ball, cl.Pose(), leaving, target_distance=0.5).collides is False
    cast = cl.cast(ball, ball, cl.Pose((3, 0, 0)), (1, 0, 0), target_distance=2)
    assert (cast.collides, cast.time) == (True, 0.0)
    scene = cl.Scene()
    scene.add("a", ball)
    scene.add("b", ball, cl.Pose((3, 0, 0)))
    impact = scene.time_of_impact({"b": leaving}, target_distance=2).impact
    assert (impact.collides, impact.time) == (True, 0.0)
    motion = {"b": {"linear": [1, 0, 0]}, "target_distance": 2}
    side = {"shape": {"kind": "sphere", "radius": 1}}
    case = {"a": side, "b": {**side, "pose": {"translation": [3, 0, 0]}}, "query": "toi", "motion": motion}
    answer = cl.answer_case(case)
    assert (answer["collides"], answer["toi"], answer["status"]) == (True, 0.0, "separated")


def test_motions_are_values() -> None:
    start, end = cl.Pose((1, 0, 0)), cl.Pose((0, 1, 0), rpy=(0, 0, np.pi / 2))
    for motion in (cl.Motion(start, (1, 2, 3), (0, 0, 1)), cl.Motion.along_line(start, end), cl.Motion.along_screw(start, end)):
        assert pasted(repr(motion)) == motion == pickle.loads(pickle.dumps(motion))
        assert motion.at(0) == start
    halfway = cl.Motion.along_screw(start, end).at(0.5).translation
    assert np.allclose(halfway, (0.5**0.5, 0.5**0.5, 0), atol=1e-15)


def test_casts_hit_where_they_should() -> None:
    block = cl.Box((1, 2, 3))
    assert cl.cast(block, cl.Sphere(0.5), (-5, 0.25, 0, 1, 0, 0, 0), (7, 0, 0)).time == 0.5
    ray = cl.cast_ray(block, (-5, 0, 0), (8, 0, 0))
    assert ray.time == 0.5 and ray.proximity is not None and ray.proximity.normal == (-1, 0, 0)
    assert cl.cast_ray(block, (-5, 0, 0), (0, 8, 0)).outcome == "miss"


def test_certificates_hold_by_python_fractions() -> None:
    step = cl.Box((0.5, 1.5, 0.25))
    touching = cl.certify(step, step, pose_a=cl.Pose((3, 0.5, 0.25)), pose_b=cl.Pose((3, 0.5, 0.75)))
    assert touching is not None and touching.status is cl.Status.TOUCHING and touching.direction is not None
    total = [sum((w or Fraction(1)) * (b[i] - a[i]) for a, b, w in touching.pairs) for i in range(3)]
    assert total == [0, 0, 0]
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    pose = cl.Pose((3, 0.5, 2), quaternion_wxyz=(1, 0, 0, 0))
    apart = cl.certify(step, step, pose)
    assert apart is not None and apart.direction is not None and apart.status == 1
    n = apart.direction
    half, shift = [Fraction(1, 2), Fraction(3, 2), Fraction(1, 4)], [Fraction(3), Fraction(1, 2), Fraction(2)]
    for p in corners:
        for q in corners:
            w = [shift[i] + q[i] * half[i] - p[i] * half[i] for i in range(3)]
            assert sum(n[i] * w[i] for i in range(3)) > 0
    assert cl.certify(cl.Ellipsoid((1, 2, 3)), step, pose) is None


def test_options_widen_or_tighten_bounds_only() -> None:
    a, b, pose = cl.Hull(np.eye(3) * 3), cl.Hull(-np.eye(3)), cl.Pose((4, 3, 2), quaternion_wxyz=(0.8, 0.36, 0.48, 0))
    usual = cl.signed_distance(a, b, pose)
    exact = cl.signed_distance(a, b, pose, options=cl.Options(accuracy="exact"))
    loose = cl.signed_distance(cl.Ellipsoid((1, 2, 3)), cl.Ellipsoid((3, 2, 1)), pose, options=cl.Options(relative=0.5))
    assert usual.lower <= exact.lower <= exact.upper <= usual.upper and exact.upper - exact.lower <= 1e-15
    assert loose.lower <= loose.upper
    with pytest.raises(ValueError, match="relative must not be negative, got -1"):
        cl.signed_distance(a, b, pose, options=cl.Options(relative=-1))
    with pytest.raises(ValueError, match="accuracy must be"):
        cl.signed_distance(a, b, pose, options=cl.Options(accuracy="sloppy"))  # type: ignore[arg-type]


def test_where_the_bodies_are_is_said_once() -> None:
    a = cl.Point()
    places: list[dict[str, Any]] = [{}, {"pose_a": cl.Pose()}, {"pose_b": cl.Pose()}, {"b_in_a": cl.Pose(), "pose_a": cl.Pose()}]
    for arguments in places:
        with pytest.raises(TypeError, match="pose_a"):
            cl.signed_distance(a, a, **arguments)
    with pytest.raises(TypeError):
        cl.signed_distance("box", a, cl.Pose())  # type: ignore[arg-type]


def test_answers_are_values() -> None:
    found = cl.signed_distance(cl.Box((1, 2, 3)), cl.Sphere(1), cl.Pose((4, 1, 0)))
    again = pickle.loads(pickle.dumps(found))
    assert again == found and hash(again) == hash(found) and again.feature_a == found.feature_a
    assert again.iterations == found.iterations and pasted(repr(found)) == found
    assert found.status is cl.Status.SEPARATED and str(found.status) == "separated"
    assert found.feature_a.kind in ("face", "edge", "vertex", "smooth")
    assert "signed distance" in found._repr_html_() and "<svg" in found._repr_html_()
    assert found.to_json()["status"] == "separated"


def test_contact_points_keep_their_ids_from_step_to_step() -> None:
    rng = np.random.default_rng(23)
    table, brick = cl.Box((1, 1, 0.5)), cl.Box((0.25, 0.5, 0.25))
    corners = {(("face",), ("vertex", i), 0) for i in range(4)}
    x, y, turn, over = 0.0, 0.0, 0.1, 0
    for _ in range(60):
        x, y, turn = x + rng.uniform(-0.05, 0.1), y + rng.uniform(-0.05, 0.05), turn + rng.uniform(-0.05, 0.05)
        found = cl.contact(table, brick, cl.Pose((x, y, 0.74), rpy=(0, 0, turn)), max_points=8)
        assert len(set(found.ids)) == len(found.points)
        cosine, sine = math.cos(turn), math.sin(turn)
        for i in range(4):
            # A corner on the table is there by its own id; one beside it is not.
            a, b = (-1 if i & 1 == 0 else 1) * 0.25, (-1 if i & 2 == 0 else 1) * 0.5
            reach = max(abs(x + cosine * a - sine * b), abs(y + sine * a + cosine * b))
            if abs(reach - 1) > 1e-9:
                assert ((("face",), ("vertex", i), 0) in found.ids) == (reach < 1), (i, reach, found.ids)
        over += not corners <= set(found.ids)
    assert 5 < over < 55
    # A rim is smooth: its points have numbers.
    can = cl.contact(table, cl.Cylinder(0.2, 0.25), cl.Pose((0, 0, 0.74)))
    assert can.ids == tuple((("face",), ("smooth",), i) for i in range(len(can.points))) and len(can.points) > 2
