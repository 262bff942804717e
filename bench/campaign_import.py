"""Imports an evaluation campaign, 500 DUCView files of 20 topics, with `import_duc` in a separate process."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench.figures import Figure, at_most
from bench.generated_pan import write_pans
from bench.site import ROOT, prepare_django

FILES, TOPICS = 500, 20
MAX_SECONDS, MAX_MEGABYTES = 20.0, 250.0
COMMAND = """
import resource, sys
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def measure() -> Iterator[Figure]:
    """Times the command and reads its peak memory."""
    prepare_django()
    with tempfile.TemporaryDirectory() as folder:
        write_pans(Path(folder), files=FILES, topics=TOPICS)
        command = [sys.executable, "-c", COMMAND, "import_duc", "--project", "bench-campaign", folder]
        started = perf_counter()
        process = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
        seconds = perf_counter() - started
    if process.returncode:
        raise AssertionError(f"import_duc ended with {process.returncode}: {process.stderr}")
    kilobytes = int(process.stdout.splitlines()[-1]) / (1024 if sys.platform == "darwin" else 1)  # macOS gives bytes
    yield at_most(f"seconds to import {FILES} files of {TOPICS} topics", seconds, MAX_SECONDS, "{:.1f}")
    yield at_most("peak memory, MB", kilobytes / 1024, MAX_MEGABYTES, "{:.0f}")
