"""Certificates of tasks: the judge accepts what `robot verify` accepts, and refuses every kind of change."""

import copy
import json
import subprocess
import sys

from test_judge import COMMAND, HERE, NEEDS_COMMAND, Temporary, program, reader, reader_of

SCENE = {
    "bodies": [
        {"name": "cup", "shape": {"kind": "box", "half_extents": [0.03, 0.03, 0.05]}, "pose": {"translation": [0.75, 0.02, 0.3], "rpy": [0, 0.1, 0.2]}, "margin": 0.001},
        {"name": "post", "shape": {"kind": "box", "half_extents": [0.05, 0.05, 0.4]}, "pose": {"translation": [0.3, 0.62, 0.4], "rpy": [0, 0, 0.3]}},
        {"name": "table", "shape": {"kind": "box", "half_extents": [0.1, 0.1, 0.1]}, "pose": {"translation": [0.75, 0.02, 0.1505], "rpy": [0, 0.1, 0.2]}},
    ],
    "ignore": [["cup", "table"], ["post", "base"]],
}
TASK = {
    "start": [0.0, 0.0, 0.0],
    "steps": [
        {"attach": {"body": "cup", "link": "hand", "touch": ["sled"]}},
        {"allow": ["cup", "table"], "depth": 0.02},
        {"move": [0.0, 0.0, -0.3]},
        {"move": [-0.9, 0.05, -0.3]},
        {"allow": ["table", "cup"], "depth": 0.001},
        {"move": [-1.5, 0.1, 0.2]},
        {"detach": "cup"},
        {"allow": ["hand", "cup"]},
        {"allow": ["sled", "cup"]},
        {"move": [-1.5, 0.0, 0.0]},
        {"forbid": ["cup", "sled"]},
        {"move": [-0.5, 0.0, 0.0]},
    ],
}


