"""``manage.py score_files FILE.pan...``: scores of DUCView files; no project, no database."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.tables.csv_output import csv_text
from annotator.texts.cleaning import printable
from scoring.core.pyramid import Rounding
from scoring.core.pyramid_scores import XCount
from scoring.inputs.files import WeightSource
from scoring.management.arguments import positive
from scoring.services.file_scores import FileRefused, FileSettings, NonMatching, ScoredFile, score_files
from scoring.services.score_fields import KINDS, count_fields, flat_score_fields
from scoring.tables import aligned_text, json_text

NAME_COLUMNS = ("topic", "peer", "annotator")
COUNT_COLUMNS = ("models", "pyramid_scus", "matched_scus", "repeated", "non_matching", "weight_sum")
SCORE_COLUMNS = tuple(f"{kind}{of}" for kind in KINDS for of in ("", "_x", "_max"))
SETTING_COLUMNS = ("rounding", "x", "weights", "non_matching_text")
TABLE_COLUMNS = (*NAME_COLUMNS, "weight_sum", *SCORE_COLUMNS)
CSV_COLUMNS = ("file", *NAME_COLUMNS, *COUNT_COLUMNS, *SCORE_COLUMNS, *SETTING_COLUMNS, "warnings")


class Command(BaseCommand):
    """Exit status 0, 1 where a file is refused (one line says which and why), 2 for wrong usage."""

    help = "Score peers in DUCView files (.pan): original, modified and recall, each with its X and Max."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Flags as in DESIGN §5."""
        parser.add_argument("files", metavar="FILE.pan", nargs="+", type=Path)
        parser.add_argument("--format", choices=("json", "csv", "table"), default="table")
        _choice(parser, "--rounding", Rounding, "rounding of the average number of SCUs in a model summary")
        _choice(parser, "--x", XCount, "what X of the original score counts: all units, or without repetitions")
        _choice(parser, "--weights", WeightSource, "what a weight counts: contributors, or distinct model summaries")
        _choice(
            parser, "--non-matching", NonMatching, "whether text that matches no SCU was marked (auto: see the files)"
        )
        parser.add_argument("--separator", metavar="REGEX", help="what stands between model summaries without headers")
        parser.add_argument("--models", metavar="N", type=positive, help="number of model summaries without headers")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, score, print."""
        settings = FileSettings(
            rounding=Rounding(options["rounding"]),
            x=XCount(options["x"]),
            weights=WeightSource(options["weights"]),
            non_matching=NonMatching(options["non_matching"]),
            models=options["models"],
            separator=options["separator"],
        )
        try:
            scored = score_files(options["files"], settings)
        except FileRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(_written(scored, options["format"]), ending="")
        if options["format"] == "table":
            self.stderr.writelines(f"{printable(line)}\n" for line in _warning_lines(scored))


def _written(scored: list[ScoredFile], form: str) -> str:
    if form == "json":
        return json_text([one.as_json() for one in scored])
    rows = [_row(one) for one in scored]
    return csv_text(CSV_COLUMNS, rows) if form == "csv" else printable(aligned_text(TABLE_COLUMNS, rows))


def _warning_lines(scored: list[ScoredFile]) -> list[str]:
    """Each warning once, with the file it is about or the number of files."""
    files: dict[str, list[str]] = {}
    for one in scored:
        for warning in one.warnings:
            files.setdefault(warning, []).append(one.file)
    return [f"{names[0] if len(names) == 1 else f'{len(names)} files'}: {warning}" for warning, names in files.items()]


def _row(one: ScoredFile) -> dict[str, Any]:
    settings = dict(one.settings)
    return {
        "file": one.file,
        "topic": one.topic,
        "peer": one.peer,
        "annotator": one.annotator,
        **count_fields(one.scores),
        **flat_score_fields(one.scores),
        "non_matching_text": settings.pop("non_matching"),
        **settings,
        "warnings": " ".join(one.warnings),
    }


def _choice(parser: CommandParser, flag: str, choices: Iterable[str], what: str) -> None:
    first, *rest = map(str, choices)
    parser.add_argument(flag, choices=(first, *rest), default=first, help=f"{what} (default {first})")
