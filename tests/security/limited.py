"""Code that may go wrong for good, in a process of its own: with little memory, and ended if it does not end."""

import subprocess
import sys
import textwrap
from typing import NamedTuple

from tests.site_process import ROOT

PATIENCE = 60
"""Seconds; no test is about them. What does not end is ended."""


class Ended(NamedTuple):
    """How it ended: the exit status and what was printed."""

    status: int
    out: str
    err: str


def run_limited(code: str, *, megabytes: int, given: str = "") -> Ended:
    """Run Python code that has so much more memory than the interpreter at its start; ``given`` is its input."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({megabytes << 20}, {megabytes << 20}))\n"
    ended = subprocess.run(
        [sys.executable, "-c", limit + textwrap.dedent(code)],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)
