"""Random robots as files: joints of every kind that moves, mimics, padding, held bodies, margins and rules of scenes, and paths for them."""

import base64
import json
import random
import struct
from pathlib import Path


def shape(r: random.Random, size: float) -> dict:
    a, b = r.uniform(0.2, 1) * size, r.uniform(0.2, 1) * size
    axis = r.choice("xyz")
    vertices = [[r.gauss(0, 0.4) * size for _ in range(3)] for _ in range(r.randint(4, 20))]
    if r.random() < 0.1:
        return {"kind": "rounded", "radius": b / 4, "shape": {"kind": "cylinder", "radius": a / 2, "half_length": b, "axis": axis}}
    return r.choice([
        {"kind": "sphere", "radius": a},
        {"kind": "box", "half_extents": [a, b, r.uniform(0.1, 1) * size]},
        {"kind": "capsule", "radius": a / 2, "half_length": b, "axis": axis},
        {"kind": "cylinder", "radius": a, "half_length": b, "axis": axis},
        {"kind": "cone", "radius": a, "half_length": b, "axis": axis},
        {"kind": "ellipsoid", "radii": [a, b, r.uniform(0.2, 1) * size]},
        {"kind": "hull", "vertices": vertices},
    ])


def pose(r: random.Random, size: float) -> dict:
    given: dict = {"translation": [r.gauss(0, 1) * size for _ in range(3)]}
    if r.random() < 0.4:
        given["rpy"] = [r.uniform(-3, 3) for _ in range(3)]
    elif r.random() < 0.5:
        q = [r.gauss(0, 1) for _ in range(4)]
        length = sum(x * x for x in q) ** 0.5
        given["quaternion"] = [x / length for x in q]
    return given


def words(numbers) -> str:
    return " ".join(map(repr, numbers))


def u_shape(x: list, y: list, z: list) -> tuple[list, list]:
    """A closed U with its notch open towards y: vertices and triangles seen counter-clockwise from outside. Its hull fills the notch."""
    outline = [(x[i], y[j]) for i, j in ((0, 0), (3, 0), (3, 2), (2, 2), (2, 1), (1, 1), (1, 2), (0, 2))]
    vertices = [[px, py, level] for level in z for px, py in outline]
    caps = [(0, 1, 4), (0, 4, 5), (1, 2, 4), (2, 3, 4), (0, 5, 7), (5, 6, 7)]
    triangles = [t for a, b, c in caps for t in ((a + 8, b + 8, c + 8), (a, c, b))]
    return vertices, triangles + [t for i in range(8) for n in [(i + 1) % 8] for t in ((i, n, n + 8), (i, n + 8, i + 8))]


def bracket(r: random.Random, size: float) -> tuple[list, list]:
    x, y, high = [0, *sorted(r.uniform(0.1, 0.9) for _ in range(2)), 1], [0, r.uniform(0.1, 0.6), 1], r.uniform(0.2, 0.8)
    return u_shape([size * (c - 0.5) for c in x], [size * (c - 0.5) for c in y], [size * c * high for c in (-0.5, 0.5)])


def write_mesh(file: Path, vertices: list, triangles: list) -> None:
    """In the format of the name's ending."""
    flat = [c for v in vertices for c in v]
    if file.suffix == ".obj":
        text = "".join(f"v {words(v)}\n" for v in vertices) + "".join(f"f {words(i + 1 for i in t)}\n" for t in triangles)
    elif file.suffix == ".stl":
        facet = lambda t: "".join(f"vertex {words(vertices[i])}\n" for i in t)  # noqa: E731
        facets = "".join(f"facet normal 0 0 0\nouter loop\n{facet(t)}endloop\nendfacet\n" for t in triangles)
        text = f"solid u\n{facets}endsolid u\n"
    elif file.suffix == ".ply":
        head = f"ply\nformat binary_big_endian 1.0\nelement vertex {len(vertices)}\n" + "".join(f"property double {c}\n" for c in "xyz")
        head += f"element face {len(triangles)}\nproperty list uchar int vertex_indices\nend_header\n"
        file.write_bytes(head.encode() + struct.pack(f">{len(flat)}d", *flat) + b"".join(struct.pack(">B3i", 3, *t) for t in triangles))
        return
    elif file.suffix == ".dae":
        corners = words(i for t in triangles for i in t)
        text = f"""<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema"><asset><unit meter="0.5"/></asset><library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="f" count="{len(flat)}">{words(2 * c for c in flat)}</float_array>
<technique_common><accessor source="#f" count="{len(vertices)}" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="{len(triangles)}"><input semantic="VERTEX" source="#v" offset="0"/><p>{corners}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="m"><node><translate>0 0 0.25</translate><rotate>0 1 0 30</rotate><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#m"/></scene></COLLADA>"""
    else:
        data = struct.pack(f"<{len(flat)}f", *flat) + struct.pack(f"<{3 * len(triangles)}H", *(i for t in triangles for i in t))
        views = [{"buffer": 0, "byteOffset": at, "byteLength": n} for at, n in ((0, 4 * len(flat)), (4 * len(flat), 6 * len(triangles)))]
        accessors = [
            {"bufferView": 0, "componentType": 5126, "count": len(vertices), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 3 * len(triangles), "type": "SCALAR"},
        ]
        uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
        file.write_text(json.dumps({
            "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "buffers": [{"byteLength": len(data), "uri": uri}], "bufferViews": views,
            "nodes": [{"mesh": 0, "rotation": [0, 0, 0.6, 0.8], "translation": [0, 0.125, 0]}], "accessors": accessors,
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        }))
        return
    file.write_text(text)


