"""``manage.py judgments --file TABLE.csv --kind KIND``: scores, agreement and variation of people's judgments."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.interchange.judgment_files.long_table import read_judgments
from annotator.tables.csv_records import TableError
from annotator.texts.cleaning import printable
from scoring.management.command_line import add_choice, add_common, aligned_text, json_text, made_by
from scoring.measures.judgments.presence import LENGTH_PENALTY, Aggregate, Tie
from scoring.results.judgments.report import JudgmentReport, judgment_report
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import ContradictoryRows, data_of_rows
from scoring.results.judgments.variation import NoSuchScore, ScoreVariation, VariationSettings, variation_of_report
from scoring.stats.anova import SumsOfSquares
from scoring.stats.variation import Centre, SetsBy

KINDS = ("rating", "coverage", "utility", "extract", "presence")
SUMMARIZER_COLUMNS = ("summarizer", "question", "mean", "low", "high", "median", "topics", "rank", "letters")
AGREEMENT_COLUMNS = ("question", "nominal", "ordinal", "interval", "exact", "within_one", "mean_difference")
CORRELATION_COLUMNS = ("a", "b", "pearson", "p", "spearman", "kendall", "summarizers")


def share(text: str) -> Fraction:
    """Returns the exact value of a number from 0 to 1. Raises ArgumentTypeError."""
    number = _fraction(text)
    if number is None or number > 1:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def penalty(text: str) -> Fraction:
    """Returns the exact length penalty a of `normalized_acu`, a number above 0. Raises ArgumentTypeError."""
    number = _fraction(text)
    if not number:
        raise ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def _fraction(text: str) -> Fraction | None:
    """Returns the exact value of a short decimal number that is not negative; None for any other text."""
    try:
        number = Fraction(text) if len(text) < 12 and "/" not in text else None
    except ValueError:
        return None
    return number if number is not None and number >= 0 else None


class Command(BaseCommand):
    """Exit status: 0; 1 if the table cannot be read (one line says why); 2 for wrong usage."""

    help = "What people's judgments of summaries say: scores, agreement of judges, and variation of scores."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--file", metavar="TABLE.csv", type=Path, required=True, help="a long table of judgments")
        parser.add_argument("--kind", choices=KINDS, required=True, help="the kind of the instrument")
        parser.add_argument("--score", metavar="NAME", default="", help="analyse the variation of this score")
        add_choice(parser, "--set", SetsBy, "compare scores by judge, by model, or by pair of both")
        add_choice(parser, "--centre", Centre, "correlate sets by these values of summarizers over topics")
        parser.add_argument(
            "--anova", type=int, choices=[1, 2], default=1, help="type of the sums of squares (default 1, sequential)"
        )
        parser.add_argument("--include-models", action="store_true", help="model summaries count as summaries too")
        add_choice(parser, "--aggregate", Aggregate, "how votes on a statement become one value")
        add_choice(parser, "--tie", Tie, "what a statement counts with as many votes for it as against it")
        meaning = f"a of the normalized ACU (default {LENGTH_PENALTY})"
        parser.add_argument("--alpha", metavar="NUMBER", type=penalty, default=LENGTH_PENALTY, help=meaning)
        meaning = "leave out judges with a smaller share of values equal to those of other judges"
        parser.add_argument("--min-agreement", metavar="SHARE", type=share, help=meaning)
        add_common(parser, "--include-drafts", "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        by = SetsBy(options["set"])
        if by is not SetsBy.JUDGE and options["kind"] != "coverage":
            raise CommandError(f"--set {by} goes with --kind coverage only.", returncode=2)
        report = _report(options)
        settings = VariationSettings(
            by=by,
            centre=Centre(options["centre"]),
            sums_of_squares=SumsOfSquares(options["anova"]),
            score=options["score"],
            includes_models=options["include_models"],
        )
        try:
            variation = variation_of_report(report, settings)
        except NoSuchScore as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            results = report.as_json()
            last_fields = {name: results.pop(name) for name in ("settings", "warnings")}
            last_fields["settings"] |= settings.as_json()
            answer = {**results, **variation.as_json(), **last_fields, "made_by": made_by(options)}
            self.stdout.write(json_text(answer), ending="")
            return
        self.stdout.write(printable("\n".join(_tables(report, variation))), ending="")
        warnings = (*report.warnings, *variation.anova.notes, *variation.variation.warnings)
        self.stderr.writelines(f"{printable(warning)}\n" for warning in warnings)


def _report(options: dict[str, Any]) -> JudgmentReport:
    """Returns the scores and agreement of the judgments in the table. Raises CommandError if it cannot be read."""
    path = options["file"]
    settings = JudgmentSettings(
        include_drafts=options["include_drafts"],
        aggregate=Aggregate(options["aggregate"]),
        tie=Tie(options["tie"]),
        min_agreement=options["min_agreement"],
        length_penalty=options["alpha"],
    )
    try:
        table = read_judgments(path.read_bytes())
        data = data_of_rows(table.rows, options["kind"])
    except OSError as error:
        raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error
    except (TableError, ContradictoryRows) as error:
        raise CommandError(f"{path}: {error}") from error
    repairs = (f"{repair.place}: {repair.what}" for repair in table.repairs)
    return judgment_report(replace(data, warnings=(*repairs, *data.warnings)), settings)


def _tables(report: JudgmentReport, result: ScoreVariation) -> Iterator[str]:
    """Yields what is printed without --json. A set is all scores by one judge, against one model, or both (a pair)."""
    answer, variation = report.as_json(), result.variation.as_json()
    yield f"{len(answer['judges'])} judges, {len(answer['topics'])} topics, {answer['sheets']} finished sheets.\n"
    yield "Means over topics, with 95 % intervals\n" + aligned_text(SUMMARIZER_COLUMNS, answer["summarizers"])
    rows = [{"question": key, **numbers["alpha"], **numbers} for key, numbers in answer["agreement"].items()]
    yield "Agreement of judges: alpha, and pairs of values\n" + aligned_text(AGREEMENT_COLUMNS, rows)
    anova = result.anova.as_json()
    if anova["terms"]:
        title = f"Analysis of variance of {result.measure.name}, {anova['n']} scores, type {anova['type']}"
        yield f"{title}\n{aligned_text(('term', 'df', 'ss', 'ms', 'f', 'p', 'meaning'), anova['terms'])}"
    title = f"Differences of {result.measure.name} by {variation['by']}: largest minus smallest, and their shares"
    columns = ("topic", "mean_difference", "mean_share")
    overall = {"topic": "all", "mean_difference": variation["mean_difference"], "mean_share": variation["mean_share"]}
    yield f"{title}\n{aligned_text(columns, [*variation['topics'], overall])}"
    title = f"Correlations of sets by {result.variation.centre}s of summarizers"
    yield f"{title}\n{aligned_text(CORRELATION_COLUMNS, variation['correlations'])}"
