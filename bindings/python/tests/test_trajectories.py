"""What robots execute, and pairs whose poses are boxes."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[3] / "testdata/robots/redundant"
UP = [0.0, 0.3, 0.1, 0.1]
LOW = [0.0, 2.4, 0.1, 0.1]


@pytest.fixture
def arm() -> cl.Robot:
    return cl.Robot.from_file(FOLDER / "robot.json", srdf=FOLDER / "robot.srdf", scene=FOLDER / "scene.json")


def swing(to: list[float], **more: object) -> cl.Trajectory:
    return cl.Trajectory([0, 2.5], [UP, to], velocities=np.zeros((2, 4)), **more)  # type: ignore[arg-type]


def test_trajectories_are_free_or_hit_in_seconds_and_their_certificates_hold(arm: cl.Robot) -> None:
    free = swing([1.5, -0.5, 0.3, 0.1], tube=0.001)
    found = arm.check(free)
    assert found.free and found.clearance_lower is not None and found.clearance_lower > 0
    certificate = arm.certificate(free)
    assert certificate is not None and arm.verify(certificate).valid and arm.verify(certificate, free).valid
    assert arm.verify(certificate, swing([1.4, -0.5, 0.3, 0.1])).reason == "the certificate is about another trajectory"
    hit = arm.check(swing(LOW))
    assert hit.result == "hit" and hit.pair is not None and hit.pair[1] == "high" and not hit.off
    assert hit.t_lower is not None and hit.t_upper is not None and 0.5 < hit.t_lower <= hit.t_upper < 2.0
    wide = arm.check(swing([1.5, -0.5, 0.3, 0.1], tube=0.8))
    assert wide.result == "hit" and wide.off and wide.q is not None
    scale = arm.free_scale(swing([1.5, -0.5, 0.3, 0.1], tube=0.8))
    assert scale is not None and 0 < scale < 1


def test_a_path_becomes_the_fastest_trajectory_and_is_proven_as_executed(arm: cl.Robot) -> None:
    path = [UP, [1.5, -0.5, 0.3, 0.1], [1.5, 0.0, 0.5, 0.1]]
    found = arm.times(path, velocities=1.0, accelerations=2.0)
    assert found.check.free and (found.rounded, found.stops) == (1, 0)
    assert arm.beyond_limits(found.trajectory, velocities=dict.fromkeys(arm.variables, 1.0)) == []
    assert found.certificate is not None and arm.verify(found.certificate, found.trajectory).valid
    stopping = arm.times(path, velocities=1.0, accelerations=2.0, deviation=0)
    # 1.5 and 0.5 of the joints that move farthest: 1.5/1 + 1/2 seconds, and 2 sqrt(0.5/2) for one that is too short.
    assert stopping.stops == 1 and 2.999 < stopping.duration < 3.03 and found.duration < stopping.duration
    soft = arm.times(path, velocities=1.0, accelerations=2.0, jerks=8.0, deviation=0)
    # 1.5/1 + 1/2 + 2/8 seconds; then up to p with p²/2 + p/4 = 0.5, in p/2 + 1/4 seconds, and down.
    assert abs(soft.duration - (2.25 + 2 * ((math.sqrt(1.0625) - 0.25) / 2 + 0.25))) < 1e-5
    most_of = [dict.fromkeys(arm.variables, most) for most in (1.0, 2.0, 8.0)]
    assert arm.beyond_limits(soft.trajectory, velocities=most_of[0], accelerations=most_of[1], jerks=most_of[2]) == []
    assert soft.check.free and soft.certificate is not None and arm.verify(soft.certificate, soft.trajectory).valid
    # Differences of positions, without what the trajectory is made of.
    at = np.linspace(0, soft.duration, 1001)
    differences = np.diff(arm.along(soft.trajectory, at), n=3, axis=0) / (at[1] - at[0]) ** 3
    assert 7.9 < abs(differences).max() < 8.001
    plan = arm.plan(UP, [1.5, -0.5, 0.3, 0.1])
    timed = plan.times(velocities={name: 1.0 for name in arm.variables}, accelerations=2.0)
    assert timed.check.free and timed.duration >= 2.0
    with pytest.raises(ValueError, match='its limit of acceleration must be positive, got 0'):
        arm.times(path, velocities=1.0, accelerations=0)
    with pytest.raises(ValueError, match='its limit of jerk must be positive, got -1'):
        arm.times(path, velocities=1.0, accelerations=1.0, jerks=-1.0)
    with pytest.raises(ValueError, match="no joint with a value is named 'elbow'"):
        arm.times(path, accelerations={"elbow": 1.0})


def test_limits_jumps_and_values_along_a_trajectory(arm: cl.Robot) -> None:
    free = swing([1.5, -0.5, 0.3, 0.1])
    names = arm.variables
    breaches = arm.beyond_limits(free, accelerations={names[0]: 1.0})
    assert [(b.joint, b.quantity, b.time, b.proven) for b in breaches] == [(names[0], "acceleration", 0.0, True)]
    assert np.allclose(arm.along(free, [0, 1.25, 2.5])[:, 0], [0, 0.75, 1.5], atol=1e-15)
    assert np.allclose(arm.along(free, [1.25], derivative=1)[0, 0], 0.9, atol=1e-15)
    pieces = {
        "points": [{"time": 0, "positions": UP, "velocities": [0] * 4, "accelerations": [0] * 4}, {"time": 1, "positions": UP}],
        "pieces": {names[0]: [{"duration": 1, "jerk": 0.6}, {"duration": 1, "acceleration": -0.6, "jerk": 0}]},
    }
    ramp = cl.Trajectory.from_dict(pieces)
    # t³/10 until 1, where it was said to be back at the start; then 0.1 + 0.3 t − 0.3 t².
    (jump,) = arm.jumps(ramp)
    assert jump[:3] == (names[0], 1.0, 0) and abs(jump[3] + 0.1) < 1e-12
    assert np.allclose(arm.along(ramp, [0.5, 1.5])[:, 0], [0.0125, 0.175], atol=1e-15)


def test_files_and_bad_input(arm: cl.Robot, tmp_path: Path) -> None:
    rows = tmp_path / "swing.csv"
    rows.write_text("time," + ",".join(arm.variables) + "\n0,0,0.3,0.1,0.1\n2,1,-0.5,0.3,0.1\n")
    assert arm.check(cl.Trajectory.from_file(rows)).free
    with pytest.raises(ValueError, match="velocities must have a row for each of 2 times"):
        cl.Trajectory([0, 1], [UP, LOW], velocities=[UP])
    with pytest.raises(ValueError, match="times must increase"):
        arm.check(cl.Trajectory([0, 0], [UP, LOW]))
    with pytest.raises(ValueError, match="no body of the scene is named"):
        arm.check(swing(LOW, bodies={"hihg": {"uncertain": {"translation": [0.1, 0, 0]}}}))


@pytest.mark.parametrize("kind", ["linear", "cubic", "quintic"])
def test_interpolation_is_that_of_hermite_polynomials_of_scipy(arm: cl.Robot, kind: str) -> None:
    interpolate = pytest.importorskip("scipy.interpolate")
    random = np.random.default_rng(5)
    times = np.array([0.0, 0.7, 1.9, 2.4])
    p, v, a = (random.uniform(-size, size, (4, 4)) for size in (1.5, 1.0, 3.0))
    order = ["linear", "cubic", "quintic"].index(kind)
    data = [np.stack(part) for part in zip(*[p, v, a][: order + 1])]
    truth = interpolate.BPoly.from_derivatives(times, data)
    given = {"velocities": v, "accelerations": a}
    chosen = {key: given[key] for key in list(given)[:order]}
    trajectory = cl.Trajectory(times, p, **chosen)  # type: ignore[arg-type]
    moments = random.uniform(0, 2.4, 10_000)
    assert np.max(np.abs(arm.along(trajectory, moments) - truth(moments))) < 1e-12


def test_pieces_are_those_that_ruckig_writes(arm: cl.Robot) -> None:
    ruckig = pytest.importorskip("ruckig")
    given = ruckig.InputParameter(4)
    given.current_position, given.target_position = UP, [1.0, -0.5, 0.3, 0.4]
    given.max_velocity, given.max_acceleration, given.max_jerk = [1.0] * 4, [2.0] * 4, [5.0] * 4
    otg, made = ruckig.Ruckig(4), ruckig.Trajectory(4)
    otg.calculate(given, made)
    pieces = {}
    for name, profile in zip(arm.variables, made.profiles[0]):
        pieces[name] = [{"duration": t, "jerk": j} for t, j in zip(profile.t, profile.j) if t > 0]
    start = {"time": 0, "positions": UP, "velocities": [0] * 4, "accelerations": [0] * 4}
    trajectory = cl.Trajectory.from_dict({"points": [start], "pieces": pieces})
    for time in np.linspace(0, made.duration, 2500):
        expected = made.at_time(float(time))[0]
        assert np.allclose(arm.along(trajectory, [time])[0], expected, rtol=0, atol=1e-12)


def test_distances_of_pairs_whose_poses_are_boxes() -> None:
    box, pin = cl.Box((1, 1, 1)), cl.Capsule(0.1, 1)
    off = {"translation": [0.05, 0.05, 0], "rotation": [0.02, 0.02, 0]}
    found = cl.signed_distance_range(box, pin, pose_b=cl.Pose((1.3, 0.2, 0)), uncertain_b=off)
    assert found.lower <= found.attained_lower < found.attained_upper <= found.upper and found.intersect == "never"
    assert found.upper - found.lower <= 1.2 * (found.attained_upper - found.attained_lower)
    with pytest.raises(ValueError, match="uncertain_b has the keys"):
        cl.signed_distance_range(box, pin, uncertain_b={"rotations": [0, 0, 0]})


def test_a_trajectory_is_written_as_it_was_given() -> None:
    made = cl.Trajectory([0, 1], [[0.0], [1.0]], joints=["j"], tube=[0.1], interpolation="linear")
    assert cl.Trajectory.from_dict(json.loads(made.to_json())).to_dict() == made.to_dict()


def _toppra(rows: Any, parametrizer: str) -> Any:
    """The fastest way along a spline through rows, at most 1 rad/s and 2 rad/s²."""
    toppra = pytest.importorskip("toppra", reason="the wheel toppra is not installed")
    constraint, algorithm = pytest.importorskip("toppra.constraint"), pytest.importorskip("toppra.algorithm")
    path = toppra.SplineInterpolator(np.linspace(0, 1, len(rows)), rows)
    most = np.tile([-1.0, 1.0], (rows.shape[1], 1))
    limits = [constraint.JointVelocityConstraint(most), constraint.JointAccelerationConstraint(2 * most)]
    return algorithm.TOPPRA(limits, path, parametrizer=parametrizer).compute_trajectory(0, 0)


def test_splines_of_toppra_are_cubics_through_their_knots(arm: cl.Robot) -> None:
    random = np.random.default_rng(6)
    spline = _toppra(random.uniform(-1, 1, (4, 4)), "ParametrizeSpline").cspl
    trajectory = cl.Trajectory(spline.x, spline(spline.x), velocities=spline(spline.x, 1))
    moments = random.uniform(0, spline.x[-1], 10_000)
    assert len(spline.x) > 100 and np.max(np.abs(arm.along(trajectory, moments) - spline(moments))) < 1e-12


def test_lines_of_toppra_are_pieces_of_constant_acceleration(arm: cl.Robot) -> None:
    random = np.random.default_rng(7)
    rows = random.uniform(-1, 1, (2, 4))
    made = _toppra(rows, "ParametrizeConstAccel")
    along, way = np.diff(made._ts), rows[1] - rows[0]
    start = {"time": 0, "positions": list(rows[0]), "velocities": [0] * 4, "accelerations": [0] * 4}
    pieces = {
        name: [{"duration": float(t), "acceleration": float(u * d)} for t, u in zip(along, made._us)] for name, d in zip(arm.variables, way)
    }
    trajectory = cl.Trajectory.from_dict({"points": [start], "pieces": pieces})
    moments = random.uniform(0, made.duration, 10_000)
    assert len(along) > 50 and np.max(np.abs(arm.along(trajectory, moments) - made(moments))) < 1e-12


def test_trapezoids_ramp_cruise_and_ramp(arm: cl.Robot) -> None:
    first, second = arm.variables[:2]
    start = {"time": 0, "positions": UP, "velocities": [0] * 4, "accelerations": [0] * 4}
    # 1 at a velocity of 0.5 with ramps of half a second; the other joint in the same 2.5 seconds.
    pieces = {first: [{"to": UP[0] + 1, "velocity": 0.5, "acceleration": 1}], second: [{"to": UP[1] - 0.5, "duration": 2.5, "ramp": 0.5}]}
    found = cl.Trajectory.from_dict({"points": [start], "pieces": pieces})
    moved = arm.along(found, [0.5, 1.25, 2.0, 2.5])[:, :2] - np.array(UP[:2])
    assert np.allclose(moved, [[0.125, -0.0625], [0.5, -0.25], [0.875, -0.4375], [1, -0.5]], atol=1e-15)
    assert np.allclose(arm.along(found, [1.25], derivative=1)[0, :2], [0.5, -0.25], atol=1e-15) and arm.jumps(found) == []
    with pytest.raises(ValueError, match="a trapezoid needs a velocity and an acceleration, or a duration and a ramp"):
        arm.check(cl.Trajectory.from_dict({"points": [start], "pieces": {first: [{"to": 1, "velocity": 1, "ramp": 1}]}}))
