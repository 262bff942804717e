"""Summarizers ranked by their means over topics, with intervals and significance tests, for any measure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from annotator.texts.caching import cache_by_bytes
from scoring.measures.observation import Measure, Observation, bases_by_topic, unmasked
from scoring.results.scores.rows import SummarizerRow, common_topics, mixed_basis_topics, natural_key, summarizer_rows
from scoring.stats.arrays import LEVEL, Floats, Interval
from scoring.stats.bootstrap import RESAMPLES, mean_intervals
from scoring.stats.ranking import Rank, compact_letters, competition_ranks
from scoring.stats.significance import Pair, PValue, compare_pairs, number_of_draws

TESTS = ("permutation", "bootstrap")
SIGNIFICANCE_LEVEL = 0.05
MOST_TESTED = 60
"""With more summarizers we skip pairwise tests: they take seconds and almost none survives the correction."""
SEED = 20040502
"""Seed of the random draws, fixed so that the same scores always give the same intervals and p-values."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A summarizer with its rank; summarizers that share one of the ``letters`` do not differ significantly."""

    row: SummarizerRow
    rank: Rank | None
    interval: Interval
    letters: str

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        return {
            "rank": self.rank and self.rank.place,
            "tied": bool(self.rank and self.rank.is_tied),
            "summarizer": self.row.summarizer,
            "kind": self.row.kind,
            "mean": self.row.mean.value,
            "n": self.row.mean.n,
            "low": low,
            "high": high,
            "letters": self.letters,
        }


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking by one measure. ``test``: the test that gives the letters. ``rows``: best first; ``pairs`` refer to
    their indexes. ``draw_count``: number of draws behind a sampled p-value. ``test_notes``: sentences about what the
    tests leave out. ``score_notes``: sentences about missing or doubtful scores.
    """

    measure: Measure
    test: str
    common_topics_only: bool
    rows: tuple[RankedRow, ...]
    pairs: tuple[Pair, ...]
    tested_topics: tuple[str, ...]
    draw_count: int
    test_notes: tuple[str, ...]
    score_notes: tuple[str, ...]

    @property
    def is_uneven(self) -> bool:
        return len({ranked.row.mean.n for ranked in self.rows}) > 1

    @property
    def matrix(self) -> list[tuple[RankedRow, tuple[Pair, ...]]]:
        """Each row except the last, with its pairs with the rows below it."""
        if not self.pairs:
            return []
        pairs = iter(self.pairs)
        return [(row, tuple(islice(pairs, len(self.rows) - 1 - index))) for index, row in enumerate(self.rows[:-1])]

    @property
    def tested_count(self) -> int:
        """Number of tested pairs, for which p-values are corrected."""
        return sum(pair.permutation is not None for pair in self.pairs)

    @property
    def significant_count(self) -> int:
        return sum(differs(pair, self.test) for pair in self.pairs)

    def as_json(self) -> dict[str, Any]:
        return {
            "score": self.measure.name,
            "common": self.common_topics_only,
            "level": LEVEL,
            "resamples": RESAMPLES,
            "rows": [ranked.as_json() for ranked in self.rows],
            "tests": {
                "letters_of": self.test,
                "significant_below": SIGNIFICANCE_LEVEL,
                "correction": "Holm",
                "pairs": self.tested_count,
                "draws": self.draw_count,
                "topics": list(self.tested_topics),
                "left_out": list(self.test_notes),
            },
            "pairs": [self._pair_as_json(pair) for pair in self.pairs],
            "warnings": list(self.score_notes),
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
            **_p_fields("permutation", pair.permutation),
            "exact": pair.exact,
            **_p_fields("bootstrap", pair.bootstrap),
        }


def score_ranking(
    observations: Sequence[Observation], measure: Measure, *, test: str = TESTS[0], common_topics_only: bool = False
) -> Ranking:
    """The ranking of the unmasked summarizers by the ``observations`` of a measure. ``test``: one of TESTS, which gives
    the letters. ``common_topics_only``: means over the topics that all have. Tests leave out drafts. They also leave
    out topics with different bases, such as two releases, where scores do not differ only because summaries do.
    """
    observations = unmasked(observations)
    rows = summarizer_rows(observations, common_topics_only=common_topics_only)
    rows.sort(key=lambda row: _best_first(row, measure))
    topics = sorted({topic for row in rows for topic in row.cells})
    mean_topics = sorted(common_topics(row.cells for row in rows)) if common_topics_only else topics
    intervals = mean_intervals(_score_matrix(rows, mean_topics), np.random.default_rng(SEED))
    mixed_topics = mixed_basis_topics(rows)
    tested_topics = tuple(topic for topic in topics if topic not in mixed_topics)
    pairs = _pairs(rows, tested_topics)
    return Ranking(
        measure=measure,
        test=test,
        common_topics_only=common_topics_only,
        rows=tuple(map(RankedRow, rows, _ranks(rows, measure), intervals, _letters(rows, pairs, test))),
        pairs=pairs,
        tested_topics=tested_topics,
        draw_count=number_of_draws(sum(pair.permutation is not None for pair in pairs)),
        test_notes=tuple(_test_notes(observations, rows, mixed_topics, pairs)),
        score_notes=tuple(_score_notes(rows, measure.name)),
    )


def sorted_ranked(rows: Sequence[RankedRow], by: str, *, descending: bool) -> list[RankedRow]:
    """The rows sorted by ``summarizer``, ``mean`` or ``topic:KEY``, or by rank (any other ``by``). ``rows``: best
    first. Rows without a value come last.
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


