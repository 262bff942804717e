"""1,500 `.pan` files scored in one process, against parsing them and nothing more."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from defusedxml.ElementTree import parse

from bench.generated_pan import pan_text
from bench.registry import Measured, at_most, line
from scoring.observations.files import FileSettings, score_files

FILES = 1_500
PYRAMIDS = 50
FILES_A_TOPIC = FILES // PYRAMIDS
SECONDS_BUDGET = 4.0


@line("score_files")
def scored_files() -> Iterator[Measured]:
    """Time of `score_files`, reading included, and its ratio to defusedxml alone."""
    with tempfile.TemporaryDirectory() as folder:
        paths = _written(Path(folder))
        size = sum(path.stat().st_size for path in paths)
        yield Measured(f"files from {PYRAMIDS} generated ones, kB each", f"{size / len(paths) / 1e3:.0f}")
        started = perf_counter()
        for path in paths:
            parse(path)
        parsed = perf_counter() - started
        together = _seconds_to_score(paths)
        interleaved = _seconds_to_score(
            [path for first in range(FILES_A_TOPIC) for path in paths[first::FILES_A_TOPIC]]
        )
    yield at_most("seconds to read and score them", together, SECONDS_BUDGET)
    yield Measured("ratio to parsing them with defusedxml alone", f"{together / parsed:.2f}")
    yield Measured("ratio with the peers of all topics interleaved", f"{interleaved / parsed:.2f}")


def _seconds_to_score(paths: list[Path]) -> float:
    started = perf_counter()
    scored = score_files(paths, FileSettings())
    seconds = perf_counter() - started
    if any(one.scores.modified.score is None for one in scored):
        raise AssertionError("A generated file was not scored.")
    return seconds


def _written(folder: Path) -> list[Path]:
    texts = [pan_text(seed) for seed in range(PYRAMIDS)]
    paths = []
    for number in range(FILES):
        path = folder / f"100.D{number % PYRAMIDS:04}.M.250.A.{number}.pan"
        path.write_text(texts[number % PYRAMIDS], encoding="utf-8")
        paths.append(path)
    return sorted(paths)  # as a shell lists them: the peers of a topic together
