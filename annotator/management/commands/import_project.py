"""`manage.py import_project FILE`: makes a project from its JSON."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.reading import LARGEST
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.web.refusals import ServiceRefused


class Command(BaseCommand):
    """Makes the whole project, or exits with 1 and one line."""

    help = "Make a project from a file of export_project."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--slug", default="", metavar="SLUG", help="the slug here, instead of the file's")
        parser.add_argument("--name", default="", metavar="NAME", help="the name here, instead of the file's")
        parser.add_argument(
            "--link-accounts",
            action="store_true",
            help="link user names in the file to the accounts with the same names here",
        )

    def handle(self, *, file: Path, slug: str, name: str, link_accounts: bool, **options: Any) -> None:
        try:
            with file.open("rb") as opened:
                data = opened.read(LARGEST + 1)  # one byte more than is allowed shows that it is too large
            project = import_project(data=data, by=None, slug=slug, name=name, link_accounts=link_accounts)
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.") from error
        except (ProjectFileError, ServiceRefused) as error:
            raise CommandError(f"{file.name}: refused. {' '.join(str(error).split())}") from error
        self.stdout.write(f"The project “{project.name}” is at /p/{project.slug}/.")
