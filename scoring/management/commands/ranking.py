"""``manage.py ranking (--project SLUG | --scores TABLE.csv)``: which summarizers are better, and how sure that is."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.interchange.whole_file import whole_file
from annotator.tables.csv_records import MAX_BYTES, TableError
from annotator.texts.cleaning import printable
from scoring.management.command_line import add_score_choices, aligned_text, json_text, made_by, positive, score_request
from scoring.measures.observation import Measure, Observation
from scoring.measures.pyramid_scores import MEASURES, SCORE_KINDS, XCount
from scoring.observations.pyramid_scores import score_sheet
from scoring.observations.score_table import read_score_table
from scoring.results.exports.ranking_tables import RANKING_COLUMN_MEANINGS, ranking_settings, ranking_tables
from scoring.results.exports.tables import Table, two_columns, with_made_by
from scoring.results.exports.texts import csv_pieces
from scoring.results.exports.writing import write_workbook
from scoring.results.forms import DEFAULT_SCORE_KIND
from scoring.results.reporting.program import this_program
from scoring.results.scores.ranking import Ranking, score_ranking

PROJECT_FLAGS = ("score", "rounding", "humans", "matcher", "include_drafts")
TABLE_FLAGS = ("value",)
DEFAULT_VALUE_COLUMN = "value"
RANK_COLUMNS = ("rank", "rank_low", "rank_high", "summarizer", "kind", "mean", "low", "high", "n", "letters")
PAIR_COLUMNS = ("a", "b", "topics", "difference", "low", "high", "effect", "p", "holm", "bh")

Settings = dict[str, Any]


class Command(BaseCommand):
    """Exit status: 0; 1 if the ranking is refused (one line says why); 2 for wrong usage."""

    help = "Rank summarizers by their means over topics, with intervals and a test of each pair."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", help="the scores of a project")
        parser.add_argument(
            "--scores",
            metavar="TABLE.csv",
            type=Path,
            help="a table of any scores: columns topic, summarizer, value (and matcher), or topic and one column for "
            "each summarizer",
        )
        parser.add_argument("--value", metavar="COLUMN", help="the column of the scores (default: value)")
        parser.add_argument("--score", choices=SCORE_KINDS, help=f"the project's score (default {DEFAULT_SCORE_KIND})")
        parser.add_argument("--common", action="store_true", help="means over the topics that all summarizers have")
        parser.add_argument(
            "--min-topics",
            metavar="K",
            type=positive,
            default=1,
            help="only summarizers with scores on at least K topics",
        )
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument(
            "--csv",
            metavar="FILE.csv",
            type=Path,
            help="write the ranks to this file, and all pairs to FILE.pairs.csv beside it",
        )
        parser.add_argument(
            "--xlsx", metavar="FILE.xlsx", type=Path, help="write a workbook with ranks, pairs and settings"
        )
        add_score_choices(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        _check_usage(options)
        observations, measure, settings = _read_table(options) if options["scores"] else _read_project(options)
        common, min_topics = options["common"], options["min_topics"]
        ranking = score_ranking(observations, measure, common_topics_only=common, min_topics=min_topics)
        if not any(ranked.rank for ranked in ranking.rows):
            raise CommandError(" ".join(["There are no scores to rank.", *ranking.topic_notes, *ranking.score_notes]))
        settings |= {"common": common, "min_topics": min_topics}
        _write_files(ranking, settings, options)
        if options["json"]:
            extra = {"settings": settings, "made_by": made_by(options, **ranking.sampling)}
            self.stdout.write(json_text({**ranking.as_json(), **extra}), ending="")
            return
        if not options["csv"] and not options["xlsx"]:
            self.stdout.write(printable("\n".join(_tables(ranking))), ending="")
        self.stderr.writelines(f"{printable(warning)}\n" for warning in ranking.as_json()["warnings"])


def _check_usage(options: Mapping[str, Any]) -> None:
    if bool(options["project"]) == bool(options["scores"]):
        raise CommandError("Give either --project or --scores.", returncode=2)
    misplaced_flags = [flag for flag in (PROJECT_FLAGS if options["scores"] else TABLE_FLAGS) if options[flag]]
    if options["scores"] and options["release"] is not False:  # None means “latest”; False: flag not given
        misplaced_flags.append("release")
    if options["scores"] and options["x"] != XCount.DUCVIEW:
        misplaced_flags.append("x")
    if misplaced_flags:
        partner = "--project" if options["scores"] else "--scores"
        raise CommandError(f"--{misplaced_flags[0].replace('_', '-')} goes with {partner} only.", returncode=2)


def _read_table(options: Mapping[str, Any]) -> tuple[list[Observation], Measure, Settings]:
    """Returns the scores of the file, the kind of score, and the settings for the output. Raises CommandError."""
    path: Path = options["scores"]
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # the extra byte shows that a file is too large
        observations = read_score_table(data, options["value"] or DEFAULT_VALUE_COLUMN)
    except OSError as error:
        raise CommandError(f"{path}: It cannot be read ({error.strerror or error}).") from error
    except TableError as error:
        raise CommandError(f"{path}: {error}") from error
    measure = observations[0].measure
    return observations, measure, {"scores": path.name, "value": measure.name}


def _read_project(options: Mapping[str, Any]) -> tuple[list[Observation], Measure, Settings]:
    """Returns the same as `_read_table` for the scores of a project."""
    request = score_request(options)
    sheet = score_sheet(request.viewer, request.settings)
    measure = MEASURES[options["score"] or DEFAULT_SCORE_KIND]
    settings = {
        "project": request.viewer.project.slug,
        "score": measure.name,
        "rounding": str(sheet.rounding),
        "x": str(request.settings.x),
        "matcher": request.settings.matcher or "all",
        "release": request.settings.release or "latest",
        "include_drafts": request.settings.include_drafts,
        "humans": "jackknife" if request.settings.jackknife else None,
    }
    return sheet.observations.of(measure.name), measure, settings


def _write_files(ranking: Ranking, settings: Settings, options: Mapping[str, Any]) -> None:
    """Writes the files that --csv and --xlsx name. Raises CommandError if a file cannot be written."""
    if csv_path := options["csv"]:
        fields = ranking.as_json()
        test = fields["test"]
        test_settings = (
            {"test": "exact"} if test["exact"] else {"test": "sampled", "draws": test["draws"], "seed": test["seed"]}
        )
        made_by_line = this_program().with_settings(settings | test_settings, fields["warnings"])
        # The tables take a function because other callers compute the ranking only when a table is read.
        tables = {name: with_made_by(table, made_by_line) for name, table in ranking_tables(lambda: ranking).items()}
        _write_csv(csv_path, tables["ranking"])
        _write_csv(csv_path.with_suffix(f".pairs{csv_path.suffix}"), tables["pairs"])
    if xlsx_path := options["xlsx"]:
        values = [*this_program().as_json().items(), *settings.items(), *ranking_settings(lambda: ranking)]
        sheets = ranking_tables(lambda: ranking)
        sheets["settings"] = two_columns(("setting", "value"), [(name, _cell(value)) for name, value in values])
        sheets["columns"] = two_columns(("column", "meaning"), RANKING_COLUMN_MEANINGS.items())
        try:
            with whole_file(xlsx_path) as out:
                write_workbook(out, sheets)
        except OSError as error:
            raise CommandError(f"{xlsx_path}: It cannot be written ({error.strerror or error}).") from error


def _write_csv(path: Path, table: Table) -> None:
    try:
        with whole_file(path) as out:
            out.writelines(text.encode() for text in csv_pieces(table))
    except OSError as error:
        raise CommandError(f"{path}: It cannot be written ({error.strerror or error}).") from error


def _cell(value: Any) -> Any:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _tables(ranking: Ranking) -> Iterator[str]:
    """Yields what is printed without --json."""
    fields = ranking.as_json()
    test = fields["test"]
    method = "exact" if test["exact"] else f"{test['draws']} draws, seed {test['seed']}"
    topics = f"{len(fields['topics'])} topic{'' if len(fields['topics']) == 1 else 's'}"
    yield f"{ranking.measure.title}; tests: {test['name']} on {topics}, {method}.\n"
    title = "Ranks by the mean with its 95 % interval (t over topics), and the ranks that the tests leave open"
    yield f"{title}\n{aligned_text(RANK_COLUMNS, fields['summarizers'])}"
    if fields["pairs"]:
        title = "Differences a - b with their 95 % intervals; p corrected by Holm and by Benjamini and Hochberg (bh)"
        yield f"{title}\n{aligned_text(PAIR_COLUMNS, fields['pairs'])}"
