"""Robots of MJCF and SDF files, and links in parts: the judge lists the pairs that the command lists, and refuses certificates of files that say something else."""

import json
import random
import subprocess
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

from test_judge import COMMAND, NEEDS_COMMAND, PARTS, Temporary, certificates_of, program, reader, reader_of

REFUSED = (reader.Unknown, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

MJCF = """<mujoco model="arm">
  <compiler angle="degree" eulerseq="zYx"/>
  <default>
    <geom type="capsule" size="0.04"/><joint axis="0 1 0" range="-170 170"/>
    <default class="seen"><geom contype="0" conaffinity="0"/></default>
    <default class="soft"><geom contype="2" conaffinity="2"/></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 0.1" pos="0 0 -0.1" euler="0 0.5 1"/>
    <geom name="post" type="box" size="0.05 0.06 0.4" pos="0.9 0.1 0.4" zaxis="0.1 0.2 1"/>
    <body name="shoulder" pos="0 0 0.2" euler="10 20 30">
      <joint name="pan" axis="0 0 1" pos="0.01 0 0"/><joint name="lift" ref="15" pos="0 0 0.05"/>
      <geom fromto="0 0 0 0 0 0.3"/><geom class="seen" type="sphere" size="1"/>
      <frame pos="0 0.01 0" quat="1 0.1 0 0.2">
        <body pos="0 0 0.33" axisangle="1 1 0 20" childclass="soft">
          <joint name="elbow"/>
          <geom type="cylinder" fromto="0 0 0.02 0.2 0.1 0.25" size="0.03"/>
          <geom type="ellipsoid" size="0.03 0.05 0.04" pos="0.2 0.1 0.3" xyaxes="1 1 0 0 1 0.3"/>
          <body name="hand" pos="0.2 0.1 0.3">
            <joint name="out" type="slide" axis="0.1 0 1" range="-0.1 0.2"/>
            <geom class="main" type="box" size="0.03 0.02 0.05" pos="0 0 0.1" quat="1 2 3 4"/><geom type="sphere" size="0.05" pos="0 0 0.2"/>
          </body>
        </body>
      </frame>
    </body>
  </worldbody>
  <contact><exclude body1="world" body2="shoulder"/></contact>
</mujoco>"""
SDF = """<sdf version="1.9"><model name="arm"><pose>0.1 0.2 0.3 0.1 0.2 0.3</pose>
  <frame name="flange" attached_to="base"><pose>0 0 0.5 0 0.1 0</pose></frame>
  <link name="base"><collision name="c"><geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link>
  <link name="upper"><pose relative_to="flange">0.02 0 0 0 0 0.3</pose>
    <collision name="c"><pose>0 0 0.2 0 0 0</pose><geometry><capsule><radius>0.05</radius><length>0.3</length></capsule></geometry></collision></link>
  <link name="fore"><pose relative_to="upper" degrees="true">0 0 0.5 10 0 0</pose>
    <collision name="c"><pose>0 0 0.25 0 0 0</pose><geometry><cylinder><radius>0.04</radius><length>0.3</length></cylinder></geometry></collision>
    <collision name="d"><pose>0 0 0.5 0 0 0</pose><geometry><ellipsoid><radii>0.04 0.05 0.06</radii></ellipsoid></geometry></collision></link>
  <link name="finger"><pose relative_to="fore">0 0.1 0.5 0 0 0</pose>
    <collision name="c"><geometry><sphere><radius>0.03</radius></sphere></geometry></collision></link>
  <joint name="a" type="revolute"><parent>base</parent><child>upper</child><pose>0 0 -0.02 0 0.2 0</pose>
    <axis><xyz>0 0 1</xyz><limit><lower>-3</lower><upper>3</upper></limit></axis></joint>
  <joint name="b" type="continuous"><parent>upper</parent><child>fore</child><axis><xyz>0 1 0.1</xyz></axis></joint>
  <joint name="c" type="prismatic"><parent>fore</parent><child>finger</child><axis><xyz>0 1 0</xyz><limit><lower>-0.1</lower><upper>0.1</upper></limit>
    <mimic joint="b"><multiplier>0.01</multiplier><offset>0.01</offset><reference>0.1</reference></mimic></axis></joint>
</model></sdf>"""
# What of a file is changed so that its certificates are of another robot: each must be refused of some of them.
OTHER_MJCF = {
    "an angle is in radians": ('angle="degree"', 'angle="radian"'),
    "another sequence of turns": ("zYx", "zyx"),
    "a joint has another reference": ('ref="15"', 'ref="-40"'),
    "a joint stands elsewhere": ('ref="15" pos="0 0 0.05"', 'ref="15" pos="0.2 0 0.05"'),
    "a class is another one": ('childclass="soft"', 'childclass="main"'),
    "a class collides": ('contype="0" conaffinity="0"', 'contype="1"'),
    "an exclusion is gone": ("<exclude body1", "<!-- <exclude body1"),
    "parents collide": ("<compiler", '<option><flag filterparent="disable"/></option><compiler'),
    "a frame is turned": ('quat="1 0.1 0 0.2"', 'quat="1 0.6 0 0.2"'),
    "a body is turned": ('axisangle="1 1 0 20"', 'axisangle="1 1 0 -60"'),
    "a geom ends elsewhere": ('fromto="0 0 0.02 0.2 0.1 0.25"', 'fromto="0 0 0.02 -0.6 0.1 0.25"'),
    "a geom is larger": ('size="0.03 0.02 0.05"', 'size="0.4 0.02 0.05"'),
    "the plane is higher": ('pos="0 0 -0.1" euler', 'pos="0 0 0.3" euler'),
}
COUPLED = '<equality><joint joint1="out" joint2="elbow" polycoef="0.01 0.02"/><joint joint1="pan" joint2="lift"/></equality></mujoco>'
OTHER_COUPLED = {
    "a joint follows farther away": ('polycoef="0.01 0.02"', 'polycoef="0.4 0.02"'),
    "a joint follows the other way": ('polycoef="0.01 0.02"', 'polycoef="0.01 -0.3"'),
    "a joint follows no line": ('polycoef="0.01 0.02"', 'polycoef="0.01 0.02 0.1"'),
    "a joint follows no more": ("<joint joint1", '<joint active="false" joint1'),
}
OTHER_SDF = {
    "a pose is relative to another frame": ('relative_to="flange"', 'relative_to="base"'),
    "a pose is in radians": (' degrees="true"', ""),
    "a frame stands elsewhere": ("0 0 0.5 0 0.1 0", "0 0 0.5 0 1.1 0"),
    "a joint is turned": ("0 0 -0.02 0 0.2 0", "0 0 -0.02 0 -1 0"),
    "an axis is another one": ("<xyz>0 1 0.1</xyz>", "<xyz>1 0 0.1</xyz>"),
    "a mimic goes farther": ("<offset>0.01</offset>", "<offset>0.6</offset>"),
    "a shape is larger": ("<radii>0.04 0.05 0.06</radii>", "<radii>0.04 0.05 0.7</radii>"),
    "the model stands elsewhere": ("<pose>0.1 0.2 0.3 0.1 0.2 0.3</pose>", "<pose>0.6 0.2 0.3 0.1 0.2 0.3</pose>"),
}
WALL = {"bodies": [{"name": "wall", "shape": {"kind": "box", "half_extents": [0.1, 1, 1]}, "pose": {"translation": [1.1, 0, 0.5]}, "margin": 0.01}]}


@NEEDS_COMMAND
class Formats(unittest.TestCase):
    def certified(self, folder: Path, file: str, limits: list) -> tuple[list[dict], list[str]]:
        """Certificates of random edges of a robot, and the options."""
        r = random.Random(4040)
        at = lambda q: [min(max(x + r.uniform(-0.3, 0.3), low), high) for x, (low, high) in zip(q, limits)]  # noqa: E731
        starts = [[r.uniform(*limit) for limit in limits] for _ in range(16)]
        (folder / "edges.jsonl").write_text("".join(json.dumps({"id": i, "from": q, "to": at(q)}) + "\n" for i, q in enumerate(starts)))
        (folder / "scene.json").write_text(json.dumps(WALL))
        options, certificates = ["--scene", str(folder / "scene.json")], folder / "certificates.jsonl"
        asked = [COMMAND, "robot", "check", folder / file, folder / "edges.jsonl", "--certificate", certificates, *options]
        subprocess.run(asked, capture_output=True, check=True)
        subprocess.run([COMMAND, "robot", "verify", folder / file, certificates, *options], capture_output=True, check=True)
        return [reader.strict(line) for line in certificates.read_text().splitlines()], options

    def judge(self, folder: Path, file: str) -> "program.Judge":
        options = dict(srdf=None, scene=folder / "scene.json", package=[], attach=[], allow=[], padding=[], ignore_mimic=False, links="adaptive", constraints=None)
        return program.Judge(reader.Robot(Namespace(robot=str(folder / file), **options)))

    def accepted_and_refused(self, file: str, text: str, limits: list, others: dict) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / file).write_text(text)
            certificates, _ = self.certified(folder, file, limits)
            self.assertGreater(len(certificates), 7)
            judge = self.judge(folder, file)
            for certificate in certificates:
                self.assertTrue(judge.check(certificate).startswith("valid"))
            for what, (old, new) in others.items():
                with self.subTest(what):
                    changed = text.replace(old, new).replace('body2="shoulder"/></contact>', 'body2="shoulder"/>--></contact>' if "<!--" in new else 'body2="shoulder"/></contact>')
                    self.assertNotEqual(changed, text)
                    (folder / file).write_text(changed)
                    other = self.judge(folder, file)
                    self.assertTrue(any(self.refused(other, certificate) for certificate in certificates))

    def refused(self, judge, certificate: dict) -> bool:
        try:
            judge.check(certificate)
        except REFUSED:
            return True
        return False

    def test_mjcf(self) -> None:
        self.accepted_and_refused("robot.xml", MJCF, [(-2.9, 2.9)] * 3 + [(-0.1, 0.2)], OTHER_MJCF)

    def test_joints_that_follow_others_in_mjcf(self) -> None:
        # The second constraint is not kept: its joint has a reference.
        self.accepted_and_refused("robot.xml", MJCF.replace("</mujoco>", COUPLED), [(-2.9, 2.9)] * 3, OTHER_COUPLED)

    def test_sdf(self) -> None:
        self.accepted_and_refused("robot.sdf", SDF, [(-3.0, 3.0)] * 2, OTHER_SDF)

    def test_what_is_not_known_is_refused(self) -> None:
        strange = [
            ("robot.xml", MJCF.replace("</worldbody>", '<replicate count="2"><body/></replicate></worldbody>')),
            ("robot.xml", MJCF.replace("<default>", "<deformable/><default>", 1)),
            ("robot.xml", MJCF.replace('name="post" type="box"', 'name="post" type="hfield"')),
            ("robot.sdf", SDF.replace('<frame name="flange"', '<include><uri>x</uri></include><frame name="flange"')),
            ("robot.sdf", SDF.replace("revolute", "screw")),
            ("robot.sdf", SDF.replace("<xyz>0 1 0.1</xyz>", '<xyz expressed_in="base">0 1 0.1</xyz>')),
            ("robot.sdf", SDF.replace('relative_to="flange"', 'relative_to="upper"')),
        ]
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "scene.json").write_text(json.dumps(WALL))
            for file, text in strange:
                (Path(name) / file).write_text(text)
                with self.subTest(text[:40]), self.assertRaises(REFUSED):
                    self.judge(Path(name), file)