@NEEDS_COMMAND
class Tasks(Temporary):
    def setUp(self) -> None:
        super().setUp()
        self.arm(scene=SCENE)
        (self.folder / "task.json").write_text(json.dumps(TASK))
        robot, scene, file = (str(self.folder / name) for name in ("robot.urdf", "scene.json", "task.jsonl"))
        made = [COMMAND, "robot", "task", robot, self.folder / "task.json", "--scene", scene, "--certificate", file, "--require-free"]
        done = subprocess.run(made, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        subprocess.run([COMMAND, "robot", "verify", robot, file, "--scene", scene], capture_output=True, check=True)
        self.certificate = reader.strict((self.folder / "task.jsonl").read_text())

    def test_motions_may_be_trajectories(self) -> None:
        file = self.folder / "timed.jsonl"
        made = [COMMAND, "robot", "task", self.folder / "robot.urdf", self.folder / "task.json", "--scene", self.folder / "scene.json", "--certificate", file]
        limits = {name: {"max_velocity": 1.5, "max_acceleration": 4} for name in ("turn", "slide", "bend")}
        (self.folder / "limits.yaml").write_text(json.dumps({"joint_limits": limits}))
        times = ["--times", self.folder / "times.jsonl", "--joint-limits", self.folder / "limits.yaml"]
        done = subprocess.run([*made, *times, "--require-free"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        certificate = reader.strict(file.read_text())
        self.assertIn("5 motions of 12 steps", self.judged(certificate))
        motion = certificate["steps"][3]["motion"]["trajectory"]["points"][-1]
        motion["positions"] = [x + 1e-9 for x in motion["positions"]]
        with self.assertRaises((reader.Unknown, ValueError)):
            self.judged(certificate)

    def judged(self, certificate: dict) -> str:
        return program.Judge(reader_of(self.folder)).check(certificate)

    def test_a_task_is_accepted(self) -> None:
        said = self.judged(self.certificate)
        self.assertTrue(said.startswith("valid, clearance at least -0.0"), said)
        self.assertIn("5 motions of 12 steps", said)

    def test_changes_are_refused(self) -> None:
        def refused(change) -> str:
            other = copy.deepcopy(self.certificate)
            change(other["steps"], other)
            with self.assertRaises((reader.Unknown, ValueError, LookupError)) as why:
                self.judged(other)
            return str(why.exception)

        def moved(steps, at, key="translation"):
            steps[at][next(iter(steps[at]))]["pose"][key][0] += 1e-6

        self.assertIn("the pose is not that", refused(lambda steps, _: moved(steps, 0)))
        self.assertIn("the pose is not that", refused(lambda steps, _: moved(steps, 6, "quaternion")))
        self.assertIn("too many", refused(lambda steps, _: steps[0]["attach"].update(touch=["sled", "post"])))
        self.assertIn("too many", refused(lambda steps, _: steps[0]["attach"].update(touch=[])))
        self.assertIn("neither", refused(lambda steps, _: steps[0]["attach"].update(touch=["slad"])))
        self.assertIn("another margins", refused(lambda steps, _: steps[1]["allow"].update(depth=0.01)))
        self.assertIn("positive depth", refused(lambda steps, _: steps[1]["allow"].update(depth=-0.01)))
        self.assertIn("begins at", refused(lambda steps, _: steps.pop(3)))
        self.assertIn("the pose is not that", refused(lambda _, whole: whole["start"].__setitem__(0, 0.1)))
        self.assertIn("begins at", refused(lambda steps, _: steps[3]["motion"]["path"][0].__setitem__(0, 0.1)))
        for step in (1, 4, 6, 7, 10):
            refused(lambda steps, _, step=step: steps.pop(step))
        refused(lambda steps, _: steps.insert(0, steps.pop(2)))
        self.assertIn("positive depth", refused(lambda steps, _: steps[8]["allow"].update(depth=0.5, pair=["hand", "sled"])))
        self.assertIn("does not know", refused(lambda steps, _: steps.append({"swap": 1})))
        self.assertIn("bound", refused(lambda steps, _: steps[5]["motion"]["entries"][0].update(bound=9.0)))


@NEEDS_COMMAND
class Carried(Temporary):
    """The tasks of testdata/robots/carry: a cup is carried, and touches the boards only while it is near where it stands."""

    def test_tasks_are_accepted_and_their_contacts_end_at_a_height(self) -> None:
        folder = HERE.parents[1] / "testdata/robots/carry"
        options: dict = {"ur5": ["--group", "arm"], "baxter": [], "fetch": ["--limits", "x=-2:2,y=-2:2"]}
        for name, more in options.items():
            files = {end: str(folder / f"{name}{end}") for end in (".urdf", ".srdf", "_scene.json", "_task.json")}
            common, file = ["--srdf", files[".srdf"], "--scene", files["_scene.json"]], self.folder / f"{name}.jsonl"
            made = [COMMAND, "robot", "task", files[".urdf"], files["_task.json"], *common, *more, "--certificate", file, "--require-free"]
            done = subprocess.run(made, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            judge = [sys.executable, HERE.parent / "judge.py", files[".urdf"], file, *common]
            judged = subprocess.run(judge, capture_output=True, text=True)
            self.assertIn("valid, clearance at least -", judged.stdout, judged.stderr)
            # Where the contact ends is part of the proof: neither a wider tube nor a later end holds.
            text = file.read_text()
            for change in (self.wider, self.later):
                file.write_text(json.dumps(change(json.loads(text))))
                refused = subprocess.run(judge, capture_output=True, text=True)
                self.assertTrue(refused.returncode != 0 and "valid, " not in refused.stdout, refused.stdout)

    @staticmethod
    def wider(certificate: dict) -> dict:
        tube = next(step["keep"] for step in certificate["steps"] if "stands on" in step.get("keep", {}).get("name", ""))
        tube["box"]["half"] = [2 * x for x in tube["box"]["half"]]
        return certificate

    @staticmethod
    def later(certificate: dict) -> dict:
        steps = certificate["steps"]
        end = next(i for i, step in enumerate(steps) if "forbid" in step and i > 0 and "relax" in steps[i - 1])
        steps.insert(end + 1, steps.pop(end))
        return certificate
