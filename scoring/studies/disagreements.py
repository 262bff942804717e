"""Finds the summaries that two columns rank most differently within their topic. These are worth reading."""

import numpy as np
import scipy

from scoring.stats.levels import DECIMALS
from scoring.studies.document import DisagreementEntry
from scoring.studies.table import StudyTable

MAX_LISTED = 20
"""The most summaries that are listed for a pair of columns."""


def disagreements(table: StudyTable, a: str, b: str) -> list[DisagreementEntry]:
    """Returns the summaries with the largest difference between their ranks by columns ``a`` and ``b``, divided by the
    number of ranked summaries of the topic.

    Only summaries with both scores are ranked. Equal differences are in the order of the table.
    """
    common = table.common_scores((a, b))
    values = np.round(common.values, DECIMALS)  # [columns, summarizers, topics]
    ranks_a, ranks_b = (scipy.stats.rankdata(-scores, axis=0, nan_policy="omit") for scores in values)
    counts = (~np.isnan(values[0])).sum(axis=0)  # the same in both columns
    differences = np.nan_to_num(np.abs(ranks_a - ranks_b) / counts)  # summarizers x topics
    entries = []
    for index in np.argsort(-differences, axis=None, kind="stable")[:MAX_LISTED].tolist():
        row, topic = divmod(index, len(common.topics))
        if differences[row, topic] == 0:
            break
        entries.append(
            DisagreementEntry(
                a=a,
                b=b,
                topic=common.topics[topic],
                summarizer=common.summarizers[row],
                value_a=float(common.values[0, row, topic]),
                value_b=float(common.values[1, row, topic]),
                rank_a=float(ranks_a[row, topic]),
                rank_b=float(ranks_b[row, topic]),
                summarizers=int(counts[topic]),
            )
        )
    return entries
