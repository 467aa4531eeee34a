"""OMPL's planners on proven motions: three of them plan for the Panda, and every path is proven and certified."""

import math
from pathlib import Path
from typing import Any

import pytest

import clearance as cl

base = pytest.importorskip("ompl.base", reason="the package ompl is not installed")
geometric = pytest.importorskip("ompl.geometric", reason="the package ompl is not installed")

from clearance import ompl  # noqa: E402

PANDA = Path(__file__).resolve().parents[3] / "testdata/robots/panda"
READY = [0.0, -0.785398, 0.0, -2.356194, 0.0, 1.570796, 0.785398, 0.02]
POST = {"name": "post", "shape": {"kind": "box", "half_extents": [0.05, 0.05, 0.3]}, "pose": {"translation": [0.35, 0, 0.3]}}


@pytest.fixture(scope="module")
def panda() -> cl.Robot:
    return cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene={"bodies": [POST]})


def arm(folder: Path, joint: str) -> cl.Robot:
    """A bar of length 0.5 that turns about z, and a ball beside it at -x."""
    bar = '<collision><origin xyz="0.3 0 0"/><geometry><box size="0.4 0.05 0.05"/></geometry></collision>'
    turn = f'<joint name="turn" type="{joint}"><parent link="base"/><child link="bar"/><axis xyz="0 0 1"/><limit lower="-3.1" upper="3.1"/></joint>'
    file = folder / "arm.urdf"
    file.write_text(f'<robot name="arm"><link name="base"/><link name="bar">{bar}</link>{turn}</robot>')
    ball = {"name": "ball", "shape": {"kind": "sphere", "radius": 0.1}, "pose": {"translation": [0, 0.4, 0]}}
    return cl.Robot.from_urdf(file, scene={"bodies": [ball]})


def test_a_base_needs_limits_and_is_planned_for(tmp_path: Path) -> None:
    file = arm(tmp_path, "continuous")._files[0]
    with pytest.raises(ValueError, match="joint 'base/x' slides without limits: OMPL needs some"):
        ompl.joint_space(cl.Robot.from_urdf(file, base="planar"))
    cart = cl.Robot.from_urdf(file, base="planar", limits={"x": (-3, 3), "y": (-2, 2)})
    bounds = ompl.joint_space(cart).getBounds()
    assert list(bounds.low)[:2] == [-3, -2] and list(bounds.high)[:2] == [3, 2]


def state(space: Any, values: list[float]) -> Any:
    made = space.allocState()
    for i, value in enumerate(values):
        made[i] = value
    return made


@pytest.mark.parametrize("planner", ["RRTConnect", "RRT", "KPIECE1"])
def test_what_a_planner_finds_is_proven_and_certified(panda: cl.Robot, planner: str) -> None:
    start, goal = [*READY], [*READY]
    start[0], goal[0] = 0.6, -0.6
    assert not panda.edge(start, goal).free
    space = ompl.joint_space(panda)
    setup = geometric.SimpleSetup(space)
    ompl.use(panda, setup)
    setup.setStartAndGoalStates(state(space, start), state(space, goal))
    setup.setPlanner(getattr(geometric, planner)(setup.getSpaceInformation()))
    assert setup.solve(120.0)
    setup.simplifySolution(1.0)
    path = setup.getSolutionPath()
    found = ompl.configurations(space, [path.getState(i) for i in range(path.getStateCount())])
    assert found[0] == tuple(start) and found[-1] == tuple(goal) and len(found) > 2
    assert panda.check(found).free
    certificate = panda.certificate(found)
    assert certificate is not None and panda.verify(certificate, found).valid


def test_a_motion_ends_valid_where_the_proof_ends(tmp_path: Path) -> None:
    robot = arm(tmp_path, "revolute")
    space = ompl.joint_space(robot)
    information = base.SpaceInformation(space)
    validator = ompl.MotionValidator(information, robot)
    free, hit = state(space, [-1.0]), state(space, [2.5])
    assert validator.checkMotion(free, state(space, [0.5])) and not validator.checkMotion(free, hit)
    part = validator.last_valid(free, hit)
    bracket = robot.edge([-1.0], [2.5])
    assert bracket.t_lower is not None and 0.5 < part <= bracket.t_lower and bracket.t_lower - part < 1e-5
    assert validator.last_valid(free, state(space, [0.5])) == 1.0
    # In contact from the start: nothing of the motion is valid.
    assert validator.last_valid(state(space, [math.pi / 2]), free) == 0.0

    class Pair:
        first, second = space.allocState(), 7.0

    assert not validator.checkMotion(free, hit, Pair)
    assert Pair.second == part and Pair.first[0] == pytest.approx(-1.0 + 3.5 * part)
    assert robot.edge([-1.0], [Pair.first[0]]).free


def test_states_are_valid_if_they_are_proven_free(tmp_path: Path) -> None:
    robot = arm(tmp_path, "revolute")
    space = ompl.joint_space(robot)
    checker = ompl.StateValidityChecker(base.SpaceInformation(space), robot)
    assert checker.isValid(state(space, [0.0])) and not checker.isValid(state(space, [math.pi / 2]))
    nearest = robot.clearance([0.0])
    assert nearest is not None and checker.clearance(state(space, [0.0])) == nearest.lower
    bounds = space.getBounds()
    assert (bounds.low[0], bounds.high[0]) == (-3.1, 3.1)


def test_an_angle_turns_the_short_way_round(tmp_path: Path) -> None:
    """From 3 over -π to -3 nothing is in the way; as written, back over 0, the ball is."""
    robot = arm(tmp_path, "continuous")
    space = base.SO2StateSpace()
    validator = ompl.MotionValidator(base.SpaceInformation(space), robot)
    states = []
    for value in (3.0, -3.0, -2.0):
        states.append(space.allocState())
        states[-1].value = value
    assert validator.checkMotion(states[0], states[1]) and not robot.edge([3.0], [-3.0]).free
    found = ompl.configurations(space, states)
    assert found == [(3.0,), pytest.approx((2 * math.pi - 3,)), pytest.approx((2 * math.pi - 2,))]
    assert robot.check(found).free


def test_other_spaces_are_refused_by_name(tmp_path: Path) -> None:
    robot = arm(tmp_path, "revolute")
    with pytest.raises(ValueError, match="expected a space of real vectors and angles, got "):
        ompl.MotionValidator(base.SpaceInformation(base.SO3StateSpace()), robot)
    with pytest.raises(ValueError, match="the space must have the robot's 1 values, got 2"):
        ompl.MotionValidator(base.SpaceInformation(base.RealVectorStateSpace(2)), robot)
