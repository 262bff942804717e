"""``manage.py enough (--project SLUG | --scores TABLE.csv)``: how many topics and matchers are enough."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.tables.csv_records import TableError
from annotator.texts.cleaning import printable
from scoring.management.command_line import (
    add_common,
    aligned_text,
    json_text,
    made_by,
    positive,
    project_with_slug,
    topics_with_keys,
)
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import SCORE_KINDS, XCount
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.observations.score_table import read_score_table
from scoring.observations.viewer import Viewer
from scoring.results.enough.analysis import EnoughRefused, analyse_enough
from scoring.results.enough.project import ScoreSelection, analyse_project
from scoring.results.enough.result import DIFFERENCE, GOOD, EnoughAnalysis, EnoughSettings
from scoring.results.forms import DEFAULT_SCORE_KIND
from scoring.stats.dependability import POWER

PROJECT_FLAGS = ("topic", "score", "rounding", "x", "owner", "matcher", "include_drafts")


def positive_number(text: str) -> float:
    """Parses a number above 0 and below a million. Raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


class Command(BaseCommand):
    """Exit status: 0; 1 if the analysis is refused (one line says why); 2 for wrong usage."""

    help = "How many topics and matchers are enough: variance components, Phi and G, and detectable differences."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", help="the scores of a project")
        parser.add_argument(
            "--scores",
            metavar="TABLE.csv",
            type=Path,
            help="a table of scores: columns topic, summarizer, value and optionally matcher, or a column for each "
            "summarizer",
        )
        parser.add_argument("--value", metavar="COLUMN", default="", help="the column of the scores in TABLE.csv")
        parser.add_argument("--topic", metavar="KEY", nargs="+", help="these topics only")
        parser.add_argument("--score", choices=SCORE_KINDS, help=f"which score (default {DEFAULT_SCORE_KIND})")
        parser.add_argument("--rounding", choices=[str(rule) for rule in Rounding], help="default: the project's")
        parser.add_argument("--x", choices=[str(count) for count in XCount], help="X of the original score")
        parser.add_argument(
            "--topics", metavar="N", nargs="+", type=positive, default=[], help="numbers of topics to try"
        )
        parser.add_argument(
            "--matchers", metavar="N", nargs="+", type=positive, default=[], help="numbers of matchers to try"
        )
        parser.add_argument(
            "--difference",
            metavar="NUMBER",
            type=positive_number,
            default=DIFFERENCE,
            help=f"a difference between two means that should be detected (default {DIFFERENCE})",
        )
        add_common(parser, "--owner", "--matcher", "--release", "--include-drafts", "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        _check_usage(options)
        settings = EnoughSettings(
            tuple(dict.fromkeys(options["topics"])), tuple(dict.fromkeys(options["matchers"])), options["difference"]
        )
        result = _analyse_table(options, settings) if options["scores"] else _analyse_project(options, settings)
        if options["json"]:
            self.stdout.write(json_text({**result.as_json(), "made_by": made_by(options)}), ending="")
        else:
            self.stdout.write(printable("\n".join(_tables(result))), ending="")
            self.stderr.writelines(f"{printable(warning)}\n" for warning in result.warnings)


def _check_usage(options: dict[str, Any]) -> None:
    if bool(options["scores"]) == bool(options["project"]):
        raise CommandError("Give either --project or --scores.", returncode=2)
    misplaced_flags = [flag for flag in (PROJECT_FLAGS if options["scores"] else ("value",)) if options[flag]]
    if options["scores"] and options["release"] is not False:  # None means “latest”; False: flag not given
        misplaced_flags.append("release")
    if misplaced_flags:
        partner = "--project" if options["scores"] else "--scores"
        raise CommandError(f"--{misplaced_flags[0].replace('_', '-')} goes with {partner} only.", returncode=2)


def _analyse_table(options: dict[str, Any], settings: EnoughSettings) -> EnoughAnalysis:
    path = options["scores"]
    try:
        observations = read_score_table(path.read_bytes(), options["value"] or "value")
        return analyse_enough(observations, observations[0].measure, settings)
    except OSError as error:
        raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error
    except TableError as error:
        raise CommandError(f"{path}: {error}") from error
    except EnoughRefused as refused:
        raise CommandError(f"{path}: {refused}") from refused


def _analyse_project(options: dict[str, Any], settings: EnoughSettings) -> EnoughAnalysis:
    project = project_with_slug(options["project"])
    scores = ScoreSelection(
        kind=options["score"] or DEFAULT_SCORE_KIND,
        settings=ScoreSettings(
            include_drafts=options["include_drafts"],
            rounding=Rounding(options["rounding"]) if options["rounding"] else None,
            matcher=options["matcher"],
            release=options["release"] or None,
            x=XCount(options["x"] or XCount.DUCVIEW),
        ),
        topics=tuple(topic.key for topic in topics_with_keys(project, options["topic"] or ())),
        owner=options["owner"],
    )
    outcome = analyse_project(Viewer(project), scores, settings)
    if outcome.enough is None:
        raise CommandError(outcome.refusal)
    return outcome.enough


def _tables(result: EnoughAnalysis) -> Iterator[str]:
    """Yields what is printed without --json."""
    components = result.components
    yield (
        f"{components.scores} scores ({result.score_name}) of {result.summarizers} summarizers on "
        f"{result.topics} topics by {result.matchers} matcher{'' if result.matchers == 1 else 's'}.\n"
    )
    rows = [{**asdict(row), "source": row.source.value} for row in result.component_rows]
    yield f"Variance components ({components.method.value})\n" + aligned_text(("source", "variance", "share"), rows)
    plan_rows = [{**asdict(phi_and_g), "difference": detectable.difference} for phi_and_g, detectable in result.plans]
    title = f"Means by number of topics and matchers; the difference is detected with power {POWER}"
    yield f"{title}\n" + aligned_text(("matchers", "topics", "phi", "g", "difference"), plan_rows)
    title = f"Topics needed to detect a difference of {result.settings.difference:g}, and for G and Phi of {GOOD}"
    columns = ("matchers", "for_difference", "for_g", "for_phi")
    yield f"{title}\n" + aligned_text(columns, map(asdict, result.needed))
