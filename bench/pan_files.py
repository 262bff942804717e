"""Scores and imports `.pan` files (DUCView's peer annotations) of the usual size, about 50 kB, with random words."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from annotator.duc.compose import compose_text
from annotator.duc.documents import Contributor, Part, PeerDocument, Scu
from annotator.duc.xml_output import write_pan
from bench.figures import Figure, at_most, timed
from bench.site import ROOT, prepare_django
from scoring.observations.files import FileSettings, score_files

SCORED_FILES, SCORED_TOPICS, MAX_SCORING_SECONDS = 1_500, 50, 3.0
IMPORTED_FILES, IMPORTED_TOPICS, MAX_IMPORT_SECONDS, MAX_IMPORT_MEGABYTES = 500, 20, 20.0, 250.0
IMPORT = """
import sys
from bench.figures import peak_megabytes
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
print(peak_megabytes())
"""

MODELS, SENTENCES, WORDS_PER_SENTENCE = 4, 10, 25  # the peer has as many sentences as each model
SCUS, MATCHES = 80, 8
WEIGHT_SHARES = (66, 19, 10, 5)  # percentages of the SCUs of DUC 2006 that have weight 1, 2, 3 and 4


def measure_scoring() -> Iterator[Figure]:
    """Times `score_files` in one process; this includes reading the files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_pans(Path(folder), files=SCORED_FILES, topics=SCORED_TOPICS)
        seconds, scored_peers = timed(lambda: score_files(paths, FileSettings()))
    if any(peer.scores.modified.score is None for peer in scored_peers):
        raise AssertionError("A generated file was not scored.")
    yield at_most("seconds to read and score the files", seconds, MAX_SCORING_SECONDS)


def measure_import() -> Iterator[Figure]:
    """Times `import_duc` of an evaluation campaign in a separate process, and reads its peak memory."""
    prepare_django()
    with tempfile.TemporaryDirectory() as folder:
        write_pans(Path(folder), files=IMPORTED_FILES, topics=IMPORTED_TOPICS)
        command = [sys.executable, "-c", IMPORT, "import_duc", "--project", "bench-campaign", folder]
        seconds, process = timed(
            lambda: subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
        )
    if process.returncode:
        raise AssertionError(f"import_duc ended with {process.returncode}: {process.stderr}")
    name = f"seconds to import {IMPORTED_FILES} files of {IMPORTED_TOPICS} topics"
    yield at_most(name, seconds, MAX_IMPORT_SECONDS, "{:.1f}")
    yield at_most("peak memory, MB", float(process.stdout.splitlines()[-1]), MAX_IMPORT_MEGABYTES, "{:.0f}")


def write_pans(folder: Path, *, files: int, topics: int) -> list[Path]:
    """Writes the files, and returns their paths in sorted order. All files of a topic have the same content."""
    contents = [_pan(random.Random(seed)) for seed in range(topics)]
    paths = [folder / f"100.D{number % topics:04}.M.250.A.{number}.pan" for number in range(files)]
    for number, path in enumerate(paths):
        path.write_text(contents[number % topics], encoding="utf-8")
    return sorted(paths)


def _pan(rng: random.Random) -> str:
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) for _ in range(800)]
    pyramid = compose_text([(f"D0001.{letter}", _text(rng, words)) for letter in "ABCDEFGH"[:MODELS]])
    weights = rng.choices(range(1, MODELS + 1), WEIGHT_SHARES, k=SCUS)
    bounds = [[(model.start, model.end) for model in rng.sample(pyramid.models, weight)] for weight in weights]
    scus = tuple(_scu(rng, uid, pyramid.text, bounds_of_scu) for uid, bounds_of_scu in enumerate(bounds, start=1))
    peer = _text(rng, words)
    matched = {0, *rng.sample(range(1, SCUS + 1), MATCHES)}  # 0: text that matches no SCU
    uids = (*range(1, SCUS + 1), 0)
    units = tuple(_scu(rng, uid, peer, [(0, len(peer))] if uid in matched else []) for uid in uids)
    return write_pan(PeerDocument(replace(pyramid, scus=scus), peer, units))


def _text(rng: random.Random, words: list[str]) -> str:
    sentences = (" ".join(rng.choices(words, k=WORDS_PER_SENTENCE)) for _ in range(SENTENCES))
    return ".\n".join(sentences) + ".\n"


def _scu(rng: random.Random, uid: int, text: str, bounds: Sequence[tuple[int, int]]) -> Scu:
    """Makes an SCU with a contributor within each of the ``bounds``."""
    contributors = []
    for lower, upper in bounds:
        start = rng.randrange(lower, upper - 60)
        end = start + rng.randint(30, 60)
        is_split = end - start > 50  # a third of the contributors of DUC 2006 have more than one part
        spans = [(start, start + 20), (start + 25, end)] if is_split else [(start, end)]
        parts = tuple(Part(first, last, text[first:last]) for first, last in spans)
        contributors.append(Contributor("...".join(part.label for part in parts), "", parts))
    start = rng.randrange(len(text) - 50)
    return Scu(uid, f"(1) {text[start : start + 45]}", "", tuple(contributors))
