"""``manage.py score_files FILE.pan...``: scores peers in DUCView files, without a project or a database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.tables.csv_output import csv_text
from annotator.texts.cleaning import printable
from scoring.management.command_line import add_choice, add_common, aligned_text, check_all_read, json_text
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import COUNTS, SCORE_KINDS, XCount
from scoring.observations.files import FileRefused, FileSettings, NonMatching, ScoredFile, WeightSource, score_files
from scoring.results.reporting.program import MADE_BY, this_program

NAME_COLUMNS = ("topic", "peer", "annotator")
SCORE_COLUMNS = tuple(f"{kind}{suffix}" for kind in SCORE_KINDS for suffix in ("", "_x", "_max"))
SETTING_COLUMNS = ("rounding", "x", "weights", "non_matching_text")
TABLE_COLUMNS = (*NAME_COLUMNS, "weight_sum", *SCORE_COLUMNS)
CSV_COLUMNS = ("file", *NAME_COLUMNS, *COUNTS, *SCORE_COLUMNS, *SETTING_COLUMNS, "warnings", MADE_BY)


class Command(BaseCommand):
    """Exit status: 0; 1 if a file cannot be read (a line says which and why); 2 for wrong usage."""

    help = "Score peers in DUCView files (.pan): original, modified and recall, each with its X and Max."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", metavar="FILE.pan", nargs="+", type=Path)
        parser.add_argument("--format", choices=("json", "csv", "table"), default="table")
        add_choice(parser, "--rounding", Rounding, "rounding of the average number of SCUs in a model summary")
        add_choice(parser, "--x", XCount, "X of the original score: all units, or without repetitions")
        add_choice(parser, "--weights", WeightSource, "what a weight counts: contributors, or distinct model summaries")
        add_choice(
            parser,
            "--non-matching",
            NonMatching,
            "whether text that matches no SCU was marked (auto: inferred for each matcher and pyramid)",
        )
        add_common(parser, "--separator", "--models", "--strict")

    def handle(self, *args: Any, **options: Any) -> None:
        settings = FileSettings(
            rounding=Rounding(options["rounding"]),
            x=XCount(options["x"]),
            weights=WeightSource(options["weights"]),
            non_matching=NonMatching(options["non_matching"]),
            model_count=options["models"],
            separator=options["separator"],
        )
        paths, refused = options["files"], list[FileRefused]()
        try:
            files = score_files(paths, settings, None if options["strict"] else refused)
        except FileRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        if options["format"] == "json":
            self.stdout.write(json_text(_json_in_order(paths, files, refused)), ending="")
        elif files:
            self.stdout.write(_output(files, options["format"]), ending="")
        if options["format"] == "table":
            self.stderr.writelines(f"{printable(line)}\n" for line in _warning_lines(files))
        check_all_read(self, refused, len(paths))


def _json_in_order(paths: list[Path], files: list[ScoredFile], refused: list[FileRefused]) -> list[dict[str, Any]]:
    """Returns the scores of the files, or why they could not be read, as JSON in the order of the paths."""
    entries = [*map(_as_json, files), *(refusal.as_json() for refusal in refused)]
    positions = {str(path): position for position, path in enumerate(paths)}
    return sorted(entries, key=lambda entry: positions[entry["file"]])


def _output(files: list[ScoredFile], output_format: str) -> str:
    rows = [_as_row(file) for file in files]
    return csv_text(CSV_COLUMNS, rows) if output_format == "csv" else printable(aligned_text(TABLE_COLUMNS, rows))


def _warning_lines(files: list[ScoredFile]) -> list[str]:
    """Returns a line for each distinct warning. It begins with the file, or with the number of files if several have
    the warning.
    """
    paths_by_warning: dict[str, list[str]] = {}
    for file in files:
        for warning in file.warnings:
            paths_by_warning.setdefault(warning, []).append(file.path)
    return [
        f"{paths[0] if len(paths) == 1 else f'{len(paths)} files'}: {warning}"
        for warning, paths in paths_by_warning.items()
    ]


def _as_json(file: ScoredFile) -> dict[str, Any]:
    return {
        "file": file.path,
        "topic": file.topic,
        "peer": file.peer,
        "annotator": file.annotator,
        **file.scores.counts,
        **{kind: score.as_json() for kind, score in file.scores.by_kind.items()},
        "settings": file.settings,
        "warnings": file.warnings,
        MADE_BY: this_program().as_json(),
    }


def _as_row(file: ScoredFile) -> dict[str, Any]:
    """Returns the values of CSV_COLUMNS and TABLE_COLUMNS, among others."""
    row = {**file.settings, "non_matching_text": file.settings["non_matching"], **_as_json(file)}
    for kind in SCORE_KINDS:
        row |= {f"{kind}_{name}": value for name, value in row[kind].items()}
        row[kind] = row[f"{kind}_score"]
    return {**row, "warnings": " ".join(file.warnings), MADE_BY: str(this_program())}
