"""Robots: a hand-made arm whose clearances can be computed by hand, and the bits of one by one on any number of threads."""

from __future__ import annotations

import copy
import json
import math
import multiprocessing
import os
import pickle
import signal
import subprocess
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Callable

import clearance as cl
import numpy as np
import pytest
from tables import built_command

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.25"/></geometry></collision></link>
  <link name="hand"><collision><origin xyz="1 0 0"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/>
  </joint>
  <joint name="wrist" type="continuous"><parent link="upper"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
</robot>"""
WORLD = {"bodies": [{"name": "post", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0, 3, 0]}}]}


@pytest.fixture
def arm(tmp_path: Path) -> cl.Robot:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    return cl.Robot.from_urdf(file, scene=WORLD)


def test_a_robot_tells_its_parts(arm: cl.Robot) -> None:
    assert arm.name == "arm" and arm.links == ("base", "upper", "hand") and arm.variables == ("shoulder", "wrist")
    assert arm.joints[0] == cl.Joint("shoulder", "revolute", (-2.0, 2.0), "base", "upper", None)
    assert "3 links" in repr(arm)


def test_clearances_are_those_of_the_pairs(arm: cl.Robot) -> None:
    # Straight ahead the upper arm's ball is at (1, 0, 0); the post's is at (0, 3, 0).
    found = arm.clearance([0.0, 0.0])
    assert found is not None and found.pair == ("upper", "post") and found.collides is False
    assert found.lower <= np.hypot(1, 3) - 0.75 <= found.upper
    assert arm.clearance({"wrist": 0.0, "shoulder": 0.0}) == found == arm.clearance(np.zeros(2))
    up = arm.clearance((np.pi / 2, 0))
    assert up is not None and abs(up.signed_distance - 0.4) < 1e-14 and arm.collides((np.pi / 2, 0)) is False


def test_gradients_predict_small_motions(arm: cl.Robot) -> None:
    q, step = np.array([0.3, 0.4]), 1e-7
    found = arm.gradient(q)
    assert found is not None and found.differentiable and found.generators == (found.gradient,)
    for i in range(2):
        ahead = arm.clearance(q + step * np.eye(2)[i])
        assert ahead is not None
        assert abs((ahead.signed_distance - found.clearance.signed_distance) / step - found.gradient[i]) < 1e-5


def test_paths_are_proven_free_or_hit(arm: cl.Robot) -> None:
    free = arm.edge([0, 0], [0.5, 0.5], tolerance=1e-3)
    least = min(found.lower for found in arm.clearances(np.linspace([0, 0], [0.5, 0.5], 50)) if found is not None)
    assert free.free and free.clearance_lower is not None and least - 2e-3 <= free.clearance_lower <= least
    # Upright the box ends at y = 2.1; a post of radius 0.5 at y = 3 is 0.4 away, so a margin of 0.5 is broken on the way.
    way: list[list[float]] = [[0, 0], [0.5, 0], [np.pi / 2, 0]]
    assert arm.check(way).free
    hit = arm.check(way, margin=0.5)
    assert hit.result == "hit" and hit.pair == ("hand", "post") and hit.t_lower is not None and 1 < hit.t_lower < 2
    refused: list[tuple[list[list[float]], str]] = [
        ([[0, 0]], "at least 2 configurations, got 1"),
        ([[0], [1, 1]], "expected 2 joint values, got 1"),
    ]
    for wrong, text in refused:
        with pytest.raises(ValueError, match=text):
            arm.check(wrong)


def test_many_configurations_are_one_by_one(arm: cl.Robot) -> None:
    qs = np.random.default_rng(5).uniform(-2, 2, (500, 2))
    expected = [arm.clearance(q) for q in qs]
    assert arm.clearances(qs, threads=1) == expected == arm.clearances(np.asfortranarray(qs), threads=3)
    assert arm.clearances(np.zeros((0, 2))) == []
    qs[17, 1] = np.nan
    with pytest.raises(ValueError, match=r"qs\[17\]: the value of joint \"wrist\""):
        arm.clearances(qs)
    with pytest.raises(ValueError, match=r"qs must have the shape \(n, 2\), got \(3, 4\)"):
        arm.clearances(np.zeros((3, 4)))


def test_what_is_wrong_is_named(arm: cl.Robot, tmp_path: Path) -> None:
    wrong: list[tuple[Any, str]] = [([0.0], "expected 2 joint values, got 1"), ({"shoulder": 0}, 'no value for "wrist"')]
    for q, text in wrong:
        with pytest.raises(ValueError, match=text):
            arm.clearance(q)
    with pytest.raises(FileNotFoundError, match="missing.urdf"):
        cl.Robot.from_urdf(tmp_path / "missing.urdf")
    (tmp_path / "bad.urdf").write_text("<robot><link/></robot>")
    with pytest.raises(ValueError, match="bad.urdf"):
        cl.Robot.from_urdf(tmp_path / "bad.urdf")


def test_a_robot_goes_to_other_processes(arm: cl.Robot) -> None:
    q = [0.3, 0.4]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(arm.clearance, q).result(timeout=60) == arm.clearance(q)


def test_a_pickled_robot_is_read_from_where_its_files_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "arm.urdf").write_text(ARM)
    monkeypatch.chdir(tmp_path)
    world = copy.deepcopy(WORLD)
    arm = cl.Robot.from_urdf("arm.urdf", scene=world)
    world["bodies"].clear()  # what the caller does with the dict later is not the robot's
    monkeypatch.chdir("/")
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(arm))))
    assert again.clearance([0.3, 0.4]) == arm.clearance([0.3, 0.4]) and repr(again) == repr(arm)
    assert copy.copy(arm) is arm and copy.deepcopy([arm])[0] is arm


def test_a_pickled_robot_whose_files_have_changed_is_refused(arm: cl.Robot, tmp_path: Path) -> None:
    text = pickle.dumps(arm)
    (tmp_path / "arm.urdf").write_text(ARM.replace('radius="0.25"', 'radius="0.2500001"'))
    with pytest.raises(ValueError, match="arm.urdf: the robot or its world has changed since it was pickled"):
        pickle.loads(text)


PANDA = Path(__file__).parents[3] / "testdata" / "robots" / "panda"
READY = [0.0, -0.785398, 0.0, -2.356194, 0.0, 1.570796, 0.785398, 0.02]
HELD = {"bodies": [{"name": "ball", "link": "hand", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [2, 0, 0]}}]}


def arm_with(tmp_path: Path, **options: Any) -> cl.Robot:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    return cl.Robot.from_urdf(file, scene=options.pop("scene", WORLD), **options)


def test_held_bodies_padding_and_allowed_pairs_count(tmp_path: Path) -> None:
    # The ball's centre is 1 + 2 ahead of the origin, 3 below the post's sideways.
    held = arm_with(tmp_path, attach=[HELD], allow=[("ball", "upper")])
    found = held.clearance([0.0, 0.0])
    assert found is not None and found.pair == ("upper", "post") and held.links[-1] == "ball"
    along = held.clearance([np.pi / 2, 0.0])
    assert along is not None and along.pair == ("ball", "post") and along.collides and abs(along.signed_distance + 1) < 1e-12
    assert arm_with(tmp_path, attach=[HELD], allow=[("ball", "post")]).collides([np.pi / 2, 0.0]) is False
    padded = arm_with(tmp_path, padding={"hand": 3.0}).clearance([0.0, 0.0])
    assert padded is not None and padded.pair == ("hand", "post") and padded.margin == 3.0
    again = pickle.loads(pickle.dumps(held))
    assert again.clearance([0.3, 0.2]) == held.clearance([0.3, 0.2])


def test_a_depth_is_allowed_of_a_link_and_a_body(tmp_path: Path) -> None:
    # The ball is held 1 deep in the post where the arm points at it.
    held, at = arm_with(tmp_path, attach=[HELD], allow=[("ball", "upper")]), [np.pi / 2, 0.0]
    shallow, deep = (held.allow("ball", "post", depth=depth) for depth in (0.75, 1.25))
    assert (held.collides(at), shallow.collides(at), deep.collides(at)) == (True, True, False)
    found = deep.clearance(at)
    assert found is not None and (found.pair, found.margin) == (("ball", "post"), -1.25)
    with pytest.raises(ValueError, match="a depth must be a positive length, got -1"):
        held.allow("ball", "post", depth=-1)


def test_a_task_is_proven_as_one(tmp_path: Path) -> None:
    held = arm_with(tmp_path)
    steps: list[dict[str, Any]] = [
        {"plan": {"goal": [0.4, 0.0]}},
        {"move": {"wrist": 0.5}},
        {"attach": {"body": "post", "link": "hand", "touch": ["upper"]}},
        {"plan": {"goal": [0.0, 0.1]}, "group": "shoulder,wrist"},
        {"detach": "post"},
    ]
    found = held.task({"start": [0, 0], "steps": steps}, seed=1)
    assert found.solved and found.certificate is not None and found.reason is None
    assert [step["step"] for step in found.steps] == ["plan", "move", "attach", "plan", "detach"]
    assert found.path[0] == (0, 0) and (0.4, 0.5) in found.path and found.path[-1] == (0, 0.1)
    assert held.verify(found.certificate).clearance_lower == found.clearance_lower
    assert not arm_with(tmp_path, scene=None).verify(found.certificate).valid
    timed = held.task({"start": [0, 0], "steps": steps}, seed=1, accelerations=2.0, velocities={"wrist": 1.0})
    assert timed.solved and timed.certificate is not None and held.verify(timed.certificate).valid
    assert len(timed.trajectories) == 3 and found.trajectories == ()
    # The wrist turns by 0.5 at 2 rad/s², half a second up and down.
    assert abs(timed.steps[1]["duration"] - 1.0) < 0.01
    # Where the post is in the way the task ends, and says why.
    near = {"bodies": [{**WORLD["bodies"][0], "pose": {"translation": [0, 2.2, 0]}}]}
    stopped = arm_with(tmp_path, scene=near).task({"start": [0, 0], "steps": [*steps[:2], {"move": [1.5, 0]}]})
    assert (stopped.failed, len(stopped.steps), stopped.certificate) == (2, 2, None)
    assert stopped.reason is not None and stopped.reason.startswith("hit, hand and post between ")
    file = tmp_path / "task.json"
    with pytest.raises(ValueError, match=r'task.json: .*/steps/0: expected one of'):
        file.write_text('{"start": [0, 0], "steps": [{}]}')
        held.task(file)


def test_what_is_wrong_in_a_task_is_named(tmp_path: Path) -> None:
    held = arm_with(tmp_path)

    def refused(step: dict[str, Any], **limits: Any) -> str:
        with pytest.raises(ValueError) as why:
            held.task({"start": [0, 0], "steps": [step]}, **limits)
        return str(why.value)

    move = {"move": {"wrist": 0.5}}
    assert refused({"attach": {"link": "hand"}}) == '/steps/0/attach: missing key "body"'
    assert "got 0" in refused({"allow": ["hand", "post"], "until": 0})
    assert 'neither a group nor a joint is named "arn"' in refused({"plan": {"goal": [0, 0]}, "group": "arn"})
    assert '"wrist", which is in the group already' in refused({"plan": {"goal": [0, 0]}, "group": "wrist,wrist"})
    wrong = 'joint "wrist" moves: its limit of {} must be positive, got 0'
    assert wrong.format("acceleration") in refused(move, accelerations=0, velocities=1)
    assert wrong.format("velocity") in refused(move, accelerations=1, velocities={"wrist": 0})


def test_a_contact_of_a_task_ends_at_a_height() -> None:
    folder = PANDA.parent / "carry"
    robot = cl.Robot.from_urdf(folder / "ur5.urdf", srdf=folder / "ur5.srdf", scene=folder / "ur5_scene.json")
    done = robot.group("arm").task(folder / "ur5_task.json")
    assert done.solved and done.certificate is not None and robot.verify(done.certificate).valid
    steps = json.loads(done.certificate)["steps"]
    tubes = [step["keep"] for step in steps if "stands on" in step.get("keep", {}).get("name", "")]
    # The box of a tube of 20 mm, whose ends are 5 mm below where the cup stands and 20 mm above.
    assert tubes[0]["box"]["half"] == pytest.approx([0.0125, 0.006, 0.006])
    assert tubes[0]["box"]["translation"][2] == pytest.approx(0.37 + 0.0075)


def test_a_scene_names_links(tmp_path: Path) -> None:
    scene = {**WORLD, "margins": [["hand", "post", 3.0]]}
    found = arm_with(tmp_path, scene=scene).clearance([0.0, 0.0])
    assert found is not None and found.pair == ("hand", "post") and found.margin == 3.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"links": "hulls"}, 'links: expected "adaptive", "hull", "parts" or "mesh", got "hulls"'),
        ({"padding": {"hnad": 0.1}}, 'no link is named "hnad" (did you mean "hand"?)'),
        ({"padding": {"hand": float("nan")}}, "NaN"),
        ({"allow": [("hnad", "pots")]}, 'expected the name of a link, got "hnad" and "pots" (did you mean "hand"?)'),
        ({"attach": [{"bodies": [{"name": "ball"}]}]}, "/bodies/0"),
    ],
)
def test_what_is_wrong_beside_the_file_is_named(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as refused:
        arm_with(tmp_path, **options)
    assert message in str(refused.value)


def test_plans_are_proven_and_their_certificates_checked() -> None:
    scene = {"bodies": [{"name": "post", "shape": {"kind": "box", "half_extents": [0.05, 0.05, 0.3]}, "pose": {"translation": [0.35, 0, 0.3]}}]}
    robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=scene)
    start, goal = [*READY], [*READY]
    start[0], goal[0] = 0.9, -0.9
    assert robot.edge(start, goal).result == "hit" and robot.certificate([start, goal]) is None
    plan = robot.plan(start, goal, seed=7)
    assert plan.solved and plan.path[0] == tuple(start) and plan.path[-1] == tuple(goal)
    assert plan == robot.plan(start, goal, seed=7)
    assert robot.check(plan.path).free and plan.certificate is not None and plan.clearance_lower is not None
    found = robot.verify(plan.certificate, plan.path)
    assert found.valid and found.clearance_lower is not None and found.clearance_lower > 0
    assert (found.start, found.end, found.pairs) == (tuple(start), tuple(goal), 60)
    assert (("panda_link0", "panda_link1"), "SRDF: Adjacent") in robot.not_checked()
    other = robot.verify(plan.certificate, plan.path[::-1])
    assert other.reason == "the certificate is about another path: segment 0 differs"
    alone = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf")
    refused = alone.verify(plan.certificate)
    assert not refused.valid and refused.reason
    written = alone.certificate([start, goal])
    assert written is not None and alone.verify(written).valid
    # At 0 the hand stands in the post.
    reason = robot.plan(start, READY).reason
    assert reason is not None and '"panda_hand" and "post" are at a signed distance of -' in reason
    with pytest.raises(ValueError, match="no certificate"):
        robot.verify("{}")
    with pytest.raises(ValueError, match="margin must be finite and not negative, got NaN"):
        robot.certificate([start, goal], margin=float("nan"))


def test_a_group_moves_and_all_other_joints_stand_to_the_bit(arm: cl.Robot) -> None:
    upper = arm.group("shoulder", rest={"wrist": 0.1})
    assert (upper.moving, upper.at_rest, arm.moving, arm.at_rest) == (("shoulder",), {"wrist": 0.1}, arm.variables, {})
    assert upper.configuration([0.5]) == (0.5, 0.1) and upper.configuration([0.5, 0.2]) == (0.5, 0.2)
    assert upper.clearance([0.5]) == arm.clearance([0.5, 0.1])
    rows = np.array([[0.1], [0.4]])
    whole = np.array([[0.1, 0.1], [0.4, 0.1]])
    assert np.array_equal(upper.signed_distances(rows).lower, arm.signed_distances(whole).lower)
    assert upper.clearances(rows) == arm.clearances(whole)
    # The goal names the shoulder; the start says where the wrist is, else the rest.
    for start, stands in (([0.2, 1 / 3], 1 / 3), ([0.2], 0.1)):
        plan = upper.plan(start, [-0.7])
        assert plan.solved and {q[1] for q in plan.path} == {stands} and plan.path[-1][0] == -0.7
        assert plan.certificate is not None and arm.verify(plan.certificate).valid
    with pytest.raises(ValueError, match='joint "wrist" stands at 0.1, since it is not in the group "shoulder", got 0.2'):
        upper.plan([0.2], [0.3, 0.2])
    found = upper.inverse("hand", [0.3], position=(np.cos(0.6), np.sin(0.6), 0))
    assert found is not None and abs(found[0] - 0.6) < 1e-6 and found[1] == 0.1
    region = upper.region([0.2], half=0.05)
    assert region is not None and region.sides["wrist"] == (0.1, 0.1)
    swept = upper.sweep({"shoulder": (0, 0.5)})
    assert isinstance(swept, cl.Range) and swept.worst["wrist"] == 0.1
    assert upper.check([[0.0], [0.5]]).result == "free"
    run = upper.follow({"tip": {"link": "hand"}, "start": [0.2], "stages": [{"velocity": [0, -0.1, 0], "duration": 0.5}]})
    assert {q[1] for q in run.path} == {0.1}


def test_a_body_of_the_world_is_held_and_let_go(arm: cl.Robot) -> None:
    held = arm.attach("post", "hand", [np.pi / 2, 0.0], touch=["upper"])
    assert (held.links[-1], held.bodies, arm.bodies) == ("post", (), ("post",))
    # Held at (0, 3) by the hand at (0, 1), 2 beyond it; a half turn of the wrist brings it to (0, -1).
    assert np.allclose(held.link_poses([np.pi / 2, np.pi])["post"].translation, (0, -1, 0), atol=1e-12)
    placed = held.detach("post", [np.pi / 2, np.pi])
    found = placed.clearance([np.pi / 2, 0.0])
    assert placed.links == arm.links and placed.bodies == ("post",) and found is not None
    assert found.pair == ("upper", "post") and abs(found.signed_distance - 1.25) < 1e-12
    free = placed.allow("upper", "post").clearance([np.pi / 2, 0.0])
    assert free is not None and free.pair == ("hand", "post")
    again = placed.allow("upper", "post").forbid("post", "upper").clearance([np.pi / 2, 0.0])
    assert again == found
    pickled = pickle.loads(pickle.dumps(held.group("shoulder")))
    assert pickled.moving == ("shoulder",) and pickled.links == held.links
    assert pickled.clearance([0.3, 0.2]) == held.clearance([0.3, 0.2])
    with pytest.raises(ValueError, match=r'attach "pst": no body of the scene is named "pst" \(did you mean "post"\?\)'):
        arm.attach("pst", "hand", [0, 0])
    with pytest.raises(ValueError, match='detach "post": the robot holds nothing'):
        arm.detach("post", [0, 0])


def test_groups_are_named_and_pickled(arm: cl.Robot) -> None:
    again = pickle.loads(pickle.dumps(arm.group(["wrist"], rest={"shoulder": 0.5})))
    assert again.moving == ("wrist",) and again.at_rest == {"shoulder": 0.5}
    assert arm.group([1, 0]).moving == ("wrist", "shoulder") and arm.groups == ()
    with pytest.raises(ValueError, match="neither a group nor a joint is named"):
        arm.group("gripper")
    with pytest.raises(ValueError, match="is in the group already"):
        arm.group("wrist,1")
    with pytest.raises(ValueError, match=r"qs must have the shape \(n, 1 or 2\)"):
        arm.group("wrist").collisions(np.zeros((2, 3)))


def test_the_command_gives_the_same_plan_and_takes_the_certificate(tmp_path: Path) -> None:
    command = built_command()
    scene, held = tmp_path / "post.json", tmp_path / "held.json"
    post = {"name": "post", "shape": {"kind": "box", "half_extents": [0.05, 0.05, 0.3]}, "pose": {"translation": [0.35, 0, 0.3]}}
    scene.write_text(json.dumps({"bodies": [post]}))
    stick = {"name": "stick", "link": "panda_hand", "shape": {"kind": "capsule", "radius": 0.01, "half_length": 0.05}}
    stick |= {"pose": {"translation": [0, 0, 0.15]}, "touch": ["panda_leftfinger", "panda_rightfinger"]}
    held.write_text(json.dumps({"bodies": [stick]}))
    start, goal = [0.9, *READY[1:]], [-0.9, *READY[1:]]
    problems, certificates = tmp_path / "problems.jsonl", tmp_path / "certificates.jsonl"
    problems.write_text(json.dumps({"id": "around", "start": start, "goal": goal}))
    files = [str(PANDA / "panda.urdf"), "--srdf", str(PANDA / "panda.srdf"), "--scene", str(scene), "--attach", str(held)]
    files += ["--padding", "panda_hand=0.01", "--allow", "panda_link5,post"]
    asked = [command, "robot", "plan", files[0], str(problems), *files[1:], "--json", "--seed", "7", "--certificate", str(certificates)]
    message = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
    robot = cl.Robot.from_urdf(
        files[0],
        srdf=files[2],
        scene=scene,
        attach=[held],
        padding={"panda_hand": 0.01},
        allow=[("panda_link5", "post")],
    )
    plan = robot.plan(start, goal, seed=7)
    assert message["path"] == [list(q) for q in plan.path]
    assert robot.verify(certificates.read_text()).clearance_lower == message["clearance_lower"]
    assert plan.clearance_lower is not None and abs(message["clearance_lower"] - plan.clearance_lower) < 1e-12
    assert plan.certificate is not None
    certificates.write_text(plan.certificate)
    checked = subprocess.run([command, "robot", "verify", files[0], str(certificates), *files[1:]], capture_output=True, text=True)
    assert checked.returncode == 0 and "valid" in checked.stdout


def test_an_allowed_name_that_nobody_has_is_noted(tmp_path: Path) -> None:
    notes = arm_with(tmp_path, allow=[("hand", "pots")]).notes
    assert notes == ('allow: "pots" is neither a link nor a body of the scene (did you mean "post"?)',)


# Between it and the shoulder's limits the upper arm's ball, 1 from the axis, cannot pass: at 45 degrees it would be in the post.
BLOCK = {"bodies": [{"name": "post", "shape": {"kind": "sphere", "radius": 0.3}, "pose": {"translation": [0.5**0.5, 0.5**0.5, 0]}}]}


def test_an_unreachable_goal_tells_what_was_tried(tmp_path: Path) -> None:
    plan = arm_with(tmp_path, scene=BLOCK).plan([-1, 0], [1.9, 0], iterations=300)
    assert not plan.solved and plan.iterations == 300 and plan.checked_edges >= 300 and plan.nodes >= 2
    assert plan.reason == f"no path found with 300 samples and {plan.checked_edges} edges"
    assert plan.path == () and plan.certificate is None and plan.seconds > 0


# The hand's middle, 2 from the shoulder where the arm is straight, goes up for half a second.
TASK: dict[str, Any] = {
    "tip": {"link": "hand", "point": [1, 0, 0]},
    "start": [-0.5, 1.5],
    "stages": [{"velocity": [0, 0.5, 0], "duration": 0.5}],
}


@pytest.mark.parametrize(
    "work",
    [
        lambda arm: arm.plan([-1, 0], [1.9, 0], iterations=2**32 - 1),
        lambda arm: arm.inverse("hand", [0, 0], position=(5, 0, 0), starts=2**32 - 1),
        lambda arm: arm.follow({**TASK, "start": [-1, 0], "step": 1e-6}),
        lambda arm: arm.check([[-1, 0], [-1, 1]] * 10_000, tolerance=0),
        lambda arm: arm.proposals(samples=2**32 - 1),
    ],
    ids=["plan", "inverse", "follow", "check", "proposals"],
)
def test_an_interrupt_ends_long_work(tmp_path: Path, work: Callable[[cl.Robot], Any]) -> None:
    arm = arm_with(tmp_path, scene=BLOCK)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        work(arm)
    # It is heard within 0.2 s on an idle machine.
    assert time.perf_counter() - begin < 3


def test_links_are_where_the_joints_turn_them(arm: cl.Robot) -> None:
    poses = arm.link_poses({"shoulder": np.pi / 2, "wrist": np.pi / 2})
    assert list(poses) == ["base", "upper", "hand"] and poses["base"] == cl.Pose()
    assert np.allclose(poses["hand"].matrix(), [[-1, 0, 0, 0], [0, -1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]], atol=1e-15)


# A prism over an L of two bricks, 2 by 2 and 1 high, whose notch is the quadrant x, y > 1.
ELL = """v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1
f 4 3 2 1\nf 6 5 4 1\nf 7 8 9 10\nf 7 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n"""
NOTCH = """<robot name="notch"><link name="ell"><collision><geometry><mesh filename="ell.obj"/></geometry></collision></link>
<link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="between"/><joint name="weld" type="fixed"><parent link="ell"/><child link="between"/><origin xyz="0 0 0.5"/></joint>
<joint name="slide" type="prismatic"><parent link="between"/><child link="ball"/><axis xyz="3 3 0"/><limit lower="0" upper="9"/></joint></robot>"""


def test_links_that_are_apart_say_how_much_farther_their_meshes_may_be(tmp_path: Path) -> None:
    (tmp_path / "notch.urdf").write_text(NOTCH, encoding="utf-8")
    (tmp_path / "notch.srdf").write_text('<robot name="notch"/>', encoding="utf-8")
    for faces in (ELL, ELL.rsplit("f", 1)[0]):
        (tmp_path / "ell.obj").write_text(faces, encoding="utf-8")
        notch = cl.Robot.from_urdf(tmp_path / "notch.urdf", srdf=tmp_path / "notch.srdf")
        # The ball is at (2, 2), 1/sqrt 2 from the slanted face of the hull and 1 from the ends of the L.
        near = notch.clearance([2 * math.sqrt(2)])
        assert near is not None and near.pair == ("ell", "ball")
        assert near.signed_distance == pytest.approx(math.sqrt(0.5) - 0.1)
        assert near.hull_error is not None and near.upper + near.hull_error >= 1 - 0.1
        assert [note for note in notch.notes if "not closed" in note] == [
            '1 meshes of links that are not closed: nothing is inside of them ("ell")'
        ] * (faces is not ELL)
        # Within the hull the mesh itself counts.
        inside = notch.clearance([1.5 * math.sqrt(2)])
        assert inside is not None and inside.hull_error is None and inside.collides is False
        with pytest.raises(ValueError, match=r"""no value for "slide", .*: use --rest \(in Python rest=\) '{"slide": 0}'"""):
            notch.clearance({})


def test_a_configuration_takes_the_rest_from_a_state(tmp_path: Path) -> None:
    srdf = tmp_path / "arm.srdf"
    state = '<group_state name="up" group="{}"><joint name="shoulder" value="1.5"/></group_state>'
    srdf.write_text(f'<robot name="arm">{state.format("a")}{state.format("b")}</robot>')
    arm = arm_with(tmp_path, srdf=srdf)
    assert arm.states == ("up",)
    assert arm.configuration({"wrist": 0.25}, rest="up") == (1.5, 0.25) == arm.configuration([1.5, 0.25])
    assert arm.configuration({"wrist": 0.25}, rest='{"shoulder": -1}') == (-1, 0.25)
    with pytest.raises(ValueError, match='rest: expected the name of a group state or a configuration, got "dwon"; there are "up"'):
        arm.configuration({"wrist": 0.25}, rest="dwon")


def test_a_tip_is_brought_to_a_place_free_of_contact(arm: cl.Robot) -> None:
    # Two links of length 1 reach (1, 1) with the elbow at (1, 0) or (0, 1).
    q = arm.inverse("hand", [0.1, 0.3], position=(1, 1, 0), point=(1, 0, 0))
    assert q is not None and np.allclose(q, [0, np.pi / 2], atol=1e-5) and arm.collides(q) is False
    assert np.allclose(arm.link_poses(q)["hand"].apply((1, 0, 0)), (1, 1, 0), atol=1e-6)
    assert q == arm.inverse("hand", [0.1, 0.3], position=(1, 1, 0), point=(1, 0, 0))
    turned = arm.inverse("hand", q, pose=cl.Pose.from_rpy(0, 0, 0.5, (np.cos(0.75), np.sin(0.75), 0)))
    assert turned is not None and np.allclose(turned, [0.75, -0.25], atol=1e-5)
    assert arm.inverse("hand", q, position=(3, 0, 0), starts=3) is None
    # Upright the hand's middle would be in a post there.
    assert arm.inverse("hand", q, position=(0, 2.4, 0), point=(1.4, 0, 0), starts=3) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"link": "hnad", "position": (1, 1, 0)}, 'no link is named "hnad" (did you mean "hand"?)'),
        ({}, "expected a position or a pose, and not both"),
        ({"position": (1, 1, 0), "pose": cl.Pose()}, "expected a position or a pose, and not both"),
        ({"position": (1, 1)}, "position must be 3 numbers, got 2"),
        ({"position": (1, float("nan"), 0)}, "position: pose translation must be finite, got NaN"),
        ({"position": (1, 1, 0), "guess": [0.0]}, "expected 2 joint values, got 1"),
        ({"position": (1, 1, 0), "guess": [0.0, float("inf")]}, 'the value of joint "wrist" must be within 1e6 of zero, got inf'),
        ({"position": (1, 1, 0), "tolerance": -1.0}, "tolerance must be finite and not negative, got -1"),
        ({"position": (1, 1, 0), "starts": -1}, "starts must be from 0 to 4294967295, got -1"),
    ],
)
def test_what_is_wrong_with_a_target_is_named(arm: cl.Robot, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as refused:
        arm.inverse(arguments.pop("link", "hand"), arguments.pop("guess", [0.1, 0.3]), **arguments)
    assert message in str(refused.value)


def test_a_tip_follows_a_path_and_the_motion_is_proven(arm: cl.Robot, tmp_path: Path) -> None:
    run = arm.follow(TASK)
    assert run.proof.free and run.certificate is not None and arm.verify(run.certificate).valid
    assert run.steps[0].time == 0 and run.steps[0].q == (-0.5, 1.5) and run.steps[-1].time == 0.5
    first, last = np.array(run.steps[0].tip), np.array(run.steps[-1].tip)
    assert np.allclose(last - first, (0, 0.25, 0), atol=0.01)
    least = min(step.lower for step in run.steps if step.lower is not None)
    assert run.proof.clearance_lower is not None and least - 2e-3 < run.proof.clearance_lower <= least
    file = tmp_path / "task.json"
    file.write_text(json.dumps(TASK))
    assert arm.follow(file) == run
    # Straight into a post, and on through it: the planner knows of no contact, the proof finds the first one.
    blocked = arm_with(tmp_path, scene=BLOCK)
    through = blocked.follow({**TASK, "stages": [{"velocity": [-0.7, 0.35, 0], "duration": 1}], "k": 0})
    assert through.proof.result == "hit" and through.certificate is None and through.proof.pair == ("hand", "post")
    task = {"tip": TASK["tip"], "start": TASK["start"], "planner": "velocity", "goal": [0.7, 0.7, 0], "duration": 3}
    stopped = blocked.follow(task)
    assert stopped.proof.free and stopped.steps[-1].signed_distance is not None and 0 < stopped.steps[-1].signed_distance < 0.1
    file.write_text('{"tip": {"lnk": 1}}')
    with pytest.raises(ValueError, match=r'task.json: missing key "stages"'):
        arm.follow(file)


def test_the_command_follows_to_the_same_bits(tmp_path: Path) -> None:
    folder = PANDA.parent / "redundant"
    files = [str(folder / name) for name in ("robot.json", "task.json", "robot.srdf", "scene.json")]
    certificate = tmp_path / "certificate.json"
    asked = [built_command(), "robot", "follow", *files[:2], "--srdf", files[2], "--scene", files[3], "--json"]
    message = subprocess.run([*asked, "--certificate", str(certificate)], capture_output=True, text=True, check=True).stdout
    *steps, end = map(json.loads, message.splitlines())
    run = cl.Robot.from_dh(files[0], srdf=files[2], scene=files[3]).follow(files[1])
    assert [(tuple(step["q"]), step["signed_distance"]) for step in steps] == [(step.q, step.signed_distance) for step in run.steps]
    assert end == {"result": "free", "clearance_lower": run.proof.clearance_lower}
    assert run.certificate == certificate.read_text()


def test_pairs_that_never_meet_are_proven(tmp_path: Path) -> None:
    # The wrist turns the hand about the end of the upper arm, whose ball stays 0.5 away at least: the arm may fold back onto it.
    (tmp_path / "arm.srdf").write_text('<robot name="arm"><disable_collisions link1="upper" link2="hand" reason="Never"/></robot>')
    (row,) = arm_with(tmp_path).proposals(samples=50)
    assert row == cl.PairProposal(("upper", "hand"), "adjacent", "proven", None, None, row.meets_at)
    robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf")
    rows = {row.pair: row for row in robot.proposals(samples=200)}
    apart = rows["panda_link0", "panda_link3"]
    assert (apart.why, apart.proof, apart.srdf) == ("never", "proven", "Never") and apart.lower is not None and apart.lower > 0
    wrong = [row for row in rows.values() if row.why is None]
    assert wrong and all(row.srdf and row.proof is None and row.meets_at is not None for row in wrong)
    assert wrong[0].meets_at is not None and cl.Robot.from_urdf(PANDA / "panda.urdf").collides(wrong[0].meets_at)
    with pytest.raises(ValueError, match="samples must be from 0 to 4294967295, got -1"):
        robot.proposals(samples=-1)


MJCF = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1" pos="0 0 -1"/>
<body name="arm" pos="0 0 0.5"><joint name="turn" axis="0 1 0" range="-90 90"/><geom type="capsule" fromto="0 0 0 1 0 0" size="0.1"/>
<body name="tip" pos="1 0 0"><joint name="bend" axis="0 1 0"/><geom type="box" size="0.1 0.1 0.1" pos="0.4 0 0" euler="0 30 0"/></body></body>
</worldbody></mujoco>"""


