"""Scores and imports `.pan` files (DUCView's peer annotations) of the usual size, about 50 kB, with random words."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

from bench.figures import Figure, at_most, timed
from bench.site import ROOT, prepare_django

TOPICS, PEERS = 20, 28  # of which 25, on average, are annotated
SCORED_FILES, MAX_SCORING_SECONDS = 1_500, 3.0
MAX_IMPORT_SECONDS, MAX_IMPORT_MEGABYTES = 20.0, 250.0
IMPORT = """
import sys
from bench.figures import peak_megabytes
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
print(peak_megabytes())
"""


def measure_scoring() -> Iterator[Figure]:
    """Times `score_files` in one process; this includes reading the files. Each is scored under several names.

    Files of one topic follow each other, as in the folders of DUC, because the reader keeps the last pyramids.
    """
    files = sorted(_export_campaign().glob("*.pan"), key=lambda file: file.name.split(".")[1])
    from scoring.observations.files import FileSettings, score_files

    paths = [file.with_name(f"{copy}-{file.name}") for file in files for copy in range(1 + SCORED_FILES // len(files))]
    for path in paths[:SCORED_FILES]:
        path.symlink_to(path.name.split("-", 1)[1])
    seconds, scored_peers = timed(lambda: score_files(paths[:SCORED_FILES], FileSettings()))
    for path in paths[:SCORED_FILES]:
        path.unlink()
    if any(peer.scores.modified.score is None for peer in scored_peers):
        raise AssertionError("A generated file was not scored.")
    size = sum(file.stat().st_size for file in files) / len(files) / 1000
    yield at_most(f"seconds to read and score {SCORED_FILES} files of {size:.0f} kB", seconds, MAX_SCORING_SECONDS)


def measure_import() -> Iterator[Figure]:
    """Times `import_duc` of an evaluation campaign in a separate process, and reads its peak memory."""
    folder = _export_campaign()
    command = [sys.executable, "-c", IMPORT, "import_duc", "--project", "bench-imported", str(folder)]
    seconds, process = timed(
        lambda: subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    )
    if process.returncode:
        raise AssertionError(f"import_duc ended with {process.returncode}: {process.stderr}")
    name = f"seconds to import {len(list(folder.iterdir()))} files of {TOPICS} topics"
    yield at_most(name, seconds, MAX_IMPORT_SECONDS, "{:.1f}")
    yield at_most("peak memory, MB", float(process.stdout.splitlines()[-1]), MAX_IMPORT_MEGABYTES, "{:.0f}")


@cache
def _export_campaign() -> Path:
    """Makes a project, and exports it as DUCView files into a folder, which is removed with the site."""
    prepare_django()
    from django.core.management import call_command
    from django.utils import timezone

    from bench.big_team import BigTeam, TeamSize
    from bench.settings import DATA

    size = TeamSize(topics=TOPICS, peers=PEERS, words=400, scus=75, builders=0, matchers=1)
    BigTeam(size=size, now=timezone.now(), slug="bench-campaign")
    folder = Path(os.environ[DATA]) / "campaign"
    call_command("export_duc", project="bench-campaign", out=folder, stdout=StringIO())
    return folder
