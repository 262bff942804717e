"""`manage.py export_project SLUG --out FILE`: writes a project as JSON."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.whole_file import whole_file
from annotator.projects.models import Project


class Command(BaseCommand):
    """Writes the file completely or not at all."""

    help = "Write a project with all its contents as JSON, for import_project on this site or another."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("project", metavar="SLUG")
        parser.add_argument("--out", required=True, type=Path, metavar="FILE")

    def handle(self, *, project: str, out: Path, **options: Any) -> None:
        exported_project = Project.objects.filter(slug=project).first()
        if exported_project is None:
            raise CommandError(f"There is no project “{project}”.")
        try:
            with whole_file(out) as file:
                file.writelines(chunk.encode() for chunk in export_project(exported_project))
        except OSError as error:
            raise CommandError(f"Cannot write to {out}: {error.strerror}.") from error
        self.stdout.write(f"The project “{project}” was written to {out}.")
