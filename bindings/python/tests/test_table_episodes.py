"""Episodes of data sets: one row each, exactly once, with the answers of single questions."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from clearance import recordings, table  # noqa: E402


@pytest.fixture
def robot(tmp_path: Path) -> table.RobotFiles:
    rows = [{"theta": 0, "d": 0, "a": 1, "alpha": 0.2 * k, "type": "revolute"} for k in range(2)]
    ball = {"kind": "sphere", "radius": 0.25}
    (tmp_path / "arm.json").write_text(json.dumps({"dh": rows, "shapes": [{"link": 2, "shape": ball}]}))
    post = {"name": "post", "shape": ball, "pose": {"translation": [0, 2.4, 0]}}
    (tmp_path / "cell.json").write_text(json.dumps({"bodies": [post]}))
    return table.RobotFiles(str(tmp_path / "arm.json"), scene=str(tmp_path / "cell.json"))


def swing(name: str, reach: float) -> recordings.Recording:
    """A swing of both joints that comes nearer to the post the smaller the bend of the elbow is."""
    times = np.linspace(0, 2, 81)
    values = np.stack([1.2 * np.sin(1.7 * times) + 0.9, reach + 0.1 * np.cos(times)], axis=1)
    return recordings.Recording(name, ("joint1", "joint2"), times, values, np.arange(81))


ALL = [swing(f"episode {k}", reach) for k, reach in enumerate([0.0, 0.4, 0.8, 1.2, 1.6] * 30)]


def test_rows_are_the_answers_of_single_questions(tmp_path: Path, robot: table.RobotFiles) -> None:
    report = table.episodes(ALL[:5], robot, tmp_path / "out")
    assert (report.rows, report.errors) == (5, 0)
    arm, found = robot.load(), pq.read_table(tmp_path / "out").to_pylist()
    assert [row["episode"] for row in found] == [episode.name for episode in ALL[:5]]
    assert {row["result"] for row in found} == {"free", "hit"}
    for row, episode in zip(found, ALL):
        near = arm.closest_approach(episode.trajectory(arm))
        assert near is not None and row["pair"] == list(near.pair)
        assert row["upper"] - row["lower"] <= 1e-6 and abs(row["upper"] - near.upper) <= 2e-6
        check = arm.check(episode.trajectory(arm), tolerance=None)
        assert row["result"] == check.result and (row["contact_pair"] is None) == check.free
        if not check.free:
            assert row["contact_lower"] <= check.t_upper and check.t_lower <= row["contact_upper"]
        rates = np.abs(np.diff(episode.positions, axis=0)) / np.diff(episode.times)[:, None]
        assert row["velocity"] == rates.max() and row["velocity_joint"] == "joint1"


def test_a_run_goes_on_where_it_was_and_writes_the_same_bytes(tmp_path: Path, robot: table.RobotFiles) -> None:
    first = table.episodes(ALL, robot, tmp_path / "out")
    parts = sorted((tmp_path / "out").glob("part-*.parquet"))
    before = [part.read_bytes() for part in parts]
    assert len(parts) == 3 and first.rows == 150
    parts[1].unlink()
    again = table.episodes(ALL, robot, tmp_path / "out", threads=2)
    assert again.digest == first.digest and [part.read_bytes() for part in parts] == before
    with pytest.raises(table.TableError, match="holds the episodes of another data set"):
        table.episodes(ALL[:7], robot, tmp_path / "out")


def test_what_is_no_motion_is_an_error_of_its_row(robot: table.RobotFiles) -> None:
    good = [[0.0, 0.0], [0.1, 0.0]]
    rows: list[dict[str, Any]] = [
        {"times": [0.0, 1.0], "positions": good},
        {"times": [0.0, 0.0], "positions": good},
        {"times": [0.0, 1.0], "positions": [[0.0, 0.0], [0.1]]},
        {"times": [0.0, 1.0], "positions": [[0.0, 0.0], [math.nan, 0.0]]},
        {"times": [0.0], "positions": good[:1]},
        {"times": None, "positions": good},
    ]
    kinds = pa.schema([("times", pa.list_(pa.float64())), ("positions", pa.list_(pa.list_(pa.float64())))])
    found = table.answer(pa.RecordBatch.from_pylist(rows, kinds), robot).to_pylist()
    assert [row["error"] for row in found] == [
        None,
        "sample 1: times must increase, got 0 and then 0",
        "sample 1: expected 2 joint values, got 1",
        "sample 1: positions must be finite",
        "an episode has at least 2 samples, got 1",
        "times is null",
    ]
    assert found[0]["result"] == "free" and found[1]["result"] is None and found[1]["lower"] is None
    with pytest.raises(table.TableError, match="has the columns times and positions, got positions"):
        table.answer(pa.RecordBatch.from_pylist([{"positions": good}]), robot)


def test_joints_that_are_not_recorded_are_said(tmp_path: Path, robot: table.RobotFiles) -> None:
    half = [recordings.Recording("half", ("joint1",), np.array([0.0, 1.0]), np.zeros((2, 1)), np.arange(2))]
    with pytest.raises(ValueError, match="half: no column is the joint 'joint2'; pass names="):
        table.episodes(half, robot, tmp_path / "out")
    report = table.episodes(half, robot, tmp_path / "rest", rest={"joint2": 0.5})
    assert (report.rows, report.errors) == (1, 0)


def test_workers_of_dask_answer_each_episode_once(tmp_path: Path, robot: table.RobotFiles) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:
        report = table.episodes(ALL, robot, tmp_path / "dask", client=client)
    assert report.digest == table.episodes(ALL, robot, tmp_path / "plain").digest
