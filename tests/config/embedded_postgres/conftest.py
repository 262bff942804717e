"""Folders and processes for tests that really start servers."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.embedded_postgres.account import prepare_account
from config.embedded_postgres.cluster import Cluster
from config.embedded_postgres.server import EmbeddedServer, stop_and_remove

ROOT = Path(__file__).parents[3]
USER = """
import sys
from pathlib import Path
from config.embedded_postgres.server import EmbeddedServer
EmbeddedServer.for_folder(Path(sys.argv[1]), fsync=False).ensure_running()
print("up", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder with a short path (pytest's own are too long for sockets), removed with its server."""
    made = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp")).resolve()
    yield made
    stop_and_remove(made)
    EmbeddedServer._servers.pop(made, None)
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def cluster(folder: Path) -> Cluster:
    """The files of the server in `folder`, to look at it from outside."""
    account = prepare_account(folder / "postgres")
    return Cluster(folder / "postgres", account)


@pytest.fixture
def process(folder: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts other processes that use the server of `folder` until their standard input ends."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", USER, str(folder)]
        child = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(child)
        return child

    yield start
    for child in started:
        if child.poll() is None:
            child.kill()
        child.communicate()
