"""Regions of joint space by Drake's IrisNp2 and IrisZo about the starts of MotionBenchMaker's problems for the Panda.

    python drake_regions.py IrisNp2|IrisZo PANDA PROBLEMS.jsonl OUT ID..

PANDA is a folder with panda.urdf, panda.srdf and its meshes; PROBLEMS and its scenes are those of `mbm.py`. Appends to OUT a line for each problem:
{"id", "scene", "q", "A", "b", "seconds"} in CPU seconds. Needs `pip install drake`. Meshes are their convex hulls to Drake, as to `clearance`.
"""
import json
import pathlib
import re
import sys
import time
import xml.etree.ElementTree as xml

import numpy as np
from pydrake.common import Parallelism
from pydrake.geometry import Box, Cylinder, GeometrySet, CollisionFilterDeclaration, Sphere
from pydrake.geometry.optimization import HPolyhedron, Hyperellipsoid
from pydrake.math import RigidTransform
from pydrake.common.eigen_geometry import Quaternion
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import CoulombFriction
from pydrake.planning import IrisNp2, IrisNp2Options, IrisZo, IrisZoOptions, RobotDiagramBuilder, SceneGraphCollisionChecker


def shape(given):
    kind = given["kind"]
    if kind == "box":
        return Box(*(2 * half for half in given["half_extents"]))
    if kind == "cylinder":
        return Cylinder(given["radius"], 2 * given["half_length"])
    return Sphere(given["radius"])


def checker(panda, scene):
    """The Panda among the bodies of a scene, with the pairs of its SRDF."""
    builder = RobotDiagramBuilder(time_step=0.0)
    plant, graph = builder.plant(), builder.scene_graph()
    parser = Parser(plant, graph)
    parser.package_map().Add("meshes", str(panda / "meshes"))
    text = (panda / "panda.urdf").read_text()
    text = re.sub(r"<visual>.*?</visual>", "", text, flags=re.S)
    (robot,) = parser.AddModelsFromString(text, "urdf")
    plant.WeldFrames(plant.world_frame(), plant.GetFrameByName("panda_link0"))
    for body in scene["bodies"]:
        pose = body["pose"]
        turn = np.array(pose["quaternion"]) / np.linalg.norm(pose["quaternion"])
        where = RigidTransform(Quaternion(turn), pose["translation"])
        plant.RegisterCollisionGeometry(plant.world_body(), where, shape(body["shape"]), body["name"], CoulombFriction(1.0, 1.0))
    plant.Finalize()
    for pair in xml.parse(panda / "panda.srdf").getroot().iter("disable_collisions"):
        bodies = [plant.GetBodyByName(pair.get(key)) for key in ("link1", "link2") if plant.HasBodyNamed(pair.get(key))]
        sets = [GeometrySet(plant.GetCollisionGeometriesForBody(body)) for body in bodies]
        if len(sets) == 2:
            graph.collision_filter_manager().Apply(CollisionFilterDeclaration().ExcludeBetween(*sets))
    diagram = builder.Build()
    return SceneGraphCollisionChecker(model=diagram, robot_model_instances=[robot], edge_step_size=0.05), plant


METHODS = {"IrisNp2": (IrisNp2, IrisNp2Options), "IrisZo": (IrisZo, IrisZoOptions)}


def main(method, panda, problems, out, ids):
    panda, problems = map(pathlib.Path, (panda, problems))
    grow, options = METHODS[method]
    for line in problems.read_text().splitlines():
        problem = json.loads(line)
        if problem["id"] not in ids:
            continue
        scene = json.loads((problems.parent / problem["scene"]).read_text())
        check, plant = checker(panda, scene)
        q = np.array([problem["start"][f"panda_joint{i}"] for i in range(1, 8)])
        if not check.CheckConfigCollisionFree(q):
            print(problem["id"], "collides at its start for Drake")
            continue
        domain = HPolyhedron.MakeBox(plant.GetPositionLowerLimits(), plant.GetPositionUpperLimits())
        wanted = options()
        wanted.sampled_iris_options.parallelism = Parallelism(1)
        begin = time.process_time()
        region = grow(check, Hyperellipsoid.MakeHypersphere(1e-2, q), domain, wanted)
        seconds = time.process_time() - begin
        print(problem["id"], method, len(region.b()), "rows", f"{seconds:.1f} s", flush=True)
        row = {"id": problem["id"], "scene": problem["scene"], "q": q.tolist(), "A": region.A().tolist(), "b": region.b().tolist(), "seconds": seconds}
        with open(out, "a") as file:
            file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 6 or sys.argv[1] not in METHODS:
        sys.exit(__doc__)
    main(*sys.argv[1:5], sys.argv[5:])
