"""MotionBenchMaker problems (C. Chamzas et al. 2022) as scene files and a problem file of `clearance robot plan`.

    python mbm.py PROBLEMS.tar.bz2 OUT

writes OUT/scenes/SCENARIO_NNNN.json and OUT/problems.jsonl, one line a problem, for any robot of the collection: configurations name the joints of
the goal. Needs PyYAML.
Quaternions there are x, y, z, w; boxes are full lengths, cylinders height and radius, spheres a radius. Some objects have a pose of their own, in
which those of their primitives are given.
"""
import json
import pathlib
import sys
import tarfile

import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def shape(primitive):
    kind, size = primitive["type"], primitive["dimensions"]
    if kind == "box":
        return {"kind": "box", "half_extents": [length / 2 for length in size]}
    if kind == "cylinder":
        return {"kind": "cylinder", "half_length": size[0] / 2, "radius": size[1]}
    if kind == "sphere":
        return {"kind": "sphere", "radius": size[0]}
    raise ValueError(f"primitive must be a box, a cylinder or a sphere, got {kind}")


def times(first, second):
    """The product of two quaternions w, x, y, z."""
    (a, *u), (b, *v) = first, second
    across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    return [a * b - sum(x * y for x, y in zip(u, v)), *(a * y + b * x + z for x, y, z in zip(u, v, across))]


def pose(given):
    """A quaternion w, x, y, z and a translation."""
    x, y, z, w = given["orientation"]
    return [w, x, y, z], given["position"]


def placed(thing, primitive_pose):
    """The pose of a primitive, in the object's if that has one."""
    turn, shift = pose(primitive_pose)
    if "pose" in thing:
        outer, origin = pose(thing["pose"])
        size = sum(number * number for number in outer)
        turned = times(times(outer, [0.0, *shift]), [outer[0], *(-number for number in outer[1:])])
        turn, shift = times(outer, turn), [a / size + b for a, b in zip(turned[1:], origin)]
    return {"translation": shift, "quaternion": turn}


def bodies(scene):
    for thing in scene["world"]["collision_objects"]:
        parts = list(zip(thing["primitives"], thing["primitive_poses"]))
        for i, (primitive, primitive_pose) in enumerate(parts):
            name = thing["id"] if len(parts) == 1 else f"{thing['id']}_{i}"
            yield {"name": name, "shape": shape(primitive), "pose": placed(thing, primitive_pose), "fixed": True}


def problem(request):
    """Start and goal of the joints that the goal names; all others of these robots are fixed."""
    start = request["start_state"]["joint_state"]
    before = dict(zip(start["name"], start["position"]))
    goal = {c["joint_name"]: c["position"] for c in request["goal_constraints"][0]["joint_constraints"]}
    return {"start": {name: before[name] for name in goal}, "goal": goal}


def main(archive, out):
    out = pathlib.Path(out)
    (out / "scenes").mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as tar:
        texts = {m.name: tar.extractfile(m).read() for m in tar.getmembers() if m.name.endswith(".yaml")}
    lines = []
    for name in sorted(texts):
        folder, file = name.split("/")[-2:]
        if not file.startswith("request"):
            continue
        number = file[len("request"):-len(".yaml")]
        scenario = folder.rsplit("_", 1)[0]
        scene = yaml.load(texts[name.replace("request", "scene")], Loader)
        scene_file = f"scenes/{scenario}_{number}.json"
        (out / scene_file).write_text(json.dumps({"dim": 3, "bodies": list(bodies(scene))}))
        case = problem(yaml.load(texts[name], Loader))
        lines.append(json.dumps({"id": f"{scenario}/{number}", "scene": scene_file} | case))
    (out / "problems.jsonl").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} problems in {out / 'problems.jsonl'}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: mbm.py PROBLEMS.tar.bz2 OUT")
    main(*sys.argv[1:])
