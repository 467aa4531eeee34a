"""Source packages of other libraries, brought by pip for their own tests."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import pytest


@lru_cache(maxsize=4)
def _downloaded(requirement: str) -> Path | str:
    """The folder of a source package, or why there is none."""
    folder = Path(mkdtemp(prefix="clearance-sdist-"))
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(folder), requirement]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    except (subprocess.SubprocessError, OSError) as error:
        return f"pip cannot bring the source package {requirement}: {error}"
    archive = next(folder.glob("*.tar.gz"))
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def sdist(requirement: str) -> Path:
    """The folder of a source package; the test is skipped if there is no network."""
    found = _downloaded(requirement)
    if isinstance(found, str):
        pytest.skip(found)
    return found
