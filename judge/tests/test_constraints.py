"""Certificates of motions under constraints: the judge accepts those of `robot check`, and refuses every change."""

import copy
import json
import subprocess

from test_judge import COMMAND, NEEDS_COMMAND, PATH, SCENE, Temporary, program, reader, reader_of
from test_timed import CART, SWING

POSE = {"translation": [0.3, 0, 0.3], "quaternion": [0.9, 0.1, -0.2, 0.3]}
CONSTRAINTS = [
    {"name": "level", "link": "hand", "axis": [0.1, 0.2, 1], "direction": [0.1, 0.2, 3], "angle": 1.1},
    {"name": "near", "link": "hand", "point": [0.1, 0, 0.05], "box": {"half": [1.5, None, 1.2], **POSE}},
    {"name": "apart", "link": "hand", "of": "upper", "point": [0.05, 0.01, 0], "box": {"half": [1.1, 0.3, None]}},
    {"name": "seen", "link": "upper", "of": "hand", "axis": [1, 0, 0], "direction": [1, 0, 0.1], "angle": 1.2},
]
POINTS = [{"time": float(i), "positions": q} for i, q in enumerate(PATH)]
TRAJECTORY = {"points": POINTS, "interpolation": "linear", "tube": 0.01}


@NEEDS_COMMAND
class Constraints(Temporary):
    def setUp(self) -> None:
        super().setUp()
        self.arm()
        (self.folder / "constraints.json").write_text(json.dumps({"constraints": CONSTRAINTS}))
        (self.folder / "trajectory.json").write_text(json.dumps(TRAJECTORY))

    def test_bodies_that_move_beside_constraints_are_accepted(self) -> None:
        self.arm(scene={"bodies": [*SCENE["bodies"], CART]})
        (self.folder / "trajectory.json").write_text(json.dumps(SWING))
        certificate = self.made("--trajectory", self.folder / "trajectory.json")
        self.assertTrue(self.judged(certificate).startswith("valid"))
        certificate["constraints"]["entries"].pop(3)
        with self.assertRaises(reader.Unknown):
            self.judged(certificate)

    def made(self, *motion) -> dict:
        robot, file = self.folder / "robot.urdf", self.folder / "proof.jsonl"
        options = ["--scene", self.folder / "scene.json", "--constraints", self.folder / "constraints.json"]
        asked = [COMMAND, "robot", "check", robot, *motion, "--certificate", file, *options]
        done = subprocess.run(asked, capture_output=True, text=True)
        self.assertTrue(": free" in done.stdout, done.stdout + done.stderr)
        subprocess.run([COMMAND, "robot", "verify", robot, file, *options], capture_output=True, check=True)
        return reader.strict(file.read_text())

    def judged(self, certificate: dict, constraints=CONSTRAINTS) -> str:
        robot = reader_of(self.folder)
        robot.constraints = constraints
        return program.Judge(robot).check(certificate)

    def test_a_tube_is_asked_for_by_its_segment(self) -> None:
        tube = {"name": "tube", "link": "hand", "point": [0.1, 0, 0.05], "segment": [[-1, -2, 0.3], [1, 1.5, 0]], "radius": 3.0}
        (self.folder / "constraints.json").write_text(json.dumps({"constraints": [tube]}))
        certificate = self.made(self.folder / "edges.jsonl")
        self.assertTrue(self.judged(certificate, [tube]).startswith("valid"))
        others = [{"radius": 2.9}, {"segment": [[-1, -2, 0.3], [1, 1.4, 0]]}, {"point": [0.1, 0, 0]}, {"name": "other"}, {"link": "upper"}, {"of": "base"}]
        for change in others:
            with self.subTest(change), self.assertRaises(reader.Unknown) as why:
                self.judged(certificate, [{**tube, **change}])
            self.assertIn("other constraints", str(why.exception))

    def test_paths_and_trajectories_are_accepted(self) -> None:
        for motion in ((self.folder / "edges.jsonl",), ("--trajectory", self.folder / "trajectory.json")):
            certificate = self.made(*motion)
            self.assertTrue(self.judged(certificate).startswith("valid"))
            proven = {pair[0] for pair in certificate["constraints"]["pairs"]}
            self.assertEqual(proven, {"level", "near", "apart", "seen"})

    def test_changes_are_refused(self) -> None:
        for motion in ((self.folder / "edges.jsonl",), ("--trajectory", self.folder / "trajectory.json")):
            certificate = self.made(*motion)

            def refused(change, certificate=certificate, constraints=CONSTRAINTS) -> str:
                other = copy.deepcopy(certificate)
                change(other["constraints"], other)
                with self.assertRaises((reader.Unknown, ValueError, LookupError, TypeError)) as why:
                    self.judged(other, constraints)
                return str(why.exception)

            self.assertIn("other constraints", refused(lambda proof, _: proof["list"][0].update(angle=1.0)))
            self.assertIn("other constraints", refused(lambda proof, _: proof["list"].pop()))
            self.assertIn("other constraints", refused(lambda *_: None, constraints=CONSTRAINTS[:3]))
            refused(lambda _, whole: whole.pop("constraints"))
            refused(lambda proof, _: proof.pop("entries"))
            self.assertIn("covered", refused(lambda proof, _: proof["entries"].pop(0)))
            self.assertIn("list of pairs", refused(lambda proof, _: proof["pairs"].pop()))
            for i in range(0, len(certificate["constraints"]["entries"]), 7):
                more = certificate["constraints"]["entries"][i]["bound"] + 0.5
                why = refused(lambda proof, _, i=i, more=more: proof["entries"][i].update(bound=more))
                self.assertIn("does not prove", why)
            # A proof of a wider limit proves no narrower one.
            narrow = [{**CONSTRAINTS[0], "angle": 0.5}, *CONSTRAINTS[1:]]
            why = refused(lambda proof, _: proof["list"][0].update(angle=0.5), constraints=narrow)
            self.assertIn("does not prove", why)
