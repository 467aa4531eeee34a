"""Parts as a scene file with mesh files beside it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from .parts import Part


def write_scene(parts: list[Part], path: str | os.PathLike[str]) -> None:
    """Writes the scene file of the parts that have no problem, and their triangles into a folder beside it.

    The folder has the name of the file with ``.parts`` at its end. Equal parts share a mesh file.
    """
    file = Path(path)
    folder = file.with_name(file.stem + ".parts")
    meshes: dict[int, str] = {}
    bodies = []
    for part in parts:
        if part.problem is None:
            bodies.append({"name": part.name, "shape": _shape(part, folder, meshes), **_pose(part)})
    file.write_text(json.dumps({"bodies": bodies}) + "\n", encoding="utf-8")


def scene_of(parts: list[Part]) -> dict[str, Any]:
    """The scene as a dict of the JSON format, with all triangles in it."""
    usable = [part for part in parts if part.problem is None]
    return {"bodies": [{"name": part.name, "shape": _inline(part), **_pose(part)} for part in usable]}


def _inline(part: Part) -> dict[str, Any]:
    if part.shape is not None:
        return part.shape
    arrays = {"vertices": part.vertices.tolist(), "triangles": part.triangles.tolist()}
    return {"kind": "mesh", **arrays, **_tessellation(part)}


def _shape(part: Part, folder: Path, meshes: dict[int, str]) -> dict[str, Any]:
    if part.shape is not None:
        return part.shape
    # The arrays of equal parts are the same ones.
    key = id(part.vertices)
    if key not in meshes:
        folder.mkdir(exist_ok=True)
        meshes[key] = f"{folder.name}/{len(meshes)}.ply"
        _write_ply(part, folder.parent / meshes[key])
    return {"kind": "mesh", "file": meshes[key], **_tessellation(part)}


def _tessellation(part: Part) -> dict[str, Any]:
    if part.error == 0:
        return {}
    return {"tessellation": {"error": part.error, "proven": True} if part.proven else part.error}


def _pose(part: Part) -> dict[str, Any]:
    rotation, translation = part.pose[:, :3], part.pose[:, 3]
    pose = {}
    if np.abs(translation).max() > 0:
        pose["translation"] = translation.tolist()
    if np.abs(rotation - np.eye(3)).max() > 0:
        pose["matrix"] = rotation.tolist()
    return {"pose": pose} if pose else {}


def _write_ply(part: Part, path: Path) -> None:
    """A binary PLY file with all bits of the vertices."""
    names = "".join(f"property double {axis}\n" for axis in "xyz")
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(part.vertices)}\n{names}"
    head += f"element face {len(part.triangles)}\nproperty list uchar uint vertex_indices\nend_header\n"
    faces = np.empty(len(part.triangles), [("count", "u1"), ("corners", "<u4", 3)])
    faces["count"], faces["corners"] = 3, part.triangles
    path.write_bytes(head.encode() + part.vertices.astype("<f8").tobytes() + faces.tobytes())
