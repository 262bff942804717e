"""``manage.py train_measure MEASURE --against NAME --out FILE.json``: trains a measure on ratings by people."""

from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.tables.csv_records import MAX_BYTES, TableError
from annotator.texts.cleaning import printable
from annotator.texts.errors import Malformed
from annotator.web.refusals import ServiceRefused
from scoring.management.command_line import aligned_text, json_text, measure_name, positive, project_with_slug
from scoring.management.trained_models import trained_model_file
from scoring.measures.automatic.model_checks import measure_of
from scoring.measures.automatic.model_training import RatedTopic, Scale, Trained, train_model
from scoring.measures.automatic.short_name import short_name
from scoring.measures.automatic.trained_measures import TRAINED_NAMES
from scoring.measures.trained.model import Assessment
from scoring.measures.trained.table import TrainingRefused
from scoring.observations.text_files.contents import ENCODINGS, FORMATS
from scoring.observations.text_files.evaluations import Evaluation, TextFilesRefused
from scoring.observations.text_files.folders import FolderOptions
from scoring.observations.text_files.sources import Source, read_source
from scoring.observations.viewer import Viewer
from scoring.studies.given_scores import parse_scale
from scoring.studies.score_files import score_file_data
from scoring.studies.trained.services import add_trained_measure
from scoring.studies.trained.training import file_ratings, project_ratings, topics_to_train_on


