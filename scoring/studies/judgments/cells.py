"""Scores of judgments as columns of studies."""

from collections.abc import Iterable, Iterator, Mapping

from annotator.judgments.models import Instrument
from scoring.observations.project_texts import TopicSummaries
from scoring.observations.viewer import Viewer
from scoring.results.judgments.judged_scores import SummaryScore
from scoring.results.judgments.project import judged_instrument, report_of
from scoring.results.judgments.rating_scores import MEAN_OF_QUESTIONS
from scoring.results.judgments.settings import JudgmentSettings
from scoring.studies.column_names import JUDGMENTS
from scoring.studies.definition import StudyImpossible

MAIN_SCORES = {"coverage": "coverage", "utility": "relative_utility", "extract": "f1", "presence": "presence"}
"""The score that a new study offers, by kind of instrument. For ratings, it offers each question (`offered_names`)."""
Cells = dict[int, float]
"""The scores of a column by the summary's primary key."""


def judged_cells(
    viewer: Viewer, judged: Mapping[str, tuple[str, str]], topics: Iterable[TopicSummaries]
) -> dict[str, Cells]:
    """Returns the scores of each column, as on the results page: by all people who judged a summary, from finished
    sheets. ``judged``: the key of the instrument and the name of the score, by the name of the column. Raises
    StudyImpossible if there is no such score, or if the viewer may not see it.
    """
    peers = {(topic.key, summary.name): summary.pk for topic in topics for summary in topic.peers}
    by_instrument: dict[str, Mapping[str, tuple[SummaryScore, ...]]] = {}
    cells = {}
    for column, (key, score) in judged.items():
        if key not in by_instrument:
            by_instrument[key] = _scores(viewer, key, column)
        scores = by_instrument[key]
        if score not in scores:
            names = ", ".join(f"{JUDGMENTS}{key}.{name}" for name in scores) or "no scores"
            raise StudyImpossible("columns", f"There is no column “{column}”. The instrument has {names}.")
        cells[column] = dict(_cells(scores[score], peers))
    return cells


def offered_names(instrument: Instrument) -> list[str]:
    """Returns the columns of an instrument that a new study offers."""
    questions = list(instrument.questions.all())
    if instrument.kind != Instrument.Kind.RATING:
        return [f"{JUDGMENTS}{instrument.key}.{MAIN_SCORES[instrument.kind]}"]
    scales = {(question.minimum, question.maximum, question.step) for question in questions}
    has_mean = len(questions) > 1 and len(scales) == 1  # questions with different scales have no common mean
    names = [*(question.key for question in questions), *([MEAN_OF_QUESTIONS] if has_mean else [])]
    return [f"{JUDGMENTS}{instrument.key}.{name}" for name in names]


def _scores(viewer: Viewer, key: str, column: str) -> Mapping[str, tuple[SummaryScore, ...]]:
    try:
        instrument = judged_instrument(viewer, key)
    except Instrument.DoesNotExist as error:
        raise StudyImpossible("columns", f"You cannot see the judgments of the column “{column}” now.") from error
    return report_of(instrument, viewer.user, JudgmentSettings()).scores


def _cells(scores: Iterable[SummaryScore], peers: Mapping[tuple[str, str], int]) -> Iterator[tuple[int, float]]:
    """Yields the primary key and the score of each summary. A score of an extract counts for the peer summary by the
    same system.
    """
    for score in scores:
        subject = score.subject
        summary = subject.summary or peers.get((subject.topic, subject.summarizer))
        if score.value is not None and summary is not None and not subject.is_masked:
            yield summary, float(score.value)
