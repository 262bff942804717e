"""`manage.py import_duc --project SLUG PATH...`: imports DUCView files or folders into a project, with a report."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotator.duc import separator_option
from annotator.duc.names import check_name_regex, read_name_map
from annotator.duc.xml_input import read_bytes
from annotator.interchange.duc.importing import ImportOptions, import_files
from annotator.interchange.duc.report import ImportReport, repair_line
from annotator.projects.models import Membership, Project
from annotator.projects.services import add_member, create_project
from annotator.texts.cleaning import printable
from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused

SUFFIXES = (".pyr", ".pan")
IMPORT_OPTIONS = ("topic", "owner", "matcher", "models", "separator", "name_regex")


class Command(BaseCommand):
    """Imports .pyr and .pan files; exits with status 1 if a file was refused."""

    help = "Import .pyr and .pan files or folders into a project, which is created if it does not exist."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--topic", default="", metavar="KEY", help="the topic of all files")
        parser.add_argument("--owner", default="", metavar="NAME", help="the owner of the pyramids in all .pyr files")
        parser.add_argument("--matcher", default="", metavar="NAME", help="the matcher of the peers in all .pan files")
        parser.add_argument("--models", type=int, metavar="N", help="number of model summaries (files without headers)")
        parser.add_argument("--separator", metavar="REGEX", help=separator_option.HELP)
        parser.add_argument("--name-regex", metavar="REGEX", help="file names: groups annotator, topic, summarizer")
        parser.add_argument("--map", type=Path, metavar="CSV", help="columns file, annotator, topic, summarizer")
        parser.add_argument("--dry-run", action="store_true", help="report what would happen, and change nothing")
        parser.add_argument("--strict", action="store_true", help="stop at the first file that is refused")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")
        separator_option.explain_leading_dash(parser)

    def handle(self, *, paths: list[Path], project: str, **options: Any) -> None:
        import_options = _import_options(options)
        files, unreadable = _read_files(paths)
        if unreadable and (options["strict"] or not files):
            first = unreadable[0]  # if no file can be read, the message names the path as it was typed
            raise CommandError(f"Cannot read {first.file if files else first.path}: {first.reason}.")
        if not files:
            raise CommandError("There is no .pyr or .pan file in these paths.")
        existing_project = Project.objects.filter(slug=project).first()
        report = import_files(
            project=existing_project or _new_project(project),
            files=files,
            options=import_options,
            by=None,
            now=timezone.now(),
            dry_run=options["dry_run"],
            is_strict=options["strict"],
        )
        report.refused += [{"file": str(bad.file), "why": f"It cannot be read ({bad.reason})."} for bad in unreadable]
        if not existing_project and (options["dry_run"] or not report.files):
            Project.objects.filter(slug=project).delete()  # it was made only for this import
        is_created = not existing_project and bool(report.files)
        if options["json"]:
            report_json = {**asdict(report), "project_created": is_created}
            self.stdout.write(json.dumps(report_json, indent=2, ensure_ascii=False))
        else:
            if is_created:
                verb = "would be created" if options["dry_run"] else "was created"
                self.stdout.write(f"The project “{project}” {verb}, because there was none with this slug.")
            self._print(report, show_every_repair=options["verbosity"] > 1)
        if report.refused:
            raise CommandError(f"{len(report.refused)} of {len(files) + len(unreadable)} files refused.")

    def _print(self, report: ImportReport, *, show_every_repair: bool) -> None:
        self.stdout.write(report.counts_in_words)
        lines = [repair_line(repair) for repair in report.repairs] if show_every_repair else report.grouped_lines()
        for line in lines:
            self.stdout.write(line)
        if len(lines) < len(report.repairs):
            self.stdout.write(f"{len(report.repairs)} repairs and notes in total; -v 2 shows each.")
        for refusal in report.refused:
            self.stderr.write(printable(f"{refusal['file']}: refused. {refusal['why']}"))


def _new_project(slug: str) -> Project:
    """Returns a new project. All superusers become its managers: nobody could see a project without members."""
    try:
        project = create_project(name=slug, slug=slug, by=None)
    except ServiceRefused as refusal:
        raise CommandError(str(refusal)) from refusal
    for user in User.objects.filter(is_superuser=True, is_active=True).order_by("pk"):
        add_member(project=project, user=user, role=Membership.Role.MANAGER, by=None)
    return project


def _import_options(options: dict[str, Any]) -> ImportOptions:
    """Returns the options of the import. Raises CommandError for an unusable ``--map`` or ``--name-regex``."""
    try:
        csv_bytes = read_bytes(options["map"]) if options["map"] else None
        name_map = read_name_map(csv_bytes) if csv_bytes else {}
        if options["name_regex"]:
            check_name_regex(options["name_regex"])
    except OSError as error:
        raise CommandError(f"Cannot read {options['map']}: {error.strerror}.") from error
    except FormatError as error:
        raise CommandError(str(error)) from error
    return ImportOptions(name_map=name_map, **{name: options[name] for name in IMPORT_OPTIONS})


class UnreadableFile(NamedTuple):
    """A file that cannot be read, and the path on the command line that led to it."""

    path: Path
    file: Path
    reason: str


def _read_files(paths: Sequence[Path]) -> tuple[list[tuple[str, bytes]], list[UnreadableFile]]:
    """Returns the name and content of each file at the paths, and the files that cannot be read.

    Names include the folder's name, which may be the topic's key. Links to files are followed, but not links to
    folders, which could form a cycle. Pipes are skipped.
    """
    files: list[tuple[str, bytes]] = []
    unreadable: list[UnreadableFile] = []
    for path in paths:
        is_folder = path.is_dir()
        try:
            files_inside = sorted(
                file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file()
            )
        except OSError as error:
            unreadable.append(UnreadableFile(path, path, str(error.strerror)))
            continue
        for file in files_inside if is_folder else [path]:
            name = str(Path(path.resolve().name, file.relative_to(path))) if is_folder else path.name
            try:
                files.append((name, read_bytes(file)))
            except OSError as error:
                unreadable.append(UnreadableFile(path, file, str(error.strerror)))
    return files, unreadable