@NEEDS_COMMAND
class Parts(Temporary):
    """Links whose meshes are cut into parts by `--links parts`."""

    def test_links_in_parts_are_accepted_and_their_mutants_refused(self) -> None:
        self.write_notched()
        options = ("--scene", str(self.folder / "scene.json"), "--links", "parts")
        (line,) = certificates_of(self.folder, *options)
        certificate = reader.strict(line)
        (finer,) = certificate["finer"]
        self.assertEqual((finer["hull"], finer["as"], "closer" in certificate), ("u", "parts", False))
        judge = program.Judge(reader_of(self.folder, links="parts"))
        self.assertIn(f"{len(finer['parts'])} pairs", judge.check(certificate))
        for name in ("a part is dropped", "a part is shrunk by a part in 10⁹", "a part is a point", "a part has no vertices", "a vertex is no number"):
            for i, changed in enumerate(PARTS[name](certificate)):
                with self.subTest(name, i=i), self.assertRaises(REFUSED):
                    judge.check(changed)
        for what, change in {
            "the parts are not listed": lambda c: c.pop("finer"),
            "the parts are of another link": lambda c: c["finer"][0].update(hull="pea"),
            "the parts are triangles": lambda c: c["finer"][0].update({"as": "mesh"}),
            "a pair is looked at more closely": lambda c: c.update(closer=[{"pair": ["u#0", "pea"], "as": ["parts", "hull"]}]),
        }.items():
            changed = json.loads(line)
            change(changed)
            with self.subTest(what), self.assertRaises(REFUSED):
                judge.check(changed)
        with self.assertRaises(REFUSED):
            program.Judge(reader_of(self.folder)).check(certificate)


if __name__ == "__main__":
    unittest.main()
