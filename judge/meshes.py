"""Mesh files as vertices and polygons: OBJ, STL, PLY, COLLADA and glTF.

Coordinates of nodes that only move or scale, and of all files without nodes, are the floats that the prover has, or within their rounding.
"""

import base64
import struct
import xml.etree.ElementTree as xml
from fractions import Fraction
from math import radians
from pathlib import Path

import shapes
from exact import ONE, quaternion, turning, unit
from strict import Unknown, known, number, strict, written

NUMBERS = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "float": "f", "double": "d"}
NUMBERS |= {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "float32": "f", "float64": "d"}
WHOLE = tuple(tuple(Fraction(i == j) for j in range(4)) for i in range(3))


def mesh(path: Path, scale: list) -> shapes.Points:
    """The hull of a file's vertices, each coordinate times its factor rounded to a float, with its triangles."""
    read = {".obj": obj, ".stl": stl, ".ply": ply, ".dae": dae, ".gltf": gltf, ".glb": gltf}.get(path.suffix.lower())
    if read is None:
        raise Unknown(f"{path}: the judge reads .obj, .stl, .ply, .dae, .gltf and .glb")
    points, polygons = read(path.read_bytes(), path.parent)
    if any(not 0 <= corner < len(points) for polygon in polygons for corner in polygon):
        raise Unknown(f"{path}: a polygon has a corner that is none of the {len(points)} vertices")
    return shapes.polytope([[number(float(x) * s) for x, s in zip(p, scale)] for p in points], polygons)


def obj(data: bytes, _folder):
    points, polygons = [], []
    for words in map(str.split, data.decode("utf-8-sig", "replace").replace("\\\n", " ").splitlines()):
        if words[:1] == ["v"]:
            points.append(written(" ".join(words[1:4]), 3))
        elif words[:1] == ["f"]:
            corners = [int(word.partition("/")[0]) for word in words[1:]]
            polygons.append([corner - 1 if corner > 0 else len(points) + corner for corner in corners])
    return points, polygons


def stl(data: bytes, _folder):
    if len(data) >= 84 and len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]:
        points = [record[i : i + 3] for record in struct.iter_unpack("<12x9f2x", data[84:]) for i in (0, 3, 6)]
    else:
        lines = map(str.split, data.decode("utf-8-sig", "replace").lower().splitlines())
        points = [written(" ".join(words[1:4]), 3) for words in lines if words[:1] == ["vertex"]]
    return points, [range(i, i + 3) for i in range(0, len(points), 3)]


def ply(data: bytes, _folder):
    head, _, body = data.partition(b"end_header")
    body, order, elements = body[body.index(b"\n") + 1 :], ">", []
    for words in map(str.split, head.decode("utf-8-sig", "replace").splitlines()):
        if words[:1] == ["format"]:
            order = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}[words[1]]
        elif words[:1] == ["element"]:
            elements.append((words[1], int(words[2]), []))
        elif words[:1] == ["property"]:
            elements[-1][2].append(words[1:])
    rows: dict = {name: [] for name, _, _ in elements}
    texts, at = iter(body.split()), 0

    def take(kind: str):
        nonlocal at
        if not order:
            return written(next(texts).decode())[0]
        at += struct.calcsize(order + NUMBERS[kind])
        return struct.unpack_from(order + NUMBERS[kind], body, at - struct.calcsize(order + NUMBERS[kind]))[0]

    for name, count, properties in elements:
        for _ in range(count):
            row = {kind[-1]: [take(kind[2]) for _ in range(int(take(kind[1])))] if kind[0] == "list" else take(kind[0]) for kind in properties}
            rows[name].append(row)
    lists = [row.get("vertex_indices") or row.get("vertex_index") or [] for row in rows.get("face", [])]
    return [[row[axis] for axis in "xyz"] for row in rows["vertex"]], [list(map(int, corners)) for corners in lists]


def after(outer, inner):
    """The affine map that is first `inner`, then `outer`, exactly: three rows of four numbers."""
    full = (*inner, (0, 0, 0, 1))
    return tuple(tuple(sum(row[k] * full[k][j] for k in range(4)) for j in range(4)) for row in outer)


def placed(place, points) -> list:
    return points if place is WHOLE else [[sum(r * x for r, x in zip(row, (*map(Fraction, p), 1))) for row in place] for p in points]


def transform(kind: str, x: list):
    if kind == "matrix":
        return tuple(tuple(x[4 * i : 4 * i + 4]) for i in range(3))
    if kind in ("rotate", "quaternion"):
        pose = quaternion((x[3], *x[:3])) if kind == "quaternion" else turning(unit(x[:3]), Fraction(radians(float(x[3]))))
        return tuple((*(Fraction(entry, ONE) for entry in row), Fraction(0)) for row in pose.rows)
    move, size = (x, (1, 1, 1)) if kind == "translate" else ((0, 0, 0), x)
    return tuple(tuple(size[i] if i == j else 0 for j in range(3)) + (move[i],) for i in range(3))


