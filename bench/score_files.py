"""Scores 1,500 `.pan` files (DUCView's peer annotations) in one process."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench.figures import Figure, at_most
from bench.generated_pan import write_pans
from scoring.observations.files import FileSettings, score_files

FILES, TOPICS = 1_500, 50
MAX_SECONDS = 3.0


def measure() -> Iterator[Figure]:
    """Times `score_files`; this includes reading the files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_pans(Path(folder), files=FILES, topics=TOPICS)
        size = sum(path.stat().st_size for path in paths)
        yield Figure(f"generated files of {TOPICS} topics, kB each", f"{size / len(paths) / 1e3:.0f}")
        started = perf_counter()
        scored_peers = score_files(paths, FileSettings())
        seconds = perf_counter() - started
    if any(peer.scores.modified.score is None for peer in scored_peers):
        raise AssertionError("A generated file was not scored.")
    yield at_most("seconds to read and score the files", seconds, MAX_SECONDS)
