"""How much do scores and ranks depend on who judged, and against which model? Compares sets of scores.

Source: Harman & Over 2004, whose "extra sets" of DUC 2001, 2002 and 2003 differ in the model, in the judge, and in
both. A set is all scores of a topic's summaries by one judge, against one model, or by one judge against one model.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from statistics import fmean, mean, median
from typing import Any, NamedTuple

from scoring.stats.correlation import kendall, pearson, pearson_p, spearman

MAX_CORRELATED_SETS = 50
"""Only pairs of the first sets, up to this number, are correlated: the time grows with the square of the number."""


class SetsBy(StrEnum):
    """What the sets of a topic differ in."""

    JUDGE = "judge"
    MODEL = "model"
    PAIR = "pair"


class Centre(StrEnum):
    """The kind of average that is taken of a summarizer's scores over topics."""

    MEDIAN = "median"
    MEAN = "mean"


class JudgedScore(NamedTuple):
    """A score of a summary. ``model``: the model summary that the judge compared it with; "" if there is none."""

    topic: str
    summarizer: str
    judge: str
    model: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class SummaryDifference:
    """How far the scores of a summary differ between the sets of its topic. ``difference``: the largest minus the
    smallest score. ``share``: the difference divided by the largest score; None if that is not above 0. ``sets``: the
    number of sets with a score of the summary.
    """

    summarizer: str
    difference: float
    share: float | None
    sets: int


@dataclass(frozen=True, slots=True)
class TopicVariation:
    """The differences of scores on one topic, and their means. ``sets``: the names of the topic's sets (a judge, a
    model or both), in order.
    """

    topic: str
    sets: tuple[str, ...]
    differences: tuple[SummaryDifference, ...]
    mean_difference: float | None
    mean_share: float | None


@dataclass(frozen=True, slots=True)
class SummarizerCentre:
    """The median and the mean of a summarizer's scores in a set, over ``topics`` (a number)."""

    summarizer: str
    median: float
    mean: float
    topics: int


@dataclass(frozen=True, slots=True)
class ScoreSet:
    """A set across topics. ``name``: the judge, model or pair if all topics have the same sets, otherwise a number."""

    name: str
    summarizers: tuple[SummarizerCentre, ...]


@dataclass(frozen=True, slots=True)
class SetCorrelation:
    """How far the sets ``a`` and ``b`` agree. ``p``: the two-sided p-value of Pearson's r. ``summarizers``: the number
    of summarizers that both have.
    """

    a: str
    b: str
    pearson: float | None
    p: float | None
    spearman: float | None
    kendall: float | None
    summarizers: int


