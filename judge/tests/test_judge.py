"""The judge accepts what `robot verify` accepts, refuses every kind of mutation, and its arithmetic encloses the truth.

Certificates are made by the command in the variable CLEARANCE, or by target/debug/clearance; without it those tests are skipped.
"""

import ast
import copy
import hashlib
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest
from argparse import Namespace
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import exact  # noqa: E402
import judge as program  # noqa: E402
import finer  # noqa: E402
import meshes  # noqa: E402
import random_robots  # noqa: E402
import robot as reader  # noqa: E402
import shapes  # noqa: E402
from exact import ONE  # noqa: E402

ROOT = HERE.parents[1]
COMMAND = Path(os.environ.get("CLEARANCE", ROOT / "target/debug/clearance"))
NEEDS_COMMAND = unittest.skipUnless(COMMAND.is_file(), f"needs the command at {COMMAND}: cargo build -p clearance-cli")
PANDA = ROOT / "testdata/robots/panda"

ARM = """<robot name="arm">
<link name="base"><collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision></link>
<link name="upper"><collision><origin xyz="0.2 0 0" rpy="0 1.5707963267948966 0"/><geometry><capsule radius="0.03" length="0.2"/></geometry></collision></link>
<link name="sled"><collision><origin rpy="0.1 0.2 0.3"/><geometry><cylinder radius="0.04" length="0.06"/></geometry></collision></link>
<link name="hand"><collision><origin xyz="0.1 0 0"/><geometry><box size="0.15 0.04 0.06"/></geometry></collision></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/></joint>
<joint name="slide" type="prismatic"><parent link="upper"/><child link="sled"/><origin xyz="0.45 0 0"/><axis xyz="1 0 0.1"/><limit lower="0" upper="0.5"/></joint>
<joint name="bend" type="revolute"><parent link="sled"/><child link="hand"/><axis xyz="0 1 0"/><limit lower="-2" upper="2"/></joint>
</robot>"""
SCENE = {
    "bodies": [
        {"name": "post", "shape": {"kind": "box", "half_extents": [0.05, 0.05, 0.4]}, "pose": {"translation": [0.3, 0.62, 0.4], "rpy": [0, 0, 0.3]}},
        {"name": "floor", "shape": {"kind": "halfspace", "normal": [0, 0, 2], "offset": 0.1}, "margin": 0.01},
    ]
}
PATH = [[-0.9, 0.05, 0.3], [0.3, 0.2, -0.4], [0.1, 0.1, 0.6]]


def reader_of(folder: Path, **more) -> reader.Robot:
    options = {"srdf": None, "scene": folder / "scene.json", "package": [], "attach": [], "allow": [], "padding": [], "ignore_mimic": False, "links": "adaptive", "constraints": None}
    return reader.Robot(Namespace(robot=str(folder / "robot.urdf"), **{**options, **more}))


def certificates_of(folder: Path, *options: str) -> list[str]:
    """What the command writes for the edges in a folder that are free, and which `robot verify` accepts."""
    robot, file = str(folder / "robot.urdf"), str(folder / "certificates.jsonl")
    subprocess.run([COMMAND, "robot", "check", robot, str(folder / "edges.jsonl"), "--certificate", file, *options], capture_output=True, check=True)
    subprocess.run([COMMAND, "robot", "verify", robot, file, *options], capture_output=True, check=True)
    return Path(file).read_text().splitlines()


