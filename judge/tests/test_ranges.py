"""The judge accepts what `robot verify` accepts of ranges, and refuses what is changed.

Certificates are made by the command, as in test_judge.py.
"""

import copy
import json
import math
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import judge as program  # noqa: E402
import random_robots  # noqa: E402
from cell_mutants import REFUSALS, cell_mutants, refuse_each  # noqa: E402
from test_judge import ARM, COMMAND, NEEDS_COMMAND, SCENE, reader_of  # noqa: E402


def range_of(folder: Path, ranges: dict, *options: str) -> dict:
    """What the command writes, and `robot verify` accepts."""
    robot, file = str(folder / "robot.urdf"), folder / "range.jsonl"
    scene = ["--scene", str(folder / "scene.json")]
    command = [str(COMMAND), "robot", "sweep", robot, *scene, "--json", "--ranges", json.dumps(ranges), "--certificate", str(file), *options]
    subprocess.run(command, check=True, capture_output=True)
    subprocess.run([str(COMMAND), "robot", "verify", robot, str(file), *scene], check=True, capture_output=True)
    return json.loads(file.read_text())


@NEEDS_COMMAND
class Ranges(unittest.TestCase):
    def test_a_range_is_accepted_and_each_mutant_refused(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "robot.urdf").write_text(ARM)
            (folder / "scene.json").write_text(json.dumps(SCENE))
            certificate = range_of(folder, {"turn": [-0.9, 0.3], "slide": [0, 0.2], "bend": [-0.4, 0.3]})
            judge = program.Judge(reader_of(folder))
            mutants = cell_mutants(self, certificate) | {
                "higher": lambda c: c.update(lower=c["lower"] + 0.01),
                "margins": lambda c: c["digests"].update(margins="0" * 64),
                "a region": lambda c: c.update(what="region"),
                "rows": lambda c: c.update(A=[], b=[]),
            }
            refuse_each(self, judge, certificate, mutants)
            # Another robot: the hand is 10 cm longer.
            (folder / "robot.urdf").write_text(ARM.replace('size="0.15 0.04 0.06"', 'size="0.35 0.04 0.06"'))
            with self.assertRaises(REFUSALS):
                program.Judge(reader_of(folder)).check(copy.deepcopy(certificate))

    def test_ranges_of_random_worlds_are_accepted_whether_or_not_they_collide(self) -> None:
        r, free, deep = random.Random(4261), 0, 0
        for _ in range(8):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "robot.urdf").write_text(ARM)
                turn, bend = r.uniform(-3, 3), r.uniform(-1.8, 1.6)
                bodies = []
                for i in range(2):  # Within the arm's reach, and not far from where it points.
                    angle = turn + r.uniform(-1, 1)
                    place = [0.7 * math.cos(angle), 0.7 * math.sin(angle), r.uniform(0, 0.6)]
                    bodies.append({"name": f"body{i}", "shape": random_robots.shape(r, 0.3), "pose": {"translation": place}})
                (folder / "scene.json").write_text(json.dumps({"bodies": bodies}))
                ranges = {"turn": [turn, turn + 0.2], "slide": [0.1, 0.2], "bend": [bend, bend + 0.2]}
                certificate = range_of(folder, ranges, "--depth", "--width", "0.02")
                self.assertTrue(program.Judge(reader_of(folder)).check(certificate).startswith("valid"))
                free, deep = free + (certificate["lower"] > 0), deep + (certificate["lower"] <= 0)
        self.assertGreater(min(free, deep), 1)


if __name__ == "__main__":
    unittest.main()
