"""Reports of assemblies: which parts clash, touch, are too near or too far, with proven bounds."""

from __future__ import annotations

import html
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, Union

from . import _clearance, pages
from .hints import hinted
from .scenes import Scene

File = Union[str, os.PathLike[str]]
"""The path of a file."""

Progress = Callable[[int, int, str], object]
"""Called with the number of parts that are read, the number of all, and the name of the next."""


@dataclass(frozen=True)
class Assembly:
    """The report of an assembly; a table of its pairs, those that are not as they are to be first.

    Attributes
    ----------
    parts
        The number of parts that were read.
    unit
        The unit of all lengths.
    counts
        The number of pairs in each band: ``clash``, ``too near``, ``too far``, ``undecided``, ``touching or fit``,
        ``ok``.
    findings
        A dict for each pair: ``a``, ``b``, ``band``, ``lower``, ``upper``, ``signed_distance`` (None where it is not
        known), ``tessellation``, ``min``, ``max``, ``status``, ``witness_a``, ``witness_b``, ``normal``; of a
        clash ``volume_lower`` and ``volume_upper``, bounds of the volume in common in cubes of the unit, None where it
        is not known.
    problems
        What is wrong with parts that are left out, and what is to be said of others, by their names.
    """

    parts: int
    unit: str
    counts: dict[str, int]
    findings: list[dict[str, Any]]
    problems: dict[str, list[str]]
    _csv: str = field(repr=False)
    _page: str = field(repr=False)

    @property
    def holds(self) -> bool:
        """Whether all pairs are as they are to be: none but ``ok`` and ``touching or fit``."""
        return all(found["band"] in ("ok", "touching or fit") for found in self.findings)

    def to_pandas(self) -> Any:
        """The pairs as a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.findings)

    def write(self, path: File) -> None:
        """Writes the report: .csv, .json or .html by the end of the name."""
        end = Path(path).suffix.lower()
        whole = {"parts": self.parts, "unit": self.unit, "counts": self.counts, "findings": self.findings}
        texts = {".csv": self._csv, ".json": json.dumps(whole) + "\n", ".html": self._page}
        if end not in texts:
            raise ValueError(f"{os.fspath(path)}: expected a name that ends with .csv, .json or .html")
        Path(path).write_text(texts[end], encoding="utf-8")

    def show(self) -> None:
        """Opens the page in the browser."""
        pages.show(self._page)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        keys = ("a", "b", "band", "lower", "upper")
        head = "".join(f"<th>{key}</th>" for key in keys)
        shown = [
            [found[key] if isinstance(found[key], str) else f"{found[key]:.6g}" for key in keys]
            for found in self.findings[:100]
        ]
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in shown)
        return f"<table><caption>{self.parts} parts, lengths in {self.unit}</caption><tr>{head}</tr>{rows}</table>"


@hinted
def assembly(
    source: Union[File, Scene, Mapping[str, Any], Any],
    *,
    bands: Union[File, Mapping[str, Any], None] = None,
    within: Union[float, str, None] = None,
    tolerance: Union[float, str] = "0.01mm",
    unit: str = "mm",
    progress: Optional[Progress] = None,
) -> Assembly:
    """The clearances of all pairs of parts of an assembly, with the band that each is in.

    Parameters
    ----------
    source
        A STEP, IGES or BREP file, or an object of CadQuery, build123d or FreeCAD, by OpenCASCADE
        (``pip install './bindings/python[cad]'``); a 3MF or glTF file; a scene file, or a dict of its format.
    bands : dict or path, optional
        What distances are to be: ``{"default": {"min": "0.5mm"}, "pairs": [{"a": "shaft*", "b": "bearing*", "max":
        "0.05mm", "contact": True}], "ignore": [["screw*", "*"]], "tolerance": "0.01mm"}``. Without it, only overlaps
        fail.
    within : float or str, optional
        Report only pairs within this distance, in metres or with a unit, and those that have a largest one.
    tolerance : float or str
        How far triangles may be from the curved faces of CAD.
    unit : str
        The unit of the report: "mm", "m", "cm", "um" or "in".
    progress : callable, optional
        Called before each part of CAD is read.

    Examples
    --------
    >>> import clearance as cl
    >>> ball = {"kind": "sphere", "radius": 0.01}
    >>> places = {"a": 0, "b": 0.0205, "c": 0.06}
    >>> bodies = [{"name": name, "shape": ball, "pose": {"translation": [x, 0, 0]}} for name, x in places.items()]
    >>> report = cl.assembly({"bodies": bodies}, bands={"default": {"min": "1mm"}})
    >>> [(found["a"], found["b"], found["band"], round(found["signed_distance"], 6)) for found in report]
    [('a', 'b', 'too near', 0.5), ('b', 'c', 'ok', 19.5), ('a', 'c', 'ok', 40.0)]
    """
    from .cad import lengths

    limits = _bands(bands)
    far = None if within is None else lengths.metres("within", within)
    if isinstance(source, Mapping):
        return _report((json.dumps(source), "."), limits, far, unit, "assembly", {})
    if isinstance(source, (str, os.PathLike)) and not _is_cad(source):
        return _report((pages.existing(source), None), limits, far, unit, Path(source).stem, {})
    return _of_cad(source, (limits, far, unit), tolerance, progress)


def _of_cad(
    source: Any, asked: tuple[str, Optional[float], str], tolerance: Union[float, str], progress: Optional[Progress]
) -> Assembly:
    from .cad import read, write_scene
    from .cad.command import remarks

    parts = read(source, tolerance=tolerance, progress=progress)
    said = {part.name: lines for part in parts if (lines := remarks(part))}
    if all(part.problem for part in parts):
        raise ValueError(f"no part can be used: {said}")
    title = Path(source).stem if isinstance(source, (str, os.PathLike)) else "assembly"
    with tempfile.TemporaryDirectory(prefix="clearance-") as folder:
        file = os.path.join(folder, "parts.json")
        write_scene(parts, file)
        return _report((file, None), *asked, title, said)


def _is_cad(source: File) -> bool:
    from .cad.files import KINDS

    return Path(source).suffix.lower() in KINDS


def _bands(bands: Union[File, Mapping[str, Any], None]) -> str:
    if bands is None:
        return "{}"
    if isinstance(bands, Mapping):
        return json.dumps(bands)
    return Path(pages.existing(bands)).read_text(encoding="utf-8")


def _report(
    scene: tuple[str, Optional[str]],
    bands: str,
    within: Optional[float],
    unit: str,
    title: str,
    said: dict[str, list[str]],
) -> Assembly:
    text, table, page = _clearance.assembly_report(*scene, bands, within, unit, title)
    found = json.loads(text)
    return Assembly(found["parts"], found["unit"], found["counts"], found["findings"], said, table, page)
