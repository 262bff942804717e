"""Runs the journeys of tests/journeys/test_engines.py in each engine, and says which engines were tried."""

import subprocess
import sys
from collections.abc import Iterator

from bench.figures import Figure
from tests.journeys.engines import PACKAGES, why_missing


def measure() -> Iterator[Figure]:
    """Yields how many journeys passed in each engine, or why it was not tried."""
    for engine in sorted(PACKAGES):
        if missing := why_missing(engine):
            yield Figure(f"journeys in {engine}", f"not tried: {missing}")
            continue
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/journeys/test_engines.py", "-k", engine]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        yield Figure(f"journeys in {engine}", f"tried: {result.stdout.strip().splitlines()[-1]}")