def geometry(r: random.Random, folder: Path, name: str, size: float) -> str:
    kind = r.randrange(7)
    a, b = r.uniform(0.2, 1) * size, r.uniform(0.3, 2) * size
    if kind == 0:
        return f'<sphere radius="{a}"/>'
    if kind == 1:
        return f'<box size="{a} {b} {r.uniform(0.1, 1) * size}"/>'
    if kind == 2:
        return f'<{r.choice(["cylinder", "capsule"])} radius="{a / 2}" length="{b}"/>'
    if kind > 4:
        file = f"{name}.{r.choice(['obj', 'stl', 'ply', 'dae', 'gltf'])}"
        write_mesh(folder / file, *bracket(r, 2 * size))
        return f'<mesh filename="{file}"/>'
    points = [[r.gauss(0, 0.4) * size for _ in range(3)] for _ in range(r.randint(4, 30))]
    (folder / f"{name}.obj").write_text("".join(f"v {words(p)}\n" for p in points))
    return f'<mesh filename="{name}.obj" scale="{words([r.choice([1.0, 0.9, 1.1]) for _ in range(3)])}"/>'


def constraints(r, moved: list[str]) -> list[dict]:
    """What may hold on edges of some links that a turn moves, in the world or seen from one another."""
    found: list[dict] = []
    for name in ("first", "second")[: r.randint(1, 2)]:
        said: dict = {"name": name, "link": r.choice(moved)}
        if r.random() < 0.5:
            axis, direction = ([r.gauss(0, 1) for _ in range(3)] for _ in range(2))
            said |= {"axis": axis, "direction": direction, "angle": r.uniform(1.6, 2.9)}
        else:
            half = [r.choice([None, r.uniform(0.8, 2.0)]) for _ in range(2)] + [r.uniform(0.8, 2.0)]
            place = {"translation": [r.gauss(0, 0.2) for _ in range(3)], "quaternion": [r.gauss(0, 1) for _ in range(4)]}
            said |= {"point": [r.gauss(0, 0.1) for _ in range(3)], "box": {"half": half, **place}}
        found.append(said | ({"of": "l0"} if r.random() < 0.3 else {}))
    return found


def paths(r, values: int, grouped: list[int]) -> list[list[list[float]]]:
    """Random paths; of a group only its values differ along a path."""
    found = []
    for _ in range(12):
        path = [[r.uniform(-2, 2) for _ in range(values)]]
        for _ in range(r.randint(1, 3)):
            path.append([x + r.gauss(0, 0.25) if i in grouped else x for i, x in enumerate(path[-1])])
        found.append(path)
    return found


