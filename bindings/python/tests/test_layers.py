"""The files of the package import one another without rings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "python" / "clearance"
Name = tuple[str, ...]


def name_of(file: Path) -> Name:
    """The dotted name of a file within the package; that of a folder for its ``__init__.py``."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported(file: Path, files: dict[Name, Path]) -> Iterator[Name]:
    """The files of the package that a file imports: at its head, in functions, and for type checkers only."""
    inside = name_of(file) if file.name == "__init__.py" else name_of(file)[:-1]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*inside[: len(inside) + 1 - node.level], *(node.module.split(".") if node.module else ()))
            for alias in node.names:
                yield (*base, alias.name) if (*base, alias.name) in files else base


def arrows(files: dict[Name, Path]) -> dict[Name, set[Name]]:
    """What each file imports, itself and the root of the package apart, which offers the names of all."""
    return {name: {to for to in imported(file, files) if to in files and to not in ((), name)} for name, file in files.items() if name}


def rings(graph: dict[Name, set[Name]]) -> list[set[Name]]:
    """The sets of files of which each imports every other, on whatever way."""
    reached: dict[Name, set[Name]] = {}
    for start in graph:
        seen: set[Name] = set()
        open_ends = [start]
        while open_ends:
            for to in graph[open_ends.pop()] - seen:
                seen.add(to)
                open_ends.append(to)
        reached[start] = seen
    found = {frozenset(b for b in reached[a] if a in reached[b]) for a in graph if a in reached[a]}
    return [set(ring) for ring in found]


def test_no_ring_of_imports_has_more_than_two_files() -> None:
    files = {name_of(file): file for file in PACKAGE.rglob("*.py")}
    graph = arrows(files)
    assert len(graph) > 60 and sum(map(len, graph.values())) > 150
    assert [ring for ring in rings(graph) if len(ring) > 2] == []


def test_a_ring_is_found_by_whatever_import_closes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "hull.py": "from .folder import corner\n",
        "folder/__init__.py": "",
        "folder/corner.py": "def f():\n    from ..edge import length\n",
        "edge.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .hull import Hull\n",
        "pose.py": "from . import hull\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    files = {name_of(file): file for file in tmp_path.rglob("*.py")}
    assert rings(arrows(files)) == [{("hull",), ("folder", "corner"), ("edge",)}]


def test_files_stay_short() -> None:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in PACKAGE.rglob("*.py")}
    assert {str(file): length for file, length in lengths.items() if length > 500} == {}
