"""`manage.py restore FILE`: an empty installation becomes the one of a backup."""

import argparse
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backup.archive import opened, piped
from config.backup.refused import BackupRefused
from config.backup.restoring import restore


class Command(BaseCommand):
    """Restores all of it, or exits with 1 and one line."""

    help = "Make an empty installation what a file of backup holds."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """One file."""
        parser.add_argument("file", metavar="FILE", help="where from; - is the standard input")
        parser.add_argument("--check", action="store_true", help="only read the file through: is it whole?")

    def handle(self, *, file: str, check: bool, **options: Any) -> None:
        """One line says what there is."""
        if file == "-" and (not sys.stdin or sys.stdin.isatty()):
            raise CommandError("A backup is not typed: name a file, or lead one into the input.")
        where = "the standard input" if file == "-" else file
        try:
            with piped(sys.stdin.buffer) if file == "-" else opened(Path(file)) as archive:
                made = archive.manifest
                if check:
                    archive.check()
                else:
                    restore(archive)
        except OSError as error:
            raise CommandError(f"Cannot read {where}: {error.strerror}.") from error
        except BackupRefused as error:
            raise CommandError(f"{Path(where).name}: refused. {error}") from error
        done = "is whole" if check else "was restored"
        self.stdout.write(
            f"The backup of {made.made_at} (version {made.application}) {done}: "
            f"{made.rows:,} rows of {len(made.tables)} tables."
        )
