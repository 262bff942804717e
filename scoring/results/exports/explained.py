"""What the columns of the exported tables mean, and under which settings they were made."""

from collections.abc import Iterator, Sequence
from typing import Any

from scoring.observations.score_stream import Wanted
from scoring.results.exports.formats import ExportForm, Shape
from scoring.results.exports.running import Running

MEANINGS = {
    "project": "The project's name in addresses.",
    "topic": "Key of the topic (document set).",
    "summarizer": "Who or what wrote the summary; an opaque name where that is masked.",
    "kind": "peer: a summary that was matched to the pyramid; human: a model summary scored against the others.",
    "matcher": "Who matched the peer to the pyramid.",
    "pyramid_owner": "Whose pyramid it was matched to; empty where that is hidden.",
    "release": "Number of the release of that pyramid.",
    "revision": "Revision of the matching.",
    "state": "How far the matching is; drafts have scores only if they were asked for.",
    "models": "Number of model summaries behind the pyramid.",
    "pyramid_scus": "Number of SCUs in the release.",
    "matched_scus": "Number of SCUs that the peer expresses, each counted once.",
    "repeated": "Further mentions of SCUs that were counted already.",
    "non_matching": "Units of the peer that match no SCU.",
    "weight_sum": "Sum of the weights of the matched SCUs (D).",
    "original": "Original score: D divided by the best weight of as many SCUs as the peer has.",
    "original_x": "X of the original score: the number of SCUs of the peer.",
    "original_max": "Max of the original score: the best weight of X SCUs.",
    "modified": "Modified score: D divided by the best weight of an average model summary's number of SCUs.",
    "modified_x": "X of the modified score: the average number of SCUs in a model summary.",
    "modified_max": "Max of the modified score: the best weight of X SCUs.",
    "recall": "Recall: D divided by the weight of the whole pyramid.",
    "recall_max": "Max of the recall: the weight of the whole pyramid.",
    "rounding": "How the average number of SCUs was rounded.",
    "weight_source": "Where weights come from: distinct model summaries, or the imported file.",
    "warnings": "Why a score is missing, and what else to know of it.",
}
MEAN_MEANINGS = {
    "matcher (all)": "In means: the matchers together; on a topic the adjudicated score, else the mean over them.",
    "original, modified, recall": "In means: the mean over the topics where the score is defined.",
    "original_n, modified_n, recall_n": "In means: the number of those topics.",
}
WIDE_MEANINGS = {
    **{name: MEANINGS[name] for name in ("project", "summarizer", "kind", "matcher")},
    "matcher (all)": "The matchers together, as on the page: the adjudicated score, else the mean over them.",
    "score": "Which of the three scores it is.",
    "mean": "Its mean over the topics where it is defined.",
    "n": "The number of those topics.",
    "(the others)": "The score on the topic of that key; empty where there is none.",
}


def column_rows(form: ExportForm) -> Iterator[dict[str, Any]]:
    """``{"column", "meaning"}``."""
    meanings = WIDE_MEANINGS if form.shape is Shape.WIDE else MEANINGS | MEAN_MEANINGS
    return ({"column": column, "meaning": meaning} for column, meaning in meanings.items())


def setting_rows(wanted: Sequence[Wanted], running: Running) -> Iterator[dict[str, Any]]:
    """``{"setting", "value"}`` of an export whose rows have been read."""
    for one in wanted:
        choice = one.choice
        yield _setting("project", one.viewer.project.slug)
        yield _setting("name", one.viewer.project.name)
        yield _setting("rounding", str(choice.rounding or one.viewer.project.rounding))
        yield _setting("X of the original score", str(choice.x))
        humans = "by jackknife: all scores are of one model summary less" if choice.jackknife else "without"
        yield _setting("human summaries", humans)
        yield _setting("matched by", choice.matcher or "everybody")
        yield _setting("release", choice.release or "latest of each matcher")
        yield _setting("drafts", "included" if choice.include_drafts else "without scores")
    yield _setting("rows", running.rows)
    yield _setting("scores left out as the project does not show them now", running.withheld)
    yield _setting("rows of masked summarizers, which are in no mean", running.masked)
    for sentence in running.mixed():
        yield _setting("note", f"{sentence} Scores of different releases are not quite comparable.")


def _setting(name: str, value: str | int) -> dict[str, Any]:
    return {"setting": name, "value": value}
