"""Collects ratings and texts to train a measure on: those of a project, or those of files."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.model_training import RatedTopic, Scale
from scoring.measures.automatic.topic_texts import Need
from scoring.measures.trained.table import TrainingRefused
from scoring.observations.project_texts import TopicSummaries, read_texts, topic_summaries
from scoring.observations.text_files.evaluations import Evaluation
from scoring.observations.viewer import Viewer
from scoring.studies.column_names import GIVEN
from scoring.studies.data import StudyData
from scoring.studies.project_data import human_cells


def project_ratings(
    viewer: Viewer, measure: Measure, against: str, *, topics: Sequence[TopicSummaries], scale: Scale | None
) -> list[RatedTopic]:
    """Returns the peers of these topics with their ratings. ``against``: the column of ratings, as studies name it.
    ``scale``: None for the scale of the given score. Raises StudyRefused and TrainingRefused.
    """
    cells = human_cells(viewer, against)
    scale = scale or _scale_of_given(viewer, against)
    rated = [topic for topic in topics if any(peer.pk in cells for peer in topic.peers)]
    if not rated:
        raise TrainingRefused(f"No peer of these topics has a rating “{against}”.")
    texts = read_texts(rated, needs=measure.needs - {Need.TRAINED})
    return [
        RatedTopic(
            topic_texts,
            tuple(peer.name for peer in topic.peers),
            tuple(cells.get(peer.pk) for peer in topic.peers),
            scale,
        )
        for topic, topic_texts in zip(rated, texts, strict=True)
    ]


def topics_to_train_on(viewer: Viewer, measure: Measure, keys: Sequence[str]) -> list[TopicSummaries]:
    """Returns the topics with these keys; all topics if there are no keys."""
    return [topic for topic in topic_summaries(viewer, measure.needs) if not keys or topic.key in keys]


def file_ratings(
    evaluations: Iterable[Evaluation], tables: Sequence[tuple[StudyData, Scale | None]], against: str
) -> list[RatedTopic]:
    """Returns the peers of the evaluations with their ratings. ``tables``: the scores of each file of scores and their
    scale. ``against``: the name of the ratings. Raises TrainingRefused.
    """
    rated = []
    evaluations = list(evaluations)
    for data, scale in tables:
        ratings = _ratings(data, against)
        rated += [
            RatedTopic(
                evaluation.topic_texts(),
                tuple(peer.summarizer for peer in evaluation.peers),
                tuple(ratings.get((evaluation.topic, peer.summarizer)) for peer in evaluation.peers),
                scale,
            )
            for evaluation in evaluations
            if any((evaluation.topic, peer.summarizer) in ratings for peer in evaluation.peers)
        ]
    if not rated:
        raise TrainingRefused(f"No text has a rating “{against}”: the topics and summarizers have other names.")
    return rated


def _ratings(data: StudyData, against: str) -> Mapping[tuple[str, str], float]:
    """Returns the ratings by topic and summarizer."""
    table = data.table
    if against not in table.columns:
        raise TrainingRefused(f"A table has no column “{against}”. It has {', '.join(table.columns)}.")
    values = table.values[table.columns.index(against)]
    return {
        (topic, summarizer): float(values[row, column])
        for row, summarizer in enumerate(table.summarizers)
        for column, topic in enumerate(table.topics)
        if values[row, column] == values[row, column]  # not NaN
    }


def _scale_of_given(viewer: Viewer, against: str) -> Scale | None:
    columns: Any = viewer.project.given_columns.filter(name=against.removeprefix(GIVEN))
    ends = columns.values_list("scale_low", "scale_high").first() if against.startswith(GIVEN) else None
    return None if ends is None or ends[0] is None else (ends[0], ends[1])
