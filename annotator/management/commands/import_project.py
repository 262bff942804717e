"""`manage.py import_project FILE`: creates a project from a JSON file that export_project has written."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.reading import MAX_BYTES
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.web.refusals import ServiceRefused


class Command(BaseCommand):
    """Creates the complete project, or exits with status 1 and a one-line message."""

    help = "Make a project from a file that export_project has written."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--slug", default="", metavar="SLUG", help="the project's slug, instead of the file's")
        parser.add_argument("--name", default="", metavar="NAME", help="the project's name, instead of the file's")
        parser.add_argument(
            "--link-accounts",
            action="store_true",
            help="link members to the accounts that have their user names on this site",
        )

    def handle(self, *, file: Path, slug: str, name: str, link_accounts: bool, **options: Any) -> None:
        try:
            with file.open("rb") as opened:
                data = opened.read(MAX_BYTES + 1)  # the extra byte shows that a file is too large
            project = import_project(data=data, by=None, slug=slug, name=name, link_accounts=link_accounts)
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.") from error
        except (ProjectFileError, ServiceRefused) as error:
            raise CommandError(f"{file.name}: refused. {' '.join(str(error).split())}") from error
        self.stdout.write(f"The project “{project.name}” is at /p/{project.slug}/.")
