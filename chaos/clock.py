"""The site's clock, moved by what stands in a file: the machine's own is not ours to set.

All that Django and the project ask is moved (`timezone.now`, `time.time`); what Postgres asks itself is not.
"""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

FILE = "CHAOS_CLOCK"  # the variable that names it

_now, _time = timezone.now, time.time


def install() -> None:
    """From now on this process has the clock of the file."""
    timezone.now = _moved_now
    time.time = _moved_time


def set_clock(file: Path, seconds: float) -> None:
    """Put the clock so far from the real one: forwards, or backwards if negative."""
    written = file.with_suffix(".new")
    written.write_text(str(seconds))
    written.replace(file)


def _moved_now() -> datetime:
    return _now() + timedelta(seconds=_offset())


def _moved_time() -> float:
    return _time() + _offset()


def _offset() -> float:
    try:
        return float(Path(os.environ[FILE]).read_text())
    except (KeyError, FileNotFoundError):
        return 0.0