def write(folder: Path, seed: int, surfaces: bool = True, constrained: bool = False, base: str = "", grouped: bool = False) -> list[str]:
    """Writes robot.urdf, scene.json, edges.jsonl and what else there is; returns the options that belong to them.

    Of a group group.json has the options for `robot check`: edges.jsonl has the values of its joints, and all others stand."""
    r = random.Random(seed)
    count, size = r.randint(2, 7), 0.12
    parts, moving, options, moved = ['<robot name="random">'], [], [], ["l1"]
    for i in range(count + 1):
        solids = ""
        for k in range(r.choice([0, 1, 1, 1, 2])):
            place = f'<origin xyz="{words([r.gauss(0, 0.05) for _ in range(3)])}" rpy="{words([r.uniform(-3, 3) for _ in range(3)])}"/>'
            solids += f"<collision>{place}<geometry>{geometry(r, folder, f'l{i}_{k}', size)}</geometry></collision>"
        parts.append(f'<link name="l{i}">{solids}</link>')
    for i in range(1, count + 1):
        kind = r.choice(["revolute", "revolute", "continuous", "prismatic", "fixed"] if moving else ["revolute", "continuous"])
        limits = '<limit lower="-3" upper="3" velocity="1" effort="1"/>' if kind in ("revolute", "prismatic") else ""
        axis = r.choice([[0, 0, 1], [0, 1, 0], [-1, 0, 0], [r.gauss(0, 1), r.gauss(0, 1), 0.3]])
        mimic = ""
        if moving and kind != "fixed" and r.random() < 0.25:
            mimic = f'<mimic joint="{r.choice(moving)}" multiplier="{r.uniform(-1.5, 1.5)}" offset="{r.uniform(-0.5, 0.5)}"/>'
        elif kind != "fixed":
            moving.append(f"j{i}")
        parent = i - 1 if r.random() < 0.8 else r.randrange(i)
        moved += [f"l{i}"] if f"l{parent}" in moved else []
        xyz, rpy = [r.gauss(0, 0.15) for _ in range(2)] + [0.35], [r.choice([0, 0, 1.5707963267948966, r.uniform(-3, 3)]) for _ in range(3)]
        ends = f'<parent link="l{parent}"/><child link="l{i}"/><origin xyz="{words(xyz)}" rpy="{words(rpy)}"/><axis xyz="{words(axis)}"/>'
        parts.append(f'<joint name="j{i}" type="{kind}">{ends}{limits}{mimic}</joint>')
    (folder / "robot.urdf").write_text("\n".join(parts) + "\n</robot>\n")
    links = [f"l{i}" for i in range(count + 1)]
    if r.random() < 0.5:
        rows = "".join(
            f'<disable_collisions link1="l{i}" link2="l{j}" reason="{r.choice(["Adjacent", "Never"])}"/>'
            for i in range(count + 1) for j in range(i) if j == i - 1 or r.random() < 0.3
        )
        quiet = '<disable_default_collisions link="l1"/><enable_collisions link1="l1" link2="l2"/>' if r.random() < 0.3 else ""
        (folder / "robot.srdf").write_text(f'<robot name="random">{rows}{quiet}</robot>')
        options += ["--srdf", str(folder / "robot.srdf")]
    if r.random() < 0.5:
        options += ["--padding", f"{r.choice(links)}={r.uniform(0, 0.03)}"]
    if r.random() < 0.3:
        options += ["--allow", ",".join(r.sample(links, 2))]
    if r.random() < 0.4:
        held = {"name": "tool", "link": links[-1], "shape": shape(r, 0.08), "pose": pose(r, 0.1), "touch": r.sample(links, 1)}
        (folder / "held.json").write_text(json.dumps({"bodies": [held]}))
        options += ["--attach", str(folder / "held.json")]
    bodies = [{"name": f"b{i}", "shape": shape(r, 0.25), "pose": pose(r, 1.0), "margin": r.choice([0, 0, 0.01])} for i in range(r.randint(1, 6))]
    if r.random() < 0.4:
        bodies.append({"name": "floor", "shape": {"kind": "halfspace", "normal": [0.1, 0, 2], "offset": -0.8}, "pose": pose(r, 0.1)})
    if r.random() < 0.4:
        parts_of = [{"shape": shape(r, 0.2), "pose": pose(r, 0.2)} for _ in range(2)]
        bodies.append({"name": "pile", "shape": {"kind": "compound", "parts": parts_of}, "pose": pose(r, 1.0)})
    if surfaces and seed % 3 == 0:
        write_mesh(folder / "bracket.ply", *bracket(r, 0.3))
        bodies.append({"name": "bracket", "shape": {"kind": "mesh", "file": "bracket.ply", "as": "mesh"}, "pose": pose(r, 1.0)})
    if surfaces and seed % 4 == 0:
        options += ["--links", "mesh"]
    scene: dict = {"bodies": bodies}
    if r.random() < 0.3:
        scene["ignore"] = [["b0", links[-1]]]
    if r.random() < 0.3 and len(bodies) > 1:
        scene["margins"] = [[links[-1], bodies[1]["name"], r.uniform(0, 0.02)]]
    (folder / "scene.json").write_text(json.dumps(scene))
    names = [f"base/{value}" for value in {"planar": ["x", "y", "theta"], "floating": ["x", "y", "z", "roll", "pitch", "yaw"]}.get(base, [])] + moving
    group = sorted(r.sample(range(len(names)), r.randint(1, len(names)))) if grouped else list(range(len(names)))
    found = paths(r, len(names), group)
    if grouped:
        rest = {name: r.uniform(-1, 1) for i, name in enumerate(names) if i not in group}
        (folder / "group.json").write_text(json.dumps(["--group", ",".join(names[i] for i in group), *(["--rest", json.dumps(rest)] if rest else [])]))
        found = [[[q[i] for i in group] for q in path] for path in found]
    (folder / "edges.jsonl").write_text("".join(json.dumps({"id": f"p{i}", "path": path}) + "\n" for i, path in enumerate(found)))
    options += ["--base", base] if base else []
    if constrained:
        (folder / "constraints.json").write_text(json.dumps({"constraints": constraints(r, moved)}))
        options += ["--constraints", str(folder / "constraints.json")]
    return [*options, "--scene", str(folder / "scene.json")]