def test_files_are_told_apart_by_their_root(tmp_path: Path) -> None:
    file = tmp_path / "arm.xml"
    file.write_text(MJCF)
    arm = cl.Robot.from_file(file)
    assert arm.variables == ("turn", "bend") and arm.links[:2] == ("world", "arm")
    # The arm's axis is 1.5 above the floor.
    found = arm.clearance({"turn": 0, "bend": 0})
    assert found is not None and found.pair[1] == "floor" and found.signed_distance < 1.4
    assert arm.collides([np.pi / 2, 0]) is True
    padded = cl.Robot.from_file(file, padding={"tip": 2}).clearance([0, 0])
    assert padded is not None and padded.collides is True and padded.signed_distance > 0


def test_models_of_mujoco_are_robots(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco", reason="the wheel mujoco is not installed")
    spec = mujoco.MjSpec.from_string(MJCF)
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[:] = [0.3, -0.7]
    mujoco.mj_kinematics(model, data)
    for source in (spec, model):
        arm = cl.Robot.from_mujoco(source)
        poses = arm.link_poses([0.3, -0.7])
        for body in ("arm", "tip"):
            assert np.allclose(poses[body].translation, data.body(body).xpos, atol=1e-12)
        # The same numbers as of the file that the model was compiled of.
        file = tmp_path / "arm.xml"
        file.write_text(MJCF)
        of_file, of_model = cl.Robot.from_file(file).clearance([0.3, -0.7]), arm.clearance([0.3, -0.7])
        assert of_file is not None and of_model is not None and of_file.pair == of_model.pair
        assert abs(of_file.signed_distance - of_model.signed_distance) < 1e-12
    assert pickle.loads(pickle.dumps(arm)).variables == ("turn", "bend")


FREE = """<mujoco><worldbody><body name="kite" pos="0.1 0.2 0.3" quat="1 1 0 0"><freejoint name="fly"/><geom type="box" size="0.3 0.2 0.1"/>
<body name="hand" pos="0.4 0 0"><joint name="wrist" type="ball" pos="0 0 0.1"/><joint name="out" type="slide" axis="0 1 0"/>
<geom size="0.05"/></body></body></worldbody></mujoco>"""


def test_free_and_ball_joints_of_mujoco_are_where_it_has_them() -> None:
    mujoco = pytest.importorskip("mujoco", reason="the wheel mujoco is not installed")
    from clearance.mujoco import configuration

    model = mujoco.MjModel.from_xml_string(FREE)
    data, robot, random = mujoco.MjData(model), cl.Robot.from_mujoco(model), np.random.default_rng(4)
    names = ("fly/x", "fly/y", "fly/z", "fly/roll", "fly/pitch", "fly/yaw", "wrist/roll", "wrist/pitch", "wrist/yaw", "out")
    assert robot.variables == names
    # Where the model places them all values are zero.
    assert all(abs(value) < 1e-15 for value in configuration(model, model.qpos0).values())
    for _ in range(50):
        data.qpos[:] = random.uniform(-1, 1, model.nq)
        mujoco.mj_kinematics(model, data)
        poses = robot.link_poses(configuration(model, data.qpos))
        for body in ("kite", "hand"):
            assert np.allclose(poses[body].translation, data.body(body).xpos, atol=1e-12)
            assert np.allclose(poses[body].matrix()[:3, :3], data.body(body).xmat.reshape(3, 3), atol=1e-12)
    with pytest.raises(ValueError, match="qpos must have 12 numbers, got 3"):
        configuration(model, [0, 0, 0])
    assert cl.Robot.from_mujoco(model, base="fixed").variables == ("out",)


def test_a_base_of_an_mjcf_file_is_the_free_joint_that_it_does_not_have(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco", reason="the wheel mujoco is not installed")
    from clearance.mujoco import configuration

    file = tmp_path / "kite.xml"
    file.write_text(FREE.replace('<freejoint name="fly"/>', ""))
    model, robot, random = mujoco.MjModel.from_xml_string(FREE), cl.Robot.from_file(file, base="floating"), np.random.default_rng(7)
    data = mujoco.MjData(model)
    for _ in range(50):
        data.qpos[:] = random.uniform(-1, 1, model.nq)
        mujoco.mj_kinematics(model, data)
        q = {name.replace("fly/", "base/"): value for name, value in configuration(model, data.qpos).items()}
        poses = robot.link_poses(q)
        for body in ("kite", "hand"):
            assert np.allclose(poses[body].translation, data.body(body).xpos, atol=1e-12)
            assert np.allclose(poses[body].matrix()[:3, :3], data.body(body).xmat.reshape(3, 3), atol=1e-12)
    assert cl.Robot.from_mujoco(model, base="floating").variables == cl.Robot.from_mujoco(model).variables


def test_joints_of_several_values_of_pinocchio_are_where_it_has_them() -> None:
    pin = pytest.importorskip("pinocchio", reason="the wheel pin is not installed")
    from clearance.pinocchio import configuration

    model, at = pin.Model(), pin.SE3(pin.rpy.rpyToMatrix(0.2, -0.3, 0.4), np.array([0.1, 0.2, 0.3]))
    parent = 0
    for name, kind in (
        ("fly", pin.JointModelFreeFlyer()), ("floor", pin.JointModelPlanar()), ("ball", pin.JointModelSpherical()), ("turn", pin.JointModelRUBX()),
        ("zyx", pin.JointModelSphericalZYX()), ("slide", pin.JointModelTranslation()),
    ):  # fmt: skip
        parent = model.addJoint(parent, kind, at, name)
    robot, data = cl.Robot.from_pinocchio(model, pin.GeometryModel()), model.createData()
    assert [len([v for v in robot.variables if v.split("/")[0] == name]) for name in model.names][1:] == [6, 3, 3, 1, 3, 3]
    model.lowerPositionLimit[:], model.upperPositionLimit[:] = -1, 1
    for _ in range(30):
        q = pin.randomConfiguration(model)
        pin.forwardKinematics(model, data, q)
        poses = robot.link_poses(configuration(model, q))
        for joint in range(1, model.njoints):
            pose = poses[f"{model.names[joint]} link"]
            assert np.allclose(pose.translation, data.oMi[joint].translation, atol=1e-12)
            assert np.allclose(pose.matrix()[:3, :3], data.oMi[joint].rotation, atol=1e-12)
    assert cl.Robot.from_pinocchio(model, pin.GeometryModel(), base="fixed").variables == ("turn",)


XACRO = """<robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="wide" default="0.4"/>
<xacro:macro name="plate" params="name size"><link name="${name}">
<collision><geometry><box size="${size} $(arg wide) 0.2"/></geometry></collision><collision><geometry><mesh filename="stones/rock.obj"/></geometry></collision></link></xacro:macro>
<xacro:plate name="body" size="${2 * 0.3}"/></robot>"""


def test_xacro_files_are_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("xacrodoc", reason="the package xacrodoc is not installed")
    from clearance import xacro

    (tmp_path / "stones").mkdir()
    corners, faces = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\n", "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    (tmp_path / "stones/rock.obj").write_text(corners + faces)
    box = {"kind": "box", "half_extents": [9, 0.5, 1]}
    wall = {"bodies": [{"name": "wall", "shape": box, "pose": {"translation": [0, 1.5, 0]}}]}
    for file in ("cart.xacro", "cart.urdf"):
        (tmp_path / file).write_text(XACRO)
        for arguments, gap in ((None, 0.8), ({"wide": 0.6}, 0.7)):
            cart = cl.Robot.from_urdf(tmp_path / file, scene=wall, base="planar", xacro=arguments)
            found = cart.clearance([0, 0, 0])
            assert found is not None and abs(found.signed_distance - gap) < 1e-14
    # What is expanded names the namespace still.
    (tmp_path / "plain.urdf").write_text(CART.replace(">", ' xmlns:xacro="http://www.ros.org/wiki/xacro">', 1))
    with pytest.raises(ValueError, match="plain.urdf is no xacro file, so it has no arguments"):
        cl.Robot.from_urdf(tmp_path / "plain.urdf", xacro={"wide": 1})
    (tmp_path / "wrong.xacro").write_text(XACRO.replace("${2 * 0.3}", "${two}"))
    with pytest.raises(ValueError, match="wrong.xacro: xacro: .*two"):
        cl.Robot.from_urdf(tmp_path / "wrong.xacro")
    monkeypatch.setattr(xacro, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match="cart.xacro: this is a xacro file: pip install xacrodoc"):
        cl.Robot.from_urdf(tmp_path / "cart.xacro")


CART = """<robot name="cart"><link name="body"><collision><geometry><box size="0.6 0.4 0.2"/></geometry></collision></link></robot>"""


def test_a_cart_on_a_planar_base_turns_to_pass_a_door(tmp_path: Path) -> None:
    (tmp_path / "cart.urdf").write_text(CART)
    post = {"kind": "box", "half_extents": [0.1, 1, 1]}
    # The door is 0.5 wide: the cart fits along x only.
    bodies = [{"name": f"post {side}", "shape": post, "pose": {"translation": [0, 1.25 * side, 0]}} for side in (1, -1)]
    limits = {"x": (-2.0, 2.0), "base/y": (-1.5, 1.5)}
    cart = cl.Robot.from_urdf(tmp_path / "cart.urdf", scene={"bodies": bodies}, base="planar", limits=limits)
    assert cart.variables == ("base/x", "base/y", "base/theta") and cart.joints[0].limits == (-2.0, 2.0)
    plan = cart.plan([-1.2, 0, np.pi / 2], {"base/x": 1.2, "base/y": 0, "base/theta": np.pi / 2})
    assert plan.solved and plan.certificate is not None and cart.verify(plan.certificate).valid
    assert pickle.loads(pickle.dumps(cart)).joints[0].limits == (-2.0, 2.0)
    assert cart.group("base").moving == cart.variables
    free = cl.Robot.from_urdf(tmp_path / "cart.urdf", base="floating")
    assert len(free.variables) == 6
    with pytest.raises(ValueError, match='base: expected "fixed", "planar" or "floating", got "round"'):
        cl.Robot.from_urdf(tmp_path / "cart.urdf", base="round")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='limits: no joint is named "z"'):
        cl.Robot.from_urdf(tmp_path / "cart.urdf", base="planar", limits={"z": (0, 1)})
    with pytest.raises(ValueError, match='"base/x" slides without limits: a planner needs limits'):
        cl.Robot.from_urdf(tmp_path / "cart.urdf", base="planar").plan([0, 0, 0], [1, 0, 0])


def test_padded_distances_and_limits_that_are_missed_by_a_little(arm: cl.Robot, tmp_path: Path) -> None:
    found = arm.clearance([0, 0])
    assert found is not None and found.padded_distance is None
    padded = cl.Robot.from_file(arm._files[0], scene=arm._files[2], padding={found.pair[0]: 0.125})
    less = padded.clearance([0, 0])
    assert less is not None and less.padded_distance is not None and less.pair == found.pair
    assert abs(less.padded_distance - (less.signed_distance - 0.125)) < 1e-15
    limited = tmp_path / "limited.urdf"
    limited.write_text(
        '<robot name="r"><link name="a"/><link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>'
        '<joint name="turn" type="revolute"><parent link="a"/><child link="b"/><limit lower="-1" upper="1.5"/></joint></robot>'
    )
    robot = cl.Robot.from_urdf(limited)
    assert robot.within_limits([1.5000026]) == ((1.5,), ("turn",))
    assert robot.within_limits({"turn": 1.6}) == ((1.6,), ())
    plan = robot.plan([0.0], [1.5000026])
    assert plan.solved and plan.path[-1] == (1.5,) and plan.clamped == ("turn",)
    assert not robot.plan([0.0], [1.5000026], limit_tolerance=0.0).solved


def test_a_robot_is_read_back_from_the_urdf_that_it_writes(arm: cl.Robot, tmp_path: Path) -> None:
    arm.to_urdf(tmp_path / "copy.urdf")
    copy = cl.Robot.from_urdf(tmp_path / "copy.urdf", scene=arm._files[2])
    assert copy.variables == arm.variables
    for q in np.random.default_rng(3).uniform(-2, 2, (20, 2)):
        first, second = arm.clearance(q), copy.clearance(q)
        assert first is not None and second is not None and abs(first.signed_distance - second.signed_distance) < 1e-12


class StandInOf:
    """Stands in for an object of Pinocchio, by the attributes that are read of it; no wheel of Pinocchio is needed."""

    def __init__(self, **attributes: Any):
        self.__dict__.update(attributes)


def _se3(translation: list[float], rotation: Any = None) -> StandInOf:
    return StandInOf(translation=translation, rotation=np.eye(3) if rotation is None else rotation)


def _geometry(kind: str, name: str, joint: int, translation: list[float], **attributes: Any) -> StandInOf:
    shape = type(kind, (StandInOf,), {})(**attributes)
    return StandInOf(name=name, parentJoint=joint, placement=_se3(translation), geometry=shape, meshScale=[1.0] * 3)


def test_a_model_like_pinocchios_is_a_robot() -> None:
    """Two joints, a slide along an odd axis behind an endless turn, and a pair that is not listed."""
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    joints = [StandInOf(shortname=lambda: "?"), StandInOf(shortname=lambda: "JointModelRUBZ")]
    joints.append(StandInOf(shortname=lambda: "JointModelPrismaticUnaligned", axis=[0.6, 0.8, 0.0]))
    model = StandInOf(
        name="two", names=["universe", "turn", "out"], parents=[0, 0, 1], joints=joints, idx_qs=[0, 0, 2],
        jointPlacements=[_se3([0.0] * 3), _se3([0.0, 0.0, 1.0]), _se3([0.5, 0.0, 0.0], quarter)],
        lowerPositionLimit=[-np.inf, -np.inf, -0.5], upperPositionLimit=[np.inf, np.inf, 2.0],
    )  # fmt: skip
    corners = [[x, y, z] for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1)]
    objects = [
        _geometry("Box", "post", 0, [0.0, 3.0, 1.0], halfSide=[0.5, 0.5, 0.5]),
        _geometry("Sphere", "hand", 2, [0.0] * 3, radius=0.25),
        _geometry("ConvexBase", "block", 1, [0.0] * 3, points=lambda: corners),
    ]
    pairs = [StandInOf(first=0, second=1)]
    robot = cl.Robot.from_pinocchio(model, StandInOf(geometryObjects=objects, collisionPairs=pairs))
    assert robot.variables == ("turn", "out") and [joint.limits for joint in robot.joints if joint.name == "out"] == [(-0.5, 2.0)]
    # A quarter turn of the first joint takes x to y; the slide's frame is a quarter turn further, so that its axis (0.6, 0.8) points to (-0.6, -0.8) then.
    found = robot.clearance([np.pi / 2, 1.0])
    assert found is not None
    hand = np.array([0.0, 0.5, 1.0]) + np.array([-0.6, -0.8, 0.0])
    gap = np.hypot(max(0.0, abs(hand[0]) - 0.5), 2.5 - hand[1]) - 0.25
    assert abs(found.signed_distance - gap) < 1e-12
    with pytest.raises(ValueError, match="a Cone is not known"):
        cl.Robot.from_pinocchio(model, StandInOf(geometryObjects=[_geometry("Cone", "odd", 0, [0.0] * 3)], collisionPairs=[]))


