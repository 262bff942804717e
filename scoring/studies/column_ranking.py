"""Ranks the summarizers of a study by one of its columns (a kind of score)."""

from math import fsum

import numpy as np

from scoring.measures.observation import HUMAN
from scoring.stats.arrays import Floats
from scoring.stats.intervals import mean_interval
from scoring.stats.levels import DECIMALS
from scoring.stats.permutation import number_of_draws
from scoring.stats.ranking import competition_ranks
from scoring.stats.significance import compare_pairs, pair_letters, rank_ranges
from scoring.studies.data import StudyData
from scoring.studies.document import RankedEntry, RankingEntry


def column_means(values: Floats) -> list[float | None]:
    """Returns the mean score of each summarizer; None without scores. ``values``: an array [summarizers, topics], NaN
    for a missing score.
    """
    scores_by_summarizer = [row[~np.isnan(row)].tolist() for row in values]
    return [fsum(scores) / len(scores) if scores else None for scores in scores_by_summarizer]


def column_ranking(data: StudyData, column: int, seed: int) -> RankingEntry:
    """Returns the ranking by the means of a column, with intervals and tests of all pairs as in ``manage.py ranking``.

    ``column``: the index of the column. Summarizers without a mean come last.
    """
    values = data.table.values[column]  # [summarizers, topics]
    means = column_means(values)
    ranks = competition_ranks([None if mean is None else round(mean, DECIMALS) for mean in means])
    # The indexes of the summarizers, the best first.
    order = sorted(range(len(means)), key=lambda index: rank.place if (rank := ranks[index]) else len(means) + 1)
    pairs = compare_pairs(values[order], np.random.default_rng(seed))
    tests = [pair.test for pair in pairs if pair.test]
    exact = all(test.exact for test in tests)
    entries = []
    ranges, letters = rank_ranges(len(order), pairs), pair_letters(len(order), pairs)
    for index, rank_range, shared_letters in zip(order, ranges, letters, strict=True):
        summarizer, rank = data.table.summarizers[index], ranks[index]
        low, high = mean_interval(values[index]) or (None, None)
        rank_low, rank_high = rank_range or (None, None)
        entries.append(
            RankedEntry(
                summarizer=summarizer,
                kind=HUMAN if summarizer in data.people else "peer",
                mean=means[index],
                low=low,
                high=high,
                n=int((~np.isnan(values[index])).sum()),
                rank=rank.place if rank else None,
                tied=bool(rank and rank.is_tied),
                rank_low=rank_low,
                rank_high=rank_high,
                letters=shared_letters,
            )
        )
    draws = None if exact else number_of_draws(len(tests))
    return RankingEntry(column=data.table.columns[column], summarizers=entries, exact=exact, draws=draws)