def differs(pair: Pair, test: str) -> bool:
    """Whether two summarizers differ significantly by a test of TESTS, corrected for the number of pairs."""
    p_value: PValue | None = getattr(pair, test)
    return p_value is not None and p_value.adjusted < SIGNIFICANCE_LEVEL


def _best_first(row: SummarizerRow, measure: Measure) -> tuple[bool, float]:
    """A sort key: the best mean first, rows without a mean last."""
    mean = row.mean.value or 0.0
    return (row.mean.value is None, -mean if measure.higher_is_better else mean)


def _ranks(rows: Sequence[SummarizerRow], measure: Measure) -> list[Rank | None]:
    means = [row.mean.value for row in rows]
    return competition_ranks(means if measure.higher_is_better else [None if mean is None else -mean for mean in means])


def _score_matrix(rows: Sequence[SummarizerRow], topics: Sequence[str], *, include_drafts: bool = True) -> Floats:
    """Scores, rows x topics; NaN if a score is missing, or is of a draft and these are not included."""

    def score_or_nan(row: SummarizerRow, topic: str) -> float:
        score = row.score(topic)
        return np.nan if score is None or (row.cells[topic].is_draft and not include_drafts) else score

    scores = [[score_or_nan(row, topic) for topic in topics] for row in rows]
    return np.array(scores, dtype=np.float64).reshape(len(rows), len(topics))


def _pairs(rows: Sequence[SummarizerRow], topics: Sequence[str]) -> tuple[Pair, ...]:
    if len(rows) > MOST_TESTED:
        return ()
    scores = _score_matrix(rows, topics, include_drafts=False)
    return _compare_cached(scores.tobytes(), scores.shape)


@cache_by_bytes(32 * 1024**2)
def _compare_cached(scores: bytes, shape: tuple[int, ...]) -> tuple[Pair, ...]:
    """Cached, because a page is often requested again in another order or for one of its files. ``scores``: the bytes
    of the matrix, because arrays cannot be keys of a cache.
    """
    values: Floats = np.frombuffer(scores, dtype=np.float64).reshape(shape)
    # Not the generator of the intervals of means: these would then change with the topics of the tests.
    return compare_pairs(values, np.random.default_rng([SEED, 1]))


def _letters(rows: Sequence[SummarizerRow], pairs: Sequence[Pair], test: str) -> list[str]:
    if not any(pair.permutation for pair in pairs):
        return [""] * len(rows)
    letters = compact_letters(len(rows), [(pair.a, pair.b) for pair in pairs if differs(pair, test)])
    return letters or [""] * len(rows)


def _test_notes(
    observations: Sequence[Observation], rows: Sequence[SummarizerRow], mixed_topics: set[str], pairs: Sequence[Pair]
) -> Iterator[str]:
    bases = bases_by_topic(observation.origin for observation in observations)
    for topic in sorted(mixed_topics):
        names = ", ".join(bases[topic])
        yield f"Topic {topic} is left out of the tests: its peers are matched against releases {names}."
    drafts = sum(cell.is_draft and cell.score.value is not None for row in rows for cell in row.cells.values())
    if drafts:
        yield f"Left out of the tests: {drafts} score{'s' if drafts > 1 else ''} from drafts."
    if len(rows) > MOST_TESTED:
        yield f"Pairs are not tested: there are {len(rows)} summarizers, and tests are made for at most {MOST_TESTED}."
    tested = [pair for pair in pairs if pair.permutation]
    # The smallest exact p is 2 / 2^topics, and Holm multiplies it by the number of pairs.
    if tested and all(pair.exact and 2 * len(tested) >= SIGNIFICANCE_LEVEL * 2**pair.topics for pair in tested):
        yield "With so few topics and so many pairs no difference can be significant by the permutation test."
    untested_count = len(pairs) - len(tested)
    if untested_count:
        yield f"{untested_count} of {len(pairs)} pairs are not tested: they have fewer than two topics in common."


def _score_notes(rows: Sequence[SummarizerRow], score_name: str) -> Iterator[str]:
    cells = [cell for row in rows for cell in row.cells.values()]
    reasons = Counter(cell.score.missing.sentence for cell in cells if cell.score.missing)
    for reason, count in reasons.most_common():
        scope = "There is no" if count == len(cells) else f"{count} of {len(cells)} have no"
        yield f"{scope} {score_name} score: {reason}"
    scored = [cell for row in rows if not row.is_human for cell in row.cells.values() if cell.score.value is not None]
    origins = [score.origin for cell in scored for score in cell.by_judge]
    if score_name == "original" and origins and not any(origin.counts["non_matching"] for origin in origins):
        yield "No peer has a unit that matches nothing. If such text was not marked, original scores are too high."


def _p_fields(name: str, value: PValue | None) -> dict[str, float | None]:
    return {f"{name}_p": value.p if value else None, f"{name}_adjusted": value.adjusted if value else None}
