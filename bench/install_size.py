"""What `make run` has to fetch and keep: the packages that requirements/run.txt locks."""

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from bench.registry import Measured, at_most, line

LOCK = Path(__file__).parent.parent / "requirements" / "run.txt"
PACKAGES_BUDGET = 60
MEGABYTES_BUDGET = 600


@line("install")
def install_size() -> Iterator[Measured]:
    """Packages and megabytes of the locked run-time requirements, as installed here."""
    names = re.findall(r"^([A-Za-z0-9._-]+)==", LOCK.read_text(), flags=re.MULTILINE)
    sizes = {name: size for name in names if (size := _bytes(name)) is not None}
    yield at_most("packages locked", len(names), PACKAGES_BUDGET, "{:.0f}")
    yield at_most("MB of those installed here", sum(sizes.values()) / 1e6, MEGABYTES_BUDGET, "{:.0f}")
    missing = len(names) - len(sizes)
    if missing:
        yield Measured("locked for other platforms, not installed here", str(missing))


def _bytes(name: str) -> int | None:
    """Size of an installed package in bytes, compiled modules included; None if it is not installed."""
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())) for file in files)
    return sum(path.stat().st_size for path in paths if path.exists())
