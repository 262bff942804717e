"""``manage.py stability (FILE.pyr... | --project SLUG [--topic KEY...])``: how many model summaries are enough.

The order of a pyramid is the number of its model summaries.
"""

from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from scoring.management.command_line import (
    add_common,
    aligned_text,
    check_all_read,
    json_text,
    made_by,
    positive,
    project_with_slug,
    topics_with_keys,
)
from scoring.measures.orders.errors import THRESHOLD_STEPS
from scoring.measures.orders.ranks import RankStability
from scoring.measures.orders.stability import THRESHOLD, is_sampled
from scoring.measures.pyramid import Rounding
from scoring.observations.files import FileRefused
from scoring.observations.viewer import Viewer
from scoring.results.stability.analysis import StabilityRefused
from scoring.results.stability.files import file_stability
from scoring.results.stability.project import PyramidSelection, project_stability
from scoring.results.stability.result import Stability, StabilitySettings

PROJECT_FLAGS = ("topic", "owner", "matcher", "include_drafts")
FILE_FLAGS = ("models", "separator", "strict")


def threshold(text: str) -> Fraction:
    """Parses a number above 0 and at most 1 with at most four decimals. Raises ArgumentTypeError."""
    try:
        number = Fraction(text) if len(text) < 12 and "/" not in text else Fraction(0)
    except ValueError:
        number = Fraction(0)
    if not 0 < number <= 1 or THRESHOLD_STEPS % number.denominator:  # more than four decimals
        raise ArgumentTypeError(f"{text!r} is not a number above 0 and at most 1 with at most four decimals")
    return number


