"""The certified cases of testdata through Python: the bits of the command, and inside the certified answers."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest

CORPUS = Path(__file__).parents[3] / "testdata" / "corpus"
NAMES = ["signed_distance", "lower", "upper", "normal", "witness_a", "witness_b"]


def lines(pattern: str = "*.jsonl") -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(CORPUS.rglob(pattern)):
        for line in path.read_text().splitlines():
            if line.strip():
                yield line, json.loads(line)


def sides(case: dict[str, Any]) -> tuple[cl.Shape, cl.Shape, cl.Pose, cl.Pose]:
    a, b = (cl.Shape.from_json(case[side]["shape"], folder=CORPUS) for side in "ab")
    pose_a, pose_b = (cl.Pose.from_json(case[side].get("pose", {})) for side in "ab")
    return a, b, pose_a, pose_b


def test_single_answers_have_the_bits_of_the_command() -> None:
    asked = 0
    for line, case in lines():
        if case.get("dim", 3) == 2 or "motion" in case or case.get("query", "all") != "all":
            continue
        try:
            expected = cl.answer_case(line, folder=CORPUS)
        except ValueError:
            with pytest.raises(ValueError):
                sides(case)
            continue
        a, b, pose_a, pose_b = sides(case)
        found = cl.signed_distance(a, b, pose_a=pose_a, pose_b=pose_b)
        got = [getattr(found, name) for name in NAMES]
        assert json.dumps(got) == json.dumps([expected[name] for name in NAMES]), case["id"]
        assert (str(found.status), found.proven, found.iterations) == (
            expected["status"], expected["exact"], expected["iterations"],
        ), case["id"]  # fmt: skip
        asked += 1
    assert asked > 700


def test_times_of_impact_have_the_bits_of_the_command() -> None:
    asked = 0
    for line, case in lines("toi.jsonl"):
        if case.get("dim", 3) == 2:
            continue
        expected = cl.answer_case(line, folder=CORPUS)
        a, b, pose_a, pose_b = sides(case)
        motions = [
            cl.Motion(pose, *(case["motion"].get(side, {}).get(key, (0, 0, 0)) for key in ("linear", "angular")))
            for side, pose in (("a", pose_a), ("b", pose_b))
        ]
        found = cl.time_of_impact(a, b, *motions, target_distance=case["motion"].get("target_distance", 0.0))
        assert found.time == expected["toi"], case["id"]
        assert found.time_lower == expected.get("toi_lower") and found.time_upper == expected.get("toi_upper")
        asked += 1
    assert asked > 60


def test_batches_have_the_bits_of_single_answers() -> None:
    cases = [
        case for path in ("boxes", "hulls", "flat", "smooth", "touch", "near") for _, case in lines(f"{path}.jsonl")
        if case.get("dim", 3) == 3
    ]  # fmt: skip
    parts = [sides(case) for case in cases]
    quaternions = [part for part, case in zip(parts, cases) if not any("matrix" in case[s].get("pose", {}) for s in "ab")]
    rows = np.arange(len(quaternions))
    table_a, table_b = (
        np.array([[*pose.translation, *pose.quaternion_wxyz] for pose in column])
        for column in ([part[2] for part in quaternions], [part[3] for part in quaternions])
    )
    found = cl.signed_distances(
        ([part[0] for part in quaternions], rows), ([part[1] for part in quaternions], rows),
        pose_a=table_a, pose_b=table_b, columns="all",
    )  # fmt: skip
    for i, (a, b, pose_a, pose_b) in enumerate(quaternions):
        assert found[i] == cl.signed_distance(a, b, pose_a=pose_a, pose_b=pose_b)


@pytest.mark.skipif("CLEARANCE_COMMAND" not in os.environ, reason="CLEARANCE_COMMAND names no built command")
def test_answered_cases_are_the_lines_of_the_command() -> None:
    for path in sorted(CORPUS.glob("*.jsonl")):
        ran = subprocess.run(
            [os.environ["CLEARANCE_COMMAND"], "pairs", str(path)], capture_output=True, text=True, check=True
        )
        texts = [line for line in path.read_text().splitlines() if line.strip()]
        for line, printed in zip(texts, ran.stdout.splitlines(), strict=True):
            assert cl.answer_case(line, folder=CORPUS) == json.loads(printed)


def test_cases_that_cannot_be_used_say_why() -> None:
    with pytest.raises(ValueError, match="/a/shape/radius: must not be negative, got -1"):
        point = {"shape": {"kind": "point"}}
        cl.answer_case({"a": {"shape": {"kind": "sphere", "radius": -1}}, "b": point})
