"""Hides values that would reveal who wrote a peer whose name is hidden."""

from collections.abc import Iterable, Sequence

import numpy as np

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.topic_texts import Need, Scored
from scoring.observations.project_texts import NamedSummary, TopicSummaries

NAMES_ARE_HIDDEN = "names are hidden"
"""Why such a value is undefined."""


def hides_names(topics: Iterable[TopicSummaries]) -> bool:
    """Returns whether the name of any peer is hidden from the viewer."""
    return any(summary.is_masked for topic in topics for summary in topic.peers)


def without_joined_values(
    measures: Sequence[Measure], summaries: Sequence[NamedSummary], scored: Sequence[Scored]
) -> tuple[Scored, ...]:
    """Returns the values of each measure without those of peers if the measure joins the summaries of a summarizer in
    several topics: whoever can read the texts could compute from such a value which of them have the same summarizer.
    """
    is_peer = [summary.kind == "peer" for summary in summaries]
    return tuple(
        _without(measure_values, is_peer) if Need.COLLECTION in measure.needs else measure_values
        for measure, measure_values in zip(measures, scored, strict=True)
    )


def _without(scored: Scored, is_hidden: Sequence[bool]) -> Scored:
    reasons = tuple(
        NAMES_ARE_HIDDEN if hidden else reason for hidden, reason in zip(is_hidden, scored.reasons, strict=True)
    )
    return Scored(np.where(np.array(is_hidden, np.bool_)[:, None], np.nan, scored.values), reasons)
