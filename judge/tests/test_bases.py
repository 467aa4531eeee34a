"""Bases and joints of several values: the judge accepts what `robot verify` accepts, and refuses certificates of robots that move otherwise."""

import json
import random
import subprocess
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

from test_formats import REFUSED
from test_judge import COMMAND, NEEDS_COMMAND, program, reader

BOX = '<collision><geometry><box size="{}"/></geometry></collision>'
CART = f"""<robot name="cart"><link name="body">{BOX.format("0.6 0.4 0.2")}</link><link name="mast"/>
  <link name="arm"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.5 0.1 0.1"/></geometry></collision></link>
  <joint name="lift" type="prismatic"><origin xyz="0 0 0.3"/><parent link="body"/><child link="mast"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.5" effort="1" velocity="1"/></joint>
  <joint name="turn" type="continuous"><parent link="mast"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>"""
SRDF = """<robot name="cart"><virtual_joint name="wheels" type="planar" parent_frame="odom" child_link="body"/>
  <disable_collisions link1="body" link2="mast" reason="Adjacent"/></robot>"""
SEVERAL = f"""<robot name="plates"><link name="root"/><link name="plate">{BOX.format("0.4 0.1 0.2")}</link><link name="kite">{BOX.format("0.2 0.3 0.1")}</link>
  <link name="hand">{BOX.format("0.1 0.1 0.3")}</link>
  <joint name="glide" type="planar"><origin xyz="0.1 0 0.2" rpy="0.3 0 0.1"/><parent link="root"/><child link="plate"/><axis xyz="0 -2 0"/></joint>
  <joint name="fly" type="floating"><origin xyz="0 -0.9 0.2"/><parent link="root"/><child link="kite"/></joint>
  <joint name="wrist" type="spherical"><origin xyz="0.2 0 0.3"/><parent link="plate"/><child link="hand"/></joint></robot>"""
MJCF = """<mujoco><worldbody><geom name="floor" type="plane" size="5 5 0.1" pos="0 0 -0.6"/>
  <body name="kite" pos="0 -0.4 0.2" quat="1 0 0 1"><freejoint name="fly"/><geom type="box" size="0.2 0.15 0.1"/>
    <body name="hand" pos="0.3 0 0.1"><joint name="wrist" type="ball" pos="0 0 0.05"/><joint name="out" type="slide" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0.2 0.1 0.2" size="0.04"/></body></body></worldbody></mujoco>"""
SDF = """<sdf version="1.9"><model name="arm"><link name="base"><collision name="c"><geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link>
  <link name="hand"><pose>0 0 0.5 0 0.2 0</pose><collision name="c"><geometry><box><size>0.3 0.1 0.3</size></box></geometry></collision></link>
  <joint name="wrist" type="ball"><parent>base</parent><child>hand</child><pose>0 0 -0.2 0.3 0 0</pose></joint></model></sdf>"""
WALL = {"bodies": [{"name": "wall", "shape": {"kind": "box", "half_extents": [0.1, 1, 1]}, "pose": {"translation": [0.9, 0, 0.5]}}]}
SLIDE, TURN, PITCH = (-0.5, 0.5), (-3.0, 3.0), (-1.5, 1.5)
POSE = [SLIDE] * 3 + [TURN, PITCH, TURN]


