"""The command `clearance`, which published wheels bring: `uvx clearance distance a.stl b.stl`.

A package that was built from a checkout is without it, unless it was built with `--features command`. There the script `clearance` runs the next `clearance` on the PATH.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

from clearance._clearance import run_command

__all__: list[str] = []


def other() -> str | None:
    """The next `clearance` on the PATH that is not this script."""
    own = Path(sys.argv[0]).resolve().parent
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if folder and Path(folder).resolve() != own]
    return shutil.which("clearance", path=os.pathsep.join(folders))


def main() -> None:
    """Run the command in this process; its exit status is the process's."""
    # Ctrl-C ends the command, not Python; tables are read by this Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.environ.setdefault("CLEARANCE_PYTHON", sys.executable)
    status = run_command(["clearance", *sys.argv[1:]])
    if status is None:
        program = other()
        if program is None:
            sys.exit("clearance: this build of the Python package is without the command: cargo install --path crates/clearance-cli")
        os.execv(program, ["clearance", *sys.argv[1:]])
    sys.exit(status)


if __name__ == "__main__":
    main()
