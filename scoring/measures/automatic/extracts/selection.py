"""Compares the sentences of an extract with those that judges chose (Radev et al. 2003, section 3.1)."""

from collections.abc import Callable, Sequence

import numpy as np

from scoring.measures.automatic.extracts.sentence_rank import sentence_tau
from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.references import exact_mean
from scoring.measures.automatic.topic_texts import JudgedExtracts, Scored, TopicTexts, Undefined
from scoring.measures.judgments.co_selection import co_selection, mean_co_selection, selection_kappa

CO_SELECTION_VALUES = ("precision", "recall", "f1", "kappa")

_Values = tuple[Sequence[float], str]
"""The values of one extract, and why some of them are NaN, or ""."""


def score_co_selection(parameters: Parameters, topic: TopicTexts) -> Scored:  # noqa: ARG001 it has no parameters
    """Returns CO_SELECTION_VALUES of the peers: the first three are means over judges."""
    return _score_extracts(topic, _co_selection, len(CO_SELECTION_VALUES))


def score_sentence_tau(parameters: Parameters, topic: TopicTexts) -> Scored:
    """Returns the mean tau of each peer over the judges with whom it is defined."""
    variant = parameters["variant"]
    return _score_extracts(topic, lambda extract, judged: _mean_tau(extract, judged, variant), 1)


def _score_extracts(
    topic: TopicTexts, values_of: Callable[[Sequence[int], JudgedExtracts], _Values], value_count: int
) -> Scored:
    """Returns the values of the peers. They are undefined for a peer that is not an extract, and without judges."""
    rows: list[_Values] = []
    for peer in topic.peers:
        if peer.extract is None or topic.judged is None or not topic.judged.judges:
            rows.append(([np.nan] * value_count, Undefined.NO_EXTRACT))
        else:
            rows.append(values_of(peer.extract, topic.judged))
    values = np.array([row for row, _ in rows], np.float64).reshape(len(rows), value_count)
    return Scored(values, tuple(reason for _, reason in rows))


def _co_selection(extract: Sequence[int], judged: JudgedExtracts) -> _Values:
    """Kappa measures the agreement of the judges and the summarizer together. It is undefined if all of them choose all
    sentences, or none.
    """
    mean = mean_co_selection([co_selection(extract, judge) for judge in judged.judges])
    shares = [float(share) for share in (mean.precision, mean.recall, mean.f1)] if mean else [np.nan] * 3
    kappa = selection_kappa([*judged.judges, extract], judged.sentence_count)
    return [*shares, np.nan if kappa is None else kappa], Undefined.CONSTANT if kappa is None else ""


def _mean_tau(extract: Sequence[int], judged: JudgedExtracts, variant: str) -> _Values:
    taus = [sentence_tau(extract, judge, judged.sentence_count, variant) for judge in judged.judges]
    defined = np.array([tau for tau in taus if tau is not None])
    return ([float(exact_mean(defined))], "") if len(defined) else ([np.nan], Undefined.CONSTANT)
