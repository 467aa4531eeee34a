"""``python -m clearance.cad``: a STEP, IGES or BREP file as a scene file that the command ``clearance`` reads."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Optional

from .parts import Part, read
from .scene import write_scene

SOME = 1
"""The status where some parts are left out."""

UNUSABLE = 2
"""The status where the file or the command line cannot be used."""


def main(arguments: Optional[list[str]] = None) -> int:
    """Reads the file and writes the scene, and returns the exit status. Remarks go to the standard error."""
    options = _parser().parse_args(arguments)
    output = options.output or Path(options.file).with_suffix(".scene.json")
    shown = sys.stderr.isatty()
    progress = _progress if shown else None
    try:
        given = {"tolerance": options.tolerance, "angle": options.angle, "shapes": not options.no_shapes}
        parts = read(options.file, progress=progress, **given)
        usable = [part for part in parts if part.problem is None]
        if usable:
            write_scene(parts, output)
    except (ValueError, OSError, ImportError) as error:
        print(f"clearance.cad: {error}", file=sys.stderr)
        return UNUSABLE
    if shown:
        print("\r\033[K", end="", file=sys.stderr)
    for part in parts:
        for line in remarks(part):
            print(f"{part.name}: {line}", file=sys.stderr)
    if not usable:
        print(f"clearance.cad: {options.file}: no part can be used", file=sys.stderr)
        return UNUSABLE
    if not options.quiet:
        print(f"wrote {output} ({len(usable)} of {len(parts)} parts)", file=sys.stderr)
    return 0 if len(usable) == len(parts) else SOME


def remarks(part: Part) -> list[str]:
    """What is to be said of a part."""
    if part.problem is not None:
        return [
            f"left out: it {part.problem}"
            if part.problem.startswith(("has", "holds", "is"))
            else f"left out: {part.problem}"
        ]
    lines = []
    if not part.closed:
        lines.append("is not closed: its surface alone counts")
    stated = part.stated()
    if stated:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(stated.items()))
        lines.append(f"the error of {sum(stated.values())} of {len(part.faces)} faces is stated, not proven ({kinds})")
    return lines


def _progress(done: int, count: int, name: str) -> None:
    print(f"\r\033[K{done} of {count} parts, {name[:40]}", end="", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m clearance.cad",
        description="Write the parts of a STEP, IGES or BREP file as a scene in metres, with bounds of their errors.",
    )
    parser.add_argument("file", metavar="FILE", help="the file: .step, .stp, .iges, .igs, .brep or .brp")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="SCENE", help="the scene file; default: FILE with .scene.json at its end"
    )
    parser.add_argument(
        "--tolerance",
        default="0.01mm",
        metavar="LENGTH",
        help="how far triangles may be from curved faces (default: 0.01mm)",
    )
    parser.add_argument(
        "--angle",
        type=float,
        default=0.5,
        metavar="A",
        help="largest angle between neighbouring triangles, in radians (default: 0.5)",
    )
    parser.add_argument(
        "--no-shapes", action="store_true", help="triangles also for solids that are a box, cylinder, cone or sphere"
    )
    parser.add_argument("--quiet", action="store_true", help="do not say what was written")
    return parser
