"""`manage.py backup FILE`: writes all data of this installation into one file while people keep working."""

import argparse
import os
import stat
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotator.interchange.whole_file import whole_file
from config.backup.refused import BackupRefused
from config.backup.taking import take_backup


class Command(BaseCommand):
    """Writes the file completely or not at all, readable only by its owner."""

    help = "Write this installation's data into one file, to restore it here or elsewhere. People can keep working."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the backup to write; - for the standard output")

    def handle(self, *, file: str, verbosity: int = 1, **options: Any) -> None:
        """Reports on standard error, so that the backup itself can go to standard output."""
        if file == "-" and sys.stdout.isatty():
            raise CommandError("A backup is a binary file: name a file, or redirect the output into one.")
        try:
            if file == "-":
                restrict_to_owner(sys.stdout.fileno())
                manifest = take_backup(sys.stdout.buffer, now=timezone.now())
                sys.stdout.buffer.flush()
            else:
                with whole_file(Path(file), mode=0o600) as out:
                    manifest = take_backup(out, now=timezone.now())
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CommandError(f"Cannot write to {file}: {error.strerror}.") from error
        except BackupRefused as error:
            raise CommandError(str(error)) from error
        target = "the standard output" if file == "-" else file
        if verbosity:  # cron mails each line that a command prints
            self.stderr.write(f"{manifest.rows:,} rows of {len(manifest.tables)} tables were written to {target}.")


def restrict_to_owner(descriptor: int) -> None:
    """Makes the file behind a redirection readable only by its owner; pipes have no mode to change.

    Raises CommandError if others can read a file of another user: root's shell may have opened it for this process.
    """
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode) and mode & 0o077:
        try:
            os.fchmod(descriptor, 0o600)
        except PermissionError as error:
            raise CommandError("Others can read the file that you redirect into: redirect under umask 077.") from error
