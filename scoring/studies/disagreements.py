"""The summaries that two columns rank most differently within their topic: those worth reading."""

import numpy as np
from scipy.stats import rankdata

from scoring.stats.levels import DECIMALS
from scoring.studies.document import DisagreementEntry
from scoring.studies.table import StudyTable

MOST = 20
"""So many are listed for a pair of columns."""


def disagreements(table: StudyTable, a: str, b: str) -> list[DisagreementEntry]:
    """The summaries with the largest difference of ranks, relative to the number of ranked summaries of the topic.

    Only cells with both scores are ranked. Equal differences are in the order of the table.
    """
    common = table.common_cells((a, b))
    x, y = np.round(common.values, DECIMALS)
    ranks_a, ranks_b = (rankdata(-side, axis=0, nan_policy="omit") for side in (x, y))
    counts = (~np.isnan(x)).sum(axis=0)
    shares = np.abs(ranks_a - ranks_b) / counts
    entries = []
    for cell in np.argsort(np.where(np.isnan(shares), 0, -shares), axis=None, kind="stable")[:MOST].tolist():
        row, topic = divmod(cell, len(common.topics))
        if not shares[row, topic] > 0:
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