class Command(BaseCommand):
    """Exit status: 0; 1 if the analysis is refused (one line says why); 2 for wrong usage."""

    help = "How many model summaries are enough: scores, errors and ranks by pyramid order."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", metavar="FILE.pyr", nargs="*", type=Path, help="files with one pyramid each, and peers (.pan)"
        )
        parser.add_argument("--project", metavar="SLUG", help="the releases of a project instead of files")
        parser.add_argument("--topic", metavar="KEY", nargs="+", help="these topics only; default: all pooled")
        meaning = "scores closer than this count as equal (default 0.06)"
        parser.add_argument("--threshold", type=threshold, default=THRESHOLD, metavar="NUMBER", help=meaning)
        parser.add_argument(
            "--peers", metavar="K", type=positive, help="number of model summaries ranked together (default: half)"
        )
        parser.add_argument("--score-peers", action="store_true", help="also score peers against smaller pyramids")
        parser.add_argument("--rounding", choices=[str(rule) for rule in Rounding], help="rounding of modified scores")
        add_common(parser, "--owner", "--release", "--matcher", "--include-drafts", "--separator", "--models")
        add_common(parser, "--strict", "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        _check_usage(options)
        refused: list[FileRefused] = []
        try:
            result = _analyse_files(options, refused) if options["files"] else _analyse_project(options)
        except (FileRefused, StabilityRefused) as refusal:
            raise CommandError(" ".join(map(str, [*refused, refusal]))) from refusal
        if options["json"]:
            output = {
                **result.as_json(),
                "unread": [refusal.as_json() for refusal in refused],
                "made_by": made_by(options, rounding=result.settings.rounding, **result.sampling),
            }
            self.stdout.write(json_text(output), ending="")
        else:
            self.stdout.write(printable("\n".join(_tables(result))), ending="")
            self.stderr.writelines(f"{printable(warning)}\n" for warning in result.warnings)
        check_all_read(self, refused, len(options["files"]))


def _check_usage(options: dict[str, Any]) -> None:
    if bool(options["files"]) == bool(options["project"]):
        raise CommandError("Give either pyramid files or --project.", returncode=2)
    misplaced_flags = [flag for flag in (PROJECT_FLAGS if options["files"] else FILE_FLAGS) if options[flag]]
    if options["files"] and options["release"] is not False:  # None means “latest”; False: flag not given
        misplaced_flags.append("release")
    if misplaced_flags:
        partner = "--project" if options["files"] else "files"
        raise CommandError(f"--{misplaced_flags[0].replace('_', '-')} goes with {partner} only.", returncode=2)


def _settings(options: dict[str, Any], default_rounding: str) -> StabilitySettings:
    return StabilitySettings(
        threshold=options["threshold"],
        ranked_models=options["peers"],
        score_peers=options["score_peers"],
        rounding=Rounding(options["rounding"] or default_rounding),
    )


def _analyse_files(options: dict[str, Any], refused: list[FileRefused]) -> Stability:
    """Returns the analysis of the files, and adds the files that cannot be read to ``refused``."""
    return file_stability(
        options["files"],
        _settings(options, Rounding.HALF_UP),
        model_count=options["models"],
        separator=options["separator"],
        refused=None if options["strict"] else refused,
    )


def _analyse_project(options: dict[str, Any]) -> Stability:
    project = project_with_slug(options["project"])
    topics = topics_with_keys(project, options["topic"] or ())
    pyramids = PyramidSelection(
        topics=tuple(topic.key for topic in topics),
        owner=options["owner"],
        number=options["release"] or None,
        matcher=options["matcher"],
        include_drafts=options["include_drafts"],
    )
    outcome = project_stability(Viewer(project), pyramids, _settings(options, project.rounding))
    if outcome.stability is None or outcome.peer_refusal:
        raise CommandError(outcome.refusal or outcome.peer_refusal)
    return outcome.stability


def _tables(result: Stability) -> Iterator[str]:
    """Yields what is printed without --json."""
    topics = "1 topic" if len(result.topics) == 1 else f"{len(result.topics)} topics"
    yield (
        f"{topics}, {result.model_count} model summaries; reference: order {result.reference_order}, "
        f"each against all others; smallest difference that counts: {result.threshold}.\n"
    )
    sampled_column = ("sampled",) if any(is_sampled(topic.model_count) for topic in result.topics) else ()
    pyramids = "a sample of the pyramids" if sampled_column else "all pyramids"
    yield f"Scores under {pyramids} of an order (original score)\n" + _order_table(result.orders, sampled_column)
    error_columns = ("n", "p1", "p2", "p3", "p", "p1_one_sided", "same_reference", "data_points", "skipped")
    yield "Errors of comparing two summaries\n" + aligned_text(error_columns, map(asdict, result.errors))
    pair_columns = ("topic", "a", "b", "better", "n", "n_outside", *sampled_column)
    title = "Smallest order n that separates two summaries (n_outside: by pyramids that include neither)"
    yield f"{title}\n{aligned_text(pair_columns, result.divergences)}"
    if result.ranks is not None:
        yield _rank_table("Rank stability", result.ranks)
    if result.peers is not None:
        peers, means = result.peers, result.peers.means
        yield f"Peers, {peers.score} score; reference: all models\n" + _order_table(peers.orders, sampled_column)
        yield _rank_table("Rank stability of peers, topic by topic", peers.rank_stability)
        if means:
            summarizers = f"{len(means.summarizers)} summarizers by means over {means.topics} topics"
            yield _rank_table(f"Rank stability of {summarizers}", means.rank_stability)


def _rank_table(title: str, ranks: Iterable[RankStability]) -> str:
    return f"{title}\n{aligned_text(('n', 'spearman', 'pyramids', 'skipped'), map(asdict, ranks))}"


def _order_table(orders: Iterable[dict[str, Any]], sampled_column: Sequence[str]) -> str:
    """Returns a table of the scores at each order. ``sampled_column``: the last column, or ()."""
    rows = [{**order, **score} for order in orders for score in order["scores"]]
    return aligned_text(("n", "pyramids", "topic", "summarizer", "min", "mean", "max", *sampled_column), rows)
