"""MotionBenchMaker problems (C. Chamzas et al. 2022) as scene files and a problem file of `clearance robot plan`.

    python mbm.py PROBLEMS.tar.bz2 OUT

writes OUT/scenes/SCENARIO_NNNN.json and OUT/problems.jsonl, one line a problem. Needs PyYAML.
Quaternions there are x, y, z, w; boxes are full lengths, cylinders height and radius, spheres a radius.
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


def bodies(scene):
    for thing in scene["world"]["collision_objects"]:
        parts = list(zip(thing["primitives"], thing["primitive_poses"]))
        for i, (primitive, pose) in enumerate(parts):
            x, y, z, w = pose["orientation"]
            name = thing["id"] if len(parts) == 1 else f"{thing['id']}_{i}"
            placed = {"translation": pose["position"], "quaternion": [w, x, y, z]}
            yield {"name": name, "shape": shape(primitive), "pose": placed, "fixed": True}


def configuration(names, values):
    """The seven joints of the arm; the fingers of this robot are fixed."""
    by_name = dict(zip(names, values))
    return [by_name[f"panda_joint{i}"] for i in range(1, 8)]


def problem(request):
    start = request["start_state"]["joint_state"]
    goal = request["goal_constraints"][0]["joint_constraints"]
    return {
        "start": configuration(start["name"], start["position"]),
        "goal": configuration([c["joint_name"] for c in goal], [c["position"] for c in goal]),
    }


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
        scenario = folder.removesuffix("_panda")
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
