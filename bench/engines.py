"""Builds the engines; each is built as its users get it."""
import dataclasses
import glob
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(HERE, "target")
NATIVE = os.path.join(HERE, "target", "native")
VENV = os.path.join(HERE, "work", "venv")
WHEELS = ["coal==3.0.3", "mujoco==4.0.0", "matplotlib"]
DEBIAN = ["libccd-dev", "libfcl-dev", "libbullet-dev", "libeigen3-dev"]
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


def wheels():
    """The folder of the wheels' files, in an environment of their own."""
    if not os.path.exists(VENV):
        subprocess.run(["python3", "-m", "venv", VENV], check=True)
        subprocess.run([os.path.join(VENV, "bin", "pip"), "install", "--quiet", *WHEELS], check=True)
    return glob.glob(os.path.join(VENV, "lib", "python*", "site-packages"))[0]


def debian():
    """Headers and libraries of the distribution."""
    query = subprocess.run(["dpkg-query", "--show", *DEBIAN], capture_output=True, text=True)
    if query.returncode != 0:
        subprocess.run(["apt-get", "install", "--quiet", "--yes", *DEBIAN], check=True)
        query = subprocess.run(["dpkg-query", "--show", *DEBIAN], capture_output=True, text=True, check=True)
    lines = (line.split() for line in query.stdout.splitlines())
    return {package.split(":")[0]: version for package, version in lines}


def compiled(name, folder, *flags):
    """A C++ engine, built as a user of the library builds a program."""
    program = os.path.join(TARGET, "cpp", name)
    os.makedirs(os.path.dirname(program), exist_ok=True)
    source = os.path.join(HERE, "engines", folder, "main.cpp")
    subprocess.run(["g++", "-O3", "-DNDEBUG", "-std=c++17", "-Wall", source, "-o", program, *flags], check=True)
    return program


def linked(folder, library):
    return ["-L" + folder, "-l" + library, "-Wl,-rpath," + folder]


def coal():
    prefix = os.path.join(wheels(), "cmeel.prefix")
    debian()  # for Eigen
    headers = ["-DCOAL_HAS_OCTOMAP", "-isystem", os.path.join(prefix, "include"), "-isystem", "/usr/include/eigen3"]
    yield Engine("coal", "f64", (compiled("coal", "coal", *headers, *linked(os.path.join(prefix, "lib"), "coal")),), "3.0.3")


def mujoco():
    folder = os.path.join(wheels(), "mujoco")
    library = glob.glob(os.path.join(folder, "libmujoco.so.*"))[0]
    flags = ["-isystem", os.path.join(folder, "include"), library, "-Wl,-rpath," + folder]
    yield Engine("mujoco", "f64", (compiled("mujoco", "mujoco", *flags),), library.split(".so.")[1])


def ccd():
    version = debian()["libccd-dev"]
    yield Engine("libccd", "f64", (compiled("ccd", "ccd", "-lccd", "-lm"),), version)


def fcl():
    version = debian()["libfcl-dev"]
    yield Engine("fcl", "f64", (compiled("fcl", "fcl", "-isystem", "/usr/include/eigen3", "-lfcl", "-lccd"),), version)


def bullet():
    version = debian()["libbullet-dev"]
    headers = ["-isystem", "/usr/include/bullet"]
    double = ["-DBT_USE_DOUBLE_PRECISION", *headers, "-lBulletCollision-float64", "-lLinearMath-float64"]
    single = [*headers, "-lBulletCollision", "-lLinearMath"]
    yield Engine("bullet f64", "f64", (compiled("bullet64", "bullet", *double),), version)
    yield Engine("bullet f32", "f32", (compiled("bullet32", "bullet", *single),), version)


MAKERS = {
    "clearance": clearance,
    "parry": parry,
    "coal": coal,
    "mujoco": mujoco,
    "ccd": ccd,
    "fcl": fcl,
    "bullet": bullet,
    "clearance-native": lambda: clearance(native=True),
    "parry-native": lambda: parry(native=True),
}


def built(names):
    """The engines of these names, built."""
    return [engine for name in names for engine in MAKERS[name]()]


def versions(chosen):
    return {engine.name: engine.version for engine in chosen}
