"""The Panda among 20 boxes, 364 pairs, by clearance and by peers in one run.

    pip install pin==4.1.0 coal==3.0.3 mujoco==4.0.0 drake==1.51.1 trimesh
    cargo build --release -p clearance-robot --example clearance_times
    python peers.py ../../target/release/examples/clearance_times WORK [ROUNDS]

WORK is a folder for the work and the peers' files. Each round asks every engine once, so that what else the machine does spoils all alike: a question's
time is the mean over chunks of the least of three passes of processor time; the table has the median over rounds. Kinematics are counted.
"""
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

import coal
import numpy as np
import pinocchio as pin

PANDA = pathlib.Path(__file__).resolve().parents[2] / "testdata" / "robots" / "panda"
CONFIGURATIONS, EDGES, STEP = 2000, 400, 1 / 32
CHUNK, PASSES = 100, 3


def urdf(work, ending, meshes):
    """The Panda without visual meshes, with the paths of its collision meshes in a folder."""
    text = re.sub(r"<visual>.*?</visual>", "", (PANDA / "panda.urdf").read_text(), flags=re.S)
    text = re.sub(r'filename="(?:.*/)?(\w+)\.stl"', lambda m: f'filename="{meshes}{m[1]}.{ending}"', text)
    file = work / f"panda_{ending}.urdf"
    file.write_text(text)
    return file


def boxes():
    for body in json.loads((PANDA / "boxes.json").read_text())["bodies"]:
        yield body["name"], np.array(body["shape"]["half_extents"]), body["pose"]


def disabled():
    rows = re.findall(r'<disable_collisions link1="(\w+)" link2="(\w+)"', (PANDA / "panda.srdf").read_text())
    return rows


def coal_engine(work):
    """Questions by Pinocchio 4 and coal 3 on the convex hulls of the meshes, and its model."""
    file = urdf(work, "stl", f"{PANDA}/")
    model = pin.buildModelFromUrdf(str(file))
    geometry = pin.buildGeomFromUrdf(model, str(file), pin.GeometryType.COLLISION)
    for thing in geometry.geometryObjects:
        if isinstance(thing.geometry, coal.BVHModelBase):
            thing.geometry.buildConvexRepresentation(False)
            thing.geometry = thing.geometry.convex
    own = len(geometry.geometryObjects)
    geometry.addAllCollisionPairs()
    pin.removeCollisionPairs(model, geometry, str(PANDA / "panda.srdf"))
    for name, half, pose in boxes():
        w, x, y, z = pose["quaternion"]
        place = pin.SE3(pin.Quaternion(w, x, y, z).toRotationMatrix(), np.array(pose["translation"]))
        body = geometry.addGeometryObject(pin.GeometryObject(name, 0, 0, place, coal.Box(*(2 * half))))
        for link in range(own):
            if geometry.geometryObjects[link].parentJoint > 0:
                geometry.addCollisionPair(pin.CollisionPair(link, body))
    data, places = model.createData(), geometry.createData()

    def collides(q):
        return pin.computeCollisions(model, data, geometry, places, q, True)

    def distance(q):
        nearest = pin.computeDistances(model, data, geometry, places, q)
        return places.distanceResults[nearest].min_distance

    def edge(ends):
        start, end = ends
        steps = int(np.ceil(np.linalg.norm(end - start) / STEP))
        return any(collides(start + k / steps * (end - start)) for k in range(1, steps + 1))

    return model, {"collides": collides, "distance": distance, "edge": edge}


def mujoco_engine(work):
    """Its own filter of pairs, kinematics and contacts."""
    import mujoco

    compiler = f'<mujoco><compiler meshdir="{PANDA}" discardvisual="true" fusestatic="false" balanceinertia="true" boundmass="0.01" boundinertia="0.001"/></mujoco>'
    text = urdf(work, "stl", "").read_text()
    file = work / "mujoco.urdf"
    file.write_text(re.sub(r"(<robot[^>]*>)", lambda m: m[1] + compiler, text, count=1))
    spec = mujoco.MjSpec.from_file(str(file))
    for name, half, pose in boxes():
        kind = mujoco.mjtGeom.mjGEOM_BOX
        spec.worldbody.add_geom(type=kind, pos=pose["translation"], quat=pose["quaternion"], size=half, name=name)
    model = spec.compile()
    data = mujoco.MjData(model)

    def collides(q):
        data.qpos[:] = q[: model.nq]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_collision(model, data)
        return data.ncon

    return {"collides": collides}


