"""``manage.py study``: which automatic scores agree best with scores by people, and how sure that is."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.tables.csv_records import MAX_BYTES, TableError
from annotator.texts.cleaning import printable
from annotator.texts.errors import Malformed
from scoring.management.command_line import positive, project_with_slug
from scoring.management.scorer_options import add_scorer_options, topic_scorer
from scoring.management.study_tables import document_tables
from scoring.observations.viewer import Viewer
from scoring.stats.levels import Coefficient, Drawn, Level
from scoring.studies.comparisons import StudyTest
from scoring.studies.definition import StudyDefinition, StudyRefused, Summarizers
from scoring.studies.document import StudyDocument, document_text
from scoring.studies.models import Study
from scoring.studies.project_data import check_definition, study_data
from scoring.studies.queries import study_with_number
from scoring.studies.result import study_document
from scoring.studies.score_files import score_file_data
from scoring.studies.services import study_answer

MAX_DEFINITION_BYTES = 10_000_000
DEFINITION_FLAGS = (
    "columns",
    "against",
    "topic",
    "group",
    "level",
    "coefficient",
    "test",
    "resamples",
    "seed",
    "summarizers",
    "drawn",
    "significant_only",
    "include_training_summaries",
)
"""Flags that cannot be combined with --definition, because the file of the definition has their values."""


class Command(BaseCommand):
    """Exit status: 0; 1 if the study is refused (one line says why); 2 for wrong usage."""

    help = "Correlate columns of scores with human scores, and test which of them agrees better."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group()
        source.add_argument(
            "--scores",
            metavar="FILE",
            nargs="+",
            help="tables of scores: topic, summarizer, name, value; or a column for each score; or as NIST writes them",
        )
        source.add_argument("--project", metavar="SLUG", help="the scores of a project")
        parser.add_argument("--resume", metavar="N", type=positive, help="the project's study with this number")
        parser.add_argument(
            "--definition", metavar="FILE", type=Path, help="the definition of a study, or a result to compute again"
        )
        for flag, meaning in (
            ("--columns", "the columns to compare (with --scores by default all others)"),
            ("--against", "the columns of human scores"),
        ):
            parser.add_argument(flag, metavar="NAME", nargs="+", action="extend", help=meaning)
        parser.add_argument("--topic", metavar="KEY", nargs="+", action="extend", help="only these topics")
        parser.add_argument(
            "--group",
            metavar="NAME=REGEX",
            action="append",
            help="also results for the topics whose key contains a match; repeatable",
        )
        for flag, choices, default in (
            ("--level", Level, "summarizer,summary"),
            ("--coefficient", Coefficient, "all three"),
            ("--test", StudyTest, "koehn,williams"),
        ):
            names_of_choices = ",".join(choice.value for choice in choices)
            parser.add_argument(
                flag, metavar=names_of_choices.upper(), nargs="+", action="extend", help=f"default: {default}"
            )
        parser.add_argument("--resamples", metavar="N", type=positive, help="number of random draws (default 1000)")
        parser.add_argument("--seed", metavar="N", type=int, help="seed of the random draws (default 1)")
        kinds = [str(kind) for kind in Summarizers]
        parser.add_argument("--summarizers", choices=kinds, help="default: all in tables; in a project, those of peers")
        parser.add_argument(
            "--drawn", choices=[str(kind) for kind in Drawn], help="what is drawn for intervals (default both)"
        )
        parser.add_argument(
            "--significant-only",
            action="store_true",
            default=None,
            help="also Kendall's tau without the topics where its p is above .05",
        )
        parser.add_argument(
            "--include-training-summaries",
            action="store_true",
            default=None,
            help="also scores of summaries that a measure was trained on",
        )
        parser.add_argument("--json", action="store_true", help="print JSON")
        add_scorer_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            document = _document(options)
        except TableError as error:
            raise CommandError(printable(" ".join(error.messages))) from error
        except Malformed as error:
            raise CommandError(printable(" ".join(field_error.message for field_error in error.errors))) from error
        text = document_text(document) if options["json"] else printable("\n".join(document_tables(document)))
        self.stdout.write(text, ending="")
        if not options["json"]:
            self.stderr.writelines(f"{printable(warning)}\n" for warning in document["warnings"])


def _document(options: Mapping[str, Any]) -> StudyDocument:
    """Returns the result of the study. Raises Malformed, TableError and CommandError."""
    if options["resume"]:
        return _project_study(options)
    definition, source = _read_definition(options) if options["definition"] else (None, {})
    scores, slug = options["scores"], options["project"]
    if not scores and not slug:
        scores, slug = source.get("scores"), source.get("project")
    if scores:
        return _study_of_files(options, scores, definition)
    if not slug:
        raise CommandError("Give --scores, --project, or a --definition that is a result.", returncode=2)
    project = project_with_slug(slug)
    checked = check_definition(project, definition or _definition(options, options["columns"], options["summarizers"]))
    with topic_scorer(options) as score:
        data = study_data(Viewer(project), checked, score=score)
    return study_document(checked, data, settings.PYRAMIDION_VERSION)


def _study_of_files(
    options: Mapping[str, Any], paths: Sequence[str], definition: StudyDefinition | None
) -> StudyDocument:
    """Returns the result of a study of the scores in files. ``definition``: None to read it from the flags; then
    --columns means all columns by default, and --summarizers all summarizers.
    """
    files = [(path, _content(Path(path), MAX_BYTES)) for path in paths]
    if definition is None:
        summarizers = options["summarizers"] or Summarizers.ALL.value
        against = options["against"] or ()
    else:
        summarizers, against = definition.summarizers, definition.against
    # Summarizers are divided into people and systems only if the study leaves out one of the two.
    data = score_file_data(files, against, by_letters=summarizers != Summarizers.ALL)
    if definition is None:
        columns = options["columns"] or [name for name in data.table.columns if name not in against]
        definition = _definition(options, columns, summarizers)
    return study_document(definition, data, settings.PYRAMIDION_VERSION)


def _project_study(options: Mapping[str, Any]) -> StudyDocument:
    """Returns the result of the project's study number --resume: the stored result, or a new one, which is stored."""
    if not options["project"] or options["definition"] or any(options[flag] is not None for flag in DEFINITION_FLAGS):
        raise CommandError("--resume goes with --project and without the choices of a definition.", returncode=2)
    viewer = Viewer(project_with_slug(options["project"]))
    try:
        study = study_with_number(viewer, options["resume"])
    except Study.DoesNotExist as error:
        raise CommandError(f"The project has no study {options['resume']}.") from error
    with topic_scorer(options) as score:
        answer = study_answer(viewer, study, score=score)
    if answer.document is None:
        raise CommandError(printable(answer.refusal))
    return answer.document


