"""`manage.py restore FILE`: restores a backup into an empty installation."""

import argparse
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backup.archive import open_backup, open_piped_backup
from config.backup.refused import BackupRefused
from config.backup.restoring import restore


class Command(BaseCommand):
    """Restores the whole backup. On a failure it restores nothing, and exits with status 1 and a one-line message."""

    help = "Restore a backup into an empty installation."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the backup to read; - for the standard input")
        parser.add_argument("--check", action="store_true", help="only check that the file is complete")

    def handle(self, *, file: str, check: bool, **options: Any) -> None:
        """Prints one line about the restored, or checked, backup."""
        if file == "-" and (not sys.stdin or sys.stdin.isatty()):
            raise CommandError("A backup cannot be typed: name a file, or redirect one into the input.")
        source = "the standard input" if file == "-" else file
        try:
            with open_piped_backup(sys.stdin.buffer) if file == "-" else open_backup(Path(file)) as archive:
                manifest = archive.manifest
                if check:
                    archive.check()
                else:
                    restore(archive)
        except OSError as error:
            raise CommandError(f"Cannot read {source}: {error.strerror}.") from error
        except BackupRefused as error:
            raise CommandError(f"{Path(source).name}: refused. {error}") from error
        outcome = "is complete" if check else "was restored"
        self.stdout.write(
            f"The backup of {manifest.made_at} (version {manifest.application}) {outcome}: "
            f"{manifest.rows:,} rows of {len(manifest.tables)} tables."
        )