def drake_engine(work):
    import trimesh
    from pydrake.all import Box, CoulombFriction, Parser, Quaternion, RigidTransform, RobotDiagramBuilder
    from pydrake.all import SceneGraphCollisionChecker

    for mesh in PANDA.glob("*.stl"):
        trimesh.load(mesh).export(work / f"{mesh.stem}.obj")
    builder = RobotDiagramBuilder(time_step=0.0)
    plant = builder.plant()
    robots = Parser(plant).AddModels(str(urdf(work, "obj", f"{work.resolve()}/")))
    plant.WeldFrames(plant.world_frame(), plant.GetFrameByName("panda_link0"))
    for name, half, pose in boxes():
        place = RigidTransform(Quaternion(pose["quaternion"]), pose["translation"])
        plant.RegisterCollisionGeometry(plant.world_body(), place, Box(*(2 * half)), name, CoulombFriction(1, 1))
    plant.Finalize()
    checker = SceneGraphCollisionChecker(model=builder.Build(), robot_model_instances=robots, edge_step_size=STEP)
    for a, b in disabled():
        if plant.HasBodyNamed(a) and plant.HasBodyNamed(b):
            bodies = plant.GetBodyByName(a), plant.GetBodyByName(b)
            if not checker.IsCollisionFilteredBetween(*bodies):
                checker.SetCollisionFilteredBetween(*bodies, True)
    count = plant.num_positions()
    return {
        "collides": lambda q: not checker.CheckConfigCollisionFree(q[:count]),
        "gradient to 10 m": lambda q: min(checker.CalcRobotClearance(q[:count], 10.0).distances()),
        "gradient to 0.1 m": lambda q: checker.CalcRobotClearance(q[:count], 0.1).size(),
    }


def microseconds(question, work):
    """The mean over chunks of the least of some passes, in processor time."""
    total = 0.0
    for begin in range(0, len(work), CHUNK):
        chunk, least = work[begin:begin + CHUNK], float("inf")
        for _ in range(PASSES):
            start = time.thread_time()
            for item in chunk:
                question(item)
            least = min(least, time.thread_time() - start)
        total += least
    return total / len(work) * 1e6


def make_work(model, ask, work):
    numbers = np.random.default_rng(3)
    low, high = model.lowerPositionLimit, model.upperPositionLimit
    configurations = list(numbers.uniform(low, high, (CONFIGURATIONS, model.nq)))
    edges = []
    for start in configurations:
        way = numbers.normal(size=model.nq)
        if len(edges) < EDGES and not ask["collides"](start):
            edges.append((start, start + way / np.linalg.norm(way)))
    lines = [json.dumps({"q": list(q)}) + "\n" for q in configurations]
    (work / "configurations.jsonl").write_text("".join(lines))
    lines = [json.dumps({"from": list(a), "to": list(b)}) + "\n" for a, b in edges]
    (work / "edges.jsonl").write_text("".join(lines))
    return configurations, edges


def ours(program, work):
    files = [PANDA / "panda.urdf", PANDA / "panda.srdf", PANDA / "boxes.json"]
    files += [work / "configurations.jsonl", work / "edges.jsonl"]
    text = subprocess.run([program, *map(str, files)], capture_output=True, text=True, check=True).stdout
    times = {m[1].strip(): float(m[2]) for m in re.finditer(r"^(.{15}) +([\d.]+) us", text, re.M)}
    return times, text.splitlines()[0], re.search(r"^hulls: (.*)$", text, re.M)[1]


def main(program, folder, rounds=5):
    work = pathlib.Path(folder)
    work.mkdir(parents=True, exist_ok=True)
    model, by_coal = coal_engine(work)
    by_mujoco, by_drake = mujoco_engine(work), drake_engine(work)
    configurations, edges = make_work(model, by_coal, work)
    print(ours(program, work)[1])
    distances = [by_coal["distance"](q) for q in configurations]
    hits = sum(by_coal["collides"](q) for q in configurations)
    print(f"coal: {hits} collide, sum of least distances {sum(distances):.6f}")
    print(f"edges of 1 rad: {ours(program, work)[2]}; coal at 1/32 rad: {sum(not by_coal['edge'](e) for e in edges)} free")
    asked = [
        ("collides?", "MuJoCo", by_mujoco["collides"], configurations),
        ("collides?", "coal", by_coal["collides"], configurations),
        ("collides?", "Drake", by_drake["collides"], configurations),
        ("least distance", "coal", by_coal["distance"], configurations[:400]),
        ("with gradient", "Drake, to 10 m", by_drake["gradient to 10 m"], configurations[:200]),
        ("with gradient", "Drake, to 0.1 m", by_drake["gradient to 0.1 m"], configurations[:200]),
        ("edge", "coal, 1/32 rad", by_coal["edge"], edges),
        ("edge, finer", "coal, 1/32 rad", by_coal["edge"], edges),
    ]
    times = {}
    for _ in range(int(rounds)):
        for name, value in ours(program, work)[0].items():
            times.setdefault((name, ""), []).append(value)
        for name, engine, question, items in asked:
            times.setdefault((name, engine), []).append(microseconds(question, items))
    median = {key: statistics.median(values) for key, values in times.items()}
    print(f"\n| question | here, us | peer | us | ratio |\n| --- | --- | --- | --- | --- |")
    for (name, engine), value in median.items():
        here = median[name, ""]
        if engine:
            print(f"| {name} | {here:.1f} | {engine} | {value:.0f} | {value / here:.1f} |")
        elif not any(name == other for other, *_ in asked):
            print(f"| {name} | {here:.2f} | | | |")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: peers.py CLEARANCE_TIMES WORK [ROUNDS]")
    main(*sys.argv[1:])
