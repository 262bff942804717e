"""Collects the data of a study: the scores of a project that the viewer may see."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import isnan

import numpy as np

from annotator.projects.models import Project, Topic
from annotator.runs.steps import reserve_time
from scoring.measures.observation import basis_warnings, unmasked
from scoring.observations.project_texts import NamedSummary, TopicSummaries, chosen_topics, topic_summaries
from scoring.observations.pyramid_scores import ScoreSettings, score_sheet
from scoring.observations.viewer import Viewer
from scoring.results.scores.rows import summarizer_rows
from scoring.studies.column_names import JUDGMENTS
from scoring.studies.columns import ProjectColumns, resolve_columns
from scoring.studies.data import StudyData, check_columns
from scoring.studies.definition import StudyDefinition, StudyImpossible, StudyRefused, Summarizers
from scoring.studies.given_scores import given_values
from scoring.studies.judgments.cells import judged_cells
from scoring.studies.measures.needs import check_needs, needs_of
from scoring.studies.table import StudyTable
from scoring.studies.trained.queries import project_models
from scoring.studies.values import MeasuredTopic, lost_letters_warnings, measured_values
from scoring.studies.workers import ScoreTopics, score_topics

SECONDS_PER_WORK, SECONDS_PER_WORK_BY_JACKKNIFE = 0.0003, 0.0008
"""Estimated time to score a work (a pyramid or a peer annotation) on a slow machine."""

MASKED = (
    "Masked summarizers have a different name on each topic, so they cannot be studied until a manager reveals the "
    "topics."
)
HIDDEN = "The project does not show you scores of any of these summaries now."

Cells = dict[int, float]
"""The scores of a column by the summary's primary key."""


def check_definition(project: Project, definition: StudyDefinition) -> StudyDefinition:
    """Returns the definition with the short names of its measures. Raises StudyRefused, and UnmetNeed if the project
    lacks what a measure needs.
    """
    columns = project_columns(project, definition)
    names = [column.name for column in columns.columns]  # those of human scores come last
    human_count = len(definition.against)
    with_short_names = replace(definition, columns=tuple(names[:-human_count]), against=tuple(names[-human_count:]))
    topics = topic_summaries(Viewer(project), needs_of(columns.measures))
    check_needs(columns.measures, topics)
    project_models(project, columns.measures)
    judged_cells(Viewer(project), columns.judged, topics)
    if unknown := sorted(set(definition.topics) - {topic.key for topic in topics}):
        raise StudyRefused("topics", f"There is no topic “{unknown[0]}”.")
    check_columns(columns.columns, with_short_names)
    return with_short_names


def study_data(viewer: Viewer, definition: StudyDefinition, *, score: ScoreTopics = score_topics) -> StudyData:
    """Returns the scores of the definition's columns. ``score`` computes the values of measures that are not stored.

    Reserves the estimated time: if it is long, a `long_work` view starts a background run instead. Raises
    StudyRefused, StudyImpossible and UnmetNeed.
    """
    columns = project_columns(viewer.project, definition)
    topics = topic_summaries(viewer, needs_of(columns.measures))
    try:
        chosen = chosen_topics(topics, definition.topics)
    except Topic.DoesNotExist as error:
        raise StudyImpossible("topics", str(error)) from error
    shown = _shown_summaries(chosen, definition)
    values: dict[str, Cells] = {}
    warnings: list[str] = []
    if columns.pyramid:
        pyramid_cells, warnings = _pyramid_cells(viewer, columns, definition)
        values |= pyramid_cells
    if columns.given:
        given = given_values(viewer.project, columns.given.values())
        values |= {name: given[column] for name, column in columns.given.items()}
    if columns.judged:
        values |= judged_cells(viewer, columns.judged, topics)
    if columns.measured:
        measured = measured_values(viewer, columns.measures, topics, chosen=chosen, score=score)
        measured_cells, training_warnings = _measured_cells(columns, measured, definition)
        values |= measured_cells
        warnings += training_warnings
        if definition.summarizers is not Summarizers.SYSTEM:
            warnings += _jackknife_warnings(columns)
    names = _names([summary for _, summary in shown])
    return StudyData(
        columns.columns,
        _table(columns, shown, names, values),
        frozenset(names[summary.pk] for _, summary in shown if summary.kind == "model"),
        tuple(warnings),
        {"project": viewer.project.slug},
        partial(lost_letters_warnings, viewer.project, columns.measures),
    )


def human_cells(viewer: Viewer, name: str) -> Cells:
    """Returns the scores by people in a column. Raises StudyRefused if there is no such column."""
    definition = StudyDefinition(columns=(), against=(name,))
    columns = project_columns(viewer.project, definition)
    check_columns(columns.columns, definition)
    if columns.pyramid:
        cells, _ = _pyramid_cells(viewer, columns, definition)
        return cells[name]
    if columns.given:
        return given_values(viewer.project, columns.given.values())[columns.given[name]]
    return judged_cells(viewer, columns.judged, topic_summaries(viewer, ()))[name]


def project_columns(project: Project, definition: StudyDefinition) -> ProjectColumns:
    """Returns the columns of the definition, those of human scores last. Raises StudyRefused."""
    given = dict(project.given_columns.values_list("name", "is_human"))
    has_judgments = any(name.startswith(JUDGMENTS) for name in definition.all_columns)
    instruments = list(project.instruments.values_list("key", flat=True)) if has_judgments else []
    compared = resolve_columns(definition.compared_columns, "columns", given, instruments)
    against = resolve_columns(definition.against, "against", given, instruments)
    return ProjectColumns(
        (*compared.columns, *against.columns),
        {**compared.pyramid, **against.pyramid},
        {**compared.given, **against.given},
        {**compared.judged, **against.judged},
        {**compared.measured, **against.measured},
    )


