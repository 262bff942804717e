"""Runs `manage.py`, with one line instead of a traceback for wrong settings or an unusable database."""

import os
import sys
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db.utils import OperationalError, ProgrammingError

UNDEFINED_SQLSTATES = ("42P01", "42703")  # an undefined table, an undefined column
NOT_MIGRATED = "The database has not been prepared for this version: run manage.py migrate (or make run) first."


def main(argv: Sequence[str]) -> int:
    """Runs a command and returns its exit status. With --traceback, errors keep their traceback."""
    try:
        execute_from_command_line(list(argv))
    except (OperationalError, ProgrammingError, ImproperlyConfigured) as error:
        message = _message(error)
        if not message or "--traceback" in argv:
            raise
        sys.stderr.write(f"CommandError: {message}\n")
        return 1
    except BrokenPipeError:  # as in `manage.py ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _message(error: Exception) -> str:
    """Returns one line for the user; "" for an error that needs its traceback."""
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    if isinstance(error, OperationalError):
        lines = str(error).strip().splitlines()
        return f"The database does not answer ({lines[0] if lines else 'no reason given'})."
    return NOT_MIGRATED if getattr(error.__cause__, "pgcode", "") in UNDEFINED_SQLSTATES else ""
