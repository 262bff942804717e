"""1,500 `.pan` files scored in one process, compared with parsing them only."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from defusedxml.ElementTree import parse

from bench.figures import Figure, at_most
from bench.generated_pan import write_pans
from scoring.observations.files import FileSettings, score_files

FILES, TOPICS = 1_500, 50
SECONDS = 3.0


def measure() -> Iterator[Figure]:
    """Times `score_files`, reading included, and defusedxml alone."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_pans(Path(folder), files=FILES, topics=TOPICS)
        size = sum(path.stat().st_size for path in paths)
        yield Figure(f"generated files of {TOPICS} topics, kB each", f"{size / len(paths) / 1e3:.0f}")
        started = perf_counter()
        for path in paths:
            parse(path)
        parsed = perf_counter() - started
        started = perf_counter()
        scored = score_files(paths, FileSettings())
        seconds = perf_counter() - started
    if any(peer.scores.modified.score is None for peer in scored):
        raise AssertionError("A generated file was not scored.")
    yield at_most("seconds to read and score them", seconds, SECONDS)
    yield Figure("ratio to parsing them with defusedxml alone", f"{seconds / parsed:.2f}")
