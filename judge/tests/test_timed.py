"""The judge accepts what `robot verify` accepts of trajectories, and refuses what is changed; its timelines are those of the formulas.

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
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import exact  # noqa: E402
import judge as program  # noqa: E402
import random_robots  # noqa: E402
from exact import ONE  # noqa: E402
from robot import Unknown  # noqa: E402
from test_judge import ARM, COMMAND, NEEDS_COMMAND, SCENE, reader_of  # noqa: E402
from timed import covers, value  # noqa: E402
from timeline import Timeline, angle_of, arc, between  # noqa: E402

REFUSALS = (Unknown, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
CART = {"name": "cart", "shape": {"kind": "box", "half_extents": [0.1, 0.05, 0.2]}, "pose": {"translation": [0, 1.2, 0.3]}}
SWING = {
    "interpolation": "quintic",
    "points": [
        {"time": 0.5, "positions": [-0.9, 0.05, 0.3], "velocities": [0, 0, 0], "accelerations": [0, 0, 0]},
        {"time": 1.75, "positions": [-0.2, 0.2, -0.4], "velocities": [0.1, 0, 0.2], "accelerations": [0, 0, 0.1], "tube": [0.004, 0.001, 0.004]},
        {"time": 2.5, "positions": [-0.4, 0.1, 0.1], "velocities": [0, 0, 0], "accelerations": [0, 0, 0]},
    ],
    "tube": [0.002, 0.001, 0.01],
    "bodies": {
        "cart": {
            "motion": [{"time": 0.25, "pose": {"translation": [-0.9, 0.9, 0.3]}}, {"time": 2, "pose": {"translation": [0.9, 0.9, 0.3], "quaternion": [0.8, 0, 0, 0.6]}}],
            "uncertain": {"translation": [0.01, 0.02, 0.01], "rotation": [0, 0, 0.05]},
        }
    },
}


def certificate_of(folder: Path, trajectory: dict, *command: str) -> dict | None:
    """What a command writes, by default `robot check`, and `robot verify` accepts; nothing of a trajectory that is not proven free."""
    robot, file, given = str(folder / "robot.urdf"), folder / "certificates.jsonl", folder / "trajectory.json"
    given.write_text(json.dumps(trajectory))
    scene = ["--scene", str(folder / "scene.json")]
    asked = [*(command or ("check", "--trajectory")), str(given), *scene, "--json", "--certificate", str(file)]
    subprocess.run([str(COMMAND), "robot", asked[0], robot, *asked[1:]], check=True, capture_output=True)
    if not file.read_text():
        return None
    subprocess.run([str(COMMAND), "robot", "verify", robot, str(file), *scene], check=True, capture_output=True)
    return json.loads(file.read_text())


class Timelines(unittest.TestCase):
    def test_angles_and_arcs_are_found_to_what_they_say(self) -> None:
        r = random.Random(41)
        for _ in range(40):
            angle = Fraction(r.uniform(1e-6, 1.57))
            found, loose = angle_of(*exact.sine_cosine(angle))
            self.assertLess(abs(found - angle), Fraction(loose, ONE))
            p, q = ([r.uniform(-1, 1) for _ in range(4)] for _ in range(2))
            axis, angle, loose = arc({"quaternion": p}, {"quaternion": q})
            turned, expected = exact.turning(axis, angle).then(exact.quaternion(p)), exact.quaternion(q)
            off = max(abs(a - b) for one, two in zip(turned.rows, expected.rows) for a, b in zip(one, two))
            self.assertLess(off, 4 * loose + 500)
            self.assertLessEqual(angle, Fraction(3.1416))

    def test_parts_of_polynomials_are_the_polynomials(self) -> None:
        # x³: control points 0, 0, 0, 1; from 1/2 to 3/4 it goes from 1/8 to 27/64, with the polar values 3/16 and 9/32 between.
        row = [Fraction(0)] * 3 + [Fraction(1)]
        self.assertEqual(between(row, Fraction(1, 2), Fraction(3, 4)), [Fraction(1, 8), Fraction(3, 16), Fraction(9, 32), Fraction(27, 64)])

    def test_boxes_are_covered_by_all_their_parts_only(self) -> None:
        box = [(Fraction(0), Fraction(1))] * 2
        quarter = [[(Fraction(i, 2), Fraction(i + 1, 2)), (Fraction(j, 2), Fraction(j + 1, 2))] for i in range(2) for j in range(2)]
        self.assertTrue(covers([box], quarter))
        self.assertFalse(covers([box], quarter[1:]))
        self.assertTrue(covers([box], [*quarter[:2], [(Fraction(1, 2), Fraction(1)), box[1]]]))


@NEEDS_COMMAND
class Trajectories(unittest.TestCase):
    def test_a_trajectory_among_moving_bodies_is_accepted_and_each_mutant_refused(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "robot.urdf").write_text(ARM)
            (folder / "scene.json").write_text(json.dumps({"bodies": [*SCENE["bodies"], CART]}))
            certificate = certificate_of(folder, SWING)
            assert certificate is not None
            reader = reader_of(folder)
            check = lambda c, about=None: program.Judge(reader).check(c, about)  # noqa: E731
            self.assertTrue(check(copy.deepcopy(certificate)).startswith("valid"))
            self.assertTrue(check(copy.deepcopy(certificate), SWING).startswith("valid"))
            with_cart = [i for i, e in enumerate(certificate["entries"]) if e["pair"][1] == "cart"]
            tightest = min(with_cart, key=lambda i: certificate["entries"][i]["bound"])
            entry = lambda change: lambda c: change(c["entries"][tightest])  # noqa: E731
            body = lambda c: c["trajectory"]["bodies"]["cart"]  # noqa: E731
            point = lambda c, i: c["trajectory"]["points"][i]  # noqa: E731
            mutants = {
                "no pair": lambda c: c["pairs"].pop(),
                "no entry": lambda c: c["entries"].pop(tightest),
                "axis": entry(lambda e: e.update(axis=[-x for x in e["axis"]])),
                "bound": entry(lambda e: e.update(bound=e["bound"] + 0.5)),
                "low bound": entry(lambda e: e.update(bound=-1.0)),
                "later": entry(lambda e: e.update(t0=0.5 * (e["t0"] + e["t1"]))),
                "two stretches": entry(lambda e: e.update(t1=e["t1"] + 1)),
                "frame": entry(lambda e: e.update(frame="elbow")),
                "no such cell": entry(lambda e: e.update(cell=10**6)),
                "wider tube": lambda c: c["trajectory"].update(tube=[0.5, 0.5, 0.5]),
                "negative tube": lambda c: c["trajectory"].update(tube=[-0.1, 0.1, 0.1]),
                "tube of a point": lambda c: point(c, 1).update(tube=[0.5, 0.5, 0.5]),
                "position": lambda c: point(c, 1).update(positions=[2.2, 0.2, -0.4]),
                "velocity": lambda c: point(c, 1).update(velocities=[9, 0, 0.2]),
                "acceleration": lambda c: point(c, 1).update(accelerations=[0, 0, 200]),
                "no acceleration": lambda c: point(c, 1).pop("accelerations"),
                "time": lambda c: point(c, 1).update(time=0.25),
                "slower": lambda c: point(c, 2).update(time=99),
                "interpolation": lambda c: c["trajectory"].update(interpolation="spline"),
                "another body": lambda c: c["trajectory"]["bodies"].update(post=body(c)),
                "unknown body": lambda c: c["trajectory"]["bodies"].update(dog=body(c)),
                "no body": lambda c: c["trajectory"].pop("bodies"),
                "floor": lambda c: c["trajectory"]["bodies"].update(floor={"uncertain": {"translation": [1, 1, 1]}}),
                "nearer": lambda c: body(c)["motion"][1]["pose"].update(translation=[0.3, 0.1, 0.3]),
                "faster": lambda c: body(c)["motion"][1].update(time=0.5),
                "turned": lambda c: body(c)["motion"][1]["pose"].update(quaternion=[0, 1, 0, 0]),
                "by angles": lambda c: body(c)["motion"][1]["pose"].update(rpy=[0, 0, 1]),
                "less certain": lambda c: body(c)["uncertain"].update(translation=[0.5, 0.5, 0.5]),
                "less certain turn": lambda c: body(c)["uncertain"].update(rotation=[0, 0, 1.5]),
                "between": lambda c: body(c).update(between="spline"),
                "pairs": lambda c: c["digests"].update(srdf="0" * 64),
                "margins": lambda c: c["digests"].update(margins="0" * 64),
                "version": lambda c: c.update(version=2),
                "key": lambda c: c.update(note=""),
            }
            for what, change in mutants.items():
                other = copy.deepcopy(certificate)
                change(other)
                with self.assertRaises(REFUSALS, msg=what):
                    check(other)
            with self.assertRaises(Unknown):
                check(copy.deepcopy(certificate), {**SWING, "tube": [0.001, 0.001, 0.01]})
            with self.assertRaises(Unknown):
                check(copy.deepcopy(certificate), [[0, 0, 0], [1, 1, 1]])

    def test_trajectories_of_random_robots_are_accepted(self) -> None:
        r, accepted, kinds = random.Random(4141), 0, set()
        for _ in range(26):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "robot.urdf").write_text(ARM)
                at = lambda: {"translation": [r.uniform(-1.5, 1.5) for _ in range(3)]}  # noqa: E731
                bodies = [{"name": f"body{i}", "shape": random_robots.shape(r, 0.3), "pose": at()} for i in range(2)]
                (folder / "scene.json").write_text(json.dumps({"bodies": bodies}))
                three = lambda size: [r.uniform(-size, size) for _ in range(3)]  # noqa: E731
                kind = r.choice(["linear", "cubic", "quintic", "pieces", "trapezoids"])
                state = lambda: {"positions": three(0.5), "velocities": three(0.5), "accelerations": three(0.5)}  # noqa: E731
                named = "pieces" if kind == "trapezoids" else kind
                trajectory = {"interpolation": named, "points": [{"time": 0.1, **state()}], "tube": r.choice([0, 0.002, [0.01, 0.001, 0.02]])}
                if kind == "trapezoids":
                    trajectory["points"][0].update(velocities=[0, 0, 0], accelerations=[0, 0, 0])
                    paces = {"turn": {"velocity": 0.5, "acceleration": 2.0}, "slide": {"duration": 0.9, "ramp": 0.2}}
                    trajectory["pieces"] = {joint: [{"to": r.uniform(-0.5, 0.5), **pace} for _ in range(2)] for joint, pace in paces.items()}
                elif kind == "pieces":
                    trajectory["pieces"] = {joint: [{"duration": 0.7, "jerk": r.uniform(-1, 1)}] for joint in ("turn", "slide")}
                else:
                    trajectory["points"].append({"time": 1.35, **state()})
                rates = {"linear": three(1), "angular": three(2)}
                off = {"translation": [r.uniform(0, 0.03) for _ in range(3)], "rotation": [r.uniform(0, 0.03) for _ in range(3)]}
                trajectory["bodies"] = {"body0": {"motion": [{"time": 0.2, "pose": at()}], "velocity": rates, "uncertain": off}}
                certificate = certificate_of(folder, trajectory)
                if certificate is None:
                    continue
                self.assertTrue(program.Judge(reader_of(folder)).check(certificate, {**trajectory}).startswith("valid"))
                accepted += 1
                kinds.add(kind)
        self.assertGreater(accepted, 5)
        self.assertGreater(len(kinds), 2)
        self.assertIn("trapezoids", kinds)

    def test_entries_over_many_stretches_are_accepted_and_each_mutant_refused(self) -> None:
        at = lambda t: [-0.9 + 0.4 * math.sin(1.9 * t), 0.1 + 0.05 * math.cos(3.1 * t), 0.3 * math.sin(2.3 * t)]  # noqa: E731
        points = [{"time": i / 100, "positions": at(i / 100)} for i in range(301)]
        # The cart stands, moves for half a second, and stands again.
        way = [{"time": 1.0, "pose": {"translation": [0, 1.2, 0.3]}}, {"time": 1.5, "pose": {"translation": [0.2, 1.2, 0.3]}}]
        recording = {"interpolation": "linear", "points": points, "tube": 0.002, "bodies": {"cart": {"motion": way}}}
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "robot.urdf").write_text(ARM)
            (folder / "scene.json").write_text(json.dumps({"bodies": [*SCENE["bodies"], CART]}))
            certificate = certificate_of(folder, recording)
            assert certificate is not None
            reader = reader_of(folder)
            check = lambda c, about=None: program.Judge(reader).check(c, about)  # noqa: E731
            self.assertTrue(check(copy.deepcopy(certificate), recording).startswith("valid"))
            entries = certificate["entries"]
            long = [i for i, e in enumerate(entries) if e["t1"] - e["t0"] > 4]
            self.assertGreater(len(long), 10)
            self.assertLess(len(entries), 300 * len(certificate["pairs"]) / 4)
            tightest = min((i for i in long if entries[i]["t0"] > 0), key=lambda i: entries[i]["bound"])
            first, last = int(entries[tightest]["t0"]), int(entries[tightest]["t1"])
            of_cart = next(i for i in long if entries[i]["pair"][1] == "cart" and entries[i]["t1"] <= 100)
            entry = lambda change, i=tightest: lambda c: change(c["entries"][i])  # noqa: E731
            point = lambda c, i: c["trajectory"]["points"][i]  # noqa: E731
            mutants = {
                "no entry": lambda c: c["entries"].pop(tightest),
                "axis": entry(lambda e: e.update(axis=[-x for x in e["axis"]])),
                "bound": entry(lambda e: e.update(bound=e["bound"] + 0.5)),
                "low bound": entry(lambda e: e.update(bound=-1.0)),
                "beyond the end": entry(lambda e: e.update(t1=301.0)),
                "not to the end of a stretch": entry(lambda e: e.update(t1=e["t1"] - 0.5)),
                "shorter": entry(lambda e: e.update(t1=e["t1"] - 1)),
                "with a cell": lambda c: (c.update(cells=[{"lower": [0.0] * 9, "upper": [0.0] * 9}]), c["entries"][tightest].update(cell=0)),
                "while the cart moves": entry(lambda e: e.update(t1=150.0), of_cart),
                "wider tube": lambda c: c["trajectory"].update(tube=0.6),
                # One sample of many in which the arm is elsewhere.
                **{f"sample {i}": lambda c, i=i: point(c, i).update(positions=[2.2, 0.2, -0.4]) for i in (first, (first + last) // 2, last)},
            }
            for what, change in mutants.items():
                other = copy.deepcopy(certificate)
                change(other)
                with self.assertRaises(REFUSALS, msg=what):
                    check(other)

    def test_recordings_of_random_robots_are_accepted(self) -> None:
        r, accepted, long = random.Random(2020), 0, 0
        for _ in range(12):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "robot.urdf").write_text(ARM)
                bodies = [{"name": f"body{i}", "shape": random_robots.shape(r, 0.3), "pose": {"translation": [r.uniform(-1.5, 1.5) for _ in range(3)]}} for i in range(3)]
                (folder / "scene.json").write_text(json.dumps({"bodies": bodies}))
                waves = [[r.uniform(-0.4, 0.4) for _ in range(3)], [r.uniform(0, 0.3) for _ in range(3)], [r.uniform(0.5, 4) for _ in range(3)]]
                at = lambda t: [p + w * math.sin(f * t) for p, w, f in zip(*waves)]  # noqa: B023, E731
                points = [{"time": i / 50, "positions": at(i / 50)} for i in range(100)]
                trajectory = {"interpolation": "linear", "points": points, "tube": r.choice([0, 0.002, [0.01, 0.001, 0.02]])}
                if r.random() < 0.5:
                    trajectory["bodies"] = {"body0": {"uncertain": {"translation": [0.01, 0.0, 0.02], "rotation": [0.0, 0.02, 0.0]}}}
                certificate = certificate_of(folder, trajectory)
                if certificate is None:
                    continue
                self.assertTrue(program.Judge(reader_of(folder)).check(certificate, {**trajectory}).startswith("valid"))
                accepted += 1
                long += sum(e["t1"] - e["t0"] > 1 for e in certificate["entries"])
        self.assertGreater(accepted, 4)
        self.assertGreater(long, 60)

    def test_a_chord_and_its_box_contain_the_stretches(self) -> None:
        r = random.Random(77)
        three = lambda size: [r.uniform(-size, size) for _ in range(3)]  # noqa: E731
        points = [{"time": float(i), "positions": three(1), "velocities": three(1), "tube": three(0.1)} for i in range(6)]
        points = [{**point, "tube": [abs(x) for x in point["tube"]]} for point in points]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "robot.urdf").write_text(ARM)
            (folder / "scene.json").write_text(json.dumps({"bodies": [CART]}))
            timeline = Timeline({"interpolation": "cubic", "points": points}, reader_of(folder))
        chord, box, stands = timeline.chord(1, 4)
        self.assertEqual(stands, [])
        for i in range(1, 4):
            for x in (Fraction(k, 8) for k in range(9)):
                for row, line, (low, high), size in zip(timeline.stretches[i].curves, chord.curves, box, timeline.stretches[i].sizes):
                    missed = value(row, x) - value(line, (i - 1 + x) / 3)
                    self.assertLessEqual(low, missed - Fraction(size))
                    self.assertLessEqual(missed + Fraction(size), high)

    def test_the_certificate_of_a_closest_approach_is_accepted(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "robot.urdf").write_text(ARM)
            (folder / "scene.json").write_text(json.dumps({"bodies": [*SCENE["bodies"], CART]}))
            for motion in ({"from": [-0.9, 0.05, 0.3], "to": [0.1, 0.2, -0.4]}, {**SWING, "tube": [0, 0, 0], "points": [{**point, "tube": [0, 0, 0]} for point in SWING["points"]]}, SWING):
                certificate = certificate_of(folder, motion, "approach", "--within", "1e-4")
                assert certificate is not None
                least = min(entry["bound"] for entry in certificate["entries"])
                self.assertIn(f"valid, clearance at least {least}", program.Judge(reader_of(folder)).check(certificate))

    def test_a_timeline_needs_all_joints_in_their_order(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "robot.urdf").write_text(ARM)
            (folder / "scene.json").write_text(json.dumps({"bodies": [CART]}))
            with self.assertRaises(Unknown):
                Timeline({**SWING, "joints": ["slide", "turn", "bend"]}, reader_of(folder))


if __name__ == "__main__":
    unittest.main()
