"""Random edges of random robots that are proven free, sampled by kinematics of this file and distances of coal.

    python sampled_robots.py CLEARANCE ROBOTS EDGES SAMPLES [SEED]

Robots are those of judge/tests/random_robots.py: revolute, continuous, prismatic and mimic joints, padding, held bodies, margins, halfspaces, compounds; meshes stand for their hulls. Each
gets EDGES random edges; on those that are proven free coal checks all pairs in SAMPLES configurations. A free edge is false if a pair is nearer
there than its margin by more than 1e-6 m; a hit is false if at its time no pair is as near. Coal's tolerance is set to 1e-9: with its default one of 1e-6 a
capsule and a cone at their margin were 1.02e-6 off. Needs coal and NumPy.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections import Counter

import coal
import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "judge/tests"))
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "judge"))
import meshes  # noqa: E402
import random_robots as robots  # noqa: E402
from exact import ONE  # noqa: E402

AXES = np.eye(3)


def about(axis, angles):
    """Rotations by many angles about one axis."""
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    s, c = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    return np.eye(3) + s * k + (1 - c) * (k @ k)


def rpy(angles):
    r, p, y = (about(axis, np.array([angle]))[0] for axis, angle in zip(AXES, angles))
    return y @ p @ r


def words(element, name, count):
    given = element.get(name) if element is not None else None
    return np.array(list(map(float, given.split()))) if given else np.zeros(count)


def origin(element):
    at = element.find("origin")
    return rpy(words(at, "rpy", 3)), words(at, "xyz", 3)


def place(given):
    given = given or {}
    turn = np.eye(3)
    if "rpy" in given:
        turn = rpy(given["rpy"])
    if "quaternion" in given:
        w, x, y, z = np.array(given["quaternion"]) / np.linalg.norm(given["quaternion"])
        v = np.array([x, y, z])
        k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        turn = np.eye(3) + 2 * w * k + 2 * k @ k
    return turn, np.array(given.get("translation", [0, 0, 0]), float)


def then(outer, inner):
    return outer[0] @ inner[0], outer[0] @ inner[1] + outer[1]


def hull(vertices):
    points = coal.StdVec_Vec3s()
    for vertex in vertices:
        points.append(np.array(vertex, float))
    return coal.Convex.convexHull(points, True, None)


def shape(given):
    """A shape of coal in its frame, with a radius to be taken off."""
    kind, axis = given["kind"], "xyz".index(given.get("axis", "z"))
    turn = {2: np.eye(3), 0: rpy([0, np.pi / 2, 0]), 1: rpy([-np.pi / 2, 0, 0])}[axis]
    if kind == "rounded":
        inner, turn, swept = shape(given["shape"])
        return inner, turn, swept + given["radius"]
    long = 2 * given.get("half_length", 0)
    made = {
        "sphere": lambda: coal.Sphere(given["radius"]),
        "box": lambda: coal.Box(*(2 * h for h in given["half_extents"])),
        "capsule": lambda: coal.Capsule(given["radius"], long),
        "cylinder": lambda: coal.Cylinder(given["radius"], long),
        "cone": lambda: coal.Cone(given["radius"], long),
        "ellipsoid": lambda: coal.Ellipsoid(*given["radii"]),
        "hull": lambda: hull(given["vertices"]),
    }[kind]()
    return made, turn, 0.0


class Body:
    """A shape of coal on a link, or in the world."""

    def __init__(self, link, given, pose):
        if given["kind"] == "halfspace":
            normal = np.array(given["normal"])
            length = np.linalg.norm(normal)
            self.form, turn, self.swept = coal.Halfspace(normal / length, given["offset"] / length), np.eye(3), 0.0
            self.radius = np.inf
        else:
            self.form, turn, self.swept = shape(given)
            self.form.computeLocalAABB()
            self.radius = np.linalg.norm(self.form.aabb_local.max_ - self.form.aabb_local.min_) / 2 + self.swept
            self.center = pose[0] @ turn @ ((self.form.aabb_local.max_ + self.form.aabb_local.min_) / 2) + pose[1]
        self.link, self.pose = link, then(pose, (turn, np.zeros(3)))


class Model:
    """A robot in its world, by names as certificates have them."""

    def __init__(self, folder, options):
        root = xml.parse(folder / "robot.urdf").getroot()
        self.joints = {joint.find("child").get("link"): joint for joint in root.findall("joint")}
        moves = [joint for joint in root.findall("joint") if joint.get("type") != "fixed"]
        self.variables = [joint.get("name") for joint in moves if joint.find("mimic") is None]
        self.named = {joint.get("name"): joint for joint in moves}
        self.padding = dict(option.split("=") for flag, option in zip(options, options[1:]) if flag == "--padding")
        self.bodies, self.held, self.margins = {}, {}, {}
        for link in root.findall("link"):
            self.add(link.get("name"), link.get("name"), [(self.urdf(folder, c), origin(c)) for c in link.findall("collision")])
        if "--attach" in options:
            for held in json.loads((folder / "held.json").read_text())["bodies"]:
                self.add(held["name"], held["link"], [(held["shape"], place(held["pose"]))])
        scene = json.loads((folder / "scene.json").read_text())
        for body in scene["bodies"]:
            parts = body["shape"].get("parts", [{"shape": body["shape"]}])
            self.add(body["name"], None, [(part["shape"], then(place(body.get("pose")), place(part.get("pose")))) for part in parts])
            self.margins[body["name"]] = body.get("margin", 0)
        self.named_margins = {(a, b): margin for a, b, margin in scene.get("margins", [])}

    def add(self, name, link, solids):
        for i, (given, pose) in enumerate(solids):
            self.bodies[name if len(solids) == 1 else f"{name}#{i}"] = Body(link, given, pose)
        self.margins[name] = float(self.padding.get(name, 0))

    @staticmethod
    def urdf(folder, collision):
        one = collision.find("geometry")[0]
        if one.tag == "sphere":
            return {"kind": "sphere", "radius": float(one.get("radius"))}
        if one.tag == "box":
            return {"kind": "box", "half_extents": words(one, "size", 3) / 2}
        if one.tag == "mesh":
            mesh = meshes.mesh(folder / one.get("filename"), words(one, "scale", 3).tolist() if one.get("scale") else [1.0] * 3)
            return {"kind": "hull", "vertices": np.array([[x / ONE for x in point] for point in mesh.points])}
        return {"kind": one.tag, "radius": float(one.get("radius")), "half_length": float(one.get("length")) / 2}

    def value(self, name, q):
        mimic = self.named[name].find("mimic")
        if mimic is None:
            return q[:, self.variables.index(name)]
        return float(mimic.get("multiplier")) * self.value(mimic.get("joint"), q) + float(mimic.get("offset"))

    def links(self, q):
        """Where the links are in many configurations."""
        poses = {}

        def pose(link):
            if link not in poses:
                joint = self.joints.get(link)
                if joint is None:
                    poses[link] = np.broadcast_to(np.eye(3), (len(q), 3, 3)), np.zeros((len(q), 3))
                else:
                    (turn, move), (r, t) = pose(joint.find("parent").get("link")), origin(joint)
                    turn, move = turn @ r, turn @ t + move
                    axis = words(joint.find("axis"), "xyz", 3)
                    if joint.get("type") == "prismatic":
                        move = move + (turn @ (axis / np.linalg.norm(axis))) * self.value(joint.get("name"), q)[:, None]
                    elif joint.get("type") != "fixed":
                        turn = turn @ about(axis, self.value(joint.get("name"), q))
                    poses[link] = turn, move
            return poses[link]

        return pose

    def margin(self, a, b):
        a, b = a.split("#")[0], b.split("#")[0]
        return self.named_margins.get((a, b), self.margins[a] + self.margins[b])

    def nearest(self, q, pairs):
        """The least distance beyond the margin, of all pairs in all configurations; far ones are left out by balls."""
        pose, least = self.links(q), np.inf
        placed = {}
        for name, body in self.bodies.items():
            turn, move = pose(body.link) if body.link else (np.broadcast_to(np.eye(3), (len(q), 3, 3)), np.zeros((len(q), 3)))
            center = turn @ body.center + move if np.isfinite(body.radius) else move
            placed[name] = (turn @ body.pose[0], turn @ body.pose[1] + move, center)
        request, asked = coal.DistanceRequest(), 0
        request.gjk_tolerance, request.gjk_max_iterations = 1e-9, 1000
        for a, b in pairs:
            first, second, margin = self.bodies[a], self.bodies[b], self.margin(a, b)
            apart = np.linalg.norm(placed[a][2] - placed[b][2], axis=1) - first.radius - second.radius - margin
            for i in np.nonzero(~(apart > 0.02))[0]:
                result = coal.DistanceResult()
                at = [coal.Transform3s(np.array(placed[name][0][i]), np.array(placed[name][1][i])) for name in (a, b)]
                distance = coal.distance(first.form, at[0], second.form, at[1], request, result)
                least, asked = min(least, distance - first.swept - second.swept - margin), asked + 1
        return least, asked


def main(command, count, edges, samples, seed=0):
    tally, closest = Counter(), np.inf
    for n in range(seed, seed + count):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            options = [*robots.write(folder, n, surfaces=False), "--links", "hull"]
            model, r = Model(folder, options), random.Random(n)
            lines = []
            for i in range(edges):
                start = [r.uniform(-2, 2) for _ in model.variables]
                length = r.choice((0.1, 0.4, 1.0))
                lines.append({"id": str(i), "from": start, "to": [x + r.gauss(0, length) for x in start]})
            (folder / "edges.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            certificates = folder / "certificates.jsonl"
            asked = [command, "robot", "check", folder / "robot.urdf", folder / "edges.jsonl", *options, "--certificate", certificates, "--json"]
            found = [json.loads(line) for line in subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()]
            tally.update(answer["result"] for answer in found)
            free = [line for line, answer in zip(lines, found) if answer["result"] == "free"]
            if not free:
                continue
            with certificates.open() as file:
                pairs = json.loads(file.readline())["pairs"]
            x = np.linspace(0, 1, samples)[:, None]
            for line in free:
                q = (1 - x) * np.array(line["from"]) + x * np.array(line["to"])
                least, pair_count = model.nearest(q, pairs)
                tally["configurations"] += samples
                tally["distances"] += pair_count
                closest = min(closest, least)
                if least < -1e-6:
                    tally["false"] += 1
                    print(f"seed {n}, edge {line['id']}: {least}", flush=True)
            for line, answer in zip(lines, found):
                if answer["result"] == "hit":
                    q = np.array(line["from"]) + answer["t_upper"] * (np.array(line["to"]) - np.array(line["from"]))
                    least = model.nearest(q[None], pairs)[0]
                    if least > 1e-6:
                        tally["false"] += 1
                        print(f"seed {n}, edge {line['id']}, hit: {least}", flush=True)
        if (n + 1) % 50 == 0:
            print(n + 1, dict(tally), closest, flush=True)
    print(dict(tally), f"closest {closest:.3g} m beyond a margin")
    return 1 if tally["false"] else 0


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit("usage: sampled_robots.py CLEARANCE ROBOTS EDGES SAMPLES [SEED]")
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
