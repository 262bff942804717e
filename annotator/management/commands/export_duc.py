"""`manage.py export_duc --project SLUG --out DIR`: writes DUCView files."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.interchange.duc.exporting import export_duc
from annotator.projects.models import Project


class Command(BaseCommand):
    help = "Write releases and peer annotations as DUCView files, which have no place for relations between SCUs."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--out", required=True, type=Path, metavar="DIR")
        parser.add_argument("--strict", action="store_true", help="stop at the first file that cannot be written")

    def handle(self, *, project: str, out: Path, **options: Any) -> None:
        exported_project = Project.objects.filter(slug=project).first()
        if exported_project is None:
            raise CommandError(f"There is no project “{project}”.")
        file_count = 0
        unwritten: list[str] = []
        try:
            out.mkdir(parents=True, exist_ok=True)
            for file in export_duc(exported_project):
                try:
                    (out / file.name).write_text(file.text, encoding="utf-8", newline="")
                    file_count += 1
                    if file.relation_count:
                        self.stderr.write(f"{file.name}: lacks {file.relation_count} relations between SCUs.")
                except OSError as error:
                    if options["strict"]:
                        raise
                    unwritten.append(f"{file.name}: It cannot be written ({error.strerror}).")
        except OSError as error:
            raise CommandError(f"Cannot write to {out}: {error.strerror}.") from error
        self.stdout.write(f"{file_count} files written to {out}.")
        self.stderr.writelines(f"{line}\n" for line in unwritten)
        if unwritten:
            raise CommandError(f"{len(unwritten)} of {file_count + len(unwritten)} files could not be written.")