@NEEDS_COMMAND
class Bases(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def judge(self, file: str, **options) -> "program.Judge":
        same = {"srdf": None, "package": [], "attach": [], "allow": [], "padding": [], "ignore_mimic": False, "links": "adaptive", "base": None, "constraints": None}
        return program.Judge(reader.Robot(Namespace(robot=str(self.folder / file), scene=self.folder / "scene.json", **(same | options))))

    def check(self, file: str, text: str, limits: list, others: dict, more: list = [], **options) -> None:
        """Certificates of random edges are accepted; of files and options that say something else some are refused."""
        r, folder = random.Random(5454), self.folder
        at = lambda q: [min(max(x + r.uniform(-0.2, 0.2), low), high) for x, (low, high) in zip(q, limits)]  # noqa: E731
        starts = [[r.uniform(*limit) for limit in limits] for _ in range(16)]
        (folder / file).write_text(text)
        (folder / "edges.jsonl").write_text("".join(json.dumps({"id": i, "from": q, "to": at(q)}) + "\n" for i, q in enumerate(starts)))
        (folder / "scene.json").write_text(json.dumps(WALL))
        scene, certificates = ["--scene", str(folder / "scene.json"), *more], folder / "certificates.jsonl"
        asked = [COMMAND, "robot", "check", folder / file, folder / "edges.jsonl", "--certificate", certificates, *scene]
        subprocess.run(asked, capture_output=True, check=True)
        subprocess.run([COMMAND, "robot", "verify", folder / file, certificates, *scene], capture_output=True, check=True)
        found = [reader.strict(line) for line in certificates.read_text().splitlines()]
        self.assertGreater(len(found), 4)
        judge = self.judge(file, **options)
        for certificate in found:
            self.assertTrue(judge.check(certificate).startswith("valid"))
        for what, change in others.items():
            with self.subTest(what):
                if isinstance(change, dict):
                    other = self.judge(file, **(options | change))
                else:
                    self.assertIn(change[0], text)
                    (folder / file).write_text(text.replace(*change))
                    other = self.judge(file, **options)
                    (folder / file).write_text(text)
                self.assertTrue(any(self.refused(other, certificate) for certificate in found))

    def refused(self, judge, certificate: dict) -> bool:
        try:
            judge.check(certificate)
        except REFUSED:
            return True
        return False

    def test_a_base_by_the_virtual_joint_of_an_srdf(self) -> None:
        srdf = self.folder / "cart.srdf"
        srdf.write_text(SRDF)
        limits = [SLIDE, SLIDE, TURN, (0, 0.5), TURN]
        others = {"it flies": {"base": "floating"}, "it stands": {"base": "fixed"}, "the arm is longer": ("0.3 0 0", "0.9 0 0")}
        self.check("cart.urdf", CART, limits, others, ["--srdf", str(srdf)], srdf=str(srdf))

    def test_a_base_by_an_option(self) -> None:
        others = {"it rolls": {"base": "planar"}, "the body is larger": ("0.6 0.4 0.2", "0.6 1.9 0.9")}
        self.check("cart.urdf", CART, [*POSE, (0, 0.5), TURN], others, ["--base", "floating"], base="floating")

    def test_joints_of_several_values_in_urdf(self) -> None:
        others = {
            "another normal": ('xyz="0 -2 0"', 'xyz="0 0 1"'),
            "the opposite normal": ('xyz="0 -2 0"', 'xyz="0 2 0"'),
            "a plane is turned": ('rpy="0.3 0 0.1"', 'rpy="1.3 0 0.1"'),
            "a ball joint stands elsewhere": ('<origin xyz="0.2 0 0.3"/>', '<origin xyz="0.2 0 0.9"/>'),
        }
        self.check("plates.urdf", SEVERAL, [SLIDE, SLIDE, TURN, *POSE, TURN, PITCH, TURN], others)

    def test_free_and_ball_joints_in_mjcf(self) -> None:
        others = {
            "the body is drawn elsewhere": ('pos="0 -0.4 0.2"', 'pos="0.9 -0.4 0.2"'),
            "the body is drawn turned": ('quat="1 0 0 1"', 'quat="1 0 0 0"'),
            "a ball joint stands elsewhere": ('pos="0 0 0.05"', 'pos="0 0 0.6"'),
        }
        self.check("robot.xml", MJCF, [*POSE, TURN, PITCH, TURN, SLIDE], others)

    def test_a_base_of_mjcf_by_an_option(self) -> None:
        still = MJCF.replace('<freejoint name="fly"/>', "")
        others = {"it flies": {"base": "floating"}, "it stands": {"base": "fixed"}, "it is drawn turned": ('quat="1 0 0 1"', 'quat="1 0 0 0"')}
        self.check("robot.xml", still, [SLIDE, SLIDE, TURN, TURN, PITCH, TURN, SLIDE], others, ["--base", "planar"], base="planar")
        lift = MJCF.replace('<freejoint name="fly"/>', '<joint name="lift" type="slide" axis="0 0 1"/>')
        self.check("robot.xml", lift, [*POSE, SLIDE, TURN, PITCH, TURN, SLIDE], {"it rolls": {"base": "planar"}}, ["--base", "floating"], base="floating")

    def test_ball_joints_in_sdf(self) -> None:
        others = {"a ball joint stands elsewhere": ("0 0 -0.2 0.3 0 0", "0 0 0.6 0.3 0 0"), "it is turned": ("0 0 -0.2 0.3 0 0", "0 0 -0.2 2 0 0")}
        self.check("robot.sdf", SDF, [TURN, PITCH, TURN], others)


if __name__ == "__main__":
    unittest.main()