def _read_definition(options: Mapping[str, Any]) -> tuple[StudyDefinition, Mapping[str, Any]]:
    """Returns the definition in a file, and the ``source`` of its scores (see StudyData): empty unless the file is the
    result of a study.
    """
    for flag in DEFINITION_FLAGS:
        if options[flag] is not None:
            raise CommandError(f"--{flag.replace('_', '-')} cannot be combined with --definition.", returncode=2)
    path: Path = options["definition"]
    try:
        content = json.loads(_content(path, MAX_DEFINITION_BYTES))
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path}: It is not JSON.") from error
    source: Mapping[str, Any] = {}
    if isinstance(content, dict) and "definition" in content:
        if isinstance(content.get("source"), dict):
            source = content["source"]
        content = content["definition"]
    try:
        return StudyDefinition.from_json(content), source
    except StudyRefused as refused:
        raise CommandError(f"{path}: {refused}") from refused


def _definition(options: Mapping[str, Any], columns: Sequence[str] | None, summarizers: str | None) -> StudyDefinition:
    """Returns the definition in the flags. ``summarizers``: None for the default. Raises CommandError."""
    if not options["against"]:
        raise CommandError("Name the columns of human scores with --against.", returncode=2)
    if not columns:
        raise CommandError("Name the columns to compare with --columns.", returncode=2)
    groups = [group.partition("=") for group in options["group"] or ()]
    if any(not name or not pattern for name, _, pattern in groups):
        raise CommandError("Write a group as NAME=REGEX.", returncode=2)
    if len({name for name, _, _ in groups}) < len(groups):
        raise CommandError("Two groups have the same name.", returncode=2)
    content = {
        "columns": columns,
        "against": options["against"],
        "topics": options["topic"],
        "groups": {name: pattern for name, _, pattern in groups},
        "summarizers": summarizers,
        "levels": _choices(options["level"]),
        "coefficients": _choices(options["coefficient"]),
        "tests": _choices(options["test"]),
        "resamples": options["resamples"],
        "seed": options["seed"],
        "drawn": options["drawn"],
        "significant_only": options["significant_only"],
        "include_training_summaries": options["include_training_summaries"],
    }
    try:
        return StudyDefinition.from_json({key: value for key, value in content.items() if value is not None})
    except StudyRefused as refused:
        raise CommandError(str(refused), returncode=2) from refused


def _choices(values: Sequence[str] | None) -> list[str] | None:
    """Returns all values of a flag that can be repeated, and can have several values separated by commas or spaces."""
    return None if values is None else [part for value in values for part in value.split(",") if part]


def _content(path: Path, max_bytes: int) -> bytes:
    """Returns at most ``max_bytes + 1`` bytes of a file. Raises CommandError."""
    try:
        with path.open("rb") as file:
            return file.read(max_bytes + 1)  # the extra byte shows that a file is too large
    except OSError as error:
        raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error
