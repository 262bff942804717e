"""Given scores, which came from outside: imports them from a table, and reads them for studies."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, QuerySet

from annotator.projects.models import Membership, Project, Summary
from annotator.projects.permissions import check_manage
from annotator.tables.csv_records import MAX_ERRORS, TableError
from annotator.web.refusals import ServiceRefused
from scoring.observations.score_table import TableScore, read_scores
from scoring.studies.column_names import name_refusal
from scoring.studies.models import GivenColumn, GivenScore

UPSERT = """
    INSERT INTO scoring_givenscore (column_id, summary_id, judge, value)
    SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::text[], %s::float8[])
    ON CONFLICT (column_id, summary_id, judge) DO UPDATE SET value = EXCLUDED.value
"""
"""Writes all scores in one query."""
MAX_JUDGE = 100
MAX_COLUMNS = 200
ALL = "*"
_NUMBER = r"[+-]?\d{1,9}(?:\.\d{1,9})?"
_SCALE = re.compile(rf"({_NUMBER})\s*-\s*({_NUMBER})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """What a table does not say. ``name``: the name for scores without a name. ``human``: the names of scores that
    people gave; `ALL` for all names of the table. ``scale``: the ends of the scale of all scores of the table; None
    leaves the scale of each name as it was.
    """

    name: str = "value"
    human: tuple[str, ...] = ()
    scale: tuple[float, float] | None = None

    def is_human(self, name: str) -> bool:
        return name in self.human or ALL in self.human


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """What an import did. ``names``: the names of the scores in the table. The numbers count scores; ``empty`` counts
    empty cells, ``left_out`` the scores of ``unknown`` topics and summarizers, which the project lacks.
    """

    names: list[str]
    added: int
    changed: int
    unchanged: int
    empty: int
    left_out: int
    unknown: list[str]
    dry_run: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


SummaryKey = tuple[str, str]
"""A topic's key and a summarizer's name."""


@transaction.atomic
def import_scores(
    *, project: Project, data: bytes, options: ScoreOptions, by: Membership | None, dry_run: bool = False
) -> ScoreReport:
    """Import a table of scores of summaries that the project has. A score that is there already gets the new value.

    Raises NotAllowed unless ``by`` manages the project (None: a command). If the table has faults, imports nothing and
    raises ServiceRefused, which names them all.
    """
    if by is not None:
        check_manage(by.role)
    try:
        scores = read_scores(data, options.name)
    except TableError as error:
        raise ServiceRefused(*error.messages) from error
    if any("\0" in score.name + score.judge for score in scores):
        raise ServiceRefused("A name in the table has a NUL character, which cannot be stored.")
    names = list(dict.fromkeys(score.name for score in scores))
    columns = _columns(project, names)
    for column in columns.values():
        column.is_human = column.is_human or options.is_human(column.name)
        if options.scale:
            column.scale_low, column.scale_high = options.scale
    _check(scores, names, options, columns)
    summaries = _summaries(project)
    known = [score for score in scores if (score.topic, score.summarizer) in summaries]
    if not known:
        raise ServiceRefused("The project has no summary of this table: see its topics and summarizers.")
    report = _report(scores, known, summaries, columns)
    if not dry_run:
        _write(known, summaries, columns)
    return ScoreReport(names=names, dry_run=dry_run, **report)


def parse_scale(text: str) -> tuple[float, float] | None:
    """Returns the ends of a scale such as "1-5"; None for "". Raises ValueError with a sentence for people."""
    if not text.strip():
        return None
    ends = _SCALE.fullmatch(text.strip())
    if not ends or float(ends[1]) >= float(ends[2]):
        raise ValueError(f"A scale is written like 1-5, the lower end first, not “{text[:30]}”.")
    return float(ends[1]), float(ends[2])


def given_columns(project: Project) -> QuerySet[GivenColumn, Any]:
    """Returns the columns of given scores of a project, sorted by name, each with ``score_count``."""
    return project.given_columns.annotate(score_count=Count("scores"))


def given_values(project: Project, names: Iterable[str]) -> dict[str, dict[int, float]]:
    """Returns the scores by name and by primary key of the summary; if several judges scored a summary, the mean of
    their scores. One SQL query.
    """
    judge_scores: dict[str, dict[int, list[float]]] = {name: {} for name in names}
    scores = GivenScore.objects.filter(column__project=project, column__name__in=list(judge_scores))
    for name, summary, value in scores.values_list("column__name", "summary", "value").order_by("summary", "judge"):
        judge_scores[name].setdefault(summary, []).append(value)
    return {
        name: {summary: _mean(values) for summary, values in by_summary.items()}
        for name, by_summary in judge_scores.items()
    }


def delete_given_column(*, project: Project, name: str, by: Membership) -> None:
    """Delete the scores of this name. Raises NotAllowed or GivenColumn.DoesNotExist."""
    check_manage(by.role)
    if "\0" in name:  # Postgres cannot compare such a name
        raise GivenColumn.DoesNotExist
    project.given_columns.get(name=name).delete()


def _mean(values: list[float]) -> float:
    """Returns the mean, rounded once. A single value needs no fraction, and thousands of fractions take long."""
    return values[0] if len(values) == 1 else float(sum(Fraction(repr(value)) for value in values) / len(values))


def _columns(project: Project, names: Iterable[str]) -> dict[str, GivenColumn]:
    """Returns the columns of these names, by name. A column that the project lacks is new and not yet saved."""
    columns = {column.name: column for column in project.given_columns.select_for_update().filter(name__in=names)}
    return {name: columns.get(name) or GivenColumn(project=project, name=name) for name in names}


def _check(
    scores: Iterable[TableScore], names: list[str], options: ScoreOptions, columns: Mapping[str, GivenColumn]
) -> None:
    """Raises ServiceRefused for impossible names, too many columns, and scores outside their scale."""
    errors = [error for name in names if (error := name_refusal(name))]
    errors += [
        f"The table has no score “{name}”; it has {', '.join(names)}."
        for name in options.human
        if name not in (*names, ALL)
    ]
    if (count := _columns_after(columns)) > MAX_COLUMNS:
        errors.append(f"The project would have {count:,} kinds of given scores; at most {MAX_COLUMNS} are possible.")
    for score in scores:
        if len(score.judge) > MAX_JUDGE:
            errors.append(f"Line {score.line}: the judge “{score.judge[:30]}…” is longer than {MAX_JUDGE} characters.")
        column = columns[score.name]
        low, high = column.scale_low, column.scale_high
        if low is None or high is None or score.value is None or low <= score.value <= high:
            continue
        errors.append(
            f"Line {score.line}: {score.name} of {score.summarizer} on {score.topic} is {float(score.value):g}, "
            f"outside its scale {low:g}-{high:g}."
        )
        if len(errors) > MAX_ERRORS:
            break
    if errors:
        raise ServiceRefused(*TableError(errors).messages)


def _columns_after(columns: Mapping[str, GivenColumn]) -> int:
    """Returns how many columns the project will have with these ``columns``."""
    project = next(iter(columns.values())).project
    return project.given_columns.exclude(name__in=list(columns)).count() + len(columns)


def _summaries(project: Project) -> dict[SummaryKey, int]:
    """Returns the summaries' primary keys. If a summarizer has a model and a peer on a topic, the key is the peer's."""
    rows = Summary.objects.filter(topic__project=project).order_by("kind")  # models, then peers
    return {(topic, name): pk for topic, name, pk in rows.values_list("topic__key", "summarizer", "pk")}


def _report(
    scores: list[TableScore],
    known: list[TableScore],
    summaries: Mapping[SummaryKey, int],
    columns: Mapping[str, GivenColumn],
) -> dict[str, Any]:
    """Returns the fields of ScoreReport that compare the table with the project. ``known``: the scores of summaries
    that the project has.
    """
    stored_scores = GivenScore.objects.filter(column__in=[column.pk for column in columns.values() if column.pk])
    stored = {
        (name, summary, judge): value
        for name, summary, judge, value in stored_scores.values_list("column__name", "summary", "judge", "value")
    }
    filled = [score for score in known if score.value is not None]
    stored_values = [
        stored.get((score.name, summaries[score.topic, score.summarizer], score.judge)) for score in filled
    ]
    unchanged = sum(value == float(score.value or 0) for score, value in zip(filled, stored_values, strict=True))
    added = stored_values.count(None)
    topics = {topic for topic, _ in summaries}
    unknown = (
        f"topic {score.topic}" if score.topic not in topics else f"{score.summarizer} on topic {score.topic}"
        for score in scores
        if (score.topic, score.summarizer) not in summaries
    )
    return {
        "added": added,
        "changed": len(filled) - added - unchanged,
        "unchanged": unchanged,
        "empty": len(known) - len(filled),
        "left_out": len(scores) - len(known),
        "unknown": list(dict.fromkeys(unknown)),
    }


def _write(known: list[TableScore], summaries: Mapping[SummaryKey, int], columns: Mapping[str, GivenColumn]) -> None:
    """Save the columns that have scores, and the scores. ``known``: as for `_report`."""
    filled = [score for score in known if score.value is not None]
    used = {score.name for score in filled}
    for name, column in columns.items():
        if name in used:
            column.save()
    rows = [
        (columns[score.name].pk, summaries[score.topic, score.summarizer], score.judge, float(score.value or 0))
        for score in filled
    ]
    with connection.cursor() as cursor:
        cursor.execute(UPSERT, [list(column) for column in zip(*rows, strict=True)] or [[]] * 4)
