"""``manage.py measure_files SOURCE --measure NAME``: scores texts in files, without a project or a database."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from scoring.management.command_line import add_measure_option
from scoring.management.measure_output import (
    OUTPUT_FORMATS,
    check_format,
    output_text,
    training_warnings,
    undefined_warnings,
)
from scoring.management.scorer_options import add_scorer_options, topic_scorer
from scoring.management.trained_models import trained_model_file
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.observations.text_files.contents import ENCODINGS, FORMATS
from scoring.observations.text_files.evaluations import Evaluation, TextFilesRefused
from scoring.observations.text_files.folders import FolderOptions
from scoring.observations.text_files.sources import Source, read_source
from scoring.studies.measured_files import (
    check_jackknife,
    check_models,
    check_needs,
    file_warnings,
    jackknifed,
    measured_rows,
)

SETTINGS = ("peers", "models", "name_regex", "text_format", "encoding", "jackknife", "be", "parses")
"""Options that can change the numbers, besides the measures."""


class Command(BaseCommand):
    """Exit status: 0; 1 if the files or measures are refused (one line says why); 2 for wrong usage; 130 if stopped."""

    help = (
        "Score texts in files by automatic measures. SOURCE is a settings file of ROUGE-1.5.5 (.xml), a folder whose "
        "file names say topic and summarizer (D0601.M.250.A.1), or JSON Lines (.jsonl)."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="SOURCE", type=Path)
        add_measure_option(parser)
        parser.add_argument("--peers", metavar="GLOB", default="", help="files in the folder that are peers: peers/*")
        parser.add_argument(
            "--models", metavar="GLOB", default="", help="files in the folder that are models: models/*"
        )
        parser.add_argument(
            "--name-regex",
            metavar="REGEX",
            help="finds the groups topic and summarizer in the path of a file: (?<topic>...)",
        )
        parser.add_argument(
            "--text-format",
            choices=list(FORMATS),
            default="auto",
            help="format of files in a folder; auto: SEE if they are HTML, else plain; spl: a sentence on each line",
        )
        parser.add_argument(
            "--encoding", choices=ENCODINGS, default=ENCODINGS[0], help="encoding of texts (default utf-8)"
        )
        parser.add_argument("--root", metavar="DIR", type=Path, help="where to look for the folders that SOURCE names")
        parser.add_argument(
            "--be",
            metavar="DIR",
            type=Path,
            help="Basic Elements and parses (.conllu), in files named like their texts",
        )
        parser.add_argument(
            "--parses",
            metavar="DIR",
            type=Path,
            help="discourse relations (brackets, .json, .pipe) and parses (.conllu), in files named like their texts",
        )
        parser.add_argument(
            "--trained",
            metavar="FILE",
            type=trained_model_file,
            action="append",
            default=[],
            help="the model of a trained measure, from train_measure; repeatable",
        )
        parser.add_argument(
            "--jackknife",
            action="store_true",
            help="score peers against all models but one, in turn, and each model against the others",
        )
        parser.add_argument("--format", choices=OUTPUT_FORMATS, default=OUTPUT_FORMATS[0])
        add_scorer_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            output, warnings = _output_and_warnings(options)
        except (TextFilesRefused, MeasureError) as error:
            raise CommandError(printable(str(error))) from error
        except KeyboardInterrupt as error:
            raise CommandError("Stopped; nothing was printed.", returncode=130) from error
        self.stdout.write(output, ending="")
        if options["format"] != "json":
            self.stderr.writelines(f"{printable(warning)}\n" for warning in warnings)


def _output_and_warnings(options: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Reads and scores the files. Raises TextFilesRefused and MeasureError."""
    measures: list[Measure] = list(dict.fromkeys(options["measures"]))
    if options["jackknife"]:
        measures = list(dict.fromkeys(map(jackknifed, measures)))
    warnings = check_format(measures, options["format"])
    folder = FolderOptions(options["peers"], options["models"], options["name_regex"], options["text_format"])
    evaluations, reading_warnings = read_source(
        Source(options["source"], folder, options["encoding"], options["root"], options["be"], options["parses"])
    )
    check_models(measures, options["trained"])
    _check(measures, evaluations, jackknife=options["jackknife"])
    with topic_scorer(options) as score:
        rows = list(
            measured_rows(evaluations, measures, models=options["jackknife"], trained=options["trained"], score=score)
        )
    warnings += [
        *reading_warnings,
        *file_warnings(measures, evaluations),
        *undefined_warnings(rows),
        *training_warnings(rows),
    ]
    return output_text(options["format"], rows, measures, warnings, _settings(options)), warnings


def _check(measures: Sequence[Measure], evaluations: Sequence[Evaluation], *, jackknife: bool) -> None:
    if not any(evaluation.peers for evaluation in evaluations) and not jackknife:
        raise TextFilesRefused("There are only models; --jackknife scores each against the others.")
    check_needs(measures, evaluations)
    if jackknife:
        check_jackknife(evaluations)


def _settings(options: Mapping[str, Any]) -> dict[str, Any]:
    return {"source": options["source"], **{name: options[name] for name in SETTINGS}}
