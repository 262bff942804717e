"""The folder of one running `manage.py serve`: figures that its workers share, and word that it is about to stop."""

import os
import shutil
import tempfile
from pathlib import Path

import psutil

PREFIX = "pyramidion-run-"
NAMED = "PYRAMIDION_RUN_FOLDER"
FIGURES = "PROMETHEUS_MULTIPROC_DIR"
STOPPING = "stopping"


def make() -> Path:
    """A new folder, which the workers inherit by their environment; those of killed servers are removed."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        number = left.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdigit() and not psutil.pid_exists(int(number)) and left.stat().st_uid == os.getuid():
            shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    os.environ[NAMED] = os.environ[FIGURES] = str(folder)
    return folder


def remove(folder: Path) -> None:
    """When the workers have ended."""
    shutil.rmtree(folder, ignore_errors=True)
    os.environ.pop(NAMED, None)
    os.environ.pop(FIGURES, None)


def stop_soon(folder: Path) -> None:
    """From now on /readyz says no, and connections end with their answers; requests are still served."""
    (folder / STOPPING).touch()


def draining() -> bool:
    """Whether this server is about to stop."""
    folder = os.environ.get(NAMED)
    return folder is not None and os.path.exists(f"{folder}/{STOPPING}")  # noqa: PTH110  # asked with each request