class Command(BaseCommand):
    """Exit status: 0; 1 if the training is refused (one line says why); 2 for wrong usage."""

    help = (
        "Train DICOMER, LIN or CREMER on ratings of summaries by people, and print how well the scores of held-out "
        "topics agree with the ratings. The ratings are those of a project, or tables of scores with texts in files."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("measure", metavar="MEASURE", type=_trained_measure, help=f"{', '.join(_names())}")
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--project", metavar="SLUG", help="ratings and summaries of a project")
        source.add_argument("--scores", metavar="FILE", nargs="+", help="tables of scores, see study --scores")
        parser.add_argument("--against", metavar="NAME", required=True, help="the column of ratings")
        parser.add_argument(
            "--scale",
            metavar="LOW-HIGH",
            type=_scale,
            nargs="+",
            default=[],
            help="the scale of the ratings, such as 1-5; with several files of scores, one for each or one for all",
        )
        parser.add_argument("--topics", metavar="KEY", nargs="+", default=[], help="only these topics (default all)")
        parser.add_argument(
            "--folds", metavar="N", type=positive, default=5, help="parts of the topics, each held out once (default 5)"
        )
        parser.add_argument(
            "--dicomer", metavar="FILE", type=trained_model_file, help="for CREMER: the trained model of DICOMER"
        )
        parser.add_argument("--out", metavar="FILE", type=Path, help="where to write the model as JSON")
        parser.add_argument("--name", help="with --project: add the model to the project under this name")
        parser.add_argument("--json", action="store_true", help="print JSON")
        _add_text_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rated, warnings = _ratings(options)
            trained = train_model(
                options["measure"], rated, options["against"], coherence=options["dicomer"], folds=options["folds"]
            )
            _save(options, trained)
        except (TrainingRefused, TextFilesRefused, ServiceRefused) as error:
            raise CommandError(printable(str(error))) from error
        except TableError as error:
            raise CommandError(printable(" ".join(error.messages))) from error
        except Malformed as error:
            raise CommandError(printable(" ".join(field_error.message for field_error in error.errors))) from error
        except OSError as error:
            raise CommandError(f"{options['out']}: It cannot be written ({error.strerror or error}).") from error
        warnings += _warnings(trained, rated)
        self.stdout.write(_output(trained, warnings, as_json=options["json"]), ending="")
        if not options["json"]:
            self.stderr.writelines(f"{printable(warning)}\n" for warning in warnings)


def _add_text_options(parser: CommandParser) -> None:
    group = parser.add_argument_group("texts, with --scores (as for measure_files)")
    group.add_argument("--texts", metavar="SOURCE", type=Path, nargs="+", default=[], help="folders or files of texts")
    group.add_argument("--peers", metavar="GLOB", default="")
    group.add_argument("--models", metavar="GLOB", default="")
    group.add_argument("--name-regex", metavar="REGEX")
    group.add_argument("--text-format", choices=list(FORMATS), default="auto")
    group.add_argument("--encoding", choices=ENCODINGS, default=ENCODINGS[0])
    group.add_argument("--root", metavar="DIR", type=Path)
    group.add_argument("--parses", metavar="DIR", type=Path, help="files of discourse relations")


def _ratings(options: Mapping[str, Any]) -> tuple[list[RatedTopic], list[str]]:
    """Returns the rated topics, and warnings."""
    scales: Sequence[Scale | None] = options["scale"]
    if not options["project"]:
        return _ratings_in_files(options, scales)
    if options["texts"] or len(scales) > 1:
        raise CommandError("--texts and several scales go with --scores.", returncode=2)
    viewer = Viewer(project_with_slug(options["project"]))
    topics = topics_to_train_on(viewer, options["measure"], options["topics"])
    if unknown := set(options["topics"]) - {topic.key for topic in topics}:
        raise CommandError(f"There is no topic “{min(unknown)}” in this project.")
    scale = scales[0] if scales else None
    return project_ratings(viewer, options["measure"], options["against"], topics=topics, scale=scale), []


def _ratings_in_files(options: Mapping[str, Any], scales: Sequence[Scale | None]) -> tuple[list[RatedTopic], list[str]]:
    paths = options["scores"]
    if not options["texts"] or options["name"]:
        raise CommandError("--scores needs --texts, and --name goes with --project.", returncode=2)
    if len(scales) not in (0, 1, len(paths)):
        raise CommandError(f"Give 1 scale or {len(paths)}, one for each file of scores.", returncode=2)
    scale_by_file = list(scales) * len(paths) if len(scales) == 1 else list(scales) or [None] * len(paths)
    tables = [
        (score_file_data([(path, _content(path))], (options["against"],), by_letters=False), scale)
        for path, scale in zip(paths, scale_by_file, strict=True)
    ]
    folder = FolderOptions(options["peers"], options["models"], options["name_regex"], options["text_format"])
    evaluations: list[Evaluation] = []
    warnings: list[str] = []
    for path in options["texts"]:
        source = Source(path, folder, options["encoding"], options["root"], parses=options["parses"])
        source_evaluations, source_warnings = read_source(source)
        evaluations += source_evaluations
        warnings += source_warnings
    chosen = [
        evaluation for evaluation in evaluations if not options["topics"] or evaluation.topic in options["topics"]
    ]
    return file_ratings(chosen, tables, options["against"]), warnings


def _content(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)  # the extra byte shows that a file is too large
    except OSError as error:
        raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error


def _save(options: Mapping[str, Any], trained: Trained) -> None:
    """Write the model to --out, and add it to the project under --name. Raises OSError and ServiceRefused."""
    text = trained.model.as_text()
    if options["out"]:
        options["out"].write_text(text, encoding="utf-8")
    if options["name"]:
        project = project_with_slug(options["project"])
        add_trained_measure(project=project, data=text.encode(), name=options["name"], by=None)


def _output(trained: Trained, warnings: Sequence[str], *, as_json: bool) -> str:
    model = trained.model
    data, assessment = model.data, model.assessment or Assessment(0, logarithm=False, correlations=())
    name = short_name(measure_of(model))
    if as_json:
        content = {"measure": name, "sha256": model.sha256, "assessment": assessment.as_json()}
        return json_text({**content, "left_out": dict(trained.left_out), "warnings": list(warnings)})
    rows = [correlation.as_json() for correlation in assessment.correlations]
    head = f"{name}: trained on {data.summaries:,} summaries of {data.topics:,} topics.\n"
    note = "Pearson's r is of logarithms of the scores.\n" if assessment.logarithm else ""
    title = (
        f"Correlations with {data.against}: of scores of held-out topics ({assessment.folds} folds), and in-sample\n"
    )
    return printable(head + title + note + aligned_text(("level", "coefficient", "held_out", "in_sample"), rows))


def _warnings(trained: Trained, rated: Sequence[RatedTopic]) -> list[str]:
    """Returns sentences on what was left out, and on what makes the held-out correlations too high."""
    model = trained.model
    warnings = [f"Left out {count:,} rated summaries: {reason}." for reason, count in trained.left_out.items()]
    warnings += model.assessment.warnings if model.assessment else ()
    if not rated or all(topic.scale is None for topic in rated):
        warnings.append("The scale of the ratings is unknown: only their order within a topic counts.")
    return warnings


def _trained_measure(text: str) -> Any:
    measure = measure_name(text)
    if measure.name not in TRAINED_NAMES or measure.parameters["model"] != "none":
        raise ArgumentTypeError(f"“{text}” cannot be trained; name one of {', '.join(_names())}, without a model")
    return measure


def _names() -> list[str]:
    return sorted(TRAINED_NAMES)


def _scale(text: str) -> Scale | None:
    try:
        return parse_scale(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error