def _shown_summaries(topics: Iterable[TopicSummaries], definition: StudyDefinition) -> list[tuple[str, NamedSummary]]:
    """Returns the summaries of the study whose scores and summarizers' names the viewer may see, each with the key of
    its topic. Raises StudyImpossible if there are none.
    """
    kinds = {Summarizers.SYSTEM: ("peer",), Summarizers.HUMAN: ("model",), Summarizers.ALL: ("peer", "model")}
    wanted = [
        (topic.key, summary)
        for topic in topics
        for summary in topic.summaries
        if summary.kind in kinds[definition.summarizers]
    ]
    visible = [(key, summary) for key, summary in wanted if summary.shows_scores]
    shown = [(key, summary) for key, summary in visible if not summary.is_masked]
    if not shown:
        sentence = MASKED if visible else HIDDEN if wanted else "The project has no such summaries."
        raise StudyImpossible("summarizers", sentence)
    return shown


def _names(summaries: Iterable[NamedSummary]) -> dict[int, str]:
    """Returns the summarizers' names by the summary's primary key. If a model and a peer are both by "A", the writer of
    the model is called "A (human)".
    """
    summaries = list(summaries)
    peers = {summary.name for summary in summaries if summary.kind == "peer"}
    return {
        summary.pk: f"{summary.name} (human)" if summary.kind == "model" and summary.name in peers else summary.name
        for summary in summaries
    }


def _pyramid_cells(
    viewer: Viewer, columns: ProjectColumns, definition: StudyDefinition
) -> tuple[dict[str, Cells], list[str]]:
    """Returns the pyramid scores of each column, and warnings about the releases of pyramids. If people are scored, all
    summaries are scored by jackknife: against pyramids from which one model summary is left out.
    """
    jackknife = definition.summarizers is not Summarizers.SYSTEM
    reserve_time(viewer.work_count * (SECONDS_PER_WORK_BY_JACKKNIFE if jackknife else SECONDS_PER_WORK))
    # None: all works that the viewer may see.
    works = viewer.annotations().filter(topic__key__in=definition.topics) if definition.topics else None
    sheet = score_sheet(viewer, ScoreSettings(jackknife=jackknife), works)
    cells: dict[str, Cells] = {}
    for name, kind in columns.pyramid.items():
        rows = summarizer_rows(unmasked(sheet.observations.of(kind)))
        scores = [cell.score for row in rows for cell in row.cells.values()]
        cells[name] = {score.subject.summary: score.value for score in scores if score.value is not None}
    # An origin describes a row of the sheet: whose summary was scored, by which annotation.
    included = [origin for origin in sheet.observations.origins if origin.is_in_means and not origin.subject.is_masked]
    return cells, [*sheet.mixed_release_warnings, *basis_warnings(included)]


def _measured_cells(
    columns: ProjectColumns, measured: Sequence[MeasuredTopic], definition: StudyDefinition
) -> tuple[dict[str, Cells], list[str]]:
    """Returns the values of measures for each column, and warnings about measures that were trained on summaries of the
    study. The values of these summaries are left out unless the definition includes them.
    """
    measures = columns.measures
    cells: dict[str, Cells] = {}
    warnings = []
    for name, (measure, value) in columns.measured.items():
        measure_index, value_index = measures.index(measure), measure.values.index(value)
        in_training = {pk for topic in measured for pk in topic.in_training[measure_index]}
        cells[name] = {
            summary.pk: float(number)
            for topic in measured
            for summary, number in zip(topic.summaries, topic.scored[measure_index].values[:, value_index], strict=True)
        }
        trained_cells = in_training & {pk for pk, number in cells[name].items() if not isnan(number)}
        if definition.include_training_summaries:
            consequence = "so its correlations are higher than they would be for other summaries"
        else:
            consequence = "so these are left out"
            cells[name] = {pk: number for pk, number in cells[name].items() if pk not in in_training}
        if trained_cells:
            warnings.append(f"“{name}” was trained on {len(trained_cells):,} of these summaries, {consequence}.")
    return cells, warnings


def _jackknife_warnings(columns: ProjectColumns) -> list[str]:
    """Returns a warning for each measure without jackknife, which compares people with fewer models than peers."""
    return [
        f"“{name}” scores peers against all models, but people against the models of other people: "
        f"“{name}{',' if ':' in name else ':'}jack=yes” scores both against one model fewer."
        for name, (measure, _) in columns.measured.items()
        if dict(measure.parameters.items).get("jack") == "no"
    ]


def _table(
    columns: ProjectColumns,
    shown: Sequence[tuple[str, NamedSummary]],
    names: Mapping[int, str],
    values: Mapping[str, Cells],
) -> StudyTable:
    """Returns the ``values`` of each column as one table. ``shown``: the summaries, each with the key of its
    topic. ``names``: their summarizers' names by the summary's primary key.
    """
    topics = {key: index for index, key in enumerate(dict.fromkeys(key for key, _ in shown))}
    summarizers = {name: index for index, name in enumerate(dict.fromkeys(names.values()))}
    scores = np.full((len(columns.columns), len(summarizers), len(topics)), np.nan)
    for index, column in enumerate(columns.columns):
        for key, summary in shown:
            value = values[column.name].get(summary.pk)
            if value is not None:
                scores[index, summarizers[names[summary.pk]], topics[key]] = value
    return StudyTable(tuple(column.name for column in columns.columns), tuple(summarizers), tuple(topics), scores)
