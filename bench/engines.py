"""Builds the engines; each is built as its users get it."""
import dataclasses
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(HERE, "target")
NATIVE = os.path.join(HERE, "target", "native")
CASES = os.path.join(TARGET, "release", "cases")


@dataclasses.dataclass(frozen=True)
class Engine:
    """A program that answers case files."""

    name: str
    precision: str
    command: tuple
    version: str


def cargo(*packages, native=False):
    environment = dict(os.environ)
    target = NATIVE if native else TARGET
    if native:
        environment["RUSTFLAGS"] = "-Ctarget-cpu=native"
    flags = [word for package in packages for word in ("-p", package)]
    command = ["cargo", "build", "--release", "--quiet", "--target-dir", target, *flags]
    subprocess.run(command, cwd=HERE, env=environment, check=True)
    return os.path.join(target, "release")


def cases(*words):
    """Runs the generator, built in release mode for its many solves."""
    cargo("cases")
    return subprocess.run([CASES, *words], capture_output=True, text=True, check=True).stdout


def clearance(native=False):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True).stdout.strip()
    program = os.path.join(cargo("engine-clearance", native=native), "engine-clearance")
    for precision in ("f64", "f32"):
        yield Engine(f"clearance {precision}{suffix(native)}", precision, (program, precision), commit)


def parry(native=False):
    folder = cargo("engine-parry", native=native)
    for precision in ("f64", "f32"):
        program = os.path.join(folder, f"engine-parry-{precision}")
        yield Engine(f"parry {precision}{suffix(native)}", precision, (program,), "0.31.1")


def suffix(native):
    return " native" if native else ""


MAKERS = {
    "clearance": clearance,
    "clearance-native": lambda: clearance(native=True),
    "parry": parry,
    "parry-native": lambda: parry(native=True),
}


def built(names):
    """The engines of these names, built."""
    return [engine for name in names for engine in MAKERS[name]()]


def versions(chosen):
    return {engine.name: engine.version for engine in chosen}
