"""The judge accepts what `robot verify` accepts of regions, and refuses what is changed.

Certificates are made by the command, as in test_judge.py.
"""

import json
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
from cell_mutants import cell_mutants, refuse_each  # noqa: E402
from test_judge import ARM, COMMAND, NEEDS_COMMAND, SCENE, reader_of  # noqa: E402


def regions_of(folder: Path, seeds: list, *options: str) -> list[dict]:
    """What the command writes, and `robot verify` accepts."""
    robot, file = str(folder / "robot.urdf"), folder / "regions.jsonl"
    (folder / "seeds.jsonl").write_text("".join(json.dumps({"id": str(i), "q": q}) + "\n" for i, q in enumerate(seeds)))
    scene = ["--scene", str(folder / "scene.json")]
    command = [str(COMMAND), "robot", "region", robot, str(folder / "seeds.jsonl"), *scene, "--json", "--certificate", str(file), *options]
    subprocess.run(command, check=True, capture_output=True)
    subprocess.run([str(COMMAND), "robot", "verify", robot, str(file), *scene], check=True, capture_output=True)
    return [json.loads(line) for line in file.read_text().splitlines()]


@NEEDS_COMMAND
class Regions(unittest.TestCase):
    def test_a_region_is_accepted_and_each_mutant_refused(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "robot.urdf").write_text(ARM)
            (folder / "scene.json").write_text(json.dumps(SCENE))
            certificate = regions_of(folder, [[-0.9, 0.05, 0.3]])[0]
            judge = program.Judge(reader_of(folder))
            mutants = cell_mutants(self, certificate) | {
                "pairs": lambda c: c["digests"].update(srdf="0" * 64),
                "key": lambda c: c.update(note=""),
            }
            refuse_each(self, judge, certificate, mutants)

    def test_a_polytope_is_accepted_and_each_mutant_of_its_rows_refused(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "robot.urdf").write_text(ARM)
            (folder / "scene.json").write_text(json.dumps(SCENE))
            certificate = regions_of(folder, [[-0.4, 0.1, 0.8]], "--polytope", "--polytope-cells", "4000")[0]
            judge = program.Judge(reader_of(folder))
            leaves = [(i, j) for i, item in enumerate(certificate["pairs"]) for j, node in enumerate(item["cells"]) if isinstance(node, dict) and "rows" in node]
            self.assertGreater(len(leaves), 0)
            i, j = leaves[0]
            row = certificate["pairs"][i]["cells"][j]["rows"][0][0]

            def of_rows(change):
                return lambda c: change(c["pairs"][i]["cells"][j]["rows"])

            mutants = {
                "less than zero": of_rows(lambda rows: rows[0].__setitem__(1, -rows[0][1])),
                "no such row": of_rows(lambda rows: rows[0].__setitem__(0, len(certificate["b"]))),
                "no rows": lambda c: c["pairs"][i]["cells"][j].pop("rows"),
                "much": of_rows(lambda rows: rows[0].__setitem__(1, 100 * rows[0][1])),
                "farther": lambda c: c["b"].__setitem__(row, c["b"][row] + 0.1),
                "turned": lambda c: c["A"].__setitem__(row, [-x for x in c["A"][row]]),
                "fewer": lambda c: (c["A"].pop(), c["b"].pop()),
            }
            refuse_each(self, judge, certificate, mutants)

    def test_regions_of_random_robots_are_accepted(self) -> None:
        r, accepted = random.Random(4230), 0
        for _ in range(6):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "robot.urdf").write_text(ARM)
                bodies = [
                    {"name": f"body{i}", "shape": random_robots.shape(r, 0.3), "pose": {"translation": [r.uniform(-1, 1) for _ in range(3)]}} for i in range(2)
                ]
                (folder / "scene.json").write_text(json.dumps({"bodies": bodies}))
                seeds = [[r.uniform(-3, 3), r.uniform(0, 0.5), r.uniform(-2, 2)] for _ in range(3)]
                found = regions_of(folder, seeds, "--most", "0.5")
                found += regions_of(folder, seeds[:1], "--most", "0.5", "--polytope", "--polytope-cells", "2000")
                judge = program.Judge(reader_of(folder))
                for certificate in found:
                    self.assertTrue(judge.check(certificate).startswith("valid"))
                    accepted += 1
        self.assertGreater(accepted, 4)


if __name__ == "__main__":
    unittest.main()