class Temporary(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def arm(self, urdf: str = ARM, scene: dict = SCENE) -> None:
        (self.folder / "robot.urdf").write_text(urdf)
        (self.folder / "scene.json").write_text(json.dumps(scene))
        (self.folder / "edges.jsonl").write_text(json.dumps({"id": "wave", "path": PATH}) + "\n")

    def write_notched(self) -> None:
        """A U that turns about a ball in its notch, which its hull fills."""
        links = '<link name="base"/><link name="u"><collision><geometry><mesh filename="u.ply"/></geometry></collision></link>'
        joint = '<joint name="turn" type="continuous"><parent link="base"/><child link="u"/><axis xyz="0 0 1"/></joint>'
        pea = {"name": "pea", "shape": {"kind": "sphere", "radius": 0.03}, "pose": {"translation": [0.15, 0.2, 0.05]}}
        self.arm(f'<robot name="notched">{links}{joint}</robot>', {"bodies": [pea]})
        random_robots.write_mesh(self.folder / "u.ply", *random_robots.u_shape([0, 0.1, 0.2, 0.3], [0, 0.1, 0.3], [0, 0.1]))
        (self.folder / "edges.jsonl").write_text(json.dumps({"id": "notch", "from": [-0.04], "to": [0.04]}) + "\n")

    def certificate(self) -> dict:
        self.arm()
        (line,) = certificates_of(self.folder, "--scene", str(self.folder / "scene.json"))
        return reader.strict(line)


@NEEDS_COMMAND
class Accepts(Temporary):
    def test_certificates_of_random_robots(self) -> None:
        count = 0
        for seed in range(100, 108):
            with tempfile.TemporaryDirectory() as name:
                options = random_robots.write(Path(name), seed)
                lines = certificates_of(Path(name), *options)
                asked = [sys.executable, HERE.parent / "judge.py", f"{name}/robot.urdf", f"{name}/certificates.jsonl", *options]
                asked += ["--path", f"{name}/edges.jsonl"]
                found = subprocess.run(asked, capture_output=True, text=True)
                self.assertEqual(found.returncode, 0, f"seed {seed}: {found.stdout}{found.stderr}")
                count += len(lines)
        self.assertGreater(count, 50)

    def test_plans_of_the_panda(self) -> None:
        mbm, srdf = PANDA / "mbm", ["--srdf", str(PANDA / "panda.srdf")]
        for scene in ("box_0080", "table_under_pick_0050"):
            problem = next(line for line in (mbm / "problems.jsonl").read_text().splitlines() if scene in line)
            problems, file = mbm / f"judge-{os.getpid()}.jsonl", str(self.folder / "plan.jsonl")
            try:
                problems.write_text(problem)
                subprocess.run([COMMAND, "robot", "plan", PANDA / "panda.urdf", problems, *srdf, "--certificate", file], capture_output=True, check=True)
            finally:
                problems.unlink()
            asked = [sys.executable, HERE.parent / "judge.py", PANDA / "panda.urdf", file, *srdf, "--scene", mbm / f"{scene}.json"]
            found = subprocess.run(asked, capture_output=True, text=True)
            self.assertEqual(found.returncode, 0, found.stdout + found.stderr)

    def test_a_robot_of_obj_meshes(self) -> None:
        r, robot = random.Random(4), ROOT / "testdata/robots/xarm7"
        with (edges := self.folder / "edges.jsonl").open("w") as file:
            for _ in range(8):
                start = [r.uniform(-0.8, 0.8) for _ in range(7)]
                file.write(json.dumps({"from": start, "to": [x + r.gauss(0, 0.1) for x in start]}) + "\n")
        files, certificates = [robot / "xarm7.urdf", "--srdf", robot / "xarm7.srdf"], self.folder / "certificates.jsonl"
        subprocess.run([COMMAND, "robot", "check", files[0], edges, *files[1:], "--certificate", certificates], capture_output=True, check=True)
        found = subprocess.run([sys.executable, HERE.parent / "judge.py", files[0], certificates, *files[1:]], capture_output=True, text=True)
        self.assertEqual((found.returncode, found.stderr), (0, ""), found.stdout)
        self.assertGreater(found.stdout.count(": valid"), 2)

    def test_a_robot_by_its_table(self) -> None:
        robot = ROOT / "testdata/robots/redundant"
        files, file = [robot / "robot.json", "--srdf", robot / "robot.srdf", "--scene", robot / "scene.json"], self.folder / "swing.jsonl"
        edges = self.folder / "edges.jsonl"
        edges.write_text(json.dumps({"id": "swing", "from": [0, 0.3, 0.1, 0.1], "to": [1.5, -0.5, 0.3, 0.1]}))
        subprocess.run([COMMAND, "robot", "check", files[0], edges, *files[1:], "--certificate", file], capture_output=True, check=True)
        found = subprocess.run([sys.executable, HERE.parent / "judge.py", files[0], file, *files[1:]], capture_output=True, text=True)
        self.assertIn("swing: valid", found.stdout)

    def test_a_cubic_that_is_the_same_motion(self) -> None:
        certificate = self.certificate()
        judge = program.Judge(reader_of(self.folder))
        cubics = []
        for a, b in zip(PATH, PATH[1:]):
            cubics += [a, [x + (y - x) / 3 for x, y in zip(a, b)], [x + 2 * (y - x) / 3 for x, y in zip(a, b)], b]
        certificate["path"], certificate["cubic"] = cubics, True
        for entry in certificate["entries"]:
            entry["bound"] *= 1 - 1e-9
        segments = [cubics[:4], cubics[4:]]
        text = "".join(f"cubic {program.rust(segment)}\n" for segment in segments)
        certificate["digests"]["path"] = hashlib.sha256(text.encode()).hexdigest()
        file = self.folder / "cubic.jsonl"
        margin = min(e["bound"] for e in certificate["entries"] if "floor" in e["pair"])
        if margin <= 0.01:
            self.skipTest("the floor's margin is touched")
        file.write_text(json.dumps(certificate))
        robot, scene = self.folder / "robot.urdf", self.folder / "scene.json"
        verified = subprocess.run([COMMAND, "robot", "verify", robot, file, "--scene", scene], capture_output=True, text=True)
        self.assertEqual(verified.returncode, 0, verified.stdout)
        self.assertTrue(judge.check(certificate).startswith("valid"))


def turned(axis: list) -> list:
    """At a right angle to it."""
    x, y, z = axis
    return [y, -x, 0.0] if abs(x) + abs(y) > 0.1 else [z, 0.0, -x]


def entries(change):
    """A mutation of one entry, which is tried on all of them; a true claim may be left of some, but not of all."""

    def mutate(certificate: dict):
        for i in range(len(certificate["entries"])):
            changed = copy.deepcopy(certificate)
            change(changed["entries"][i])
            yield changed

    return mutate


def whole(change):
    def mutate(certificate: dict):
        changed = copy.deepcopy(certificate)
        change(changed)
        yield changed

    return mutate


def drop_pair_with_entries(c: dict) -> None:
    pair = c["pairs"].pop()
    c["entries"] = [entry for entry in c["entries"] if entry["pair"] != pair]


def drop_entries_of_a_pair(c: dict) -> None:
    c["entries"] = [entry for entry in c["entries"] if entry["pair"] != c["pairs"][0]]


# Mutations that leave no claim that is true: all of them must be refused.
MUTATIONS = {
    "a pair is dropped from the list": whole(lambda c: c["pairs"].pop(0)),
    "a pair is dropped with its entries": whole(drop_pair_with_entries),
    "all entries of a pair are dropped": whole(drop_entries_of_a_pair),
    "a pair is listed twice": whole(lambda c: c["pairs"].append(c["pairs"][0])),
    "a pair is listed that need not stay apart": whole(lambda c: c["pairs"].append(["base", "post"])),
    "a pair is listed the other way round": whole(lambda c: c["pairs"][0].reverse()),
    "an entry is dropped": lambda c: ({**c, "entries": c["entries"][:i] + c["entries"][i + 1 :]} for i in range(len(c["entries"]))),
    "an entry is of an unknown pair": entries(lambda e: e.update(pair=["hand", "lamp"])),
    "an entry has its pair the other way round": entries(lambda e: e["pair"].reverse()),
    "an entry begins later": entries(lambda e: e.update(t0=e["t0"] + 1e-9)),
    "an entry ends earlier": entries(lambda e: e.update(t1=e["t1"] - 1e-9)),
    "an entry is shifted": entries(lambda e: e.update(t0=e["t0"] + 0.25, t1=e["t1"] + 0.25)),
    "an entry goes beyond its segment": entries(lambda e: e.update(t1=math.floor(e["t0"]) + 1 + 1e-9)),
    "an entry begins before the path": entries(lambda e: e.update(t0=-1e-9)),
    "an entry is empty": entries(lambda e: e.update(t1=e["t0"])),
    "an entry has its times exchanged": entries(lambda e: e.update(t0=e["t1"], t1=e["t0"])),
    "a time is no number": entries(lambda e: e.update(t0=math.nan)),
    "a bound is enlarged by a metre": entries(lambda e: e.update(bound=e["bound"] + 1)),
    "a bound is negative": entries(lambda e: e.update(bound=-e["bound"])),
    "a bound is zero": entries(lambda e: e.update(bound=0.0)),
    "a bound is infinite": entries(lambda e: e.update(bound=math.inf)),
    "a bound is no number": entries(lambda e: e.update(bound=math.nan)),
    "a bound is text": entries(lambda e: e.update(bound=str(e["bound"]))),
    "an axis is text": entries(lambda e: e.update(axis=" ".join(map(str, e["axis"])))),
    "a bound is beyond all floats": entries(lambda e: e.update(bound=10**400)),
    "an axis has no direction": entries(lambda e: e.update(axis=[0.0, 0.0, 0.0])),
    "an axis has two numbers": entries(lambda e: e["axis"].pop()),
    "an axis has a number that is none": entries(lambda e: e["axis"].__setitem__(1, math.nan)),
    "a frame is unknown": entries(lambda e: e.update(frame="elbow")),
    "a number of the path is changed": whole(lambda c: c["path"][1].__setitem__(0, c["path"][1][0] + 1e-9)),
    "the path is reversed": whole(lambda c: c["path"].reverse()),
    "the path ends earlier": whole(lambda c: c["path"].pop()),
    "the path continues": whole(lambda c: c["path"].append([3.0, 0.1, 0.1])),
    "a configuration lacks a joint": whole(lambda c: c["path"][0].pop()),
    "a joint is beyond all limits": whole(lambda c: c["path"][1].__setitem__(0, 1e7)),
    "the path is said to be of cubics": whole(lambda c: c.update(cubic=True)),
    "the version is another one": whole(lambda c: c.update(version=2)),
    "there is an unknown key": whole(lambda c: c.update(parts={})),
    "an entry has an unknown key": entries(lambda e: e.update(multipliers=[])),
    "a key is missing": whole(lambda c: c.pop("digests")),
    "the digest of the path is another one": whole(lambda c: c["digests"].update(path="0" * 64)),
    "the digest of the pairs is another one": whole(lambda c: c["digests"].update(srdf="0" * 64)),
    "the digest of the margins is another one": whole(lambda c: c["digests"].update(margins="0" * 64)),
    "the digest of the robot is none": whole(lambda c: c["digests"].update(robot="robot")),
    "the digest of the robot is another one": whole(lambda c: c["digests"].update(robot="0" * 64)),
    "the digest of the scene is another one": whole(lambda c: c["digests"].update(scene="0" * 64)),
}

# Mutations of an entry that may leave a true claim, as a turned axis does of a pair that is far apart.
MAY_BE_TRUE = {
    "an axis is turned by a right angle": entries(lambda e: e.update(axis=turned(e["axis"]))),
    "an axis is turned round": entries(lambda e: e.update(axis=[-x for x in e["axis"]])),
    "an axis is turned a little": entries(lambda e: e.update(axis=[e["axis"][0] + 0.3, *e["axis"][1:]])),
    "a bound is doubled": entries(lambda e: e.update(bound=e["bound"] * 2)),
    "a frame is another joint's": entries(lambda e: e.update(frame="slide" if e["frame"] != "slide" else "bend")),
}


def of_parts(change):
    """A mutation of each of the parts that stand for a hull."""

    def mutate(certificate: dict):
        for i in range(len(certificate["finer"][0]["parts"])):
            changed = copy.deepcopy(certificate)
            change(changed["finer"][0]["parts"][i])
            yield changed

    return mutate


def shrunk(part: dict) -> None:
    middle = [sum(v[k] for v in part["vertices"]) / len(part["vertices"]) for k in range(3)]
    part["vertices"] = [[m + (c - m) * (1 - 1e-9) for c, m in zip(v, middle)] for v in part["vertices"]]


# Mutations of triangles and what they enclose that stand for a hull.
SOLIDS = {
    "nothing is looked at more closely": whole(lambda c: c.update(closer=[])),
    "the pair is of hulls": whole(lambda c: c["closer"][0].update({"as": ["hull", "hull"]})),
    "the pair is of triangles alone": whole(lambda c: c["closer"][0].update({"as": ["mesh", "hull"]})),
    "the ball is solid": whole(lambda c: c["closer"][0].update({"as": ["solid", "solid"]})),
    "the triangles are not listed": whole(lambda c: c.update(finer=[])),
    "the solid is of another hull": whole(lambda c: c["finer"][0].update(hull="pea")),
    "the solid is triangles alone": whole(lambda c: c["finer"][0].update({"as": "mesh"})),
    "what is enclosed is not listed": whole(lambda c: c["pairs"].pop()),
}

# Mutations of parts that stand for a hull.
PARTS = {
    "nothing is looked at more closely": whole(lambda c: c.update(closer=[])),
    "the pair is of hulls": whole(lambda c: c["closer"][0].update({"as": ["hull", "hull"]})),
    "the pair is of triangles": whole(lambda c: c["closer"][0].update({"as": ["mesh", "hull"]})),
    "the ball is of parts": whole(lambda c: c["closer"][0].update({"as": ["parts", "parts"]})),
    "one body is said to be something": whole(lambda c: c["closer"][0].update({"as": ["parts"]})),
    "another pair is looked at": whole(lambda c: c["closer"][0].update(pair=["u", "pear"])),
    "a pair is looked at twice": whole(lambda c: c["closer"].append(c["closer"][0])),
    "an unknown key is in a pair": whole(lambda c: c["closer"][0].update(why="")),
    "the parts are not listed": whole(lambda c: c.update(finer=[])),
    "the parts are of another hull": whole(lambda c: c["finer"][0].update(hull="pea")),
    "the parts are triangles": whole(lambda c: c["finer"][0].update({"as": "mesh"})),
    "an unknown key is beside the parts": whole(lambda c: c["finer"][0].update(error=0.1)),
    "a part is dropped": lambda c: whole(lambda d: d["finer"][0]["parts"].pop(0))(c),
    "a part is shrunk by a part in 10⁹": of_parts(shrunk),
    "a part is a point": of_parts(lambda p: p.update(vertices=p["vertices"][:1])),
    "a part has no vertices": of_parts(lambda p: p.update(vertices=[])),
    "a vertex is no number": of_parts(lambda p: p["vertices"][0].__setitem__(0, math.nan)),
}


def without(pair):
    """A certificate without one pair and its entries, and with digests that fit."""

    def mutate(certificate: dict) -> None:
        i = next(i for i, names in enumerate(certificate["pairs"]) if pair(names))
        names = certificate["pairs"].pop(i)
        certificate["entries"] = [entry for entry in certificate["entries"] if entry["pair"] != names]
        text = "".join(f"{program.rust(a)} {program.rust(b)}\n" for a, b in certificate["pairs"])
        certificate["digests"]["srdf"] = hashlib.sha256(text.encode()).hexdigest()

    return whole(mutate)


# Mutations of certificates about triangles.
SURFACES = {
    "a triangle of the link is left out": without(lambda names: names == ["u#0", "pea"]),
    "a triangle of the body is left out": without(lambda names: names[1] == "block#3"),
    "what the body encloses is left out": without(lambda names: names == ["u#1", "block#28"]),
    "an entry about triangles claims a metre more": whole(lambda c: c["entries"][0].update(bound=c["entries"][0]["bound"] + 1)),
    "an entry about what is enclosed ends earlier": whole(lambda c: next(e for e in c["entries"] if e["bound"] > 1e99).update(t1=0.5)),
}


@NEEDS_COMMAND
class Refuses(Temporary):
    def refused(self, judge: program.Judge, certificate: dict) -> bool:
        try:
            judge.check(reader.strict(json.dumps(certificate)))
        except (reader.Unknown, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return True
        return False

    def test_every_mutation_that_leaves_nothing_true(self) -> None:
        certificate = self.certificate()
        expected = {name: certificate["digests"][name] for name in ("robot", "scene")}
        judge = program.Judge(reader_of(self.folder), expected)
        self.assertIn("9 pairs", judge.check(certificate))
        for name, mutate in MUTATIONS.items():
            for i, changed in enumerate(mutate(certificate)):
                with self.subTest(name, i=i):
                    self.assertTrue(self.refused(judge, changed))

    def test_mutations_that_may_leave_a_true_claim_agree_with_verify(self) -> None:
        certificate = self.certificate()
        judge = program.Judge(reader_of(self.folder))
        changed = [(name, c) for name, mutate in MAY_BE_TRUE.items() for c in mutate(certificate)]
        file = self.folder / "changed.jsonl"
        file.write_text("".join(json.dumps(c) + "\n" for _, c in changed))
        asked = [COMMAND, "robot", "verify", self.folder / "robot.urdf", file, "--scene", self.folder / "scene.json", "--json"]
        answers = subprocess.run(asked, capture_output=True, text=True).stdout.splitlines()
        refusals = dict.fromkeys(MAY_BE_TRUE, 0)
        for (name, c), answer in zip(changed, answers, strict=True):
            valid = json.loads(answer)["valid"]
            refused = self.refused(judge, c)
            refusals[name] += refused
            with self.subTest(name):
                # The judge's arithmetic is finer and its frames are more, so it may accept more, never less.
                self.assertFalse(valid and refused, c)
        self.assertTrue(all(refusals.values()), refusals)

    def in_parts(self) -> tuple[program.Judge, dict]:
        """The same in convex parts: a certificate as the command wrote it before meshes of few triangles were taken as they are."""
        self.write_notched()
        (self.folder / "parts.json").write_text(line := (HERE / "notched_parts.json").read_text())
        options = ("--scene", self.folder / "scene.json")
        subprocess.run([COMMAND, "robot", "verify", self.folder / "robot.urdf", self.folder / "parts.json", *options], capture_output=True, check=True)
        return program.Judge(reader_of(self.folder)), reader.strict(line)

    def notched(self) -> tuple[program.Judge, dict]:
        """A U that turns about a ball in its notch, which its hull fills, and the certificate of that."""
        self.write_notched()
        (line,) = certificates_of(self.folder, "--scene", str(self.folder / "scene.json"))
        return program.Judge(reader_of(self.folder)), reader.strict(line)

    def test_a_link_whose_hull_is_in_the_way(self) -> None:
        judge, certificate = self.notched()
        self.assertEqual(certificate["closer"], [{"pair": ["u", "pea"], "as": ["solid", "hull"]}])
        self.assertEqual(certificate["finer"], [{"hull": "u", "as": "solid"}])
        count = len(judge.robot.links["u"][2][0].shape.triangles)
        self.assertIn(f"{count + 1} pairs", judge.check(certificate))
        for name, mutate in SOLIDS.items():
            for i, changed in enumerate(mutate(certificate)):
                with self.subTest(name, i=i):
                    self.assertTrue(self.refused(judge, changed))

    def test_a_link_in_parts_whose_hull_is_in_the_way(self) -> None:
        judge, certificate = self.in_parts()
        self.assertEqual(certificate["closer"], [{"pair": ["u", "pea"], "as": ["parts", "hull"]}])
        self.assertIn(f"{len(certificate['finer'][0]['parts'])} pairs", judge.check(certificate))
        for name, mutate in PARTS.items():
            for i, changed in enumerate(mutate(certificate)):
                with self.subTest(name, i=i):
                    self.assertTrue(self.refused(judge, changed))

    def test_a_mesh_that_is_open_encloses_nothing(self) -> None:
        _, certificate = self.notched()
        vertices, triangles = random_robots.u_shape([0, 0.1, 0.2, 0.3], [0, 0.1, 0.3], [0, 0.1])
        random_robots.write_mesh(self.folder / "u.ply", vertices, triangles[:-1])
        self.assertTrue(self.refused(program.Judge(reader_of(self.folder)), certificate))

    def test_a_body_inside_of_a_closed_mesh_is_refused_though_it_meets_no_triangle(self) -> None:
        """As the triangles' own, and as parts of a leg that are its walls, which would not see the ball in it."""
        _, in_parts = self.in_parts()
        judge, certificate = self.notched()
        scene = json.loads((self.folder / "scene.json").read_text())
        scene["bodies"][0] |= {"shape": {"kind": "sphere", "radius": 0.001}, "pose": {"translation": [0.05, 0.2, 0.05]}}
        (self.folder / "scene.json").write_text(json.dumps(scene))
        judge = program.Judge(reader_of(self.folder))
        hull, pea, _ = judge.robot.checked["u", "pea"]
        self.assertFalse(judge.outside(hull, pea, program.Moment(judge.robot, [Fraction(0)])))
        self.assertTrue(self.refused(judge, certificate) and self.refused(judge, in_parts))

    def test_a_piece_of_a_link_inside_of_a_closed_mesh_is_refused_though_another_is_outside(self) -> None:
        """A certificate as the command wrote it before each piece was checked: two cubes in one mesh, the second one in a block, whose triangles it does not meet."""
        corners = [[(i >> 2 & 1) * 2 - 1, (i >> 1 & 1) * 2 - 1, (i & 1) * 2 - 1] for i in range(8)]
        faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]

        def write_cubes(name: str, *cubes: tuple) -> None:
            points = [[m + half * x for m, x in zip(middle, corner)] for middle, half in cubes for corner in corners]
            triangles = [tuple(i + 8 * k for i in t) for k in range(len(cubes)) for a, b, c, d in faces for t in ((a, b, c), (a, c, d))]
            random_robots.write_mesh(self.folder / name, points, triangles)

        links = '<link name="base"/><link name="l"><collision><geometry><mesh filename="two.ply"/></geometry></collision></link>'
        joint = '<joint name="j" type="revolute"><parent link="base"/><child link="l"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>'
        self.arm(f'<robot name="r">{links}{joint}</robot>', {"bodies": [{"name": "block", "shape": {"kind": "mesh", "file": "block.ply"}}]})
        write_cubes("two.ply", ((3, 0, 0), 0.1), ((0, 0, 0), 0.1))
        write_cubes("block.ply", ((0, 0, 0), 1), ((0, 0, 9), 0.1))
        judge = program.Judge(reader_of(self.folder))
        with self.assertRaisesRegex(reader.Unknown, "l may be inside of block#24"):
            judge.check(reader.strict((HERE / "two_pieces.json").read_text()))
        options = ("--scene", self.folder / "scene.json")
        verify = [COMMAND, "robot", "verify", self.folder / "robot.urdf", HERE / "two_pieces.json", *options]
        self.assertIn("refused", subprocess.run(verify, capture_output=True, text=True).stdout)
        # The block meets neither piece where it is between them.
        scene = json.loads((self.folder / "scene.json").read_text())
        scene["bodies"][0]["pose"] = {"translation": [1.5, 0, 0]}
        (self.folder / "scene.json").write_text(json.dumps(scene))
        (self.folder / "edges.jsonl").write_text(json.dumps({"from": [-0.1], "to": [0.1]}) + "\n")
        (line,) = certificates_of(self.folder, *map(str, options))
        self.assertIn("valid", program.Judge(reader_of(self.folder)).check(reader.strict(line)))

    def test_meshes_of_a_scene_are_what_they_are(self) -> None:
        """A U and a corner of a cube without a word of how: the U is its triangles and what they enclose, the corner one shape."""
        self.write_notched()
        corner = [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]
        random_robots.write_mesh(self.folder / "corner.ply", corner, [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
        body = lambda name, file, x: {"name": name, "shape": {"kind": "mesh", "file": file}, "pose": {"translation": [x, 0.6, 0]}}  # noqa: E731
        scene = {"bodies": [body("other", "u.ply", 0.5), body("corner", "corner.ply", 0)]}
        (self.folder / "scene.json").write_text(json.dumps(scene))
        (line,) = certificates_of(self.folder, "--scene", str(self.folder / "scene.json"))
        judge = program.Judge(reader_of(self.folder))
        self.assertEqual([len(judge.robot.world[name]) for name in ("other", "corner")], [len(judge.robot.links["u"][2][0].shape.triangles) + 1, 1])
        self.assertIn("valid", judge.check(reader.strict(line)))

    def test_surfaces_of_links_and_of_bodies(self) -> None:
        """A U of triangles about a pea in its notch, and a plug with a point in it, which is refused though no triangle is met."""
        _, certificate = self.notched()
        scene = json.loads((self.folder / "scene.json").read_text())
        away = {"translation": [0.9, 0.2, 0.05], "rpy": [0, 0, 0.1]}
        scene["bodies"].append({"name": "block", "shape": {"kind": "mesh", "file": "u.ply", "as": "mesh"}, "pose": away})
        (self.folder / "scene.json").write_text(json.dumps(scene))
        (line,) = certificates_of(self.folder, "--scene", str(self.folder / "scene.json"), "--links", "mesh")
        certificate = reader.strict(line)
        judge = program.Judge(reader_of(self.folder, links="mesh"))
        count = len(judge.robot.links["u"][2])
        self.assertEqual(len(judge.robot.world["block"]), count + 1)
        self.assertIn(f"{count + count * (count + 1)} pairs", judge.check(certificate))
        for name, mutate in SURFACES.items():
            for i, changed in enumerate(mutate(certificate)):
                with self.subTest(name, i=i):
                    self.assertTrue(self.refused(judge, changed))
        self.assertTrue(self.refused(program.Judge(reader_of(self.folder)), certificate))
        inside = [body for body in judge.robot.world["block"] if getattr(body.shape, "is_inside", False)]
        self.assertEqual([body.label for body in inside], ["block#28"])
        pea = judge.robot.world["pea"][0]._replace(shape=shapes.rounded(shapes.polytope([(0.93, 0.3, 0.1)]), 0.001))
        (block,), start = inside, program.Moment(judge.robot, [Fraction(0)])
        self.assertFalse(judge.outside(block, pea, start))
        self.assertTrue(judge.outside(block, judge.robot.world["pea"][0], start))

    def test_bounds_that_are_as_large_as_they_can_be_end_at_a_millionth(self) -> None:
        certificate = self.certificate()
        judge = program.Judge(reader_of(self.folder))
        for i in range(len(certificate["entries"])):
            low, high = 1.0, 1e6
            while high / low > 1 + 1e-7:
                middle = math.sqrt(low * high)
                changed = copy.deepcopy(certificate)
                changed["entries"][i]["bound"] *= middle
                low, high = (low, middle) if self.refused(judge, changed) else (middle, high)
            self.assertLess(low, 1e3, certificate["entries"][i])

    def test_no_certificate_claims_more_than_the_least_distance(self) -> None:
        self.arm()
        asked = [COMMAND, "robot", "check", self.folder / "robot.urdf", self.folder / "edges.jsonl", "--scene", self.folder / "scene.json", "--tolerance", "1e-7"]
        answer = json.loads(subprocess.run([*asked, "--json"], capture_output=True, text=True, check=True).stdout)
        certificate = self.certificate()
        for entry in certificate["entries"]:
            entry["bound"] = max(entry["bound"], answer["clearance_lower"] + 2e-7)
        self.assertTrue(self.refused(program.Judge(reader_of(self.folder)), certificate))

    def test_another_robot_scene_margin_or_list_of_pairs(self) -> None:
        certificate = self.certificate()
        moved = copy.deepcopy(SCENE)
        moved["bodies"][0]["pose"]["translation"] = [0.3, 0.3, 0.4]
        thicker, longer = ARM.replace('size="0.15 0.04', 'size="0.15 0.9'), ARM.replace('xyz="0.45 0 0"', 'xyz="0.75 0 0"')
        for name, urdf, scene in (("post", ARM, moved), ("thick", thicker, SCENE), ("long", longer, SCENE)):
            self.arm(urdf, scene)
            with self.subTest(name):
                self.assertTrue(self.refused(program.Judge(reader_of(self.folder)), certificate))
        self.arm()
        for name, more in (("padding", {"padding": ["hand=0.001"]}), ("allow", {"allow": ["hand,post"]}), ("scene", {"scene": None})):
            with self.subTest(name):
                self.assertTrue(self.refused(program.Judge(reader_of(self.folder, **more)), certificate))

    def test_a_refused_certificate_leaves_nothing_for_the_next_one(self) -> None:
        """Two paths, of which the one would pass as the other if moments of the refused one were kept."""
        self.arm()
        other = [[x + 0.05 for x in q] for q in PATH]
        (self.folder / "edges.jsonl").write_text("".join(json.dumps({"path": path}) + "\n" for path in (PATH, other)))
        lines = certificates_of(self.folder, "--scene", str(self.folder / "scene.json"))
        first, second = map(reader.strict, lines)
        judge, fresh = program.Judge(reader_of(self.folder)), program.Judge(reader_of(self.folder))
        for claim in (1.0, 1.05, 1.2, 2.0):
            broken, claimed = copy.deepcopy(first), copy.deepcopy(second)
            broken["entries"][0]["bound"] += 1
            for entry in claimed["entries"]:
                entry["bound"] *= claim
            self.assertTrue(self.refused(judge, broken))
            self.assertIsNotNone(judge.index)
            self.assertEqual(self.refused(judge, claimed), self.refused(fresh, claimed))

    def test_another_path_and_text_that_is_no_certificate(self) -> None:
        certificate = self.certificate()
        judge = program.Judge(reader_of(self.folder))
        self.assertTrue(judge.check(certificate, PATH).startswith("valid"))
        with self.assertRaisesRegex(reader.Unknown, "another path"):
            judge.check(certificate, PATH[::-1])
        text = json.dumps(certificate)
        for changed in (text[:-1], text.replace('"version": 1', '"version": 1, "version": 1'), text.replace('"t0": 0.0', '"t0": NaN', 1), "[]"):
            with self.assertRaises((reader.Unknown, ValueError, AttributeError, TypeError)):
                judge.check(reader.strict(changed))


def point_of(given: dict, r: random.Random) -> list[float]:
    """A random point of a shape, on its surface or near it."""
    if given["kind"] == "rounded":
        given = given["shape"]
    kind, axis = given["kind"], "xyz".index(given.get("axis", "z"))
    x = [r.gauss(0, 1) for _ in range(3)]
    ball = [c / math.hypot(*x) for c in x]
    if kind == "hull":
        weights = [r.random() ** 8 for _ in given["vertices"]]
        return [sum(w * v[i] for w, v in zip(weights, given["vertices"])) / sum(weights) for i in range(3)]
    if kind == "box":
        return [r.choice((-1, 1)) * h for h in given["half_extents"]]
    if kind in ("sphere", "ellipsoid"):
        return [c * s for c, s in zip(ball, given.get("radii", [given.get("radius")] * 3))]
    level = r.choice((-1, 1, r.uniform(-1, 1)))
    if kind == "capsule":
        return [given["radius"] * c + (level * given["half_length"] if i == axis else 0) for i, c in enumerate(ball)]
    radius = given["radius"] * (1 if kind == "cylinder" else (1 - level) / 2)
    angle = r.uniform(-math.pi, math.pi)
    point = [level * given["half_length"]] * 3
    point[axis - 2], point[axis - 1] = radius * math.cos(angle), radius * math.sin(angle)
    return point


class Arithmetic(unittest.TestCase):
    def test_sines_and_cosines_are_within_two_units(self) -> None:
        for angle in (Fraction(1, 3), Fraction(-7, 5), Fraction(22, 7), Fraction(0.1), Fraction(-50)):
            series, term = [Fraction(0), Fraction(0)], Fraction(1)
            for n in range(250):
                series[n % 2] += term * (-1) ** (n // 2)
                term = Fraction(int(term * angle / (n + 1) * 2**400), 2**400)
            for found, true in zip(exact.sine_cosine(angle), (series[1], series[0])):
                self.assertLessEqual(abs(found - true * ONE), 2)

    def test_poses_are_within_their_errors(self) -> None:
        """A turn back and forth is nothing, to the errors of both; and no error is larger than a part in 10³⁴."""
        r = random.Random(2)
        for _ in range(100):
            axis, angle = exact.unit([r.gauss(0, 1) for _ in range(3)]), Fraction(r.uniform(-4, 4))
            pose = exact.moving([r.gauss(0, 1) for _ in range(3)]).then(exact.roll_pitch_yaw([r.uniform(-3, 3) for _ in range(3)]))
            there = pose.then(exact.turning(axis, angle)).then(exact.turning(axis, -angle))
            off = max(abs(x - y) for p, q in zip(there.rows, pose.rows) for x, y in zip(p, q))
            self.assertLessEqual(off, there.turned)
            self.assertLess(there.turned, ONE // 10**34)

    def test_heights_and_reaches_hold_for_points_of_the_shapes(self) -> None:
        r = random.Random(5)
        sharp = 0
        for _ in range(100):
            given, place = random_robots.shape(r, 0.5), reader.pose_of(random_robots.pose(r, 1))
            shape = reader.shape_of(given, Path()).posed(place)
            m, z = (exact.unit([r.gauss(0, 1) for _ in range(3)]) for _ in range(2))
            o = tuple(exact.fixed(r.gauss(0, 1)) for _ in range(3))
            points = [place.point(tuple(map(exact.fixed, point_of(given, r)))) for _ in range(400)]
            heights, distances = [exact.dot(m, p) for p in points], [shapes.distance(p, z, o) for p in points]
            # Points of floats are off by a part in 2⁵⁰.
            self.assertGreaterEqual(shape.top(m) + (ONE >> 48), max(heights))
            self.assertGreaterEqual(shape.reach(z, o) + (ONE >> 48), max(distances))
            self.assertGreaterEqual(shape.size + (ONE >> 48), max(map(exact.norm, points)))
            sharp += shape.top(m) - max(heights) < ONE // 20 and shape.reach(z, o) < 1.3 * max(distances)
        self.assertGreater(sharp, 50)

    def test_digests_write_numbers_as_the_format_does(self) -> None:
        """Short decimals; with an exponent below 10⁻⁴ and from 10¹⁶ on."""
        for value, text in ((6.5e-05, "6.5e-5"), (0.0001, "0.0001"), (-0.0, "-0.0"), (3.0, "3.0"), (1e16, "1e16"), (-123456.75, "-123456.75"), (2e-300, "2e-300")):
            self.assertEqual(program.rust(value), text)

    def test_halfway_heights_are_convex(self) -> None:
        """A support height is convex in the direction: top(m + n) <= top(m) + top(n)."""
        r = random.Random(6)
        for _ in range(200):
            shape = reader.shape_of(random_robots.shape(r, 0.5), Path())
            m, n = ([exact.fixed(r.gauss(0, 1)) for _ in range(3)] for _ in range(2))
            both = [x + y for x, y in zip(m, n)]
            self.assertLessEqual(shape.top(both), shape.top(m) + shape.top(n) + 8)


class Finer(unittest.TestCase):
    """A closed U, and what holds it."""

    def setUp(self) -> None:
        self.vertices, self.triangles = random_robots.bracket(random.Random(7), 0.3)
        self.mesh = shapes.polytope(self.vertices, self.triangles)

    def legs_and_foot(self) -> list[dict]:
        """Three boxes whose union is the U, which cuts its caps."""
        x, y = (sorted({v[k] for v in self.vertices}) for k in (0, 1))
        z = sorted({v[2] for v in self.vertices})
        normals = [[s if i == k else 0.0 for i in range(3)] for k in range(3) for s in (1.0, -1.0)]
        boxes = [(x[0], x[3], y[0], y[1]), (x[0], x[1], y[1], y[2]), (x[2], x[3], y[1], y[2])]
        return [{"vertices": [[px, py, pz] for px in b[:2] for py in b[2:] for pz in (z[0], z[-1])], "normals": normals} for b in boxes]

    def test_boxes_that_fill_a_mesh_hold_it_and_stay_what_they_are(self) -> None:
        given = self.legs_and_foot()
        for part, box in zip(finer.parts_of(self.mesh, given), given, strict=True):
            for k in range(3):
                reach = max(v[k] for v in box["vertices"]) - max(p[k] for p in part.points) / ONE
                self.assertEqual(abs(reach) < 2.0**-100, True)

    def test_parts_that_leave_something_out_are_refused(self) -> None:
        for i in range(3):
            changed = self.legs_and_foot()
            del changed[i]
            with self.assertRaisesRegex(finer.Unknown, "do not hold"):
                finer.parts_of(self.mesh, changed)
        for i in range(3):
            for k in range(3):
                changed = self.legs_and_foot()
                top = max(v[k] for v in changed[i]["vertices"])
                changed[i]["vertices"] = [[*v[:k], v[k] - 1e-9 * (v[k] == top), *v[k + 1 :]] for v in changed[i]["vertices"]]
                with self.subTest(part=i, axis=k), self.assertRaisesRegex(finer.Unknown, "do not hold"):
                    finer.parts_of(self.mesh, changed)

    def test_without_normals_a_part_is_all_of_the_mesh(self) -> None:
        """What a certificate leaves out makes parts larger, never smaller."""
        wide = [{**part, "normals": []} for part in self.legs_and_foot()]
        found = finer.parts_of(self.mesh, wide)
        m = (3 * ONE // 5, 4 * ONE // 5, 0)
        self.assertGreaterEqual(max(p.top(m) for p in found), self.mesh.top(m))

    def test_all_formats_of_meshes_hold_the_same_u(self) -> None:
        """COLLADA and glTF have nodes, which turn and move it."""
        with tempfile.TemporaryDirectory() as name:
            for ending, turn, move in (
                (".obj", 0.0, [0.0] * 3),
                (".stl", 0.0, [0.0] * 3),
                (".ply", 0.0, [0.0] * 3),
                (".dae", math.radians(30), [0.0, 0.0, 0.125]),
                (".gltf", 2 * math.atan2(0.6, 0.8), [0.0, 0.125, 0.0]),
            ):
                random_robots.write_mesh(Path(name) / f"u{ending}", self.vertices, self.triangles)
                found = meshes.mesh(Path(name) / f"u{ending}", [1.0, 2.0, 1.0])
                axis = exact.AXES[1 if ending == ".dae" else 2]
                place = exact.moving(move).then(exact.turning(axis, turn))
                points = {tuple(round(c / ONE * (1 + (k == 1)), 6) + 0.0 for k, c in enumerate(place.point(p))) for p in self.mesh.points}
                with self.subTest(ending):
                    self.assertEqual({tuple(round(c / ONE, 6) + 0.0 for c in p) for p in found.points}, points)
                    self.assertTrue(finer.is_closed(found) and len(found.triangles) == len(self.triangles))

    def test_points_are_inside_and_outside_as_the_outline_says(self) -> None:
        r = random.Random(8)
        self.assertTrue(finer.is_closed(self.mesh))
        self.assertFalse(finer.is_closed(shapes.polytope(self.vertices, self.triangles[1:])))
        boxes, counts = [[[f(v[k] for v in b["vertices"]) for f in (min, max)] for k in range(3)] for b in self.legs_and_foot()], [0, 0]
        for _ in range(400):
            p = [r.uniform(-0.2, 0.2) for _ in range(3)]
            inside = any(all(low < x < high for x, (low, high) in zip(p, box)) for box in boxes)
            counts[inside] += 1
            self.assertEqual(finer.is_outside(self.mesh, tuple(map(exact.fixed, p)), 8), not inside, p)
        self.assertGreater(min(counts), 30)
        # On the surface nothing is certain.
        self.assertFalse(finer.is_outside(self.mesh, self.mesh.points[0], 8))


class Size(unittest.TestCase):
    def test_readme_states_the_lines_of_code(self) -> None:
        """Blank lines, comments and docstrings are not counted."""
        self.assertIn("fewer than 2500 lines of code", (HERE.parent / "README.md").read_text())
        self.assertLess(self.lines(HERE.parent.glob("*.py")), 2500)

    @staticmethod
    def lines(files) -> int:
        count = 0
        for file in files:
            text = file.read_text()
            tree = ast.parse(text)
            documented = (node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node))
            skipped = {line for node in documented for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)}
            lines = enumerate(text.splitlines(), 1)
            count += sum(bool(line.strip()) and not line.strip().startswith("#") and i not in skipped for i, line in lines)
        return count

    def test_imports_are_of_the_standard_library_and_of_the_judge(self) -> None:
        own = {file.stem for file in HERE.parent.glob("*.py")}
        for file in HERE.parent.glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) else []
                for name in names:
                    self.assertIn(name.split(".")[0], sys.stdlib_module_names | own)


if __name__ == "__main__":
    unittest.main()
