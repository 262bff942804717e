"""Counts and sizes the packages in requirements/run.txt, which `make run` installs."""

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from bench.figures import Figure, at_most

LOCK_FILE = Path(__file__).parent.parent / "requirements" / "run.txt"
MAX_PACKAGES, MAX_MEGABYTES = 50, 500


def measure() -> Iterator[Figure]:
    """Yields the number of packages, and the megabytes of those that are installed here."""
    names = re.findall(r"^([A-Za-z0-9._-]+)==", LOCK_FILE.read_text(), flags=re.MULTILINE)
    sizes = [size for name in names if (size := _bytes(name)) is not None]
    yield at_most("packages locked", len(names), MAX_PACKAGES, "{:.0f}")
    yield at_most("MB of the packages installed here", sum(sizes) / 1e6, MAX_MEGABYTES, "{:.0f}")


def _bytes(name: str) -> int | None:
    """Returns the size of an installed package with its compiled modules; None if it is not installed."""
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())) for file in files)
    return sum(path.stat().st_size for path in paths if path.exists())