def dae(data: bytes, _folder):
    root, points, polygons = xml.fromstring(data), [], []
    for element in root.iter():
        element.tag = element.tag.split("}")[-1]
    ids = {element.get("id"): element for element in root.iter()}
    target = lambda element, key: ids[element.get(key).removeprefix("#")]  # noqa: E731

    def add(geometry, place) -> None:
        first, found = len(points), geometry.find("mesh")
        source = target(found.find("vertices/input[@semantic='POSITION']"), "source")
        accessor = source.find("technique_common/accessor")
        stride, offset, count = (int(accessor.get(key, default)) for key, default in (("stride", 1), ("offset", 0), ("count", 0)))
        numbers = written(target(accessor, "source").text, None)[offset : offset + count * stride]
        points.extend(placed(place, [numbers[i : i + 3] for i in range(0, len(numbers), stride)]))
        for faces in (child for child in found if child.tag in ("triangles", "polylist", "polygons", "tristrips", "trifans")):
            offsets = {child.get("semantic"): int(child.get("offset", 0)) for child in faces.findall("input")}
            sizes = iter(map(int, (faces.findtext("vcount") or "").split()))
            for words in (p.text.split() for p in faces.iter("p")):
                corners = [first + int(word) for word in words[offsets["VERTEX"] :: max(offsets.values()) + 1]]
                if faces.tag == "tristrips":
                    polygons.extend(corners[i : i + 3][:: 1 - 2 * (i % 2)] for i in range(len(corners) - 2))
                while corners and faces.tag != "tristrips":
                    size = {"triangles": 3, "polylist": None}.get(faces.tag, len(corners)) or next(sizes)
                    polygons.append(corners[:size])
                    corners = corners[size:]

    def walk(node, place) -> None:
        for child in node:
            if child.tag in ("matrix", "translate", "scale", "rotate"):
                place = after(place, transform(child.tag, list(map(Fraction, written(child.text, None)))))
            elif child.tag in ("node", "instance_node"):
                walk(child if child.tag == "node" else target(child, "url"), place)
            elif child.tag == "instance_geometry" and target(child, "url").find("mesh") is not None:
                add(target(child, "url"), place)
            elif child.tag in ("lookat", "skew", "instance_controller"):
                raise Unknown(f"the judge does not know <{child.tag}>")

    unit, shown = root.find("asset/unit"), root.find("scene/instance_visual_scene")
    meter = Fraction(written(unit.get("meter", "1"))[0]) if unit is not None else Fraction(1)
    scene = target(shown, "url") if shown is not None else root.find("library_visual_scenes/visual_scene")
    walk(scene, WHOLE if meter == 1 else transform("scale", [meter] * 3))
    return points, polygons


def gltf(data: bytes, folder: Path):
    chunk = b""
    if data[:4] == b"glTF":
        length = struct.unpack_from("<I", data, 12)[0]
        data, chunk = data[20 : 20 + length], data[28 + length :]
    file, points, polygons = strict(data.decode("utf-8-sig")), [], []

    def stored(index: int):
        accessor, kinds = file["accessors"][index], {5121: "B", 5123: "H", 5125: "I", 5126: "f"}
        view = file["bufferViews"][accessor["bufferView"]]
        uri = file["buffers"][view["buffer"]].get("uri")
        data = chunk if uri is None else base64.b64decode(uri.partition(",")[2]) if uri.startswith("data:") else (folder / uri).read_bytes()
        kind = "<" + ("3" if accessor["type"] == "VEC3" else "") + kinds[accessor["componentType"]]
        if "sparse" in accessor:
            raise Unknown("the judge does not know sparse accessors")
        first, step = view.get("byteOffset", 0) + accessor.get("byteOffset", 0), view.get("byteStride", struct.calcsize(kind))
        return [struct.unpack_from(kind, data, first + i * step) for i in range(accessor["count"])]

    def walk(node: dict, place) -> None:
        known(node, "name children mesh matrix translation rotation scale extras camera")
        if "matrix" in node:
            place = after(place, tuple(tuple(Fraction(node["matrix"][4 * j + i]) for j in range(4)) for i in range(3)))
        for kind, key in (("translate", "translation"), ("quaternion", "rotation"), ("scale", "scale")):
            place = after(place, transform(kind, list(map(Fraction, node[key])))) if key in node else place
        for primitive in file["meshes"][node["mesh"]]["primitives"] if "mesh" in node else []:
            if primitive.get("mode", 4) != 4 or "targets" in primitive or "extensions" in primitive:
                raise Unknown("the judge reads lists of triangles only")
            first, found = len(points), stored(primitive["attributes"]["POSITION"])
            corners = [i for (i,) in stored(primitive["indices"])] if "indices" in primitive else list(range(len(found)))
            points.extend(placed(place, found))
            polygons.extend([first + i for i in corners[k : k + 3]] for k in range(0, len(corners), 3))
        for child in node.get("children", []):
            walk(file["nodes"][child], place)

    for node in file["scenes"][file.get("scene", 0)]["nodes"]:
        walk(file["nodes"][node], WHOLE)
    return points, polygons