@dataclass(frozen=True, slots=True)
class Variation:
    """The result of `compare_sets`. ``mean_difference`` and ``mean_share``: over all summaries of all topics.
    ``warnings``: sentences.
    """

    by: SetsBy
    centre: Centre
    topics: tuple[TopicVariation, ...]
    sets: tuple[ScoreSet, ...]
    mean_difference: float | None
    mean_share: float | None
    correlations: tuple[SetCorrelation, ...]
    warnings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The value of the key "variation" of ``manage.py judgments --json`` (docs/commands.md)."""
        return asdict(self)


_SetKey = tuple[str, str]
"""The model and the judge of a set; "" for what the sets do not differ in."""
_Cells = Mapping[str, Mapping[_SetKey, Fraction]]
"""The scores of a topic, by summarizer and set."""
_Scores = dict[tuple[str, str], Fraction]
"""The scores of a set, by topic and summarizer."""


def compare_sets(scores: Sequence[JudgedScore], by: SetsBy, centre: Centre = Centre.MEDIAN) -> Variation:
    """Compares the sets of each topic, and the sets across topics. Several scores of a summary in a set are averaged.

    If all topics have the same sets, each of them is a set across topics. Otherwise the k-th set across topics consists
    of the k-th set of each topic, in the order of models, then of judges.
    """
    scores = sorted(scores)
    cells = _cells(scores, by)
    set_keys = _set_keys_by_topic(scores, by)
    topics = tuple(_topic_variation(topic, keys, cells[topic]) for topic, keys in set_keys.items())
    named_sets = _sets_across_topics(set_keys, cells)
    differences = [difference for topic in topics for difference in topic.differences]
    return Variation(
        by=by,
        centre=centre,
        topics=topics,
        sets=tuple(ScoreSet(name, tuple(_centres(set_scores))) for name, set_scores in named_sets.items()),
        mean_difference=_mean(summary.difference for summary in differences),
        mean_share=_mean(summary.share for summary in differences),
        correlations=tuple(
            _correlation(a, b, named_sets[a], named_sets[b], centre)
            for a, b in combinations(list(named_sets)[:MAX_CORRELATED_SETS], 2)
        ),
        warnings=tuple(_warnings(topics, differences, named_sets, len(scores))),
    )


def overlap_correlation(variation: Variation, overlaps: Mapping[str, float | None]) -> float | None:
    """Returns Pearson's r, over topics, between the overlap of a topic's models and its ``mean_share``. ``overlaps``:
    the mean overlap by topic.
    """
    shares = {topic.topic: topic.mean_share for topic in variation.topics if topic.mean_share is not None}
    pairs = [(overlap, shares[topic]) for topic, overlap in overlaps.items() if overlap is not None and topic in shares]
    return pearson([overlap for overlap, _ in pairs], [share for _, share in pairs])


def _cells(scores: Sequence[JudgedScore], by: SetsBy) -> dict[str, _Cells]:
    """Returns the scores of each topic, with the mean of several scores of a summary in a set."""
    values: dict[str, dict[str, dict[_SetKey, list[Fraction]]]] = {}
    for score in scores:
        by_set = values.setdefault(score.topic, {}).setdefault(score.summarizer, {})
        by_set.setdefault(set_key(score, by), []).append(score.value)
    return {
        topic: {
            summarizer: {key: mean(numbers) for key, numbers in by_set.items()}
            for summarizer, by_set in by_summarizer.items()
        }
        for topic, by_summarizer in values.items()
    }


def set_key(score: JudgedScore, by: SetsBy) -> _SetKey:
    """Returns the model and the judge of the set that the score belongs to."""
    return "" if by is SetsBy.JUDGE else score.model, "" if by is SetsBy.MODEL else score.judge


def _set_keys_by_topic(scores: Sequence[JudgedScore], by: SetsBy) -> dict[str, list[_SetKey]]:
    """Returns the sets of each topic, sorted by model, then by judge. Sets by judge are sorted by the first of the
    judge's models.
    """
    first_models: dict[str, dict[_SetKey, str]] = defaultdict(dict)
    for score in scores:
        key, first_model = set_key(score, by), first_models[score.topic]
        first_model[key] = min(first_model.get(key, score.model), score.model)
    return {
        topic: sorted(first_model, key=lambda key: (first_model[key], key))
        for topic, first_model in first_models.items()
    }


def _set_name(key: _SetKey) -> str:
    return " / ".join(name for name in key if name)


def _topic_variation(topic: str, keys: Sequence[_SetKey], cells: _Cells) -> TopicVariation:
    differences = []
    for summarizer, by_set in cells.items():
        if len(by_set) > 1:
            largest = max(by_set.values())
            difference = largest - min(by_set.values())
            share = float(difference / largest) if largest > 0 else None
            differences.append(SummaryDifference(summarizer, float(difference), share, len(by_set)))
    return TopicVariation(
        topic=topic,
        sets=tuple(map(_set_name, keys)),
        differences=tuple(differences),
        mean_difference=_mean(summary.difference for summary in differences),
        mean_share=_mean(summary.share for summary in differences),
    )


def _sets_across_topics(set_keys: Mapping[str, Sequence[_SetKey]], cells: Mapping[str, _Cells]) -> dict[str, _Scores]:
    """Returns the scores of each set across topics, by its name."""
    has_same_sets = len({frozenset(keys) for keys in set_keys.values()}) == 1
    sets: dict[str, _Scores] = defaultdict(dict)
    for topic, keys in set_keys.items():
        for number, key in enumerate(keys, start=1):
            name = _set_name(key) if has_same_sets else str(number)
            for summarizer, by_set in cells[topic].items():
                if key in by_set:
                    sets[name][topic, summarizer] = by_set[key]
    return sets


def _centres(scores: _Scores) -> Iterable[SummarizerCentre]:
    for summarizer, numbers in _by_summarizer(scores).items():
        yield SummarizerCentre(summarizer, float(median(numbers)), float(mean(numbers)), len(numbers))


def _correlation(a: str, b: str, scores_a: _Scores, scores_b: _Scores, centre: Centre) -> SetCorrelation:
    """Compares two sets on the summaries that both have scored."""
    common = [cell for cell in scores_a if cell in scores_b]
    centre_of: Callable[[Sequence[Fraction]], Fraction] = median if centre is Centre.MEDIAN else mean
    x, y = (
        [float(centre_of(numbers)) for numbers in _by_summarizer({cell: scores[cell] for cell in common}).values()]
        for scores in (scores_a, scores_b)
    )
    r = pearson(x, y)
    return SetCorrelation(a, b, r, pearson_p(r, len(x)), spearman(x, y), kendall(x, y), len(x))


def _by_summarizer(scores: _Scores) -> dict[str, list[Fraction]]:
    by_summarizer: dict[str, list[Fraction]] = defaultdict(list)
    for (_, summarizer), value in scores.items():
        by_summarizer[summarizer].append(value)
    return by_summarizer


def _mean(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return fmean(known) if known else None


def _warnings(
    topics: Sequence[TopicVariation],
    differences: Sequence[SummaryDifference],
    sets: Mapping[str, _Scores],
    score_count: int,
) -> Iterable[str]:
    averaged_count = sum(map(len, sets.values()))
    single_set_topics = [topic.topic for topic in topics if len(topic.sets) < 2]
    if single_set_topics:
        yield f"Topics with one set have no differences: {', '.join(single_set_topics)}."
    incomplete = sum(summary.sets < len(topic.sets) for topic in topics for summary in topic.differences)
    if incomplete:
        yield f"Summaries without a score in some sets of their topic: {incomplete}."
    zeros = sum(summary.share is None for summary in differences)
    if zeros:
        yield f"Summaries without a share, because their largest score is 0: {zeros}."
    if averaged_count < score_count:
        yield f"Several scores of a summary in a set are averaged: {score_count} scores make {averaged_count}."
    if len({len(topic.sets) for topic in topics}) > 1:
        yield "Topics have different numbers of sets, so the sets do not cover the same topics."
    if len(sets) > MAX_CORRELATED_SETS:
        yield f"Only the first {MAX_CORRELATED_SETS} of {len(sets)} sets are correlated."
