"""`manage.py import_duc --project SLUG PATH...`: imports DUCView files or folders into a project, with a report."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotator.duc.names import check_name_regex, read_name_map
from annotator.duc.xml_input import read_bytes
from annotator.interchange.duc.importing import ImportOptions, import_files
from annotator.interchange.duc.report import ImportReport, repair_line
from annotator.projects.models import Membership, Project
from annotator.projects.services import add_member, create_project
from annotator.texts.cleaning import printable
from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused

ENDINGS = (".pyr", ".pan")
NAMES_OF_OPTIONS = ("topic", "owner", "matcher", "models", "separator", "name_regex")


class Command(BaseCommand):
    """Imports .pyr and .pan files; exits with 1 if a file was refused."""

    help = "Import .pyr and .pan files or folders into a project, which is made if it does not exist."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--topic", default="", metavar="KEY", help="the topic of all files")
        parser.add_argument("--owner", default="", metavar="NAME", help="whose pyramids all .pyr files are")
        parser.add_argument("--matcher", default="", metavar="NAME", help="whose annotations all .pan files are")
        parser.add_argument("--models", type=int, metavar="N", help="model summaries of files without headers")
        parser.add_argument("--separator", metavar="REGEX", help="what separates model summaries without headers")
        parser.add_argument("--name-regex", metavar="REGEX", help="groups annotator, topic, summarizer of a file name")
        parser.add_argument("--map", type=Path, metavar="CSV", help="file, annotator, topic, summarizer")
        parser.add_argument("--dry-run", action="store_true", help="report, and keep nothing")
        parser.add_argument("--json", action="store_true", help="the report as JSON")

    def handle(self, *, paths: list[Path], project: str, **options: Any) -> None:
        import_options = _import_options(options)
        files = [file for path in paths for file in _read(path)]
        if not files:
            raise CommandError("There is no .pyr or .pan file in these paths.")
        existing = Project.objects.filter(slug=project).first()
        report = import_files(
            project=existing or _new_project(project),
            files=files,
            options=import_options,
            by=None,
            now=timezone.now(),
            dry_run=options["dry_run"],
        )
        if not existing and (options["dry_run"] or not report.files):
            Project.objects.filter(slug=project).delete()
        is_new = not existing and bool(report.files)
        if options["json"]:
            answer = {**asdict(report), "project_created": is_new}
            self.stdout.write(json.dumps(answer, indent=2, ensure_ascii=False))
        else:
            if is_new:
                would_be = "would be" if options["dry_run"] else "was"
                self.stdout.write(f"New project “{project}” {would_be} made: there was none with this name.")
            self._print(report, every_line=options["verbosity"] > 1)
        if report.refused:
            raise CommandError(f"{len(report.refused)} of {len(files)} files refused.")

    def _print(self, report: ImportReport, *, every_line: bool) -> None:
        self.stdout.write(report.counted)
        lines = [repair_line(repair) for repair in report.repairs] if every_line else report.folded()
        for line in lines:
            self.stdout.write(line)
        if len(lines) < len(report.repairs):
            self.stdout.write(f"{len(report.repairs)} repairs and notes in all; -v 2 shows each.")
        for refusal in report.refused:
            self.stderr.write(printable(f"{refusal['file']}: refused. {refusal['why']}"))


def _new_project(slug: str) -> Project:
    """A project of the administrators: without members nobody would see it in the pages."""
    try:
        project = create_project(name=slug, slug=slug, by=None)
    except ServiceRefused as refusal:
        raise CommandError(str(refusal)) from refusal
    for user in User.objects.filter(is_superuser=True, is_active=True).order_by("pk"):
        add_member(project=project, user=user, role=Membership.Role.MANAGER, by=None)
    return project


def _import_options(options: dict[str, Any]) -> ImportOptions:
    try:
        table = read_bytes(options["map"]) if options["map"] else None
        names = read_name_map(table) if table else {}
        if options["name_regex"]:
            check_name_regex(options["name_regex"])
    except OSError as error:
        raise CommandError(f"Cannot read {options['map']}: {error.strerror}.") from error
    except FormatError as error:
        raise CommandError(str(error)) from error
    return ImportOptions(name_map=names, **{name: options[name] for name in NAMES_OF_OPTIONS})


def _read(path: Path) -> list[tuple[str, bytes]]:
    """The files of a path, each with its folder's name so that it can name the topic.

    In a folder links to files are followed, links to folders are not (they may go round), and pipes are passed over.
    """
    try:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.suffix.lower() in ENDINGS and file.is_file())
            return [(str(Path(path.resolve().name, file.relative_to(path))), read_bytes(file)) for file in inside]
        return [(path.name, read_bytes(path))]
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror}.") from error
