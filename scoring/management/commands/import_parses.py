"""``manage.py import_parses --project SLUG PATH...``: imports parses of summaries and documents into a project."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from annotator.web.refusals import ServiceRefused
from scoring.management.command_line import add_common, json_text, project_with_slug
from scoring.observations.parses.importing import ParseFile, ParseReport, import_parses
from scoring.observations.text_files.contents import MAX_BYTES, ReadingLimit
from scoring.observations.text_files.evaluations import TextFilesRefused
from scoring.observations.text_files.folders import files_below
from scoring.observations.text_files.parse_kinds import PARSE_KINDS

MAX_LISTED_NAMES = 10
"""The most unmatched names that the report prints."""


class Command(BaseCommand):
    """Exit status: 0; 1 if nothing can be imported (one line says why); 2 for wrong usage."""

    help = (
        "Import parses of a project's summaries and documents, made by other programs from the files of export_texts."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", required=True)
        parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="a file of parses, or a folder of them")
        parser.add_argument(
            "--kind", choices=PARSE_KINDS, help="the kind of all files (default: inferred from their suffixes)"
        )
        parser.add_argument("--parser", default="", metavar="NAME", help="the program that made the parses")
        parser.add_argument("--dry-run", action="store_true", help="report, and import nothing")
        add_common(parser, "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_with_slug(options["project"])
        files = _files(options["paths"], options["kind"])
        try:
            report = import_parses(
                project=project, files=files, by=None, parser=options["parser"], dry_run=options["dry_run"]
            )
        except (ServiceRefused, TextFilesRefused) as error:
            raise CommandError(printable(str(error))) from error
        self.stdout.write(
            json_text(report.as_json()) if options["json"] else printable(_report_text(report)), ending=""
        )


def _files(paths: Sequence[Path], kind: str | None) -> Iterator[ParseFile]:
    """Yields the files, and those below folders, at most MAX_BYTES together. Raises TextFilesRefused."""
    limit = ReadingLimit()
    for path in paths:
        if path.is_dir():
            for name in files_below(path):  # a folder such as "peers" belongs to the name
                file_name = name if "/" in name else f"{path.resolve().name}/{name}"
                yield ParseFile(file_name, limit.read(path / name, MAX_BYTES), kind)
        else:
            yield ParseFile(path.as_posix(), limit.read(path, MAX_BYTES), kind)


def _report_text(report: ParseReport) -> str:
    counts = f"{report.added} added, {report.replaced} replaced, {report.unchanged} unchanged"
    lines = [f"Parses{' (dry run)' if report.dry_run else ''}: {counts}."]
    if report.unmatched:
        names, more = report.unmatched[:MAX_LISTED_NAMES], len(report.unmatched) - MAX_LISTED_NAMES
        lines.append(
            f"No text of the project has the name: {', '.join(names)}{f' and {more} more' if more > 0 else ''}."
        )
    return "".join(f"{line}\n" for line in lines)
