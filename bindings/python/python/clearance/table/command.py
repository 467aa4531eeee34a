"""The command line of tables; exit statuses are those of docs/reference/formats.md."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NoReturn, Optional

from ..values import Options
from .errors import TableError
from .finishing import Report, check
from .manifest import ROWS_PER_SLICE, Manifest
from .robot import RobotFiles
from .planning import plan
from .running import run

ANSWERED, SOME_ERRORS, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs a command; returns its exit status."""
    given = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _terminate)
    try:
        if given.command == "check":
            return _tell_report(given, check(given.out, unique_ids=given.unique_ids, threads=given.threads or 1))
        if given.command == "plan":
            return _tell_plan(given, plan(given.input, given.out, **_question(given)))
        return _tell_report(given, run(given.input, given.out, threads=given.threads, **_question(given)))
    except BrokenPipeError:
        return ANSWERED
    except TableError as error:
        print(f"clearance.table: {error}", file=sys.stderr)
        return UNUSABLE
    except OSError as error:
        print(f"clearance.table: {given.out}: {error}", file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        print("clearance.table: interrupted; run it again with --resume", file=sys.stderr)
        return INTERRUPTED


def _terminate(number: int, _frame: Any) -> NoReturn:
    raise SystemExit(128 + number)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m clearance.table",
        description="Proven distances of tables of pairs, motions, poses that are boxes or configurations, Parquet to Parquet",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (("run", "answer a table, or continue with it"), ("plan", "write the plan of a table, answer nothing")):
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("input", nargs="+", help="Parquet files, folders, patterns or addresses with ://")
        command.add_argument("-o", "--out", required=True, help="folder or address of the answers")
        command.add_argument("--shapes", help="shape table: JSON Lines with names, or Parquet of (name, json)")
        command.add_argument("--robot", help="URDF or DH file, in place of --shapes")
        command.add_argument("--srdf", help="which pairs of links are not checked")
        command.add_argument("--package", action="append", default=[], metavar="NAME=DIR", help="where package://NAME/ is")
        command.add_argument("--scene", help="the bodies of the robot's world")
        command.add_argument("--columns", help="names with commas between them, or all")
        command.add_argument("--carry", default="", help="columns of the input to be repeated, with commas between them")
        command.add_argument("--accuracy", choices=["rounded", "tight", "exact"], help="how wide the bounds of polytopes may be")
        command.add_argument("--relative-tolerance", type=float, metavar="R", help="stop at bounds narrower than this part")
        command.add_argument("--rows-per-slice", type=int, default=ROWS_PER_SLICE, metavar="N", help=f"default {ROWS_PER_SLICE}")
        command.add_argument("--resume", action="store_true", help="continue the plan in the folder")
    again = commands.add_parser("check", help="check a complete table", description="check a complete table")
    again.add_argument("out", help="folder or address of the answers")
    again.add_argument("--unique-ids", action="store_true", help="expect each id once")
    for name in ("run", "check"):
        commands.choices[name].add_argument("--threads", type=_positive, metavar="N", help="slices at once")
    for command in commands.choices.values():
        command.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {number}")
    return number


def _question(given: argparse.Namespace) -> dict[str, Any]:
    robot: Optional[str] = given.robot
    if (given.shapes is None) == (robot is None):
        raise TableError("expected --shapes FILE or --robot FILE")
    if robot is None and (given.srdf or given.scene or given.package):
        raise TableError("--srdf, --scene and --package go with --robot")
    if robot is not None and (given.accuracy or given.relative_tolerance is not None):
        raise TableError("--accuracy and --relative-tolerance go with --shapes")
    columns = given.columns if given.columns in (None, "all") else given.columns.split(",")
    common = {
        "columns": columns,
        "carry": [name for name in given.carry.split(",") if name],
        "rows_per_slice": given.rows_per_slice,
        "resume": given.resume,
    }
    if robot is None:
        return {"shapes": given.shapes, "options": _options(given), **common}
    packages = tuple(_package(text) for text in given.package)
    return {"robot": RobotFiles(robot, given.srdf, packages, given.scene), **common}


def _options(given: argparse.Namespace) -> Options:
    try:
        return Options(relative=given.relative_tolerance, accuracy=given.accuracy or "rounded")
    except ValueError as error:
        raise TableError(f"--relative-tolerance: {error}") from None


def _package(text: str) -> tuple[str, str]:
    name, equals, folder = text.partition("=")
    if not equals:
        raise TableError(f"--package: expected NAME=DIR, got {text}")
    return name, folder


def _tell_report(given: argparse.Namespace, report: Report) -> int:
    if given.json:
        print(json.dumps(asdict(report)))
    else:
        print(f"{report.rows} rows in {report.slices} files, digest {report.digest}")
    if report.errors:
        print(f"{report.errors} of {report.rows} rows have errors", file=sys.stderr)
    return SOME_ERRORS if report.errors else ANSWERED


def _tell_plan(given: argparse.Namespace, manifest: Manifest) -> int:
    if given.json:
        print(manifest.to_text(), end="")
    else:
        print(f"{manifest.rows} rows in {len(manifest.slices)} slices of {len(manifest.inputs)} files")
    return ANSWERED