PINOCCHIO = """<robot name="two">
<link name="base"><collision><origin xyz="0 3 1"/><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="arm"><collision><origin xyz="0.25 0 0" rpy="0 1 0"/><geometry><cylinder radius="0.05" length="0.4"/></geometry></collision></link>
<link name="hand"><collision><geometry><sphere radius="0.2"/></geometry></collision></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><origin xyz="0 0 1" rpy="0 0.2 0.4"/><axis xyz="0 0 1"/></joint>
<joint name="out" type="prismatic"><parent link="arm"/><child link="hand"/><origin xyz="0.5 0 0" rpy="0 0 1"/><axis xyz="0.6 0.8 0"/>
<limit lower="-0.5" upper="2" effort="1" velocity="1"/></joint></robot>"""


def test_distances_of_models_are_those_of_pinocchio(tmp_path: Path) -> None:
    pin = pytest.importorskip("pinocchio", reason="the wheel pin is not installed")
    file = tmp_path / "two.urdf"
    file.write_text(PINOCCHIO)
    model = pin.buildModelFromUrdf(str(file))
    geometry = pin.buildGeomFromUrdf(model, str(file), pin.GeometryType.COLLISION)
    geometry.addAllCollisionPairs()
    data, found = model.createData(), geometry.createData()
    robot = cl.Robot.from_pinocchio(model, geometry)
    assert robot.variables == ("turn", "out")
    apart = 0
    for turn, out in np.random.default_rng(8).uniform((-3, -0.5), (3, 2), (40, 2)):
        pin.computeDistances(model, data, geometry, found, np.array([np.cos(turn), np.sin(turn), out]))
        nearest, ours = min(result.min_distance for result in found.distanceResults), robot.clearance([turn, out])
        assert ours is not None and (ours.signed_distance > 0) == (nearest > 0)
        if nearest > 0:
            apart += 1
            assert abs(ours.signed_distance - nearest) < 1e-6
    assert 10 < apart < 40
