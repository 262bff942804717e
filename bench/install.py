"""Counts and sizes the packages in requirements/run.txt, where a package can have two versions for two Pythons."""

import re
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from bench.figures import Figure, at_most

LOCK_FILE = Path(__file__).parent.parent / "requirements" / "run.txt"
MAX_PACKAGES, MAX_MEGABYTES = 50, 500


def measure() -> Iterator[Figure]:
    """Yields the number of packages, and the megabytes of those that are installed here with their compiled modules."""
    names = set(re.findall(r"^([A-Za-z0-9._-]+)==", LOCK_FILE.read_text(), flags=re.MULTILINE))
    files = [file for name in names for package in distributions(name=name) for file in package.files or []]
    paths = [path for path in (Path(str(file.locate())) for file in files) if path.exists()]
    yield at_most("packages locked", len(names), MAX_PACKAGES, "{:.0f}")
    size = sum(path.stat().st_size for path in paths)
    yield at_most("MB of the packages installed here", size / 1e6, MAX_MEGABYTES, "{:.0f}")
