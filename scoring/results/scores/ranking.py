"""Summarizers ranked by their means over topics, with intervals and significance tests, for any measure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any

import numpy as np

from annotator.runs.steps import map_with_checkpoints, reserve_time, with_progress
from annotator.texts.caching import cache_by_bytes
from scoring.measures.observation import Measure, Observation, basis_warnings, unmasked
from scoring.results.scores.ranking_notes import score_notes, significance_notes, topic_notes
from scoring.results.scores.rows import SummarizerRow, common_topics, mixed_basis_topics, natural_key, summarizer_rows
from scoring.stats.arrays import CONFIDENCE_LEVEL, Floats, Interval
from scoring.stats.intervals import mean_interval
from scoring.stats.permutation import estimated_seconds, number_of_draws
from scoring.stats.ranking import Rank, competition_ranks
from scoring.stats.significance import SIGNIFICANCE_LEVEL, Pair, compare_pairs, differs, pair_letters, rank_ranges

MAX_MATRIX_ROWS = 60
"""A page shows the pairs of at most this many summarizers, to stay small. Files and the API have all pairs."""
SEED = 20040502
"""Seed of the random draws, fixed so that the same scores always give the same p-values."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A summarizer with its rank; summarizers that share one of the ``letters`` do not differ significantly.

    ``rank_range``: the best and the worst rank that the tests leave open. The best is 1 + the number of summarizers
    that are significantly better; the worst is the number of all summarizers - the number that are significantly worse.
    None if this summarizer is not tested.
    """

    row: SummarizerRow
    rank: Rank | None
    rank_range: tuple[int, int] | None
    interval: Interval
    letters: str

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        rank_low, rank_high = self.rank_range or (None, None)
        return {
            "summarizer": self.row.summarizer,
            "kind": self.row.kind,
            "mean": self.row.mean.value,
            "low": low,
            "high": high,
            "n": self.row.mean.n,
            "rank": self.rank and self.rank.place,
            "tied": bool(self.rank and self.rank.is_tied),
            "rank_low": rank_low,
            "rank_high": rank_high,
            "letters": self.letters,
        }


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking by one measure. ``rows``: best first. ``pairs``: all pairs of rows; a pair has its rows' indexes.
    ``draw_count``: number of draws for each sampled p-value; None if all p-values are exact. ``test_notes``: sentences
    about what the tests leave out. ``score_notes``: sentences about missing scores. ``topic_notes``: sentences about
    summarizers with few topics, and about the releases of topics. ``postponed_seconds``: the estimated time of the
    tests if they would take too long for this request, so that ``pairs`` is empty; None if the pairs were tested.
    """

    measure: Measure
    common_topics_only: bool
    rows: tuple[RankedRow, ...]
    pairs: tuple[Pair, ...]
    tested_topics: tuple[str, ...]
    draw_count: int | None
    test_notes: tuple[str, ...]
    score_notes: tuple[str, ...]
    topic_notes: tuple[str, ...]
    postponed_seconds: float | None = None

    @property
    def has_unequal_topic_counts(self) -> bool:
        return len({ranked.row.mean.n for ranked in self.rows}) > 1

    @property
    def matrix(self) -> list[tuple[RankedRow, tuple[Pair, ...]]]:
        """Each row except the last, with the pairs of this row and each row below it. Empty for more than
        MAX_MATRIX_ROWS rows.
        """
        if not self.pairs or len(self.rows) > MAX_MATRIX_ROWS:
            return []
        pairs = iter(self.pairs)
        return [(row, tuple(islice(pairs, len(self.rows) - 1 - index))) for index, row in enumerate(self.rows[:-1])]

    @property
    def tested_count(self) -> int:
        """Number of tested pairs. P-values are corrected for this number of tests."""
        return sum(pair.test is not None for pair in self.pairs)

    @property
    def sampling(self) -> dict[str, Any]:
        """Whether p-values are exact; if not, the number of random draws and their seed."""
        seed = None if self.draw_count is None else SEED
        return {"exact": self.draw_count is None, "draws": self.draw_count, "seed": seed}

    @property
    def significant_count(self) -> int:
        return sum(differs(pair) for pair in self.pairs)

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py ranking --json`` (docs/commands.md)."""
        return {
            "score": self.measure.name,
            "common": self.common_topics_only,
            "level": CONFIDENCE_LEVEL,
            "summarizers": [ranked.as_json() for ranked in self.rows],
            "pairs": [self._pair_as_json(pair) for pair in self.pairs],
            "test": {
                "name": "paired permutation",
                "exact": self.draw_count is None,
                "draws": self.draw_count,
                "seed": SEED,
                "pairs": self.tested_count,
                "significant_below": SIGNIFICANCE_LEVEL,
                "letters_by": "holm",
            },
            "topics": list(self.tested_topics),
            "warnings": [*self.topic_notes, *self.test_notes, *self.score_notes],
        }

    def _pair_as_json(self, pair: Pair) -> dict[str, Any]:
        low, high = pair.interval or (None, None)
        a, b = self.rows[pair.a].row, self.rows[pair.b].row
        return {
            "a": a.summarizer,
            "a_kind": a.kind,
            "b": b.summarizer,
            "b_kind": b.kind,
            "topics": pair.topics,
            "difference": pair.difference,
            "low": low,
            "high": high,
            "effect": pair.effect,
            "p": pair.test and pair.test.p,
            "holm": pair.test and pair.test.holm,
            "bh": pair.test and pair.test.benjamini_hochberg,
            "exact": pair.test and pair.test.exact,
        }


def score_ranking(
    observations: Sequence[Observation],
    measure: Measure,
    *,
    common_topics_only: bool = False,
    min_topics: int = 1,
    max_test_seconds: float = inf,
) -> Ranking:
    """Rank the unmasked summarizers by the ``observations`` of a measure. ``common_topics_only``: means are over the
    topics that all summarizers have. ``min_topics``: if above 1, summarizers with scores on fewer topics are left out.
    ``max_test_seconds``: tests that would take longer are postponed, and no pairs are compared.
    The tests leave out drafts, and topics whose scores are against different releases, because such scores are not
    comparable.
    """
    unmasked_scores = unmasked(observations)
    all_rows = summarizer_rows(unmasked_scores)
    left_out = {row.key for row in all_rows if row.mean.n < min_topics} if min_topics > 1 else set()
    ranked_scores = [
        score for score in unmasked_scores if (score.subject.kind, score.subject.summarizer) not in left_out
    ]
    ranks_all_rows = not left_out and not common_topics_only
    rows = list(all_rows) if ranks_all_rows else summarizer_rows(ranked_scores, common_topics_only=common_topics_only)
    rows.sort(key=lambda row: _best_first_key(row, measure))
    topics = sorted({topic for row in rows for topic in row.cells})
    mean_topics = sorted(common_topics(row.cells for row in rows)) if common_topics_only else topics
    intervals = [mean_interval(scores) for scores in _score_matrix(rows, mean_topics)]
    mixed_topics = mixed_basis_topics(rows)
    tested_topics = tuple(topic for topic in topics if topic not in mixed_topics)
    scores = _score_matrix(rows, tested_topics, include_drafts=False)
    seconds = estimated_seconds(scores)
    is_postponed = seconds > max_test_seconds
    pairs = () if is_postponed else _pairs(scores, seconds)
    possible_ranks = rank_ranges(len(rows), pairs, higher_is_better=measure.higher_is_better)
    letters = pair_letters(len(rows), pairs)
    tested_count = sum(pair.test is not None for pair in pairs)
    is_sampled = any(pair.test is not None and not pair.test.exact for pair in pairs)
    return Ranking(
        measure=measure,
        common_topics_only=common_topics_only,
        rows=tuple(map(RankedRow, rows, _ranks(rows, measure), possible_ranks, intervals, letters)),
        pairs=pairs,
        tested_topics=tested_topics,
        draw_count=number_of_draws(tested_count) if is_sampled else None,
        test_notes=tuple(significance_notes(ranked_scores, rows, mixed_topics, pairs, letters)),
        score_notes=tuple(score_notes(rows, measure.name)),
        topic_notes=(
            *topic_notes(all_rows, rows, min_topics, mean_topics if common_topics_only else None),
            *basis_warnings(score.origin for score in ranked_scores),
        ),
        postponed_seconds=seconds if is_postponed else None,
    )


def sort_ranked(rows: Sequence[RankedRow], by: str, *, descending: bool) -> list[RankedRow]:
    """The rows sorted by a column: ``by`` is ``summarizer``, ``mean`` or ``topic:KEY``; with any other value, by rank.
    ``rows``: best first. Rows without a value come last.
    """
    column, _, topic = by.partition(":")
    if column == "summarizer":
        return sorted(rows, key=lambda ranked: natural_key(ranked.row.summarizer, ranked.row.kind), reverse=descending)
    if column not in ("mean", "topic"):
        return list(reversed(rows)) if descending else list(rows)
    scores = [ranked.row.mean.value if column == "mean" else ranked.row.score(topic) for ranked in rows]
    scored = [(score, ranked) for score, ranked in zip(scores, rows, strict=True) if score is not None]
    unscored = [ranked for score, ranked in zip(scores, rows, strict=True) if score is None]
    return [ranked for _, ranked in sorted(scored, key=lambda pair: pair[0], reverse=descending)] + unscored


def topic_ranks(observations: Sequence[Observation], measure: Measure) -> dict[tuple[str, str], Rank]:
    """The ranks of the summarizers on one topic, by kind and name. Summarizers without a score are left out."""
    rows = summarizer_rows(observations)
    ranks = _ranks(rows, measure)
    return {(row.kind, row.summarizer): rank for row, rank in zip(rows, ranks, strict=True) if rank}


def _best_first_key(row: SummarizerRow, measure: Measure) -> tuple[bool, float]:
    """A sort key: the best mean first, rows without a mean last."""
    mean = row.mean.value or 0.0
    return (row.mean.value is None, -mean if measure.higher_is_better else mean)


def _ranks(rows: Sequence[SummarizerRow], measure: Measure) -> list[Rank | None]:
    means = [row.mean.value for row in rows]
    return competition_ranks(means if measure.higher_is_better else [None if mean is None else -mean for mean in means])


def _score_matrix(rows: Sequence[SummarizerRow], topics: Sequence[str], *, include_drafts: bool = True) -> Floats:
    """Scores, rows x topics; NaN for a missing score, and for a draft's score unless ``include_drafts``."""

    def score_or_nan(row: SummarizerRow, topic: str) -> float:
        score = row.score(topic)
        return np.nan if score is None or (row.cells[topic].is_draft and not include_drafts) else score

    scores = [[score_or_nan(row, topic) for topic in topics] for row in rows]
    return np.array(scores, dtype=np.float64).reshape(len(rows), len(topics))


def _pairs(scores: Floats, seconds: float) -> tuple[Pair, ...]:
    """All pairs of rows of ``scores``, compared. ``seconds``: the estimated time."""
    reserve_time(seconds)
    return _compare_cached(scores.tobytes(), scores.shape)


@cache_by_bytes(32 * 1024**2)
def _compare_cached(scores: bytes, shape: tuple[int, ...]) -> tuple[Pair, ...]:
    """Cached, because a page is often requested again in another order or for one of its files. ``scores``: the bytes
    of the matrix, because arrays cannot be keys of a cache.
    """
    values: Floats = np.frombuffer(scores, dtype=np.float64).reshape(shape)
    rng = np.random.default_rng(SEED)
    return compare_pairs(values, rng, map_blocks=map_with_checkpoints, track=with_progress)
