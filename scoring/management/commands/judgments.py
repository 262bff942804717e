"""``manage.py judgments (--project SLUG --instrument KEY | --file TABLE.csv --kind KIND)``: scores, agreement and
variation of judgments by people, and how programs compare with people.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.texts.cleaning import printable
from scoring.management.command_line import add_choice, add_common, aligned_text, json_text, made_by, positive
from scoring.management.judgment_options import (
    add_instrument_flags,
    instrument_of_options,
    judgment_settings,
    penalty,
    report_of_options,
    share,
)
from scoring.measures.judgments.presence import LENGTH_PENALTY, Aggregate, Tie
from scoring.results.judgments.report import JudgmentReport
from scoring.results.judgments.variation import NoSuchScore, ScoreVariation, VariationSettings, variation_of_report
from scoring.results.variation.program_results import StandIn
from scoring.results.variation.programs import stand_in
from scoring.results.variation.project import variation_in_project
from scoring.stats.anova import SumsOfSquares
from scoring.stats.variation import Centre, SetsBy

KINDS = ("rating", "coverage", "utility", "extract", "presence")
SUMMARIZER_COLUMNS = ("summarizer", "question", "mean", "low", "high", "median", "topics", "rank", "letters")
AGREEMENT_COLUMNS = ("question", "nominal", "ordinal", "interval", "exact", "within_one", "mean_difference")
CORRELATION_COLUMNS = ("a", "b", "pearson", "p", "spearman", "kendall", "summarizers")
LEVEL_COLUMNS = ("level", "kendall", "low", "high", "low_both", "high_both")
RANK_COLUMNS = ("summarizer", "people", "program", "rank_people", "rank_program", "change")


class Command(BaseCommand):
    """Exit status: 0; 1 if the judgments cannot be read (one line says why); 2 for wrong usage."""

    help = "What people's judgments of summaries say: scores, agreement of judges, and variation of scores."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_instrument_flags(parser)
        parser.add_argument("--file", metavar="TABLE.csv", type=Path, help="a long table of judgments")
        parser.add_argument("--kind", choices=KINDS, help="the kind of the instrument of the table")
        parser.add_argument("--score", metavar="NAME", default="", help="analyse the variation of this score")
        add_choice(parser, "--set", SetsBy, "compare scores by judge, by model, or by pair of both")
        add_choice(parser, "--centre", Centre, "correlate sets by medians or means of summarizers over topics")
        parser.add_argument(
            "--anova", type=int, choices=[1, 2], default=1, help="type of the sums of squares (default 1, sequential)"
        )
        parser.add_argument("--include-models", action="store_true", help="model summaries count as summaries too")
        add_choice(parser, "--aggregate", Aggregate, "how votes on a statement become one value")
        add_choice(parser, "--tie", Tie, "value of a statement with equally many votes for and against it")
        help_text = f"length penalty a of the normalized ACU (default {LENGTH_PENALTY})"
        parser.add_argument("--alpha", metavar="NUMBER", type=penalty, default=LENGTH_PENALTY, help=help_text)
        help_text = "leave out judges if a smaller share of their values equals those of other judges"
        parser.add_argument("--min-agreement", metavar="SHARE", type=share, help=help_text)
        parser.add_argument(
            "--program", metavar="NAME", default="", help="use the judgments of this program instead of those of people"
        )
        help_text = "judges of the table that are programs: they are only compared with people"
        parser.add_argument("--programs", metavar="NAME", nargs="+", help=help_text)
        parser.add_argument(
            "--target", metavar="WORDS", type=positive, help="adjust coverage to summaries of this length"
        )
        help_text = "weight of coverage in the adjusted coverage, from 0 to 1"
        parser.add_argument("--share", metavar="SHARE", type=share, help=help_text)
        add_common(parser, "--include-drafts", "--json")

    def handle(self, *args: Any, **options: Any) -> None:
        _check_usage(options)
        by = SetsBy(options["set"])
        if by is not SetsBy.JUDGE and options["file"] and options["kind"] != "coverage":
            raise CommandError(f"--set {by} goes with --kind coverage only.", returncode=2)
        report = report_of_options(options, judgment_settings(options))
        if by is not SetsBy.JUDGE and report.data.kind != "coverage":
            raise CommandError(f"--set {by} goes with instruments of coverage only.")
        settings = VariationSettings(
            by=by,
            centre=Centre(options["centre"]),
            sums_of_squares=SumsOfSquares(options["anova"]),
            score=options["score"],
            includes_models=options["include_models"],
        )
        try:
            variation = _variation(options, report, settings)
            programs = stand_in(report.data, report.settings, settings.score) if report.programs else None
        except NoSuchScore as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            results = report.as_json()
            last_fields = {name: results.pop(name) for name in ("settings", "warnings")}
            last_fields["settings"] |= settings.as_json()
            comparison = {"programs": programs.as_json()} if programs else {}
            output = {**results, **variation.as_json(), **comparison, **last_fields, "made_by": made_by(options)}
            self.stdout.write(json_text(output), ending="")
            return
        tables = (*_tables(report, variation), *(_program_tables(programs) if programs else ()))
        self.stdout.write(printable("\n".join(tables)), ending="")
        warnings = (*report.warnings, *variation.anova.notes, *variation.variation.warnings)
        self.stderr.writelines(f"{printable(warning)}\n" for warning in warnings)


def _check_usage(options: dict[str, Any]) -> None:
    """Raises CommandError if a flag is given without one that it needs, or with one that excludes it."""
    if bool(options["file"]) == bool(options["project"]):
        raise CommandError("Give either --file or --project.", returncode=2)
    for flag, partner in (("file", "kind"), ("project", "instrument")):
        if bool(options[flag]) != bool(options[partner]):
            raise CommandError(f"--{flag} and --{partner} go together.", returncode=2)
    if (options["target"] is None) != (options["share"] is None):
        raise CommandError("--target and --share go together.", returncode=2)
    if options["programs"] and not options["file"]:
        raise CommandError("--programs goes with --file only; a project knows its programs.", returncode=2)
    for flag in ("program", "target"):
        if options[flag] and options["file"]:
            raise CommandError(f"--{flag} goes with --project only.", returncode=2)


def _variation(options: dict[str, Any], report: JudgmentReport, settings: VariationSettings) -> ScoreVariation:
    """Returns the variation; for a project, also the overlap of its models. Raises NoSuchScore."""
    if options["file"]:
        return variation_of_report(report, settings)
    return variation_in_project(instrument_of_options(options), report, settings)


def _tables(report: JudgmentReport, result: ScoreVariation) -> Iterator[str]:
    """Yields what is printed without --json. A set is all scores by one judge, against one model, or both (a pair)."""
    results, variation = report.as_json(), result.variation.as_json()
    yield f"{len(results['judges'])} judges, {len(results['topics'])} topics, {results['sheets']} finished sheets.\n"
    yield "Means over topics, with 95 % intervals\n" + aligned_text(SUMMARIZER_COLUMNS, results["summarizers"])
    rows = [{"question": key, **numbers["alpha"], **numbers} for key, numbers in results["agreement"].items()]
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


def _program_tables(result: StandIn) -> Iterator[str]:
    for comparison in result.programs:
        title = (
            f"{comparison.program} (program) and people: Kendall's tau of {result.measure.name}, with 95 % intervals"
        )
        yield f"{title}\n{aligned_text(LEVEL_COLUMNS, [level.as_json() for level in comparison.levels])}"
        ranks = [row.as_json() for row in comparison.ranks]
        yield f"Ranks by people and by {comparison.program}\n{aligned_text(RANK_COLUMNS, ranks)}"
