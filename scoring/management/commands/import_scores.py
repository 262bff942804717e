"""``manage.py import_scores --project SLUG TABLE...``: imports tables of scores into a project."""

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.tables.csv_records import MAX_BYTES
from annotator.texts.cleaning import printable
from annotator.web.refusals import ServiceRefused
from scoring.management.command_line import add_common, json_text, project_with_slug
from scoring.studies.given_scores import ScoreOptions, ScoreReport, import_scores, parse_scale


class Command(BaseCommand):
    """Exit status: 0; 1 if a table is refused; 2 for wrong usage. Nothing of a refused table or of later tables
    is imported.
    """

    help = "Import scores of summaries, by people or other programs: CSV, TSV, JSON Lines or tables of NIST."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", required=True)
        parser.add_argument(
            "files",
            metavar="TABLE",
            nargs="+",
            type=Path,
            help="columns topic, summarizer, name, value; or topic, summarizer and a column for each kind of score",
        )
        parser.add_argument(
            "--name", help="name for scores without a name (default: the file's name without its ending)"
        )
        parser.add_argument(
            "--human",
            metavar="NAME",
            action="append",
            default=[],
            help="scores of this name were given by people; repeatable, * for all names",
        )
        parser.add_argument(
            "--scale", metavar="LOW-HIGH", type=_scale, help="the scale, such as 1-5; scores outside are refused"
        )
        parser.add_argument("--dry-run", action="store_true", help="report, and import nothing")
        add_common(parser, "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_with_slug(options["project"])
        reports = []
        for path in options["files"]:
            name = options["name"] or path.stem
            score_options = ScoreOptions(name, tuple(options["human"]), options["scale"])
            try:
                with path.open("rb") as file:
                    data = file.read(MAX_BYTES + 1)  # the extra byte shows that a file is too large
                report = import_scores(
                    project=project, data=data, options=score_options, by=None, dry_run=options["dry_run"]
                )
            except OSError as error:
                raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error
            except ServiceRefused as error:
                raise CommandError(f"{path}: {error}") from error
            reports.append({"file": path.name, **report.as_json()})
            if not options["json"]:
                self.stdout.write(printable(_report_text(path, report)))
        if options["json"]:
            self.stdout.write(json_text(reports), ending="")


def _scale(text: str) -> tuple[float, float] | None:
    try:
        return parse_scale(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def _report_text(path: Path, report: ScoreReport) -> str:
    counts = {"added": report.added, "changed": report.changed, "unchanged": report.unchanged, "empty": report.empty}
    count_text = ", ".join(f"{count} {name}" for name, count in counts.items())
    lines = [f"{path}{' (dry run)' if report.dry_run else ''}: scores {', '.join(report.names)}: {count_text}."]
    if report.unknown:
        lines.append(f"Left out {report.left_out}, because the project lacks {', '.join(report.unknown)}.")
    return "\n".join(lines)
